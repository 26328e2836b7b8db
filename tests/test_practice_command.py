"""``bitgames practice``: in a pipe, in a terminal, with --json, and cut off in the midst."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.practice import Deck, problems
from tests import commands, processes


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "my.deck"
    with Deck.open(path, "tictactoe") as made:
        source = problems("tictactoe", seed=1)
        for _ in range(4):
            made.add(next(source))
    yield path


def answers(path: Path, *, right: bool = True) -> str:
    """The lines that answer all new positions, the nearest ends first."""
    cards = sorted(Deck.load(path), key=lambda card: card.plies or 0)
    return "".join(f"{card.values[0 if right else -1].move}\n" for card in cards)


def practise(path: Path, *arguments: str, stdin: str = "") -> str:
    done = commands.run("practice", "tictactoe", "--deck", str(path), *arguments, stdin=stdin)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_answers_are_judged_and_kept(deck: Path) -> None:
    said = practise(deck, "--new", "4", stdin=answers(deck))
    assert said.count("right: ") == 4
    assert said.rstrip().endswith("4 of 4 right, 4 new")
    assert all(card.answers[0].right for card in Deck.load(deck))
    # Today there is no more to do.
    assert "nothing to practise: the next position is due on 20" in practise(deck, "--new", "0")


def test_wrong_answers_are_shown_and_come_once_more(deck: Path) -> None:
    wrong, right = answers(deck, right=False), answers(deck)
    said = practise(deck, "--new", "4", stdin=wrong + right)
    assert said.count("wrong: ") == said.count("once more, ") == 4
    assert "0 of 4 right, 4 new, " in said
    assert [len(card.answers) for card in Deck.load(deck)] == [1] * 4


def test_words_numbers_and_nonsense(deck: Path) -> None:
    said = practise(deck, "--new", "4", stdin="help\nmoves\nz9\nskip\n1\nquit\n")
    assert "give up, and see the best move" in said
    assert "moves: 1 " in said
    assert "'z9' is not a valid move" in said
    assert "skipped: " in said
    assert sum(bool(card.answers) for card in Deck.load(deck)) == 2


def test_the_end_of_input_keeps_what_was_answered(deck: Path) -> None:
    first = answers(deck).splitlines()[0]
    practise(deck, "--new", "4", stdin=f"{first}\n")
    assert sum(bool(card.answers) for card in Deck.load(deck)) == 1


def test_json_is_one_line_and_the_rest_is_on_stderr(deck: Path) -> None:
    done = commands.run(
        "practice", "tictactoe", "--deck", str(deck), "--new", "2", "--json", stdin=answers(deck)
    )
    (line,) = done.stdout.splitlines()
    data = json.loads(line)
    assert (data["answered"], data["right"], data["new"], data["positions"]) == (2, 2, 2, 4)
    assert [each["right"] for each in data["answers"]] == [True, True]
    assert all(bg.position(each["position"]).game == "tictactoe" for each in data["answers"])
    assert "1 of 2" in done.stderr


def test_the_same_seed_asks_the_same(tmp_path: Path) -> None:
    said = [
        practise(tmp_path / f"{number}.deck", "--new", "3", "--seed", "7") for number in range(2)
    ]
    assert said[0] == said[1]
    decks = [Deck.load(tmp_path / f"{number}.deck") for number in range(2)]
    assert list(decks[0]) == list(decks[1])
    assert len(decks[0]) == 3


def test_sources(tmp_path: Path) -> None:
    games, path = tmp_path / "games.json", tmp_path / "my.deck"
    record = bg.Record("tictactoe", ["a1", "b1", "b2", "c1", "c3"], players=["ann", "ben"])
    record.save(games)
    practise(path, "--from", str(games), "--new", "5", "--player", "ben")
    (card,) = Deck.load(path)
    assert (card.kind, card.origin) == ("mistake", "games.json 1, move 2: b1 lost 1 half point")
    # Both sources in turn; the game is known already.
    practise(path, "--from", str(games), "--from", "problems", "--new", "3", "--player", "ben")
    assert [card.kind for card in Deck.load(path)] == ["mistake", "problem", "problem"]
    book = tmp_path / "small.book"
    bg.Book.build(book, "othello:6", positions=200, depth=2)
    done = commands.run(
        "practice", "othello:6", "--deck", str(tmp_path / "o.deck"), "--from", str(book), "--new",
        "2", stdin="",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert {card.kind for card in Deck.load(tmp_path / "o.deck")} == {"book"}


def test_exports(deck: Path, tmp_path: Path) -> None:
    said = practise(deck, "--csv", "--anki", str(tmp_path / "cards.txt"))
    assert len(said.splitlines()) == 5
    assert (tmp_path / "cards.txt").read_text().startswith("#separator:tab\n")
    assert not any(card.answers for card in Deck.load(deck))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nosuch"], 2, "nosuch"),
        (["othello"], 2, "is a deck of tictactoe, not of othello"),
        (["tictactoe", "--count", "0"], 2, "--count must be from 1"),
        (["tictactoe", "--margin", "-1"], 2, "--margin must be from 0"),
        (["tictactoe", "--csv", "--json"], 2, "only one of them"),
        (["tictactoe", "--from", "no-such-file", "--new", "9"], 1, "no-such-file"),
        (["tictactoe", "--from", "book", "--new", "9"], 2, "opening book"),
        (["tictactoe", "--empties", "99", "--new", "9"], 2, "--empties must be"),
    ],
)
def test_errors_are_one_line(deck: Path, arguments: list[str], code: int, words: str) -> None:
    before = deck.read_bytes()
    done = commands.run("practice", *arguments, "--deck", str(deck))
    assert words in commands.fails(done, code)
    assert deck.read_bytes() == before


def test_a_damaged_deck_is_a_failure(deck: Path) -> None:
    deck.write_bytes(deck.read_bytes()[:-10])
    done = commands.run("practice", "tictactoe", "--deck", str(deck))
    assert "my.deck: a damaged deck, or one cut short" in commands.fails(done, 1)


def test_a_deck_in_use_is_a_failure(deck: Path) -> None:
    with Deck.open(deck, "tictactoe"):
        done = commands.run("practice", "tictactoe", "--deck", str(deck))
        assert "another process" in commands.fails(done, 1)


@processes.posix
def test_ctrl_c_in_the_midst_loses_nothing(deck: Path) -> None:
    command = [*processes.BITGAMES, "practice", "tictactoe", "--deck", str(deck), "--new", "4"]
    with processes.running(command) as process:
        assert process.stdin is not None
        process.stdin.write("".join(answers(deck).splitlines(keepends=True)[:2]))
        process.stdin.flush()
        processes.wait_for(lambda: sum(bool(card.answers) for card in Deck.load(deck)) == 2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert sum(bool(card.answers) for card in Deck.load(deck)) == 2
    # The next session begins with what is left.
    assert "1 of 2" in practise(deck, "--new", "2", stdin="")


@processes.posix
def test_in_a_terminal(deck: Path, tmp_path: Path) -> None:
    from tests.terminals import terminal

    arguments = ["practice", "tictactoe", "--deck", str(deck), "--new", "1"]
    with terminal(*arguments, home=tmp_path) as seen:
        seen.wait(r"1 of 1, [ox]> ")
        seen.keys(answers(deck).splitlines()[0] + "\r")
        assert "1 of 1 right, 1 new" in seen.until("1 new")
        assert seen.end() == 0
