"""Databases of endings: what they hold, and what happens to them."""

from __future__ import annotations

import json
import math
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import bitgames as bg
from tests import commands, processes


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return processes.run([*processes.BITGAMES, "db", *map(str, arguments)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both strains to 6 cards."""
    folder = tmp_path_factory.mktemp("endings")
    bg.honeymoon.EndingDatabase.build(folder, 6)
    return folder


@pytest.fixture(scope="module")
def database(folder: Path) -> bg.honeymoon.EndingDatabase:
    return bg.honeymoon.EndingDatabase(folder)


def deals(count: int, most: int, seed: int) -> list[bg.honeymoon.Ending]:
    """Random endings of every strain, some with a led card."""
    rng = random.Random(seed)
    endings = []
    for root in range(count):
        trump = rng.choice([None, 0, 1, 2, 3])
        ending = bg.honeymoon.Ending.random(rng.randint(1, most), trump, seed=seed << 32 | root)
        if rng.random() < 0.3:
            ending = ending.play(rng.choice(ending.legal_cards))
        endings.append(ending)
    return endings


# Positions by the leader's tricks, and how many there are, as known of the complete tables.
HISTOGRAMS = {
    ("notrump", 3): [13, 42, 67, 58],
    ("notrump", 4): [40, 173, 330, 310, 197],
    ("trump", 3): [69, 134, 156, 101],
    ("trump", 4): [251, 622, 905, 745, 347],
}
POSITIONS = {
    ("notrump", 6): 31_416,
    ("trump", 6): 94_248,
    ("notrump", 8): 772_200,
    ("trump", 8): 2_483_910,
    ("notrump", 10): 15_704_260,
    ("trump", 10): 52_655_460,
    ("notrump", 12): 275_823_912,
    ("trump", 12): 938_342_132,
    ("notrump", 13): 1_081_662_400,
    ("trump", 13): 3_702_613_600,
}
# Mean of the leader's tricks over all deals of 13 cards.
MEANS = {("notrump", 13): 6.889375, ("trump", 13): 6.588795}


def check_layers(database: bg.honeymoon.EndingDatabase) -> None:
    for layer in database.layers:
        assert layer.costly_leads == 0
        assert sum(layer.histogram) == layer.positions
        place = (layer.strain, layer.cards)
        assert layer.positions == POSITIONS.get(place, layer.positions)
        assert layer.histogram == HISTOGRAMS.get(place, layer.histogram)
        assert layer.deal_mean == pytest.approx(MEANS.get(place, layer.deal_mean), abs=5e-7)


def test_layers_hold_the_published_counts(database: bg.honeymoon.EndingDatabase) -> None:
    assert database.strains == ["notrump", "trump"]
    assert database.cards == [6, 6]
    check_layers(database)
    first = "<EndingLayer notrump, cards 1, positions 4, mean 0.750000>"
    assert repr(database.layers[0]) == first


@pytest.mark.parametrize("cards", [11, pytest.param(13, marks=pytest.mark.deep)])
def test_large_layers_hold_the_published_counts(tmp_path: Path, cards: int) -> None:
    """13 cards are all there is, and fewer are in it: some ten seconds, and 1.3 GB of memory."""
    database = bg.honeymoon.EndingDatabase.build(tmp_path, cards)
    assert database.cards == [cards, cards]
    check_layers(database)
    assert database.verify(sample=20_000) > 0


@pytest.mark.parametrize("strain", ["notrump", "trump"])
def test_full_hands_take_what_is_published_on_average(strain: str) -> None:
    trump = 3 if strain == "trump" else None
    values = [
        bg.solve(bg.honeymoon.Ending.random(13, trump, seed=root)).value for root in range(10_000)
    ]
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert statistics.fmean(values) == pytest.approx(MEANS[strain, 13], abs=4 * error)


def test_means_over_deals_are_those_of_random_deals(database: bg.honeymoon.EndingDatabase) -> None:
    for trump, layer in ((None, database.layers[5]), (2, database.layers[11])):
        assert layer.cards == 6
        deals = [bg.honeymoon.Ending.random(6, trump, seed=root) for root in range(20_000)]
        mean = sum(map(database.value, deals)) / len(deals)
        # Three standard errors of a spread of about one trick and a quarter.
        assert mean == pytest.approx(layer.deal_mean, abs=0.03)


def test_values_and_best_cards_are_those_of_the_solver(
    database: bg.honeymoon.EndingDatabase,
) -> None:
    for ending in deals(300, 6, seed=1):
        solution = bg.solve(ending, all_moves=True)
        values = {int(card): value for card, value in solution.values.items()}
        assert database.value(ending) == solution.value
        assert database.card_values(ending) == values
        best = [card for card, value in values.items() if value == solution.value]
        assert database.best_cards(ending) == best


def test_batches_are_the_single_answers(database: bg.honeymoon.EndingDatabase) -> None:
    endings = deals(500, 6, seed=2)
    owners = np.array([ending.owners for ending in endings], dtype=np.uint32)
    lengths = np.array([ending.lengths for ending in endings], dtype=np.uint8)
    none = [-1 if ending.trump is None else ending.trump for ending in endings]
    led = [-1 if ending.led is None else ending.led for ending in endings]
    trumps, leads = np.array(none, dtype=np.int8), np.array(led, dtype=np.int8)
    values = database.values(owners, lengths, trumps, leads)
    assert values.dtype == np.uint8
    assert values.tolist() == [database.value(ending) for ending in endings]
    sets = database.best_card_sets(owners, lengths, trumps, leads)
    assert sets.dtype == np.uint32
    best = [sum(1 << card for card in database.best_cards(ending)) for ending in endings]
    assert sets.tolist() == best


def test_threads_share_a_database(database: bg.honeymoon.EndingDatabase) -> None:
    endings = deals(400, 6, seed=3)
    expected = [database.value(ending) for ending in endings]
    found: list[list[int]] = []

    def look() -> None:
        found.append([database.value(ending) for ending in endings])

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_a_batch_of_nonsense_is_refused(database: bg.honeymoon.EndingDatabase) -> None:
    owners, lengths = np.array([1], dtype=np.uint32), np.array([[2, 0, 0, 0]], dtype=np.uint8)
    assert database.values(owners, lengths).tolist() == [1]
    with pytest.raises(bg.InvalidPositionError):
        database.values(owners * 3, lengths)
    with pytest.raises(bg.ParameterError, match="shape"):
        database.values(owners, lengths.T.copy())
    with pytest.raises(bg.ParameterError, match="trump"):
        database.values(owners, lengths, np.array([4], dtype=np.int8))
    with pytest.raises(bg.ParameterError, match="trumps"):
        database.values(owners, lengths, np.array([0, 1], dtype=np.int8))
    for far in (-2, -128):
        with pytest.raises(bg.ParameterError, match="trumps must be -1 for none"):
            database.values(owners, lengths, np.array([far], dtype=np.int8))
        with pytest.raises(bg.ParameterError, match="led must be -1 for none"):
            database.values(owners, lengths, led=np.array([far], dtype=np.int8))
    with pytest.raises(bg.ParameterError, match="13"):
        database.values(owners, np.array([[200, 200, 200, 200]], dtype=np.uint8))
    with pytest.raises(TypeError):
        database.values(owners.astype(np.int64), lengths)  # type: ignore[arg-type]


def test_endings_are_given_as_they_are_or_as_arrays(
    database: bg.honeymoon.EndingDatabase,
) -> None:
    endings = [bg.honeymoon.Ending.random(n % 5, n % 2 or None, seed=n) for n in range(50)]
    endings += [ending.play(ending.legal_cards[0]) for ending in endings if ending.cards]
    assert database.values(endings).tolist() == [database.value(ending) for ending in endings]
    sets = [sum(1 << card for card in database.best_cards(ending)) for ending in endings]
    assert database.best_card_sets(endings).tolist() == sets
    assert database.values([]).tolist() == []
    lengths = np.zeros((1, 4), np.uint8)
    with pytest.raises(bg.ParameterError, match="lengths, trumps and led must be None beside"):
        database.values(endings[:1], lengths)
    with pytest.raises(bg.ParameterError, match="lengths must be an array beside owners, not None"):
        database.values(np.zeros(1, np.uint32))
    with pytest.raises(TypeError, match="int"):
        database.values([1])  # type: ignore[list-item]


@pytest.mark.parametrize("strain", ["notrump", "trump"])
def test_a_layer_is_arrays(database: bg.honeymoon.EndingDatabase, strain: str) -> None:
    (layer,) = (each for each in database.layers if (each.strain, each.cards) == (strain, 4))
    owners, lengths, trumps, values = database.layer(strain, 4)
    assert (owners.shape, lengths.shape) == ((layer.positions,), (layer.positions, 4))
    # What the build counted, which the header of the file has.
    assert np.bincount(values, minlength=5).tolist() == layer.histogram
    assert (trumps.min() == -1) == (strain == "notrump")
    assert (database.values(owners, lengths, trumps) == values).all()
    endings = zip(owners.tolist(), map(tuple, lengths.tolist()), trumps.tolist(), strict=True)
    assert len(set(endings)) == layer.positions
    some = database.layer(strain, 4, first=100, count=7)
    for part, whole in zip(some, (owners, lengths, trumps, values), strict=True):
        assert (part == whole[100:107]).all()
    none = database.layer(strain, 4, count=0)
    assert [part.shape for part in none] == [(0,), (0, 4), (0,), (0,)]


def test_only_layers_that_are_there(database: bg.honeymoon.EndingDatabase) -> None:
    with pytest.raises(bg.ParameterError, match="strain must be notrump or trump, not hearts"):
        database.layer("hearts", 3)
    with pytest.raises(bg.ParameterError, match="cards must be from 1 to"):
        database.layer("trump", 14)
    with pytest.raises(bg.ParameterError, match="first must be from 0 to"):
        database.layer("trump", 1, first=10**6)
    with pytest.raises(bg.ParameterError, match="count must be from 0 to"):
        database.layer("trump", 1, count=10**6)


def test_another_size_or_strain_is_refused_by_name(folder: Path) -> None:
    database = bg.honeymoon.EndingDatabase(folder / "honeymoon-trump-6.endings")
    with pytest.raises(bg.ParameterError, match=r"at most 6 cards .*honeymoon-trump-6"):
        database.value(bg.honeymoon.Ending.random(7, 1, seed=1))
    with pytest.raises(bg.ParameterError, match="strain trump"):
        database.value(bg.honeymoon.Ending.random(3, seed=1))


@pytest.mark.parametrize("name", ["honeymoon-trump-6.endings", "honeymoon-notrump-9.endings"])
def test_a_file_under_a_wrong_name_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((folder / "honeymoon-notrump-6.endings").read_bytes())
    assert bg.honeymoon.EndingDatabase(path).strains == ["notrump"]
    _, strain, cards = path.stem.split("-")
    for use in (
        lambda: bg.honeymoon.EndingDatabase(tmp_path),
        lambda: bg.honeymoon.EndingDatabase.build(tmp_path, int(cards), strain=strain),
    ):
        with pytest.raises(bg.ParseError, match="not what its name says") as refused:
            use()
        assert str(path) in str(refused.value)
    done = solve_with(
        tmp_path, "-c", "import bitgames as bg; bg.solve(bg.honeymoon.Ending.random(9, seed=1))"
    )
    assert (strain == "notrump") == ("not what its name says" in done.stderr)


def test_what_a_build_left_behind_is_taken_away(folder: Path, tmp_path: Path) -> None:
    """An end by force between the last steps: the database is there, and so are slices and lock."""
    name = "honeymoon-trump-6.endings"
    (tmp_path / f".{name}.lock").touch()
    (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / f"{name}.partial").write_bytes(b"slices")
    assert bg.honeymoon.EndingDatabase.build(tmp_path, 6, strain="trump").cards == [6]
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("cards", [0, 14, -1])
def test_cards_out_of_range_are_refused(tmp_path: Path, cards: int) -> None:
    with pytest.raises(bg.ParameterError, match="from 1 to 13"):
        bg.honeymoon.EndingDatabase.build(tmp_path, cards)
    done = run("build", "honeymoon", "--cards", cards, "--out", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "from 1 to 13" in done.stderr


def test_a_build_stops_where_its_owner_says(tmp_path: Path) -> None:

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        assert total > done
        if done > 0:
            raise Enough

    with pytest.raises(Enough):
        bg.honeymoon.EndingDatabase.build(tmp_path, 9, strain="trump", threads=1, progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["honeymoon-trump-9.endings.partial"]


def test_the_bytes_do_not_depend_on_threads_or_kills(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    bg.honeymoon.EndingDatabase.build(whole, 9, strain="trump", threads=1)
    parts = tmp_path / "parts"
    name = "honeymoon-trump-9.endings"
    arguments = ["build", "honeymoon", "--cards", "9", "--strain", "trump", "--out", str(parts)]
    command = [*processes.BITGAMES, "db", *arguments, "--threads", "2"]
    kills = 0
    for delay in (0.0, 0.05, 0.1, 0.2):
        with processes.running(command) as process:
            partial = parts / f"{name}.partial"
            while process.poll() is None and not partial.exists():
                time.sleep(0.005)
            time.sleep(delay)
            if kills % 2 and sys.platform != "win32":
                process.send_signal(signal.SIGINT)
            else:
                process.kill()
            process.communicate(timeout=processes.HANGS)
        kills += process.returncode != 0
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in parts.iterdir()] == [name]
    assert (parts / name).read_bytes() == (whole / name).read_bytes()


# A limit on the size of files stands for a full disk; the signal that goes with it is ignored.
SMALL_FILES = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
"""


@processes.linux
def test_a_full_disk_is_one_line_and_a_later_run_goes_on(tmp_path: Path) -> None:
    arguments = ["build", "honeymoon", "--cards", "8", "--strain", "trump", "--out", str(tmp_path)]
    done = processes.python(SMALL_FILES + processes.MAIN, "db", *arguments)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "honeymoon-trump-8.endings.partial: File too large" in done.stderr
    assert not (tmp_path / "honeymoon-trump-8.endings").exists()
    assert run(*arguments).returncode == 0
    assert run("verify", tmp_path, "--sample", 500).returncode == 0


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    nowhere = ["/proc/nowhere"] if sys.platform == "linux" else []
    for out in (blocked / "inside", *nowhere):
        done = run("build", "honeymoon", "--cards", 3, "--out", out)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert str(out) in done.stderr


@processes.posix
def test_a_read_only_folder_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("permissions do not bind this user")
    done = run("build", "honeymoon", "--cards", 3, "--out", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "Permission denied" in done.stderr


def test_damaged_files_are_one_line(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "honeymoon-notrump-6.endings").read_bytes()
    path = tmp_path / "some.endings"
    middle = len(whole) - 50
    flipped = whole[:middle] + bytes([whole[middle] ^ 8]) + whole[middle + 1 :]
    newer = whole[:8] + b"\x03" + whole[9:]
    older = whole[:8] + b"\x01" + whole[9:]
    named = tmp_path / "named"
    named.mkdir()
    for content, words in (
        (whole[:-100], "bytes instead of"),
        (b"", "too short"),
        (b"no such thing" * 99, "not a database"),
        (newer, "its format is 3, not this program's 2"),
        (older, "its format is 1, not this program's 2"),
        (whole[:200] + b"\xff" + whole[201:], "header is damaged"),
    ):
        path.write_bytes(content)
        with pytest.raises(bg.DamagedFileError, match=words):
            bg.honeymoon.EndingDatabase(path)
        for command in ("verify", "info"):
            said = commands.fails(commands.run("db", command, str(path)), 1)
            assert str(path) in said and words in said
        # Nothing that is in the way is written over.
        inside = named / "honeymoon-notrump-6.endings"
        inside.write_bytes(content)
        build = ["build", "honeymoon", "--cards", "6", "--strain", "notrump", "--out", str(named)]
        said = commands.fails(commands.run("db", *build), 1)
        assert str(inside) in said and words in said
        assert inside.read_bytes() == content
    path.write_bytes(flipped)
    assert "layer 6 is wrong" in commands.fails(commands.run("db", "verify", str(path)), 1)
    with pytest.raises(FileNotFoundError):
        bg.honeymoon.EndingDatabase(tmp_path / "none")
    with pytest.raises(bg.ParseError, match="no database"):
        bg.honeymoon.EndingDatabase(tmp_path)


def solve_with(folder: Path | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A deal of honeymoon bridge or an ending, solved where a folder of databases is named."""
    return processes.run([sys.executable, *arguments], env={"BITGAMES_ENDINGS": str(folder)})


def test_solving_uses_the_databases_of_a_folder(folder: Path, tmp_path: Path) -> None:
    code = (
        "import bitgames as bg; e = bg.honeymoon.Ending.random(9, 2, seed=5);"
        " print(bg.solve(e).value,"
        " bg.solve(e).nodes)"
    )
    answers = []
    for where in ("", folder, tmp_path, folder / "none"):
        done = solve_with(where, "-c", code)
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.split())
    assert len({value for value, _ in answers}) == 1
    # Six cards in the folder are fewer than the eight in memory, which are asked then.
    assert answers[1] == answers[0]


def test_solving_a_deal_uses_them_too(folder: Path, tmp_path: Path) -> None:
    deal = ("solve", "honeymoon", "AKQ2.QJ2.AK3.T94", "JT3.AK43.QJ2.A82", "--json")
    answers = []
    for where in ("", folder):
        done = solve_with(where, "-m", "bitgames", *deal)
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert answers[0]["value"] == answers[1]["value"] == 120
    assert answers[0]["tricks"] == answers[1]["tricks"]
    assert answers[0]["tricks"]["north"]["NT"] == {"south": 5, "north": 5}
    par = {"score": 120, "contract": "1NT", "declarer": "south", "calls": ["1NT", "pass"]}
    assert answers[0]["par"] == answers[1]["par"]
    assert answers[0]["par"].items() >= par.items()
    damaged = tmp_path / "honeymoon-trump-6.endings"
    damaged.write_bytes((folder / damaged.name).read_bytes()[:-1])
    done = solve_with(tmp_path, "-m", "bitgames", *deal)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f'"{damaged}": it has' in done.stderr


def test_info_and_verify_say_what_there_is(folder: Path) -> None:
    done = run("info", folder)
    assert done.returncode == 0
    assert "31,416" in done.stdout and "94,248" in done.stdout
    done = run("verify", folder, "--sample", 100)
    assert "checksums are right" in done.stdout
    derived = re.search(r"are ([\d,]+) recomputed positions", done.stdout)
    assert derived is not None
    done = run("verify", folder, "--sample", 100, "--json")
    said = json.loads(done.stdout)
    assert said["derived"] == int(derived[1].replace(",", ""))
    assert said["files"] == bg.honeymoon.EndingDatabase(folder).paths
