"""The board of a notebook in a page that is a host for anywidgets, with the kernel in the test."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bitgames as bg
from bitgames.scene.cards import CARDS
from tests.browser.driver import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
pytest.importorskip("anywidget", reason="needs anywidget: pip install 'bitgames[notebook]'")

HOST = Path(__file__).with_name("host.html")
PICTURES = os.environ.get("BITGAMES_PICTURES")


class Cell:
    """A board and its views; ``pump`` is the kernel, which hears nothing before."""

    def __init__(self, page: Page, monkeypatch: pytest.MonkeyPatch, board: Any) -> None:
        from ipywidgets import Widget

        self.page, self.board, self.sent = page, board, list[Any]()

        def send(widget: Any, message: Any, buffers: Any = None) -> None:
            self.sent.append(json.loads(json.dumps(message)))

        monkeypatch.setattr(Widget, "_send", send)
        state = board.widget.get_state()
        page.set_content(HOST.read_text(encoding="utf-8"))
        page.evaluate("([esm, css]) => load(esm, css)", [state.pop("_esm"), state.pop("_css")])
        state.pop("layout")
        page.evaluate("(state) => take([{ state }])", state)
        self.show()

    def show(self) -> None:
        self.page.evaluate("show()")
        self.pump()

    def pump(self) -> None:
        """Carry messages both ways until there are none, and no computer thinks."""
        for _ in range(200):
            messages = self.page.evaluate("outbox.splice(0)")
            for message in messages:
                self.board._hear(self.board.widget, message, [])
            assert self.board.wait(30)
            self.page.wait_for_timeout(20)
            sent, self.sent = self.sent, []
            self.page.evaluate("(messages) => take(messages)", sent)
            if not messages and not sent:
                return
        raise AssertionError("the messages have no end")

    def click(self, name: str, view: int = 0) -> None:
        buttons = self.page.locator("section").nth(view).get_by_role("button", name=name)
        buttons.first.click()
        self.pump()


Open = Callable[..., Cell]


@pytest.fixture
def open_cell(open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> Open:
    def open_cell(*start: Any, size: tuple[int, int] = (900, 900), **options: Any) -> Cell:
        board = bg.Board(*start, **options)
        board.wait(30)
        width, height = size
        page = open_page("about:blank", viewport={"width": width, "height": height})
        return Cell(page, monkeypatch, board)

    return open_cell


def test_clicks_play_in_every_view(open_cell: Open) -> None:
    cell = open_cell("tictactoe", players=["human", "first"])
    cell.show()
    page = cell.page
    cell.click("b2, empty")
    assert str(cell.board.record.moves) == "[b2, a1]"
    for view in (0, 1):
        section = page.locator("section").nth(view)
        expect(section.get_by_role("button", name="b2, o")).to_have_count(1)
        expect(section.get_by_role("status")).to_contain_text("o to move")
    cell.click("Undo", view=1)
    expect(page.get_by_role("button", name="b2, empty")).to_have_count(2)
    cell.click("Redo")
    expect(page.get_by_role("button", name="a1, x")).to_have_count(2)


def test_keys_stay_in_the_board(open_cell: Open) -> None:
    cell = open_cell("tictactoe")
    page = cell.page
    assert page.locator(".bitgames.notebook[data-lm-suppress-shortcuts=true]").count() == 1
    page.keyboard.press("Tab")
    # JupyterLab asks for this attribute at the focus first, and further out only then.
    assert page.locator(":focus").get_attribute("data-lm-suppress-shortcuts") == "true"
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    cell.pump()
    assert str(cell.board.record.moves) == "[b2]"


def test_a_view_that_goes_leaves_nothing(open_cell: Open) -> None:
    cell = open_cell("mosaic:4")
    listening = cell.page.evaluate("listening()")
    cell.show()
    assert cell.board._views == 2
    cell.page.evaluate("away.pop()()")
    cell.pump()
    assert cell.page.evaluate("listening()") == listening
    assert cell.page.locator("section").nth(1).inner_html() == ""
    assert cell.board._views == 1


def test_a_busy_kernel_is_told_after_half_a_second(open_cell: Open) -> None:
    cell = open_cell("othello")
    page = cell.page
    alert = page.get_by_role("alert")
    page.get_by_role("button", name="d3, empty").click()
    page.wait_for_timeout(250)
    expect(alert).to_be_hidden()
    expect(alert).to_contain_text("kernel does not answer", timeout=2000)
    # Another click, before the kernel hears of the first, is no move of the next position.
    page.get_by_role("button", name="f5, empty").click()
    cell.pump()
    expect(alert).to_be_hidden()
    assert str(cell.board.record.moves) == "[d3]"
    # A hover is no question to which people wait for an answer.
    page.get_by_role("button", name="c3, empty").hover()
    page.wait_for_timeout(700)
    expect(alert).to_be_hidden()


def test_values_on_the_board(open_cell: Open) -> None:
    cell = open_cell(bg.position("tictactoe oo./xx./..."))
    cell.click("Analyse")
    for _ in range(500):
        cell.pump()
        if cell.page.get_by_role("button", name="c1, empty, playable, +1").count():
            break
    expect(cell.page.get_by_role("button", name="c1, empty, playable, +1")).to_have_count(1)
    cell.click("Analyse")
    expect(cell.page.get_by_role("button", name="c1, empty, playable", exact=True)).to_have_count(1)


def test_moves_in_a_list_and_on_a_slider(open_cell: Open) -> None:
    cell = open_cell(bg.Record("othello", "f5 d6 c3 d3 c4"))
    page = cell.page
    moves = page.get_by_role("list", name="Moves")
    here = moves.locator("[aria-current=step]")
    slider = page.get_by_role("slider", name="Move number")
    expect(moves.get_by_role("listitem")).to_have_text(["f5", "d6", "c3", "d3", "c4"])
    expect(here).to_have_text("c4")
    moves.get_by_role("button", name="d6").click()
    cell.pump()
    expect(here).to_have_text("d6")
    expect(here).to_be_focused()
    expect(slider).to_have_value("2")
    expect(page.get_by_role("button", name="c3, empty, playable")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("black to move")
    slider.press("ArrowLeft")
    page.wait_for_timeout(150)
    cell.pump()
    expect(here).to_have_text("f5")
    # It is followed before it is let go.
    slider.evaluate("(slider) => { slider.value = 3; slider.dispatchEvent(new Event('input')); }")
    page.wait_for_timeout(150)
    cell.pump()
    expect(here).to_have_text("c3")
    moves.get_by_role("button", name="f5").click()
    cell.pump()
    cell.click("Back")
    expect(here).to_have_count(0)
    expect(page.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")
    cell.click("Forward")
    # Play goes on from there: another move makes another line.
    cell.click("f6, empty")
    expect(moves.get_by_role("listitem")).to_have_text(["f5", "f6"])


def test_nobody_goes_along_a_line_with_another_persons_cards(open_cell: Open) -> None:
    cell = open_cell("honeymoon", seed=4)
    cell.board.play("1C")
    cell.pump()
    move = cell.page.get_by_role("list", name="Moves").get_by_role("button", name="1C")
    expect(move).to_be_disabled()
    expect(cell.page.get_by_role("slider", name="Move number")).to_be_disabled()
    expect(cell.page.get_by_role("button", name="Back")).to_be_disabled()


def test_players_beside_the_board(open_cell: Open) -> None:
    cell = open_cell("othello:4", players=["human", "first"])
    page = cell.page
    far = page.get_by_role("list", name="Players").get_by_role("listitem")
    near = page.get_by_role("list", name="Player below").get_by_role("listitem")
    expect(far).to_have_text(re.compile(r"Computer, first\s*white\s*2"))
    expect(near).to_have_text(re.compile(r"You\s*black\s*your turn\s*2"))
    expect(near).to_have_attribute("aria-current", "true")
    cell.board.play(cell.board.position.legal_moves[0])
    cell.pump()
    scores = [player["score"] for player in cell.board.widget.scene["players"]]
    expect(near.locator(".count")).to_have_text(str(scores[0]))
    expect(far.locator(".count")).to_have_text(str(scores[1]))
    go = page.get_by_role("button", name="Continue")
    expect(go).to_be_hidden()
    cell.click("Back")
    expect(far).to_have_attribute("aria-current", "true")
    cell.click("Continue")
    expect(near).to_have_attribute("aria-current", "true")


def test_a_hidden_hand_is_not_in_the_page(open_cell: Open) -> None:
    cell = open_cell("honeymoon", players=["human", "rule"], seed=4)
    page = cell.page
    start = cell.board.position
    own = page.get_by_role("group", name="Hand of south")
    expect(own.get_by_role("button")).to_have_count(13)
    text = page.evaluate("JSON.stringify(state)")
    theirs = [CARDS[piece] for piece in start.pieces(1)]
    assert not any(f'"{card}"' in text for card in theirs)
    cell.click("7")
    cell.click("7NT")
    expect(page.get_by_role("status")).to_contain_text("south to call")


def test_without_a_kernel_the_state_is_enough(open_cell: Open) -> None:
    """What a saved notebook holds is drawn, with nobody to ask."""
    cell = open_cell(bg.Record("mosaic:4", "1b2 1c2 1b3"))
    page = cell.page
    for width in (900, 400):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.get_by_role("button", name="1b2, first")).to_have_count(1)
    assert page.evaluate("outbox.length") == 0


SHOWN: dict[str, tuple[Any, ...]] = {
    "othello": (bg.Record("othello", "f5 d6 c3 d3 c4"),),
    "quo": ("quo:4",),
    "mosaic": (bg.Record("mosaic:4", "1b2 1c2 1b3 1c3 1a2"),),
    "honeymoon": ("honeymoon",),
}


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("width", [360, 900])
def test_boards_fit_their_cell(open_cell: Open, name: str, width: int) -> None:
    cell = open_cell(*SHOWN[name], seed=4, size=(width, 900))
    page = cell.page
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # The board keeps its size wherever the notebook is scrolled to.
    if name != "honeymoon":
        box = page.locator(".pane").first.bounding_box()
        page.evaluate("document.getElementById('cells').style.marginTop = '3000px'")
        page.evaluate("scrollTo(0, 2800)")
        page.evaluate("take([{ state: { zoom: 1 } }])")
        page.wait_for_timeout(100)
        again = page.locator(".pane").first.bounding_box()
        assert box and again and box["width"] == again["width"]
        page.evaluate("document.getElementById('cells').style.marginTop = ''")
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"notebook-{name}-{width}.png", full_page=True)
