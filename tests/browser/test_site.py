"""The page without a server: as one file, without a network, renewed, broken, full, and twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import utime
from pathlib import Path
from time import time
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

import bitgames as bg
from bitgames.web.site import write_folder, write_single
from tests.browser.conftest import Folder
from tests.browser.driver import PLAYABLE, begin, choose, expect, let_show, state, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Open = Callable[..., "Page"]


@contextmanager
def own_folder(folder: Folder, path: Path) -> Iterator[Folder]:
    """A site of this test's own, which it may harm; ``folder`` says whether there can be one."""
    write_folder(path)
    own = Folder(path)
    try:
        yield own
    finally:
        own.close()


def plays(page: Page) -> None:
    """The engine answers: two moves of tic-tac-toe against it."""
    page.get_by_role("button", name="Games", exact=True).click()
    begin(page, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "level:club"})
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)


def test_one_file_from_a_disk_asks_for_nothing(
    folder: Folder, open_page: Open, tmp_path: Path
) -> None:
    path = tmp_path / "games.html"
    write_single(path)
    asked: list[str] = []
    page = open_page(path.as_uri(), on_request=asked.append)
    plays(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("hint:")
    choose(page, "New game")
    begin(page, "Othello", "othello", {"black": "human", "white": "level:strong"})
    page.locator(PLAYABLE).first.click()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    page.reload()
    expect(page.locator("ol.moves > li")).to_have_count(2)
    assert {url for url in asked if not url.startswith(("blob:", "data:"))} == {path.as_uri()}


def kept_whole(page: Page) -> None:
    """Wait until the browser has the page for a time without a network."""
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")


def test_without_a_network(folder: Folder, open_page: Open, tmp_path: Path) -> None:
    with own_folder(folder, tmp_path / "site") as own:
        page = open_page(own.address, lost=True)
        kept_whole(page)
        own.close()
        page.reload()
        plays(page)
        # The weights and the book are there as well.
        page.get_by_role("button", name="Games", exact=True).click()
        begin(page, "Othello", "othello", {"black": "human", "white": "level:best"})
        page.locator(PLAYABLE).first.click()
        expect(page.locator("ol.moves > li")).to_have_count(2, timeout=20_000)


def test_a_new_version_comes_whole_or_not_at_all(
    folder: Folder, open_page: Open, tmp_path: Path
) -> None:
    path = tmp_path / "site"
    with own_folder(folder, path) as own:
        page = open_page(own.address)
        kept_whole(page)

        def renew(style: bytes) -> None:
            """Write a version whose style has something at its end, in another second: hosts tell
            seconds, and a worker of the same one would be called unchanged for ever."""
            worker, later = (path / "sw.js").read_text(), (path / "sw.js").stat().st_mtime + 1
            (path / "style.css").write_bytes((path / "style.css").read_bytes() + style)
            digest = sha256((path / "style.css").read_bytes()).hexdigest()
            worker = re.sub('("style.css":")[0-9a-f]+', rf"\g<1>{digest}", worker)
            (path / "sw.js").write_text(re.sub('VERSION = "', 'VERSION = "x', worker))
            utime(path / "sw.js", (later, later))

        def is_marked() -> bool:
            style = "getComputedStyle(document.body).getPropertyValue('--mark')"
            return bool(page.evaluate(style))

        def visit() -> None:
            """Load the page again when the browser has looked for a new version, and has it."""
            registration = "navigator.serviceWorker.getRegistration()"
            page.wait_for_function(
                f"() => {registration}.then((found) => found.update()).then(() => true)"
            )
            page.wait_for_function(f"() => {registration}.then((found) => !found.installing)")
            page.goto("about:blank")
            page.goto(own.address)

        renew(b"body { --mark: 1 }")
        script = (path / "app.js").read_bytes()
        now = time()

        def write_script(content: bytes) -> None:
            """Write it at the time of before: hosts tell seconds, and browsers ask for newer."""
            (path / "app.js").write_bytes(content)
            utime(path / "app.js", (now, now))

        # Another file is not what its version says: the page stays as it was.
        write_script(script[: len(script) // 2])
        visit()
        assert not is_marked()
        plays(page)
        write_script(script)

        def is_new() -> bool:
            visit()
            return is_marked()

        # The old one may still serve what is loaded at once.
        wait_until(page, is_new, "the new version has not come")
        plays(page)


@pytest.mark.parametrize("harm", ["cut short", "gone", "no WebAssembly"])
def test_without_an_engine_a_sentence_says_why(
    folder: Folder, open_page: Open, tmp_path: Path, harm: str
) -> None:
    with own_folder(folder, tmp_path / "site") as own:
        engine = tmp_path / "site" / "engine" / "engine.wasm"
        if harm == "cut short":
            engine.write_bytes(engine.read_bytes()[:100_000])
        elif harm == "gone":
            engine.unlink()
        script = "delete globalThis.WebAssembly" if harm == "no WebAssembly" else ""
        page = open_page(own.address, lost=True, script=script)
        says = {
            "cut short": "The engine did not come whole: load the page again.",
            "gone": "The engine cannot start: engine/engine.wasm: 404",
            "no WebAssembly": "The engine cannot start: no WebAssembly",
        }
        expect(page.locator("#banner")).to_contain_text(says[harm])


@pytest.mark.parametrize("fault", ["full", "forbidden"])
def test_without_storage_games_are_played(folder: Folder, open_page: Open, fault: str) -> None:
    script = {
        "full": "Storage.prototype.setItem = () => { throw new DOMException('full') }",
        "forbidden": """for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(globalThis, name, { get() { throw new DOMException("no") } })""",
    }
    page = open_page(folder.address, script=script[fault])
    plays(page)
    page.locator(PLAYABLE).first.click()
    expect(page.get_by_role("status")).to_contain_text("No room for a copy of the game")


def test_two_tabs_have_a_game_each(folder: Folder, open_page: Open) -> None:
    one = open_page(folder.address)
    begin(one, "Tic-tac-toe", "tictactoe", {"o": "human", "x": "human"})
    one.locator(PLAYABLE).first.click()
    # Its copy is made when a person has stopped to move.
    one.wait_for_function("() => localStorage.getItem('bitgames games') !== null")
    two = one.context.new_page()
    two.goto(folder.address)
    expect(two.get_by_role("link", name=re.compile("^Continue Tic-tac-toe"))).to_be_visible()
    two.goto(f"{folder.base}#{quote(bg.Othello().to_string())}")
    two.locator(PLAYABLE).first.click()
    expect(two.locator("ol.moves > li")).to_have_count(1)
    for page, cells in ((one, 9), (two, 64)):
        page.reload()
        expect(page.locator("#board [role=grid] button")).to_have_count(cells)
        expect(page.locator("ol.moves > li")).to_have_count(1)


@pytest.mark.parametrize("spec", ["othello:6", "connect4:5,4", "mosaic:3", "honeymoon"])
def test_a_position_as_a_link(folder: Folder, open_page: Open, spec: str) -> None:
    position = bg.games.start(spec)
    for _ in range(2):
        position = position.play(position.legal_moves[-1])
    page = open_page(f"{folder.base}#{quote(position.to_string())}")
    # Before the engine has come nothing can be played.
    expect(page.locator(PLAYABLE).first).to_be_attached()
    let_show(page)
    assert state(page)["scene"]["ply"] == position.ply


@pytest.mark.parametrize("begins", ["by the form", "by a link"])
def test_a_board_is_there_before_the_engine(folder: Folder, open_page: Open, begins: str) -> None:
    """The engine is held back until the board is seen and, where it is known, a move is made."""
    hold = """
      const { fetch } = globalThis;
      const free = new Promise((resolve) => { globalThis.free = resolve; });
      globalThis.fetch = async (name, ...more) => {
        if (String(name).endsWith("engine.wasm")) await free;
        return fetch(name, ...more);
      };
    """
    if begins == "by the form":
        page = open_page(folder.address, script=hold)
        page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
        page.get_by_role("button", name="A friend").click()
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator(PLAYABLE).nth(4).click()
    else:
        position = bg.TicTacToe().play("b2").to_string()
        page = open_page(f"{folder.base}#{quote(position)}", script=hold)
        expect(page.get_by_role("button", name="b2, o", exact=True)).to_be_visible()
        expect(page.locator(PLAYABLE)).to_have_count(0)
    page.evaluate("free()")
    expect(page.get_by_role("button", name=re.compile("^b2, o"))).to_be_visible()
    expect(page.locator(PLAYABLE)).to_have_count(8)
    page.locator(PLAYABLE).first.click()
    expect(page.get_by_role("button", name=re.compile("^a1, x"))).to_be_visible()


@pytest.mark.parametrize("link", ["othello:999", "othello%20XX", "tictactoe%20%E0%A4%A", "quo:%ff"])
def test_a_bad_link_is_refused(folder: Folder, open_page: Open, link: str) -> None:
    page = open_page(f"{folder.base}#{link}")
    expect(page.get_by_role("status")).not_to_have_text("")
    plays(page)


def test_the_package_for_javascript_in_a_page(folder: Folder, open_page: Open) -> None:
    """Positions, a search with its progress, and one that is ended, on the thread of a page."""
    page = open_page(folder.address)
    found = page.evaluate(
        """async () => {
            const { load } = await import("./engine/index.js");
            const data = (name) => new URL(`engine/${name}`, location.href);
            const engine = await load({ engine: fetch(data("engine.wasm")), data });
            const position = engine.position("othello").play("f5");
            const depths = [];
            const options = { depth: 8, onProgress: ({ depth }) => depths.push(depth), slice: 1 };
            const found = await engine.search(position, options);
            const signal = AbortSignal.timeout(100);
            const ended = await engine.solve("othello", { signal }).catch((error) => error.name);
            const moves = position.legalMoves.map(({ text }) => text);
            return { moves, depths, nodes: found.nodes, depth: found.depth, ended };
        }"""
    )
    position = bg.Othello().play("f5")
    assert found["moves"] == [str(move) for move in position.legal_moves]
    assert found["depth"] == 8 and found["depths"] == sorted(found["depths"])
    assert found["nodes"] > 0 and found["ended"] == "TimeoutError"
