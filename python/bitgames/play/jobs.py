"""Jobs: long work, such as a player's thinking, that reports progress and can be cancelled.

A room starts jobs without waiting; its front end chooses how they run. ``QueuedJobs`` runs a job
when the front end calls ``run_one``, in the same thread, so that Ctrl-C in a terminal ends a
player's thinking. ``ThreadJobs`` runs each job in a thread of its own. ``PooledJobs`` runs only
some at a time, the urgent ones first, and the others in slices of time.
"""

import threading
from collections import deque
from collections.abc import Callable
from itertools import count
from logging import getLogger
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

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
SLICE_SECONDS = 0.25
"""Time after which a study lets another one go on, in seconds."""


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
        room: object = None,
        queued: Callable[["Job", int], object] | None = None,
    ) -> None:
        """Describe the work; ``run`` does it. After ``seconds`` of work the job is cancelled.

        The studies of one ``room`` share its slices. ``queued`` is called with the job and the
        number of studies that come first, while it waits for its first slice.
        """
        self.number = number
        self.rank = rank
        self.seconds = seconds
        self.room = self if room is None else room
        self.queued = queued
        self.rest: Callable[[], object] = lambda: None
        """Lets other work go first if it is its turn; returns when this job may go on."""
        self.rested = 0.0
        """Seconds that the job has waited since it began."""
        self._until: float | None = None
        self._work, self._done, self._progress = work, done, progress
        self._cancelled = threading.Event()
        self._reported = monotonic()

    def cancel(self) -> None:
        """Cancel the work; a native player stops within 0.1 s, a Python player when it is done."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        """Return True once the job is cancelled or its time is over; other work may go first."""
        self.rest()
        return self.has_ended

    @property
    def has_ended(self) -> bool:
        """True once the job is cancelled or its time is over."""
        return self._cancelled.is_set() or self.is_late

    def clock(self) -> float:
        """Return the time in seconds, without that in which other work went first."""
        return monotonic() - self.rested

    @property
    def is_late(self) -> bool:
        """True once the time of the job is over."""
        return self._until is not None and monotonic() >= self._until

    def report(self, done: int, total: int) -> None:
        """Report progress, at most ten times a second."""
        now = monotonic()
        if now - self._reported >= REPORT_SECONDS and not self.has_ended:
            self._reported = now
            self._progress(done, total)

    def run(self) -> None:
        """Do the work and call ``done``; a job cancelled before its start does no work."""
        if self.has_ended:
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
    """Runs jobs in threads, ``threads`` studies at a time: each for a slice, then the next one.

    The rooms take turns, so that no study waits for the end of another. Moves and hints have
    places of their own, one more than studies, and run to their end, the urgent ones first.
    """

    def __init__(self, threads: int, now: Callable[[], float] = monotonic) -> None:
        self._places = threads
        self._now = now
        self._changed = threading.Condition()
        self._is_closed = False
        self._count = count(1)
        self._waiting: dict[Job, int] = {}
        """The jobs without a place, and when they began to wait."""
        self._running: dict[Job, float] = {}
        """The jobs with a place, and when their slice ends."""
        self._served: WeakKeyDictionary[object, int] = WeakKeyDictionary()
        """When each room had its latest slice."""
        self._threads: set[threading.Thread] = set()

    def start(self, job: Job) -> None:
        """Let a job wait for a place. Raises ``RuntimeError`` after ``close``."""
        thread = threading.Thread(target=self._run, args=(job,), daemon=True)
        with self._changed:
            if self._is_closed:
                raise RuntimeError("the jobs are closed")
            thread.start()
            self._threads.add(thread)
            self._waiting[job] = next(self._count)

    def close(self, seconds: float = 0.0) -> bool:
        """Cancel all that waits; wait at most ``seconds``, and return True if no thread is left."""
        with self._changed:
            self._is_closed = True
            for job in self._waiting:
                job.cancel()
            self._changed.notify_all()
            threads = list(self._threads)
        ends = monotonic() + seconds
        for thread in threads:
            thread.join(max(ends - monotonic(), 0.0))
        return not any(thread.is_alive() for thread in threads)

    def _run(self, job: Job) -> None:
        if job.rank == STUDY:
            job.rest = lambda: self._rest(job)
        try:
            self._wait(job, job.queued if job.rank == STUDY else None)
            _run(job)
        finally:
            with self._changed:
                self._waiting.pop(job, None)
                self._running.pop(job, None)
                self._threads.discard(threading.current_thread())
                self._changed.notify_all()

    def _wait(self, job: Job, queued: Callable[[Job, int], object] | None = None) -> None:
        """Wait for a place, or for the end of the job."""
        told = 0
        while True:
            with self._changed:
                before = 0 if job.has_ended else self._before(job)
                if before == 0:
                    del self._waiting[job]
                    self._running[job] = self._now() + SLICE_SECONDS
                    if job.rank == STUDY:
                        self._served[job.room] = next(self._count)
                    return
                if queued is None or before == told:
                    self._changed.wait(REPORT_SECONDS)
                    continue
            told = before
            queued(job, before)

    def _before(self, job: Job) -> int:
        """Return how many jobs have their turn before this one; 0 if there is a place for it."""
        is_study = job.rank == STUDY
        order = sorted(self._waiting, key=self._order)
        rivals = (*self._running, *order[: order.index(job)])
        before = sum((each.rank == STUDY) == is_study for each in rivals)
        return before if before >= self._places + (not is_study) else 0

    def _order(self, job: Job) -> tuple[int, int, int]:
        served = self._served.get(job.room, 0) if job.rank == STUDY else 0
        return job.rank, served, self._waiting[job]

    def _rest(self, job: Job) -> None:
        """Give the place of a study to others that wait, once its slice is over."""
        with self._changed:
            if job.has_ended or self._now() < self._running[job]:
                return
            if not any(each.rank == STUDY for each in self._waiting):
                return
            del self._running[job]
            self._waiting[job] = next(self._count)
            self._changed.notify_all()
        began = monotonic()
        self._wait(job)
        job.rested += monotonic() - began


def _run(job: Job) -> None:
    """Run a job to its end in a thread, which goes on even if its ``done`` fails."""
    try:
        job.run()
    except BaseException:
        _logger.exception("job %d failed", job.number)
