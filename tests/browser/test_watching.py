"""A tournament in the browser: its file grows, its games are stepped through, its page is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bitgames as bg
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


def test_a_long_name_breaks_where_its_parts_end(
    start_server: Callable[..., Server],
    open_page: Callable[..., Page],
    path: Path,
    lines: list[bytes],
) -> None:
    add(path, *lines)
    server = start_server(0, "--watch", str(path))
    page = open_page(server.address, viewport={"width": 320, "height": 740})
    table = page.get_by_role("table", name="Standings")
    name = table.get_by_role("rowheader", name="alphabeta:depth=1", exact=True)
    expect(name).to_have_text("alphabeta:depth=1")
    script = """(name) => [...name.childNodes].filter((each) => each.data).map((each) => {
        const range = document.createRange();
        range.selectNode(each);
        return range.getClientRects().length;
    })"""
    # Each part is whole on a line.
    assert name.evaluate(script) == [1, 1, 1]


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
    expect(panel.get_by_label("Player", exact=True)).to_have_value("")
    expect(panel.get_by_label("Against", exact=True)).to_have_value("")
    expect(panel.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(4)
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


def test_games_are_listed_by_pairing(
    start_server: Callable[..., Server], open_page: Callable[..., Page], path: Path
) -> None:
    players = ["ai14", "random", "first"]
    header, *games = results(path.with_name("whole"), players=players, pairs=40)
    add(path, header, *games[:200])
    server = start_server(0, "--watch", str(path))
    page = open_page(server.address)
    panel = page.get_by_role("tabpanel", name="Standings")
    cross = panel.get_by_role("table", name="Won, drawn, lost")
    listed = panel.get_by_role("list", name="Games").get_by_role("listitem")
    # Ranks, scores and ratings as Python has them, each in a table with heads.
    table = panel.get_by_role("table", name="Standings")
    found = bg.Tournament.read(path)
    rating = found.ratings["ai14"]
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="ai14"))
    sign = "+" if rating.rating > 0 else ""
    expect(row).to_contain_text(f"{sign}{round(rating.rating)} \u00b1 ")
    counts = next(each for each in found.pairings if {each.a, each.b} == {"ai14", "first"})
    score = "\u2013".join(map(str, counts.counts if counts.a == "ai14" else counts.counts[::-1]))
    pairing = cross.get_by_role("button", name=f"ai14 against first: {score}, ")
    expect(cross.get_by_role("columnheader")).to_have_text(
        [re.compile(each.player) for each in found.table.rows]
    )
    # All games come in pages, the newest first.
    expect(listed).to_have_count(50)
    expect(panel).to_contain_text("151 to 200 of 200")
    panel.get_by_role("button", name="Older").click()
    expect(panel).to_contain_text("101 to 150 of 200")
    panel.get_by_role("button", name="Newer").click()
    expect(panel).to_contain_text("151 to 200 of 200")
    # A pairing is chosen in the table, by the keys too, or by two names.
    names = re.compile("^(ai14 - first|first - ai14) ")
    pairing.click()
    expect(pairing).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text(f"{sum(counts.counts)} games")
    expect(panel.get_by_label("Against", exact=True)).to_have_value(re.compile("^[02]$"))
    expect(listed.first.get_by_role("button")).to_have_text(names)
    expect(listed.first).to_contain_text("moves: ")
    pairing.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(pairing).to_be_focused()
    page.keyboard.press("Enter")
    expect(pairing).to_have_attribute("aria-pressed", "false")
    expect(panel).to_contain_text("151 to 200 of 200")
    panel.get_by_label("Player", exact=True).select_option("random")
    expect(listed.first.get_by_role("button")).to_have_text(re.compile("random"))
    panel.get_by_label("Against", exact=True).select_option("first")
    expect(listed.first.get_by_role("button")).to_have_text(
        re.compile("random.*first|first.*random")
    )
    # It opens on the board, and the list stays.
    listed.nth(5).get_by_role("button").click()
    expect(listed.nth(5).get_by_role("button")).to_have_attribute("aria-current", "true")
    number = listed.nth(5).evaluate("(item) => item.value")
    assert state(page)["number"] == number - 1


def test_what_is_read_stays_as_the_file_grows(
    start_server: Callable[..., Server], open_page: Callable[..., Page], path: Path
) -> None:
    header, *games = results(path.with_name("whole"), players=["ai14", "random", "first"], pairs=40)
    add(path, header, *games[:60])
    server = start_server(0, "--watch", str(path))
    page = open_page(server.address)
    panel = page.get_by_role("tabpanel", name="Standings")
    listed = panel.get_by_role("list", name="Games").get_by_role("listitem")
    cross = panel.get_by_role("table", name="Won, drawn, lost")
    expect(listed).to_have_count(50)
    # At an older page nothing is moved; the number of games grows.
    panel.get_by_role("button", name="Older").click()
    expect(panel).to_contain_text("1 to 50 of 60")
    pairing = cross.get_by_role("button", name=re.compile("^random against ai14"))
    pairing.focus()
    first = listed.first.text_content()
    add(path, *games[60:70])
    expect(panel).to_contain_text("1 to 50 of 70")
    assert listed.first.text_content() == first
    # Ranks change, and the focus stays at its pairing.
    add(path, *games[70:240])
    expect(panel).to_contain_text("1 to 50 of 240")
    expect(pairing).to_be_focused()
    panel.get_by_role("button", name="Newer").click()
    expect(panel).to_contain_text("51 to 100 of 240")


def test_new_games_move_nothing_in_sight(
    start_server: Callable[..., Server], open_page: Callable[..., Page], path: Path
) -> None:
    header, *games = results(path.with_name("whole"), players=["ai14", "random"], pairs=100)
    add(path, header, *games[:60])
    server = start_server(0, "--watch", str(path))
    page = open_page(server.address, viewport={"width": 360, "height": 740})
    panel = page.get_by_role("tabpanel", name="Standings")
    listed = panel.get_by_role("list", name="Games").get_by_role("listitem")
    panel.get_by_label("Player", exact=True).select_option("random")
    expect(panel).to_contain_text("11 to 60 of 60")
    page.wait_for_timeout(300)
    item = listed.nth(30)
    item.evaluate("(item) => item.scrollIntoView({ block: 'center' })")
    number, before = item.evaluate("(item) => [item.value, item.getBoundingClientRect().top]")
    add(path, *games[60:80])
    expect(panel).to_contain_text("11 to 80 of 80")
    after = page.evaluate(
        "(number) => [...document.querySelectorAll('li')].find((item) => item.value === number)"
        ".getBoundingClientRect().top",
        number,
    )
    assert abs(after - before) < 2
    # More than a page at once is not put into what is read; the newest are a press away.
    add(path, *games[80:])
    expect(panel).to_contain_text("11 to 80 of 200")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


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
