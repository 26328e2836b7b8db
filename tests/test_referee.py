"""Programs in matches: told the clock, ready before the first game, and at fault in every way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.clock import Clock, MoveLimits
from bitgames.players import Engine
from bitgames.players import engine as engines
from bitgames.protocols import control, program
from tests import processes

# More than any machine is busy.
PATIENT = 60.0


@pytest.fixture(autouse=True)
def referees_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test waits less than people would."""
    monkeypatch.setattr(control, "_GRACE", 0.3)
    monkeypatch.setattr(program, "_QUIT_SECONDS", 0.3)


SCRIPT = str(Path(__file__).with_name("scripted_engine.py"))


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Callable[..., Engine]]:
    made: list[Engine] = []

    def make(vice: str, at: int = 1, **options: object) -> Engine:
        words = [sys.executable, "-S", SCRIPT, str(tmp_path), vice, str(at)]
        words += [str(options["protocol"])] if "protocol" in options else []
        made.append(Engine(words, name=vice, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for player in made:
        player.close()


def heard(folder: Path) -> list[list[str]]:
    """What each process of the script was told, in the order in which they started."""
    return [path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.iterdir())]


FAULTS = {
    "hang": "no answer to 'genmove black' within 0.3 s",
    "exit": "ended with code 1: out of memory",
    "illegal": "played a1, which is illegal in 'tictactoe ox./.../...'",
    "nonsense": "answered 'e4!', which is not a move of tictactoe",
    "empty": "answered '', which is not a move of tictactoe",
    "resign": "resigned",
}


@processes.posix
@pytest.mark.parametrize("vice", FAULTS)
def test_a_program_that_fails_loses_and_plays_the_next_game(
    scripted: Callable[..., Engine], tmp_path: Path, vice: str
) -> None:
    result = bg.match(
        scripted(vice, 2),
        "first",
        "tictactoe",
        games=3,
        seed=1,
        clock=Clock(move=0.3, margin=0.1) if vice == "hang" else Clock(move=PATIENT),
        keep_games=True,
    )
    assert (result.wins, result.losses) == ((0, 0), (2, 1))
    reasons = [each.reason for each in result.forfeits]
    assert reasons[0] == reasons[2] == FAULTS[vice]
    assert [game.reason for game in result.games] == reasons
    assert all(game.forfeit for game in result.games)
    assert len(heard(tmp_path)) == 3  # one process for each game: each game kills it


def test_a_program_may_be_late_by_the_margin(scripted: Callable[..., Engine]) -> None:
    clock = Clock(move=0.05, margin=PATIENT)
    assert (
        bg.match(scripted("late", 2), "first", "tictactoe", games=1, seed=1, clock=clock).forfeits
        == ()
    )


@processes.posix
@pytest.mark.parametrize("clock", ["nodes=100", None])
def test_a_program_that_hangs_without_a_time_limit_is_stopped_too(
    scripted: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch, clock: str | None
) -> None:
    monkeypatch.setattr(engines, "_UNTIMED_SECONDS", 0.2)
    result = bg.match(scripted("hang", 2), "first", "tictactoe", games=2, seed=1, clock=clock)
    assert [each.reason for each in result.forfeits] == [
        "no answer to 'genmove black' within 0.2 s",
        "no answer to 'genmove white' within 0.2 s",
    ]


@processes.posix
@pytest.mark.parametrize(
    ("vice", "reason"),
    [
        ("silent", "the engine 'silent' does not speak {}: no answer to {} within 0.2 s"),
        (
            "stillborn",
            "the engine 'stillborn' does not speak {}: ended with code 1: no evaluation file",
        ),
    ],
)
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_that_never_starts_ends_the_match_before_the_first_game(
    scripted: Callable[..., Engine], vice: str, reason: str, protocol: str, seat: int
) -> None:
    bad = scripted(vice, startup=0.2 if vice == "silent" else 30, protocol=protocol)
    asked: list[object] = []

    def other(position: bg.Position) -> bg.Move:
        asked.append(position)
        return position.legal_moves[0]

    players: tuple[Any, Any] = (bad, other) if seat == 0 else (other, bad)
    with pytest.raises(bg.ParameterError) as caught:
        bg.match(
            players[0], players[1], "othello", games=1000, on_game=asked.append, clock="move=9"
        )
    said = {"gtp": "'protocol_version'", "nboard": "'ping 1'"}[protocol]
    assert str(caught.value) == reason.format(protocol, said)
    assert asked == []


def test_a_program_that_refuses_the_board_ends_the_match_before_the_first_game(
    scripted: Callable[..., Engine],
) -> None:
    with pytest.raises(bg.ParameterError) as caught:
        bg.match(scripted("size"), "first", "tictactoe", games=1000)
    assert str(caught.value) == (
        "the engine 'size' cannot play tictactoe: refused 'boardsize 3': no"
    )


def test_a_program_that_cannot_start_again_loses_its_games(
    scripted: Callable[..., Engine], tmp_path: Path
) -> None:
    result = bg.match(scripted("once", 2), "first", "tictactoe", games=3, seed=1)
    assert [each.reason for each in result.forfeits] == [
        "ended with code 1: out of memory",
        "ended with code 1: no evaluation file",
        "ended with code 1: no evaluation file",
    ]
    # A later match with it does not begin.
    player = scripted("once", 9)
    with pytest.raises(bg.ParameterError, match="the engine 'once' does not speak gtp: ended with"):
        bg.match(player, "first", "tictactoe", games=3)
    assert len(heard(tmp_path)) == 4


def test_a_match_does_not_begin_with_a_program_that_played_before_and_fails_now(
    scripted: Callable[..., Engine],
) -> None:
    player = scripted("once", 9)
    assert bg.match(player, "first", "tictactoe", games=1, seed=1).forfeits == ()
    player.close()
    with pytest.raises(bg.ParameterError, match="once is not ready for tictactoe: ended with code"):
        bg.match(player, "first", "tictactoe", games=3)


def test_a_program_that_leaves_after_its_last_move_starts_again(
    scripted: Callable[..., Engine], tmp_path: Path
) -> None:
    # It wins the first game with its fourth move, and loses the second one with three.
    result = bg.match(scripted("leave", 4), "first", "tictactoe", games=2, seed=1, openings="none")
    assert (result.wins, result.losses, result.forfeits) == ((1, 0), (0, 1), ())
    assert len(heard(tmp_path)) == 2


def test_gtp_programs_are_told_their_time(scripted: Callable[..., Engine], tmp_path: Path) -> None:
    bg.match(scripted("none"), "first", "tictactoe", games=2, seed=1, clock="move=7")
    bg.match(scripted("none"), "first", "tictactoe", games=2, seed=1, clock="game=50,increment=5")
    bg.match(scripted("timeless"), "first", "tictactoe", games=2, seed=1, clock="game=50")
    bg.match(scripted("none", seconds=3), "first", "tictactoe", games=2, seed=1, clock="move=7")
    bg.match(scripted("none"), "first", "tictactoe", games=2, seed=1, clock="nodes=7")
    move, game, timeless, own, nodes = heard(tmp_path)

    def times(lines: list[str]) -> list[str]:
        return [line for line in lines if line.startswith("time")]

    assert times(move) == ["time_settings 0 7 1"] * 2  # once for each game
    settings = [line for line in game if line.startswith("time_settings")]
    assert settings[0] == "time_settings 50 0 0"
    assert len(settings) == 2
    left = [line.split()[1:] for line in game if line.startswith("time_left")]
    assert [color for color, _, _ in left[:4]] == ["black", "white", "black", "white"]
    assert left[0] == ["black", "50", "0"]
    assert 50 < float(left[2][1]) <= 55
    # Each is told before the move that it is about, and what both have left.
    asked = game.index("genmove black")
    assert [line.split()[:2] for line in game[asked - 2 : asked]] == [
        ["time_left", "black"], ["time_left", "white"],
    ]  # fmt: skip
    assert times(timeless) == ["time_settings 50 0 0", "time_left black 50 0"]
    assert times(own) == ["time_settings 0 3 1"] * 2
    assert times(nodes) == []


def test_nboard_programs_are_told_what_is_left(
    scripted: Callable[..., Engine], tmp_path: Path
) -> None:
    player = scripted("none", protocol="nboard")
    for clock in ("game=90,increment=5", "move=9"):
        bg.match(player, lambda _: "z9", "othello", games=1, seed=1, clock=clock)
    games = [line for line in heard(tmp_path)[0] if line.startswith("set game")]
    assert "TB[01:30/00:05/00:00]TW[01:30/00:05/00:00]" in games[2]
    assert "TI[0]" in games[0]
    assert "TI[0]" in games[-1]


def test_starting_a_program_is_not_charged_to_its_clock(
    scripted: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game starts a new process, before it is asked for a move."""
    start, choose = Engine._start, Engine.choose
    asked: list[bool] = []
    started: list[bool] = []

    def starting(player: Engine) -> control.Controller:
        started.append(any(asked))
        return start(player)

    def choosing(player: Engine, at: Any, limits: MoveLimits | None = None) -> bg.Move:
        asked.append(True)
        try:
            return choose(player, at, limits)
        finally:
            asked.clear()

    monkeypatch.setattr(Engine, "_start", starting)
    monkeypatch.setattr(Engine, "choose", choosing)
    result = bg.match(scripted("resign", 2), "first", "tictactoe", games=3, seed=1, clock="move=60")
    assert {each.reason for each in result.forfeits} == {"resigned"}
    assert started == [False] * 3
