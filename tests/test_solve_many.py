"""Many positions solved in one call: as one by one."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

import bitgames as bg
from tests import processes
from tests.rooms import walk

GAMES = [
    ("tictactoe", 0), ("mnk:4,3,3", 2), ("othello:6", 24), ("othello", 52), ("connect4", 30),
    ("mosaic:3", 3), ("quo:3", 3),
]  # fmt: skip


def late(game: str, plies: int, count: int) -> list[bg.Position]:
    return [walk(bg.games.get(game), plies, seed) for seed in range(count)]


@pytest.mark.parametrize(("game", "plies"), GAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_values_are_those_of_single_solves(game: str, plies: int, threads: int) -> None:
    positions = late(game, plies, 12)
    found = bg.solve_many(positions, threads=threads, table_mib=1)
    assert len(found) == 12 and found.proven.all()
    assert (found.values.dtype, found.bounds.dtype) == (np.int16, np.int16)
    assert (found.best_moves.dtype, found.nodes.dtype) == (np.int64, np.int64)
    assert found.bounds.shape == (12, 2) and found.bounds.flags.c_contiguous
    for row, position in enumerate(positions):
        known = bg.solve(position, all_moves=True)
        assert found.values[row] == known.value
        (best,) = (move for move in known.values if int(move) == found.best_moves[row])
        assert known.values[best] == known.value


def test_endings_of_open_hands() -> None:
    hands = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").play("7S").play("pass")
    led = hands.play(hands.legal_moves[0])
    found = bg.solve_many([hands, led], threads=2)
    assert found.values.tolist() == [bg.solve(hands).value, bg.solve(led).value]
    with pytest.raises(bg.UnsupportedError):
        bg.solve_many([hands, bg.Honeymoon(1)])


def test_win_loss_or_draw_alone() -> None:
    positions = late("othello", 50, 6)
    found = bg.solve_many(positions, wld=True)
    assert found.values.tolist() == [bg.solve(each, wld=True).value for each in positions]


def test_a_limit_leaves_bounds() -> None:
    easy, hard = late("othello", 56, 1)[0], bg.Othello()
    found = bg.solve_many([easy, hard, easy], nodes=20_000, threads=1)
    assert found.proven.tolist() == [True, False, True]
    low, high = found.bounds[1]
    assert low < high and found.values[1] == low and found.nodes[1] >= 20_000


def test_none_and_some_that_do_not_belong() -> None:
    none = bg.solve_many([])
    assert (len(none), none.bounds.shape, none.values.shape) == (0, (0, 2), (0,))
    ended = bg.solve_many([bg.position("tictactoe ooo/xx./...")])
    assert (ended.values.tolist(), ended.best_moves.tolist()) == ([-1], [-1])
    for others in (["othello", "tictactoe"], ["othello", "othello:6"]):
        with pytest.raises(bg.UnsupportedError, match=r"not|only|of"):
            bg.solve_many([bg.games.get(each) for each in others])
    with pytest.raises(TypeError):
        bg.solve_many([1])  # type: ignore[list-item]
    with pytest.raises(bg.ParameterError):
        bg.solve_many([bg.TicTacToe()], threads=0)


def test_progress_counts_positions_and_a_stop_ends_the_call() -> None:
    told: list[tuple[int, int]] = []
    bg.solve_many(late("tictactoe", 1, 20), progress=lambda *each: told.append(each))
    assert told[-1] == (20, 20)
    began = time.monotonic()
    with pytest.raises(bg.CancelledError):
        bg.solve_many([bg.Othello()] * 3, stop=lambda: True)
    assert time.monotonic() - began < processes.HANGS
    with pytest.raises(ZeroDivisionError):
        bg.solve_many([bg.Othello()], progress=lambda *_: 1 / 0)


def test_other_threads_run_meanwhile_and_signals_are_noticed() -> None:
    counted = [0]
    ended = threading.Event()

    def count() -> None:
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0.001)

    def interrupt() -> None:
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    others = [threading.Thread(target=each) for each in (count, interrupt)]
    for other in others:
        other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            bg.solve_many([bg.Othello()] * 2, threads=2)
    finally:
        ended.set()
        for other in others:
            other.join()
    assert counted[0] > 10
