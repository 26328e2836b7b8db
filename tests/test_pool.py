"""Pools of searches with a network: against mctx, against the slow twin, and what they promise."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import fake_network, mctx_trees, slow_pool
from tests.fake_network import run

GAMES = ["tictactoe", "mnk:5,4,4", "othello:4", "othello:6", "mosaic:4", "quo:3"]


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
        seed=0,
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
        options: Any = {
            "simulations": simulations,
            "considered": considered,
            "proof": False,
            "seed": 0,
        }
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
        options: Any = {
            "policy": "puct",
            "c": c,
            "temperature": temperature,
            "proof": False,
            "seed": 0,
        }
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
    options: Any = {"policy": "puct", "noise": 0.0, "temperature": 1.0, "proof": False, "seed": 0}
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
    pool = bg.MctsPool(roots, simulations=300, policy=policy, memory=512, seed=0)
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


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
def test_a_result_that_shows_within_two_plies_is_known(policy: str) -> None:
    root = bg.ConnectFour()
    for column in (3, 3, 4, 4):
        root = root.play(column)
    known = bg.MctsPool([root], simulations=8, policy=policy, noise=0, seed=1)
    moves, _, value, _ = run(known)  # three in a row with two open ends
    assert moves[0] in (2, 5) and value[0] == 1
    known.play(moves)
    assert run(known)[2][0] == -1
    played = bg.MctsPool([root], simulations=8, policy=policy, noise=0, seed=1, proof=False)
    assert run(played)[2][0] < 1
    late = [at for at in mctx_trees.positions("connect4", 200, 2) if at.ply >= 16]
    found = run(bg.MctsPool(late, simulations=50, policy=policy, seed=1))
    ended = np.flatnonzero(found[3].sum(1) < 50)
    assert len(ended) > len(late) / 3
    values = bg.solve_many([late[row] for row in ended], wld=True).values
    assert np.array_equal(found[2][ended], np.sign(values))


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


def test_some_rows_get_new_positions() -> None:
    near = bg.position("tictactoe oo./xx./...")
    pool = bg.MctsPool([near] * 4, simulations=20, seed=1)
    pool.play(run(pool)[0])
    start, other = bg.TicTacToe(), bg.TicTacToe().play("b2")
    pool.reset(np.array([3, 1]), [start, other])
    assert pool.positions[1] == other and pool.positions[3] == start
    assert pool.over.tolist() == [True, False, True, False]
    with pytest.raises(bg.ParameterError, match="rows must be different numbers below 4, not 1"):
        pool.reset([0, 1, 1], start)
    with pytest.raises(bg.ParameterError, match="position of row 2 must be unfinished"):
        pool.reset([0, 2], [start, near.play("c1")])
    assert pool.over.tolist() == [True, False, True, False]
    pool.reset(pool.over, start)
    assert pool.positions == [start, other, start, start]
    assert run(pool)[3].sum(axis=1).tolist() == [20] * 4


@pytest.mark.parametrize("game", [*GAMES, "honeymoon"])
def test_the_roots_as_arrays(game: str) -> None:
    roots = [bg.position(game)] * 3 if game != "honeymoon" else [bg.Honeymoon(n) for n in range(3)]
    pool = bg.MctsPool(roots, simulations=4, policy="puct", seed=0)
    for _ in range(3):
        pool.play(run(pool)[0])
    assert pool.turn.dtype == np.int8 and pool.turn.tolist() == [
        int(p.turn) for p in pool.positions
    ]
    planes, mask = pool.planes(), pool.legal_mask()
    for row, position in enumerate(pool.positions):
        assert np.array_equal(planes[row], position.planes(int(position.turn)))
        assert np.array_equal(mask[row], position.legal_mask())


def test_all_moves_are_legal_where_the_game_is_over() -> None:
    pool = bg.MctsPool([bg.position("tictactoe oo./xx./...")], simulations=20, seed=0)
    pool.play(run(pool)[0])
    assert pool.over.all() and pool.legal_mask().all()


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
def test_a_pickle_searches_again(policy: str) -> None:
    # The first game has one move left.
    roots = [bg.position("tictactoe oox/xxo/ox."), bg.TicTacToe(), bg.TicTacToe()]
    options: Any = {"temperature": 1.3, "c": 2.0} if policy == "puct" else {"considered": 5}
    pool = bg.MctsPool(roots, policy=policy, simulations=20, cheap=5, seed=2**70, **options)
    pool.play(run(pool)[0])
    if policy == "puct":  # its kept trees are not in a pickle
        pool.reset([1, 2], bg.TicTacToe())
    pool.select()
    twin = pickle.loads(pickle.dumps(pool))
    assert twin.positions == pool.positions and twin.over.tolist() == [True, False, False]
    assert twin.full_searches.tolist() == pool.full_searches.tolist()
    for each in (pool, twin):
        run(each)
    for a, b in zip(pool.result(), twin.result(), strict=True):
        assert np.array_equal(a, b)
    noise = np.full((3, 9), 0.5, np.float32)
    given = pickle.loads(pickle.dumps(bg.MctsPool([bg.TicTacToe()] * 3, noise=noise, seed=0)))
    same = bg.MctsPool([bg.TicTacToe()] * 3, noise=noise, seed=0)
    assert all(np.array_equal(a, b) for a, b in zip(run(given), run(same), strict=True))


def test_arrays_stay_until_the_second_select_after() -> None:
    pool = bg.MctsPool([bg.Othello()] * 2, simulations=8, seed=0)
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
    assert bg.MctsPool([bg.Othello()], seed=0).full_searches.tolist() == [True]


def test_a_full_tree_goes_on() -> None:
    pool = bg.MctsPool([bg.Othello()], simulations=9_000, memory=1, noise=0.0, seed=0)
    calls = 0
    while not pool.done:
        _, mask = pool.select()
        calls += 1
        pool.update(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))
    assert pool.nodes <= 32768 and calls < 9_000
    assert pool.result()[3].sum() == 9_000
    with pytest.raises(bg.ParameterError, match="at least 2 MiB for 300 trees"):
        bg.MctsPool([bg.Othello()] * 300, memory=1, seed=0)


def test_values_for_each_seat() -> None:
    """A value for each seat says who is meant, whichever moves: here 0.25 for team 0."""
    roots = [*mctx_trees.positions("quo:5", 6, 4), bg.Quo(5)]
    roots = [root for root in roots if root.ply < 30]
    pool = bg.MctsPool(roots, simulations=12, proof=False, seed=0)
    while not pool.done:
        _, mask = pool.select()
        values = np.tile(np.array([0.5, -0.25, 0.0, -0.25], np.float32), (len(mask), 1))
        pool.update(np.zeros(mask.shape, np.float32), values)
    expected = [0.25 if slow_pool.team(root) == 0 else -0.25 for root in roots]
    assert np.allclose(pool.result()[2], expected)


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
