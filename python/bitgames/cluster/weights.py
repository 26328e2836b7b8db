"""Weights of networks on workers: they travel as a path and a checksum, and are read once each."""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from bitgames._core import ParameterError, checksum
from bitgames.arguments import printable, shortened
from bitgames.errors import ClusterError
from bitgames.files import path_text, read_regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

Arrays: TypeAlias = "Mapping[str, NDArray[Any]]"
"""The arrays of a file of weights, by name."""

Network: TypeAlias = "Callable[[NDArray[Any], NDArray[Any]], tuple[NDArray[Any], NDArray[Any]]]"
"""A network as a pool of searches asks for it: planes and mask to logits and values."""


def checked(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the absolute path of a file of weights, and its XXH3 as 16 hexadecimal digits."""
    from pathlib import Path

    name = str(Path(path_text(path)).resolve())
    return name, f"{checksum(read_regular(name)):016x}"


def builder(name: str) -> "Callable[[Arrays], Network]":
    """Return the function that makes a network from its arrays: ``MODULE:FUNCTION``, or ``mlp``.

    >>> builder("mlp") is mlp
    True
    """
    if name == "mlp":
        return mlp
    module, colon, function = name.partition(":")
    shown = printable(shortened(name, 100))
    if not (module and colon and function):
        raise ParameterError(
            f"{shown!r} is not a valid network: allowed are mlp and MODULE:FUNCTION"
        )
    try:
        found: Callable[[Arrays], Network] = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ParameterError(
            f"{shown!r} is not a valid network: {printable(str(error))}; its module must be "
            "importable on every machine"
        ) from None
    return found


@lru_cache(maxsize=4)
def network(path: str, seal: str, name: str) -> Network:
    """Return the network of a file with this checksum; a process reads each file once.

    Raises ``ClusterError`` if the file here is another one, and ``OSError`` if there is none.
    """
    import numpy as np

    data = read_regular(path)
    if f"{checksum(data):016x}" != seal:
        raise ClusterError(
            f"{printable(path)} has other weights on this machine than where the run began: share "
            "the folder, or copy the file"
        )
    try:
        with np.load(BytesIO(data), allow_pickle=False) as stored:
            arrays = {key: stored[key] for key in stored.files}
    except (ValueError, OSError, EOFError):
        raise ParameterError(f"{printable(path)} is not a file of arrays (.npz)") from None
    return builder(name)(arrays)


def mlp(arrays: Arrays) -> Network:
    """Make a network of dense layers: ``w0``, ``b0``, ``w1``, ``b1`` and so on, ReLU in between.

    The last layer has a column for each move, the logits, and one more for the value, by tanh.

    >>> import numpy as np
    >>> net = mlp({"w0": np.zeros((8, 10), np.float32), "b0": np.ones(10, np.float32)})
    >>> logits, values = net(np.zeros((3, 2, 2, 2), np.uint8), np.ones((3, 9), bool))
    >>> logits.shape, values.round(2).tolist()
    ((3, 9), [0.7599999904632568, 0.7599999904632568, 0.7599999904632568])
    """
    import numpy as np

    try:
        layers = [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays) // 2)]
    except KeyError as error:
        raise ParameterError(
            f"the weights of mlp lack {error.args[0]}: allowed are w0, b0, w1, b1 and so on"
        ) from None
    if not layers:
        raise ParameterError("the weights of mlp have no layer: allowed are w0, b0 and so on")

    def run(planes: Any, mask: Any) -> tuple[Any, Any]:
        x = planes.reshape(len(planes), -1).astype(np.float32)
        for number, (weights, bias) in enumerate(layers):
            x = (np.maximum(x, 0) if number else x) @ weights + bias
        return np.ascontiguousarray(x[:, :-1]), np.tanh(x[:, -1])

    return run
