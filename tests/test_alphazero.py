"""The examples that learn: they go on where they stopped, and tic-tac-toe is learnt whole."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import bitgames as bg

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


@pytest.fixture
def twin(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example without a framework."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ("alphazero", "alphazero_numpy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import alphazero_numpy

    return alphazero_numpy


def test_it_learns_and_goes_on_where_it_stopped(twin: ModuleType, tmp_path: Path) -> None:
    alphazero = sys.modules["alphazero"]
    common = ["tictactoe", "--folder", str(tmp_path), "--test-games", "2", "--openings", "none"]
    alphazero.run(twin.Numpy, [*common, "--minutes", "0.02", "--tests", "1"])
    alphazero.run(twin.Numpy, [*common, "--minutes", "0.03", "--tests", "3"])
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    # The first run had reached two thirds of the second one's time.
    assert [round(line["minutes"], 2) for line in log] == [0.02, 0.03]
    assert 0 < log[0]["games"] < log[1]["games"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.jsonl", "tictactoe.pickle"]


def test_the_gradients_are_those_of_the_loss(twin: ModuleType) -> None:
    """Each against a difference quotient, in double precision."""
    rng = np.random.default_rng(1)
    planes = rng.integers(0, 2, (64, 2, 3, 3))
    policy, value = rng.dirichlet(np.ones(9), 64), rng.choice([-1.0, 0.0, 1.0], 64)
    network = twin.Numpy(18, 9, seed=0)
    network.weights = [weight.astype(np.float64) for weight in network.weights]
    found: list[Any] = []
    network.adam = found.append
    network.learn(planes, policy, value)
    for weight, gradient in zip(network.weights, found[0], strict=True):
        at = np.unravel_index(np.abs(gradient).argmax(), weight.shape)
        losses = []
        for step in (1e-5, -2e-5):
            weight[at] += step
            losses.append(network.learn(planes, policy, value))
        weight[at] += 1e-5
        assert (losses[0] - losses[1]) / 2e-5 == pytest.approx(gradient[at], rel=1e-3)


def worst(position: bg.Position, seat: int, choose: Callable[[bg.Position], int]) -> float:
    """The worst result of a player over all lines of the other."""
    if position.is_over:
        return position.returns[seat]
    if position.turn == seat:
        return worst(position.play(choose(position)), seat, choose)
    return min(worst(position.play(m), seat, choose) for m in position.legal_moves)


@pytest.mark.deep
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_tictactoe_is_unbeaten_in_every_line(twin: ModuleType, tmp_path: Path, seed: int) -> None:
    """Within two minutes, from both seats, with two simulations for each move."""
    alphazero = sys.modules["alphazero"]
    options = f"--minutes 1.5 --tests 1 --seed {seed} --test-games 2 --openings none"
    alphazero.run(twin.Numpy, ["tictactoe", "--folder", str(tmp_path), *options.split()])
    network = twin.Numpy(18, 9, seed)
    network.restore(pickle.loads((tmp_path / "tictactoe.pickle").read_bytes())[0])
    for sims in (2, 16):
        player = alphazero.Learned(network, sims)
        assert [worst(bg.TicTacToe(), seat, player.choose) for seat in (0, 1)] == [0, 0]
