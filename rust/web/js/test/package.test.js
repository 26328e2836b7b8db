import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { BitgamesError, load } from "../index.js";

const refused = (code) => (error) => error instanceof BitgamesError && error.code === code;

test("the example of the README runs", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, example] = /```js\n([^]*?)```/.exec(readme);
  const here = new URL("../index.js", import.meta.url);
  const code = example.replace('"bitgames"', JSON.stringify(here.href));
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
});

test("positions are values", async () => {
  const engine = await load();
  const start = engine.position("tictactoe");
  const after = start.play("b2");
  assert.equal(String(start), "tictactoe .../.../...");
  assert.equal(after.text, "tictactoe .../.o./...");
  assert.equal(after.turn, 1);
  assert.equal(after.legalMoves.length, 8);
  assert.equal(after.play(after.legalMoves[0]).text, after.play(0).text);
  assert.equal(after.isOver, false);
  assert.throws(() => after.play("b2"), refused("illegalMove"));
  assert.throws(() => engine.position("chess"), refused("unknownGame"));
  assert.throws(() => { after.text = "x"; }, TypeError);
  assert.equal(engine.deal("honeymoon", 3).text, engine.deal("honeymoon", 3).text);
});

test("a search tells its progress and ends when it is asked to", async () => {
  const engine = await load();
  const depths = [];
  const found = await engine.search("othello", { depth: 6, onProgress: ({ depth }) => depths.push(depth) });
  assert.equal(found.depth, 6);
  assert.deepEqual([...new Set(depths)].sort((a, b) => a - b), [1, 2, 3, 4, 5, 6]);
  const control = new AbortController();
  setTimeout(() => control.abort(), 150);
  const began = performance.now();
  await assert.rejects(engine.search("othello", { signal: control.signal }), { name: "AbortError" });
  assert.ok(performance.now() - began < 2000);
  await assert.rejects(engine.solve("othello", { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("the event loop works between the steps of a search", async () => {
  const engine = await load();
  await engine.ready("othello");
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await engine.search("othello", { ms: 600, slice: 20 });
  clearInterval(timer);
  // How long it waits for a step depends on the machine; that it has its turns does not.
  assert.ok(turns >= 5, `${turns}`);
});

test("limits leave what is proven", async () => {
  const engine = await load();
  const found = await engine.solve("othello:6", { nodes: 2000 });
  assert.equal(found.proven, false);
  assert.ok(found.bounds[0] < found.bounds[1]);
  const whole = await engine.solve("tictactoe", { lines: 9 });
  assert.equal(whole.value, 0);
  assert.equal(whole.lines.length, 9);
});

test("data are loaded once, checked, and asked for again after a failure", async () => {
  let asked = 0;
  const folder = new URL("../engine/", import.meta.url);
  const engine = await load({
    data: (name) => (asked++ === 0 ? new Uint8Array(10) : new URL(name, folder)),
  });
  assert.throws(() => engine.ask({ do: "search", position: "othello" }), refused("unsupported"));
  await assert.rejects(engine.search("othello", { depth: 2 }), refused("damagedFile"));
  assert.equal((await engine.search("othello", { depth: 2 })).depth, 2);
  assert.equal(asked, 3);
  await assert.rejects(load({ engine: new Uint8Array(8) }), refused("engine"));
  await assert.rejects(load({ engine: new URL("no.wasm", folder) }), refused("file"));
});

test("a table that does not fit is made shorter", async () => {
  const engine = await load();
  const found = await engine.search("tictactoe", { depth: 9, tableMib: 65536 });
  assert.equal(found.value, 0);
});

test("players choose by their seed", async () => {
  const engine = await load();
  const moves = async (seed) => {
    const agent = engine.agent("random", { seed });
    let position = engine.position("othello:4");
    const played = [];
    while (!position.isOver) {
      const move = await agent.choose(position);
      played.push(move.text);
      position = position.play(move);
    }
    return played.join(" ");
  };
  assert.equal(await moves(4), await moves(4));
  assert.notEqual(await moves(4), await moves(5));
  await assert.rejects(engine.agent("nobody").choose("othello"), refused("unknownPlayer"));
});
