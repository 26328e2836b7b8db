"""The demonstration: what it shows is true, follows from its seed, and fits a terminal."""

from __future__ import annotations

import re
import signal
import sys

import pytest

import bitgames as bg
from bitgames.cli import demo
from tests import processes
from tests.commands import process, run

HEADS = ["Mosaic", "Othello", "Honeymoon bridge", "Tic-tac-toe", "The judge", "Perft"]

# A smaller demonstration, where its kind does not matter.
SMALL = {"PYRAMID_GAMES": 3, "EMPTY": 8, "LADDER_GAMES": 20, "RECORDS": 200, "TREES": ()}


@pytest.fixture(scope="module")
def shown() -> str:
    """The whole output of the command in a pipe whose encoding is the poorest."""
    done = process("demo", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("ascii")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SMALL.items():
        monkeypatch.setattr(demo, name, value)


def part(shown: str, head: str) -> list[str]:
    """The lines under a heading."""
    after = shown.split(f"\n{head}: ", 1)[1].splitlines()[2:]
    end = next(i for i, line in enumerate(after) if line and not line.startswith(" "))
    return after[:end]


def test_every_part_is_there_and_fits(shown: str) -> None:
    assert re.findall(r"^(\w[\w -]+): ", shown, re.MULTILINE) == HEADS
    assert "\x1b" not in shown
    lines = shown.splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) < 80
    assert all(line == line.rstrip() for line in lines)


def test_it_ends_with_three_commands(shown: str) -> None:
    commands = [line.split()[:2] for line in shown.splitlines()[-3:]]
    assert [program for program, _ in commands] == ["bitgames"] * 3
    for _, name in commands:
        assert run(name, *["--help"] * (name != "--help")).exit_code == 0


def test_the_chain_is_as_long_as_it_says(shown: str) -> None:
    lines = part(shown, "Mosaic")
    board, words = lines[:8], " ".join(lines[8:])
    waves = [int(count) for count in re.findall(r"(\d+) [ox]\b", words.partition("( ):")[2])]
    assert f"sets off {len(waves)} waves" in words
    # Between two marked cells one bracket serves both.
    marked = sum(len(re.findall(r"\([ox]", line)) for line in board)
    assert marked == sum(waves) > 3
    assert sum(line.count("[") for line in board) == 1


def test_the_best_value_is_on_the_board(shown: str) -> None:
    text = "\n".join(part(shown, "Othello"))
    found = re.search(r"best is ([a-h][1-8]): .*\((0|[+-]\d+)\)", text)
    assert found is not None
    values = [int(value) for value in re.findall(r"(?<= )[+-]\d+(?= |$)", text, re.MULTILINE)]
    assert int(found[2]) == max(values)
    assert f"{len(values)} moves for " in text


def test_the_bridge_table_is_that_of_the_hands(shown: str) -> None:
    north, south, *rest = part(shown, "Honeymoon bridge")
    hands = [".".join(re.findall(r"\b[SHDC] (\S+)", line)) for line in (south, north)]
    deal = bg.Honeymoon(deal=" ".join(hands))
    text = "\n".join(rest)
    for row in deal.trick_table().values():
        for leaders in row:
            assert "/".join(map(str, leaders)) in text
    assert f"south {deal.par().score:+d}" in text


def test_the_ladder_shares_hundred_points(shown: str) -> None:
    names, *rows = [line.split() for line in part(shown, "Tic-tac-toe")[: len(demo.LADDER) + 1]]
    table = {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}
    assert list(table) == list(demo.LADDER)[::-1]
    for name, scores in table.items():
        assert scores[name] == "-"
        for other in table.keys() - {name}:
            assert float(scores[other]) + float(table[other][name]) == pytest.approx(100, abs=0.11)
    assert float(table["ai14"]["mean"]) > float(table["ai2"]["mean"]) + 30


def test_the_judge_says_so(shown: str) -> None:
    rows = re.findall(
        r"^  (\w[^\d\n]+?)  +([\d,]+)   ([\d ]+)$", "\n".join(part(shown, "The judge")), re.M
    )
    assert len(rows) == 5
    for verdict, _, records in rows:
        assert {str(bg.judge(record)) for record in records.split()} == {verdict}
    assert sum(int(count.replace(",", "")) for _, count, _ in rows) == demo.RECORDS


def test_leaves_are_those_of_the_tables(shown: str) -> None:
    counts = {line.split()[0]: line.split()[2] for line in part(shown, "Perft")[1:] if line.strip()}
    assert list(counts) == [spec for spec, _ in demo.TREES]
    assert counts["tictactoe"] == "255,168"
    assert counts["othello"] == "24,571,284"
    assert counts["mosaic"] == "4,669,944"


@pytest.mark.parametrize("seed", range(20))
def test_endings_have_the_empty_squares_that_are_promised(seed: int) -> None:
    position = demo._ending(seed)
    assert position.empties == demo.EMPTY
    assert not position.is_over
    assert not position.must_pass


@pytest.mark.usefixtures("small")
def test_all_follows_from_the_seed() -> None:
    def words(seed: int) -> list[str]:
        text = run("demo", "--seed", str(seed)).stdout
        return re.sub(r"[\d.]+ m?s\b.*", "", text).splitlines()

    assert words(2) == words(2)
    texts = ["\n".join(words(seed)) for seed in (2, 3)]
    for head in HEADS[:-1]:
        assert part(texts[0], head) != part(texts[1], head), head


@pytest.mark.usefixtures("small")
def test_colours_where_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in run("demo").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("demo").stdout


@processes.posix
def test_ctrl_c_ends_it_cleanly() -> None:
    endless = "from bitgames.cli import demo\ndemo.PYRAMID_GAMES = 10**9\n"
    ready = "print('ready', flush=True)\n"
    code = endless + ready + processes.MAIN
    with processes.running([sys.executable, "-c", code, "demo"]) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        assert running.stdout.readline().startswith("bitgames ")
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=processes.HANGS)
    assert running.returncode == 130
    assert "Traceback" not in errors
