"""Writes the perft tables: `python -m tests.reference.perft_table GAME ...`, all without a name.

The counts come from the references alone, so that the tables judge the native games. Only the
deepest ones of Othello are published numbers, and its tables say so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from tests.reference import REFERENCES, othello

FOLDER = Path(__file__).parents[1] / "data" / "perft"

HEAD = """\
# Perft counts made by the plain-Python reference of {title}.
# One position a line: its text, then ";D<depth> <count>" for several depths.
# Convention: a count is the number of leaves of the game tree at that depth, and a game that is
# over before the depth is reached counts as one leaf. Lines that start with "#" are comments.
"""

OTHELLO_HEAD = """\
# Perft counts of Othello made by its plain-Python reference, those of the start on 8 x 8 beyond
# depth 8 excepted: these are the published ones, on which several independent programs agree.
# One position a line: its text, then ";D<depth> <count>" for several depths.
# Convention: a count is the number of leaves of the game tree at that depth, a game that is over
# before the depth is reached counts as one leaf, and {convention}.
# Lines that start with "#" are comments.
"""

# Depths 9 to 13 from the start, with a pass as a ply and with a pass free.
OTHELLO_DEEP = {
    True: [3005288, 24571284, 212258800, 1939886636, 18429641748],
    False: [3005320, 24571420, 212260880, 1939899208, 18429791868],
}


def tables(name: str) -> Iterator[tuple[str, str]]:
    """The tables of a game: each with the name of its file and its text."""
    if name == "othello":
        yield "othello", _othello(pass_is_ply=True)
        yield "othello_pass_free", _othello(pass_is_ply=False)
        return
    reference = REFERENCES[name]
    lines = []
    for text, deepest in reference.positions:
        game = reference.parse(text)
        if not reference.is_possible(game):
            raise ValueError(f"no game leads to {text}")
        counts = [reference.perft(game, depth) for depth in range(1, deepest + 1)]
        lines.append(_line(text, counts))
    yield name, HEAD.format(title=reference.title) + "".join(lines)


def _othello(pass_is_ply: bool) -> str:
    """The table of one convention about passes."""
    convention = "a pass is a ply of its own" if pass_is_ply else "a pass costs no ply"
    lines = []
    for text, deepest in othello.POSITIONS:
        game = othello.parse(text)
        known: dict[str, int] = {}
        depths = range(1, deepest + 1)
        counts = [othello.perft(game, depth, known, pass_is_ply) for depth in depths]
        if game.text == othello.Game().text:
            counts += OTHELLO_DEEP[pass_is_ply]
        lines.append(_line(text, counts))
    return OTHELLO_HEAD.format(convention=convention) + "".join(lines)


def _line(text: str, counts: list[int]) -> str:
    return text + "".join(f";D{i} {count}" for i, count in enumerate(counts, start=1)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write perft tables.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(REFERENCES)}")
    names = parser.parse_args().games or list(REFERENCES)
    if unknown := set(names) - set(REFERENCES):
        parser.error(f"no reference of {', '.join(sorted(unknown))}")
    for name in names:
        for file, text in tables(name):
            (FOLDER / f"{file}.perft").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
