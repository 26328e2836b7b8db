"""Batches: against the slow batch, in files and processes, with the caller's arrays, and bad input.

The native side of it is in `tests/batch.rs`.
"""

from __future__ import annotations

import copy
import itertools
import pickle
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import bitgames as bg
from tests import processes
from tests.slow_batch import SlowBatch
from tests.specs import SPECS, every_board

MODES = ["next_step", "same_step", "disabled"]
RULES = ["raise", "lose"]


def equal(ours: Any, theirs: Any, what: object) -> None:
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), what
    assert np.array_equal(ours, theirs), (what, ours, theirs)


def equal_state(batch: bg.Batch, slow: SlowBatch, what: object) -> None:
    """Every array that does not change a batch is that of the slow one."""
    for viewer in (None, 0, np.arange(len(slow)) % slow.start.facts.players):
        equal(batch.planes(viewer), slow.planes(viewer), (what, viewer))
    for dtype in (bool, np.int8):
        equal(batch.legal_mask(dtype), slow.legal_mask(dtype), what)
    equal(batch.turn, slow.turn, what)
    equal(batch.ply, slow.ply, what)
    equal(batch.episode, slow.episode, what)
    equal(batch.finished, [row.is_over for row in slow.rows], what)
    equal(batch.final.rows, slow.final.rows, what)
    equal(batch.final.planes(0), slow.final.planes(0), what)
    assert batch.final.positions == slow.final.positions, what
    assert list(batch) == [row.position for row in slow.rows], what


def twins(spec: str, rows: int, steps: int, every: int, **options: Any) -> None:
    """Steps batches of 1, 2 and 3 threads and a slow one; the last batch draws as it steps."""
    slow = SlowBatch(spec, rows, seed=11, first=3, **options)
    batches = [bg.Batch(spec, rows, seed=11, first=3, threads=k, **options) for k in (1, 2, 3, 2)]
    random = np.random.default_rng(5)
    shape = slow.planes().shape
    filled = bg.Batch(spec, rows).step()
    for at in range(steps):
        what = (spec, options, at)
        moves = slow.sample()
        wrong = random.random(rows) < (0.02 if options["on_illegal"] == "lose" else 0)
        draw = random.integers(-2, slow.start.num_moves + 2, rows)
        given = np.where(wrong, draw, moves)
        expected = slow.step(given)
        for batch in batches:
            draws = batch is batches[-1] and not wrong.any()
            if not draws:
                equal(batch.sample(), moves, what)
            planes, mask = np.full(shape, 7, np.uint8), np.zeros(batch.legal_mask().shape, np.int8)
            out = filled if batch is batches[1] else None
            step = batch.step(None if draws else given, planes=planes, mask=mask, out=out)
            equal(step.rewards, expected.rewards, what)
            equal(step.terminated, expected.terminated, what)
            equal(step.truncated, expected.truncated, what)
            if at % every == 0:
                equal(planes, slow.planes(), what)
                equal(mask, slow.legal_mask(np.int8), what)
                equal_state(batch, slow, what)
        if at % every == every - 1:
            rows_to_reset = np.flatnonzero(random.random(rows) < 0.3)
            slow.reset(rows_to_reset)
            for batch in batches:
                batch.reset(rows_to_reset)
    results = slow.playout()
    for batch in batches:
        equal(batch.playout(), results, spec)
        equal_state(batch, slow, spec)


CHOICES = list(itertools.product(MODES, RULES))


@every_board
def test_a_batch_is_the_slow_batch(spec: str) -> None:
    """A short run of each game; the choices take turns."""
    choices = len(CHOICES)
    for at in (0, 3) if spec in ("tictactoe", "quo:3", "honeymoon") else (0,):
        autoreset, rule = CHOICES[(SPECS.index(spec) + at) % choices]
        layout = "HWC" if SPECS.index(spec) % 2 else "CHW"
        twins(spec, 4, 40, 20, autoreset=autoreset, on_illegal=rule, layout=layout)


@pytest.mark.parametrize(("autoreset", "rule"), CHOICES)
def test_every_choice_is_that_of_the_slow_batch(autoreset: str, rule: str) -> None:
    """More than one block of rows, in games that end soon."""
    twins("mnk:3,2,2", 66, 12, 6, autoreset=autoreset, on_illegal=rule)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "quo:3", "honeymoon:bicycle"])
def test_games_begin_with_random_moves(spec: str, tmp_path: Path) -> None:
    """At tic-tac-toe most lines of 8 moves are over before, so that they are drawn again."""
    options = {"openings": "random:8", "autoreset": "same_step", "on_illegal": "raise"}
    twins(spec, 66 if spec == "tictactoe" else 5, 12, 4, **options)
    batch = bg.Batch(spec, 5, seed=3, openings="random:8")
    assert batch.ply.min() >= 7 and batch.openings == "random:8"
    batch.save(tmp_path / "batch.bin")
    again = bg.Batch.load(tmp_path / "batch.bin")
    for each in (batch, again):
        each.reset()
    assert again.openings == "random:8" and list(batch) == list(again)
    batch.reset([0, 1], openings="random:2")
    batch.reset([2], openings="none")
    assert batch.ply[:2].tolist() == [2, 2] and batch.ply[3:].min() >= 7
    assert batch.ply[2] == bg.position(spec).ply
    with pytest.raises(bg.ParameterError, match="openings must be None with positions"):
        batch.reset([0], bg.position(spec), openings="random:2")
    with pytest.raises(bg.ParameterError, match="openings must be none, or random:PLIES"):
        batch.reset([0], openings="random:0")
    assert batch.ply[0] == 2


@pytest.mark.deep
@every_board
@pytest.mark.parametrize(("autoreset", "rule"), CHOICES)
def test_ten_thousand_steps_are_those_of_the_slow_batch(
    spec: str, autoreset: str, rule: str
) -> None:
    twins(spec, 3, 10_000, 97, autoreset=autoreset, on_illegal=rule)


def steps(batch: bg.Batch, count: int) -> list[bytes]:
    """What the next steps give, as bytes."""
    found = []
    for _ in range(count):
        moves = batch.sample()
        step = batch.step(moves)
        found += [moves.tobytes(), step.rewards.tobytes(), step.terminated.tobytes()]
        found += [batch.planes().tobytes(), batch.final.rows.tobytes()]
    return found


@pytest.mark.parametrize("spec", ["tictactoe", "mosaic:5"])
@pytest.mark.parametrize("autoreset", MODES)
def test_threads_change_nothing(spec: str, autoreset: str) -> None:
    """Enough rows to be shared."""
    one, two, three = (
        bg.Batch(spec, 3000, seed=1, autoreset=autoreset, threads=k) for k in (1, 2, 3)
    )
    expected = steps(one, 12)
    assert steps(two, 12) == expected
    assert steps(three, 12) == expected


@pytest.mark.parametrize("spec", ["othello:4", "honeymoon"])
def test_halves_are_the_whole(spec: str) -> None:
    whole = bg.Batch(spec, 90, seed=4, first=10, autoreset="same_step")
    halves = [bg.Batch(spec, 45, seed=4, first=at, autoreset="same_step") for at in (10, 55)]
    for _ in range(30):
        moves = whole.sample()
        equal(np.concatenate([half.sample() for half in halves]), moves, spec)
        rewards = whole.step(moves).rewards
        parts = [
            half.step(part).rewards for half, part in zip(halves, np.split(moves, 2), strict=True)
        ]
        equal(np.concatenate(parts), rewards, spec)
    equal(np.concatenate([half.planes() for half in halves]), whole.planes(), spec)


RESTORED: dict[str, Callable[[bg.Batch, Path], bg.Batch]] = {
    "file": lambda batch, path: (batch.save(path), bg.Batch.load(path, threads=1))[1],
    "bytes": lambda batch, path: bg.Batch.from_bytes(batch.to_bytes()),
    "pickle": lambda batch, path: pickle.loads(pickle.dumps(batch)),
    "copy": lambda batch, path: batch.copy(),
    "deepcopy": lambda batch, path: copy.deepcopy(batch),
}


@pytest.mark.parametrize("way", RESTORED)
@pytest.mark.parametrize(
    ("spec", "autoreset", "rule"),
    [
        ("honeymoon:face_up", "next_step", "raise"),
        ("quo:3", "same_step", "lose"),
        ("tictactoe", "disabled", "lose"),
    ],
)
def test_a_batch_goes_on_bit_for_bit(
    way: str, spec: str, autoreset: str, rule: str, tmp_path: Path
) -> None:
    options: Any = {"autoreset": autoreset, "on_illegal": rule, "layout": "HWC", "first": 9}
    batch = bg.Batch(spec, 70, seed=2**100, **options)
    steps(batch, 25)
    if rule == "lose":
        batch.step(np.full(70, -1))
    batch.sample()
    again = RESTORED[way](batch, tmp_path / "batch")
    assert (again.game, again.first, again.layout) == (batch.game, 9, "HWC")
    assert (again.autoreset, again.on_illegal) == (autoreset, rule)
    assert again.to_bytes() == batch.to_bytes()
    equal(again.final.planes(), batch.final.planes(), way)
    expected = steps(batch, 30)
    assert steps(again, 30) == expected
    equal(again.playout(), batch.playout(), way)
    assert again.to_bytes() == batch.to_bytes()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "batch"
    batch = bg.Batch("tictactoe", 2, seed=1)
    batch.save(path)
    whole = path.read_bytes()
    newer = whole[:8] + (2).to_bytes(4, "little") + whole[12:]
    for wrong in (b"", whole[:-1], whole + b"\0", whole[:40] + b"?" + whole[41:], newer):
        path.write_bytes(wrong)
        with pytest.raises(bg.DamagedFileError) as caught:
            bg.Batch.load(path)
        assert caught.value.path == str(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(FileNotFoundError):
        bg.Batch.load(tmp_path / "none")
    with pytest.raises(bg.ParameterError):
        bg.Batch.load("")


PROCESSES = """
import multiprocessing, os, pickle, sys
import bitgames as bg

def work(batch):
    return [batch.step(batch.sample()).rewards.tobytes() for _ in range(30)]

def send(batch, connection):
    connection.send(work(batch))

if __name__ == "__main__":
    batch = bg.Batch("mosaic:5", 2000, seed=3, threads=2)
    work(batch)
    expected = work(batch.copy())
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        here, there = context.Pipe()
        child = context.Process(target=send, args=(batch, there))
        child.start()
        assert here.recv() == expected, method
        child.join()
        assert child.exitcode == 0, method
    # The workers of the parent still serve it.
    assert work(batch) == expected
    print("equal")
"""


@processes.posix
def test_a_batch_goes_on_in_other_processes(tmp_path: Path) -> None:
    """Fork, spawn and forkserver, after the workers have begun."""
    script = tmp_path / "script.py"
    script.write_text(PROCESSES, encoding="utf-8")
    done = processes.run([processes.sys.executable, "-W", "ignore", str(script)])
    assert (done.stdout.strip(), done.returncode) == ("equal", 0), done.stderr


def test_results_are_new_arrays() -> None:
    batch = bg.Batch("othello:4", 70, seed=1)
    kept: list[tuple[NDArray[Any], NDArray[Any]]] = []
    for _ in range(5):
        moves = batch.sample()
        step = batch.step(moves)
        arrays = [moves, step.rewards, step.terminated, step.truncated, batch.turn, batch.ply]
        arrays += [batch.planes(), batch.legal_mask(), batch.legal_mask(np.int8), batch.playout()]
        assert all(array.flags.writeable and array.flags.c_contiguous for array in arrays)
        kept += [(array, array.copy()) for array in arrays]
    assert all(np.array_equal(array, before) for array, before in kept)
    assert batch.planes().ctypes.data % 64 == batch.legal_mask().ctypes.data % 64 == 0


def test_given_arrays_are_filled_in_place() -> None:
    batch = bg.Batch("othello", 3000, seed=1, threads=2)
    step = batch.step()
    rewards, terminated = step.rewards, step.terminated
    rewards[:], terminated[:] = 9, True
    assert batch.step(out=step) is step and step.rewards is rewards
    assert not rewards.any() and not terminated.any()
    planes = np.full(batch.planes().shape, 9, np.uint8)
    mask = np.full((3000, 65), 9, np.int8)
    flags = np.ones((3000, 65), bool)
    moves = np.full(3000, -5)
    assert batch.planes(out=planes) is planes
    assert batch.legal_mask(out=mask) is mask
    assert batch.legal_mask(bool, flags) is flags
    assert batch.sample(out=moves) is moves
    equal(planes, batch.planes(), "planes")
    equal(mask, batch.legal_mask(np.int8), "mask")
    equal(flags, batch.legal_mask(), "flags")
    batch.step(moves, planes, flags)
    equal(planes, batch.planes(), "planes")
    equal(flags, batch.legal_mask(), "flags")
    tracemalloc.start()
    for _ in range(10):
        batch.sample(moves)
        batch.step(moves, planes=planes, mask=mask, out=step)
        batch.planes(1, planes)
        batch.legal_mask(None, mask)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8000, "the objects around the arrays"


@pytest.mark.parametrize(
    "moves",
    [
        np.array([4, 0, 8], np.uint8),
        np.array([4, 0, 8], np.int16),
        np.array([4, 0, 8], np.uint64),
        np.array([4, 0, 8], ">i4"),
        np.array([4, 9, 0, 9, 8])[::2],
        [4, 0, 8],
        (4, 0, 8),
    ],
    ids=str,
)
def test_moves_are_integers_of_any_type(moves: Any) -> None:
    batch = bg.Batch("tictactoe", 3)
    batch.step(moves)
    assert [position.to_string() for position in batch] == [
        f"tictactoe {cells}" for cells in (".../.o./...", "o../.../...", ".../.../..o")
    ]


def writable(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    return np.zeros(shape, dtype)


def locked(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    array = np.zeros(shape, dtype)
    array.flags.writeable = False
    return array


def locked_step(rows: int) -> bg.BatchStep:
    step = bg.Batch("tictactoe", rows).step()
    step.rewards.flags.writeable = False
    return step


OVERLAP = np.zeros(64, np.uint8)
ALIASED = bg.Batch("tictactoe", 3).step()

BAD_CALLS: dict[str, Callable[[bg.Batch], object]] = {
    "a step of another batch": lambda batch: batch.step(out=bg.Batch("tictactoe", 4).step()),
    "a step of a game for four": lambda batch: batch.reply(
        [0] * 3, out=bg.Batch("quo:3", 3).step()
    ),
    "a read-only step": lambda batch: batch.step(out=locked_step(3)),
    "moves in the step to be filled": lambda batch: batch.step(
        ALIASED.rewards.view(np.int64).reshape(3), out=ALIASED
    ),
    "too few moves": lambda batch: batch.step([0, 1]),
    "moves in two dimensions": lambda batch: batch.step(np.zeros((3, 1), int)),
    "moves as floats": lambda batch: batch.step(np.zeros(3)),
    "moves with NaN": lambda batch: batch.step(np.full(3, np.nan)),
    "moves as bools": lambda batch: batch.step(np.zeros(3, bool)),
    "moves as text": lambda batch: batch.step(["a1", "a1", "a1"]),
    "ragged moves": lambda batch: batch.step([[0], [1, 2], 3]),
    "planes of another shape": lambda batch: batch.step(
        [0, 0, 0], planes=writable((3, 2, 9), np.uint8)
    ),
    "planes of another type": lambda batch: batch.planes(out=writable((3, 2, 3, 3), np.int8)),
    "planes that are floats": lambda batch: batch.planes(out=writable((3, 2, 3, 3), float)),
    "planes in another order": lambda batch: batch.planes(
        out=np.zeros((3, 2, 3, 3), np.uint8, order="F")
    ),
    "planes with gaps": lambda batch: batch.planes(out=writable((6, 2, 3, 3), np.uint8)[::2]),
    "read-only planes": lambda batch: batch.planes(out=locked((3, 2, 3, 3), np.uint8)),
    "read-only planes of a step": lambda batch: batch.step(
        [0, 0, 0], planes=locked((3, 2, 3, 3), np.uint8)
    ),
    "a read-only mask": lambda batch: batch.step([0, 0, 0], mask=locked((3, 9), bool)),
    "a mask of another type": lambda batch: batch.step([0, 0, 0], mask=writable((3, 9), float)),
    "a mask that is not as said": lambda batch: batch.legal_mask(bool, writable((3, 9), np.int8)),
    "an unknown type of mask": lambda batch: batch.legal_mask(np.float32),
    "planes over the mask": lambda batch: batch.step(
        [0, 0, 0],
        planes=OVERLAP[:54].reshape(3, 2, 3, 3),
        mask=OVERLAP[30:57].view(bool).reshape(3, 9),
    ),
    "moves under the mask": lambda batch: batch.step(
        OVERLAP[:24].view(np.int64), mask=OVERLAP[:27].view(bool).reshape(3, 9)
    ),
    "samples of another type": lambda batch: batch.sample(writable((3,), np.int32)),
    "samples of another order of bytes": lambda batch: batch.sample(writable((3,), ">i8")),
    "samples that are not aligned": lambda batch: batch.sample(OVERLAP[1:25].view(np.int64)),
    "read-only samples": lambda batch: batch.sample(locked((3,), np.int64)),
    "an unknown seat": lambda batch: batch.planes(2),
    "a negative seat": lambda batch: batch.planes(-1),
    "an unknown seat in a row": lambda batch: batch.planes([0, 1, 2]),
    "too few seats": lambda batch: batch.planes([0, 1]),
    "an unknown row": lambda batch: batch.reset([3]),
    "a negative row": lambda batch: batch.reset([-1]),
    "a row twice": lambda batch: batch.reset([1, 1]),
    "too few flags of rows": lambda batch: batch.reset(np.array([True, False])),
    "rows as floats": lambda batch: batch.reset([0.0]),
    "too few positions": lambda batch: batch.reset([0, 1], [bg.TicTacToe()]),
    "too many positions": lambda batch: batch.reset([0], itertools.repeat(bg.TicTacToe())),
    "another game": lambda batch: batch.reset([0], bg.Othello()),
    "another board": lambda batch: batch.reset([0], bg.position("tictactoe:4")),
    "a finished game": lambda batch: batch.reset([0], bg.position("tictactoe ooo/xx./...")),
}


@pytest.mark.parametrize("case", BAD_CALLS)
def test_bad_calls_are_refused_and_change_nothing(case: str) -> None:
    batch = bg.Batch("tictactoe", 3, seed=1)
    batch.step([4, 4, 4])
    before = batch.to_bytes()
    with pytest.raises(bg.ParameterError) as caught:
        BAD_CALLS[case](batch)
    text = str(caught.value)
    assert "must be" in text and "\n" not in text, text
    assert caught.value.name and caught.value.allowed and caught.value.value
    assert batch.to_bytes() == before


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda batch: batch.planes(out=[[0]]), "list"),
        (lambda batch: batch.sample(out="moves"), "str"),
        (lambda batch: batch.step(out=batch.planes()), "ndarray"),
        (lambda batch: batch.reset([0], [7]), "int"),
        (lambda batch: bg.Batch(7, 3), "int"),
        (lambda batch: bg.Batch("tictactoe", True), "bool"),
        (lambda batch: bg.Batch("tictactoe", 1.5), "float"),
    ],
)
def test_things_of_another_kind_are_type_errors(
    call: Callable[[bg.Batch], object], named: str
) -> None:
    with pytest.raises(TypeError, match=named):
        call(bg.Batch("tictactoe", 3))


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"n": -1}, "n"),
        ({"n": 2**24 + 1}, "n"),
        ({"first": -1}, "first"),
        ({"first": 2**32 - 2}, "first"),
        ({"autoreset": "never"}, "autoreset"),
        ({"on_illegal": "warn"}, "on_illegal"),
        ({"layout": "chw"}, "layout"),
        ({"threads": 0}, "threads"),
        ({"openings": "random"}, "openings"),
        ({"openings": "random:0"}, "openings"),
        ({"openings": "random:65536"}, "openings"),
        ({"game": bg.position("tictactoe ooo/xx./...")}, "game"),
    ],
)
def test_bad_choices_are_refused_by_name(options: dict[str, Any], name: str) -> None:
    with pytest.raises(bg.ParameterError) as caught:
        bg.Batch(**{"game": "tictactoe", "n": 3, **options})
    assert caught.value.name == name


def test_unknown_games_and_rows_are_refused() -> None:
    with pytest.raises(bg.UnknownGameError):
        bg.Batch("chess", 3)
    batch = bg.Batch("tictactoe", 3)
    assert batch[-1] == batch[2]
    for row in (3, -4, 2**70):
        with pytest.raises(IndexError):
            batch[row]


@pytest.mark.parametrize("move", [4, 9, -1, 2**62, -(2**63)])
def test_an_illegal_move_names_its_row_and_no_row_moves(move: int) -> None:
    batch = bg.Batch("tictactoe", 80, seed=1)
    batch.step(np.full(80, 4))
    before = batch.to_bytes()
    moves = np.zeros(80, int)
    moves[[70, 79]] = move
    with pytest.raises(bg.IllegalMoveError, match="row 70: ") as caught:
        batch.step(moves)
    assert caught.value.move == ("b2" if move == 4 else str(move))
    assert "tictactoe .../.o./..." in str(caught.value)
    assert batch.to_bytes() == before


def test_a_large_unsigned_move_keeps_its_sign() -> None:
    with pytest.raises(bg.IllegalMoveError, match="illegal move 9223372036854775807"):
        bg.Batch("tictactoe", 1).step(np.array([2**64 - 1], np.uint64))


def test_an_illegal_move_can_lose_for_the_team() -> None:
    batch = bg.Batch("quo:3", 2, on_illegal="lose", autoreset="disabled")
    batch.step(batch.sample())
    step = batch.step([-1, batch.sample()[1]])
    assert step.rewards.tolist() == [[1, -1, 1, -1], [0, 0, 0, 0]]
    assert step.terminated.tolist() == [True, False]
    later = batch.step([0, batch.sample()[1]])
    assert (later.rewards[0].any(), bool(later.terminated[0])) == (False, True)
    assert batch.legal_mask()[0].all()
    batch.reset([0])
    assert batch.finished.tolist() == [False, False]


def test_a_batch_without_rows() -> None:
    batch = bg.Batch("othello", 0)
    assert batch.planes().shape == (0, 2, 8, 8)
    assert batch.step(batch.sample()).rewards.shape == (0, 2)
    assert batch.step([]).rewards.shape == (0, 2)
    batch.reset()
    assert (len(batch), list(batch), repr(batch)) == (0, [], "<Batch othello, 0 rows>")


def test_a_stopped_playout_leaves_the_streams() -> None:
    batch = bg.Batch("mosaic:7", 20_000, seed=1)
    before = batch.to_bytes()

    def refuse(done: int, total: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        batch.playout(progress=refuse)
    assert batch.to_bytes() == before


def test_nothing_hidden_is_in_planes_masks_and_errors() -> None:
    """Equal in all worlds that look the same to a seat."""
    chance = np.random.default_rng(3)
    for at in range(6):
        batch = bg.Batch("honeymoon", 1, seed=at)
        for _ in range(chance.integers(40)):
            batch.step(batch.sample())
        if batch.finished[0]:
            continue
        position, mover = batch[0], int(batch.turn[0])
        for seat in (0, 1):
            worlds = [position.determinize(seat, seed) for seed in range(20)]
            many = bg.Batch(position, len(worlds))
            many.reset(positions=worlds)
            planes = many.planes(seat)
            assert (planes == planes[0]).all()
            if seat == mover:
                mask = many.legal_mask()
                assert (mask == mask[0]).all()
                illegal = int(np.argmin(mask[0]))
                texts = set()
                for world in worlds:
                    with pytest.raises(bg.IllegalMoveError) as caught:
                        bg.Batch(world, 1).step([illegal])
                    texts.add(str(caught.value))
                assert len(texts) == 1
