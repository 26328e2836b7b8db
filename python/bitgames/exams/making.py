"""Makes the questions of an exam: games of plausible moves, solved where they are stopped."""

import json
import threading
from dataclasses import dataclass
from functools import cache, partial
from typing import SupportsIndex

from bitgames._core import Honeymoon, ParameterError, Position, Solver, position
from bitgames.arguments import Progress, integer
from bitgames.cluster.result_log import ResultLog, encoded, of_thread
from bitgames.errors import ClusterError
from bitgames.exams.question_files import Question, left
from bitgames.games import start as start_of
from bitgames.journal import Path
from bitgames.players.player import Player
from bitgames.players.registry import get
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root
from bitgames.spread import Failed

EDITION = 1
"""The version of the exams that come with the package."""

QUESTIONS = 1000
"""Questions of an exam."""

PATIENCE = 5000
"""Games without a new question after which a stage of the game has no more."""

_TABLE_MIB = 64
_solvers = threading.local()


@dataclass(frozen=True, slots=True)
class Plan:
    """Where in a game the questions of its exam come from."""

    most: int
    """Empty cells, or cards left, of the earliest positions."""
    least: int
    """Those of the latest ones."""
    is_told: bool = True
    """Whether a question has the moves from the start on, which programs of other protocols need;
    without them it is shorter."""
    players: tuple[str, ...] = ("random", "level:easy", "level:casual", "level:club")
    """The players of the games; each seat has one of them, drawn for each game."""

    @property
    def stages(self) -> range:
        """The numbers of empty cells, or cards left, the most first."""
        return range(self.most, self.least - 1, -1)


PLANS = {
    "connect4": Plan(32, 8),
    "honeymoon": Plan(26, 6, False, ("random", "greedy", "level:casual", "rule")),
    "mnk:5,5,4": Plan(21, 6),
    "mosaic": Plan(48, 43, False),
    "mosaic:4": Plan(25, 8, False),
    "mosaic:5": Plan(32, 22, False),
    "othello": Plan(20, 8),
    "othello:6": Plan(19, 4),
    "quo:4": Plan(22, 8, False),
    "tictactoe:4": Plan(11, 4),
}
"""The plans of the exams that come with the package."""


def make(
    game: str,
    *,
    seed: Seed = None,
    count: SupportsIndex = QUESTIONS,
    results: Path | None = None,
    workers: SupportsIndex | None = None,
    progress: Progress | None = None,
) -> list[Question]:
    """Make the questions of an exam, spread evenly over the stages of its plan.

    Each comes from a game of its own between players of the plan, which is stopped at a number of
    empty cells, or of cards left. The position is a question if not all of its moves have the same
    value, and if no other question is symmetric to it. The same ``seed`` makes the same questions.

    ``workers`` and an active ``joblib.parallel_config`` say where the work is done, ``results`` is
    a file from which the same call goes on, as in ``bitgames.cluster``; ``progress(done, total)``
    counts questions. Raises ``ParameterError`` for a game without a plan, and if a stage has too
    few questions.

    >>> [question.left for question in make("tictactoe:4", seed=1, count=4)]
    [11, 10, 9, 8]
    """
    if game not in PLANS:
        raise ParameterError(f"{game!r} has no plan of an exam: allowed are {' '.join(PLANS)}")
    number, begin = integer("count", count, 1, 100_000), root(seed)
    stages = PLANS[game].stages
    each, more = divmod(number, len(stages))
    specs = [
        encoded({"game": game, "seed": begin, "left": stage, "count": each + (place < more)})
        for place, stage in enumerate(stages)
        if each + (place < more)
    ]
    found: dict[bytes, list[tuple[Record, tuple[int, ...]]]] = {}
    config = {"work": "exam questions", "game": game, "seed": begin, "count": number}
    with ResultLog(results, config) as log:
        for spec, result in log.run(find, specs, workers=workers):
            if isinstance(result, Failed):
                raise ClusterError(f"questions of {game} are missing: {result.reason}")
            found[spec] = [
                (Record(position(text), moves), tuple(values))
                for text, moves, values in json.loads(result)
            ]
            if progress is not None:
                progress(sum(map(len, found.values())), number)
    for spec in specs:
        wanted = json.loads(spec)
        if len(found[spec]) < wanted["count"]:
            raise ParameterError(
                f"{game} has only {len(found[spec])} of {wanted['count']} questions with "
                f"{wanted['left']} left"
            )
    return [
        Question(place, *question)
        for place, question in enumerate(each for spec in specs for each in found[spec])
    ]


def find(spec: bytes) -> bytes:
    """Find questions of one stage: a task of ``spread``."""
    document = json.loads(spec)
    game, stage, plan = document["game"], document["left"], PLANS[document["game"]]
    seed = child_seed(document["seed"], stage)
    made: list[tuple[str, list[int], list[int]]] = []
    seen: set[int] = set()
    number = last = 0
    while len(made) < document["count"] and number - last < PATIENCE:
        record = _played(game, stage, plan, child_seed(seed, number))
        number += 1
        if record is None or (key := record.position.canonical().key) in seen:
            continue
        at = record.position
        solver = of_thread(_solvers, game, partial(Solver, at, table_mib=_TABLE_MIB))
        values = solver.solve(at, all_moves=True).values
        seen.add(key)
        if len(set(values.values())) > 1:
            last = number
            text, moves = (game, record.moves) if plan.is_told else (at.to_string(), ())
            in_order = [int(values[move]) for move in at.legal_moves]
            made.append((text, [int(move) for move in moves], in_order))
    return encoded(made)


def _played(game: str, stage: int, plan: Plan, seed: int) -> Record | None:
    """Play a game to a stage; ``None`` if it is over before, or passes the stage by."""
    start = _open_deal(seed) if game == "honeymoon" else start_of(game)
    names = plan.players
    players = [
        _player(names[child_seed(seed, seat) % len(names)], seat)
        for seat in range(start.facts.players)
    ]
    for seat, player in enumerate(players):
        player.start_game(child_seed(seed, len(players) + seat))
    record = Record(start)
    while not record.position.is_over and left(record.position) > stage:
        at = record.position
        record.play(players[at.turn].choose(record))
    at = record.position
    return record if left(at) == stage and len(at.legal_moves) > 1 else None


def _open_deal(seed: int) -> Position:
    """Deal, bid and draw, and return the play with the hands that came of it, both open."""
    at: Honeymoon = Honeymoon(seed)
    rule = _player("rule", 0)
    rule.start_game(seed)
    while not (at.is_open or at.is_over):
        at = at.play(rule.choose(at))
    start: Honeymoon = Honeymoon(deal=f"{at.hand(0)} {at.hand(1)}")
    for _, call in at.calls:
        start = start.play(call)
    return start


@cache
def _player(spec: str, seat: int) -> Player:
    """Return the player of a seat, one for all games of this process."""
    return get(spec, seed=0)
