"""Bounds for what people at a distance may ask of this computer."""

from dataclasses import dataclass

from bitgames._core import LimitError
from bitgames.arguments import shortened

__all__ = ["UNLIMITED", "Bounds"]

_MOST = {"depth": 60.0, "exact": 20.0, "nodes": 1e10, "samples": 1000.0, "sims": 1e8}
"""Largest values of options that cost time, whatever the time allowed: the time ends them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that one job may take; ``None`` is no bound."""

    seconds: float | None = None
    """Seconds for a move, an analysis or a solve."""
    table_mib: int | None = None
    """Memory of a table, in MiB."""

    def check(self, spec: str) -> None:
        """Raise ``LimitError`` if a player's options ask for more.

        >>> Bounds(seconds=60, table_mib=64).check("alphabeta:depth=8,seconds=100000")
        Traceback (most recent call last):
        ...
        bitgames.LimitError: seconds of a player must be at most 60 here, not 100000
        """
        if self.seconds is None:
            return
        most = {**_MOST, "seconds": self.seconds, "patience": self.seconds}
        if self.table_mib is not None:
            most |= {"table": self.table_mib, "memory": self.table_mib}
        for option in spec.partition(":")[2].split(","):
            name, _, text = option.partition("=")
            name = name.strip()
            if name in most and not _number(text) <= most[name]:
                raise LimitError(
                    f"{name} of a player must be at most {most[name]:g} here, "
                    f"not {shortened(text, 40)}"
                )

    def limited(self, seconds: float | None, usual: float) -> float:
        """Return the seconds for a job, from those that were asked for."""
        wanted = usual if seconds is None else seconds
        return wanted if self.seconds is None else min(wanted, self.seconds)


UNLIMITED = Bounds()
"""No bounds: for the owner's own terminal or program."""


def _number(text: str) -> float:
    """Return the number in an option; 0 for other text, which the player itself refuses."""
    try:
        return float(text)
    except ValueError:
        return 0.0
