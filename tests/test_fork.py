"""Objects that a forked child inherits while another thread is busy with them or makes them."""

from __future__ import annotations

import os
import signal
import sys
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


def endings(folder: Path) -> Callable[[], object]:
    database = bg.honeymoon.EndingDatabase.build(folder, 4)
    ending = bg.honeymoon.Ending.random(4, seed=1)
    return lambda: (database.value(ending), database.best_cards(ending), database.layers)


@pytest.mark.parametrize("shared", [archive, book, results, endings])
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
        for _ in range(8):
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


FIRST_USES = {
    "table of endings": "bg.solve(bg.honeymoon.Ending.random(6, seed=1)).value",
    "opening book": 'bg.Agent("alphabeta:depth=1,book=yes", seed=1).choose(bg.Othello())',
    "weights of Othello": "bg.search(bg.Othello(), depth=2).value",
    "player": 'bg.match("rule", "rule", "honeymoon", games=2, seed=1).plies',
}

MAKING = """
import os, signal, threading, time
import bitgames as bg

# All of the package is imported: a child waits for the import of a thread that it does not have.
bg.match("random", "random", "tictactoe", games=2)
bg.search(bg.position("tictactoe")), bg.solve(bg.TicTacToe()), bg.honeymoon.Ending
thread = threading.Thread(target=lambda: {use})
thread.start()
children = []
for _ in range(25):
    child = os.fork()
    if child == 0:
        signal.alarm({seconds})
        {use}
        os._exit(0)
    children.append(child)
    time.sleep(0.002)
thread.join()
print({{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}})
"""


@pytest.mark.parametrize("use", FIRST_USES)
def test_a_child_makes_what_another_thread_was_making(use: str) -> None:
    code = MAKING.format(use=FIRST_USES[use], seconds=SECONDS)
    done = processes.run([sys.executable, "-W", "ignore", "-c", code])
    assert (done.stdout, done.stderr) == ("{0}\n", "")


FIRST_OBJECTS = {
    "position": "bg.Othello",
    "legal moves": "partial(getattr, start, 'legal_moves')",
    "array": "partial(start.planes, 0)",
    "wrong argument": "partial(bg.mnk, '', 3, 3)",
}

# No code of Python runs between the steps, and the first one lasts: the main thread asks for the
# interpreter meanwhile, and gets it as soon as the use lets others run. It forks when the use has
# had time to take a lock.
MEETING = """
import os, signal, threading
from functools import partial
from operator import call
import bitgames as bg

def tried():
    try:
        use()
    except TypeError:
        pass

start, begun = bg.TicTacToe(), []
use = {use}
steps = [partial(sum, range(1_000_000)), partial(begun.append, True), use]
thread = threading.Thread(target=lambda: [*map(call, steps)])
threading.excepthook = lambda _: None
thread.start()
while not begun:
    pass
sum(range(100_000))
child = os.fork()
if child == 0:
    signal.alarm({seconds})
    tried()
    os._exit(0)
thread.join()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize("use", FIRST_OBJECTS)
def test_a_child_makes_an_object_that_another_thread_was_making(use: str) -> None:
    code = MEETING.format(use=FIRST_OBJECTS[use], seconds=SECONDS)
    done = processes.run([sys.executable, "-W", "ignore", "-c", code])
    assert (done.stdout, done.stderr) == ("0\n", "")
