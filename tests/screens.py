"""Whole games in a terminal, and the screens that are kept of them as text.

`python -m tests.screens` plays them again and writes `tests/data/screens/<game>.txt`; look at the
difference before you commit it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.terminals import Terminal, terminal

SCREENS = Path(__file__).parent / "data" / "screens"

GAMES = {
    "tictactoe": ("tictactoe", "first"),
    "mnk": ("mnk:11,11,5", "random"),
    "othello": ("othello", "random"),
    "mosaic": ("mosaic:7", "random"),
    "quo": ("quo:7", "random"),
    "honeymoon": ("honeymoon", "random"),
}
"""For each kept file the game, the largest that a screen of 80 x 24 has to hold, and the rival."""

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


def play(
    game: str, *, way: str, size: tuple[int, int], color: bool, home: Path
) -> Iterator[tuple[Terminal, str]]:
    """Play a game to its end; yield the terminal with each screen."""
    spec, rival = GAMES[game]
    environment = {} if color else {"NO_COLOR": "1"}
    options = ("--opponent", rival, "--side", "1", "--seed", "5", "--no-autosave")
    with terminal("play", spec, *options, home=home, size=size, **environment) as started:
        screen = started.wait()
        hints = HINTS if way == "hints" else 0
        while re.search(r"move \d+, [^\n]*>$", screen):
            yield started, screen
            typed = answer(screen, way)
            if hints:
                hints -= 1
                screen = started.type("hint")
                found = re.search(r"^hint: ([^\s;,]+)", screen, re.MULTILINE)
                assert found is not None, screen
                yield started, screen
                typed = found[1]
            screen = started.type(typed)
        yield started, screen
        started.keys("no\r")
        assert started.end() == 0


def kept(game: str, home: Path) -> str:
    """The screens of a game that are kept: the first two, one in the middle and the last."""
    played = play(game, way="numbers", size=(80, 24), color=False, home=home)
    screens = [screen for _, screen in played]
    picked = dict.fromkeys((0, 1, len(screens) // 2, len(screens) - 1))
    bar = "=" * 80
    return "".join(f"{bar}\n{screens[number]}\n" for number in picked) + f"{bar}\n"


def path(game: str) -> Path:
    """The file of a game's screens."""
    return SCREENS / f"{game}.txt"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            path(name).write_text(kept(name, Path(folder)), encoding="utf-8")
        print(path(name))
