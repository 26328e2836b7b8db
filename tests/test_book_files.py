"""Books between programs: round trips, merges of different searches, comparisons, the commands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import bitgames as bg
from bitgames import book_files
from bitgames.formats import bits, edax_book, egbk3
from bitgames.formats.edax_book import EdaxBook, EdaxPosition
from bitgames.formats.egbk3 import EgaroucidPosition
from tests.commands import run

Values = dict[bg.Position, tuple[int, bool]]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bg.Book:
    path = tmp_path_factory.mktemp("books") / "some.book"
    return bg.Book.build(path, "othello", positions=150, depth=2, within=6)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> bg.Book:
    path = tmp_path_factory.mktemp("books") / "other.book"
    return bg.Book.build(path, "othello", positions=150, depth=1, within=9, weight=0)


def values(book: bg.Book) -> Values:
    return {each.position: (round(each.value), not each.moves) for each in book}


@pytest.mark.parametrize("format", book_files.FORMATS)
@pytest.mark.parametrize("within", [None, 1.0])
def test_ours_to_theirs_and_back_keeps_values(
    book: bg.Book, format: str, within: float | None, tmp_path: Path
) -> None:
    given = book if within is None else book.pruned(within)
    assert len(given) > 5 and (within is None or len(given) < len(book))
    book_files.save(tmp_path / "it", given, format)
    back = book_files.read(tmp_path / "it")
    expected = values(given)
    if format == "egaroucid":
        # Nothing else tells a leaf from a position with a move of exactly its value.
        for position, (value, _) in expected.items():
            found = (given.look_up(position.play(move)) for move in position.legal_moves)
            if any(each is not None and -round(each.value) == value for each in found):
                expected[position] = value, False
    assert values(back) == expected
    assert (back.search, back.roots) == ("level=2", given.roots)
    assert back.generator.startswith("Edax 4." if format == "edax" else "Egaroucid")
    # Theirs to ours and to theirs again is the same file.
    book_files.save(tmp_path / "again", back, format)
    first, second = (
        edax_book.load(tmp_path / name).positions
        if format == "edax"
        else egbk3.load(tmp_path / name)
        for name in ("it", "again")
    )
    assert [{bits.bits_of(each.position): each for each in found} for found in (first, second)] == [
        {bits.bits_of(each.position): each for each in first}
    ] * 2


def test_every_position_for_edax_is_one_that_edax_accepts(book: bg.Book, tmp_path: Path) -> None:
    """The rules of its check: representatives, moves once each, a leaf or all moves."""
    book_files.save(tmp_path / "book.dat", book, "edax")
    found = edax_book.load(tmp_path / "book.dat")
    assert len(found.positions) == len(book)
    boards = {bits.bits_of(each.position): each for each in found.positions}
    assert len(boards) == len(book)
    for each in found.positions:
        at = each.position
        assert bits.bits_of(at) == min(map(bits.bits_of, at.symmetries()))
        assert each.leaf_move is not None or len(each.links) == len(at.legal_moves)
        assert each.leaf_move not in each.links
        assert each.value == max([*each.links.values(), each.leaf_value])
        for move, value in each.links.items():
            after = boards[bits.bits_of(bits.representative(at.play(move)))]  # type: ignore[arg-type]
            assert value == -after.value


def start_and(*moves: str) -> bg.Othello:
    position = bg.Othello()
    for move in moves:
        position = position.play(move)
    return bits.representative(position)


def test_a_leaf_of_theirs_becomes_a_successor(tmp_path: Path) -> None:
    """Values by hand: the start has three moves that are one, and a leaf after its reply."""
    start, after = start_and(), start_and("f5")
    reply, other = after.legal_moves[:2]
    positions = (
        EdaxPosition(start, 2, links={move: 2 for move in start.legal_moves}),
        EdaxPosition(after, -2, links={reply: -5}, leaf_move=other, leaf_value=-2, level=12),
        EdaxPosition(bits.representative(after.play(reply)), 5, leaf_move=None),
    )
    edax_book.save(tmp_path / "book.dat", EdaxBook(positions, level=12))
    found = book_files.read(tmp_path / "book.dat")
    assert (len(found), found.search, found.roots) == (4, "level=12", [bg.Othello().canonical()])
    entry = found.look_up(bg.Othello().play("f5"))
    assert entry is not None and not entry.leaf
    assert [each.value for each in entry.moves] == [-2, -5] and entry.position.turn == 1
    assert all(each.leaf for each in entry.moves)
    # The same in Egaroucid's book, which has no links.
    egbk3.save(
        tmp_path / "book.egbk3",
        [
            EgaroucidPosition(
                each.position, each.value, 12, leaf_move=each.leaf_move,
                leaf_value=-126 if each.leaf_move is None else each.leaf_value,
            )
            for each in positions
        ],
    )  # fmt: skip
    assert values(book_files.read(tmp_path / "book.egbk3")) == values(found)


def test_a_value_that_is_not_that_of_its_moves_is_settled(tmp_path: Path) -> None:
    start, after = start_and(), start_and("f5")
    positions = (
        EdaxPosition(start, 9, links={move: 2 for move in start.legal_moves}),
        EdaxPosition(after, -2, leaf_move=after.legal_moves[0], leaf_value=-2),
    )
    edax_book.save(tmp_path / "book.dat", EdaxBook(positions))
    entry = book_files.read(tmp_path / "book.dat").look_up("othello")
    assert entry is not None and entry.value == 2


def test_egaroucid_leaves_out_positions_before_a_pass(tmp_path: Path) -> None:
    before = next(
        each
        for each in _played_lines()
        if any(not (it := each.play(m)).is_over and it.must_pass for m in each.legal_moves)
    )
    move = next(m for m in before.legal_moves if before.play(m).must_pass)
    passed = before.play(move).play("pass")
    rows = [
        EgaroucidPosition(bits.representative(before), 4, 8),
        EgaroucidPosition(bits.representative(passed), 4, 8),
    ]
    egbk3.save(tmp_path / "it.egbk3", rows)
    found = book_files.read(tmp_path / "it.egbk3")
    assert len(found) == 3 and len(found.roots) == 1
    by_plies = sorted(found, key=lambda each: (-each.position.empties, each.leaf))  # type: ignore[attr-defined]
    assert [each.value for each in by_plies] == [4, -4, 4]
    book_files.save(tmp_path / "again.egbk3", found, "egaroucid")
    again = egbk3.load(tmp_path / "again.egbk3")
    assert {bits.bits_of(each.position) for each in again} == {
        bits.bits_of(each.position) for each in rows
    }
    # Edax has the position before the pass, with the pass as its link.
    book_files.save(tmp_path / "again.dat", found, "edax")
    links = [
        str(m) for each in edax_book.load(tmp_path / "again.dat").positions for m in each.links
    ]
    assert "pass" in links
    assert values(book_files.read(tmp_path / "again.dat")) == values(found)


def _played_lines() -> list[bg.Othello]:
    found: list[bg.Othello] = []
    for seed in range(60):
        rng, position = random.Random(seed), bg.Othello()
        while not position.is_over:
            found.append(position)
            position = position.play(rng.choice(position.legal_moves))
    return found


def test_books_of_different_searches_merge(book: bg.Book, other: bg.Book) -> None:
    with pytest.raises(bg.ParameterError, match="searched by"):
        book.merge(other)
    merged = book_files.merge(book, other)
    raw: dict[bg.Position, tuple[float, bool]] = {}
    for source in (book, other):
        for each in source:
            value, leaf = raw.get(each.position, (each.value, True))
            raw[each.position] = value, leaf and not each.moves

    def settled(position: bg.Position) -> float:
        value, leaf = raw[position]
        if leaf:
            return value
        after = {position.play(move).canonical() for move in position.legal_moves}
        return max(-settled(each) for each in after if each in raw)

    known = {each: (round(settled(each), 2), raw[each][1]) for each in raw}
    assert {each.position: (each.value, not each.moves) for each in merged} == known
    assert merged.search == book.search
    assert book_files.merge(book, book) == book_files.merge(book_files.merge(book, book), book)


def test_a_comparison_finds_where_best_moves_differ(book: bg.Book, other: bg.Book) -> None:
    found = {each.position: each for each in book_files.compare(book, other)}
    assert found and not book_files.compare(book, book)
    for position in {each.position for each in book} & {each.position for each in other}:
        mine, theirs = book.look_up(position), other.look_up(position)
        assert mine is not None and theirs is not None
        tops = [
            {each.move for each in entry.moves if each.value == entry.moves[0].value}
            for entry in (mine, theirs)
        ]
        differs = bool(mine.moves and theirs.moves) and not tops[0] & tops[1]
        assert (position in found) == differs
        if differs:
            each = found[position]  # type: ignore[index]
            assert each.moves == (mine.best_move, theirs.best_move)
            assert each.values == (mine.value, theirs.value)
            values_there = {it.move: it.value for it in theirs.moves}
            assert each.across[0] == values_there.get(each.moves[0])


@pytest.mark.parametrize("format", book_files.FORMATS)
def test_books_of_other_games_are_refused(format: str, tmp_path: Path) -> None:
    six = bg.Book.build(tmp_path / "six.book", "othello:6", positions=9, depth=1)
    calls: list[Callable[[], object]] = [
        lambda: book_files.save(tmp_path / "it", six, format),
        lambda: book_files.merge(six, six),
        lambda: book_files.compare(six, six),
    ]
    for call in calls:
        with pytest.raises(bg.UnsupportedError, match="are for Othello on 8 x 8"):
            call()
    assert not (tmp_path / "it").exists()


def test_books_that_repeat_or_lack_positions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "it"
    mirrored = bg.Othello().play("f5"), bg.Othello().play("d3")
    edax_book.save(path, EdaxBook(tuple(EdaxPosition(each, 1) for each in mirrored)))
    with pytest.raises(bg.ParseError, match="it: position 2 is in the book twice"):
        book_files.read(path)
    egbk3.save(path, [])
    with pytest.raises(bg.ParseError, match="it: a book without positions"):
        book_files.read(path)
    path.write_bytes(b"XADEKOOB")
    with pytest.raises(bg.ParseError, match="it: byte 0: a book of Edax"):
        book_files.read(path)
    path.write_bytes(b"other")
    with pytest.raises(bg.DamagedFileError):
        book_files.read(path)


def test_the_commands(book: bg.Book, other: bg.Book, tmp_path: Path) -> None:
    own, second = str(tmp_path / "own.book"), str(tmp_path / "second.book")
    book.save(own)
    other.save(second)
    theirs, ours = str(tmp_path / "book.dat"), str(tmp_path / "back.book")
    written = run("book", "export", own, "--to", "edax", "--out", theirs)
    assert written.exit_code == 0 and "whole discs" in written.stderr and not written.stdout
    shown = run("book", "show", theirs)
    assert "Edax 4." in shown.stdout and f"{len(book):,}:" in shown.stdout
    assert run("book", "export", theirs, "--to", "book", "--out", ours).exit_code == 0
    assert values(bg.Book(ours)) == values(book)
    refused = run("book", "merge", own, second, "--out", ours)
    assert refused.exit_code == 2 and "searched by" in refused.stderr
    assert run("book", "merge", own, second, "--mixed", "--out", ours).exit_code == 0
    assert bg.Book(ours) == book_files.merge(book, other)
    compared = json.loads(run("book", "compare", own, second, "--json").stdout)
    found = book_files.compare(book, other)
    assert [each["position"] for each in compared["differences"]] == [
        each.position.to_string() for each in found
    ]
    assert compared["lines"][0] == [str(move) for move in book.line("othello")]
    table = run("book", "compare", own, second, "--count", "1").stdout.splitlines()
    assert len(table) == 7 and found[0].position.to_string() in table[-1]
    no_file = run("book", "export", own, "--to", "egaroucid")
    assert no_file.exit_code == 2 and "--out" in no_file.stderr
    Path(theirs).write_bytes(Path(theirs).read_bytes()[:-1])
    damaged = run("book", "show", theirs)
    assert damaged.exit_code != 0 and len(damaged.stderr.splitlines()) == 1
    assert "Traceback" not in damaged.stderr
