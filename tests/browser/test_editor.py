"""The position editor: by mouse, keyboard and touch, from the start and from a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import bitgames as bg
from tests.browser.conftest import Home, Server
from tests.browser.driver import begin, choose, expect, state

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

TEXT = "Position as text"


def set_up(page: Page, title: str = "Othello") -> None:
    """Open the editor from the start."""
    page.get_by_role("button", name=title, exact=True).click()
    page.get_by_role("button", name="Set up a position").click()
    expect(page.get_by_role("heading", name="Set up a position")).to_be_visible()


def text(page: Page) -> Locator:
    return page.get_by_role("textbox", name=TEXT)


def piece(page: Page, name: str) -> Locator:
    group = page.get_by_role("group", name="Piece", exact=True)
    return group.get_by_role("button", name=name, exact=True)


def put(page: Page, cell: str, name: str) -> None:
    """Put the chosen piece on a cell, and wait until it is there."""
    page.get_by_role("button", name=f"{cell}, ").click()
    expect(page.get_by_role("button", name=f"{cell}, {name}", exact=True)).to_have_count(1)


def shown(page: Page) -> Locator:
    return page.get_by_role("alert")


def test_a_position_is_built_by_clicks_and_analysed(
    home: Home, open_page: Callable[..., Page]
) -> None:
    page = open_page(home.address)
    set_up(page)
    page.get_by_role("combobox", name="Board").select_option("othello:4")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("button", name="b2, empty", exact=True)).to_have_count(1)
    # Nothing is left to play on an empty board.
    expect(shown(page)).to_contain_text("Nothing is left to play")
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_disabled()
    for cell in ("b2", "c3", "a1"):
        put(page, cell, "black")
    piece(page, "white").click()
    for cell in ("c2", "b3", "d4"):
        put(page, cell, "white")
    # The same piece again takes it away, and so does the empty one.
    put(page, "d4", "empty")
    piece(page, "empty").click()
    put(page, "a1", "empty")
    turn = page.get_by_role("group", name="To move").get_by_role("button", name="white")
    turn.click()
    expect(turn).to_have_attribute("aria-pressed", "true")
    expect(text(page)).to_have_value("othello:4 ----/-XO-/-OX-/---- O")
    expect(page.get_by_role("status")).to_contain_text("white to move")
    expect(shown(page)).to_have_text("")
    page.get_by_role("button", name="Analyse", exact=True).click()
    analyse = page.get_by_role("button", name="Analyse", exact=True)
    expect(analyse).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#panel-analysis tbody tr")).to_have_count(4)
    now = state(page)
    assert now["turn"] == 1 and now["path"] == []
    assert now["scene"]["owners"] == ".....01..10....."


def test_an_impossible_board_is_held_and_says_why(
    home: Home, open_page: Callable[..., Page]
) -> None:
    page = open_page(home.address)
    set_up(page, "Tic-tac-toe")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_enabled()
    piece(page, "x").click()
    put(page, "b2", "x")
    expect(shown(page)).to_contain_text("o moves first")
    expect(text(page)).to_have_value("tictactoe .../.x./...")
    expect(play).to_be_disabled()
    expect(page.get_by_role("group", name="To move")).to_have_count(0)
    # The text is the same board, and is followed while it is typed.
    text(page).fill("tictactoe o../.x./...")
    expect(page.get_by_role("button", name="a1, o", exact=True)).to_have_count(1)
    expect(play).to_be_enabled()
    text(page).fill("tictactoe o../.x.")
    expect(shown(page)).to_contain_text("3 rows")
    expect(play).to_be_disabled()
    expect(text(page)).to_have_value("tictactoe o../.x.")
    # A change of the board goes on from what is drawn.
    put(page, "c3", "x")
    expect(text(page)).to_have_value("tictactoe o../.x./..x")
    # Nothing begins from another text than that in the field.
    text(page).fill("tictactoe o../.../...")
    assert play.is_disabled()
    expect(play).to_be_enabled()
    text(page).fill("tictactoe x../.../...")
    text(page).blur()
    expect(shown(page)).to_contain_text("o moves first")
    expect(text(page)).to_have_value("tictactoe x../.../...")
    # Any text form will do, and comes back as one line; without a server only that line is read.
    if not isinstance(home, Server):
        return
    text(page).fill(bg.Othello(4).to_text())
    expect(page.get_by_role("button", name="b2, white", exact=True)).to_have_count(1)
    text(page).blur()
    expect(text(page)).to_have_value(bg.Othello(4).to_string())
    text(page).fill("mosaic:3")
    expect(page.get_by_role("grid", name="Board, layer 3")).to_have_count(1)
    piece(page, "second").click()
    put(page, "2a1", "second")
    expect(shown(page)).to_contain_text("the piece on cell 2a1 floats: 1a1 is empty")
    page.get_by_role("button", name="1b2, neutral").click()
    expect(shown(page)).to_contain_text("the neutral piece of cell 1b2 stays")
    page.get_by_role("button", name="Start position").click()
    expect(shown(page)).to_have_text("")
    expect(play).to_be_enabled()


def test_discs_come_to_rest(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    set_up(page, "Connect Four")
    page.get_by_role("button", name="d6, empty", exact=True).click()
    expect(page.get_by_role("button", name="d1, first", exact=True)).to_have_count(1)
    piece(page, "second").click()
    page.get_by_role("button", name="d4, ").click()
    expect(page.get_by_role("button", name="d2, second", exact=True)).to_have_count(1)
    # The first to move are the people: the computer answers.
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#play")).to_be_visible()
    assert [seat["player"] for seat in state(page)["seats"]] == ["human", "level:club"]
    assert state(page)["scene"]["owners"].strip(".") == "1......0"


def game_of(page: Page) -> object:
    """What tells games apart: a room of a server, or the number of the only room's game."""
    now = state(page)
    return now.get("room"), now["serial"]


def test_a_game_is_edited_and_goes_on_beside(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'othello', 'm': 'f5 d6 c3'})}")
    expect(page.locator("ol.moves > li")).to_have_count(3)
    before = game_of(page)
    choose(page, "Edit position")
    position = bg.Othello()
    for move in ("f5", "d6", "c3"):
        position = position.play(move)
    expect(text(page)).to_have_value(position.to_string())
    put(page, "a1", "black")
    # White is to move, and whoever begins moves first.
    page.get_by_role("group", name="Who begins").get_by_role("button", name="You").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#play")).to_be_visible()
    expect(page.get_by_role("button", name="a1, black")).to_have_count(1)
    now = state(page)
    assert game_of(page) != before and now["turn"] == 1
    assert [seat["player"] for seat in now["seats"]] == ["level:club", "human"]
    page.go_back()
    expect(text(page)).to_have_value(f"othello X{position.to_string()[9:]}")


def test_cards_are_not_set_up(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "rule"}, seed=4)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Edit position")).to_have_count(0)
    page.keyboard.press("Escape")
    page.goto(f"{home.base}#start")
    set_up(page, "Honeymoon bridge")
    board = page.get_by_role("combobox", name="Board")
    expect(board).not_to_contain_text("bridge")
    text(page).fill("honeymoon")
    expect(shown(page)).to_contain_text("honeymoon has no board to set up")


def test_by_the_keyboard_alone(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    set_up(page)
    page.get_by_role("combobox", name="Board").select_option("othello:4")
    expect(page.get_by_role("button", name="d4, empty", exact=True)).to_have_count(1)
    keyboard = page.keyboard

    def tab_to(name: str) -> None:
        for _ in range(60):
            keyboard.press("Tab")
            focused = page.evaluate(
                "(({ ariaLabel, innerText }) => ariaLabel ?? innerText)(document.activeElement)"
            )
            if str(focused).startswith(name):
                return
        raise AssertionError(f"Tab does not come to {name}")

    tab_to("Games")
    tab_to("white")
    keyboard.press("Enter")
    tab_to("a1")
    keyboard.press("Enter")
    expect(page.get_by_role("button", name="a1, white", exact=True)).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("a1, white")
    keyboard.press("ArrowRight")
    keyboard.press("1")
    expect(page.get_by_role("button", name="b1, black", exact=True)).to_be_focused()
    keyboard.press("ArrowLeft")
    keyboard.press("Delete")
    expect(text(page)).to_have_value("othello:4 -X--/-OX-/-XO-/---- X")
    keyboard.press("9")
    tab_to("Play")
    keyboard.press("Enter")
    expect(page.locator("#play")).to_be_visible()
    assert state(page)["scene"]["owners"][:4] == ".0.."


def test_on_a_phone(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(
        home.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    set_up(page, "Mosaic")
    page.get_by_role("combobox", name="Board").select_option("mosaic:4")
    expect(page.get_by_role("grid", name="Board, layer 4")).to_have_count(1)
    expect(page.get_by_role("grid", name="Board, layer 5")).to_have_count(0)
    for cell in ("1a1", "1b1", "1a2", "1b2"):
        piece(page, "first" if cell in ("1a1", "1b2") else "second").tap()
        page.get_by_role("button", name=f"{cell}, ").tap()
    expect(text(page)).to_have_value("mosaic:4 ./..../........./12..21.......... 1")
    # The pieces are in sight wherever the board is.
    page.get_by_role("button", name="3a1, unsupported").tap()
    expect(shown(page)).to_be_in_viewport()
    expect(piece(page, "empty")).to_be_in_viewport()
    expect(shown(page)).to_contain_text("floats")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('#edit button')].filter((each) => each.offsetWidth)"
        ".map((each) => Math.min(each.offsetWidth, each.offsetHeight))"
    )
    assert min(sizes) >= 24


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_editor_is_accessible(
    home: Home, open_page: Callable[..., Page], width: int, scheme: str
) -> None:
    pytest.importorskip("axe_playwright_python")
    from tests.browser.test_page import look

    size = {"width": width, "height": 740}
    page = open_page(home.address, viewport=size, color_scheme=scheme, bypass_csp=True)
    for title in ("Othello", "Connect Four", "Mosaic Quo"):
        set_up(page, title)
        expect(page.locator(".boards svg").last).to_be_visible()
        look(page, f"editor-{title}")
        text(page).fill("tictactoe .../.x./...")
        expect(shown(page)).to_contain_text("o moves first")
        look(page, f"editor-{title}-held")
        page.goto(f"{home.base}#start")


def test_a_lost_connection_leaves_what_is_drawn(
    server: Server, open_page: Callable[..., Page]
) -> None:
    page = open_page(server.address)
    set_up(page)
    put(page, "a1", "black")
    page.evaluate(
        """() => {
          const { send } = WebSocket.prototype;
          WebSocket.prototype.send = function () {
            WebSocket.prototype.send = send;
            this.close();
          };
        }"""
    )
    cell = page.get_by_role("button", name="h8, empty", exact=True)
    place = cell.bounding_box()
    cell.click()
    expect(page.locator("#banner")).to_contain_text("The connection is lost")
    # Nothing moves under a finger that is about to press.
    assert cell.bounding_box() == place
    expect(page.locator("#banner")).to_be_hidden(timeout=15_000)
    # The server is asked once more for what is drawn; a press while it is drawn anew can be lost.
    expect(page.locator("#edit textarea")).not_to_have_value("")
    expect(page.get_by_role("button", name="a1, black", exact=True)).to_have_count(1)
    put(page, "h8", "black")
    expect(page.get_by_role("button", name="a1, black", exact=True)).to_have_count(1)
