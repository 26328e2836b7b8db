"""A server, a browser and pages that fail their test on any error, foreign request or violation."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs a browser: pip install 'bitgames[browser]'")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
SECONDS = 30
PAUSE_MS = 20


class Server:
    """``bitgames serve`` as a process of its own."""

    def __init__(self, port: int = 0, folder: Path | None = None) -> None:
        command = [sys.executable, "-m", "bitgames", "serve", "--no-open", "--port", str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Listening on (http://127\.0\.0\.1:(\d+)/)#(\S+)\n", line)
        assert found, line
        self.base, self.port, self.token = found[1], int(found[2]), found[3]
        self.address = f"{self.base}#{self.token}"

    def kill(self) -> None:
        """End it without leave to say goodbye."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self._wait()

    def _wait(self) -> None:
        self.process.wait(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def start_server() -> Iterator[Callable[..., Server]]:
    """Start servers that end with the test."""
    servers: list[Server] = []

    def start(port: int = 0) -> Server:
        servers.append(Server(port))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
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
