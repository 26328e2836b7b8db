"""Measures the page without a server in Chromium: bytes, times to the first board and move, memory,
and the engine against the native one on the FFO endgame positions 40 to 44, one thread each.

    python benches/site.py [--browser /usr/bin/chromium] [--json FILE]

Needs ``pip install playwright``, a browser, and the engine that ``python rust/web/build.py`` makes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

# The sibling module is found wherever this file is loaded from.
sys.path.insert(0, str(Path(__file__).resolve().parent))

import ffo
from playwright.sync_api import Browser, Page, sync_playwright

import bitgames as bg
from bitgames.web.site import write_folder

NUMBERS = range(40, 45)
OPENING = "f5d6c3d3c4f4c5b3c2e3"
"""Ten moves of Othello that books know."""
EARLY = ("index.html", "app.js", "style.css", "icon.svg", "games.json", "ja.json")
"""What comes before the engine."""

# Every message of the engine with its time, and the longest wait of the page between two turns.
LISTEN = """
  globalThis.heard = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        for (const answer of data.heard?.answers ?? [])
          heard.push({ at: performance.now(), is: answer.is, by: answer.by, moves: answer.moves });
        if (data.heard && heard.length === 0) heard.push({ at: performance.now(), is: "ready" });
      });
    }
  };
  globalThis.watch = () => {
    globalThis.longest = 0;
    let last = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      port2.postMessage(null);
    };
    port2.postMessage(null);
  };
"""

LOAD = """() => import("./engine/index.js").then(async ({ load }) => {
    const data = (name) => new URL(`engine/${name}`, location.href);
    globalThis.own = await load({ engine: fetch(data("engine.wasm")), data });
})"""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/"
    host.shutdown()


def bytes_sent(folder: Path) -> dict[str, int]:
    """Bytes of the files as hosts send them."""
    packed: Callable[[bytes], bytes] = partial(gzip.compress, compresslevel=9)
    sizes = {
        path.relative_to(folder).as_posix(): len(packed(path.read_bytes()))
        for path in folder.rglob("*.*")
    }
    return {
        "before the engine": sum(sizes[name] for name in EARLY),
        "engine": sizes["engine/engine.wasm"],
        "all": sum(sizes.values()),
    }


def answer_after(page: Page, act: Callable[[], object], done: str, limit: float = 60) -> float:
    """Milliseconds from an act to the answer for which the script ``done`` is true."""
    before = page.evaluate("heard.length")
    since = page.evaluate("performance.now()")
    act()
    find = f"heard.slice({before}).find((answer) => {done})"
    page.wait_for_function(f"() => {find}", timeout=limit * 1000)
    return float(page.evaluate(f"{find}.at - {since}"))


def measure_page(page: Page, base: str) -> dict[str, float]:
    found: dict[str, float] = {}
    page.goto(base)
    start = page.get_by_role("button", name="Start", exact=True)
    start.wait_for()
    found["start shown"] = page.evaluate("performance.now()")
    page.wait_for_function("() => heard.length > 0")
    found["engine ready"] = page.evaluate("heard[0].at")
    computer = "answer.is === 'played' && answer.by === 'computer'"
    page.get_by_role("button", name="Connect Four", exact=True).click()
    found["first move of club"] = 0.0
    start.click()
    cell = page.locator("#board button[aria-disabled=false]").first
    cell.wait_for()
    found["first move of club"] = answer_after(page, cell.click, computer)
    page.goto(f"{base}#g=othello&m={'%20'.join(OPENING[at : at + 2] for at in range(0, 20, 2))}")
    page.get_by_role("button", name="Analyse", exact=True).wait_for()
    page.wait_for_timeout(500)
    page.evaluate("watch()")
    deep = (
        "answer.is === 'values' && answer.moves?.length"
        " && answer.moves.every((move) => move.exact || move.depth >= 12)"
    )
    analyse = page.get_by_role("button", name="Analyse", exact=True)
    found["ply 10 to depth 12, all moves"] = answer_after(page, analyse.click, deep)
    page.wait_for_timeout(2000)
    found["longest wait of the page"] = page.evaluate("longest")
    return found


def megabytes(browser: Browser) -> float:
    """Proportional memory of the pages' processes, workers and all; Linux alone says it."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in found if process["type"] == "renderer"]
    kib = 0
    for page in pages:
        lines = Path(f"/proc/{page}/smaps_rollup").read_text(encoding="ascii").splitlines()
        kib += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kib / 1024


def measure_best(page: Page, base: str) -> float:
    """The longest reply of *best* in a game of Othello against the first legal moves."""
    page.goto(base)
    page.get_by_role("button", name="Othello", exact=True).click()
    page.get_by_role("button", name="Best", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    longest = 0.0
    free = page.locator("#board button[aria-disabled=false]")
    over = page.get_by_role("button", name="Rematch", exact=True)
    while True:
        free.or_(over).first.wait_for()
        if over.is_visible():
            return longest
        played = "answer.is === 'played' && (answer.by === 'computer' || answer.over)"
        longest = max(longest, answer_after(page, free.first.click, played))


def measure_ffo(page: Page) -> list[dict[str, Any]]:
    """Solve the positions in the browser and natively, in turns."""
    page.evaluate(LOAD)
    script = """async (position) => {
        const since = performance.now();
        const found = await own.solve(position, { tableMib: 64, slice: Infinity });
        return { ms: performance.now() - since, nodes: found.nodes };
    }"""
    rows = []
    for number, (text, _) in ffo.problems(list(NUMBERS)).items():
        position = bg.Othello.from_obf(text)
        inside = page.evaluate(script, position.to_string())
        since = time.perf_counter()
        native = bg.solve(position, threads=1, table_mib=64)
        ms = 1000 * (time.perf_counter() - since)
        nodes = [inside["nodes"], native.nodes]
        rows.append({"number": number, "browser": inside["ms"], "native": ms, "nodes": nodes})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--browser", default=shutil.which("chromium"))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as near, sync_playwright() as playwright:
        folder = Path(near) / "site"
        write_folder(folder)
        found: dict[str, Any] = {"bytes by gzip": bytes_sent(folder)}
        browser = playwright.chromium.launch(executable_path=options.browser)
        with hosted(folder) as base:
            page = browser.new_page(service_workers="block")
            page.add_init_script(LISTEN)
            found["milliseconds"] = measure_page(page, base)
            found["milliseconds"]["longest move of best"] = measure_best(page, base)
            found["megabytes"] = megabytes(browser)
            found["ffo"] = measure_ffo(page)
        found["browser"] = browser.version
        browser.close()
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    for name, rows in found.items():
        print(f"{name}: {json.dumps(rows)}")
    times = [sum(row[kind] for row in found["ffo"]) for kind in ("browser", "native")]
    print(f"FFO #40-#44: {times[0] / times[1]:.2f} times the native time")


if __name__ == "__main__":
    main()
