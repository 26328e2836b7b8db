/** What the board reads, where no notebook has it: a small model in the manner of anywidget's. */

/** @import {Model, Sent} from "../../types" */

/** @implements {Model} */
export class PageModel {
  /** @param {Record<string, unknown>} values @param {(message: Sent) => void} send */
  constructor(values, send) {
    /** @type {Map<string, any>} */
    this.values = new Map(Object.entries(values));
    /** @type {Map<string, Set<(data: any) => void>>} */
    this.listeners = new Map();
    this.send = send;
  }

  /** @param {string} name */
  get(name) {
    return this.values.get(name);
  }

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    if (this.values.get(name) === value) return;
    this.values.set(name, value);
    this.fire(`change:${name}`);
  }

  /** @param {string} name @param {(data: any) => void} listener */
  on(name, listener) {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  /** @param {string} name @param {(data: any) => void} [listener] */
  off(name, listener) {
    if (listener) this.listeners.get(name)?.delete(listener);
  }

  /** @param {string} name @param {unknown} [data] */
  fire(name, data = {}) {
    for (const listener of this.listeners.get(name) ?? []) listener(data);
  }
}
