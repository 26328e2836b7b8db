"""What questions are answered with are values: equal, hashed alike, pickled, copied."""

from __future__ import annotations

import copy
import operator
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import bitgames as bg

OPEN = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")


def ended(text: str) -> bg.Outcome:
    outcome = bg.position(text).outcome
    assert outcome is not None
    return outcome


# Each makes a value anew, and another one of its kind.
VALUES: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "SearchResult": (
        lambda: bg.search(bg.TicTacToe(), depth=4),
        lambda: bg.search(bg.TicTacToe(), depth=5),
    ),
    "SearchLine": (
        lambda: bg.search(bg.TicTacToe(), depth=4, lines=2).lines[1],
        lambda: bg.search(bg.TicTacToe(), depth=5, lines=2).lines[1],
    ),
    "Solution": (
        lambda: bg.solve(bg.TicTacToe(), all_moves=True),
        lambda: bg.solve(bg.TicTacToe()),
    ),
    "Solution of an ending": (
        lambda: bg.solve(bg.honeymoon.Ending(["10", "01"]), all_moves=True),
        lambda: bg.solve(bg.honeymoon.Ending(["11", "00"]), all_moves=True),
    ),
    "Outcome": (
        lambda: ended("tictactoe ooo/xx./..."),
        lambda: ended("tictactoe xxx/oo./o.."),
    ),
    "Facts": (lambda: bg.games.facts("othello"), lambda: bg.games.facts("othello:6")),
    "Judgement": (lambda: bg.tictactoe.judge("79538246"), lambda: bg.tictactoe.judge("91593")),
    "Par": (lambda: OPEN.par(), lambda: bg.Honeymoon(deal=f"{SPADES} {HEARTS}").par()),
    "Rubber": (lambda: bg.honeymoon.Rubber((1, 0)), lambda: bg.honeymoon.Rubber()),
    "CellSet": (lambda: bg.CellSet(5, 3, 3), lambda: bg.CellSet(5, 4, 4)),
    "PyramidSet": (lambda: bg.mosaic.PyramidSet(3, 5), lambda: bg.mosaic.PyramidSet(3, 6)),
    "Position": (lambda: bg.TicTacToe().play("b2"), lambda: bg.TicTacToe()),
    "Move": (lambda: bg.Move("othello", 19), lambda: bg.Move("othello", 20)),
    "Ending": (lambda: bg.honeymoon.Ending(["10"]), lambda: bg.honeymoon.Ending(["01"])),
}
SPADES, HEARTS = "AKQJT98765432...", ".AKQJT98765432.."


@pytest.mark.parametrize("name", VALUES)
def test_results_are_values(name: str) -> None:
    make, other = VALUES[name]
    value = make()
    assert value == make()
    assert not operator.ne(value, make())
    assert hash(value) == hash(make())
    assert value != other() and value != "text" and value is not None
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and hash(again) == hash(value) and repr(again) == repr(value)
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert {value: 1}[make()] == 1


def test_time_does_not_count() -> None:
    found = bg.search(bg.TicTacToe(), depth=3)
    fields = (found.value, found.best_move, found.pv, found.depth, found.nodes)
    assert bg.SearchResult(*fields, 1.5, found.exact, found.lines) == found
    assert bg.SearchResult(*fields, 1.5, not found.exact, found.lines) != found
    assert bg.SearchResult(-0.0, None, [], 1, 1, 0.0, True) == bg.SearchResult(
        0.0, None, [], 1, 1, 0.0, True
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with databases of both strains."""
    bg.honeymoon.EndingDatabase.build(tmp_path / "db", 3)
    return tmp_path / "db"


def test_a_layer_is_a_value(folder: Path) -> None:
    layers, again = (
        bg.honeymoon.EndingDatabase(folder).layers,
        bg.honeymoon.EndingDatabase(folder).layers,
    )
    assert layers == again and len(set(layers) | set(again)) == len(layers) == 6
    assert pickle.loads(pickle.dumps(layers)) == layers


def test_a_database_is_pickled_by_its_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    ending = bg.honeymoon.Ending(["10", "01"], trump=0)
    with bg.honeymoon.EndingDatabase("db") as database:
        kept = pickle.dumps(database)
        value = database.value(ending)
    monkeypatch.chdir("/")
    with pickle.loads(kept) as again:
        assert again.value(ending) == value
        assert again.strains == ["notrump", "trump"]
    bg.honeymoon.EndingDatabase.build(folder.parent / "smaller", 2)
    smaller = sorted((folder.parent / "smaller").iterdir())
    for file, other in zip(sorted(folder.iterdir()), smaller, strict=True):
        shutil.copy(other, file)
    with pytest.raises(bg.DamagedFileError, match="since the database was pickled") as caught:
        pickle.loads(kept)
    assert caught.value.path is not None and Path(caught.value.path).parent == folder
    shutil.rmtree(folder)
    with pytest.raises(FileNotFoundError):
        pickle.loads(kept)


def test_a_closed_database_says_so(folder: Path) -> None:
    ending = bg.honeymoon.Ending(["10", "01"], trump=0)
    database = bg.honeymoon.EndingDatabase(folder)
    with database as same:
        assert same is database and not database.closed
    assert database.closed and "closed" in repr(database)
    database.close()
    for use in (
        lambda: database.value(ending),
        lambda: database.card_values(ending),
        lambda: database.best_cards(ending),
        lambda: database.verify(),
        lambda: database.paths,
        lambda: database.layers,
        lambda: pickle.dumps(database),
        lambda: database.__enter__(),
    ):
        with pytest.raises(bg.ClosedError, match="closed"):
            use()
    shutil.rmtree(folder)  # also where files in use cannot be removed
