"""The search of Othello on 8 x 8: its levels, its certainty, and how it agrees with itself."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg


def position(seed: int, plies: int) -> bg.Othello:
    """The position after some random moves."""
    at = bg.Othello()
    player = bg.players.get("random", seed=seed)
    for _ in range(plies):
        if at.is_over:
            break
        at = at.play(player.choose(at))
    return at


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(8, 40), st.integers(1, 3))
def test_a_level_without_cuts_is_one_ply_more_than_the_one_below(
    seed: int, plies: int, level: int
) -> None:
    """The value of a position is the best of its moves, each searched a ply less."""
    at = position(seed, plies)
    if at.is_over or at.must_pass:
        return
    values = {}
    for move in at.legal_moves:
        after = at.play(move)
        if after.is_over or after.must_pass:
            return
        values[move] = -bg.search(after, level=level, table_mib=1).value
    found = bg.search(at, depth=level + 1, level=level + 1, table_mib=1)
    assert (found.value, found.depth, found.certainty) == (max(values.values()), level + 1, 100)
    assert values[found.best_move] == found.value
    lines = bg.search(at, level=level + 1, all_moves=True, table_mib=1).lines
    assert {line.move: line.value for line in lines} == values


def test_results_say_how_certain_they_are() -> None:
    at = position(3, 12)
    found = bg.search(at, level=6, lines=2)
    assert (found.depth, found.certainty, found.exact) == (6, 86, False)
    assert [line.certainty for line in found.lines] == [86, 86]
    assert pickle.loads(pickle.dumps(found)) == found
    end = position(5, 50)
    solved = bg.search(end, level=8)
    assert (solved.exact, solved.certainty, solved.value) == (True, 100, bg.solve(end).value)
    assert bg.search(bg.TicTacToe(), depth=3).certainty == 100


def test_one_thread_repeats_itself_and_keeps_to_its_nodes() -> None:
    at = position(4, 14)
    searchers = [bg.Searcher("othello", table_mib=2) for _ in range(2)]
    first, second = (each.search(at, nodes=30_000) for each in searchers)
    assert first == second
    assert first.nodes < 33_000
    assert bg.search(at, depth=7, threads=2).depth == 7


@pytest.mark.parametrize("game", ["othello:6", "tictactoe", "mosaic"])
def test_other_games_have_no_search_levels(game: str) -> None:
    for ask in (
        lambda: bg.search(game, level=3),
        lambda: bg.players.get("alphabeta:level=3").choose(bg.position(game)),
    ):
        with pytest.raises(bg.UnsupportedError, match="a search level"):
            ask()


def test_levels_are_from_0_to_30() -> None:
    for level in (-1, 31):
        with pytest.raises(bg.ParameterError, match="level"):
            bg.search("othello", level=level)
    with pytest.raises(bg.ParameterError, match="level"):
        bg.players.get("alphabeta:level=31").choose(bg.Othello())
    player = bg.players.get("alphabeta:level=2,threads=1")
    assert player.choose(bg.Othello()) in bg.Othello().legal_moves


def test_hints_and_analysis_take_a_level() -> None:
    at = position(6, 20)
    advice = bg.hint(at, lines=3, level=5)
    assert len(advice.moves) == 3
    assert {(move.depth, move.certainty) for move in advice.moves} == {(5, 86)}
    record = bg.Record(bg.Othello(), ["f5", "d6", "c3"])
    analyzed = bg.analyze(record, level=3)
    assert all((move.depth, move.certainty) == (3, 100) for move in analyzed.moves[1:])
    with pytest.raises(bg.UnsupportedError, match="a search level"):
        bg.hint(bg.mnk(7, 7, 5), level=5)


def test_the_clock_of_a_game_leaves_time_for_the_solve() -> None:
    assert bg._core.moves_to_time(bg.Othello()) == 20
    assert bg._core.moves_to_time(position(7, 44)) == 2
