"""A report in the browser, from the file system: with scripts it replays, without it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bitgames as bg
from bitgames.play.report import to_html
from tests.browser.conftest import Folder
from tests.browser.driver import expect
from tests.test_report import game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def save(path: Path, spec: str, plies: int) -> str:
    """Write the report of a game; return its address."""
    record = game(spec, plies)
    found = None if record.start.facts.hidden else bg.analyze(record, seconds=0.5)
    path.write_text(to_html(record, found))
    return path.as_uri()


@pytest.mark.parametrize("spec", ["othello:6", "mosaic:4", "connect4", "honeymoon"])
def test_it_replays(open_page: Callable[..., Page], tmp_path: Path, spec: str) -> None:
    page = open_page(save(tmp_path / "game.html", spec, 20))
    moves = page.locator("ol > li")
    expect(moves).to_have_count(20)
    expect(page.locator("li.here a")).to_have_attribute("href", "#m20")
    board = page.locator("#board .bitgames")
    expect(board).to_be_visible()
    end = board.inner_html()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("li.here")).to_have_count(0)
    assert board.inner_html() != end
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Forward").click()
    expect(page.locator("li.here a")).to_have_attribute("href", "#m2")
    moves.nth(9).get_by_role("link").click()
    expect(page.locator("li.here a")).to_have_attribute("href", "#m10")
    text = moves.nth(9).get_by_role("link").inner_text()
    if spec != "honeymoon":
        expect(page.get_by_role("status")).to_contain_text(text)
        page.locator("#curve svg").click(position={"x": 60, "y": 60})
        expect(page.locator("li.here")).to_have_count(0)
    page.get_by_role("slider", name="Moves played").fill("20")
    expect(page.locator("li.here a")).to_have_attribute("href", "#m20")
    # A link to a move opens there.
    page.goto("about:blank")
    page.goto((tmp_path / "game.html").as_uri() + "#m3")
    expect(page.locator("li.here a")).to_have_attribute("href", "#m3")


@pytest.mark.parametrize("spec", ["othello:6", "mosaic:3", "connect4", "honeymoon"])
def test_a_live_one_analyses(
    folder: Folder, open_page: Callable[..., Page], tmp_path: Path, spec: str
) -> None:
    """An engine in the file values the moves of any position; ``folder``: there is one."""
    path, record = tmp_path / "game.html", game(spec, 100)
    path.write_text(to_html(record, live=True))
    page = open_page(path.as_uri())
    page.get_by_role("button", name="Analyse").click()
    values = page.get_by_role("table").get_by_role("row")
    # The end has no moves to value.
    expect(page.get_by_text("Values of all moves", exact=True)).to_be_visible()
    expect(values).to_have_count(0)
    at = len(record.moves) - 4
    page.get_by_role("listitem").nth(at - 1).get_by_role("link").click()
    legal = {str(move) for move in record.positions[at].legal_moves}
    expect(values).to_have_count(min(8, len(legal)))
    expect(values.first).to_contain_text("proven")
    assert set(values.get_by_role("rowheader").all_inner_texts()) <= legal
    best = bg.solve(record.positions[at], all_moves=True).best_move
    expect(values.get_by_role("rowheader", name=str(best), exact=True)).to_be_visible()
    page.get_by_role("button", name="Analyse").click()
    expect(values).to_have_count(0)


@pytest.mark.parametrize("width", [320, 1280])
def test_it_is_read_without_scripts(
    open_page: Callable[..., Page], tmp_path: Path, width: int
) -> None:
    address = save(tmp_path / "game.html", "othello:6", 12)
    size = {"width": width, "height": 800}
    page = open_page(address, java_script_enabled=False, viewport=size)
    expect(page.locator("ol > li")).to_have_count(12)
    expect(page.locator("ol > li").last).to_be_visible()
    expect(page.locator("#last svg")).to_be_visible()
    expect(page.locator("#curve svg")).to_be_visible()
    expect(page.locator("#bar")).to_be_hidden()
    with_scripts = open_page(address, viewport=size)
    assert with_scripts.evaluate("document.documentElement.scrollWidth") <= width
    expect(with_scripts.locator("#last")).to_be_hidden()
