"""GTP as other programs see us: points, transcripts, bad input, clocks."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames._core import moves_to_time
from bitgames.protocols import gtp, vertices
from bitgames.protocols.engine_search import Limits
from bitgames.protocols.period_clock import PeriodClock
from tests.protocol_examples import GAMES, Picker

PASSING = "othello:4 XO--/----/----/XO-- O"  # white has no move, black has one


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


# Commands


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
gogui-rules_final_result|= the game is not over
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
    server = gtp.Server(bg.Othello(), limits=Limits(depth=2))
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
        ("play green a1", "syntax error: 'green' is not a valid color: allowed are*"),
        ("play b z9", "syntax error: 'z9' is not a valid point of tictactoe: points go*"),
        ("play b pass", "syntax error: *"),
        ("genmove", "syntax error: 1 argument needed"),
        ("genmove a1", "syntax error: 'a1' is not a valid color*"),
        ("genmove w", "it is the turn of black"),
        ("boardsize", "syntax error*"),
        ("boardsize big", "syntax error: 'big' is not a valid integer"),
        ("boardsize 9", "unacceptable size"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize -3", "unacceptable size"),
        ("boardsize 99999999999999999999999", "unacceptable size"),
        ("komi", "syntax error*"),
        ("komi nan", "syntax error: 'nan' is not a valid number"),
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
    facts = bg.games.facts(becomes)
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
    assert picker.seeds == [bg.seeding.child_seed(5, 0), bg.seeding.child_seed(5, 1)]


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
        (60, 0, 0, 30, 1.9),
        (60, 0, 0, 0, 57.0),
        (3600, 0, 0, 20, 179.5),
        (0, 10, 1, 30, 9.0),
        (0, 10, 5, 30, 1.8),
        (60, 10, 1, 30, 10.8),
        (0, 0, 0, 30, 0.01),
    ],
)
def test_the_time_for_a_move(
    main: float, period: float, stones: int, moves_left: int, seconds: float
) -> None:
    clock = PeriodClock(main, period, stones)
    assert clock.budget(0, moves_left) == clock.budget(1, moves_left) == pytest.approx(seconds)


def test_the_clock_runs() -> None:
    clock = PeriodClock(10, 6, 2)
    clock.spend(0, 11)
    assert clock.budget(0, 9) == pytest.approx(2.7)  # a new period: 6 seconds for 2 moves
    clock.spend(0, 4)
    assert clock.budget(0, 9) == pytest.approx(1.8)
    clock.spend(0, 1)
    assert clock.budget(0, 9) == pytest.approx(2.7)
    clock.set_left(1, 5, 1)
    assert clock.budget(1, 9) == pytest.approx(4.5)


@pytest.mark.timed
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


def play_by_the_clock(
    server: gtp.Server, spent: Callable[[], float], rng: random.Random
) -> tuple[list[float], bg.Position]:
    """Play Othello by ``genmove`` from two random plies on; return what each side used."""
    used = [0.0, 0.0]
    position: bg.Position = bg.Othello()
    for ply in range(200):
        if position.is_over:
            break
        color = "bw"[position.turn]
        if ply < 2 or position.legal_moves == [bg.Move("othello", 64)]:
            move = rng.choice(position.legal_moves)
            ask(server, f"play {color} {vertices.to_vertex(move, position.facts)}")
        else:
            before = spent()
            move = vertices.from_vertex(ask(server, f"genmove {color}"), position)
            used[position.turn] += spent() - before
        position = position.play(move)
    return used, position


def by_a_clock_of_the_test(
    monkeypatch: pytest.MonkeyPatch,
    main: float,
    seed: int,
    share: Callable[[int], float],
    more: Callable[[int], float] = lambda _: 0,
) -> list[float]:
    """What each side uses of its time in a game on a clock of the test.

    A search takes a ``share`` of the time it is given, and some seconds ``more``, by the number of
    empty cells.
    """
    now = 0.0

    def think(_: object, position: bg.Othello, **limits: float) -> bg.Move:
        nonlocal now
        empties = position.empties
        now += share(empties) * limits["seconds"] + more(empties) + 0.002
        return position.legal_moves[0]

    monkeypatch.setattr(gtp, "perf_counter", lambda: now)
    monkeypatch.setattr(gtp.Server, "_best_move", think)
    server = gtp.Server(bg.Othello())
    ask(server, f"time_settings {main} 0 0")
    used, end = play_by_the_clock(server, lambda: now, random.Random(seed))
    assert end.is_over
    return used


@pytest.mark.parametrize("main", [6, 60, 600])
@pytest.mark.parametrize("solved", [12, 16, 20])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_uses_its_time(
    monkeypatch: pytest.MonkeyPatch, main: float, solved: int, seed: int
) -> None:
    """Searches take all they may until ``solved`` cells are empty."""
    used = by_a_clock_of_the_test(
        monkeypatch, main, seed, lambda empties: 1.0 if empties > solved else 0.05
    )
    for seconds in used:
        assert 50 / 60 * main <= seconds <= max(58 / 60 * main, main - 10)


@pytest.mark.parametrize("empties", [57, 41, 31])
def test_a_machine_that_stands_still_is_counted_once(
    monkeypatch: pytest.MonkeyPatch, empties: int
) -> None:
    """A move that takes 30 s too many leaves less time for the others, and for that side alone."""
    fair = by_a_clock_of_the_test(monkeypatch, 60, 1, lambda _: 1.0)
    used = by_a_clock_of_the_test(
        monkeypatch, 60, 1, lambda _: 1.0, lambda left: 30 if left == empties else 0
    )
    held, other = (0, 1) if used[0] > used[1] else (1, 0)
    assert used[other] == pytest.approx(fair[other])
    # Later moves make up for it as far as there was time left.
    assert fair[held] <= used[held] <= fair[held] + 30
    if empties > 40:
        assert used[held] <= 60


@pytest.mark.timed
@pytest.mark.parametrize(
    "main", [2, pytest.param(60, marks=pytest.mark.deep)], ids=lambda main: f"{main}s"
)
def test_a_real_game_uses_its_time(main: float) -> None:
    """Both sides think with one engine; a busy machine may take a little more than it was given."""
    server = gtp.Server(bg.Othello())
    ask(server, f"time_settings {main} 0 0")
    used, end = play_by_the_clock(server, time.perf_counter, random.Random(1))
    assert end.is_over
    for seconds in used:
        assert 50 / 60 * main <= seconds <= 58 / 60 * main + 0.5


def test_a_game_on_a_board_that_a_line_ends() -> None:
    """The moves that need time fall with the cells, and are never none."""
    for game in ("tictactoe", "mnk:11,11,5", "othello:4", "othello"):
        rng = random.Random(2)
        position = bg.position(game)
        left = [moves_to_time(position)]
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
            left.append(moves_to_time(position))
        assert left == sorted(left, reverse=True)
        assert left[-1] >= 1


def test_the_table_is_kept_from_move_to_move() -> None:
    """The same search again visits fewer positions; a new game begins without a table."""
    server = gtp.Server(bg.Othello(), limits=Limits(depth=5, seconds=None))
    searcher = server._searcher_of(bg.Othello())
    ask(server, "genmove b")
    again = searcher.search(bg.Othello(), depth=5)
    ask(server, "clear_board")
    fresh = searcher.search(bg.Othello(), depth=5)
    assert again.nodes < fresh.nodes
    assert fresh.nodes == bg.Searcher("othello").search(bg.Othello(), depth=5).nodes


def test_games_of_one_session_repeat() -> None:
    """What a search remembers of one game does not change the next."""
    server = gtp.Server(bg.Othello(), limits=Limits(depth=3, seconds=None))
    games = []
    for _ in range(2):
        ask(server, "clear_board")
        games.append([ask(server, f"genmove {'bw'[ply % 2]}") for ply in range(8)])
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "command",
    [
        f"boardsize {'9' * 400}",
        f"boardsize -{'9' * 5000}",
        f"komi {'9' * 400}",
        f"time_settings {'9' * 400} 0 0",
        f"time_settings 0 0 {'9' * 5000}",
        f"time_left b 1 {'9' * 400}",
        f"time_left b {'9' * 400} 0",
        f"{'9' * 5000} name",
        f"play b {'9' * 5000}",
        f"{'9' * 5000}",
    ],
    ids=lambda command: command[:18],
)
def test_numbers_of_many_digits(command: str) -> None:
    server = gtp.Server(bg.TicTacToe(), Picker())
    assert server.handle(command)[0] in "=?"
    assert ask(server, "genmove b") == "A1"
    assert ask(server, "genmove w") == "B1"


def test_a_player_that_fails_does_not_end_the_session() -> None:
    class Broken(Picker):
        def choose(self, position: bg.Position) -> bg.Move:
            raise RuntimeError("out of\nideas \x1b[31m")

    server = gtp.Server(bg.TicTacToe(), Broken())
    said = refusal(server, "genmove b")
    assert said == r"internal error: RuntimeError: out of\nideas \u{1b}[31m"
    assert ask(server, "gogui-rules_side_to_move") == "black"


def test_a_player_may_ask_for_the_record() -> None:
    class Rememberer(Picker):
        sees = "record"

        def choose(self, record: bg.Record) -> bg.Move:  # type: ignore[override]
            self.moves = record.moves
            return record.position.legal_moves[0]

    player = Rememberer()
    server = gtp.Server(bg.TicTacToe(), player)
    ask(server, "play b b2")
    ask(server, "genmove w")
    assert [str(move) for move in player.moves] == ["b2"]


def test_an_interrupted_search_still_answers() -> None:
    server = gtp.Server(bg.mnk(11, 11, 5), limits=Limits(seconds=600), stop=lambda: True)
    began = time.perf_counter()
    assert ask(server, "genmove b") != ""
    assert time.perf_counter() - began < 60


class Listening:
    """A searcher that keeps its results for a test."""

    def __init__(self, game: str) -> None:
        self.searcher = bg.Searcher(game)
        self.game = self.searcher.game
        self.found: list[bg.SearchResult] = []

    def search(self, position: bg.Position, **limits: Any) -> bg.SearchResult:
        """Search, and keep the result."""
        self.found.append(self.searcher.search(position, **limits))
        return self.found[-1]


def test_an_interrupted_search_answers_with_its_best_so_far() -> None:
    """Stopped after a while, it answers as deep as it came, and does not search again."""
    position = bg.Record("othello", ["f5", "d6", "c3", "d3", "c4", "f4", "f6"]).position
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 6

    server, searcher = gtp.Server(bg.Othello(), stop=stop), Listening("othello")
    server._searcher = searcher  # type: ignore[assignment]
    move = server._best_move(position, seconds=600)
    (found,) = searcher.found
    assert found.depth >= 4
    assert move == found.best_move
    assert asked > 6
