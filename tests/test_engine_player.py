"""Programs as players: ours, driven as others would be, and some that behave badly."""

from __future__ import annotations

import contextlib
import copy
import functools
import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.players.command import command_text, command_words
from bitgames.players.engine import Engine, ForfeitError, engine
from bitgames.players.registry import is_external
from bitgames.protocols import control, program
from tests import processes, strategies
from tests.commands import fails, run

# A program that notes its number in a file and then speaks GTP or NBoard, with a vice.
FAKE = """
import os, subprocess, sys, time

folder, vice, *rest = sys.argv[1:]
at = int(rest[0]) if rest else 1  # the move at which the vice shows
open(os.path.join(folder, str(os.getpid())), "w").close()
if vice == "startup":
    time.sleep(600)
if vice == "stillborn" or vice == "short-lived" and len(os.listdir(folder)) > 1:
    sys.exit("no evaluation file")
if vice == "banner":
    print("Welcome!\\n\\nThis is = an engine", flush=True)
    print("x" * 300_000, file=sys.stderr)
if vice == "brood":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open(os.path.join(folder, str(child.pid)), "w").close()
asked = 0

def misbehave():
    if vice == "hang":
        time.sleep(600)
    elif vice == "endless":
        print("= B2", flush=True)
        while True:
            print("and so on " * 1000, flush=True)
    elif vice == "escape":
        print("? \\x1b[31mred\\x07\\n", flush=True)
        return ""
    elif vice in ("die", "short-lived"):
        print("out of memory", file=sys.stderr)
        os._exit(3)
    elif vice == "crash":
        os.kill(os.getpid(), 9)
    elif vice == "mute":
        os.close(1)
        time.sleep(600)
    elif vice == "flood":
        while True:
            print("thinking...", flush=True)
    elif vice == "binary":
        while True:
            os.write(1, b"\\xff\\x00" * 50_000)
    elif vice == "stubborn":
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
    return {
        "cheat": "A1", "nonsense": "e4!", "empty": "", "resign": "resign", "pass": "pass",
        "outside": "Z99",
    }.get(vice)

for line in sys.stdin:
    words = line.split()
    if words[:1] == ["quit"] and vice != "stubborn":
        break
    if words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:1] == ["go"]:
        asked += 1
        said = misbehave() if asked == at else None
        print("===" if said is None else "=== " + said, "D3 -1.00 0.0", flush=True)
    elif words[:1] in (["nboard"], ["set"]):
        pass
    elif words[:1] == ["genmove"]:
        asked += 1
        said = misbehave() if asked == at else None
        if vice == "refuse":
            print("? I would rather not\\n", flush=True)
        else:
            print("= " + ("B2" if said is None else said) + "\\n", flush=True)
    elif words[:1] == ["boardsize"] and vice == "size":
        print("? unacceptable size\\n", flush=True)
    elif words[:1] == ["time_settings"]:
        print("? unknown command\\n", flush=True)
    else:
        print("= \\n", flush=True)
"""


@pytest.fixture(autouse=True)
def referees_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow for less than people need to notice."""
    monkeypatch.setattr(control, "_GRACE", 0.3)
    monkeypatch.setattr(program, "_QUIT_SECONDS", 0.3)


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Callable[..., Engine]]:
    """Makes players of the bad program, and checks that none of its processes is left."""
    made: list[Engine] = []

    def make(vice: str, at: int = 1, **options: object) -> Engine:
        command = [sys.executable, "-c", FAKE, str(tmp_path), vice, str(at)]
        options = {"seconds": 0.3, "name": vice, **options}
        made.append(Engine(command, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for player in made:
        player.close()
    assert alive(tmp_path) == []


def started(folder: Path) -> int:
    return len(list(folder.iterdir()))


def alive(folder: Path) -> list[int]:
    """The noted processes that still exist, zombies of ours included."""
    if sys.platform == "win32":
        return []
    left = []
    for name in folder.iterdir():
        number = int(name.name)
        stat = Path(f"/proc/{number}/stat")
        try:
            os.kill(number, 0)
            # A child of a killed program belongs to the system now, which may be slow to reap it.
            is_ours = (
                not stat.exists() or int(stat.read_text(encoding="utf-8").split()[3]) == os.getpid()
            )
            if is_ours or stat.read_text(encoding="utf-8").split()[2] != "Z":
                left.append(number)
        except (ProcessLookupError, FileNotFoundError):
            pass
    return left


def ours(game: str, player: str = "first", protocol: str = "gtp") -> list[str]:
    """The command of our own engine."""
    words = [sys.executable, "-m", "bitgames", "engine", game, "-p", protocol]
    return [*words, "--player", player] if player else words


@pytest.fixture(scope="module")
def first() -> Iterator[Callable[..., Engine]]:
    """Our own engine that plays ``first``: one for all tests of a game and a protocol."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def engine_of(game: str, protocol: str = "gtp") -> Engine:
            command = ours(game, protocol=protocol)
            return stack.enter_context(Engine(command, protocol=protocol, name="first"))

        yield engine_of


# A program that behaves


@pytest.mark.parametrize("game", ["tictactoe", "tictactoe:4", "mnk:4,3,3", "mnk:10,5,4", "othello"])
def test_our_engine_plays_as_the_player_in_it(game: str, first: Callable[..., Engine]) -> None:
    assert bg.match(first(game), "random", game, games=6, seed=1) == bg.match(
        "first", "random", game, games=6, seed=1
    )


def test_our_engine_plays_by_nboard_too(first: Callable[..., Engine]) -> None:
    player = first("othello", "nboard")
    assert bg.match(player, "random", "othello", games=6, seed=1) == bg.match(
        "first", "random", "othello", games=6, seed=1
    )


def test_two_engines_play_each_other() -> None:
    a = Engine(ours("othello", "alphabeta:depth=2"), name="a")
    b = Engine(ours("othello", "", "nboard"), protocol="nboard", depth=2, name="b")
    with a, b:
        result = bg.match(a, b, "othello", games=2, seed=1)
    assert (result.num_games, result.forfeits) == (2, ())


def test_an_engine_by_its_spec(tmp_path: Path) -> None:
    command = command_text(ours("tictactoe", "perfect"))
    result = bg.match(
        f"engine:{command}", f"engine[name=me,seconds=2]:{command}", "tictactoe", games=4, seed=1
    )
    assert (result.draws, result.a, result.b) == ((2, 2), f"engine:{command}", "me")
    assert result.forfeits == ()
    assert bg.MatchResult.from_json(result.to_json()) == result


def test_a_match_from_a_position_by_nboard(first: Callable[..., Engine]) -> None:
    """GTP cannot tell a position without the moves to it; NBoard can."""
    record = bg.Record("othello", ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"])
    player = first("othello", "nboard")
    assert bg.match(player, "random", record.position, games=4, seed=1) == bg.match(
        "first", "random", record.position, games=4, seed=1
    )
    with pytest.raises(bg.UnsupportedError, match="give the record of the whole game"):
        bg.match(first("othello"), "random", record.position, games=4, seed=1)


def test_the_engine_follows_wherever_one_goes(first: Callable[..., Engine]) -> None:
    """Back, along another line, to a new game, to another game: the answer fits the position.

    ``test_engine_follow.py`` goes much further.
    """
    record = bg.Record("tictactoe", ["a1", "b2", "c3", "c1"])
    for played in [
        record,
        bg.Record(record.start),
        bg.Record(record.start, ["b2", "a1"]),
        bg.Record("tictactoe", ["a1", "b1", "b2", "c1"]),
        bg.Record("tictactoe:4", ["a1"]),
        bg.Record("tictactoe"),
    ]:
        assert first("tictactoe").choose(played) == played.position.legal_moves[0]


def test_a_pass_without_a_choice_is_played_without_asking(fake: Callable[..., Engine]) -> None:
    position = bg.position("othello:4 XO--/----/----/XO-- O")
    assert str(fake("die").choose(position)) == "pass"


def test_a_talkative_engine_is_understood(fake: Callable[..., Engine], tmp_path: Path) -> None:
    player = fake("banner")
    assert str(player.choose(bg.TicTacToe())) == "b2"
    player.start_game(1)
    assert str(player.choose(bg.TicTacToe())) == "b2"
    assert started(tmp_path) == 1  # the next game goes on with the same process


def test_spaces_in_the_answer_of_nboard(fake: Callable[..., Engine]) -> None:
    assert str(fake("none", protocol="nboard").choose(bg.Othello())) == "d3"


# Programs that do not

VICES = {
    "hang": "no answer to 'genmove black' within 0.3 s",
    "stubborn": "no answer to 'genmove black' within 0.3 s",
    "flood": "no answer to 'genmove black' within 0.3 s",
    "binary": "no answer to 'genmove black' within 0.3 s",
    "endless": "answered 'genmove black' with more than 262144 characters",
    "escape": "refused 'genmove black': \\u{1b}[31mred\\u{7}",
    "die": "ended with code 3: out of memory",
    "crash": "was ended by SIGKILL",
    "mute": "closed its output",
    "size": "refused 'boardsize 3': unacceptable size",
    "refuse": "refused 'genmove black': I would rather not",
    "nonsense": "answered 'e4!', which is not a move of tictactoe",
    "outside": "answered 'Z99', which is not a move of tictactoe",
    "empty": "answered '', which is not a move of tictactoe",
    "pass": "answered 'pass', which is not a move of tictactoe",
    "resign": "resigned",
}


@processes.posix
@pytest.mark.parametrize("vice", VICES)
def test_a_bad_program_forfeits(fake: Callable[..., Engine], vice: str) -> None:
    began = time.perf_counter()
    with pytest.raises(ForfeitError) as caught:
        fake(vice).choose(bg.TicTacToe())
    assert str(caught.value) == VICES[vice]
    assert time.perf_counter() - began < 10


@processes.posix
def test_a_program_that_reads_nothing_does_not_block() -> None:
    deaf = program.Program([sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(program.ProgramError, match="does not read its input"):
        for _ in range(10_000):
            deaf.send("ping 1" * 100)
    deaf.close()


def test_a_cheat_forfeits(fake: Callable[..., Engine]) -> None:
    with pytest.raises(ForfeitError, match=r"played a1, which is illegal in 'tictactoe o\.\."):
        fake("cheat").choose(bg.TicTacToe().play("a1"))


@pytest.mark.parametrize(
    ("protocol", "vice", "reason"),
    [
        ("gtp", "stillborn", "ended with code 1: no evaluation file"),
        ("gtp", "startup", "no answer to 'protocol_version' within 0.5 s"),
        ("nboard", "stillborn", "ended with code 1: no evaluation file"),
        ("nboard", "startup", "no answer to 'ping 1' within 0.5 s"),
    ],
)
def test_a_program_that_has_never_answered_ends_the_match(
    fake: Callable[..., Engine], tmp_path: Path, protocol: str, vice: str, reason: str
) -> None:
    startup = 0.5 if vice == "startup" else 30
    with pytest.raises(bg.ParameterError) as caught:
        bg.match(fake(vice, protocol=protocol, startup=startup), "first", "othello", games=1000)
    assert str(caught.value) == f"the engine '{vice}' does not speak {protocol}: {reason}"
    assert started(tmp_path) == 1


def test_a_program_that_has_answered_once_forfeits_from_then_on(
    fake: Callable[..., Engine], tmp_path: Path
) -> None:
    result = bg.match(fake("short-lived", at=2), "first", "tictactoe", games=3, seed=1)
    assert [each.reason for each in result.forfeits] == [
        "ended with code 3: out of memory",
        "ended with code 1: no evaluation file",
        "ended with code 1: no evaluation file",
    ]
    assert started(tmp_path) == 3


@processes.posix
@pytest.mark.parametrize(
    ("vice", "reason"),
    [
        ("hang", "no answer to 'go' within 0.3 s"),
        ("die", "ended with code 3: out of memory"),
        ("flood", "no answer to 'go' within 0.3 s"),
        ("nonsense", "answered 'e4!', which is not a move of othello"),
        ("cheat", "played a1, which is illegal in 'othello ----.*"),
    ],
)
def test_a_bad_program_forfeits_in_nboard(
    fake: Callable[..., Engine], vice: str, reason: str
) -> None:
    with pytest.raises(ForfeitError, match=reason):
        fake(vice, protocol="nboard").choose(bg.Othello())


@processes.posix
@pytest.mark.parametrize("vice", ["hang", "die", "nonsense", "resign"])
def test_the_match_goes_on(fake: Callable[..., Engine], tmp_path: Path, vice: str) -> None:
    player = fake(vice, at=2)
    result = bg.match(player, "first", "tictactoe", games=3, seed=1)
    assert result.losses == (2, 1)
    assert [(each.game, each.player) for each in result.forfeits] == [
        (0, vice), (1, vice), (2, vice),
    ]  # fmt: skip
    assert {each.reason for each in result.forfeits} <= {
        VICES[vice], VICES[vice].replace("black", "white"),
    }  # fmt: skip
    assert started(tmp_path) == 3  # a new process for each game
    assert vice in str(result)


@processes.posix
def test_what_a_program_started_ends_with_it(fake: Callable[..., Engine], tmp_path: Path) -> None:
    player = fake("brood")
    player.choose(bg.TicTacToe())
    assert len(alive(tmp_path)) == 2
    player.close()
    deadline = time.monotonic() + 10
    while alive(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert alive(tmp_path) == []


@processes.posix
def test_a_forgotten_player_ends_its_program(fake: Callable[..., Engine], tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAKE, str(tmp_path), "none"]
    player = Engine(command)
    player.choose(bg.TicTacToe())
    assert len(alive(tmp_path)) == 1
    del player
    gc.collect()
    assert alive(tmp_path) == []


LEAVING = """
import sys
import bitgames as bg
from bitgames.players.engine import Engine
player = Engine(sys.argv[2:], seconds=600)
if sys.argv[1] == "play":
    player.choose(bg.TicTacToe())
    print("ready", flush=True)
else:
    print("ready", flush=True)
    bg.match(player, "first", "tictactoe", games=3)
"""


@processes.posix
@pytest.mark.parametrize("interrupted", [False, True])
def test_the_program_ends_with_python(tmp_path: Path, interrupted: bool) -> None:
    """Whether Python comes to its end or is stopped by Ctrl-C while the program thinks."""
    vice = "hang" if interrupted else "none"
    command = [sys.executable, "-c", FAKE, str(tmp_path), vice]
    with processes.running(
        [sys.executable, "-c", LEAVING, "match" if interrupted else "play", *command]
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        while not started(tmp_path):
            time.sleep(0.01)
        if interrupted:
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=processes.HANGS)
    assert process.returncode == (-signal.SIGINT if interrupted else 0), errors
    assert ("KeyboardInterrupt" in errors) == interrupted
    assert alive(tmp_path) == []


def test_after_an_interruption_the_player_begins_anew(
    fake: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = fake("none")
    player.choose(bg.TicTacToe())

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(program.Program, "receive", interrupt)
        with pytest.raises(KeyboardInterrupt):
            player.choose(bg.TicTacToe())
    assert str(player.choose(bg.TicTacToe())) == "b2"


@processes.posix
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_leaves_the_program_to_its_owner(fake: Callable[..., Engine]) -> None:
    player = fake("none")
    player.choose(bg.TicTacToe())
    child = os.fork()
    if child == 0:
        try:
            player.close()
        finally:
            os._exit(0)  # even after an error: one process of the tests is enough
    os.waitpid(child, 0)
    player.start_game(1)
    assert str(player.choose(bg.TicTacToe())) == "b2"


# Specs


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\Games\edax.exe -q", [r"C:\Games\edax.exe", "-q"]),
        (r'"C:\Program Files\Edax\edax.exe" -gtp', [r"C:\Program Files\Edax\edax.exe", "-gtp"]),
        (r'C:\"Program Files"\edax.exe', [r"C:\Program Files\edax.exe"]),
        (r"C:\Users\O'Brien\edax.exe", [r"C:\Users\O'Brien\edax.exe"]),
        (
            r'\\host\share\edax.exe "-book=a b.dat" #1',
            [r"\\host\share\edax.exe", "-book=a b.dat", "#1"],
        ),
        ("edax", ["edax"]),
        ("", []),
    ],
)
def test_commands_of_windows_are_split_on_any_system(command: str, words: list[str]) -> None:
    assert command_words(command, windows=True) == words
    assert command_words(command_text(words, windows=True), windows=True) == words


@pytest.mark.parametrize("windows", [False, True])
def test_a_quote_that_is_not_closed(windows: bool) -> None:
    with pytest.raises(bg.ParameterError, match="cannot be split: no closing quotation"):
        command_words('edax "a b', windows=windows)


@given(st.lists(st.text(st.characters(exclude_characters="\0"), max_size=9), max_size=5))
def test_words_survive_a_command(words: list[str]) -> None:
    assert command_words(command_text(words, windows=False), windows=False) == words


def test_names_show_their_control_characters() -> None:
    name = "\x1b[31mred\x1b[0m\x07\nnext\u202e"
    shown = r"\u{1b}[31mred\u{1b}[0m\u{7}\nnext\u{202e}"
    player = Engine([sys.executable, "-c", "raise SystemExit"], name=name)
    assert (player.name, repr(player)) == (shown, f"<Engine {shown}>")
    with pytest.raises(bg.ParameterError) as caught:
        player.choose(bg.TicTacToe())
    assert str(caught.value).isprintable()
    assert engine(f"engine[name={name}]:{command_text([sys.executable])}").name == shown


def test_specs() -> None:
    python = command_text([sys.executable])
    spec = f'engine[protocol=nboard,seconds=1.5,depth=4,startup=9]:{python} -c "a b"'
    player = engine(spec)
    assert player.name == spec
    assert repr(player) == f"<Engine {spec}>"
    assert bg.players.get(spec, seed=1).name == spec
    assert player.__reduce__()[1][0] == [sys.executable, "-c", "a b"]
    assert not bg.players.is_native(spec)
    assert is_external(spec)
    assert not is_external("engineer")
    assert (
        Engine(["edax", "-l", "a b"]).name
        == Engine('edax -l "a b"').name
        == command_text(["edax", "-l", "a b"])
    )


@pytest.mark.parametrize(
    "spec",
    [
        "engine",
        "engine:",
        "engine:   ",
        "engine[]",
        "engine[protocol=gtp]",
        "engine[protocol=gtp:python",
        "engine[protocol=uci]:python",
        "engine[colour=red]:python",
        "engine[seconds]:python",
        "engine[seconds=x]:python",
        "engine[seconds=0]:python",
        "engine[seconds=nan]:python",
        "engine[seconds=inf]:python",
        "engine[startup=-1]:python",
        "engine[depth=4]:python",
        "engine[protocol=nboard,depth=0]:python",
        "engine[protocol=nboard,depth=4.5]:python",
        "engine:python 'a",
        "engine:/no/such/program",
        "engine:no-such-program-anywhere -x",
        "engine[folder=/no/such/folder]:./program",
    ],
)
def test_bad_specs(spec: str) -> None:
    with pytest.raises(bg.ParameterError):
        bg.players.get(spec)


@given(
    st.one_of(strategies.junk, st.just(["no-such-program"]), st.lists(strategies.junk, max_size=2)),
    st.dictionaries(
        st.sampled_from(["protocol", "seconds", "depth", "startup", "folder", "name"]),
        st.one_of(strategies.junk, st.sampled_from(["gtp", "nboard", "no-such-folder", "a\0b"])),
    ),
)
def test_bad_arguments_are_typed_errors(command: object, options: dict[str, object]) -> None:
    with contextlib.suppress(bg.GameError, TypeError):
        Engine(command, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["protocol", "seconds", "depth", "startup", "folder", "name"])
def test_an_array_is_no_option(option: str) -> None:
    options: dict[str, object] = {"protocol": "nboard", option: np.array([1.0, 2.0])}
    with pytest.raises(TypeError, match=rf"\b{option}\b.* must be .*, not ndarray"):
        Engine("edax", **options)  # type: ignore[arg-type]


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_spec_is_a_player_or_a_typed_error(options: str, command: str) -> None:
    for spec in (f"engine:{command}", f"engine[{options}]:{command}", f"engine{options}"):
        with contextlib.suppress(bg.GameError):
            bg.players.get(spec)


def test_games_that_the_protocol_does_not_know() -> None:
    with pytest.raises(bg.UnsupportedError, match="8 by 8"):
        Engine(["program"], protocol="nboard").choose(bg.TicTacToe())
    with pytest.raises(bg.UnsupportedError, match="25 columns"):
        bg.match(Engine(["program"]), "first", "mnk:26,4,3", games=1)


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    for player in (Engine([str(text)]), Engine([str(tmp_path / "none")]), Engine([str(tmp_path)])):
        with pytest.raises(bg.ParameterError, match="cannot be started"):
            player.choose(bg.TicTacToe())
    with pytest.raises(bg.ParameterError, match="cannot be started"):
        Engine(["a\0b"]).choose(bg.TicTacToe())
    with pytest.raises(bg.ParameterError, match="cannot be started"):
        Engine([sys.executable], folder=str(tmp_path / "none")).choose(bg.TicTacToe())


def test_copies_start_their_own_program(fake: Callable[..., Engine], tmp_path: Path) -> None:
    player = fake("none", startup=9)
    player.choose(bg.TicTacToe())
    for twin in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        with twin:
            assert twin.name == player.name
            assert str(twin.choose(bg.TicTacToe())) == "b2"
    assert started(tmp_path) == 4


def test_engines_are_listed_among_the_players() -> None:
    assert "engine" in bg.players.names()
    assert "engine:COMMAND" in bg.players.rules()["engine"]
    with pytest.raises(bg.ParameterError, match="exists already"):
        bg.players.register("engine", lambda: Engine(["x"]))


def test_commands_take_engines() -> None:
    command = f"engine[name=mine]:{command_text(ours('tictactoe'))}"
    done = run("match", "tictactoe", command, "first", "-n", "2")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("mine VS first\n")
    mute = f"engine[name=mute]:{command_text([sys.executable, '-c', ''])}"
    words = fails(run("match", "tictactoe", mute, "first"), 2)
    assert words == "bitgames: error: the engine 'mute' does not speak gtp: ended with code 0"
    script = "b1\nundo\nquit\n"
    done = run("play", "tictactoe", "--side", "x", "--opponent", command, stdin=script)
    assert done.exit_code == 0, done.stderr
    assert "you play x; mine plays o;" in done.stdout
    assert "o plays a1" in done.stdout
    assert "o plays c1" in done.stdout


def test_a_game_that_a_program_cannot_be_told_is_refused_before_it_begins() -> None:
    command = f"engine[name=mine]:{command_text(ours('tictactoe'))}"
    for game in ("mosaic:3", "honeymoon", "quo:3"):
        done = run("play", game, "--opponent", command)
        reason = f"GTP knows games of two on one flat board, not {game}"
        assert fails(done, 2) == f"bitgames: error: {reason}"
        assert done.stdout == ""


def test_a_game_in_the_terminal_goes_back_and_on(tmp_path: Path) -> None:
    """Undo, another line, save and load against a program that insists on legal sequences."""
    words = [sys.executable, "-m", "tests.strict_engine", "othello"]
    folder = Path(__file__).parents[1]
    command = f"engine[name=strict,folder={folder}]:{command_text(words)}"
    saved = tmp_path / "game.json"
    script = [
        "1",
        "1",
        "1",
        "undo",
        "2",
        f"save {saved}",
        "1",
        "undo",
        "undo",
        "1",
        f"load {saved}",
    ]
    script += ["1", "1", "quit"]
    options = ("--side", "black", "--opponent", command)
    done = run("play", "othello", *options, stdin="\n".join([*script, ""]))
    assert done.exit_code == 0, done.stderr
    assert "forfeit" not in done.stdout
    assert done.stdout.count("white (O) plays") >= 7
