"""Two people and hidden hands, lost connections, cancelled work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Home, Server
from tests.browser.driver import PLAYABLE, begin, choose, expect, state, states, wait_for_move

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def wait_for_moves(pages: Iterable[Page], numbers: Iterable[int]) -> None:
    """Wait until each page has heard of a move and shows it; the numbers are those of states."""
    for page, number in zip(pages, numbers, strict=True):
        wait_for_move(page, number)


def test_hidden_hands_of_two_browsers(server: Server, open_page: Callable[..., Page]) -> None:
    """A guest comes by a link, both play, and neither page ever holds the other's cards."""
    south = open_page(server.address)
    begin(south, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "open"})
    link = south.get_by_label("Link for north", exact=True).input_value()
    south.get_by_text("QR code", exact=True).click()
    code = south.get_by_role("img", name="QR code: Link for north")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 20
    north = open_page(link)
    expect(north.get_by_role("group", name="Hand of north")).to_be_visible()
    pages = {0: south, 1: north}
    for text in ("1C", "1S", "pass"):
        told = [len(states(page)) for page in pages.values()]
        page = pages[state(south)["scene"]["turn"]]
        page.get_by_role("button", name=text, exact=True).click()
        expect(page.get_by_role("status")).to_contain_text(text)
        wait_for_moves(pages.values(), told)
    for _ in range(8):
        turn = state(south)["scene"]["turn"]
        told = [len(states(page)) for page in pages.values()]
        pages[turn].locator(PLAYABLE).first.click()
        wait_for_moves(pages.values(), told)
    for seat, page in pages.items():
        own = page.get_by_role("group", name=f"Hand of {('south', 'north')[seat]}")
        assert own.get_by_role("button").count() == 13
        for told_state in states(page):
            scene = told_state["scene"]
            assert scene["viewer"] == seat
            assert set(scene["hands"][1 - seat]["cards"]) <= set(scene["hands"][1 - seat]["known"])
            if scene["turn"] != seat:
                assert scene["moves"]["card"] == []


def test_a_guest_comes_back_by_the_same_link(
    server: Server, open_page: Callable[..., Page]
) -> None:
    owner = open_page(server.address)
    begin(owner, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "open"})
    link = owner.get_by_label("Link for north", exact=True).input_value()
    guest = open_page(link)
    hand = guest.get_by_role("group", name="Hand of north")
    expect(hand.get_by_role("button")).to_have_count(13)
    cards = hand.get_by_role("button").all_inner_texts()
    # The tab is closed: another one knows nothing of it but what the browser keeps.
    guest.close()
    again = guest.context.new_page()
    again.goto(link)
    hand = again.get_by_role("group", name="Hand of north")
    expect(hand.get_by_role("button")).to_have_count(13)
    assert hand.get_by_role("button").all_inner_texts() == cards
    expect(again.locator("#banner")).to_be_hidden()
    # Elsewhere the link does not show the hand, and says why.
    other = open_page(link)
    expect(other.locator("#banner")).to_contain_text("was used")


def test_spectator_sees_no_hand(server: Server, open_page: Callable[..., Page]) -> None:
    owner = open_page(server.address)
    begin(owner, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "random"}, seed=6)
    owner.get_by_role("tab", name="Files").click()
    guest = open_page(owner.get_by_label("Link to watch", exact=True).input_value())
    expect(guest.get_by_role("group", name="Hand of north")).to_be_visible()
    assert guest.locator("#board .hand button").count() == 0
    assert state(guest)["scene"]["hands"][0]["cards"] == []


def test_hot_seat_asks_to_pass_the_device(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "human"}, seed=7)
    page.get_by_role("button", name="1C", exact=True).click()
    show = page.get_by_role("button", name="Show the hand of north")
    expect(show).to_be_visible()
    expect(page.get_by_role("group", name="Hand of north")).to_be_hidden()
    show.click()
    expect(page.get_by_role("group", name="Hand of north")).to_be_visible()


def test_server_killed_and_restarted(
    start_server: Callable[..., Server], open_page: Callable[..., Page]
) -> None:
    """The open page says so, and the new server continues the game from the page's copy."""
    first = start_server()
    page = open_page(first.address, lost=True)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "first"})
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    for _ in range(100):
        if page.evaluate("localStorage.getItem('bitgames games')") is not None:
            break
        page.wait_for_timeout(50)
    first.kill()
    expect(page.locator("#banner")).to_contain_text("connection is lost")
    second = start_server(first.port)
    expect(page.locator("#banner")).to_contain_text("not valid", timeout=20_000)
    page.goto(second.address)
    page.get_by_role("link", name="Continue").click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_label("Player of white", exact=True)).to_have_value("first")
    page.keyboard.press("Escape")
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).not_to_have_count(2)


def test_page_comes_back_to_its_game(server: Server, open_page: Callable[..., Page]) -> None:
    """A reload keeps the game; so does a time without a network."""
    page = open_page(server.address, lost=True)
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    page.locator(PLAYABLE).first.click()
    page.reload()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#banner")).to_contain_text("connection is lost", timeout=15_000)
    page.context.set_offline(False)
    expect(page.locator("#banner")).to_be_hidden(timeout=15_000)
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)


@pytest.mark.parametrize("arrives", [True, False])
def test_a_move_whose_answer_was_lost_counts_once(
    server: Server, open_page: Callable[..., Page], arrives: bool
) -> None:
    """The connection breaks with a move on its way: it is sent again when the page is back."""
    page = open_page(server.address, lost=True)
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    page.evaluate(
        """(arrives) => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const breaks = text.includes('"play"') && !window.broken;
            if (!breaks || arrives) send.call(this, text);
            if (!breaks) return;
            window.broken = true;
            this.onmessage = null;
            this.close();
          };
        }""",
        arrives,
    )
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    expect(page.locator("#banner")).to_be_hidden()
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)


def test_analysis_can_be_cancelled(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Othello", "othello", {"black": "human", "white": "human"})
    analyze = page.get_by_role("button", name="Analyse", exact=True)
    expect(analyze).to_have_attribute("aria-pressed", "false")
    analyze.click()
    expect(analyze).to_have_attribute("aria-pressed", "true")
    expect(page.locator("table.values tbody tr")).to_have_count(4)
    cell = page.get_by_role("button", name="d3, empty, playable")
    expect(cell).to_have_accessible_name(
        re.compile(r"^d3, empty, playable, ~[+-]?\d+(\.\d+)? d\d+$")
    )
    page.get_by_role("button", name="Stop analysis").click()
    expect(analyze).to_have_attribute("aria-pressed", "false")
    expect(page.locator("table.values tbody tr")).to_have_count(0)
    # What was on its way may still come; an analysis that went on would never be silent.
    silent = False
    for _ in range(10):
        heard = len(page.heard)  # type: ignore[attr-defined]
        page.wait_for_timeout(500)
        silent = len(page.heard) == heard  # type: ignore[attr-defined]
        if silent:
            break
    assert silent
    cell.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)


def test_new_game_in_the_midst_of_an_analysis(home: Home, open_page: Callable[..., Page]) -> None:
    """Answers of the game that was left do not hide the new one."""
    page = open_page(home.address)
    begin(page, "Othello", "othello", {"black": "human", "white": "human"})
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator("table.values tbody tr")).to_have_count(4)
    choose(page, "New game")
    begin(page, "Mosaic", "mosaic:3", {"first": "human", "second": "human"})
    expect(page.get_by_role("grid", name="Board, layer 1")).to_be_visible()
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    assert state(page)["game"] == "mosaic:3"


def test_undo_is_asked_of_the_other_person(server: Server, open_page: Callable[..., Page]) -> None:
    black = open_page(server.address)
    begin(black, "Othello", "othello:4", {"black": "human", "white": "open"})
    white = open_page(black.get_by_label("Link for white", exact=True).input_value())
    expect(white.get_by_role("status")).to_contain_text("black to move")
    black.locator(PLAYABLE).first.click()
    expect(white.locator("ol.moves > li")).to_have_count(1)
    black.get_by_role("button", name="Undo", exact=True).click()
    white.get_by_role("button", name="Yes", exact=True).click()
    expect(black.locator("ol.moves > li")).to_have_count(0)
    expect(white.locator("ol.moves > li")).to_have_count(0)
