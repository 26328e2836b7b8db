"""GGF: games of the GGS archive, round trips, and what is refused where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import ggf, transcript
from bitgames.formats.parsing import is_pass
from tests.test_formats_parsing import DATA, TAKIZAWA, WITH_PASSES, records

BOARD = "---------------------------O*------*O---------------------------"
START = f"BO[8 {BOARD} *]"

values = st.text(
    alphabet=st.characters(blacklist_characters="[]", blacklist_categories=["Cs"]), max_size=12
)
names = st.text(alphabet="ABCDEXYZ", min_size=2, max_size=3).filter(lambda name: name != "BO")
numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def games(draw: st.DrawFn, spec: str = "othello") -> ggf.GgfGame:
    """A random game with all that may be said of it."""
    record = draw(records(spec))
    said = [(draw(numbers), draw(numbers)) for _ in record.moves[:5]]
    said += [(None, None)] * (len(record) - len(said))
    moves = tuple(ggf.GgfMove(move, *each) for move, each in zip(record.moves, said, strict=True))
    tags = tuple(draw(st.lists(st.tuples(names, values), max_size=4)))
    start = record.start
    assert isinstance(start, bg.Othello)
    return ggf.GgfGame(start, moves, tags)


def test_games_of_the_archive() -> None:
    """Games of 2000 to 2010 as the server wrote them: a match of two, komi, passes, any start."""
    archive = ggf.load(DATA / "ggs.ggf")
    assert [(game.black, game.white) for game in archive] == [
        ("fangr", "patzer"),
        ("Saio1200", "Saio3000"),
        ("edax", "Roxane"),
        ("Roxane", "edax"),
        ("ming1014", "ant"),
    ]
    for game in archive:
        outcome = game.record().result
        assert outcome is not None
        komi = float(game.tag("KM", "0"))
        assert float(game.result) == outcome.scores[0] - komi
        assert game.place == "GGS/os"
    first, *_, komi_game = archive
    assert transcript.to_text(first.record()) == WITH_PASSES
    assert first.date == "2000-4-16 11:13 EST"
    assert (first.tag("RB"), first.tag("TI")) == ("1457.12", "15:00//02:00")
    assert first.moves[1] == ggf.GgfMove(first.moves[1].move, -48.5, 0.93)
    assert (first.moves[58].eval, first.moves[58].time) == (None, 1.67)
    assert is_pass(first.moves[58].move)
    assert archive[2].start == archive[3].start != bg.Othello()
    assert komi_game.tags[8:] == (
        ("KB", "e6//0.90"),
        ("KW", "f5/-1.00"),
        ("KM", "-0.500"),
        ("RE", "+8.500"),
    )


def test_the_archive_comes_back() -> None:
    """All but the case of squares, the spaces in boards and the counts is written as it was."""
    text = (DATA / "ggs.ggf").read_text(encoding="ascii")
    archive = ggf.loads(text)
    again = ggf.dumps(archive)
    assert ggf.loads(again) == archive

    def bare(text: str) -> str:
        text = text.replace("pass", "PA").replace("\n", "").upper().replace("1 (", "(")
        head, *rest = text.replace("2 (", "(").split("BO[8 ")
        boards = [part.replace(" ", "", 8) for part in rest]
        return "".join([head, *boards])

    assert bare(again) == bare(text)


@given(st.lists(games(), max_size=3))
def test_games_come_back(items: list[ggf.GgfGame]) -> None:
    assert ggf.loads(ggf.dumps(items)) == items
    for game in items:
        assert ggf.parse(ggf.to_text(game)) == game
        assert game.record().moves == [each.move for each in game.moves]


@given(st.data(), st.sampled_from(["othello:4", "othello:6"]))
def test_other_boards_come_back(data: st.DataObject, spec: str) -> None:
    game = data.draw(games(spec))
    assert ggf.parse(ggf.to_text(game)) == game


@given(records(), values, values)
def test_records_come_back(record: bg.Record, black: str, white: str) -> None:
    game = ggf.GgfGame.from_record(record, black=black, white=white)
    again = ggf.parse(ggf.to_text(game))
    assert again.record() == record
    assert (again.black, again.white) == (black, white)
    outcome = record.result
    assert game.result == ("?" if outcome is None else f"{outcome.scores[0]:+.3f}")


def test_how_it_is_written() -> None:
    record = transcript.parse("f5f6")
    game = ggf.GgfGame.from_record(
        record, black="ann", white="ben", place="home", date="2024", tags=[("TI", "15:00")]
    )
    moves = (ggf.GgfMove(record.moves[0], None, 1.2), ggf.GgfMove(record.moves[1], -1.0, 0.505))
    assert ggf.to_text(ggf.GgfGame(game.start, moves, game.tags)) == (
        "(;GM[Othello]PC[home]DT[2024]PB[ann]PW[ben]RE[?]TY[8]TI[15:00]"
        f"{START}B[F5//1.20]W[F6/-1.00/0.505];)"
    )


def test_a_start_with_white_to_move() -> None:
    start = bg.Othello().play("f5")
    game = ggf.GgfGame.from_record(bg.Record(start, ["d6", "c3"]))
    text = ggf.to_text(game)
    assert text.endswith("*** O]W[D6]B[C3];)".replace("***", "-" * 26))
    assert ggf.parse(text) == game


def test_passes_may_be_missing() -> None:
    game = ggf.GgfGame.from_record(transcript.parse(WITH_PASSES))
    text = ggf.to_text(game)
    assert text.count("B[PA]") == 2
    for word in ("", "B[pass]", "B[pa//1.5]", "B[--]"):
        assert ggf.parse(text.replace("B[PA]", word)).record() == game.record()


@pytest.mark.parametrize(
    "text",
    [
        f"(;GM[othello]{START}B[f5]W[d6];)",
        f"  (;GM[ OTHELLO ]\r\n {START}\nB[ F5 / / ] \n W[D6//];)\n",
        f"(;{START}B[F5]GM[Othello]W[D6];)",
        "(;GM[Othello]BO[8\n"
        + "\n".join(BOARD[row : row + 8] for row in range(0, 64, 8))
        + "\n*]B[F5]W[D6];)",
        f"1 (;GM[Othello]{START}B[F5]W[D6];)",
    ],
)
def test_spellings_of_the_same(text: str) -> None:
    assert ggf.parse(text) == ggf.GgfGame(
        bg.Othello(), tuple(map(ggf.GgfMove, transcript.parse("f5d6").moves))
    )


HEAD = f"(;GM[Othello]PB[ann]\n{START}\nB[F5]"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f5d6", r"line 1: 'f5d6' is not a game"),
        (f"\n\n{HEAD}", r"line 3: game 1: cut short: it has no closing ;\)"),
        (f"{HEAD}\nW[D", r"line 4: game 1: the value of W has no closing \]"),
        (f"{HEAD}\nW[D6B[C3];)", r"line 4: game 1: the value of W has no closing \]"),
        (f"{HEAD}\nW;)", r"line 4: game 1: 'W;\)' is not a valid tag"),
        (f"{HEAD}\nW[A1];)", r"line 4: game 1: move 2: illegal move a1 .* f4 d6 f6"),
        (f"{HEAD}\nW[Z9];)", r"line 4: game 1: move 2: .*Z9"),
        (f"{HEAD}\nW[];)", r"line 4: game 1: move 2: "),
        (f"{HEAD}\nW[PA];)", r"line 4: game 1: move 2: illegal move pass"),
        (f"{HEAD}\nB[D6];)", r"line 4: game 1: move 2: B\[D6\] is out of turn"),
        (f"{HEAD}\nW[D6/x];)", r"line 4: game 1: move 2: 'x' is not a valid number"),
        (f"{HEAD}\nW[D6//1_0];)", r"line 4: game 1: move 2: '1_0' is not a valid number"),
        (f"{HEAD}\nW[D6/nan];)", r"line 4: game 1: move 2: 'nan' is not a valid number"),
        (f"{HEAD}\nW[D6/9e999];)", r"line 4: game 1: move 2: '9e999' is not a valid number"),
        (f"{HEAD}\nW[D6/1/2/3];)", r"line 4: game 1: move 2: 'D6/1/2/3' is not move/"),
        (f"(;GM[Amazons]{START};)", r"line 1: game 1: GM\[Amazons\] is another game"),
        (f"(;{START};)", r"line 1: game 1: it must have one tag GM, not 0"),
        ("(;GM[Othello];)", r"line 1: game 1: it must have one tag BO, not 0"),
        (f"(;GM[Othello]{START}{START};)", r"line 1: game 1: it must have one tag BO, not 2"),
        ("(;GM[Othello]\nBO[];)", r"line 2: game 1: BO\[\] is not a valid board"),
        ("(;GM[Othello]BO[10 - *];)", r"game 1: BO\[10 - \*\] is not a valid board: .* 4, 6 or 8"),
        (f"(;GM[Othello]BO[8 {BOARD}];)", r"is not a valid board"),
        (f"(;GM[Othello]BO[8 {BOARD} X];)", r"the side to move in BO is \* or O, not 'X'"),
        (f"(;GM[Othello]BO[8 {BOARD}- *];)", r"BO of size 8 has 64 squares, not 65"),
        (f"(;GM[Othello]BO[6 {BOARD} *];)", r"BO of size 6 has 36 squares, not 64"),
        (f"(;GM[Othello]BO[8 {BOARD[:-1]}X *];)", r"squares in BO are -, \* and O, not 'X'"),
        (f"2 {HEAD};)", r"line 1: a match of 2 games is announced, but it has 1"),
        (f"1 {HEAD};){HEAD};)", r"line 1: a match of 1 games is announced, but it has 2"),
        (f"{HEAD};)\n0 {HEAD};)", r"line 4: a match of 0 games is announced, but it has 1"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(bg.ParseError, match=reason):
        ggf.loads(text)


def test_a_move_after_the_end() -> None:
    text = ggf.to_text(ggf.GgfGame.from_record(transcript.parse(TAKIZAWA)))
    for more in ("B[A1]", "W[A1]", "B[PA]"):
        with pytest.raises(bg.ParseError, match=r"game 1: move 61: .*the game is over"):
            ggf.parse(text.replace(";)", f"{more};)"))


def test_parse_wants_one_game() -> None:
    for text, count in (("", 0), (f"{HEAD};)" * 2, 2)):
        with pytest.raises(bg.ParseError, match=f"not {count}"):
            ggf.parse(text)


def test_bad_games_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    good = f"(;GM[Othello]PB[good]{START};)\n"
    bad = [
        f"(;GM[Othello]PB[x{START};)\n",
        "junk\n",
        f"(;GM[Othello]{START}B[A1];)\n",
        f"(;GM[Othello]{START}\n",
    ]
    path.write_text(good + good.join(bad) + good, encoding="utf-8")
    games = ggf.load(path, strict=False)
    assert [game.black for game in games] == ["good"] * 5
    assert [str(each).partition(": ")[0] for each in games.complaints] == [
        f"{path}:{line}" for line in (2, 4, 6, 8)
    ]
    with pytest.raises(bg.ParseError) as caught:
        ggf.load(path)
    assert str(caught.value) == f"{path}:2: game 2: the value of PB has no closing ]"


def test_a_miscounted_match_is_still_read() -> None:
    games = ggf.loads(f"3 {HEAD};){HEAD}W[A1];)", strict=False)
    assert len(games) == 1
    assert len(games.complaints) == 2


@given(st.data())
def test_damage_is_refused_or_harmless(data: st.DataObject) -> None:
    text = (DATA / "ggs.ggf").read_text(encoding="ascii")[:2800]
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 9)))
    broken = text[:begin] + data.draw(st.text(alphabet="(;)[]BW8*O- \né", max_size=2)) + text[end:]
    found = ggf.loads(broken, strict=False)
    assert found.complaints
    for game in found:
        assert ggf.parse(ggf.to_text(game)) == game


@given(st.text() | st.text(alphabet="(;)GMBO[Othello]8-*W \n"))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert not ggf.loads(text, strict=False)


def test_old_files_are_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    game = ggf.GgfGame.from_record(bg.Record("othello"), black="André")
    path.write_bytes(ggf.to_text(game).encode("latin-1"))
    assert ggf.load(path) == [game]
    ggf.save(path, [game])
    assert "André".encode() in path.read_bytes()
    assert ggf.load(path) == [game]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    start = bg.Othello()
    move = start.legal_moves[0]
    for game, reason in [
        (ggf.GgfGame(start, tags=(("PB", "a]b"),)), "brackets are not allowed"),
        (ggf.GgfGame(start, tags=(("P B", "a"),)), "allowed are letters"),
        (ggf.GgfGame(start, tags=(("BO", "8"),)), "allowed are letters, but not GM BO B W"),
        (ggf.GgfGame(start, (ggf.GgfMove(move, float("nan")),)), "finite"),
    ]:
        with pytest.raises(bg.ParameterError, match=reason):
            ggf.save(tmp_path / "games.ggf", [game])
    with pytest.raises(bg.IllegalMoveError):
        ggf.to_text(ggf.GgfGame(start, (ggf.GgfMove(move), ggf.GgfMove(move))))
    with pytest.raises(bg.UnsupportedError, match="tictactoe"):
        ggf.GgfGame.from_record(bg.Record("tictactoe"))
    assert list(tmp_path.iterdir()) == []
