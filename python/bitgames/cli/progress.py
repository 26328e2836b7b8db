"""Progress of long work on stderr: a bar in a terminal, a line now and then elsewhere."""

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Self

from bitgames.arguments import printable
from bitgames.cli.output import rate

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LINE_SECONDS = 10.0
"""Seconds between two lines of progress without a terminal."""


class Bar:
    """The work done and to do, with the rate; shown once the work has lasted ``delay`` seconds.

    If stderr is not a terminal, ``lines`` prints a line after that time and then every ten seconds.
    ``callback`` is the ``progress`` argument for a long call: a function, or ``None`` if nothing is
    shown.
    """

    def __init__(
        self,
        title: str,
        unit: str,
        *,
        delay: float = 1.0,
        quiet: bool = False,
        lines: bool = False,
    ) -> None:
        """Prepare the bar; nothing is shown and rich is not loaded yet."""
        self._title, self._unit = title, unit
        self._began = perf_counter()
        self._shown_from = self._began + delay
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self.callback = None
        if not quiet:
            if sys.stderr.isatty():
                self.callback = self._draw
            elif lines:
                self.callback = self._print

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _print(self, done: int, total: int) -> None:
        now = perf_counter()
        if now >= self._shown_from:
            self._shown_from = now + LINE_SECONDS
            count = self._count(done, total, now)
            print(f"{printable(self._title)}: {count}, {now - self._began:.0f} s", file=sys.stderr)
            sys.stderr.flush()

    def _draw(self, done: int, total: int) -> None:
        now = perf_counter()
        if self._progress is None or self._task is None:
            if now < self._shown_from:
                return
            self._progress = _new_progress(with_end=total > 0)
            self._task = self._progress.add_task(printable(self._title), total=None, count="")
            self._progress.start()
        count = self._count(done, total, now)
        self._progress.update(self._task, completed=done, total=total or None, count=count)

    def _count(self, done: int, total: int, now: float) -> str:
        speed = rate(done, now - self._began, self._unit)
        return f"{done:,} of {total:,}, {speed}" if total else f"{done:,} {self._unit}, {speed}"


def _new_progress(*, with_end: bool) -> "Progress":
    """Make the display; with a bar and the time left if the total is known."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    # The spinner "line" is ASCII, so every encoding can print it. Titles are not markup.
    shown = [BarColumn(bar_width=20)] if with_end else [SpinnerColumn("line")]
    times = [TimeElapsedColumn(), TimeRemainingColumn()] if with_end else [TimeElapsedColumn()]
    return Progress(
        TextColumn("{task.description}", markup=False),
        *shown,
        TextColumn("{task.fields[count]}", markup=False),
        *times,
        console=Console(stderr=True),
        transient=True,
    )
