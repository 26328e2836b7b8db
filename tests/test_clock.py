"""Clocks of matches: as values, and what players make of them."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.clock import Clock, MoveLimits
from bitgames.players import Player
from tests import processes

# More than any machine is busy.
PATIENT = 60.0

# Clocks as values

seconds = st.floats(1e-6, 1e6)


@given(
    st.builds(
        Clock,
        move=seconds | st.none(),
        game=seconds,
        increment=st.floats(0, 1e6) | st.none(),
        nodes=st.integers(1, 2**53) | st.none(),
        margin=st.floats(0, 1e6),
    )
)
def test_a_clock_is_read_back(clock: Clock) -> None:
    assert Clock.read(str(clock)) == clock


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a valid clock: allowed are move=SECONDS, "),
        ("blitz", "'blitz' is not a valid clock"),
        ("move", "'move' is not a valid clock"),
        ("move=x", "'move=x' is not a valid clock"),
        ("move=1,move=2", "'move=2' is not a valid clock: .* each once"),
        ("nodes=1.5", "'nodes=1.5' is not a valid clock"),
        ("nodes=0", "nodes of a clock must be from 1 to 9007199254740992, not 0"),
        ("move=0", "move of a clock must be above 0 to 1000000 seconds, not 0"),
        ("move=nan", "move of a clock must be above 0"),
        ("move=inf", "move of a clock must be above 0"),
        ("game=-1", "game of a clock must be above 0"),
        ("game=1,increment=-1", "increment of a clock must be from 0"),
        ("move=1,margin=-1", "margin of a clock must be from 0"),
        ("margin=1", "a clock must have a limit: move, game or nodes"),
        ("move=1,increment=1", "an increment needs the time of a game"),
    ],
)
def test_bad_clocks(text: str, reason: str) -> None:
    with pytest.raises(bg.ParameterError, match=reason):
        Clock.read(text)
    with pytest.raises(bg.ParameterError, match=reason):
        bg.match("ai2", "ai2", "tictactoe", games=1, clock=text)


def test_clocks_have_types() -> None:
    for wrong in ("1", True, [1]):
        with pytest.raises(TypeError, match="move of a clock must be a number"):
            Clock(move=wrong)  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match=r"a clock must be a Clock or text like 'move=0\.1', not int"
    ):
        bg.match("ai2", "ai2", "tictactoe", games=1, clock=3)  # type: ignore[arg-type]
    assert Clock(move=1, nodes=3).move == 1.0


# Native players

ENDLESS = [
    ("alphabeta:depth=200", "othello"),
    ("mcts:sims=9007199254740992,proof=no", "othello"),
    ("perfect:patience=9007199254740992", "othello:6"),
    ("montecarlo:samples=100000", "honeymoon"),
]


@pytest.mark.parametrize(("spec", "game"), ENDLESS)
@pytest.mark.parametrize("kind", ["move=0.002", "game=0.02"])
def test_native_players_keep_to_a_clock(spec: str, game: str, kind: str) -> None:
    """Each of them would think for minutes, most for years."""
    clock = f"{kind},margin={PATIENT}"
    result = bg.match(spec, "random", game, games=2, seed=1, clock=clock)
    assert (result.num_games, result.forfeits) == (2, ())
    assert result.clock == str(Clock.read(clock))


def test_a_native_player_keeps_to_a_clock_among_players_in_python() -> None:
    clock = Clock(move=0.002, margin=PATIENT)
    first = lambda position: position.legal_moves[0]  # noqa: E731
    result = bg.match("alphabeta:depth=200", first, "othello:6", games=2, seed=1, clock=clock)
    assert result.forfeits == ()


@pytest.mark.parametrize(("spec", "option"), [("alphabeta", "nodes"), ("mcts", "sims")])
def test_nodes_are_an_option_of_the_players_that_count_them(spec: str, option: str) -> None:
    told = bg.match(spec, "random", "othello:6", games=4, seed=1, clock="nodes=60", threads=2)
    own = bg.match(f"{spec}:{option}=60", "random", "othello:6", games=4, seed=1)
    assert (told.wins, told.losses, told.plies, told.hashes) == (
        own.wins, own.losses, own.plies, own.hashes,
    )  # fmt: skip


def test_the_tighter_limit_counts() -> None:
    told = bg.match("mcts:sims=30", "random", "othello:6", games=4, seed=1, clock="nodes=90")
    own = bg.match("mcts:sims=30", "random", "othello:6", games=4, seed=1)
    assert told.hashes == own.hashes


@pytest.mark.parametrize("pair", [("ai2", "ai5"), ("random", "alphabeta:depth=2")])
def test_a_clock_that_nobody_feels_changes_nothing(pair: tuple[str, str]) -> None:
    plain = bg.match(*pair, "tictactoe", games=60, seed=3, keep_games=True)
    timed = bg.match(
        *pair, "tictactoe", games=60, seed=3, keep_games=True, clock=Clock(game=PATIENT)
    )
    assert timed.games == plain.games
    assert (timed.wins, timed.draws, timed.pairs) == (plain.wins, plain.draws, plain.pairs)


# Players in Python


class Slow(Player):
    """Plays the first legal move, after a while at some of its moves."""

    name = "slow"

    def __init__(self, *slow: int, seconds: float = 0.3) -> None:
        self.slow = slow
        self.seconds = seconds
        self.asked = 0

    def start_game(self, seed: int) -> None:
        self.asked = 0

    def choose(self, at: bg.Position) -> bg.Move:
        self.asked += 1
        if self.asked in self.slow:
            time.sleep(self.seconds)
        return at.legal_moves[0]


def test_a_late_move_loses_and_is_not_played() -> None:
    result = bg.match(
        Slow(2),
        "random",
        "tictactoe",
        games=2,
        seed=1,
        clock=Clock(move=0.05, margin=0.1),
        keep_games=True,
    )
    assert result.losses == (1, 1)
    assert [(each.game, each.player) for each in result.forfeits] == [(0, "slow"), (1, "slow")]
    for game, side in zip(result.games, (0, 1), strict=True):
        assert game.reason.startswith("late: 0."), game.reason
        assert game.reason.endswith(" s for a move that had 0.050 s")
        assert (game.winner, game.forfeit, len(game.moves)) == ("b", True, 2 + side)
        assert game.seconds[0] >= 0.3


def test_the_time_of_a_game_is_for_all_its_moves() -> None:
    slow = Slow(1, 2, 3, 4, seconds=0.15)
    result = bg.match(
        slow, "first", "tictactoe", games=1, seed=1, clock=Clock(game=0.4, margin=0.0)
    )
    (forfeit,) = result.forfeits
    assert forfeit.reason.startswith("late: ")
    assert slow.asked <= 3


def test_nodes_alone_make_nobody_late() -> None:
    slow = Slow(1, seconds=0.2)
    assert bg.match(slow, "first", "tictactoe", games=1, seed=1, clock="nodes=1").forfeits == ()


class Heard(Player):
    """Keeps the limits that it is given."""

    name = "heard"

    def __init__(self) -> None:
        self.limits: list[MoveLimits | None] = []

    def choose(self, at: bg.Position, limits: MoveLimits | None = None) -> bg.Move:
        self.limits.append(limits)
        return at.legal_moves[0]


def test_players_in_python_hear_their_limits() -> None:
    player = Heard()
    bg.match(player, "first", "tictactoe", games=1, clock=Clock(move=5, nodes=70, margin=PATIENT))
    assert player.limits[0] == MoveLimits(seconds=5.0, nodes=70, margin=PATIENT)
    player = Heard()
    bg.match(player, "first", "tictactoe", games=1, clock=Clock(game=50, increment=2))
    heard = [each for each in player.limits if each is not None]
    assert heard[0] == MoveLimits(50.0, None, 50.0, 50.0, 2.0, 0.2)
    assert [each.left for each in heard] == [each.seconds for each in heard]
    assert all(50 < (each.left or 0) <= 50 + 2 * ply for ply, each in enumerate(heard) if ply)
    assert all(
        50 < (each.opponent_left or 0) <= 50 + 2 * ply for ply, each in enumerate(heard) if ply
    )
    player = Heard()
    bg.match(player, "first", "tictactoe", games=1)
    assert set(player.limits) == {None}


def test_any_kind_of_player_may_ask_for_limits(tmp_path: Path) -> None:
    heard = []

    def function(position: bg.Position, limits: MoveLimits | None = None) -> bg.Move:
        heard.append(limits)
        return position.legal_moves[0]

    class Object:
        def choose(self, position: bg.Position, *, limits: MoveLimits) -> bg.Move:
            return function(position, limits)

    code = tmp_path / "mine.py"
    code.write_text(
        "def mine(position, limits=None):\n"
        "    assert limits.seconds == 9\n"
        "    return position.legal_moves[0]\n",
        encoding="utf-8",
    )
    players: list[Any] = [function, Object(), f"python:{code}:mine"]
    for player in players:
        heard.clear()
        result = bg.match(player, "first", "tictactoe", games=2, clock="move=9,margin=60")
        assert result.forfeits == ()
        assert {limits.seconds for limits in heard if limits} <= {9.0}
        assert heard or isinstance(player, str)


STUCK = """
import time
import bitgames as bg

def stuck(position):
    print("asked", flush=True)
    time.sleep(600)

bg.match(stuck, "random", "tictactoe", games=3, clock="move=0.1")
"""


@processes.posix
def test_ctrl_c_ends_a_match_whose_player_hangs() -> None:
    with processes.running([sys.executable, "-c", STUCK]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=processes.HANGS)
    assert process.returncode == -signal.SIGINT
    assert "KeyboardInterrupt" in errors
