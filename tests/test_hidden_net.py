"""Searches with a network where cards are hidden: their slow twin, and that they reveal nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import fake_network, slow_hidden
from tests.fake_network import run
from tests.slow_mcts import is_open
from tests.test_mcts import middle

WORLDS = 100


def watched(pool: bg.MctsPool) -> tuple[Any, list[bytes]]:
    """Run a pool of one; also what the network saw, row by row in its order."""
    asked: list[bytes] = []
    while not pool.done:
        planes, mask = pool.select()
        asked += [p.tobytes() + m.tobytes() for p, m in zip(planes, mask, strict=True)]
        pool.update(*fake_network.network(planes, mask))
    return pool.result(), asked


def row_of(position: bg.Position, values: list[float]) -> Any:
    """Noise of the legal moves as the array that a pool of one takes."""
    noise = np.zeros((1, position.num_moves), np.float32)
    noise[0, position.legal_mask()] = values
    return noise


def agrees(found: Any, asked: list[bytes], root: bg.Position, slow: slow_hidden.Search) -> None:
    moves, _, value, visits = found
    assert asked == slow.asked
    assert visits[0, root.legal_mask()].tolist() == slow.root_visits()
    assert moves[0] == slow.move()
    assert abs(value[0] - slow.mean()) < 1e-5


def check_puct(root: bg.Position, simulations: int, seed: int, leaves: int, c: float) -> None:
    """A pool asks what its twin asks, in the same order, and visits what its twin visits."""
    chance = random.Random(seed)
    drawn = np.array([chance.random() for _ in root.legal_moves])
    shares = list(drawn / drawn.sum())
    options: Any = {"policy": "puct", "c": c, "temperature": 1.0, "seed": seed, "leaves": leaves}
    pool = bg.MctsPool([root], simulations=simulations, noise=row_of(root, shares), **options)
    slow = slow_hidden.Puct(root, fake_network.network, simulations, seed, shares, c, leaves)
    agrees(*watched(pool), root, slow)


def check_gumbel(
    root: bg.Position, simulations: int, seed: int, leaves: int, considered: int
) -> None:
    """The same with Gumbel noise."""
    chance = random.Random(seed)
    noise = [chance.gauss(0, 1.3) for _ in root.legal_moves]
    options: Any = {"considered": considered, "seed": seed, "leaves": leaves}
    pool = bg.MctsPool([root], simulations=simulations, noise=row_of(root, noise), **options)
    network = fake_network.network
    slow = slow_hidden.Gumbel(root, network, simulations, seed, noise, considered, leaves)
    found, asked = watched(pool)
    agrees(found, asked, root, slow)
    assert np.abs(found[1][0, root.legal_mask()] - slow.policy()).max() < 1e-5


SMALL = [("honeymoon", 0, 40), ("honeymoon", 26, 120), ("honeymoon:bicycle", 22, 60)]


@pytest.mark.parametrize("leaves", [1, 4])
@pytest.mark.parametrize(("spec", "plies", "simulations"), SMALL)
def test_the_search_is_that_of_its_twin(
    spec: str, plies: int, simulations: int, leaves: int
) -> None:
    root = middle(spec, 2, plies)
    check_puct(root, simulations, 7, leaves, c=1.25)
    check_gumbel(root, simulations, 8, leaves, considered=16)


@pytest.mark.deep
@pytest.mark.parametrize("spec", ["honeymoon", "honeymoon:bicycle", "honeymoon:face_up"])
@pytest.mark.parametrize("seed", range(6))
def test_many_searches_are_those_of_their_twins(spec: str, seed: int) -> None:
    for plies in (0, 1, 9, 16, 21, 24, 27, 30):
        root = middle(spec, seed, plies)
        leaves = 1 + (seed + plies) % 3 * 3
        if not is_open(root):
            check_puct(root, 250, seed, leaves, c=1.25 if seed % 2 else 3.0)
            check_gumbel(root, 250, seed + 100, leaves, considered=16 if seed % 2 else 3)


LOOKS = [
    ("honeymoon", 0),
    ("honeymoon", 7),
    ("honeymoon", 28),
    ("honeymoon", 41),
    ("honeymoon:bicycle", 9),
    ("honeymoon:face_up", 24),
]


@pytest.mark.parametrize("policy", ["puct", "gumbel"])
@pytest.mark.parametrize(("spec", "plies"), LOOKS)
def test_a_search_knows_what_its_player_has_seen(spec: str, plies: int, policy: str) -> None:
    """What is found, and what the network is asked, is equal in 100 worlds that look alike."""
    root = middle(spec, 5, plies)
    options: Any = {"policy": policy, "simulations": 16, "seed": 3, "leaves": 1 + plies % 2 * 3}

    def searched(position: bg.Position) -> tuple[list[bytes], list[bytes]]:
        found, asked = watched(bg.MctsPool([position], **options))
        return [array.tobytes() for array in found], sorted(asked)

    expected = searched(root)
    worlds = [root.determinize(root.turn, seed=seed) for seed in range(WORLDS)]
    assert len({world.to_string() for world in worlds}) > 50
    for world in worlds:
        assert searched(world) == expected
    open_search = watched(bg.MctsPool([root], see_all=True, **options))
    assert is_open(root) == (sorted(open_search[1]) == expected[1])


@pytest.mark.parametrize("policy", ["puct", "gumbel"])
def test_one_search_knows_what_its_player_has_seen(policy: str) -> None:
    root = middle("honeymoon", 6, 31)

    def searched(position: bg.Position) -> Any:
        search = bg.Mcts(position, policy=policy, evaluate=fake_network.network, seed=4)
        first = search.run(simulations=12, leaves=3)
        return first, search.run(simulations=10)

    expected = searched(root)
    for seed in range(WORLDS // 5):
        assert searched(root.determinize(root.turn, seed=seed)) == expected
    kept = 12 if policy == "puct" else 0  # Gumbel begins anew
    assert expected[1].visits.sum() == kept + 10
    assert not expected[0].proven and expected[0].bounds == (-1, 1)


@pytest.mark.parametrize("policy", ["puct", "gumbel"])
@pytest.mark.parametrize("leaves", [1, 5])
def test_invariants(policy: str, leaves: int) -> None:
    roots = [middle("honeymoon", seed, plies) for seed, plies in enumerate((0, 3, 20, 35, 47))]
    results = []
    for threads, pad in ((1, False), (2, True)):
        pool = bg.MctsPool(
            roots * 26,
            simulations=12,
            policy=policy,
            leaves=leaves,
            seed=5,
            threads=threads,
            pad=pad,
        )
        moves, shares, value, visits = run(pool)
        masks = np.array([root.legal_mask() for root in roots * 26])
        assert visits.sum(axis=1).tolist() == [12] * len(masks)
        assert not visits[~masks].any() and not shares[~masks].any()
        assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
        assert masks[np.arange(len(masks)), moves].all() and (abs(value) <= 1).all()
        results.append((moves, shares, value, visits))
    assert all(np.array_equal(a, b) for a, b in zip(*results, strict=True))


def test_nothing_is_kept_where_something_is_hidden() -> None:
    options: Any = {"policy": "puct", "evaluate": fake_network.network, "seed": 1}
    search = bg.Mcts(bg.Honeymoon(1), **options)
    assert not search.advance(search.run(simulations=50).best_move)
    assert search.run(simulations=30).visits.sum() == 30
    whole = bg.Mcts(bg.Honeymoon(1), see_all=True, **options)
    assert whole.advance(whole.run(simulations=50).best_move)


def test_a_full_tree_goes_on() -> None:
    pool = bg.MctsPool([bg.Honeymoon(1)], simulations=3000, memory=1, policy="puct", seed=0)
    while not pool.done:
        _, mask = pool.select()
        pool.update(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))
    assert pool.nodes <= 32768
    assert pool.result()[3].sum() == 3000


@pytest.mark.parametrize("policy", ["puct", "gumbel"])
def test_games_are_played_to_their_ends(policy: str) -> None:
    """Whole deals in a pool: hidden roots, then open ones, whose values can be proven."""
    starts = [bg.Honeymoon(seed) for seed in range(6)]
    pool = bg.MctsPool(starts, simulations=4, policy=policy, leaves=2, seed=2)
    plies = 0
    while not pool.over.all():
        moves, _, _, _ = run(pool)
        pool.play(moves)
        plies += 1
        if plies == 30:
            pool.reset(0, bg.Honeymoon(9))
    assert all(position.is_over for position in pool.positions)
    assert plies > 40


def test_a_network_learns_from_hidden_games() -> None:
    """Self-play with one layer of weights: the loss on what the searches found gets smaller."""
    rng = np.random.default_rng(1)
    shape = bg.Honeymoon(0).planes().size
    weights = rng.normal(0, 0.01, (shape, 91)).astype(np.float32)
    product = np.einsum  # without threads, which cost much beside other tests

    def network(planes: Any, mask: Any) -> Any:
        out = product("kp,pm->km", planes.reshape(len(planes), -1), weights)
        return out[:, :-1], np.tanh(out[:, -1])

    pool = bg.MctsPool([bg.Honeymoon(seed) for seed in range(8)], simulations=8, seed=3)
    seen: list[tuple[Any, Any, Any]] = []
    for _ in range(8):
        while not pool.done:
            pool.update(*network(*pool.select()))
        moves, policy, _, _ = pool.result()
        for position, row in zip(pool.positions, policy, strict=True):
            seen.append((position.planes().reshape(-1), position.legal_mask(), row))
        pool.play(moves)
    planes, masks, targets = (np.array(part) for part in zip(*seen, strict=True))

    def shares() -> Any:
        logits = np.where(masks, product("kp,pm->km", planes, weights[:, :-1]), -np.inf)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def loss() -> float:
        return float(-(targets * np.log(np.maximum(shares(), 1e-9))).sum(axis=1).mean())

    before = loss()
    for _ in range(10):
        step = product("kp,km->pm", planes, shares() - targets)
        weights[:, :-1] -= 0.5 / len(planes) * step
    assert loss() < before - 0.05
