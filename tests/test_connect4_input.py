"""Bad input for Connect Four: one line that names what is wrong and what is allowed."""

from __future__ import annotations

import pytest

import bitgames as bg
from tests import commands

FULL = bg.Record("connect4", "444444").position
WON = bg.Record("connect4", "4141414").position
EMPTY = "/".join(["......."] * 6)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("connect4:300,4", "width must be from 4 to 12, not 300"),
        ("connect4:7,3", "height must be from 4 to 12, not 3"),
        ("connect4:-5,6", 'with two whole numbers from 4 to 12, not "-5,6"'),
        ("connect4:12,12", "must be at most 128 cells, an empty row on top included, not 12 x 13"),
        (
            "connect4:7",
            "connect4 must be connect4:WIDTH,HEIGHT with two whole numbers from 4 to 12",
        ),
        ("connect4:7,6,4", 'with two whole numbers from 4 to 12, not "7,6,4"'),
        ("connect4:a,b", 'with two whole numbers from 4 to 12, not "a,b"'),
    ],
)
def test_wrong_sizes(spec: str, words: str) -> None:
    with pytest.raises(bg.ParameterError) as refusal:
        bg.games.get(spec)
    assert words in str(refusal.value)
    result = commands.run("show", spec)
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("spec", ["connect4:7,6\n/.", "mnk:7,6,4\n/.", "tictactoe:3\n"])
def test_a_wrong_spec_is_told_in_one_line(spec: str) -> None:
    with pytest.raises(bg.ParameterError) as refusal:
        bg.games.get(spec)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (FULL, "4", "legal moves are 1 2 3 5 6 7"),
        (FULL, 3, "legal moves are 1 2 3 5 6 7"),
        (FULL, "d7", "moves are columns, 1 (left) to 7 (right), or the cell where the disc lands"),
        (FULL, "c2", "moves are columns, 1 (left) to 7 (right), or the cell where the disc lands"),
        (FULL, "8", "moves are columns, 1 (left) to 7 (right), or the cell where the disc lands"),
        (FULL, 7, "move indices go from 0 to 6"),
        (WON, "2", "the game is over (4 in a row)"),
    ],
)
def test_moves_that_cannot_be_played(position: bg.Position, move: str | int, words: str) -> None:
    with pytest.raises(bg.GameError) as refusal:
        position.play(move)
    assert str(refusal.value).endswith(words)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("......./......./......./..x..../......./...o...", "a disc floats: each lies on"),
        (EMPTY.replace(".......", "oxox...", 1), "a disc floats: each lies on the bottom"),
        (f"{EMPTY[:-7]}ooo....", "o has as many marks as x or one more"),
        (f"{EMPTY[:-7]}xx.....", "o has as many marks as x or one more"),
        (f"{EMPTY[:-15]}xxxx.../oooo...", "both sides have a line, and the first line"),
        (f"{EMPTY[:-15]}xx...../ooooxx.", "the side to move has a line, so the game ended"),
        (f"{EMPTY[:-15]}oooo.../xxxxo..", "both sides have a line, and the first line"),
        (f"{EMPTY[:-15]}xxxo.../oooox..", "no single last move completes all the lines"),
        (f"{EMPTY[:-7]}...X...", "cells are o, x or ., not 'X'"),
        (EMPTY[:-1], "row 6 must have 7 cells"),
        (EMPTY[:-8], "connect4 needs 6 rows joined by /"),
    ],
)
def test_impossible_boards(rows: str, words: str) -> None:
    for read in (bg.position, bg.ConnectFour.from_string):
        with pytest.raises(bg.GameError) as refusal:
            read(f"connect4 {rows}")
        assert words in str(refusal.value)
    result = commands.run("show", f"connect4 {rows}")
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
