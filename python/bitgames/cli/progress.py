"""A progress bar on stderr that stays away from short work, pipes and quiet runs."""

import sys
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bitgames.cli.common import rate

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Bar"]


class Bar:
    """Counts done and to do, with the rate; shown once the work has lasted ``delay`` seconds.

    ``callback`` is what to hand to a long call: a function, or ``None`` when nothing will
    ever be shown, so that the call need not report.
    """

    def __init__(self, title: str, unit: str, *, delay: float = 1.0, quiet: bool = False) -> None:
        """Get ready; nothing is shown and rich is not loaded yet."""
        self._title, self._unit = title, unit
        self._began = perf_counter()
        self._shown_from = self._began + delay
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self.callback = None if quiet or not sys.stderr.isatty() else self._update

    def __enter__(self) -> Self:
        """Return the bar."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()

    def _update(self, done: int, total: int) -> None:
        now = perf_counter()
        if self._progress is None or self._task is None:
            if now < self._shown_from:
                return
            self._progress = _new_progress(with_end=total > 0)
            self._task = self._progress.add_task(self._title, total=None, count="")
            self._progress.start()
        speed = rate(done, now - self._began, self._unit)
        count = f"{done:,} of {total:,}, {speed}" if total else f"{done:,} {self._unit}, {speed}"
        self._progress.update(self._task, completed=done, total=total or None, count=count)


def _new_progress(*, with_end: bool) -> "Progress":
    """Make the display: a bar and the time left only where the end is known."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    # The plain line is a spinner that every encoding has.
    shown = [BarColumn(bar_width=20)] if with_end else [SpinnerColumn("line")]
    times = [TimeElapsedColumn(), TimeRemainingColumn()] if with_end else [TimeElapsedColumn()]
    return Progress(
        TextColumn("{task.description}"),
        *shown,
        TextColumn("{task.fields[count]}"),
        *times,
        console=Console(stderr=True),
        transient=True,
    )
