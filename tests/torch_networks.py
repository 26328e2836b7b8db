"""Networks of PyTorch, and what they say: ``python -m tests.torch_networks`` writes the tables.

The networks are those of the example that learns, with random weights and statistics.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

import bitgames as bg

TABLE = Path(__file__).parent / "data" / "torch_networks.npz"
SHIPPED = TABLE.with_name("shipped_network.npz")
"""What the networks of the package say, without PyTorch."""
SHIPPED_GAMES = {
    "connect4": "connect4",
    "mnk-5-5-4": "mnk:5,5,4",
    "mosaic-5": "mosaic:5",
    "othello": "othello",
    "othello-6": "othello:6",
}
"""The games of the networks of the package, by their names."""
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"

SHAPES = {
    "dense": ("connect4", 0, 0),
    "narrow": ("connect4", 2, 5, "threats 4"),
    "wide": ("othello:6", 1, 18),
    "deep": ("mnk:7,6,3", 3, 8, "threats 3"),
    "open": ("othello:6", 0, 20, "mobility"),
}
"""Game, blocks, channels and sight of each network."""


def positions(game: str, count: int) -> Any:
    """Planes of positions of random games."""
    rng = np.random.default_rng(7)
    found = []
    while len(found) < count:
        position = bg.position(game)
        while not position.is_over and len(found) < count:
            found.append(position.planes())
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_mask()))))
    return np.array(found)


def network(name: str) -> Any:
    """A network of PyTorch, by the example."""
    import torch

    sys.path.insert(0, str(EXAMPLES))
    try:
        import alphazero
    finally:
        sys.path.remove(str(EXAMPLES))
    game, *shape = SHAPES[name]
    made = alphazero.torch_network(bg.position(game), 5, *shape)
    torch.manual_seed(9)
    for layer in made.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            for numbers in (layer.weight, layer.running_var):
                torch.nn.init.uniform_(numbers, 0.5, 1.5)
            for numbers in (layer.bias, layer.running_mean):
                torch.nn.init.uniform_(numbers, -0.5, 0.5)
    return made.eval()


def said(made: Any, planes: Any) -> tuple[Any, Any]:
    """What PyTorch says."""
    import torch

    with torch.inference_mode():
        logits, values = made(planes)
    return logits.numpy(), values.numpy()


def main() -> None:
    """Write what a small network and those of the package say, with the layers of the former."""
    said_by = {}
    for name, game in SHIPPED_GAMES.items():
        logits, values = bg.Network.open(name)(positions(game, 40))
        said_by |= {f"{name}.logits": logits, f"{name}.values": values}
    np.savez_compressed(SHIPPED, **said_by)
    import torch

    made = network("narrow")
    planes = positions(SHAPES["narrow"][0], 40)
    logits, values = said(made, planes)
    arrays = {"planes": planes, "logits": logits, "values": values}
    with torch.inference_mode():
        for number, layer in enumerate(made.layer_list()):
            if isinstance(layer, str):
                arrays[f"{number:02}.{layer}"] = np.zeros(0, np.float32)
            else:
                arrays[f"{number:02}.weights"], arrays[f"{number:02}.biases"] = layer
    np.savez_compressed(TABLE, **arrays)


def stored() -> tuple[list[Any], Any, Any, Any]:
    """The layers, planes, logits and values of the table."""
    layers: dict[str, Any] = {}
    with np.load(TABLE) as table:
        for name in sorted(table.files):
            number, dot, kind = name.partition(".")
            if not dot:
                continue
            if kind in ("weights", "biases"):
                layers[number] = (table[name], *layers.get(number, ()))
            else:
                layers[number] = kind
        return list(layers.values()), table["planes"], table["logits"], table["values"]


if __name__ == "__main__":
    main()
