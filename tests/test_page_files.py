"""The files of the page: small, complete in themselves, and safe by their form."""

import gzip
import re
from importlib.resources import files

import pytest

NAMES = ("index.html", "app.js", "board.js", "style.css", "icon.svg")
MAX_BYTES = 41 << 10


def text_of(name: str) -> str:
    return (files("bitgames.web") / "static" / name).read_text(encoding="utf-8")


def test_files_are_small() -> None:
    sizes = {name: len(gzip.compress(text_of(name).encode())) for name in NAMES}
    assert sum(sizes.values()) <= MAX_BYTES, sizes


def test_board_imports_nothing() -> None:
    """A notebook loads the board from a blob, from which nothing can be imported."""
    assert not re.search(r"^\s*import\b|\bimport\(", text_of("board.js"), re.MULTILINE)
    assert re.findall(r"^import .* from \"(.+)\"", text_of("app.js"), re.M) == ["./board.js"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_comes_from_another_host(name: str) -> None:
    found = set(re.findall(r"https?://[^\s\"'`)>]+", text_of(name)))
    assert found <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", ["app.js", "board.js", "index.html"])
def test_no_text_becomes_markup_or_code(name: str) -> None:
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\sstyle="
    )
    assert not re.search(forbidden, text_of(name))
