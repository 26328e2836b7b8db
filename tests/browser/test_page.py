"""The page: accessibility by axe, no sideways scroll, studies, files, links, pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

import bitgames as bg
from tests.browser.conftest import Home, Server
from tests.browser.driver import (
    PLAYABLE,
    begin,
    call,
    choose,
    expect,
    more,
    state,
    states,
    wait_for_move,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WIDTHS = {360: 740, 768: 1024, 1440: 900}
PICTURES = os.environ.get("BITGAMES_PICTURES")
"""A folder for screenshots, if wanted."""


def line(game: str, plies: int) -> list[str]:
    """Return moves from the start, spread over the board."""
    position, moves = bg.games.get(game), []
    while len(moves) < plies and not position.is_over:
        legal = position.legal_moves
        moves.append(str(legal[len(moves) * 7 % len(legal)]))
        position = position.play(moves[-1])
    return moves


def choosing() -> list[str]:
    """Return moves to a position of Quo where an owner chooses the last pieces."""
    for step in range(1, 60):
        position, moves = bg.Quo(4), list[str]()
        while not position.is_over:
            legal = position.legal_moves
            moves.append(str(legal[len(moves) * step % len(legal)]))
            position = position.play(moves[-1])
            if position.choosing is not None:
                return moves
    raise AssertionError("no line comes to a choice")


SHOWN: dict[str, tuple[str, list[str]]] = {
    "tictactoe": ("tictactoe", ["a1", "b1", "b2", "c1", "c3"]),
    "wide": ("mnk:11,11,5", line("mnk:11,11,5", 20)),
    "othello": ("othello", line("othello", 24)),
    "mosaic": ("mosaic", line("mosaic", 60)),
    "quo": ("quo:4", choosing()),
    "quo-over": ("quo:4", line("quo:4", 99)),
}


def show(page: Page, home: Home, name: str) -> None:
    """Open a game at a position, by a link."""
    game, moves = SHOWN[name]
    page.goto(f"{home.base}#{urlencode({'g': game, 'm': ' '.join(moves)})}")
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("ol.moves > li")).to_have_count(len(state(page)["path"]))
    expect(page.locator("#board svg").first).to_be_visible()


def open_bridge(page: Page, plies: int) -> None:
    """Open a deal and play some of it."""
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    call(page, "7NT")
    for _ in range(plies):
        expect(page.locator("#board .hand button[aria-disabled=false]").first).to_be_visible()
        told = len(states(page))
        page.locator("#board .hand button[aria-disabled=false]").first.click()
        wait_for_move(page, told)


def look(page: Page, name: str) -> None:
    """Check a view: nothing wider than the page, and nothing that axe finds; keep a picture."""
    from axe_playwright_python.sync_playwright import Axe

    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    found: Any = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    if PICTURES:
        scheme = (
            "dark"
            if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
            else "light"
        )
        path = Path(PICTURES) / f"{name}-{scheme}-{width}.png"
        page.screenshot(path=path, full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_view_fits_and_is_accessible(
    home: Home, open_page: Callable[..., Page], width: int, scheme: str
) -> None:
    pytest.importorskip("axe_playwright_python")
    size = {"width": width, "height": WIDTHS[width]}
    page = open_page(home.address, viewport=size, color_scheme=scheme, bypass_csp=True)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    look(page, "start")
    for name in SHOWN:
        show(page, home, name)
        look(page, name)
        page.goto(f"{home.base}#start")
    for plies in (0, 3, 14):
        open_bridge(page, plies)
        look(page, f"bridge-{plies}")
        page.goto(f"{home.base}#start")
    if isinstance(home, Server):
        page.goto(f"{home.base}#match")
        expect(page.get_by_role("button", name="Play the match")).to_be_visible()
        look(page, "match")
    show(page, home, "othello")
    for tab in ("Analysis", "Tree", "Files"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(300)
        look(page, f"tab-{tab.lower()}")
    page.get_by_role("button", name="Settings").click()
    look(page, "settings")


def test_every_width_down_to_320_pixels(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 320, "height": 640})
    for name in SHOWN:
        show(page, home, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name
        page.goto(f"{home.base}#start")
    open_bridge(page, 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_targets_are_large_enough(home: Home, open_page: Callable[..., Page]) -> None:
    """Every button of the board that can be pressed is at least 24 pixels wide and high."""
    for width, height in WIDTHS.items():
        page = open_page(home.address, viewport={"width": width, "height": height})
        for name in SHOWN:
            show(page, home, name)
            # In one go: the page may draw the buttons anew after they are found.
            sizes = page.evaluate(
                "(each) => [...document.querySelectorAll(each)]"
                ".map((each) => [each.offsetWidth, each.offsetHeight])",
                PLAYABLE,
            )
            assert all(min(size) >= 24 for size in sizes), (name, width, min(map(min, sizes)))
            page.goto(f"{home.base}#start")


def test_names_of_the_page(home: Home, open_page: Callable[..., Page]) -> None:
    """The names that others hold on to."""
    page = open_page(home.address)
    for title in ("Othello", "Tic-tac-toe", "Mosaic", "Mosaic Quo", "Honeymoon bridge"):
        expect(page.get_by_role("button", name=title, exact=True)).to_have_count(1)
    begin(page, "Mosaic", "mosaic:3", {"first": "human", "second": "human"})
    for level in (1, 2, 3):
        expect(page.get_by_role("grid", name=f"Board, layer {level}", exact=True)).to_have_count(1)
    for name in ("Undo", "Hint", "Analyse", "Menu"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    page.get_by_role("button", name="Menu", exact=True).click()
    for name in ("Redo", "Resign", "New game", "Flip"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="New game", exact=True)).to_have_count(0)
    for name in ("Moves", "Analysis", "Tree", "Files"):
        expect(page.get_by_role("tab", name=name, exact=True)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(1)
    expect(page.get_by_role("button", name="1a1, empty, playable")).to_have_count(1)
    page.get_by_role("textbox", name="Move", exact=True).fill("1a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="1a1, first, last move")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("first 1a1")
    choose(page, "Resign")
    expect(page.get_by_role("status")).to_contain_text("second resigned: first wins")


def test_hint_names_the_move_before_its_value(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'a1 b1 b2 c1'})}")
    hint, status = page.get_by_role("button", name="Hint", exact=True), page.get_by_role("status")
    hint.click()
    expect(status).to_contain_text("hint: c3")
    expect(page.get_by_role("button", name="c3, empty, playable, hint")).to_have_count(1)
    expect(page.locator("#board .pill")).to_have_count(0)
    hint.click()
    expect(status).to_contain_text("c3 wins")
    expect(page.get_by_role("button", name="c3, empty, playable, +1")).to_have_count(1)


def test_values_and_best_lines(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'a1 b1'})}")
    page.get_by_role("button", name="Analyse", exact=True).click()
    rows = page.locator("table.values tbody tr")
    expect(rows).to_have_count(7)
    expect(page.get_by_text("finished")).to_be_visible()
    expect(rows.first.locator("td").nth(1)).to_have_text("+1")
    expect(rows.first.locator("td").nth(2)).to_have_text("exact")
    expect(
        page.get_by_role("button", name=re.compile(r"^b2, empty, playable, \+1$"))
    ).to_have_count(1)
    rows.first.hover()
    expect(page.locator("#board .ghost").first).to_be_visible()
    rows.first.get_by_role("button").click()
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".branches button").first).to_be_visible()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Values", exact=True).select_option("loss")
    expect(rows.first.locator("td").nth(1)).to_have_text("0")


def test_a_solve_out_of_reach_asks_first(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'othello', 'm': 'f5 d6'})}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Solve", exact=True).click()
    warning = page.get_by_text("solving othello with 58 empty squares takes an estimated")
    expect(warning).to_be_visible()
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(warning).to_be_hidden()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Solve anyway").click()
    expect(page.get_by_text("thinking")).to_be_visible()
    page.get_by_role("button", name="Stop analysis").click()
    # What is in reach begins at once.
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'a1 b1'})}")
    # Until then the page still shows the game before.
    expect(page.get_by_role("button", name="c1, empty, playable")).to_be_visible()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("table.values tbody tr")).to_have_count(7)


def test_graph_of_a_game(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'b2 a2 a1 c3 a3 c1'})}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Graph of the game").click()
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("button")
    expect(mistakes.first).to_contain_text("2. a2 loses 1")
    expect(page.locator(".graph table tr")).to_contain_text(["player", "o", "x"])
    mistakes.first.click()
    expect(page.locator("ol.moves li.here")).to_have_text("a2", use_inner_text=True)


def test_a_lost_game_says_where_it_was_lost(home: Home, open_page: Callable[..., Page]) -> None:
    """Also a game that the rules ended, where there is no move left to analyse."""
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'b2 a2 a1 b1 c3'})}")
    expect(page.get_by_role("status")).to_contain_text("o wins")
    page.get_by_role("button", name="Where was it lost?").click()
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("button")
    expect(mistakes.first).to_contain_text("2. a2")
    expect(page.locator("#play")).to_contain_text("Largest loss: 2. a2")


def test_tree_of_tictactoe(home: Home, open_page: Callable[..., Page]) -> None:
    """The whole tree by keys: symmetric moves joined, values by sign, best play followed."""
    page = open_page(home.address)
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    page.get_by_role("tab", name="Tree").click()
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(3)
    expect(items.first).to_have_accessible_name("a1, worth 0, best, also c1 a3 c3")
    items.first.focus()
    page.keyboard.press("ArrowRight")
    expect(items).to_have_count(5)
    expect(page.locator(".crumbs")).to_contain_text("a1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".crumbs button")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(items).to_have_count(3)
    page.keyboard.press("3")
    expect(page.locator(".crumbs")).to_contain_text("b2")
    page.get_by_role("button", name="Follow best play").click()
    expect(page.locator(".crumbs button")).to_have_count(9, timeout=20_000)
    assert page.locator("#panel-tree *").count() <= 300
    page.get_by_role("button", name="Show on the board").click()
    expect(page.locator("ol.moves li.here")).to_have_count(1)


def test_a_chosen_tab_stays(home: Home, open_page: Callable[..., Page]) -> None:
    """Who presses a tab while another game loads sees it; a new game begins with its moves."""
    page = open_page(home.address)
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    # The next game is asked for, and its answers come late.
    page.evaluate(
        """() => {
          const receive = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage").get;
          const { send } = WebSocket.prototype;
          WebSocket.prototype.send = function (text) {
            const take = receive.call(this);
            this.onmessage = (event) => setTimeout(() => take(event), 300);
            WebSocket.prototype.send = send;
            send.call(this, text);
          };
        }"""
    )
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'a1 b1'})}")
    page.get_by_role("tab", name="Analysis").click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true")
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'a1 b1 c1'})}")
    expect(page.locator("ol.moves > li")).to_have_count(3)
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")


def test_undo_branches_and_comments(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "human"})
    items = page.locator("ol.moves > li")
    page.locator(PLAYABLE).first.click()
    expect(items).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(items).to_have_count(0)
    page.locator(PLAYABLE).last.click()
    expect(items).to_have_count(1)
    expect(page.locator(".branches button")).to_have_count(1)
    page.get_by_text("Comment and branches").click()
    page.get_by_label("Comment", exact=True).fill("a better one")
    page.get_by_role("button", name="Save comment").click()
    expect(items.first).to_contain_text("a better one")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("ol.moves li.here")).to_have_count(0)
    expect(items).to_have_count(1)
    choose(page, "Redo")
    expect(page.locator("ol.moves li.here")).to_have_count(1)


def test_files_come_and_go(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_text("Import a game").click()
    page.get_by_label("Game as text").fill("f5d6c3d3c4")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("ol.moves > li")).to_have_count(5)
    page.get_by_role("tab", name="Files").click()
    formats = page.get_by_label("Format", exact=True)
    forms = {"record": "{", "tree": "{", "transcript": "f5d6c3d3c4"}
    if isinstance(home, Server):
        forms |= {"ggf": "(;GM[Othello]", "svg": "<svg"}
    assert forms.keys() <= set(formats.locator("option").all_inner_texts())
    for form, begins in forms.items():
        formats.select_option(form)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download", exact=True).click()
        assert Path(download.value.path()).read_text().startswith(begins)
    page.get_by_role("button", name="Make a link to this game").click()
    link = page.get_by_label("Link to this game", exact=True).input_value()
    page.goto(link)
    page.goto(link.replace("c4&p=5", "c4&p=2"))
    expect(page.locator("ol.moves li.here")).to_contain_text("d6")
    expect(page.locator("ol.moves > li")).to_have_count(5)


def test_a_file_that_is_too_large_leaves_the_game(
    home: Home, open_page: Callable[..., Page]
) -> None:
    page = open_page(home.address)
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    page.get_by_role("tab", name="Files").click()
    large = {"name": "large.txt", "mimeType": "text/plain", "buffer": b"f5d6c3\n" * 200_000}
    page.get_by_text("Import a game").click()
    page.get_by_label("Game from a file").set_input_files(large)  # type: ignore[arg-type]
    expect(page.get_by_role("status")).to_contain_text("too large")
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)


def test_match_and_one_of_its_games(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(server.address)
    page.get_by_role("button", name="Match", exact=True).click()
    page.get_by_label("First player", exact=True).fill("greedy")
    page.get_by_label("Second player", exact=True).fill("random")
    page.get_by_label("Games", exact=True).fill("6")
    page.get_by_role("button", name="Play the match").click()
    expect(page.get_by_text("6 of 6 games")).to_be_visible()
    page.get_by_label("Game number", exact=True).fill("2")
    page.get_by_role("button", name="Show the game").click()
    expect(page.locator("ol.moves > li").first).to_be_visible()
    assert state(page)["ended"] is not None


def test_clock_runs(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    more(page)
    page.get_by_label("Clock", exact=True).select_option("60+1")
    page.get_by_label("Seat x", exact=True).select_option("human")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".players .clock").first).to_have_text("1:00")
    page.locator(PLAYABLE).first.click()
    expect(page.locator(".players .clock[data-seat='1']")).to_have_text("0:59")


def test_a_refusal_hides_no_move(home: Home, open_page: Callable[..., Page]) -> None:
    """While a refusal is shown, moves and turns are told as they come."""
    page = open_page(home.address)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "first"})
    field = page.get_by_role("textbox", name="Move", exact=True)
    field.fill("zz")
    field.press("Enter")
    status = page.get_by_role("status")
    expect(status).to_contain_text("not a valid move")
    page.locator(PLAYABLE).first.click()
    expect(status).to_contain_text("white")
    expect(status).to_contain_text("not a valid move")
    expect(page.locator("ol.moves > li")).to_have_count(2)
    assert status.inner_text().strip().splitlines()[-1] == "black to move"
    expect(status).not_to_contain_text("not a valid move", timeout=8000)


def test_nothing_of_an_earlier_game_stays(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(f"{home.base}#{urlencode({'g': 'tictactoe', 'm': 'b2 a2 a1 c3 a3 c1'})}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Graph of the game").click()
    expect(page.locator(".graph svg")).to_have_count(1)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("table.values tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("table.values tbody tr")).to_have_count(0)
    choose(page, "Rematch")
    page.locator("#banner").get_by_role("button", name="Rematch", exact=True).click()
    expect(page.locator("ol.moves > li")).to_have_count(0)
    expect(page.locator(".graph svg")).to_have_count(0)


def test_a_running_game_is_not_thrown_away(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "human"})
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    choose(page, "Rematch")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    choose(page, "Rematch")
    page.locator("#banner").get_by_role("button", name="Rematch", exact=True).click()
    expect(page.locator("ol.moves > li")).to_have_count(0)


def test_a_game_of_a_match_takes_no_place_unasked(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """A new game and a file get a room of their own; a game of a match is shown in this one."""
    page = open_page(server.address)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "human"})
    page.locator(PLAYABLE).first.click()
    items = page.locator("ol.moves > li")
    expect(items).to_have_count(1)
    room = state(page)["room"]
    page.get_by_role("button", name="Match", exact=True).click()
    page.get_by_label("First player", exact=True).fill("first")
    page.get_by_label("Second player", exact=True).fill("first")
    page.get_by_label("Games", exact=True).fill("2")
    page.get_by_role("button", name="Play the match").click()
    page.get_by_role("button", name="Show the game").click()
    question = page.get_by_text("This game is not over. Begin another one?")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).click()
    page.get_by_role("button", name="Show the game").click()
    page.locator("#banner").get_by_role("button", name="Show the game").click()
    expect(items).not_to_have_count(1)
    assert state(page)["room"] == room and state(page)["ended"] is not None
    choose(page, "New game")
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    expect(question).to_be_hidden()
    assert state(page)["room"] != room


def test_what_is_being_written_stays(home: Home, open_page: Callable[..., Page]) -> None:
    """A state that arrives closes no menu, and takes no comment that is not saved yet."""
    page = open_page(home.address)
    begin(page, "Othello", "othello:4", {"black": "human", "white": "human"})
    page.get_by_text("Comment and branches").click()
    comment = page.get_by_label("Comment", exact=True)
    comment.fill("half a thou")
    page.get_by_role("button", name="Menu", exact=True).click()
    told = len(states(page))
    page.get_by_label("Player of white", exact=True).select_option("random")
    wait_for_move(page, told)
    expect(page.get_by_role("button", name="New game", exact=True)).to_be_visible()
    expect(comment).to_have_value("half a thou")


@pytest.mark.parametrize(("locale", "start"), [("ja-JP", "始める"), ("zh-TW", "開始")])
def test_it_speaks_the_language_of_the_browser(
    home: Home, open_page: Callable[..., Page], locale: str, start: str
) -> None:
    page = open_page(home.address, locale=locale, viewport={"width": 360, "height": 740})
    page.get_by_role("button", name=start, exact=True).click()
    expect(page.get_by_role("grid")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.lang") in locale.replace("TW", "Hant")
    page.get_by_role("button", name=re.compile("^d3, ")).click()
    expect(page.locator("ol.moves > li")).to_have_count(2)


def test_boards_of_ones_own(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    more(page)
    page.get_by_label("Columns", exact=True).fill("5")
    page.get_by_label("Rows", exact=True).fill("4")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("grid").get_by_role("button")).to_have_count(20)
    assert state(page)["game"] == "mnk:5,4,4"


def test_sounds_are_off_until_switched_on(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.evaluate(
        "() => { made = 0; const Own = AudioContext;"
        " AudioContext = class extends Own { constructor() { super(); made++; } }; }"
    )
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(1)
    assert page.evaluate("made") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    assert page.evaluate("made") == 1


def test_suits_have_four_colours_or_two(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    colours = (
        "() => new Set([...'SHDC'].map((suit) => { const card = document.createElement('span');"
        " card.dataset.suit = suit; document.body.append(card);"
        " return getComputedStyle(card).getPropertyValue('--suit'); })).size"
    )
    assert page.evaluate(colours) == 4
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Suits in two colours").check()
    assert page.evaluate(colours) == 2


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 720)], ids=str)
def test_nothing_that_is_needed_is_cut(
    home: Home, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """Start, board, own hand, bids and tools are on the first screen."""
    width, height = size
    page = open_page(home.address, viewport={"width": width, "height": height})

    def is_whole(place: str) -> None:
        for each in page.locator(place).all():
            box = each.bounding_box()
            assert box is not None, place
            assert box["x"] >= -1 and box["x"] + box["width"] <= width + 1, (place, box)
            assert box["y"] >= -1 and box["y"] + box["height"] <= height + 1, (place, box)

    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    is_whole("#start .main")
    assert page.locator("#start .setup").evaluate("(each) => each.scrollWidth <= each.clientWidth")
    begin(page, "Mosaic", "mosaic:5", {"first": "human", "second": "first"})
    is_whole("#board .layers button:visible")
    page.goto(f"{home.base}#start")
    for name in ("tictactoe", "othello", "wide"):
        show(page, home, name)
        page.wait_for_timeout(100)
        for place in ("#board .pane", ".bar > .tool:visible", ".players li"):
            is_whole(place)
        page.goto(f"{home.base}#start")
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    for place in ("#board .near .card", "#board .call", ".bar > .tool:visible", ".players li"):
        is_whole(place)
