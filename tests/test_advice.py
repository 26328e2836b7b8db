"""Errors that say what was meant, and files where a position or a game is asked for."""

import csv
import io
import json
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
        ("tic-tac-to", "; did you mean tictactoe?"),
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
    done = run("play", str(path), "-o", "first", "--side", "both", stdin="quit\n")
    assert done.exit_code == 0 and "black 3, white 3" in done.stdout


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("easy", "; did you mean level:easy?"),
        ("alfabeta:depth=3", "; did you mean alphabeta?"),
        ("mine.py", "; your own code is python:mine.py:NAME"),
        ("z", "engine, text, python; your own code is python:FILE.py:NAME"),
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
    assert "illegal move d3" in fails(run("analyze", "d3d3"), 2)
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
    assert bg.formats.read_any(convert.dumps([record], format))[0].moves == record.moves


def test_records_of_other_games_are_written_as_records() -> None:
    record = bg.Record("tictactoe", ["b2"])
    assert bg.Record.loads(convert.dumps([record], "record")) == record
    with pytest.raises(bg.UnsupportedError):
        convert.dumps([record], "ggf")


def test_a_table_of_all_players() -> None:
    done = run("match", "tictactoe", "ai1", "ai6", "ai14", "-n", "20", "--seed", "1")
    rows = [line.split() for line in done.stdout.splitlines() if line[:1].isdigit()][:3]
    assert [row[1] for row in rows] == ["ai14", "ai6", "ai1"]
    assert float(rows[0][-2]) + float(rows[1][-3]) == pytest.approx(100, abs=0.11)
    parts = run("match", "tictactoe", "ai1", "ai6", "ai14", "-n", "20", "--seed", "1", "--json")
    assert json.loads(parts.stdout)["config"]["players"] == ["ai1", "ai6", "ai14"]
    played = bg.tournament(["ai1", "ai6", "ai14"], pairs=10, seed=1)
    assert [row.player for row in played.table.rows] == ["ai14", "ai6", "ai1"]
    assert "60 games" in done.stderr
    assert "two players or more" in fails(run("match", "othello", "first"), 2)


def test_games_of_a_match_as_csv() -> None:
    command = ("match", "tictactoe", "ai14", "ai1", "-n", "4", "--seed", "1")
    rows = list(csv.DictReader(io.StringIO(run(*command, "--csv").stdout)))
    played = bg.match("ai14", "ai1", "tictactoe", 4, 1, keep_games=True).games
    assert [row["moves"].split() for row in rows] == [list(game.moves) for game in played]
    assert [row["winner"] for row in rows] == [game.winner or "draw" for game in played]
    assert [row["first"] for row in rows] == ["a", "b", "a", "b"]
    several = run("match", "tictactoe", "ai1", "ai2", "ai3", "-n", "2", "--csv").stdout
    assert [line[:4] for line in several.splitlines()].count("key,") == 1
    assert len(several.splitlines()) == 7
    assert "give only one" in fails(run(*command, "--csv", "--json"), 2)


def test_a_seed_that_was_drawn_repeats_the_match() -> None:
    first = run("match", "tictactoe", "ai2", "ai6", "-n", "50")
    seed = first.stderr.split()[-1]
    assert len(seed) < 15
    assert (
        run("match", "tictactoe", "ai2", "ai6", "-n", "50", "--seed", seed).stdout == first.stdout
    )


@pytest.mark.parametrize(
    ("game", "name", "form"),
    [
        ("othello", "game.ggf", "ggf"),
        ("othello", "game.txt", "transcript"),
        ("othello", "game", "record"),
        ("tictactoe", "game.txt", "record"),
        ("honeymoon", "deal.pbn", "pbn"),
    ],
)
def test_a_suffix_chooses_the_format_of_a_saved_game(
    tmp_path: Path, game: str, name: str, form: str
) -> None:
    path = tmp_path / name
    stdin = f"1c\nsave {path}\n" if game == "honeymoon" else f"1\nsave {path}\n"
    told = run("play", game, "-o", "human", "--side", "both", stdin=stdin).stdout
    assert f"saved to {path}{'' if form == 'record' else f' as {form}'}" in told
    assert convert.format_of_file(path) == form
    assert len(bg.formats.read_one(path)) == 1


def test_what_a_format_cannot_hold_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.ggf"
    told = run("play", "tictactoe", "-o", "human", "--side", "both", stdin=f"1\nsave {path}\n")
    assert "saved" not in told.stdout
    assert not path.exists()


def test_a_finished_game_leads_to_its_analysis(tmp_path: Path) -> None:
    stdin = "".join(
        f"{line}\n" for line in ("a1", "b1", "a2", "b2", "a3", f"save {tmp_path / 'g'}")
    )
    told = run("play", "tictactoe", "-o", "human", "--side", "both", stdin=stdin).stdout
    assert f"bitgames analyze {tmp_path / 'g'} shows what each move cost" in told


def test_help_names_what_the_game_has() -> None:
    for game, claims in (("othello", False), ("honeymoon", True)):
        told = run("play", game, "-o", "first", "--side", "both", stdin="help\n").stdout
        assert ("claim the tricks" in told) is claims
        assert ("its number, or its name like" in told) is not claims


@pytest.mark.parametrize(
    ("command", "advice"),
    [("solve", "give all cards, as solve --help shows"), ("search", "--see-all opens all hands")],
)
def test_hidden_cards_have_an_option(command: str, advice: str) -> None:
    complaint = fails(run(command, "honeymoon"), 2)
    assert f"hidden from the player to move; {advice}" in complaint
    assert "see_all=True" not in complaint


def test_a_record_of_digits_is_judged_as_it_is() -> None:
    done = run("judge", "79538246")
    assert (done.stdout, done.exit_code) == ("x won.\n", 0)
    assert "No such file" in fails(run("judge", "no.txt"), 1)


def test_moves_of_a_record_as_text() -> None:
    assert bg.Record("othello", "f5 d6\nc3") == bg.Record("othello", ["f5", "d6", "c3"])
    assert len(bg.Record("othello", "")) == 0
    with pytest.raises(bg.ParseError, match=r"f5d6c3.*; formats.read_moves reads moves without"):
        bg.Record("othello", "f5d6c3")
    with pytest.raises(bg.IllegalMoveError):
        bg.Record("othello", "f5 f5")
    with pytest.raises(TypeError, match=r"not str: formats.read_one\(path\) reads one"):
        bg.analyze("game.json")  # type: ignore[arg-type]


def test_text_is_a_position_in_python() -> None:
    """Wherever a position is looked at, its text may be given."""
    line = bg.Record("othello", "f5 d6").position.to_string()
    position = bg.position(line)
    assert bg.perft(line, 3) == bg.perft(position, 3)
    assert bg.divide("othello", 1) == bg.divide(START, 1)
    assert bg.playout("othello", seed=3) == bg.playout(START, seed=3)
    assert bg.search(line, depth=4).pv == bg.search(position, depth=4).pv
    assert bg.solve("othello:4").value == bg.solve(bg.Othello(4)).value
    assert bg.Solver("othello:4").game == "othello:4"
    assert bg.hint("tictactoe oo./xx./...").words == "c1 wins: completes a line; c2 draws"
    with pytest.raises(bg.UnknownGameError):
        bg.search("otello", depth=1)
    for wrong in (3, None, [START]):
        with pytest.raises(TypeError, match="a position is a Position or text, not "):
            bg.perft(wrong, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Position, its text or an Ending can be solved"):
        bg.solve(3)  # type: ignore[arg-type]


def test_an_analysis_prints_as_the_command_does() -> None:
    found = bg.analyze(bg.Record("tictactoe", "a1 b1 b2 c1 c3"))
    command = run("analyze", "-", stdin=found.record.dumps()).stdout
    assert [line.rstrip() for line in str(found).splitlines()] == [
        line.rstrip() for line in command.splitlines()
    ]


def test_records_of_a_match_have_names(tmp_path: Path) -> None:
    result = bg.match("first", "random", "othello", games=2, seed=1, keep_games=True)
    bg.formats.save(tmp_path / "games.ggf", result.records)
    read = bg.formats.read_any(tmp_path / "games.ggf")
    assert [record.players for record in read] == [("first", "random"), ("random", "first")]
    assert [record.moves for record in read] == [record.moves for record in result.records]
    odd = bg.match(
        lambda position: position.legal_moves[0], "first", "tictactoe", games=2, keep_games=True
    )
    assert odd.records[0].players == ("lambda", "first")
