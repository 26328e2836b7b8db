"""Opening books: what a build makes and what look-ups find."""

from __future__ import annotations

import pickle
import random
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.book import BookEntry, BookMove
from tests import processes

BATCH = 32
Entries = dict[int, tuple[int, str]]


def build(path: Path, position: str | bg.Position = "othello:6", **options: object) -> bg.Book:
    given: dict[str, object] = {"positions": 300, "depth": 2, **options}
    return bg.Book.build(path, position, **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bg.Book:
    return build(tmp_path_factory.mktemp("books") / "some.book")


# The slow twin: the same rounds with lists and recursion.


def search(position: bg.Position, depth: int) -> tuple[int, str]:
    """The entry of a leaf, in hundredths."""
    found = bg.search(position, depth=depth, table_mib=4)
    return round(found.value * 100), "exact" if found.exact else "leaf"


class Twin:
    """A book built by hand: every value and every distance is computed anew in each round."""

    def __init__(self, root: bg.Position, depth: int, within: int, weight: int) -> None:
        self.root, self.depth, self.within, self.weight = root.canonical(), depth, within, weight
        self.leaves: dict[bg.Position, tuple[int, str]] = {}
        self.expanded: dict[bg.Position, list[bg.Position]] = {}
        self.add(self.root)

    def add(self, position: bg.Position) -> None:
        if position not in self.leaves:
            self.leaves[position] = search(position, self.depth)

    def __len__(self) -> int:
        return len(self.leaves)

    def value(self, position: bg.Position, known: dict[bg.Position, int]) -> int:
        if position not in known:
            values = [-self.value(after, known) for after in self.expanded.get(position, [])]
            known[position] = max(values, default=self.leaves[position][0])
        return known[position]

    def next(self) -> list[bg.Position]:
        """The leaves to expand: by the cheapest of all ways from the root to each."""
        values: dict[bg.Position, int] = {}
        cost: dict[bg.Position, int] = {}
        loss: dict[bg.Position, int] = {}
        ways = [(self.root, 0, 0)]
        while ways:
            position, c, lost = ways.pop()
            if cost.get(position, c + 1) <= c and loss.get(position, lost + 1) <= lost:
                continue
            cost[position] = min(c, cost.get(position, c))
            loss[position] = min(lost, loss.get(position, lost))
            best = self.value(position, values)
            for after in self.expanded.get(position, []):
                gap = best + self.value(after, values)
                step = 100 + self.weight * gap
                ways.append((after, cost[position] + step, loss[position] + gap))
        wanted = [
            position
            for position, (_, kind) in self.leaves.items()
            if position not in self.expanded and kind == "leaf" and loss[position] <= self.within
        ]
        return sorted(wanted, key=lambda each: (cost[each], each.key))[:BATCH]

    def build(self, positions: int) -> Entries:
        while len(self) < positions and (chosen := self.next()):
            for position in chosen:
                successors = {position.play(m).canonical() for m in position.legal_moves}
                for after in successors:
                    self.add(after)
                self.expanded[position] = sorted(successors, key=lambda each: each.key)
        values: dict[bg.Position, int] = {}
        return {
            position.key: (
                self.value(position, values),
                "expanded" if position in self.expanded else kind,
            )
            for position, (_, kind) in self.leaves.items()
        }


def kind(entry: BookEntry | BookMove) -> str:
    return "exact" if entry.exact else "leaf" if entry.leaf else "expanded"


def entries(book: bg.Book) -> Entries:
    return {each.position.key: (round(each.value * 100), kind(each)) for each in book}


@pytest.mark.parametrize(
    ("game", "positions", "depth", "within", "weight"),
    [
        ("othello:4", 60, 1, 2.0, 2),
        ("othello:4", 150, 2, 6.0, 0),
        ("othello:6", 120, 1, 0.5, 5),
        ("othello:6", 200, 3, 3.0, 1),
        ("othello", 100, 2, 2.0, 2),
        ("mnk:4,4,3", 80, 2, 0.0, 2),
    ],
)
def test_a_build_is_what_its_slow_twin_makes(
    tmp_path: Path, game: str, positions: int, depth: int, within: float, weight: int
) -> None:
    built = bg.Book.build(
        tmp_path / "it.book", game, positions=positions, depth=depth, within=within, weight=weight
    )
    twin = Twin(bg.position(game), depth, round(within * 100), weight)
    assert entries(built) == twin.build(positions)


def test_every_value_is_the_best_of_its_successors(book: bg.Book) -> None:
    counts = book.counts()
    assert sum(counts.values()) == len(book) == len(list(book)) and counts["expanded"] > 20
    for entry in book:
        if entry.leaf or entry.exact:
            assert entry.moves == ()
            continue
        assert entry.value == max(each.value for each in entry.moves) == entry.moves[0].value
        for each in entry.moves:
            after = book.look_up(entry.position.play(each.move))
            assert after is not None and after.value == -each.value
            assert (after.leaf, after.exact) == (each.leaf, each.exact)
        # All successors of an expanded position are entries.
        assert {each.move for each in entry.moves} == set(entry.position.legal_moves)


def test_symmetric_positions_share_an_entry(book: bg.Book) -> None:
    for entry in random.Random(1).sample(list(book), 40):
        for s in range(entry.position.num_symmetries):
            image = entry.position.transform(s)
            found = book.look_up(image)
            assert found is not None and found.value == entry.value and image in book
            assert kind(found) == kind(entry) and found.position == image
            moves = {entry.position.transform_move(each.move, s): each for each in entry.moves}
            assert {each.move: each.value for each in found.moves} == {
                m: each.value for m, each in moves.items()
            }


def test_a_line_follows_best_moves(book: bg.Book) -> None:
    position: bg.Position = bg.Othello(6)
    line = book.line(position)
    assert len(line) > 3
    for move in line:
        entry = book.look_up(position)
        assert entry is not None and entry.best_move == move
        position = position.play(move)
    last = book.look_up(position)
    assert last is not None and last.best_move is None


def test_what_is_not_in_the_book(book: bg.Book) -> None:
    assert book.look_up("othello:6 XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXX-O X") is None
    assert bg.Othello() not in book and "othello:6" not in book
    assert book.line("othello:6 XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXX-O X") == ()
    with pytest.raises(bg.UnsupportedError, match=re.escape("of othello:6, not of othello")):
        book.look_up(bg.Othello())


def test_threads_and_parts_change_no_byte(book: bg.Book, tmp_path: Path) -> None:
    for threads in (2, 3):
        path = tmp_path / f"{threads}.book"
        assert build(path, threads=threads) == book
    whole = path.read_bytes()
    parts = tmp_path / "parts.book"
    for positions in (1, 2, 40, 41, 170, 300):
        grown = build(parts, positions=positions, depth=None if positions > 1 else 2)
    assert grown == book and parts.read_bytes() == whole
    # A finished build stays as it is.
    assert build(parts, positions=10) == book


class Stopped(Exception):
    """Raised by a progress callback."""


def test_a_stopped_build_goes_on(tmp_path: Path) -> None:
    """An exception of the callback stops it as Ctrl-C does; what is finished is kept."""
    whole = build(tmp_path / "whole.book", "othello", positions=3000, depth=1)
    path, calls = tmp_path / "parts.book", 0

    def stop(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls % 2 == 0:
            raise Stopped

    sizes = []
    for _ in range(200):
        try:
            build(path, "othello", positions=3000, depth=1, progress=stop)
            break
        except Stopped:
            if path.exists():
                sizes.append(len(bg.Book(path)))
    else:
        build(path, "othello", positions=3000, depth=1)
    assert bg.Book(path) == whole
    assert sizes == sorted(sizes)
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["parts.book", "whole.book"]


@pytest.mark.deep
@processes.posix
def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    """Whenever it is killed, the file is absent or whole; a build saves every five seconds."""
    path = tmp_path / "it.book"
    options = ["othello", "--out", str(path), "--positions", "3000", "--depth", "10", "-q"]
    for seconds in (1, 7, 7, 12):
        with processes.running([*processes.BITGAMES, "book", "build", *options]) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
            process.send_signal(signal.SIGKILL)
        if path.exists():
            bg.Book(path).counts()
    done = processes.run([*processes.BITGAMES, "book", "build", *options])
    assert done.returncode == 0, done.stderr
    whole = bg.Book.build(tmp_path / "whole.book", "othello", positions=3000, depth=10)
    assert bg.Book(path) == whole


def test_a_build_that_goes_on_keeps_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "it.book"
    build(path, within=1.5, weight=3)
    grown = build(path, positions=320, depth=None)
    assert (grown.search, grown.within, grown.weight) == ("depth=2", 1.5, 3)
    content = path.read_bytes()
    for options, said in [
        ({"depth": 3}, "the search must be depth=2 as in "),
        ({"depth": None, "level": 2}, "the search must be depth=2 as in "),
        ({"level": 2}, "level must be None together with depth"),
        ({"within": 2.0}, "within must be 1.5 as in "),
        ({"weight": 2}, "weight must be 3 as in "),
        ({"position": "othello:4"}, "the first position must be othello:6 "),
        ({"positions": 0}, "positions must be "),
        ({"threads": 0}, "threads must be "),
    ]:
        with pytest.raises(bg.ParameterError, match=re.escape(said)):
            build(path, **options)  # type: ignore[arg-type]
    assert path.read_bytes() == content


def test_a_book_of_another_search_does_not_go_on(tmp_path: Path) -> None:
    """The leaves with the least keys are searched again: here they are those of depth 1."""
    deeper = build(tmp_path / "deeper.book", depth=1)._table.to_bytes()
    text = deeper.replace(b"search depth=1", b"search depth=2")
    summed = bg._core.checksum(text[24:]).to_bytes(8, "little")
    path = tmp_path / "forged.book"
    path.write_bytes(text[:16] + summed + text[24:])
    assert bg.Book(path).search == "depth=2"
    with pytest.raises(bg.ParameterError, match="its leaves have other values"):
        build(path, positions=400)


def test_merging_is_commutative_and_settles_values(book: bg.Book, tmp_path: Path) -> None:
    start = bg.Othello(6)
    side = build(tmp_path / "side.book", start.play("c2").play("d2"), positions=100, within=1.0)
    wide = build(tmp_path / "wide.book", within=6.0)
    first = book.merge(side).merge(wide)
    for other in (side.merge(wide).merge(book), wide.merge(side.merge(book))):
        assert other == first
    assert book.merge(book) == book
    assert {each.position for each in first} == {
        each.position for one in (book, side, wide) for each in one
    }
    assert first.within == 6.0 and len(first.roots) == 2
    for entry in first:
        if entry.moves:
            assert entry.value == max(each.value for each in entry.moves)
    first.save(tmp_path / "merged.book")
    # It goes on from both roots.
    grown = build(tmp_path / "merged.book", positions=len(first) + 50, depth=None)
    assert len(grown) > len(first)


def test_books_that_do_not_fit_together(book: bg.Book, tmp_path: Path) -> None:
    for name, options, said in [
        ("a", {"position": "othello:4", "positions": 20}, "of othello:6"),
        ("b", {"depth": 1}, "searched by depth=2, not depth=1"),
    ]:
        other = build(tmp_path / name, **options)  # type: ignore[arg-type]
        with pytest.raises(bg.ParameterError, match=said):
            book.merge(other)
    with pytest.raises(TypeError, match="must be a Book, not str"):
        book.merge("other.book")  # type: ignore[arg-type]


def test_a_pruned_book_has_the_best_lines(tmp_path: Path) -> None:
    wide = build(tmp_path / "wide.book", within=4.0)
    small = wide.pruned(1.0)
    assert len(small) < len(wide) and small.within == 1.0
    assert small.line("othello:6") == wide.line("othello:6")
    for entry in small:
        whole = wide.look_up(entry.position)
        assert whole is not None and whole.value == entry.value
        if entry.moves:
            assert entry.moves[0].value == entry.value
    assert wide.pruned(100.0) == wide
    # A build that goes on searches what was left out.
    path = tmp_path / "small.book"
    wide.pruned(0.0).save(path)
    grown = build(path, positions=1, depth=None)
    for entry in grown:
        if entry.moves:
            assert len(entry.moves) == len(entry.position.legal_moves)
    with pytest.raises(bg.ParameterError, match="within must be from 0 to 1000 points"):
        wide.pruned(-1.0)


def test_damaged_files_are_refused_by_name(book: bg.Book, tmp_path: Path) -> None:
    whole = book._table.to_bytes()
    path = tmp_path / "bad.book"
    rng = random.Random(7)
    changed = [b"", whole[:20], whole[:-1], whole + b"\0", b"x" * 100]
    for at in [0, 9, 17, 25, 29, 40, *(rng.randrange(len(whole)) for _ in range(60))]:
        changed.append(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
    for bytes_ in changed:
        path.write_bytes(bytes_)
        with pytest.raises(bg.DamagedFileError, match=r"cannot read opening book .*bad\.book"):
            bg.Book(path)
        with pytest.raises(bg.DamagedFileError):
            build(path)
        assert path.read_bytes() == bytes_
    with pytest.raises(FileNotFoundError):
        bg.Book(tmp_path / "none.book")


def test_a_book_whose_entries_do_not_follow_is_refused(book: bg.Book, tmp_path: Path) -> None:
    """Its checksum is right, but a value is not that of its successors."""
    bytes_ = bytearray(book._table.to_bytes())
    count, length = len(book), int.from_bytes(bytes_[24:28], "little")
    first = 32 + length + 1024
    assert len(bytes_) == first + 9 * count
    for at in range(first + 7, len(bytes_), 9):
        packed = int.from_bytes(bytes_[at : at + 2], "little")
        if packed >> 14 == 2:
            bytes_[at : at + 2] = (packed ^ 64).to_bytes(2, "little")
            break
    bytes_[16:24] = bg._core.checksum(bytes(bytes_[24:])).to_bytes(8, "little")
    path = tmp_path / "wrong.book"
    path.write_bytes(bytes_)
    opened = bg.Book(path)
    for use in (opened.counts, lambda: opened.merge(book), lambda: build(path, positions=400)):
        with pytest.raises(bg.ParameterError):
            use()


def test_books_are_values(book: bg.Book, tmp_path: Path) -> None:
    book.save(tmp_path / "copy.book")
    copy = bg.Book(tmp_path / "copy.book")
    again = pickle.loads(pickle.dumps(book))
    assert copy == again == book and hash(copy) == hash(again) == hash(book)
    assert copy.checksum == book.checksum and copy != book.pruned(0.1) and copy != 1
    assert repr(book) == f"<Book othello:6, {len(book)} positions, depth=2>"
    assert book.roots == [bg.Othello(6).canonical()] and book.generator.startswith("bitgames ")


def test_games_without_books(tmp_path: Path) -> None:
    with pytest.raises(bg.UnsupportedError, match="honeymoon"):
        build(tmp_path / "a.book", "honeymoon")
    with pytest.raises(bg.UnsupportedError, match=r"there is none; build one by 'bitgames book"):
        bg.Book.of("tictactoe")
    with pytest.raises(bg.UnsupportedError, match=r"BITGAMES_BOOKS"):
        bg.Agent("alphabeta:book=yes").choose(bg.TicTacToe())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("position", [True, 1.0, None, b"othello", ["f5"]])
def test_what_is_no_position_is_refused(position: object) -> None:
    book = bg.Book.of("othello")
    for ask in (book.look_up, book.line):
        with pytest.raises(TypeError, match="position must be a position or text, not"):
            ask(position)  # type: ignore[operator]
