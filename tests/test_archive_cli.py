"""``bitgames games find`` and ``stats``: questions to files on the command line."""

from __future__ import annotations

import csv
import json
import os
import signal
import time
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.archive import place
from bitgames.formats import read_any, save, wthor
from tests import processes
from tests.archives import slow_games, write_results
from tests.commands import fails, run


@pytest.fixture
def base(tmp_path: Path) -> str:
    games = [("f5d6c3", "ann", "ben", 40), ("d3c5", "ben", "cyd", 32), ("c4c3", "cyd", "ann", 10)]
    made = [
        wthor.WthorGame(squares=squares, black_name=black, white_name=white, score=score)
        for squares, black, white, score in games
    ]
    wthor.save(tmp_path / "games.wtb", made, names=True)
    return str(tmp_path / "games.wtb")


def test_the_games_are_listed_as_before() -> None:
    table = run("games")
    assert table.exit_code == 0
    assert table.stdout.splitlines()[0].split() == [
        "example", "title", "players", "board", "moves", "more"
    ]  # fmt: skip
    assert [game["name"] for game in json.loads(run("games", "--json").stdout)] == bg.games.names()
    assert "--json belongs after find" in fails(run("games", "--json", "find", "x"), 2)


def test_find_prints_a_table(base: str) -> None:
    done = run("games", "find", base, "--position", "f5d6")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "2 of 3 games",
        "",
        "game  first  second  result     moves  at  next  opening",
        "1     ann    ben     1-0 (+16)  3      2   c3    Perpendicular Opening (縦取り)",
        "2     ben    cyd     draw       2      2   -     Perpendicular Opening (縦取り)",
        "",
        f"bitgames show {base}#1 shows the first of them",
    ]
    shown = run("show", f"{base}#1")
    assert shown.exit_code == 0 and "X" in shown.stdout
    less = run("games", "find", base, "--limit", "1").stdout
    assert "--limit shows more than 1" in less
    assert run("games", "find", base, "--player", "ann", "--result", "draw").stdout == (
        "0 of 3 games\n"
    )


def test_find_as_data(base: str) -> None:
    data = json.loads(run("games", "find", base, "--player", "ann", "--json").stdout)
    assert (data["games"], data["found"]) == (3, 2)
    assert [game["game"] for game in data["list"]] == [1, 3]
    assert data["list"][0]["moves"] == "f5 d6 c3" and data["list"][0]["at"] is None
    rows = list(
        csv.DictReader(run("games", "find", base, "--opening", "f5", "--csv").stdout.splitlines())
    )
    assert [(row["game"], row["next"]) for row in rows] == [("1", "d6"), ("2", "c5"), ("3", "c3")]
    one = json.loads(run("games", "find", base, "--json", "--limit", "1").stdout)
    assert (one["found"], len(one["list"])) == (3, 1)


def test_find_writes_games_to_a_file(base: str, tmp_path: Path) -> None:
    out = str(tmp_path / "found.ggf")
    done = run("games", "find", base, "--player", "cyd", "--to", out)
    assert (done.exit_code, done.stdout) == (0, "") and "2 games to" in done.stderr
    assert [str(record.moves) for record in read_any(Path(out))] == ["[d3, c5]", "[c4, c3]"]
    assert "known suffix" in fails(run("games", "find", base, "--to", "x.y"), 2)
    assert "only one of" in fails(run("games", "find", base, "--json", "--csv"), 2)


def test_stats_prints_tables(base: str) -> None:
    done = run("games", "stats", base, "--opening", "f5")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "3 games: first side 1 won, 1 drawn, 1 lost",
        "",
        "next  games  share  won  drawn  lost  score",
        "d6    2      66.7%  1    1      0     75.0%",
        "f6    1      33.3%  0    0      1     0.0%",
        "",
        "player  games  won  drawn  lost  score",
        "ann     2      2    0      0     100.0%",
        "ben     2      0    1      1     25.0%",
        "cyd     2      0    1      1     25.0%",
    ]


def test_stats_as_data(base: str, tmp_path: Path) -> None:
    data = json.loads(run("games", "stats", base, "--json").stdout)
    assert (data["wins"], data["draws"], data["losses"], data["exact"]) == (1, 1, 1, None)
    rows = list(csv.DictReader(run("games", "stats", base, "--csv").stdout.splitlines()))
    assert [row["name"] for row in rows] == ["ann", "ben", "cyd"]
    path = str(write_results(tmp_path / "r.jsonl", slow_games("othello:4", 6)))
    done = run("games", "stats", path, "--exact", "8", "--limit", "2")
    assert done.exit_code == 0 and "average loss" in done.stdout
    assert "3 players: --limit shows more" in done.stdout
    solved = json.loads(run("games", "stats", path, "--exact", "8", "--json").stdout)
    assert all(row["choices"] > 0 and row["average_loss"] >= 0 for row in solved["players"])
    shown = run("games", "find", path, "--limit", "1").stdout
    assert f"bitgames show {path}#1" in shown
    assert run("show", f"{path}#1").exit_code == 0


def test_errors_are_one_line(base: str, tmp_path: Path) -> None:
    assert "nobody" in fails(run("games", "find", base, "--player", "nobody"), 2)
    assert "No such file" in fails(run("games", "find", str(tmp_path / "no.wtb")), 1)
    assert "--exact must be" in fails(run("games", "stats", base, "--exact", "-1"), 2)
    assert "--limit must be" in fails(run("games", "find", base, "--limit", "-1"), 2)
    assert "only one of" in fails(run("games", "stats", base, "--json", "--csv"), 2)
    (tmp_path / "x.wtb").write_text("once upon a time")
    assert "x.wtb is not a valid file of games" in fails(
        run("games", "find", str(tmp_path / "x.wtb")), 2
    )


def test_bad_games_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    wthor.save(path, [wthor.WthorGame(squares=each) for each in ("f5f5", "f5d6")])
    words = fails(run("games", "find", str(path)), 2)
    assert "game 1: move 2: illegal move f5" in words
    done = run("games", "find", str(path), "--skip-bad")
    assert done.exit_code == 1 and "illegal move f5" in done.stderr
    assert done.stdout.splitlines()[0] == "1 of 2 games"


def test_where_the_index_is_kept_is_said_in_one_line(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "user_folder", lambda _: tmp_path / "cache")
    Path(base + place.SUFFIX).mkdir()
    done = run("games", "find", base, "--beside")
    assert done.exit_code == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith("cannot write to") and str(tmp_path / "cache") in line
    assert run("games", "find", base, "--beside", "--quiet").stderr == ""


@processes.posix
def test_ctrl_c_ends_the_index_without_a_trace(tmp_path: Path) -> None:
    """While the native part replays the games; then nothing stays beside the file."""
    path = tmp_path / "games.wtb"
    moves = bg.Record("othello")
    while not moves.is_over:
        moves.play(moves.position.legal_moves[0])
    save(path, [moves])
    data = path.read_bytes()
    count = 300_000
    path.write_bytes(data[:4] + count.to_bytes(4, "little") + data[8:16] + data[16:] * count)
    index = tmp_path / "games.wtb.index.sqlite"
    for _ in range(10):
        with processes.running(
            [*processes.BITGAMES, "games", "find", "--beside", str(path)]
        ) as process:
            for _ in range(1000):
                if any(each.name.endswith(".tmp") for each in tmp_path.iterdir()):
                    break
                assert process.poll() is None
                time.sleep(0.02)
            os.kill(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=processes.HANGS)
        if not index.exists():
            break
        # The system let the index end before it delivered the signal: once more.
        index.unlink()
    assert (process.returncode, out, err) == (130, "", "")
    assert not any("index" in each.name for each in tmp_path.iterdir())
