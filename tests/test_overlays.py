"""Flip, themes and overlays of pictures: values, marks and arrows on the right cells."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import bitgames as bg
from bitgames.render import theme

SVG = "{http://www.w3.org/2000/svg}"
SAMPLES = {
    "grid": bg.mnk(5, 4, 3).play("a1").play("e4"),
    "othello": bg.Othello().play("f5"),
    "pyramid": bg.Mosaic(4).play("1a1").play("1d4"),
    "quo": bg.Quo(5).play("1b1"),
    "table": bg.Honeymoon(7, rules="face_up"),
}
VIEWS = [(name, None) for name in SAMPLES] + [("pyramid", "plan"), ("quo", "plan")]
every_view = pytest.mark.parametrize(("name", "view"), VIEWS)


def middle(group: ET.Element) -> tuple[float, float]:
    """The middle of what a cell is clicked by: its first shape."""
    shape = next(each for each in group.iter() if each.tag in (f"{SVG}rect", f"{SVG}ellipse"))
    if shape.tag == f"{SVG}ellipse":
        return float(str(shape.get("cx"))), float(str(shape.get("cy")))
    x, y, width, height = (float(str(shape.get(key))) for key in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


def groups(svg: str) -> dict[str, ET.Element]:
    found = {}
    for each in ET.fromstring(svg).iter(f"{SVG}g"):
        name = each.get("data-cell", each.get("data-card"))
        if name is not None:
            found[name] = each
    return found


def overlay(svg: str) -> ET.Element:
    found = [e for e in ET.fromstring(svg).iter(f"{SVG}g") if e.get("pointer-events") == "none"]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("name", "view"), [("grid", None), ("othello", None)])
def test_a_flipped_board_is_turned_by_half(name: str, view: str | None) -> None:
    position = SAMPLES[name]
    plain, flipped = position.to_svg(view=view), position.to_svg(view=view, flip=True)
    width, height = map(float, str(ET.fromstring(plain).get("viewBox")).split()[2:])
    turned = groups(flipped)
    for cell, group in groups(plain).items():
        x, y = middle(group)
        assert middle(turned[cell]) == pytest.approx((width - x, height - y))
        assert turned[cell].get("data-owner") == group.get("data-owner")


def test_a_flipped_pyramid_shows_its_other_corner_in_front() -> None:
    """What was at the back is in front, and drawn last of its layer."""
    position = SAMPLES["pyramid"]
    plain = position.to_svg(last_move="1d4", legal=True)
    flipped = position.to_svg(last_move="1d4", legal=True, flip=True)
    order, turned = list(groups(plain)), list(groups(flipped))
    for layer in position.scene()["layers"]:  # type: ignore[typeddict-item]
        own = slice(layer["first"], layer["first"] + layer["width"] ** 2)
        cells = [str(cell) for cell in range(len(order))][own]
        assert [cell for cell in order if cell in cells] == cells
        assert [cell for cell in turned if cell in cells] == cells[::-1]
    owners = [(cell, group.get("data-owner")) for cell, group in groups(plain).items()]
    assert sorted(owners) == sorted(
        (cell, group.get("data-owner")) for cell, group in groups(flipped).items()
    )
    first, last = (groups(svg)["14"] for svg in (plain, flipped))
    assert middle(first)[1] < middle(last)[1]
    assert ET.fromstring(plain).get("viewBox") == ET.fromstring(flipped).get("viewBox")


def test_a_flipped_plan_of_a_pyramid_turns_each_layer() -> None:
    position = SAMPLES["pyramid"]
    plain, flipped = (groups(position.to_svg(view="plan", flip=f)) for f in (False, True))
    cells = len(plain)
    for layer in position.scene()["layers"]:  # type: ignore[typeddict-item]
        own = range(layer["first"], layer["first"] + layer["width"] ** 2)
        for cell, opposite in zip(own, reversed(own), strict=True):
            assert middle(plain[str(cell)]) == middle(flipped[str(opposite)])
    assert len(flipped) == cells


def test_a_flipped_table_has_south_above() -> None:
    position = SAMPLES["table"]
    plain, flipped = (groups(position.to_svg(flip=flip)) for flip in (False, True))
    for card in position.scene()["hands"][0]["cards"]:  # type: ignore[typeddict-item]
        assert middle(plain[card])[1] > middle(flipped[card])[1]
    rows = position.to_text().splitlines()
    turned = position.to_text(flip=True).splitlines()
    assert rows[0].startswith("north")
    assert turned[0].startswith("south")
    assert sorted(rows) == sorted(turned)


def test_flipped_text_is_read_from_the_other_side() -> None:
    position = bg.position("tictactoe ox./xo./..o")
    assert position.to_text(flip=True, last_move="c3").splitlines() == [
        "   c b a",
        "3 [o]. .",
        "2  .*o*x",
        "1  . x*o*",
        "o wins: 3 in a row",
    ]
    pile = bg.position("mosaic:3 ./..../11..*2... 1")
    assert pile.to_text(flip=True).splitlines()[:5] == [
        "layer 1  2      3",
        "  c b a    b a    a",
        "3 . . .  2 . .  1 .",
        "2 x * .  1 . .",
        "1 . o o",
    ]


@every_view
def test_values_stand_on_their_cells(name: str, view: str | None) -> None:
    """Named by number, by name or by move, they are the same, in both directions of the board."""
    position = SAMPLES[name]
    for flip in (False, True):
        scene = position.scene()
        names = bg.scene.cell_names(scene)
        if scene["kind"] == "table":
            keys: list[bg.Move | int | str] = [*scene["hands"][1]["cards"][:3]]
            numbers = [names.index(str(key)) for key in keys]
        else:
            moves = position.legal_moves[:3]
            numbers = [int(str(position.cell_of(move))) for move in moves]
            keys = [*moves]
        pictures = {
            position.to_svg(view=view, flip=flip, values=dict(zip(each, (1, -2, "?"), strict=True)))
            for each in (keys, numbers, [names[number] for number in numbers])
        }
        assert len(pictures) == 1
        svg = pictures.pop()
        texts = [each for each in overlay(svg).iter(f"{SVG}text")]
        assert [each.text for each in texts[1::2]] == ["+1", "-2", "?"]
        drawn = groups(svg)
        for number, text in zip(numbers, texts[1::2], strict=True):
            key = names[number] if scene["kind"] == "table" else str(number)
            x, y = middle(drawn[key])
            assert float(str(text.get("x"))) == pytest.approx(x, abs=10)
            assert float(str(text.get("y"))) == pytest.approx(y, abs=30)


@every_view
def test_marks_and_arrows_are_drawn_once_each(name: str, view: str | None) -> None:
    position = SAMPLES[name]
    scene = position.scene("all")
    n = len(bg.scene.cell_names(scene))
    cells = scene["hands"][0]["cards"][:3] if scene["kind"] == "table" else [n - 1, n - 2, n - 4]
    svg = position.to_svg(viewer="all", view=view, marks=cells[:2], arrows=[(cells[0], cells[2])])
    group = overlay(svg)
    rings = [e for e in group.iter(f"{SVG}ellipse") if e.get("stroke") == theme.LIGHT.overlay]
    shafts = [e for e in group.iter(f"{SVG}path") if e.get("stroke") == theme.LIGHT.overlay]
    assert (len(rings), len(shafts)) == (2, 2)
    # An arrow points away from its start: the head ends nearer to its end.
    tip = re.findall(r"-?[\d.]+", str(shafts[1].get("d")))[:2]
    drawn = groups(svg)
    start, end = (middle(drawn[str(cell)]) for cell in (cells[0], cells[2]))
    x, y = map(float, tip)
    far = abs(x - start[0]) + abs(y - start[1])
    near = abs(x - end[0]) + abs(y - end[1])
    assert near < far or name == "table"


def test_values_in_text_stand_on_empty_squares() -> None:
    position = bg.TicTacToe().play("b2")
    assert position.to_text(values={"a1": 10, "b2": 3, "c3": -0.5, 2: "w"}).splitlines() == [
        "       a     b     c",
        "1    +10     .     w",
        "2      .     o     .",
        "3      .     . -0.50",
        "x to move",
    ]
    deal = bg.Honeymoon(7)
    row = next(line for line in deal.to_text(values={"S2": 3}).splitlines() if "south " in line)
    assert row == "south  S 2(+3)  H QJ8  D KJT4  C KQ762"


def test_a_search_gives_the_values_of_a_picture() -> None:
    position = bg.position("othello:4 XO--/----/----/XO-- O").play("pass")
    found = bg.solve(position, all_moves=True)
    assert len(found.values) == len(position.legal_moves)
    text = position.to_text(values=found.values)
    assert all(f"{value:+d}" in text for value in found.values.values() if value)


def test_a_move_without_a_cell_has_no_place() -> None:
    stuck = bg.position("othello:4 XO--/----/----/XO-- O")
    assert stuck.to_svg(values={"pass": 3, stuck.parse_move("pass"): 3}) == stuck.to_svg()
    assert stuck.to_text(values={"pass": 3}) == stuck.to_text()
    assert bg.Honeymoon(7).to_text(values={"1C": 3}) == bg.Honeymoon(7).to_text()


def test_cards_that_are_not_seen_get_no_overlay() -> None:
    position = bg.Honeymoon(7)
    theirs = position.scene("all")["hands"][1]["cards"][0]  # type: ignore[typeddict-item]
    own = position.scene()["hands"][0]["cards"][0]  # type: ignore[typeddict-item]
    svg = position.to_svg(viewer=0, values={theirs: "!"}, marks=[theirs], arrows=[(own, theirs)])
    assert "!" not in svg
    assert len(list(overlay(svg))) == 0
    assert position.to_text(viewer=0, values={theirs: "!"}) == position.to_text(viewer=0)


@pytest.mark.parametrize(
    "value", [3, np.int8(3), 2.5, np.float32(2.5), Fraction(1, 2), "A", "", 0, -1e30, 10**300]
)
def test_what_a_value_may_be(value: float | str) -> None:
    assert len(bg.TicTacToe().to_text(values={"a1": value}).splitlines()) == 5


@pytest.mark.parametrize(
    "value",
    ["123456789", "a\n", "\x1b[1m", "\0", 10**400, 10**5000, Fraction(10**400)],
    ids=lambda value: type(value).__name__,
)
def test_values_that_cannot_be_shown(value: float | str) -> None:
    for draw in (bg.TicTacToe().to_text, bg.TicTacToe().to_svg):
        with pytest.raises(bg.ParameterError, match="value"):
            draw(values={"a1": value})


@pytest.mark.parametrize("value", [None, True, [1], 1j, b"1"])
def test_values_of_another_type(value: object) -> None:
    with pytest.raises(TypeError, match="a value must be a number or text"):
        bg.TicTacToe().to_svg(values={"a1": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("cell", ["z9", "", "A1", 9, -1, 10**30, "x" * 70_000])
def test_cells_that_the_board_does_not_have(cell: int | str) -> None:
    words = "is not a valid cell of Tic-tac-toe 3 x 3, 3 in a row: allowed are a1 to c3, or 0 to 8"
    for options in ({"values": {cell: 1}}, {"marks": [cell]}, {"arrows": [("a1", cell)]}):
        with pytest.raises(bg.ParameterError, match=words):
            bg.TicTacToe().to_svg(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"values": ["a1"]}, "values must map cells"),
        ({"values": {1.5: 1}}, "a cell must be a number, a name or a move"),
        ({"values": {True: 1}}, "a cell must be a number, a name or a move"),
        ({"marks": "a1"}, "marks must be a collection"),
        ({"marks": 3}, "marks must be a collection"),
        ({"arrows": [3]}, "an arrow must be a collection"),
        ({"arrows": 3}, "arrows must be a collection"),
        ({"theme": 3}, "theme must be a name"),
        ({"view": 3}, "view must be a name"),
    ],
)
def test_options_of_another_type(options: dict[str, object], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        bg.TicTacToe().to_svg(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"arrows": [("a1",)]}, "an arrow must have two ends, not 1"),
        ({"arrows": [("a1", "b1", "c1")]}, "an arrow must have two ends, not 3"),
        ({"theme": "blue"}, "'blue' is not a valid theme: allowed are light and dark"),
        ({"view": "isometric"}, "'isometric' is not a valid view of .*: allowed are plan"),
    ],
)
def test_options_out_of_range(options: dict[str, object], words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.TicTacToe().to_svg(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [0, -1, 21, 10**30])
def test_a_cell_width_out_of_range(width: int) -> None:
    with pytest.raises(bg.ParameterError, match="cell_width must be from 1 to 20"):
        bg.TicTacToe().to_text(cell_width=width)


@every_view
def test_a_theme_changes_colours_and_nothing_else(name: str, view: str | None) -> None:
    position = SAMPLES[name]
    overlays = {"values": {0: 1}, "marks": [1], "arrows": [(0, 1)]}
    plain = position.to_svg(view=view, **overlays)  # type: ignore[arg-type]
    dark = position.to_svg(view=view, theme="dark", **overlays)  # type: ignore[arg-type]
    assert dark == position.to_svg(view=view, theme=theme.DARK, **overlays)  # type: ignore[arg-type]
    color = re.compile(r'"(#[0-9a-f]{6}|none)"')
    assert color.sub("", plain) == color.sub("", dark)
    assert plain != dark
    assert theme.LIGHT.board not in dark


def test_the_options_of_pictures_are_keywords_with_defaults() -> None:
    """At run time and in the functions of the module alike."""
    own = {"viewer", "last_move", "previous"}
    for method, function in (
        (bg.Position.to_svg, bg.render.to_svg),
        (bg.Position.to_text, bg.render.to_text),
    ):
        of_method = inspect.signature(method).parameters
        of_function = inspect.signature(function).parameters
        assert set(of_method) - own - {"self"} == set(of_function) - {"scene"}
        assert own <= set(of_method)
    for method in (bg.View.to_svg, bg.View.to_text):
        assert "last_move" in inspect.signature(method).parameters
    with pytest.raises(TypeError, match="colour"):
        bg.TicTacToe().to_text(colour=True)  # type: ignore[call-arg]


def test_a_view_draws_what_its_seat_sees() -> None:
    position = bg.Honeymoon(7).play("1C")
    view = bg.View(position, 1)
    assert view.scene() == position.scene(1)
    assert view.scene(last_move="1C") == position.scene(1, last_move="1C")
    assert view.to_svg(flip=True) == position.to_svg(viewer=1, flip=True)
    assert view.to_text() == str(view) == position.to_text(viewer=1)
    assert view._repr_svg_() == position.to_svg(viewer=1)
