"""Hypothesis strategies: boards, random games on them, and invalid arguments."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.reference import othello, tictactoe

MAX_CELLS = 121
LONGEST_SIDE = 26


@st.composite
def shapes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Width, height and k: the square games of 3 to 8, or any board of up to 121 cells."""
    if draw(st.booleans()):
        size = draw(st.integers(3, 8))
        return size, size, size
    width = draw(st.integers(1, LONGEST_SIDE))
    height = draw(st.integers(1, min(LONGEST_SIDE, MAX_CELLS // width)))
    k = draw(st.integers(1, max(width, height)))
    return width, height, k


@st.composite
def games(
    draw: st.DrawFn, on: st.SearchStrategy[tuple[int, int, int]] | None = None
) -> tuple[tictactoe.Game, list[int]]:
    """The start of a random game and the moves played in it, to its end or to somewhere before."""
    width, height, k = draw(shapes() if on is None else on)
    # One seed stands for the whole game: drawing up to 121 moves one by one is slow.
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    longest = draw(st.one_of(st.just(width * height), st.integers(0, width * height)))
    start = tictactoe.Game(width, height, k)
    game, moves = start, []
    while not game.is_over and len(moves) < longest:
        moves.append(_likely_move(game, chance))
        game = game.play(moves[-1])
    return start, moves


def _likely_move(game: tictactoe.Game, chance: random.Random) -> int:
    """Any legal move, half of the time one that goes on with a line of the player to move.

    Blind play on a large board nearly always fills it without a line.
    """
    moves = game.legal_moves
    own = game.pieces(game.turn)
    if own and chance.random() < 0.5:
        cell = chance.choice(own)
        lines = tictactoe.windows_through(game.width, game.height, game.k, cell)
        going_on = [each for window in lines for each in window if each in moves]
        if going_on:
            return chance.choice(going_on)
    return chance.choice(moves)


@st.composite
def fillings(draw: st.DrawFn) -> tictactoe.Game:
    """Marks thrown on a small board without play, so mostly positions that no game reaches."""
    width = draw(st.integers(1, 5))
    height = draw(st.integers(1, 5))
    k = draw(st.integers(1, max(width, height)))
    cells = draw(st.lists(st.sampled_from(".ox"), min_size=width * height, max_size=width * height))
    return tictactoe.Game(width, height, k, cells)


@st.composite
def othello_games(draw: st.DrawFn) -> tuple[othello.Game, list[int]]:
    """The start of a random game of Othello and the moves played in it, passes among them."""
    size = draw(st.sampled_from(othello.SIZES))
    # The same way to draw a game as above, for the same reason.
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    start = game = othello.Game(size)
    cells = game.pass_move
    longest = draw(st.one_of(st.just(2 * cells), st.integers(0, cells)))
    moves: list[int] = []
    while len(moves) < longest and (legal := game.legal_moves):
        moves.append(chance.choice(legal))
        game = game.play(moves[-1])
    return start, moves


@st.composite
def othello_fillings(draw: st.DrawFn) -> othello.Game:
    """Discs thrown on a board without play: passes, early ends and long flips are common here."""
    size = draw(st.sampled_from(othello.SIZES))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    shares = draw(st.tuples(*[st.integers(0, 20)] * 3).filter(any))
    cells = chance.choices(othello.DISCS + othello.EMPTY, shares, k=size[0] * size[1])
    return othello.Game(size, cells, draw(st.integers(0, 1)))


class Opaque:
    """An object that knows nothing about games."""


class LyingIndex:
    """An object whose `__index__` gives no int."""

    def __index__(self) -> int:
        return "3"  # type: ignore[return-value]


class Endless(Sequence[object]):
    """A sequence that has a length and no end."""

    def __init__(self, item: object) -> None:
        self.item = item

    def __len__(self) -> int:
        return 4

    def __getitem__(self, place: int | slice) -> Any:
        return self.item


HUGE = [2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**127, 2**128 - 1, 2**128, 10**100]

# Numbers that no count of games, depth of a table or size of a board can be.
bad_numbers = st.one_of(
    st.integers(max_value=-1),
    st.sampled_from([-number for number in HUGE] + [2**64, 2**127, 2**128, 10**100]),
)

# Values of types that no function takes.
wrong_types = st.one_of(
    st.just(None),
    st.floats(),
    st.complex_numbers(),
    st.binary(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.tuples(st.integers(), st.text(max_size=2)),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.builds(Opaque),
    st.builds(LyingIndex),
    st.just(Fraction(1, 2)),
    st.just(int),
    st.just(...),
    st.sampled_from(
        [np.array("b2"), np.array(["b2"]), np.array(["b2", "a1"]), np.zeros(2), np.array([])]
    ),
    st.sampled_from([Endless("1"), Endless(1), Endless("x" * 70_000)]),
)

# Text as people mistype it, and as nobody types it: other scripts, digits that are not ASCII,
# control characters and lone surrogates.
texts = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=st.characters(), max_size=8),
    st.text(alphabet="0123456789.oxOX/:, abctimnk-", max_size=40),
    st.sampled_from(["", " ", "\0", "\ud800", "a0", "a-1", "zz9", "b2 ", "B2", "b\u00b2"]),
    st.sampled_from(["x" * 70_000, "1" * 70_000, "b2 " * 25_000, "mnk:" + "9" * 70_000]),
    st.sampled_from(["\u0663", "\uff13", "b\uff12", "\u00e91", "\uff42\uff12", "b2\u200b"]),
)

numbers = st.one_of(st.integers(), st.sampled_from(HUGE), st.booleans(), bad_numbers)

# Anything at all.
junk = st.one_of(wrong_types, texts, numbers)
