"""Searches of one position with a network: `Mcts` with ``evaluate``."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests import fake_network, processes
from tests.fake_network import run


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
def test_one_search_is_a_pool_of_one(policy: str) -> None:
    root = bg.Othello(6)
    options: Any = {"temperature": 1.0} if policy == "puct" else {}
    options["seed"] = 0
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


@pytest.mark.timed
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

    pool = bg.MctsPool(
        [bg.position(NEAR)] * 3, simulations=2**30, policy="puct", proof=False, seed=0
    )
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
    pool = bg.MctsPool([bg.Othello(6)] * 4, simulations=60, policy="puct", proof=False, seed=0)
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
    with pytest.raises(bg.UnsupportedError, match="a call inside its own callback"):
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


def test_a_hidden_game_is_searched_as_it_is_if_asked() -> None:
    deal = bg.Honeymoon(3)
    pool = bg.MctsPool([deal], see_all=True, simulations=10, seed=0)
    while not pool.done:
        planes, mask = pool.select()
        assert planes.shape[1:] == deal.planes().shape
        pool.update(*fake_network.network(planes, mask))
