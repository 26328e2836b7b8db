"""The picture of the first page is what the package draws."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from tests import scripts

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.load(ROOT / "docs" / "picture.py", "docs_picture")


def test_the_picture_is_what_the_package_draws(script: ModuleType) -> None:
    kept = (ROOT / "docs" / "games.svg").read_text(encoding="utf-8")
    assert kept == script.picture(), "run python docs/picture.py, and look at the picture"


def test_the_picture_stands_on_the_first_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = readme.partition("\n## ")[0]
    assert "](docs/games.svg)" in first


def test_every_position_is_there_whole(script: ModuleType) -> None:
    """Six pictures, and nothing of a hand that south does not see."""
    drawn = ET.fromstring(script.picture())
    inner = [each for each in drawn.iter(f"{{{script.SVG}}}svg")][1:]
    assert len(inner) == 6
    cells = [sum("data-cell" in each.attrib for each in one.iter()) for one in inner]
    assert cells == [91, 64, 0, 55, 42, 9]
    cards = [each.get("data-card") for each in inner[2].iter() if "data-card" in each.attrib]
    assert len(cards) == 13 + 2  # south's hand, the card of the stock, the card led
