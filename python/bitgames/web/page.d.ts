// Types of the page alone, for the type checker: no browser loads this file. Those of scenes,
// messages and answers come from Python, in types.d.ts.

import type { PageModel } from "./static/board/model.js";
import type { element } from "./static/dom.js";
import type { say, t } from "./static/i18n.js";
import type { button, byId } from "./static/page/controls.js";
import type { mount } from "./static/page/editor.js";
import type { ask, on, view } from "./static/page/store.js";
import type {
  Answers,
  Geometry,
  GeometryFound,
  Graph,
  GridScene,
  HintFound,
  LineStep,
  Message,
  PathStep,
  Played,
  Progress,
  PyramidScene,
  SeatState,
  State,
  Subtree,
  TableScene,
  Values,
  Welcome,
} from "./types";

export type BoardScene = GridScene | PyramidScene;
export type Scene = BoardScene | TableScene;

/** What the page sends: a message to a room, or to the server alone. */
export type Sent = (Message | { do: "qr"; link: string }) & { id?: string; room?: string; serial?: number; at?: number };
/** What a board in a notebook sends. */
export type NotebookSent = Sent | { do: "analysis"; on: boolean } | { do: "bye" };
/** What it hears. */
export type Heard = Answers[keyof Answers] | QrCode;

/** What a welcome offers, as a site has it in a file, and boards to show before the engine has come. */
export type Offer = Pick<Welcome, "version" | "games" | "players" | "limits"> & { firsts: Record<string, First> };

/** A game as it begins for people at one screen; the letters of a text are those of the seats. */
export interface First {
  letters: string;
  state: State;
  geometry: GeometryFound;
}

/** A link as a picture. */
export interface QrCode {
  is: "qr";
  re?: string | number;
  room?: string;
  image: string;
}

/** What the parts of the page tell each other: the answers of the server, and their own events. */
export interface Events extends Answers {
  qr: QrCode;
  connection: boolean;
  go: string;
  leave: undefined;
  moved: undefined;
  "other game": undefined;
  route: undefined;
  shown: undefined;
  tell: string;
}

/** Who sits where, and whose turn it is; nobody's after the end. */
export interface Seated {
  scene: Scene;
  seats: Pick<SeatState, "player" | "yours" | "thinking">[];
  turn: number | null;
}

/** The values that a board shows. */
export interface Valued {
  unit?: string;
  /** Whether only the moves are shown, as a first hint. */
  isBare?: boolean;
  /** Whether a value is a result, or what is expected of one. */
  is_result?: boolean;
  moves: {
    i: number;
    text: string;
    value: number;
    exact: boolean;
    depth: number | null;
    error?: number | null;
    /** Null where estimates differ by less than they are worth. */
    grade: "best" | "good" | "fair" | "bad" | null;
  }[];
}

/** How a value is shown: its text, its depth, and the class of the loss to the best move. */
export interface Grade {
  text: string;
  /** The number alone, for the board. */
  short: string;
  /** From 0 to 1: how strongly the move is shown. */
  weight: number;
  depth: string;
  grade: string;
  shallow: boolean;
}

/** What the viewer prefers; the page keeps it. */
export interface Options {
  show?: "both" | "numbers" | "colours";
  loss?: boolean;
  animate?: boolean;
  tap_twice?: boolean;
  suits?: "SHDC" | "SHCD";
}

/** What the board reads of its model; in a notebook not all of it is there. */
export interface Shown {
  scene: Scene | null;
  values: Valued | null;
  /** A line of moves to show. */
  ghosts: LineStep[] | null;
  view: "auto" | "isometric" | "plan";
  flip: boolean;
  zoom: number;
  /** Pixels that the board may be high, and the table. */
  height: number;
  tall: number;
  /** Whether the viewer may move. */
  playable: boolean;
  /** Whether pieces are set up. */
  edits: boolean;
  options: Options;
  /** Where the cells are, by the view. */
  geometry: Record<string, Geometry>;
}
/** What a board in a notebook reads besides. */
export interface NotebookShown extends Shown {
  node: number;
  words: string[];
  can: string[];
  thinks: boolean;
  analysis: boolean;
  seats: (Seated["seats"][number] & { named: boolean })[];
  turn: number | null;
  line: Pick<PathStep, "n" | "text">[];
  played: number;
}

/** What the page gives to the module of practice. */
export interface PracticeTools {
  PageModel: typeof PageModel;
  ask: typeof ask;
  button: typeof button;
  byId: typeof byId;
  element: typeof element;
  mount: typeof mount;
  on: typeof on;
  say: typeof say;
  settings: Settings;
  t: typeof t;
  view: typeof view;
}

/** What comes to a board beside the values of its model. */
export type ToBoard = Heard | { is: "connected" } | { is: "heard" };

/** What the board asks of an anywidget model. */
export interface Model<Message = Sent, Values = Shown> {
  get<Name extends keyof Values>(name: Name): Partial<Values>[Name];
  on(name: string, listener: (...message: ToBoard[]) => void): void;
  off(name: string, listener?: (...message: ToBoard[]) => void): void;
  send(message: Message): void;
}

/** What is drawn over a cell and its piece. */
export interface Mark {
  last: boolean;
  flipped: boolean;
  won: boolean;
  legal: boolean;
  lands: boolean;
  dot: boolean;
  offered: boolean;
  aim: boolean;
  effect: number;
  ghost: { number: number; seat: number } | null;
  value: Grade | undefined;
  filled: boolean;
  show: "both" | "numbers" | "colours";
}

/** The place of a cell in a drawing: its middle and radii. */
export interface Place {
  x: number;
  y: number;
  rx: number;
  ry: number;
}

/** A cell on the screen: its elements, what they show, and its place. */
export interface Spot extends Place {
  group: SVGElement;
  over: SVGElement;
  button: HTMLButtonElement;
  square: SVGElement | null;
  piece: string;
  marks: string;
}

export interface Settings extends Required<Options> {
  two_colours: boolean;
  theme: string;
  language: string;
  pace: boolean;
  sound: boolean;
  letters: boolean;
  confirm_pass: boolean;
}

/** What the page knows. */
export interface Store {
  phase: "idle" | "asking" | "joined";
  /** The message that asked for the next game: its id, or `any` if a job brings it. */
  asks: string | null;
  /** What to do once the new game is there. */
  after: (() => void) | null;
  welcome: Welcome | null;
  state: State | null;
  /** The line on the board, with the moves after the node shown. */
  line: PathStep[];
  /** The moves since the last state, and what they brought. */
  played: Played[];
  /** How the board leaves the node shown: an undo takes the moves off the list. */
  goes: string | null;
  /** The values of the moves at the node shown, or a hint. */
  values: ((Values | HintFound) & { isBare?: boolean }) | null;
  progress: Progress | null;
  isAnalyzing: boolean;
  /** The job of the analysis. */
  job: number | null;
  graph: Graph | null;
  /** The node at which a move was hinted at. */
  hinted: number | null;
  tab: string;
  /** Whether the person has chosen a tab since the next game was asked for. */
  hasChosenTab: boolean;
  /** The seat whose hidden cards were shown last on this screen. */
  viewerSeat: number | null;
}

/** The copy of a game in this browser. */
export interface Saved {
  name: string;
  game: string;
  seats: string[];
  tree: string;
  title: string;
  words?: string;
  scene?: BoardScene;
}

declare global {
  /** The pictures of the games by name, which the server puts before the page. */
  const PICTURES: Record<string, { scene: BoardScene; geometry?: Geometry }>;
}

/** How the explorer came to where it is: from the node of the game, move by move. */
export interface Explorer {
  path: { n: number; i: number; text: string; owners?: string | null }[];
  merge: boolean;
  page: Subtree | null;
  /** Number of a wish: an answer to an older one is dropped. */
  wish: number;
}
