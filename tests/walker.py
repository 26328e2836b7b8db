"""The whole public surface, from the package itself: each function with arguments that it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import Any, NamedTuple, is_typeddict

import numpy as np

import bitgames as bg
from bitgames import _core
from tests import fake_network

START = bg.TicTacToe()
MOVE = START.legal_moves[4]
MIDDLE = bg.position("mnk:11,11,5 " + "/".join(["." * 11] * 5 + ["....ox....."] + ["." * 11] * 5))
OPEN = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.AK2")
PILE = bg.position("quo:4 ./..../........./1234............ 1")
RECORD = bg.Record("tictactoe", ["a1"])
ENDING = bg.honeymoon.Ending(["110", "0", "01"], trump=2, led=0)

# An object of each class, for its methods; a function makes one for each call.
OBJECTS: dict[str, Any] = {
    "Agent": lambda: bg.Agent("ai14"),
    "Batch": lambda: bg.Batch("tictactoe", 2, autoreset="disabled"),
    "Board": lambda: bg.Board(START, players=["human", "human"]),
    "Book": lambda: bg.Book.of("othello"),
    "CellSet": MIDDLE.occupied,
    "Honeymoon": OPEN,
    "MatchResult": bg.match("ai1", "ai2", "tictactoe", games=2, seed=1),
    "Mcts": lambda: bg.Mcts(START, seed=1, memory=1),
    "MctsPool": lambda: bg.MctsPool([START], simulations=1),
    "Mosaic": bg.Mosaic(),
    "Moves": START.legal_moves,
    "Othello": bg.Othello(),
    "Position": MIDDLE,
    "Quo": PILE,
    "Ratings": bg.ratings([("a", "b", 1, 0)], samples=50, seed=1),
    "Record": lambda: bg.Record(START),
    "Searcher": lambda: bg.Searcher("tictactoe", table_mib=1),
    "Solver": lambda: bg.Solver(START, table_mib=1),
    "Sprt": bg.Sprt(0, 20),
    "TicTacToe": START,
    "View": bg.View(MIDDLE, 0),
    "Clock": bg.Clock(move=1),
    "honeymoon.Ending": ENDING,
    "honeymoon.HoneymoonView": bg.View(OPEN, 0),
    "honeymoon.Rubber": bg.honeymoon.Rubber(),
    "mosaic.PyramidPosition": PILE,
    "mosaic.PyramidSet": PILE.occupied,
}

# What parameters of these names take, or those of one function.
GOOD: dict[str, Any] = {
    name: value
    for names, value in (
        ("game name position start text games.get.spec games.facts.spec", "tictactoe"),
        (
            "at openings.choose.position openings.usual.position openings.usual_plies.position",
            START,
        ),
        ("Searcher.deepen.position Solver.solve.position View.position", START),
        ("_core.play_match.position", START),
        ("Agent.check.position Agent.is_deterministic.position Searcher.search.position", START),
        ("_core.play_queue.position _core.draw_openings.position Solver.bound.position", START),
        ("formats.read_moves.position", START),
        ("Book.look_up.position Book.line.position Book.of.game", "othello"),
        ("positions", [START]),
        ("EndingLayer.positions Book.build.positions width height k size cards games", 3),
        ("depth nodes simulations score n tricks pairs plies samples", 2),
        ("number player index symmetry declarer root costly_leads checksum elo0 ply key", 0),
        ("mosaic.PyramidSet.layer.number elo1 honeymoon.EndingLayer.positions", 1),
        ("bits Solver.bound.value", 5),
        ("card", 2),
        ("move best_move", MOVE),
        ("Position.play.move Position.cell_of.move Position.transform_move.move", 0),
        ("mosaic.PyramidPosition.waves.move View.is_legal.move", 0),
        ("pv calls", [MOVE]),
        ("value mean deal_mean seconds within", 0.5),
        ("prior q policy", np.zeros(9, np.float32)),
        ("visits starts", np.zeros(9, np.uint32)),
        ("moves seats rows", np.zeros(2, np.int64)),
        ("MctsPool.play.moves MctsPool.reset.rows", np.zeros(1, np.int64)),
        ("logits", np.zeros((0, 9), np.float32)),
        ("MctsPool.update.values", np.zeros(0, np.float32)),
        ("evaluate", fake_network.network),
        ("_core.replay_games.starts _core.find_position.starts", [bg.Othello()]),
        ("_core.find_marks.starts", [bg.Othello()]),
        ("_core.find_marks.plies _core.find_marks.marks", np.zeros(1, np.uint32)),
        ("start_of", np.zeros(1, np.uint32)),
        ("ends", np.ones(1, np.uint32)),
        ("_core.replay_games.moves _core.find_position.moves _core.find_marks.moves", b"\x13"),
        ("_core.replay_games.text exact", True),
        ("values", {MOVE: 1}),
        ("layers", [(np.zeros((10, 18), np.float32), np.zeros(10, np.float32))]),
        ("bounds scores", (-1, 1)),
        ("winners", (1,)),
        ("histogram", (1, 2)),
        ("contract", "1NT"),
        ("ending", ENDING),
        ("endings", [ENDING]),
        ("CellSet.isdisjoint.other", MIDDLE.occupied),
        ("Book.merge.other", bg.Book.of("othello")),
        ("other Ratings.expected.player Sprt.over.player", "a"),
        ("a b spec", "ai1"),
        ("players players.ask.player players.as_player.player", bg.Agent("first")),
        ("players", ["ai1", "ai2"]),
        ("data", b"x"),
        ("deal", OPEN),
        ("leader", "AK.Q.."),
        ("follower", "QJ..T."),
        ("suits", ["110", "0", "01"]),
        ("strain", "trump"),
        ("reason", "3 in a row"),
        ("record", RECORD),
        ("tictactoe.judge.record line text_or_path", "x"),
        ("openings", [START]),
        ("outcomes source", [("a", "b", 1, 0)]),
        ("Sprt.test.pairs counts", (1, 2, 3, 4, 5)),
        ("points", (4, 4)),
        ("parts", [bg.match("ai1", "ai2", "tictactoe", games=2, seed=1)]),
        ("path", "a file"),
        ("folder", "a folder"),
        ("speaker", ["python"]),
        ("scene data", MIDDLE.scene()),
        ("Batch.from_bytes.data", b"x"),
        ("Book.export.format", "text"),
        ("function on_lines", print),
        # Nothing is registered.
        ("factory", None),
        ("queue", []),
        ("formats.save.games", [RECORD]),
        ("formats.save.path", "a file.txt"),
        ("deterministic", True),
    )
    for name in names.split()
}

# What checks nothing, begins a program, or is a room of its own with tests of its own.
LEFT_OUT = ("play.", "players.Engine", "players.Human", "players.Level.", "players.NativePlayer")
LEFT_OUT += (
    "players.AgentPlayer",
    "players.ObjectPlayer",
    "players.Player",
    "players.ScriptPlayer",
)
LEFT_OUT += ("archive.", "Tournament")


class Call(NamedTuple):
    """A public function, what it must be given, and the names of all its parameters."""

    make: Callable[[], Callable[..., object]]
    given: dict[str, Any]
    names: list[str]

    def __call__(self, **changed: Any) -> object:
        """Call it with other arguments."""
        return self.make()(**self.given | changed)


def functions() -> Iterator[tuple[str, Any]]:
    """Public functions and classes by their names, as `games.get`."""
    for name in dir(bg):
        module = getattr(bg, name)
        if inspect.ismodule(module):
            yield from ((f"{name}.{each}", getattr(module, each)) for each in module.__all__)
    yield from ((name, getattr(bg, name)) for name in dir(bg))
    # What the package calls with arguments of its callers.
    listed = "play_match play_queue draw_openings replay_games find_position find_marks"
    for name in listed.split():
        yield f"_core.{name}", getattr(_core, name)


def walk() -> dict[str, Call]:
    """Every public function, class and method that takes arguments and checks them."""
    places = {value: name for name, value in functions() if callable(value)}
    calls = {}
    for value, name in places.items():
        if name.startswith(LEFT_OUT) or (isinstance(value, type) and issubclass(value, Exception)):
            continue
        is_record = is_dataclass(value) or hasattr(value, "_fields") or is_typeddict(value)
        if not is_record:
            calls[name] = call(name, lambda value=value: value)
        for key in vars(value) if isinstance(value, type) else ():
            is_bound = isinstance(vars(value)[key], classmethod | staticmethod) or name in OBJECTS
            if key[0] != "_" and callable(getattr(value, key)) and is_bound:
                made = OBJECTS.get(name, value)
                make = made if inspect.isfunction(made) else lambda made=made: made
                calls[f"{name}.{key}"] = call(
                    f"{name}.{key}", lambda make=make, key=key: getattr(make(), key)
                )
    return {name: each for name, each in calls.items() if each.names}


def call(name: str, make: Callable[[], Any]) -> Call:
    """A call with the arguments that the function must be given."""
    try:
        listed = inspect.signature(make()).parameters.values()
    except (TypeError, ValueError):
        return Call(make, {}, [])
    plain = [
        each for each in listed if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    required = [each.name for each in plain if each.default is each.empty]
    given = {each: GOOD.get(f"{name}.{each}", GOOD.get(each, GOOD)) for each in required}
    if missing := [each for each in given if given[each] is GOOD]:
        raise LookupError(f"GOOD has no value of {missing} of {name}")
    return Call(make, given, [each.name for each in plain])
