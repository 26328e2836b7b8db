"""The rules of every game on one screen, and the same text on the game's page."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

import bitgames as bg
from bitgames import games
from bitgames.games.rulebook import LANGUAGES, SCREEN
from tests.test_translations import DOCS, messages

ROOT = Path(__file__).parents[1]
SPECS = [spec for name in games.names() for spec in games.examples(name)]
TEXTS = ROOT / "python" / "bitgames" / "games" / "rules"
ENGLISH = sorted(TEXTS.glob("*.md"))
OTHERS = sorted(TEXTS.glob("*/*.md"))


@pytest.mark.parametrize("spec", SPECS)
def test_rules_fit_on_a_screen(spec: str) -> None:
    lines = games.rules_text(spec).split("\n")
    columns, rows = SCREEN
    assert (max(map(len, lines)) <= columns, len(lines) <= rows) == (True, True), lines
    assert "`" not in "".join(lines)
    assert games.facts(spec).title in lines[0]


def test_rules_of_a_position_are_those_of_its_game() -> None:
    position = bg.position("othello:4").play("b1")
    assert games.rules_text(position) == games.rules_text("othello:4")


def test_the_picture_is_a_real_position() -> None:
    rules = games.rules("othello")
    assert rules.previous is not None
    assert rules.previous.play(rules.last_move) == rules.position
    assert rules.picture in games.rules_text("othello")


def test_a_long_spec_does_not_widen_the_title() -> None:
    options = "scoring=rubber,vulnerable=both,part_scores=60/40,notrump=no,dealer=north"
    lines = games.rules_text(f"honeymoon:bicycle,{options}").split("\n")
    assert lines[0] == "Honeymoon bridge"


def test_every_file_of_rules_belongs_to_a_game() -> None:
    assert {path.stem for path in ENGLISH} == {games.facts(spec).name for spec in SPECS}
    assert [(path.parent.name, path.stem) for path in OTHERS] == [
        (language, path.stem) for language in LANGUAGES[1:] for path in ENGLISH
    ]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_rules_in_another_language_say_the_same(path: Path) -> None:
    """They have the same paragraphs with the same code, and fit on the same screen."""
    text, english = path.read_text("utf-8"), (TEXTS / path.name).read_text("utf-8")
    joined = replace(games.rules("tictactoe"), text=english).paragraphs
    for line, original in zip(text.splitlines(), joined.splitlines(), strict=True):
        assert line[:2] == "- " if original[:2] == "- " else line[:2] != "- "
        assert sorted(re.findall("`[^`]+`", line)) == sorted(re.findall("`[^`]+`", original))
    spec = next(spec for spec in SPECS if games.facts(spec).name == path.stem)
    shown = str(games.rules(spec, path.parent.name)).splitlines()
    assert sum(1 + max(0, columns(line) - 1) // SCREEN[0] for line in shown) <= SCREEN[1]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_documentation_translates_rules_in_the_same_words(path: Path) -> None:
    folder = DOCS / "locales" / path.parent.name.replace("zh-Hant", "zh_TW")
    catalogue = folder / "LC_MESSAGES" / "games" / f"{path.stem}.po"
    if catalogue.is_file():
        translated = set(messages(catalogue).values())
        lines = [line.removeprefix("- ") for line in path.read_text("utf-8").splitlines() if line]
        assert [line for line in lines if line not in translated] == []


@pytest.mark.parametrize("spec", ["chess", "othello:5", ""])
def test_a_game_that_is_not_there_has_no_rules(spec: str) -> None:
    with pytest.raises((bg.UnknownGameError, bg.ParameterError)):
        games.rules_text(spec)


def test_rules_are_for_games_and_positions() -> None:
    with pytest.raises(TypeError):
        games.rules_text(3)  # type: ignore[arg-type]


def columns(line: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in line)


def test_rules_are_in_languages_that_there_are() -> None:
    with pytest.raises(bg.ParameterError, match=r"must be 'en' or 'ja' or 'zh-Hant', not '../ja'"):
        games.rules("othello", "../ja")


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.stem)
def test_the_page_of_a_game_includes_its_rules(path: Path) -> None:
    """One source: the page begins with the picture and the text that the command prints."""
    page = (ROOT / "docs" / "games" / path.name).read_text(encoding="utf-8")
    opening = page.partition("\n## ")[0]
    assert f"```{{include}} ../../python/bitgames/games/rules/{path.name}\n```" in opening
    assert f"$ bitgames rules {path.stem}\n" in opening
