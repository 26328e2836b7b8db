"""Trees of another program: the searches of mctx on positions of our games.

``python -m tests.mctx_trees`` writes ``tests/data/mctx_trees.jsonl``; it needs mctx. Each line is
one search by ``mctx.gumbel_muzero_policy``: the position, the simulations, how many moves the root
considers, its Gumbel noise; and what came out: the move, the weights (the target of the policy)
and the visits of the legal moves. The network is that of `tests.fake_network`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import bitgames as bg
from tests import fake_network

DATA = Path(__file__).parent / "data" / "mctx_trees.jsonl"
# Game, simulations, moves considered, positions.
GROUPS = [
    ("tictactoe", 16, 16, 20),
    ("tictactoe", 200, 4, 10),
    ("mnk:5,4,4", 50, 8, 20),
    ("othello:4", 32, 16, 20),
    ("othello:6", 100, 16, 20),
    ("othello", 32, 16, 30),
    ("othello", 64, 5, 20),
    ("mosaic:4", 48, 16, 20),
    ("quo:3", 32, 16, 20),
    ("quo:5", 24, 16, 20),
]


def positions(game: str, count: int, seed: int) -> list[bg.Position]:
    """Unfinished positions of random games, from all stages, with a choice of moves."""
    chance, found = Random(f"{game} {seed}"), []
    while len(found) < count:
        line = [bg.position(game)]
        while not line[-1].is_over:
            line.append(line[-1].play(chance.choice(line[-1].legal_moves)))
        position = chance.choice(line[:-1])
        if len(position.legal_moves) > 1:
            found.append(position)
    return found


class Host:
    """The positions of a search, by number, and what the network says about them."""

    def __init__(self, roots: list[bg.Position]) -> None:
        self.positions = list(roots)
        self.children: dict[tuple[int, int], int] = {}
        self.outputs: list[tuple[Any, float]] = [self._evaluated(root) for root in roots]

    @staticmethod
    def _evaluated(position: bg.Position) -> tuple[Any, float]:
        mask = position.legal_mask()
        if position.is_over:
            return np.zeros(len(mask), np.float32), 0.0
        logits, values = fake_network.network(position.planes()[None], mask[None])
        return np.where(mask, logits[0], np.finfo(np.float32).min), float(values[0])

    def child(self, parent: int, move: int) -> int:
        """The number of the position after a move; a finished position stays."""
        position = self.positions[parent]
        if position.is_over:
            return parent
        if not position.is_legal(move):  # mctx asks for it in a finished position's name only
            raise AssertionError(f"{move} in {position}")
        key = parent, move
        if key not in self.children:
            self.children[key] = len(self.positions)
            self.positions.append(position.play(move))
            self.outputs.append(self._evaluated(self.positions[-1]))
        return self.children[key]

    def step(self, moves: Any, parents: Any) -> tuple[Any, ...]:
        """What a recurrent function of mctx returns, for each row."""
        numbers = [self.child(int(p), int(m)) for p, m in zip(parents, moves, strict=True)]
        rewards, discounts = [], []
        for parent, number in zip(parents, numbers, strict=True):
            before, after = self.positions[int(parent)], self.positions[number]
            ends = after.is_over and not before.is_over
            rewards.append(after.returns[before.turn] if ends else 0.0)
            same = before.returns is None or team(before) == team(after)
            discounts.append(0.0 if after.is_over else 1.0 if same else -1.0)
        logits = np.array([self.outputs[number][0] for number in numbers], np.float32)
        values = np.array([self.outputs[number][1] for number in numbers], np.float32)
        return (
            np.array(rewards, np.float32),
            np.array(discounts, np.float32),
            logits,
            values,
            np.array(numbers, np.int32),
        )


def team(position: bg.Position) -> int:
    """The team of the player to move."""
    return position.facts.teams[position.turn]


def searched(
    roots: list[bg.Position], simulations: int, considered: int, seed: int, scale: float = 1.0
) -> Iterator[dict[str, Any]]:
    """The searches of mctx from these positions, as the lines of the file."""
    import jax
    import jax.numpy as jnp
    import mctx

    host, moves = Host(roots), roots[0].num_moves
    k = len(roots)
    shapes = (
        jax.ShapeDtypeStruct((k,), jnp.float32),
        jax.ShapeDtypeStruct((k,), jnp.float32),
        jax.ShapeDtypeStruct((k, moves), jnp.float32),
        jax.ShapeDtypeStruct((k,), jnp.float32),
        jax.ShapeDtypeStruct((k,), jnp.int32),
    )

    def recurrent(params: Any, key: Any, action: Any, embedding: Any) -> Any:
        del params, key
        reward, discount, logits, value, embedding = jax.pure_callback(
            lambda m, p: host.step(np.asarray(m), np.asarray(p)), shapes, action, embedding
        )
        output = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits, value=value
        )
        return output, embedding

    root = mctx.RootFnOutput(
        prior_logits=jnp.array([output[0] for output in host.outputs]),
        value=jnp.array([output[1] for output in host.outputs], jnp.float32),
        embedding=jnp.arange(k, dtype=jnp.int32),
    )
    masks = np.array([position.legal_mask() for position in roots])
    found = mctx.gumbel_muzero_policy(
        params=(),
        rng_key=jax.random.PRNGKey(seed),
        root=root,
        recurrent_fn=recurrent,
        num_simulations=simulations,
        invalid_actions=jnp.array(~masks),
        max_num_considered_actions=considered,
        gumbel_scale=scale,
    )
    gumbels = np.asarray(found.search_tree.extra_data.root_gumbel)
    visits = np.asarray(found.search_tree.summary().visit_counts)
    values = np.asarray(found.search_tree.node_values[:, 0])
    weights, chosen = np.asarray(found.action_weights), np.asarray(found.action)
    for row, position in enumerate(roots):
        legal = masks[row]
        yield {
            "position": position.to_string(),
            "simulations": simulations,
            "considered": considered,
            "gumbels": shortest(gumbels[row, legal]),
            "move": int(chosen[row]),
            "value": shortest(values[row : row + 1])[0],
            "weights": shortest(weights[row, legal]),
            "visits": visits[row, legal].astype(int).tolist(),
        }


def shortest(numbers: Any) -> list[float]:
    """The shortest decimals that read back as the same single-precision numbers."""
    return [float(str(number)) for number in np.asarray(numbers, np.float32)]


def main() -> None:
    """Write the file."""
    with DATA.open("w", encoding="utf-8", newline="\n") as file:
        for number, (game, simulations, considered, count) in enumerate(GROUPS):
            roots = positions(game, count, number)
            for line in searched(roots, simulations, considered, number):
                file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
