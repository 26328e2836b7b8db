// Made from the types of Python by `python -m tests.page_types`: change those, and make it again.
// No browser loads this file. What the page has besides is in page.d.ts.

export * from "./page";

/** A player of the game, in seat order. */
export interface PlayerData {
  name: string;
  letter: string;
  shape: string | null;
  team: number;
  left: number | null;
  score: number | null;
}

/** The outcome of the game, as in ``Position.outcome``. */
export interface Result {
  winners: number[];
  scores: number[];
  reason: string;
}

/** The legal moves of a board in index order: three lists of equal length. */
export interface CellMoves {
  index: number[];
  text: string[];
  cell: (number | null)[];
}

/** A move on a board. */
export interface CellMove {
  index: number;
  text: string;
  cell: number | null;
}

/** The legal moves at a table in index order: three lists of equal length. */
export interface CardMoves {
  index: number[];
  text: string[];
  card: (string | null)[];
}

/** A move at a table. */
export interface CardMove {
  index: number;
  text: string;
  card: string | null;
}

/** The fields of every scene. */
export interface Common {
  version: number;
  game: string;
  title: string;
  caption: string;
  viewer: number | null;
  ply: number;
  turn: number | null;
  outcome: Result | null;
  players: PlayerData[];
}

/** The fields of every board with cells. */
export interface BoardData {
  columns: string[];
  rows: string[];
  owners: string;
  moves: CellMoves;
  last: CellMove | null;
  waves: number[][];
}

/** A flat board; its cells are numbered row by row from the top left. */
export interface GridScene {
  version: number;
  game: string;
  title: string;
  caption: string;
  viewer: number | null;
  ply: number;
  turn: number | null;
  outcome: Result | null;
  players: PlayerData[];
  columns: string[];
  rows: string[];
  owners: string;
  moves: CellMoves;
  last: CellMove | null;
  waves: number[][];
  kind: "grid";
  width: number;
  height: number;
  falls: boolean;
  won: number[];
  lines: number[][];
}

/** A square layer of a pyramid. */
export interface LayerData {
  level: number;
  width: number;
  first: number;
}

/** Stacked square layers; cells are numbered from the top layer down, row by row. */
export interface PyramidScene {
  version: number;
  game: string;
  title: string;
  caption: string;
  viewer: number | null;
  ply: number;
  turn: number | null;
  outcome: Result | null;
  players: PlayerData[];
  columns: string[];
  rows: string[];
  owners: string;
  moves: CellMoves;
  last: CellMove | null;
  waves: number[][];
  kind: "pyramid";
  size: number;
  layers: LayerData[];
  choosing: number | null;
  offered: number[];
}

/** The cards of a seat, as far as the viewer knows them. */
export interface Hand {
  cards: string[];
  hidden: number;
  known: string[];
}

/** The calls so far in their order: two lists of equal length. */
export interface Auction {
  seats: number[];
  calls: string[];
}

/** A complete trick: cards in the order of play, their seats, and the seat that won it. */
export interface Trick {
  seats: number[];
  cards: string[];
  winner: number;
}

/** A part of the score of a finished deal, as in ``Honeymoon.score_lines``. */
export interface ScoreLine {
  kind: string;
  seat: number;
  points: number;
}

/** The state of a rubber: games and points below the line, south's first. */
export interface RubberData {
  games: number[];
  part_scores: number[];
}

/** A card table of two players; pairs are south's and north's. */
export interface TableScene {
  version: number;
  game: string;
  title: string;
  caption: string;
  viewer: number | null;
  ply: number;
  turn: number | null;
  outcome: Result | null;
  players: PlayerData[];
  kind: "table";
  phase: string;
  hands: Hand[];
  moves: CardMoves;
  last: CardMove | null;
  trick: (string | null)[];
  led: number | null;
  stock: number;
  up: string | null;
  dealer: number;
  auction: Auction;
  last_bid: string | null;
  contract: string | null;
  declarer: number | null;
  trump: string | null;
  tricks: number[];
  needs: number[] | null;
  last_trick: Trick | null;
  vulnerable: boolean[];
  rubber: RubberData | null;
  score: ScoreLine[];
}

/** A text beside the board; ``x`` is its middle, ``y`` its baseline. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

/** Where the cells of a board are in a drawing. */
export interface Geometry {
  game: string;
  view: string;
  flip: boolean;
  box: number[];
  cells: number[][];
  under: number[][];
  height: number;
  labels: Label[];
  table: number[][];
  slab: number;
}

/** A game that can be chosen: its names, sizes and seats, and the players that can play it. */
export interface GameOffer {
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

/** A sentence of ``bitgames.sentences`` by its code, in an answer that has its English text. */
export interface SaidData {
  code: string;
  values: (string | number | SaidData)[];
}

/** A sentence in English, with its code where it has one. */
export interface Words {
  text: string;
  said?: SaidData;
}

/** ``welcome``: answers ``hello``. */
export interface Welcome {
  v: number;
  re?: string | number;
  room?: string;
  is: "welcome";
  version: string;
  role: string;
  seat: number | null;
  seats: number[];
  games: GameOffer[];
  players: string[];
  limits: Record<string, number>;
  rooms?: Record<string, string>[];
  practice?: boolean;
  token?: string;
}

/** A move with its node, and the seat that made it. */
export interface PathStep {
  i: number;
  text: string;
  n: number;
  seat: number;
  comment?: string;
  ms?: number;
  others?: PathStep[];
}

/** A seat: its name and its player; flags: the player is the viewer, is present, is thinking. */
export interface SeatState {
  name: string;
  player: string;
  yours: boolean;
  who: "you" | "owner" | "guest" | "open" | "computer";
  sits: string[];
  online: boolean;
  thinking: boolean;
}

/** A part of a sentence: ``form`` is said with ``values``, after ``lead``. */
export interface ReasonPart {
  lead: string;
  form: string;
  values: string[];
}

/** The end of a game: ``rules``, ``resigned``, ``forfeit`` or ``time``, and the seat. */
export interface Ended {
  how: "rules" | "resigned" | "forfeit" | "time";
  seat: number | null;
  text: string;
  said?: SaidData;
  summary: string[];
  summary_said: (SaidData | null)[];
  tricks: string[][];
  tricks_said: ((SaidData | null)[])[];
  why?: ReasonPart[][];
}

/** The score sheet of a rubber; pairs are south's and north's, as in ``bitgames.Rubber``. */
export interface RubberSheet {
  games: number[];
  part_scores: number[];
  below: number[];
  above: number[];
  totals: number[];
  settled: number[];
  is_finished: boolean;
  winner: number | null;
}

/** The sum of the finished games; ``text`` describes it in lines. */
export interface Series {
  games: number;
  scores: number[];
  text: string;
  rubber: RubberSheet | null;
}

/** The seconds left to each seat, the seat whose clock runs, and the server's time in ms. */
export interface ClockState {
  control: Record<string, number>;
  left: number[];
  running: number | null;
  now: number;
}

/** What players must know of this game: ``dealt``, the cards took the place of others. */
export interface Notice {
  code: "dealt";
  text: string;
  said: SaidData;
}

/** ``state``: the complete state of the game for one viewer. */
export interface State {
  v: number;
  re?: string | number;
  room?: string;
  is: "state";
  game: string;
  number: number;
  serial: number;
  node: number;
  scene: GridScene | PyramidScene | TableScene;
  said?: SaidData;
  turn: number | null;
  path: PathStep[];
  ahead: PathStep[];
  branches: PathStep[];
  comment: string;
  seats: SeatState[];
  job: number | null;
  waits: boolean;
  clock: ClockState | null;
  ended: Ended | null;
  series: Series | null;
  formats: string[];
  can: string[];
  claims: number;
  about?: About;
  conditions?: string;
  notice?: Notice;
  tournament?: number;
  links?: Record<string, string>;
}

/** ``played``: a move was played ``by`` a person or a computer, or without one. */
export interface Played {
  v: number;
  re?: string | number;
  room?: string;
  is: "played";
  i: number;
  text: string;
  node: number;
  seat: number;
  by: "person" | "computer" | "pass" | "claim" | "forced";
  words: string[];
  said: (SaidData | null)[];
}

/** ``preview``: the other cells that a move would fill, in order. */
export interface Preview {
  v: number;
  re?: string | number;
  room?: string;
  is: "preview";
  i: number;
  waves: number[][];
}

/** A move with its value for the player who makes it, in points of the game's score. */
export interface HintMove {
  i: number;
  text: string;
  value: number;
  exact: boolean;
  depth: number | null;
  error: number | null;
  grade: "best" | "good" | "fair" | "bad" | null;
  line: string[];
  words: string;
}

/** ``hint``: the best moves, the best first; after the ``final`` one no better answer comes. */
export interface HintFound {
  v: number;
  re?: string | number;
  room?: string;
  is: "hint";
  job: number;
  node: number;
  final: boolean;
  words: string;
  said?: SaidData;
  unit: string;
  worlds: number | null;
  is_result: boolean;
  moves: HintMove[];
}

/** ``progress``: the progress of a job; ``total`` is 0 if it is not known. */
export interface Progress {
  v: number;
  re?: string | number;
  room?: string;
  is: "progress";
  job: number;
  done: number;
  total: number;
  depth: number;
}

/** ``effort``: the estimate of a solve that is out of reach: right within a factor of about 100. */
export interface EffortFound {
  v: number;
  re?: string | number;
  room?: string;
  is: "effort";
  node: number;
  positions: number;
  seconds: number;
  empties: number;
  text: string;
  said?: SaidData;
  is_begun: boolean;
}

/** ``queue``: a job waits for its first turn; ``before`` is the number of those before it. */
export interface Queue {
  v: number;
  re?: string | number;
  room?: string;
  is: "queue";
  job: number;
  before: number;
}

/** A move of a line of best play, with its cell (None for a pass or a call) and its seat. */
export interface LineStep {
  i: number;
  text: string;
  cell: number | null;
  seat: number;
}

/** A legal move with its value for the team that makes it; ``line`` is best play. */
export interface MoveData {
  i: number;
  text: string;
  value: number;
  exact: boolean;
  depth: number | null;
  error: number | null;
  grade: "best" | "good" | "fair" | "bad" | null;
  certainty: number;
  line: LineStep[];
}

/** ``values``: the values of the moves at a node, for ``team``, the team to move there. */
export interface Values {
  v: number;
  re?: string | number;
  room?: string;
  is: "values";
  job: number;
  node: number;
  team: number;
  unit: string;
  is_result: boolean;
  moves: MoveData[];
  pv: LineStep[];
  nodes: number;
  seconds: number;
  bounds?: number[];
  final: boolean;
}

/** A position of the line with its value for team 0, and the move that led there. */
export interface Point {
  n: number;
  ply: number;
  value: number | null;
  exact: boolean;
  depth: number | null;
  loss?: number;
  grade?: "best" | "good" | "fair" | "bad" | null;
  best?: string;
  is_blunder?: boolean;
}

/** The moves of a seat in sum, as ``bitgames.analysis.Totals``. */
export interface Total {
  seat: number;
  moves: number;
  best: number;
  loss: number;
  blunders: number;
}

/** ``graph``: the values of the current line for team 0, known from its end on. */
export interface Graph {
  v: number;
  re?: string | number;
  room?: string;
  is: "graph";
  job: number;
  points: Point[];
  team: number;
  unit: string;
  is_result: boolean;
  totals: Total[];
  final: boolean;
}

/** A child in the tree: its node ``n``, its move, and its value for team 0 if it is proven. */
export interface Branch {
  i: number;
  text: string;
  n: number;
  moves: string[];
  seat: number;
  value: number | null;
  exact: boolean;
  best: boolean;
  over: boolean;
  key: string;
  owners: string | null;
}

/** ``tree``: at most 50 legal moves at a node, from ``offset`` on, and their total number. */
export interface Subtree {
  v: number;
  re?: string | number;
  room?: string;
  is: "tree";
  node: number;
  offset: number;
  turn: number | null;
  team: number;
  unit: string;
  value: number | null;
  bounds?: number[];
  children: Branch[];
  total: number;
  job: number | null;
  final: boolean;
}

/** ``geometry``: the fields of ``bitgames.scene.Geometry``. */
export interface GeometryFound {
  v: number;
  re?: string | number;
  room?: string;
  is: "geometry";
  game: string;
  view: string;
  flip: boolean;
  box: number[];
  cells: number[][];
  under: number[][];
  height: number;
  labels: Label[];
  table: number[][];
  slab: number;
}

/** ``edited``: a board that is set up: its text, also of one that no game reaches, and scene. */
export interface Edited {
  v: number;
  re?: string | number;
  room?: string;
  is: "edited";
  text: string;
  turn: number | null;
  scene: GridScene | PyramidScene;
  reason: string | null;
  said?: SaidData;
}

/** The names of the players of a game, its date and its event, as far as they are known. */
export interface About {
  players: (string | null)[] | null;
  date: string | null;
  event: string | null;
}

/** A game in a list; those of a file have what ``About`` says, their game and who won. */
export interface Row {
  index: number;
  title: string;
  said?: SaidData;
  plies: number;
  moves: string;
  game?: string;
  result?: string;
  players?: (string | null)[] | null;
  date?: string | null;
  event?: string | null;
  sides?: number[];
  score?: number;
  opening?: string;
}

/** ``games``: the games of a file that holds several, or of a tournament, ``job``. */
export interface GameList {
  v: number;
  re?: string | number;
  room?: string;
  is: "games";
  job?: number;
  total: number;
  offset: number;
  games: Row[];
}

/** The score of a match: games that player ``a`` won, lost and drew. */
export interface Table {
  a: string;
  b: string;
  wins: number;
  losses: number;
  draws: number;
}

/** A player of a tournament, number ``n``, with the 95 % intervals of its score and rating. */
export interface Entrant {
  n: number;
  name: string;
  games: number;
  points: number;
  score: number | null;
  low: number;
  high: number;
  elo: Elo | null;
}

/** A rating of ``bg.ratings`` in points, with the ends of its interval. */
export interface Elo {
  rating: number;
  low: number;
  high: number;
}

/** ``match``: the score of a match so far; ``text`` is the whole table at its end. */
export interface MatchState {
  v: number;
  re?: string | number;
  room?: string;
  is: "match";
  job: number;
  done: number;
  total: number;
  table: Table | null;
  text: string | null;
  said?: (SaidData | null)[];
  standings: string[][];
  tournament?: boolean;
  players?: Entrant[];
  cross?: ((number[] | null)[])[];
  final: boolean;
}

/** ``ask``: a question of another player; ``answer`` replies to it. */
export interface Ask {
  v: number;
  re?: string | number;
  room?: string;
  is: "ask";
  ask: number;
  text: string;
  said: SaidData;
}

/** ``file``: answers ``export``; ``data`` is text, or base64. */
export interface File {
  v: number;
  re?: string | number;
  room?: string;
  is: "file";
  name: string;
  data: string;
  base64: boolean;
}

/** ``note``: a remark, or the reason for a refusal; ``limit`` is what a message went over. */
export interface Note {
  v: number;
  re?: string | number;
  room?: string;
  is: "note";
  code: "illegal" | "stale" | "busy" | "limit" | "unsupported" | "damaged" | "denied" | "failed" | "confirm";
  text: string;
  said?: SaidData;
  limit?: number;
}

/** A move of a position to practise, with its value for the player who makes it. */
export interface AnsweredMove {
  i: number;
  text: string;
  value: number;
  exact: boolean;
  depth: number | null;
  error: number | null;
  grade: "best" | "good" | "fair" | "bad" | null;
}

/** What an answer in a session of practice is worth. */
export interface Verdict {
  right: boolean;
  move: string | null;
  loss: Words | null;
  best: Words;
  exact: boolean;
  origin: string | null;
  is_result: boolean;
  moves: AnsweredMove[];
}

/** ``practice``: a position to answer, or after an answer its ``verdict``. */
export interface Practice {
  v: number;
  re?: string | number;
  room?: string;
  is: "practice";
  game: string;
  card: string | null;
  scene: GridScene | PyramidScene | TableScene | null;
  again: boolean;
  done: number;
  total: number;
  left: number;
  right: number;
  loss: Words | null;
  due: string | null;
  verdict: Verdict | null;
}

/** The answers by what they are. */
export interface Answers {
  welcome: Welcome;
  state: State;
  played: Played;
  preview: Preview;
  hint: HintFound;
  progress: Progress;
  queue: Queue;
  effort: EffortFound;
  values: Values;
  graph: Graph;
  games: GameList;
  geometry: GeometryFound;
  edited: Edited;
  match: MatchState;
  practice: Practice;
  tree: Subtree;
  ask: Ask;
  file: File;
  note: Note;
}

/** A message to a room, or to a server that has decks. */
export type Message =
  | { do: "hello" }
  | { do: "new"; game?: string; start?: string; seats?: string[]; seed?: number; deal?: string; moves?: string[]; clock?: object; confirm?: boolean }
  | { do: "sit"; seat: number; player: string }
  | { do: "play"; i?: number; text?: string }
  | { do: "preview"; i: number }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "goto"; node: number }
  | { do: "go" }
  | { do: "branch"; node: number; moves: number[] }
  | { do: "promote"; node: number }
  | { do: "delete"; node: number }
  | { do: "comment"; node: number; text: string }
  | { do: "claim"; tricks?: number }
  | { do: "forced" }
  | { do: "resign" }
  | { do: "rematch"; seats?: string[]; confirm?: boolean }
  | { do: "answer"; ask: number; yes: boolean }
  | { do: "hint"; count?: number }
  | { do: "analyze"; node?: number; seconds?: number; depth?: number }
  | { do: "solve"; node?: number; wld?: boolean; warn?: boolean }
  | { do: "graph"; seconds?: number }
  | { do: "stop"; job: number }
  | { do: "tree"; node?: number; offset?: number; merge?: boolean; solve?: boolean; warn?: boolean }
  | { do: "geometry"; game?: string; view?: string; flip?: boolean }
  | { do: "import"; data: string; base64?: boolean; format?: string; index?: number; offset?: number; confirm?: boolean }
  | { do: "export"; format: string }
  | { do: "edit"; text?: string; cell?: number; owner?: number; turn?: number; clear?: boolean }
  | { do: "match"; a: string; b: string; game?: string; games: number; seed?: number }
  | { do: "show"; job: number; game: number; confirm?: boolean }
  | { do: "games"; job: number; players?: number[]; offset?: number }
  | { do: "practise"; game: string; card?: string; i?: number; seconds?: number };
