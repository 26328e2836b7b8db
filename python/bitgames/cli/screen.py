"""The screen of a game in a terminal: one board, redrawn in its place after every move.

From the top: the game and its players, the board, the key of its marks, the texts since the last
line that was typed, and the prompt. It is drawn on the terminal's other screen, so that what stood
there before stands there again in the end.
"""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from textwrap import wrap

from bitgames.cli.pictures import Choices, Shown
from bitgames.cli.session import Session

_BEGIN, _END = "\x1b[?1049h", "\x1b[?1049l"
_HOME, _ERASE_LINE, _ERASE_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_BACK, _MORE = "Enter shows the board again", "Enter shows more"


def size() -> tuple[int, int]:
    """Return the columns and lines of the terminal."""
    found = shutil.get_terminal_size()
    return found.columns, found.lines


def can_redraw() -> bool:
    """Whether input and output are a terminal that understands escape codes."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    from rich.console import Console

    console = Console()
    return not (console.is_dumb_terminal or console.legacy_windows)


class Screen:
    """Draws a session; as a context it lasts from the first picture to the end of the session."""

    def __init__(self, session: Session, *, color: bool) -> None:
        self._session = session
        self._color = color
        self._shown: Shown | None = None
        # The texts since the last line that was typed.
        self._texts: list[str] = []
        # The list of moves, which stands above the prompt.
        self._choices = ""
        # The lines of a long text that had no room.
        self._rest: list[str] = []

    def __enter__(self) -> "Screen":
        self._write(_BEGIN)
        return self

    def __exit__(self, *_: object) -> None:
        """Change back, and leave the last board there."""
        self._write(_END)
        if self._shown is not None:
            print(self._session.pictures.board(self._shown.node))

    def show(self, texts: Iterable[str]) -> None:
        """Draw the pictures and texts that answer a line.

        They come at once, except where a player thinks: the sign of that draws what there is.
        """
        rest, self._texts = self._rest, []
        for text in texts:
            if isinstance(text, Shown):
                self._shown, self._choices = text, ""
            elif isinstance(text, Choices):
                self._choices = text
            else:
                self._texts.append(text)
        if not self._texts:
            self._texts = rest
        self.draw()

    def draw(self) -> None:
        """Draw everything again, in the size that the terminal has now."""
        columns, lines = size()
        shown = [*self._lines(columns, lines - 1)]
        self._write(_HOME + "".join(f"{_ERASE_LINE}{line}\n" for line in shown) + _ERASE_BELOW)

    def _lines(self, columns: int, most: int) -> Iterator[str]:
        """Yield the lines above the prompt, at most ``most`` of them."""
        self._rest = []
        texts = [line for text in self._texts for line in _wrapped(text, columns)]
        choices = _wrapped(self._choices, columns)
        if self._shown is None:
            yield from texts[-most:]
            return
        node, legal = self._shown.node, self._shown.legal
        board = self._session.pictures.board(node, legal=legal).split("\n")
        wide = max(len(_ESCAPE.sub("", line)) for line in board)
        if wide > columns or len(board) > most:
            needs, has = f"{len(board) + 1} lines", most + 1
            if wide > columns:
                needs, has = f"{wide} columns", columns
            yield from _wrapped(f"enlarge the window: {needs}, not {has}", columns)
            return
        key = _wrapped(self._session.pictures.key(node, legal=legal), columns)
        title = [self._styled(self._session.pictures.title(columns), _BOLD)]
        if len(texts) > max(most - len(board), 3):
            # A text that is longer than the room below the board has the screen for itself.
            room = most if len(texts) <= most else most - 1
            yield from texts[:room]
            self._rest = texts[room:]
            if self._rest or room > len(texts):
                yield self._styled(_MORE if self._rest else _BACK, _DIM)
            return
        key = [self._styled(line, _DIM) for line in key]
        # What is least needed goes first: empty lines, the key, the list of moves, the title.
        for parts in (
            [*title, "", *board, *key, "", *texts, *choices],
            [*title, *board, *key, *texts, *choices],
            [*title, *board, *texts, *choices],
            [*title, *board, *texts],
            [*board, *texts],
        ):
            if len(parts) <= most:
                break
        yield from parts[:most]

    def _styled(self, text: str, style: str) -> str:
        return f"{style}{text}{_RESET}" if self._color else text

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, the long ones broken at spaces.

    >>> _wrapped("a long line", 7)
    ['a long', 'line']
    """
    if not text:
        return []
    lines = text.split("\n")
    return [
        part for line in lines for part in ([line] if len(line) <= width else wrap(line, width))
    ]
