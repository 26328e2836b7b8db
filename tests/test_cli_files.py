"""Commands that read games, positions and moves: any format, any form, and damaged ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.formats import ggf, obf, pbn, transcript, wthor
from tests import processes
from tests.commands import fails, process, run

GAME = bg.Record("othello", ["f5", "d6", "c3"])
BOARD = GAME.position.to_obf()
DEAL = bg.Record(bg.Honeymoon(7), ["1C", "pass"])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with one game in every format, and a base of three games."""
    GAME.save(tmp_path / "game.json")
    transcript.save(tmp_path / "game.txt", [GAME])
    ggf.save(tmp_path / "game.ggf", [ggf.GgfGame.from_record(GAME)])
    obf.save(tmp_path / "game.obf", [obf.ObfProblem(GAME.position)])
    pbn.save(tmp_path / "deal.pbn", [DEAL])
    others = [bg.Record("othello", [move]) for move in ("d3", "c4")]
    games = [wthor.WthorGame.from_record(record) for record in (*others, GAME)]
    wthor.save(tmp_path / "base.wtb", games)
    return tmp_path


@pytest.mark.parametrize("name", ["game.json", "game.txt", "game.ggf", "game.obf", "base.wtb#3"])
def test_show_and_play_read_every_format(files: Path, name: str) -> None:
    file = str(files / name)
    for arguments in (["--load", file], [file]):
        data = json.loads(run("show", *arguments, "--json").stdout)
        assert data["position"] == GAME.position.to_string()
    text = run("play", "--load", file, "-o", "first", "--side", "both", stdin="quit\n").stdout
    assert GAME.position.to_text(legal=False).splitlines()[0].split() == list("abcdefgh")
    assert "white to move, black 5, white 2" in text or "white to move, black 4, white 3" in text


def test_show_and_play_read_deals(files: Path) -> None:
    file = str(files / "deal.pbn")
    assert json.loads(run("show", file, "--json").stdout)["position"] == DEAL.position.to_string()
    text = run("play", "--load", file, "-o", "random", "--side", "both", stdin="quit\n").stdout
    assert "contract 1C" in text or "1C" in text


def test_load_in_a_session_reads_every_format(files: Path) -> None:
    lines = [f"load {files / name}" for name in ("game.txt", "base.wtb#3", "game.ggf")]
    for line in lines:
        text = run("play", "othello", "-o", "first", "--side", "both", stdin=f"{line}\n").stdout
        assert text.count("white to move") == 1, text
    (files / "small.txt").write_text("b2a1")
    line = f"load {files / 'small.txt'}\n"
    text = run("play", "tictactoe", "-o", "first", "--side", "both", stdin=line).stdout
    assert "o to move" in text.partition("load")[2]


def test_the_number_of_a_game(files: Path) -> None:
    base = str(files / "base.wtb")
    data = json.loads(run("show", "--load", base, "--number", "1", "--json").stdout)
    assert data["position"] == bg.Othello().play("d3").to_string()
    for arguments in (["show", "--load", base], ["show", base], ["play", "--load", base]):
        if arguments[0] != "show":  # which lists the games
            complaint = fails(run(*arguments), 2)
            assert "holds 3 games, not one: name one of them" in complaint
            assert complaint.endswith(f"; bitgames show {base} lists them"), complaint
        for number in ("0", "4", "9" * 30):
            complaint = fails(run(*arguments, "--number", number), 2)
            assert "--number must be from 1 to " in complaint
        assert "--number" in fails(run(*arguments, "--number", "two"), 2)
    assert "number must be from 1 to 3" in fails(run("show", f"{base}#9"), 2)
    assert "--number needs" in fails(run("show", "othello", "--number", "1"), 2)
    assert "--number needs" in fails(run("play", "othello", "--number", "1"), 2)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty: allowed are games as record, WTHOR, SGF, GGF"),
        (b"\0\1\2\xff" * 100, "has no known format: allowed are games as record"),
        (b"once upon a time", "has no known format: allowed are games as record"),
        (b"(;GM[Othello]", "cut short"),
        (b'{"format": "bitgames record"', "not valid JSON (read as record)"),
        (b"f5d6a1", "illegal move a1"),
        (b'[Deal "S:AKQ2"]', "not a valid deal"),
    ],
)
@pytest.mark.parametrize("name", ["game", "game.json", "game.pbn", "game.txt"])
def test_a_file_that_is_not_a_game_is_one_line(
    tmp_path: Path, content: bytes, reason: str, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    for arguments in (["show", "--load"], ["show"], ["play", "--load"]):
        complaint = fails(run(*arguments, str(path)), 1)
        assert reason in complaint
        assert str(path) in complaint
    text = run("play", "othello", "-o", "first", "--side", "both", stdin=f"load {path}\n").stdout
    assert reason in text


def test_a_file_of_another_game(files: Path) -> None:
    complaint = fails(run("play", "tictactoe", "--load", str(files / "game.ggf")), 2)
    assert "is a game of othello, not of tictactoe" in complaint
    complaint = fails(run("play", "othello", "--load", str(files / "deal.pbn")), 2)
    assert "is a game of honeymoon, not of othello" in complaint


@pytest.mark.parametrize(
    "form", [BOARD, f"{BOARD}; % third", GAME.position.to_string(), repr(GAME.position)]
)
def test_positions_of_any_form(form: str) -> None:
    text = GAME.position.to_string()
    assert json.loads(run("show", form, "--json").stdout)["position"] == text
    if "(" not in form:
        assert json.loads(run("show", *form.split(), "--json").stdout)["position"] == text
    assert json.loads(run("search", form, "--depth", "1", "--json").stdout)["position"] == text
    assert json.loads(run("perft", form, "1", "--json").stdout)["position"] == text
    match = json.loads(run("match", form, "random", "random", "-n", "2", "--json").stdout)
    assert match["start"] == text
    played = run("play", form, "-o", "first", "--side", "both", stdin="quit\n").stdout
    assert "white to move, black 4, white 3" in played or "white to move" in played


def test_a_solve_of_a_board_that_begins_with_a_hyphen() -> None:
    board = "-XOO-XOO-XXX---- X"
    for arguments in ([board], board.split(), [f"{board}; b1:+2"]):
        assert json.loads(run("solve", *arguments, "--json", "-q").stdout)["value"] == -16
    assert "No such option" in fails(run("solve", "tictactoe", "--second", "1"), 2)
    assert "side to move" in fails(run("solve", board.replace(" X", " Y")), 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perft", "othello", "--depth", "8"], "bitgames perft --help lists them"),
        (["games", "list", "x.json"], "'list'; bitgames games --help lists them"),
        (["perft", "othello", "4", "f5", "d6"], "one argument in quotes: 'othello f5 d6'"),
        (["solve", "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"], "a deal begins with its game: 'honey"),
        (["solve", "honeymoon", "--deal", "15-17"], "did you mean points:15-17?"),
        (["solve", "honeymoon", "--deal", "south balanced"], "did you mean shape:balanced?"),
        (["solve", "honeymoon", "--deal", "4S"], "did you mean contract:4S?"),
    ],
)
def test_what_was_meant_is_said(arguments: list[str], said: str) -> None:
    assert said in fails(run(*arguments), 2)


def test_moves_need_no_quotes() -> None:
    for command in (["analyze", "--json"], ["search", "--json", "--depth", "1"]):
        typed = run(*command, "tictactoe", "b2", "a1")
        assert typed.exit_code == 0, typed.stderr
        assert (
            json.loads(typed.stdout).keys()
            == json.loads(run(*command, "tictactoe b2 a1").stdout).keys()
        )
    assert "2     x       a1" in run("analyze", "tictactoe", "b2", "a1").stdout


def test_a_board_as_it_was_drawn() -> None:
    drawn = run("show", "othello:4", "--moves", "b1a1", "--legal").stdout
    data = json.loads(run("show", drawn, "--json").stdout)
    assert data["position"] == bg.position("othello:4").play("b1").play("a1").to_string()
    assert json.loads(run("solve", drawn, "--json", "-q").stdout)["position"] == data["position"]
    complaint = fails(run("solve", run("show", "mnk:4,3,3").stdout), 2)
    assert "write it in one line" in complaint


def test_a_deal_that_was_typed_is_played() -> None:
    text = bg.Honeymoon(7).play("pass").to_string()
    for seed in ("1", "2"):
        played = run("play", text, "-o", "human", "--seed", seed, stdin="quit\n").stdout
        assert "2" in played
        assert "KQ762" in run("play", text, "-o", "random", "--side", "south", "--seed", seed,
                              stdin="quit\n").stdout  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["nofile.json", "none.GGF#3", "my games.txt", r"C:\games\x.json", "no/such.txt", "../game"],
)
@pytest.mark.parametrize("command", ["show", "play", "solve", "analyze", "perft", "rules"])
def test_a_mistyped_file_is_a_file(command: str, name: str) -> None:
    arguments = [name, "1"] if command == "perft" else [name]
    missing = name.partition("#")[0]
    assert f"error: {missing}: No such file" in fails(run(command, *arguments), 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chess", "unknown game"),
        ("xo./.x./.xo", "a position begins with its game"),
        ("tictactoe o../.x./.xxo", "position"),
        ("honeymon AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82", "unknown game"),
        ("AKQ2.QJ2.AK3.T94", "unknown game"),
    ],
)
def test_a_mistyped_position_is_no_file(text: str, reason: str) -> None:
    assert reason in fails(run("show", text), 2)


@pytest.mark.parametrize("command", ["show", "search", "solve", "analyze"])
def test_a_game_where_a_position_is_asked_for(command: str, files: Path) -> None:
    ending = bg.Record("othello")
    while len(ending.position.empty) > 6:
        ending.play(ending.position.legal_moves[0])
    moves = "".join(str(move) for move in ending.moves if str(move) != "pass")
    transcript.save(files / "ending.txt", [ending])
    options = {"show": [], "analyze": ["--level", "quick"]}.get(command, ["-q"])
    told = [json.loads(run(command, moves, *options, "--json").stdout)]
    told.append(json.loads(run(command, str(files / "ending.txt"), *options, "--json").stdout))
    told.append(json.loads(run(command, "-", *options, "--json", stdin=moves).stdout))
    if command == "analyze":
        assert all(len(each["moves"]) == len(ending) for each in told)
    else:
        assert all(each["position"] == ending.position.to_string() for each in told)
    assert "move 3: illegal move a1" in fails(run(command, "f5d6a1"), 2)


def test_show_at_a_ply_and_of_a_deal(files: Path) -> None:
    def position(*arguments: str) -> str:
        return str(json.loads(run("show", *arguments, "--json").stdout)["position"])

    base = str(files / "base.wtb#3")
    for ply in range(4):
        expected = bg.Record("othello", GAME.moves[:ply]).position
        assert position(base, "--ply", str(ply)) == expected.to_string()
    assert position(base, "--ply", "1", "--moves", "f6") == (
        bg.Othello().play("f5").play("f6").to_string()
    )
    assert "--ply must be from 0 to 3" in fails(run("show", base, "--ply", "4"), 2)
    assert position("honeymoon", "--seed", "7", "--moves", "1C") == (
        bg.Honeymoon(7).play("1C").to_string()
    )
    for wrong in ("othello", base):
        assert "--seed deals a game of chance" in fails(run("show", wrong, "--seed", "7"), 2)


def test_moves_with_and_without_spaces() -> None:
    for moves in ("f5d6c3", "f5 d6 c3", "F5, D6, C3", "1. f5 d6 2. c3"):
        data = json.loads(run("show", "othello", "--moves", moves, "--json").stdout)
        assert (data["position"], data["last_move"]) == (GAME.position.to_string(), "c3")
    complaint = fails(run("show", "othello", "--moves", "f5d6a1"), 2)
    assert "move 3: illegal move a1" in complaint


def test_rules_of_every_game() -> None:
    for name in bg.games.names():
        spec = bg.games.examples(name)[-1]
        result = run("rules", spec)
        assert (result.exit_code, result.stdout) == (0, f"{bg.games.rules_text(spec)}\n")
    data = json.loads(run("rules", "othello", "--json").stdout)
    assert (data["game"], data["players"]) == ("othello", ["black", "white"])
    assert data["picture"] == bg.position(data["position"]).to_text(
        last_move="d6", previous=bg.Othello().play("f5")
    )


def test_rules_without_a_game_lists_the_games() -> None:
    assert [line.split()[-1] for line in run("rules").stdout.splitlines()[1:]] == bg.games.names()
    assert list(json.loads(run("rules", "--json").stdout)) == bg.games.names()


@pytest.mark.parametrize("game", ["chess", "", "othello:5", "othello x"])
def test_rules_of_what_is_no_game(game: str) -> None:
    fails(run("rules", game), 2)


@processes.posix
@pytest.mark.parametrize("arguments", [["rules", "othello"], ["rules"], ["show", "othello"]])
def test_a_closed_pipe_is_no_error(arguments: list[str]) -> None:
    shell = " ".join([*processes.BITGAMES, *arguments, "| true"])
    done = processes.run(["sh", "-c", shell])
    assert (done.returncode, done.stderr) == (0, "")


def test_bytes_that_are_no_text_as_a_position() -> None:
    done = process("show", "\udcff")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
