"""The demonstration: what it shows is true, follows from its seed, and fits a terminal."""

from __future__ import annotations

import json
import re
import signal
import sys
from itertools import pairwise
from typing import Any

import pytest

import bitgames as bg
from bitgames.cli import demo
from bitgames.cli.demo import bridge, othello, pyramids, speed, tictactoe
from tests import processes
from tests.commands import process, run

HEADS = [part.name for part in demo.PARTS]
END = "Now you"

# A smaller demonstration, where its kind does not matter.
SMALL = {
    pyramids: {"GAMES": 3, "RANDOM_GAMES": 20},
    othello: {"EMPTY": 8},
    tictactoe: {"LADDER_GAMES": 20, "RECORDS": 200},
    speed: {"TREES": (), "ROWS": 8},
}


@pytest.fixture(scope="module")
def shown() -> str:
    """The whole output of the command in a pipe whose encoding is the poorest."""
    done = process("demo", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("ascii")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, sizes in SMALL.items():
        for name, value in sizes.items():
            monkeypatch.setattr(module, name, value)


def part(shown: str, head: str) -> list[str]:
    """The lines under a heading."""
    after = shown.split(f"\n{head}: ", 1)[1].splitlines()[1:]
    end = next(i for i, line in enumerate(after) if line and not line.startswith(" "))
    return after[:end]


def facts(seed: int = 2) -> dict[str, Any]:
    """What the command says to programs."""
    done = run("demo", "--json", "--seed", str(seed))
    assert (done.exit_code, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    return dict(json.loads(done.stdout))


def test_every_part_is_there_and_fits(shown: str) -> None:
    assert re.findall(r"^(\w[\w -]+): ", shown, re.MULTILINE) == [*HEADS, END]
    assert "\x1b" not in shown
    lines = shown.splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) < 110
    assert all(line == line.rstrip() for line in lines)


def test_it_ends_with_three_commands(shown: str) -> None:
    commands = [line.split()[:2] for line in shown.splitlines()[-3:]]
    assert [program for program, _ in commands] == ["bitgames"] * 3
    for _, name in commands:
        assert run(name, *["--help"] * (name != "--help")).exit_code == 0


def test_the_chain_is_as_long_as_it_says(shown: str) -> None:
    lines = part(shown, "Mosaic")
    board, words = lines[:8], " ".join(lines[8:])
    found = re.search(r"sets off (\d+) waves, which place (\d+) pieces \( \):(.*)", words)
    assert found is not None
    waves = re.findall(r"(\d)\. ([ox ]+)", found[3])
    assert [int(number) for number, _ in waves] == list(range(1, int(found[1]) + 1))
    # Between two marked cells one bracket serves both.
    marked = sum(len(re.findall(r"\([ox]", line)) for line in board)
    assert marked == int(found[2]) == sum(len(re.sub(" ", "", each)) for _, each in waves) > 3
    assert sum(line.count("[") for line in board) == 1


@pytest.mark.usefixtures("small")
def test_a_wave_serves_each_seat_once() -> None:
    """The players of each wave are in the order of their seats, and no cell is lost."""
    told = facts()["mosaic"]
    filled = bg.position(told["position"]).waves(told["move"])
    assert [player for player, _ in filled] == [each[0] for wave in told["waves"] for each in wave]
    assert sum(len(cells) for _, cells in filled) == sum(
        count for wave in told["waves"] for _, count in wave
    )
    for wave, after in pairwise(told["waves"]):
        assert len({player for player, _ in wave}) == len(wave)
        assert after[0][0] <= wave[-1][0]


def test_four_players_share_the_pieces(shown: str) -> None:
    lines = part(shown, "Mosaic Quo")
    text = "\n".join(lines)
    hand, chains = (int(each) for each in re.findall(r"(\d+) pieces placed by", text))
    board = "\n".join(line[:48] for line in lines[2:7])
    assert sum(board.count(letter) for letter in "ox^#") == hand + chains
    assert f"{hand} moves" in text
    left = sum(int(each) for each in re.findall(r"[ox^#] (\d+)", text.partition("left:")[2]))
    assert hand + chains + left == sum(bg.Quo(pyramids.QUO_SIZE).pieces_left)


def test_the_best_value_is_on_the_board(shown: str) -> None:
    text = "\n".join(part(shown, "Othello"))
    found = re.search(r"best is ([a-h][1-8]): .*\((0|[+-]\d+)\)", text)
    assert found is not None
    board = "\n".join(line[:40] for line in text.splitlines()[1:9])
    values = [int(value) for value in re.findall(r"(?<= )(?:[+-]\d+|0)(?= |$)", board, re.M)]
    assert int(found[2]) == max(values)
    assert f"has {len(values)} moves" in text


@pytest.mark.usefixtures("small")
def test_one_column_wins() -> None:
    told = facts()["connect_four"]
    position = bg.position(told["position"])
    solution = bg.solve(position, all_moves=True)
    assert told["values"] == {str(line.move): line.value for line in solution.lines}
    assert [move for move, value in told["values"].items() if value > 0] == [told["best_move"]]


def test_the_bridge_table_is_that_of_the_hands(shown: str) -> None:
    north, south, *rest = part(shown, "Honeymoon bridge")
    hands = [".".join(re.findall(r"\b[SHDC] (\S+)", line)) for line in (south, north)]
    deal = bg.Honeymoon(deal=" ".join(hands).replace("-", ""))
    text = "\n".join(rest)
    for row in deal.trick_table().values():
        for leaders in row:
            assert "/".join(map(str, leaders)) in text
    assert f"south {deal.par().score:+d}" in text


@pytest.mark.usefixtures("small")
def test_suits_have_signs_where_they_can_be_printed() -> None:
    text = "\n".join(part(run("demo").stdout, "Honeymoon bridge"))
    assert min(text.count(sign) for sign in bridge.SUITS) >= 3
    assert not re.search(r"\b[SHDC]\b", text)


def test_the_ladder_shares_hundred_points(shown: str) -> None:
    lines = part(shown, "Tic-tac-toe")
    names, *rows = [line.split() for line in lines[: len(tictactoe.LADDER) + 1]]
    table = {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}
    assert list(table) == list(tictactoe.LADDER)[::-1]
    for name, scores in table.items():
        assert scores[name] == "-"
        for other in table.keys() - {name}:
            assert float(scores[other]) + float(table[other][name]) == pytest.approx(100, abs=0.11)
    assert float(table["ai14"]["mean"]) > float(table["ai2"]["mean"]) + 30


def test_the_tree_search_ends_in_a_proof(shown: str) -> None:
    text = "\n".join(part(shown, "Tree search"))
    bounds = re.findall(r"([\d,]+) +(\S+)   (\S+(?: to \S+)?) +([abc][123])", text)
    assert [row[0] for row in bounds[:3]] == ["10", "100", "1,000"]
    assert [row[2] for row in bounds] == ["-1 to +1"] * (len(bounds) - 1) + ["0"]
    assert "a draw, proven" in text
    visits = [
        int(each) for each in re.findall(r"^  \d +(\d+) +(\d+) +(\d+)", text, re.M) for each in each
    ]
    best = bg.TicTacToe().parse_move(bounds[-1][3])
    assert visits[int(best)] == max(visits)


def test_the_judge_says_so(shown: str) -> None:
    rows = re.findall(
        r"^  (\w[^\d\n]+?)  +([\d,]+)   ([\d ]+)$", "\n".join(part(shown, "The judge")), re.M
    )
    assert len(rows) == 5
    for verdict, _, records in rows:
        assert {str(bg.tictactoe.judge(record)) for record in records.split()} == {verdict}
    assert sum(int(count.replace(",", "")) for _, count, _ in rows) == tictactoe.RECORDS


def test_leaves_are_those_of_the_tables(shown: str) -> None:
    counts = {line.split()[0]: line.split()[2] for line in part(shown, "Perft")[1:] if line.strip()}
    assert list(counts) == [spec for spec, _ in speed.TREES]
    assert counts["tictactoe"] == "255,168"
    assert counts["othello"] == "24,571,284"
    assert counts["mosaic"] == counts["quo"] == "205,482,648"


def test_batches_play_every_game(shown: str) -> None:
    rows = [line.split() for line in part(shown, "Batches")[1:] if line.strip()]
    assert [row[0] for row in rows] == list(speed.BATCHES)
    assert {row[1] for row in rows} == {f"{speed.ROWS * speed.STEPS:,}"}
    for spec, row in zip(speed.BATCHES, rows, strict=True):
        planes = bg.Batch(spec, 1).planes().shape[1:]
        assert [int(each) for each in row[5:10:2]] == list(planes)
    # Random tic-tac-toe: the first player wins 58.5 % and 12.7 % are drawn.
    assert float(rows[0][3].rstrip("%")) == pytest.approx(58.5, abs=1.5)
    assert float(rows[0][4].rstrip("%")) == pytest.approx(12.7, abs=1)


@pytest.mark.parametrize("seed", range(20))
def test_endings_have_the_empty_squares_that_are_promised(seed: int) -> None:
    position = othello.played(seed)
    assert position.empties == othello.EMPTY
    assert not position.is_over
    assert not position.must_pass


def timeless(text: str) -> str:
    """The output without times and speeds."""
    return re.sub(r"[\d.]+ m?s\b.*|[\d.]+ [kMG]? ?moves/s", "", text)


@pytest.mark.usefixtures("small")
def test_all_follows_from_the_seed() -> None:
    first, again, other = (timeless(run("demo", "--seed", seed).stdout) for seed in "223")
    assert first == again
    for head in set(HEADS) - {"Perft"}:
        assert part(first, head) != part(other, head), head


@pytest.mark.usefixtures("small")
def test_other_programs_read_the_same() -> None:
    told = facts()
    assert told["seed"] == 2
    assert list(told)[2:-1] == [re.sub("[ -]", "_", head.lower()) for head in HEADS]
    before = bg.position(told["mosaic"]["position"])
    assert before.play(told["mosaic"]["move"]).to_string() == told["mosaic"]["after"]
    ended = bg.Record(f"quo:{pyramids.QUO_SIZE}", told["mosaic_quo"]["moves"]).position
    assert ended.to_string() == told["mosaic_quo"]["position"]
    assert list(ended.outcome.winners) == told["mosaic_quo"]["winners"]
    solved = bg.solve(bg.position(told["othello"]["position"]), all_moves=True)
    assert {str(move): value for move, value in solved.values.items()} == told["othello"]["values"]
    assert told["tree_search"]["steps"][-1]["bounds"] == [0, 0]
    assert sum(told["the_judge"]["results"].values()) == tictactoe.RECORDS


@pytest.mark.usefixtures("small")
def test_colours_where_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    colored = run("demo").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    plain = run("demo").stdout
    assert "\x1b" not in plain
    assert colored.count("\x1b[1m") > len(HEADS)
    assert timeless(re.sub(r"\x1b\[[\d;]*m", "", colored)) == timeless(plain)


@processes.posix
def test_ctrl_c_ends_it_cleanly() -> None:
    endless = "from bitgames.cli.demo import pyramids\npyramids.GAMES = 10**9\n"
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
