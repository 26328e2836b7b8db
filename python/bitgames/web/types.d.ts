// Types of the page, for the type checker alone: no browser loads this file. The data are those of
// bitgames.scene.types (scenes), bitgames.scene.geometry and bitgames.play.messages (the rest).

export interface Player {
  name: string;
  letter: string;
  shape: string | null;
  team: number;
  left: number | null;
  score: number | null;
}

export interface Hand {
  cards: string[];
  hidden: number;
  known: string[];
}

export interface Layer {
  level: number;
  width: number;
  first: number;
}

interface Common {
  version: number;
  game: string;
  title: string;
  caption: string;
  viewer: number | null;
  ply: number;
  turn: number | null;
  players: Player[];
  outcome: { winners: number[]; scores: number[]; reason: string } | null;
}

interface Cells extends Common {
  columns: string[];
  rows: string[];
  owners: string;
  moves: { index: number[]; text: string[]; cell: (number | null)[] };
  last: { index: number; text: string; cell: number | null } | null;
  waves: number[][];
}

export interface GridScene extends Cells {
  kind: "grid";
  width: number;
  height: number;
  falls: boolean;
  won: number[];
  lines: number[][];
}

export interface PyramidScene extends Cells {
  kind: "pyramid";
  size: number;
  layers: Layer[];
  choosing: number | null;
  offered: number[];
}

export interface Trick {
  seats: number[];
  cards: string[];
  winner: number;
}

export interface TableScene extends Common {
  kind: "table";
  phase: string;
  hands: Hand[];
  moves: { index: number[]; text: string[]; card: (string | null)[] };
  last: { index: number; text: string; card: string | null } | null;
  trick: (string | null)[];
  led: number | null;
  stock: number;
  up: string | null;
  dealer: number;
  auction: { seats: number[]; calls: string[] };
  last_bid: string | null;
  contract: string | null;
  declarer: number | null;
  trump: string | null;
  tricks: number[];
  /** The tricks that make the contract, and those that defeat it, by seat. */
  needs: number[] | null;
  last_trick: Trick | null;
  vulnerable: boolean[];
  rubber: { games: number[]; part_scores: number[] } | null;
  score: { kind: string; seat: number; points: number }[];
}

/** The score sheet of a rubber, in pairs by seat. */
export interface RubberSheet {
  games: number[];
  part_scores: number[];
  below: number[];
  above: number[];
  totals: number[];
  /** The totals if the rubber ended here. */
  settled: number[];
  is_finished: boolean;
  winner: number | null;
}

export type BoardScene = GridScene | PyramidScene;
export type Scene = BoardScene | TableScene;

export interface Geometry {
  game: string;
  view: string;
  box: number[];
  cells: number[][];
  under: number[][];
  height: number;
  slab: number;
  table: number[][];
  labels: { text: string; x: number; y: number }[];
}

export interface LineStep {
  i: number;
  text: string;
  cell: number | null;
  seat: number;
}

export interface Values {
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
    line?: LineStep[];
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

/**
 * What the board asks of an anywidget model. It reads `scene`, `values`, `ghosts` (a line to show),
 * `view` (auto, isometric, plan), `flip`, `zoom`, `height` (pixels, in a notebook), `playable` (whether
 * the viewer may move), `edits` (whether moves set up a position, one for each cell) and `options`.
 */
export interface Model {
  get(name: string): any;
  on(name: string, listener: (...data: any[]) => void): void;
  off(name: string, listener?: (...data: any[]) => void): void;
  send(message: object): void;
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

export interface Step {
  n: number;
  seat: number;
  i: number;
  text: string;
  ms?: number;
  comment?: string;
  others?: { n: number; text: string }[];
}

export interface Seat {
  name: string;
  player: string;
  yours: boolean;
  who: "you" | "owner" | "guest" | "open" | "computer";
  sits: string[];
  online: boolean;
  thinking: boolean;
}

/** A sentence of the server: its code in `bitgames.sentences`, and its values. */
export interface Said {
  code: string;
  values: (string | number | Said)[];
}

export interface State {
  re?: string;
  room: string;
  game: string;
  number: number;
  /** The number of the game in its room, which no other has. */
  serial: number;
  node: number;
  scene: Scene;
  /** The caption of the scene. */
  said?: Said;
  turn: number | null;
  path: Step[];
  ahead: Step[];
  branches: Step[];
  comment: string;
  seats: Seat[];
  job: number | null;
  waits: boolean;
  can: string[];
  /** How many tricks can be claimed now. */
  claims: number;
  /** What the file of the game says of it. */
  about?: { players: (string | null)[] | null; date: string | null; event: string | null };
  /** What the players must know of this game. */
  notice?: { code: string; text: string; said: Said };
  /** The job of the tournament whose games are shown. */
  tournament?: number;
  clock: { left: number[]; running: number | null; now: number } | null;
  formats: string[];
  links?: Record<string, string>;
  ended: { how: string; seat: number | null; text: string; said?: Said; summary: string[]; tricks: string[][] } | null;
  series: { games: number; scores: number[]; text: string; rubber: RubberSheet | null } | null;
}

export interface Branch {
  n: number;
  i: number;
  text: string;
  moves: string[];
  seat: number;
  value: number | null;
  exact: boolean;
  best: boolean;
  over: boolean;
  key: string;
  owners: string | null;
}

export interface TreePage {
  node: number;
  offset: number;
  turn: number | null;
  unit: string;
  value: number | null;
  bounds?: number[];
  children: Branch[];
  total: number;
  job: number | null;
  final: boolean;
}

export interface Game {
  name: string;
  title: string;
  aim: string;
  rules: string;
  sizes: string[];
  seats: string[];
  teams: number[];
  hidden: boolean;
  chance: boolean;
  players: Record<string, string>;
}

export interface Entrant {
  n: number;
  name: string;
  games: number;
  points: number;
  score: number | null;
  low: number;
  high: number;
  elo: { rating: number; low: number; high: number } | null;
}

export interface MatchState {
  job: number;
  done: number;
  total: number;
  final: boolean;
  text: string | null;
  players?: Entrant[];
  cross?: (number[] | null)[][];
}

export interface Row {
  index: number;
  title: string;
  plies: number;
  moves: string;
  opening?: string;
}

export interface GameList {
  job?: number;
  total: number;
  offset: number;
  games: Row[];
}

export interface Welcome {
  version: string;
  role: string;
  seats: number[];
  games: Game[];
  players: string[];
  limits: Record<string, number>;
  rooms?: { room: string; game: string }[];
}

/** A board that is set up, which may be no position yet. */
export interface Drawing {
  text: string;
  turn: number | null;
  scene: BoardScene;
  /** Why no game reaches the board. */
  reason: string | null;
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
  line: Step[];
  /** The moves since the last state, and what they brought. */
  played: { by: string; seat: number; words: string[]; said: (Said | null)[] }[];
  /** How the board leaves the node shown: an undo takes the moves off the list. */
  goes: string | null;
  /** The values of the moves at the node shown, or a hint. */
  values: any;
  progress: any;
  isAnalyzing: boolean;
  /** The job of the analysis. */
  job: number | null;
  graph: any;
  /** The node at which a move was hinted at. */
  hinted: number | null;
  tab: string;
  /** Whether a tab was pressed since the game was asked for. */
  hasChosenTab: boolean;
  /** The seat whose hidden cards were shown last on this screen. */
  viewerSeat: number | null;
}

/** The copy of a game in this browser. */
export interface Saved {
  game: string;
  seats: string[];
  tree: string;
  title: string;
  words?: string;
  scene?: any;
}

declare global {
  /** The pictures of the games by name, which the server puts before the page. */
  const PICTURES: Record<string, { scene: any; geometry?: Geometry }>;
}

/** How the explorer came to where it is: from the node of the game, move by move. */
export interface Explorer {
  path: { n: number; i: number; text: string; owners?: string | null }[];
  merge: boolean;
  page: TreePage | null;
  /** Number of a wish: an answer to an older one is dropped. */
  wish: number;
}
