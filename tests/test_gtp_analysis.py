"""Analysis by GTP as Sabaki, Lizzie and GoGui read it, and the levels of an engine."""

from __future__ import annotations

import re

import pytest

import bitgames as bg
from bitgames.protocols import gtp
from bitgames.protocols.engine_search import Limits
from bitgames.protocols.vertices import from_vertex
from tests.processes import BITGAMES, running
from tests.protocol_examples import GAMES
from tests.test_gtp import ask, refusal

PAIRS = re.compile(
    r"info move (\S+) visits (\d+) winrate (\S+) (.*?)prior 0 (?:lcb \S+ )?order (\d+) pv ([^i]+)"
)


def server_of(game: str, depth: int = 3) -> gtp.Server:
    return gtp.Server(bg.games.get(game), limits=Limits(depth=depth, seconds=None, table_mib=1))


def moves_of(line: str) -> list[tuple[str, ...]]:
    found = PAIRS.findall(line)
    assert "".join(line.split()).startswith("infomove")
    assert len(found) == line.count("info move")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_has_a_line_for_each_depth_with_all_moves(game: str) -> None:
    position = bg.games.get(game)
    lines = ask(server_of(game), "lz-analyze 0").splitlines()
    assert lines
    for line in lines:
        moves = moves_of(line)
        assert [int(order) for *_, order, _ in moves] == list(range(len(moves)))
        assert {from_vertex(point, position) for point, *_ in moves} == set(position.legal_moves)
        shares = [int(share) for _, _, share, *_ in moves]
        assert all(0 <= share <= 10_000 for share in shares)
        assert shares == sorted(shares, reverse=True)
        for point, visits, *_, pv in moves:
            assert int(visits) > 0
            after = position
            for each in pv.split():
                after = after.play(from_vertex(each, after))
            assert pv.split()[0] == point


def test_scores_are_values_of_the_search() -> None:
    found = bg.search(bg.Othello(), depth=3, all_moves=True)
    last = ask(server_of("othello"), "kata-analyze b 0").splitlines()[-1]
    scores = re.findall(r"scoreLead (\S+)", last)
    assert scores == [f"{line.value:.2f}" for line in found.lines]
    assert all(0 <= float(share) <= 1 for _, _, share, *_ in moves_of(last))


def test_an_interval_drops_lines_but_the_last() -> None:
    assert len(ask(server_of("othello"), "analyze black 6000").splitlines()) == 2
    assert ask(server_of("othello"), "analyze").count("\n") >= 1


def test_what_cannot_be_analysed() -> None:
    server = server_of("tictactoe")
    assert "turn of black" in refusal(server, "lz-analyze white")
    assert "color" in refusal(server, "lz-analyze yellow 3")
    assert "number" in refusal(server, "lz-analyze b 3x")
    for vertex in ("a1", "a2", "b1", "b2", "c1"):
        ask(server, f"play {'b' if len(server._record) % 2 == 0 else 'w'} {vertex}")
    assert ask(server, "lz-analyze") == ""
    assert ask(server, "gogui-values") == "TEXT the game is over"


def test_an_analysis_goes_on_until_the_next_line() -> None:
    with running([*BITGAMES, "engine", "othello"]) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None

        def send(text: str) -> None:
            engine.stdin.write(f"{text}\n")
            engine.stdin.flush()

        send("7 lz-analyze b 1")
        assert engine.stdout.readline() == "=7\n"
        heard = [engine.stdout.readline() for _ in range(4)]
        assert all(len(moves_of(line)) == 4 for line in heard)
        send("name")
        while (line := engine.stdout.readline()) != "\n":
            moves_of(line)
        assert [engine.stdout.readline(), engine.stdout.readline()] == ["= bitgames\n", "\n"]
        # A solved position has nothing more to say, and still waits.
        send("boardsize 4\nkata-analyze")
        assert [engine.stdout.readline() for _ in range(3)] == ["=\n", "\n", "=\n"]
        moves_of(engine.stdout.readline())
        send("quit")
        assert engine.stdout.read().endswith("\n\n=\n\n")


def test_gogui_draws_values() -> None:
    assert "gfx/Values of Moves/gogui-values" in ask(server_of("othello"), "gogui-analyze_commands")
    *labels, text = ask(server_of("othello"), "gogui-values").splitlines()
    assert {label.split()[1].lower() for label in labels} == {"d3", "c4", "f5", "e6"}
    assert re.fullmatch(r"TEXT \S+, [+-]\d+\.\d, depth 3, [\d,]+ nodes", text)
    *labels, text = ask(server_of("tictactoe", 9), "gogui-values").splitlines()
    assert [label.split()[2] for label in labels] == ["draw"] * 9
    assert ", proven, " in text


def test_levels() -> None:
    server = server_of("othello")
    assert ask(server, "level 6") == ""
    assert "level must be from 0 to 30" in refusal(server, "level 31")
    assert ask(server, "reg_genmove b").lower() in {"d3", "c4", "f5", "e6"}
    # A search without levels: a depth.
    small = server_of("mnk:6,6,4", 9)
    assert ask(small, "level 1") == ""
    assert len(ask(small, "analyze 0").splitlines()) == 1
    assert "depth" in refusal(small, "level 0")
    chosen = gtp.Server(bg.TicTacToe(), bg.players.get("first"))
    assert "no level" in refusal(chosen, "level 3")
