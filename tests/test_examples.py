"""The examples under docs/examples: they run, go on where they ended, reach what they promise."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import bitgames as bg
from tests import scripts

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An example as a module."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.setenv(variable, "1")
    return scripts.load(EXAMPLES / f"{name}.py", f"example_{name}")


def test_alphazero_in_numpy_learns_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = load("alphazero_numpy", monkeypatch)
    monkeypatch.setattr(example, "GAMES", 32)
    monkeypatch.setattr(example, "SIMULATIONS", 4)
    monkeypatch.setattr(example, "BATCH", 64)
    # A clock of its own: 20 plies take 0.2 seconds on any machine.
    ticks = count()
    clock = SimpleNamespace(monotonic=lambda: next(ticks) / 100)
    monkeypatch.setattr(example, "time", clock)
    file = tmp_path / "net.npz"
    for _ in range(2):
        example.main(["--seconds", "0.2", "--file", str(file)])
    assert capsys.readouterr().out.count("games, loss") >= 2
    network = example.Network(18, 9, example.np.random.default_rng(5))
    example.resumed(file, network)
    assert network.steps > 0
    kept = [w.copy() for w in network.weights]
    example.saved(file, network)
    example.resumed(file, network)
    assert all((a == b).all() for a, b in zip(kept, network.weights, strict=True))


def test_a_loss_of_the_network_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backpropagation by hand: the same examples again and again are learned by heart."""
    example = load("alphazero_numpy", monkeypatch)
    np, rng = example.np, example.np.random.default_rng(1)
    network = example.Network(18, 9, rng)
    planes = rng.integers(0, 2, (40, 2, 3, 3)).astype(np.uint8)
    planes[:, 1] &= 1 - planes[:, 0]
    planes[:, :, 0, 0] = 0
    policies = np.zeros((40, 9), np.float32)
    policies[:, 0] = 1
    values = rng.choice([-1, 0, 1], 40).astype(np.float32)
    losses = [network.learn(planes, policies, values) for _ in range(200)]
    assert losses[-1] < 0.05 < losses[0]


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(3))
def test_alphazero_in_numpy_is_unbeaten(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line beats it, from both seats, within two minutes."""
    example = load("alphazero_numpy", monkeypatch)
    assert example.main(["--seed", str(seed), "--seconds", "120"]) == 0


def test_alphazero_learns_exact_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game whose second move loses: before it, it was a draw."""
    example = load("alphazero", monkeypatch)
    position: bg.Position = bg.TicTacToe()
    steps = []
    for move in ("b2", "b1", "a1", "c3", "a3", "c1", "a2"):
        steps.append((position, None, 0.0))
        position = position.play(move)
    exact = [bg.solve(each).value for each, _, _ in steps]
    assert exact == [0, 0, 1, -1, 1, -1, 1]
    played = [1, -1, *exact[2:]]
    for ply in (0, 1, 2, 5, 7, None):
        known = example.solved([steps, steps[:2]], ply)
        assert example.results(steps, position, known) == (played if ply not in (0, 1) else exact)


def test_alphazero_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a network that knows nothing; tests come at their times, also after a stop."""
    example = load("alphazero", monkeypatch)
    np = example.np
    monkeypatch.setattr(example, "GAMES", 16)
    monkeypatch.setattr(example, "REPLAY", 500)
    monkeypatch.setattr(example, "BATCH", 64)
    ticks = count()
    clock = SimpleNamespace(process_time=lambda: next(ticks) / 10)
    monkeypatch.setattr(example, "time", clock)
    learnt: list[int] = []
    renewed: list[int] = []

    class Network:
        def evaluate(self, planes: Any, mask: Any) -> Any:
            return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)

        def learn(self, planes: Any, policy: Any, value: Any, rate: float) -> float:
            assert policy.sum(axis=1) == pytest.approx(1, abs=1e-5)
            assert set(value.tolist()) <= {-1, 0, 1}
            learnt.append(len(planes))
            return 1.0

        def renew(self) -> None:
            renewed.append(len(learnt))

        def state(self) -> int:
            return len(learnt)

        def restore(self, state: int) -> None:
            assert state == len(learnt) > 0

    options = f"tictactoe --folder {tmp_path} --sims 2 --test-games 2 --openings none"
    options += " --random-plies 3 --exact-from 7 --solved 5 --solved-plies 1 3"
    for budget in ("--games 20 --tests 2", "--games 60 --tests 3", "--games 60 --tests 1"):
        example.run(lambda *_: Network(), [*options.split(), *budget.split()])
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    games = [line["games"] for line in log]
    # It plays by what it has learnt with each move.
    assert set(range(0, len(learnt) + 1, 2)) <= {*renewed}
    # The last run finds all its games learnt, and tests what is there.
    assert len(games) == 5 and games[-1] == games[-2]
    assert all(10 * n <= each < 10 * n + 16 for n, each in zip((1, 2, 4, 6), games, strict=False))
    out = capsys.readouterr().out
    assert out.count("against random") == 5 and out.count("% of 5 moves keep the result") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.jsonl", "tictactoe.pickle"]


@pytest.mark.parametrize("game", ["tictactoe", "othello:4"])
def test_a_network_is_taught_what_the_solver_says(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    example = load("taught", monkeypatch)
    np, start = example.np, example.bg.position(game)
    monkeypatch.setattr(example, "CHUNK", 2)
    seen: list[Any] = []

    class Network:
        def learn(self, planes: Any, policy: Any, value: Any, rate: float) -> float:
            assert policy.sum(axis=1) == pytest.approx(1, abs=1e-5)
            assert (abs(value) <= 1).all() and 0 < rate <= 1
            seen.append(planes.shape)
            return 1.0

        def renew(self) -> None:
            pass

    monkeypatch.setattr(example, "torch_network", lambda *_: Network())
    low, high = start.ply + 2, start.ply + 7
    options = f"{game} --plies {low} {high} --full {low + 2} --steps 3 --folder {tmp_path}"
    for games in (4, 8, 8):
        example.main([*options.split(), "--games", str(games)])
    assert seen == 9 * [(example.BATCH, *start.planes().shape)]
    told = capsys.readouterr().out
    assert told.count(" games, ") == 2 and told.count("3 steps, loss 1.0") == 3
    with np.load(next(tmp_path.glob("*.npz"))) as kept:
        plies, games = kept["plies"], int(kept["games"])
    assert games == 8 and len(plies) > 10
    assert {*plies.tolist()} <= {*range(low, high + 1)}

    # Labels are the values of all moves, also where the other side passes.
    rng = np.random.default_rng(3)
    chosen = [each for _ in range(5) for each in example.positions(start, range(60), 1.0, 0, rng)]
    for wld in (False, True):
        found = example.labels(chosen, wld)
        for position, values in zip(chosen, found.tolist(), strict=True):
            exact = example.bg.solve(position, all_moves=True, wld=wld).values
            assert exact == {m: v for m, v in enumerate(values) if v != example.ILLEGAL}
        policy, value = example.targets(found, np.full(len(found), wld))
        assert (policy.argmax(axis=1) == found.argmax(axis=1)).all()
        assert (np.sign(value) == np.sign(found.max(axis=1))).all()
