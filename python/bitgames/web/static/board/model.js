/** What the board reads, where no notebook has it: a small model in the manner of anywidget's. */

/** @import {Model, Sent, Shown, ToBoard} from "../../types" */

/** @implements {Model} */
export class PageModel {
  /** @param {Partial<Shown>} values @param {(message: Sent) => void} send */
  constructor(values, send) {
    this.values = { ...values };
    /** @type {Map<string, Set<(...message: ToBoard[]) => void>>} */
    this.listeners = new Map();
    this.send = send;
  }

  /** @template {keyof Shown} Name @param {Name} name @returns {Partial<Shown>[Name]} */
  get(name) {
    return this.values[name];
  }

  /** @template {keyof Shown} Name @param {Name} name @param {Shown[Name]} value */
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.fire(`change:${name}`);
  }

  /** @param {string} name @param {(...message: ToBoard[]) => void} listener */
  on(name, listener) {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  /** @param {string} name @param {(...message: ToBoard[]) => void} [listener] */
  off(name, listener) {
    if (listener) this.listeners.get(name)?.delete(listener);
  }

  /** @param {string} name @param {ToBoard[]} message */
  fire(name, ...message) {
    for (const listener of this.listeners.get(name) ?? []) listener(...message);
  }
}
