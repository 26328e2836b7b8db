"""Files of any format by their content; positions and moves as people type them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames import formats
from bitgames.formats import ggf, obf, pbn, pons, sgf, transcript, wthor
from bitgames.formats.reading import FORMATS
from tests import processes
from tests.specs import every_board

GAME = bg.Record("othello", ["f5", "d6", "c3"])
FOUR = bg.Record("connect4", "4444")
DEAL = bg.Record(bg.Honeymoon(7), ["1C", "pass"])
LISTED = "allowed are games as record, WTHOR, SGF, GGF, PBN, OBF, positions, Pons or transcript"


def content(kind: str) -> bytes:
    """A file of each format with one game."""
    return {
        "record": GAME.dumps().encode(),
        "WTHOR": wthor.dumps([wthor.WthorGame.from_record(GAME)]),
        "SGF": sgf.dumps([GAME]).encode(),
        "GGF": ggf.dumps([ggf.GgfGame.from_record(GAME)]).encode(),
        "PBN": pbn.dumps([DEAL]).encode(),
        "OBF": obf.dumps([obf.ObfProblem(GAME.position)]).encode(),
        "Pons": pons.dumps([pons.PonsProblem(FOUR, 2)]).encode(),
        "positions": f"{GAME.position}\n{GAME.position.to_string()}\n".split("\n")[-2].encode(),
        "transcript": transcript.dumps([GAME]).encode(),
    }[kind]


def expected(kind: str) -> bg.Record:
    if kind in ("PBN", "Pons"):
        return DEAL if kind == "PBN" else FOUR
    return bg.Record(GAME.position) if kind in ("OBF", "positions") else GAME


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("name", ["game.dat", "game.json", "game.wtb", "game.txt", "game"])
def test_the_content_tells_the_format_whatever_the_suffix(
    tmp_path: Path, kind: str, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content(kind))
    assert formats.read_any(path) == [expected(kind)]
    assert formats.read_any(str(path)) == [expected(kind)]
    assert formats.read_any(content(kind)) == [expected(kind)]
    assert formats.read_one(path) == expected(kind)


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "WTHOR"])
def test_text_is_read_as_content(kind: str) -> None:
    assert formats.read_any(content(kind).decode()) == [expected(kind)]


def test_text_after_a_byte_order_mark_empty_lines_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes("\ufeff% two games\r\n\r\nF5 D6\r\n  % more\r\nf5f6\r\n".encode())
    assert [len(record) for record in formats.read_any(path)] == [2, 2]


def test_records_on_lines(tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_text(f"{GAME.to_json()}\n{DEAL.to_json()}\n")
    assert formats.read_any(path) == [GAME, DEAL]
    path.write_text(f"{GAME.to_json()}\n{DEAL.to_json()[:-9]}\n")
    with pytest.raises(bg.ParseError, match=r"records:2: .*not valid JSON"):
        formats.read_any(path)


def test_obf_of_every_size_and_its_scores() -> None:
    board = bg.position("othello:6")
    assert formats.read_any(f"{board.to_obf()};") == [bg.Record(board)]
    with pytest.raises(bg.ParseError, match="A1 cannot be played here"):
        formats.read_any(f"{bg.Othello().to_obf()}; A1:+2;")


def base(path: Path, count: int) -> Path:
    games = [wthor.WthorGame(squares=each) for each in ("f5d6", "f5f6e6", "c4c3")]
    wthor.save(path, [games[number % 3] for number in range(count)])
    return path


def test_one_game_of_a_base_by_its_number(tmp_path: Path) -> None:
    path = base(tmp_path / "1990.wtb", 1000)
    assert formats.read_one(path, 2) == transcript.parse("f5f6e6")
    assert formats.read_one(f"{path}#1000") == transcript.parse("f5d6")
    assert formats.read_one(f"{path}#2", game="othello") == transcript.parse("f5f6e6")
    with pytest.raises(bg.ParameterError, match=r"holds 1,000 games, not one: name one of them, "):
        formats.read_one(path)
    for number in (0, -1, 1001, 10**30):
        with pytest.raises(bg.ParameterError, match=r"number must be from ") as refusal:
            formats.read_one(path, number)
        assert refusal.value.name == "number"
    with pytest.raises(TypeError):
        formats.read_one(path, "2")  # type: ignore[arg-type]


def test_one_bad_game_of_a_base_does_not_spoil_another(tmp_path: Path) -> None:
    path = tmp_path / "1990.wtb"
    wthor.save(path, [wthor.WthorGame(squares="f5d6"), wthor.WthorGame(squares="f5a1")])
    assert formats.read_one(path, 1) == transcript.parse("f5d6")
    with pytest.raises(bg.ParseError, match=r"1990\.wtb: game 2: move 2: illegal move a1"):
        formats.read_one(path, 2)
    with pytest.raises(bg.ParseError, match=r"1990\.wtb: game 2: "):
        formats.read_any(path)


def test_a_name_with_a_number_sign_is_a_name_first(tmp_path: Path) -> None:
    path = tmp_path / "games#2"
    path.write_text("f5d6")
    assert formats.read_one(path) == transcript.parse("f5d6")


def test_names_date_and_event_come_along(tmp_path: Path) -> None:
    path = tmp_path / "1990.wtb"
    game = wthor.WthorGame.from_record(GAME, black="Ann", white="Ben", tournament="Open")
    wthor.save(path, [game], names=True)
    record = formats.read_one(path)
    assert (record.players, record.event) == (("Ann", "Ben"), "Open")
    made = ggf.GgfGame.from_record(record, date="1990.05.06")
    again = formats.read_any(ggf.to_text(made))[0]
    assert (again.players, again.event, again.date) == (("Ann", "Ben"), "Open", "1990.05.06")
    tags = {"South": "Ann", "West": "Ben", "Event": "Club", "Date": "1990.05.06"}
    deal = formats.read_any(pbn.to_text(pbn.PbnGame(DEAL, tags)))[0]
    assert (deal.players, deal.event, deal.date) == (("Ann", "Ben"), "Club", "1990.05.06")
    assert bg.Record.loads(deal.dumps()).players == ("Ann", "Ben")


def test_names_that_a_record_cannot_hold_are_shortened() -> None:
    text = ggf.to_text(ggf.GgfGame.from_record(GAME)).replace("PB[]", f"PB[a\x1b{'b' * 500}]")
    record = formats.read_any(text)[0]
    assert record.players is not None
    assert record.players[0] is not None
    assert record.players[0].startswith("a\\u{1b}bb")
    assert len(record.players[0]) == 200
    assert bg.Record.loads(record.dumps()) == record


def test_the_wanted_game_starts_transcripts_and_refuses_others(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("b2a1c3\n")
    assert formats.read_one(path, game="tictactoe") == bg.Record("tictactoe", ["b2", "a1", "c3"])
    assert formats.read_one(path, game="mnk:4,3,3").start == bg.position("mnk:4,3,3")
    with pytest.raises(bg.UnknownGameError):
        formats.read_one(path, game="chess")
    GAME.save(path)
    with pytest.raises(bg.ParameterError, match="is a game of othello, not of tictactoe"):
        formats.read_any(path, game="tictactoe")
    with pytest.raises(bg.ParameterError, match="has a game of othello, not of honeymoon"):
        formats.read_any(base(path, 3), game="honeymoon")


@pytest.mark.parametrize("data", [b"", b" \n\r\n\t"])
def test_an_empty_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(bg.ParseError) as refusal:
        formats.read_any(path)
    assert str(refusal.value) == f"{path} is empty: {LISTED}"


def test_a_file_without_games(tmp_path: Path) -> None:
    path = tmp_path / "empty.wtb"
    wthor.save(path, [])
    assert formats.read_any(path) == []
    with pytest.raises(bg.ParameterError, match=r"holds 0 games, not one$"):
        formats.read_one(path)
    with pytest.raises(bg.ParameterError, match=r"number must be one of 0 games of .*, not 1"):
        formats.read_one(path, 1)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("game.txt", b"once upon a time", "as transcript: {}:1: move 1: cannot read move"),
        ("game.json", b'{"name": "package"}', "as record: {}: not a bitgames record"),
        ("game.ggf", b"nothing", "as GGF: {}:1: 'nothing' is not a game"),
        ("game.bin", bytes(range(256)), "as WTHOR: {}: byte "),
        ("game.wtb", b"cut", "as WTHOR: {}: byte 0: a header must have 16 bytes"),
        ("game.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "as WTHOR: {}: byte "),
        ("game", "f5d6".encode("utf-16"), "as WTHOR: {}: byte "),
    ],
)
def test_a_file_of_no_format(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(bg.ParseError) as refusal:
        formats.read_any(path)
    text = str(refusal.value)
    assert text.startswith(f"{path} has no known format: {LISTED}; {reason.format(path)}"), text
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize("kind", FORMATS)
def test_a_damaged_file_names_its_format(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "game"
    damaged = {
        "record": lambda data: data.replace(b"c3", b"c4"),
        "WTHOR": lambda data: data[:-1],
        "SGF": lambda data: data[:-4],
        "GGF": lambda data: data[:-4],
        "PBN": lambda data: data.replace(b"1C", b"9C"),
        "OBF": lambda data: data.replace(b" O;", b" Z;"),
        "Pons": lambda data: data.replace(b"4", b"8"),
        "positions": lambda data: data + b"x",
        "transcript": lambda data: data + b"a1\n",
    }[kind](content(kind))
    path.write_bytes(damaged)
    with pytest.raises(bg.ParseError) as refusal:
        formats.read_any(path)
    assert str(refusal.value).startswith(f"{path}:")
    assert str(refusal.value).endswith(f"(read as {kind})")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.txt", "none.txt", "#3", "none.wtb#3"):
        with pytest.raises(FileNotFoundError):
            formats.read_any(missing)
        with pytest.raises(FileNotFoundError):
            formats.read_one(missing)
    with pytest.raises(OSError, match="directory"):
        formats.read_any(tmp_path)
    for name in ("", "a\0b"):
        with pytest.raises((bg.ParameterError, bg.ParseError)):
            formats.read_one(name)
    with pytest.raises(TypeError):
        formats.read_any(3)  # type: ignore[arg-type]


@processes.posix
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        formats.read_any(tmp_path / "pipe")


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)
    with pytest.raises(bg.LimitError, match="larger than the 256 MiB"):
        formats.read_any(path)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes) -> None:
    try:
        formats.read_any(data)
    except bg.GameError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 800


# Positions.


@every_board
def test_every_printed_form_of_a_position_is_read(spec: str) -> None:
    start = bg.position(spec)
    position = start.play(start.legal_moves[0])
    text = position.to_string()
    words = text.replace(" ", "  \n ")
    data = json.dumps({"game": spec, "position": text})
    for form in (text, words, f"  {text}\n", repr(position), f"bg.{position!r}", data):
        assert formats.read_position(form) == position
    assert formats.read_position(spec) == start


def test_obf_boards_are_positions() -> None:
    for size in ("othello", "othello:6", "othello:4"):
        position = bg.position(size)
        board = position.to_obf()
        for form in (board, f"{board};", f"{board}; % start", board.replace(" ", "   ").lower()):
            assert formats.read_position(form) == position
    problem = obf.ObfProblem(GAME.position, {GAME.position.legal_moves[0]: 2}, "third")
    assert formats.read_position(obf.to_text(problem)) == GAME.position


@pytest.mark.parametrize(
    "text",
    ["", "  ", "chess", "othello x", "{}", '{"position": 3}', "[1]", "{", "-" * 64, "-" * 65 + " X",
     "-" * 63 + "? X", "Othello.from_string('')", "tictactoe ooo/.../..."],
)  # fmt: skip
def test_other_text_is_not_a_position(text: str) -> None:
    with pytest.raises(bg.GameError) as refusal:
        formats.read_position(text)
    assert len(str(refusal.value).splitlines()) == 1


def test_a_position_is_text() -> None:
    with pytest.raises(TypeError):
        formats.read_position(b"othello")  # type: ignore[arg-type]


# Moves.


@every_board
@pytest.mark.parametrize("between", ["", " ", ", ", "\n", ";"])
def test_moves_of_every_game_with_or_without_spaces(spec: str, between: str) -> None:
    player, record = bg.Agent("random", seed=5), bg.Record(spec)
    while not record.is_over:
        record.play(player.choose(record.position))
    for case in (str, str.upper, str.lower):
        text = case(between.join(map(str, record.moves)))
        assert formats.read_moves(record.start, text) == record.moves


def test_forced_passes_may_be_missing_and_numbers_are_skipped() -> None:
    text = (
        "e6f4c3c4d3d6f6c6f5g5g6e3f2f7e7f3h5e2c5b6b4b5b3a4a3h4h3d8c7d7"
        "c8e8c2g4f1h6g3h2a5d2e1b2b7d1g2a6a7h1f8a8b8a2a1g1c1b1h7h8g7g8"
    )
    assert formats.read_moves(bg.Othello(), text) == transcript.parse(text).moves
    assert (
        formats.read_moves(bg.Othello(), "1. f5 d6 2. c3 3...d3")
        == transcript.parse("f5d6c3d3").moves
    )
    assert formats.read_moves(bg.Othello(), "") == []


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("f5d6x9", bg.ParseError, 'move 3: cannot read move "x9"'),
        ("f5d6a1", bg.IllegalMoveError, "move 3: illegal move a1"),
        ("f5 6", bg.ParseError, "move 2: "),
        ("f5" + "x" * 500, bg.ParseError, "move 2: "),
    ],
)
def test_bad_moves_are_named(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error) as refusal:
        formats.read_moves(bg.Othello(), text)
    assert str(refusal.value).startswith(reason)
    assert len(str(refusal.value)) < 200


def test_moves_after_the_end() -> None:
    with pytest.raises(bg.GameError, match="move 6: "):
        formats.read_moves(bg.TicTacToe(), "a1b1a2b2a3b3")


# Boards as they are drawn.


@pytest.mark.parametrize("spec", ["tictactoe", "tictactoe:5", "othello", "othello:6", "othello:4",
                                  "mosaic:3", "mosaic:5", "mosaic", "quo:4", "quo",
                                  "connect4", "connect4:5,4", "connect4:8,7"])  # fmt: skip
def test_boards_as_drawn_are_positions(spec: str) -> None:
    player, record = bg.Agent("random", seed=3), bg.Record(spec)
    for _ in range(9):
        position = record.position
        marked = record.to_text(legal=True)
        texts = [str(position), record.to_text(), marked, f"\n{marked}\n\n"]
        if spec not in ("mosaic", "quo"):  # so wide that the layers do not stand in one row
            texts.append(position.to_text(numbers=True, cell_width=2))
        for text in texts:
            assert formats.read_position(text) == position, text
        record.play(player.choose(position))
        if record.is_over:
            break


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("   a b c\n1  o . .\n2  . . .\n3  . . .\no wins", "ends with the player to move"),
        ("   a b c\n1  o . .\n2  . . .\n3  . . .\no to move", "not a position of a game"),
        ("   a b c\n1  # . .\n2  . . .\n3  . . .\nx to move", "not a position of a game"),
        ("   a b c\n1  o . .\n3  . . .\nx to move", "rows of a board are numbered"),
        ("   a b c\n1  o . .\n1  . . .\nx to move", "rows of a board are numbered"),
        ("   a b c\n1  o . .\nsouth to move", "not a position of a game"),
        ("   a b d\n1  o . .\n2  . . .\n3  . . .\nx to move", "the letters above a board"),
        ("  a c    a\n1 . .  1 .\nx to move", "the letters above a board"),
        ("   a b c\n\n\n", "lacks rows"),
        ("  a b c    a b    a\n1 . . .  1 . .  1 .\nfirst to move", "lacks rows"),
        ("   a b c\nx to move\nx to move", "lacks rows"),
    ],
)
def test_other_drawings_are_refused(text: str, reason: str) -> None:
    with pytest.raises(bg.ParseError, match=reason) as refusal:
        formats.read_position(text)
    assert len(str(refusal.value).splitlines()) == 1


def test_a_drawing_of_cards_or_of_an_open_rule_does_not_tell_the_position() -> None:
    for spec in ("honeymoon", "mnk:4,3,3"):
        with pytest.raises(bg.GameError):
            formats.read_position(str(bg.position(spec)))
