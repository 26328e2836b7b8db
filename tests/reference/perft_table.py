"""Writes the perft tables of tic-tac-toe: `python -m tests.reference.perft_table`.

The counts come from the reference alone, so that the table judges the native game.
"""

from __future__ import annotations

from pathlib import Path

from tests.reference import tictactoe

FOLDER = Path(__file__).parents[1] / "data" / "perft"

HEAD = """\
# Perft counts made by the plain-Python reference of tic-tac-toe.
# One position a line: its text, then ";D<depth> <count>" for several depths.
# Convention: a count is the number of leaves of the game tree at that depth, and a game that is
# over before the depth is reached counts as one leaf. Lines that start with "#" are comments.
"""

# Position and deepest count.
POSITIONS = [
    ("tictactoe .../.../...", 9),
    ("tictactoe .../.o./...", 8),
    ("tictactoe o../.x./...", 7),
    ("tictactoe o.x/.x./o..", 5),
    ("tictactoe oxo/xox/...", 3),
    ("tictactoe ooo/xx./...", 3),
    ("tictactoe oxo/oxx/xoo", 2),
    ("tictactoe:1 .", 2),
    ("tictactoe:2 ../..", 4),
    ("tictactoe:4 ..../..../..../....", 7),
    ("tictactoe:4 oooo/xxx./..../....", 2),
    ("tictactoe:4 ooo./xxx./..../o..x", 7),
    ("tictactoe:5 ...../...../...../...../.....", 5),
    ("tictactoe:5 oooo./xxxx./...../..o../..x..", 4),
    ("tictactoe:8 " + "/".join(["........"] * 8), 4),
    ("tictactoe:8 ooooooo./xxxxxx../......../......../......../......../......../.......x", 3),
    ("mnk:4,3,3 ..../..../....", 12),
    ("mnk:4,3,3 o..x/.o../x...", 8),
    ("mnk:4,4,3 ..../..../..../....", 7),
    ("mnk:3,5,3 .../.../.../.../...", 7),
    ("mnk:5,5,4 ...../...../...../...../.....", 5),
    ("mnk:6,5,4 ....../....../....../....../......", 4),
    ("mnk:6,5,4 ....../.ox.../.oxo../..x.../......", 5),
    ("mnk:3,3,1 .../.../...", 3),
    ("mnk:3,3,2 .../.../...", 9),
    ("mnk:7,1,3 .......", 7),
    ("mnk:9,9,9 " + "/".join(["........."] * 9), 3),
    ("mnk:26,4,4 " + "/".join(["." * 26] * 4), 3),
    ("mnk:4,26,4 " + "/".join(["...."] * 26), 3),
    ("mnk:11,11,5 " + "/".join(["." * 11] * 11), 3),
    (
        "mnk:11,11,5 oooo......./.........../x........../.x........./..x......../"
        + "/".join(["." * 11] * 5)
        + "/..........x",
        3,
    ),
    (
        "mnk:11,11,5 .........../.........../....o....../.....o...../....xxxx.../.......o.../"
        ".........../.........../.........../.........../..........o",
        3,
    ),
]


def table(name: str) -> str:
    """The table of the positions whose text begins with that name of a game."""
    lines = []
    for text, deepest in POSITIONS:
        if text.split(":")[0].split(" ")[0] == name:
            game = tictactoe.parse(text)
            if not game.is_possible():
                raise ValueError(f"no game leads to {text}")
            counts = [(depth, tictactoe.perft(game, depth, {})) for depth in range(1, deepest + 1)]
            lines.append(text + "".join(f";D{depth} {count}" for depth, count in counts) + "\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    for name in ("tictactoe", "mnk"):
        (FOLDER / f"{name}.perft").write_text(table(name), encoding="ascii")
