"""The judge on the seed's samples and on random records, against the reference."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests import strategies
from tests.reference import tictactoe

SAMPLES = Path(__file__).parent / "data" / "judge_samples.txt"

records = st.text(alphabet="123456789", min_size=0, max_size=15)
whole_games = st.permutations("123456789").map("".join)


def samples() -> list[tuple[str, str]]:
    lines = SAMPLES.read_text(encoding="ascii").splitlines()
    pairs = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(record, result) for record, result in pairs]


@pytest.mark.parametrize(("record", "result"), samples())
def test_samples(record: str, result: str) -> None:
    assert bg.tictactoe.judge(record).result == result
    assert str(bg.tictactoe.judge(record)) == result
    assert tictactoe.judge(record)[0] == result


def test_there_are_25_samples_five_of_each_result() -> None:
    results = [result for _, result in samples()]
    expected = ["x won.", "Foul : x won.", "o won.", "Foul : o won.", "Draw game."]
    assert results == [result for result in expected for _ in range(5)]


def assert_same(record: str) -> None:
    try:
        expected = tictactoe.judge(record)
    except ValueError:
        with pytest.raises(bg.ParseError):
            bg.tictactoe.judge(record)
        return
    judgement = bg.tictactoe.judge(record)
    assert (judgement.result, judgement.winner, judgement.foul, judgement.ply) == expected


@given(st.one_of(records, whole_games, whole_games.map(lambda game: game + "5")))
@settings(max_examples=1000)
def test_random_records(record: str) -> None:
    assert_same(record)


@given(st.builds(str.__add__, records, st.one_of(st.text(max_size=12), strategies.texts)))
def test_any_text(record: str) -> None:
    assert_same(record)


def test_all_games_without_a_foul() -> None:
    """Every order of play to its end gives the judge's and the game's one verdict."""

    def walk(position: bg.TicTacToe, record: str) -> int:
        if position.outcome is None:
            return sum(
                walk(position.play(move), record + str(int(move) + 1))
                for move in position.legal_moves
            )
        judgement = bg.tictactoe.judge(record)
        assert judgement.winner == position.outcome.winner
        assert (judgement.foul, judgement.ply) == (False, len(record))
        return 1

    opening = bg.TicTacToe().play("b2").play("a1")
    assert walk(opening, "51") == bg.perft(opening, 7)


@pytest.mark.parametrize(
    "record", ["", "1", "51374628", "1a", "14253x", "0", "12 45", "\uff15", "1\n", "-1"]
)
def test_bad_records(record: str) -> None:
    with pytest.raises(bg.ParseError):
        bg.tictactoe.judge(record)
