// A room of the engine for browsers: a message a line in, the answers to it as one line out.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , package_, seed] = process.argv;
const { load } = await import(pathToFileURL(package_).href);
const engine = await load();
for (const game of ["othello", "connect4"]) await engine.ready(game);

let now = 0;
/** @param {object} request */
const ask = (request) => engine.ask({ do: "room", now: ++now, ask: request }).answers;

ask({ room: "open", seed: Number(seed), pace: 0 });
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  // A page that is loaded anew opens another room with what the one before has kept.
  const kept = message.do === "reload" && engine.ask({ do: "room", now, ask: { room: "keep" } });
  const waiting = ask(kept ? { room: "open", seed: 0, pace: 0, kept } : { room: "message", message });
  const told = [];
  const jobs = [];
  for (;;) {
    for (const answer of waiting.splice(0)) {
      if (answer.is === "job") jobs.push(answer);
      else if (answer.is === "end") jobs.splice(jobs.findIndex(({ job }) => job === answer.job) >>> 0, 1);
      else told.push(answer);
    }
    const next = jobs.shift();
    if (next === undefined) break;
    const { job, task } = next;
    let report;
    try {
      report = { found: engine.ask({ do: "run", task }) };
    } catch (error) {
      report = { error: error.message };
    }
    waiting.push(...ask({ room: "report", job, final: true, ...report }));
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
