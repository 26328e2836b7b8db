"""What the formats of Othello share, and the games that their tests are drawn from."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import Loaded
from bitgames.formats.base import Complaints, Refused, decode, is_pass, othello, play
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
    loose = Complaints("a.txt", strict=False)
    loose.at_line(2, "bad")
    loose.at_byte(3, "worse")
    assert list(map(str, loose)) == ["a.txt:2: bad", "a.txt: byte 3: worse"]
    with pytest.raises(bg.ParseError, match=r"^line 2: bad$"):
        Complaints("", strict=True).at_line(2, "bad")


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
    with pytest.raises(Refused, match=r"^move 2: illegal move a1 .* f4 d6 f6$"):
        play(record, "a1")
    with pytest.raises(Refused, match=r"^move 2: .*i9"):
        play(record, "i9")
    assert len(record) == 1


def test_formats_wait_until_they_are_asked_for() -> None:
    code = "import sys, bitgames; print([m for m in sys.modules if 'formats' in m])"
    done = processes.python(code)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
