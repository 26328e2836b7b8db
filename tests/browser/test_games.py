"""Every game to its end by mouse, by keyboard alone and by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Home
from tests.browser.driver import Hand, Keyboard, Mouse, Touch, begin, expect, state

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAMES = {
    "Tic-tac-toe": ("tictactoe", {"o": "human", "x": "random"}),
    "Othello": ("othello:6,4", {"black": "random", "white": "human"}),
    "Connect Four": ("connect4", {"first": "human", "second": "random"}),
    "Mosaic": ("mosaic:4", {"first": "human", "second": "greedy"}),
    "Mosaic Quo": (
        "quo:4",
        {"first": "human", "second": "random", "third": "human", "fourth": "greedy"},
    ),
    "Honeymoon bridge": ("honeymoon", {"south": "human", "north": "random"}),
}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("hand", [Mouse, Keyboard, Touch], ids=lambda hand: hand.__name__.lower())
@pytest.mark.parametrize("title", GAMES)
def test_game_to_its_end(
    home: Home, open_page: Callable[..., Page], title: str, hand: type[Hand]
) -> None:
    page = open_page(home.address, **(PHONE if hand is Touch else {}))
    size, seats = GAMES[title]
    begin(page, title, size, seats, seed=11)
    person = hand(page)
    person.play_to_the_end()
    end = state(page)
    assert person.moves > 2
    assert end["ended"]["how"] == "rules"
    status = page.get_by_role("status").inner_text().strip().splitlines()
    assert status[-1] == end["scene"]["caption"]
    expect(page.locator("ol.moves > li")).to_have_count(len(end["path"]))
