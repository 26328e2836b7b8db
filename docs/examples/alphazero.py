"""AlphaZero on a laptop: a network learns a game from nothing but games against itself.

    pip install 'bitgames[torch]'
    python alphazero.py othello:6 --games 60000 --folder runs/othello6

The method is Gumbel AlphaZero (Danihelka et al., "Policy improvement by planning with Gumbel", ICLR
2022): many games in lockstep, a small tree search for each move, and a network that learns the
search's moves and the results. Bitgames plays and searches; this file learns. Started again with
the same folder it goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import bitgames as bg

GAMES = 256  # in lockstep: the number of positions evaluated at once
REPLAY = 200_000  # positions kept
BATCH = 1024
RATE = 1e-3  # of learning
LARGEST = 3.0  # times the root mean square: the size of a rounded weight
STEPS = 2  # of learning for each move of the games: every position is learnt about eight times
PLAY: dict[str, Any] = {"policy": "puct", "noise": 0, "seed": 0}
"""How the learnt player searches: PUCT goes deeper, Gumbel learns from few simulations."""


def torch_network(
    start: bg.Position,
    seed: int,
    blocks: int = 0,
    channels: int = 0,
    sees: str = "",
    bits: int = 16,
) -> Any:
    """Planes in, logits and values of the player to move out: two hidden layers of this number of
    channels (256), or residual blocks of two 3 by 3 convolutions with it (32). Both see "threats 4"
    or "mobility" besides the planes, where it is named. With ``bits`` of 8 or less,
    linear layers learn with weights of that size."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small layers are slower on two
    torch.set_flush_denormal(True)  # weights decay to what processors are slow with
    (planes, height, width), moves = start.planes().shape, start.num_moves
    channels = channels or (32 if blocks else 256)

    def convolution(inputs: int) -> list[nn.Module]:
        layer = nn.Conv2d(inputs, channels, 3, padding=1, bias=False)
        return [layer, nn.BatchNorm2d(channels)]

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.Sequential(*convolution(channels), nn.ReLU(), *convolution(channels))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return functional.relu(x + self.inner(x))

    class Linear(nn.Linear):
        """A layer that learns what its rounded weights do (Jacob et al., "Quantization and training
        of neural networks for efficient integer-arithmetic-only inference", CVPR 2018)."""

        def rounded(self) -> torch.Tensor:
            """The weights as a file with ``bits`` has them."""
            if bits > 8:
                return self.weight
            steps, weight = 2 ** (bits - 1) - 1, self.weight.detach()
            # A few large ones would leave small ones no steps.
            most = LARGEST * weight.square().mean(1, keepdim=True).sqrt()
            most = torch.minimum(most, weight.abs().amax(1, keepdim=True))
            scale = (most / steps).half().float().clamp_min(1e-7)
            near = torch.clamp(torch.round(weight / scale), -steps, steps) * scale
            return self.weight + (near - weight)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return functional.linear(x, self.rounded(), self.bias)

    class Sight(nn.Module):
        """Adds a plane for each side: the empty cells with which it would have a line of its own
        ("threats 4"), or from which it would enclose one of the other side ("mobility")."""

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            # All boards as one line of cells, with empty ones around each: a step is a shift.
            length = int(sees.split()[1]) if sees != "mobility" else 2
            near = length - 1
            wide = functional.pad(x > 0, (0, near, 0, near))
            up, edge = width + near, near * (width + near + 1)

            def shifted(cells: torch.Tensor, step: int) -> torch.Tensor:
                return functional.pad(cells, (edge, edge))[edge + step :][: len(cells)]

            own, other = wide.flatten(), wide.flip(1).flatten()
            found = torch.zeros_like(own)
            for step in 1, up, up + 1, up - 1:
                if sees == "mobility":
                    for way in step, -step:
                        row = shifted(own, way) & other
                        for _ in range(3, max(height, width)):
                            row |= shifted(row, way) & other
                        found |= shifted(row, way)
                    continue
                seen = [shifted(own, at * step) for at in range(-near, length)]
                for first in range(length):  # the empty cell is in the middle of what is seen
                    found |= reduce(torch.bitwise_and, seen[first:near] + seen[length:][:first])
            lines = found.reshape(wide.shape)[:, :, :height, :width]
            return torch.cat((x, lines & ~(x > 0).any(1, keepdim=True)), 1)

    def written(layers: nn.Sequential) -> list[Any]:
        """The layers as ``bg.Network`` takes them; convolutions take up their normalization."""
        found: list[Any] = []
        for layer in layers:
            if isinstance(layer, nn.ReLU):
                found.append("relu")
            elif isinstance(layer, Sight):
                found.append(sees)
            elif isinstance(layer, Block):
                found += ["keep", *written(layer.inner), "add", "relu"]
            elif isinstance(layer, Linear):
                found.append((layer.rounded().numpy(), layer.bias.numpy()))
            elif isinstance(layer, nn.Conv2d):
                found.append(layer.weight)
            elif isinstance(layer, nn.BatchNorm2d):
                scale = layer.weight / torch.sqrt(layer.running_var + layer.eps)
                biases = layer.bias - layer.running_mean * scale
                found[-1] = ((found[-1] * scale[:, None, None, None]).numpy(), biases.numpy())
        return found

    class Torch(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            cells, hidden = height * width, channels
            seen = 2 * planes if sees else planes
            body: list[nn.Module] = [nn.Flatten(), Linear(seen * cells, hidden), nn.ReLU()]
            body += [Linear(hidden, hidden), nn.ReLU()]
            if blocks:
                hidden = channels * cells
                body = [*convolution(seen), nn.ReLU(), *(Block() for _ in range(blocks))]
                body += [nn.Flatten()]
            front = [Sight()] if sees else []
            self.layers = nn.Sequential(*front, *body, Linear(hidden, moves + 1))
            self.adam = torch.optim.Adam(self.parameters(), lr=RATE, weight_decay=1e-5)
            self.renew()

        def forward(self, planes: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
            out = self.layers(torch.from_numpy(planes).float())
            return out[:, :moves], torch.tanh(out[:, moves])

        @torch.inference_mode()
        def layer_list(self) -> list[Any]:
            return written(self.layers)

        def written(self) -> bg.Network:
            return bg.Network(start, self.layer_list())

        def renew(self) -> None:
            """Play by what is learnt so far; Rust is faster for networks as small as this."""
            self.evaluate = self.written()

        def learn(
            self, planes: np.ndarray, policy: np.ndarray, value: np.ndarray, rate: float = RATE
        ) -> float:
            for group in self.adam.param_groups:
                group["lr"] = rate
            logits, guess = self(planes)
            loss = functional.cross_entropy(logits, torch.from_numpy(policy))
            loss = loss + functional.mse_loss(guess, torch.from_numpy(value))
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
            return loss.item()

        def state(self) -> Any:
            return self.state_dict(), self.adam.state_dict()

        def restore(self, state: Any) -> None:
            self.load_state_dict(state[0])
            self.adam.load_state_dict(state[1])
            self.renew()

    return Torch()


class Replay:
    """The latest positions with the moves that the search preferred and the results."""

    def __init__(self, game: bg.Position) -> None:
        self.planes = np.zeros((REPLAY, *game.planes().shape), np.uint8)
        self.policy = np.zeros((REPLAY, game.num_moves), np.float32)
        self.value = np.zeros(REPLAY, np.float32)
        self.added = 0
        self.cells, self.moves = game.symmetry_indices()

    def add(self, position: bg.Position, policy: np.ndarray, value: float, symmetry: int) -> None:
        """Add a position as a symmetry of the board shows it."""
        at = self.added % REPLAY
        seen = position.planes()
        self.planes[at] = seen.ravel()[self.cells[symmetry]].reshape(seen.shape)
        self.policy[at] = policy[self.moves[symmetry]]
        self.value[at] = value
        self.added += 1

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        rows = rng.integers(min(self.added, REPLAY), size=BATCH)
        return self.planes[rows], self.policy[rows], self.value[rows]


def opened(start: bg.Position, plies: int, rng: np.random.Generator) -> bg.Position:
    """What this many random moves lead to; fewer where one would end the game."""
    position = start
    for _ in range(plies):
        moves = position.legal_moves
        following = position.play(moves[rng.integers(len(moves))])
        if following.is_over:
            break
        position = following
    return position


def searched(
    positions: list[bg.Position], network: Any, sims: int, **how: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What searches with a network find: moves, the policies that it learns from, and values."""
    pool = bg.MctsPool(positions, simulations=sims, **how)
    pool.run(network.evaluate)
    return pool.result()[:3]


Step = tuple[bg.Position, np.ndarray, float]
"""A position of a game, and what its search found: the policy and the value."""


def solved(games: list[list[Step]], exact_from: int | None) -> dict[bg.Position, int]:
    """The results of perfect play, +1, 0 or -1 for the player to move, from positions of games from
    the ply ``exact_from`` on."""
    if exact_from is None:
        return {}
    # From the end to the start each value helps with the next.
    late = [at for steps in games for at, _, _ in reversed(steps) if at.ply >= exact_from]
    return dict(
        zip(late, np.sign(bg.solve_many(late, wld=True, threads=1).values).tolist(), strict=True)
    )


def results(steps: list[Step], end: bg.Position, exact: dict[bg.Position, int]) -> list[float]:
    """The result of a game for the player to move at each step.

    From the first position on whose exact result is known it is that of each, and before, that of
    the first: an error after it teaches nothing wrong.
    """
    positions = [position for position, _, _ in steps]
    first = next((each for each in positions if each in exact), None)
    found = []
    for position in positions:
        if first is None:
            found.append(end.returns[position.turn])
        else:
            known = position if position in exact else first
            found.append(exact[known] if position.turn == known.turn else -exact[known])
    return found


def self_play(
    start: bg.Position,
    network: Any,
    sims: int,
    plies: int,
    trust: float,
    exact_from: int | None,
    replay: Replay,
    rng: np.random.Generator,
) -> Iterator[int]:
    """Play games forever; yields the number of games that ended with each move.

    The network learns the result of the game, mixed with the value of the search by ``trust``.
    """

    def begun() -> bg.Position:
        return opened(start, int(rng.integers(plies + 1)), rng) if plies else start

    games = [begun() for _ in range(GAMES)]
    past: list[list[Step]] = [[] for _ in games]
    while True:
        found = searched(games, network, sims, seed=int(rng.integers(2**63)))
        for i, (m, policy, value) in enumerate(zip(*found, strict=True)):
            past[i].append((games[i], policy, float(value)))
            games[i] = games[i].play(int(m))
        over = [i for i, position in enumerate(games) if position.is_over]
        exact = solved([past[i] for i in over], exact_from)
        for i in over:
            right = results(past[i], games[i], exact)
            for (position, target, guess), result in zip(past[i], right, strict=True):
                symmetry = int(rng.integers(len(replay.moves)))
                replay.add(position, target, result + trust * (guess - result), symmetry)
            games[i], past[i] = begun(), []
        yield len(over)


class Learned(bg.players.Player):
    """The network as a player: the most visited move of a search without noise."""

    name = "alphazero"
    deterministic = True

    def __init__(self, network: Any, sims: int) -> None:
        self.network, self.sims = network, sims

    def choose(self, position: bg.Position) -> int:
        return int(searched([position], self.network, self.sims, **PLAY)[0][0])


def accuracy(start: bg.Position, network: Any, sims: int, count: int, plies: range) -> float:
    """The share of moves, by the exact solver, that keep the result in random positions."""
    rng = np.random.default_rng(1)
    drawn = (opened(start, int(rng.choice(plies)), rng) for _ in range(100 * count))
    positions = list(islice((each for each in drawn if each.ply in plies), count))
    if len(positions) < count:  # shorter games have ended before
        raise SystemExit(f"few games go on for {plies.start} to {plies.stop - 1} plies")
    moves = searched(positions, network, sims, **PLAY)[0]
    right = 0
    for position, move in zip(positions, moves, strict=True):
        solution = bg.solve(position, all_moves=True, wld=True)
        right += solution.values[int(move)] == solution.value
    return right / count


def run(
    make: Callable[[bg.Position, int, int, int, str, int], Any], arguments: list[str] | None = None
) -> None:
    """Learn as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="tictactoe")
    parser.add_argument("--games", type=int, default=10_000, help="games to learn from")
    parser.add_argument("--sims", type=int, default=16, help="simulations for each move")
    parser.add_argument(
        "--random-plies", type=int, default=0, help="games begin with up to so many random moves"
    )
    parser.add_argument(
        "--last-rate", type=float, default=RATE, help="of learning; it falls over the second half"
    )
    parser.add_argument(
        "--trust", type=float, default=0, help="share of the search's value in what is learnt"
    )
    parser.add_argument("--steps", type=int, default=STEPS, help="of learning for each move")
    parser.add_argument("--blocks", type=int, default=0, help="residual ones; none: dense layers")
    parser.add_argument(
        "--channels", type=int, default=0, help="of each block (32), or of each dense layer (256)"
    )
    parser.add_argument("--sees", default="", help='"threats 4" or "mobility", beside the planes')
    parser.add_argument(
        "--exact-from", type=int, help="ply from which on results are the solver's, not the game's"
    )
    parser.add_argument("--against", nargs="*", default=["random"], help="players to be tested by")
    parser.add_argument("--openings", default="random:4", help="of the tests; none: the start")
    parser.add_argument("--test-games", type=int, default=100)
    parser.add_argument("--tests", type=int, default=4, help="how often, evenly over the games")
    parser.add_argument("--out", type=Path, help="file of the player net:FILE, written at the end")
    parser.add_argument(
        "--bits", type=int, default=16, help="of a weight in the file of --out; learnt with up to 8"
    )
    parser.add_argument("--folder", type=Path, default=Path("alphazero"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--solved", type=int, default=0, help="random positions whose moves a solver judges"
    )
    parser.add_argument("--solved-plies", type=int, nargs=2, default=[8, 20], help="from, to")
    given = parser.parse_args(arguments)

    start, folder = bg.position(given.game), given.folder
    network = make(start, given.seed, given.blocks, given.channels, given.sees, given.bits)
    replay, rng = Replay(start), np.random.default_rng(given.seed)
    seconds, games, losses = 0.0, 0, [0.0]
    kept = folder / f"{given.game.replace(':', '-')}.pickle"
    folder.mkdir(parents=True, exist_ok=True)
    if kept.exists():
        state, memory, rng, seconds, games = pickle.loads(kept.read_bytes())
        network.restore(state)
        vars(replay).update(memory)

    def keep() -> None:
        whole = pickle.dumps((network.state(), vars(replay), rng, seconds, games))
        kept.with_suffix(".new").write_bytes(whole)
        kept.with_suffix(".new").replace(kept)  # complete, or the old one

    def test(rival: str) -> None:
        rules = {"games": given.test_games, "openings": given.openings, "seed": 1}
        found = bg.match(Learned(network, given.sims), rival, start, **rules)
        line = {"minutes": seconds / 60, "games": games, "loss": float(np.mean(losses))}
        line |= {"against": rival, "score": found.score, "interval": found.score_interval}
        with (folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        low, high = found.score_interval
        print(f"{seconds / 60:.1f} minutes, {games:,} games, loss {line['loss']:.3f}:", end=" ")
        print(f"{found.score:.1%} ({low:.1%} to {high:.1%}) against {rival}", flush=True)

    play = given.sims, given.random_plies, given.trust, given.exact_from
    plays, other = self_play(start, network, *play, replay, rng), ThreadPoolExecutor(1)
    try:
        every = given.games / given.tests
        # What has learnt from all its games is tested once more.
        for step in range(min(int(games / every), given.tests - 1), given.tests):
            while games < (step + 1) * every:
                began = time.process_time()
                steps = given.steps if replay.added >= BATCH else 0
                batches = [replay.sample(rng) for _ in range(steps)]
                late = max(0.0, 2 * games / given.games - 1)
                rate = RATE + min(1.0, late) * (given.last_rate - RATE)
                # The games go on by what was learnt before, on another core than learning.
                move = other.submit(next, plays)
                losses = [network.learn(*batch, rate) for batch in batches] or losses
                games += move.result()
                network.renew()
                seconds += time.process_time() - began
            for rival in given.against:
                test(rival)
            keep()
        if given.solved:
            low, high = given.solved_plies
            right = accuracy(start, network, given.sims, given.solved, range(low, high + 1))
            print(f"{right:.1%} of {given.solved:,} moves keep the result", flush=True)
    finally:  # Ctrl-C keeps what is learnt
        other.shutdown()
        keep()
        if given.out:
            network.written().save(given.out, bits=given.bits)


if __name__ == "__main__":
    run(torch_network)
