/**
 * The board: draws the scene of a position and takes moves by mouse, touch and keyboard.
 *
 * An anywidget front-end module. The page's `app.js` imports it, too, and its `model` talks to the
 * server. This file imports nothing, and it knows no rules: legal moves, chains and flips come with
 * the scene, the places of cells with `geometry`.
 */

/**
 * @import {BoardScene, Geometry, Grade, GridScene, Layer, LineStep, Model, Options, PyramidScene,
 *   Scene, Spot, TableScene, Trick, Values} from "../types"
 */

const SVG = "http://www.w3.org/2000/svg";
/** Narrower than this many pixels, a pyramid is a plan and its layers have jump buttons. */
const NARROW = 640;
const WAVE_MS = 180;
const CHAIN_MS = 1600;
const TRICK_MS = 1200;
const AIM_MS = 60;
/** @type {Record<string, string>} Symbols in a circle of radius 1. */
const SYMBOLS = {
  circle: "M.5 0A.5 .5 0 1 1 -.5 0A.5 .5 0 1 1 .5 0Z",
  cross: "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
  red: "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
  triangle: "M0 -.62L.537 .31L-.537 .31Z",
  square: "M-.44 -.44H.44V.44H-.44Z",
  neutral: "M-.3 0H.3M0 -.3V.3",
};
/** @type {Record<string, string>} */
const BANDS = { cross: "none", triangle: "1 5", square: "9 5" };
/** @type {Record<string, {name: string, sign: string}>} */
const SUITS = {
  S: { name: "spades", sign: "\u2660" },
  H: { name: "hearts", sign: "\u2665" },
  D: { name: "diamonds", sign: "\u2666" },
  C: { name: "clubs", sign: "\u2663" },
};

// Small tools.

/**
 * Make an HTML element. Attributes with `null` or `false` are left out; functions are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} tag with a class: `div.row`
 * @param {Record<string, any>} [attributes]
 * @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const [name, kind] = tag.split(".");
  const made = document.createElement(/** @type {T} */ (name));
  if (kind) made.className = kind;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function drawn(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, typeof value === "number" ? String(+value.toFixed(2)) : value);
  made.append(...children);
  return made;
}

/**
 * Whether a scene comes soon after the one on the screen: quick players move twice in one frame.
 * @param {Scene} scene @param {Scene | null} shown
 */
const follows = (scene, shown) =>
  shown !== null && shown.game === scene.game && scene.ply > shown.ply && scene.ply <= shown.ply + 3;

/** Whether the viewer wants no motion. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Scene} scene @returns {scene is GridScene} */
const falls = (scene) => scene.kind === "grid" && scene.falls;

/** The look of a board. @param {Scene} scene */
const kindOf = (scene) => (falls(scene) ? "plate" : scene.players[0].shape === "dark" ? "discs" : scene.kind);

/** @param {BoardScene} scene @returns {Layer[]} the layers, the ground first */
function layersOf(scene) {
  return scene.kind === "pyramid" ? scene.layers : [{ level: 0, width: scene.width, first: 0 }];
}

/** @param {BoardScene} scene @param {Layer} layer @returns {number} */
const depthOf = (scene, layer) => (scene.kind === "pyramid" ? layer.width : scene.height);

/**
 * The names of the cells of a board, which are also the texts of its moves.
 * @param {BoardScene} scene
 * @returns {string[]}
 */
export function cellNames(scene) {
  /** @type {string[]} */
  const names = [];
  for (const layer of layersOf(scene))
    for (let at = 0; at < layer.width * depthOf(scene, layer); at++)
      names[layer.first + at] =
        (layer.level || "") +
        scene.columns[at % layer.width] +
        scene.rows[Math.floor(at / layer.width)];
  return names;
}

/** A value with its sign: `+6`, `0`, `-1.5`. */
export function signed(value) {
  const rounded = Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded === 0 ? 0 : rounded);
}

/**
 * The values of moves as they are shown: text, which is a chance to win where a result is only
 * estimated, and the grade of the move.
 * @param {Values | null} values
 * @param {Options} options
 * @returns {Map<number, Grade>}
 */
export function graded(values, options) {
  const moves = values?.moves ?? [];
  const best = Math.max(...moves.map((move) => move.value));
  const deepest = Math.max(0, ...moves.map((move) => move.depth ?? 0));
  return new Map(
    moves.map((move) => {
      const loss = best - move.value;
      const isChance = values?.is_result && !move.exact;
      const shown = isChance
        ? `${Math.round(options.loss ? -50 * loss : 50 + 50 * move.value)} %`
        : signed(options.loss ? -loss : move.value);
      return [
        move.i,
        {
          text: values?.isBare ? "" : (move.exact ? "" : "~") + shown,
          depth: values?.isBare || move.exact || move.depth === null ? "" : `d${move.depth}`,
          grade: move.grade ?? "none",
          exact: move.exact,
          shallow: !move.exact && (move.depth ?? deepest) * 2 < deepest,
        },
      ];
    }),
  );
}

/** The text of a card as it is read: `S A`, `H 10`. */
const cardName = (card) => `${card[0]} ${card[1] === "T" ? "10" : card[1]}`;

/**
 * Whose turn it is, or the result, in a line.
 * @param {Scene} scene
 */
export function standing(scene) {
  const { turn, outcome, players } = scene;
  if (scene.kind === "table" || outcome !== null || turn === null) return scene.caption;
  if (scene.kind === "pyramid" && scene.choosing !== null) {
    const left = Math.min(players[scene.choosing].left ?? 1, scene.offered.length);
    return `${players[scene.choosing].name} chooses ${left} cell${left === 1 ? "" : "s"}`;
  }
  return `${players[turn].name} to move`;
}

/**
 * What the last move was and did, in a line; empty without a last move.
 * @param {Scene | null} before
 * @param {Scene} scene
 */
export function lastMove(before, scene) {
  if (scene.last === null) return "";
  let seat = before !== null && before.ply === scene.ply - 1 ? before.turn : null;
  let text = scene.last.text;
  let effect = "";
  if (scene.kind === "table") {
    if (scene.last.card !== null) text = cardName(scene.last.card);
  } else {
    if (scene.last.cell !== null) seat = parseInt(scene.owners[scene.last.cell], 10);
    const names = cellNames(scene);
    const cells = scene.waves.flat();
    if (cells.length > 0)
      effect =
        scene.kind === "grid"
          ? `, flips ${cells.length}`
          : `, chain: ${cells.map((cell) => names[cell]).join(", ")}`;
  }
  const name = seat === null || Number.isNaN(seat) ? "" : `${scene.players[seat].name} `;
  return name + text + effect;
}

/**
 * A small picture of a board without coordinates; a pyramid is seen from above.
 * @param {BoardScene} scene
 */
export function miniature(scene, owners) {
  const size = scene.kind === "grid" ? [scene.width, scene.height] : [scene.size, scene.size];
  const picture = drawn("svg", {
    viewBox: `-0.1 -0.1 ${size[0] + 0.2} ${size[1] + 0.2}`,
    class: `mini ${kindOf(scene)}`,
    "aria-hidden": "true",
  });
  // One path for the pieces of a player on a layer: a page of the tree stays small.
  for (const layer of layersOf(scene)) {
    /** @type {Map<string, string>} */
    const paths = new Map();
    for (let at = 0; at < layer.width * depthOf(scene, layer); at++) {
      const owner = owners[layer.first + at];
      if (owner === ".") continue;
      const shift = Math.max(layer.level - 1, 0) / 2 + 0.5;
      const [x, y] = [(at % layer.width) + shift, Math.floor(at / layer.width) + shift];
      const isCross = scene.kind === "grid" && scene.players[Number(owner)].shape === "cross";
      const d = isCross ? `M${x - 0.25} ${y - 0.25}l.5 .5m0 -.5l-.5 .5` : `M${x - 0.36} ${y}a.36 .36 0 1 0 .72 0a.36 .36 0 1 0 -.72 0`;
      paths.set(owner, (paths.get(owner) ?? "") + d);
    }
    for (const [owner, d] of paths) {
      const player = scene.players[Number(owner)];
      picture.append(drawn("path", { d, class: owner === "*" ? "neutral" : `p${owner} ${player.shape}` }));
    }
  }
  return picture;
}

// Boards of cells.

class CellBoard {
  /** @param {HTMLElement} root @param {Model} model */
  constructor(root, model) {
    this.root = root;
    this.model = model;
    /** @type {Map<string, Geometry>} */
    this.geometries = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {(Spot | undefined)[]} by cell */
    this.spots = [];
    /** @type {number[][]} the cells on which each cell rests */
    this.under = [];
    this.layout = "";
    this.focus = -1;
    this.flip = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** How far the top of a disc is above its base. */
    this.rise = 0;
    /** @type {{i: number, cell: number, waves: number[][] | null} | null} */
    this.aimed = null;
    /** @type {BoardScene | null} */
    this.shown = null;
    this.names = /** @type {string[]} */ ([]);
    /** @type {Map<number, number>} the move of each cell */
    this.moves = new Map();
    this.banner = element("p.banner", { hidden: true });
    this.jump = element("div.layers", { role: "group", "aria-label": "Layers" });
    this.panes = element("div.panes");
    root.append(this.banner, this.jump, this.panes);
    this.listen();
  }

  /** @returns {BoardScene} */
  get scene() {
    return this.model.get("scene");
  }

  /** @returns {Options} */
  get options() {
    return this.model.get("options") ?? {};
  }

  listen() {
    const cellOf = (event) => {
      const button = event.target.closest?.("button[data-cell]");
      return button instanceof HTMLElement ? Number(button.dataset.cell) : null;
    };
    const panes = this.panes;
    panes.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell !== null) this.press(cell, /** @type {any} */ (event).pointerType);
    });
    panes.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.aim(cellOf(event));
    });
    panes.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.aim(null);
    });
    panes.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.rove(cell);
      if (/** @type {HTMLElement} */ (event.target).matches(":focus-visible")) this.aim(cell);
    });
    panes.addEventListener("focusout", () => this.aim(null));
    panes.addEventListener("keydown", (event) => this.key(event, cellOf(event)));
  }

  /** @returns {Geometry | null} */
  geometry(view) {
    const game = this.scene.game;
    const key = `${game} ${view}`;
    const given = this.geometries.get(key) ?? this.model.get("geometry")?.[view];
    if (given && (given.game ?? game) === game) return given;
    if (!this.asked.has(key)) {
      this.asked.add(key);
      this.model.send({ do: "geometry", game, view });
    }
    return null;
  }

  /** @param {any} answer a message from Python */
  receive(answer) {
    if (answer.is === "geometry") {
      this.geometries.set(`${answer.game} ${answer.view}`, answer);
      this.asked.delete(`${answer.game} ${answer.view}`);
      this.update();
    } else if (answer.is === "preview" && this.aimed !== null && this.aimed.i === answer.i) {
      this.aimed.waves = answer.waves;
      this.paint();
    }
  }

  /** Forget what was asked for: the answers are lost with the connection. */
  reset() {
    this.asked.clear();
  }

  update() {
    const scene = this.scene;
    let view = "plan";
    if (scene.kind === "pyramid") {
      view = this.model.get("view") ?? "auto";
      if (view === "auto") view = this.isNarrow ? "plan" : "isometric";
    }
    const geometry = this.geometry(view);
    if (geometry === null) return;
    const flip = this.flip = Boolean(this.model.get("flip")) && !falls(scene);
    const layout = `${scene.game} ${view} ${flip}`;
    if (layout !== this.layout) {
      this.layout = layout;
      this.build(geometry, view, flip);
      this.shown = null;
    }
    this.resize();
    this.paint();
  }

  get isNarrow() {
    return this.root.clientWidth < NARROW;
  }

  // Building: once for each board, view and side.

  /** @param {Geometry} geometry */
  build(geometry, view, flip) {
    const scene = this.scene;
    const focused = this.panes.contains(document.activeElement);
    this.names = cellNames(scene);
    this.spots = [];
    this.under = geometry.under;
    this.panes.replaceChildren();
    this.jump.replaceChildren();
    this.root.dataset.view = view;
    this.root.dataset.kind = kindOf(scene);
    const layers = layersOf(scene);
    if (view === "isometric") this.pile(geometry, layers, flip);
    else for (const layer of layers) this.plan(geometry, layer, flip);
    if (view === "plan" && scene.kind === "pyramid")
      for (const layer of layers)
        this.jump.append(
          element("button", {
            type: "button",
            "aria-label": `Show layer ${layer.level}`,
            click: () =>
              this.panes.children[layer.level - 1]?.scrollIntoView({
                block: "center",
                behavior: isStill() ? "auto" : "smooth",
              }),
          }, `Layer ${layer.level}`),
        );
    const start = this.spots[this.focus] ? this.focus : layers[0].first;
    this.rove(start);
    if (focused) this.spots[start]?.button.focus();
  }

  /**
   * One picture with buttons over it.
   * @param {Layer[]} layers
   * @param {(slot: number) => number[]} place
   * @returns {{pane: HTMLElement, under: SVGElement, front: SVGElement}} `front` hides the pieces
   */
  pane(box, layers, flip, place) {
    const scene = this.scene;
    const [left, top, width, height] = box;
    const under = drawn("g", {});
    const pieces = drawn("g", {});
    const front = drawn("g", {});
    const over = drawn("g", {});
    const picture = drawn(
      "svg",
      { viewBox: box.map((side) => side.toFixed(2)).join(" "), "aria-hidden": "true" },
      under,
      pieces,
      front,
      over,
    );
    const pane = element("div.pane", {}, picture);
    pane.style.aspectRatio = `${width} / ${height}`;
    for (const layer of layers) {
      const label = layer.level ? `Board, layer ${layer.level}` : "Board";
      const grid = element("div", { role: "grid", "aria-label": label });
      const count = layer.width * depthOf(scene, layer);
      for (let at = 0; at < count; at++) {
        if (at % layer.width === 0) grid.append(element("div", { role: "row" }));
        const slot = layer.first + at;
        const cell = flip ? layer.first + count - 1 - at : slot;
        const [x, y, rx, ry] = place(slot);
        const button = element("button", { type: "button", tabindex: -1, "data-cell": cell });
        Object.assign(button.style, {
          left: `${((x - rx - left) / width) * 100}%`,
          top: `${((y - ry - top) / height) * 100}%`,
          width: `${((2 * rx) / width) * 100}%`,
          height: `${((2 * ry) / height) * 100}%`,
        });
        grid.lastElementChild?.append(element("div", { role: "gridcell" }, button));
        const spot = { group: drawn("g"), over: drawn("g"), button, square: null, piece: "", marks: "" };
        pieces.append(spot.group);
        over.append(spot.over);
        this.spots[cell] = { ...spot, x, y, rx, ry };
      }
      pane.append(grid);
    }
    this.panes.append(pane);
    return { pane, under, front };
  }

  /** A flat board, or a layer of a pyramid. @param {Geometry} geometry @param {Layer} layer */
  plan(geometry, layer, flip) {
    const scene = this.scene;
    const places = geometry.cells;
    const ground = layersOf(scene)[0];
    const pitch =
      ground.width > 1 ? places[ground.first + 1][0] - places[ground.first][0] : 2 * places[0][2];
    const half = pitch / 2;
    const height = depthOf(scene, layer);
    const count = layer.width * height;
    const [x0, y0] = places[layer.first].map((side) => side - half);
    const isLayer = layer.level > 0;
    const [margin, head] = [pitch * 0.5, pitch * (isLayer ? 0.95 : 0.5)];
    const box = [x0 - margin, y0 - head, 0, 0];
    box[2] = layer.width * pitch + margin + pitch * 0.1;
    box[3] = height * pitch + head + pitch * 0.1;
    const { pane, under, front } = this.pane(box, [layer], flip, (slot) => [
      places[slot][0],
      places[slot][1],
      half,
      half,
    ]);
    pane.style.setProperty("--across", String(box[2] / pitch));
    pane.style.setProperty("--down", String(box[3] / pitch));
    const word = (text, x, y) =>
      drawn("text", { x, y: y + pitch * 0.1, "font-size": pitch * (layer.width > 9 ? 0.4 : 0.28), class: "label" }, text);
    if (isLayer) under.append(word(`layer ${layer.level}`, x0 + (layer.width * pitch) / 2, y0 - pitch * 0.72));
    for (let at = 0; at < layer.width; at++) {
      const column = scene.columns[flip ? layer.width - 1 - at : at];
      under.append(word(column, x0 + (at + 0.5) * pitch, y0 - margin / 2));
    }
    for (let at = 0; at < height; at++) {
      const row = scene.rows[flip ? height - 1 - at : at];
      under.append(word(row, x0 - margin / 2, y0 + (at + 0.5) * pitch));
    }
    const r = half * 0.8;
    for (let at = 0; at < count; at++) {
      const [x, y] = places[layer.first + at];
      let d = `M${x - half} ${y - half}h${pitch}v${pitch}h${-pitch}z`;
      if (falls(scene)) d += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
      const square = drawn("path", { d });
      (falls(scene) ? front : under).append(square);
      const spot = this.spots[layer.first + (flip ? count - 1 - at : at)];
      if (!spot) continue;
      spot.square = square;
      spot.group.style.setProperty("--fall", `${Math.floor(at / layer.width) + 1}`);
    }
    if (scene.kind === "grid" && scene.width === 8 && this.root.dataset.kind === "discs")
      for (const slot of [18, 22, 50, 54]) {
        const [x, y] = places[slot];
        under.append(drawn("circle", { cx: x - half, cy: y - half, r: pitch * 0.06, class: "point" }));
      }
  }

  /**
   * A pyramid from above its front corner. Flipped, the cells of each layer change places.
   * @param {Geometry} geometry @param {Layer[]} layers @param {boolean} flip
   */
  pile(geometry, layers, flip) {
    const scene = /** @type {PyramidScene} */ (this.scene);
    const { under } = this.pane(geometry.box, layers, flip, (slot) => geometry.cells[slot]);
    this.rise = geometry.height;
    const path = (points) =>
      `M${points.map((pair) => pair.map((side) => side.toFixed(1)).join(" ")).join("L")}Z`;
    const lower = (/** @type {number[]} */ [x, y]) => [x, y + geometry.slab];
    const [left, near, right] = geometry.table;
    under.append(
      drawn("path", { d: path([left, near, lower(near), lower(left)]), class: "slab left" }),
      drawn("path", { d: path([near, right, lower(right), lower(near)]), class: "slab right" }),
      drawn("path", { d: path(geometry.table), class: "slab" }),
    );
    const other = (text) => {
      const names = scene.columns.includes(text) ? scene.columns : scene.rows;
      return flip ? names[names.length - 1 - names.indexOf(text)] : text;
    };
    for (const { text, x, y } of geometry.labels)
      under.append(drawn("text", { x, y, "font-size": 15, class: "label" }, other(text)));
    for (let at = 0; at < scene.size ** 2; at++) {
      const [x, y, rx, ry] = geometry.cells[layers[0].first + at];
      under.append(drawn("ellipse", { cx: x, cy: y, rx, ry, class: "hollow" }));
    }
  }

  /** Choose the size of a cell, so that the board fits. */
  resize() {
    const { root, scene } = this;
    const wide = root.clientWidth;
    const [columns, rows] = scene.kind === "grid" ? [scene.width, scene.height] : [scene.size, scene.size];
    // Below the board is the row of buttons. In a notebook, which scrolls, the height is given.
    const tall = this.model.get("height") ?? Math.max(innerHeight - root.getBoundingClientRect().top - scrollY - 150, 300);
    let cell = Math.min(wide / (columns + 0.6), tall / (rows + 0.6), 84);
    if (scene.kind === "grid")
      cell = Math.max(cell, Math.min(30, wide / (columns + 0.6))) * (this.model.get("zoom") ?? 1);
    else if (wide < NARROW) cell = Math.min(wide / (columns + 0.6), 64);
    else cell = Math.min((wide - 48) / (2 * columns + 1), 56);
    root.style.setProperty("--cell", `${Math.floor(cell * 100) / 100}px`);
    root.style.setProperty("--tall", `${tall}px`);
    root.classList.toggle("narrow", this.isNarrow);
  }

  // Painting: only what has changed.

  paint() {
    const { scene, model, options, shown } = this;
    const playable = Boolean(model.get("playable")) && scene.outcome === null;
    const animates = follows(scene, shown) && options.animate !== false && !isStill();
    this.moves = new Map();
    // A move is that of its cell; where pieces fall, that of its column.
    const step = falls(scene) ? scene.width : scene.owners.length;
    scene.moves.cell.forEach((cell, at) => {
      for (let each = (cell ?? NaN) % step; each < scene.owners.length; each += step)
        this.moves.set(each, scene.moves.index[at]);
    });
    const { aimed } = this;
    if (aimed !== null && this.moves.get(aimed.cell) !== aimed.i) this.aimed = null;
    const lands = (cell) => scene.moves.cell.includes(cell);
    const waves = new Map(scene.waves.flatMap((cells, wave) => cells.map((cell) => [cell, wave + 1])));
    const effects = new Map(
      (this.aimed?.waves ?? []).flatMap((cells, wave) => cells.map((cell) => [cell, wave + 1])),
    );
    const values = graded(model.get("values"), options);
    const ghosts = this.ghosts();
    const filled = (cell) => scene.owners[cell] !== ".";
    const delay = Math.min(WAVE_MS, CHAIN_MS / Math.max(scene.waves.length, 1));
    // Under other pieces, whose places change where the board is seen from the other side.
    const corner = this.flip ? 3 : 0;
    const hidden = new Set(
      this.root.dataset.view === "isometric" ? this.under.map((under, cell) => filled(cell) && under[corner]) : [],
    );
    // Where every empty cell can be played, a dot on each would say nothing.
    const isAny = [...scene.owners].every((owner, cell) => owner !== "." || lands(cell));
    const offered = new Set(scene.kind === "pyramid" ? scene.offered : []);
    this.banner.hidden = !(scene.kind === "pyramid" && scene.choosing !== null);
    this.banner.textContent = standing(scene);
    this.spots.forEach((spot, cell) => {
      if (spot === undefined) return;
      const owner = scene.owners[cell];
      const before = shown?.owners[cell] ?? owner;
      const wave = waves.get(cell) ?? 0;
      const number = scene.kind === "pyramid" ? wave : 0;
      const piece = `${owner}${number}${hidden.has(cell) ? " hidden" : ""}`;
      if (spot.piece !== piece) {
        const old = [...spot.group.children];
        spot.piece = piece;
        spot.group.replaceChildren(...(owner === "." ? [] : this.piece(spot, cell, number)));
        spot.group.setAttribute("class", "");
        if (animates && owner !== "." && before !== owner) {
          const isTurn = before !== ".";
          spot.group.setAttribute("class", isTurn ? "turned" : "placed");
          spot.group.style.animationDelay = isTurn ? "0.1s" : `${wave * delay}ms`;
          if (isTurn && old[0]) {
            const leaving = drawn("g", { class: "turning" }, ...old);
            spot.over.before(leaving);
            leaving.addEventListener("animationend", () => leaving.remove());
          }
        }
      }
      const i = this.moves.get(cell);
      const mark = {
        last: cell === scene.last?.cell,
        flipped: scene.kind === "grid" && wave > 0,
        won: scene.kind === "grid" && scene.won.includes(cell),
        legal: i !== undefined && playable,
        lands: lands(cell),
        dot: !isAny,
        offered: offered.has(cell),
        aim: i !== undefined && this.aimed?.i === i,
        effect: effects.get(cell) ?? 0,
        ghost: ghosts.get(cell) ?? null,
        value: i === undefined || !lands(cell) ? undefined : values.get(i),
        filled: filled(cell),
        show: options.show ?? "both",
      };
      const marks = JSON.stringify(mark);
      if (spot.marks !== marks) {
        spot.marks = marks;
        spot.over.replaceChildren(...this.marks(spot, mark));
      }
      const supported = this.under[cell].every(filled);
      const open = supported ? "square" : "square closed";
      spot.square?.setAttribute("class", mark.last ? `${open} last` : open);
      this.name(spot.button, cell, mark, i, supported, number);
    });
    this.strike();
    this.shown = scene;
  }

  /** @param {HTMLButtonElement} button @param {number} cell @param {any} mark */
  name(button, cell, mark, i, supported, wave) {
    const scene = this.scene;
    const owner = scene.owners[cell];
    const parts = [this.names[cell]];
    if (owner === "*") parts.push("neutral");
    else if (owner !== ".") parts.push(scene.players[Number(owner)].name);
    else parts.push(supported ? "empty" : "unsupported");
    if (mark.legal) parts.push(mark.offered ? "playable, offered" : mark.lands ? "playable" : "falls");
    if (mark.last) parts.push("last move");
    if (wave) parts.push(`wave ${wave}`);
    if (mark.won) parts.push("winning line");
    if (mark.value) parts.push([mark.value.text, mark.value.depth].filter(Boolean).join(" ") || "hint");
    const label = parts.join(", ");
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    button.setAttribute("aria-disabled", String(!mark.legal));
    button.classList.toggle("legal", i !== undefined);
  }

  /** @returns {Map<number, {number: number, seat: number}>} the cells of the line to show */
  ghosts() {
    const found = new Map();
    /** @type {LineStep[]} */
    const line = this.model.get("ghosts") ?? [];
    line.forEach(({ cell, seat }, at) => {
      if (cell !== null && !found.has(cell)) found.set(cell, { number: at + 1, seat });
    });
    return found;
  }

  /** The piece on a cell. @param {Spot} spot @returns {SVGElement[]} */
  piece(spot, cell, wave) {
    const scene = this.scene;
    const owner = scene.owners[cell];
    const shape = owner === "*" ? "neutral" : scene.players[Number(owner)].shape ?? "circle";
    const player = owner === "*" ? "neutral" : `p${owner}`;
    const { x, y, rx, ry } = spot;
    if (this.root.dataset.view === "isometric") return this.disc(spot, shape, player, wave);
    const r = rx * 0.8;
    if (shape === "ring") return [drawn("circle", { cx: x, cy: y, r: r * 0.72, class: `ring ${player}`, "stroke-width": r * 0.26 })];
    if (scene.kind === "grid" && shape === "cross") {
      const a = r * 0.62;
      const d = `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}`;
      return [drawn("path", { d, class: `strokes ${player}`, "stroke-width": r * 0.27 })];
    }
    if (shape === "dark" || shape === "light")
      return [
        drawn("ellipse", { cx: x + rx * 0.04, cy: y + ry * 0.07, rx: r, ry: r, class: "shadow" }),
        drawn("circle", { cx: x, cy: y, r, class: `disc ${shape}` }),
      ];
    return [
      drawn("circle", { cx: x, cy: y, r, class: `disc ${player}` }),
      ...this.symbol(shape, x, y, r * 0.85, 1, wave),
    ];
  }

  /** A symbol, around a number if a wave brought the piece. */
  symbol(shape, x, y, r, flat, wave) {
    const around = wave ? r * 1.35 : r;
    const found = [
      drawn("path", {
        d: SYMBOLS[shape] ?? SYMBOLS.circle,
        class: shape === "neutral" ? "symbol plain" : "symbol",
        transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${around.toFixed(2)} ${(around * flat).toFixed(2)})`,
      }),
    ];
    if (wave) {
      const size = r * 0.85 * (0.4 + 0.6 * flat);
      found.push(
        drawn("ellipse", { cx: x, cy: y, rx: r * 0.5, ry: r * 0.5 * flat, class: "patch" }),
        drawn("text", { x, y: y + size * 0.36, "font-size": size, class: "number" }, String(wave)),
      );
    }
    return found;
  }

  /** A disc of the pyramid. @param {Spot} spot */
  disc(spot, shape, player, wave) {
    const { x, y, rx, ry } = spot;
    const top = this.top(spot);
    const arc = `A${rx.toFixed(2)} ${ry.toFixed(2)} 0 0 0 `;
    const side = `M${x - rx} ${top}V${y}${arc}${x + rx} ${y}V${top}Z`;
    const found = [
      drawn("ellipse", { cx: x + 3, cy: y + 4, rx, ry, class: "shadow" }),
      drawn("path", { d: side, class: `wall ${player}` }),
      drawn("path", { d: side, class: "shade" }),
    ];
    if (shape in BANDS) {
      const middle = (y + top) / 2;
      const d = `M${x - rx} ${middle}${arc}${x + rx} ${middle}`;
      found.push(drawn("path", { d, class: "band", "stroke-dasharray": BANDS[shape] }));
    }
    found.push(drawn("ellipse", { cx: x, cy: top, rx, ry, class: `disc ${player}` }));
    if (!spot.piece.endsWith("hidden")) found.push(...this.symbol(shape, x, top, rx * 0.8, ry / rx, wave));
    return found;
  }

  /** The middle of the top of a disc on the pyramid. @param {Spot} spot */
  top({ y }) {
    return y - this.rise;
  }

  /** What is drawn over pieces and cells. @param {Spot} spot @returns {SVGElement[]} */
  marks(spot, mark) {
    const { scene } = this;
    const iso = this.root.dataset.view === "isometric";
    const { x, rx } = spot;
    const flat = iso ? spot.ry / rx : 1;
    const y = iso && mark.filled ? this.top(spot) : spot.y;
    /** @type {SVGElement[]} */
    const found = [];
    const oval = (r, kind) =>
      found.push(drawn("ellipse", { cx: x, cy: y, rx: rx * r, ry: rx * r * flat, class: kind }));
    const word = (text, size, up, kind = "") =>
      found.push(drawn("text", { x, y: y + size * 0.36 - up, "font-size": size, class: `word ${kind}` }, text));
    if (mark.flipped) oval(iso ? 1 : 0.86, "flipped");
    if (mark.last) {
      if (iso) oval(0.93, "last back"), oval(0.93, "last front");
      else if (this.root.dataset.kind !== scene.kind) oval(0.2, "last dot");
      else found.push(drawn("rect", { x: x - rx * 0.93, y: y - rx * 0.93, width: rx * 1.86, height: rx * 1.86, rx: rx * 0.15, class: "last frame" }));
    }
    if (mark.ghost) {
      oval(0.66, `ghost p${mark.ghost.seat}`);
      word(String(mark.ghost.number), rx * 0.62, 0);
    } else if (mark.effect) {
      oval(0.62, "effect");
      if (this.root.dataset.kind !== "discs") word(String(mark.effect), rx * 0.6, 0);
    } else if (mark.value) {
      const { grade, text, depth, shallow } = mark.value;
      const numbers = mark.show !== "colours" && text !== "";
      if (mark.show !== "numbers" || !numbers) this.grade(found, grade, x, y, rx, flat, !numbers);
      if (numbers) {
        const size = rx * (text.length > 4 ? 0.5 : 0.6);
        const width = size * (text.length * 0.58 + 0.4);
        const pill = { x: x - width / 2, y: y - size * 0.64, width, height: size * 1.28, rx: size * 0.3 };
        found.push(drawn("rect", { ...pill, class: shallow ? "pill shallow" : "pill" }));
        word(text, size, 0, shallow ? "shallow" : "");
        if (depth) word(depth, rx * 0.38, -rx * 0.64, "depth");
      }
    } else if (mark.offered) {
      oval(0.85, "offer");
      word("?", rx * 0.8, 0);
    } else if (mark.legal && mark.lands && mark.dot) oval(0.22, "dot");
    if (mark.aim && mark.lands) oval(0.8, `aim p${scene.turn}`);
    return found;
  }

  /**
   * The class of a loss, by shape and colour: in the middle, or in a corner beside a number.
   * @param {SVGElement[]} found @param {string} grade @param {number} x @param {number} y
   */
  grade(found, grade, x, y, rx, flat, isAlone) {
    if (grade === "none") return;
    if (grade === "best") {
      for (const r of [0.95, 0.8])
        found.push(drawn("ellipse", { cx: x, cy: y, rx: rx * r, ry: rx * r * flat, class: "grade best" }));
      return;
    }
    const shape = { good: "circle", fair: "triangle", bad: "square" }[grade] ?? "circle";
    const [r, out] = isAlone ? [rx, 0] : [rx * 0.5, rx * 0.68];
    const [cx, cy] = [x + out, y - out * flat];
    const transform = `translate(${cx.toFixed(2)} ${cy.toFixed(2)}) scale(${r.toFixed(2)} ${(r * flat).toFixed(2)})`;
    found.push(drawn("path", { d: SYMBOLS[shape], class: `grade ${grade}`, transform }));
  }

  /** Strike the lines that won. */
  strike() {
    const { scene } = this;
    this.panes.querySelector(".strike")?.remove();
    if (scene.kind !== "grid" || scene.lines.length === 0) return;
    const group = drawn("g", { class: "strike" });
    for (const line of scene.lines) {
      const ends = [this.spots[line[0]], this.spots[line[line.length - 1]]];
      const [from, to] = ends;
      if (!from || !to) continue;
      const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)].map((s) => s * from.rx * 0.7);
      group.append(drawn("path", { d: `M${from.x - dx} ${from.y - dy}L${to.x + dx} ${to.y + dy}`, "stroke-width": from.rx * 0.16 }));
    }
    this.panes.querySelector("svg")?.append(group);
  }

  // Hands on the board.

  /** @param {string} [pointer] */
  press(cell, pointer) {
    const i = this.moves.get(cell);
    if (i === undefined || !this.model.get("playable")) return this.aim(null);
    if (this.options.tap_twice && pointer === "touch" && this.aimed?.i !== i) return this.aim(cell);
    this.aim(null);
    this.model.send({ do: "play", i });
  }

  /** Show what a move would do. */
  aim(cell) {
    const i = cell === null || !this.model.get("playable") ? undefined : this.moves.get(cell);
    if (i === this.aimed?.i) return;
    this.aimed = cell === null || i === undefined ? null : { i, cell, waves: null };
    this.paint();
    clearTimeout(this.timer);
    // A pointer that only crosses the board asks nothing.
    if (i !== undefined && !["grid", "plate"].includes(this.root.dataset.kind ?? ""))
      this.timer = setTimeout(() => this.model.send({ do: "preview", i }), AIM_MS);
    this.root.dispatchEvent(new CustomEvent("bitgames-aim", { detail: i ?? null, bubbles: true }));
  }

  rove(cell) {
    const before = this.spots[this.focus]?.button;
    if (before) before.tabIndex = -1;
    this.focus = cell;
    const now = this.spots[cell]?.button;
    if (now) now.tabIndex = 0;
  }

  key(event, cell) {
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.aim(null);
      this.spots[cell]?.button.blur();
      return;
    }
    const scene = this.scene;
    const layers = layersOf(scene);
    const at = layers.findIndex((each) => cell >= each.first && cell < each.first + each.width * depthOf(scene, each));
    const layer = layers[at];
    let [column, row] = [(cell - layer.first) % layer.width, Math.floor((cell - layer.first) / layer.width)];
    const step = this.flip ? -1 : 1;
    let target = layer;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move) [column, row] = [column + move[0], row + move[1]];
    else if (event.key === "PageUp" || event.key === "PageDown") {
      target = layers[at + (event.key === "PageUp" ? 1 : -1)] ?? layer;
      [column, row] = [Math.min(column, target.width - 1), Math.min(row, target.width - 1)];
    } else if (event.key === "Home") column = step > 0 ? 0 : layer.width - 1;
    else if (event.key === "End") column = step > 0 ? layer.width - 1 : 0;
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (column < 0 || row < 0 || column >= target.width || row >= depthOf(scene, target)) return;
    const next = target.first + row * target.width + column;
    this.rove(next);
    this.spots[next]?.button.focus();
  }

  /** Show all waves at once. */
  skip() {
    for (const animation of this.root.getAnimations?.({ subtree: true }) ?? []) animation.finish();
  }

  destroy() {
    clearTimeout(this.timer);
  }
}

// Tables of cards.

class TableBoard {
  /** @param {HTMLElement} root @param {Model} model */
  constructor(root, model) {
    this.root = root;
    this.model = model;
    /** @type {TableScene | null} */
    this.shown = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The trick that stays on the table for a while. @type {Trick | null} */
    this.stays = null;
    this.recalls = false;
    this.parts = {
      far: element("section", { class: "side far" }),
      middle: element("div.middle"),
      auction: element("div.auction"),
      near: element("section", { class: "side near" }),
    };
    root.dataset.kind = "table";
    root.append(this.parts.far, this.parts.middle, this.parts.auction, this.parts.near);
    root.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest?.("button[data-i]");
      if (button instanceof HTMLElement && button.getAttribute("aria-disabled") !== "true") {
        this.clear();
        this.model.send({ do: "play", i: Number(button.dataset.i) });
      }
    });
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @returns {TableScene} */
  get scene() {
    return this.model.get("scene");
  }

  /** @returns {Options} */
  get options() {
    return this.model.get("options") ?? {};
  }

  update() {
    const { scene, shown } = this;
    const trick = scene.last_trick;
    const isNew =
      trick !== null && follows(scene, shown) &&
      JSON.stringify(trick) !== JSON.stringify(shown?.last_trick);
    if (isNew && this.options.animate !== false) {
      clearTimeout(this.timer);
      this.recalls = false;
      this.stays = trick;
      this.timer = setTimeout(() => this.clear(), TRICK_MS);
    } else if (shown === null || scene.ply < shown.ply) this.stays = null;
    const focused = /** @type {HTMLElement | null} */ (this.root.contains(document.activeElement) ? document.activeElement : null);
    const [label, group] = [focused?.getAttribute("aria-label"), focused?.closest("[role=group]")?.getAttribute("aria-label")];
    this.shown = scene;
    const near = scene.viewer ?? 0;
    const seats = this.model.get("flip") ? [near, 1 - near] : [1 - near, near];
    this.side(this.parts.far, seats[0]);
    this.side(this.parts.near, seats[1]);
    this.middle(seats);
    this.auction();
    if (label !== undefined && label !== null && !this.root.contains(document.activeElement)) {
      const within = this.root.querySelector(`[role=group][aria-label="${group}"]`) ?? this.root;
      const again = within.querySelector(`[aria-label="${label}"]`) ?? within.querySelector("[tabindex='0']");
      if (again instanceof HTMLElement) again.focus();
    }
  }

  clear() {
    clearTimeout(this.timer);
    this.stays = null;
    this.recalls = false;
    this.update();
  }

  /** A card on the table. @param {Record<string, any>} [more] */
  face(card, more = {}) {
    if (card === null) return element("span", { class: "card back", "aria-hidden": "true" });
    const rank = card[1] === "T" ? "10" : card[1];
    return element("span.card", { "data-suit": card[0], role: "img", "aria-label": cardName(card), ...more },
      element("b", { "aria-hidden": "true" }, rank),
      element("i", { "aria-hidden": "true" }, SUITS[card[0]].sign),
    );
  }

  /** Why a card cannot be played; empty if it can. @param {TableScene} scene */
  reason(scene, card) {
    if (scene.moves.card.includes(card)) return "";
    if (scene.outcome !== null) return "the deal is over";
    if (scene.phase === "auction") return "the auction comes first";
    if (!this.model.get("playable")) return "it is not your turn";
    const led = scene.led === null ? null : scene.trick[scene.led];
    return led ? `follow ${SUITS[led[0]].name}` : "it cannot be played now";
  }

  /** @param {HTMLElement} part */
  side(part, seat) {
    const scene = this.scene;
    const player = scene.players[seat];
    const { cards, hidden, known } = scene.hands[seat];
    const isOwn = scene.viewer === null || scene.viewer === seat;
    const isTurn = scene.turn === seat;
    const about = [
      scene.declarer === seat && scene.contract !== null ? `declarer, ${scene.contract}` : "",
      scene.phase === "play" || scene.phase === "over" ? `${scene.tricks[seat]} trick${scene.tricks[seat] === 1 ? "" : "s"}` : "",
      scene.dealer === seat && scene.phase === "auction" ? "dealer" : "",
      scene.vulnerable[seat] ? "vulnerable" : "",
    ].filter(Boolean);
    const title = element("h3", {}, `${player.name}${isTurn ? " \u25cf" : ""}`, element("small", {}, about.join(", ")));
    const hand = element("div.hand", { role: "group", "aria-label": `Hand of ${player.name}` });
    const order = this.options.suits ?? "SHCD";
    const values = graded(this.model.get("values"), this.options);
    const mine = scene.turn === seat && Boolean(this.model.get("playable"));
    let first = true;
    for (const suit of order) {
      const held = cards.filter((card) => card[0] === suit);
      if (held.length === 0) continue;
      const group = element("span.suit");
      for (const card of held) {
        if (!isOwn) {
          group.append(this.face(card, { title: "known" }));
          continue;
        }
        const at = mine ? scene.moves.card.indexOf(card) : -1;
        const why = at >= 0 ? "" : this.reason(scene, card);
        const value = at >= 0 ? values.get(scene.moves.index[at]) : undefined;
        const about = [why, value ? `${value.text} ${value.depth}`.trim() : "", known.includes(card) ? "known to the other side" : ""];
        const button = element("button", {
          type: "button", class: "card", "data-suit": suit, "aria-label": cardName(card),
          "aria-disabled": String(at < 0), "data-i": at >= 0 ? scene.moves.index[at] : null,
          title: about.filter(Boolean).join(", ") || null, tabindex: first ? 0 : -1,
        }, ...this.face(card).childNodes);
        first = false;
        if (value) button.append(element("em", { class: `grade ${value.grade}`, "aria-hidden": "true" }, value.text || "\u25ce"));
        group.append(button);
      }
      hand.append(group);
    }
    if (hidden > 0) {
      const backs = element("span", { class: "suit backs", role: "img", "aria-label": `${hidden} hidden card${hidden === 1 ? "" : "s"}` });
      for (let at = 0; at < hidden; at++) backs.append(this.face(null));
      hand.append(backs);
    }
    if (cards.length + hidden === 0) hand.append(element("small", {}, "no cards left"));
    part.classList.toggle("turn", isTurn);
    part.replaceChildren(title, hand);
  }

  /** Stock, trick and contract. @param {number[]} seats from the far one to the near one */
  middle(seats) {
    const scene = this.scene;
    const names = scene.players.map((player) => player.name);
    const kept = this.stays ?? (this.recalls ? scene.last_trick : null);
    const stock = element("div.stock");
    if (scene.stock > 0) {
      stock.append(scene.up === null ? this.face(null) : this.face(scene.up));
      stock.append(element("small", {}, scene.up === null ? `stock: ${scene.stock}` : `stock: ${scene.stock}, face up ${cardName(scene.up)}`));
    }
    const cards = element("div.trick", { role: "group", "aria-label": kept ? "Last trick" : "Trick" });
    for (const seat of seats) {
      const card = kept === null ? scene.trick[seat] : kept.cards[kept.seats.indexOf(seat)];
      const isBest = kept !== null && kept.winner === seat;
      const place = element("span", { class: isBest ? "place winner" : "place" });
      if (card) place.append(this.face(card));
      place.append(element("small", {}, isBest ? `${names[seat]} wins` : names[seat]));
      cards.append(place);
    }
    const facts = element("dl.facts");
    const fact = (name, value) =>
      facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
    if (scene.contract !== null && scene.declarer !== null) fact("contract", `${scene.contract} by ${names[scene.declarer]}`);
    else if (scene.last_bid !== null) fact("last bid", scene.last_bid);
    if (scene.contract !== null) fact("trump", scene.trump === null ? "none" : SUITS[scene.trump].name);
    if (scene.phase === "play" || scene.phase === "over") fact("tricks", scene.tricks.map((count, seat) => `${names[seat]} ${count}`).join(", "));
    if (scene.phase === "draw") fact("phase", "exchange: tricks do not count");
    if (scene.rubber !== null) {
      fact("games", scene.rubber.games.join(" : "));
      fact("below the line", scene.rubber.part_scores.join(" : "));
    }
    const buttons = element("div");
    if (kept !== null) buttons.append(element("button", { type: "button", click: () => this.clear() }, "Put the trick away"));
    else if (scene.last_trick !== null)
      buttons.append(element("button", { type: "button", click: () => { this.recalls = true; this.update(); } }, "Last trick"));
    const isCards = scene.phase !== "auction";
    const inner = isCards ? [stock, cards, element("div.about", {}, facts, buttons)] : [];
    this.parts.middle.replaceChildren(...inner);
  }

  /** Calls so far, and what can be called. */
  auction() {
    const scene = this.scene;
    const { seats, calls } = scene.auction;
    const part = this.parts.auction;
    if (scene.phase !== "auction") {
      const text = calls.map((call, at) => `${scene.players[seats[at]].name} ${call}`).join(", ");
      part.replaceChildren(calls.length ? element("details", {}, element("summary", {}, "Auction"), element("p", {}, text)) : "");
      return;
    }
    const table = element("table.calls", {}, element("caption", {}, "Calls"));
    const order = [scene.dealer, 1 - scene.dealer];
    table.append(element("tr", {}, ...order.map((seat) => element("th", { scope: "col" }, scene.players[seat].name))));
    for (let at = 0; at < Math.max(calls.length, 1); at += 2)
      table.append(element("tr", {}, ...[0, 1].map((more) => element("td", {}, calls[at + more] ?? (at + more === calls.length ? "\u2026" : "")))));
    const playable = Boolean(this.model.get("playable"));
    const values = graded(this.model.get("values"), this.options);
    const call = (text, first = false) => {
      const at = scene.moves.text.indexOf(text);
      const can = playable && at >= 0;
      const sign = SUITS[text.slice(1)];
      const shown = sign && text.length === 2 ? [element("span", { "aria-hidden": "true" }, text[0] + sign.sign)] : [text];
      const value = can ? values.get(scene.moves.index[at]) : undefined;
      return element("button", {
        type: "button", "aria-label": text, "aria-disabled": String(!can), class: "call",
        "data-i": can ? scene.moves.index[at] : null, "data-suit": sign ? text[1] : null,
        title: can ? value?.text ?? null : playable ? "not possible now" : "it is not your turn",
        tabindex: first ? 0 : -1,
      }, ...shown);
    };
    const others = element("div.others", { role: "group", "aria-label": "Calls" }, ...["pass", "double", "redouble"].map((text, at) => call(text, at === 0)));
    const grid = element("div.bids", { role: "group", "aria-label": "Bids" });
    for (let level = 1; level <= 7; level++)
      for (const strain of ["C", "D", "H", "S", "NT"]) grid.append(call(`${level}${strain}`, level === 1 && strain === "C"));
    part.replaceChildren(element("div.calling", {}, others, grid), table);
  }

  /** Arrows move among the cards, bids and calls of a group. */
  key(event) {
    const { target } = event;
    const group = target.closest(".hand, .bids, .others");
    if (event.key === "Escape") target.blur();
    if (group === null || !event.key.startsWith("Arrow")) return;
    const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
    const down = group.classList.contains("bids") ? 5 : 1;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -down, ArrowDown: down }[event.key] ?? 0;
    const next = buttons[buttons.indexOf(target) + step];
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  receive() {}

  reset() {}

  resize() {}

  skip() {
    if (this.stays !== null) this.clear();
  }

  destroy() {
    clearTimeout(this.timer);
  }
}

const WATCHED = ["scene", "values", "ghosts", "view", "flip", "playable", "options", "geometry", "zoom", "height"];

/**
 * Draw the board of a model into an element; the function that is returned takes it away.
 * @param {{model: Model, el: HTMLElement}} host
 * @returns {() => void}
 */
export function render({ model, el }) {
  // Keys in the board are for the board, not for the notebook around it.
  const root = element("div.bitgames", { "data-lm-suppress-shortcuts": "true" });
  el.append(root);
  /** @type {CellBoard | TableBoard | null} */
  let board = null;
  let isTable = false;
  let isAsked = false;
  let isGone = false;
  const update = () => {
    isAsked = false;
    const scene = model.get("scene");
    // What is not shown has no width yet, on which the view depends.
    if (isGone || !scene || root.clientWidth === 0) return;
    if (board === null || isTable !== (scene.kind === "table")) {
      board?.destroy();
      root.replaceChildren();
      isTable = scene.kind === "table";
      board = isTable ? new TableBoard(root, model) : new CellBoard(root, model);
    }
    board.update();
  };
  // Changes that come together are one update, which nobody sees half done.
  const later = () => {
    if (!isAsked) queueMicrotask(update);
    isAsked = true;
  };
  const receive = (message) =>
    message.is === "connected" ? (board?.reset(), later()) : board?.receive(message);
  const skip = () => board?.skip();
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      requestAnimationFrame(update);
    }
  });
  observer.observe(root);
  for (const name of WATCHED) model.on(`change:${name}`, later);
  model.on("msg:custom", receive);
  addEventListener("keydown", skip, true);
  update();
  return () => {
    isGone = true;
    observer.disconnect();
    for (const name of WATCHED) model.off(`change:${name}`, later);
    model.off("msg:custom", receive);
    removeEventListener("keydown", skip, true);
    board?.destroy();
    root.remove();
  };
}

export default { render };
