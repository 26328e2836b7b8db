"""The players ai1 to ai14 and `perfect`: their candidates, and exact results of all pairings."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from tests import strategies
from tests.reference import tictactoe

TABLE = Path(__file__).parent / "data" / "tictactoe_ladder_exact.csv"
LADDER = [f"ai{number}" for number in range(1, 15)]


def reachable() -> dict[str, tictactoe.Game]:
    """Every position of 3 x 3 by its text, finished ones included."""
    found: dict[str, tictactoe.Game] = {}
    waiting = [tictactoe.Game()]
    while waiting:
        game = waiting.pop()
        if game.text not in found:
            found[game.text] = game
            waiting.extend(game.play(move) for move in game.legal_moves)
    return found


@pytest.fixture(scope="module")
def positions() -> dict[str, tictactoe.Game]:
    return reachable()


@pytest.fixture(scope="module")
def native_candidates(positions: dict[str, tictactoe.Game]) -> dict[str, dict[str, list[int]]]:
    """For each player, the moves it chooses among in each unfinished position."""
    tables = {}
    for name in LADDER:
        agent = bg.Agent(name)
        tables[name] = {
            text: [int(move) for move in agent.candidates(bg.position(text))]
            for text, game in positions.items()
            if not game.is_over
        }
    return tables


def test_candidates_of_every_position(
    positions: dict[str, tictactoe.Game], native_candidates: dict[str, dict[str, list[int]]]
) -> None:
    for text, game in positions.items():
        if not game.is_over:
            for name, moves in tictactoe.ladder_candidates(game).items():
                assert native_candidates[name][text] == moves, (name, text)


def test_exact_results_of_all_pairings(
    native_candidates: dict[str, dict[str, list[int]]], request: pytest.FixtureRequest
) -> None:
    with TABLE.open(encoding="ascii", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 196
    for row in rows if request.config.getoption("--deep") else rows[::5]:
        # The table calls the players ai1s to ai14s.
        first, second = row["o_ai"].removesuffix("s"), row["x_ai"].removesuffix("s")
        chances = tictactoe.pairing(native_candidates[first], native_candidates[second])
        expected = (row["p_o_win"], row["p_x_win"], row["p_draw"])
        assert tuple(f"{chance:.9f}" for chance in chances) == expected, (first, second)


def test_perfect_keeps_the_value(positions: dict[str, tictactoe.Game]) -> None:
    known: dict[tuple[str, ...], int] = {}
    agent = bg.Agent("perfect")
    for text, game in positions.items():
        if not game.is_over:
            moves = [int(move) for move in agent.candidates(bg.position(text))]
            assert moves == tictactoe.perfect_candidates(game, known), text


@pytest.mark.parametrize("name", ["random", "first", *LADDER, "perfect"])
def test_choice_is_a_candidate_and_follows_the_seed(
    name: str, positions: dict[str, tictactoe.Game]
) -> None:
    texts = [text for text, game in positions.items() if not game.is_over][::50]
    one, same, other = bg.Agent(name, seed=5), bg.Agent(name, seed=5), bg.Agent(name, seed=6)
    choices = []
    for text in texts:
        position = bg.position(text)
        move = one.choose(position)
        assert move in one.candidates(position)
        assert same.choose(position) == move
        choices.append((move, other.choose(position)))
    some_choice = any(len(one.candidates(bg.position(text))) > 1 for text in texts)
    assert any(left != right for left, right in choices) == some_choice


def test_choices_are_uniform() -> None:
    agent, start = bg.Agent("ai2", seed=1), bg.TicTacToe()
    counts = Counter(str(agent.choose(start)) for _ in range(9_000))
    # Nine cells, 1,000 each with a standard deviation of about 30.
    assert len(counts) == 9
    assert all(850 < count < 1_150 for count in counts.values())


@given(
    strategies.games(
        st.one_of(
            st.integers(1, 6).map(lambda size: (size, size, size)),
            st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(1, 5)).filter(
                lambda shape: shape[2] <= max(shape[:2])
            ),
        )
    )
)
def test_candidates_on_other_boards(played: tuple[tictactoe.Game, list[int]]) -> None:
    """Players whose rule means something there agree; the others say that they cannot."""
    game, moves = played
    for move in moves:
        after = game.play(move)
        if after.is_over:
            break  # a game that is played out is looked at before its last move
        game = after
    position = bg.position(game.text)
    for name, expected in tictactoe.ladder_candidates(game).items():
        assert [int(move) for move in bg.Agent(name).candidates(position)] == expected, name
    for name in LADDER:
        if not tictactoe.makes_sense(name, game.width, game.height, game.k):
            with pytest.raises(bg.UnsupportedError):
                bg.Agent(name).choose(position)


@pytest.mark.parametrize("name", ["random", "ai1", "ai14", "perfect"])
def test_a_finished_position_has_nothing_to_choose(name: str) -> None:
    with pytest.raises(bg.GameError):
        bg.Agent(name).choose(bg.position("tictactoe ooo/xx./..."))


@pytest.mark.parametrize(
    ("pairing", "chances"),
    [(("ai2", "ai2"), (0.5849, 0.2881, 0.1270)), (("ai14", "ai2"), None)],
)
def test_a_long_match_comes_near_the_exact_chances(
    pairing: tuple[str, str],
    chances: tuple[float, float, float] | None,
    native_candidates: dict[str, dict[str, list[int]]],
) -> None:
    first, second = pairing
    exact = tictactoe.pairing(native_candidates[first], native_candidates[second])
    if chances is not None:
        assert exact == pytest.approx(chances, abs=5e-5)
    games = 40_000
    # Only the games in which the first player named also moved first are looked at.
    counts = bg.match(first, second, "tictactoe", games=games, seed=3)
    seen = (counts.wins[0], counts.losses[0], counts.draws[0])
    assert sum(seen) == games // 2
    for count, chance in zip(seen, exact, strict=True):
        expected = chance * games / 2
        spread = (expected * (1 - chance)) ** 0.5
        assert abs(count - expected) <= 5 * spread + 1e-9


def test_ai14_never_loses() -> None:
    counts = bg.match("ai14", "ai2", "tictactoe", games=20_000, seed=1)
    assert counts.losses == (0, 0)
    assert sum(counts.wins) + sum(counts.draws) == counts.num_games == 20_000
