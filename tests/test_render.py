"""Pictures as text and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.render import theme, to_svg, to_text
from bitgames.render.grid import numbers

SVG = "{http://www.w3.org/2000/svg}"
WON = bg.position("tictactoe ox./xo./..o")
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


@st.composite
def played(draw: st.DrawFn) -> tuple[bg.TicTacToe, bg.Move | None]:
    """A random position with the move that led to it."""
    width, height = draw(st.integers(1, 11)), draw(st.integers(1, 11))
    position = bg.mnk(width, height, draw(st.integers(1, max(width, height))))
    last = None
    for _ in range(draw(st.integers(0, 40))):
        if position.is_over:
            break
        last = draw(st.sampled_from(position.legal_moves))
        position = position.play(last)
    return position, last


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def count(root: ET.Element, tag: str, **attributes: str) -> int:
    return sum(
        all(each.get(name.replace("_", "-")) == value for name, value in attributes.items())
        for each in root.iter(SVG + tag)
    )


def test_text_of_a_start() -> None:
    assert str(bg.TicTacToe()) == "   a b c\n1  . . .\n2  . . .\n3  . . .\no to move"


def test_text_marks_the_last_move_and_the_line() -> None:
    assert WON.to_text(last_move="c3") == (
        "   a b c\n1 *o*x .\n2  x*o*.\n3  . .[o]\no wins: 3 in a row"
    )
    assert str(WON).count("*o*") == 3


def test_text_of_a_row_shares_its_stars() -> None:
    assert "1 *o*o*o*" in str(bg.position("tictactoe ooo/xx./..."))
    marked = bg.position("tictactoe ooo/xx./...").to_text(last_move="b1")
    assert "1 *o[o]o*" in marked


def test_text_of_a_draw() -> None:
    assert str(bg.position("tictactoe oox/xxo/oxo")).endswith("draw: board full")


def test_text_of_a_large_board() -> None:
    lines = str(bg.mnk(11, 11, 5).play("k11")).splitlines()
    assert lines[0] == "    a b c d e f g h i j k"
    assert lines[9].startswith("9   .")
    assert lines[11].startswith("11  .")
    assert lines[11].endswith("o")


def test_legal_moves_are_marked_and_only_they() -> None:
    assert WON.to_text(legal=True) == WON.to_text()
    assert "." not in bg.TicTacToe().to_text(legal=True)
    start = bg.Othello().to_text(legal=True).splitlines()
    assert start[3:7] == [
        "3  . . . + . . . .",
        "4  . . + O X . . .",
        "5  . . . X O + . .",
        "6  . . . . + . . .",
    ]


def test_the_discs_that_a_move_turned_are_framed() -> None:
    start = bg.Othello()
    shown = start.play("f5").to_text(last_move="f5", previous=start).splitlines()
    # Neighbours share the gap between them.
    assert shown[5] == "5  . . . X(X[X]. ."


@given(played())
def test_colour_adds_escapes_and_nothing_else(case: tuple[bg.TicTacToe, bg.Move | None]) -> None:
    position, last = case
    plain = position.to_text(last_move=last)
    assert plain.isascii()
    assert ESCAPE.sub("", position.to_text(last_move=last, color=True)) == plain
    assert plain.count("[") == (last is not None)
    assert to_text(position.scene()) == str(position) == position.to_text()


@pytest.mark.parametrize("move", ["a1", "b2", 0, 99, -1, 10**30])
def test_a_last_move_that_cannot_be(move: str | int) -> None:
    """It must carry the mark of the player of the last move."""
    position = bg.TicTacToe().play("b2").play("c3")
    with pytest.raises(bg.IllegalMoveError, match="cannot be the last move"):
        position.to_text(last_move=move)
    with pytest.raises(bg.ParseError):
        position.to_svg(last_move="z9")
    assert "[x]" in position.to_text(last_move="c3")


@given(played())
def test_svg_draws_what_is_there(case: tuple[bg.TicTacToe, bg.Move | None]) -> None:
    position, last = case
    root = parsed(position.to_svg(last_move=last))
    assert root.tag == f"{SVG}svg"
    first, second = position.pieces(0), position.pieces(1)
    assert count(root, "circle", stroke=theme.LIGHT.players[0]) == len(first)
    assert count(root, "path", stroke=theme.LIGHT.players[1]) == len(second)
    assert count(root, "rect", stroke=theme.LIGHT.last_stroke) == (last is not None)
    assert (count(root, "line") > 0) == (position.winning_line is not None)
    assert position._repr_svg_() == position.to_svg() == to_svg(position.scene())


def test_svg_says_what_it_shows() -> None:
    root = parsed(WON.to_svg())
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == root.get("aria-label")
    assert str(root[0].text).endswith("o wins: 3 in a row")
    assert root.get("role") == "img"


def test_svg_scales() -> None:
    root = parsed(bg.mnk(6, 3, 3).to_svg(size=300))
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert (left, top) == (0, 0)
    assert root.get("width") == "300"
    assert float(str(root.get("height"))) == pytest.approx(300 * height / width, abs=0.01)


def test_svg_has_coordinates_on_all_edges() -> None:
    root = parsed(bg.mnk(4, 2, 2).to_svg())
    labels = [each.text for each in root.iter(f"{SVG}text")]
    assert sorted(map(str, labels)) == sorted("abcd" * 2 + "12" * 2)


def test_svg_marks_legal_moves_on_request() -> None:
    root = parsed(bg.TicTacToe().play("b2").to_svg(legal=True))
    assert count(root, "circle", fill=theme.LIGHT.legal) == 8
    assert count(parsed(bg.TicTacToe().to_svg()), "circle") == 0


def test_svg_strikes_every_line() -> None:
    double = bg.position("tictactoe ooo/oxx/oxx")
    assert count(parsed(double.to_svg()), "line") == 2


def test_svg_is_self_contained() -> None:
    """No style sheet and no id: several pictures share a notebook page."""
    svg = WON.to_svg(last_move="c3")
    assert "<style" not in svg
    assert " id=" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("size", [0, -1, 16_385, 10**30])
def test_svg_sizes_out_of_range(size: int) -> None:
    with pytest.raises(bg.ParameterError, match="size must be from 1"):
        WON.to_svg(size=size)


@pytest.mark.parametrize("size", [True, 1.5, "9"])
def test_svg_sizes_of_other_types(size: object) -> None:
    with pytest.raises(TypeError):
        WON.to_svg(size=size)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", [None, 3, "tictactoe", WON])
def test_only_scenes_are_drawn(what: object) -> None:
    with pytest.raises(TypeError, match="expected a scene"):
        to_text(what)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a scene"):
        to_svg(what)  # type: ignore[arg-type]


def test_a_scene_has_the_finished_lines() -> None:
    def lines(position: bg.Position) -> object:
        scene = position.scene()
        assert scene["kind"] == "grid"
        return scene["lines"]

    assert lines(WON) == [[0, 4, 8]]
    assert lines(bg.mnk(1, 1, 1).play("a1")) == [[0]]
    assert lines(bg.position("tictactoe x.o/xo./o..")) == [[2, 4, 6]]


def test_numbers_of_the_moves_on_the_board() -> None:
    position = bg.Othello().play("f5").play("d6").play("c4").play("f4")
    lines = position.to_text(last_move="f4", numbers=True, cell_width=2).splitlines()
    assert lines[0] == "    a  b  c  d  e  f  g  h"
    assert lines[4] == "4   .  .  X  X  X [O] 2  ."
    assert str(position.legal_moves[1]) == "g4"
    wide = bg.TicTacToe(4).play("a1").to_text(last_move="a1", numbers=True)
    assert wide.splitlines()[1:3] == ["1  [o] 1  2  3", "2   4  5  6  7"]
    assert WON.to_text(numbers=True) == WON.to_text()


@given(played())
def test_the_number_of_a_cell_is_that_of_its_move(
    case: tuple[bg.TicTacToe, bg.Move | None],
) -> None:
    position, last = case
    text = position.to_text(last_move=last, numbers=True)
    assert ESCAPE.sub("", position.to_text(last_move=last, numbers=True, color=True)) == text
    found = numbers(position.scene())  # type: ignore[arg-type]
    assert found == {int(move): n for n, move in enumerate(position.legal_moves, 1)}
    cells = " ".join(line[len(str(position.height)) + 1 :] for line in text.splitlines()[1:-1])
    assert [int(n) for n in re.findall(r"\d+", cells)] == list(found.values())


def test_a_cell_where_several_moves_end_has_no_number() -> None:
    scene = bg.mnk(2, 1, 1).scene()
    assert scene["kind"] == "grid"
    scene["moves"] = {"index": [0, 1, 2, 3], "text": list("abcd"), "cell": [0, 1, 1, None]}
    assert numbers(scene) == {0: 1}
    assert to_text(scene, numbers=True).splitlines()[1] == "1  1 +"
