"""Under the protocols: lines as they arrive."""

from __future__ import annotations

import io
import time

from hypothesis import given
from hypothesis import strategies as st

from bitgames.protocols import Lines
from bitgames.protocols.lines import MAX_LINE, split_lines


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


def test_lines_that_nobody_takes_do_not_fill_the_memory() -> None:
    """A controller that sends on and on while a search runs is not read any further."""
    read = 0

    class Endless(io.StringIO):
        def __next__(self) -> str:
            nonlocal read
            read += 1
            return "x" * MAX_LINE

    lines = Lines(Endless())
    before = -1
    while read != before:
        before = read
        time.sleep(0.2)
    assert read <= (1 << 22) // MAX_LINE + 2
    assert lines.take() == "x" * MAX_LINE
    assert not lines.is_waiting(lambda line: len(line) > 80)
