"""Results of async functions for callers that are not async: an event loop in a thread of its own.

The thread of the caller may have a running loop already, as in a notebook.
"""

import os
from collections.abc import Awaitable
from concurrent.futures import wait
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from bitgames.protocols.program import LateError

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

_Result = TypeVar("_Result")

# Seconds to wait at a time, so that Ctrl-C is noticed on every system.
_SLICE = 0.05

# By the number of the process: a forked child has no thread of its parent.
_loops: "dict[int, AbstractEventLoop]" = {}


def result_of(awaitable: Awaitable[_Result], until: float | None) -> _Result:
    """Return the result of what an async function returned, all of which share one loop.

    Raises ``LateError``, and cancels the function, if there is none before ``until``, a time of
    ``time.monotonic``. Ctrl-C cancels it, too.

    >>> async def answer():
    ...     return "b2"
    >>> result_of(answer(), None)
    'b2'
    """
    from asyncio import run_coroutine_threadsafe

    async def finished() -> _Result:
        return await awaitable

    future = run_coroutine_threadsafe(finished(), _loop())
    try:
        while not wait([future], _SLICE).done:
            if until is not None and monotonic() >= until:
                raise LateError
    except BaseException:
        future.cancel()
        raise
    return future.result()


def _loop() -> "AbstractEventLoop":
    found = _loops.get(os.getpid())
    if found is None:
        from asyncio import new_event_loop

        found = _loops.setdefault(os.getpid(), new_event_loop())
        Thread(target=found.run_forever, name="async players", daemon=True).start()
    return found
