"""What the board does besides taking moves: previews, chains, views, tricks, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import bitgames as bg
from bitgames import bundle
from bitgames.scene.geometry import geometry
from tests.browser.conftest import Home
from tests.browser.driver import PLAYABLE, begin, choose, expect, state

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

# The next piece at 1b2 lets a chain grow.
CHAIN = "1a1 1d4 1b1 1d3 1a2 1d2"


def link(home: Home, game: str, moves: str) -> str:
    return f"{home.base}#{urlencode({'g': game, 'm': moves})}"


def test_flips_are_shown_before_the_move(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Othello", "othello", {"black": "human", "white": "human"})
    page.get_by_role("button", name="d3, empty, playable").hover()
    expect(page.locator("#board .effect")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator("#board .effect")).to_have_count(0)
    page.get_by_role("button", name="d3, empty, playable").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board .effect")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("black d3, flips 1")
    expect(page.locator("#board .flipped")).to_have_count(1)


def test_forced_pass_is_told(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_text("Import a game").click()
    page.get_by_label("Game as text").fill("othello:4 XO--/----/----/XO-- O")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("white has no move and passes")
    expect(page.locator("ol.moves > li")).to_have_text(["pass"])


def test_chain_grows_wave_by_wave(home: Home, open_page: Callable[..., Page]) -> None:
    """The waves come one after another, a key shows them at once, and their numbers stay."""
    page = open_page(home.address, reduced_motion="no-preference")
    page.goto(link(home, "mosaic:4", CHAIN))
    page.get_by_role("button", name="1b2, empty, playable").click()
    placed = page.locator("#board .placed")
    expect(placed.first).to_be_attached()
    waves = state(page)["scene"]["waves"]
    assert placed.count() == 1 + sum(map(len, waves)) > 1
    delays = placed.evaluate_all("(all) => all.map((each) => each.style.animationDelay)")
    assert {"0ms", "180ms"} <= set(delays)
    page.keyboard.press("Shift")
    running = "document.getAnimations().filter((each) => each.playState === 'running').length"
    assert page.evaluate(running) == 0
    expect(page.get_by_role("status")).to_contain_text("chain: 2a1")
    expect(page.get_by_role("button", name="2a1, first, wave 1")).to_have_count(1)


def test_discs_fall_wherever_their_column_is_pressed(
    home: Home, open_page: Callable[..., Page]
) -> None:
    """A press anywhere in a column plays there; the preview is where the disc will lie."""
    page = open_page(home.address, reduced_motion="no-preference")
    page.goto(link(home, "connect4", "4 4 1"))

    def cell(name: str) -> Locator:
        return page.locator(f'#board button[aria-label^="{name},"]')

    cell("d6").hover()
    aim = page.locator("#board .aim")
    expect(aim).to_have_count(1)
    landing = cell("d3").bounding_box()
    seen = aim.bounding_box()
    assert landing is not None
    assert seen is not None
    assert seen["y"] == pytest.approx(landing["y"], abs=landing["height"] / 2)
    cell("d1").click()  # under two discs
    placed = page.locator("#board .placed")
    expect(placed).to_have_count(1)
    assert placed.evaluate("(disc) => getComputedStyle(disc).animationName") == "bitgames-fallen"
    expect(page.get_by_role("status")).to_contain_text("second 4")
    expect(page.get_by_role("button", name="d3, second, falls, last move")).to_have_count(1)
    expect(page.get_by_role("button", name="d4, empty, playable")).to_have_count(1)
    cell("c6").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="c1, first, falls, last move")).to_have_count(1)
    expect(page.get_by_role("button", name="Flip")).to_be_hidden()


def test_no_motion_for_those_who_want_none(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, reduced_motion="reduce")
    page.goto(link(home, "mosaic:4", CHAIN))
    page.get_by_role("button", name="1b2, empty, playable").click()
    expect(page.get_by_role("button", name="2a1, first, wave 1")).to_have_count(1)
    assert page.locator("#board .placed").count() == 0
    expect(page.locator("#board .number")).to_have_count(len(state(page)["scene"]["waves"][0]))


def test_two_taps_where_one_shows(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, has_touch=True)
    page.goto(link(home, "mosaic:4", CHAIN))
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("On touch, the first tap").tap()
    page.get_by_role("button", name="Close", exact=True).tap()
    cell = page.get_by_role("button", name="1b2, empty, playable")
    cell.tap()
    expect(page.locator("#board .effect").first).to_be_attached()
    expect(page.locator("ol.moves > li")).to_have_count(6)
    cell.tap()
    expect(page.locator("ol.moves > li")).to_have_count(7)


def test_views_and_sides(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(link(home, "mosaic:4", CHAIN))
    board = page.locator("#board .bitgames")
    expect(board).to_have_attribute("data-view", "isometric")
    first = page.get_by_role("button", name="1a1, first")
    place = first.bounding_box()
    choose(page, "Flip")
    expect(page.get_by_role("button", name="1d4, second").first).to_be_attached()
    page.wait_for_timeout(100)
    assert page.get_by_role("button", name="1d4, second").bounding_box() == place
    page.keyboard.press("v")
    expect(board).to_have_attribute("data-view", "plan")
    page.get_by_role("button", name="1b2, empty, playable").click()
    expect(page.locator("ol.moves > li")).to_have_count(7)


def test_wide_boards_have_a_zoom(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740})
    page.goto(link(home, "mnk:15,7,5", "h4 a1"))
    zoom = page.get_by_role("button", name="Zoom", exact=True)
    page.get_by_role("button", name="Menu", exact=True).click()
    cell = page.get_by_role("button", name="b1, empty, playable")
    small = cell.bounding_box()
    zoom.click()
    expect(zoom).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(100)
    large = cell.bounding_box()
    assert small is not None and large is not None
    assert large["width"] > 1.9 * small["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_owner_chooses_the_last_pieces(home: Home, open_page: Callable[..., Page]) -> None:
    """The choice interrupts the turns: a banner, a turn marker, and only the offered cells."""
    from tests.browser.test_page import choosing

    page = open_page(home.address)
    page.goto(link(home, "quo:4", " ".join(choosing())))
    expect(page.locator("#board .banner")).to_be_visible()
    scene = state(page)["scene"]
    name = scene["players"][scene["choosing"]]["name"]
    expect(page.locator("#board .banner")).to_contain_text(f"{name} chooses")
    expect(page.get_by_role("status")).to_contain_text(f"{name} chooses")
    expect(page.locator(".players li.turn")).to_contain_text(name)
    expect(page.locator(PLAYABLE)).to_have_count(len(scene["offered"]))
    offered = page.get_by_role("button", name=re.compile("playable, offered"))
    expect(offered).to_have_count(len(scene["offered"]))
    offered.first.click()
    expect(page.locator("#board .banner")).to_be_hidden()


def test_trick_stays_for_a_while(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    page.get_by_role("button", name="1NT", exact=True).click()
    page.locator("#board .hand button[aria-disabled=false]").first.click()
    last = page.get_by_role("group", name="Last trick")
    expect(last).to_be_visible()
    expect(last.get_by_role("img")).to_have_count(2)
    expect(last).to_be_hidden()
    page.get_by_role("button", name="Last trick", exact=True).click()
    expect(last).to_be_visible()
    page.get_by_role("button", name="Put the trick away").click()
    expect(last).to_be_hidden()


def test_why_a_card_cannot_be_played(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    card = page.get_by_role("group", name="Hand of south").get_by_role("button").first
    expect(card).to_have_attribute("title", "the auction comes first")
    expect(card).to_have_attribute("aria-disabled", "true")


def test_letters_can_be_switched_off(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(link(home, "tictactoe", "b2 a1"))
    page.get_by_role("button", name="c3, empty, playable").focus()
    page.keyboard.press("u")
    expect(page.locator("ol.moves > li")).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Letters are shortcuts").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="c3, empty, playable").focus()
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    expect(page.locator("ol.moves > li")).to_have_count(1)


def test_words_and_moves_by_text(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.goto(link(home, "tictactoe", "b2"))
    field = page.get_by_role("textbox", name="Move", exact=True)
    status = page.get_by_role("status")
    for word, answer in (
        ("moves", "moves: a1, b1"),
        ("last", "last move: b2"),
        ("row a2", "b2, o, last move"),
        ("zz", "not a valid move"),
    ):
        field.fill(word)
        field.press("Enter")
        expect(status).to_contain_text(answer)
    assert status.inner_text().strip().splitlines()[-1] == "x to move"


HOST = """async ({ code, style, scene, geometry }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const widget = (await import(url)).default;
    const values = { scene, playable: true };
    const heard = {};
    globalThis.sent = [];
    const model = {
        get: (name) => values[name],
        set: (name, value) => {
            values[name] = value;
            for (const each of heard[`change:${name}`] ?? []) each();
        },
        on: (name, listener) => (heard[name] ??= new Set()).add(listener),
        off: (name, listener) => heard[name]?.delete(listener),
        send: (message) => {
            sent.push(message);
            if (message.do === "geometry")
                for (const each of heard["msg:custom"]) setTimeout(() => each(geometry, []));
        },
    };
    globalThis.model = model;
    globalThis.views = ["left", "right"].map((id) => {
        const el = document.createElement("div");
        el.id = id;
        document.body.append(el);
        return widget.render({ model, el });
    });
    globalThis.listeners = () => Object.values(heard).reduce((sum, each) => sum + each.size, 0);
}"""


def test_board_without_the_page(open_page: Callable[..., Page]) -> None:
    """As a notebook has it: from a blob, two views of one model, each taken away again."""
    page = open_page("about:blank")
    position = bg.Mosaic(3)
    told = {"is": "geometry", **geometry(bg.Mosaic(3).scene(), "plan")}
    asked = {
        "code": bundle.script("web/static/board/board.js"),
        "style": bundle.style("theme", "board"),
        "scene": json.loads(json.dumps(position.scene())),
        "geometry": told,
    }
    page.set_viewport_size({"width": 500, "height": 800})
    page.evaluate(HOST, asked)
    left, right = page.locator("#left"), page.locator("#right")
    for view in (left, right):
        expect(view.get_by_role("button", name="1a1, empty, playable")).to_be_visible()
    right.get_by_role("button", name="1a1, empty, playable").click()
    index = int(position.parse_move("1a1"))
    assert page.evaluate("sent.at(-1)") == {"do": "play", "i": index}
    after = position.play("1a1").scene(last_move="1a1", previous=position)
    page.evaluate("(scene) => model.set('scene', scene)", json.loads(json.dumps(after)))
    for view in (left, right):
        expect(view.get_by_role("button", name="1a1, first, last move")).to_have_count(1)
    assert left.locator("[data-lm-suppress-shortcuts]").count() == 1
    page.evaluate("views.forEach((end) => end())")
    assert page.evaluate("listeners()") == 0
    assert page.locator(".bitgames").count() == 0
