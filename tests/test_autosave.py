"""The game that is kept on disk, and the sum of its series."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.cli import autosave
from bitgames.cli.autosave import Kept
from bitgames.cli.errors import Failure
from bitgames.play.series import RubberDeals, Series, read_series, series
from bitgames.play.tree import Tree
from tests.commands import run

# Plays any deal to its end: what cannot be played is refused, and the next line is read.
DEAL = "1NT\n" + 30 * "1\npass\n"
HALF = "1NT\n" + 9 * "1\npass\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games in progress."""
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path)
    return tmp_path


def played(*options: str, stdin: str) -> str:
    done = run("play", *options, stdin=stdin)
    assert done.exit_code == 0, done.output
    return done.stdout


def scores(text: str) -> list[int]:
    """South's score of each deal, as the account of the deal says."""
    return [int(score) for score in re.findall(r"^score +south ([+-]\d+)", text, re.MULTILINE)]


def sums(text: str) -> list[tuple[int, int]]:
    """Number of deals and south's sum, after each deal."""
    found = re.findall(r"^after (\d+) deals?: south ([+-]\d+)", text, re.MULTILINE)
    return [(int(deals), int(score)) for deals, score in found]


def test_the_sum_of_the_deals_goes_on_with_the_game(folder: Path) -> None:
    begin = ("honeymoon", "-o", "random", "--side", "south", "--seed", "3", "--autosave")
    first = played(*begin, stdin=f"{DEAL}yes\n{HALF}quit\n")
    assert "the game is kept: bitgames play honeymoon --continue" in first
    kept = autosave.find()
    assert kept is not None
    assert kept.words.startswith("honeymoon:taiwan,dealer=north against random, deal 2, move ")
    second = played("--continue", stdin=f"{DEAL}")
    won = [*scores(first), *scores(second)]
    assert len(won) == 2 and won[0] != 0
    assert sums(second) == [(2, sum(won))]
    # Leaving between two deals keeps the sum, too.
    assert "the game is kept" in second
    third = played("--continue", stdin=f"yes\n{DEAL}no\n")
    assert sums(third)[-1] == (3, sum(won) + scores(third)[-1])
    # The answer no ends the series.
    assert "the game is kept" not in third
    assert [*folder.iterdir()] == []


def test_a_finished_game_without_chance_is_removed(folder: Path) -> None:
    begin = ("tictactoe", "-o", "first", "--side", "o", "--seed", "1", "--autosave")
    assert "the game is kept" in played(*begin, stdin="1\nquit\n")
    assert len([*folder.iterdir()]) == 1
    assert "the game is kept" not in played("--continue", stdin=9 * "1\n" + "quit\n")
    assert [*folder.iterdir()] == []


def rubbers() -> list[tuple[bg.Honeymoon, Series]]:
    """Starts of the deals of a rubber and of the next one, each with the sum before it."""
    start = bg.Honeymoon(rules="scoring=rubber")
    total = series(start)
    found = [(start, total)]
    for seed in range(12):
        assert isinstance(total, RubberDeals)
        at = bg.Honeymoon(seed, rules=found[-1][0].rules)
        for call in ("4S", "pass"):
            at = at.play(call)
        while not at.is_over:
            at = at.play(at.legal_moves[seed % len(at.legal_moves)])
        total = total.after(at)
        found.append((total.start(start), total))  # type: ignore[arg-type]
    return found


def test_a_sum_is_read_back() -> None:
    found = rubbers()
    assert any(total.rubber.is_finished for _, total in found if isinstance(total, RubberDeals))
    for start, total in found:
        again = read_series(start, json.loads(json.dumps(total.to_dict())))
        assert again == total
        assert again.words == total.words
    plain = {"deals": 2, "scores": [90, -90]}
    assert read_series(bg.Honeymoon(), plain).to_dict() == plain
    assert series(bg.Othello()).to_dict() == {"deals": 0, "scores": [0, 0]}


PLAIN = bg.Honeymoon()
RUBBER = bg.Honeymoon(rules="scoring=rubber")
SHEET: dict[str, Any] = {
    "games": [0, 0], "part_scores": [0, 0], "below": [0, 0], "above": [30, 0],
}  # fmt: skip


@pytest.mark.parametrize(
    ("start", "data"),
    [
        *((PLAIN, data) for data in ([], 1, "x", {}, {"deals": 1}, {"scores": [0, 0]})),
        (PLAIN, {"deals": -1, "scores": [0, 0]}),
        (PLAIN, {"deals": True, "scores": [0, 0]}),
        (PLAIN, {"deals": 1, "scores": [0]}),
        (PLAIN, {"deals": 1, "scores": [0, 0.5]}),
        (PLAIN, {"deals": 1, "scores": 7}),
        (RUBBER, {"deals": 1, "scores": [0, 0]}),
        (RUBBER, {"deals": 1, "rubber": [0, 0]}),
        (RUBBER, {"deals": 1, "rubber": {**SHEET, "games": [5, 0]}}),
        (RUBBER, {"deals": 1, "rubber": {**SHEET, "above": [2**200, 0]}}),
        (RUBBER, {"deals": 1, "rubber": {**SHEET, "other": 1}}),
        # A sheet of another deal.
        (RUBBER, {"deals": 1, "rubber": {**SHEET, "games": [1, 0], "below": [100, 0]}}),
    ],
)
def test_a_damaged_sum_is_refused(start: bg.Honeymoon, data: object, folder: Path) -> None:
    with pytest.raises(bg.ParseError, match=r"^the sum of the games "):
        read_series(start, data)
    kept = Kept(tree=Tree(start), opponent="random", side="south", seed=1, number=1)
    autosave.store(kept)
    assert autosave.find("honeymoon") is not None
    (path,) = folder.iterdir()
    path.write_text(json.dumps({**json.loads(path.read_text()), "series": data}))
    with pytest.raises(Failure, match="is not a valid game in progress: remove it"):
        autosave.find("honeymoon")
