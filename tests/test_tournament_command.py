"""``bitgames tournament``, ``match`` with several players, and their games."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

import bitgames as bg
from bitgames import journal
from bitgames.cli import standings
from bitgames.tournaments import games as kept
from tests.commands import fails, run

PLAYERS = ["ai14", "random", "first"]


def test_it_prints_table_and_ratings() -> None:
    result = run("tournament", "tictactoe", *PLAYERS, "--pairs", "20", "--seed", "1")
    assert result.exit_code == 0, result.output
    t = bg.tournament(PLAYERS, "tictactoe", pairs=20, seed=1)
    assert result.stdout == f"{t.table}\n\n{t.ratings}\n"
    assert re.fullmatch(r"120 games in .* s, .* games/s, seed 1\n", result.stderr)


def test_json_csv_and_picture(tmp_path: Path) -> None:
    arguments = ["tournament", "tictactoe", *PLAYERS, "-n", "2", "--seed", "0"]
    arguments += ["--sprt", "elo0=0,elo1=30"]
    t = bg.tournament(PLAYERS, "tictactoe", pairs=2, sprt=bg.Sprt(elo0=0.0, elo1=30.0), seed=0)
    picture = tmp_path / "r.svg"
    done = run(*arguments, "--json", "--plot", str(picture))
    assert (done.stdout, done.stderr) == (t.to_json() + "\n", "")
    assert picture.read_text().startswith("<svg")
    rows = run(*arguments, "--csv", "-q").stdout.splitlines()
    assert len(rows) == 13
    assert "SPRT ai14 - random: not decided after 2 pairs" in run(*arguments).stdout


def test_names_formats_and_options_reach_the_tournament(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    done = run(
        "tournament", "othello:6", "shallow=alphabeta:depth=1", "random", "greedy",
        "--pairs", "2", "--format", "gauntlet", "--openings", "random:4", "--unbalanced",
        "--seed", "7", "--clock", "nodes=50", "--adjudicate", "exact:6", "--threads", "1",
        "--results", str(path), "--quiet",
    )  # fmt: skip
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    config, games = kept.read(path)
    assert config["players"] == ["shallow", "random", "greedy"]
    assert config["specs"] == ["alphabeta:depth=1", "random", "greedy"]
    assert (config["format"], config["pairs"], config["seed"]) == ("gauntlet", 2, 7)
    assert config["openings"] == "random:4, unbalanced"
    assert (config["clock"], config["adjudicate"]) == ("nodes=50", "exact:6")
    assert len(games) == 8
    assert any(game.reason.startswith("proven") for game in games)


def test_your_own_code_and_programs_play(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("class Last:\n    def choose(self, at):\n        return at.legal_moves[-1]\n")
    program = f"engine:{sys.executable} -m bitgames engine tictactoe --player first"
    done = run(
        "tournament", "tictactoe", f"python:{script}:Last", f"gtp={program}", "-n", "2", "--json"
    )
    data = json.loads(done.stdout)
    assert data["config"]["players"] == ["Last", "gtp"]
    assert sum(row["faults"] for row in data["table"]) == 0
    own = bg.tournament({"Last": lambda at: at.legal_moves[-1], "gtp": "first"}, pairs=2, seed=0)
    assert [row["points"] for row in data["table"]] == [row.points for row in own.table.rows]


def test_too_many_faults_end_with_code_3(tmp_path: Path) -> None:
    script, path = tmp_path / "mine.py", tmp_path / "r.jsonl"
    script.write_text("def cheat(position):\n    return 999\n")
    arguments = ["tournament", "tictactoe", f"python:{script}:cheat", "first", "--results"]
    done = run(*arguments, str(path), "--pairs", "30")
    assert done.exit_code == 3
    said, advice = done.stderr.splitlines()[-2:]
    assert re.match(r"bitgames: error: stopped: 3 of 3 games were lost by faults, more than", said)
    assert "to go on: bitgames tournament tictactoe" in advice
    assert all(game.forfeit and game.loser == "cheat" for game in kept.games(path))
    # Played to its end it says so all the same.
    assert run(*arguments, str(tmp_path / "s.jsonl"), "-n", "2").exit_code == 3
    assert run(*arguments, str(tmp_path / "t.jsonl"), "-n", "2", "--max-faults", "1").exit_code == 0


def test_results_without_the_terminal_and_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    arguments = ["tournament", "tictactoe", *PLAYERS, "-n", "5", "--results", str(path)]
    first = run(*arguments)
    data = path.read_bytes()
    again = run(*arguments)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert again.stderr.startswith("0 games in ")
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ai14"], "a tournament needs from 2 to 1000 players, not 1"),
        (["ai14", "ai99"], "'ai99' is not a valid player"),
        (["ai14", "ai14"], "two players have the name ai14: give each a name of its own"),
        ([*PLAYERS, "--format", "swiss"], "'swiss' is not a valid format: allowed are round_robin"),
        ([*PLAYERS, "--pairs", "0"], "--pairs must be from 1 to 16777216, not 0"),
        ([*PLAYERS, "--seed", "-1"], "--seed must be from 0"),
        ([*PLAYERS, "--max-faults", "2"], "--max-faults must be from 0 to 1, not 2"),
        ([*PLAYERS, "--sprt", "elo0=1"], "--sprt needs elo1: for example elo0=0,elo1=20"),
        ([*PLAYERS, "--sprt", "elo=1"], "'elo=1' is not a valid part of --sprt"),
        ([*PLAYERS, "--sprt", "elo0=9,elo1=1"], "elo1 must be more than elo0"),
        ([*PLAYERS, "--clock", "fast"], "'fast' is not a valid clock"),
        ([*PLAYERS, "--openings", "missing.txt"], "is not a valid choice of openings"),
        ([*PLAYERS, "--json", "--csv"], "--json and --csv both write to stdout"),
    ],
    ids=str,
)
def test_mistakes(arguments: list[str], message: str) -> None:
    assert message in fails(run("tournament", "tictactoe", *arguments), 2)


def test_files_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    arguments = ["tournament", "tictactoe", *PLAYERS, "--results", str(path)]
    assert run(*arguments, "-n", "2").exit_code == 0
    said = fails(run(*arguments, "-n", "3"), 2)
    assert "has another configuration: its pairs is 2, not 3; repeat its configuration" in said
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[4][9:], *lines[5:]]))
    assert "line 5 is damaged" in fails(run(*arguments, "-n", "2"), 1)
    path.write_text("f5d6\n")
    assert "not a results file of bitgames" in fails(run(*arguments, "-n", "2"), 2)
    assert path.read_text() == "f5d6\n"


def test_a_match_of_several_players_is_a_tournament() -> None:
    done = run("match", "tictactoe", *PLAYERS, "--games", "10", "--seed", "3")
    t = bg.tournament(PLAYERS, "tictactoe", pairs=5, seed=3)
    assert done.stdout == f"{t.table}\n\n{t.ratings}\n"
    data = json.loads(run("match", "tictactoe", *PLAYERS, "-n", "9", "--json").stdout)
    assert data["config"]["pairs"] == 5, "whole pairs"
    assert len(run("match", "tictactoe", *PLAYERS, "-n", "2", "--csv").stdout.splitlines()) == 7


def test_a_game_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    bg.tournament({"evil\x1b[2J": "ai14", "b": "first"}, "tictactoe", pairs=2, results=path, seed=0)
    games = list(kept.games(path))
    for number, game in enumerate(games, 1):
        done = run("show", f"{path}#{number}")
        assert done.exit_code == 0
        assert "\x1b" not in done.stdout
        assert re.search(rf"^ *moves +{game.moves}$", done.stdout, re.M)
        assert game.reason in done.stdout
        record = game.record
        board = record.position.to_text(last_move=record.last_move, previous=record.previous)
        assert done.stdout.endswith(f"\n\n{board}\n")
    data = json.loads(run("show", "--number", "2", "--load", str(path), "--json").stdout)
    assert data["position"] == games[1].record.position.to_string()
    assert data["game"]["key"] == games[1].key
    analysis = run("analyze", f"{path}#2", "--level", "quick", "--json")
    assert len(json.loads(analysis.stdout)["moves"]) == games[1].plies
    lines = run("show", str(path)).stdout.splitlines()
    assert [line.split()[0] for line in lines[:5]] == ["game", "1", "2", "3", "4"]
    assert f"{path}#1 to {path}#4 name one of them" in lines[-1]
    picture = tmp_path / "game.svg"
    assert run("show", str(path), "--number", "1", "--svg", str(picture)).exit_code == 0
    assert picture.read_text().startswith("<svg")


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    bg.tournament(["ai14", "first"], "tictactoe", pairs=2, results=path, seed=0)
    for number in (0, 5):
        wanted = f"number must be from 1 to 4, the games of {path}"
        assert wanted in fails(run("show", f"{path}#{number}"), 2)
    assert "name one of them" in fails(run("analyze", str(path)), 2)
    assert "--number needs a file" in fails(run("show", "tictactoe", "--number", "1"), 2)
    document = json.loads(path.read_text().splitlines()[1])
    del document["check"]
    with path.open("ab") as file:
        file.write(journal.line_of({**document, "key": "0" * 16, "moves": "a1 a1"}))
        file.write(journal.line_of({**document, "key": "1" * 16, "score": 1 - document["score"]}))
    assert "does not follow the rules" in fails(run("show", f"{path}#5"), 1)
    assert "the moves end with" in fails(run("show", f"{path}#6"), 1)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_table_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(standings, "_DRAWN_EVERY", 0.0)
    monkeypatch.setattr(standings, "_RARELY", 0)
    with standings.Standings(delay=0.0) as shown:
        sprt = bg.Sprt(elo0=0, elo1=30)
        t = bg.tournament(
            {"A": "ai14", "B": "random"}, pairs=4, sprt=sprt, progress=shown.show, seed=0
        )
        assert shown.tournament is t
    text = terminal.getvalue()
    assert re.search(r"0 of 8 games.*A .*8 of 8 games, ", text, re.S)
    assert "SPRT A - B: not decided after 4 pairs" in text
    assert shown.speed.startswith("8 games in ")


def test_elsewhere_a_line_is_printed_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(standings, "LINE_SECONDS", 0.0)
    with standings.Standings() as shown:
        bg.tournament({"A": "ai14", "B": "random"}, pairs=4, progress=shown.show, seed=0)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.startswith("playing: 0 of 8 games, ")
    assert last.startswith("playing: 8 of 8 games, ")
    with standings.Standings(quiet=True) as shown:
        bg.tournament({"A": "ai14", "B": "random"}, pairs=1, progress=shown.show, seed=0)
    assert capsys.readouterr().err == ""


# A program with GTP that plays the first empty cell, and fails in a way of its own.
FAILING = """
import sys, time
cells, how = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"], sys.argv[1]
known = "name version protocol_version list_commands boardsize clear_board play genmove quit"
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    answer = ""
    if words[0] == "list_commands":
        answer = known.replace(" ", "\\n")
    elif words[0] == "genmove":
        if how == "hang":
            time.sleep(1000)
        if how == "crash":
            sys.exit(3)
        answer = "Z9" if how == "cheat" else "A1"
    elif words[0] == "protocol_version":
        answer = "2"
    print(f"= {answer}\\n", flush=True)
"""


@pytest.mark.deep
def test_programs_that_hang_crash_and_cheat_lose_their_games(tmp_path: Path) -> None:
    script = tmp_path / "failing.py"
    script.write_text(FAILING)
    players = {how: f"engine:{sys.executable} {script} {how}" for how in ("hang", "crash", "cheat")}
    t = bg.tournament(
        {"first": "first", **players},
        pairs=2,
        format="gauntlet",
        clock="move=0.1",
        max_faults=1.0,
        results=tmp_path / "r.jsonl",
        seed=0,
    )
    assert (t.is_complete, t.faults) == (True, 12)
    for game in t.games:
        assert game.forfeit
        assert game.winner == "first", game.reason
    for row in t.table.rows:
        assert row.faults == (0 if row.player == "first" else 4)
    stopped = bg.tournament({"first": "first", **players}, pairs=50, clock="move=0.1", seed=0)
    assert stopped.stopped == "faults"


def test_the_seed_of_hidden_cards_is_said_and_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    arguments = ["tournament", "honeymoon", "random", "first", "-n", "1", "--results", str(path)]
    begun = run(*arguments)
    said = re.match(r"seed (\d+): the file has it sealed, so give it to go on\n", begun.stderr)
    assert said is not None and said[1] not in path.read_text(encoding="utf-8")
    assert begun.stderr.endswith(f"games/s, seed {said[1]}\n")
    assert "has its seed sealed: to go on, give the seed" in fails(run(*arguments), 2)
    assert run(*arguments, "--seed", said[1]).stdout == begun.stdout
