/** Rules, players, search and exact solving of games, by the engine that `../build.py` builds. */

/** Longest time in milliseconds for which a call keeps the event loop waiting, about. */
const SLICE = 50;

/** What the engine refuses, or that it cannot go on. `code` is the kind: `illegalMove`, `parse` ... */
export class BitgamesError extends Error {
  name = "BitgamesError";

  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
}

/** An engine, from a folder of its files or what else `options` name. */
export async function load({ engine, data, report } = {}) {
  const file = data ?? ((name) => new URL(`engine/${name}`, import.meta.url));
  let instance;
  try {
    const source = await engine ?? new URL("engine/engine.wasm", import.meta.url);
    const code = source instanceof WebAssembly.Module ? source : await bytes(source);
    const env = {
      now: () => performance.now(),
      report: (place, length) => report?.(JSON.parse(text.decode(new Uint8Array(instance.exports.memory.buffer, place, length)))),
    };
    const made = await WebAssembly.instantiate(code, { env });
    instance = made instanceof WebAssembly.Instance ? made : made.instance;
  } catch (error) {
    if (error instanceof BitgamesError) throw error;
    throw new BitgamesError("engine", `the engine cannot start: ${error.message}`, { cause: error });
  }
  return new Engine(instance.exports, file);
}

/** The bytes of what names or holds them: a URL, an answer of `fetch`, or bytes. */
async function bytes(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const isUrl = typeof source === "string" || source instanceof URL;
  try {
    if (isUrl && globalThis.process?.versions?.node && !/^(https?|data|blob):/.test(source)) {
      const { readFile } = await import("node:fs/promises");
      return await readFile(source);
    }
    const response = isUrl ? await fetch(source) : source;
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch (error) {
    const message = `${source?.url ?? source} cannot be read: ${error.message}`;
    throw new BitgamesError("file", message, { cause: error });
  }
}

/** Lets the event loop work. */
const pause = globalThis.setImmediate
  ? () => new Promise((resolve) => setImmediate(resolve))
  : () => new Promise((resolve) => {
      // A timer would wait 4 ms.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });

const utf8 = new TextEncoder();
const text = new TextDecoder();

class Engine {
  #exports;
  #file;
  /** The files that are loaded or on their way, by name. */
  #loading = new Map();
  /** Why it cannot go on. */
  #broken;
  #games;
  #files;

  constructor(exports, file) {
    this.#exports = exports;
    this.#file = file;
    const { games, files } = this.ask({ do: "games" });
    this.#games = games;
    this.#files = files;
  }

  /** The games with their names, titles and facts. */
  get games() {
    return structuredClone(this.#games);
  }

  /** A position from its text; a spec such as `othello` is a start. */
  position(of) {
    return new Position(this, this.ask({ do: "position", position: String(of) }));
  }

  /** The start of a game; a game of chance is dealt by the seed. */
  deal(game, seed = fresh()) {
    return new Position(this, this.ask({ do: "deal", position: String(game), seed }));
  }

  /** The players of a game with their rules, and the names of its levels. */
  players(game) {
    return this.ask({ do: "players", position: String(game) });
  }

  /** A player by its spec. */
  agent(spec, { seed = fresh() } = {}) {
    return new Agent(this, String(spec), seed);
  }

  /** Loads what a game needs, and its opening book. Searches and players do so themselves. */
  async ready(game) {
    const { game: spec } = this.ask({ do: "position", position: String(game) });
    const wanted = this.#files.filter((file) => file.game === spec);
    await Promise.all(wanted.map((file) => this.#load(file.name)));
  }

  #load(name) {
    if (!this.#loading.has(name)) {
      const loading = (async () => {
        this.ask({ do: "load", name }, await bytes(await this.#file(name)));
      })();
      this.#loading.set(name, loading);
      // What could not be loaded is asked for again.
      loading.catch(() => this.#loading.delete(name));
    }
    return this.#loading.get(name);
  }

  /** The best move by a search: of one second, unless something else limits it. */
  async search(position, options = {}) {
    const { depth, nodes, ms, lines, level, seeAll, tableMib, ...run } = options;
    const isLimited = [depth, nodes, ms, level, run.signal].some((limit) => limit != null);
    const limits = { depth, nodes, seconds: isLimited ? seconds(ms) : 1 };
    const asked = { do: "search", position: String(position), lines, level, seeAll, limits, tableMib };
    return this.#run(asked, run);
  }

  /** The exact value of a position, or what is proven of it within the limits. */
  async solve(position, options = {}) {
    const { nodes, ms, lines, wld, book, tableMib, ...run } = options;
    const limits = { nodes, seconds: seconds(ms) };
    return this.#run({ do: "solve", position: String(position), lines, wld, book, limits, tableMib }, run);
  }

  async #run(asked, { signal, onProgress, slice = SLICE }) {
    signal?.throwIfAborted();
    await this.ready(asked.position);
    const { handle } = this.ask(asked);
    try {
      let since = performance.now();
      for (;;) {
        signal?.throwIfAborted();
        const found = this.ask({ do: "step", handle, ms: finite(slice) });
        const { over, ...answer } = found;
        if (over) return answer;
        onProgress?.(answer);
        if (performance.now() - since >= slice / 2) {
          await pause();
          since = performance.now();
        }
      }
    } finally {
      if (!this.#broken) this.ask({ do: "free", handle });
    }
  }

  /** The number of games of so many plies; a finished game counts as one. */
  async perft(position, depth, { signal, slice = SLICE } = {}) {
    signal?.throwIfAborted();
    await pause();
    try {
      return this.ask({ do: "perft", position: String(position), depth, ms: finite(slice) }).count;
    } catch (error) {
      if (error.code !== "interrupted") throw error;
    }
    const from = this.position(position);
    let count = 0;
    for (const move of from.legalMoves) {
      count += await this.perft(from.play(move), depth - 1, { signal, slice });
    }
    return count;
  }

  /** An answer of the engine; what it refuses is thrown. */
  ask(request, data = new Uint8Array()) {
    if (this.#broken) throw this.#broken;
    const given = [utf8.encode(JSON.stringify(request)), new Uint8Array(data.buffer ?? data, data.byteOffset, data.byteLength)];
    let answer;
    try {
      answer = JSON.parse(this.#call(given));
    } catch (error) {
      this.#broken = new BitgamesError("crashed", `the engine has stopped: ${error.message}`, { cause: error });
      throw this.#broken;
    }
    if (answer.error) throw new BitgamesError(answer.error, answer.message);
    return answer;
  }

  #call(given) {
    const { engine_alloc: alloc, engine_call: call, engine_free: free, memory } = this.#exports;
    const places = given.map((bytes) => {
      const place = alloc(bytes.length);
      if (place === 0) throw new Error("memory is full");
      new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
      return [place, bytes.length];
    });
    const place = call(...places.flat());
    places.forEach((memory) => free(...memory));
    const length = new DataView(memory.buffer).getUint32(place, true);
    const said = text.decode(new Uint8Array(memory.buffer, place + 4, length));
    free(place, length + 4);
    return said;
  }
}

/** A position; it does not change. */
class Position {
  #engine;

  constructor(engine, { position, legalMoves, outcome, ...facts }) {
    this.#engine = engine;
    Object.assign(this, { text: position, ...facts });
    this.legalMoves = Object.freeze(legalMoves.map((move) => Object.freeze(move)));
    this.outcome = outcome && Object.freeze(outcome);
    Object.freeze(this);
  }

  get isOver() {
    return this.outcome !== null;
  }

  /** The position after a move: one of `legalMoves`, its index or its text. */
  play(move) {
    const asked = { do: "play", position: this.text, move: move?.index ?? move };
    return new Position(this.#engine, this.#engine.ask(asked));
  }

  /** The position as a player knows it. */
  view(player) {
    return this.#engine.ask({ do: "view", position: this.text, player }).view;
  }

  toString() {
    return this.text;
  }
}

/** A player with its own random numbers. */
class Agent {
  #engine;
  /** By the spec of a game: the players made so far. */
  #made = new Map();

  constructor(engine, spec, seed) {
    this.#engine = engine;
    Object.assign(this, { spec, seed });
    Object.freeze(this);
  }

  /** Its move. A search of the player is not interrupted: only `ms` ends it, with an error. */
  async choose(position, { moves = [], signal, ms } = {}) {
    signal?.throwIfAborted();
    await this.#engine.ready(position);
    await pause();
    signal?.throwIfAborted();
    const at = this.#engine.position(position);
    if (!this.#made.has(at.game)) {
      this.free();
      const asked = { do: "player", player: this.spec, position: at.text, seed: this.seed };
      this.#made.set(at.game, this.#engine.ask(asked).handle);
    }
    const handle = this.#made.get(at.game);
    moves = moves.map((move) => move?.index ?? move);
    return this.#engine.ask({ do: "choose", handle, position: at.text, moves, ms });
  }

  /** Gives back its memory; it may be asked again. */
  free() {
    for (const handle of this.#made.values()) this.#engine.ask({ do: "free", handle });
    this.#made.clear();
  }
}

/** A seed that nobody knows. */
function fresh() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function seconds(ms) {
  return ms == null ? undefined : ms / 1000;
}

/** No limit is infinite: JSON has no such number. */
function finite(ms) {
  return Number.isFinite(ms) ? ms : undefined;
}
