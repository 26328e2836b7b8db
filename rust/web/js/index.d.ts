/** What the engine refuses, or that it cannot go on. */
export class BitgamesError extends Error {
  constructor(code: string, message: string, options?: ErrorOptions);
  /** The kind: `illegalMove`, `parse`, `parameter`, `unsupported`, `crashed` ... */
  readonly code: string;
}

export type Source = string | URL | BufferSource | Response;

/** An engine, from the files beside the package or from elsewhere. */
export function load(options?: {
  engine?: Source | WebAssembly.Module | Promise<Source | WebAssembly.Module>;
  /** Where a file of weights or a book is. */
  data?: (name: string) => Source | Promise<Source>;
}): Promise<Engine>;

export interface Move {
  readonly index: number;
  readonly text: string;
  /** Its cell; null for a move without one, such as a pass. */
  readonly cell: number | null;
}

/** One of `legalMoves`, its index or its text. */
export type MoveLike = Move | number | string;
/** A position or its text; a spec such as `othello` is a start. */
export type PositionLike = Position | string;

export interface Outcome {
  /** The winning seats; none in a draw. */
  readonly winners: readonly number[];
  readonly scores: readonly number[];
  /** 1, 0 or -1 for each seat. */
  readonly returns: readonly number[];
  readonly reason: string;
}

export interface Position {
  readonly text: string;
  readonly game: string;
  readonly turn: number;
  readonly ply: number;
  /** The transposition key, in hexadecimal digits. */
  readonly key: string;
  readonly legalMoves: readonly Move[];
  readonly outcome: Outcome | null;
  readonly isOver: boolean;
  play(move: MoveLike): Position;
  view(player: number): string;
  toString(): string;
}

export interface Line {
  readonly move: string;
  readonly value: number;
  readonly exact: boolean;
  readonly depth: number | null;
  readonly certainty: number;
  readonly pv: readonly string[];
}

interface Found {
  /** For the side to move. */
  readonly value: number;
  readonly bestMove: string | null;
  readonly pv: readonly string[];
  readonly lines: readonly Line[];
  readonly nodes: number;
  readonly seconds: number;
}

export interface SearchResult extends Found {
  readonly depth: number;
  readonly certainty: number;
  readonly exact: boolean;
}

export interface Solution extends Found {
  readonly bounds: readonly [number, number];
  readonly proven: boolean;
}

interface Run<Result> {
  signal?: AbortSignal;
  /** The best so far. */
  onProgress?: (result: Result) => void;
  /** Milliseconds between two turns of the event loop, 50 unless given. */
  slice?: number;
}

interface Limits {
  nodes?: number;
  ms?: number;
  /** Number of moves whose own values are returned. */
  lines?: number;
  tableMib?: number;
}

export interface SearchOptions extends Limits, Run<SearchResult> {
  depth?: number;
  level?: number;
  /** Look at what is hidden, too. */
  seeAll?: boolean;
}

export interface SolveOptions extends Limits, Run<Solution> {
  /** Win, loss or draw only. */
  wld?: boolean;
  book?: boolean;
}

export interface Game {
  readonly name: string;
  readonly title: string;
  readonly parameters: string;
  readonly examples: readonly string[];
  readonly playerNames: readonly string[];
  readonly teams: readonly number[];
  readonly maxScore: number;
  readonly hidden: boolean;
  readonly chance: boolean;
}

export interface Agent {
  readonly spec: string;
  readonly seed: number;
  choose(
    position: PositionLike,
    options?: { moves?: readonly MoveLike[]; signal?: AbortSignal; ms?: number },
  ): Promise<Move>;
  /** Gives back its memory. */
  free(): void;
}

export interface Engine {
  readonly games: readonly Game[];
  position(of: PositionLike): Position;
  deal(game: PositionLike, seed?: number): Position;
  players(game: PositionLike): { players: [string, string][]; levels: string[] };
  agent(spec: string, options?: { seed?: number }): Agent;
  /** Loads what a game needs, and its opening book. */
  ready(game: PositionLike): Promise<void>;
  search(position: PositionLike, options?: SearchOptions): Promise<SearchResult>;
  solve(position: PositionLike, options?: SolveOptions): Promise<Solution>;
  perft(
    position: PositionLike,
    depth: number,
    options?: { signal?: AbortSignal; slice?: number },
  ): Promise<number>;
  /** A request as it is; what is refused is thrown. */
  ask(request: object, data?: BufferSource): Record<string, unknown>;
}
