"""The seed contract: every ``seed=`` argument becomes a 128-bit root.

A call that draws from one stream uses a root below ``2**64`` as its seed, and the first child of a
larger root. Game ``i`` of a run draws from children of the root (``child_seed``), so results do not
depend on threads, workers or the parts of a run.

Children are made by SipHash-2-4 under the root as its key (version 2 of the generator): a child
tells nothing about the root or about another child. A player gets the child of its seat in
``start_game``, and the child that deals the cards does not follow from it. Seeds of seats are
public; the root of a run is public only once its games have ended, and a root that can be guessed,
such as 0, hides nothing from a player that tries it: where players are not trusted, give no seed,
which draws 128 bits.
"""

import sys
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from bitgames._core import child_seed
from bitgames.arguments import integer

if TYPE_CHECKING:
    from numpy.random import Generator, SeedSequence

__all__ = ["ROOT_BITS", "Seed", "child_seed", "root", "sealed"]

Seed: TypeAlias = "SupportsIndex | SeedSequence | Generator | None"
"""A seed argument; ``SupportsIndex`` means integers of Python or NumPy."""

ROOT_BITS = 128
"""Size of a root seed in bits."""

_SEAL = 2**63 - 1  # a child that nothing draws from


def root(seed: Seed = None) -> int:
    """Return the root of a run, an integer of 128 bits, from a seed argument.

    ``None`` gives a fresh root from the operating system. An integer from 0 to ``2**128 - 1`` is
    its own root. A NumPy ``SeedSequence`` gives its root and does not change; a NumPy ``Generator``
    gives its next 128 bits, so two calls give two roots. Raises ``ParameterError`` for an integer
    out of range and ``TypeError`` for anything else, also for ``bool``.

    >>> root(7)
    7
    >>> import numpy as np
    >>> root(np.random.SeedSequence(7)) == root(np.random.SeedSequence(7))
    True
    """
    if seed is None:
        from secrets import randbits

        return randbits(ROOT_BITS)
    # Looked up, not imported: a NumPy object exists only if NumPy is imported.
    if (random := sys.modules.get("numpy.random")) is not None:
        if isinstance(seed, random.SeedSequence):
            words: bytes = seed.generate_state(ROOT_BITS // 32, "uint32").astype("<u4").tobytes()
            return int.from_bytes(words, "little")
        if isinstance(seed, random.Generator):
            return int.from_bytes(seed.bytes(ROOT_BITS // 8), "little")
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool):
        return integer("seed", seed, 0, 2**ROOT_BITS - 1, f"from 0 to 2**{ROOT_BITS} - 1")
    raise TypeError(
        "seed must be None, an integer >= 0, a numpy SeedSequence or a numpy Generator, "
        f"not {type(seed).__name__}"
    )


def sealed(root: int) -> str:
    """Return a text by which a root is recognised and from which it does not follow.

    >>> sealed(7) == sealed(7), sealed(7) == sealed(8)
    (True, False)
    """
    return f"sealed:{child_seed(root, _SEAL):016x}"
