"""The page in other languages: what people meet is said in none of them in English."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bitgames as bg
from bitgames.web.assets import asset
from tests.browser.conftest import Home, Server
from tests.browser.driver import Mouse, answers, begin, expect, let_show, state, wait_until
from tests.browser.test_games import GAMES
from tests.test_watching import results

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

LANGUAGES = {"ja": "ja-JP", "zh-Hant": "zh-TW"}
NAMES = {"bitgames", "first", "random", "greedy", "Mosaic", "Quo", "NTxx", "Elo", "llr"}
"""Names of players and games, and how calls and ratings are written."""
SHOWN = """() => {
    const isShown = (each) => each.checkVisibility() && !each.closest("select, textarea, script");
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
        if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
    for (const name of ["aria-label", "title", "alt", "placeholder"])
        for (const each of document.querySelectorAll(`[${name}]`))
            if (isShown(each)) texts.push(each.getAttribute(name));
    return texts;
}"""


def words(language: str) -> Callable[[str], str]:
    """Return what the page says in a language."""
    catalogue = dict(zip(*json.loads(asset(f"{language}.json")), strict=True))
    return lambda text: catalogue[text]


def english(page: Page) -> set[str]:
    """The texts on the screen with a word in Latin letters; moves and cards are none."""
    found = set()
    for text in page.evaluate(SHOWN):
        if set(re.findall(r"[A-Za-z]*[a-z]{2,}", text)) - NAMES:
            found.add(text)
    return found


class Reader(Mouse):
    """Reads all that is on the screen after each move, and now and then a hint and its reason."""

    def __init__(self, page: Page, hint: str) -> None:
        super().__init__(page)
        self.hint = hint

    def act(self, target: Locator) -> None:
        for again in range(2 if self.moves % 10 == 0 else 0):
            told = hints(self.page)
            self.page.get_by_role("button", name=self.hint, exact=True).click()
            wait(self.page, lambda told=told: hints(self.page) > told)
            assert not english(self.page), again
        target.click()
        assert not english(self.page)


def hints(page: Page) -> int:
    """The number of hints that the page has heard whole."""
    return sum(each["final"] for each in answers(page, "hint"))


def wait(page: Page, is_done: Callable[[], bool]) -> None:
    """Wait for an answer, and until the page shows it."""
    wait_until(page, is_done, "no answer")
    let_show(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", GAMES)
def test_a_game_is_said_in_the_language_of_the_page(
    home: Home, open_page: Callable[..., Page], title: str, language: str
) -> None:
    page, say = open_page(home.address), words(language)
    size, seats = GAMES[title]
    begin(page, title, size, seats, seed=11)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option(language)
    for tab in ("Tree", "Analysis"):
        page.get_by_role("tab", name=say(tab)).click()
    told = len(answers(page, "values"))
    page.get_by_role("button", name=say("Analyse"), exact=True).click()
    wait(page, lambda: len(answers(page, "values")) > told)
    assert not english(page)
    page.get_by_role("button", name=say("Analyse"), exact=True).click()
    Reader(page, say("Hint")).play_to_the_end()
    assert state(page)["ended"]["how"] == "rules"
    for summary in ("The deal", "Tricks") if title == "Honeymoon bridge" else ():
        page.get_by_text(say(summary), exact=True).first.click()
    assert not english(page)


@pytest.mark.parametrize(("language", "locale"), LANGUAGES.items())
def test_faults_of_a_board_are_said_in_the_language_of_the_page(
    home: Home, open_page: Callable[..., Page], language: str, locale: str
) -> None:
    page, say = open_page(home.address, locale=locale), words(language)
    assert not english(page)
    page.get_by_role("button", name=say("Set up a position")).click()

    def named(cell: str) -> Locator:
        return page.get_by_role("button", name=re.compile(f"^{cell}[,、]"))

    for board, cells, before in (
        ("tictactoe", ["a1", "b1"], "h8"),
        ("mosaic:4", ["2a1", "1d4", "2b2"], "c3"),
    ):
        page.get_by_role("combobox", name=say("Board"), exact=True).select_option(board)
        expect(named(before)).to_have_count(0)
        for cell in cells:
            named(cell).click()
            expect(
                page.get_by_role("button", name=f"{cell}, {say('empty')}", exact=True)
            ).to_have_count(0)
        expect(page.get_by_role("alert")).not_to_have_text("")
        assert not english(page)


@pytest.mark.parametrize(("language", "locale"), LANGUAGES.items())
def test_a_tournament_is_told_in_the_language_of_the_page(
    start_server: Callable[..., Server],
    open_page: Callable[..., Page],
    tmp_path: Path,
    language: str,
    locale: str,
) -> None:
    path = tmp_path / "league.jsonl"
    results(path, "tictactoe", players=["first", "random"], sprt=bg.Sprt(elo0=0, elo1=50))
    page = open_page(start_server(0, "--watch", str(path)).address, locale=locale)
    expect(page.get_by_label(words(language)("Result"), exact=True)).not_to_have_text("")
    assert not english(page)
