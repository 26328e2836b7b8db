"""Commands as processes: closed pipes, full disks, Ctrl-C, encodings, colours."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests import processes
from tests.commands import process

# The promise is 0.2 s; a machine that runs something else beside may need longer.
LONGEST_WAIT = 5.0

# Runs several commands one after the other; each ends with a form feed.
SEVERAL = """
import json, sys
from bitgames.cli import main
for arguments in json.loads(sys.argv[1]):
    code = main(arguments)
    assert code == 0, (arguments, code)
    print(end="\\f", flush=True)
"""

# Tells when the command is loaded, and goes on as it.
READY = f"""
import sys
from bitgames.cli.app import application
application(*sys.argv[1:2])
print("ready", flush=True)
{processes.MAIN}"""


def several(*commands: list[str], **environment: str) -> list[bytes]:
    """Run commands in one process that no test shares; return what each printed."""
    done = processes.python(SEVERAL, json.dumps(commands), text=False, env=environment)
    assert done.returncode == 0, done.stderr
    *printed, rest = done.stdout.split(b"\f")
    assert (len(printed), rest) == (len(commands), b"")
    return printed


@processes.posix
def test_a_pipe_that_closes_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = processes.run([*processes.BITGAMES, "players"], stdout=writer)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, "")


@processes.posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_error(closed: str, tmp_path: Path) -> None:
    empty = tmp_path / "games.txt"
    empty.touch()
    for command in ("players", f'judge "{empty}"', "--help"):
        script = f'"{sys.executable}" -m bitgames {command} {closed}'
        result = processes.run(["sh", "-c", script])
        assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_a_failure() -> None:
    for command in (["players"], ["judge", "-"]):
        with open("/dev/full", "wb") as full:
            result = processes.run([*processes.BITGAMES, *command], input="79538246\n", stdout=full)
        assert result.returncode == 1
        assert result.stderr.count("\n") == 1
        assert "No space left on device" in result.stderr


@pytest.mark.timed
@processes.posix
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "tictactoe", "ai2", "ai2", "--games", "1000000000"],
        ["match", "tictactoe", "human", "ai2"],
        ["solve", "mnk:11,11,5"],
        ["perft", "tictactoe:8", "12"],
        ["play", "tictactoe"],
        ["play", "othello", "-o", "alphabeta:seconds=1000", "--side", "white"],
        ["judge", "-"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_ctrl_c_ends_at_once(arguments: list[str]) -> None:
    with processes.running([sys.executable, "-c", READY, *arguments]) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.4)
        assert running.poll() is None, running.communicate()
        began = time.perf_counter()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=processes.HANGS)
        waited = time.perf_counter() - began
    assert running.returncode == 130
    assert "Traceback" not in errors
    assert waited < LONGEST_WAIT


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_any_encoding_will_do(encoding: str) -> None:
    commands = (["--help"], ["solve", "tictactoe", "--all"], ["players"], ["games"])
    for printed in several(*commands, PYTHONIOENCODING=encoding):
        assert printed.decode(encoding).strip()
    result = process("solve", "\N{SNOWMAN}", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


def test_bytes_that_are_no_text_are_answered() -> None:
    result = process("play", "tictactoe", "--side", "o", "-o", "first", stdin=b"\xff\xfe\nb2\n")
    assert result.returncode == 0, result.stderr
    assert b"is not a valid move" in result.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are text elsewhere")
@pytest.mark.parametrize("command", ["solve", "players", "judge"])
def test_arguments_that_are_no_text(command: str) -> None:
    result = process(command, os.fsdecode(b"\xff\xfe"))
    assert result.returncode in (1, 2)
    assert result.stderr.startswith(b"bitgames: error: ")
    assert result.stderr.count(b"\n") == 1


def test_no_colour_in_a_pipe() -> None:
    for printed in several(["show", "tictactoe"], ["solve", "tictactoe"], ["players"]):
        assert printed.strip() and b"\x1b" not in printed


def test_force_color_and_no_color() -> None:
    commands = (["players"], ["games"], ["show", "tictactoe", "--moves", "b2"])
    for printed in several(*commands, FORCE_COLOR="1", NO_COLOR=""):
        assert b"\x1b[" in printed
    for printed in several(*commands, FORCE_COLOR="1", NO_COLOR="1"):
        assert printed.strip() and b"\x1b" not in printed


def test_colour_only_where_it_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.cli.console import use_color

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert use_color(Terminal())  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_color(Terminal())  # type: ignore[arg-type]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not use_color(Terminal())  # type: ignore[arg-type]
