"""A person at the page, who holds on to accessible names alone: by mouse, touch or keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Without Playwright every test file that imports this one is left out, with this reason.
expect = pytest.importorskip(
    "playwright.sync_api", reason="needs a browser: pip install 'bitgames[browser]'"
).expect

PLAYABLE = "#board button[aria-disabled=false]"
_CELL = re.compile(r"(\d*)([a-z])(\d+),")


def begin(
    page: Page, title: str, size: str, seats: dict[str, str], seed: int | None = None
) -> None:
    """Begin a game from the start view."""
    page.get_by_role("button", name=title, exact=True).click()
    more(page)
    page.get_by_label("Variant", exact=True).select_option(size)
    for name, player in seats.items():
        page.get_by_label(f"Seat {name}", exact=True).select_option(player)
    if seed is not None:
        page.get_by_label("Seed", exact=True).fill(str(seed))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#play")).to_be_visible()
    expect(page.get_by_role("status")).not_to_have_text("")


def more(page: Page) -> None:
    """Open the options that most people need not see."""
    if page.locator("#start details.more[open]").count() == 0:
        page.get_by_text("More options").click()


def choose(page: Page, name: str) -> None:
    """Press a button of the menu."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()


def call(page: Page, bid: str) -> None:
    """Bid by level and strain."""
    page.get_by_role("group", name="Level").get_by_role("button", name=bid[0], exact=True).click()
    page.get_by_role("button", name=bid, exact=True).click()


def answers(page: Page, kind: str) -> list[dict[str, Any]]:
    """Return what the server has sent of a kind."""
    # The fixture that opens a page keeps there what it hears.
    found = map(json.loads, page.heard)  # type: ignore[attr-defined]
    return [answer for answer in found if answer["is"] == kind]


def states(page: Page) -> list[dict[str, Any]]:
    """Return the states that the server has sent to a page."""
    return answers(page, "state")


def state(page: Page) -> dict[str, Any]:
    """Return the last state."""
    return states(page)[-1]


def wait_until(page: Page, is_done: Callable[[], bool], fault: str) -> None:
    """Wait until something holds; ``fault`` says what is wrong if it never does."""
    end = monotonic() + 120
    while not is_done():
        if monotonic() > end:
            raise AssertionError(f"{fault}: {state(page)}")
        page.wait_for_timeout(10)


def wait_for_turn(page: Page) -> bool:
    """Wait until this person can move; return False if the game is over."""

    def is_ready() -> bool:
        now = state(page)
        return now["ended"] is not None or ("play" in now["can"] and not now["waits"])

    wait_until(page, is_ready, "nobody moves")
    let_show(page)
    return state(page)["ended"] is None


def wait_for_move(page: Page, number: int) -> None:
    """Wait until the server has told more than ``number`` states, and the page shows the last."""
    wait_until(page, lambda: len(states(page)) > number, "the server does not answer")
    let_show(page)


def let_show(page: Page) -> None:
    """Wait until a page shows what it has heard: its own timer is late when the page is."""
    page.evaluate("() => new Promise((done) => setTimeout(done, 40))")


def pick(page: Page, at: int) -> Locator:
    """Choose one of the moves that can be played; cards lie in a hand, cells on a grid."""
    expect(page.locator(PLAYABLE).first).to_be_attached()
    found = page.locator(PLAYABLE)
    return found.nth(at % found.count())


class Hand:
    """Plays a game to its end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves = 0

    def act(self, target: Locator) -> None:
        """Play the move of a button."""
        raise NotImplementedError

    def play_to_the_end(self, most: int = 400) -> None:
        while wait_for_turn(self.page):
            assert self.moves < most
            told = len(states(self.page))
            # Different places of the board, without a pattern that the players could share; in
            # an auction the pass is first, and ends it.
            is_auction = state(self.page)["scene"].get("phase") == "auction"
            at = 3 if is_auction and self.moves == 0 else 0 if is_auction else self.moves * 7
            self.act(pick(self.page, at))
            self.moves += 1
            wait_for_move(self.page, told)


class Mouse(Hand):
    def act(self, target: Locator) -> None:
        target.click()


class Touch(Hand):
    def act(self, target: Locator) -> None:
        target.tap()


class Keyboard(Hand):
    """Uses nothing but keys: Tab to a part of the board, arrows in it, Enter."""

    def act(self, target: Locator) -> None:
        label = target.get_attribute("aria-label")
        assert label is not None
        group = target.evaluate(
            "(button) => button.closest('[role=group], .panes').getAttribute('aria-label') ?? ''"
        )
        self._enter(group)
        if (cell := _CELL.match(label)) is not None:
            self._walk(cell)
        else:
            self._step(label)
        assert self._focused() == label
        self.page.keyboard.press("Enter")

    def _focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))

    def _within(self, group: str) -> bool:
        script = """(name) => {
            const near = document.activeElement.closest('#board [role=group], #board .panes');
            return near !== null && (near.getAttribute('aria-label') ?? '') === name;
        }"""
        return bool(self.page.evaluate(script, group))

    def _enter(self, group: str) -> None:
        """Press Tab until the focus is in a group of the board."""
        for _ in range(60):
            if self._within(group):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to the group {group!r}")

    def _walk(self, goal: re.Match[str]) -> None:
        def place(match: re.Match[str]) -> tuple[int, int, int]:
            return int(match[1] or 0), ord(match[2]), int(match[3])

        level, column, row = place(goal)
        # Rows count from the top, or where discs fall from the bottom.
        cells = self.page.locator("#board [role=grid] button")
        first = _CELL.match(cells.first.get_attribute("aria-label") or "")
        keys = ("ArrowDown", "ArrowUp")
        if first is not None and place(first)[2] > 1:
            keys = keys[::-1]
        for _ in range(60):
            here = _CELL.match(self._focused())
            assert here is not None, self._focused()
            at = place(here)
            if at == (level, column, row):
                return
            if at[0] != level:
                key = "PageUp" if at[0] < level else "PageDown"
            elif at[1] != column:
                key = "ArrowRight" if at[1] < column else "ArrowLeft"
            else:
                key = keys[at[2] > row]
            self.page.keyboard.press(key)
        raise AssertionError("the arrows do not come to the cell")

    def _step(self, label: str) -> None:
        for key in ["ArrowLeft"] * 40 + ["ArrowRight"] * 40:
            if self._focused() == label:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrows do not come to {label}")
