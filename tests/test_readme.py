"""The first page: what its first screen shows, its links, and the copy for package indexes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests import scripts

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.load(ROOT / "docs" / "readme.py", "docs_readme")


def project() -> dict[str, Any]:
    """What `pyproject.toml` says of the package."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["project"])


def addresses(text: str) -> list[str]:
    """All links and pictures, as a reader of Markdown finds them."""
    tokens = [
        each
        for block in MarkdownIt("commonmark").enable("table").parse(text)
        for each in [block, *(block.children or ())]
    ]
    found = [each.attrGet("href") or each.attrGet("src") for each in tokens]
    return [str(each) for each in found if each]


def anchors(page: str) -> set[str]:
    """The names of the headings of a page, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_it_is_short() -> None:
    lines = README.splitlines()
    assert len(lines) <= 150
    assert all(line == line.rstrip() for line in lines)


def test_the_first_screen_has_a_line_a_picture_and_two_commands() -> None:
    title, line, picture, first, second, *_ = README.partition("\n## ")[0].split("\n\n")
    assert title == "# bitgames"
    assert len(line) < 130
    assert re.fullmatch(r"!\[[^]]+\]\(docs/games\.svg\)", picture)
    assert first.splitlines()[1] == "pip install . && bitgames demo"
    assert second.splitlines()[1].startswith("pip install '.[test]' && ")


def test_its_links_lead_to_files_of_the_repository() -> None:
    site = project()["urls"]["Documentation"]
    found = addresses(README)
    assert len(found) > 30
    for each in found:
        if each.startswith(site):
            continue
        path, _, anchor = each.partition("#")
        assert (ROOT / path).is_file(), each
        assert not anchor or anchor in anchors((ROOT / path).read_text(encoding="utf-8")), each


def test_package_indexes_get_the_same_with_absolute_links(script: ModuleType) -> None:
    shown = script.for_indexes(README)
    assert script.FILE.read_text(encoding="utf-8") == shown, "run python docs/readme.py"
    assert ROOT / project()["readme"] == script.FILE
    source = project()["urls"]["Source"]
    raw = source.replace("https://github.com/", "https://raw.githubusercontent.com/")
    ours, theirs = addresses(README), addresses(shown)
    assert f"{raw}/main/docs/games.svg" in theirs
    assert len(theirs) == len(ours)
    for own, each in zip(ours, theirs, strict=True):
        assert each in (f"{source}/blob/main/{own}", f"{raw}/main/{own}", own)
        assert each.startswith("https://")
    assert re.sub(r"https://[\w./]+?/main/", "", shown) == script.NOTE + README
