"""From any format of games to any other, in Python and by the command."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import Result

import bitgames as bg
from bitgames.formats import convert, ggf, pbn, transcript, wthor
from tests import commands
from tests.commands import process
from tests.test_formats_parsing import DATA, TAKIZAWA, WITH_PASSES, records
from tests.test_formats_pbn import FOUR

DEAL = bg.Record(bg.Honeymoon(7), ["1C", "pass"], players=["Ann", "Ben"], event="Club")

GAMES = [
    ggf.GgfGame.from_record(
        transcript.parse(text), black=black, white="Ben", place="Open", date="2000.01.02"
    )
    for text, black in ((TAKIZAWA, "Ann"), (WITH_PASSES, "André"), ("f5d6", ""))
]


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    """Run ``bitgames convert`` in this process."""
    return commands.run("convert", *map(str, arguments), stdin=stdin)


@pytest.mark.parametrize(
    ("path", "format"),
    [("a.txt", "transcript"), ("A.GGF", "ggf"), ("x/a.Wtb", "wthor"), (Path("a.json"), "record")],
)
def test_formats_by_suffix(path: str | Path, format: str) -> None:
    assert convert.format_of(path) == format
    assert convert.format_of(path, "ggf") == "ggf"


def test_unknown_formats() -> None:
    with pytest.raises(bg.ParameterError, match=r"'a\.dat' has no known suffix.* \.ggf \(ggf\)"):
        convert.format_of("a.dat")
    with pytest.raises(
        bg.ParameterError, match="'pgn' is not a valid format: allowed are transcript, "
    ):
        convert.format_of("a.ggf", "pgn")
    for call in (lambda: convert.loads(b"", "obf"), lambda: convert.dumps([], "obf")):
        with pytest.raises(bg.ParameterError, match="'obf' is not a valid format"):
            call()


@given(st.lists(records(ends_in_pass=False, least=1).filter(len), min_size=1, max_size=3))
def test_moves_survive_every_way(
    tmp_path_factory: pytest.TempPathFactory, items: list[bg.Record]
) -> None:
    folder = tmp_path_factory.mktemp("convert")
    transcript.save(folder / "0.txt", items)
    chain = ["0.txt", "1.ggf", "2.wtb", "3.txt", "4.wtb", "5.ggf", "6.txt"]
    for source, target in itertools.pairwise(chain):
        convert.save(folder / target, convert.load(folder / source))
    assert (folder / "6.txt").read_bytes() == (folder / "0.txt").read_bytes()
    assert [game.record() for game in convert.load(folder / "5.ggf")] == items
    convert.save(folder / "7.json", convert.load(folder / "5.ggf")[:1])
    assert bg.Record.load(folder / "7.json") == items[0]
    assert convert.load(folder / "7.json")[0].record() == items[0]


def test_names_and_year_go_to_wthor_and_back(tmp_path: Path) -> None:
    convert.save(tmp_path / "a.wtb", GAMES)
    base = wthor.load(tmp_path / "a.wtb")
    assert base.header.year == 2000
    assert base.header.created is not None
    again = convert.load(tmp_path / "a.wtb")
    assert [(game.black, game.white, game.place, game.date) for game in again] == [
        ("Ann", "Ben", "Open", "2000"),
        ("André", "Ben", "Open", "2000"),
        ("", "Ben", "Open", "2000"),
    ]
    assert [game.result for game in again] == ["+0.000", "-40.000", "?"]
    later = ggf.GgfGame.from_record(bg.Record("othello"), date="2001")
    convert.save(tmp_path / "a.wtb", [*GAMES, later])
    assert wthor.load(tmp_path / "a.wtb").header.year == 0


def test_ggf_to_ggf_loses_nothing(tmp_path: Path) -> None:
    archive = ggf.load(DATA / "ggs.ggf")
    convert.save(tmp_path / "a.ggf", convert.load(DATA / "ggs.ggf"))
    assert ggf.load(tmp_path / "a.ggf") == archive


def test_what_cannot_be_converted(tmp_path: Path) -> None:
    for name, reason in [
        ("a.txt", "cannot hold the start"),
        ("a.wtb", "usual start"),
        ("a.json", "a record must hold one game, not 5"),
    ]:
        with pytest.raises(bg.UnsupportedError, match=reason):
            convert.save(tmp_path / name, ggf.load(DATA / "ggs.ggf"))
    assert list(tmp_path.iterdir()) == []
    bg.Record("tictactoe", "b2").save(tmp_path / "a.json")
    games = convert.load(tmp_path / "a.json")
    for name, reason in [
        ("a.txt", "cannot hold a game of tictactoe"),
        ("a.ggf", "not games of Tic"),
    ]:
        with pytest.raises(bg.UnsupportedError, match=rf"{name}: .*{reason}"):
            convert.save(tmp_path / name, games)
    convert.save(tmp_path / "b.json", games)
    assert convert.load(tmp_path / "b.json") == games == [bg.Record("tictactoe", "b2")]


def test_the_command(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.ggf"
    transcript.save(source, [game.record() for game in GAMES])
    result = run(source, target)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "3 games, transcript to ggf\n"
    assert [game.record() for game in ggf.load(target)] == [game.record() for game in GAMES]
    assert run(target, tmp_path / "c.wtb", "--quiet").output == ""
    result = run(tmp_path / "c.wtb", tmp_path / "d", "--to", "transcript")
    assert result.exit_code == 0
    assert (tmp_path / "d").read_bytes() == source.read_bytes()
    result = run(tmp_path / "d", tmp_path / "e.ggf", "--from", "transcript")
    assert result.exit_code == 0
    assert ggf.load(tmp_path / "e.ggf") == ggf.load(target)


def test_the_command_in_a_pipe() -> None:
    arguments = ["convert", "-", "-", "--from", "ggf", "--to", "transcript"]
    done = process(*arguments, stdin=ggf.dumps(GAMES).encode())
    assert done.returncode == 0
    assert done.stdout.decode() == f"{TAKIZAWA.lower()}\n{WITH_PASSES}\nf5d6\n"
    assert done.stderr.decode().strip() == "3 games, ggf to transcript"


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["a.dat", "b.ggf"], 1, "a.dat has no known format: allowed are transcript, ggf,"),
        (["a.obf", "b.ggf"], 1, "a.obf has obf, not games: allowed are transcript, ggf,"),
        (["a.txt", "b"], 2, "'b' has no known suffix"),
        (["-", "b.ggf"], 1, "stdin has no known format: allowed are transcript, ggf,"),
        (["two.txt", "-"], 2, "'-' has no known suffix"),
        (["a.txt", "b.ggf", "--from", "pgn"], 2, "'pgn' is not a valid format"),
        (["-", "b.ggf", "--from", "record"], 1, "stdin: not a bitgames record"),
        (
            ["two.txt", "b.pbn"],
            1,
            "b.pbn: pbn holds deals of honeymoon bridge, not games",
        ),
        (["deal.pbn", "b.ggf"], 1, "b.ggf: ggf holds games of Othello, not deals of honeymoon"),
        (["deal.pbn", "b.txt"], 1, "b.txt: a transcript cannot hold a game of honeymoon"),
        (["deal.pbn", "b.wtb"], 1, "b.wtb: wthor holds games of Othello, not deals"),
        (["ttt.json", "b.pbn"], 1, "b.pbn: pbn holds deals of honeymoon bridge, not games of Tic"),
        (["later.json", "b.pbn"], 1, "b.pbn: PBN cannot hold a game that starts as"),
        (["four.pbn", "b.json"], 1, "four.pbn:1: 4 hands are given, and the game has two"),
        (["four.pbn", "b.json", "--hands", "SX"], 2, "--hands must be two of the letters N, E, S"),
        (["two.txt", "b.ggf", "--number", "3"], 2, "--number must be from 1 to 2, the games of"),
        (["two.txt#0", "b.ggf"], 2, "number must be from 1 to 2, the games of two.txt, not 0"),
        (["none.txt", "b.ggf"], 1, "none.txt: No such file or directory"),
        (["bad.txt", "b.ggf"], 1, "bad.txt:2: column 3: move 2: illegal move f5"),
        (["two.txt", "b.json"], 1, "b.json: a record must hold one game, not 2"),
        (["two.txt", "none/b.ggf"], 1, f"{Path('none/b.ggf')}: No such file or directory"),
    ],
)
def test_errors_of_the_command(
    arguments: list[str],
    code: int,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("f5d6\nf5f5\nf5f6\n", encoding="utf-8")
    Path("two.txt").write_text("f5d6\nf5f6\n", encoding="utf-8")
    Path("a.dat").write_text("once upon a time", encoding="utf-8")
    Path("a.obf").write_text(bg.Othello().to_obf(), encoding="utf-8")
    Path("four.pbn").write_text(f'[Deal "S:{FOUR}"]', encoding="utf-8")
    pbn.save("deal.pbn", [DEAL])
    bg.Record("tictactoe").save("ttt.json")
    bg.Record(bg.Honeymoon(1).play("pass")).save("later.json")
    result = run(*arguments, stdin=b"")
    assert result.exit_code == code
    assert result.stderr.startswith("bitgames: error: ")
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(Path().glob("b.*"))


def test_bad_games_can_be_skipped(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.ggf"
    source.write_text("f5d6\nf5f5\nf5f6\nx\n", encoding="utf-8")
    result = run(source, target, "--skip-bad")
    assert result.exit_code == 1
    first, second, last = result.stderr.splitlines()
    assert first.startswith(f"{source}:2: column 3: ")
    assert second.startswith(f"{source}:4: column 1: ")
    assert last == "2 games, transcript to ggf"
    assert len(ggf.load(target)) == 2


def test_one_record(tmp_path: Path) -> None:
    source, target = tmp_path / "a.json", tmp_path / "b.txt"
    transcript.parse(TAKIZAWA).save(source)
    assert run(source, target).exit_code == 0
    assert target.read_text(encoding="utf-8") == TAKIZAWA.lower() + "\n"
    assert run(target, source).exit_code == 0
    assert len(json.loads(source.read_text(encoding="utf-8"))["moves"]) == 60


def test_deals_go_to_pbn_and_back(tmp_path: Path) -> None:
    DEAL.save(tmp_path / "a.json")
    result = run(tmp_path / "a.json", tmp_path / "b.pbn")
    assert (result.exit_code, result.stderr) == (0, "1 game, record to pbn\n")
    assert run(tmp_path / "b.pbn", tmp_path / "c.json").exit_code == 0
    assert (tmp_path / "c.json").read_text() == (tmp_path / "a.json").read_text()
    assert run(tmp_path / "b.pbn", tmp_path / "d.pbn").exit_code == 0
    assert (tmp_path / "d.pbn").read_text() == (tmp_path / "b.pbn").read_text()


def test_two_hands_of_a_deal_for_four(tmp_path: Path) -> None:
    (tmp_path / "four.pbn").write_text(f'[Deal "S:{FOUR}"]\n\n[Deal "N:{FOUR}"]\n')
    arguments = [tmp_path / "four.pbn", tmp_path / "a.json", "--hands", "NE"]
    assert "a record must hold one game, not 2" in run(*arguments).stderr
    assert run(*arguments, "--number", "2").exit_code == 0
    assert bg.Record.load(tmp_path / "a.json").start.deal_text == " ".join([*FOUR.split()[:2], "-"])


def test_the_content_tells_the_format(tmp_path: Path) -> None:
    convert.save(tmp_path / "base.wtb", GAMES)
    for name, kind in (
        ("a.dat", "ggf"),
        ("b", "transcript"),
        ("c.txt", "wthor"),
        ("d.ggf", "record"),
    ):
        convert.save(tmp_path / name, GAMES[:1], kind)
        assert convert.format_of_file(tmp_path / name) == kind
        result = run(tmp_path / name, "-", "--to", "transcript")
        assert (result.stdout, result.stderr) == (
            f"{TAKIZAWA.lower()}\n",
            f"1 game, {kind} to transcript\n",
        )
    done = run("-", "-", "--to", "transcript", "-q", stdin=ggf.dumps(GAMES[2:]).encode())
    assert (done.stdout, done.stderr) == ("f5d6\n", "")


def test_one_game_of_a_base(tmp_path: Path) -> None:
    convert.save(tmp_path / "base.wtb", GAMES)
    for arguments in ([f"{tmp_path / 'base.wtb'}#3"], [tmp_path / "base.wtb", "--number", "3"]):
        result = run(*arguments[:1], "-", "--to", "transcript", *arguments[1:])
        assert (result.stdout, result.stderr) == ("f5d6\n", "1 game, wthor to transcript\n")


def test_names_and_resignations_of_records(tmp_path: Path) -> None:
    record = bg.Record(
        "othello", ["f5"], players=["Ann", "Ben"], date="2001", event="Open"
    ).resign()
    record.save(tmp_path / "a.json")
    assert run(tmp_path / "a.json", tmp_path / "b.ggf").exit_code == 0
    game = ggf.load(tmp_path / "b.ggf")[0]
    assert (game.black, game.white, game.place, game.date) == ("Ann", "Ben", "Open", "2001")
    assert game.result == "+64.000:r"
    assert run(tmp_path / "b.ggf", tmp_path / "c.json").exit_code == 0
    again = bg.Record.load(tmp_path / "c.json")
    assert again == record
    assert (again.players, again.date, again.event) == (record.players, "2001", "Open")
    assert run(tmp_path / "c.json", tmp_path / "d.wtb").exit_code == 0
    assert wthor.load(tmp_path / "d.wtb")[0].score == 4
    black = bg.Record("othello:4").resign(0)
    assert ggf.GgfGame.from_record(black).result == "-16.000:r"
    assert ggf.GgfGame.from_record(black).record() == black
