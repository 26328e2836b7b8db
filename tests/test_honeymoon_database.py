"""Honeymoon bridge solved over the databases of a folder, in processes of their own."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import bitgames as bg
from tests import processes

DEAL = "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"
SOLVE = f"""
import json, os, bitgames as bg
start = bg.Honeymoon(deal={DEAL!r})
play = start.play("1NT").play("pass")
found = [start.trick_table(), repr(start.par()), repr(play.play("S3").legal_moves)]
for position in (start, play, play.play("S3"), start.play("2H").play("pass")):
    solution = bg.solve(position, all_moves=True)
    found.append([solution.value, {{str(move): value for move, value in solution.values.items()}}])
    for name in ("perfect", "montecarlo:samples=2"):
        found.append(str(bg.Agent(name, seed=1).choose(position)))
found.append(str(bg.Agent("montecarlo:samples=2", seed=1).choose(bg.Honeymoon(7))))
maps = "/proc/self/maps"
used = os.path.exists(maps) and open(maps).read().count("-9.endings") > 0
print(json.dumps([found, used]))
"""
CALLS = {
    "solve": "bg.solve(open_deal)",
    "par": "open_deal.par()",
    "tricks": "open_deal.trick_table()",
    "perfect": 'bg.Agent("perfect").choose(open_deal)',
    "montecarlo": 'bg.Agent("montecarlo").choose(bg.Honeymoon(7))',
    "match": 'bg.match("montecarlo:samples=1", "rule", "honeymoon", games=2, seed=1)',
}
REFUSED = f"""
import bitgames as bg
open_deal = bg.Honeymoon(deal={DEAL!r})
for name, call in {CALLS!r}.items():
    try:
        eval(call)
    except bg.GameError as error:
        print(name, type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both strains to 9 cards, one more than every process builds in memory."""
    folder = tmp_path_factory.mktemp("endings")
    bg.honeymoon.EndingDatabase.build(folder, 9)
    return folder


def run(folder: Path | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return processes.run([sys.executable, *arguments], env={"BITGAMES_ENDINGS": str(folder)})


def test_a_folder_of_databases_changes_no_value_and_no_choice(folder: Path) -> None:
    answers = []
    for where in ("", folder):
        done = run(where, "-c", SOLVE)
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert answers[0][0] == answers[1][0]
    if Path("/proc/self/maps").exists():
        assert [used for _, used in answers] == [False, True]


@pytest.mark.parametrize("strain", ["notrump", "trump"])
def test_a_damaged_database_is_refused_by_name(folder: Path, tmp_path: Path, strain: str) -> None:
    for path in folder.iterdir():
        content = path.read_bytes()
        if f"-{strain}-" in path.name:
            content = content[:-100]
        (tmp_path / path.name).write_bytes(content)
    damaged = str(tmp_path / f"honeymoon-{strain}-9.endings")
    done = run(tmp_path, "-c", REFUSED)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(CALLS)
    for name, line in zip(CALLS, lines, strict=True):
        assert line.startswith(f"{name} DamagedFileError ")
        assert damaged in line and "bytes instead of" in line
    done = run(tmp_path, "-m", "bitgames", "solve", f"honeymoon {DEAL}")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert damaged in done.stderr


def test_the_end_of_a_deal_is_found_in_the_database(folder: Path) -> None:
    """From nine cards each on, a led card included: the value, and the best cards."""
    chance = random.Random(5)
    with bg.honeymoon.EndingDatabase(folder) as database:
        for contract in ("3NT", "2H"):
            position = bg.Honeymoon(deal=DEAL).play(contract).play("pass")
            while not position.is_over:
                ending = position.ending()
                if ending.cards <= 9:
                    assert database.value(ending) == bg.solve(ending).value
                    values = bg.solve(position, all_moves=True).values
                    best = max(values.values())
                    # Both list the cards suit by suit, each from the highest down.
                    found = dict(zip(ending.legal_cards, position.legal_moves, strict=True))
                    good = {found[card] for card in database.best_cards(ending)}
                    assert good <= {move for move, value in values.items() if value == best}
                position = position.play(chance.choice(position.legal_moves))
