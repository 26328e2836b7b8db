"""Othello on 4 x 4, 6 x 6 and 8 x 8 boards from the rules, with lists and loops.

This is what the native game is compared with, so it is written to be read, not to be fast, and it
imports nothing of the package. A board is a list of discs, row by row from the top left corner; a
move is an index into that list, and the index after the last cell is the pass.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.interface import Reference

SIZES = (4, 6, 8)
BLACK, WHITE, EMPTY = "X", "O", "-"
DISCS = BLACK + WHITE
COLUMNS = "abcdefgh"
PASSES = ("pass", "pa", "ps", "--")
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def _walks(size: int, cell: int) -> list[list[int]]:
    """The cells met on the way from `cell` to the edge, for each of the 8 directions."""
    found = []
    for right, down in DIRECTIONS:
        walk = []
        column, row = cell % size + right, cell // size + down
        while 0 <= column < size and 0 <= row < size:
            walk.append(row * size + column)
            column, row = column + right, row + down
        found.append(walk)
    return found


WALKS = {size: [_walks(size, cell) for cell in range(size * size)] for size in SIZES}


class Game:
    """One position. `play` gives a new one and leaves the old one as it was."""

    def __init__(self, size: int = 8, cells: list[str] | None = None, turn: int = 0) -> None:
        if cells is None:
            cells = [EMPTY] * (size * size)
            middle = size // 2
            for row, column, disc in [
                (middle - 1, middle - 1, WHITE),
                (middle - 1, middle, BLACK),
                (middle, middle - 1, BLACK),
                (middle, middle, WHITE),
            ]:
                cells[row * size + column] = disc
        self.size = size
        self.cells = list(cells)
        self.turn = turn

    @property
    def pass_move(self) -> int:
        return self.size * self.size

    def flips(self, cell: int, player: int) -> list[int]:
        """The discs that `player` turns by a disc on `cell`, in order; none if it is occupied."""
        if self.cells[cell] != EMPTY:
            return []
        own, other = DISCS[player], DISCS[1 - player]
        flipped = []
        for walk in WALKS[self.size][cell]:
            met = []
            for each in walk:
                if self.cells[each] == other:
                    met.append(each)
                    continue
                if self.cells[each] == own:
                    flipped += met
                break
        return sorted(flipped)

    def placements(self, player: int) -> list[int]:
        """The cells where a disc of `player` would flip something."""
        empty = [cell for cell, disc in enumerate(self.cells) if disc == EMPTY]
        return [cell for cell in empty if self.flips(cell, player)]

    @property
    def must_pass(self) -> bool:
        return not self.placements(self.turn) and bool(self.placements(1 - self.turn))

    @property
    def is_over(self) -> bool:
        return not self.placements(self.turn) and not self.placements(1 - self.turn)

    @property
    def legal_moves(self) -> list[int]:
        return self.placements(self.turn) or ([self.pass_move] if self.must_pass else [])

    def play(self, move: int) -> Game:
        cells = list(self.cells)
        if move == self.pass_move:
            if not self.must_pass:
                raise ValueError("no pass while a disc can be placed, or after the end")
        else:
            flipped = self.flips(move, self.turn)
            if not flipped:
                raise ValueError(f"{move} flips nothing")
            for cell in [move, *flipped]:
                cells[cell] = DISCS[self.turn]
        return Game(self.size, cells, 1 - self.turn)

    @property
    def counts(self) -> tuple[int, int]:
        """Discs on the board, black and white."""
        return self.cells.count(BLACK), self.cells.count(WHITE)

    @property
    def empties(self) -> int:
        return self.cells.count(EMPTY)

    @property
    def ply(self) -> int:
        """Discs placed since the start; a pass leaves no trace on the board and is not counted."""
        return self.size * self.size - self.empties - 4

    @property
    def disc_difference(self) -> int:
        """Black discs less white ones."""
        black, white = self.counts
        return black - white

    @property
    def score(self) -> int:
        """The difference for black with the empty squares given to the side with more discs."""
        difference = self.disc_difference
        if difference == 0:
            return 0
        return difference + self.empties if difference > 0 else difference - self.empties

    @property
    def winner(self) -> int | None:
        if not self.is_over or self.score == 0:
            return None
        return 0 if self.score > 0 else 1

    def pieces(self, player: int) -> list[int]:
        return [cell for cell, disc in enumerate(self.cells) if disc == DISCS[player]]

    @property
    def spec(self) -> str:
        return "othello" if self.size == 8 else f"othello:{self.size}"

    @property
    def text(self) -> str:
        size = self.size
        rows = ["".join(self.cells[row * size : (row + 1) * size]) for row in range(size)]
        return f"{self.spec} {'/'.join(rows)} {DISCS[self.turn]}"

    @property
    def obf(self) -> str:
        return f"{''.join(self.cells)} {DISCS[self.turn]}"

    def move_text(self, move: int) -> str:
        if move == self.pass_move:
            return "pass"
        return COLUMNS[move % self.size] + str(move // self.size + 1)

    def transformed(self, permutation: list[int]) -> Game:
        """The position after the disc on the cell `i` moved to the cell `permutation[i]`."""
        cells = [EMPTY] * len(self.cells)
        for cell, disc in enumerate(self.cells):
            cells[permutation[cell]] = disc
        return Game(self.size, cells, self.turn)


def parse(text: str) -> Game:
    """Reads a line as `Game.text` writes it; raises ValueError for any other spelling."""
    spec, _, rest = text.partition(" ")
    board, _, mover = rest.partition(" ")
    sizes = [size for size in SIZES if Game(size).spec == spec]
    if not sizes:
        raise ValueError(f"unknown game {spec!r}")
    rows = board.split("/")
    if len(rows) != sizes[0] or any(len(row) != sizes[0] for row in rows):
        raise ValueError(f"{board!r} is not {sizes[0]} x {sizes[0]}")
    return _read(sizes[0], "".join(rows), mover)


def parse_obf(line: str) -> Game:
    """Reads the board and the side to move as `Game.obf` writes them; the length tells the size."""
    board, _, mover = line.partition(" ")
    sizes = [size for size in SIZES if size * size == len(board)]
    if not sizes:
        raise ValueError(f"no board has {len(board)} squares")
    return _read(sizes[0], board, mover)


def _read(size: int, squares: str, mover: str) -> Game:
    for disc in squares:
        if disc not in DISCS + EMPTY:
            raise ValueError(f"{disc!r} is no disc")
    if mover not in list(DISCS):
        raise ValueError(f"{mover!r} is no side")
    return Game(size, list(squares), DISCS.index(mover))


def parse_move(size: int, text: str) -> int:
    """The index of a move, in either case; raises ValueError for what names no square."""
    text = text.lower()
    if text in PASSES:
        return size * size
    squares = [Game(size).move_text(cell) for cell in range(size * size)]
    if text not in squares:
        raise ValueError(f"{text!r} is no square")
    return squares.index(text)


def play_line(game: Game, line: str) -> Game:
    """Plays squares run together, `f5d6c3`; forced passes are left out of such a line."""
    for start in range(0, len(line), 2):
        if game.must_pass:
            game = game.play(game.pass_move)
        game = game.play(parse_move(game.size, line[start : start + 2]))
    return game


def symmetries(size: int) -> list[list[int]]:
    """Where each cell goes, for the 8 turns and mirrors of the board."""
    found = []
    for mirror_columns in (False, True):
        for mirror_rows in (False, True):
            for transpose in (False, True):
                permutation = []
                for row in range(size):
                    for column in range(size):
                        new_column = size - 1 - column if mirror_columns else column
                        new_row = size - 1 - row if mirror_rows else row
                        if transpose:
                            new_column, new_row = new_row, new_column
                        permutation.append(new_row * size + new_column)
                found.append(permutation)
    return found


def perft(
    game: Game, depth: int, known: dict[str, int] | None = None, pass_is_ply: bool = True
) -> int:
    """Leaves of the game tree at `depth`; a game that ends earlier counts as one leaf.

    A pass is a ply of its own or, with `pass_is_ply` false, costs nothing.
    """
    moves = game.legal_moves
    if depth == 0 or not moves:
        return 1
    if not pass_is_ply and moves == [game.pass_move]:
        return perft(game.play(game.pass_move), depth, known, pass_is_ply)
    if depth == 1:
        return len(moves)
    known = {} if known is None else known
    key = f"{depth} {game.obf}"
    if key not in known:
        known[key] = sum(perft(game.play(move), depth - 1, known, pass_is_ply) for move in moves)
    return known[key]


def value(
    game: Game,
    known: dict[str, int] | None = None,
    result: Callable[[Game], int] = lambda game: game.score,
) -> int:
    """The value for the side to move with best play, by a full search; `result` is for an end."""
    known = {} if known is None else known
    if game.obf not in known:
        moves = game.legal_moves
        if moves:
            best = max(-value(game.play(move), known, result) for move in moves)
        else:
            best = result(game) if game.turn == 0 else -result(game)
        known[game.obf] = best
    return known[game.obf]


# Positions, each with the depth of its deepest count.
POSITIONS = [
    (Game(8).text, 8),
    (Game(6).text, 8),
    (Game(4).text, 16),
    # A pass is forced at once, or a few plies later.
    ("othello --OOO---/-X-O----/--XX----/---XX---/---XX---/----X---/--------/-------- X", 6),
    ("othello OOOOX---/OOOOXX--/X-XOXXXX/-XXXXXXX/-XXXXOXX/-XXOOXOX/-XXXXXXX/-O-XXXXX X", 8),
    ("othello:6 -O----/--O---/-OXOO-/-OXOOO/OOXXX-/XXXXXX X", 8),
    ("othello:6 -OOXXX/-OOOOO/OOOXOO/OOXOO-/-OOO-X/--OOO- X", 9),
    ("othello:4 ----/XXX-/-XX-/-OOO X", 9),
    ("othello:4 OOO-/XXX-/-XXX/O-X- O", 6),
    # A colour can be wiped out: the shortest game of all ends three plies on, the next soon.
    ("othello --------/--------/----X---/---OXX--/---OO-X-/---OOO--/--------/-------- X", 6),
    ("othello --------/--------/----X---/---OXX--/---OOOX-/---OXX--/----X---/-------- X", 6),
    # Midgames and endings.
    ("othello --XO----/--XXXX--/--XXXX--/--XOX---/---XOO--/--O-O---/----O---/-------- O", 5),
    ("othello -----X--/--XXXXX-/--XXXX-O/--XXXXOO/---XXXOO/---XXOO-/---XXXXX/----OOO- X", 6),
    ("othello O--XXXO-/-O-OOOOX/--OOOXO-/-XOXXXOO/-OOOOXOX/--OOOOO-/---OXOOO/---OOOO- X", 6),
    ("othello XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXO/XXXXXXO- X", 3),
    ("othello XXXOO---/XXOOOO-X/XXXXOOX-/OXOOXOX-/OOOXOOOX/OOOXOOXX/OOXXXOXX/-OOXOOO- X", 10),
    ("othello -OOO--XX/OOOOOOXX/OXXOOXXX/OXOXXXOX/OOXXOXXO/OOXOOXOO/OXOOOXX-/XXXXXXX- O", 8),
    ("othello:6 OXXX--/OOXX--/OXOXO-/OXXX--/OX-X--/OX---- X", 7),
    # Over: full, wiped out, nowhere to place.
    ("othello:4 XXXX/XXXX/OOOO/OOOO X", 2),
    ("othello --------/--------/----X---/---XXX--/--XXXXX-/---XXX--/----X---/-------- O", 2),
    ("othello:4 OOOX/OOO-/OOO-/XOOX X", 2),
    ("othello:6 ------/------/------/------/------/------ X", 2),
]


def _start(spec: str) -> Game:
    return Game(int(spec.partition(":")[2] or 8))


REFERENCES = {"othello": Reference("Othello", _start, parse, perft, positions=POSITIONS)}
