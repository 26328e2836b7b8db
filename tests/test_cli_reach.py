"""Solves that are out of reach: an estimate and a warning at once, and progress in a pipe."""

from __future__ import annotations

import io
import re
from typing import Any, NoReturn

import pytest

import bitgames as bg
from bitgames._core import effort
from bitgames.analysis.levels import long_solve
from bitgames.cli import progress
from tests.commands import fails, run

OUT_OF_REACH = ["othello", "othello:6", "mnk:11,11,5", "tictactoe:8", "mosaic", "mosaic:5", "quo"]
IN_REACH = [
    "othello:4",
    "othello:8,4",
    "tictactoe",
    "tictactoe:4",
    "mnk:6,5,4",
    "mosaic:4",
    "quo:3",
    "honeymoon",
]


@pytest.fixture
def solve_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*arguments: Any, **options: Any) -> NoReturn:
        raise bg.LimitError("given up")

    monkeypatch.setattr("bitgames._core.solve", give_up)


@pytest.mark.parametrize("game", OUT_OF_REACH)
def test_a_solve_out_of_reach_begins_with_a_warning(game: str, solve_gives_up: None) -> None:
    for options in ([], ["--json"]):
        result = run("solve", game, *options)
        assert result.exit_code == 1 and result.stdout == ""
        first, second = result.stderr.splitlines()
        said = re.match(
            r"bitgames: warning: solving (\S+) with \d+ empty squares takes an estimated \S+ pos",
            first,
        )
        assert said is not None and said[1] == bg.games.get(game).game
        assert "--seconds or --nodes" in first
        assert second == "bitgames: error: given up"


def test_a_limit_or_quiet_keeps_the_warning_away(solve_gives_up: None) -> None:
    for options in (["--seconds", "1"], ["--nodes", "9"], ["--quiet"]):
        assert fails(run("solve", "othello", *options), 1) == "bitgames: error: given up"


@pytest.mark.parametrize("game", IN_REACH)
def test_what_can_be_solved_has_no_warning(game: str) -> None:
    assert long_solve(bg.games.get(game)) is None


def test_estimates_follow_the_measured_solves() -> None:
    """Right within a factor of a thousand for boards whose solves were counted."""
    for game, nodes in (("tictactoe:4", 23_513), ("mosaic:4", 54_646), ("quo:3", 368)):
        found = effort(bg.games.get(game))
        assert found is not None and 1e-3 < found[0] / nodes < 1e3
    ffo = bg.Othello.from_obf("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    found = effort(ffo)
    assert found is not None and 1e-1 < found[0] / 19.0e6 < 1e1
    assert long_solve(ffo) is None


REFUSED = re.compile(
    r"player perfect is not defined for (\S+): a solve with \d+ empty squares takes an "
    r"estimated \S+ positions and \S+ \w+; level:best plays here, and perfect:patience=SECONDS "
    r"allows longer solves"
)


@pytest.mark.parametrize("game", OUT_OF_REACH)
def test_perfect_refuses_what_it_cannot_finish(game: str) -> None:
    """At once, everywhere, and with the estimate."""
    start = bg.games.get(game)
    for refused in (
        lambda: bg.Agent("perfect").choose(start),
        lambda: bg.players.get("perfect").check(start),
        lambda: bg.match("perfect", "random", game, games=1),
        lambda: bg.match("random", "perfect:table=1", game, games=1, threads=1),
    ):
        with pytest.raises(bg.UnsupportedError) as caught:
            refused()
        said = REFUSED.fullmatch(str(caught.value))
        assert said is not None and said[1] == start.game
    assert "perfect" not in bg.players.names(game)
    for command in (("match", game, "perfect", "first"), ("play", game, "-o", "perfect")):
        assert REFUSED.search(fails(run(*command, stdin=""), 2))


@pytest.mark.parametrize("game", [game for game in IN_REACH if game != "honeymoon"])
def test_perfect_plays_what_it_can_finish(game: str) -> None:
    assert "perfect" in bg.players.names(game)
    bg.players.get("perfect").check(bg.games.get(game))


def test_perfect_plays_the_end_of_a_long_game() -> None:
    """The estimate is that of the position at hand, not of the start of its game."""
    ending = bg.Othello.from_obf(
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    )
    player = bg.players.get("perfect", seed=1)
    assert str(player.choose(ending)) == "g8"
    with pytest.raises(bg.UnsupportedError):
        player.choose(bg.Othello())
    assert str(player.choose(ending)) == "g8"
    assert bg.match("perfect", "random", ending, games=2, seed=1).num_games == 2


def test_patience_allows_longer_solves() -> None:
    start = bg.Othello(6)
    bg.Agent("perfect:patience=100000").check(start)
    with pytest.raises(bg.UnsupportedError):
        bg.Agent("perfect:patience=100").check(start)
    with pytest.raises(bg.ParameterError, match="patience"):
        bg.Agent("perfect:patience=0").check(start)
    with pytest.raises(bg.UnsupportedError):
        bg.Agent("perfect:patience=1").check(bg.position("quo:4"))


def test_a_long_solve_tells_its_progress_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    pipe = io.StringIO()
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    monkeypatch.setattr("sys.stderr", pipe)
    with progress.Bar("solving", "nodes", lines=True) as bar:
        assert bar.callback is not None
        for second in range(32):
            now = 100.0 + second
            bar.callback(1000 * second, 0)
    lines = pipe.getvalue().splitlines()
    assert [line.rpartition(", ")[2] for line in lines] == ["1 s", "11 s", "21 s", "31 s"]
    assert lines[0] == "solving: 1,000 nodes, 1.0 k nodes/s, 1 s"
    assert progress.Bar("playing", "games").callback is None
    assert progress.Bar("solving", "nodes", lines=True, quiet=True).callback is None
