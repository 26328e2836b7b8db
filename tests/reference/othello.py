"""Othello on 8 x 8 and smaller boards from the rules, with lists and loops.

This is what the native game is compared with, so it is written to be read, not to be fast, and it
imports nothing of the package. A board is a list of discs, row by row from the top left corner; a
move is an index into that list, and the index after the last cell is the pass.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.interface import Reference

Size = tuple[int, int]
"""Columns and rows."""

SIZES: tuple[Size, ...] = ((4, 4), (6, 4), (6, 6), (8, 4), (8, 8))
BLACK, WHITE, EMPTY = "X", "O", "-"
DISCS = BLACK + WHITE
COLUMNS = "abcdefgh"
PASSES = ("pass", "pa", "ps", "--")
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def _walks(size: Size, cell: int) -> list[list[int]]:
    """The cells met on the way from `cell` to the edge, for each of the 8 directions."""
    width, height = size
    found = []
    for right, down in DIRECTIONS:
        walk = []
        column, row = cell % width + right, cell // width + down
        while 0 <= column < width and 0 <= row < height:
            walk.append(row * width + column)
            column, row = column + right, row + down
        found.append(walk)
    return found


WALKS = {size: [_walks(size, cell) for cell in range(size[0] * size[1])] for size in SIZES}


class Game:
    """One position. `play` gives a new one and leaves the old one as it was."""

    def __init__(self, size: Size = (8, 8), cells: list[str] | None = None, turn: int = 0) -> None:
        self.size = size
        self.width, self.height = size
        if cells is None:
            cells = [EMPTY] * (self.width * self.height)
            right, low = self.width // 2, self.height // 2
            for row, column, disc in [
                (low - 1, right - 1, WHITE),
                (low - 1, right, BLACK),
                (low, right - 1, BLACK),
                (low, right, WHITE),
            ]:
                cells[row * self.width + column] = disc
        self.cells = list(cells)
        self.turn = turn

    @property
    def pass_move(self) -> int:
        return len(self.cells)

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
        return len(self.cells) - self.empties - 4

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
        if self.width != self.height:
            return f"othello:{self.width},{self.height}"
        return "othello" if self.width == 8 else f"othello:{self.width}"

    @property
    def text(self) -> str:
        width = self.width
        rows = ["".join(self.cells[at : at + width]) for at in range(0, len(self.cells), width)]
        return f"{self.spec} {'/'.join(rows)} {DISCS[self.turn]}"

    @property
    def obf(self) -> str:
        return f"{''.join(self.cells)} {DISCS[self.turn]}"

    def move_text(self, move: int) -> str:
        if move == self.pass_move:
            return "pass"
        return COLUMNS[move % self.width] + str(move // self.width + 1)

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
    width, height = sizes[0]
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"{board!r} is not {width} x {height}")
    return _read(sizes[0], "".join(rows), mover)


def parse_obf(line: str) -> Game:
    """Reads the board and the side to move as `Game.obf` writes them; the length tells the size."""
    board, _, mover = line.partition(" ")
    sizes = [size for size in SIZES if size[0] * size[1] == len(board)]
    if not sizes:
        raise ValueError(f"no board has {len(board)} squares")
    return _read(sizes[0], board, mover)


def _read(size: Size, squares: str, mover: str) -> Game:
    for disc in squares:
        if disc not in DISCS + EMPTY:
            raise ValueError(f"{disc!r} is no disc")
    if mover not in list(DISCS):
        raise ValueError(f"{mover!r} is no side")
    return Game(size, list(squares), DISCS.index(mover))


def parse_move(size: Size, text: str) -> int:
    """The index of a move, in either case; raises ValueError for what names no square."""
    text = text.lower()
    start = Game(size)
    if text in PASSES:
        return start.pass_move
    squares = [start.move_text(cell) for cell in range(start.pass_move)]
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


def symmetries(size: Size) -> list[list[int]]:
    """Where each cell goes, for the 8 turns and mirrors of a square board, or the 4 of another."""
    width, height = size
    found = []
    for mirror_columns in (False, True):
        for mirror_rows in (False, True):
            for transpose in (False, True)[: 1 + (width == height)]:
                permutation = []
                for row in range(height):
                    for column in range(width):
                        new_column = width - 1 - column if mirror_columns else column
                        new_row = height - 1 - row if mirror_rows else row
                        if transpose:
                            new_column, new_row = new_row, new_column
                        permutation.append(new_row * width + new_column)
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
    (Game().text, 8),
    (Game((6, 6)).text, 8),
    (Game((4, 4)).text, 16),
    (Game((6, 4)).text, 8),
    (Game((8, 4)).text, 8),
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
    # Boards of fewer rows than columns: the parallel starts, a pass, an ending, over.
    ("othello:6,4 ------/--XX--/--OO--/------ X", 8),
    ("othello:8,4 --------/---XO---/---XO---/-------- X", 7),
    ("othello:6,4 XO----/------/------/XO---- O", 4),
    ("othello:8,4 OOOOXX--/OXXOXO-X/OXOXOOOO/-XXOOO-- X", 7),
    ("othello:8,4 XXXXXXXX/XXXXXXXX/OOOOOOOO/OOOOOOOO X", 2),
]


def _start(spec: str) -> Game:
    width, _, height = (spec.partition(":")[2] or "8").partition(",")
    return Game((int(width), int(height or width)))


REFERENCES = {"othello": Reference("Othello", _start, parse, perft, positions=POSITIONS)}
