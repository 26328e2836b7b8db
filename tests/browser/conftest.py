"""A server, a browser and pages that fail their test on any error, foreign request or violation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests import processes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NEEDED = "BITGAMES_NEEDS_BROWSER" in os.environ
"""Whether a missing browser is a failure."""
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

    ``lost=True`` allows errors of the network, where a test ends the server. ``page.frames_read``
    has the texts that came through the socket.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(address: str, *, lost: bool = False, **options: Any) -> Page:
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.heard = []  # type: ignore[attr-defined]
        base = address.partition("#")[0]

        def ask(request: Any) -> None:
            if not request.url.startswith((base, "data:", "blob:")):
                faults.append(f"foreign request: {request.url}")

        def say(message: Any) -> None:
            is_lost = lost and "ERR_" in message.text
            if message.type in ("error", "warning") and not is_lost:
                faults.append(f"console: {message.text}")

        def socket(opened: Any) -> None:
            if not opened.url.startswith(base.replace("http", "ws")):
                faults.append(f"foreign socket: {opened.url}")
            opened.on("framereceived", lambda text: page.heard.append(text))  # type: ignore[attr-defined]

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
