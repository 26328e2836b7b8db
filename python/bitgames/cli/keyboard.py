"""Lines from a terminal: edited, with history and completion; keys typed meanwhile are kept.

The standard library's ``readline`` does the editing. It loads in 1 ms, prompt_toolkit in 180 ms.
Where it is missing (Windows) the system edits the line and keeps earlier ones, without completion:
neither the standard library nor a dependency has more than single keys there.
"""

import sys
from collections.abc import Callable
from typing import Any

if sys.platform != "win32":
    import termios

_KEPT_LINES = 500


class Keyboard:
    """The keyboard of a terminal; as a context it hides keys except while a line is read.

    ``words`` returns what can be typed now; the Tab key completes it.
    """

    def __init__(self, words: Callable[[], list[str]]) -> None:
        self._words = words
        self._found: list[str] = []
        self._typed: Callable[[], str] = str
        self._mode: list[Any] | None = None
        # The prompt of the line that is being read.
        self._prompt: str | None = None
        if sys.platform == "win32":
            return
        try:
            import readline
        except ImportError:
            # Some builds of Python lack it.
            return
        self._typed = readline.get_line_buffer
        readline.set_completer(self._complete)
        readline.set_completer_delims(" \t")
        # libedit, the readline of macOS, has a language of its own.
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        readline.set_history_length(_KEPT_LINES)

    def __enter__(self) -> "Keyboard":
        """Hide what is typed from here on; it waits for the next ``read``."""
        if sys.platform != "win32":
            self._mode = termios.tcgetattr(sys.stdin.fileno())
            self._hide()
        return self

    def __exit__(self, *_: object) -> None:
        self._show()
        self._mode = None

    def read(self, prompt: str) -> str:
        """Read a line after a prompt. Raises ``EOFError`` and ``KeyboardInterrupt``."""
        self._show()
        self._prompt = prompt
        try:
            return input(prompt)
        finally:
            self._prompt = None
            self._hide()

    def redraw(self) -> None:
        """Write the prompt and what is typed so far again, on a line that was erased."""
        if self._prompt is not None:
            sys.stdout.write(self._prompt + self._typed())
            sys.stdout.flush()

    def _hide(self) -> None:
        if sys.platform != "win32" and self._mode is not None:
            mode = [*self._mode[:6], [*self._mode[6]]]
            # Without lines, so that the keys reach the next prompt as they are; Ctrl-C still works.
            mode[3] &= ~(termios.ECHO | termios.ICANON)
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, mode)

    def _show(self) -> None:
        if sys.platform != "win32" and self._mode is not None:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._mode)

    def _complete(self, text: str, state: int) -> str | None:
        """Return the word number ``state`` that begins with ``text``, as readline asks."""
        if state == 0:
            typed = text.lower()
            self._found = [word for word in self._words() if word.lower().startswith(typed)]
        return self._found[state] if state < len(self._found) else None
