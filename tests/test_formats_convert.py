"""From any format of games to any other, in Python and by the command."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import bitgames as bg
from bitgames.cli.app import app
from bitgames.formats import convert, ggf, transcript, wthor
from tests.commands import process
from tests.test_formats_base import DATA, TAKIZAWA, WITH_PASSES, records

GAMES = [
    ggf.GgfGame.from_record(
        transcript.parse(text), black=black, white="Ben", place="Open", date="2000.01.02"
    )
    for text, black in ((TAKIZAWA, "Ann"), (WITH_PASSES, "André"), ("f5d6", ""))
]


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    """Run ``bitgames convert`` in this process."""
    return CliRunner().invoke(app, ["convert", *map(str, arguments)], input=stdin)


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
        bg.ParameterError, match="'sgf' is not a valid format: allowed are transcript, "
    ):
        convert.format_of("a.ggf", "sgf")
    with pytest.raises(bg.ParameterError, match="'record'"):
        convert.loads(b"", "record")
    with pytest.raises(bg.ParameterError, match="'record'"):
        convert.dumps([], "record")


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
    bg.Record("tictactoe").save(tmp_path / "a.json")
    with pytest.raises(bg.UnsupportedError, match=r"a\.json: .*tictactoe"):
        convert.load(tmp_path / "a.json")


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
        (["a.dat", "b.ggf"], 2, "'a.dat' has no known suffix"),
        (["a.txt", "b"], 2, "'b' has no known suffix"),
        (["-", "b.ggf"], 2, "'-' has no known suffix"),
        (["a.txt", "b.ggf", "--from", "pgn"], 2, "'pgn' is not a valid format"),
        (["-", "b.ggf", "--from", "record"], 2, "allowed are transcript, ggf and wthor"),
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
    result = run(*arguments, stdin=b"")
    assert result.exit_code == code
    assert result.stderr.startswith("bitgames: error: ")
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
    assert not Path("b.ggf").exists()


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
