"""Errors that say what was meant, and files where a position or a game is asked for."""

from pathlib import Path

import pytest

import bitgames as bg
from bitgames.formats import convert
from tests.commands import fails, run

START = bg.Othello()


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("otello", "; did you mean othello?"),
        ("tic-tac-toe", "; did you mean tictactoe?"),
        ("bridge", "; did you mean honeymoon?"),
        ("chess", "quo, honeymoon"),
        ("xo./.x./..o", "; a position begins with its game: 'tictactoe o../.x./...'"),
    ],
)
def test_an_unknown_game(name: str, end: str) -> None:
    assert fails(run("show", name), 2).strip().endswith(end)


def test_a_file_where_a_game_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("f5d6")
    complaint = fails(run("play", str(path), "-o", "first"), 2)
    assert f"bitgames play --load {path} continues its game" in complaint


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("easy", "; did you mean level:easy?"),
        ("alfabeta:depth=3", "; did you mean alphabeta?"),
        ("mine.py", "; your own code is python:mine.py:NAME"),
        ("z", "engine, python"),
    ],
)
def test_an_unknown_player(name: str, end: str) -> None:
    with pytest.raises(bg.UnknownPlayerError) as caught:
        bg.players.get(name)
    assert str(caught.value).endswith(end)
    complaint = fails(run("play", "othello", "-o", name, "--side", "black"), 2)
    assert complaint.strip().endswith(end)
    assert "of othello" in complaint


def test_a_file_is_a_position(tmp_path: Path) -> None:
    """The last one of its game."""
    path = tmp_path / "game.txt"
    path.write_text("f5d6c3")
    line = bg.Record("othello", ["f5", "d6", "c3"]).position.to_string()
    assert run("perft", str(path), "3").stdout == run("perft", line, "3").stdout
    for command in ("search", "solve"):
        found = run(command, str(path), "--nodes", "100", "--json")
        assert found.stdout == "" if command == "solve" else line in found.stdout
        assert "unknown game" not in found.stderr
    path.write_text("f5d6c3\nf5\n")
    assert line in run("search", f"{path}#1", "--nodes", "100", "--json").stdout
    assert f"bitgames show {path} lists them" in fails(run("search", str(path)), 2)


def test_show_lists_the_games_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    named = bg.Record("othello", ["f5"], players=["Ann", "Ben"]).resign()
    convert.save(path, [named, bg.Record("othello", ["f5", "d6"])])
    rows = [line.split() for line in run("show", str(path)).stdout.splitlines()]
    assert rows[1][:4] == ["1", "1", "Ann", "-"]
    assert rows[2] == ["2", "2", "-", "not", "over"]
    assert rows[-1][0] == f"{path}#1"


def test_analyze_takes_text_and_stdin(tmp_path: Path) -> None:
    quick = ("--level", "quick", "--csv")
    assert run("analyze", "f5d6", *quick).stdout.count("\n") == 3
    assert run("analyze", "-", *quick, stdin="f5d6\n").stdout.count("\n") == 3
    told = run("analyze", "-", "--number", "2", *quick, stdin="f5\nf5d6c3\n").stdout
    assert told.count("\n") == 4
    assert "--number" in fails(run("analyze", "-", stdin="f5\nf5d6c3\n"), 2)
    assert "stdin: " in fails(run("analyze", "-", stdin="once upon a time"), 1)
    assert "illegal move d3" in fails(run("analyze", "d3d3"), 1)
    assert "No such file" in fails(run("analyze", "a1.txt"), 1)


def test_convert_leaves_out_what_a_format_cannot_hold(tmp_path: Path) -> None:
    games = [bg.Record("othello", ["f5"]), bg.Record(START.play("f5"), ["d6"])]
    source, target = str(tmp_path / "games.ggf"), tmp_path / "games.txt"
    convert.save(source, games)
    complaint = fails(run("convert", source, str(target)), 1)
    assert "game 2: a transcript cannot hold the start" in complaint
    assert "--skip-bad leaves such games out" in complaint
    assert not target.exists()
    done = run("convert", source, str(target), "--skip-bad")
    assert done.exit_code == 1
    assert "game 2: " in done.stderr
    assert target.read_text() == "f5\n"


@pytest.mark.parametrize("format", ["transcript", "ggf", "wthor"])
def test_records_are_written_in_every_format(format: str) -> None:
    record = bg.Record("othello", ["f5", "d6", "c3"])
    assert convert.loads(convert.dumps([record], format), format)[0].record().moves == record.moves


def test_records_of_other_games_are_written_as_records() -> None:
    record = bg.Record("tictactoe", ["b2"])
    assert bg.Record.loads(convert.dumps([record], "record")) == record
    with pytest.raises(bg.UnsupportedError):
        convert.dumps([record], "ggf")
