"""Pictures of pyramids, drawn from layouts made by the references."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitgames.games import PyramidLayout
from bitgames.render import theme
from bitgames.render.drawing import serialize
from bitgames.render.isometric import isometric_svg
from bitgames.render.plan import plan_svg
from bitgames.render.pyramid import pyramid_text
from tests.reference import mosaic

SVG = "{http://www.w3.org/2000/svg}"
SPECS = ["mosaic:2", "mosaic:3", "mosaic:5", "mosaic", "quo:3", "quo:4", "quo"]
LETTERS = ("o", "x", "^", "#")
VIEWS = {"isometric": isometric_svg, "plan": plan_svg}
# The references play slowly.
few = settings(max_examples=max(4, settings().max_examples // 5))
every_view = pytest.mark.parametrize("view", VIEWS)


def layout_of(game: mosaic.Game, last: int | None = None) -> PyramidLayout:
    index_of = mosaic.index_of(game.size)
    owners: list[int | None] = [None] * len(game.cells)
    for seat in game.seats:
        for cell in game.pieces(seat):
            owners[cell] = seat
    centre = mosaic.neutral_cell(game.size)
    return PyramidLayout(
        title=game.spec,
        caption="",
        owners=tuple(owners),
        letters=LETTERS[: len(game.teams)],
        size=game.size,
        neutral=frozenset() if centre is None else frozenset({index_of[centre]}),
        offered=frozenset(index_of[cell] for cell in game.offered),
        choices=tuple(game.legal_moves),
        last=last,
        waves=tuple(frozenset(cells) for _, cells in game.waves),
        legend=tuple(f"{game.left(seat)} left" for seat in game.seats),
        active=frozenset({game.turn}),
    )


@st.composite
def layouts(draw: st.DrawFn) -> PyramidLayout:
    """A position of a random game with its last move."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    game, last = mosaic.start(draw(st.sampled_from(SPECS))), None
    for _ in range(draw(st.integers(0, 100))):
        if game.is_over:
            break
        last = chance.choice(game.legal_moves)
        game = game.play(last)
    return layout_of(game, last)


def text_of(
    picture: PyramidLayout, *, legal: bool = False, numbers: bool = False, cell_width: int = 1
) -> list[str]:
    return pyramid_text(picture, legal=legal, numbers=numbers, cell_width=cell_width, color=False)


def drawn(picture: PyramidLayout, view: str, legal: bool = False) -> ET.Element:
    return ET.fromstring(serialize(VIEWS[view](picture, legal=legal, size=None)))


def cells(root: ET.Element) -> list[int]:
    found = [each.get("data-cell") for each in root.iter(f"{SVG}g")]
    return [int(cell) for cell in found if cell is not None]


def count(root: ET.Element, **attributes: str) -> int:
    return sum(
        all(each.get(name.replace("_", "-")) == value for name, value in attributes.items())
        for each in root.iter()
    )


@pytest.mark.parametrize("size", range(1, 8))
def test_the_layout_knows_what_rests_on_what(size: int) -> None:
    all_cells, index_of = mosaic.all_cells(size), mosaic.index_of(size)
    picture = PyramidLayout(
        title="", caption="", owners=(None,) * len(all_cells), letters=(), size=size
    )
    for index, cell in enumerate(all_cells):
        assert list(picture.below(index)) == [index_of[each] for each in mosaic.below(cell)]
    for layer in picture.layers:
        assert layer.cells == range(layer.first, layer.first + layer.width**2)
        texts = [f"{layer.level}{column}{row}" for row in layer.rows for column in layer.columns]
        assert texts == [mosaic.cell_text(all_cells[cell]) for cell in layer.cells]


@few
@given(layouts())
def test_the_layout_knows_what_is_carried_and_covered(picture: PyramidLayout) -> None:
    occupied = {cell for cell, owner in enumerate(picture.owners) if owner is not None}
    assert picture.occupied == occupied | picture.neutral
    assert picture.supported == {
        cell for cell in range(len(picture.owners)) if {*picture.below(cell)} <= picture.occupied
    }
    assert picture.covered == {each for cell in occupied for each in picture.below(cell)}


@few
@given(layouts())
def test_text_has_every_cell_once(picture: PyramidLayout) -> None:
    lines = text_of(picture)
    assert all(len(line) <= 79 and line == line.rstrip() for line in lines)
    text = "\n".join(lines[1:])
    for player, letter in enumerate(picture.letters):
        assert text.count(letter) == picture.owners.count(player)
    assert text.count("*") == len(picture.neutral)
    assert text.count("?") == len(picture.offered)
    assert text.count("[") == (picture.last is not None)
    vacant = len(picture.owners) - len(picture.occupied) - len(picture.offered)
    assert text.count(".") == vacant
    dots = "\n".join(text_of(picture, legal=True)).count(".")
    assert dots == len(picture.legal - picture.offered)


# The last cell below makes a chain of one; the next position has one of two waves.
CHAIN = mosaic.parse("mosaic:3 ./..../11..*2... 1").play(8)
WAVES = mosaic.parse("quo:3 ./..../1.31*2.4. 2").play(6)
CHOICE = mosaic.parse("quo:4 ./..../3..1??144/2342141231411243 1@1")


def test_text_frames_what_the_chain_filled() -> None:
    assert text_of(layout_of(CHAIN, last=8)) == [
        "layer 1  2      3",
        "  a b c    a b    a",
        "1 o o .  1(o).  1 .",
        "2[o]* x  2 . .",
        "3 . . .",
    ]


def test_text_shows_what_is_on_offer() -> None:
    lines = text_of(layout_of(CHOICE), legal=True)
    assert lines[2:5] == [
        "1 x ^ # x  1 ^      1      1",
        "2 o # o x  2 o ? ?  2",
        "3 ^ o # o  3 o # #",
    ]


@every_view
@few
@given(picture=layouts(), legal=st.booleans())
def test_every_piece_is_drawn_and_lower_ones_first(
    view: str, picture: PyramidLayout, legal: bool
) -> None:
    root = drawn(picture, view, legal)
    found = cells(root)
    assert sorted(found) == sorted(picture.occupied)
    level_of = {cell: layer.level for layer in picture.layers for cell in layer.cells}
    levels = [level_of[cell] for cell in found]
    assert levels == sorted(levels)
    words = [each.text for each in root.iter(f"{SVG}text")]
    assert words.count("?") == len(picture.offered)
    assert all(words.count(each) >= 1 for each in picture.legend)


@every_view
@few
@given(picture=layouts())
def test_legal_cells_are_dots_on_request(view: str, picture: PyramidLayout) -> None:
    fill = {"isometric": theme.INK, "plan": theme.LEGAL}[view]
    tag = {"isometric": "ellipse", "plan": "circle"}[view]
    for legal, expected in ((False, 0), (True, len(picture.legal - picture.offered))):
        root = drawn(picture, view, legal)
        dots = [each for each in root.iter(SVG + tag) if each.get("fill") == fill]
        assert len(dots) == expected


@every_view
def test_waves_are_numbered(view: str) -> None:
    picture = layout_of(WAVES, last=6)
    assert len(picture.waves) == 2
    root = drawn(picture, view)
    for number, wave in enumerate(picture.waves, 1):
        for cell in wave:
            group = next(each for each in root.iter() if each.get("data-cell") == str(cell))
            assert [each.text for each in group.iter(f"{SVG}text")] == [str(number)]


@every_view
def test_the_last_move_is_ringed(view: str) -> None:
    assert count(drawn(layout_of(CHAIN), view), stroke=theme.LAST_STROKE) == 0
    assert count(drawn(layout_of(CHAIN, last=8), view), stroke=theme.LAST_STROKE) == 1


def test_a_ring_below_other_pieces_is_dashed() -> None:
    rings = [
        count(
            drawn(layout_of(CHAIN, last=cell), "isometric"),
            stroke=theme.LAST_STROKE,
            stroke_dasharray="5 4",
        )
        for cell in (1, 8, 10)
    ]
    assert rings == [0, 1, 0]


@every_view
@few
@given(picture=layouts())
def test_a_picture_is_self_contained_and_inside_its_frame(
    view: str, picture: PyramidLayout
) -> None:
    """No style sheet and no id: several pictures share a notebook page."""
    root = drawn(picture, view)
    text = ET.tostring(root, encoding="unicode")
    assert "<style" not in text
    assert " id=" not in text
    width, height = map(float, str(root.get("viewBox")).split()[2:])
    for each in root.iter():
        for name, most in (("cx", width), ("x", width), ("cy", height), ("y", height)):
            assert 0 <= float(each.get(name, 0)) <= most


@every_view
def test_the_width_of_a_picture(view: str) -> None:
    root = ET.fromstring(serialize(VIEWS[view](layout_of(CHAIN), legal=False, size=300)))
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert (left, top, root.get("width")) == (0, 0, "300")
    assert float(str(root.get("height"))) == pytest.approx(300 * height / width, abs=0.01)


def test_four_players_differ_in_more_than_colour() -> None:
    """Each symbol is a path of its own, and each disc seen from the side has its own band."""
    root = drawn(layout_of(CHOICE), "plan")
    symbols: dict[int, set[str]] = {}
    for group in root.iter(f"{SVG}g"):
        cell = group.get("data-cell")
        if cell is not None:
            seat = next(seat for seat in CHOICE.seats if int(cell) in CHOICE.pieces(seat))
            symbols.setdefault(seat, set()).update(
                str(p.get("d")) for p in group.iter(f"{SVG}path")
            )
    assert [len(each) for each in symbols.values()] == [1] * 4
    assert len(set[str]().union(*symbols.values())) == 4
