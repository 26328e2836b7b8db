"""Names, cards and lines as people write them, in Python as in the terminal."""

from __future__ import annotations

import json

import pytest

import bitgames as bg
from tests.commands import fails, run

DEAL = "AKQ2.QJ2.AK3.1094 JT3.AK43.QJ2.AK2"


@pytest.mark.parametrize(
    ("typed", "spec"),
    [
        ("Othello", "othello"),
        ("REVERSI:6", "othello:6"),
        ("オセロ", "othello"),
        ("黑白棋", "othello"),
        ("Tic-Tac-Toe", "tictactoe"),
        ("tic tac toe:4", "tictactoe:4"),
        ("noughts and crosses", "tictactoe"),
        ("Gomoku", "mnk:11,11,5"),
        ("gomoku:9,9,5", "mnk:9,9,5"),
        ("m,n,k:4,3,3", "mnk:4,3,3"),
        ("mosaic", "mosaic"),
        ("Mosaic Quo", "quo"),
        ("mosaic-quo:5", "quo:5"),
        ("Honeymoon Bridge:bicycle", "honeymoon:bicycle"),
    ],
)
def test_a_game_has_its_usual_names(typed: str, spec: str) -> None:
    assert bg.games.facts(typed).spec == bg.games.get(typed).game == spec
    assert bg.Record(typed).start.game == spec
    assert bg.games.examples(typed.partition(":")[0]) == bg.games.examples(spec.partition(":")[0])
    assert json.loads(run("show", typed, "--json").stdout)["game"] == spec
    asked = run("play", "-o", "first", "--side", "both", stdin=f"{typed}\nquit\n")
    assert asked.exit_code == 0, asked.output


def test_a_position_may_begin_with_any_name() -> None:
    text = bg.Othello(6).play("c2").to_string()
    assert bg.position(text.replace("othello", "Reversi")).to_string() == text
    start = bg.Quo(4).to_string()
    assert bg.position(start.replace("quo", "Mosaic Quo")).to_string() == start


@pytest.mark.parametrize("text", ["othellos", "oth", "reversi6", "mosaicquo5", "", " ", "-", "オ"])
def test_a_part_of_a_name_is_none(text: str) -> None:
    with pytest.raises(bg.UnknownGameError):
        bg.position(text)


@pytest.mark.parametrize("text", ["othello:6", "othello ", "reversi x"])
def test_examples_are_asked_for_by_a_name_alone(text: str) -> None:
    with pytest.raises(bg.ParameterError, match="the name of a game, without a size"):
        bg.games.examples(text)


def test_the_prompt_says_what_was_meant_as_the_command_line_does() -> None:
    told = fails(run("show", "otelo"), 2).removeprefix("bitgames: error: ")
    asked = run("play", "-o", "first", "--side", "both", stdin="otelo\nothello\nquit\n")
    assert told.endswith("; did you mean othello?") and told in asked.stdout


@pytest.mark.parametrize("command", [["search", "--depth", "1"], ["show"], ["solve"]])
def test_moves_of_othello_are_a_position(command: list[str]) -> None:
    moves = "f5d6c3"
    if command == ["solve"]:
        game = bg.Record("othello")
        while game.position.empties > 6:
            game.play(game.position.legal_moves[0])
        moves = "".join(str(move) for move in game.moves if str(move) != "pass")
    said = json.loads(run(command[0], moves, *command[1:], "--json").stdout)
    record = bg.formats.read_any(moves.encode())[0]
    assert said["position"] == record.position.to_string()


@pytest.mark.parametrize(
    ("text", "move"), [("1♣", "1C"), ("1c", "1C"), ("7♠", "7S"), ("3n", "3NT"), ("2S", "2S")]
)
def test_bids_are_read_with_symbols(text: str, move: str) -> None:
    assert str(bg.Honeymoon(deal=DEAL).parse_move(text)) == move


@pytest.mark.parametrize("text", ["ST", "♠T", "s10", "♠10", "10s", "10♠", "T♠"])
def test_cards_are_read_in_all_spellings(text: str) -> None:
    play = bg.Honeymoon(deal=DEAL).play("1C").play("pass")
    assert str(play.parse_move(text)) == "ST" and play.play(text) == play.play("ST")


@pytest.mark.parametrize(
    ("word", "sides"),
    [("All", 3), ("both", 3), ("NS", 1), ("South", 1), ("EW", 2), ("None", 0), ("Love", 0)],
)
def test_vulnerability_is_read_in_the_words_of_pbn(word: str, sides: int) -> None:
    deal = bg.Honeymoon(1, vulnerable=word)
    assert [deal.is_vulnerable(seat) for seat in (0, 1)] == [bool(sides & 1), bool(sides & 2)]


def test_voids_are_printed() -> None:
    deal = "AKQJT98765432... .AKQJT98765432.."
    text = bg.Honeymoon(deal=deal).to_text(viewer="all")
    assert "S AKQJT98765432  H -  D -  C -" in text
    # A hand of which only some cards are known has no known void.
    hidden = bg.Honeymoon(7).to_text(viewer=0)
    assert hidden.splitlines()[0] == "north  13 unknown"


def test_lines_of_othello_begin_with_f5() -> None:
    book = bg.Book.of("othello")
    line = book.line("othello")
    assert str(line[0]) == "f5" and bg.Record("othello", list(line)).position in book
    assert str(book.line(bg.Othello().play("c4"))[0]) != "f5"
    for depth in (1, 4, 8):
        said = json.loads(run("search", "othello", "--depth", str(depth), "--json").stdout)
        assert said["best_move"] == said["pv"][0] == "f5"
