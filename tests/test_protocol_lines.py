"""Under the protocols: lines as they arrive, and paths between positions."""

from __future__ import annotations

import io
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.protocols import Lines
from bitgames.protocols.control import path
from bitgames.protocols.lines import MAX_LINE, split_lines
from tests.protocol_examples import GAMES


@given(st.lists(st.binary(max_size=9), max_size=9))
def test_lines_do_not_depend_on_how_they_arrive(chunks: list[bytes]) -> None:
    parts = iter([chunk for chunk in chunks if chunk] + [b""])
    whole = b"".join(chunks)
    expected = [line.removesuffix(b"\r").decode(errors="replace") for line in whole.split(b"\n")]
    if expected[-1] == "" and not whole.split(b"\n")[-1]:
        expected.pop()
    assert list(split_lines(lambda: next(parts))) == expected


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    parts = iter([*[b"x" * 60_000] * 100, b"\nnext\n", b""])
    first, second = split_lines(lambda: next(parts))
    assert (len(first), second) == (MAX_LINE, "next")


def test_waiting_lines_can_be_looked_at() -> None:
    lines = Lines(io.StringIO("go\nping 1\n"))
    assert lines.take() == "go"
    while not lines.ended_for:
        time.sleep(0.001)
    assert lines.is_waiting(lambda line: line.startswith("ping"))
    assert not lines.is_waiting(lambda line: line == "go")
    assert [lines.take(), lines.take(), lines.take()] == ["ping 1", None, None]


@pytest.mark.parametrize("game", [*GAMES, "othello:6"])
def test_a_path_is_found_along_a_game(game: str) -> None:
    rng = random.Random(1)
    record = bg.Record(game)
    while not record.position.is_over and len(record) < 12:
        before = record.position
        record.play(rng.choice(before.legal_moves))
        assert path(before, record.position) == [record.last_move]
        moves = path(record.start, record.position)
        assert moves is not None
        assert bg.Record(game, moves).position == record.position


def test_no_path_leads_back_or_to_another_game() -> None:
    start = bg.TicTacToe()
    assert path(start.play("a1"), start) is None
    assert path(start, bg.TicTacToe(4)) is None
    assert path(start, start) == []
    assert path(bg.Othello(), bg.position(f"othello {'/'.join(['--X-----'] * 8)} O")) is None
