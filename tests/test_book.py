"""Opening books: what a build makes, what look-ups find, and what players do with them."""

from __future__ import annotations

import json
import pickle
import random
import re
import signal
import sys
import time
from pathlib import Path

import pytest

import bitgames as bg
from tests import commands, processes

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


def kind(entry: bg.BookEntry | bg.BookMove) -> str:
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
    """A build saves every five seconds; what is on the disk when it is killed is a whole book."""
    path = tmp_path / "it.book"
    options = ["othello", "--out", str(path), "--positions", "1500", "--depth", "8"]
    killed = 0
    while True:
        with processes.running([*processes.BITGAMES, "book", "build", *options, "-q"]) as process:
            began, before = time.monotonic(), path.stat().st_mtime_ns if path.exists() else 0
            while process.poll() is None and time.monotonic() < began + processes.HANGS:
                if path.exists() and path.stat().st_mtime_ns != before and killed < 3:
                    process.send_signal(signal.SIGKILL)
                    killed += 1
                    process.wait()
                    break
                time.sleep(0.05)
            if process.returncode == 0:
                break
        assert len(bg.Book(path)) < 1500 + 40 * BATCH
    assert killed == 3
    whole = bg.Book.build(tmp_path / "whole.book", "othello", positions=1500, depth=8)
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


# The book of the package, and who uses it.


def test_the_book_of_the_package() -> None:
    own = bg.Book.of("othello")
    assert own.game == "othello" and len(own) > 500
    assert len(own._table.to_bytes()) <= 500_000
    assert sum(own.counts().values()) == len(own)
    assert len(own.line("othello")) > 5
    entry = own.look_up("othello")
    assert entry is not None and {str(m.move) for m in entry.moves} == {"d3", "c4", "f5", "e6"}


def test_a_player_with_a_book_plays_its_moves() -> None:
    own = bg.Book.of("othello")
    for margin in (0.0, 0.5, 3.0):
        agent = bg.Agent(f"alphabeta:depth=1,book=yes,margin={margin}", seed=1)
        position: bg.Position = bg.Othello()
        while (entry := own.look_up(position)) is not None and entry.moves:
            good = [m.move for m in entry.moves if m.value >= entry.value - margin - 1e-9]
            assert sorted(agent.candidates(position)) == sorted(good)
            move = agent.choose(position)
            assert move in good
            position = position.play(move)
        assert agent.choose(position) == bg.Agent("alphabeta:depth=1").choose(position)
    usual = bg.Agent("alphabeta:depth=1,book=yes")
    asked = bg.Agent("alphabeta:depth=1,book=yes,margin=0.5")
    assert usual.candidates(bg.Othello()) == asked.candidates(bg.Othello())


def test_equal_moves_are_chosen_by_seed() -> None:
    chosen = {bg.Agent("alphabeta:book=yes", seed=seed).choose(bg.Othello()) for seed in range(40)}
    assert {str(move) for move in chosen} == {"d3", "c4", "f5", "e6"}
    one, same = (bg.Agent("alphabeta:book=yes", seed=5).choose(bg.Othello()) for _ in range(2))
    assert one == same
    assert not bg.Agent("alphabeta:book=yes").is_deterministic(bg.Othello())
    assert bg.Agent("alphabeta:book=no").is_deterministic(bg.Othello())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("book=maybe", "the option book of alphabeta must be no or yes"),
        ("margin=1", "the option margin must be together with book=yes"),
        ("book=yes,margin=-1", "the option margin of alphabeta must be a number from 0 to 64"),
    ],
)
def test_options_of_a_player_with_a_book(options: str, said: str) -> None:
    with pytest.raises(bg.ParameterError, match=said):
        bg.Agent(f"alphabeta:{options}").choose(bg.Othello())


def test_players_use_the_books_of_a_folder(book: bg.Book, tmp_path: Path) -> None:
    book.save(tmp_path / "othello-6.book")
    code = (
        "import bitgames as bg; start = bg.Othello(6);"
        "print(bg.Book.of(start).checksum, bg.Agent('alphabeta:book=yes').candidates(start),"
        " len(bg.Book.of('othello')) > 500)"
    )
    done = processes.run([sys.executable, "-c", code], env={"BITGAMES_BOOKS": str(tmp_path)})
    assert done.stdout == f"{book.checksum} [c2, b3, e4, d5] True\n", done.stderr
    (tmp_path / "othello.book").write_bytes((tmp_path / "othello-6.book").read_bytes())
    done = processes.run([sys.executable, "-c", code], env={"BITGAMES_BOOKS": str(tmp_path)})
    assert "it is of othello:6, not of othello" in done.stderr


def test_hints_say_what_comes_from_the_book(book: bg.Book) -> None:
    start = bg.Othello(6)
    advice = bg.hint(start, book=book)
    assert advice.final and len(advice.moves) == 4
    for each in advice.moves:
        found = book.look_up(start.play(each.move))
        assert found is not None and each.book and each.value == -found.value
        assert each.line == (each.move, *book.line(start.play(each.move)))
        assert each.words.endswith("; from the book")
    assert bg.hint(bg.Othello(), 1, book=True).best.book
    # Without an entry, or without a book, a search answers.
    ending = bg.position("othello:6 XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXOO/XXXX-- X")
    assert not any(each.book for each in bg.hint(ending, book=book).moves)
    assert not any(each.book for each in bg.hint(start, level="quick").moves)
    with pytest.raises(bg.ParameterError, match="alphabeta or None, not mcts"):
        bg.hint(start, method="mcts", book=book)
    with pytest.raises(TypeError, match="book must be a Book, True or False, not str"):
        bg.hint(start, book="own")  # type: ignore[arg-type]


def test_hints_search_what_a_small_book_lacks(book: bg.Book) -> None:
    start = bg.Othello(6).play("c2")
    small = book.pruned(0.3)
    entry = small.look_up(start)
    assert entry is not None and 0 < len(entry.moves) < len(start.legal_moves)
    every = list(bg.analysis.refine(start, level="quick", book=small))
    assert [each.move for each in every[0].moves] == [each.move for each in entry.moves]
    last = every[-1]
    assert {each.move for each in last.moves} == set(start.legal_moves)
    assert {each.move for each in last.moves if each.book} == {m.move for m in entry.moves}
    values = [each.value for each in last.moves]
    assert values == sorted(values, reverse=True)


# The commands.


def test_commands_build_show_merge_and_export(tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.book"), str(tmp_path / "other.book")
    built = commands.run(
        "book", "build", "othello:6", "--out", one, "--positions", "100", "--depth", "1", "--json"
    )
    assert built.exit_code == 0, built.output
    facts = json.loads(built.stdout)
    opened = bg.Book(one)
    assert facts["positions"] == len(opened) and facts["checksum"] == opened.checksum
    assert facts["search"] == "depth=1" and facts["expanded"] == opened.counts()["expanded"]
    shown = commands.run("book", "show", one)
    assert f"{len(opened):,}: " in shown.stdout and "depth=1" in shown.stdout
    at = bg.Othello(6).play("c2")
    told = commands.run("book", "show", one, at.to_string(), "--json")
    entry = opened.look_up(at)
    assert entry is not None
    data = json.loads(told.stdout)
    assert data["value"] == entry.value
    assert [each["move"] for each in data["moves"]] == [str(m.move) for m in entry.moves]
    assert str(entry.best_move) in commands.run("book", "show", one, at.to_string()).stdout
    far = "othello:6 XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXX-O X"
    assert commands.run("book", "show", one, far).stdout == "the position is not in the book\n"
    assert commands.run("book", "show", one, far, "--json").stdout == "null\n"
    build(Path(other), at, positions=60, depth=1)
    merged = str(tmp_path / "merged.book")
    assert commands.run("book", "merge", one, other, "--out", merged).exit_code == 0
    assert bg.Book(merged) == bg.Book(other).merge(opened)
    text = commands.run("book", "export", one).stdout.splitlines()
    assert text == list(opened.export("text")) and len(text) == len(opened)
    lines = commands.run("book", "export", one, "--to", "json").stdout.splitlines()
    assert [json.loads(line)["value"] for line in lines] == [each.value for each in opened]
    small = tmp_path / "small.book"
    done = commands.run(
        "book", "export", one, "--to", "book", "--within", "0.5", "--out", str(small)
    )
    assert done.exit_code == 0 and bg.Book(small) == opened.pruned(0.5)


def test_a_book_of_othello_as_obf(tmp_path: Path) -> None:
    from bitgames.formats import obf

    path = tmp_path / "it.obf"
    assert (
        commands.run("book", "export", "othello", "--to", "obf", "--out", str(path)).exit_code == 0
    )
    own = bg.Book.of("othello")
    problems = obf.load(path)
    assert len(problems) == own.counts()["expanded"]
    for problem in problems[:50]:
        entry = own.look_up(problem.position)
        assert entry is not None
        assert dict(problem.scores) == {m.move: round(m.value) for m in entry.moves}


def test_commands_that_fail(book: bg.Book, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.book", tmp_path / "bad.book"
    book.save(good)
    bad.write_bytes(good.read_bytes()[:-3])
    none = str(tmp_path / "none.book")
    for arguments, code, said in [
        (("show", str(bad)), 1, "cut short"),
        (("show", none), 1, "No such file"),
        (("show", "tictactoe"), 2, "there is none"),
        (("show", str(good), "othello"), 2, "the book is of othello:6, not of othello"),
        (("export", str(good), "--to", "xml"), 2, "allowed are text, json, obf, book"),
        (("export", str(good), "--to", "obf"), 2, "OBF is for the 8 x 8 board"),
        (("export", str(good), "--to", "book"), 2, "--out FILE"),
        (("merge", str(good), "--out", none), 2, "two books or more"),
        (("merge", str(good), str(bad), "--out", none), 1, "cut short"),
        (("build", "honeymoon", "--out", none), 2, "honeymoon"),
        (("build", "othello:6", "--out", str(bad)), 1, "cut short"),
        (("build", "othello:6", "--out", none, "--positions", "0"), 2, "positions must be"),
    ]:
        assert said in commands.fails(commands.run("book", *arguments), code), arguments
    assert sorted(each.name for each in tmp_path.iterdir()) == ["bad.book", "good.book"]


def test_a_match_with_a_book() -> None:
    """A name is enough, although the first of all games has no book."""
    assert bg.players.get("alphabeta:depth=1,book=yes").check(bg.Othello()) is None
    result = bg.match("alphabeta:depth=1,book=yes", "alphabeta:depth=1", "othello", games=4, seed=1)
    assert sum(result.counts["total"]) == 4
    with pytest.raises(bg.UnsupportedError, match="BITGAMES_BOOKS"):
        bg.match("alphabeta:book=yes", "first", "tictactoe", games=2)
    with pytest.raises(bg.ParameterError, match="the option book of alphabeta"):
        bg.players.get("alphabeta:book=maybe")
