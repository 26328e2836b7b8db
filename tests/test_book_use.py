"""Who uses opening books: players, hints and the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import bitgames as bg
from tests import commands, processes


def build(path: Path, position: str | bg.Position = "othello:6", **options: object) -> bg.Book:
    given: dict[str, object] = {"positions": 300, "depth": 2, **options}
    return bg.Book.build(path, position, **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bg.Book:
    return build(tmp_path_factory.mktemp("books") / "some.book")


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
    assert bg.hint(bg.Othello(), lines=1, book=True).best.book
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
        (
            ("export", str(good), "--to", "xml"),
            2,
            "allowed are text, json, obf, edax, egaroucid, book",
        ),
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
