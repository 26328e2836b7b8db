"""The table of bridge: pips, the auction, the score sheet, claims."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import bitgames as bg
from tests.browser.conftest import Home, Server
from tests.browser.driver import PLAYABLE, begin, call, choose, expect, more, state

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("BITGAMES_PICTURES")
HANDS = "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"


def open_deal(page: Page, home: Home, moves: str, **rules: str) -> None:
    """Open a deal without a stock, both seats at this screen."""
    start = bg.Honeymoon(deal=HANDS, **rules)  # type: ignore[arg-type]
    page.goto(f"{home.base}#{urlencode({'s': start.to_string(), 'm': moves})}")
    expect(page.get_by_role("group", name="Hand of north")).to_be_visible()


def rows(page: Page) -> dict[str, list[str]]:
    """The score sheet: each name with south's and north's cells."""
    found = page.get_by_role("table", name="Score sheet").get_by_role("row").all()
    return {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in found[1:]
    }


def test_a_claim_says_what_it_claims(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    open_deal(page, home, "1NT double pass", vulnerable="north")
    calls = page.get_by_role("table", name="Auction").get_by_role("cell")
    expect(calls).to_have_text(["1NT", "double", "pass", ""])
    assert rows(page) == {"vulnerable": ["no", "yes"]}
    for pips in ("0 of 7 tricks", "0 of 7 tricks"):
        expect(page.get_by_role("img", name=pips)).to_have_count(2)
    choose(page, "Claim")
    dialog, status = page.get_by_role("dialog", name="Claim"), page.get_by_role("status")
    dialog.get_by_role("button", name="Cancel", exact=True).click()
    expect(dialog).to_have_count(0)
    choose(page, "Claim")
    expect(dialog.get_by_role("button", name="Claim 13 of the 13 tricks left")).to_be_visible()
    dialog.get_by_label("Tricks", exact=True).select_option("6")
    dialog.get_by_role("button", name="Claim 6 of the 13 tricks left").click()
    expect(status).to_contain_text("the claim of 6 is refused")
    expect(page.locator("ol.moves > li")).to_have_count(3)
    choose(page, "Claim")
    dialog.get_by_label("Tricks", exact=True).select_option("5")
    dialog.get_by_role("button", name="Claim 5 of the 13 tricks left").click()
    expect(status).to_contain_text("north claims 5 of the 13 tricks left: granted")
    expect(page.get_by_role("img", name="8 of 7 tricks")).to_have_count(1)
    expect(page.get_by_role("img", name="5 of 7 tricks")).to_have_count(1)
    assert rows(page) == {
        "vulnerable": ["no", "yes"],
        "trick score": ["80", ""],
        "overtricks": ["100", ""],
        "doubled and made": ["50", ""],
        "part score": ["50", ""],
        "this deal": ["+280", "-280"],
    }


def test_the_score_sheet_of_a_rubber(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    open_deal(page, home, "1NT pass", scoring="rubber", vulnerable="south", part_scores="60/0")
    before = rows(page)
    assert before == {
        "vulnerable": ["yes", "no"],
        "above the line": ["0", "0"],
        "below the line": ["60", "0"],
        "games": ["1", "0"],
        "total": ["60", "0"],
        "if it ended here": ["460", "0"],
    }
    choose(page, "Claim")
    page.get_by_label("Tricks", exact=True).select_option("0")
    page.get_by_role("button", name="Claim 0 of the 13 tricks left").click()
    expect(page.get_by_role("table", name="Score sheet")).to_contain_text("south wins the rubber")
    assert state(page)["series"]["rubber"]["games"] == [2, 0]


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360), (1280, 720)], ids=str)
def test_the_own_hand_and_the_sheet_are_never_cut(
    home: Home, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_page(home.address, viewport={"width": size[0], "height": size[1]})
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    call(page, "2S")
    expect(page.get_by_role("status")).to_contain_text("south to play for the stock")
    page.locator(PLAYABLE).first.click()
    expect(page.get_by_role("group", name="Last trick")).to_be_visible()
    cards = page.get_by_role("group", name="Hand of south").get_by_role("button")
    expect(cards).to_have_count(13)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=0.9999)
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("table", name="Auction")).to_be_attached()
    assert sheet.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_a_refused_tree_leaves_the_board(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 1440, "height": 900})
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    board, panel = page.locator(".boards"), page.get_by_role("tabpanel", name="Tree")
    page.get_by_role("tab", name="Tree").click()
    expect(panel.get_by_role("treeitem")).to_have_count(3)
    tree, small = panel.bounding_box(), board.bounding_box()
    assert tree is not None and small is not None and tree["x"] < small["x"]
    choose(page, "New game")
    begin(page, "Honeymoon bridge", "honeymoon", {"south": "human", "north": "first"}, seed=7)
    wide = board.bounding_box()
    page.get_by_role("tab", name="Tree").click()
    expect(panel).to_contain_text("it comes at the end")
    expect(panel.get_by_role("treeitem")).to_have_count(0)
    assert board.bounding_box() == wide


@pytest.mark.parametrize(
    ("locale", "refused", "over"),
    [
        ("ja-JP", "クレームは認められません", "コントラクト達成"),
        ("zh-TW", "不成立", "合約完成"),
    ],
)
def test_the_server_speaks_the_language_of_the_browser(
    home: Home, open_page: Callable[..., Page], locale: str, refused: str, over: str
) -> None:
    """Turns, refusals, claims and the result are in it; cards and calls are as they are written."""
    page = open_page(home.address, locale=locale)
    # The catalogue comes first: until then the address with the secret is not read.
    expect(page.locator("#start .main")).to_be_visible()
    start = bg.Honeymoon(deal=HANDS)
    page.goto(f"{home.base}#{urlencode({'s': start.to_string(), 'm': '1NT pass'})}")
    status = page.get_by_role("status")
    expect(page.locator("ol.moves > li")).to_have_count(2)

    def is_translated() -> None:
        words = status.inner_text()
        assert words and not re.search(r"[a-z]{2}", words), words

    is_translated()
    field = page.locator("#move")
    field.fill("zz")
    field.press("Enter")
    expect(status).to_contain_text("zz")
    words = status.inner_text().replace("zz", "")
    assert not re.search(r"[a-z]{2}", words), words
    for tricks, told in (("6", refused), ("5", "13")):
        page.locator("[aria-controls=menu]").click()
        page.locator("#menu .tool:visible", has_text=re.compile("クレーム|攤牌")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("combobox").select_option(tricks)
        dialog.locator("button.main").click()
        expect(status).to_contain_text(told)
    expect(status).to_contain_text(over)
    page.wait_for_timeout(4200)
    is_translated()
    end = page.get_by_role("region").locator(":scope > h3, :scope > p").all_inner_texts()
    assert end and not re.search(r"[a-z]{2}", "".join(end)), end


WANTED = "south points:15-17 shape:balanced, north spades:5+"


@pytest.mark.parametrize("size", [(390, 800), (1280, 800)], ids=str)
def test_deals_by_conditions(
    home: Home, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_page(home.address, viewport={"width": size[0], "height": size[1]})
    page.get_by_role("button", name="Honeymoon bridge", exact=True).click()
    more(page)
    field = page.get_by_label("Conditions on the deal", exact=True)
    if not isinstance(home, Server):
        # Only a server looks for deals.
        expect(page.get_by_label("Seed", exact=True)).to_be_visible()
        expect(field).to_have_count(0)
        return
    expect(field).to_have_attribute("placeholder", "south points:15+, par:4S")
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/conditions-{size[0]}.png", full_page=True)
    field.fill("south 15-17")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("'15-17' is not a valid condition")
    field.fill(WANTED)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#play")).to_be_visible()
    expect(page.get_by_text(f"Conditions on the deal: {WANTED}")).to_be_attached()
    assert state(page)["conditions"] == WANTED
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/deal-by-conditions-{size[0]}.png", full_page=True)
    south, north = state(page)["scene"]["hands"]
    assert (
        15 <= sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card[1], 0) for card in south["cards"]) <= 17
    )
    # The other hand is known by its condition alone.
    assert (north["cards"], north["hidden"]) == ([], 13)


def test_the_end_says_why_par_is_what_it_is(home: Home, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    open_deal(page, home, "1NT pass")
    choose(page, "Claim")
    page.get_by_label("Tricks", exact=True).select_option("5")
    page.get_by_role("button", name="Claim 5 of the 13 tricks left").click()
    expect(page.get_by_text("The deal", exact=True)).to_be_visible()
    page.get_by_text("The deal", exact=True).click()
    why = page.get_by_text("over 1NT north's best is 2Cx, 3 down for 500: worse")
    if not isinstance(home, Server):
        expect(why).to_have_count(0)
        return
    expect(page.get_by_text("south makes 1NT for 120; north makes nothing")).to_be_visible()
    expect(why).to_be_visible()
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/why-par.png", full_page=True)
