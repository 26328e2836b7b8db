"""Objects that a forked child inherits while another thread is busy with them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import bitgames as bg
from tests import processes
from tests.archives import slow_games, write_results

pytestmark = [processes.posix, pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")]

SECONDS = 60
"""After this the system ends a child that hangs."""


def archive(folder: Path) -> Callable[[], object]:
    opened = bg.Archive(write_results(folder / "r.jsonl", slow_games("tictactoe", 200)))

    def ask() -> object:
        # Nothing that an earlier question has read.
        opened._reader._columns.clear()
        opened._reader._whole.clear()
        return opened.stats(), opened.find(player="ann").numbers, opened.game(17)

    return ask


def book(folder: Path) -> Callable[[], object]:
    opened = bg.Book.of("othello")
    return lambda: (opened.look_up("othello"), opened.line("othello"))


def results(folder: Path) -> Callable[[], object]:
    played = bg.match("ai14", "ai2", "tictactoe", games=20, seed=1, keep_games=True)
    return lambda: (played.to_json(), played.score_interval, len(played.records))


@pytest.mark.parametrize("shared", [archive, book, results])
def test_a_child_uses_what_another_thread_was_using(
    shared: Callable[[Path], Callable[[], object]], tmp_path: Path
) -> None:
    ask = shared(tmp_path)
    expected = ask()
    done = threading.Event()

    def busy() -> None:
        while not done.is_set():
            ask()

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                signal.alarm(SECONDS)
                os._exit(0 if ask() == expected else 1)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert ask() == expected
