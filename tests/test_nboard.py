"""The NBoard protocol as other programs see us: transcripts and bad input."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.protocols import nboard
from tests.protocol_examples import EXAMPLE, START, Picker

EXAMPLE_MOVES = ["f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"]


def talk(*lines: str, chooser: Picker | None = None) -> list[str]:
    """What the engine says to some lines, the game of the example being set."""
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append, chooser)
    for line in ["nboard 2", "set depth 3", f"set game {EXAMPLE}", *lines]:
        server.handle(line)
    return said


def test_the_session_that_the_protocol_shows() -> None:
    said = talk("ping 1", "go")
    assert said[:4] == [
        "set myname bitgames-8", "set myname bitgames-3", "pong 1", "status bitgames-3 is thinking",
    ]  # fmt: skip
    assert said[-1] == "status bitgames-3 is waiting"
    position = bg.Record("othello", EXAMPLE_MOVES).position
    found = bg.search(position, depth=3)
    answer = re.fullmatch(r"=== ([A-H][1-8])/(-?\d+\.\d\d)/(\d+\.\d+)", said[-2])
    assert answer is not None
    assert position.parse_move(answer[1]) == found.best_move
    assert float(answer[2]) == pytest.approx(found.value, abs=0.01)
    for line in said[4:-2]:
        search = re.fullmatch(r"search (([A-H][1-8]|PA)+) -?\d+\.\d\d 0 [123]", line)
        assert search or re.fullmatch(r"nodestats \d+ \d+\.\d+", line), line


def test_the_engine_does_not_play_its_move() -> None:
    once, twice = talk("go"), talk("go", "go")
    moves = [line.split("/")[0] for line in twice if line.startswith("===")]
    assert len(moves) == 2
    assert moves[0] == moves[1] == once[-2].split("/")[0]


@pytest.mark.parametrize("line", ["move D6", "move d6/1.5/2.5", "move D6//3", "D6"])
def test_moves_in_every_spelling(line: str) -> None:
    said = talk(line, "go", chooser=Picker())
    after = bg.Record("othello", [*EXAMPLE_MOVES, "d6"]).position
    assert said[-2].startswith(f"=== {str(after.legal_moves[0]).upper()}//")


def test_the_clock_of_the_game_ends_a_search() -> None:
    """The time of the game, less that of the moves, is divided among the moves to come."""
    clocks = {
        "TI[15:00]": 900.0,
        "TI[1:00:00/10]": 3600.0,
        "TI[00:00]": 0.0,
        "TI[0]": None,
        "TI[soon]": None,
        "": None,
    }
    for tag, seconds in clocks.items():
        assert nboard.ggf.parse(EXAMPLE.replace("TI[15:00]", tag)).main_time == seconds
    game = EXAMPLE.replace("TI[15:00]", "TI[00:01]").replace("B[F5]", "B[F5//0.9]")
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append)
    # Without the clock a search of 60 plies would not end.
    for line in ["set depth 60", f"set game {game}", "go", "move d6//0.05", "move c3/1/0.9", "go"]:
        server.handle(line)
    assert sum(line.startswith("===") for line in said) == 2
    assert not any("error" in line for line in said)


def test_hints_are_the_best_lines_in_order() -> None:
    said = talk("hint 3")
    position = bg.Record("othello", EXAMPLE_MOVES).position
    values = {
        str(move).upper(): -bg.search(position.play(move), depth=2).value
        for move in position.legal_moves
    }
    deepest = [line.split() for line in said if re.match(r"search .* 0 3$", line)]
    assert [round(float(line[2]), 2) for line in deepest] == pytest.approx(
        sorted(values.values(), reverse=True)[:3], abs=0.011
    )
    for _, line, value, *_ in deepest:
        assert float(value) == pytest.approx(values[line[:2]], abs=0.011)


def test_hints_to_the_end_of_the_game_say_how_sure_they_are() -> None:
    """In percent in place of a depth: 100% for a value that is proven."""
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append)
    obf = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
    server.handle("set depth 60")
    server.handle(f"set game (;GM[Othello]TY[8]BO[8 {obf.replace('X', '*')} *];)")
    server.handle("hint 2")
    deep = [line.split()[-1] for line in said if line.startswith("search ")]
    assert deep[-2:] == ["100%", "100%"]
    assert all(re.fullmatch(r"\d+|(7[36]|8[67]|9[389]|100)%", each) for each in deep)
    assert [int(each) for each in deep if each.isdigit()] == sorted(
        int(each) for each in deep if each.isdigit()
    )


def test_one_hint_and_bad_numbers_of_hints() -> None:
    for hint in ("hint 1", "hint", "hint 0", "hint -3", "hint x"):
        assert any(line.startswith("search ") for line in talk(hint)), hint


@pytest.mark.parametrize(
    "line",
    ["", "fly", "set", "set contempt 5", "set colour green", "set depth", "set depth x", "analyze"],
)
def test_other_lines_say_nothing(line: str) -> None:
    assert talk(line) == talk()


@pytest.mark.parametrize(
    "line",
    [
        "move", "move A1", "move Z9", "move ////", "a9", "set game", "set game nonsense",
        "set game (;GM[Othello]BO[8 ---- *];)", f"set game (;GM[Othello]BO[8 {START}]B[A1];)",
        f"set game (;GM[Amazons]BO[8 {START}];)",
        "set game (;GM[Othello]BO[4 -----O*--*O----- *];)",
    ],
)  # fmt: skip
def test_bad_games_and_moves_leave_the_game_as_it_was(line: str) -> None:
    said = talk(line, "go", chooser=Picker())
    assert said[2].startswith("status error: "), said
    assert len(said[2].splitlines()) == 1
    first = bg.Record("othello", EXAMPLE_MOVES).position.legal_moves[0]
    assert said[-2].startswith(f"=== {str(first).upper()}/")


@given(st.lists(st.text(max_size=30), max_size=10))
def test_any_input_leaves_the_engine_alive(lines: list[str]) -> None:
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append, Picker())
    for line in [*lines, "ping 5"]:
        server.handle(line)
    assert said[-1] == "pong 5"


def up_to_a_pass() -> bg.Record:
    """Some game up to where a side has to pass."""
    rng = random.Random(1)
    record = bg.Record("othello")
    while [str(move) for move in record.position.legal_moves] != ["pass"]:
        record.play(rng.choice(record.position.legal_moves))
        if record.position.is_over:
            record = bg.Record("othello")
    return record


def test_a_pass_is_played_and_may_be_left_unsaid() -> None:
    record = up_to_a_pass()
    played = [f"move {str(move).upper()}" for move in record.moves]
    begin = [f"set game (;GM[Othello]BO[8 {START}];)", *(m.replace("PASS", "PA") for m in played)]
    said = talk(*begin, "go", chooser=Picker())
    assert said[-2].startswith("=== PA/")
    after = record.position.play("pass").legal_moves[0]
    for passing in (["move PA"], []):
        said = talk(*begin, *passing, f"move {after}", "ping 1")
        assert not [line for line in said if "error" in line]


def test_a_finished_game_and_learning() -> None:
    start = f"set game (;GM[Othello]BO[8 {'*' * 64} *];)"
    assert talk(start, "go", "hint 2", "learn")[2:] == ["=== PA", "learned"]


def test_only_othello_on_8_by_8() -> None:
    for game in ("tictactoe", "othello:6"):
        with pytest.raises(bg.UnsupportedError, match="8 by 8"):
            nboard.Server(bg.position(game), print)


def test_a_player_gives_its_name_and_is_seeded() -> None:
    picker = Picker()
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append, picker, seed=9)
    server.handle("nboard 2")
    server.handle(f"set game {EXAMPLE}")
    assert said == ["set myname picker"]
    assert picker.seeds == [bg.seeding.child_seed(9, 0)]


@pytest.mark.parametrize(
    "line", [f"set depth {'9' * 5000}", f"hint {'9' * 5000}", f"ping {'9' * 5000}", "set depth ٣"]
)
def test_numbers_of_many_digits(line: str) -> None:
    said: list[str] = []
    server = nboard.Server(
        bg.position(f"othello {'X' * 8}" + f"/{'X' * 8}" * 7 + " X"), said.append
    )
    server.handle(line)
    server.handle("ping 5")
    assert said[-1] == "pong 5"
    assert all(len(answer) < 5100 for answer in said)


def test_a_depth_beyond_the_most_is_the_most() -> None:
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append)
    for depth in ("0", "000", "3", "60", "61", "0" * 5000 + "7", "9" * 5000):
        server.handle(f"set depth {depth}")
    assert [line.rpartition("-")[2] for line in said] == ["1", "1", "3", "60", "60", "7", "60"]


def test_a_player_that_fails_does_not_end_the_session() -> None:
    class Broken(Picker):
        name = "bro\x1b[31mken"

        def choose(self, position: bg.Position) -> bg.Move:
            raise RuntimeError("out of ideas")

    said = talk("go", "ping 1", chooser=Broken())
    assert said[0] == r"set myname bro\u{1b}[31mken"
    assert said[-2:] == ["status error: internal error: RuntimeError: out of ideas", "pong 1"]


def test_the_table_is_kept_from_position_to_position() -> None:
    """A move on, the next search finds the positions of the one before."""
    nodes = []
    for begin in ([], ["go"]):
        said = talk("set depth 6", *begin, "ping 1", "move d6", "go")
        after = said[said.index("pong 1") :]
        nodes.append(int([line for line in after if line.startswith("nodestats")][-1].split()[1]))
    assert nodes[1] < nodes[0]
