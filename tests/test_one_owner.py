"""Of several processes that keep their work in one file, one works; the others name it."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest

from tests import processes

pytestmark = processes.posix

WORK = [
    ["solve", "mosaic:5", "--threads", "1", "--checkpoint", "FILE"],
    ["solve", "connect4", "--no-book", "--threads", "1", "--checkpoint", "FILE"],
    ["solve", "mosaic:5", "--results", "FILE"],
    ["perft", "othello", "16", "--results", "FILE"],
    ["census", "othello", "16", "--out", "FILE"],
    ["tournament", "othello", "mcts", "alphabeta:depth=7", "--results", "FILE"],
    ["selfplay", "othello", "--player", "alphabeta:depth=7", "--games", "9999", "--out", "FILE"],
    ["certificate", "make", "othello:6", "--out", "FILE"],
    ["book", "build", "othello", "--positions", "1000000", "--out", "FILE"],
    ["book", "scores", "connect4", "--out", "FILE"],
    ["db", "build", "honeymoon", "--cards", "13", "--out", "FILE"],
]


@pytest.mark.parametrize("arguments", WORK, ids=" ".join)
def test_one_of_three_processes_wins(tmp_path: Path, arguments: list[str]) -> None:
    words = [str(tmp_path / "file") if word == "FILE" else word for word in arguments]
    with ExitStack() as stack:
        started = [
            stack.enter_context(processes.running([*processes.BITGAMES, *words, "--quiet"]))
            for _ in range(3)
        ]
        while len(ended := [each for each in started if each.poll() is not None]) < 2:
            sleep(0.02)
        (winner,) = set(started) - set(ended)
        for process in ended:
            output, errors = process.communicate(timeout=processes.HANGS)
            assert (process.returncode, output) == (1, ""), errors
            assert f"another process (PID {winner.pid}) uses this file" in errors
            assert len(errors.splitlines()) == 1
        winner.send_signal(signal.SIGINT)
        output, errors = winner.communicate(timeout=processes.HANGS)
        assert (winner.returncode, output) == (130, ""), errors
    # What it has left keeps nobody out.
    assert not list(tmp_path.rglob("*.lock"))
