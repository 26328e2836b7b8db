"""The conversation of a person with a session: on the screen of a terminal, or line by line.

A pipe gets every text in turn, and Ctrl-C ends the command. In a terminal Ctrl-C ends the thinking
of the computer; at the prompt it asks once whether to leave.
"""

import signal
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from types import FrameType

from bitgames.cli import autosave
from bitgames.cli.autosave import Kept
from bitgames.cli.console import use_color
from bitgames.cli.errors import reason, warn
from bitgames.cli.keyboard import Keyboard
from bitgames.cli.screen import Screen, can_redraw, size
from bitgames.cli.session import LEAVING, Session
from bitgames.cli.thinking import Spinner
from bitgames.cli.wording import hint_words

_LEAVE = "leave? yes, no, or save FILE; Ctrl-C again leaves at once> "


class Terminal:
    """Where the person sits: a terminal, or a pipe.

    As a context it gives the terminal back as it was.
    """

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        """True if a person sits at a terminal."""
        self.redraws = self.is_interactive and can_redraw()
        """True if the board is drawn again in its place."""
        self._session: Session | None = None
        self._screen: Screen | None = None
        self._keyboard: Keyboard | None = None
        self._stack = ExitStack()
        # Why the game could not be kept, to be said at the end.
        self._trouble: str | None = None
        self._kept: tuple[int, int, int, bool] | None = None

    def __enter__(self) -> "Terminal":
        if self.is_interactive:
            if self.redraws and sys.platform != "win32":
                # Before the keyboard: readline then keeps this function besides its own.
                for number in (signal.SIGWINCH, signal.SIGCONT):
                    before = signal.signal(number, self._redraw)
                    self._stack.callback(signal.signal, number, before)
            self._keyboard = self._stack.enter_context(Keyboard(self._words))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def read(self, prompt: str) -> str:
        """Read a line, or raise ``EOFError`` at the end of input; in a pipe, echo the line."""
        try:
            line = input(prompt) if self._keyboard is None else self._keyboard.read(prompt)
        except EOFError:
            print()
            raise
        if not sys.stdin.isatty():
            print(line)
        return line

    def play(self, session: Session, *, keep: bool) -> None:
        """Hold the conversation to its end; ``keep`` keeps the game on disk after every move."""
        self._session = session
        session.stops = self.is_interactive
        if keep:
            session.keep = self._keep
        try:
            with ExitStack() as stack:
                if self.redraws:
                    self._screen = stack.enter_context(Screen(session, color=use_color()))
                    session.sign = self._spinner
                    stack.callback(setattr, self, "_screen", None)
                self._converse(session)
        except KeyboardInterrupt:
            if self.is_interactive:
                self._say_what_is_kept(session, keep=keep)
            raise
        self._say_what_is_kept(session, keep=keep)

    def _say_what_is_kept(self, session: Session, *, keep: bool) -> None:
        """Say how the game goes on, or why it cannot."""
        if self._trouble is not None:
            warn(f"the game is not kept: {self._trouble}")
        elif keep and self._kept is not None and session.can_continue:
            name = session.record.start.game.partition(":")[0]
            print(f"the game is kept: bitgames play {name} --continue")

    def _converse(self, session: Session) -> None:
        self._show(session.open())
        while not session.done:
            try:
                line = self.read(session.prompt)
            except EOFError:
                line = "quit"
            except KeyboardInterrupt:
                if not self.is_interactive:
                    raise
                self._leave(session)
                continue
            self._show(session.handle(line))
        session.keep()

    def _leave(self, session: Session) -> None:
        """Ask whether to leave; a second Ctrl-C is not caught."""
        if self._screen is None:
            print()
        else:
            self._screen.draw()
        try:
            answer = self.read(_LEAVE).strip()
        except EOFError:
            answer = "yes"
        if answer.lower() in ("y", "yes", *LEAVING):
            self._show(session.handle("quit"))
        elif answer.lower().startswith("save"):
            texts = list(session.handle(answer))
            self._show(texts)
            if any(text.startswith("saved to ") for text in texts):
                self._show(session.handle("quit"))
        else:
            self._show(["the game goes on"])

    def _show(self, texts: Iterable[str]) -> None:
        """Print each text at once, before the computer thinks about the next move."""
        if self._screen is not None:
            self._screen.show(texts)
            return
        for text in texts:
            print(text, flush=True)

    def _words(self) -> list[str]:
        return [] if self._session is None else self._session.words()

    def _spinner(self, words: str) -> Spinner:
        """Return the sign of thinking, in the place of the prompt."""
        assert self._screen is not None
        self._screen.draw()
        return Spinner(words, self._found, lambda: size()[0])

    def _found(self) -> str:
        """Describe what the work in progress has found so far."""
        assert self._session is not None
        progress = self._session.progress
        if (hint := progress.get("hint")) is not None:
            return hint_words(self._session.game.position, hint).splitlines()[0]
        found = progress.get("progress", {"done": 0, "depth": 0})
        words = [f"depth {found['depth']}"] if found["depth"] else []
        return ", ".join([*words, f"{found['done']:,} positions"] if found["done"] else words)

    def _redraw(self, number: int, frame: FrameType | None) -> None:
        """Draw everything again, in a new size or after the program was stopped."""
        if self._screen is not None and self._keyboard is not None:
            self._screen.draw()
            self._keyboard.redraw()

    def _keep(self) -> None:
        """Keep the game on disk if it has changed; one that cannot go on is removed."""
        session = self._session
        assert session is not None
        game, tree = session.game, session.game.tree
        state = (game.number, tree.current.number, len(tree), session.can_continue)
        if state == self._kept or (len(tree) == 1 and game.number == 0):
            return
        try:
            if not session.can_continue:
                autosave.forget(tree.root.position.game)
            else:
                autosave.store(
                    Kept(
                        tree=tree,
                        opponent=session.opponent,
                        side=session.side,
                        seed=game.seed,
                        number=game.number,
                        series=game.earlier,
                    )
                )
        except OSError as error:
            self._trouble = reason(error)
        self._kept = state
