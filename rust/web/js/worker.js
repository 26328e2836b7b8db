/**
 * A worker of the page, with an engine of its own. One keeps the room of the page, another does what
 * takes long: it hears nothing meanwhile, and is ended where nobody waits for its work any more.
 */

import { load } from "./index.js";

/** After these an engine answers nothing any more. */
const BROKEN = ["crashed", "engine"];

let engine;
/** The job whose reports are sent. */
let current;
/** What is asked is done in its order, though the files of a game have to come before. */
let last = Promise.resolve();

onmessage = ({ data: order }) => {
  last = last.then(() => carryOut(order)).then(
    (answer) => postMessage(answer),
    (error) => postMessage({ job: order.job, error: error.message ?? String(error), broken: BROKEN.includes(error.code) }),
  );
};

async function carryOut({ start, games = [], request, job, task }) {
  if (start) {
    const report = (found) => postMessage({ job: current, found });
    const { module, files } = start;
    // A single page has brought the files; else they lie beside this script.
    const data = (name) => files?.[name] ?? new URL(name, location.href);
    engine = await load({ engine: module, data, report });
    return { ready: engine.games };
  }
  for (const game of games) await engine.ready(game).catch(missing);
  if (request) return { heard: engine.ask(request) };
  current = job;
  return { job, found: engine.ask({ do: "run", task }), final: true };
}

/** Without its book a game has all that it needs; what needs more says so itself. */
function missing(error) {
  if (error.code !== "file") throw error;
}
