/** The link to the server by a socket: messages go, answers come. What they mean, others know. */

/** @import {Heard, Sent} from "../../types" */

const PROTOCOL = 1;
const RETRY_MS = [500, 8000];
const PROBE_MS = 3000;

const SEATS = "bitgames seats";

/** The secrets that came for invitations: the same address opens the seat again here. @returns {Record<string, string>} */
export function ownSeats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} invitation @param {string} secret */
function keepSeat(invitation, secret) {
  const newest = Object.entries({ ...ownSeats(), [invitation]: secret }).slice(-32);
  try {
    localStorage.setItem(SEATS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // The seat lasts as long as the page.
  }
}

/** What a page needs of any link; the one of `local.js` has the engine in the browser itself. */
class SocketLink {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isOpen = false;
    this.isRefused = false;
    this.wait = RETRY_MS[0];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.probe = undefined;
    /** Different in each page, so that the ids of two pages differ. */
    this.name = Math.random().toString(36).slice(2, 8);
    this.count = 0;
    /** The last move sent, until the server has answered. @type {{id: string, room: string | null, message: Sent, sent: boolean} | null} */
    this.unsure = null;
    /** Whether other people may come. */
    this.hasOthers = true;
    /** @type {(answer: Heard) => void} */
    this.receive = () => {};
    /** @type {(isOpen: boolean) => void} */
    this.changed = () => {};
  }

  get token() {
    return sessionStorage.getItem("token");
  }

  /** The room to which messages go, and to which a new connection comes back. */
  get room() {
    return sessionStorage.getItem("room");
  }

  set room(name) {
    if (name === null) sessionStorage.removeItem("room");
    else sessionStorage.setItem("room", name);
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    if (!this.token || this.isRefused) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      const { room } = this;
      socket.send(JSON.stringify({ do: "hello", token: this.token, v: PROTOCOL, ...(room && { room }) }));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.close();
      if (this.isRefused) return;
      this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, RETRY_MS[1]);
    };
  }

  /** The connection is gone: a move that was on its way is sent again by the next one. */
  close() {
    if (this.isOpen) this.wait = RETRY_MS[0];
    this.isOpen = false;
    if (this.unsure !== null) this.unsure.sent = false;
    this.changed(false);
  }

  /** Connect at once; an open connection may be lost: it is tried. */
  wake() {
    this.wait = RETRY_MS[0];
    if (!this.isOpen) this.connect();
    else if (this.room) {
      clearTimeout(this.probe);
      this.probe = setTimeout(() => this.restart(), PROBE_MS);
      this.send({ do: "hello" });
    }
  }

  /** Begin again, with the token of another address perhaps. */
  restart() {
    this.isRefused = false;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.close();
    this.connect();
  }

  /** @param {Heard} answer */
  take(answer) {
    clearTimeout(this.probe);
    // Another welcome is the answer to a hello on the way into another room.
    if (answer.is === "welcome" && !this.isOpen) {
      this.isOpen = true;
      this.wait = RETRY_MS[0];
      // An invitation counts once; from now on a secret of its own lets this page in.
      if (answer.token) {
        keepSeat(this.token ?? "", answer.token);
        sessionStorage.setItem("token", answer.token);
      }
      this.changed(true);
    } else if (answer.is === "note" && !this.isOpen) {
      // The answer to hello.
      if (answer.code === "denied" || answer.code === "unsupported") this.isRefused = true;
    }
    if (this.unsure !== null && answer.re === this.unsure.id) this.unsure = null;
    this.receive(answer);
    if (answer.is === "state" && this.unsure !== null && !this.unsure.sent) {
      // Its id, and the position that it answers, keep a move that was on its way from counting twice.
      this.unsure.sent = true;
      if (answer.room === this.unsure.room) this.post(this.unsure.message);
      else this.unsure = null;
    }
  }

  /** Send a message. @returns {string | null} its id; null if there is no connection @param {Sent} message */
  send(message) {
    if (!this.isOpen) return null;
    const id = `${this.name}${++this.count}`;
    const { room } = this;
    const whole = { ...message, id, ...(room && message.do !== "new" && { room }) };
    if (message.do === "play") this.unsure = { id, room, message: whole, sent: true };
    this.post(whole);
    return id;
  }

  /** @param {Sent} message */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

export const newLink = () => new SocketLink();

/** The texts of a language; null if they do not come. @param {string} language @returns {Promise<[string[], string[]] | null>} */
export async function textsOf(language) {
  const found = await fetch(`${language}.json`);
  return found.ok ? found.json() : null;
}
