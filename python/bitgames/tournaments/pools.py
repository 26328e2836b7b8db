"""Pools: players who are joined by games, directly or by way of others, and their games summed up.

Ratings of players of different pools cannot be compared.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bitgames.tournaments.outcomes import Outcome, pairings


@dataclass(frozen=True, slots=True)
class Kinds:
    """The pairs of games of a pool by kind: two players, and how their games ended.

    Column 0 of the tables is for games in which the player ``low`` has the first side, column 1 for
    those in which ``high`` has it. Kinds of the same two players stand together.
    """

    low: NDArray[np.intp]
    """One player of each kind: the smaller number."""
    high: NDArray[np.intp]
    """The other player."""
    number: NDArray[np.float64]
    """How many pairs are of the kind."""
    games: NDArray[np.float64]
    """Games of a pair: ``(kinds, 2)``."""
    net: NDArray[np.float64]
    """Wins less losses of the first side, halved: ``(kinds, 2)``."""
    draws: NDArray[np.float64]
    """Draws of a pair, on either side."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Players joined by games, in the order of their names, with the sums of their games.

    >>> (pool,) = pools([Outcome("a", "b", 1.0, 0), Outcome("b", "a", 0.5, 0)])
    >>> pool.names, pool.tally[0, 1].tolist(), pool.tally[1, 0].tolist()
    (('a', 'b'), [1, 0, 0], [0, 1, 0])
    >>> pool.is_comparable, pool.has_seats
    (True, True)
    """

    names: tuple[str, ...]
    """The players."""
    tally: NDArray[np.int64]
    """Wins, draws and losses of player ``i`` on the first side against ``j``: ``(n, n, 3)``."""
    kinds: Kinds
    """The pairs of games by kind."""

    @property
    def is_comparable(self) -> bool:
        """True if the games alone have a finite best fit (Lester Ford's condition, 1957).

        That is, if there are no two groups of players of which one won all games against the other.
        """
        scored = self.tally[..., 0] + self.tally[..., 1] > 0
        scored |= (self.tally[..., 2] + self.tally[..., 1] > 0).T
        return _reaches_all(scored) and _reaches_all(scored.T)

    @property
    def has_seats(self) -> bool:
        """True if the games tell what the first seat is worth.

        They do not if all could be explained by the players alone: for example, if the same player
        begins all games.
        """
        played = self.tally.sum(axis=2) > 0
        worth: dict[int, int] = {0: 0}
        todo = [0]
        while todo:
            here = todo.pop()
            for sign, row in ((-1, played[here]), (1, played[:, here])):
                for there in np.flatnonzero(row).tolist():
                    if there not in worth:
                        worth[there] = worth[here] + sign
                        todo.append(there)
                    elif worth[there] != worth[here] + sign:
                        return True
        return False


def pools(outcomes: Sequence[Outcome]) -> list[Pool]:
    """Split outcomes into pools: the one with most players first, then by name.

    >>> games = [Outcome("a", "b", 1.0, 0), Outcome("c", "d", 1.0, 0), Outcome("c", "e", 1.0, 0)]
    >>> [pool.names for pool in pools(games)]
    [('c', 'd', 'e'), ('a', 'b')]
    """
    groups = pairings(outcomes)
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while (above := leader.setdefault(name, name)) != name:
            leader[name] = leader[above]
            name = above
        return name

    for low, high in groups:
        leader[find(low)] = find(high)
    members: dict[str, list[str]] = {}
    for name in sorted(leader):
        members.setdefault(find(name), []).append(name)
    within: dict[str, dict[tuple[str, str], dict[int, list[Outcome]]]] = {}
    for pair in sorted(groups):
        within.setdefault(find(pair[0]), {})[pair] = groups[pair]
    order = sorted(members.values(), key=lambda names: (-len(names), names))
    return [_pool(names, within[find(names[0])]) for names in order]


def _pool(names: list[str], groups: dict[tuple[str, str], dict[int, list[Outcome]]]) -> Pool:
    place = {name: number for number, name in enumerate(names)}
    tally = np.zeros((len(names), len(names), 3), dtype=np.int64)
    rows: list[tuple[int, int, int, tuple[tuple[bool, int], ...]]] = []
    for (low, high), pairs in groups.items():
        i, j = place[low], place[high]
        # A game as: the smaller name has the second side, and 0 for a win of the first, 1, 2.
        found = Counter(
            tuple(sorted((each.first != low, 2 - int(2 * each.score)) for each in games))
            for games in pairs.values()
        )
        for kind, number in sorted(found.items()):
            rows.append((i, j, number, kind))
            for is_swapped, result in kind:
                first, second = (j, i) if is_swapped else (i, j)
                tally[first, second, result] += number
    games, net = np.zeros((len(rows), 2)), np.zeros((len(rows), 2))
    draws = np.zeros(len(rows))
    for row, (_, _, _, kind) in enumerate(rows):
        for is_swapped, result in kind:
            games[row, int(is_swapped)] += 1
            net[row, int(is_swapped)] += (1 - result) / 2
            draws[row] += result == 1
    low_places, high_places, numbers = (np.array([row[at] for row in rows]) for at in range(3))
    kinds = Kinds(low_places, high_places, numbers.astype(float), games, net, draws)
    return Pool(tuple(names), tally, kinds)


def _reaches_all(links: NDArray[np.bool_]) -> bool:
    """Whether all can be reached from the first."""
    seen, todo = {0}, [0]
    while todo:
        new = set(np.flatnonzero(links[todo.pop()]).tolist()) - seen
        seen |= new
        todo += new
    return len(seen) == len(links)
