"""The command line: what it prints, where, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

import bitgames as bg
from bitgames.cli.app import app
from bitgames.cli.session import Session

COMMANDS = [
    "play", "match", "solve", "search", "perft", "judge", "show", "convert", "engine",
    "demo", "bench", "games", "players",
]  # fmt: skip


def run(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, list(arguments), input=stdin)


def process(
    *arguments: str, stdin: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bitgames", *arguments],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )


def fails(result: Result, code: int) -> str:
    """Check that a command failed with one line, and return it."""
    assert result.exit_code == code, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("bitgames: error: ")
    return lines[0]


# The front door


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    listed = re.findall(r"^\W*(\w+)  ", result.stdout, flags=re.MULTILINE)
    assert [name for name in listed if name in COMMANDS] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--help" in result.stdout


def test_version() -> None:
    assert run("--version").stdout == f"bitgames {bg.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["match", "tictactoe"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "many"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "0"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "9" * 60],
        ["match", "tictactoe", "ai2", "ai2", "--seed", "-1"],
        ["match", "tictactoe", "ai2", "ai2", "--threads", "0"],
        ["match", "tictactoe", "ai2", "nobody"],
        ["match", "tictactoe", "ai2", "alphabeta:depth=x"],
        ["match", "chess", "ai2", "ai2"],
        ["match", "tictactoe:5", "ai14", "ai2"],
        ["solve", "chess"],
        ["solve", "tictactoe:99"],
        ["solve", "tictactoe o"],
        ["solve", "tictactoe ooo/.../..."],
        ["solve", "\N{SNOWMAN}"],
        ["solve", ""],
        ["solve", "tictactoe", "--seconds", "-1"],
        ["solve", "tictactoe", "--table", "-1"],
        ["search", "tictactoe", "--depth", "-3"],
        ["search", "tictactoe", "--depth", "9" * 30],
        ["perft", "tictactoe", "-1"],
        ["perft", "tictactoe", "9" * 30],
        ["perft", "tictactoe"],
        ["show"],
        ["show", "tictactoe", "--moves", "b2 b2"],
        ["show", "tictactoe", "--moves", "z9"],
        ["play", "tictactoe", "--side", "north"],
        ["play", "tictactoe", "--opponent", "nobody"],
        ["play", "tictactoe:5", "--opponent", "ai14"],
        ["play", "tictactoe:5", "--size", "4"],
        ["play", "tictactoe", "--size", "99"],
        ["players", "chess"],
        ["judge", "--nonsense"],
        ["judge", "one", "two"],
    ],
    ids=" ".join,
)
def test_mistakes_in_the_arguments(arguments: list[str]) -> None:
    fails(run(*arguments), 2)


def test_failures(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.json")
    assert "none.json: No such file" in fails(run("show", "--record", missing), 1)
    assert "none.json: No such file" in fails(run("play", "--load", missing), 1)
    assert "compare.py" in fails(run("bench", "--benches", str(tmp_path)), 1)
    (tmp_path / "bad.json").write_text("{}")
    assert "not a bitgames record" in fails(run("show", "--record", str(tmp_path / "bad.json")), 1)
    target = str(tmp_path / "no" / "picture.svg")
    assert "picture.svg: No such file" in fails(run("show", "tictactoe", "--svg", target), 1)


def test_an_error_is_one_line_even_when_the_argument_has_several() -> None:
    fails(run("solve", "tictactoe\n\no"), 2)


# Commands


def test_match_prints_the_table_and_the_rate() -> None:
    result = run("match", "tictactoe", "ai14", "ai2", "--games", "500", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout == f"{bg.match('ai14', 'ai2', games=500, seed=1)}\n"
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
    assert "c1          o wins (+1)" in lines
    assert "c2          o wins (+1)" in lines or "c2          draw (0)" in lines


def test_solve_a_finished_game() -> None:
    result = run("solve", "tictactoe ooo/xx./...")
    assert result.exit_code == 0
    assert "o wins: 3 in a row" in result.stdout
    assert "best move   -" in result.stdout


def test_search() -> None:
    result = run("search", "tictactoe oo./xx./...", "--depth", "3")
    assert "best move   c1" in result.stdout
    data = json.loads(run("search", "tictactoe", "--json").stdout)
    assert data["exact"] is True
    assert data["value"] == 0


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
    assert run("show", "--record", str(path)).stdout.startswith("   a b c\n1 [x]. .\n")


def test_games_and_players() -> None:
    assert "tictactoe" in run("games").stdout
    assert json.loads(run("games", "--json").stdout)[0]["players"] == ["o", "x"]
    table = run("players", "tictactoe").stdout
    assert table.splitlines()[0].split() == ["name", "rule"]
    rules = json.loads(run("players", "tictactoe", "--json").stdout)
    assert list(rules) == bg.players.names("tictactoe")


def test_demo() -> None:
    result = process("demo", PYTHONIOENCODING="ascii")
    assert result.returncode == 0, result.stderr
    text = result.stdout.decode("ascii")
    for part in ("[o]", "draw (0)", "o wins (+1)", "ai14 VS ai2", "Foul : ", "255,168 games"):
        assert part in text
    assert "\x1b" not in text


COMPARE = """
from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Comparison:
    name: str
    what: str
    baseline: float | None
    ours: float
    ratio: float | None
    target: float | None
    least_per_second: float | None
    met: bool | None

def comparisons(*, quick=False, progress=None):
    if progress:
        progress("first")
    return [
        Comparison("legal moves", "a list of them", 2e-6, 4e-7, 5.0, 4.0, None, True),
        Comparison("perft", "alone", None, 3e-8 if quick else 2e-8, None, None, 3e7, True),
    ]
"""


def test_bench(tmp_path: Path) -> None:
    (tmp_path / "compare.py").write_text(COMPARE)
    figures, picture = tmp_path / "bench.json", tmp_path / "bench.svg"
    result = run(
        "bench",
        "--quick",
        "--benches",
        str(tmp_path),
        "--json",
        str(figures),
        "--svg",
        str(picture),
    )
    assert result.exit_code == 0, result.output
    assert result.stderr == "measuring first\n"
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[1] == ["legal", "moves", "2", "us", "400", "ns", "5.0", "x", "4", "x", "yes"]
    assert lines[2] == ["perft", "-", "30", "ns", "33.3", "M/s", "30.0", "M/s", "yes"]
    document = json.loads(figures.read_text())
    assert document["rows"][0]["ratio"] == 5.0
    assert "legal moves" in picture.read_text()
    ET.fromstring(picture.read_text())


# The judge


RECORDS = b"79538246\n1213\n5195\n132465789\n"
RESULTS = b"x won.\nFoul : x won.\nFoul : o won.\nDraw game.\n"


def test_judge_reads_files_and_pipes(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(RECORDS)
    for arguments in (["judge", str(path)], ["judge", "-"], ["judge"]):
        result = process(*arguments, stdin=RECORDS)
        assert (result.returncode, result.stdout, result.stderr) == (0, RESULTS, b"")


def test_judge_goes_on_after_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"79538246\n12a\n\n12\n1213\n")
    result = process("judge", str(path))
    assert result.returncode == 1
    assert result.stdout == b"x won.\nFoul : x won.\n"
    complaints = result.stderr.decode().splitlines()
    assert len(complaints) == 3
    for number, line in zip((2, 3, 4), complaints, strict=True):
        assert f"{path}:{number}:" in line


def test_judge_without_a_file(tmp_path: Path) -> None:
    result = process("judge", str(tmp_path / "none.txt"))
    assert result.returncode == 1
    (line,) = result.stderr.decode().splitlines()
    assert line.startswith(f"bitgames: error: {tmp_path / 'none.txt'}: No such file")
    assert process("judge", str(tmp_path)).returncode == 1
    assert process("judge", "").returncode == 1


def test_judge_loads_no_command_line_library(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(RECORDS)
    code = (
        "import sys; from bitgames.cli import main; code = main(['judge', sys.argv[1]]);"
        "heavy = {'typer', 'rich', 'numpy', 'dataclasses', 'json'} & set(sys.modules);"
        "sys.exit(f'{heavy}' if heavy else code)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, b"")


# Play


def dialogue(*lines: str, options: tuple[str, ...] = ("--side", "o")) -> str:
    """Play with the first-cell player and return all that is printed."""
    result = run(
        "play", "tictactoe", "--opponent", "first", "--seed", "0", *options,
        stdin="".join(f"{line}\n" for line in lines),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_play_a_game_to_its_end() -> None:
    text = dialogue("b2", "c1", "a3")
    assert "moves: a1 b1 c1 a2 b2 c2 a3 b3 c3" in text
    assert "x (first) plays a1" in text
    assert text.count("o to move> ") == 3
    assert "[o]" in text
    assert "o wins: 3 in a row" in text
    assert "game over: retry" in text
    assert text.endswith("bye\n")


def test_play_asks_for_the_side() -> None:
    assert "your side (o, x, random, both) [o]> x\no (first) plays a1" in dialogue("x", options=())
    text = dialogue("z", "", "b2", options=())
    assert "'z' is no side; type one of o, x, random, both" in text
    assert "x (first) plays a1" in text
    assert dialogue(options=()).endswith("bye\n")


def test_play_a_random_side_by_seed() -> None:
    sides = {
        seed: "o (first) plays a1" in run(
            "play", "--opponent", "first", "--side", "random", "--seed", str(seed), stdin=""
        ).stdout
        for seed in range(12)
    }  # fmt: skip
    assert set(sides.values()) == {True, False}


def test_play_both_sides() -> None:
    text = dialogue("a1", "b2", "undo", "c3", options=("--side", "both"))
    assert "plays" not in text
    assert "1  o . .\n2  . . .\n3  . .[x]" in text


def test_play_undo_takes_back_two() -> None:
    text = dialogue("b2", "undo", "undo")
    assert text.count("1  . . .\n2  . . .\n3  . . .") == 2
    assert "nothing to undo" in text
    assert "nothing to undo" in dialogue("undo", options=("--side", "x"))


def test_play_hint() -> None:
    text = dialogue("b1", "b2", "hint")
    assert "hint: b3; with best play o wins (+1)" in text


def test_play_resign_and_retry() -> None:
    text = dialogue("b2", "resign", "resign", "hint", "b1", "undo", "resign", "retry", "quit")
    assert "o resigned" in text
    assert "the game is over already" in text
    assert "nothing to hint at" in text
    assert "the game is over: type retry" in text
    assert text.rstrip().endswith("bye")


def test_play_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    text = dialogue("b2", f"save {path}", "resign", f"load {path}", "save", "load", "load /no/file")
    assert f"saved to {path}" in text
    assert "save needs the name of a file" in text
    assert "load needs the name of a file" in text
    assert "/no/file: No such file or directory" in text
    assert [str(move) for move in bg.Record.load(path).moves] == ["b2", "a1"]
    assert "1 [x]. .\n2  . o ." in dialogue(options=("--side", "o", "--load", str(path)))
    bg.Record("tictactoe:4").save(path)
    assert "is a game of tictactoe:4, not of tictactoe" in dialogue(f"load {path}")
    path.write_text("{")
    assert "not a bitgames record" in dialogue(f"load {path}")


@pytest.mark.parametrize(
    "line", ["", "   ", "zz", "b9", "a1 b2", "save ", "\x00", "\N{SNOWMAN}", "1", "undo now"]
)
def test_play_explains_what_it_does_not_know(line: str) -> None:
    start = bg.TicTacToe()
    session = Session(start, [None, bg.players.get("first")], seed=0)
    session.open()
    answer = session.handle(line)
    assert "\n" not in answer
    assert answer
    assert session.record.position == start


def test_play_an_occupied_cell() -> None:
    session = Session(bg.TicTacToe(), [None, None], seed=0)
    session.open()
    session.handle("b2")
    assert "b2" in session.handle("b2")
    assert session.record.moves == [4]


def test_play_repeats_by_seed() -> None:
    def game(seed: int) -> str:
        session = Session(bg.TicTacToe(), [None, bg.players.get("random")], seed=seed)
        texts = [session.open()]
        for _ in range(3):
            for _ in range(2):
                texts.append(session.handle(str(session.record.position.legal_moves[0])))
                if session.is_over:
                    break
            texts.append(session.handle("retry"))
        return "".join(texts)

    assert game(3) == game(3)
    assert len({game(seed) for seed in range(8)}) > 1


# Processes


def test_a_pipe_that_closes_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "bitgames", "players"],
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_error(closed: str) -> None:
    for command in ("players", "judge /dev/null", "--help"):
        script = f'"{sys.executable}" -m bitgames {command} {closed}'
        result = subprocess.run(["sh", "-c", script], capture_output=True, check=False)
        assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_a_failure() -> None:
    for command in (["players"], ["judge", "-"]):
        with open("/dev/full", "wb") as full:
            result = subprocess.run(
                [sys.executable, "-m", "bitgames", *command],
                input=RECORDS,
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert result.returncode == 1
        assert result.stderr.count(b"\n") == 1
        assert b"No space left on device" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "tictactoe", "ai2", "ai2", "--games", "1000000000"],
        ["match", "tictactoe", "human", "ai2"],
        ["solve", "mnk:11,11,5"],
        ["perft", "tictactoe:8", "12"],
        ["play", "tictactoe"],
        ["judge", "-"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_ctrl_c_ends_at_once(arguments: list[str]) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "bitgames", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.0)
    assert running.poll() is None
    began = time.perf_counter()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)
    # The promise is 0.2 s; a machine that runs something else beside may need longer.
    assert time.perf_counter() - began < 5.0
    assert running.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp437"])
def test_any_encoding_will_do(encoding: str) -> None:
    for arguments in (["--help"], ["solve", "tictactoe", "--all"], ["players"], ["games"]):
        result = process(*arguments, PYTHONIOENCODING=encoding)
        assert result.returncode == 0, result.stderr
        result.stdout.decode(encoding)
    result = process("solve", "\N{SNOWMAN}", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


def test_bytes_that_are_no_text_are_answered() -> None:
    result = process("play", "tictactoe", "--side", "o", stdin=b"\xff\xfe\nb2\n")
    assert result.returncode == 0, result.stderr
    assert b"is no move and no command" in result.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are text elsewhere")
@pytest.mark.parametrize("command", ["solve", "players", "judge"])
def test_arguments_that_are_no_text(command: str) -> None:
    result = process(command, os.fsdecode(b"\xff\xfe"))
    assert result.returncode in (1, 2)
    assert result.stderr.startswith(b"bitgames: error: ")
    assert result.stderr.count(b"\n") == 1


def test_no_colour_in_a_pipe() -> None:
    for arguments in (["show", "tictactoe"], ["solve", "tictactoe"], ["players"]):
        assert b"\x1b" not in process(*arguments).stdout


def test_colour_only_where_it_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.cli.common import use_color

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert use_color(Terminal())  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_color(Terminal())  # type: ignore[arg-type]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not use_color(Terminal())  # type: ignore[arg-type]
