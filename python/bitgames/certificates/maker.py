"""Making certificates: which moves prove the value, found with the native solver.

The moves of a certificate depend on the rules alone: where a side is to reach its bound, it plays
the first move in the order of ``checker.ordered`` that reaches it. So the answers of the solver,
which are true or false, decide everything: neither tables nor workers nor interruptions change a
byte.

A task answers one question about a position ``TASK_PLIES`` plies above the proof positions: does
the side to move reach a bound? The questions about a first move close in on its value.
"""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, TypeAlias

from bitgames._core import ParameterError, Position, Solver, UnsupportedError, position, search
from bitgames.arguments import Progress, integer
from bitgames.certificates import checker
from bitgames.certificates.checker import Board, Certificate, Claim, Proof
from bitgames.certificates.storage import packed
from bitgames.cluster.result_log import ResultLog, encoded, key_of, of_thread
from bitgames.errors import ClusterError
from bitgames.journal import Path
from bitgames.spread import Failed, spread

TASK_PLIES = 8
"""Plies from the position of a task to proof positions: seconds, if these have 16 empty squares."""

_GUESS_DEPTH = 8
_TABLE_MIB = 64
# Answers that a thread keeps at most, some 200 bytes each.
_MAX_KNOWN = 1_000_000

Question: TypeAlias = tuple[int, int, int]
"""Does the side to move (its discs, those of the other side) reach a bound?"""

# What a thread keeps from task to task: an answer does not depend on the task that found it.
_kept = threading.local()


def make(
    start: Position | str,
    *,
    empties: SupportsIndex | None = None,
    workers: SupportsIndex | None = None,
    results: Path | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """Make a certificate of the value of every first move of a position of Othello.

    The proof positions have ``empties`` empty squares, by default half of those of the position.
    ``workers`` and an active ``joblib.parallel_config`` say where the tasks run, as in ``spread``.
    ``results`` is a file that gets the answer of each task, and from which the same call goes on.
    ``progress`` is called with the number of finished tasks, and 0. ``check`` checks a certificate,
    ``save`` writes it. Equal arguments give equal certificates, whatever the workers.

    Raises ``UnsupportedError`` for other games, and ``ParameterError`` for a position without a
    placement and for other ``empties`` than 0 to one less than those of the position.

    >>> made = make("othello:4", empties=5)
    >>> made.value, [(proof.move, proof.value) for proof in made.proofs]
    (-10, [('b1', -10)])
    """
    root = position(start) if isinstance(start, str) else start
    if root.facts.name != "othello":
        raise UnsupportedError(f"{root.game} has no certificates: only Othello has")
    rules, own, other = checker.start_of(root.to_string())
    most = rules.empties(own, other)
    last = integer("empties", most // 2 if empties is None else empties, 0, max(most - 1, 0))
    firsts = checker.first_moves(rules, own, other)
    if not firsts:
        raise ParameterError("a certificate is about a position in which a disc can be placed")
    config = {"work": "certificate", "position": root.to_string(), "empties": last}
    with ResultLog(results, config) as log:
        tasks = _Tasks(rules, last, log, workers, progress)
        proofs = [(move, after, tasks.value(after)) for move, after in firsts.items()]
        return tasks.certificate(root.to_string(), proofs)


@dataclass
class _Tasks:
    """The questions above the tasks, and what the tasks answered."""

    rules: Board
    empties: int
    log: ResultLog
    workers: SupportsIndex | None
    progress: Progress | None
    done: int = 0
    known: dict[Question, bool] = field(default_factory=dict)
    below: dict[Question, list[Claim | bool]] = field(default_factory=dict)
    sent: set[Question] = field(default_factory=set)
    # Specs may be asked for by another thread than the one that takes results.
    lock: Any = field(default_factory=threading.RLock)

    def value(self, after: tuple[int, int]) -> int:
        """Return the value of a first move for the side that plays it."""
        low, high = -self.rules.cells, self.rules.cells
        at = position(_text(self.rules, *after))
        # Scores are even, and so are the bounds that are asked.
        guess = 0 if at.is_over else 2 * round(search(at, depth=_GUESS_DEPTH).value / 2)
        asked, step = min(max(guess, low + 2), high), 2
        while low < high:
            if self.reaches(after, asked):
                low = asked
                asked = min(low + step, high)
            else:
                high = asked - 2
                asked = max(high + 2 - step, low + 2)
            step *= 2
        return -low

    def reaches(self, after: tuple[int, int], bound: int) -> bool:
        """Find by tasks whether the side to move reaches a bound."""
        root = checker.settled(self.rules, *after, bound, True)
        while (answered := self._is_true(root)) is None:
            self.sent.clear()
            for spec, result in spread(answer, self._specs(root), workers=self.workers):
                if isinstance(result, Failed):
                    raise ClusterError(f"a task failed: {result.reason}; try the same again")
                with self.lock:
                    self.log.put(spec, result)
                    self._take(spec, result)
                if self.progress is not None:
                    self.progress(self.done, 0)
        return answered

    def _specs(self, root: Claim | bool) -> Iterator[bytes]:
        """Yield tasks as long as there is one that the expected proof needs."""
        while True:
            with self.lock:
                question = self._open(root, expected=True)
                if question is None:
                    return
                spec = self._spec(question)
                result = self.log.found.get(key_of(spec))
                if result is not None:
                    self._take(spec, result)
                    continue
                self.sent.add(question)
            yield spec

    def _spec(self, question: Question) -> bytes:
        own, other, bound = question
        text = _text(self.rules, own, other)
        return encoded({"position": text, "reaches": bound, "empties": self.empties})

    def _take(self, spec: bytes, result: bytes) -> None:
        asked = json.loads(spec)
        _, own, other = checker.start_of(asked["position"])
        self.known[own, other, asked["reaches"]] = json.loads(result)["reaches"]
        self.done += 1

    def _is_task(self, claim: Claim) -> bool:
        return self.rules.empties(claim[0], claim[1]) <= self.empties + TASK_PLIES

    def _after(self, question: Question) -> list[Claim | bool]:
        """Return what the side to move has to prove after its moves: one of these claims."""
        if question not in self.below:
            self.below[question] = list(checker.successors(self.rules, (*question, True)))
        return self.below[question]

    def _is_true(self, claim: Claim | bool) -> bool | None:
        """Whether a claim is true; ``None`` if that is not known yet.

        A later move is not looked at before the earlier ones are known to fail, so that the same
        move is found in every run.
        """
        if isinstance(claim, bool):
            return claim
        *question, holds = claim
        key = (question[0], question[1], question[2])
        known = self.known.get(key)
        if known is None:
            if self._is_task(claim):
                return None
            for each in self._after(key):
                known = self._is_true(each)
                if known is None:
                    return None
                if known:
                    break
            self.known[key] = known = bool(known)
        return known == holds

    def _open(self, claim: Claim | bool, *, expected: bool) -> Question | None:
        """Return a question that the proof or refutation of a claim needs, as is expected."""
        if isinstance(claim, bool) or self._is_true(claim) is not None:
            return None
        own, other, bound, holds = claim
        if self._is_task(claim):
            return None if (own, other, bound) in self.sent else (own, other, bound)
        for each in self._after((own, other, bound)):
            if self._is_true(each) is None:
                found = self._open(each, expected=expected == holds)
                # The side that is to reach its bound needs one move: no other is asked about before
                # that one fails.
                if found is not None or expected == holds:
                    return found
        return None

    def certificate(
        self, start: str, values: list[tuple[str, tuple[int, int], int]]
    ) -> Certificate:
        """Return the certificate once all values are known."""
        ranks: dict[Claim, int] = {}
        lines: set[str] = set()
        above: set[Claim] = set()
        seen: set[Claim] = set()

        def rank(claim: Claim) -> int:
            return ranks[claim] if claim in ranks else self._first(claim)

        proofs = [Proof(move, value, [], []) for move, _, value in values]
        for proof, (_, after, _) in zip(proofs, values, strict=True):
            for root, found in proof.claims(self.rules, after):
                top = self.empties + TASK_PLIES
                for claim in checker.walk(self.rules, root, top, self._first, above):
                    ranks.update(self._ranks(claim))
                claims, chosen = _walked(self.rules, root, self.empties, rank, seen)
                found += chosen.values()
                lines.update(checker.line_of(self.rules, claim) for claim in claims)
        return Certificate(start, self.empties, proofs, len(lines), checker.digest(sorted(lines)))

    def _first(self, claim: Claim) -> int:
        """Return the rank of the move that proves a claim above the tasks."""
        after = self._after(claim[:3])
        return next(rank for rank, each in enumerate(after) if self._is_true(each))

    def _ranks(self, claim: Claim) -> dict[Claim, int]:
        """Return the moves that a task found for its proof."""
        result = self.log.found[key_of(self._spec(claim[:3]))]
        left = iter(checker.unpacked(json.loads(result)["moves"]))
        return _walked(self.rules, claim, self.empties, lambda _: next(left), set())[1]


def _walked(
    rules: Board, root: Claim, empties: int, choose: Callable[[Claim], int], seen: set[Claim]
) -> tuple[list[Claim], dict[Claim, int]]:
    """Return the proof positions below a claim, and the ranks of the moves chosen, in order."""
    chosen: dict[Claim, int] = {}

    def noted(claim: Claim) -> int:
        chosen[claim] = rank = choose(claim)
        return rank

    return list(checker.walk(rules, root, empties, noted, seen)), chosen


def answer(spec: bytes) -> bytes:
    """Answer whether the side to move reaches a bound, with the moves that prove the answer.

    >>> answer(b'{"position": "othello:4 ----/-OX-/-XO-/---- X", "reaches": -8, "empties": 10}')
    b'{"moves":["1"],"reaches":false}'
    """
    asked = json.loads(spec)
    rules, own, other = checker.start_of(asked["position"])
    found = _search(rules, asked["empties"])
    question = (own, other, asked["reaches"])
    holds = found.rank(question) is not None

    def choose(claim: Claim) -> int:
        rank = found.rank(claim[:3])
        assert rank is not None  # a proof uses proven claims only
        return rank

    _, chosen = _walked(rules, (*question, holds), asked["empties"], choose, set())
    return encoded({"reaches": holds, "moves": packed(chosen.values())})


class _Search:
    """The search of a task: to the proof positions in plain Python, from there by the solver."""

    def __init__(self, rules: Board, empties: int) -> None:
        self.rules, self.empties = rules, empties
        self.solver = Solver(_spec(rules), table_mib=_TABLE_MIB)
        self.known: dict[Question, int | None] = {}

    def rank(self, question: Question) -> int | None:
        """Return the rank of the first move that reaches the bound, or ``None`` if none does."""
        if question in self.known:
            return self.known[question]
        own, other, bound = question
        rank = None
        if self.rules.empties(own, other) <= self.empties:
            at = position(_text(self.rules, own, other))
            rank = 0 if self.solver.bound(at, bound).bounds[0] >= bound else None
        else:
            for number, claim in enumerate(checker.successors(self.rules, (*question, True))):
                if claim is True or (claim is not False and self._is_true(claim)):
                    rank = number
                    break
        self.known[question] = rank
        return rank

    def _is_true(self, claim: Claim) -> bool:
        return (self.rank(claim[:3]) is not None) == claim[3]


def _text(rules: Board, own: int, other: int) -> str:
    """Return a position as the package reads it, with black to move."""
    cells = rules.text(own, other)
    width = rules.width
    rows = "/".join(cells[n : n + width] for n in range(0, rules.cells, width))
    return f"{_spec(rules)} {rows} X"


def _spec(rules: Board) -> str:
    """Return the spec of a board."""
    if rules.width != rules.height:
        return f"othello:{rules.width},{rules.height}"
    return "othello" if rules.width == 8 else f"othello:{rules.width}"


def _search(rules: Board, empties: int) -> _Search:
    kept = of_thread(_kept, (rules, empties), lambda: _Search(rules, empties))
    if len(kept.known) > _MAX_KNOWN:
        kept.known.clear()
    return kept
