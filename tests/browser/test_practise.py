"""Practice on the page: one session by the keyboard alone, one by touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bitgames.practice import Deck, problems
from bitgames.practice.deck import deck_file
from tests.browser.conftest import Server
from tests.browser.driver import answers, expect, let_show, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def begin(page: Page, title: str) -> None:
    """Begin a session from the start."""
    page.get_by_role("button", name=title, exact=True).click()
    page.get_by_role("button", name="Practise", exact=True).click()
    expect(page.get_by_role("heading", name="Practise")).to_be_visible()


def serve(
    start_server: Callable[..., Server], folder: Path, game: str, count: int = 10
) -> tuple[Server, Path]:
    """Serve a deck of one game, which needs no more positions."""
    path = deck_file(game, folder)
    with Deck.open(path, game) as deck:
        assert deck.extend(islice(problems(game, seed=1), count)) == count
    return start_server(0, "--decks", str(folder)), path


def told(page: Page) -> dict[str, Any]:
    """What the page has heard last."""
    return answers(page, "practice")[-1]


def wait_for(page: Page, count: int) -> dict[str, Any]:
    wait_until(page, lambda: len(answers(page, "practice")) >= count, "no answer came")
    let_show(page)
    return told(page)


def cell(page: Page, text: str) -> Locator:
    return page.locator(f"#practise button[data-cell][aria-label^='{text},']")


def verdict(page: Page) -> Locator:
    return page.locator("#practise").get_by_role("status")


def answer_all(
    page: Page, path: Path, answer: Callable[[Locator], object], go_on: Callable[[], object]
) -> int:
    """Answer all positions of a session, the first one wrongly; return how many were asked."""
    heard, asked = 1, 0
    while (now := wait_for(page, heard))["card"] is not None:
        asked += 1
        expect(page.locator("#practise .progress")).to_have_text(
            "Once more" if now["again"] else f"{now['done'] + 1} of 10"
        )
        expect(verdict(page)).to_contain_text("to move")
        card = Deck.load(path)[int(now["card"].partition(".")[0])]
        move = card.values[-1 if asked == 1 else 0].move
        answer(cell(page, str(move)))
        heard += 1
        judged = wait_for(page, heard)["verdict"]
        assert judged["right"] is (asked > 1)
        start = "Right: " if asked > 1 else f"{move} loses "
        expect(verdict(page)).to_contain_text(start)
        expect(verdict(page)).to_contain_text(str(card.best_moves[0]))
        # The best moves have their ring, and every value is named.
        expect(page.locator("#practise svg .best").first).to_be_visible()
        expect(cell(page, str(card.best_moves[0]))).to_have_accessible_name(
            _with_value(card.values[0].value)
        )
        go_on()
        heard += 1
    return asked


def _with_value(value: float) -> re.Pattern[str]:
    """The end of the name of a cell whose move has a value."""
    return re.compile(rf"{re.escape(f'{value:+g}' if value else '0')}$")


def test_a_session_by_the_keyboard(
    start_server: Callable[..., Server], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    server, path = serve(start_server, tmp_path, "othello:6")
    page = open_page(server.address, viewport={"width": 1280, "height": 720})
    begin(page, "Othello")

    def answer(target: Locator) -> None:
        # The focus is on the board from the beginning: arrows and Enter are enough.
        assert page.evaluate("document.activeElement.dataset.cell") is not None
        walk(page, target)
        page.keyboard.press("Enter")

    keys = iter(["Enter", "Space"] * 20)
    assert answer_all(page, path, answer, lambda: page.keyboard.press(next(keys))) == 11
    expect(verdict(page)).to_contain_text("9 of 10 right")
    expect(verdict(page)).to_contain_text("next position: ")
    assert all(len(card.answers) == 1 for card in Deck.load(path))


def test_an_ending_of_bridge_in_japanese(
    start_server: Callable[..., Server], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """The address names the game; cards have their values after the answer; a press goes on."""
    server, path = serve(start_server, tmp_path, "honeymoon", 10)
    page = open_page(server.address, locale="ja")
    expect(page.get_by_role("button", name="練習", exact=True)).to_be_visible()
    page.goto(f"{server.base}#practise=honeymoon")
    asked = wait_for(page, 1)
    assert asked["scene"]["kind"] == "table" and asked["verdict"] is None
    assert page.locator("#practise em.grade").count() == 0
    page.locator("#practise button.card[aria-disabled=false]").first.click()
    wait_for(page, 2)
    expect(page.locator("#practise em.grade.best").first).to_be_visible()
    expect(verdict(page)).to_contain_text("。")
    assert not re.search("[a-z]{4}", verdict(page).inner_text())
    page.locator("#practise button.card[aria-disabled=false]").last.click()
    assert wait_for(page, 3)["verdict"] is None
    # A page that is loaded anew goes on with the session.
    page.reload()
    expect(page.locator("#practise .progress")).to_have_text("10 問中 2 問目")
    assert sum(len(card.answers) for card in Deck.load(path)) == 1


def test_a_deck_in_use_is_told(
    start_server: Callable[..., Server], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    server, path = serve(start_server, tmp_path, "tictactoe")
    page = open_page(server.address)
    with Deck.open(path, "tictactoe"):
        begin(page, "Tic-tac-toe")
        expect(verdict(page)).to_contain_text("tictactoe.deck: another process")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(verdict(page)).to_contain_text("to move")


def walk(page: Page, target: Locator) -> None:
    """Go to a cell by the arrows."""
    goal = int(target.get_attribute("data-cell") or 0)
    for _ in range(40):
        here = int(page.evaluate("document.activeElement.dataset.cell"))
        if here == goal:
            return
        rows, columns = goal // 6 - here // 6, goal % 6 - here % 6
        key = "Down" if rows > 0 else "Up" if rows < 0 else "Right" if columns > 0 else "Left"
        page.keyboard.press(f"Arrow{key}")
    raise AssertionError("the arrows do not come to the cell")


def test_a_session_by_touch(
    start_server: Callable[..., Server], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    server, path = serve(start_server, tmp_path, "tictactoe")
    page = open_page(server.address, **PHONE)
    begin(page, "Tic-tac-toe")
    places = iter(["board", "button"] * 20)

    def go_on() -> None:
        if next(places) == "button":
            page.get_by_role("button", name="Next", exact=True).tap()
        else:
            page.locator("#practise svg").first.tap(position={"x": 5, "y": 5})

    assert answer_all(page, path, lambda target: target.tap(), go_on) == 11
    expect(verdict(page)).to_contain_text("9 of 10 right")
