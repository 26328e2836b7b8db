"""Pools of searches: wrong arrays, wrong order, settings out of range, two threads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import fake_network, mctx_trees
from tests.fake_network import run


@pytest.fixture
def pool() -> bg.MctsPool:
    return bg.MctsPool([bg.Othello()] * 3, simulations=4, seed=0)


def good(pool: bg.MctsPool) -> tuple[Any, Any]:
    _, mask = pool.select()
    return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)


def wrong_outputs() -> Iterator[tuple[str, Any]]:
    def logits(change: Any) -> Any:
        return lambda a, b: (change(a), b)

    def values(change: Any) -> Any:
        return lambda a, b: (a, change(b))

    def set_at(array: Any, at: Any, value: float) -> Any:
        array[at] = value
        return array

    yield "logits must be an array of float32 and shape", logits(lambda a: a[:2])
    yield "logits must be an array of float32 and shape", logits(lambda a: a[:, :64])
    yield "logits must be an array of float32 and shape", logits(lambda a: a.astype(np.float64))
    yield "logits must be an array of float32 and shape", logits(lambda a: "abc")
    yield "logits of row 1 must be finite", logits(lambda a: set_at(a, 1, np.nan))
    yield "logits of row 2 must be finite", logits(lambda a: set_at(a, 2, np.inf))
    yield "logits of row 0 must be finite", logits(lambda a: set_at(a, 0, -np.inf))
    yield "values must be an array of float32 and shape", values(lambda b: b[:2])
    yield "values must be an array of float32 and shape", values(lambda b: b[:, None])
    yield "values must be an array of float32 and shape", values(lambda b: b.astype(np.int64))
    yield "value of row 2 must be from -1 to 1", values(lambda b: set_at(b, 2, np.nan))
    yield "value of row 1 must be from -1 to 1", values(lambda b: set_at(b, 1, 1.5))
    yield "value of row 0 must be from -1 to 1", values(lambda b: set_at(b, 0, -np.inf))


@pytest.mark.parametrize(("message", "change"), list(wrong_outputs()))
def test_a_wrong_output_changes_nothing(pool: bg.MctsPool, message: str, change: Any) -> None:
    twin = bg.MctsPool([bg.Othello()] * 3, simulations=4, seed=0)
    for step in range(2):
        with pytest.raises(bg.ParameterError, match=message):
            pool.update(*change(*good(pool)))
        if step == 0:
            for each in (pool, twin):
                each.update(*fake_network.network(*each.select()))
    for a, b in zip(run(pool), run(twin), strict=True):
        assert np.array_equal(a, b)


def test_what_is_said_of_illegal_moves_is_ignored(pool: bg.MctsPool) -> None:
    twin = bg.MctsPool([bg.Othello()] * 3, simulations=4, pad=True, seed=0)
    while not pool.done:
        planes, mask = pool.select()
        logits, values = fake_network.network(planes, mask)
        logits[~mask] = np.nan
        pool.update(logits, values)
    for a, b in zip(pool.result(), run(twin), strict=True):
        assert np.array_equal(a, b)


def test_padding_is_ignored() -> None:
    roots = mctx_trees.positions("tictactoe", 12, 6)
    plain, padded = (bg.MctsPool(roots, simulations=60, seed=1, pad=pad) for pad in (False, True))
    while not plain.done:
        planes, mask = plain.select()
        wide_planes, wide_mask = padded.select()
        k = len(planes)
        assert np.array_equal(wide_planes[:k], planes) and np.array_equal(wide_mask[:k], mask)
        assert not wide_planes[k:].any() and wide_mask[k:].all()
        logits, values = fake_network.network(wide_planes, wide_mask)
        plain.update(logits[:k], values[:k])
        logits[k:], values[k:] = np.nan, np.inf
        padded.update(logits, values)
    assert padded.done
    for a, b in zip(plain.result(), padded.result(), strict=True):
        assert np.array_equal(a, b)


def test_any_array_will_do(pool: bg.MctsPool) -> None:
    class Foreign:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return self.array

    logits, values = good(pool)
    pool.update(np.asfortranarray(logits), Foreign(values[::-1]))
    run(pool)


def test_steps_in_the_wrong_order(pool: bg.MctsPool) -> None:
    with pytest.raises(bg.UnsupportedError, match="the network has not seen"):
        pool.result()
    with pytest.raises(bg.ParameterError, match=r"logits .* shape \(0, 65\)"):
        pool.update(np.zeros((3, 65), np.float32), np.zeros(3, np.float32))
    pool.select()
    with pytest.raises(bg.UnsupportedError, match="3 positions wait for the network"):
        pool.play([19, 19, 19])
    with pytest.raises(bg.UnsupportedError, match="3 positions wait for the network"):
        pool.reset(0, bg.Othello())
    run(pool)
    for moves, error, message in (
        ([19, 19], bg.ParameterError, r"moves must be an array of integers and shape \(3,\)"),
        ([19, 0, 19], bg.IllegalMoveError, "row 1: legal moves are d3 c4 f5 e6"),
        ([19, 19, -1], bg.IllegalMoveError, "row 2: move indices go from 0 to 64"),
    ):
        with pytest.raises(error, match=message):
            pool.play(moves)
    assert pool.positions == [bg.Othello()] * 3
    pool.play(np.array([19, 26, 37]))
    assert [position.ply for position in pool.positions] == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simulations": 0}, "simulations must be from 1"),
        ({"policy": "uct"}, "policy must be 'gumbel' or 'puct'"),
        ({"considered": 0}, "considered must be from 1"),
        ({"c": 1.0}, "c must be None"),
        ({"policy": "puct", "c": -1.0}, "c must be from 0"),
        ({"policy": "puct", "c": float("nan")}, "c must be from 0"),
        ({"policy": "puct", "noise": 1.5}, "noise must be from 0 to 1"),
        ({"noise": float("nan")}, "noise must be from 0"),
        ({"noise": np.zeros((3, 64), np.float32)}, "noise must be an array of float32"),
        ({"noise": np.full((3, 65), np.nan, np.float32)}, "noise of row 0 must be from -1000000"),
        ({"noise": np.full((3, 65), -3e38, np.float32)}, "noise of row 0 must be from -1000000"),
        (
            {"policy": "puct", "noise": np.full((3, 65), -3e38, np.float32)},
            "noise of row 0 must be from 0 to 1",
        ),
        ({"temperature": 1.1}, "temperature must be None"),
        ({"policy": "puct", "temperature": 0.0}, "temperature must be from 0.01"),
        (
            {"policy": "puct", "temperature": 0.009},
            "temperature must be from 0.01 to 100, not 0.009",
        ),
        ({"cheap": 0}, "cheap must be from 1"),
        ({"cheap": 1, "full": 1.5}, "full must be from 0 to 1"),
        ({"symmetry": "all"}, "symmetry must be 'random' or None"),
        ({"leaves": 0}, "leaves must be from 1"),
        ({"memory": 0}, "memory must be from 1"),
        ({"threads": 0}, "threads must be from 1"),
    ],
)
def test_settings_out_of_range(options: Any, message: str) -> None:
    with pytest.raises(bg.ParameterError, match=message):
        bg.MctsPool([bg.Othello()] * 3, **options)


def test_the_least_temperature_is_allowed() -> None:
    """Of 64 even probabilities none has a hundredth power in single precision."""
    roots = [bg.position("tictactoe:8")] * 3
    pool = bg.MctsPool(roots, policy="puct", temperature=0.01, noise=0.0, c=1000.0, seed=0)
    while not pool.done:
        _, mask = pool.select()
        pool.update(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))
    assert pool.result()[3].sum(axis=1).tolist() == [32, 32, 32]


def test_positions_that_cannot_be_searched() -> None:
    over = bg.position("tictactoe ooo/xx./...")
    with pytest.raises(bg.ParameterError, match="positions must be at least one"):
        bg.MctsPool([])
    with pytest.raises(bg.ParameterError, match="position of row 1 must be unfinished"):
        bg.MctsPool([bg.TicTacToe(), over])
    with pytest.raises(
        bg.ParameterError, match="position of row 2 must be of othello, not othello:6"
    ):
        bg.MctsPool([bg.Othello(), bg.Othello(), bg.Othello(6)])
    pool = bg.MctsPool([bg.TicTacToe()])
    with pytest.raises(bg.ParameterError, match="position of row 0 must be unfinished"):
        pool.reset(0, over)
    with pytest.raises(bg.ParameterError, match="position of row 0 must be of tictactoe"):
        pool.reset(0, bg.Othello())
    with pytest.raises(bg.ParameterError, match="rows must be different numbers below 1, not 1"):
        pool.reset(1, bg.TicTacToe())


def wrong_out() -> Iterator[tuple[str, Any]]:
    planes, mask = np.zeros((3, 2, 8, 8), np.uint8), np.zeros((3, 65), bool)
    locked = mask.copy()
    locked.flags.writeable = False
    both = np.zeros(3 * 128 + 3 * 65, np.uint8)
    yield "out must be a tuple of planes and mask", planes
    yield "planes of out must be an array of uint8 and shape", (planes[:2], mask)
    yield "planes of out must be an array of uint8 and shape", (planes.astype(np.int8), mask)
    yield "mask of out must be an array of bool and shape", (planes, mask.view(np.uint8))
    yield "mask of out must be an array that only this call writes", (planes, locked)
    yield "mask of out must be an array of bool and shape", (planes, np.zeros((65, 3), bool).T)
    yield (
        "mask of out must be an array that only this call writes, not one that overlaps",
        (
            both[: 3 * 128].reshape(3, 2, 8, 8),
            both[100 : 100 + 3 * 65].view(bool).reshape(3, 65),
        ),
    )


@pytest.mark.parametrize(("message", "out"), list(wrong_out()))
def test_arrays_that_cannot_be_filled(pool: bg.MctsPool, message: str, out: Any) -> None:
    with pytest.raises(bg.ParameterError, match=message):
        pool.select(out=out)
    with pytest.raises(TypeError, match="NumPy array to be filled, not int"):
        pool.select(out=(1, 2))
    run(pool)
