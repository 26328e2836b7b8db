"""Places for connections that have not shown a secret yet: whoever comes finds one."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

Client: TypeAlias = tuple[str, int]
"""The address and the port from which a connection comes."""


class Places:
    """A number of places; where all are taken, an old connection is ended.

    It is the oldest of the address that has the most. So silent connections keep nobody out: a
    client shows its secret long before its connection is the oldest, and those of one address give
    way to each other before those of another.

    >>> places = Places(2)
    >>> for at in ("A", 1), ("B", 1), ("B", 2):
    ...     places.take(at, lambda at=at: print("the end of", at))
    the end of ('B', 1)
    """

    def __init__(self, count: int) -> None:
        self._count = count
        # The oldest first.
        self._taken: dict[Client, Callable[[], object]] = {}

    def take(self, client: Client, end: Callable[[], object]) -> None:
        """Give a place to a connection; ``end`` will end it."""
        self._taken.pop(client, None)
        self._taken[client] = end
        if len(self._taken) > self._count:
            have = Counter(address for address, _ in self._taken)
            most = max(have.values())
            oldest = next(each for each in self._taken if have[each[0]] == most)
            self._taken.pop(oldest)()

    def free(self, client: Client | None) -> None:
        """Free the place of a connection, if it has one."""
        if client is not None:
            self._taken.pop(client, None)
