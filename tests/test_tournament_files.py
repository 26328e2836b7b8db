"""Results files: what a killed run leaves, what is refused, and a resumed run ends the same."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames import journal
from bitgames._core import checksum
from bitgames.journal import Journal, line_of
from bitgames.tournaments import games as kept
from tests import processes

PLAYERS = ["ai14", "random", "first"]
OPTIONS: dict[str, Any] = {"pairs": 6, "seed": 4, "openings": "random:2"}


def play(path: Path | None, **options: Any) -> bg.Tournament:
    return bg.tournament(PLAYERS, "tictactoe", results=path, **{**OPTIONS, **options})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """A finished results file and its tournament."""
    path = tmp_path_factory.mktemp("results") / "whole.jsonl"
    t = play(path)
    assert t.num_games == 36
    return path.read_bytes(), t.to_json()


def test_each_line_is_json_with_its_check(whole: tuple[bytes, str]) -> None:
    lines = whole[0].splitlines()
    assert len(lines) == 37
    for line in lines:
        document = json.loads(line)
        body, mark, _ = line.rpartition(b',"check":')
        assert mark
        assert list(document)[-1] == "check"
        assert document["check"] == f"{checksum(body):016x}"
    header = json.loads(lines[0])
    assert (header["format"], header["version"]) == ("bitgames results", 1)
    assert list(header["config"]) == [
        "game", "start", "players", "specs", "format", "pairs", "openings", "seed", "clock",
        "sprt", "adjudicate",
    ]  # fmt: skip
    assert list(json.loads(lines[1])) == [*kept.Game._fields, "check"]
    assert len({json.loads(line)["key"] for line in lines[1:]}) == 36


def test_a_finished_file_plays_nothing_and_stays(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(whole[0])
    t = play(path)
    assert (t.to_json(), t.taken_over) == (whole[1], 36)
    assert path.read_bytes() == whole[0]


def test_a_file_cut_anywhere_goes_on_to_the_same_table(
    tmp_path: Path, whole: tuple[bytes, str]
) -> None:
    """Whatever a killed process leaves of the file is a beginning of it."""
    data, expected = whole
    path = tmp_path / "r.jsonl"
    cuts = [0, 1, 20, data.index(b"\n"), data.index(b"\n") + 1, len(data) - 1]
    for cut in [*cuts, *random.Random(1).sample(range(len(data)), 8)]:
        path.write_bytes(data[:cut])
        assert play(path).to_json() == expected, cut
        after = path.read_bytes()
        assert after.startswith(
            data[: data.rindex(b"\n", 0, cut) + 1 if b"\n" in data[:cut] else 0]
        )
        assert bg.Tournament.read(path).to_json() == expected


KILLED = """
import os, random, signal, sys, time
import bitgames as bg

path, kills = sys.argv[1], int(sys.argv[2])
rng = random.Random(5)

def play():
    # Slow enough that games are in progress, and quick enough to get on.
    last = lambda position: (time.sleep(0.0002), position.legal_moves[-1])[1]
    players = {"last": last, "random": "random", "alphabeta": "alphabeta:depth=1"}
    return bg.tournament(
        players, "othello:6", pairs=16, results=path, seed=2, balance=False
    ).to_json()

def lines():
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return file.read().count(b"\\n")

path, own = None, path
expected = play()  # also loads what a child needs
path, seen = own, []
for _ in range(kills):
    aim = lines() + rng.randrange(8)
    child = os.fork()
    if not child:
        play()
        os._exit(0)
    # By lines and not by the clock: the kills hit the middle on any machine.
    gone = False
    while lines() < aim and not gone:
        gone = os.waitpid(child, os.WNOHANG)[0] == child
        time.sleep(0.001)
    if not gone:
        time.sleep(rng.uniform(0.0, 0.01))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    seen.append(lines())
print(seen)
print(play())
print(expected)
"""


@processes.posix
def test_twenty_kills_lose_no_finished_game(tmp_path: Path) -> None:
    done = processes.python(KILLED, str(tmp_path / "r.jsonl"), "20")
    assert done.returncode == 0, done.stderr
    lines, resumed, expected = done.stdout.splitlines()
    assert resumed == expected
    grown = json.loads(lines)
    assert grown == sorted(grown), "no whole line is lost"
    assert len(set(grown)) > 5, "the kills hit the middle of the tournament"


SLOW = """
import time

class Slow:
    name = "slow"

    def choose(self, position):
        time.sleep(DELAY)
        return position.legal_moves[-1]
"""


@processes.posix
def test_ctrl_c_keeps_the_games_and_prints_how_to_go_on(tmp_path: Path) -> None:
    """While it runs, the file is refused to others."""
    import shlex

    from tests.commands import fails, run

    script, results = tmp_path / "slow.py", tmp_path / "r.jsonl"
    script.write_text(SLOW.replace("DELAY", "0.002"))
    arguments = [
        "tournament", "tictactoe", f"python:{script}:Slow", "first", "ai2",
        "--pairs", "120", "--results", str(results), "--seed", "3",
    ]  # fmt: skip
    with processes.running([*processes.BITGAMES, *arguments]) as process:
        until(lambda: journal.is_results(results) and len(list(kept.games(results))) > 5)
        said = fails(run(*arguments), 1)
        assert f"another process (PID {process.pid}) uses this file" in said
        assert str(results) in said
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=processes.HANGS)
    assert (process.returncode, output) == (130, "")
    there = len(list(kept.games(results)))
    assert f"{there} of 720 games are finished and kept; to go on: bitgames tournament" in errors
    command = shlex.split(errors.rpartition("to go on: ")[2])
    script.write_text(SLOW.replace("DELAY", "0"))
    again = run(*command[1:], "--json")
    assert again.exit_code == 0, again.output
    results.unlink()
    assert again.stdout == run(*command[1:], "--json").stdout


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + processes.HANGS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@given(data=st.data())
def test_a_changed_byte_is_found_by_its_line(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory, whole: tuple[bytes, str]
) -> None:
    """Other than a torn end, damage is refused with the number of the line."""
    content = whole[0]
    lines = content.splitlines(keepends=True)
    number = data.draw(st.integers(1, len(lines)))
    begin = sum(map(len, lines[: number - 1]))
    place = begin + data.draw(st.integers(0, len(lines[number - 1]) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte not in (content[place], 10)))
    path = tmp_path_factory.mktemp("damaged") / "r.jsonl"
    damaged = content[:place] + bytes([byte]) + content[place + 1 :]
    path.write_bytes(damaged)
    for use in (lambda: play(path), lambda: kept.read(path), lambda: bg.Tournament.read(path)):
        with pytest.raises(bg.ParseError) as caught:
            use()
        said = str(caught.value)
        assert "\n" not in said
        if number > 1:
            assert f"line {number} is damaged" in said
        assert path.read_bytes() == damaged, "what is refused stays as it is"


def test_a_line_torn_in_the_middle_is_refused(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    lines = whole[0].splitlines(keepends=True)
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"".join([*lines[:5], lines[5][:40], *lines[6:]]))
    with pytest.raises(bg.DamagedFileError, match=r"r.jsonl: line 6 is damaged: its check does"):
        play(path)
    # As the message says, the file can be used without it.
    path.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    assert play(path).to_json() == whole[1]


def test_repeated_lines_count_once(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    lines = whole[0].splitlines(keepends=True)
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"".join([*lines, *lines[1:9]]))
    assert play(path).to_json() == whole[1]
    assert len(kept.read(path)[1]) == 36


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("pairs", {"pairs": 7}),
        ("seed", {"seed": 5}),
        ("format", {"format": "gauntlet"}),
        ("openings", {"openings": "random:3"}),
        ("openings", {"balance": False}),
        ("clock", {"clock": "nodes=100"}),
        ("sprt", {"sprt": bg.Sprt(0, 20)}),
        ("adjudicate", {"adjudicate": "exact:4"}),
    ],
)
def test_another_configuration_is_refused_by_its_field(
    tmp_path: Path, whole: tuple[bytes, str], field: str, options: dict[str, Any]
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(whole[0])
    with pytest.raises(
        bg.ParameterError, match=f"another configuration: its {field} is "
    ) as caught:
        play(path, **options)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == whole[0]


@pytest.mark.parametrize(
    ("field", "players", "game"),
    [
        ("game", ["first", "random"], "othello:6"),
        ("start", PLAYERS, bg.TicTacToe().play("b2")),
        ("players", ["ai14", "random"], "tictactoe"),
        ("players", ["random", "ai14", "first"], "tictactoe"),
        ("specs", ["ai14", "random=ai2", "first"], "tictactoe"),
        ("specs", {"ai14": "ai14", "random": "random", "first": lambda at: 0}, "tictactoe"),
    ],
)
def test_other_players_and_games_are_refused(
    tmp_path: Path, whole: tuple[bytes, str], field: str, players: Any, game: Any
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(whole[0])
    with pytest.raises(bg.ParameterError, match=f"its {field} is "):
        bg.tournament(players, game, results=path, **OPTIONS)


def test_other_versions_and_kinds_are_refused(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    path = tmp_path / "r.jsonl"
    header = json.loads(whole[0].splitlines()[0])
    del header["check"]
    path.write_bytes(line_of({**header, "version": 2}))
    with pytest.raises(bg.ParseError, match="2 is not a valid version of a results file: allowed"):
        play(path)
    path.write_bytes(line_of({**header, "generator": "bitgames 0.0.1"}))
    with pytest.raises(bg.ParameterError, match=r"was written by bitgames 0.0.1, and this is bitg"):
        play(path)
    assert journal.read_header(path).generator == "bitgames 0.0.1", "to read it is allowed"
    for other in (b"f5d6c3\n", b"{}\n", b"\xff\xfe", b'{"format":"bitgames record"}\n', b"\n"):
        path.write_bytes(other)
        with pytest.raises(bg.ParseError, match="not a results file of bitgames"):
            play(path)
        assert path.read_bytes() == other
        assert not journal.is_results(path)


@pytest.mark.parametrize(
    "change", [{"pairs": 10**15}, {"format": "x"}, {"players": 1}, {"sprt": {"elo0": 1, "elo1": 0}}]
)
def test_a_header_that_means_nothing_is_refused(
    tmp_path: Path, whole: tuple[bytes, str], change: dict[str, Any]
) -> None:
    path = tmp_path / "r.jsonl"
    header = json.loads(whole[0].splitlines()[0])
    del header["check"]
    path.write_bytes(line_of({**header, "config": {**header["config"], **change}}))
    with pytest.raises(bg.DamagedFileError, match="line 1 has no configuration of a tournament"):
        bg.Tournament.read(path)


def test_a_game_of_another_tournament_is_refused(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    """As where lines of two files were put together."""
    path = tmp_path / "r.jsonl"
    other = json.loads(whole[0].splitlines()[3])
    del other["check"]
    for change in ({"key": "0" * 16}, {"first": "somebody"}, {"pair": 9, "game": 19}):
        path.write_bytes(whole[0] + line_of({**other, "key": "f" * 16, **change}))
        with pytest.raises(bg.DamagedFileError, match="is not of this tournament"):
            play(path)
    path.write_bytes(whole[0] + line_of({"key": "0" * 16}))
    with pytest.raises(bg.DamagedFileError, match="line 38 is not a game"):
        play(path)


def test_folders_pipes_and_missing_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        play(tmp_path)
    with pytest.raises(FileNotFoundError):
        play(tmp_path / "missing" / "r.jsonl")
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="not a regular file"):
            play(tmp_path / "pipe")


def test_one_store_at_a_time(tmp_path: Path) -> None:
    config = {"players": ["A", "B"]}
    path = tmp_path / "r.jsonl"
    with Journal(path, config):
        with pytest.raises(BlockingIOError, match=r"another process \(PID [0-9]+\) uses this file"):
            Journal(path, config)
        assert kept.read(path) == (config, []), "readers need no lock"
    with Journal(path, config) as again:
        again.append([])
    with pytest.raises(ValueError, match="closed"):
        again.append([b"{}\n"])


@processes.linux
def test_a_full_disk_ends_the_tournament_and_the_file_stays_whole(tmp_path: Path) -> None:
    code = """
import resource, signal, sys
import bitgames as bg
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
try:
    bg.tournament(["ai14", "random"], "tictactoe", pairs=50, results=sys.argv[1], seed=0)
except OSError as error:
    print(error.strerror)
"""
    path = tmp_path / "r.jsonl"
    done = processes.python(code, str(path))
    assert done.stdout == "File too large\n", done.stderr
    assert path.read_bytes().endswith(b"\n")
    t = bg.tournament(["ai14", "random"], "tictactoe", pairs=50, results=path, seed=0)
    assert t.to_json() == bg.tournament(["ai14", "random"], "tictactoe", pairs=50, seed=0).to_json()


NAMES = ('q"\\ü', "two\tlines\n.", "\x07 \u2028 \U0001f600", "\ud800")


@pytest.mark.parametrize("game", ["tictactoe", "othello:6", "mosaic:3", "quo:3", "honeymoon"])
def test_lines_have_the_bytes_that_json_writes(tmp_path: Path, game: str) -> None:
    """The twin of a line is the one that Python writes of the same fields."""
    path = tmp_path / "r.jsonl"
    players: dict[str, Any] = dict.fromkeys(NAMES[:2], "random")
    if game == "tictactoe":
        # Its fault stands in the reason.
        players |= {NAMES[2]: lambda position: NAMES[1], NAMES[3]: "mcts:sims=200"}
    bg.tournament(players, game, pairs=15, seed=2**70, max_faults=1.0, results=path)
    lines = path.read_bytes().splitlines(keepends=True)[1:]
    assert len(lines) == 30 * (6 if len(players) == 4 else 1)
    forfeits = 0
    for line in lines:
        document = json.loads(line)
        del document["check"]
        # A name that is no text of UTF-8 is written as its escape.
        assert line_of(document) == line
        assert document["given"] <= document["plies"] == len(document["moves"].split())
        forfeits += document["forfeit"]
    assert forfeits == (90 if game == "tictactoe" else 0)
