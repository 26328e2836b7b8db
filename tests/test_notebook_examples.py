"""The notebooks under docs/examples: they run, and show what their files say.

Without a kernel by default, cell by cell; with one where `pip install 'bitgames[kernel]'` was run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.scene.cards import CARDS
from tests import scripts

pytest.importorskip("anywidget", reason="needs anywidget: pip install 'bitgames[notebook]'")

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOKS = sorted((DOCS / "examples").glob("*.ipynb"))
NAMES = {"first_game", "mosaic_4", "othello_game"}
PICTURE, WORDS = "image/svg+xml", "text/plain"


def joined(text: str | list[str]) -> str:
    """The text of a field of a notebook, which may be a list of lines."""
    return text if isinstance(text, str) else "".join(text)


def said(outputs: list[Any]) -> list[tuple[str, str]]:
    """Outputs as pairs of kind and text; what was printed in pieces is one."""
    found: list[tuple[str, str]] = []
    for output in outputs:
        if output["output_type"] == "stream":
            text = joined(output["text"])
            if found and found[-1][0] == "stream":
                text = found.pop()[1] + text
            found.append(("stream", text))
        else:
            assert output["output_type"] in ("execute_result", "display_data"), output
            found += [(kind, joined(text)) for kind, text in sorted(output["data"].items())]
    return found


def shown(value: Any) -> list[tuple[str, str]]:
    """The outputs of a cell that ends with this value."""
    if isinstance(value, bg.Board):
        data = value._repr_mimebundle_()
        return [(kind, data[kind]) for kind in (PICTURE, WORDS)]
    words = (WORDS, repr(value))
    return [(PICTURE, value._repr_svg_()), words] if hasattr(value, "_repr_svg_") else [words]


def run(cells: list[Any]) -> list[list[tuple[str, str]]]:
    """Run cells one after the other, and return their outputs at the end."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed: list[str] = []
    values: list[Any] = []
    for cell in cells:
        tree = ast.parse(joined(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "cell", "exec"), names)
            value = None
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        printed.append(out.getvalue())
        values.append(value)
    return [
        [*([("stream", text)] if text else []), *([] if value is None else shown(value))]
        for text, value in zip(printed, values, strict=True)
    ]


def test_every_notebook_is_here() -> None:
    assert {path.stem for path in NOTEBOOKS} == NAMES
    page = (DOCS / "notebook.md").read_text(encoding="utf-8")
    assert all(f"examples/{name}" in page for name in NAMES)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_shows_what_its_file_says(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == [*range(1, len(cells) + 1)]
    for cell, found in zip(cells, run(cells), strict=True):
        assert found == said(cell["outputs"]), joined(cell["source"])


def test_no_notebook_holds_a_hidden_card() -> None:
    """The hand of north, who plays by code: in no picture, no text, no data."""
    text = (DOCS / "examples" / "first_game.ipynb").read_text(encoding="utf-8")
    start = bg.Board("honeymoon", players=["human", "first"], seed=5).position
    cards = [CARDS[piece] for seat in (0, 1) for piece in start.pieces(seat)]
    found = [card for card in cards if f'data-card=\\"{card}\\"' in text]
    assert found == cards[:13]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_in_a_kernel(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel renews the picture of a board that was shown before."""
    for name in ("nbclient", "ipykernel", "nbformat"):
        pytest.importorskip(name, reason=f"needs {name}: pip install 'bitgames[kernel]'")
    notebooks = scripts.load(DOCS / "notebooks.py")
    monkeypatch.setitem(os.environ, "PYTHONWARNINGS", "ignore")
    file = json.loads(path.read_text(encoding="utf-8"))
    for kept, cell in zip(file["cells"], notebooks.executed(path).cells, strict=True):
        if cell["cell_type"] == "code":
            assert said(cell["outputs"]) == said(kept["outputs"]), cell["source"]


def test_a_saved_notebook_holds_the_widget_for_its_viewer_alone() -> None:
    """With the state of its widgets, as JupyterLab saves it on request."""
    nbclient = pytest.importorskip(
        "nbclient", reason="needs nbclient: pip install 'bitgames[kernel]'"
    )
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.v4.new_notebook()
    code = """import bitgames as bg
board = bg.Board("honeymoon", players=["human", "human"], seed=5)
display(board)
for text in ("7NT", "pass", "1", "1", "1"):
    board.play(text)
"""
    notebook.cells.append(nbformat.v4.new_code_cell(code))
    nbclient.NotebookClient(notebook, timeout=60).execute()
    state = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    (scene,) = [each["state"]["scene"] for each in state.values() if "scene" in each["state"]]
    text = nbformat.writes(notebook)
    assert scene["ply"] == 5 and len(scene["hands"][0]["cards"]) == 12
    start = bg.Board("honeymoon", seed=5).position
    position = start
    for move in ("7NT", "pass", "1", "1", "1"):
        position = bg.Record(position).play(bg.play.moves.read_move(position, move)).position
    known = set(scene["hands"][1]["known"]) | {scene["up"]}
    theirs = [CARDS[piece] for piece in position.pieces(1)]
    hidden = [card for card in theirs if card not in known]
    assert len(hidden) > 8
    assert not any(f'"{card}"' in text or f'\\"{card}\\"' in text for card in hidden)
