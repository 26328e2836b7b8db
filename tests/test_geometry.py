"""Geometry as data: its cells lie where the pictures draw them."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest

import bitgames as bg
from bitgames.scene import geometry

SVG = "{http://www.w3.org/2000/svg}"
CASES = [
    (spec, view, flip)
    for spec in (
        "tictactoe:4",
        "othello:6",
        "mnk:6,5,4",
        "connect4:6,4",
        "mosaic:3",
        "mosaic:5",
        "quo:4",
    )
    for view in (["isometric", "plan"] if spec[0] in "mq" and spec[1] in "ou" else ["plan"])
    for flip in (False, True)
]


def middle(group: ET.Element) -> tuple[float, float] | None:
    """The middle of what is drawn for a cell: a place, or the top of a piece."""
    for each in group.iter():
        if each.tag == f"{SVG}rect":
            x, y, wide, high = (float(each.get(name, "")) for name in ("x", "y", "width", "height"))
            return x + wide / 2, y + high / 2
        if each.tag == f"{SVG}ellipse":
            return float(each.get("cx", "")), float(each.get("cy", ""))
    return None


@pytest.mark.parametrize(("spec", "view", "flip"), CASES)
def test_cells_lie_where_the_picture_has_them(spec: str, view: str, flip: bool) -> None:
    position = bg.games.get(spec)
    found = geometry(position.scene(), view, flip=flip)
    root = ET.fromstring(position.to_svg(view=view, flip=flip))
    drawn = {
        int(group.get("data-cell", "")): at
        for group in root.iter(f"{SVG}g")
        if group.get("data-cell") and group.get("data-owner") is None
        if (at := middle(group)) is not None
    }
    assert len(drawn) >= len(position.legal_moves)
    for cell, at in drawn.items():
        assert found["cells"][cell][:2] == pytest.approx(at, abs=0.01)
    # Every word of the picture that is no legend is a label.
    words = {(each.text, each.get("x")) for each in root.iter(f"{SVG}text")}
    for label in found["labels"]:
        assert (label["text"], f"{label['x']:g}") in words
    width = float(re.findall(r"[0-9.]+", root.get("viewBox", ""))[2])
    assert found["box"][2] == pytest.approx(width, abs=0.01)


@pytest.mark.parametrize(("spec", "view", "flip"), CASES)
def test_cells_are_in_the_box_and_apart(spec: str, view: str, flip: bool) -> None:
    found = geometry(bg.games.get(spec).scene(), view, flip=flip)
    assert json.loads(json.dumps(found)) == found
    assert len(found["cells"]) == len(bg.games.get(spec).scene()["owners"])
    _, _, width, height = found["box"]
    for x, y, rx, ry, _ in found["cells"]:
        assert (
            x - rx >= 0 and x + rx <= width and y - ry - found["height"] >= 0 and y + ry <= height
        )
    levels = {tuple(cell) for cell in found["cells"]}
    assert len(levels) == len(found["cells"])


def test_a_table_has_no_cells() -> None:
    found = geometry(bg.Honeymoon().scene())
    assert (found["view"], found["cells"], found["box"]) == ("table", [], [0, 0, 0, 0])


def test_other_views_are_refused() -> None:
    with pytest.raises(bg.ParameterError, match="view must be one of plan, not 'isometric'"):
        geometry(bg.Othello().scene(), "isometric")
    with pytest.raises(bg.ParameterError):
        geometry(bg.Honeymoon().scene(), "plan")
    with pytest.raises(TypeError, match="expected a scene, not str"):
        geometry("othello")  # type: ignore[arg-type]
