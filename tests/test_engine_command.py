"""The command engine as a process: pipes, interruptions, bad arguments."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import processes
from tests.protocol_examples import EXAMPLE


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run ``bitgames engine`` with pipes."""
    with processes.running([*processes.BITGAMES, "engine", *arguments], bufsize=1) as process:
        yield process


def tell(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin is not None
    for line in lines:
        process.stdin.write(line + "\n")
        process.stdin.flush()


def until(process: subprocess.Popen[str], start: str) -> list[str]:
    """Read lines up to the first that begins so."""
    assert process.stdout is not None
    read: list[str] = []
    while not read or not read[-1].startswith(start):
        line = process.stdout.readline()
        assert line, read
        read.append(line.rstrip("\n"))
    return read


def begin_to_think(process: subprocess.Popen[str]) -> None:
    """Set a depth that nobody searches out and wait until the engine is at it."""
    tell(process, "nboard 2", "set depth 60", f"set game {EXAMPLE}", "go")
    until(process, "search ")
    time.sleep(0.3)


@pytest.mark.timed
def test_a_ping_ends_thinking() -> None:
    with running("othello", "--protocol", "nboard") as process:
        begin_to_think(process)
        asked = time.perf_counter()
        tell(process, "ping 77")
        before = until(process, "pong 77")
        assert time.perf_counter() - asked < 5
        assert [line for line in before if line.startswith("=== ")]
        tell(process, "set depth 2", "go")
        after = until(process, "=== ")
        assert len([line for line in after if line.startswith("search ")]) == 2
        tell(process, "quit")
        assert process.wait(20) == 0


@pytest.mark.parametrize("by_end", [False, True])
def test_thinking_does_not_outlive_the_controller(by_end: bool) -> None:
    with running("othello", "-p", "nboard") as process:
        begin_to_think(process)
        assert process.stdin is not None
        if by_end:
            process.stdin.close()
        else:
            tell(process, "quit")
        assert process.wait(20) == 0


def test_gogui_interrupts_a_search() -> None:
    with running("mnk:11,11,5", "--seconds", "600") as process:
        tell(process, "genmove b")
        time.sleep(1)
        tell(process, "# interrupt")
        assert re.fullmatch(r"= [A-L]\d+", until(process, "=")[-1])
        tell(process, "quit")
        assert process.wait(20) == 0


@pytest.mark.parametrize("by_end", [False, True])
def test_the_command_answers_each_line_at_once(by_end: bool) -> None:
    with running("tictactoe", "--player", "first") as process:
        tell(process, "1 genmove b")
        assert until(process, "=1")[-1] == "=1 A1"
        tell(process, "2 genmove w")
        assert until(process, "=2")[-1] == "=2 B1"
        assert process.stdin is not None
        if by_end:
            process.stdin.close()
        else:
            tell(process, "quit")
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_commands_sent_ahead_are_all_answered() -> None:
    done = processes.run(
        [*processes.BITGAMES, "engine", "tictactoe", "--player", "perfect"],
        input="1 play b a1\n2 genmove w\n3 genmove b\n4 fly\n5 name",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [reply.split()[0] for reply in done.stdout.split("\n\n")[:-1]] == [
        "=1", "=2", "=3", "?4", "=5",
    ]  # fmt: skip


@processes.posix
@pytest.mark.parametrize("think", [False, True])
def test_ctrl_c_ends_the_engine(think: bool) -> None:
    with running("othello", "-p", "nboard") as process:
        if think:
            begin_to_think(process)
        else:
            tell(process, "ping 1")
            until(process, "pong 1")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["tictactoe", "--protocol", "uci"],
        ["tictactoe", "--protocol", "nboard"],
        ["mnk:26,4,3"],
        ["tictactoe", "--player", "nobody"],
        ["tictactoe", "--player", "human"],
        ["tictactoe:5", "--player", "ai14"],
        ["tictactoe", "--seconds", "0"],
        ["tictactoe", "--seconds", "nan"],
    ],
    ids=" ".join,
)
def test_bad_arguments(arguments: list[str]) -> None:
    done = processes.run([*processes.BITGAMES, "engine", *arguments])
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("bitgames: error: ")
    assert len(done.stderr.splitlines()) == 1
