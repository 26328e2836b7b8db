"""The tables of planes on the games' pages, made from the code.

`python -m tests.plane_tables` writes them anew into `docs/games`. A table stands below the comment
`<!-- planes: SPEC -->` and ends at the next empty line.
"""

from __future__ import annotations

import re
from pathlib import Path

import bitgames as bg

FOLDER = Path(__file__).parents[1] / "docs" / "games"
TABLE = re.compile(r"^<!-- planes: (\S+) -->\n\n((?:\|.*\n)*)", re.MULTILINE)


def table(spec: str) -> str:
    """The table of the planes of a game, in Markdown."""
    rows = [f"| {number} | {name} |" for number, name in enumerate(bg.games.get(spec).plane_names)]
    return "\n".join(["| plane | what it shows |", "|---:|---|", *rows]) + "\n"


def remade(page: str) -> str:
    """The text of a page with its tables made anew."""
    return TABLE.sub(lambda found: f"<!-- planes: {found[1]} -->\n\n{table(found[1])}", page)


def main() -> None:
    for path in sorted(FOLDER.glob("*.md")):
        page = path.read_text(encoding="utf-8")
        made = remade(page)
        if made != page:
            path.write_text(made, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
