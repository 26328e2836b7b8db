/** Boards that are shown before an engine has come. */

/** @import {First, Sent} from "../../page" */
/** @import {GeometryFound, State} from "../../types" */

/**
 * The answer to a message that begins a game for people at this screen, or asks where its cells are;
 * null to any other.
 * @param {Sent} message @param {Record<string, First>} firsts by the specs of games @returns {State | GeometryFound | null}
 */
export function firstAnswer(message, firsts) {
  if (message.do === "geometry") {
    const place = firsts[message.game ?? ""]?.geometry;
    return place !== undefined && !message.flip && (message.view ?? place.view) === place.view ? place : null;
  }
  if (message.do !== "new" || message.moves?.length || message.clock || message.seats?.some((player) => player !== "human")) return null;
  const [spec, cells] = (message.start ?? message.game ?? "").split(" ");
  const first = firsts[spec];
  if (first === undefined) return null;
  const { letters, state } = first;
  if (cells === undefined) return state;
  const drawn = [...cells.replaceAll("/", "")].map((letter) => letters.indexOf(letter));
  if (state.scene.kind === "table" || drawn.length !== state.scene.owners.length) return null;
  // What can be played there the engine alone knows.
  const owners = drawn.map((owner) => (owner < 0 ? "." : owner)).join("");
  const moves = Object.fromEntries(Object.keys(state.scene.moves).map((name) => [name, []]));
  return /** @type {State} */ (/** @type {unknown} */ ({ ...state, can: [], said: null, scene: { ...state.scene, owners, moves, caption: "" } }));
}
