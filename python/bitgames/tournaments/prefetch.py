"""Items that are made while the one before them is in use."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Generic, TypeVar

Item = TypeVar("Item")

# Seconds to wait at a time, so that Ctrl-C is noticed.
_SLICE = 0.02


class Prefetch(Generic[Item]):
    """What a function returns call by call, each called in another thread before it is needed.

    One thread at a time uses it; ``close`` ends it.

    >>> items = iter("ab")
    >>> ahead = Prefetch(lambda: next(items, None))
    >>> ahead.peek(), ahead.peek()
    ('a', 'a')
    >>> ahead.advance()
    >>> ahead.peek()
    'b'
    >>> ahead.close()
    """

    def __init__(self, make: Callable[[], Item]) -> None:
        self._make = make
        self._pool = ThreadPoolExecutor(1, "prefetch")
        self._next = self._pool.submit(make)

    def is_ready(self) -> bool:
        """Whether the next item is there; wait a moment if it is not."""
        wait([self._next], _SLICE)
        return self._next.done()

    def peek(self) -> Item:
        """Return the next item, which stays the next one."""
        while not self.is_ready():
            pass
        return self._next.result()

    def advance(self) -> None:
        """Begin to make the item after the next one, which then is the next."""
        self._next = self._pool.submit(self._make)

    def close(self) -> None:
        """Wait for the thread to end."""
        self._pool.shutdown(cancel_futures=True)
