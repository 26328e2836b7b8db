"""Games of Connect Four as columns, problems with scores: there and back, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import convert, pons, read_any, read_moves, transcript
from tests import commands
from tests.reference import connect4
from tests.test_formats_parsing import records

FHOURSTONES = {"45461667": 11, "35333571": -3, "13333111": 0}


@pytest.mark.parametrize("spec", ["connect4", "connect4:9,4", "connect4:10,4", "connect4:12,9"])
@given(st.data())
def test_games_come_back(spec: str, data: st.DataObject) -> None:
    record = data.draw(records(spec))
    text = transcript.to_text(record, start=spec)
    assert (" " in text) == (len(record) > 1 and spec.startswith("connect4:1"))
    assert transcript.parse(text, spec) == record
    assert read_moves(record.start, text) == record.moves
    problem = pons.PonsProblem(record, -1)
    assert pons.parse(pons.to_text(problem), spec) == problem


@given(records("connect4", least=1))
def test_the_content_tells_the_game(record: bg.Record) -> None:
    if not len(record):
        return
    text = transcript.to_text(record)
    assert transcript.parse(text) == bg.Record("connect4", text) == record
    assert read_any(text) == [record]
    assert read_any(f"{text} -2") == [record]
    assert convert.loads(convert.dumps([record], "transcript")) == [record]
    game = connect4.Game(7, 6)
    for digit in text:
        game = game.play(int(digit) - 1)
    assert game.text == record.position.to_string()


def test_a_file_keeps_its_form(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("44444221\n\n4453\n", encoding="ascii")
    games = convert.load(path)
    convert.save(tmp_path / "again.txt", games)
    assert (tmp_path / "again.txt").read_text(encoding="ascii") == "44444221\n4453\n"
    assert len(read_any(path)) == 2
    for format, words in (
        ("ggf", "ggf holds games of Othello, not games of Connect Four"),
        ("wthor", "wthor holds games of Othello, not games of Connect Four"),
        ("pbn", "pbn holds deals of honeymoon bridge, not games of Connect Four"),
    ):
        with pytest.raises(bg.UnsupportedError, match=words):
            convert.dumps(games, format)
    with pytest.raises(bg.UnsupportedError, match="a transcript cannot hold the start 'connect4:8"):
        convert.dumps([bg.Record("connect4:8,7", "8")], "transcript")


@pytest.mark.parametrize(
    ("text", "spec", "words"),
    [
        ("4448", "connect4", 'move 4: cannot read move "8": moves are columns, 1 .* to 7'),
        ("44444441", "connect4", "move 7: illegal move 4 in .*: legal moves are 1 2 3 5 6 7"),
        ("12121212", "connect4", r"move 8: .*: the game is over \(4 in a row\)"),
        ("1112", "connect4:12,4", 'cannot read move "1112": moves are columns, 1 .* to 12'),
        ("40", "connect4", 'move 2: cannot read move "0"'),
    ],
)
def test_bad_games_are_told(text: str, spec: str, words: str) -> None:
    with pytest.raises(bg.ParseError, match=words):
        transcript.parse(text, spec)
    with pytest.raises(bg.ParseError, match=words):
        pons.parse(f"{text} 3", spec)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "allowed are columns and a score, such as 44444221 3"),
        ("44444221 x", "allowed are columns and a score"),
        ("44444221 19", "19 is not a valid score of connect4: allowed are -18 to 18"),
        ("4 -19", "-19 is not a valid score of connect4: allowed are -18 to 18"),
        ("f5 1", 'cannot read move "f5"'),
    ],
)
def test_bad_problems_are_told(line: str, words: str) -> None:
    with pytest.raises(bg.ParseError, match=words):
        pons.parse(line)
    if line:
        problems = pons.loads(f"4 -2\n{line}\n", strict=False)
        assert len(problems) == 1
        assert str(problems.complaints[0]).startswith("line 2: ")
    with pytest.raises(bg.ParameterError, match="these problems are of Connect Four"):
        pons.loads("4 -2", "othello")


def test_solve_checks_the_scores(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    problems = [pons.PonsProblem(bg.Record("connect4", each), n) for each, n in FHOURSTONES.items()]
    pons.save(path, problems)
    assert pons.load(path) == problems
    result = commands.run("solve", "--check", str(path), "--wld")
    assert result.exit_code == 0
    assert "3 solved, 3 of 3 agree: " in result.stdout
    path.write_text("44 1\n454616674 11\n454616674 -11\n45461667 3\n", encoding="ascii")
    result = commands.run("solve", "--check", str(path), "--nodes", "100000", "--no-book")
    assert result.exit_code == 1
    assert "2 of 3 values differ from the file, the first one of problem 2: " in result.stderr
    assert "+11 in the file, -11 solved" in result.stderr
    path.write_text("1122334 -2\n", encoding="ascii")
    assert commands.run("solve", "connect4:4,4", "--check", str(path)).exit_code == 1
    result = commands.run("solve", "othello:6", "--check", str(path))
    assert result.exit_code == 2
    assert "only a board of Connect Four goes with it" in result.stderr


def test_games_are_typed() -> None:
    for words in (["44444221"], ["connect4", "44444221"], ["connect4", "4", "4", "444", "221"]):
        result = commands.run("show", *words)
        assert "1 [x]x . o . . ." in result.stdout
    result = commands.run("show", "connect4", "4444444")
    assert result.exit_code == 2
    assert "move 7: illegal move 4" in result.stderr
    assert "b2" in commands.run("analyze", "tictactoe b2 a1 c1 b1").stdout
