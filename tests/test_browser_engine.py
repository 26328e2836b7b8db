"""The engine for browsers, run by Node, against the Python module: both are faces of one core."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.formats import obf
from tests import processes

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rust/web/js"
NODE = shutil.which("node")

MISSING = (
    "Node is missing"
    if not NODE
    else "build the engine by 'python rust/web/build.py'"
    if not (PACKAGE / "engine/engine.wasm").exists()
    else ""
)
#: Players with and without a search, a table and random numbers of their own.
PLAYERS = ["random", "greedy", "level:casual", "mcts:sims=50"]


@pytest.fixture(autouse=True)
def _engine() -> None:
    if MISSING and "BITGAMES_NEEDS_ENGINE" in os.environ:
        pytest.fail(MISSING)
    if MISSING:
        pytest.skip(MISSING)


def node(*arguments: str, given: str = "") -> str:
    assert NODE
    command = [NODE, *arguments]
    done = processes.run(command, input=given, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def called(calls: list[list[Any]]) -> list[Any]:
    """The answers of the engine to calls, each a method with its arguments."""
    answers = json.loads(node("tests/browser_engine.mjs", given=json.dumps(calls)))
    assert len(answers) == len(calls)
    return list(answers)


def walks(spec: str, count: int) -> list[bg.Position]:
    """So many positions of random games, ended ones among them."""
    chance = random.Random(f"{spec} 7")
    found: list[bg.Position] = []
    while len(found) < count:
        position = bg.games.start(spec).deal(chance.randrange(1 << 40))
        found.append(position)
        while not position.is_over:
            position = position.play(chance.choice(list(position.legal_moves)))
            found.append(position)
    return chance.sample(found, count)


def check(spec: str, count: int) -> None:
    positions = walks(spec, count)
    going = [position for position in positions if not position.is_over]
    chosen = [(position, going.index(position)) for position in going[: count // 4]]
    calls: list[list[Any]] = [
        ["ask", {"do": "position", "position": position.to_string()}] for position in positions
    ]
    for position in going:
        options = {"depth": 3, "seeAll": True, "tableMib": 1}
        calls.append(["search", position.to_string(), options])
    for position, seed in chosen:
        calls += [["choose", player, seed, position.to_string()] for player in PLAYERS]
    answers = iter(called(calls))
    for position in positions:
        answer = next(answers)
        assert answer["position"] == position.to_string()
        assert answer["turn"] == position.turn and answer["ply"] == position.ply
        assert int(answer["key"], 16) == position.key
        legal = [(int(move), str(move)) for move in position.legal_moves]
        assert [(move["index"], move["text"]) for move in answer["legalMoves"]] == legal
        outcome, told = position.outcome, answer["outcome"]
        assert (outcome is None) == (told is None)
        if outcome is not None:
            assert told["winners"] == list(outcome.winners) and told["reason"] == outcome.reason
            assert told["scores"] == list(outcome.scores)
            assert told["returns"] == list(position.returns)
    for position in going:
        answer = next(answers)
        found = bg.search(position, depth=3, see_all=True, table_mib=1, threads=1)
        assert answer["value"] == found.value and answer["bestMove"] == str(found.best_move)
        assert answer["pv"] == [str(move) for move in found.pv]
        assert (answer["nodes"], answer["depth"]) == (found.nodes, found.depth), position
    for position, seed in chosen:
        for player in PLAYERS:
            move = bg.Agent(player, seed=seed).choose(position)
            assert next(answers)["index"] == int(move), (player, position)


@pytest.mark.parametrize(
    "spec", [spec for name in bg.games.names() for spec in bg.games.examples(name)[:2]]
)
def test_positions_searches_and_players_are_those_of_python(spec: str) -> None:
    check(spec, 12)


@pytest.mark.deep
@pytest.mark.parametrize("spec", [bg.games.examples(name)[0] for name in bg.games.names()])
def test_many_positions_searches_and_players_are_those_of_python(spec: str) -> None:
    check(spec, 500)


def test_counts_are_those_of_the_tables() -> None:
    wanted: list[tuple[str, int, int]] = []
    for table in sorted((ROOT / "tests/data/perft").glob("*.perft")):
        if table.stem.endswith("_pass_free"):
            continue
        for line in table.read_text().splitlines():
            if line and not line.startswith("#"):
                text, *counts = line.split(";")
                small = [tuple(map(int, count[1:].split())) for count in counts]
                small = [(depth, count) for depth, count in small if count < 100_000]
                wanted += [(text.strip(), *each) for each in small[-1:]]
    answers = called([["perft", text, depth] for text, depth, _ in wanted])
    assert len(wanted) > 20 and answers == [count for _, _, count in wanted]


def test_a_problem_of_the_suite_of_endings_takes_as_many_nodes_as_in_python() -> None:
    problem = obf.load(ROOT / "tests/data/ffo/ffo.obf")[19].position
    text, whole = problem.to_string(), {"slice": 1e9}
    once, sliced = called([["solve", text, whole], ["solve", text, {"slice": 20}]])
    expected = bg.solve(problem, threads=1)
    assert once["value"] == sliced["value"] == expected.value == 38
    assert once["bestMove"] == str(expected.best_move) and once["nodes"] == expected.nodes
    assert once["proven"] and sliced["proven"]


def test_connect_four_has_its_book() -> None:
    text = bg.ConnectFour().play("d1").play("d2").to_string()
    [found] = called([["solve", text, {}]])
    assert found["value"] == bg.solve(bg.position(text), threads=1).value


def test_whatever_is_asked_gets_an_answer() -> None:
    chance = random.Random(5)
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        3,
        1e300,
        2**63,
        "",
        "x",
        "othello",
        "c4",
        [],
        {},
        "\ud800",
    ]
    fields = ["position", "move", "depth", "lines", "handle", "ms", "seed", "player", "limits", "x"]
    kinds = [
        "position",
        "play",
        "search",
        "solve",
        "step",
        "choose",
        "player",
        "free",
        "load",
        "deal",
    ]
    kinds += ["view", "players", "games", "", 3]
    calls: list[list[Any]] = []
    for _ in range(3000):
        request = {"do": chance.choice(kinds)}
        if chance.random() < 0.7:
            request["position"] = chance.choice(["othello", "tictactoe", "quo:3", "honeymoon"])
        request |= {
            chance.choice(fields): chance.choice(values) for _ in range(chance.randrange(4))
        }
        calls.append(
            ["ask", {"ms": 5, **request} if request["do"] in ("step", "choose") else request]
        )
    answers = called(calls)
    assert {answer.get("error") for answer in answers} >= {"request", "parameter", None}
    assert not any(answer.get("error") == "crashed" for answer in answers)


def test_the_package_passes_its_own_tests() -> None:
    said = node("--test", str(PACKAGE / "test"))
    assert re.search(r"^# fail 0$", said, re.MULTILINE), said
