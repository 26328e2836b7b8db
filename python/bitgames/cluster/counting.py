"""Perft by tasks: positions below the root, equal ones merged, counted in parts."""

import json
import math
from collections import Counter
from collections.abc import Collection
from functools import partial
from itertools import islice
from typing import NamedTuple, SupportsIndex

from bitgames import _core
from bitgames._core import Move, Position, position
from bitgames.arguments import Progress, integer
from bitgames.cluster.result_log import ResultLog, encoded, halves
from bitgames.journal import Path
from bitgames.spread import Failed

TASK_LEAVES = 1_000_000_000
"""Estimated leaves of a task: a few seconds of counting."""

_MAX_POSITIONS = 20_000

_DEEPEST = 250
_SAMPLES = 8
_SAMPLE_LEAVES = 20_000
_WIDENING = 1.1


class Counted(NamedTuple):
    """A count by tasks."""

    leaves: int
    """All leaves; fewer if tasks failed."""
    moves: dict[Move, int]
    """Leaves below each first move; as far as they are counted if tasks failed."""
    tasks: int
    """Number of tasks."""
    failed: int
    """Number of tasks whose workers died each time; 0 for a complete count."""


def perft(
    start: Position | str,
    depth: SupportsIndex,
    *,
    workers: SupportsIndex | None = None,
    results: Path | None = None,
    task_leaves: SupportsIndex = TASK_LEAVES,
    progress: Progress | None = None,
) -> Counted:
    """Count the positions ``depth`` plies below a position, as ``bg.perft``, by tasks.

    The tree is cut a few plies below the root. Positions that are equal up to symmetry are counted
    once, so a count can be less work than ``bg.perft``. ``workers`` and an active
    ``joblib.parallel_config`` say where the tasks run, as in ``spread``. ``results`` is a file that
    gets each count, and from which the same call goes on. A task has about ``task_leaves`` leaves.
    ``progress`` is called with the numbers of finished and of all tasks.

    >>> perft("othello", 6).leaves
    8200
    """
    root = position(start) if isinstance(start, str) else start
    plies = integer("depth", depth, 0, _DEEPEST)
    if plies == 0 or root.is_over:
        return Counted(1, {}, 0, 0)
    most = integer("task_leaves", task_leaves, 1, 2**62)
    below, done, left = _split(root, plies, most)
    specs = _specs(below, left, most)
    moves: Counter[Move] = Counter(done)
    failed = 0
    config = {"work": "perft", "position": root.to_string(), "depth": plies, "task_leaves": most}
    with ResultLog(results, config) as log:
        names = {each.to_string(): each for each in below}
        split = partial(halves, "positions")
        ended = 0
        for spec, result in log.run(count, specs, workers=workers, split=split):
            ended += 1
            if isinstance(result, Failed):
                failed += 1
                continue
            for name, leaves in zip(json.loads(spec)["positions"], json.loads(result), strict=True):
                for move, times in below[names[name]].items():
                    moves[move] += times * leaves
            if progress is not None:
                progress(ended, max(ended, len(specs)))
    in_order = {move: moves[move] for move in root.legal_moves}
    return Counted(moves.total(), in_order, len(specs), failed)


_Split = dict[Position, Counter[Move]]


def _split(root: Position, depth: int, most: int) -> tuple[_Split, Counter[Move], int]:
    """Cut the tree where a position has few enough leaves.

    Returns the positions at the cut, with the number of paths to each by first move; the leaves
    above the cut by first move; and the plies below the cut.
    """
    done: Counter[Move] = Counter()
    level: _Split = {}
    for move in root.legal_moves:
        level.setdefault(root.play(move).canonical(), Counter())[move] += 1
    left = depth - 1
    while left > 1 and len(level) < _MAX_POSITIONS and _leaves(level, left) > most:
        deeper: _Split = {}
        for each, paths in level.items():
            if each.is_over:
                done.update(paths)
            for move in each.legal_moves:
                deeper.setdefault(each.play(move).canonical(), Counter()).update(paths)
        level, left = deeper, left - 1
    return level, done, left


def _leaves(level: Collection[Position], depth: int) -> float:
    """Estimate the leaves of a position of a level from shallow counts of some of them."""
    some = list(islice(level, 0, None, max(1, len(level) // _SAMPLES)))
    wide = max(2.0, sum(len(each.legal_moves) for each in some) / len(some))
    shallow = min(depth, max(2, int(math.log(_SAMPLE_LEAVES, wide))))
    if depth == 0:
        return 1.0
    last = sum(_core.perft(each, shallow) for each in some) / len(some)
    before = sum(_core.perft(each, shallow - 1) for each in some) / len(some)
    # Games widen at first; a guess too large makes more tasks, and smaller ones.
    return last * float(_WIDENING * last / before) ** (depth - shallow)


def _specs(below: _Split, left: int, most: int) -> list[bytes]:
    """Return the tasks: several positions each, where they are small."""
    if not below:
        return []
    texts = [each.to_string() for each in below]
    size = max(1, min(len(texts), int(most / max(_leaves(below, left), 1.0))))
    parts = (texts[first : first + size] for first in range(0, len(texts), size))
    return [encoded({"depth": left, "positions": part}) for part in parts]


def count(spec: bytes) -> bytes:
    """Count below each position of a task.

    >>> count(b'{"depth": 2, "positions": ["othello:4"]}')
    b'[12]'
    """
    document = json.loads(spec)
    depth = document["depth"]
    return encoded([_core.perft(position(text), depth) for text in document["positions"]])
