"""Pictures of pyramids, drawn from scenes made by the references."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitgames.render import theme, to_svg, to_text
from bitgames.render.reading import covered, legal_cells, occupied, supported
from bitgames.scene import VERSION, PyramidScene, cell_names
from bitgames.scene.pyramid import below, layers
from tests.reference import mosaic

SVG = "{http://www.w3.org/2000/svg}"
SPECS = ["mosaic:2", "mosaic:3", "mosaic:5", "mosaic", "quo:3", "quo:4", "quo"]
LETTERS = ("o", "x", "^", "#")
SHAPES = ("circle", "cross", "triangle", "square")
VIEWS = ["isometric", "plan"]
# The references play slowly.
few = settings(max_examples=max(4, settings().max_examples // 5))
every_view = pytest.mark.parametrize("view", VIEWS)


def scene_of(game: mosaic.Game, last: int | None = None) -> PyramidScene:
    """The scene of a position as the reference sees it, with nothing of ours but the geometry."""
    index_of = mosaic.index_of(game.size)
    owners = ["."] * len(game.cells)
    for seat in game.seats:
        for cell in game.pieces(seat):
            owners[cell] = str(seat)
    centre = mosaic.neutral_cell(game.size)
    if centre is not None:
        owners[index_of[centre]] = "*"
    moves = list(game.legal_moves)
    return {
        "version": VERSION,
        "kind": "pyramid",
        "game": game.spec,
        "title": game.spec,
        "caption": "",
        "viewer": None,
        "ply": 0,
        "turn": game.turn,
        "outcome": None,
        "players": [
            {
                "name": f"seat {seat}",
                "letter": LETTERS[seat],
                "shape": SHAPES[seat],
                "team": game.teams[seat],
                "left": game.left(seat),
                "score": None,
            }
            for seat in game.seats
        ],
        "size": game.size,
        "layers": [layer.data for layer in layers(game.size)],
        "columns": list("abcdefg"[: game.size]),
        "rows": list("1234567"[: game.size]),
        "owners": "".join(owners),
        "moves": {"index": moves, "text": list(map(str, moves)), "cell": [*moves]},
        "last": None if last is None else {"index": last, "text": str(last), "cell": last},
        "waves": [[*cells] for _, cells in game.waves],
        "choosing": None,
        "offered": [index_of[cell] for cell in game.offered],
    }


@st.composite
def scenes(draw: st.DrawFn) -> PyramidScene:
    """A position of a random game with its last move."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    game, last = mosaic.start(draw(st.sampled_from(SPECS))), None
    for _ in range(draw(st.integers(0, 100))):
        if game.is_over:
            break
        last = chance.choice(game.legal_moves)
        game = game.play(last)
    return scene_of(game, last)


def text_of(
    scene: PyramidScene, *, legal: bool = False, numbers: bool = False, cell_width: int = 1
) -> list[str]:
    text = to_text(scene, legal=legal, numbers=numbers, cell_width=cell_width)
    return text.split("\n")[:-1]


def drawn(scene: PyramidScene, view: str, legal: bool = False) -> ET.Element:
    return ET.fromstring(to_svg(scene, view=view, legal=legal))


def cells(root: ET.Element) -> list[int]:
    """The cells with a piece, in the order in which they are drawn."""
    groups = [each for each in root.iter(f"{SVG}g") if each.get("data-owner") is not None]
    return [int(str(each.get("data-cell"))) for each in groups]


def count(root: ET.Element, **attributes: str) -> int:
    return sum(
        all(each.get(name.replace("_", "-")) == value for name, value in attributes.items())
        for each in root.iter()
    )


@pytest.mark.parametrize("size", range(1, 8))
def test_the_geometry_knows_what_rests_on_what(size: int) -> None:
    all_cells, index_of = mosaic.all_cells(size), mosaic.index_of(size)
    for cell, under in zip(all_cells, below(size), strict=True):
        assert list(under) == [index_of[each] for each in mosaic.below(cell)]
    for layer in layers(size):
        assert layer.cells == range(layer.first, layer.first + layer.width**2)


@pytest.mark.parametrize("size", range(2, 8))
def test_cells_have_the_names_of_the_reference(size: int) -> None:
    names = cell_names(scene_of(mosaic.start(f"mosaic:{size}")))
    assert names == [mosaic.cell_text(cell) for cell in mosaic.all_cells(size)]


@few
@given(scenes())
def test_what_is_carried_and_covered(scene: PyramidScene) -> None:
    standing = {cell for cell, owner in enumerate(scene["owners"]) if owner != "."}
    under = below(scene["size"])
    assert occupied(scene) == standing
    assert supported(scene) == {
        cell for cell in range(len(scene["owners"])) if {*under[cell]} <= standing
    }
    assert covered(scene) == {each for cell in standing for each in under[cell]}


@few
@given(scenes())
def test_text_has_every_cell_once(scene: PyramidScene) -> None:
    lines = text_of(scene)
    assert all(len(line) <= 79 and line == line.rstrip() for line in lines)
    text = "\n".join(lines[1:])
    for seat, player in enumerate(scene["players"]):
        assert text.count(player["letter"]) == scene["owners"].count(str(seat))
    assert text.count("*") == scene["owners"].count("*")
    assert text.count("?") == len(scene["offered"])
    assert text.count("[") == (scene["last"] is not None)
    assert text.count(".") == scene["owners"].count(".") - len(scene["offered"])
    marks = "\n".join(text_of(scene, legal=True)).count("+")
    assert marks == len(legal_cells(scene) - {*scene["offered"]})


# The last cell below makes a chain of one; the next position has one of two waves.
CHAIN = mosaic.parse("mosaic:3 ./..../11..*2... 1").play(8)
WAVES = mosaic.parse("quo:3 ./..../1.31*2.4. 2").play(6)
CHOICE = mosaic.parse("quo:4 ./..../3..1??144/2342141231411243 1@1")


def test_text_frames_what_the_chain_filled() -> None:
    assert text_of(scene_of(CHAIN, last=8)) == [
        "layer 1  2      3",
        "  a b c    a b    a",
        "1 o o .  1(o).  1 .",
        "2[o]* x  2 . .",
        "3 . . .",
    ]


def test_text_shows_what_is_on_offer() -> None:
    lines = text_of(scene_of(CHOICE), legal=True)
    assert lines[2:5] == [
        "1 x ^ # x  1 ^ . .  1 . .  1 .",
        "2 o # o x  2 o ? ?  2 . .",
        "3 ^ o # o  3 o # #",
    ]


@every_view
@few
@given(scene=scenes(), legal=st.booleans())
def test_every_piece_is_drawn_and_lower_ones_first(
    view: str, scene: PyramidScene, legal: bool
) -> None:
    root = drawn(scene, view, legal)
    found = cells(root)
    assert sorted(found) == sorted(occupied(scene))
    level_of = {cell: layer.level for layer in layers(scene["size"]) for cell in layer.cells}
    levels = [level_of[cell] for cell in found]
    assert levels == sorted(levels)
    words = [each.text for each in root.iter(f"{SVG}text")]
    assert words.count("?") == len(scene["offered"])
    assert all(f"{each['name']}: {each['left']} left" in words for each in scene["players"])


@every_view
@few
@given(scene=scenes())
def test_legal_cells_are_dots_on_request(view: str, scene: PyramidScene) -> None:
    fill = {"isometric": theme.LIGHT.ink, "plan": theme.LIGHT.legal}[view]
    tag = {"isometric": "ellipse", "plan": "circle"}[view]
    for legal, expected in ((False, 0), (True, len(legal_cells(scene) - {*scene["offered"]}))):
        root = drawn(scene, view, legal)
        dots = [each for each in root.iter(SVG + tag) if each.get("fill") == fill]
        assert len(dots) == expected


@every_view
def test_waves_are_numbered(view: str) -> None:
    scene = scene_of(WAVES, last=6)
    assert len(scene["waves"]) == 2
    root = drawn(scene, view)
    for number, wave in enumerate(scene["waves"], 1):
        for cell in wave:
            group = next(each for each in root.iter() if each.get("data-cell") == str(cell))
            assert [each.text for each in group.iter(f"{SVG}text")] == [str(number)]


@every_view
def test_the_last_move_is_ringed(view: str) -> None:
    assert count(drawn(scene_of(CHAIN), view), stroke=theme.LIGHT.last_stroke) == 0
    assert count(drawn(scene_of(CHAIN, last=8), view), stroke=theme.LIGHT.last_stroke) == 1


def test_a_ring_below_other_pieces_is_dashed() -> None:
    rings = [
        count(
            drawn(scene_of(CHAIN, last=cell), "isometric"),
            stroke=theme.LIGHT.last_stroke,
            stroke_dasharray="5 4",
        )
        for cell in (1, 8, 10)
    ]
    assert rings == [0, 1, 0]


@every_view
@few
@given(scene=scenes())
def test_a_picture_is_self_contained_and_inside_its_frame(view: str, scene: PyramidScene) -> None:
    """No style sheet and no id: several pictures share a notebook page."""
    root = drawn(scene, view)
    text = ET.tostring(root, encoding="unicode")
    assert "<style" not in text
    assert " id=" not in text
    width, height = map(float, str(root.get("viewBox")).split()[2:])
    for each in root.iter():
        for name, most in (("cx", width), ("x", width), ("cy", height), ("y", height)):
            assert 0 <= float(each.get(name, 0)) <= most


@every_view
def test_the_width_of_a_picture(view: str) -> None:
    root = ET.fromstring(to_svg(scene_of(CHAIN), view=view, size=300))
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert (left, top, root.get("width")) == (0, 0, "300")
    assert float(str(root.get("height"))) == pytest.approx(300 * height / width, abs=0.01)


def test_four_players_differ_in_more_than_colour() -> None:
    """Each symbol is a path of its own, and each disc seen from the side has its own band."""
    root = drawn(scene_of(CHOICE), "plan")
    symbols: dict[int, set[str]] = {}
    for group in root.iter(f"{SVG}g"):
        cell = group.get("data-cell")
        if cell is not None and group.get("data-owner") in ("0", "1", "2", "3"):
            seat = next(seat for seat in CHOICE.seats if int(cell) in CHOICE.pieces(seat))
            symbols.setdefault(seat, set()).update(
                str(p.get("d")) for p in group.iter(f"{SVG}path")
            )
    assert [len(each) for each in symbols.values()] == [1] * 4
    assert len(set[str]().union(*symbols.values())) == 4
