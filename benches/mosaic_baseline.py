"""Mosaic as one writes it in plain Python: an integer a player, and the whole board promoted.

The chain is found as its definition says, by promoting all layers for each player in each wave; the
legal moves by promoting the occupied cells. Tables of layers are made once for each size.
"""

from __future__ import annotations

from functools import cache

FOUR, MAJORITY = 4, 3


def layer_start(width: int) -> int:
    """First cell of the layer of this width: the top is cell 0, the ground comes last."""
    return sum(side * side for side in range(1, width))


@cache
def _layers(size: int) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
    """Start, mask and width of each layer but the top, and masks and shifts of its rows."""
    layers = []
    for width in range(2, size + 1):
        row = (1 << (width - 1)) - 1
        to = layer_start(width - 1)
        rows = [(row << (y * width), to + y * (width - 1) - y * width) for y in range(width - 1)]
        layers.append((layer_start(width), (1 << (width * width)) - 1, width, rows))
    return layers


def promoted(board: int, size: int, least: int) -> int:
    """The cells that rest on four cells of the board, or on at least three."""
    result = 0
    for start, mask, width, rows in _layers(size):
        a = board >> start & mask
        b, c, d = a >> 1, a >> width, a >> (width + 1)
        above = a & b & c & d if least == FOUR else a & b & (c | d) | c & d & (a | b)
        for cells, shift in rows:
            part = above & cells
            result |= part << shift if shift >= 0 else part >> -shift
    return result


class Mosaic:
    """A game for two, changed in place."""

    __slots__ = ("boards", "each", "ground", "neutral", "size", "turn", "whole")

    def __init__(self, size: int = 7) -> None:
        self.size = size
        start, cells = layer_start(size), layer_start(size + 1)
        self.whole = (1 << cells) - 1
        self.ground = self.whole >> start << start
        self.neutral = 1 << (start + size * size // 2) if size % 2 else 0
        self.each = (cells - size % 2 + 1) // 2
        self.boards = [0, 0]
        self.turn = 0

    def legal(self) -> int:
        """Empty supported cells."""
        first, second = self.boards
        occupied = first | second | self.neutral
        return (self.ground | promoted(occupied, self.size, FOUR)) & ~occupied

    def legal_moves(self) -> list[int]:
        """Cells that may be played, as bits, lowest first."""
        legal, moves = self.legal(), []
        while legal:
            move = legal & -legal
            moves.append(move)
            legal ^= move
        return moves

    @property
    def is_over(self) -> bool:
        return any(board.bit_count() == self.each for board in self.boards)

    def play(self, move: int) -> None:
        """Place a piece and run the chain."""
        self.boards[self.turn] |= move
        self.turn ^= 1
        before = None
        while before != self.boards and not self.is_over:
            before = self.boards[:]
            for player, board in enumerate(before):
                offered = self.legal() & promoted(board, self.size, MAJORITY)
                for _ in range(self.each - board.bit_count()):
                    self.boards[player] |= offered & -offered
                    offered &= offered - 1
