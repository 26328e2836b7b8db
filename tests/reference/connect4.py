"""Connect Four on any board from the rules, with lists and loops.

This is what the native game is compared with, so it is written to be read, not to be fast, and it
imports nothing of the package. A board is a list of columns, each a string of discs from the bottom
up; a move is the number of a column from the left, counted from 0.
"""

from __future__ import annotations

from itertools import product

from tests.reference.interface import Reference

DISCS = "ox"
EMPTY = "."
LINE = 4
SIDES = range(4, 13)
MOST_BITS = 128
"""Each column takes a bit more than it has cells."""
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
LETTERS = "abcdefghijkl"


class Game:
    """One position. `play` gives a new one and leaves the old one as it was."""

    def __init__(self, width: int = 7, height: int = 6, columns: list[str] | None = None) -> None:
        self.width = width
        self.height = height
        self.columns = [""] * width if columns is None else list(columns)

    def disc(self, x: int, y: int) -> str:
        """The disc in a column and a row from the bottom, from 0; a dot if there is none."""
        inside = 0 <= x < self.width and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else EMPTY

    def lines(self) -> list[list[tuple[int, int]]]:
        """Every line of four discs of one colour."""
        found = []
        for x, y, (right, up) in product(range(self.width), range(self.height), STEPS):
            line = [(x + right * step, y + up * step) for step in range(LINE)]
            discs = {self.disc(*cell) for cell in line}
            if len(discs) == 1 and discs != {EMPTY}:
                found.append(line)
        return found

    @property
    def ply(self) -> int:
        return sum(map(len, self.columns))

    @property
    def turn(self) -> int:
        return self.ply % 2

    @property
    def winner(self) -> int | None:
        lines = self.lines()
        return DISCS.index(self.disc(*lines[0][0])) if lines else None

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.ply == self.width * self.height

    @property
    def score(self) -> int:
        """The score of an end for the first player: one more than the discs left to the winner."""
        if self.winner is None:
            return 0
        cells = self.width * self.height
        own = [(cells + 1) // 2, cells // 2][self.winner]
        placed = "".join(self.columns).count(DISCS[self.winner])
        left = own - placed + 1
        return left if self.winner == 0 else -left

    @property
    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return [x for x, column in enumerate(self.columns) if len(column) < self.height]

    def play(self, move: int) -> Game:
        if move not in self.legal_moves:
            raise ValueError(f"{move} is not a legal move")
        columns = list(self.columns)
        columns[move] += DISCS[self.turn]
        return Game(self.width, self.height, columns)

    def cell(self, x: int, y: int) -> int:
        """The number of a cell in drawings: row by row from the top left."""
        return (self.height - 1 - y) * self.width + x

    @property
    def winning_cells(self) -> list[int]:
        return sorted({self.cell(*cell) for line in self.lines() for cell in line})

    def pieces(self, player: int) -> list[int]:
        cells = product(range(self.width), range(self.height))
        return sorted(self.cell(*cell) for cell in cells if self.disc(*cell) == DISCS[player])

    @property
    def spec(self) -> str:
        standard = (self.width, self.height) == (7, 6)
        return "connect4" if standard else f"connect4:{self.width},{self.height}"

    @property
    def text(self) -> str:
        rows = [
            "".join(self.disc(x, y) for x in range(self.width)) for y in range(self.height)[::-1]
        ]
        return f"{self.spec} {'/'.join(rows)}"

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def is_possible(self) -> bool:
        """Whether counts fit, and a single last disc explains all the lines on the board."""
        discs = "".join(self.columns)
        if discs.count("o") - discs.count("x") not in (0, 1):
            return False
        lines = self.lines()
        last = DISCS[1 - self.turn]
        if any(self.disc(*line[0]) != last for line in lines):
            return False
        tops = [(x, len(column) - 1) for x, column in enumerate(self.columns) if column]
        return not lines or any(all(top in line for line in lines) for top in tops)


def parse(text: str) -> Game:
    """Reads a line as `Game.text` writes it; raises ValueError for any other spelling."""
    spec, _, board = text.partition(" ")
    rows = board.split("/")
    width, height = len(rows[0]), len(rows)
    if width not in SIDES or height not in SIDES or width * (height + 1) > MOST_BITS:
        raise ValueError(f"{board!r} is no board")
    if any(len(row) != width or set(row) - {*DISCS, EMPTY} for row in rows):
        raise ValueError(f"{board!r} is no rectangle of discs")
    drawn = ["".join(column)[::-1] for column in zip(*rows, strict=True)]
    columns = [column.rstrip(EMPTY) for column in drawn]
    if any(EMPTY in column for column in columns):
        raise ValueError(f"a disc floats in {board!r}")
    game = Game(width, height, columns)
    if game.text != text:
        raise ValueError(f"{spec!r} is not the game of {board!r}")
    return game


def play_line(game: Game, line: str) -> Game:
    """Plays columns run together, `4453`."""
    for column in line:
        game = game.play(int(column) - 1)
    return game


def mirror(game: Game) -> Game:
    """The position seen from behind."""
    return Game(game.width, game.height, game.columns[::-1])


def perft(game: Game, depth: int) -> int:
    """Leaves of the game tree at `depth`; a game that ends earlier counts as one leaf."""
    moves = game.legal_moves
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(game.play(move), depth - 1) for move in moves)


def value(game: Game, known: dict[str, int] | None = None) -> int:
    """The value for the side to move with best play, by a full search."""
    known = {} if known is None else known
    if game.text not in known:
        if game.is_over:
            best = game.score if game.turn == 0 else -game.score
        else:
            best = max(-value(game.play(move), known) for move in game.legal_moves)
        known[game.text] = best
    return known[game.text]


def _start(spec: str) -> Game:
    width, _, height = (spec.partition(":")[2] or "7,6").partition(",")
    return Game(int(width), int(height))


# Positions, each with the depth of its deepest count.
POSITIONS = [
    (Game().text, 7),
    (Game(4, 4).text, 8),
    (Game(5, 4).text, 7),
    (Game(8, 7).text, 5),
    (Game(10, 11).text, 4),
    # The positions of the Fhourstones benchmark.
    (play_line(Game(), "45461667").text, 6),
    (play_line(Game(), "35333571").text, 6),
    (play_line(Game(), "13333111").text, 6),
    # Threats on top of each other, full columns, a line soon.
    (play_line(Game(), "4444445555552222221").text, 6),
    (play_line(Game(), "112233").text, 5),
    (play_line(Game(4, 4), "1111222233").text, 6),
    # Over: a column, a row, both diagonals, two lines by one disc, three, a full board.
    (play_line(Game(), "1212121").text, 2),
    (play_line(Game(), "1122334").text, 2),
    (play_line(Game(4, 4), "33123324444").text, 2),
    (play_line(Game(4, 4), "2233121411").text, 2),
    (play_line(Game(), "5315214521115441263").text, 2),
    (play_line(Game(), "65642747415417233").text, 2),
    (play_line(Game(4, 4), "4313133412242241").text, 2),
]

REFERENCES = {
    "connect4": Reference(
        "Connect Four", _start, parse, perft, lambda game: game.is_possible(), positions=POSITIONS
    )
}
