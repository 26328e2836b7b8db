"""The referee: clocks, programs that fail in every way, and games that end by proof."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.clock import Clock, MoveLimits
from bitgames.players import Engine, Player
from bitgames.players import engine as engines
from bitgames.protocols import control, program
from bitgames.results import MatchResult
from tests import processes
from tests.commands import fails, run
from tests.reference import REFERENCES, Game

# More than any machine is busy.
PATIENT = 60.0


@pytest.fixture(autouse=True)
def referees_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test waits less than people would."""
    monkeypatch.setattr(control, "_GRACE", 0.3)
    monkeypatch.setattr(program, "_QUIT_SECONDS", 0.3)


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
        bg.match("ai2", "ai2", games=1, clock=text)


def test_clocks_have_types() -> None:
    for wrong in ("1", True, [1]):
        with pytest.raises(TypeError, match="move of a clock must be a number"):
            Clock(move=wrong)  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match=r"a clock must be a Clock or text like 'move=0\.1', not int"
    ):
        bg.match("ai2", "ai2", games=1, clock=3)  # type: ignore[arg-type]
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
    plain = bg.match(*pair, games=60, seed=3, keep_games=True)
    timed = bg.match(*pair, games=60, seed=3, keep_games=True, clock=Clock(game=PATIENT))
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
        Slow(2), "random", games=2, seed=1, clock=Clock(move=0.05, margin=0.1), keep_games=True
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
    result = bg.match(slow, "first", games=1, seed=1, clock=Clock(game=0.4, margin=0.0))
    (forfeit,) = result.forfeits
    assert forfeit.reason.startswith("late: ")
    assert slow.asked <= 3


def test_nodes_alone_make_nobody_late() -> None:
    slow = Slow(1, seconds=0.2)
    assert bg.match(slow, "first", games=1, seed=1, clock="nodes=1").forfeits == ()


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
    bg.match(player, "first", games=1, clock=Clock(move=5, nodes=70, margin=PATIENT))
    assert player.limits[0] == MoveLimits(seconds=5.0, nodes=70, margin=PATIENT)
    player = Heard()
    bg.match(player, "first", games=1, clock=Clock(game=50, increment=2))
    heard = [each for each in player.limits if each is not None]
    assert heard[0] == MoveLimits(50.0, None, 50.0, 50.0, 2.0, 0.2)
    assert [each.left for each in heard] == [each.seconds for each in heard]
    assert all(50 < (each.left or 0) <= 50 + 2 * ply for ply, each in enumerate(heard) if ply)
    assert all(
        50 < (each.opponent_left or 0) <= 50 + 2 * ply for ply, each in enumerate(heard) if ply
    )
    player = Heard()
    bg.match(player, "first", games=1)
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
        result = bg.match(player, "first", games=2, clock="move=9,margin=60")
        assert result.forfeits == ()
        assert {limits.seconds for limits in heard if limits} <= {9.0}
        assert heard or isinstance(player, str)


STUCK = """
import time
import bitgames as bg

def stuck(position):
    print("asked", flush=True)
    time.sleep(600)

bg.match(stuck, "random", games=3, clock="move=0.1")
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


# Programs

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
    assert bg.match(scripted("late", 2), "first", games=1, seed=1, clock=clock).forfeits == ()


@processes.posix
@pytest.mark.parametrize("clock", ["nodes=100", None])
def test_a_program_that_hangs_without_a_time_limit_is_stopped_too(
    scripted: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch, clock: str | None
) -> None:
    monkeypatch.setattr(engines, "_UNTIMED_SECONDS", 0.2)
    result = bg.match(scripted("hang", 2), "first", games=2, seed=1, clock=clock)
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
        bg.match(scripted("size"), "first", games=1000)
    assert str(caught.value) == (
        "the engine 'size' cannot play tictactoe: refused 'boardsize 3': no"
    )


def test_a_program_that_cannot_start_again_loses_its_games(
    scripted: Callable[..., Engine], tmp_path: Path
) -> None:
    result = bg.match(scripted("once", 2), "first", games=3, seed=1)
    assert [each.reason for each in result.forfeits] == [
        "ended with code 1: out of memory",
        "ended with code 1: no evaluation file",
        "ended with code 1: no evaluation file",
    ]
    # A later match with it does not begin.
    player = scripted("once", 9)
    with pytest.raises(bg.ParameterError, match="the engine 'once' does not speak gtp: ended with"):
        bg.match(player, "first", games=3)
    assert len(heard(tmp_path)) == 4


def test_a_match_does_not_begin_with_a_program_that_played_before_and_fails_now(
    scripted: Callable[..., Engine],
) -> None:
    player = scripted("once", 9)
    assert bg.match(player, "first", games=1, seed=1).forfeits == ()
    player.close()
    with pytest.raises(bg.ParameterError, match="once is not ready for tictactoe: ended with code"):
        bg.match(player, "first", games=3)


def test_a_program_that_leaves_after_its_last_move_starts_again(
    scripted: Callable[..., Engine], tmp_path: Path
) -> None:
    # It wins with its fourth move: first cells a1 c1 a2 a3 against b1 b2 c2.
    result = bg.match(scripted("leave", 4), "first", games=4, seed=1, openings="none")
    assert result.wins[0] == 2
    assert 2 <= len(heard(tmp_path)) <= 4
    assert all("ended" in each.reason for each in result.forfeits)
    assert {each.game % 2 for each in result.forfeits} <= {1}


def test_gtp_programs_are_told_their_time(scripted: Callable[..., Engine], tmp_path: Path) -> None:
    bg.match(scripted("none"), "first", games=2, seed=1, clock="move=7")
    bg.match(scripted("none"), "first", games=2, seed=1, clock="game=50,increment=5")
    bg.match(scripted("timeless"), "first", games=2, seed=1, clock="game=50")
    bg.match(scripted("none", seconds=3), "first", games=2, seed=1, clock="move=7")
    bg.match(scripted("none"), "first", games=2, seed=1, clock="nodes=7")
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
    result = bg.match(scripted("resign", 2), "first", games=3, seed=1, clock="move=60")
    assert {each.reason for each in result.forfeits} == {"resigned"}
    assert started == [False] * 3


# Adjudication by proof

GAMES = [
    ("tictactoe", 6),
    ("mnk:4,4,3", 8),
    ("mnk:4,4,4", 9),
    ("othello:4", 8),
    ("othello:6", 8),
    ("othello", 9),
    ("mosaic:3", 10),
    ("mosaic:4", 9),
    ("quo:3", 8),
]


@pytest.mark.parametrize(("game", "vacant"), GAMES)
def test_an_adjudicated_game_is_solved_so(game: str, vacant: int) -> None:
    """The result is the value of the last position, and no position before had so few cells."""
    plain = bg.match("random", "random", game, games=12, seed=5, keep_games=True)
    result = bg.match(
        "random", "random", game, 12, 5, adjudicate=f"exact:{vacant}", keep_games=True, threads=2
    )
    assert result.adjudicated > 0
    proven = 0
    for played, whole in zip(result.games, plain.games, strict=True):
        assert played.moves == whole.moves[: len(played.moves)]
        assert not played.forfeit
        record = played.record
        if record.result is not None:
            assert played == whole
            continue
        proven += 1
        position = record.position
        cells = position.facts.width * position.facts.height - len(position.occupied)
        if not isinstance(position, bg.PyramidPosition):
            assert played.reason == f"proven with {cells} vacant cell{'s' * (cells != 1)}"
            assert cells <= vacant
        value = bg.solve(position).value
        side = position.facts.teams[position.turn] ^ (played.game % 2)
        mover, other = ("a", "b") if side == 0 else ("b", "a")
        assert played.winner == (mover if value > 0 else other if value < 0 else None)
    assert proven == result.adjudicated


def best(game: Game) -> int:
    """The sign of the value for team 0, by trying everything."""
    if game.is_over:
        return 0 if game.winner is None else 1 - 2 * game.winner
    values = [best(game.play(move)) for move in game.legal_moves]
    return max(values) if game.turn == 0 else min(values)


@given(st.integers(0, 2**32), st.sampled_from(["tictactoe", "mnk:4,3,3"]))
@settings(max_examples=10)
def test_an_adjudicated_game_ends_as_the_references_say(seed: int, game: str) -> None:
    result = bg.match("random", "random", game, 2, seed, adjudicate="exact:5", keep_games=True)
    for played in result.games:
        judge = REFERENCES[game.partition(":")[0]].start(game)
        for move in played.record.moves:
            judge = judge.play(int(move))
        value = best(judge) * (1 - 2 * (played.game % 2))
        assert played.winner == {1: "a", 0: None, -1: "b"}[value]


@pytest.mark.parametrize(
    ("game", "openings", "vacant"),
    [
        ("tictactoe", "random:2", 7),
        ("mnk:4,3,3", "random:3", 6),
        ("othello:4", "random:3", 8),
        ("mosaic:3", "random:3", 9),
        ("quo:3", "random:4", 8),
    ],
)
def test_playing_on_perfectly_gives_the_same_result(game: str, openings: str, vacant: int) -> None:
    on = bg.match("perfect", "perfect", game, 16, 3, openings=openings)
    ended = bg.match(
        "perfect", "perfect", game, 16, 3, openings=openings, adjudicate=f"exact:{vacant}"
    )
    assert ended.adjudicated > 0
    assert (ended.wins, ended.losses, ended.draws, ended.pairs) == (
        on.wins, on.losses, on.draws, on.pairs,
    )  # fmt: skip


def test_adjudication_does_not_depend_on_threads_nor_on_who_plays() -> None:
    plan = ("othello:6", 40, 7)
    one, three = (
        bg.match("random", "greedy", *plan, adjudicate="exact:12", threads=threads, keep_games=True)
        for threads in (1, 3)
    )
    assert one == three
    assert one.games == three.games
    told: list[bg.PlayedGame] = []
    mixed = bg.match(
        bg.Agent("random"), bg.players.get("greedy"), *plan, adjudicate="exact:12",
        on_game=told.append,
    )  # fmt: skip
    assert tuple(sorted(told, key=lambda game: game.game)) == one.games
    assert mixed == bg.match("random", "greedy", *plan, adjudicate="exact:12")


def test_a_player_in_python_plays_adjudicated_games() -> None:
    first = lambda position: position.legal_moves[0]  # noqa: E731
    mixed = bg.match(first, "random", "othello:6", 6, 1, adjudicate="exact:10", keep_games=True)
    native = bg.match("first", "random", "othello:6", 6, 1, adjudicate="exact:10", keep_games=True)
    assert mixed.games == native.games
    assert mixed.adjudicated == native.adjudicated > 0


@pytest.mark.parametrize(
    "text",
    [
        "14",
        "exact",
        "exact:",
        "exact:0",
        "exact:1001",
        "exact:-1",
        "exact:1.5",
        "guess:3",
        "exact:²",
    ],
)
def test_bad_adjudication(text: str) -> None:
    with pytest.raises(bg.ParameterError, match="adjudicate must be exact:N with N from 1 to 1000"):
        bg.match("ai2", "ai2", games=1, adjudicate=text)


def test_games_that_hide_something_are_not_adjudicated() -> None:
    with pytest.raises(bg.UnsupportedError) as caught:
        bg.match("rule", "random", "honeymoon", games=1, adjudicate="exact:5")
    assert str(caught.value) == (
        "adjudicate needs a game that both sides see whole: honeymoon hides information"
    )
    with pytest.raises(bg.UnsupportedError, match="the game hides information"):
        bg._core.play_match(bg.Honeymoon(), "rule", "rule", games=1, root=1, adjudicate=5)


# Results


def test_results_know_the_clock_and_the_proofs() -> None:
    def part(first: int, **options: str) -> MatchResult:
        return bg.match(
            "random", "greedy", "othello:4", 10, 1, first_game=first, adjudicate="exact:6",
            clock="game=60", keep_games=True,
        )  # fmt: skip

    one, two = part(0), part(10)
    whole = MatchResult.merge([two, one])
    assert whole.adjudicated == one.adjudicated + two.adjudicated > 0
    assert MatchResult.from_json(whole.to_json()) == whole
    assert (whole.clock, whole.adjudicate) == ("game=60", "exact:6")
    assert ", clock game=60" in str(whole).splitlines()[0]
    assert f"proven: {whole.adjudicated} games ended by proof, exact:6" in str(whole)
    plain = bg.match("random", "greedy", "othello:4", 10, 1, keep_games=True)
    for name in ("clock", "adjudicate", "adjudicated"):
        assert f'"{name}"' not in plain.to_json()
    for other in (plain, bg.match("random", "greedy", "othello:4", 10, 1, adjudicate="exact:6")):
        with pytest.raises(bg.ParameterError, match=r"the same (clock|adjudicate)"):
            MatchResult.merge([other, two])


def test_the_command_takes_both() -> None:
    words = ("match", "othello:6", "mcts", "random", "-n", "4", "--seed", "1")
    done = run(*words, "--clock", "nodes=20", "--adjudicate", "exact:8", "--json")
    assert done.exit_code == 0, done.stderr
    result = MatchResult.from_json(done.stdout)
    assert (result.clock, result.adjudicate) == ("nodes=20", "exact:8")
    assert result == bg.match(
        "mcts", "random", "othello:6", 4, 1, clock="nodes=20", adjudicate="exact:8"
    )
    assert "valid clock" in fails(run(*words, "--clock", "blitz"), 2)
    assert "exact:N" in fails(run(*words, "--adjudicate", "14"), 2)
