"""Sets of cells are sets to Python: every operator agrees with a frozenset of the same cells."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Set
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from tests import processes

boards = st.sampled_from([(3, 3), (8, 8), (11, 11), (26, 1)])
OPERATORS = [operator.and_, operator.or_, operator.xor, operator.sub]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two sets of one board, flat or a pyramid."""
    if draw(st.booleans()):
        size = draw(st.integers(1, 7))
        count = bg.mosaic.PyramidSet(size).num_cells
        return tuple(bg.mosaic.PyramidSet(size, draw(st.integers(0, 2**count - 1))) for _ in "ab")  # type: ignore[return-value]
    width, height = draw(boards)
    bits = st.integers(0, 2 ** (width * height) - 1)
    return tuple(bg.CellSet(draw(bits), width, height) for _ in "ab")  # type: ignore[return-value]


@given(pairs())
def test_operators_agree_with_frozensets(pair: tuple[Any, Any]) -> None:
    a, b = pair
    plain_a, plain_b = frozenset(a), frozenset(b)
    for operation in OPERATORS:
        expected = operation(plain_a, plain_b)
        for left, right in ((a, b), (a, plain_b), (a, set(plain_b)), (plain_a, b)):
            found = operation(left, right)
            assert type(found) is type(a)
            assert found == expected and set(found) == expected
    for comparison in COMPARISONS:
        expected = comparison(plain_a, plain_b)
        for left, right in ((a, b), (a, plain_b), (plain_a, b), (a, dict.fromkeys(b).keys())):
            assert comparison(left, right) is expected
    assert a.isdisjoint(b) == a.isdisjoint(list(b)) == plain_a.isdisjoint(plain_b)
    assert hash(a) == hash(plain_a)
    assert {a: 1}[plain_a] == 1


def test_a_set_of_cells_is_a_set() -> None:
    cells = bg.CellSet(0b101, 3, 3)
    assert isinstance(cells, Set) and isinstance(bg.mosaic.PyramidSet(2), Set)
    assert {0, 2} == cells and cells == {0, 2} and cells != [0, 2] and cells != 0b101
    assert 2 in cells and 1 not in cells
    for nothing in ("a1", None, 1.5, -1, 10**40, object()):
        assert nothing not in cells


def test_what_is_no_cell() -> None:
    cells = bg.CellSet(0b101, 3, 3)
    assert cells & {0, 9, "x", 10**40} == {0}
    assert cells - {0, "x"} == {2}
    assert cells.isdisjoint(["x", 1])
    for operation in (operator.or_, operator.xor):
        for wrong in ({9}, {"x"}, {-1}, {10**40}):
            with pytest.raises(bg.ParameterError, match="cells from 0 to 8"):
                operation(cells, wrong)
            with pytest.raises(bg.ParameterError, match="cells from 0 to 8"):
                operation(wrong, cells)
    with pytest.raises(bg.ParameterError):
        {9} - cells
    for wrong in ([0], 3, "x", None):
        with pytest.raises(TypeError):
            cells & wrong  # type: ignore[operator]
        with pytest.raises(TypeError):
            operator.lt(cells, wrong)


@processes.posix
def test_ctrl_c_ends_a_look_at_cells_without_an_end() -> None:
    import signal

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            bg.CellSet(0b101, 3, 3).isdisjoint(itertools.repeat("x"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_sets_of_other_boards() -> None:
    small, large = bg.CellSet(1, 3, 3), bg.CellSet(1, 4, 4)
    assert small != large and small == {0} == large
    for operation in (*OPERATORS, operator.lt, operator.ge):
        with pytest.raises(bg.ParameterError, match="of the same 3 x 3 board"):
            operation(small, large)
