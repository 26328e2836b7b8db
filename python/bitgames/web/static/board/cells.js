/** The board of cells: what it shows changes with the scene; the rest stays. */

import { drawn, element, isStill } from "../dom.js";
import { t } from "../i18n.js";
import { BORDER, layFlat, pileUp } from "./layout.js";
import { marksOf, strikesOf } from "./marks.js";
import { pieceOf } from "./pieces.js";
import { cellNames, depthOf, falls, follows, kindOf, layersOf, standing } from "./scene.js";
import { graded } from "./values.js";

/** @import {BoardScene, Geometry, LineStep, Mark, Model, Options, Spot, ToBoard} from "../../types" */

/** Narrower than this many pixels, a pyramid is a plan and its layers have jump buttons. */
const NARROW = 640;
const WAVE_MS = 180;
const CHAIN_MS = 1600;
/** Flips run outwards from the disc, ring by ring. */
const RING_MS = 60;
const AIM_MS = 60;

export class CellBoard {
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
    this.jump = element("div.layers", { role: "group", "aria-label": t("Layers") });
    this.panes = element("div.panes");
    root.append(this.banner, this.jump, this.panes);
    this.listen();
  }

  /** @returns {BoardScene} */
  get scene() {
    return /** @type {BoardScene} */ (this.model.get("scene"));
  }

  /** @returns {Options} */
  get options() {
    return this.model.get("options") ?? {};
  }

  listen() {
    /** @param {Event} event */
    const cellOf = (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest?.("button[data-cell]");
      return button instanceof HTMLElement ? Number(button.dataset.cell) : null;
    };
    const panes = this.panes;
    panes.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell !== null) this.press(cell, /** @type {PointerEvent} */ (event).pointerType);
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

  /** @returns {Geometry | null} @param {string} view */
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

  /** @param {ToBoard} answer a message from Python */
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

  /** @param {Geometry} geometry @param {string} view @param {boolean} flip */
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
    if (view === "isometric") pileUp(this, geometry, layers, flip);
    else for (const layer of layers) layFlat(this, geometry, layer, flip);
    if (view === "plan" && scene.kind === "pyramid")
      for (const layer of layers)
        this.jump.append(
          element("button", {
            type: "button",
            "aria-label": t("Show layer {0}", layer.level),
            click: () =>
              this.panes.children[layer.level - 1]?.scrollIntoView({
                block: "center",
                behavior: isStill() ? "auto" : "smooth",
              }),
          }, t("Layer {0}", layer.level)),
        );
    const start = this.spots[this.focus] ? this.focus : layers[0].first;
    this.rove(start);
    if (focused) this.spots[start]?.button.focus();
  }

  /** Choose the size of a cell, so that the board fits. */
  resize() {
    const { root, scene } = this;
    const wide = root.clientWidth;
    const [columns, rows] = scene.kind === "grid" ? [scene.width, scene.height] : [scene.size, scene.size];
    const tall = this.model.get("height") ?? Math.max(innerHeight - root.getBoundingClientRect().top - scrollY - 150, 300);
    const most = wide / (columns + 2 * BORDER);
    let cell = Math.min(most, tall / (rows + 2 * BORDER), 190);
    if (scene.kind === "grid") cell = Math.max(cell, Math.min(30, most)) * (this.model.get("zoom") ?? 1);
    else if (this.isNarrow) cell = Math.min(most, 64);
    else cell = Math.min((wide - 48) / (2 * columns + 1), 56);
    root.style.setProperty("--cell", `${Math.floor(cell * 100) / 100}px`);
    root.style.setProperty("--tall", `${tall}px`);
    root.classList.toggle("narrow", this.isNarrow);
  }

  /** How many cells lie between a cell and that of the last move. @param {number} cell */
  distance(cell) {
    const { scene } = this;
    const last = scene.last?.cell ?? cell;
    if (scene.kind !== "grid") return 0;
    const [rows, columns] = [Math.floor(cell / scene.width) - Math.floor(last / scene.width), (cell - last) % scene.width];
    return Math.max(Math.abs(rows), rows === 0 ? Math.abs(columns) : 1) - 1;
  }

  // Painting: only what has changed.

  paint() {
    const { scene, model, options, shown } = this;
    const playable = Boolean(model.get("playable")) && scene.outcome === null;
    const animates = follows(scene, shown) && options.animate !== false && !isStill();
    this.moves = new Map();
    // A move is that of its cell; where pieces fall, that of its column, unless pieces are set up.
    const step = falls(scene) && !model.get("edits") ? scene.width : scene.owners.length;
    scene.moves.cell.forEach((cell, at) => {
      for (let each = (cell ?? NaN) % step; each < scene.owners.length; each += step)
        this.moves.set(each, scene.moves.index[at]);
    });
    const { aimed } = this;
    if (aimed !== null && this.moves.get(aimed.cell) !== aimed.i) this.aimed = null;
    /** @param {number} cell */
    const lands = (cell) => scene.moves.cell.includes(cell);
    const waves = new Map(scene.waves.flatMap((cells, wave) => cells.map((cell) => [cell, wave + 1])));
    const effects = new Map(
      (this.aimed?.waves ?? []).flatMap((cells, wave) => cells.map((cell) => [cell, wave + 1])),
    );
    const values = graded(model.get("values"), options);
    const ghosts = this.ghosts();
    const pile = this.root.dataset.view === "isometric";
    const look = { kind: this.root.dataset.kind ?? "", isPile: pile, rise: this.rise, scene };
    /** @param {number} cell */
    const filled = (cell) => scene.owners[cell] !== ".";
    const delay = Math.min(WAVE_MS, CHAIN_MS / Math.max(scene.waves.length, 1));
    // Under other pieces, whose places change where the board is seen from the other side.
    const corner = this.flip ? 3 : 0;
    const hidden = new Set(
      pile ? this.under.map((under, cell) => filled(cell) && under[corner]) : [],
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
        spot.group.replaceChildren(...(owner === "." ? [] : pieceOf(scene, spot, owner, number, pile ? { rise: this.rise, isHidden: hidden.has(cell) } : null)));
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
      /** @type {Mark} */
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
        spot.over.replaceChildren(...marksOf(spot, mark, look));
      }
      const supported = this.under[cell].every(filled);
      const open = supported ? "square" : "square closed";
      spot.square?.setAttribute("class", mark.last ? `${open} last` : open);
      this.name(spot.button, cell, mark, i, supported, number);
    });
    this.panes.querySelector(".strike")?.remove();
    if (scene.kind === "grid" && scene.lines.length > 0) this.panes.querySelector("svg")?.append(strikesOf(scene.lines, this.spots));
    this.shown = scene;
  }

  /** @param {HTMLButtonElement} button @param {number} cell @param {Mark} mark @param {number | undefined} i @param {boolean} supported @param {number} wave */
  name(button, cell, mark, i, supported, wave) {
    const scene = this.scene;
    const owner = scene.owners[cell];
    const parts = [this.names[cell]];
    if (owner === "*") parts.push(t("neutral"));
    else if (owner !== ".") parts.push(t(scene.players[Number(owner)].name));
    else parts.push(t(supported ? "empty" : "unsupported"));
    if (mark.legal && !this.model.get("edits")) parts.push(t(mark.offered ? "playable, offered" : mark.lands ? "playable" : "falls"));
    if (mark.last) parts.push(t("last move"));
    if (wave) parts.push(t("wave {0}", wave));
    if (mark.won) parts.push(t("winning line"));
    if (mark.value) parts.push([mark.value.text, mark.value.depth].filter(Boolean).join(" ") || t("hint"));
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

  /** @param {number} cell @param {string} [pointer] */
  press(cell, pointer) {
    const i = this.moves.get(cell);
    if (i === undefined || !this.model.get("playable")) return this.aim(null);
    if (this.options.tap_twice && pointer === "touch" && this.aimed?.i !== i) return this.aim(cell);
    this.aim(null);
    this.model.send({ do: "play", i });
  }

  /** Show what a move would do. @param {number | null} cell */
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

  /** @param {number} cell */
  rove(cell) {
    const before = this.spots[this.focus]?.button;
    if (before) before.tabIndex = -1;
    this.focus = cell;
    const now = this.spots[cell]?.button;
    if (now) now.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event @param {number | null} cell */
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
