"""The board in JupyterLab and Notebook 7: drawn, played by clicks and keys, saved with its file."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import processes
from tests.browser.conftest import SECONDS
from tests.browser.driver import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

pytestmark = pytest.mark.browser
WHY = "needs JupyterLab and Notebook: pip install 'bitgames[kernel]'"
pytest.importorskip("anywidget", reason="needs anywidget: pip install 'bitgames[notebook]'")
nbformat = pytest.importorskip("nbformat", reason=WHY)

TOKEN = "only-for-this-test"
CELLS = [
    """import bitgames as bg
board = bg.Board("tictactoe", players=["human", "first"])
board""",
    "print(board.wait(), board.record.moves)",
]
PICTURES = os.environ.get("BITGAMES_PICTURES")


@pytest.fixture(params=["jupyterlab", "notebook"])
def program(request: pytest.FixtureRequest) -> str:
    """The module of a program that shows notebooks."""
    name: str = request.param
    pytest.importorskip(name, reason=WHY)
    return name


@pytest.fixture
def lab(tmp_path: Path, program: str) -> Iterator[str]:
    """The program with nothing of this user's, in a folder with one notebook."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(notebook, folder / "board.ipynb")
    runtime = tmp_path / "runtime"
    settings = tmp_path / "settings" / "@jupyter-widgets" / "jupyterlab-manager"
    settings.mkdir(parents=True)
    (settings / "plugin.jupyterlab-settings").write_text('{"saveState": true}')
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
    }
    options = {
        "ServerApp.port": "0",
        "ServerApp.root_dir": str(folder),
        "ServerApp.allow_root": "True",
        "IdentityProvider.token": TOKEN,
        "LabApp.news_url": "",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }
    command = [sys.executable, "-m", program, "--no-browser"]
    command += [f"--{name}={value}" for name, value in options.items()]
    log = tmp_path / "log"
    with log.open("w") as out, processes.running(command, env=environment, stderr=out) as process:
        for _ in range(600):
            found = list(runtime.glob("jpserver-*.json"))
            if found and (address := json.loads(found[0].read_text() or "{}").get("url")):
                break
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        else:
            raise AssertionError(log.read_text())
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}api?token={TOKEN}", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        place = "lab/tree" if program == "jupyterlab" else "notebooks"
        yield f"{address}{place}/board.ipynb?token={TOKEN}"


def run_cell(page: Page, number: int) -> None:
    page.locator(".jp-CodeCell").nth(number).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")


def test_board_in_a_notebook(lab: str, program: str, browser: Browser, tmp_path: Path) -> None:
    from playwright.sync_api import Error

    page = browser.new_page(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(2 * SECONDS * 1000)
    foreign: list[str] = []
    host = re.match("http://[^/]+/", lab)[0]  # type: ignore[index]

    def ask(request: Request) -> None:
        if not request.url.startswith((host, "data:", "blob:")):
            foreign.append(request.url)

    page.on("request", ask)
    # A cell that is run before the kernel has come makes JupyterLab ask for one.
    page.add_locator_handler(
        page.locator(".jp-Dialog"), lambda asked: asked.locator(".jp-mod-accept").click()
    )
    page.goto(lab)
    expect(page.locator(".jp-CodeCell")).to_have_count(2, timeout=60_000)
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    idle.wait_for(state="attached", timeout=60_000)
    board = page.locator(".bitgames.notebook")
    for _ in range(6):
        # A kernel that is idle may still not be connected, and then the cell is not run.
        run_cell(page, 0)
        try:
            board.wait_for(timeout=10_000)
            break
        except Error:
            continue
    expect(board.get_by_role("status")).to_have_text("o to move", timeout=60_000)
    board.get_by_role("button", name="b2, empty").click()
    expect(board.get_by_role("button", name="a1, x")).to_be_visible()
    # Keys are the board's: b would make a cell of the notebook, d d would delete one.
    board.get_by_role("button", name="b2, o").focus()
    for key in ("b", "d", "d", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(board.get_by_role("button", name="c2, o")).to_be_visible()
    expect(page.locator(".jp-CodeCell")).to_have_count(2)
    run_cell(page, 1)
    output = page.locator(".jp-CodeCell").nth(1).locator(".jp-OutputArea-output")
    expect(output).to_contain_text("True [b2, a1, c2, b1]")
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{program}.png")
    page.keyboard.press("Control+s")
    file = tmp_path / "notebooks" / "board.ipynb"
    for _ in range(100):
        if "widget-state" in file.read_text():
            break
        page.wait_for_timeout(100)
    saved = json.loads(file.read_text())
    data = saved["cells"][0]["outputs"][0]["data"]
    assert "".join(data["image/svg+xml"]).startswith("<svg") and data["text/plain"]
    state = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    (scene,) = [each["state"]["scene"] for each in state.values() if "scene" in each["state"]]
    assert scene["owners"] == "11..00..."
    assert foreign == []
    page.close()
