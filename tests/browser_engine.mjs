// Runs calls of the package for JavaScript: a list of [method, ...arguments] in, a list of answers out.
import { readFileSync } from "node:fs";
import { load } from "../rust/web/js/index.js";

const engine = await load();
for (const { name } of engine.games) {
  if (name !== "mnk") await engine.ready(name);
}
const calls = {
  ask: (request) => engine.ask(request),
  raw: (text) => engine.ask(JSON.parse(text)),
  search: (position, options) => engine.search(position, { ...options, slice: Infinity }),
  solve: (position, options) => engine.solve(position, options),
  perft: (position, depth, options) => engine.perft(position, depth, options),
  async choose(spec, seed, position) {
    const agent = engine.agent(spec, { seed });
    const move = await agent.choose(position);
    agent.free();
    return move;
  },
};
const answers = [];
for (const [method, ...given] of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    answers.push(await calls[method](...given));
  } catch (error) {
    answers.push({ error: error.code ?? error.name, message: error.message });
  }
}
process.stdout.write(JSON.stringify(answers));
