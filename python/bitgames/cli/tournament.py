"""Every player against every other: the matches, and the table of their scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bitgames._core import Position
from bitgames.matches import MatchResult, match
from bitgames.seeding import child_seed

__all__ = ["Tournament", "play"]


@dataclass(frozen=True, slots=True)
class Tournament:
    """The results of all pairs of some players."""

    names: tuple[str, ...]
    results: dict[tuple[int, int], MatchResult]
    """The match of each pair, by the places of its players, the smaller one first."""

    def points(self, player: int, other: int) -> float:
        """Return the points of a player in a hundred games against another, 0 to 100."""
        low, high = min(player, other), max(player, other)
        score = 100 * self.results[low, high].score
        return score if player == low else 100 - score

    def mean(self, player: int) -> float:
        """Return the points of a player in a hundred games against all others alike."""
        others = [other for other in range(len(self.names)) if other != player]
        return sum(self.points(player, other) for other in others) / len(others)

    def table(self, order: Sequence[int]) -> list[str]:
        """Return the points of each row's player against that of each column, as lines.

        ``order`` has the places of the players in the rows, and so in the columns.
        """
        wide = max(len(name) for name in self.names)
        heads = [self.names[player] for player in order]
        # Long names would fill the line: their columns have the numbers of the rows.
        numbered = any(len(head) > 5 for head in heads)
        if numbered:
            heads = [str(row) for row in range(1, len(order) + 1)]
            wide += 4
        lines = ["".join(["".ljust(wide + 2), *(head.rjust(6) for head in heads), "mean".rjust(9)])]
        for row, player in enumerate(order, 1):
            cells = [
                "     -" if other == player else f"{self.points(player, other):6.1f}"
                for other in order
            ]
            name = f"{row:2}  {self.names[player]}" if numbered else self.names[player]
            lines.append(f"{name.ljust(wide + 2)}{''.join(cells)}{self.mean(player):9.1f}")
        return lines

    def ranking(self) -> list[int]:
        """Return the places of the players, the best first."""
        return sorted(range(len(self.names)), key=self.mean, reverse=True)


def play(
    names: Sequence[str],
    start: str | Position,
    games: int,
    seed: int,
    *,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Tournament:
    """Play a match of ``games`` games between every two players.

    Pair ``i`` draws from child ``i`` of the seed. ``options`` are those of ``match``.

    >>> played = play(["ai1", "ai6", "ai14"], "tictactoe", 10, 1)
    >>> [played.names[player] for player in played.ranking()]
    ['ai14', 'ai6', 'ai1']
    """
    pairs = list(combinations(range(len(names)), 2))
    results = {}
    for number, (a, b) in enumerate(pairs):
        tell = None if progress is None else _counting(progress, number * games, len(pairs) * games)
        results[a, b] = match(
            names[a], names[b], start, games, child_seed(seed, number), progress=tell, **options
        )
    return Tournament(tuple(names), results)


def _counting(
    progress: Callable[[int, int], object], before: int, total: int
) -> Callable[[int, int], object]:
    """Report the games of one match as some of the games of all."""
    return lambda done, _: progress(before + done, total)
