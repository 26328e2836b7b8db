"""What several subcommands print."""

import json
from collections.abc import Iterable
from secrets import randbits
from typing import Any

from bitgames._core import Move, Position, UnsupportedError

_SEED_BITS = 40


def print_json(data: Any) -> None:
    """Print one line of JSON."""
    print(json.dumps(data))


def rate(count: int, seconds: float, unit: str) -> str:
    """Return ``count`` per second as text, like ``1.2 M nodes/s``.

    >>> rate(3_000_000, 2.0, "nodes"), rate(1, 0.25, "")
    ('1.5 M nodes/s', '4 /s')
    """
    per_second = count / max(seconds, 1e-9)
    for size, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{per_second / size:.1f} {f'{name} {unit}'.strip()}/s"
    return f"{per_second:.0f} {unit}/s"


def short_seed(seed: int | None) -> int:
    """Return a seed that can be typed again: the given one, or a fresh one."""
    return randbits(_SEED_BITS) if seed is None else seed


def line_of(moves: Iterable[Move]) -> str:
    """Return moves as text, separated by spaces; ``-`` for no moves."""
    return " ".join(str(move) for move in moves) or "-"


def hidden_told(error: UnsupportedError, position: Position, advice: str) -> UnsupportedError:
    """Return an error about hidden cards with advice for the command line, not for Python.

    Any other error stays as it is.
    """
    if not position.facts.hidden or error.reason is None or error.what is None:
        return error
    if not str(error).endswith(f"; {error.reason}"):
        return error
    return UnsupportedError(f"{str(error).removesuffix(error.reason)}{advice}")


def position_data(position: Position) -> dict[str, Any]:
    """Return the facts of a position as data for JSON."""
    outcome = position.outcome
    return {
        "game": position.game,
        "position": position.to_string(),
        "turn": position.turn,
        "ply": position.ply,
        "legal_moves": [str(move) for move in position.legal_moves],
        "is_over": position.is_over,
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
        "returns": list(position.returns),
        "key": position.key,
    }
