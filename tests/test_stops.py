"""Signals that end a command: nothing is printed, nothing is left, and the status says which."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import bitgames as bg
from tests import processes

pytestmark = processes.posix

# Long commands, on work of about a second: a stop falls anywhere from their start to their end.
LONG = [
    "perft othello 10",
    "perft othello 10 --results OUT",
    "census othello 10 --out OUT",
    "solve mosaic:4 --checkpoint OUT",
    "solve othello:4 --split 3 --results OUT",
    "search othello --depth 14",
    "match othello:6 alphabeta:depth=3 random --games 600",
    "tournament othello:6 greedy first random --pairs 500 --results OUT",
    "selfplay othello:6 --player random --games 3000 --shard 256 --out OUT",
    "certificate make othello:4 --out OUT",
    "book build tictactoe:4 --positions 30 --out OUT",
    "book scores connect4:5,4 --plies 8 --out OUT",
    "db build honeymoon --cards 7 --out OUT",
    "problems othello --empties 12 --count 20",
    "games stats GAMES",
    "games find GAMES --to OUT.ggf",
    "analyze f5d6c3d3c4f4f6 --seconds 1",
    "convert GAMES OUT.ggf",
]

# What a command prints of its own once it is stopped.
ADVICE = re.compile(r"((.*; )?to go on: bitgames .*\n)?")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many games of Othello."""
    path = tmp_path_factory.mktemp("games") / "games.txt"
    played = bg.match("random", "random", "othello", 1000, 1, openings="none", keep_games=True)
    path.write_text(
        "".join("".join(game.moves).replace("pass", "") + "\n" for game in played.games)
    )
    return path


@pytest.fixture
def busy() -> Iterator[None]:
    """A process that keeps a core busy, where tests beside this one do not."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        yield
        return
    with processes.running([sys.executable, "-c", "while True: pass"]):
        yield


# The command, which says by a byte that it hears Ctrl-C: from its first line on.
COMMAND = """
import _signal, os, sys
number, handle = int(sys.argv.pop(1)), _signal.signal
def told(*given):
    _signal.signal = handle
    handle(*given)
    os.write(number, b".")
    os.close(number)
_signal.signal = told
from bitgames.__main__ import command
command()
"""


def words_of(command: str, out: Path, games: Path) -> list[str]:
    names = {"GAMES": str(games), "OUT": str(out)}
    words = [re.sub("GAMES|OUT", lambda name: names[name[0]], word) for word in command.split()]
    return [*words, "--quiet"]


def stop(
    words: list[str], seconds: float, number: int, environment: dict[str, str]
) -> tuple[int, str]:
    """Send a signal to a command some seconds after it has begun; return its status and errors."""
    ready, told = os.pipe()
    with processes.running(
        [sys.executable, "-c", COMMAND, str(told), *words],
        stdin=subprocess.DEVNULL,
        env=environment,
        pass_fds=[told],
    ) as process:
        os.close(told)
        assert os.read(ready, 1)
        os.close(ready)
        time.sleep(seconds)
        process.send_signal(number)
        _, errors = process.communicate(timeout=processes.HANGS)
    return process.returncode, errors


def leftovers(folder: Path) -> list[str]:
    """The files that a command made for itself."""
    return [path.name for path in folder.rglob("*") if re.search(r"^\.|tmp|lock", path.name)]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Folders of its own for what a command keeps elsewhere."""
    (tmp_path / "system").mkdir()
    return {"TMPDIR": str(tmp_path / "system"), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def test_little_is_loaded_before_a_command_hears_ctrl_c() -> None:
    code = "import sys; before = {*sys.modules}; import bitgames.__main__; "
    done = processes.python(code + "print(*sorted({*sys.modules} - before))")
    assert done.stdout.split() == ["__future__", "bitgames", "bitgames.__main__", "bitgames.lazy"]


# Signals that come in a finalizer, whose exceptions nobody hears.
FINALIZER = """
import signal, sys, time
from bitgames.cli import stops

class Late:
    def __del__(self):
        signal.raise_signal(int(sys.argv[1]))

stops.begin()
stops.listen()
try:
    Late()
    time.sleep(600)
except (KeyboardInterrupt, stops.Ended) as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGINT, "KeyboardInterrupt"), (signal.SIGTERM, "Ended")]
)
def test_a_signal_in_a_finalizer_is_heard_after_it(number: int, name: str) -> None:
    done = processes.python(FINALIZER, str(int(number)), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{name}\n", "")


@pytest.mark.parametrize("command", LONG)
def test_a_signal_at_any_time_ends_a_command(
    tmp_path: Path,
    games: Path,
    environment: dict[str, str],
    busy: None,
    request: pytest.FixtureRequest,
    command: str,
) -> None:
    draw = random.Random(command)
    for attempt in range(500 if request.config.getoption("--deep") else 2):
        words = words_of(command, tmp_path / f"{attempt}", games)
        # Every second stop comes while the modules are loaded.
        seconds = draw.uniform(0, 0.2 if attempt % 2 else 1)
        others = attempt % 10 == 9
        number = draw.choice([signal.SIGTERM, signal.SIGHUP]) if others else signal.SIGINT
        code, errors = stop(words, seconds, number, environment)
        where = f"attempt {attempt}, {number.name} after {seconds:.3f} s"
        if code == 0:
            assert errors == "", where
        else:
            expected = -number if others else 130
            assert code == expected and ADVICE.fullmatch(errors), f"{where}: {code}: {errors}"
        assert not leftovers(tmp_path), f"{where}: {leftovers(tmp_path)}"


@pytest.mark.parametrize("command", [each for each in LONG if "OUT" in each])
def test_what_a_killed_command_leaves_goes_with_the_next_one(
    tmp_path: Path,
    games: Path,
    environment: dict[str, str],
    request: pytest.FixtureRequest,
    command: str,
) -> None:
    draw = random.Random(command)
    words = words_of(command, tmp_path / "out", games)
    for _ in range(100 if request.config.getoption("--deep") else 1):
        stop(words, draw.uniform(0.2, 1), signal.SIGKILL, environment)
    done = processes.run([*processes.BITGAMES, *words], env=environment)
    assert done.returncode == 0, done.stderr
    assert not leftovers(tmp_path)


# An engine that starts a child, writes the numbers of both, and never answers the first genmove.
BUSY = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
for line in sys.stdin:
    if line.startswith("genmove"):
        with open(sys.argv[1] + ".part", "w") as file:
            file.write(f"{os.getpid()} {child.pid}")
        os.rename(sys.argv[1] + ".part", sys.argv[1])
        while True:
            pass
    print({"protocol_version": "= 2", "list_commands": "= genmove"}.get(line.strip(), "="))
    print(flush=True)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL", "SIGINT"])
def test_a_busy_engine_and_its_children_end_with_the_command(tmp_path: Path, name: str) -> None:
    script, numbers = tmp_path / "busy.py", tmp_path / "numbers"
    script.write_text(BUSY)
    words = shlex.join([sys.executable, str(script), str(numbers)])
    command = [*processes.BITGAMES, "match", "othello", f"engine:{words}", "random", "--games", "2"]
    number = getattr(signal, name)
    with processes.running(command) as process:
        processes.wait_for(numbers.exists)
        process.send_signal(number)
        output, errors = process.communicate(timeout=processes.HANGS)
        assert (process.returncode, output, errors) == (
            130 if name == "SIGINT" else -number,
            "",
            "",
        )
        started = list(map(int, numbers.read_text().split()))
        processes.wait_for(lambda: not any(map(processes.is_there, started)))
