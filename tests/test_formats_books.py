"""Books of Edax and Egaroucid: files built byte by byte from the layout, round trips, damage."""

from __future__ import annotations

import datetime
import random
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import bits, edax_book, egbk3
from bitgames.formats.edax_book import EdaxBook, EdaxPosition
from bitgames.formats.egbk3 import EgaroucidPosition

# The slow twin: numbers as lists of bytes, boards as lists of squares, all symmetries by rows.


def number(value: int, size: int) -> bytes:
    """Little endian, the two's complement of a negative one."""
    value %= 256**size
    return bytes(value // 256**place % 256 for place in range(size))


def squares(text: str, disc: str) -> int:
    return sum(2**place for place, each in enumerate(text[:64]) if each == disc)


def discs(position: bg.Othello) -> tuple[int, int]:
    text = position.to_obf()
    return (
        squares(text, text[-1]),
        squares(text, "O" if text[-1] == "X" else "X"),
    )


def turned(text: str) -> list[str]:
    """The eight symmetric boards of 64 squares."""
    rows = [text[8 * row : 8 * row + 8] for row in range(8)]
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found += ["".join(rows), "".join(row[::-1] for row in rows)]
    return found


def code(move: object) -> int:
    text = str(move)
    return 64 if text == "pass" else "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def edax_bytes(book: EdaxBook) -> bytes:
    when = book.saved
    date = number(0, 7)
    if when is not None:
        date = number(when.year, 2) + bytes(
            [when.month, when.day, when.hour, when.minute, when.second]
        )
    data = b"XADEKOOB" + bytes([4, book.release]) + date + bytes(1)
    for setting in (book.level, book.empties, book.midgame_error, book.endcut_error):
        data += number(setting, 4)
    data += number(book.verbosity, 4) + number(len(book.positions), 4)
    for each in book.positions:
        own, other = discs(each.position)
        data += number(own, 8) + number(other, 8)
        for count in (*each.games, each.lines):
            data += number(count, 4)
        for value in (each.value, each.lower, each.upper):
            data += number(value, 2)
        data += bytes([len(each.links), each.level])
        for move, value in each.links.items():
            data += number(value, 1) + bytes([code(move)])
        data += number(each.leaf_value, 1)
        data += bytes([65 if each.leaf_move is None else code(each.leaf_move)])
    return data


def egaroucid_bytes(positions: tuple[EgaroucidPosition, ...]) -> bytes:
    data = b"DICUORAGE\x03" + number(len(positions), 4)
    for each in positions:
        own, other = discs(each.position)
        data += number(own, 8) + number(other, 8) + number(each.value, 1) + number(each.level, 1)
        data += number(each.lines, 4) + number(each.leaf_value, 1)
        data += number(125 if each.leaf_move is None else code(each.leaf_move), 1)
        data += number(each.leaf_level, 1)
    return data


# No move of this position is legal but the pass: a1 cannot be flanked.
PASSES = bg.Othello.from_obf("OX------" + "-" * 16 + "---XX------XX---" + "-" * 24 + " X")


def position(rng: random.Random) -> bg.Othello:
    found = bg.Othello()
    for _ in range(rng.randrange(58)):
        if found.is_over:
            break
        found = found.play(rng.choice(found.legal_moves))
    board, turn = found.to_obf().split()
    # What is read has black to move.
    if turn == "O":
        board = board.translate(str.maketrans("XO", "OX"))
    return bg.Othello.from_obf(f"{board} X")


def edax(seed: int, count: int = 6) -> EdaxBook:
    rng = random.Random(seed)

    def value() -> int:
        return rng.randint(-64, 64)

    def one() -> EdaxPosition:
        at = position(rng)
        moves = list(at.legal_moves)
        rng.shuffle(moves)
        cut = rng.randrange(len(moves) + 1)
        links = {move: value() for move in moves[:cut]}
        leaf = (moves[cut], value()) if cut < len(moves) else (None, rng.choice([-127, value()]))
        lower, upper = sorted((value(), value()))
        games = (rng.randrange(2**32), rng.randrange(9), rng.randrange(9))
        return EdaxPosition(
            at, rng.choice([value(), -127]), lower, upper, links, *leaf, rng.randrange(61),
            rng.randrange(2**32), games,
        )  # fmt: skip

    saved = rng.choice([None, datetime.datetime(2024, 2, 29, 23, 59, 58)])
    return EdaxBook(tuple(one() for _ in range(count)), 21, 24, 2, 1, 0, 6, saved)


def egaroucid(seed: int, count: int = 6) -> tuple[EgaroucidPosition, ...]:
    rng = random.Random(seed)

    def one() -> EgaroucidPosition:
        at = position(rng)
        moves = [move for move in at.legal_moves if str(move) != "pass"]
        level, lines, value = rng.randint(-1, 60), rng.randrange(2**32), rng.randint(-64, 64)
        if not moves or rng.random() < 0.3:
            return EgaroucidPosition(at, value, level, lines)
        leaf = rng.choice(moves)
        return EgaroucidPosition(
            at, value, level, lines, leaf, rng.randint(-64, 64), 11, leaf_code=code(leaf)
        )

    return tuple(one() for _ in range(count))


@pytest.mark.parametrize("seed", range(30))
def test_files_are_those_of_the_slow_writer(seed: int, tmp_path: Path) -> None:
    book = edax(seed)
    data = edax_bytes(book)
    assert edax_book.dumps(book) == data and edax_book.loads(data) == book
    edax_book.save(tmp_path / "book.dat", book)
    assert (tmp_path / "book.dat").read_bytes() == data
    assert edax_book.load(tmp_path / "book.dat") == book
    positions = egaroucid(seed)
    data = egaroucid_bytes(positions)
    assert egbk3.dumps(positions) == data and egbk3.loads(data) == positions
    egbk3.save(tmp_path / "book.egbk3", positions)
    assert egbk3.load(tmp_path / "book.egbk3") == positions


def test_the_empty_book_of_egaroucid() -> None:
    """The 39 bytes of ``empty_book.egbk3``, which Egaroucid begins with."""
    data = bytes.fromhex(
        "44494355 4f524147 45030100 00000000 00100800 00000000 00081000 000000ff 00000000 0013ff"
    )
    (start,) = egbk3.loads(data)
    assert start.position == bg.Othello() and start.leaf == (bg.Othello().parse_move("d3"), 0)
    assert (start.value, start.level, start.lines, start.leaf_level) == (0, -1, 0, -1)
    assert egbk3.dumps([start]) == data


@given(st.integers(0, 2**32))
def test_the_representative_has_the_least_numbers(seed: int) -> None:
    at = position(random.Random(seed))
    boards = turned(at.to_obf())
    least = min((squares(board, "X"), squares(board, "O")) for board in boards)
    assert bits.bits_of(bits.representative(at)) == least
    assert bits.position_of(*bits.bits_of(at)) == at


def test_a_pass_has_a_number() -> None:
    assert [str(move) for move in PASSES.legal_moves] == ["pass"]
    (move,) = PASSES.legal_moves
    for book in (
        EdaxBook((EdaxPosition(PASSES, 3, links={move: 3}),)),
        EdaxBook((EdaxPosition(PASSES, 3, leaf_move=move, leaf_value=3),)),
    ):
        data = edax_bytes(book)
        assert 64 in data[-4:] and edax_book.loads(data) == book == edax_book.loads(
            edax_book.dumps(book)
        )


START = EdaxPosition(bg.Othello(), 0, leaf_move=bg.Othello().parse_move("d3"), leaf_value=0)
EDAX = edax_bytes(EdaxBook((START,)))
EGAROUCID = egaroucid_bytes((EgaroucidPosition(bg.Othello(), 0),))


def changed(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "begins with XADEKOOB"),
        (changed(EDAX, 0, b"EDAX"), "begins with XADEKOOB"),
        (EDAX[:41], "a header of 42 bytes, not 41"),
        (changed(EDAX, 8, b"\3"), "version 3 of Edax is not supported: allowed is 4"),
        (changed(EDAX, 10, number(2024, 2) + b"\x0d"), "2024-13-0-0-0-0 is not a valid date"),
        (EDAX[:-1], "1 positions take 84 bytes or more, not 83"),
        (EDAX + b"\0", "1 bytes after the last of 1 positions"),
        (changed(EDAX, 38, number(2, 4)), "2 positions take 126 bytes or more"),
        (changed(EDAX, 38, number(2**32 - 1, 4)), "4,294,967,295 positions take"),
        (changed(EDAX, 42 + 38, b"\1"), "the data ends within a position"),
        (changed(EDAX, 42, b"\xff" * 16), "two discs on one square"),
        (changed(EDAX, 42, bytes(16)), "without discs on its four squares in the middle"),
        (changed(EDAX, 42 + 32, number(65, 2)), "a value is from -64 to 64 discs, not 65"),
        (changed(EDAX, 42 + 34, number(-128, 2)), "-128 to 127 are not valid bounds"),
        (changed(EDAX, 42 + 36, number(-127, 2) + b"\0"), None),
        (changed(EDAX, 42 + 39, b"\x3d"), "a level is from 0 to 60, not 61"),
        (changed(EDAX, 42 + 40, b"\x41"), "the value of a leaf is from -64 to 64 discs, not 65"),
        (changed(EDAX, 42 + 41, b"\x00"), "leaf 0 cannot be played there"),
        (changed(EDAX, 42 + 41, b"\x40"), "leaf 64 cannot be played there"),
        (changed(EDAX, 42 + 38, b"\1") + b"\0\x13", "d3 is a link and the leaf"),
        (changed(EDAX, 42 + 38, b"\2") + b"\0\x13\0\x41", "d3 is linked twice"),
        (changed(EDAX, 42 + 38, b"\1") + b"\0\x14", "leaf 20 cannot be played there"),
    ],
)
def test_damaged_books_of_edax_are_refused(data: bytes, reason: str | None) -> None:
    if reason is None:
        assert edax_book.loads(data).positions[0].upper == -127
        return
    with pytest.raises(bg.ParseError, match=f"^some.dat: byte [0-9]+: .*{re.escape(reason)}"):
        edax_book.loads(data, name="some.dat")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "begins with DICUORAGE"),
        (EGAROUCID[1:], "begins with DICUORAGE"),
        (EGAROUCID[:13], "a header of 14 bytes, not 13"),
        (changed(EGAROUCID, 9, b"\2"), "version 2 of the book is not supported: allowed is 3"),
        (EGAROUCID[:-1], "1 positions take 39 bytes, not 38"),
        (EGAROUCID + b"\0", "1 positions take 39 bytes, not 40"),
        (changed(EGAROUCID, 10, b"\xff" * 4), "4,294,967,295 positions take"),
        (changed(EGAROUCID, 14, b"\xff" * 16), "two discs on one square"),
        (changed(EGAROUCID, 14, bytes(16)), "without discs on its four squares in the middle"),
        (changed(EGAROUCID, 30, b"\x41"), "a value is from -64 to 64 discs, not 65"),
        (changed(EGAROUCID, 31, b"\xfe"), "a level is from -1 to 127, not -2"),
        (changed(EGAROUCID, 36, b"\0\0"), "leaf 0 cannot be played there"),
    ],
)
def test_damaged_books_of_egaroucid_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(bg.ParseError, match=f"^some.egbk3: byte [0-9]+: .*{re.escape(reason)}"):
        egbk3.loads(data, name="some.egbk3")


@pytest.mark.parametrize(
    ("loads", "dumps", "whole"),
    [
        (edax_book.loads, edax_book.dumps, edax_bytes(edax(1, 3))),
        (egbk3.loads, egbk3.dumps, egaroucid_bytes(egaroucid(1, 3))),
    ],
)
@given(
    changes=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=4),
    cut=st.integers(0, 400) | st.none(),
    more=st.binary(max_size=3),
)
def test_mutated_bytes_are_read_or_refused(
    loads: Callable[[bytes], object],
    dumps: Callable[[object], bytes],
    whole: bytes,
    changes: list[tuple[int, int]],
    cut: int | None,
    more: bytes,
) -> None:
    data = bytearray(whole)
    for at, byte in changes:
        data[at % len(data)] = byte
    given = bytes(data[:cut]) + more
    try:
        book = loads(given)
    except bg.ParseError as error:
        assert len(str(error).splitlines()) == 1
        return
    assert loads(dumps(book)) == book


def test_a_corrupt_count_takes_no_memory() -> None:
    tracemalloc.start()
    for loads, data in (
        (edax_book.loads, changed(EDAX, 38, b"\xff" * 4)),
        (egbk3.loads, changed(EGAROUCID, 10, b"\xff" * 4)),
    ):
        with pytest.raises(bg.ParseError):
            loads(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**20


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (lambda: edax_book.dumps(EdaxBook((EdaxPosition(bg.Othello(6), 0),))), "8 x 8 board"),
        (lambda: edax_book.dumps(EdaxBook((EdaxPosition(bg.Othello(), 65),))), "a value is from"),
        (
            lambda: edax_book.dumps(EdaxBook((EdaxPosition(bg.Othello(), 0, level=61),))),
            "a level is from 0 to 60, not 61",
        ),
        (lambda: edax_book.dumps(EdaxBook(level=2**40)), "cannot hold a number"),
        (
            lambda: edax_book.dumps(EdaxBook((EdaxPosition(bg.Othello(), 0, lines=-1),))),
            "cannot hold a number",
        ),
        (lambda: egbk3.dumps([EgaroucidPosition(bg.Othello(6), 0)]), "8 x 8 board"),
        (lambda: egbk3.dumps([EgaroucidPosition(bg.Othello(), -65)]), "a value is from"),
        (lambda: egbk3.dumps([EgaroucidPosition(bg.Othello(), 0, 128)]), "cannot hold a number"),
        (
            lambda: egbk3.dumps(
                [EgaroucidPosition(bg.Othello(), 0, leaf_move=PASSES.legal_moves[0], leaf_value=0)]
            ),
            "pass cannot be played",
        ),
    ],
)
def test_what_a_format_cannot_hold_is_refused(write: Callable[[], bytes], reason: str) -> None:
    with pytest.raises(bg.ParameterError, match=reason):
        write()
