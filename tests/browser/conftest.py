"""A server, a site, a browser, and pages that fail their test on any error or foreign request."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import bitgames as bg
from bitgames.web.site import write_folder
from tests import processes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# What has no window works a third less than the whole program.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
NEEDED = "BITGAMES_NEEDS_BROWSER" in os.environ
"""Whether a missing browser is a failure."""
ENGINE_NEEDED = "BITGAMES_NEEDS_ENGINE" in os.environ
"""Whether a missing engine for browsers is one."""
SECONDS = 30


class Server:
    """``bitgames serve`` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Listening on (http://127\.0\.0\.1:(\d+)/)#(\S+)\n", line)
        assert found, line
        self.base, self.port, self.token = found[1], int(found[2]), found[3]
        self.address = f"{self.base}#{self.token}"

    def kill(self) -> None:
        """End it without leave to say goodbye."""
        self.process.kill()
        self.process.wait(SECONDS)


@contextmanager
def serving(port: int = 0, *options: str) -> Iterator[Server]:
    command = [*processes.BITGAMES, "serve", "--no-open", "--port", str(port), *options]
    with processes.running(command) as process:
        yield Server(process)


@pytest.fixture
def start_server() -> Iterator[Callable[..., Server]]:
    """Start servers that end with the test."""
    with ExitStack() as stack:
        yield lambda port=0, *options: stack.enter_context(serving(port, *options))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    with serving() as server:
        yield server


class Folder:
    """What ``bitgames site`` wrote, sent by a web host that knows nothing of it."""

    def __init__(self, folder: Path) -> None:
        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        handler = partial(Handler, directory=str(folder))
        self.host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.base = self.address = f"http://127.0.0.1:{self.host.server_port}/"
        Thread(target=self.host.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Answer nothing any more."""
        self.host.shutdown()
        self.host.server_close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    """The page without a server."""
    path = tmp_path_factory.mktemp("site") / "games"
    try:
        write_folder(path)
    except bg.UnsupportedError as error:
        if ENGINE_NEEDED:
            raise
        pytest.skip(str(error))
    found = Folder(path)
    yield found
    found.close()


Home = Server | Folder
"""Where a page comes from: a server, or a folder that has the engine in it."""


HOMES = ("server", "folder")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a table of cases, ask as many as its longest axis has values; all of them: --deep.

    Every value of every axis is met: the shorter axes and the two homes take turns.
    """
    tables: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and "home" in item.fixturenames:
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tables.values():
        axes: dict[str, dict[str, int]] = {}
        for case in cases:
            for axis, value in case.callspec.params.items():
                places = axes.setdefault(axis, {})
                places.setdefault(repr(value), len(places))
        del axes["home"]
        for case in cases if axes else []:
            at = {axis: axes[axis][repr(case.callspec.params[axis])] for axis in axes}
            row = at.pop(max(axes, key=lambda axis: len(axes[axis])))
            turn = row + sum(row // len(axes[axis]) for axis in at if len(axes[axis]) % 2 == 0)
            asked = all(place == row % len(axes[axis]) for axis, place in at.items())
            if not asked or case.callspec.params["home"] != HOMES[turn % len(HOMES)]:
                case.add_marker(pytest.mark.deep)


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest) -> Home:
    """Both homes of the page, one after the other."""
    found: Home = request.getfixturevalue(request.param)
    return found


# The page and its engine speak in messages, as with a server: what comes is put down.
LISTEN = """
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        for (const answer of data.heard?.answers ?? []) globalThis.hear(JSON.stringify(answer));
      });
    }
  };
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
        except Error as error:
            if NEEDED:
                raise
            pytest.skip(f"needs Chromium: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages in contexts of their own, and look afterwards for what must not happen.

    ``lost=True`` allows errors of the network, where a test ends the server; a ``script`` runs
    before those of the page. ``page.heard`` has the
    texts that came from the server, or from the engine in the browser.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        address: str,
        *,
        lost: bool = False,
        script: str = "",
        on_request: Callable[[str], object] = lambda url: None,
        **options: Any,
    ) -> Page:
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.heard = []  # type: ignore[attr-defined]
        base = address.partition("#")[0]

        def ask(request: Any) -> None:
            on_request(request.url)
            if not request.url.startswith((base, "data:", "blob:")):
                faults.append(f"foreign request: {request.url}")

        def say(message: Any) -> None:
            is_lost = lost and re.search("ERR_|status of 404", message.text)
            if message.type in ("error", "warning") and not is_lost:
                faults.append(f"console: {message.text}")

        def socket(opened: Any) -> None:
            if not opened.url.startswith(base.replace("http", "ws")):
                faults.append(f"foreign socket: {opened.url}")
            opened.on("framereceived", lambda text: page.heard.append(text))  # type: ignore[attr-defined]

        page.expose_function("hear", lambda text: page.heard.append(text))  # type: ignore[attr-defined]
        page.add_init_script(LISTEN + script)
        page.on("request", ask)
        page.on("console", say)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("websocket", socket)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
