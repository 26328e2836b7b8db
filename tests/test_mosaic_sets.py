"""Sets of cells of a pyramid against plain Python sets and counting by hand."""

from __future__ import annotations

import copy
import operator
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from tests.reference import mosaic

every_size = pytest.mark.parametrize("size", range(1, 8))


def num_cells(size: int) -> int:
    return len(mosaic.all_cells(size))


def made(size: int, members: set[int]) -> bg.mosaic.PyramidSet:
    return bg.mosaic.PyramidSet(size, sum(1 << cell for cell in members))


def on_board(size: int, members: set[int]) -> list[mosaic.Cell]:
    return [mosaic.all_cells(size)[cell] for cell in members]


def as_cells(size: int, cells: list[mosaic.Cell]) -> set[int]:
    return {mosaic.index_of(size)[cell] for cell in cells}


def subsets(size: int) -> st.SearchStrategy[set[int]]:
    """Sparse, dense and in between."""
    cells = set(range(num_cells(size)))
    some = st.sets(st.sampled_from(sorted(cells)))
    bits = st.integers(0, 2 ** len(cells) - 1)
    half = bits.map(lambda number: {cell for cell in cells if number >> cell & 1})
    return st.one_of(some, half, some.map(lambda members: cells - members))


sizes = st.integers(1, 7)
one = sizes.flatmap(lambda size: st.tuples(st.just(size), subsets(size)))
two = sizes.flatmap(lambda size: st.tuples(st.just(size), subsets(size), subsets(size)))


@given(one)
def test_a_set_is_its_members(case: tuple[int, set[int]]) -> None:
    size, members = case
    cells = made(size, members)
    bits = sum(1 << cell for cell in members)
    assert int(cells) == operator.index(cells) == bits
    assert list(cells) == sorted(members)
    assert len(cells) == len(members)
    assert bool(cells) == bool(members)
    assert [cell in cells for cell in range(-1, 150)] == [c in members for c in range(-1, 150)]
    assert (cells.size, cells.num_cells) == (size, num_cells(size))
    assert isinstance(cells, bg.CellSet)


@given(one)
def test_a_set_comes_back_from_every_form(case: tuple[int, set[int]]) -> None:
    size, members = case
    cells = made(size, members)
    text = cells.to_binary()
    assert text == f"{int(cells):0{num_cells(size)}b}"
    for again in (
        bg.mosaic.PyramidSet.from_binary(size, text),
        bg.mosaic.PyramidSet.empty(size).set(*members),
        bg.mosaic.PyramidSet.filled(size).clear(*set(range(num_cells(size))) - members),
        pickle.loads(pickle.dumps(cells)),
        copy.deepcopy(cells),
        eval(repr(cells), {"PyramidSet": bg.mosaic.PyramidSet}),
    ):
        assert again == cells
        assert hash(again) == hash(cells)
        assert type(again) is bg.mosaic.PyramidSet


@given(two)
def test_the_algebra_is_that_of_sets(case: tuple[int, set[int], set[int]]) -> None:
    size, a, b = case
    first, second = made(size, a), made(size, b)
    assert first & second == made(size, a & b)
    assert first | second == made(size, a | b)
    assert first ^ second == made(size, a ^ b)
    assert first - second == made(size, a - b)
    assert ~first == made(size, set(range(num_cells(size))) - a)
    assert (first == second) == (a == b)
    assert type(first & second) is type(~first) is bg.mosaic.PyramidSet


@pytest.mark.parametrize("name", mosaic.PROMOTIONS)
@given(one)
def test_promotions_count(name: str, case: tuple[int, set[int]]) -> None:
    size, members = case
    promoted = getattr(made(size, members), name)()
    assert set(promoted) == as_cells(size, mosaic.promoted(size, on_board(size, members), name))


@given(one)
def test_promotions_fit_together(case: tuple[int, set[int]]) -> None:
    cells = made(*case)
    by_count = [
        cells.promote_zero(),
        cells.promote_one(),
        cells.promote_two(),
        cells.promote_three(),
        cells.promote_four(),
    ]
    assert sum(map(len, by_count)) == num_cells(cells.size) - cells.size**2
    assert cells.promote_majority() == by_count[3] | by_count[4]
    assert cells.promote_half_or_more() == by_count[2] | by_count[3] | by_count[4]
    assert (~cells).promote_zero() == by_count[4]


@pytest.mark.parametrize("name", mosaic.TRANSFORMS)
@given(one)
def test_transforms_move_every_cell(name: str, case: tuple[int, set[int]]) -> None:
    size, members = case
    moved = getattr(made(size, members), name)()
    expected = [mosaic.transformed(size, cell, name) for cell in on_board(size, members)]
    assert set(moved) == as_cells(size, expected)
    # What rests on what is the same from every side.
    again = getattr(made(size, members).promote_majority(), name)()
    assert again == moved.promote_majority()


@given(one)
def test_transforms_are_a_group(case: tuple[int, set[int]]) -> None:
    cells = made(*case)
    turned = cells.rotate90()
    assert turned.rotate90() == cells.rotate180()
    assert turned.rotate180() == cells.rotate270()
    assert turned.rotate270() == cells
    assert cells.mirror_horizontal().transpose() == cells.transpose().flip_vertical()
    assert cells.transpose().rotate180() == cells.flip_anti_diagonal()
    for name in ("mirror_horizontal", "flip_vertical", "flip_anti_diagonal", "transpose"):
        assert getattr(getattr(cells, name)(), name)() == cells


@given(one)
def test_layers_are_flat_sets(case: tuple[int, set[int]]) -> None:
    size, members = case
    cells = made(size, members)
    layers = cells.layers()
    assert len(layers) == size
    for number, layer in enumerate(layers, 1):
        assert layer == cells.layer(number)
        assert type(layer) is bg.CellSet
        width = mosaic.width_of(size, number)
        assert (layer.width, layer.height) == (width, width)
        expected = {
            row * width + column
            for level, row, column in on_board(size, members)
            if level == number
        }
        assert set(layer) == expected


@given(one)
def test_the_picture_has_the_layers_side_by_side(case: tuple[int, set[int]]) -> None:
    size, members = case
    cells = made(size, members)
    lines = str(cells).splitlines()
    assert len(lines) == size
    assert str(cells).count("#") == len(members)
    left = 0
    for number in range(1, size + 1):
        width = mosaic.width_of(size, number)
        for row in range(width):
            for column in range(width):
                index = mosaic.index_of(size)[number, row, column]
                assert lines[row][left + 2 * column] == (".#"[index in members])
        left += 2 * width + 2


@every_size
def test_boards_by_name(size: int) -> None:
    every = set(range(num_cells(size)))
    ground = as_cells(size, [cell for cell in mosaic.all_cells(size) if cell[0] == 1])
    centre = mosaic.neutral_cell(size)
    assert bg.mosaic.PyramidSet.empty(size) == bg.mosaic.PyramidSet(size) == made(size, set())
    assert bg.mosaic.PyramidSet.filled(size) == made(size, every)
    assert bg.mosaic.PyramidSet.ground(size) == made(size, ground)
    assert bg.mosaic.PyramidSet.neutral(size) == made(
        size, as_cells(size, [centre] if centre else [])
    )
    assert len(ground) == size * size


@every_size
def test_bits_beyond_the_board_are_refused(size: int) -> None:
    top = 1 << num_cells(size)
    assert len(bg.mosaic.PyramidSet(size, top - 1)) == num_cells(size)
    for bits in (top, -1, 1 << 200):
        with pytest.raises((bg.ParameterError, OverflowError)):
            bg.mosaic.PyramidSet(size, bits)
    for cell in (-1, num_cells(size)):
        with pytest.raises(bg.ParameterError, match="cell"):
            bg.mosaic.PyramidSet(size).set(cell)
        with pytest.raises(bg.ParameterError, match="cell"):
            bg.mosaic.PyramidSet(size).clear(cell)
    for number in (0, size + 1, -1):
        with pytest.raises(bg.ParameterError, match="layer"):
            bg.mosaic.PyramidSet(size).layer(number)
    for text in ("", "0" * (num_cells(size) + 1), "2" * num_cells(size)):
        with pytest.raises(bg.ParseError):
            bg.mosaic.PyramidSet.from_binary(size, text)


@pytest.mark.parametrize("size", [0, 8, -1, 10**20])
def test_sizes_out_of_range(size: int) -> None:
    for make in (
        bg.mosaic.PyramidSet,
        bg.mosaic.PyramidSet.empty,
        bg.mosaic.PyramidSet.filled,
        bg.mosaic.PyramidSet.ground,
    ):
        with pytest.raises(bg.ParameterError, match="size"):
            make(size)


def test_sets_of_other_boards_do_not_mix() -> None:
    for other in (bg.mosaic.PyramidSet(4), bg.CellSet(1, 3, 3), bg.CellSet(1, 14, 1)):
        with pytest.raises(bg.ParameterError, match="same"):
            bg.mosaic.PyramidSet(3) & other  # type: ignore[operator]
        assert bg.mosaic.PyramidSet(3) != other
