"""Exact solving by tasks: the root is cut into positions, and minimax joins what is proven of them.

A task asks one question: is the value of this position at least so much? Bounds that earlier tasks
proved decide what is asked next: a leaf that cannot change the answer at the root is not asked. The
sequence of questions at the root closes in on the value as MTD(f) does (Plaat, Schaeffer, Pijls and
de Bruin, "Best-first fixed-depth minimax algorithms", 1996).
"""

import json
import threading
from collections.abc import Iterator
from time import perf_counter
from typing import SupportsIndex

from bitgames._core import LimitError, Position, Searcher, Solution, Solver, position
from bitgames.arguments import Progress, integer
from bitgames.cluster.result_log import ResultLog, encoded, key_of, of_thread
from bitgames.cluster.tree import Node, Tree
from bitgames.journal import Path
from bitgames.spread import Failed, spread

TASK_NODES = 100_000_000
"""Positions that a task visits at most before its position is cut further: 5 to 30 seconds."""

_LEAVES = 100
_ESTIMATE_PLIES = 3

# The solvers of this thread, by game and table: questions about neighbours gain from one table.
_solvers = threading.local()


def solve(
    start: Position | str,
    *,
    wld: bool = False,
    plies: SupportsIndex | None = None,
    table_mib: SupportsIndex = 64,
    task_nodes: SupportsIndex = TASK_NODES,
    workers: SupportsIndex | None = None,
    results: Path | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position as ``bg.solve`` does, by tasks: its exact value with best play.

    The tree is cut ``plies`` plies below the position, by default where it has about a hundred
    different positions, symmetric ones counted once. A task that has visited ``task_nodes``
    positions without an answer is given up, and its position is cut further. Each worker has a
    table of ``table_mib`` MiB a thread. With ``wld`` the value is 1, 0 or -1.

    ``workers`` and an active ``joblib.parallel_config`` say where the tasks run, as in ``spread``.
    ``results`` is a file that gets each answer, and from which the same call goes on. ``progress``
    is called with the number of finished tasks, and 0.

    Returns a Solution whose line ends where the tree does. It is not ``proven`` if tasks failed:
    their workers died each time, also after a further cut. Raises ``UnsupportedError`` for a
    position that hides something from the player to move.

    >>> import bitgames as bg
    >>> solve(bg.mnk(4, 4, 3)).value == bg.solve(bg.mnk(4, 4, 3)).value
    True
    """
    root = position(start) if isinstance(start, str) else start
    most = integer("task_nodes", task_nodes, 1, 2**62)
    table = integer("table_mib", table_mib, 1, 2**20)
    depth = None if plies is None else integer("plies", plies, 1, 64)
    began = perf_counter()
    # The same errors as a solve of all of it, for hidden cards and tables.
    Solver(root, table_mib=table, wld=wld)
    searcher = Searcher(root, table_mib=16)

    def estimate(at: Position) -> float:
        return searcher.search(at, depth=_ESTIMATE_PLIES, see_all=True).value

    tree = Tree(root, estimate, plies=depth, leaves=_LEAVES)
    config = {
        "work": "solve",
        "position": root.to_string(),
        "wld": wld,
        "plies": depth,
        "task_nodes": most,
        "table_mib": table,
    }
    with ResultLog(results, config) as log:
        run = _Run(tree, log, _Questions(tree, wld=wld), most, table)
        while run.is_open():
            for spec, result in spread(answer, run.specs(), workers=workers):
                run.take(spec, result)
                if progress is not None:
                    progress(run.done, 0)
    return run.solution(perf_counter() - began)


class _Questions:
    """Which value to ask about at the root: one near the guess, then ever further off."""

    def __init__(self, tree: Tree, *, wld: bool) -> None:
        self.root = tree.root
        self.wld = wld
        self.step = 1
        self.asked: int | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        """What is proven of the root; with ``wld`` of the sign of its value."""
        low, high = self.root.low, self.root.high
        if self.wld:
            return (low > 0) - (low < 0), (high > 0) - (high < 0)
        return low, high

    def value(self) -> int | None:
        """Return the value to ask about now, or ``None`` if the value of the root is known."""
        low, high = self.bounds
        if low == high:
            return None
        if self.asked is not None and low < self.asked <= high:
            return self.asked
        if self.asked is None:
            value = round(self.root.estimate)
        elif self.asked == low and self.step < high - low:
            value = low + self.step
        elif self.asked == high + 1 and self.step < high - low:
            value = high + 1 - self.step
        else:
            value = (low + high + 1) // 2
        self.step *= 2
        self.asked = min(max(value, low + 1), high)
        return self.asked


class _Run:
    """One solve: the tree, the questions, and the tasks that are on their way."""

    def __init__(
        self, tree: Tree, log: ResultLog, questions: _Questions, most: int, table: int
    ) -> None:
        self.tree, self.log, self.questions = tree, log, questions
        self.most, self.table = most, table
        self.sent: dict[bytes, Node] = {}
        # Children of a position whose workers died: they are not cut again.
        self.last: set[Node] = set()
        self.done = self.nodes = 0
        # Specs may be asked for by another thread than the one that takes results.
        self.lock = threading.RLock()

    def is_open(self) -> bool:
        """Whether there is a task to send."""
        with self.lock:
            return self._next() is not None

    def specs(self) -> Iterator[bytes]:
        """Yield tasks as long as there is one that could change the answer."""
        while True:
            with self.lock:
                found = self._next()
                if found is None:
                    return
                spec, node, value = found
                node.asked.add(value)
                self.sent[spec] = node
            yield spec

    def _next(self) -> tuple[bytes, Node, int] | None:
        while (value := self.questions.value()) is not None:
            found = next(self.tree.open(value), None)
            if found is None:
                return None
            node, wanted = found
            spec = encoded(
                {
                    "position": node.position.to_string(),
                    "reaches": wanted,
                    "nodes": self.most,
                    "table": self.table,
                }
            )
            known = self.log.found.get(key_of(spec))
            if known is None:
                return spec, node, wanted
            node.asked.add(wanted)
            self._use(node, known)
        return None

    def take(self, spec: bytes, result: bytes | Failed) -> None:
        """Use the result of a task."""
        with self.lock:
            node = self.sent.pop(spec)
            self.done += 1
            if not isinstance(result, Failed):
                self.log.put(spec, result)
                self._use(node, result)
            elif node in self.last or not self.tree.expand(node):
                self.log.put(spec, result)
            else:
                self.last.update(child for child, _ in node.children)

    def _use(self, node: Node, result: bytes) -> None:
        document = json.loads(result)
        self.nodes += document["nodes"]
        if document["bounds"] is None:
            self.tree.expand(node)
        else:
            low, high = document["bounds"]
            self.tree.narrow(node, low, high)

    def solution(self, seconds: float) -> Solution:
        """Return what is proven."""
        low, high = self.questions.bounds
        line = self.tree.line()
        best = line[0] if line else self.tree.best_move()
        line = line if best is None else line or [best]
        return Solution((low, high), best, line, {}, self.nodes, seconds)


def answer(spec: bytes) -> bytes:
    """Prove whether a position reaches a value; no bounds if that takes too many positions.

    >>> answer(b'{"position": "tictactoe", "reaches": 1, "nodes": 100000, "table": 1}')[:16]
    b'{"bounds":[-1,0]'
    """
    document = json.loads(spec)
    at, table = position(document["position"]), document["table"]
    solver = of_thread(_solvers, (at.game, table), lambda: Solver(at, table_mib=table))
    try:
        found = solver.bound(at, document["reaches"], nodes=document["nodes"])
    except LimitError:
        return encoded({"bounds": None, "nodes": document["nodes"]})
    return encoded({"bounds": found.bounds, "nodes": found.nodes})
