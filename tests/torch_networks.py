"""Networks of PyTorch, and what they say: ``python -m tests.torch_networks`` writes the tables.

The networks are those of the example that learns, with random weights and statistics, or with the
weights of the networks of the package.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import bitgames as bg

TABLE = Path(__file__).parent / "data" / "torch_networks.npz"
SHIPPED = TABLE.with_name("shipped_network.npz")
"""What the networks of the package say, by this program and by PyTorch."""
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


PLANES = (1000, 2, 6, 7)
"""The shape of the planes of the table, which has them as bits."""


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


def example(game: str, *shape: Any) -> Any:
    """A network of PyTorch, by the example."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        import alphazero
    finally:
        sys.path.remove(str(EXAMPLES))
    return alphazero.torch_network(bg.position(game), 5, *shape)


def shipped(name: str) -> Any:
    """A network of the package in PyTorch, with the weights that a file of full precision has."""
    import torch

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "whole.net")
        bg.Network.open(name).save(path, bits=32)
        data = path.read_bytes()
    end = 28 + int.from_bytes(data[24:28], "little")
    lines, numbers = data[28:end].decode().splitlines()[5:], np.frombuffer(data[end:], "<f4")
    sees = "" if lines[0].startswith("linear") else lines[0]
    sizes = [[*map(int, line.split()[1:])] for line in lines if line.startswith("linear")]
    made = example(SHIPPED_GAMES[name], 0, sizes[0][1], sees)
    layers = [each for each in made.layers if isinstance(each, torch.nn.Linear)]
    for layer, (inputs, outputs) in zip(layers, sizes, strict=True):
        weights, biases, numbers = np.split(numbers, [inputs * outputs, (inputs + 1) * outputs])
        layer.weight.data = torch.tensor(weights.reshape(outputs, inputs))
        layer.bias.data = torch.tensor(biases)
    assert not numbers.size
    return made.eval()


def network(name: str) -> Any:
    """A network of PyTorch with random weights and statistics."""
    import torch

    game, *shape = SHAPES[name]
    made = example(game, *shape)
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
        logits, values = said(shipped(name), positions(game, 100))
        said_by |= {f"{name}.torch.logits": logits, f"{name}.torch.values": values}
    np.savez_compressed(SHIPPED, **said_by)
    import torch

    made = network("narrow")
    planes = positions(SHAPES["narrow"][0], PLANES[0])
    logits, values = said(made, planes)
    arrays = {"planes": np.packbits(planes), "logits": logits, "values": values}
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
        planes = np.unpackbits(table["planes"]).reshape(PLANES)
        return list(layers.values()), planes, table["logits"], table["values"]


if __name__ == "__main__":
    main()
