"""Long calls: Ctrl-C ends them at once, threads may share positions, a fork leaves them working."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import bitgames as bg
from tests import processes

# The promise is 0.2 s; a machine that runs something else beside may need longer.
LONGEST_WAIT = 2.0

CHILD = """
import random
import sys
import tempfile
import bitgames as bg
import numpy as np

class Mine(bg.players.Player):
    name = "mine"

    def choose(self, position):
        return random.choice(position.legal_moves)

position = bg.mnk(11, 11, 5)
agent = bg.Agent("alphabeta:seconds=600")
folder = tempfile.TemporaryDirectory()
database = bg.honeymoon.EndingDatabase.build(folder.name, 6)
ending = bg.honeymoon.Ending.random(6, seed=1)
owners = np.full(5_000_000, ending.owners, dtype=np.uint32)
lengths = np.tile(np.array([ending.lengths], dtype=np.uint8), (5_000_000, 1))

while call := sys.stdin.readline():
    print("ready", flush=True)
    try:
        eval(call)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    else:
        raise SystemExit("it came to an end")
    # Everything goes on as if nothing had happened.
    assert len(position.legal_moves) == 121
    assert bg.perft(position, 2) == 121 * 120
    assert bg.solve(bg.TicTacToe()).value == 0
    assert bg.match("ai2", "ai2", "tictactoe", games=100, seed=1).num_games == 100
    assert bg.Agent("first").choose(position) == 0
    print("usable", flush=True)
"""

LONG_CALLS = {
    "solve": "bg.solve(position)",
    "solve_all_moves": "bg.solve(position, all_moves=True)",
    "search": "bg.search(position, seconds=600)",
    "mcts": "bg.Mcts(position).run(seconds=600)",
    "mcts_leaves": "bg.Mcts(bg.Mosaic(), threads=2).run(seconds=600, leaves=4096)",
    "perft": "bg.perft(position, 9)",
    "divide": "bg.divide(position, 9)",
    "census": 'bg._core.census("othello", 13, folder.name)',
    "match": 'bg.match("ai2", "ai2", "tictactoe", games=10**11, threads=1)',
    "match_threads": 'bg.match("ai2", "ai2", game=position, games=10**11, threads=2)',
    "match_python": 'bg.match(Mine(), "ai2", "tictactoe", games=10**9)',
    "slow_players": 'bg.match("alphabeta:seconds=600", "first", game=position, games=2)',
    "openings": "bg.openings.random_openings(position, 8, pairs=2**24)",
    "choose": "agent.choose(position)",
    "build": "bg.honeymoon.EndingDatabase.build(folder.name, 13)",
    "best_card_sets": "database.best_card_sets(owners, lengths)",
}


@pytest.fixture(scope="module")
def child() -> Iterator[subprocess.Popen[str]]:
    """A process that makes one long call after the other."""
    with processes.running([sys.executable, "-c", CHILD]) as child:
        yield child


@pytest.mark.timed
@processes.posix
@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends_a_long_call(child: subprocess.Popen[str], name: str) -> None:
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    child.stdin.write(f"{LONG_CALLS[name]}\n")
    child.stdin.flush()
    assert child.stdout.readline() == "ready\n", child.stderr.read()
    time.sleep(0.1)
    sent = time.perf_counter()
    child.send_signal(signal.SIGINT)
    heard = child.stdout.readline()
    waited = time.perf_counter() - sent
    print(f"{name}: {waited * 1000:.0f} ms")
    assert (heard, child.stdout.readline()) == ("interrupted\n", "usable\n"), child.stderr.read()
    assert waited < LONGEST_WAIT


def test_many_threads_use_one_position() -> None:
    position = bg.position("mnk:5,4,4 o.x../.o.../..x../.....")
    agent = bg.Agent("ai5", seed=1)

    def look(_: int) -> tuple[object, ...]:
        return (
            position.to_string(),
            str(position),
            [int(move) for move in position.legal_moves],
            [position.play(move).key for move in position.legal_moves],
            position.canonical().to_string(),
            hash(position),
            position.legal_mask().tolist(),
            bg.perft(position, 3),
            bg.search(position, depth=3).value,
            bg.match("ai2", "ai6", game=position, games=50, seed=1, threads=2).wins,
            agent.choose(position) in position.legal_moves,
        )

    alone = look(0)
    with ThreadPoolExecutor(16) as pool:
        assert all(seen == alone for seen in pool.map(look, range(200)))


@pytest.mark.timed
def test_other_threads_run_during_a_long_call() -> None:
    """A long call does not hold the interpreter."""
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(bg.search, bg.mnk(11, 11, 5), seconds=0.5)
        steps = 0
        while not solving.done():
            time.sleep(0.01)
            steps += 1
    assert solving.result().seconds >= 0.4
    assert steps > 10


FORKING = """
import os, signal
import bitgames as bg

def counts():
    return bg.match("ai14", "ai2", "tictactoe", games=2000, seed=1, threads=2).wins

before = counts()
child = os.fork()
if child == 0:
    signal.alarm(20)
    same = counts() == before and bg.solve(bg.TicTacToe()).value == 0
    os._exit(0 if same else 1)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
assert counts() == before
"""


@processes.posix
def test_a_fork_after_a_match_on_threads() -> None:
    done = processes.run([sys.executable, "-W", "ignore", "-c", FORKING])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_a_match_does_not_depend_on_threads(threads: int) -> None:
    alone = bg.match("ai7", "ai2", "tictactoe", games=3_001, seed=9, threads=1)
    assert bg.match("ai7", "ai2", "tictactoe", games=3_001, seed=9, threads=threads) == alone
