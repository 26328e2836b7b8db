"""Tic-tac-toe, n x n and (m, n, k) games from the rules, with lists and loops.

This is what the native game is compared with, so it is written to be read, not to be fast, and it
imports nothing of the package. A board is a list of marks, row by row from the top left corner;
a move is an index into that list.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.interface import Reference

EMPTY = "."
MARKS = "ox"
CORNERS = (0, 2, 6, 8)
EDGES = (1, 3, 5, 7)
COLUMNS = "abcdefghijklmnopqrstuvwxyz"

_windows_by_shape: dict[tuple[int, int, int], list[list[int]]] = {}
_windows_by_cell: dict[tuple[int, int, int], list[list[list[int]]]] = {}


def windows(width: int, height: int, k: int) -> list[list[int]]:
    """Every straight run of `k` cells: along rows, columns and both diagonals."""
    shape = (width, height, k)
    if shape not in _windows_by_shape:
        found = []
        # With k = 1 the four directions give the same single cell.
        directions = [(1, 0), (0, 1), (1, 1), (-1, 1)] if k > 1 else [(1, 0)]
        for row in range(height):
            for column in range(width):
                for right, down in directions:
                    last_column = column + right * (k - 1)
                    last_row = row + down * (k - 1)
                    if 0 <= last_column < width and last_row < height:
                        found.append(
                            [
                                (row + down * step) * width + column + right * step
                                for step in range(k)
                            ]
                        )
        _windows_by_shape[shape] = found
    return _windows_by_shape[shape]


def windows_through(width: int, height: int, k: int, cell: int) -> list[list[int]]:
    """The windows that hold `cell`."""
    shape = (width, height, k)
    if shape not in _windows_by_cell:
        _windows_by_cell[shape] = [
            [window for window in windows(width, height, k) if each in window]
            for each in range(width * height)
        ]
    return _windows_by_cell[shape][cell]


class Game:
    """One position. `play` gives a new one and leaves the old one as it was."""

    def __init__(
        self, width: int = 3, height: int = 3, k: int = 3, cells: list[str] | None = None
    ) -> None:
        self.width = width
        self.height = height
        self.k = k
        self.cells = [EMPTY] * (width * height) if cells is None else list(cells)
        self._winner = self._find_winner()

    def _find_winner(self) -> int | None:
        for window in windows(self.width, self.height, self.k):
            marks = [self.cells[cell] for cell in window]
            if marks[0] != EMPTY and all(mark == marks[0] for mark in marks):
                return MARKS.index(marks[0])
        return None

    @property
    def ply(self) -> int:
        return sum(mark != EMPTY for mark in self.cells)

    @property
    def turn(self) -> int:
        return self.ply % 2

    @property
    def winner(self) -> int | None:
        return self._winner

    @property
    def is_over(self) -> bool:
        return self._winner is not None or EMPTY not in self.cells

    @property
    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return [cell for cell, mark in enumerate(self.cells) if mark == EMPTY]

    def play(self, move: int) -> Game:
        if move not in self.legal_moves:
            raise ValueError(f"{move} is not a legal move")
        after = Game.__new__(Game)
        after.width, after.height, after.k = self.width, self.height, self.k
        after.cells = list(self.cells)
        after.cells[move] = MARKS[self.turn]
        # Only a line through the new mark can be new.
        after._winner = None
        for window in windows_through(self.width, self.height, self.k, move):
            if all(after.cells[cell] == MARKS[self.turn] for cell in window):
                after._winner = self.turn
        return after

    @property
    def returns(self) -> tuple[float, float]:
        if self._winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self._winner == 0 else (-1.0, 1.0)

    @property
    def winning_cells(self) -> list[int] | None:
        """The cells of every finished line together, in order."""
        cells = set()
        for window in windows(self.width, self.height, self.k):
            if self.cells[window[0]] != EMPTY and len({self.cells[cell] for cell in window}) == 1:
                cells.update(window)
        return sorted(cells) if cells else None

    def pieces(self, player: int) -> list[int]:
        return [cell for cell, mark in enumerate(self.cells) if mark == MARKS[player]]

    @property
    def spec(self) -> str:
        if self.width == self.height == self.k <= 8:
            return "tictactoe" if self.k == 3 else f"tictactoe:{self.k}"
        return f"mnk:{self.width},{self.height},{self.k}"

    @property
    def text(self) -> str:
        rows = [
            "".join(self.cells[row * self.width : (row + 1) * self.width])
            for row in range(self.height)
        ]
        return self.spec + " " + "/".join(rows)

    def move_text(self, move: int) -> str:
        return COLUMNS[move % self.width] + str(move // self.width + 1)

    def is_possible(self) -> bool:
        """Whether any game leads here: counts that fit, and at most one line-making last move."""
        marks = [self.cells.count(mark) for mark in MARKS]
        if marks[0] - marks[1] not in (0, 1):
            return False
        finished = [
            window
            for window in windows(self.width, self.height, self.k)
            if self.cells[window[0]] != EMPTY and len({self.cells[cell] for cell in window}) == 1
        ]
        if not finished:
            return True
        last_mover = MARKS[1 - self.turn]
        if any(self.cells[window[0]] != last_mover for window in finished):
            return False
        # The last mark closed every line at once, so one cell belongs to all of them.
        return bool(set.intersection(*[set(window) for window in finished]))

    def transformed(self, permutation: list[int]) -> list[str]:
        """The marks after the cell `i` moved to the cell `permutation[i]`."""
        cells = [EMPTY] * len(self.cells)
        for cell, mark in enumerate(self.cells):
            cells[permutation[cell]] = mark
        return cells


def parse(text: str) -> Game:
    """Reads a line as `Game.text` writes it; raises ValueError for any other spelling."""
    spec, _, board = text.partition(" ")
    name, _, arguments = spec.partition(":")
    if name == "tictactoe":
        size = int(arguments) if arguments else 3
        width = height = k = size
    elif name == "mnk":
        width, height, k = (int(part) for part in arguments.split(","))
    else:
        raise ValueError(f"unknown game {name!r}")
    if not (1 <= width <= 26 and 1 <= height <= 26 and width * height <= 121):
        raise ValueError(f"no board is {width} x {height}")
    if not 1 <= k <= max(width, height):
        raise ValueError(f"no {k} fit in a row")
    rows = board.split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"{board!r} is not {width} x {height}")
    cells = [mark for row in rows for mark in row]
    if any(mark not in EMPTY + MARKS for mark in cells):
        raise ValueError(f"{board!r} holds another mark")
    game = Game(width, height, k, cells)
    if game.text != text:
        raise ValueError(f"{text!r} is spelled {game.text!r}")
    return game


def symmetries(width: int, height: int) -> list[list[int]]:
    """Where each cell goes, for the turns and mirrors that keep the board: 8 if square, else 4."""
    found = []
    for mirror_columns in (False, True):
        for mirror_rows in (False, True):
            for transpose in (False, True) if width == height else (False,):
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
    game: Game, depth: int, known: dict[tuple[int, tuple[str, ...]], int] | None = None
) -> int:
    """Leaves of the game tree at `depth`; a game that ends earlier counts as one leaf."""
    if depth == 0 or game.is_over:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    known = {} if known is None else known
    key = (depth, tuple(game.cells))
    if key not in known:
        known[key] = sum(perft(game.play(move), depth - 1, known) for move in game.legal_moves)
    return known[key]


# The judge


def judge(record: str) -> tuple[str, int | None, bool, int]:
    """Judges a line of digits: the result, the winner, whether by foul, and the moves it took.

    Moves after the decision are ignored, but they must be moves: raises ValueError when anything
    else than 1 to 9 stands in the record, and when it ends before the decision.
    """
    for digit in record:
        if digit not in "123456789":
            raise ValueError(f"{digit!r} is not a cell")
    game = Game()
    for count, digit in enumerate(record, start=1):
        mover = game.turn
        if int(digit) - 1 not in game.legal_moves:
            return f"Foul : {MARKS[1 - mover]} won.", 1 - mover, True, count
        game = game.play(int(digit) - 1)
        if game.winner is not None:
            return f"{MARKS[mover]} won.", mover, False, count
        if game.is_over:
            return "Draw game.", None, False, count
    raise ValueError("the game is not decided")


# The ladder of players


class Lines:
    """Windows of a position by what they hold, seen from the player of the last move."""

    def __init__(self, game: Game) -> None:
        own, other = MARKS[1 - game.turn], MARKS[game.turn]
        self.made_of: dict[tuple[int, int, int], int] = {}
        for window in windows(game.width, game.height, game.k):
            marks = [game.cells[cell] for cell in window]
            kind = (marks.count(own), marks.count(other), marks.count(EMPTY))
            self.made_of[kind] = self.made_of.get(kind, 0) + 1
        self.k = game.k

    def count(self, own: int, other: int, empty: int) -> int:
        return self.made_of.get((own, other, empty), 0)

    @property
    def wins(self) -> bool:
        return self.count(self.k, 0, 0) > 0

    @property
    def threats(self) -> int:
        """Lines the opponent fills with the next mark: 0-2-1 on the standard board."""
        return self.count(0, self.k - 1, 1)

    @property
    def chances(self) -> int:
        """Lines the mover fills with the next mark: 2-0-1 on the standard board."""
        return self.count(self.k - 1, 0, 1)


def _is_special(game: Game) -> bool:
    """Four marks: x in the centre and on one edge, o in two opposite corners."""
    crosses = game.pieces(1)
    return (
        len(crosses) == 2
        and 4 in crosses
        and any(cell in EDGES for cell in crosses)
        and game.pieces(0) in ([0, 8], [2, 6])
    )


def _weights(lines: Lines) -> float:
    """ai11's sum when nothing decisive is on the board."""
    one_chance = 2 if lines.count(2, 0, 1) == 1 else 0
    return one_chance + 0.5 * lines.count(1, 0, 2) - lines.count(0, 1, 2)


# Each scores the position after the move: (position, the move, its line counts).


def ai1(game: Game, move: int, lines: Lines) -> float:
    return -move


def ai2(game: Game, move: int, lines: Lines) -> float:
    return 0


def ai3(game: Game, move: int, lines: Lines) -> float:
    return 1 if _is_centre(game, move) else 0


def ai4(game: Game, move: int, lines: Lines) -> float:
    if move == 4:
        return 10
    if move in CORNERS:
        return 9 - (move % 3 + 3 * (move // 3))
    return 0


def ai5(game: Game, move: int, lines: Lines) -> float:
    return 1 if lines.wins else 0


def ai6(game: Game, move: int, lines: Lines) -> float:
    if lines.wins:
        return 1
    return -1 if lines.threats else 0


def ai7(game: Game, move: int, lines: Lines) -> float:
    return 2 if _is_centre(game, move) else ai6(game, move, lines)


def ai8(game: Game, move: int, lines: Lines) -> float:
    if _is_centre(game, move):
        return 3
    if lines.wins:
        return 2
    if lines.threats:
        return -1
    return 1 if lines.chances else 0


def ai9(game: Game, move: int, lines: Lines) -> float:
    if _is_centre(game, move):
        return 4
    if lines.wins:
        return 3
    if lines.threats:
        return -1
    return min(lines.chances, 2)


def ai10(game: Game, move: int, lines: Lines) -> float:
    if move == 4:
        return 300
    if lines.wins:
        return 200
    if lines.threats:
        return -100
    if lines.chances >= 2:
        return 100
    return lines.chances + lines.count(1, 0, 2)


def ai11(game: Game, move: int, lines: Lines) -> float:
    if move == 4:
        return 300
    if lines.wins:
        return 200
    if lines.threats:
        return -100
    if lines.chances >= 2:
        return 100
    return _weights(lines)


def ai12(game: Game, move: int, lines: Lines) -> float:
    if lines.wins:
        return 300
    if lines.threats:
        return -100
    if lines.chances >= 2:
        return 200
    return 100 if _is_special(game) else _weights(lines)


def ai13(game: Game, move: int, lines: Lines) -> float:
    if not lines.wins and lines.threats:
        return -100 * lines.threats
    return ai12(game, move, lines)


def ai14(game: Game, move: int, lines: Lines) -> float:
    if not lines.wins and lines.threats:
        return 100 if _is_special(game) else -100 * lines.threats + _weights(lines)
    return ai12(game, move, lines)


LADDER = {
    score.__name__: score
    for score in (ai1, ai2, ai3, ai4, ai5, ai6, ai7, ai8, ai9, ai10, ai11, ai12, ai13, ai14)
}
_NEEDS_CENTRE = ("ai3", "ai7", "ai8", "ai9")
_ANY_BOARD = ("ai1", "ai2", "ai5", "ai6")


def _is_centre(game: Game, move: int) -> bool:
    return move == (game.height // 2) * game.width + game.width // 2


def makes_sense(name: str, width: int, height: int, k: int) -> bool:
    """Whether that player of the ladder is defined on that board."""
    if name in _ANY_BOARD:
        return True
    if name in _NEEDS_CENTRE:
        return width % 2 == 1 and height % 2 == 1
    return width == height == k == 3


def candidates(name: str, game: Game) -> list[int]:
    """The moves among which that player chooses uniformly."""
    scores = {}
    for move in game.legal_moves:
        after = game.play(move)
        scores[move] = LADDER[name](after, move, Lines(after))
    return [move for move in scores if scores[move] == max(scores.values())]


def ladder_candidates(game: Game) -> dict[str, list[int]]:
    """The same for every player of the ladder that has a meaning here, counting lines once."""
    names = [name for name in LADDER if makes_sense(name, game.width, game.height, game.k)]
    scores: dict[str, dict[int, float]] = {name: {} for name in names}
    for move in game.legal_moves:
        after = game.play(move)
        lines = Lines(after)
        for name in names:
            scores[name][move] = LADDER[name](after, move, lines)
    return {
        name: [move for move in given if given[move] == max(given.values())]
        for name, given in scores.items()
    }


# Perfect play


def value(game: Game, known: dict[tuple[str, ...], int]) -> int:
    """1, 0 or -1 for the player to move, by plain minimax; `known` remembers positions."""
    if game.is_over:
        return 0 if game.winner is None else -1
    key = tuple(game.cells)
    if key not in known:
        known[key] = max(-value(game.play(move), known) for move in game.legal_moves)
    return known[key]


def perfect_candidates(game: Game, known: dict[tuple[str, ...], int]) -> list[int]:
    """The moves that keep the value of the position."""
    best = value(game, known)
    return [move for move in game.legal_moves if -value(game.play(move), known) == best]


# Exact results of one player against another


def pairing(
    first: dict[str, list[int]], second: dict[str, list[int]], game: Game | None = None
) -> tuple[float, float, float]:
    """Chances that o wins, x wins, nobody wins.

    Each player is a table from the text of a position to the moves it chooses among.
    """
    return _pairing(Game() if game is None else game, (first, second), {})


def _pairing(
    game: Game,
    players: tuple[dict[str, list[int]], dict[str, list[int]]],
    known: dict[str, tuple[float, float, float]],
) -> tuple[float, float, float]:
    if game.is_over:
        return (float(game.winner == 0), float(game.winner == 1), float(game.winner is None))
    text = game.text
    if text not in known:
        moves = players[game.turn][text]
        results = [_pairing(game.play(move), players, known) for move in moves]
        known[text] = tuple(sum(each) / len(moves) for each in zip(*results, strict=True))
    return known[text]


# Positions of each name, each with the depth of its deepest count.
SQUARE_POSITIONS = [
    ("tictactoe .../.../...", 9),
    ("tictactoe .../.o./...", 8),
    ("tictactoe o../.x./...", 7),
    ("tictactoe o.x/.x./o..", 5),
    ("tictactoe oxo/xox/...", 3),
    ("tictactoe ooo/xx./...", 3),
    ("tictactoe oxo/oxx/xoo", 2),
    ("tictactoe:1 .", 2),
    ("tictactoe:2 ../..", 4),
    ("tictactoe:4 ..../..../..../....", 7),
    ("tictactoe:4 oooo/xxx./..../....", 2),
    ("tictactoe:4 ooo./xxx./..../o..x", 7),
    ("tictactoe:5 ...../...../...../...../.....", 5),
    ("tictactoe:5 oooo./xxxx./...../..o../..x..", 4),
    ("tictactoe:8 " + "/".join(["........"] * 8), 4),
    ("tictactoe:8 ooooooo./xxxxxx../......../......../......../......../......../.......x", 3),
]

MNK_POSITIONS = [
    ("mnk:4,3,3 ..../..../....", 12),
    ("mnk:4,3,3 o..x/.o../x...", 8),
    ("mnk:4,4,3 ..../..../..../....", 7),
    ("mnk:3,5,3 .../.../.../.../...", 7),
    ("mnk:5,5,4 ...../...../...../...../.....", 5),
    ("mnk:6,5,4 ....../....../....../....../......", 4),
    ("mnk:6,5,4 ....../.ox.../.oxo../..x.../......", 5),
    ("mnk:3,3,1 .../.../...", 3),
    ("mnk:3,3,2 .../.../...", 9),
    ("mnk:7,1,3 .......", 7),
    ("mnk:9,9,9 " + "/".join(["........."] * 9), 3),
    ("mnk:26,4,4 " + "/".join(["." * 26] * 4), 3),
    ("mnk:4,26,4 " + "/".join(["...."] * 26), 3),
    ("mnk:11,11,5 " + "/".join(["." * 11] * 11), 3),
    (
        "mnk:11,11,5 oooo......./.........../x........../.x........./..x......../"
        + "/".join(["." * 11] * 5)
        + "/..........x",
        3,
    ),
    (
        "mnk:11,11,5 .........../.........../....o....../.....o...../....xxxx.../.......o.../"
        ".........../.........../.........../.........../..........o",
        3,
    ),
]


def _reference(start: Callable[[str], Game], positions: list[tuple[str, int]]) -> Reference:
    return Reference(
        "tic-tac-toe",
        start,
        parse,
        lambda game, depth: perft(game, depth, {}),
        Game.is_possible,
        positions=positions,
    )


def _square(spec: str) -> Game:
    size = int(spec.partition(":")[2] or 3)
    return Game(size, size, size)


def _mnk(spec: str) -> Game:
    width, height, k = map(int, spec.partition(":")[2].split(","))
    return Game(width, height, k)


REFERENCES = {
    "tictactoe": _reference(_square, SQUARE_POSITIONS),
    "mnk": _reference(_mnk, MNK_POSITIONS),
}
