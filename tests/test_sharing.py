"""Objects that threads share: one rule for all, whatever they do."""

from __future__ import annotations

import _thread
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import processes

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")

START = bg.mnk(7, 7, 5)

Stop = Callable[[], object]
Shared = tuple[Callable[[Stop], object], Callable[[], object]]
"""A long call that asks a callback whether to end, and a short one of the same object."""


def batch() -> Shared:
    games = bg.Batch("mosaic:7", 20_000, seed=1, threads=1)
    return lambda stop: games.playout(progress=lambda done, total: stop()), games.sample


def tree_search() -> Shared:
    search = bg.Mcts(START, seed=1)
    return lambda stop: search.run(stop=stop), lambda: search.position


def evaluate(planes: Any, mask: Any) -> tuple[Any, Any]:
    return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)


def network_search() -> Shared:
    search = bg.Mcts(START, policy="puct", evaluate=evaluate, seed=1)
    return lambda stop: search.run(stop=stop), lambda: search.position


def searcher() -> Shared:
    searcher = bg.Searcher(START, table_mib=1)
    return lambda stop: searcher.search(START, stop=stop), searcher.clear


def iteration() -> Shared:
    stops: list[Stop] = []
    depths = bg.Searcher(START, table_mib=1).deepen(START, stop=lambda: stops[-1]())

    def deepen(stop: Stop) -> object:
        stops.append(stop)
        return list(depths)

    return deepen, lambda: next(depths, None)


def solver() -> Shared:
    solver = bg.Solver(START, table_mib=1)
    return lambda stop: solver.solve(START, stop=stop), lambda: solver.bound(START, 99)


def player() -> Shared:
    player = bg.Agent("alphabeta:seconds=600", seed=1)
    return lambda stop: player.choose(START, stop=stop), lambda: player.start_game(1)


shared_objects = pytest.mark.parametrize(
    "shared", [batch, tree_search, network_search, searcher, iteration, solver, player]
)


@contextmanager
def in_another_thread(call: Callable[[Stop], object]) -> Iterator[None]:
    """Run the block while another thread is in a long call."""
    begun, over = threading.Event(), threading.Event()

    def stop() -> bool:
        begun.set()
        return over.wait()

    def work() -> None:
        with suppress(bg.CancelledError):
            call(stop)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert begun.wait(60)
        yield
    finally:
        over.set()
        thread.join()


@shared_objects
def test_a_call_waits_for_that_of_another_thread(shared: Callable[[], Shared]) -> None:
    long, short = shared()
    done = threading.Event()
    second = threading.Thread(target=lambda: (short(), done.set()))
    with in_another_thread(long):
        second.start()
        assert not done.wait(0.2)
    assert done.wait(60)
    second.join()


@shared_objects
def test_ctrl_c_ends_the_wait(shared: Callable[[], Shared]) -> None:
    long, short = shared()
    with in_another_thread(long):
        threading.Timer(0.2, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            short()
    short()


@shared_objects
def test_a_call_inside_its_own_callback_is_refused(shared: Callable[[], Shared]) -> None:
    long, short = shared()
    with pytest.raises(bg.UnsupportedError, match="a call inside its own callback"):
        long(short)
    short()


@processes.posix
@shared_objects
def test_a_forked_child_does_not_wait_for_a_thread_it_does_not_have(
    shared: Callable[[], Shared],
) -> None:
    long, short = shared()

    def code_of_child() -> int:
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            try:
                short()
            except bg.UnsupportedError as error:
                os._exit(1 if "when the process was forked" in str(error) else 2)
            os._exit(0)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert code_of_child() == 0
    with in_another_thread(long):
        assert code_of_child() == 1
    assert code_of_child() == 0
    short()


@processes.posix
def test_threads_and_children_share_a_pool_of_searches() -> None:
    """It calls nobody back, so that calls meet by chance."""
    pool = bg.MctsPool([bg.Othello()] * 500, simulations=2, seed=0)
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            pool.select()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(8):
            assert len(pool.turn) == 500
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                with suppress(bg.UnsupportedError):
                    pool.select()
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        over.set()
        for thread in threads:
            thread.join()
    while not pool.done:
        pool.update(*evaluate(*pool.select()))
