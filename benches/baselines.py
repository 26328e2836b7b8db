"""Tic-tac-toe as one writes it in plain Python: what the native game is measured against.

- `ListBoard` is a class for boards of any size over a flat list of marks: legal moves by list
  comprehension, the game judged after each move along the lines through it, a record of the moves
  for undoing them. This is the shape such programs have, and what the promised ratios refer to.
- `LeanBoard` is the same idea bent to 3 x 3 and to speed alone, to show how much of a ratio comes
  from the generality of `ListBoard`.
- `BitBoard` is two integers, with the legal moves by lowest one bit.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

EMPTY = "."
PLAYING = "playing"
DRAW = "draw"
OTHER = {"o": "x", "x": "o"}

CENTRE = 4
EDGES = (1, 3, 5, 7)
OPPOSITE_CORNERS = ((0, 8), (2, 6))


class Board(Protocol):
    """What a match needs."""

    turn: str
    status: str

    def legal_moves(self) -> list[int]: ...
    def play(self, cell: int) -> None: ...


class ListBoard:
    """A flat list of marks, changed in place; any size."""

    def __init__(self, size: int = 3) -> None:
        self.size = size
        self.cells = [EMPTY] * size**2
        self.turn = "o"
        self.last_turn = "x"
        self.status = PLAYING
        self.records: list[int] = []

    def legal_moves(self) -> list[int]:
        if self.status != PLAYING:
            return []
        return [cell for cell in range(self.size**2) if self.cells[cell] == EMPTY]

    def play(self, cell: int) -> None:
        if self.status != PLAYING or self.cells[cell] != EMPTY:
            raise ValueError(f"{cell} is not a legal move")
        self.cells[cell] = self.turn
        self.records.append(cell)
        self.last_turn, self.turn = self.turn, self.last_turn
        self.status = self.judge()

    def unplay(self) -> None:
        self.cells[self.records.pop()] = EMPTY
        self.last_turn, self.turn = self.turn, self.last_turn
        self.status = PLAYING

    def judge(self) -> str:
        """The winner, a draw or neither; only lines through the last mark can be new."""
        count = len(self.records)
        if count < 2 * self.size - 1:
            return PLAYING
        if self.is_winner(self.last_turn, self.records[-1]):
            return self.last_turn
        return DRAW if count == self.size**2 else PLAYING

    def is_winner(self, mark: str, cell: int) -> bool:
        size, cells = self.size, self.cells
        row, column = divmod(cell, size)
        full = [mark] * size
        return (
            cells[row * size : (row + 1) * size] == full
            or cells[column::size] == full
            or (row == column and cells[:: size + 1] == full)
            or (row + column == size - 1 and cells[size - 1 : -1 : size - 1] == full)
        )

    def count_patterns(self) -> dict[tuple[int, int, int], int]:
        """Lines by their marks of the last mover, marks of the other and empty cells, counted."""
        size, cells = self.size, self.cells
        lines = [cells[row * size : (row + 1) * size] for row in range(size)]
        lines += [cells[column::size] for column in range(size)]
        lines += [cells[:: size + 1], cells[size - 1 : -1 : size - 1]]
        patterns: dict[tuple[int, int, int], int] = defaultdict(int)
        for line in lines:
            own, other = line.count(self.last_turn), line.count(self.turn)
            patterns[own, other, size - own - other] += 1
        return patterns


# For each cell of 3 x 3, the two other cells of every line through it.
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
_PARTNERS = [
    [tuple(other for other in line if other != cell) for line in _LINES if cell in line]
    for cell in range(9)
]


class LeanBoard:
    """The shortest way to play 3 x 3 on a list: nothing is kept that a match does not ask for."""

    __slots__ = ("cells", "count", "status", "turn")

    def __init__(self) -> None:
        self.cells = [EMPTY] * 9
        self.turn = "o"
        self.count = 0
        self.status = PLAYING

    def legal_moves(self) -> list[int]:
        cells = self.cells
        return [cell for cell in range(9) if cells[cell] == EMPTY]

    def play(self, cell: int) -> None:
        cells, mark = self.cells, self.turn
        if cells[cell] != EMPTY:
            raise ValueError(f"{cell} is not a legal move")
        cells[cell] = mark
        self.count += 1
        if self.count > 4:
            for one, other in _PARTNERS[cell]:
                if cells[one] == mark and cells[other] == mark:
                    self.status = mark
                    break
            else:
                if self.count == 9:
                    self.status = DRAW
        self.turn = OTHER[mark]


class BitBoard:
    """Two integers, one per player; a move is the bit of its cell."""

    def __init__(self) -> None:
        self.board = [0, 0]

    def legal_moves(self) -> list[int]:
        empty = 0b111111111 - (self.board[0] | self.board[1])
        moves = []
        while empty:
            move = empty & -empty
            moves.append(move)
            empty -= move
        return moves


_WINNING = tuple(sum(1 << cell for cell in line) for line in _LINES)


def perft(own: int = 0, other: int = 0) -> int:
    """All games from here to their end, on two integers: `own` is of the player to move."""
    empty = 0b111111111 - (own | other)
    if not empty:
        return 1
    leaves = 0
    while empty:
        move = empty & -empty
        empty -= move
        after = own | move
        for line in _WINNING:
            if after & line == line:
                leaves += 1
                break
        else:
            leaves += perft(other, after)
    return leaves


def judge(record: str) -> str:
    """The result of a line of digits, on a lean list board."""
    game = LeanBoard()
    for digit in record:
        mover, cell = game.turn, int(digit) - 1
        if game.cells[cell] != EMPTY:
            return f"Foul : {OTHER[mover]} won."
        game.play(cell)
        if game.status == DRAW:
            return "Draw game."
        if game.status != PLAYING:
            return f"{mover} won."
    raise ValueError(f"{record!r} is not decided")


def ai2(game: Board) -> int:
    """Any legal move."""
    return random.choice(game.legal_moves())


def ai14(game: ListBoard) -> int:
    """The last player of the ladder: the best of all legal moves by `score14`."""
    best_score, best = float("-inf"), []
    for cell in game.legal_moves():
        game.play(cell)
        score = score14(game)
        game.unplay()
        if score > best_score:
            best_score, best = score, [cell]
        elif score == best_score:
            best.append(cell)
    return random.choice(best)


def score14(game: ListBoard) -> float:
    """Value of the position for the player of the last move."""
    if game.status == game.last_turn:
        return 300
    patterns = game.count_patterns()
    threats, chances = patterns[0, 2, 1], patterns[2, 0, 1]
    if not threats and chances >= 2:
        return 200
    if len(game.records) == 4 and _is_special(game.cells):
        return 100
    return (2 if chances == 1 else 0) + 0.5 * patterns[1, 0, 2] - patterns[0, 1, 2] - 100 * threats


def _is_special(cells: list[str]) -> bool:
    """x in the centre and on an edge, o in two opposite corners."""
    return (
        cells[CENTRE] == "x"
        and any(cells[one] == "o" == cells[other] for one, other in OPPOSITE_CORNERS)
        and any(cells[edge] == "x" for edge in EDGES)
    )


def match(
    first: Callable[[Any], int],
    second: Callable[[Any], int],
    games: int,
    new_board: Callable[[], Board] = ListBoard,
) -> dict[str, list[int]]:
    """Plays `games` games, who starts taken in turn; win, lose, draw of `first` as o and as x."""
    counts = {"o": [0, 0, 0], "x": [0, 0, 0]}
    seats = ("o", "x")
    for number in range(games):
        mark = seats[number % 2]
        players = {mark: first, OTHER[mark]: second}
        game = new_board()
        while game.status == PLAYING:
            game.play(players[game.turn](game))
        if game.status == DRAW:
            counts[mark][2] += 1
        else:
            counts[mark][0 if game.status == mark else 1] += 1
    return counts
