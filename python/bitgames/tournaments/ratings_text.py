"""Ratings as tables of text."""

from typing import TYPE_CHECKING, Literal

from bitgames.results import REPEATS
from bitgames.tables import aligned
from bitgames.tournaments.crosstable import short_name

if TYPE_CHECKING:
    from bitgames.tournaments.ratings import RatedPool, Ratings

_HEADS = ("#", "player", "rating", "95% interval", "games", "score")


def to_text(found: "Ratings") -> str:
    """Return the table of the ratings and what the model says of seats and draws.

    >>> from bitgames.tournaments.ratings import ratings
    >>> print(to_text(ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)], seed=0)))
    #  player  rating  95% interval  games  score
    1  a         +112   -98 to +321      2  75.0%
    2  b         -112   -321 to +98      2  25.0%
    first seat +223 (-64 to +510); draws of equals 58.3%
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
            interval = f"{points_text(player.low)} to {points_text(player.high)}"
            counts = (f"{player.games:,}", f"{player.score:.1%}")
            rows.append(
                (str(rank), short_name(name), points_text(player.rating), interval, *counts)
            )
        lines += aligned(rows, left=[1])
        lines.append(_said(pool))
    if found.unrated:
        lines += ["", f"no games: {', '.join(map(short_name, found.unrated))}"]
    if found.repeats:
        lines.append(REPEATS)
    return "\n".join(lines)


def matrix_text(found: "Ratings", kind: Literal["score", "likelihood"]) -> str:
    """Return a table of each player against each other, by pool, in percent.

    It has the scores of the row's player, or the likelihood that it is stronger.

    >>> from bitgames.tournaments.ratings import ratings
    >>> print(matrix_text(ratings([("a", "b", 1, 0), ("b", "a", 0.5, 0)]), "score"))
    #  player     1     2
    1  a          -  75.0
    2  b       25.0     -
    """
    blocks = []
    begin = 0
    for pool in found.pools:
        places = range(begin, begin + len(pool.names))
        begin = places.stop
        rows = [["#", "player", *(str(rank) for rank in range(1, len(pool.names) + 1))]]
        for rank, (place, name) in enumerate(zip(places, pool.names, strict=True), 1):
            if kind == "score":
                cells = [share_text(score_of(each)) for each in found.cross[place]]
            else:
                cells = [likely_text(each) for each in found.superiority[place]]
            cells[place] = "-"
            rows.append([str(rank), short_name(name), *cells[places.start : places.stop]])
        blocks.append("\n".join(aligned(rows, left=[1])))
    return "\n\n".join(blocks)


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

    >>> share_text(0.5), share_text(None)
    ('50.0', '')
    """
    return "" if share is None else f"{100 * share:.1f}"


def likely_text(probability: float | None) -> str:
    """Return a probability as ``share_text`` does; never as certain.

    >>> likely_text(0.99999), likely_text(0.00001)
    ('>99.9', '<0.1')
    """
    if probability is not None and not 0.0005 <= probability < 0.9995:
        return "<0.1" if probability < 0.5 else ">99.9"
    return share_text(probability)


def points_text(rating: float) -> str:
    """Return a rating as text, in whole points.

    >>> points_text(3.7), points_text(-0.2)
    ('+4', '0')
    """
    return f"{round(rating):+d}" if round(rating) else "0"


def _said(pool: "RatedPool") -> str:
    """Return what the model says of the games of a pool."""
    words = []
    if pool.first_seat is None or pool.first_seat_interval is None:
        words.append("first seat: the games do not tell")
    else:
        low, high = map(points_text, pool.first_seat_interval)
        words.append(f"first seat {points_text(pool.first_seat)} ({low} to {high})")
    words.append(f"draws of equals {pool.draw_rate:.1%}")
    if pool.intervals == "profile":
        words.append("intervals by profile likelihood")
    return "; ".join(words)
