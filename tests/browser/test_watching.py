"""A tournament in the browser: its file grows, its games are stepped through, its page is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Server
from tests.browser.driver import PLAYABLE, begin, expect, state
from tests.browser.test_page import WIDTHS, look
from tests.test_watching import add, results

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    players = ["greedy", "random", "alphabeta:depth=1"]
    folder = tmp_path_factory.mktemp("whole")
    return results(folder / "whole.jsonl", "othello:6", players=players)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "league.jsonl"
    path.touch()
    return path


def test_a_tournament_is_watched(
    start_server: Callable[..., Server],
    open_page: Callable[..., Page],
    path: Path,
    lines: list[bytes],
) -> None:
    server = start_server(0, "--watch", str(path))
    page = open_page(server.address)
    expect(page.get_by_role("tab", name="Standings")).to_have_attribute("aria-selected", "true")
    add(path, *lines[:2])
    panel = page.get_by_role("tabpanel", name="Standings")
    games = panel.get_by_role("list", name="Games").get_by_role("listitem")
    expect(games).to_have_count(1)
    expect(panel).to_contain_text("1 of 12 games")
    expect(panel.get_by_role("row")).to_have_count(4)
    # The game is played through by itself.
    expect(page.get_by_role("status")).to_contain_text(re.compile("white .*, flips"))
    # Others end; what has the focus keeps it.
    games.first.get_by_role("button").focus()
    add(path, *lines[2:5])
    expect(games).to_have_count(4)
    expect(games.last.get_by_role("button")).to_be_focused()
    # Any game is chosen and stepped through.
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert (state(page)["number"], state(page)["node"]) == (0, 0)
    page.get_by_role("tab", name="Moves").click()
    page.locator("ol.moves > li").nth(9).get_by_role("button").click()
    expect(page.locator("ol.moves > li").nth(9)).to_have_class("here")
    page.get_by_role("button", name="Forward").click()
    expect(page.locator("ol.moves > li").nth(10)).to_have_class("here")
    assert page.locator(PLAYABLE).count() == 0
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("ol.moves > li").nth(12)).to_have_class("here")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("tab", name="Standings").click()
    panel.get_by_label("Game number").fill("2")
    panel.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    # A damaged line is told; the game of the owner's own goes on beside, and the way back stays.
    add(path, b"smoke\n")
    expect(panel.get_by_label("Result")).to_contain_text("league.jsonl: line 6 is damaged")
    page.get_by_role("button", name="Games", exact=True).click()
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "first"})
    expect(page.get_by_role("tab", name="Standings")).to_be_hidden()
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="b2").click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    page.goto(server.base)
    page.reload()
    page.get_by_role("button", name="Games", exact=True).click()
    page.get_by_role("link", name="Return to the tournament league.jsonl").click()
    expect(games).to_have_count(4)
    path.write_bytes(b"".join(lines))
    expect(games).to_have_count(12)
    expect(panel).not_to_contain_text("damaged")


def test_a_spectator_watches_it(
    start_server: Callable[..., Server],
    open_page: Callable[..., Page],
    path: Path,
    lines: list[bytes],
) -> None:
    add(path, *lines[:4])
    server = start_server(0, "--watch", str(path))
    owner = open_page(server.address)
    owner.get_by_role("tab", name="Files").click()
    guest = open_page(owner.get_by_label("Link to watch", exact=True).input_value())
    panel = guest.get_by_role("tabpanel", name="Standings")
    expect(panel.get_by_role("listitem")).to_have_count(3)
    expect(guest.get_by_role("button", name="Stop")).to_be_hidden()
    panel.get_by_role("listitem").first.get_by_role("button").click()
    expect(guest.get_by_role("status")).to_contain_text("spectators only watch")
    expect(guest.locator("ol.moves > li").first).to_be_attached()
    assert "links" not in state(guest)
    owner.get_by_role("button", name="Back").click()
    owner.get_by_role("tab", name="Tree").click()
    expect(owner.get_by_role("treeitem").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_is_accessible(
    start_server: Callable[..., Server],
    open_page: Callable[..., Page],
    path: Path,
    lines: list[bytes],
    scheme: str,
) -> None:
    pytest.importorskip("axe_playwright_python")
    add(path, *lines[:9], b"smoke\n")
    server = start_server(0, "--watch", str(path))
    for width, height in WIDTHS.items():
        size = {"width": width, "height": height}
        page = open_page(server.address, viewport=size, color_scheme=scheme, bypass_csp=True)
        expect(page.get_by_label("Result")).to_be_visible()
        expect(page.locator("#board svg").first).to_be_visible()
        look(page, "tournament")
