"""Solves that are out of reach: an estimate and a warning at once, and progress in a pipe."""

from __future__ import annotations

import io
import re
from typing import Any, NoReturn

import pytest

import bitgames as bg
from bitgames.cli import progress
from bitgames.play.reach import estimate, perfect_warning, warning
from tests.commands import fails, run

OUT_OF_REACH = ["othello", "othello:6", "mnk:11,11,5", "tictactoe:8", "mosaic", "mosaic:5", "quo"]
IN_REACH = ["othello:4", "tictactoe", "tictactoe:4", "mnk:6,5,4", "mosaic:4", "quo:3", "honeymoon"]


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
            r"bitgames: warning: solving (\S+) with \d+ vacant cells takes \S+ pos", first
        )
        assert said is not None and said[1] == bg.games.get(game).game
        assert "--seconds or --nodes" in first
        assert second == "bitgames: error: given up"


def test_a_limit_or_quiet_keeps_the_warning_away(solve_gives_up: None) -> None:
    for options in (["--seconds", "1"], ["--nodes", "9"], ["--quiet"]):
        assert fails(run("solve", "othello", *options), 1) == "bitgames: error: given up"


@pytest.mark.parametrize("game", IN_REACH)
def test_what_can_be_solved_has_no_warning(game: str) -> None:
    assert warning(bg.games.get(game)) is None


def test_estimates_follow_the_measured_solves() -> None:
    """Right within a factor of a thousand for boards whose solves were counted."""
    for game, nodes in (("tictactoe:4", 23_513), ("mosaic:4", 54_646), ("quo:3", 368)):
        found = estimate(bg.games.get(game))
        assert found is not None and 1e-3 < found.nodes / nodes < 1e3
    ffo = bg.Othello.from_obf("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    found = estimate(ffo)
    assert found is not None and 1e-1 < found.nodes / 19.0e6 < 1e1
    assert warning(ffo) is None


def test_perfect_warns_in_a_match_and_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    assert perfect_warning(bg.Othello(), "ai14", "perfect:table=9") is not None
    assert perfect_warning(bg.Othello(), "random", None, "perfectly") is None
    played = bg.match("first", "first", "othello:4", 2, 0)
    monkeypatch.setattr("bitgames.matches.match", lambda *given, **options: played)
    assert (
        "the player perfect solves every position"
        in run("match", "othello", "perfect", "first").stderr
    )
    assert "perfect" not in run("match", "othello", "perfect", "first", "-q").stderr
    assert "perfect" not in run("match", "othello:4", "perfect", "first").stderr
    asked = run("play", "othello", "-o", "perfect", "--side", "black", stdin="quit\n")
    assert asked.stderr.startswith("bitgames: warning: the player perfect solves every position")
    assert run("play", "tictactoe", "-o", "perfect", "--side", "o", stdin="").stderr == ""


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
