"""Ratings as tables of text."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bitgames.arguments import printable, shortened

if TYPE_CHECKING:
    from bitgames.tournament.ratings import RatedPool, Ratings

__all__ = ["cross_text", "name_text", "score_of", "share_text", "superiority_text", "to_text"]

_WIDE = 24  # characters of a player's name
_HEADS = ("#", "player", "rating", "95% interval", "games", "score")


def to_text(found: "Ratings") -> str:
    """Return the table of the ratings and what the model says of seats and draws.

    >>> from bitgames.tournament.ratings import ratings
    >>> print(to_text(ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)])))
    """
    lines: list[str] = []
    for number, pool in enumerate(found.pools):
        if lines:
            lines.append("")
        if len(found.pools) > 1:
            lines.append(f"pool {number + 1}: no game joins these players with the others")
        rows = [_HEADS]
        for rank, name in enumerate(pool.names, 1):
            player = found[name]
            interval = f"{_points(player.low)} to {_points(player.high)}"
            counts = (f"{player.games:,}", f"{player.score:.1%}")
            rows.append((str(rank), name_text(name), _points(player.rating), interval, *counts))
        lines += _aligned(rows)
        lines.append(_said(pool))
    if found.unrated:
        lines += ["", f"no games: {', '.join(map(name_text, found.unrated))}"]
    return "\n".join(lines)


def cross_text(found: "Ratings") -> str:
    """Return the table of the scores of each player against each other, by pool.

    >>> from bitgames.tournament.ratings import ratings
    >>> print(cross_text(ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)])))
    """
    return _matrix(found, lambda row, column: share_text(score_of(found.cross[row][column])))


def superiority_text(found: "Ratings") -> str:
    """Return the table of the probabilities that the row's player is stronger, by pool.

    >>> from bitgames.tournament.ratings import ratings
    >>> print(superiority_text(ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)])))
    """
    return _matrix(found, lambda row, column: share_text(found.superiority[row][column]))


def score_of(results: tuple[int, int, int]) -> float | None:
    """Return points per game of wins, draws and losses; ``None`` without games.

    >>> score_of((1, 1, 0)), score_of((0, 0, 0))
    (0.75, None)
    """
    wins, draws, losses = results
    games = wins + draws + losses
    return (wins + draws / 2) / games if games else None


def share_text(share: float | None) -> str:
    """Return a share in percent, with one decimal; nothing for ``None``.

    >>> share_text(0.5), share_text(None), share_text(0.99999)
    ('50.0', '', '>99.9')
    """
    if share is None:
        return ""
    if 0.9995 <= share < 1.0:
        return ">99.9"
    if 0.0 < share < 0.0005:
        return "<0.1"
    return f"{100 * share:.1f}"


def name_text(name: str) -> str:
    """Return a player's name for a table: on one line and not too long.

    >>> name_text("python -m bitgames engine othello")
    'python -m bitgames engi…'
    """
    return shortened(printable(name), _WIDE - 1)


def _points(rating: float) -> str:
    return f"{round(rating):+d}" if round(rating) else "0"


def _said(pool: "RatedPool") -> str:
    """Return what the model says of the games of a pool."""
    words = []
    if pool.first_seat is None or pool.first_seat_interval is None:
        words.append("first seat: the games do not tell")
    else:
        low, high = map(_points, pool.first_seat_interval)
        words.append(f"first seat {_points(pool.first_seat)} ({low} to {high})")
    words.append(f"draws of equals {pool.draw_rate:.1%}")
    if pool.intervals == "profile":
        words.append("intervals by profile likelihood")
    return "; ".join(words)


def _matrix(found: "Ratings", cell: Callable[[int, int], str]) -> str:
    blocks = []
    begin = 0
    for pool in found.pools:
        places = range(begin, begin + len(pool.names))
        begin = places.stop
        rows = [["#", "player", *(str(rank) for rank in range(1, len(pool.names) + 1))]]
        for rank, (place, name) in enumerate(zip(places, pool.names, strict=True), 1):
            cells = ("-" if place == other else cell(place, other) for other in places)
            rows.append([str(rank), name_text(name), *cells])
        blocks.append("\n".join(_aligned(rows)))
    return "\n\n".join(blocks)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(wide[column]) if column == 1 else text.rjust(wide[column])
            for column, text in enumerate(row)
        ).rstrip()
        for row in rows
    ]
