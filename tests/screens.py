"""Whole games in a terminal, and the screens that are kept of them as text.

`python -m tests.screens` plays them again in real terminals and writes their screens anew, of each
game `<game>.txt` at 80 x 24 and `<game>-132x40.txt`. Look at the difference before you commit it.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest

from bitgames import games
from bitgames.cli import screen as drawing
from bitgames.cli.prompts import Asked
from tests.terminals import ESCAPE, Terminal, terminal

SCREENS = Path(__file__).parent / "data" / "screens"

GAMES = {
    **{name: (name, "random") for name in games.names()},
    "tictactoe": ("tictactoe", "first"),
    "mnk": ("mnk:11,11,5", "random"),
}
"""For each kept file the game, the largest that a screen of 80 x 24 has to hold, and the rival."""

SMALL, LARGE = SIZES = ((80, 24), (132, 40))
"""Columns and lines of the terminals."""

SEED = 5

WAYS = ("numbers", "names", "hints")
"""How the person says a move: by its number, by its name, or as the hint says."""

HINTS = 3
"""The number of hints in a game by hints; a hint may think half a second."""


def moves(screen: str) -> list[str]:
    """The moves that the lines above the prompt name; only an example where they are many."""
    if found := re.search(r"^\d+ moves, like (\S+)$", screen, re.MULTILINE):
        return [found[1]]
    listed = re.search(r"^moves: (.*?)\nmove \d+, ", screen, re.MULTILINE | re.DOTALL)
    assert listed is not None, screen
    return [each.split()[-1] for each in listed[1].replace("\n", " ").split(",")]


def answer(screen: str, way: str) -> str:
    """What to type: a middle move, which makes the game neither trivial nor long."""
    found = moves(screen)
    if "1NT" in found:
        return "1NT"
    if way == "numbers" and "pass" not in found:
        return str(len(found) // 2 + 1)
    return found[len(found) // 2] if "pass" not in found else "pass"


def course(first: str, type_: Callable[[str], str], way: str) -> Iterator[str]:
    """Play a game to its end and yield each screen: `type_` types a line and returns the next."""
    screen, hints = first, HINTS if way == "hints" else 0
    while re.search(r"move \d+, [^\n]*>$", screen):
        yield screen
        typed = answer(screen, way)
        if hints:
            hints -= 1
            screen = type_("hint")
            found = re.search(r"^hint: ([^\s;,]+)", screen, re.MULTILINE)
            assert found is not None, screen
            yield screen
            typed = found[1]
        screen = type_(typed)
    yield screen


def play(
    game: str, *, way: str, size: tuple[int, int], color: bool, home: Path
) -> Iterator[tuple[Terminal, str]]:
    """Play a game to its end in a real terminal; yield the terminal with each screen."""
    spec, rival = GAMES[game]
    environment = {} if color else {"NO_COLOR": "1"}
    options = ("--opponent", rival, "--side", "1", "--seed", str(SEED), "--no-autosave")
    with terminal("play", spec, *options, home=home, size=size, **environment) as started:
        for screen in course(started.wait(), started.type, way):
            yield started, screen
        started.keys("no\r")
        assert started.end() == 0


def inside(game: str, size: tuple[int, int]) -> list[str]:
    """Play the same game in this process, without a terminal; return the screens."""
    spec, rival = GAMES[game]
    asked = Asked(spec, None, rival, "1", load=None, number=None, go_on=False, seed=SEED)
    session = asked.session(SimpleNamespace(redraws=True, is_interactive=False))  # type: ignore[arg-type]
    screen = drawing.Screen(session, color=False)

    def shown(texts: Iterator[str]) -> str:
        with redirect_stdout(io.StringIO()) as drawn:
            screen.show(texts)
        # A picture begins at the top left.
        lines = ESCAPE.sub("", drawn.getvalue().rpartition("\x1b[H")[2]) + session.prompt
        return "\n".join(line.rstrip() for line in lines.split("\n"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "size", lambda: size)
        return [*course(shown(session.open()), lambda line: shown(session.handle(line)), "numbers")]


def kept(screens: Sequence[str], size: tuple[int, int]) -> str:
    """The screens of a game that are kept: the first two, one in the middle and the last."""
    picked = dict.fromkeys((0, 1, len(screens) // 2, len(screens) - 1))
    bar = "=" * size[0]
    return "".join(f"{bar}\n{screens[number]}\n" for number in picked) + f"{bar}\n"


def path(game: str, size: tuple[int, int]) -> Path:
    """The file of a game's screens."""
    return SCREENS / (f"{game}.txt" if size == SMALL else f"{game}-{size[0]}x{size[1]}.txt")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                played = play(name, way="numbers", size=size, color=False, home=Path(folder))
                text = kept([screen for _, screen in played], size)
            path(name, size).write_text(text, encoding="utf-8")
            print(path(name, size))
