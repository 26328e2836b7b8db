"""WTHOR: files built byte by byte from the published layout, round trips, damage."""

from __future__ import annotations

import datetime
import re
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import transcript, wthor, wthor_names
from bitgames.formats.parsing import is_pass
from bitgames.formats.wthor import WthorGame, WthorHeader
from tests.test_formats_parsing import TAKIZAWA, WITH_PASSES, records

PLAYERS = ["???", "Fangr", "Patzer", "André Näme"]
TOURNAMENTS = ["???", "GGS/os"]


def header(games: int, names: int = 0, year: int = 0, board: int = 8, kind: int = 0) -> bytes:
    """A header by hand: made on 3 February 2001, theoretical scores from 22 empty squares."""
    return (
        bytes([20, 1, 2, 3])
        + struct.pack("<I", games)
        + struct.pack("<H", names)
        + struct.pack("<H", year)
        + bytes([board, kind, 22 if games else 0, 0])
    )


def row(tournament: int, black: int, white: int, score: int, theory: int, moves: str) -> bytes:
    """A game by hand: 10 * row + column for each square, a1 = 11, then zeros."""
    squares = [moves[at : at + 2].lower() for at in range(0, len(moves), 2)]
    codes = [10 * int(square[1]) + "abcdefgh".index(square[0]) + 1 for square in squares]
    return (
        struct.pack("<HHH", tournament, black, white)
        + bytes([score, theory])
        + bytes(codes)
        + bytes(60 - len(codes))
    )


ROWS = [
    row(1, 1, 2, 12, 30, WITH_PASSES),
    row(0, 2, 3, 32, 32, TAKIZAWA),
    row(0, 0, 0, 3, 3, "f5d6"),
    row(0, 0, 0, 0, 0, ""),
]
BASE = header(len(ROWS), year=2000) + b"".join(ROWS)


def names(texts: list[str], width: int) -> bytes:
    """A table of names by hand."""
    rows = [text.encode("latin-1") + bytes(width - len(text)) for text in texts]
    return header(0, len(texts), board=0) + b"".join(rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the federation gives it out: a base for a year, tables for all years."""
    (tmp_path / "WTH_2000.wtb").write_bytes(BASE)
    (tmp_path / "WTHOR.JOU").write_bytes(names(PLAYERS, 20))
    (tmp_path / "WTHOR.TRN").write_bytes(names(TOURNAMENTS, 26))
    return tmp_path


def test_a_base_built_by_hand(folder: Path) -> None:
    base = wthor.load(folder / "WTH_2000.wtb", replay=True)
    assert base.header == WthorHeader(datetime.date(2001, 2, 3), 2000, 22, False)
    assert [(game.black_name, game.white_name, game.tournament_name) for game in base] == [
        ("Fangr", "Patzer", "GGS/os"),
        ("Patzer", "André Näme", "???"),
        ("???", "???", "???"),
        ("???", "???", "???"),
    ]
    first = base[0]
    assert (first.tournament, first.black, first.white) == (1, 1, 2)
    assert (first.score, first.theoretical) == (12, 30)
    assert first.squares == WITH_PASSES
    record = first.record()
    assert [ply for ply, move in enumerate(record.moves) if is_pass(move)] == [58, 60]
    assert record == transcript.parse(WITH_PASSES)
    assert WthorGame.from_record(record).score == 12
    assert base[1].record().result == bg.Outcome([], [0, 0], "board full")
    assert len(base[3].record()) == 0


def test_the_bytes_come_back(folder: Path) -> None:
    path = folder / "WTH_2000.wtb"
    assert wthor.dumps(wthor.load(path)) == BASE
    copy = folder / "copy.wtb"
    wthor.save(copy, wthor.load(path))
    assert copy.read_bytes() == BASE
    for name in ("WTHOR.JOU", "WTHOR.TRN"):
        table = wthor_names.load(folder / name)
        wthor_names.save(folder / name, table, created=table.created)
        assert table == (PLAYERS if name.endswith("JOU") else TOURNAMENTS)
    assert (folder / "WTHOR.JOU").read_bytes() == names(PLAYERS, 20)
    assert (folder / "WTHOR.TRN").read_bytes() == names(TOURNAMENTS, 26)


def test_tables_of_names(folder: Path) -> None:
    path = folder / "WTH_2000.wtb"
    (folder / "wth_2000.jou").write_bytes(names(["a", "b", "c", "d"], 20))
    assert wthor.load(path)[0].black_name == "b"
    assert wthor.load(path, players=PLAYERS[::-1], tournaments=())[0].black_name == "Patzer"
    assert wthor.load(path, players=(), tournaments=())[0].tournament_name == ""
    assert wthor.loads(BASE, players=PLAYERS)[1].white_name == "André Näme"


@given(st.lists(records(ends_in_pass=False), max_size=4))
def test_games_come_back(items: list[bg.Record]) -> None:
    games = [WthorGame.from_record(record) for record in items]
    again = wthor.loads(wthor.dumps(games), replay=True)
    assert again == games
    assert [game.record() for game in again] == items


@given(
    st.lists(
        st.builds(
            WthorGame,
            tournament=st.integers(0, 65535),
            black=st.integers(0, 65535),
            white=st.integers(0, 65535),
            score=st.integers(0, 64),
            theoretical=st.integers(0, 64),
            squares=st.lists(st.from_regex("[a-h][1-8]", fullmatch=True), max_size=60).map("".join),
        ),
        max_size=4,
    ),
    st.builds(
        WthorHeader,
        st.none() | st.dates(),
        st.integers(0, 65535),
        st.integers(0, 255),
        st.booleans(),
    ),
)
def test_numbers_come_back(games: list[WthorGame], head: WthorHeader) -> None:
    base = wthor.loads(wthor.dumps(games, head))
    assert base == games
    assert base.header == head
    assert wthor.loads(wthor.dumps(base)).header == head


latin = st.text(alphabet=st.characters(min_codepoint=1, max_codepoint=255), max_size=19)


@given(st.lists(st.tuples(latin, latin, latin), max_size=5))
def test_names_come_back(people: list[tuple[str, str, str]]) -> None:
    record = bg.Record("othello", ["f5"])
    games = [
        WthorGame.from_record(record, black=black, white=white, tournament=tournament)
        for black, white, tournament in people
    ]
    numbered, players, tournaments = wthor.tabulate(games)
    assert len(set(players)) == len(players)
    again = wthor.loads(
        wthor.dumps(numbered),
        players=wthor_names.loads(wthor_names.dumps(players, "players"), "players"),
        tournaments=wthor_names.loads(wthor_names.dumps(tournaments, "tournaments"), "tournaments"),
    )
    assert again == numbered
    assert [(g.black_name, g.white_name, g.tournament_name) for g in again] == people


def test_saving_with_names(tmp_path: Path) -> None:
    game = WthorGame.from_record(
        transcript.parse("f5d6"), black="ann", white="ben", tournament="Open"
    )
    wthor.save(tmp_path / "a.wtb", [game], WthorHeader(datetime.date(2024, 5, 6)), names=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.jou", "a.trn", "a.wtb"]
    assert wthor_names.load(tmp_path / "a.jou").created == datetime.date(2024, 5, 6)
    again = wthor.load(tmp_path / "a.wtb")[0]
    assert (again.black_name, again.white_name, again.tournament_name) == ("ann", "ben", "Open")


def put(data: bytes, offset: int, *values: int) -> bytes:
    """The data with other bytes at a place."""
    return data[:offset] + bytes(values) + data[offset + len(values) :]


SECOND = 16 + 68


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "byte 0: a header must have 16 bytes, but there are 0"),
        (BASE[:15], "byte 0: a header must have 16 bytes, but there are 15"),
        (BASE[:-1], "byte 4: 4 games are announced, which is 288 bytes, but there are 287"),
        (BASE + b"\0", "byte 4: 4 games are announced, which is 288 bytes, but there are 289"),
        (put(BASE, 4, 5), "byte 4: 5 games are announced, which is 356 bytes"),
        (put(BASE, 7, 255), r"byte 4: 4278190084 games are announced"),
        (put(BASE, 2, 13), "byte 0: century 20, year 1, month 13, day 3 is not a valid day"),
        (put(BASE, 12, 10), "byte 12: the size of the board must be 8 .* not 10"),
        (put(BASE, 13, 2), "byte 13: the type of the games must be 0 or 1, not 2"),
        (
            put(BASE, SECOND + 6, 65),
            "byte 90: game 2: the discs of black must be at most 64, not 65",
        ),
        (
            put(BASE, SECOND + 7, 65),
            "byte 91: game 2: the theoretical discs of black must be at most 64",
        ),
        (put(BASE, SECOND + 8, 99), "byte 92: game 2: 99 is not a valid square: 11 is a1"),
        (put(BASE, SECOND + 9, 0), "byte 93: game 2: 0 is not a valid square"),
        (put(BASE, SECOND + 10, 19), "byte 94: game 2: 19 is not a valid square"),
        (put(BASE, SECOND + 8, 11), "byte 92: game 2: move 1: illegal move a1"),
        (put(BASE, SECOND + 40, 56), "byte 124: game 2: move 33: illegal move f5"),
        (put(BASE, 16 + 67, 11), "byte 83: game 1: move 62: illegal move a1"),
        (put(BASE, SECOND + 2, 9), "byte 86: game 2: player 9 is not among the 4 of the table"),
        (put(BASE, SECOND + 4, 9), "byte 88: game 2: player 9 is not among"),
        (put(BASE, SECOND, 2), "byte 84: game 2: tournament 2 is not among the 2"),
    ],
)
def test_damage_is_refused_by_its_place(data: bytes, reason: str, folder: Path) -> None:
    with pytest.raises(bg.ParseError, match=f"^{reason}"):
        wthor.loads(data, players=PLAYERS, tournaments=TOURNAMENTS, replay=True)
    path = folder / "WTH_2000.wtb"
    path.write_bytes(data)
    with pytest.raises(bg.ParseError, match=f": {reason}") as caught:
        wthor.load(path, replay=True)
    assert str(caught.value).startswith(f"{path}: byte ")


def test_the_shortest_game() -> None:
    """Nine moves that leave white without a disc: all empty squares are black's too."""
    game = WthorGame.from_record(transcript.parse("e6f4e3f6g5d6e7f5c5"))
    assert game.score == 64
    with pytest.raises(bg.ParseError, match=r"^move 10: .*the game is over"):
        WthorGame(squares=game.squares + "a1").record()


def test_illegal_moves_are_found_on_demand_only() -> None:
    data = put(BASE, SECOND + 8, 11)
    game = wthor.loads(data)[1]
    with pytest.raises(bg.ParseError, match=r"^move 1: illegal move a1"):
        game.record()


def test_bad_games_can_be_left_out() -> None:
    data = put(put(BASE, SECOND + 8, 11), 2, 13)[:-1]
    base = wthor.loads(data, replay=True, strict=False)
    assert [game.squares for game in base] == [WITH_PASSES, "f5d6"]
    assert [str(each).partition(": ")[0] for each in base.complaints] == [
        "byte 0",
        "byte 4",
        "byte 92",
    ]
    assert base.header.created is None
    assert wthor.loads(b"", strict=False) == []
    assert wthor.loads(put(BASE, 12, 10), strict=False) == []


@given(st.integers(0, len(BASE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_refused_or_another_base(place: int, change: int) -> None:
    data = bytearray(BASE)
    data[place] ^= change
    found = wthor.loads(bytes(data), replay=True, strict=False)
    if not found.complaints:
        # In the header of games the number of names and the last byte are for nothing, and the
        # size 0 means 8.
        assert wthor.dumps(found) == put(put(put(bytes(data), 8, 0, 0), 12, 8), 15, 0)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    wthor.loads(data, replay=True, strict=False)
    wthor_names.loads(data, "players", strict=False)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"short", "byte 0: a header must have 16 bytes, but there are 5"),
        (names(PLAYERS, 20)[:-1], "byte 8: 4 players are announced, which is 96 bytes"),
        (names(PLAYERS, 20) + b"x", "byte 8: 4 players are announced, which is 96 bytes"),
        (names(PLAYERS, 26), "byte 8: 4 players are announced, .* but there are 120"),
        (put(names(PLAYERS, 20), 3, 32), "byte 0: .* is not a valid day"),
    ],
)
def test_damaged_tables(data: bytes, reason: str, folder: Path) -> None:
    path = folder / "WTHOR.JOU"
    path.write_bytes(data)
    with pytest.raises(bg.ParseError, match=f"{re.escape(str(path))}: {reason}"):
        wthor_names.load(path)
    with pytest.raises(bg.ParseError, match=r"WTHOR\.JOU: byte"):
        wthor.load(folder / "WTH_2000.wtb")
    base = wthor.load(folder / "WTH_2000.wtb", strict=False)
    assert "WTHOR.JOU" in str(base.complaints[0])


def test_a_name_of_full_width_is_read() -> None:
    data = names(["x" * 20], 20)
    assert wthor_names.loads(data, "players") == ["x" * 20]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    for texts, reason in [
        (["x" * 20], "at most 19 characters"),
        (["a\0b"], "without NUL"),
        (["\u5c71"], "Latin-1"),
        ([""] * 65536, "at most 65535"),
    ]:
        with pytest.raises(bg.UnsupportedError, match=reason):
            wthor_names.save(tmp_path / "a.jou", texts)
    for path in ("a.txt", "jou"):
        with pytest.raises(bg.ParameterError, match=r"\.jou or \.trn"):
            wthor_names.save(tmp_path / path, [])
    with pytest.raises(bg.ParameterError, match="players and tournaments"):
        wthor_names.dumps([], "people")  # type: ignore[arg-type]
    for game, reason in [
        (WthorGame(black=65536), "game 1: black is from 0 to 65535, not 65536"),
        (WthorGame(score=-1), "game 1: score is from 0 to 64, not -1"),
        (WthorGame(squares="f5d"), "at most 60 squares like f5, not 'd'"),
        (WthorGame(squares="F5"), "not 'F5'"),
        (WthorGame(squares="a1" * 61), "61 moves"),
    ]:
        with pytest.raises(bg.ParameterError, match=reason):
            wthor.save(tmp_path / "a.wtb", [game])
    with pytest.raises(bg.ParameterError, match="year"):
        wthor.dumps([], WthorHeader(year=70000))
    with pytest.raises(bg.UnsupportedError, match="Latin-1"):
        wthor.save(tmp_path / "a.wtb", [WthorGame(black_name="\u5c71")], names=True)
    for record in (bg.Record("othello:6"), bg.Record(bg.Othello().play("f5"))):
        with pytest.raises(bg.UnsupportedError, match="usual start"):
            WthorGame.from_record(record)
    assert list(tmp_path.iterdir()) == []
