"""What a viewer asks about a game besides playing: values, graph, proofs, and the tree of moves."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from bitgames._core import Move, Position, Solver, UnsupportedError, child_seed
from bitgames.analysis import Advice, AdvisedMove, Analysis, AnalyzedMove, hint
from bitgames.analysis.game import judged
from bitgames.analysis.grades import grades
from bitgames.analysis.levels import LONG_SECONDS, can_solve, long_solve, named
from bitgames.analysis.move_values import Judge
from bitgames.files import attributes
from bitgames.games import unit
from bitgames.play.jobs import HINT, STUDY, Job, Work
from bitgames.play.room.host import Host
from bitgames.play.room.messages import Message, MessageError
from bitgames.play.room.playing import Handler
from bitgames.play.room.state import move_data
from bitgames.play.shown import viewer_seat
from bitgames.play.tree import Node
from bitgames.play.values import Found, exact_values, refine
from bitgames.record import Record
from bitgames.sentences import Said, said

_HINT_CHILD = 2**62 + 2**61 + 2**60
_SEED_CHILD = 2**62 + 2**61 + 2**59
_REPORT_SECONDS = 0.2
_SAMPLE_SECONDS = 10.0
_STUDY_SECONDS = 60.0
_AT_ONCE_SECONDS = 0.005
_QUICK_SECONDS = 2.0
_TABLE_MIB = 64
_LONGEST_LINE = 12
_MAX_NODES = 8
"""Nodes of the tree whose children are being solved, for one viewer."""


def _analyze(room: Host, viewer: str, message: Message) -> None:
    node = _node_of(room, message)
    _need_study(room, viewer, node)
    seconds, depth = message.get("seconds"), message.get("depth")
    if (seconds is not None and seconds <= 0) or (depth is not None and depth <= 0):
        raise MessageError("damaged", "seconds and depth must be above 0")
    if node.position.is_over:
        raise MessageError("illegal", Said("over-values"))
    game = room.game
    record = game.tree.record(node)
    seed = child_seed(game.seed, _SEED_CHILD + node.number)
    usual = _SAMPLE_SECONDS if game.start.facts.hidden else _STUDY_SECONDS
    limit = room.work.bounds.limited(seconds, usual)

    def work(job: Job) -> None:
        tell = _teller(room, viewer, "values", message)
        for found in refine(
            record, seconds=limit, depth=depth, table_mib=_table_mib(room), seed=seed,
            stop=job.is_cancelled, clock=job.clock,
        ):  # fmt: skip
            data = _values(node, found)
            tell(job, data, final=found.final)

    _study(room, viewer, message, work)


def _solve(room: Host, viewer: str, message: Message) -> None:
    node = _node_of(room, message)
    _need_study(room, viewer, node)
    position, wld = node.position, message.get("wld", False)
    if position.is_over:
        raise MessageError("illegal", Said("over-solve"))
    if _hides(position):
        raise MessageError("unsupported", Said("hidden-proof"))
    limit = room.work.bounds.limited(None, _STUDY_SECONDS)
    if _is_warned(room, viewer, message, node.number, position):
        return
    explorer = room.game.explorer

    def work(job: Job) -> None:
        found, bounds = exact_values(
            position, wld=wld, seconds=limit, table_mib=_table_mib(room), stop=job.is_cancelled,
            progress=job.report, clock=job.clock,
        )  # fmt: skip
        if not wld:
            with room.lock:
                explorer.learn(position, found.moves)
        data = {**_values(node, found), "bounds": list(bounds)}
        _teller(room, viewer, "values", message)(job, data, final=True)

    _study(room, viewer, message, work)


def _graph(room: Host, viewer: str, message: Message) -> None:
    game = room.game
    _need_study(room, viewer, game.node)
    if game.hides:
        raise MessageError("denied", Said("hidden-graph"))
    seconds = message.get("seconds")
    if seconds is not None and seconds <= 0:
        raise MessageError("damaged", "seconds must be above 0")
    line = [*game.node.path, *game.node.line_ahead]
    record = game.tree.record(line[-1])
    limit = None if seconds is None else room.work.bounds.limited(seconds, _STUDY_SECONDS)

    def work(job: Job) -> None:
        graph = _Graph(record, [node.number for node in line])
        tell = _teller(room, viewer, "graph", message)

        def on_move(move: AnalyzedMove) -> None:
            graph.add(move)
            tell(job, graph.data, final=False)
            # Other work goes first between two moves: each of them has its share of seconds.
            job.rest()

        judge = Judge(record.start, named(None), limit, 1, lambda: job.has_ended, job.clock)
        done = judged(record, judge, on_move)
        room.analyzed = done
        tell(job, graph.ended(done), final=True)

    _study(room, viewer, message, work)


def _tree(room: Host, viewer: str, message: Message) -> None:
    game = room.game
    if game.hides:
        raise MessageError("denied", Said("hidden-tree"))
    _need_study(room, viewer, game.node)
    offset, merge = max(message.get("offset", 0), 0), message.get("merge", True)
    explorer = game.explorer
    place = explorer.place(message.get("node", game.node.number))
    position = place.position
    is_known = position.is_over or explorer.knows(place)
    seconds = room.work.bounds.limited(None, _STUDY_SECONDS if "solve" in message else 2.0)
    wanted = message.get("solve", can_solve(position, _QUICK_SECONDS))
    solves = wanted and not is_known and not _hides(position)
    if solves and "solve" in message:
        solves = not _is_warned(room, viewer, message, place.number, position)
    if solves and can_solve(position, _AT_ONCE_SECONDS):
        explorer.learn(position, exact_values(position, table_mib=1)[0].moves)
        solves = False

    def page() -> dict[str, Any]:
        found = explorer.page(place, offset, merge=merge)
        return {**found, "team": 0, "unit": unit(position).plural}

    def work(job: Job) -> None:
        found, bounds = exact_values(
            position, seconds=seconds, table_mib=_table_mib(room), stop=job.is_cancelled,
            progress=job.report, clock=job.clock,
        )  # fmt: skip
        with room.lock:
            explorer.learn(position, found.moves)
            data = {**page(), "bounds": list(bounds)}
        _teller(room, viewer, "tree", message)(job, data, final=True)

    # What is short need not wait for the studies of others.
    rank = STUDY if "solve" in message else HINT
    job = _study(room, viewer, message, work, rank=rank) if solves else None
    room.audience.send(viewer, "tree", job=job, final=job is None, **page())


def _hint(room: Host, viewer: str, message: Message) -> None:
    game = room.game
    if game.is_over:
        raise MessageError("illegal", Said("over-hint"))
    room.need_turn(viewer)
    if room.work.of("hint", viewer):
        raise MessageError("busy", Said("busy-hint"))
    count = message.get("count", 1)
    if count < 0:
        raise MessageError("damaged", "count must be from 1, or 0 for all moves")
    record, node, reply = game.record, game.node, message.get("id")
    seed = child_seed(game.seed, _HINT_CHILD + node.number)

    def work(job: Job) -> Advice:
        def tell(advice: Advice) -> None:
            with room.lock:
                if job.number in room.work.studies:
                    if advice.final:
                        del room.work.studies[job.number]
                    told = {"job": job.number, "node": node.number, **hint_data(advice)}
                    room.audience.send(viewer, "hint", re=reply, **told)

        return hint(
            record, lines=count or None, seed=seed, stop=job.is_cancelled, on_advice=tell,
            progress=job.report,
        )  # fmt: skip

    room.study(viewer, message, work, rank=HINT)


# What they share.


def _table_mib(room: Host) -> int:
    return room.work.bounds.table_mib or _TABLE_MIB


def _node_of(room: Host, message: Message) -> Node:
    return room.game.tree.node(message["node"]) if "node" in message else room.game.node


def _need_study(room: Host, viewer: str, node: Node) -> None:
    """Refuse to tell values to one of several players, and what the viewer may not know."""
    game = room.game
    room.need_seat(viewer)
    if room.others(viewer) and not game.is_over:
        raise MessageError("denied", Said("values-later"))
    if game.hides and viewer_seat(game, viewer, node) != node.position.turn:
        raise MessageError("denied", Said("hidden-values"))


def _is_warned(room: Host, viewer: str, message: Message, node: int, position: Position) -> bool:
    """Tell the estimate of a solve that is out of reach; return True if that is to be all."""
    long = long_solve(position, room.work.bounds.limited(None, LONG_SECONDS))
    if long is None:
        return False
    is_begun = not message.get("warn", False)
    data = attributes(long, "positions", "seconds", "empties", "text")
    room.audience.send(viewer, "effort", node=node, **data, **said(long.text), is_begun=is_begun)
    return not is_begun


def _study(room: Host, viewer: str, message: Message, work: Work, *, rank: int = STUDY) -> int:
    """Start a job of a viewer and return its number; it replaces an earlier one of its kind.

    Of the tree several nodes may be in work.
    """
    kind = message["do"]
    own = room.work.of(kind, viewer)
    if kind == "analyze" and len(own) < len(room.work.of(kind)):
        raise MessageError("busy", Said("busy-analysis"))
    most = _MAX_NODES if kind == "tree" else 1
    for study in own[: max(len(own) + 1 - most, 0)]:
        room.work.end(study)
    return room.study(viewer, message, work, rank=rank)


def _teller(room: Host, viewer: str, kind: str, message: Message) -> "Callable[..., None]":
    """Return a function that sends a job's answers, not too many a second, until its end."""
    reply = message.get("id")
    told = [0.0]

    def tell(job: Job, data: dict[str, Any], *, final: bool) -> None:
        now = monotonic()
        if not final and now - told[0] < _REPORT_SECONDS:
            return
        told[0] = now
        with room.lock:
            if job.number in room.work.studies:
                data = {**data, "job": job.number, "final": final}
                room.audience.send(viewer, kind, re=reply, **data)

    return tell


def _hides(position: Position) -> bool:
    """Whether the player to move does not know everything."""
    if not position.facts.hidden:
        return False
    try:
        Solver(position, table_mib=1)
    except UnsupportedError:
        return True
    return False


def _values(node: Node, found: Found) -> dict[str, Any]:
    position = node.position
    best = max(found.moves, key=lambda each: each.value, default=None)
    hides = position.facts.hidden
    of = unit(position)
    return {
        "node": node.number,
        "team": position.facts.teams[position.turn],
        "unit": of.plural,
        "is_result": of.is_result,
        "moves": [
            {**_value(position, each), "grade": grade}
            for each, grade in zip(found.moves, grades(of, found.moves), strict=True)
        ],
        "pv": [] if best is None else steps(position, best.line, hides=hides),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _value(position: Position, each: AdvisedMove) -> dict[str, Any]:
    return {
        **move_data(each.move),
        **attributes(each, "value", "exact", "depth", "certainty", "error"),
        "line": steps(position, each.line, hides=position.facts.hidden),
    }


def steps(position: Position, line: Sequence[Move], *, hides: bool) -> list[dict[str, Any]]:
    """Return a line of moves as data: index, text, cell and seat of each, at most twelve.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> steps(start, [start.parse_move("b2")], hides=False)
    [{'i': 4, 'text': 'b2', 'cell': 4, 'seat': 0}]
    """
    found = []
    for move in line[:_LONGEST_LINE]:
        cell, seat = position.cell_of(move), position.turn
        found.append({**move_data(move), "cell": cell, "seat": seat})
        # The moves after it might come from cards that the viewer does not see.
        if hides:
            break
        position = position.play(move)
    return found


class _Graph:
    def __init__(self, record: Record, numbers: list[int]) -> None:
        teams = record.start.facts.teams
        self._signs = [1 if team == 0 else -1 for team in teams]
        self._unit = unit(record.start)
        self._points: list[dict[str, Any]] = [
            {"n": number, "ply": ply, "value": None, "exact": False, "depth": None}
            for ply, number in enumerate(numbers)
        ]

    def add(self, move: AnalyzedMove) -> None:
        """Take the next move, the last one first."""
        sign, after = self._signs[move.player], self._points[move.number]
        if after["value"] is None:
            after |= {"value": sign * move.after + 0.0, "exact": move.exact}
        after |= {"best": str(move.best), **attributes(move, "loss", "grade", "is_blunder")}
        before = {"value": sign * move.before + 0.0, "exact": move.exact, "depth": move.depth}
        self._points[move.number - 1] |= before

    @property
    def data(self) -> dict[str, Any]:
        unit = {"unit": self._unit.plural, "is_result": self._unit.is_result}
        return {"points": self._points, "team": 0, **unit, "totals": []}

    def ended(self, found: Analysis) -> dict[str, Any]:
        if found.complete:
            value, exact = found.final
            # Told for the first player's side.
            self._points[-1] |= {"value": self._signs[0] * value + 0.0, "exact": exact}
        totals = [
            {"seat": each.player, **attributes(each, "moves", "best", "loss", "blunders")}
            for each in found.totals
        ]
        return {**self.data, "totals": totals}


def hint_data(advice: Advice) -> dict[str, Any]:
    """Return the data of the answer ``hint``.

    >>> import bitgames as bg
    >>> data = hint_data(bg.hint(bg.position("tictactoe oo./xx./..."), lines=1))
    >>> data["final"], data["words"]
    (True, 'c1 wins: completes a line; c2 draws')
    >>> [(each["text"], each["value"]) for each in data["moves"]]
    [('c1', 1.0)]
    """
    return {
        **attributes(advice, "final", "words", "unit", "worlds", "is_result"),
        **said(advice.words),
        "moves": [
            {
                **move_data(each.move),
                **attributes(each, "value", "exact", "depth"),
                "line": [str(move) for move in each.line],
                **attributes(each, "error", "words", "grade"),
            }
            for each in advice.moves
        ],
    }


HANDLERS: tuple[Handler, ...] = (_analyze, _graph, _hint, _solve, _tree)
