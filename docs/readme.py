"""Write the README of package indexes: the same text, whose links and picture work there, too.

``python docs/readme.py`` reads ``README.md``, whose links are relative so that they work in every
copy of the repository, and writes ``python/README.md`` with the addresses of the repository.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from bitgames.files import write_atomic

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "README.md"
FILE = ROOT / "python" / "README.md"
BRANCH = "main"
NOTE = "<!-- Written by docs/readme.py from README.md: change that file. -->\n\n"

LINK = re.compile(r"(!?)\[([^][]*)\]\((?!https?:)([^()\s]+)\)")
"""A link or picture with a relative address; code of the page has nothing that looks like one."""


def for_indexes(readme: str) -> str:
    """Return the text with absolute addresses."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pages = project["urls"]["Source"]
    files = pages.replace("https://github.com/", "https://raw.githubusercontent.com/")

    def absolute(found: re.Match[str]) -> str:
        mark, words, path = found.groups()
        base = f"{files}/{BRANCH}" if mark else f"{pages}/blob/{BRANCH}"
        return f"{mark}[{words}]({base}/{path})"

    return NOTE + LINK.sub(absolute, readme)


if __name__ == "__main__":
    write_atomic(FILE, for_indexes(SOURCE.read_text(encoding="utf-8")).encode())
