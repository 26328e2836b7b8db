"""GTP and NBoard as other programs see us: transcripts, bad input, and interruptions."""

from __future__ import annotations

import io
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.protocols import Lines, gtp, nboard, vertices
from bitgames.protocols.clock import Clock
from bitgames.protocols.control import path
from bitgames.protocols.lines import MAX_LINE, split_lines
from bitgames.protocols.thinking import Limits

posix = pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")

GAMES = ["tictactoe", "tictactoe:5", "mnk:4,3,3", "mnk:3,4,3", "mnk:11,11,5", "othello"]
START = "-" * 27 + "O*------*O" + "-" * 27 + " *"
# The session that the description of NBoard shows.
EXAMPLE = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {START}]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
EXAMPLE_MOVES = ["f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"]
PASSING = "othello:4 XO--/----/----/XO-- O"  # white has no move, black has one


class Picker:
    """Takes the first or the last legal move, and remembers the seeds of its games."""

    name = "picker"

    def __init__(self, index: int = 0) -> None:
        self.index = index
        self.seeds: list[int] = []

    def start_game(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, position: bg.Position) -> bg.Move:
        return position.legal_moves[self.index]


def ask(server: gtp.Server, command: str) -> str:
    """The text of a reply that has to be a success."""
    reply = server.handle(command)
    assert reply.startswith("="), reply
    assert reply.endswith("\n\n")
    return reply[1:].strip()


def refusal(server: gtp.Server, command: str) -> str:
    """The text of a reply that has to be a failure."""
    reply = server.handle(command)
    assert reply.startswith("? "), reply
    assert reply.count("\n") == 2
    return reply[2:].strip()


# Points


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_a_point_and_back(game: str) -> None:
    start = bg.position(game)
    points = [vertices.to_vertex(bg.Move(game, i), start.facts) for i in range(start.num_moves)]
    assert len(set(points)) == start.num_moves
    for index, point in enumerate(points):
        assert vertices.from_vertex(point, start) == vertices.from_vertex(point.lower(), start)
        assert int(vertices.from_vertex(point, start)) == index
        assert "I" not in point


def test_othello_keeps_its_own_coordinates() -> None:
    start = bg.Othello()
    for move in start.legal_moves:
        assert vertices.to_vertex(move, start.facts).lower() == str(move)


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "a9", "i1", "z1", "j1", "1a", "a1a", "a-1", "a 1", "²a", "a²", "a1\n"]
)
def test_text_that_is_no_point(text: str) -> None:
    with pytest.raises(bg.ParseError):
        vertices.from_vertex(text, bg.Othello())


def test_only_some_games_have_a_pass() -> None:
    assert int(vertices.from_vertex("PASS", bg.Othello())) == 64
    with pytest.raises(bg.ParseError):
        vertices.from_vertex("pass", bg.TicTacToe())


def test_boards_beyond_gtp_are_refused() -> None:
    with pytest.raises(bg.UnsupportedError, match="25 columns"):
        gtp.Server(bg.mnk(26, 4, 3))
    assert ask(gtp.Server(bg.mnk(25, 4, 3)), "gogui-rules_board_size") == "25"


# GTP


def test_a_session_of_tic_tac_toe() -> None:
    server = gtp.Server(bg.TicTacToe(), Picker())
    session = """\
1 protocol_version|=1 2
2 name|=2 bitgames
known_command play|= true
known_command fly|= false
boardsize 3|=
clear_board|=
komi 6.5|=
10 play b B2|=10
play W b2|? illegal move
play b a1|? illegal move
genmove white|= A1
gogui-rules_legal_moves|= B1 C1 A2 C2 A3 B3 C3
reg_genmove black|= B1
genmove black|= B1
undo|=
undo|=
gogui-rules_side_to_move|= white
play white c3|=
play black b1|=
play white c1|=
gogui-rules_final_result|= the game goes on
final_score|? cannot score
play black b3|=
gogui-rules_legal_moves|=
gogui-rules_final_result|= Black wins: 3 in a row (B+1)
final_score|= B+1
play white a1|? illegal move
genmove white|= pass
play black pass|=
undo|=
undo|=
undo|=
final_score|? cannot score
11 quit|=11"""
    for line in session.splitlines():
        command, _, reply = line.partition("|")
        assert server.handle(command) == reply + "\n\n", command
    assert server.done


def test_the_version_is_that_of_the_package() -> None:
    assert ask(gtp.Server(bg.TicTacToe()), "version") == bg.__version__


def test_every_listed_command_is_known() -> None:
    server = gtp.Server(bg.Othello())
    listed = ask(server, "list_commands").split("\n")
    assert {
        "protocol_version", "name", "version", "known_command", "list_commands", "quit",
        "boardsize", "clear_board", "komi", "play", "genmove", "undo", "reg_genmove", "showboard",
        "final_score", "time_settings", "time_left", "gogui-rules_game_id", "gogui-rules_board",
        "gogui-rules_board_size", "gogui-rules_legal_moves", "gogui-rules_side_to_move",
        "gogui-rules_final_result",
    } <= set(listed)  # fmt: skip
    for command in listed:
        assert ask(server, f"known_command {command}") == "true"
        assert "unknown" not in server.handle(command)


@pytest.mark.parametrize("line", ["", "  ", "\t", "# a comment", "  # 1 quit", "\x01\x02\r"])
def test_lines_without_a_command_are_not_answered(line: str) -> None:
    assert gtp.Server(bg.TicTacToe()).handle(line) == ""


def test_comments_tabs_and_control_characters() -> None:
    server = gtp.Server(bg.TicTacToe())
    assert server.handle("12\tpl\x07ay\tblack   a1 # the corner\r") == "=12\n\n"
    assert server.handle("007 name") == "=007 bitgames\n\n"


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("fly", "unknown command"),
        ("PLAY b a1", "unknown command"),
        ("-1 name", "unknown command"),
        ("²", "unknown command"),
        ("play", "syntax error: 2 arguments needed"),
        ("play b", "syntax error: 2 arguments needed"),
        ("play green a1", "syntax error: 'green' is no color: black or white"),
        ("play b z9", "syntax error: 'z9' is no point of tictactoe"),
        ("play b pass", "syntax error: *"),
        ("genmove", "syntax error: 1 argument needed"),
        ("genmove a1", "syntax error: 'a1' is no color*"),
        ("genmove w", "it is the turn of black"),
        ("boardsize", "syntax error*"),
        ("boardsize big", "syntax error: 'big' is no number"),
        ("boardsize 9", "unacceptable size"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize -3", "unacceptable size"),
        ("boardsize 99999999999999999999999", "unacceptable size"),
        ("komi", "syntax error*"),
        ("komi nan", "syntax error: 'nan' is no number"),
        ("komi 1e999", "syntax error*"),
        ("undo", "cannot undo"),
        ("time_settings 1 2", "syntax error*"),
        ("time_settings a b c", "syntax error*"),
        ("time_left b x 0", "syntax error*"),
        ("known_command", "syntax error*"),
    ],
)
def test_commands_that_fail(command: str, complaint: str) -> None:
    server = gtp.Server(bg.TicTacToe())
    said = refusal(server, command)
    assert re.fullmatch(re.escape(complaint).replace(r"\*", ".*"), said), said
    assert ask(server, "gogui-rules_legal_moves") == "A1 B1 C1 A2 B2 C2 A3 B3 C3"


def test_a_number_without_a_command() -> None:
    assert gtp.Server(bg.TicTacToe()).handle("12") == "?12 unknown command\n\n"


commands = st.one_of(
    st.text(max_size=40),
    st.builds(
        "{} {} {} {}".format,
        st.sampled_from(["", "1", "99"]),
        st.sampled_from(["play", "genmove", "undo", "boardsize", "time_left", "komi", "showboard"]),
        st.sampled_from(["b", "w", "black", "3", "8", "x", "", "-1", "nan"]),
        st.sampled_from(["a1", "B2", "pass", "", "h8", "resign", "7", "0 0", "inf 1"]),
    ),
)


@given(st.sampled_from(["tictactoe", "othello:4", "mnk:4,3,3"]), st.lists(commands, max_size=30))
def test_any_input_is_answered_by_one_reply(game: str, lines: list[str]) -> None:
    server = gtp.Server(bg.position(game), Picker())
    for line in lines:
        reply = server.handle(line)
        assert (
            reply == ""
            or re.fullmatch(r"[=?]\d*( .*)?\n\n", reply.replace("\n ", " "))
            or (reply[0] == "=" and "\n\n" not in reply[:-2])
        ), (line, reply)


@pytest.mark.parametrize("game", GAMES)
def test_random_games_agree_with_the_rules(game: str) -> None:
    rng = random.Random(game)
    server = gtp.Server(bg.position(game))
    position = bg.position(game)
    while not position.is_over:
        points = [vertices.to_vertex(move, position.facts) for move in position.legal_moves]
        assert ask(server, "gogui-rules_legal_moves").split() == points
        assert ask(server, "gogui-rules_side_to_move") == ("black", "white")[position.turn]
        choice = rng.randrange(len(points))
        color = "bw"[position.turn]
        ask(server, f"play {color} {points[choice]}")
        position = position.play(position.legal_moves[choice])
    outcome = position.outcome
    assert outcome is not None
    if outcome.is_draw:
        assert ask(server, "final_score") == "0"
    else:
        assert outcome.winner is not None
        score = f"{'BW'[outcome.winner]}+{outcome.scores[outcome.winner]}"
        assert ask(server, "final_score") == score
        assert ask(server, "gogui-rules_final_result").endswith(f"({score})")


@pytest.mark.parametrize("game", GAMES)
def test_gogui_sees_each_stone_where_its_point_is(game: str) -> None:
    """GoGui puts the first line of the board at the top, and row 1 at the bottom."""
    server = gtp.Server(bg.position(game), Picker(-1))
    size = int(ask(server, "gogui-rules_board_size"))
    for color in "bwbw":
        before = ask(server, "gogui-rules_board").split()
        point = ask(server, f"genmove {color}")
        cells = ask(server, "gogui-rules_board").split()
        assert len(cells) == size * size
        column, row = "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(point[0]), int(point[1:])
        at = (size - row) * size + column
        assert (before[at], cells[at]) == (".", "X" if color == "b" else "O")


def test_the_first_position_of_othello_in_gogui() -> None:
    server = gtp.Server(bg.Othello())
    assert ask(server, "gogui-rules_game_id") == "Othello"
    board = ask(server, "gogui-rules_board").splitlines()
    assert board[3] == ". . . X O . . ."  # row 5: black d5, white e5
    assert board[4] == ". . . O X . . ."
    assert sorted(ask(server, "gogui-rules_legal_moves").split()) == ["C4", "D3", "E6", "F5"]
    assert "\n1  . . . . . . . .\n" in server.handle("showboard")


@pytest.mark.parametrize(
    ("game", "size", "becomes"),
    [
        ("tictactoe", 5, "tictactoe:5"),
        ("tictactoe:5", 3, "tictactoe"),
        ("mnk:4,3,3", 4, "mnk:4,3,3"),
        ("mnk:6,5,4", 7, "mnk:7,7,4"),
        ("mnk:11,11,5", 9, "mnk:9,9,5"),
        ("othello", 6, "othello:6"),
        ("othello:4", 8, "othello"),
    ],
)
def test_boardsize_makes_the_game_on_another_board(game: str, size: int, becomes: str) -> None:
    server = gtp.Server(bg.position(game))
    ask(server, f"boardsize {size}")
    facts = bg.game_facts(becomes)
    legal = ask(server, "gogui-rules_legal_moves").split()
    assert legal == [vertices.to_vertex(m, facts) for m in bg.position(becomes).legal_moves]


def test_a_pass_without_a_choice_may_be_left_unsaid() -> None:
    start = bg.position(PASSING)
    assert [str(move) for move in start.legal_moves] == ["pass"]
    spoken, silent = gtp.Server(start), gtp.Server(start)
    assert ask(spoken, "gogui-rules_legal_moves") == "pass"
    ask(spoken, "play w pass")
    point = ask(spoken, "gogui-rules_legal_moves").split()[0]
    ask(spoken, f"play b {point}")
    ask(silent, f"play b {point}")
    board = ask(spoken, "gogui-rules_board")
    assert ask(silent, "gogui-rules_board") == board
    ask(silent, "undo")
    assert ask(silent, "gogui-rules_side_to_move") == "white"
    assert ask(silent, "reg_genmove b") == point
    assert ask(silent, "gogui-rules_side_to_move") == "white"
    assert ask(silent, "genmove w") == "pass"
    assert refusal(silent, "play b pass") == "illegal move"
    assert refusal(silent, "play w pass") == "illegal move"
    assert ask(silent, "genmove b") == point


def test_games_are_seeded_one_by_one() -> None:
    picker = Picker()
    server = gtp.Server(bg.TicTacToe(), picker, seed=5)
    ask(server, "clear_board")
    assert picker.seeds == [bg.child_seed(5, 0), bg.child_seed(5, 1)]


def test_an_illegal_choice_is_a_failure_that_changes_nothing() -> None:
    class Fool(Picker):
        def choose(self, position: bg.Position) -> str:  # type: ignore[override]
            return "a1"

    server = gtp.Server(bg.TicTacToe(), Fool())
    assert ask(server, "genmove b") == "A1"
    assert "illegal move a1" in refusal(server, "genmove w")
    assert ask(server, "gogui-rules_side_to_move") == "white"


@pytest.mark.parametrize(
    ("main", "period", "stones", "moves_left", "seconds"),
    [
        (60, 0, 0, 30, 1.8),
        (60, 0, 0, 0, 54.0),
        (0, 10, 1, 30, 9.0),
        (0, 10, 5, 30, 1.8),
        (60, 10, 1, 30, 10.8),
        (0, 0, 0, 30, 0.01),
    ],
)
def test_the_time_for_a_move(
    main: float, period: float, stones: int, moves_left: int, seconds: float
) -> None:
    clock = Clock(main, period, stones)
    assert clock.budget(0, moves_left) == clock.budget(1, moves_left) == pytest.approx(seconds)


def test_the_clock_runs() -> None:
    clock = Clock(10, 6, 2)
    clock.spend(0, 11)
    assert clock.budget(0, 9) == pytest.approx(2.7)  # a new period: 6 seconds for 2 moves
    clock.spend(0, 4)
    assert clock.budget(0, 9) == pytest.approx(1.8)
    clock.spend(0, 1)
    assert clock.budget(0, 9) == pytest.approx(2.7)
    clock.set_left(1, 5, 1)
    assert clock.budget(1, 9) == pytest.approx(4.5)


@pytest.mark.parametrize(
    "settings",
    [["time_settings 0 1 5"], ["time_settings 2 0 0"], ["time_left b 1 2"], ["time_left b -3 0"]],
    ids=lambda commands: commands[0],
)
def test_a_search_keeps_to_the_clock(settings: list[str]) -> None:
    server = gtp.Server(bg.mnk(11, 11, 5), limits=Limits(seconds=600))
    for command in settings:
        ask(server, command)
    began = time.perf_counter()
    ask(server, "genmove b")
    assert time.perf_counter() - began < 10


def test_no_clock_means_the_limits_of_the_engine() -> None:
    server = gtp.Server(bg.mnk(11, 11, 5), limits=Limits(depth=1, seconds=None))
    ask(server, "time_settings 0 1 0")
    ask(server, "genmove b")


def test_an_interrupted_search_still_answers() -> None:
    server = gtp.Server(bg.mnk(11, 11, 5), limits=Limits(seconds=600), stop=lambda: True)
    began = time.perf_counter()
    assert ask(server, "genmove b") != ""
    assert time.perf_counter() - began < 60


# NBoard


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
    assert picker.seeds == [bg.child_seed(9, 0)]


# Lines and paths


@given(st.lists(st.binary(max_size=9), max_size=9))
def test_lines_do_not_depend_on_how_they_arrive(chunks: list[bytes]) -> None:
    parts = iter([chunk for chunk in chunks if chunk] + [b""])
    whole = b"".join(chunks)
    expected = [line.removesuffix(b"\r").decode(errors="replace") for line in whole.split(b"\n")]
    if expected[-1] == "" and not whole.split(b"\n")[-1]:
        expected.pop()
    assert list(split_lines(lambda: next(parts))) == expected


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    parts = iter([*[b"x" * 60_000] * 100, b"\nnext\n", b""])
    first, second = split_lines(lambda: next(parts))
    assert (len(first), second) == (MAX_LINE, "next")


def test_waiting_lines_can_be_looked_at() -> None:
    lines = Lines(io.StringIO("go\nping 1\n"))
    assert lines.take() == "go"
    while not lines.ended_for:
        time.sleep(0.001)
    assert lines.is_waiting(lambda line: line.startswith("ping"))
    assert not lines.is_waiting(lambda line: line == "go")
    assert [lines.take(), lines.take(), lines.take()] == ["ping 1", None, None]


@pytest.mark.parametrize("game", [*GAMES, "othello:6"])
def test_a_path_is_found_along_a_game(game: str) -> None:
    rng = random.Random(1)
    record = bg.Record(game)
    while not record.position.is_over and len(record) < 12:
        before = record.position
        record.play(rng.choice(before.legal_moves))
        assert path(before, record.position) == [record.last_move]
        moves = path(record.start, record.position)
        assert moves is not None
        assert bg.Record(game, moves).position == record.position


def test_no_path_leads_back_or_to_another_game() -> None:
    start = bg.TicTacToe()
    assert path(start.play("a1"), start) is None
    assert path(start, bg.TicTacToe(4)) is None
    assert path(start, start) == []
    assert path(bg.Othello(), bg.position(f"othello {'/'.join(['--X-----'] * 8)} O")) is None


# The command


HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
COMMAND = HEED + "import runpy; runpy.run_module('bitgames', run_name='__main__', alter_sys=True)"


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run ``bitgames engine`` with pipes, and see to it that it ends."""
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "engine", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin is not None
    for line in lines:
        process.stdin.write(line + "\n")
        process.stdin.flush()


def until(process: subprocess.Popen[str], start: str) -> list[str]:
    """Read lines up to the first that begins so."""
    assert process.stdout is not None
    read: list[str] = []
    while not read or not read[-1].startswith(start):
        line = process.stdout.readline()
        assert line, read
        read.append(line.rstrip("\n"))
    return read


def begin_to_think(process: subprocess.Popen[str]) -> None:
    """Set a depth that nobody searches out and wait until the engine is at it."""
    tell(process, "nboard 2", "set depth 60", f"set game {EXAMPLE}", "go")
    until(process, "search ")
    time.sleep(0.3)


def test_a_ping_ends_thinking() -> None:
    with running("othello", "--protocol", "nboard") as process:
        begin_to_think(process)
        asked = time.perf_counter()
        tell(process, "ping 77")
        before = until(process, "pong 77")
        assert time.perf_counter() - asked < 5
        assert [line for line in before if line.startswith("=== ")]
        tell(process, "set depth 2", "go")
        after = until(process, "=== ")
        assert len([line for line in after if line.startswith("search ")]) == 2
        tell(process, "quit")
        assert process.wait(20) == 0


@pytest.mark.parametrize("by_end", [False, True])
def test_thinking_does_not_outlive_the_controller(by_end: bool) -> None:
    with running("othello", "-p", "nboard") as process:
        begin_to_think(process)
        assert process.stdin is not None
        if by_end:
            process.stdin.close()
        else:
            tell(process, "quit")
        assert process.wait(20) == 0


def test_gogui_interrupts_a_search() -> None:
    with running("mnk:11,11,5", "--seconds", "600") as process:
        tell(process, "genmove b")
        time.sleep(1)
        tell(process, "# interrupt")
        assert re.fullmatch(r"= [A-L]\d+", until(process, "=")[-1])
        tell(process, "quit")
        assert process.wait(20) == 0


@pytest.mark.parametrize("by_end", [False, True])
def test_the_command_answers_each_line_at_once(by_end: bool) -> None:
    with running("tictactoe", "--player", "first") as process:
        tell(process, "1 genmove b")
        assert until(process, "=1")[-1] == "=1 A1"
        tell(process, "2 genmove w")
        assert until(process, "=2")[-1] == "=2 B1"
        assert process.stdin is not None
        if by_end:
            process.stdin.close()
        else:
            tell(process, "quit")
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_commands_sent_ahead_are_all_answered() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bitgames", "engine", "tictactoe", "--player", "perfect"],
        input="1 play b a1\n2 genmove w\n3 genmove b\n4 fly\n5 name",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [reply.split()[0] for reply in done.stdout.split("\n\n")[:-1]] == [
        "=1", "=2", "=3", "?4", "=5",
    ]  # fmt: skip


@posix
@pytest.mark.parametrize("think", [False, True])
def test_ctrl_c_ends_the_engine(think: bool) -> None:
    with running("othello", "-p", "nboard") as process:
        if think:
            begin_to_think(process)
        else:
            tell(process, "ping 1")
            until(process, "pong 1")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["tictactoe", "--protocol", "uci"],
        ["tictactoe", "--protocol", "nboard"],
        ["mnk:26,4,3"],
        ["tictactoe", "--player", "nobody"],
        ["tictactoe", "--player", "human"],
        ["tictactoe:5", "--player", "ai14"],
        ["tictactoe", "--seconds", "0"],
        ["tictactoe", "--seconds", "nan"],
    ],
    ids=" ".join,
)
def test_bad_arguments(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bitgames", "engine", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("bitgames: error: ")
    assert len(done.stderr.splitlines()) == 1
