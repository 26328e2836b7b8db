"""Jobs: long work, such as a player's thinking, that reports progress and can be cancelled.

A room starts jobs without waiting; its front end chooses how they run. ``QueuedJobs`` runs a job
when the front end calls ``run_one``, in the same thread, so that Ctrl-C in a terminal ends a
player's thinking. ``ThreadJobs`` runs each job in a thread of its own, ``PooledJobs`` all of them
in a few threads.
"""

import threading
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from logging import getLogger
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Protocol, TypeAlias

from bitgames.arguments import Progress

__all__ = [
    "HINT",
    "MOVE",
    "STUDY",
    "Done",
    "Job",
    "Jobs",
    "PooledJobs",
    "QueuedJobs",
    "ThreadJobs",
    "Work",
]

_logger = getLogger(__name__)

MOVE, HINT, STUDY = range(3)
"""The ranks of jobs, the most urgent first: a player's move, a hint, and all other work."""

Work: TypeAlias = Callable[["Job"], Any]
"""The work of a job; it calls ``job.is_cancelled`` and ``job.report`` regularly."""
Done: TypeAlias = Callable[["Job", Any, BaseException | None], None]
"""Called at the end with the job and its result, or the exception that ended it."""

REPORT_SECONDS = 0.1
"""Least time between two reports of one job, in seconds."""


class Job:
    """Work with a number; any thread can cancel it."""

    def __init__(
        self,
        number: int,
        work: Work,
        done: Done,
        progress: Progress,
        *,
        rank: int = MOVE,
        seconds: float | None = None,
    ) -> None:
        """Describe the work; ``run`` does it. After ``seconds`` of work the job is cancelled."""
        self.number = number
        self.rank = rank
        self.seconds = seconds
        self._until: float | None = None
        self._work, self._done, self._progress = work, done, progress
        self._cancelled = threading.Event()
        self._reported = monotonic()

    def cancel(self) -> None:
        """Cancel the work; a native player stops within 0.1 s, a Python player when it is done."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        """Return True once the job is cancelled or its time is over."""
        return self._cancelled.is_set() or self.is_late

    @property
    def is_late(self) -> bool:
        """True once the time of the job is over."""
        return self._until is not None and monotonic() >= self._until

    def report(self, done: int, total: int) -> None:
        """Report progress, at most ten times a second."""
        now = monotonic()
        if now - self._reported >= REPORT_SECONDS and not self.is_cancelled():
            self._reported = now
            self._progress(done, total)

    def run(self) -> None:
        """Do the work and call ``done``; a job cancelled before its start does no work."""
        if self.is_cancelled():
            return
        if self.seconds is not None:
            self._until = monotonic() + self.seconds
        result, fault = None, None
        try:
            result = self._work(self)
        except BaseException as error:
            # Ctrl-C comes to the main thread alone; all else is a fault of the work, as ``exit()``.
            if isinstance(error, KeyboardInterrupt) and current_thread() is main_thread():
                raise
            fault = error
        self._done(self, result, fault)


class Jobs(Protocol):
    """Runs the jobs of a room."""

    def start(self, job: Job) -> None:
        """Accept a job; it must not run within this call.

        Raises ``RuntimeError`` if the job cannot be accepted.
        """
        ...


class QueuedJobs:
    """Runs jobs in the owner's thread, at the owner's calls.

    >>> jobs = QueuedJobs()
    >>> jobs.start(Job(1, lambda job: 7, lambda job, result, error: print(result), print))
    >>> jobs.run_one(), jobs.run_one()
    7
    (True, False)
    """

    def __init__(self) -> None:
        self._waiting: deque[Job] = deque()

    def start(self, job: Job) -> None:
        """Put a job at the end of the queue."""
        self._waiting.append(job)

    @property
    def next(self) -> Job | None:
        """The job that ``run_one`` runs next; ``None`` without one."""
        return self._waiting[0] if self._waiting else None

    def run_one(self) -> bool:
        """Run the oldest waiting job; return False without one."""
        if not self._waiting:
            return False
        self._waiting.popleft().run()
        return True

    def run_all(self) -> None:
        """Run all jobs, also those that they start."""
        while self.run_one():
            pass


class ThreadJobs:
    """Runs each job in a thread of its own."""

    def __init__(self) -> None:
        self._running: set[threading.Thread] = set()
        self._lock = threading.Lock()

    def start(self, job: Job) -> None:
        """Start a thread that runs the job. Raises ``RuntimeError`` if no thread can start."""

        def run() -> None:
            try:
                _run(job)
            finally:
                with self._lock:
                    self._running.discard(thread)

        thread = threading.Thread(target=run, name=f"bitgames-job-{job.number}", daemon=True)
        with self._lock:
            self._running.add(thread)
        try:
            thread.start()
        except RuntimeError:
            with self._lock:
                self._running.discard(thread)
            raise

    def join(self, seconds: float | None = None) -> bool:
        """Wait at most ``seconds`` until all threads have ended; return True if they have."""
        ends = None if seconds is None else monotonic() + seconds
        while True:
            with self._lock:
                thread = next(iter(self._running), None)
            if thread is None:
                return True
            thread.join(None if ends is None else max(ends - monotonic(), 0))
            if thread.is_alive():
                return False


class PooledJobs:
    """Runs jobs in ``threads`` threads, urgent ones first.

    One more thread takes moves and hints only, so that they do not wait for long work.
    """

    def __init__(self, threads: int) -> None:
        self._waiting: list[tuple[int, int, Job]] = []
        self._count = 0
        self._changed = threading.Condition()
        self._is_closed = False
        self._most = [*[STUDY] * threads, HINT]
        """The last rank that each thread takes."""
        self._threads: list[threading.Thread] = []

    def start(self, job: Job) -> None:
        """Let a job wait for a thread. Raises ``RuntimeError`` after ``close``."""
        with self._changed:
            if self._is_closed:
                raise RuntimeError("the jobs are closed")
            while len(self._threads) < len(self._most):
                most = self._most[len(self._threads)]
                thread = threading.Thread(target=self._run, args=(most,), daemon=True)
                thread.start()
                self._threads.append(thread)
            self._count += 1
            heappush(self._waiting, (job.rank, self._count, job))
            self._changed.notify_all()

    def close(self, seconds: float = 0.0) -> bool:
        """Cancel all that waits; wait at most ``seconds``, and return True if no thread is left."""
        with self._changed:
            self._is_closed = True
            for *_, job in self._waiting:
                job.cancel()
            self._waiting.clear()
            self._changed.notify_all()
        ends = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(ends - monotonic(), 0.0))
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self, most: int) -> None:
        while (job := self._next(most)) is not None:
            _run(job)

    def _next(self, most: int) -> Job | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_closed or (self._waiting and self._waiting[0][0] <= most)
            )
            return None if self._is_closed else heappop(self._waiting)[2]


def _run(job: Job) -> None:
    """Run a job to its end in a thread, which goes on even if its ``done`` fails."""
    try:
        job.run()
    except BaseException:
        _logger.exception("job %d failed", job.number)
