"""What the formats of Othello share, and the games that their tests are drawn from."""

from __future__ import annotations

import copy
import os
import pickle
import random
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import (
    Loaded,
    convert,
    ggf,
    obf,
    pbn,
    transcript,
    wthor,
    wthor_names,
)
from bitgames.formats.parsing import ErrorCollector, decode, is_pass, othello, play
from tests import processes

DATA = Path(__file__).parent / "data" / "formats"

# A line of Takizawa's, "Othello is solved" (2023): perfect play of both, a draw, no pass.
TAKIZAWA = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
    "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
# A game of the GGS archive (16 April 2000) in which black passes twice.
WITH_PASSES = (
    "e6f4c3c4d3d6f6c6f5g5g6e3f2f7e7f3h5e2c5b6b4b5b3a4a3h4h3d8c7d7"
    "c8e8c2g4f1h6g3h2a5d2e1b2b7d1g2a6a7h1f8a8b8a2a1g1c1b1h7h8g7g8"
)


@st.composite
def records(
    draw: st.DrawFn, spec: str = "othello", *, ends_in_pass: bool = True, least: int = 0
) -> bg.Record:
    """A random game, to its end or to somewhere before."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    longest = draw(st.one_of(st.just(1000), st.integers(least, 60)))
    record = bg.Record(spec)
    while len(record) < longest and not record.position.is_over:
        record.play(chance.choice(record.position.legal_moves))
    while record.moves and is_pass(record.moves[-1]) and not ends_in_pass:
        record.undo()
    return bg.Record(record.start, record.moves)


def test_loaded_is_a_list_with_complaints() -> None:
    loaded = Loaded([1, 2])
    assert loaded == [1, 2]
    assert loaded.complaints == []
    loaded.complaints = [bg.ParseError("one")]
    for twin in (pickle.loads(pickle.dumps(loaded)), copy.deepcopy(loaded)):
        assert twin == loaded
        assert str(twin.complaints[0]) == "one"


def test_complaints_name_the_place() -> None:
    loose = ErrorCollector("a.txt", strict=False)
    loose.at_line(2, "bad")
    loose.at_byte(3, "worse")
    assert list(map(str, loose)) == ["a.txt:2: bad", "a.txt: byte 3: worse"]
    with pytest.raises(bg.ParseError, match=r"^line 2: bad$"):
        ErrorCollector("", strict=True).at_line(2, "bad")


def test_decode() -> None:
    assert decode("\ufeffabc") == "abc"
    assert decode("André".encode()) == decode("André".encode("latin-1")) == "André"


def test_only_othello() -> None:
    assert othello("othello:4") == bg.Othello(4)
    with pytest.raises(bg.UnsupportedError, match="tictactoe"):
        othello("tictactoe")
    with pytest.raises(bg.UnknownGameError):
        othello("chess")


def test_play_says_which_move() -> None:
    record = bg.Record("othello", ["f5"])
    with pytest.raises(bg.ParseError, match=r"^move 2: illegal move a1 .* f4 d6 f6$"):
        play(record, "a1")
    with pytest.raises(bg.ParseError, match=r"^move 2: .*i9"):
        play(record, "i9")
    assert len(record) == 1


def test_formats_wait_until_they_are_asked_for() -> None:
    code = "import sys, bitgames; print([m for m in sys.modules if 'formats' in m])"
    done = processes.python(code)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


TEXTS = [pbn, ggf, obf, transcript]


@pytest.mark.parametrize("data", [5, None, 1.5, ["f5"], object()])
def test_data_of_another_type(data: object) -> None:
    for module in TEXTS:
        for read in (module.loads, module.parse):
            with pytest.raises(TypeError, match="must be text or bytes, not"):
                read(data)
    for read_bytes in (
        wthor.loads,
        lambda data: wthor_names.loads(data, "players"),
        lambda data: convert.loads(data, "wthor"),
    ):
        with pytest.raises(TypeError, match="must be bytes, not"):
            read_bytes(data)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_kinds_of_bytes(kind: type[bytearray] | type[memoryview]) -> None:
    assert transcript.loads(kind(b"f5d6"))[0].moves == bg.Record("othello", ["f5", "d6"]).moves  # type: ignore[arg-type]
    assert wthor.loads(kind(wthor.dumps([wthor.WthorGame()])))[0] == wthor.WthorGame()  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["a\0b", "a\ud800b"])
def test_names_that_no_file_can_have(path: str) -> None:
    for load in (
        *(module.load for module in TEXTS),
        lambda path: list(obf.stream(path)),
        wthor.load,
        lambda path: wthor_names.load(f"{path}.jou"),
        lambda path: convert.load(path, "ggf"),
    ):
        with pytest.raises(bg.ParameterError, match="path must be the name of a file") as caught:
            load(path)
        assert str(caught.value).isprintable()


@processes.posix
def test_a_pipe_is_no_file_and_does_not_block(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jou"
    os.mkfifo(pipe)
    for load in (
        *(module.load for module in TEXTS),
        lambda path: list(obf.stream(path)),
        wthor.load,
        wthor_names.load,
        convert.load,
        convert.format_of_file,
        lambda path: convert.load(path, "ggf"),
    ):
        with pytest.raises(OSError, match="not a regular file"):
            load(pipe)


@pytest.mark.parametrize("path", [3, None, 1.5])
def test_a_number_is_not_a_file(path: object) -> None:
    """It would be an open file of the process."""
    for load in (*(module.load for module in TEXTS), wthor.load):
        with pytest.raises(TypeError):
            load(path)  # type: ignore[arg-type]


LONG = "x" * 70_000
BOARD = "-" * 27 + "O*------*O" + "-" * 27


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (obf, LONG),
        (obf, BOARD.replace("*", "X") + f" X; {LONG};"),
        (obf, BOARD.replace("*", "X") + f" {LONG}"),
        (transcript, LONG),
        (ggf, LONG),
        (ggf, f"(;{LONG}[];)"),
        (ggf, f"(;{LONG}[x"),
        (ggf, f"(;GM[{LONG}]BO[];)"),
        (ggf, f"(;GM[Othello]BO[{LONG}];)"),
        (ggf, f"(;GM[Othello]BO[8 {BOARD} {LONG}];)"),
        (ggf, f"(;GM[Othello]BO[8 {BOARD} *]B[{LONG}];)"),
        (ggf, f"(;GM[Othello]BO[8 {BOARD} *]B[F5/{LONG}];)"),
        (ggf, f"(;GM[Othello]BO[8 {BOARD} *]W[{LONG}];)"),
        (ggf, "9" * 70_000 + " (;;)"),
        (pbn, LONG),
        (pbn, f"[{LONG}]"),
        (pbn, f'[{LONG} "a"]\n' * 2),
        (pbn, f'[Deal "{LONG}"]'),
        (pbn, f'[Deal "S:{LONG} A - -"]'),
        (pbn, f'[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]\n[Vulnerable "{LONG}"]'),
        (pbn, f'[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]\n[Auction "S"]\n{LONG}'),
        (pbn, f'[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]\n[Auction "{LONG}"]\n'),
    ],
)
def test_errors_do_not_repeat_the_input(module: ModuleType, text: str) -> None:
    for read in (module.loads, module.parse):
        with pytest.raises(bg.ParseError) as caught:
            read(text)
        assert len(str(caught.value)) < 700
        assert str(caught.value).isprintable()


def test_numbers_of_thousands_of_digits() -> None:
    digits = "9" * 5000
    with pytest.raises(bg.ParseError, match="not a valid count of games"):
        ggf.loads(f"{digits} (;GM[Othello]BO[8 {BOARD} *];)")
    games = ggf.loads(f"{'0' * 5000}1 (;GM[Othello]BO[8 {BOARD} *];)")
    assert len(games) == 1
    for move in (f"F5/{digits}", f"F5//{digits}", f"F5/1e{digits}"):
        with pytest.raises(bg.ParseError, match="is not a valid number"):
            ggf.loads(f"(;GM[Othello]BO[8 {BOARD} *]B[{move}];)")
