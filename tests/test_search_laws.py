"""The solver and the search of every game against plain minimax, near the end of random games.

Minimax here is written on ``play``, ``legal_moves`` and ``outcome`` alone: it leaves out nothing,
remembers nothing and knows no game. What the searches skip, reorder and remember must not show.
"""

from __future__ import annotations

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests.specs import every_board

MAX_NODES = 3_000
MAX_PLIES = 7


class TooLarge(Exception):
    """The tree has more nodes than plain minimax is for."""


class Minimax:
    """Values for the team of one seat, and how large the trees were."""

    def __init__(self, position: bg.Position) -> None:
        self.seat = position.turn
        self.teams = position.facts.teams
        self.nodes = 0

    def value(self, position: bg.Position) -> tuple[int, int]:
        """What the seat gets with best play of all, and the plies of the longest line."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooLarge
        if position.outcome is not None:
            return position.outcome.scores[self.seat], 0
        below = [self.value(position.play(move)) for move in position.legal_moves]
        ours = self.teams[position.turn] == self.teams[self.seat]
        best = (max if ours else min)(value for value, _ in below)
        return best, 1 + max(plies for _, plies in below)


def long_game(spec: str, seed: int) -> list[bg.Position]:
    """The positions of a random game that avoids moves which end the game.

    So boards get full, and the trees near the end are small.
    """
    chance = random.Random(seed)
    positions = [bg.games.get(spec)]
    while moves := list(positions[-1].legal_moves):
        chance.shuffle(moves)
        after = [positions[-1].play(move) for move in moves]
        positions.append(next((each for each in after if not each.is_over), after[0]))
    return positions


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def assert_searched_right(position: bg.Position) -> None:
    """Raises ``TooLarge`` where minimax cannot tell."""
    minimax = Minimax(position)
    value, plies = minimax.value(position)
    values = {move: minimax.value(position.play(move))[0] for move in position.legal_moves}
    text = position.to_string()

    solution = bg.solve(position, all_moves=True, table_mib=1)
    assert solution.value == value, text
    assert solution.values == values, text
    assert bg.solve(position, table_mib=1).value == value, text
    wld = bg.solve(position, all_moves=True, wld=True, table_mib=1)
    assert wld.value == sign(value), text
    assert wld.values == {move: sign(values[move]) for move in values}, text
    assert not values or sign(values[wld.best_move]) == wld.value, text
    if values:
        perfect = bg.players.get("perfect:table=1,patience=1000000000000", seed=1)
        best = [move for move in values if values[move] == value]
        assert perfect.candidates(position) == best, text
    found = bg.search(position, depth=max(1, plies), table_mib=1)
    assert (found.exact, found.value) == (True, value), text
    for result in (solution, found):
        if values:
            assert values[result.best_move] == value, text
            assert result.pv[0] == result.best_move, text
        else:
            assert (result.best_move, result.pv) == (None, []), text
        after = position
        for move in result.pv:
            after = after.play(move)
            minimax.nodes = 0
            assert minimax.value(after)[0] == value, f"{text} {result.pv}"
    for depth in range(1, plies):
        guess = bg.search(position, depth=depth, table_mib=1)
        assert not guess.exact or guess.value == value, text


@every_board
@given(seed=st.integers(0, 2**32 - 1))
@example(seed=28572)  # a game of Othello that ends with empty squares left
@settings(max_examples=max(5, settings().max_examples // 6))
def test_solver_and_search_agree_with_minimax(spec: str, seed: int) -> None:
    checked = 0
    for position in long_game(spec, seed)[: -2 - MAX_PLIES : -1]:
        try:
            assert_searched_right(position)
        except TooLarge:
            break
        checked += 1
    # The end itself and the position before it are always small.
    assert checked >= 2


@every_board
def test_the_law_looks_at_more_than_last_moves(spec: str) -> None:
    """Some of the trees that it finds small enough are several plies deep."""
    deepest = 0
    for seed in range(8):
        for position in long_game(spec, seed)[: -2 - MAX_PLIES : -1]:
            try:
                deepest = max(deepest, Minimax(position).value(position)[1])
            except TooLarge:
                break
    assert deepest >= 3
