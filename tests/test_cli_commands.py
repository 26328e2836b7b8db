"""What each subcommand prints; play and judge have files of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import bitgames as bg
from tests.commands import fails, run


def test_match_prints_the_table_and_the_rate() -> None:
    result = run("match", "tictactoe", "ai14", "ai2", "--games", "500", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout == f"{bg.match('ai14', 'ai2', 'tictactoe', games=500, seed=1)}\n"
    assert re.fullmatch(r"500 games in .* games/s, seed 1\n", result.stderr)


def test_match_as_json() -> None:
    arguments = ("match", "tictactoe:4", "random", "first", "-n", "50", "--seed", "0", "--json")
    result = run(*arguments, "--threads", "2")
    assert result.stderr == ""
    expected = bg.match("random", "first", "tictactoe:4", 50, 0)
    assert bg.MatchResult.from_json(result.stdout) == expected


def test_quiet_says_nothing_beside_the_table() -> None:
    assert run("match", "tictactoe", "ai2", "ai2", "-n", "9", "--quiet").stderr == ""


def test_a_person_may_sit_in_a_match() -> None:
    moves = "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n" * 2
    result = run("match", "tictactoe", "human", "first", "-n", "2", "-q", stdin=moves)
    assert result.exit_code == 0
    assert result.stdout.startswith("human VS first\n")
    assert "input ended" in run("match", "tictactoe", "human", "first", stdin="").stderr


def test_solve() -> None:
    result = run("solve", "tictactoe oo./xx./...")
    assert result.exit_code == 0
    assert "value       o wins (+1)" in result.stdout
    assert "best move   c1" in result.stdout
    assert result.stdout.startswith("   a b c\n1  o o .\n")


def test_solve_as_json() -> None:
    data = json.loads(run("solve", "tictactoe", "--all", "--json").stdout)
    assert data["value"] == 0
    assert data["values"] == {str(move): 0 for move in bg.TicTacToe().legal_moves}
    assert data["position"] == "tictactoe .../.../..."
    assert data["best_move"] == data["pv"][0]


def test_solve_all_lists_the_moves() -> None:
    lines = run("solve", "tictactoe oo./xx./...", "--all").stdout.splitlines()
    at = lines.index("c1          o wins (+1): c1")
    assert lines[at + 1].startswith("c2          draw (0): c2 ")
    assert [line.split(":")[0] for line in lines[at + 2 : at + 5]] == [
        "a3          x wins (-1)", "b3          x wins (-1)", "c3          x wins (-1)"
    ]  # fmt: skip


def test_solve_a_finished_game() -> None:
    result = run("solve", "tictactoe ooo/xx./...")
    assert result.exit_code == 0
    assert "o wins: 3 in a row" in result.stdout
    assert "best move   -" in result.stdout


def test_solve_for_win_loss_or_draw() -> None:
    assert json.loads(run("solve", "othello:4", "--json").stdout)["value"] == -10
    data = json.loads(run("solve", "othello:4", "--wld", "--all", "--json").stdout)
    assert (data["wld"], data["value"]) == (True, -1)
    assert set(data["values"].values()) == {-1}


@pytest.mark.parametrize(("score", "exact", "wld"), [(18, 0, 0), (2, 1, 0), (-2, 1, 1)])
def test_solve_problems(tmp_path: Path, score: int, exact: int, wld: int) -> None:
    """The first problem of the FFO suite is worth 18."""
    file = tmp_path / "one.obf"
    squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
    file.write_text(f"{squares} X; G8:{score:+d}; % first\n", encoding="ascii")
    assert run("solve", "--obf", str(file)).exit_code == exact
    result = run("solve", "--obf", str(file), "--wld")
    assert result.exit_code == wld
    assert ("WRONG" in result.stdout) == bool(wld)
    data = json.loads(run("solve", "--obf", str(file), "--wld", "--json").stdout.splitlines()[0])
    assert (data["problem"], data["known"], data["value"]) == ("first", score, 1)


def test_search() -> None:
    result = run("search", "tictactoe oo./xx./...", "--depth", "3")
    assert "best move   c1" in result.stdout
    data = json.loads(run("search", "tictactoe", "--json").stdout)
    assert data["exact"] is True
    assert data["value"] == 0


def test_levels_are_the_same_in_all_commands(tmp_path: Path) -> None:
    def depth(*arguments: str) -> int:
        result = run("search", "f5", *arguments, "--json", "-q")
        return int(json.loads(result.stdout)["depth"])

    assert (depth("--level", "quick"), depth("--level", "3")) == (6, 3)
    out = str(tmp_path / "small.book")
    built = run("book", "build", "othello", "--out", out, "--positions", "5", "--level", "2", "-q")
    assert built.exit_code == 0
    assert bg.Book(out).search == "level=2"
    for command in (["search", "f5"], ["analyze", "f5d6"], ["book", "build", "f5", "--out", out]):
        assert "must be quick, normal or deep" in fails(run(*command, "--level", "best"), 2)
    assert "leave out --depth" in fails(run("search", "f5", "--level", "quick", "--depth", "3"), 2)


def test_perft() -> None:
    result = run("perft", "tictactoe", "9")
    assert result.stdout == "255168\n"
    assert result.stderr.endswith(" leaves/s\n")
    data = json.loads(run("perft", "tictactoe", "2", "--divide", "--json").stdout)
    assert data["leaves"] == 72
    assert data["divide"] == {str(move): 8 for move in bg.TicTacToe().legal_moves}
    split = run("perft", "tictactoe", "2", "--divide", "--quiet")
    assert split.stdout.splitlines() == [*(f"{move} 8" for move in data["divide"]), "72"]
    assert split.stderr == ""


def test_show() -> None:
    result = run("show", "tictactoe", "--moves", "b2 a1")
    assert result.stdout == "   a b c\n1 [x]. .\n2  . o .\n3  . . .\no to move\n"


def test_show_as_json() -> None:
    data = json.loads(run("show", "tictactoe ooo/xx./...", "--json").stdout)
    assert data["is_over"] is True
    assert data["winners"] == [0]
    assert data["returns"] == [1.0, -1.0]
    assert data["legal_moves"] == []
    assert data["last_move"] is None


def test_show_writes_pictures(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = run("show", "tictactoe", "--moves", "b2", "--svg", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    position = bg.TicTacToe().play("b2")
    assert path.read_text() == position.to_svg(last_move="b2") + "\n"
    ET.fromstring(path.read_text())
    assert run("show", "tictactoe", "--moves", "b2", "--svg", "-").stdout == path.read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["board.svg"]


def test_show_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    bg.Record("tictactoe", ["b2", "a1"]).save(path)
    assert run("show", "--load", str(path)).stdout.startswith("   a b c\n1 [x]. .\n")


def test_games_and_players() -> None:
    assert "tictactoe" in run("games").stdout
    assert json.loads(run("games", "--json").stdout)[0]["players"] == ["o", "x"]
    table = run("players", "tictactoe").stdout
    assert table.splitlines()[0].split() == ["name", "rule"]
    rules = json.loads(run("players", "tictactoe", "--json").stdout)
    levels = [level.spec for level in bg.players.levels("tictactoe")]
    assert sorted(rules) == sorted([*bg.players.names("tictactoe"), *levels])
