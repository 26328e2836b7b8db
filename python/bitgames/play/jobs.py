"""Work that takes long, such as a player's thinking: it reports progress and can be cancelled.

A room starts jobs and goes on; its front chooses how they run. ``QueuedJobs`` runs them when the
front calls ``run_one``, in the front's thread, so that Ctrl-C ends a player's thinking in a
terminal. ``ThreadJobs`` gives each job a thread of its own.
"""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol, TypeAlias

__all__ = ["Done", "Job", "Jobs", "QueuedJobs", "ThreadJobs", "Work"]

Progress: TypeAlias = Callable[[int, int], object]
Work: TypeAlias = Callable[["Job"], Any]
"""The work of a job; it calls ``job.is_cancelled`` and ``job.report`` now and then."""
Done: TypeAlias = Callable[["Job", Any, Exception | None], None]
"""Called at the end: with the job, its result, and the exception that ended it instead."""

REPORT_SECONDS = 0.1
"""The least time between two reports of one job."""


class Job:
    """One piece of work with a number, which can be cancelled from any thread."""

    def __init__(self, number: int, work: Work, done: Done, progress: Progress) -> None:
        """Describe the work; ``run`` does it."""
        self.number = number
        self._work, self._done, self._progress = work, done, progress
        self._cancelled = threading.Event()
        self._reported = monotonic()

    def cancel(self) -> None:
        """Ask the work to stop; a native player stops within 0.1 s, one in Python at its end."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        """Tell whether the work shall stop."""
        return self._cancelled.is_set()

    def report(self, done: int, total: int) -> None:
        """Pass progress on, at most ten times a second."""
        now = monotonic()
        if now - self._reported >= REPORT_SECONDS and not self.is_cancelled():
            self._reported = now
            self._progress(done, total)

    def run(self) -> None:
        """Do the work and tell the end of it; what was cancelled before it began is left out."""
        if self.is_cancelled():
            return
        try:
            result = self._work(self)
        except Exception as error:
            self._done(self, None, error)
        else:
            self._done(self, result, None)


class Jobs(Protocol):
    """Runs the jobs of a room."""

    def start(self, job: Job) -> None:
        """Take a job; it must not run within this call.

        Raises ``RuntimeError`` if it cannot be taken.
        """
        ...


class QueuedJobs:
    """Runs jobs when its owner asks for it, in the owner's thread.

    >>> jobs = QueuedJobs()
    >>> jobs.start(Job(1, lambda job: 7, lambda job, result, error: print(result), print))
    >>> jobs.run_one(), jobs.run_one()
    7
    (True, False)
    """

    def __init__(self) -> None:
        """Begin without a job."""
        self._waiting: deque[Job] = deque()

    def start(self, job: Job) -> None:
        """Put a job at the end of the queue."""
        self._waiting.append(job)

    def run_one(self) -> bool:
        """Run the job that waits longest; return whether there was one."""
        if not self._waiting:
            return False
        self._waiting.popleft().run()
        return True

    def run_all(self) -> None:
        """Run jobs, those that they start included, until none waits."""
        while self.run_one():
            pass


class ThreadJobs:
    """Runs each job in a thread of its own."""

    def __init__(self) -> None:
        """Begin without a thread."""
        self._running: set[threading.Thread] = set()
        self._lock = threading.Lock()

    def start(self, job: Job) -> None:
        """Start a thread that runs the job. Raises ``RuntimeError`` if there can be none."""

        def run() -> None:
            try:
                job.run()
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
        """Wait until all threads have ended, at most so long; return whether they have."""
        ends = None if seconds is None else monotonic() + seconds
        while True:
            with self._lock:
                thread = next(iter(self._running), None)
            if thread is None:
                return True
            thread.join(None if ends is None else max(ends - monotonic(), 0))
            if thread.is_alive():
                return False
