"""The table of a running tournament on stderr: live in a terminal, else a line now and then."""

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from bitgames.arguments import printable
from bitgames.cli.output import rate
from bitgames.cli.progress import LINE_SECONDS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from bitgames.tournaments import Tournament

_DRAWN_EVERY = 0.25
_RARELY = 20  # times what it takes to draw: a large table is drawn less often


class Standings:
    """Shows how far a tournament is; ``show`` is its ``progress``.

    The table is drawn in a terminal from ``delay`` seconds on, and removed at the end. Elsewhere a
    line is printed every ten seconds.
    """

    def __init__(self, *, delay: float = 0.5, quiet: bool = False) -> None:
        """Prepare the display; nothing is shown and rich is not loaded yet."""
        self.tournament: Tournament | None = None
        """The tournament, once it has begun."""
        self._is_terminal = sys.stderr.isatty()
        self._quiet = quiet
        self._began = monotonic()
        self._from = self._began + (delay if self._is_terminal else LINE_SECONDS)
        self._live: Live | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    @property
    def speed(self) -> str:
        """The finished games of this run, with their rate."""
        assert self.tournament is not None
        done = self.tournament.num_games - self.tournament.taken_over
        seconds = monotonic() - self._began
        return f"{done:,} games in {seconds:.2f} s, {rate(done, seconds, 'games')}"

    def show(self, played: "Tournament") -> None:
        """Show the tournament so far."""
        now = monotonic()
        if self.tournament is None:
            self.tournament, self._began = played, now
        if self._quiet or now < self._from:
            return
        if self._is_terminal:
            self._draw(played)
            self._from = now + max(_DRAWN_EVERY, _RARELY * (monotonic() - now))
        else:
            self._from = now + LINE_SECONDS
            print(f"playing: {self._state(played)}", file=sys.stderr, flush=True)

    def _state(self, played: "Tournament") -> str:
        done, total = played.num_games, played.most_games
        seconds = max(monotonic() - self._began, 1e-9)
        speed = (done - played.taken_over) / seconds
        left = f", about {_time((total - done) / speed)} left" if speed > 0 else ""
        faults = f", {played.faults} faults" if played.faults else ""
        return (
            f"{done:,} of {total:,} games, {rate(round(speed * 100), 100, 'games')}{faults}{left}"
        )

    def _draw(self, played: "Tournament") -> None:
        picture = self._picture(played)
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                picture, console=Console(stderr=True), auto_refresh=False, transient=True
            )
            self._live.start()
        self._live.update(picture, refresh=True)

    def _picture(self, played: "Tournament") -> "RenderableType":
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        standings = played.table
        heads, *rows = standings.cells()
        table = Table(box=None, pad_edge=False)
        for column, head in enumerate(heads):
            table.add_column(head, justify="left" if column == 1 else "right", no_wrap=True)
        for row in rows:
            table.add_row(*(Text(text) for text in row))
        bar = ProgressBar(total=max(played.most_games, 1), completed=played.num_games, width=40)
        tests = [
            Text(printable(line)) for line in filter(None, [standings.note, *played.verdicts()])
        ]
        return Group(table, *tests, bar, Text(self._state(played)))


def _time(seconds: float) -> str:
    """Return a time in words, roughly.

    >>> _time(5), _time(600), _time(2e4)
    ('5 s', '10 min', '5.6 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
