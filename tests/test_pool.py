"""Pools of searches with a network: against mctx, against the slow twin, and what they promise."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import fake_network, mctx_trees, processes, slow_pool

GAMES = ["tictactoe", "mnk:5,4,4", "othello:4", "othello:6", "mosaic:4", "quo:3"]


def run(pool: bg.MctsPool, spread: float = 4.0) -> tuple[Any, Any, Any, Any]:
    """Run the searches of a pool with the network of the tests."""
    while not pool.done:
        pool.update(*fake_network.network(*pool.select(), spread))
    return pool.result()


def noise_of(positions: list[bg.Position], rows: list[list[float]]) -> Any:
    """Noise of legal moves as the array that a pool takes."""
    masks = np.array([position.legal_mask() for position in positions])
    noise = np.zeros(masks.shape, np.float32)
    for row, mask, values in zip(noise, masks, rows, strict=True):
        row[mask] = values
    return noise


def agrees_with_mctx(line: dict[str, Any]) -> None:
    position = bg.position(line["position"])
    noise = noise_of([position], [line["gumbels"]])
    pool = bg.MctsPool(
        [position],
        simulations=line["simulations"],
        considered=line["considered"],
        noise=noise,
        proof=False,
    )
    moves, policy, value, visits = run(pool)
    mask = position.legal_mask()
    assert moves[0] == line["move"], line
    assert visits[0, mask].tolist() == line["visits"], line
    assert np.abs(policy[0, mask] - line["weights"]).max() < 1e-5, line
    assert abs(value[0] - line["value"]) < 1e-5, line


def frozen() -> list[dict[str, Any]]:
    return [json.loads(line) for line in mctx_trees.DATA.read_text(encoding="utf-8").splitlines()]


def test_gumbel_is_that_of_mctx() -> None:
    lines = frozen()
    assert len(lines) == 200
    for line in lines:
        agrees_with_mctx(line)


@pytest.mark.peers("mctx")
@pytest.mark.parametrize("seed", range(100, 104))
def test_gumbel_is_that_of_mctx_today(seed: int) -> None:
    game, simulations, considered, _ = mctx_trees.GROUPS[seed % len(mctx_trees.GROUPS)]
    roots = mctx_trees.positions(game, 4, seed)
    for line in mctx_trees.searched(roots, simulations, considered, seed):
        agrees_with_mctx(line)


@pytest.mark.parametrize("game", GAMES)
def test_gumbel_is_that_of_its_twin(game: str) -> None:
    chance = random.Random(game)
    roots = mctx_trees.positions(game, 6, 7)
    gumbels = [[chance.gauss(0, 1.3) for _ in root.legal_moves] for root in roots]
    for simulations, considered in [(1, 16), (30, 16), (45, 3)]:
        options: Any = {"simulations": simulations, "considered": considered, "proof": False}
        pool = bg.MctsPool(roots, noise=noise_of(roots, gumbels), **options)
        moves, policy, value, visits = run(pool)
        for row, root in enumerate(roots):
            slow = slow_pool.Gumbel(
                root, fake_network.network, gumbels[row], simulations, considered
            )
            mask = root.legal_mask()
            assert visits[row, mask].tolist() == slow.visits()
            assert moves[row] == slow.move()
            assert np.abs(policy[row, mask] - slow.policy()).max() < 1e-5
            mean = slow.root.sign * slow.root.sum / slow.root.visits
            assert abs(value[row] - mean) < 1e-5


@pytest.mark.parametrize("game", GAMES)
def test_puct_is_that_of_its_twin(game: str) -> None:
    chance = random.Random(game)
    roots = mctx_trees.positions(game, 6, 8)
    dirichlet = [np.array([chance.random() for _ in root.legal_moves]) for root in roots]
    shares = [list(row / row.sum()) for row in dirichlet]
    for temperature, c in [(1.0, 1.25), (1.1, 2.5)]:
        options: Any = {"policy": "puct", "c": c, "temperature": temperature, "proof": False}
        pool = bg.MctsPool(roots, simulations=60, noise=noise_of(roots, shares), **options)
        moves, policy, value, visits = run(pool)
        for row, root in enumerate(roots):
            slow = slow_pool.Puct(root, fake_network.network, 60, shares[row], temperature, c)
            mask = root.legal_mask()
            assert visits[row, mask].tolist() == slow.visits()
            assert moves[row] == slow.move()
            assert np.allclose(policy[row, mask], np.array(slow.visits()) / 60, atol=1e-6)
            assert abs(value[row] - slow.root.sign * slow.root.sum / slow.root.visits) < 1e-5


@pytest.mark.parametrize("game", ["tictactoe", "othello:4"])
def test_each_simulation_visits_what_its_twin_visits(game: str) -> None:
    """Pools of 1, 2, 3 ... simulations show the order of the visits of PUCT."""
    [root] = mctx_trees.positions(game, 1, 3)
    slow = slow_pool.Puct(root, fake_network.network, 25)
    options: Any = {"policy": "puct", "noise": 0.0, "temperature": 1.0, "proof": False}
    before = np.zeros(root.num_moves, np.int64)
    for n in range(1, 26):
        visits = run(bg.MctsPool([root], simulations=n, **options))[3][0].astype(np.int64)
        assert np.flatnonzero(visits - before).tolist() == [slow.order[n - 1]]
        before = visits


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
@pytest.mark.parametrize("game", GAMES)
def test_invariants(game: str, policy: str) -> None:
    roots = mctx_trees.positions(game, 8, 1)
    kept: list[Any] = []
    for pad, leaves in [(False, 1), (True, 1), (False, 4), (True, 4)]:
        pool = bg.MctsPool(
            roots, simulations=40, policy=policy, pad=pad, leaves=leaves, seed=5, proof=False
        )
        while not pool.done:
            planes, mask = pool.select()
            assert planes.ctypes.data % 64 == mask.ctypes.data % 64 == 0
            assert len(planes) == len(mask) and mask.any(axis=1).all()
            assert len(planes) == 8 * leaves if pad else 0 < len(planes) <= 8 * leaves
            pool.update(*fake_network.network(planes, mask))
        moves, shares, value, visits = pool.result()
        masks = np.array([root.legal_mask() for root in roots])
        assert visits.sum(axis=1).tolist() == [40] * 8
        assert not visits[~masks].any() and not shares[~masks].any()
        assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
        assert masks[np.arange(8), moves].all()
        assert (abs(value) <= 1).all()
        kept.append((moves, shares, value, visits))
    for one, other in ((0, 1), (2, 3)):  # padding changes nothing
        assert all(np.array_equal(a, b) for a, b in zip(kept[one], kept[other], strict=True))


def test_a_seed_decides_the_searches() -> None:
    def visits(seed: int | None, policy: str) -> bytes:
        pool = bg.MctsPool([bg.mnk(5, 5, 4)] * 9, policy=policy, seed=seed)
        rounds = [run(pool)]
        pool.play(rounds[0][0])
        rounds.append(run(pool))
        assert len({row.tobytes() for row in rounds[0][3]}) > 1  # rows have their own chance
        return b"".join(part.tobytes() for one in rounds for part in one)

    for policy in ("gumbel", "puct"):
        assert visits(3, policy) == visits(3, policy) != visits(4, policy)
        assert visits(None, policy) != visits(None, policy)


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
@pytest.mark.parametrize("game", ["tictactoe", "mnk:4,3,3", "othello:4", "quo:3"])
def test_proven_values_are_those_of_solve(game: str, policy: str) -> None:
    """A proof never lies, ends the search, and never chooses a move that loses more."""
    roots = [root for root in mctx_trees.positions(game, 60, 2) if len(root.legal_moves) < 8]
    pool = bg.MctsPool(roots, simulations=300, policy=policy, memory=512)
    moves, policy_, value, visits = run(pool)
    proven = 0
    for row, root in enumerate(roots):
        exact = bg.solve(root, wld=True).value
        side = slow_pool.team(root)
        if visits[row].sum() < 300:
            assert value[row] == exact
            proven += 1
            children = {int(m): root.play(m) for m in root.legal_moves}
            for move, child in children.items():
                own = slow_pool.team(child) == side
                after = (
                    child.returns[root.turn] if child.is_over else bg.solve(child, wld=True).value
                )
                after = after if child.is_over or own else -after
                if move == moves[row]:
                    assert after == exact
                if policy_[row, move] > 0 and exact > -1:
                    assert after == exact
    assert proven > len(roots) / 3


def test_play_keeps_the_subtree_of_puct() -> None:
    root = bg.Othello(6)
    pool = bg.MctsPool([root], simulations=100, policy="puct", proof=False, seed=1)
    moves, _, _, visits = run(pool)
    kept = int(visits[0, moves[0]]) - 1
    pool.play(moves)
    assert pool.positions == [root.play(int(moves[0]))]
    again = run(pool)[3]
    assert kept > 5
    assert again.sum() == kept + 100
    gumbel = bg.MctsPool([root], simulations=100, proof=False, seed=1)
    gumbel.play(run(gumbel)[0])
    assert run(gumbel)[3].sum() == 100


def test_a_finished_game_waits_for_a_new_position() -> None:
    near = bg.position("tictactoe oo./xx./...")
    pool = bg.MctsPool([near, bg.TicTacToe()], simulations=20, seed=1)
    moves, _, value, _ = run(pool)
    assert near.play(int(moves[0])).is_over and value[0] == 1
    pool.play(moves)
    assert pool.over.tolist() == [True, False]
    moves, policy, value, visits = run(pool)
    assert moves[0] == -1 and value[0] == 0 and not policy[0].any() and not visits[0].any()
    pool.play(moves)  # the first is ignored
    pool.reset(0, bg.TicTacToe())
    assert pool.over.tolist() == [False, False] and pool.positions[0] == bg.TicTacToe()
    assert run(pool)[3][0].sum() == 20


def test_arrays_stay_until_the_second_select_after() -> None:
    pool = bg.MctsPool([bg.Othello()] * 2, simulations=8)
    kept: list[tuple[Any, Any]] = []
    copies: list[tuple[Any, Any]] = []
    while not pool.done:
        arrays = pool.select()
        if kept:
            assert all(np.array_equal(a, b) for a, b in zip(kept[-1], copies[-1], strict=True))
            assert not any(np.shares_memory(a, b) for a, b in zip(kept[-1], arrays, strict=True))
        if len(kept) > 1:
            assert np.shares_memory(kept[-2][0], arrays[0])
        kept.append(arrays)
        copies.append((arrays[0].copy(), arrays[1].copy()))
        pool.update(*fake_network.network(*arrays))


def test_select_again_gives_the_same_positions() -> None:
    pool = bg.MctsPool([bg.Othello()] * 2, simulations=8, symmetry="random", seed=1)
    own = np.ones((2, 2, 8, 8), np.uint8), np.ones((2, 65), bool)
    while not pool.done:
        first, again, third = pool.select(), pool.select(), pool.select(out=own)
        assert np.shares_memory(third[0], own[0]) and np.shares_memory(third[1], own[1])
        for a, b, c in zip(first, again, third, strict=True):
            assert np.array_equal(a, b) and np.array_equal(a, c)
        pool.update(*fake_network.network(*first))


def test_a_symmetric_network_sees_no_symmetry() -> None:
    """With logits that symmetries turn along, a random symmetry changes nothing but rounding."""

    def network(planes: Any, mask: Any) -> tuple[Any, Any]:
        weights = np.array([3.0, 1.0, 3.0, 1.0, 2.0, 1.0, 3.0, 1.0, 3.0], np.float32)
        own = planes[:, 0].reshape(-1, 9) @ weights
        other = planes[:, 1].reshape(-1, 9) @ weights
        return np.broadcast_to(weights, mask.shape), np.tanh((own - other) / 8).astype(np.float32)

    results = []
    for symmetry in (None, "random"):
        pool = bg.MctsPool([bg.TicTacToe().play("a2")] * 4, symmetry=symmetry, noise=0.0, seed=9)
        seen: set[bytes] = set()
        while not pool.done:
            planes, mask = pool.select()
            for row, legal in zip(planes, mask, strict=True):
                assert np.array_equal(row.any(axis=0).reshape(-1), ~legal)
            seen.update(row.tobytes() for row in planes[:, 0])
            pool.update(*network(planes, mask))
        results.append((pool.result(), len(seen)))
    (plain, few), (turned, many) = results
    assert many > few
    assert all(np.allclose(a, b, atol=1e-5) for a, b in zip(plain, turned, strict=True))


def test_cheap_searches() -> None:
    pool = bg.MctsPool([bg.Othello()] * 200, simulations=12, cheap=3, policy="puct", seed=2)
    _, _, _, visits = run(pool)
    full = pool.full_searches
    assert visits.sum(axis=1).tolist() == [12 if one else 3 for one in full]
    assert 25 < full.sum() < 80
    assert len({row.tobytes() for row in visits[~full]}) == 1  # without noise all are the same
    assert bg.MctsPool([bg.Othello()]).full_searches.tolist() == [True]


def test_a_full_tree_goes_on() -> None:
    pool = bg.MctsPool([bg.Othello()], simulations=9_000, memory=1, noise=0.0)
    calls = 0
    while not pool.done:
        _, mask = pool.select()
        calls += 1
        pool.update(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))
    assert pool.nodes <= 32768 and calls < 9_000
    assert pool.result()[3].sum() == 9_000
    with pytest.raises(bg.ParameterError, match="at least 2 MiB for 300 trees"):
        bg.MctsPool([bg.Othello()] * 300, memory=1)


def test_values_for_each_seat() -> None:
    """A value for each seat says who is meant, whoever moves: here 0.25 for team 0."""
    roots = [*mctx_trees.positions("quo:5", 6, 4), bg.Quo(5)]
    roots = [root for root in roots if root.ply < 30]
    pool = bg.MctsPool(roots, simulations=12, proof=False)
    while not pool.done:
        _, mask = pool.select()
        values = np.tile(np.array([0.5, -0.25, 0.0, -0.25], np.float32), (len(mask), 1))
        pool.update(np.zeros(mask.shape, np.float32), values)
    expected = [0.25 if slow_pool.team(root) == 0 else -0.25 for root in roots]
    assert np.allclose(pool.result()[2], expected)


# --- bad input ----------------------------------------------------------------------------------


@pytest.fixture
def pool() -> bg.MctsPool:
    return bg.MctsPool([bg.Othello()] * 3, simulations=4)


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
    twin = bg.MctsPool([bg.Othello()] * 3, simulations=4)
    for step in range(2):
        with pytest.raises(bg.ParameterError, match=message):
            pool.update(*change(*good(pool)))
        if step == 0:
            for each in (pool, twin):
                each.update(*fake_network.network(*each.select()))
    for a, b in zip(run(pool), run(twin), strict=True):
        assert np.array_equal(a, b)


def test_what_is_said_of_illegal_moves_is_ignored(pool: bg.MctsPool) -> None:
    twin = bg.MctsPool([bg.Othello()] * 3, simulations=4, pad=True)
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
        ([19, 19], bg.ParameterError, "moves must be 3 values"),
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
        ({"noise": np.full((3, 65), np.nan, np.float32)}, "noise of row 0 must be finite"),
        ({"temperature": 1.1}, "temperature must be None"),
        ({"policy": "puct", "temperature": 0.0}, "temperature must be from 0.01"),
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
    with pytest.raises(bg.UnsupportedError, match="hidden"):
        bg.MctsPool([bg.Honeymoon(1)])
    pool = bg.MctsPool([bg.TicTacToe()])
    with pytest.raises(bg.ParameterError, match="position of row 0 must be unfinished"):
        pool.reset(0, over)
    with pytest.raises(bg.ParameterError, match="position of row 0 must be of tictactoe"):
        pool.reset(0, bg.Othello())
    with pytest.raises(bg.ParameterError, match="row must be from 0 to 0"):
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


def test_two_threads_in_one_pool() -> None:
    """The second call raises; the first goes on."""
    pool = bg.MctsPool([bg.Othello()] * 1000, simulations=2)
    errors: list[BaseException] = []
    begun = threading.Event()

    def work() -> None:
        try:
            for _ in range(30):
                pool.select()
                begun.set()
        except bg.UnsupportedError as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread is in a call of it" in str(error) for error in errors)
    run(pool)


# --- threads and single searches ----------------------------------------------------------------


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
def test_threads_change_nothing(policy: str) -> None:
    roots = mctx_trees.positions("othello:6", 150, 1)
    results = []
    for threads in (1, 2, 3):
        pool = bg.MctsPool(roots, simulations=12, policy=policy, threads=threads, seed=7)
        first = run(pool)
        pool.play(first[0])
        results.append((*first, *run(pool)))
    for other in results[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(results[0], other, strict=True))


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
def test_one_search_is_a_pool_of_one(policy: str) -> None:
    root = bg.Othello(6)
    options: Any = {"temperature": 1.0} if policy == "puct" else {}
    pool = bg.MctsPool([root], simulations=50, policy=policy, noise=0.0, leaves=4, **options)
    moves, shares, value, visits = run(pool)
    search = bg.Mcts(root, policy=policy, evaluate=fake_network.network)
    found = search.run(simulations=50, leaves=4)
    assert int(found.best_move) == moves[0] and found.pv[0] == found.best_move
    assert np.array_equal(found.visits, visits[0]) and np.array_equal(found.policy, shares[0])
    assert abs(found.value - value[0]) < 1e-6
    logits, _ = fake_network.network(root.planes()[None], root.legal_mask()[None])
    prior = np.where(root.legal_mask(), np.exp(logits[0]), 0)
    assert np.allclose(found.prior, prior / prior.sum(), atol=1e-6)
    assert found.simulations == 50 and not found.proven


def test_a_search_goes_on() -> None:
    root = bg.Othello()
    search = bg.Mcts(root, policy="puct", evaluate=fake_network.network)
    assert search.run(simulations=40).visits.sum() == 40
    again = search.run(simulations=40, leaves=8)
    assert again.visits.sum() == 80 and again.simulations == 40
    assert search.advance(again.best_move)
    assert search.position == root.play(again.best_move)
    kept = int(again.visits.max()) - 1
    assert search.run(simulations=10).visits.sum() == kept + 10
    assert search.run(seconds=0.05).visits.sum() > kept + 10
    gumbel = bg.Mcts(root, policy="gumbel", evaluate=fake_network.network)
    assert gumbel.run(simulations=20) == gumbel.run(simulations=20)
    assert not gumbel.advance("d3")
    with pytest.raises(bg.IllegalMoveError):
        gumbel.advance("d3")


def test_a_search_ends_with_its_game() -> None:
    search = bg.Mcts(
        bg.position("tictactoe oo./xx./..."), policy="gumbel", evaluate=fake_network.network
    )
    found = search.run(simulations=100)
    assert (str(found.best_move), found.value, found.proven) == ("c1", 1.0, True)
    search.advance(found.best_move)
    over = search.run(simulations=5)
    assert (over.best_move, over.value, over.proven, over.visits.sum()) == (None, -1.0, True, 0)


def test_an_exception_of_the_network_comes_out_and_the_search_goes_on() -> None:
    calls = 0

    def failing(planes: Any, mask: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyError("the network")
        return fake_network.network(planes, mask)

    search = bg.Mcts(bg.Othello(), policy="puct", evaluate=failing)
    with pytest.raises(KeyError, match="the network"):
        search.run(simulations=20, leaves=2)
    found = search.run(simulations=20)
    assert found.visits.sum() >= 20


def test_a_search_is_stopped() -> None:
    def interrupted(planes: Any, mask: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return fake_network.network(planes, mask)

    calls = 0
    search = bg.Mcts(bg.Othello(), policy="puct", evaluate=interrupted)
    assert search.run(simulations=50, partial=True).visits.sum() == 2
    calls = 0
    with pytest.raises(KeyboardInterrupt):
        search.run(simulations=50)

    def slow(planes: Any, mask: Any) -> Any:
        time.sleep(0.03)
        return fake_network.network(planes, mask)

    seen: list[tuple[int, int]] = []
    search = bg.Mcts(bg.Othello(), policy="puct", evaluate=slow)
    found = search.run(
        simulations=10_000,
        progress=lambda done, total: seen.append((done, total)),
        stop=lambda: len(seen) > 2,
    )
    assert 0 < found.visits.sum() < 100
    assert seen[-1][1] == 10_000 and seen == sorted(seen)


NEAR = "tictactoe oo./xx./..o"
"""A position of so few continuations that a search soon knows them all."""


def test_a_search_that_needs_no_network_ends_in_time() -> None:
    search = bg.Mcts(bg.position(NEAR), policy="puct", evaluate=fake_network.network, proof=False)
    begin = time.monotonic()
    assert search.run(seconds=0.1).simulations > 100
    calls: list[int] = []
    found = search.run(simulations=2**30, stop=lambda: calls.append(1) or len(calls) > 1)
    assert found.simulations < 2**30
    assert time.monotonic() - begin < 5


@processes.posix
def test_ctrl_c_ends_a_long_call_and_the_pool_goes_on() -> None:
    import signal

    pool = bg.MctsPool([bg.position(NEAR)] * 3, simulations=2**30, policy="puct", proof=False)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            run(pool)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    visits = pool.result()[3]
    assert (visits.sum(axis=1) > 0).all()


def test_memory_does_not_grow_from_search_to_search() -> None:
    pool = bg.MctsPool([bg.Othello(6)] * 4, simulations=60, policy="puct", proof=False)
    sizes = []
    for _ in range(12):
        moves = run(pool)[0]
        sizes.append(pool.nodes)
        pool.play(moves)
    assert max(sizes) < 4 * 61 * 3 * 20
    for row in range(4):
        pool.reset(row, bg.Othello(6))
    assert pool.nodes == 4


def test_a_run_within_a_run() -> None:
    def again(planes: Any, mask: Any) -> Any:
        search.run(simulations=1)

    search = bg.Mcts(bg.Othello(), policy="puct", evaluate=again)
    with pytest.raises(bg.UnsupportedError, match="a run of it goes on"):
        search.run(simulations=10)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"policy": "puct"}, "evaluate must be a function of planes and mask"),
        ({"evaluate": fake_network.network}, "evaluate must be None with this policy"),
        ({"noise": 1.0}, "noise must be None with this policy"),
        ({"policy": "puct", "evaluate": fake_network.network, "exact": 3}, "exact must be 0"),
        (
            {"policy": "gumbel", "evaluate": fake_network.network, "rollout": "random"},
            "rollout must be None",
        ),
        ({"policy": "gumbel", "evaluate": fake_network.network, "c": 1.0}, "c must be None"),
        ({"policy": "az", "evaluate": fake_network.network}, "policy must be"),
    ],
)
def test_settings_of_a_search_out_of_range(options: Any, message: str) -> None:
    with pytest.raises(bg.ParameterError, match=message):
        bg.Mcts(bg.Othello(), **options)


def test_wrong_use_of_a_search() -> None:
    search = bg.Mcts(bg.Othello(), policy="gumbel", evaluate=fake_network.network)
    with pytest.raises(bg.ParameterError, match="simulations must be given"):
        search.run(seconds=1)
    with pytest.raises(bg.ParameterError, match="leaves must be from 1 to 1024"):
        search.run(simulations=5, leaves=1025)
    for answer in (None, (1, 2, 3), np.zeros(3)):
        search = bg.Mcts(bg.Othello(), policy="puct", evaluate=lambda *_, answer=answer: answer)
        with pytest.raises(bg.ParameterError, match="evaluate must be a function that returns"):
            search.run(simulations=5)
    over = bg.position("tictactoe ooo/xx./...")
    with pytest.raises(bg.UnsupportedError, match="the game is over"):
        bg.Mcts(over, policy="puct", evaluate=fake_network.network)
    with pytest.raises(TypeError, match="callable"):
        bg.Mcts(bg.Othello(), policy="puct", evaluate=3)  # type: ignore[arg-type]


def test_a_hidden_game_is_searched_only_as_asked() -> None:
    deal = bg.Honeymoon(3)
    for make in (
        lambda **more: bg.MctsPool([deal], **more),
        lambda **more: bg.Mcts(deal, policy="puct", evaluate=fake_network.network, **more),
    ):
        with pytest.raises(bg.UnsupportedError, match="hidden"):
            make()
        assert make(see_all=True) is not None
    pool = bg.MctsPool([deal], see_all=True, simulations=10)
    while not pool.done:
        planes, mask = pool.select()
        assert planes.shape[1:] == deal.planes().shape
        pool.update(*fake_network.network(planes, mask))
