"""The public functions and methods, with arguments of which each may be good or anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

import bitgames as bg
from bitgames import (
    _core,
    book,
    files,
    games,
    openings,
    played,
    players,
    render,
    scene,
    seeding,
)  # fmt: skip
from tests import strategies

START = bg.TicTacToe()
ARRAY: Any = np.zeros(2)
MIDDLE = bg.position("mnk:11,11,5 " + "/".join(["." * 11] * 5 + ["....ox....."] + ["." * 11] * 5))
MOVE = START.legal_moves[4]
CELLS = MIDDLE.occupied
PILE = bg.position("quo:4 ./..../........./1234............ 1")
PYRAMID = PILE.occupied
ENDING = bg.honeymoon.Ending(["110", "0", "01"], trump=2, led=0)
SPADES = "AKQJT98765432..."
OPEN = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.AK2")
VIEW = bg.View(bg.Honeymoon(7), 0)
RUBBER = bg.Honeymoon(scoring="rubber", part_scores="60/0")
NETWORK = bg.Network(START, [(np.zeros((10, 18), np.float32), np.zeros(10, np.float32))])
TRICK = OPEN.play("1C").play("pass").play("ST")

junk = strategies.junk
texts = strategies.texts
# Arrays answer operators themselves, element by element.
no_array = junk.filter(lambda thing: not isinstance(thing, np.ndarray))
# Counts that must be refused; a large one that is allowed would run for hours.
counts = st.one_of(st.just(0), strategies.bad_numbers, strategies.wrong_types, texts)
threads = st.one_of(
    st.just(0), strategies.bad_numbers, strategies.wrong_types.filter(lambda x: x is not None)
)
numbers = st.one_of(strategies.numbers, st.floats(), st.none())
clocks = st.one_of(
    texts, st.sampled_from(["move=1", "game=60,increment=1", "nodes=5", "move=0", "x=1", ""])
)
not_callable = st.one_of(strategies.numbers, texts, st.binary(max_size=3))

# What a player may answer when asked for a move, and things that cannot be asked.
chooser = st.one_of(junk.map(lambda answer: lambda position: answer), junk)

agent_specs = st.one_of(
    texts,
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["random", "first", "ai0", "ai1", "ai15", "AI3", "perfect", "alphabeta"]),
        st.sampled_from(["", ":", " ", ":depth=", ":nodes=", ":seconds=", ":table=", ":x=", "=1"]),
        st.sampled_from(["", "0", "-1", "1", "1e9", "nan", "inf", "9" * 40, "a", "1,depth=2", ","]),
    ),
)
game_specs = st.one_of(
    texts,
    st.builds(
        "{}:{}".format,
        st.sampled_from(["tictactoe", "mnk", "mosaic", "quo", "TicTacToe", "chess"]),
        st.one_of(
            st.lists(st.integers(-1, 300), max_size=4).map(lambda each: ",".join(map(str, each))),
            st.sampled_from(
                ["", "0", "9", "-3", "3,3", "27,4,3", "4,lowest", "1e1", "+3", "03", "9" * 50]
            ),
        ),
    ),
)


# Outcomes of which one field is anything, or something else.
outcomes = st.one_of(
    junk,
    st.lists(junk, max_size=3),
    st.tuples(
        st.one_of(st.just("a"), junk),
        st.one_of(st.just("b"), junk),
        st.one_of(st.just(1.0), junk),
        st.one_of(st.just(0), junk),
    ).map(lambda row: [("a", "b", 0.5, 0), row]),
)


def usually(good: object, bad: st.SearchStrategy[Any] = junk) -> st.SearchStrategy[Any]:
    """The right argument, or a wrong one, so that the others of a call get their turn."""
    return st.one_of(st.just(good), bad)


def existing(read: Callable[[Any], object]) -> Callable[[Any], object]:
    """A function of a file, called with the names of files that are not there."""

    def call(name: Any) -> object:
        try:
            return read(name)
        except OSError:
            return None

    return call


Call = tuple[Callable[..., object], list[st.SearchStrategy[Any]], dict[str, st.SearchStrategy[Any]]]

# Every public function by the name in `bitgames`, with what it is called with. The class of a game
# without a row of its own gets anything as its one argument.
CALLS: dict[str, Call] = {
    kind.__name__: (kind, [junk], {})
    for kind in (type(games.get(games.examples(name)[0])) for name in games.names())
} | {
    "Agent": (bg.Agent, [st.one_of(agent_specs, junk)], {"seed": usually(1)}),
    "AdvisedMove": (bg.analysis.AdvisedMove, [junk], {}),
    "Advice": (bg.Advice, [junk], {}),
    "AnalyzedMove": (bg.analysis.AnalyzedMove, [junk], {}),
    "Analysis": (bg.Analysis, [junk], {}),
    "CellSet": (bg.CellSet, [usually(5), usually(3), usually(3)], {}),
    "Ending": (
        bg.honeymoon.Ending,
        [usually(["110", "0", "01"], st.one_of(junk, st.lists(texts, max_size=5)))],
        {"trump": usually(1), "led": usually(0)},
    ),
    "Batch": (
        bg.Batch,
        [usually("tictactoe", game_specs), usually(3, counts), usually(1)],
        {
            "first": usually(0),
            "autoreset": usually("disabled", texts),
            "on_illegal": usually("lose", texts),
            "layout": usually("HWC", texts),
            "threads": usually(1, threads),
        },
    ),
    "BatchFinal": (bg.BatchFinal, [junk], {}),
    "BatchStep": (bg.BatchStep, [junk], {}),
    "EndingDatabase": (bg.honeymoon.EndingDatabase, [strategies.numbers], {}),
    "EndingLayer": (
        bg.honeymoon.EndingLayer,
        [*map(usually, ("trump", 1, 9, 7, (1, 2), 0.5, 0.5, 0))],
        {},
    ),
    "Facts": (bg.games.Facts, [junk], {}),
    "Forfeit": (played.Forfeit, [junk], {}),
    "Judgement": (bg.tictactoe.Judgement, [junk], {}),
    "MatchResult": (bg.MatchResult.from_json, [st.one_of(texts, st.binary(), st.just("[]"))], {}),
    "Mcts": (
        bg.Mcts,
        [usually(START)],
        {
            "policy": usually("uct", texts),
            "c": usually(None),
            "exact": usually(0),
            "memory": usually(1, counts),
            "seed": usually(1),
            "threads": usually(1, threads),
            "rollout": usually(None, texts),
        },
    ),
    "Network": (bg.Network, [usually(START), st.lists(junk, max_size=3)], {}),
    "MctsPool": (
        bg.MctsPool,
        [usually([START])],
        {
            "simulations": usually(2, counts),
            "policy": usually("puct", texts),
            "considered": usually(4),
            "c": usually(None),
            "noise": usually(None),
            "temperature": usually(None),
            "cheap": usually(None),
            "full": usually(0.5),
            "symmetry": usually(None, texts),
            "leaves": usually(1, counts),
            "memory": usually(1, counts),
            "seed": usually(1),
            "threads": usually(1, threads),
        },
    ),
    "MctsResult": (
        bg.MctsResult,
        [
            *map(usually, (MOVE, 0.5, (-1, 1), [MOVE])),
            usually(np.zeros(9, np.uint32)),
            *[usually(np.zeros(9, np.float32))] * 3,
            *map(usually, (9, 10, 0.5)),
        ],
        {},
    ),
    "Move": (bg.Move, [usually("tictactoe", game_specs), usually(3)], {}),
    "Moves": (bg.Moves, [junk], {}),
    "Outcome": (bg.Outcome, [usually((0,)), usually((1, -1)), usually("3 in a row")], {}),
    "Position": (bg.Position, [junk], {}),
    "PyramidPosition": (bg.mosaic.PyramidPosition, [junk], {}),
    "PyramidSet": (bg.mosaic.PyramidSet, [usually(3), junk], {}),
    "Quo": (bg.Quo, [usually(4)], {"last_piece": junk}),
    "HoneymoonView": (bg.honeymoon.HoneymoonView, [usually(OPEN), usually(0)], {}),
    "PlayedGame": (played.PlayedGame, [junk], {}),
    "View": (bg.View, [usually(MIDDLE), usually(0)], {}),
    "Record": (bg.Record, [usually("tictactoe"), usually([MOVE])], {}),
    "SearchResult": (
        bg.SearchResult,
        [*map(usually, (0.0, MOVE, [MOVE], 1, 9, 0.5, True))],
        {},
    ),
    "Honeymoon": (
        bg.Honeymoon,
        [usually(1)],
        {
            "deal": usually(None),
            "rules": usually("bicycle"),
            "notrump": usually(False),
            "play_lead": usually("declarer"),
            "scoring": usually("rubber"),
            "vulnerable": usually("both"),
            "part_scores": usually("60/0"),
            "dealer": usually("north"),
        },
    ),
    "Par": (bg.honeymoon.Par, [*map(usually, (120, "1NT", 0, [MOVE]))], {}),
    "Rubber": (bg.honeymoon.Rubber, [*map(usually, ((1, 0), (0, 60), (120, 60), (0, 50)))], {}),
    "Searcher": (
        bg.Searcher,
        [usually("tictactoe", st.one_of(game_specs, junk))],
        {"table_mib": usually(1, counts), "threads": usually(1, threads)},
    ),
    "SearchLine": (bg.SearchLine, [*map(usually, (MOVE, 0.5, True, 3, [MOVE]))], {}),
    "Solver": (
        bg.Solver,
        [usually(START)],
        {
            "table_mib": usually(1, counts),
            "threads": usually(1, threads),
            "wld": usually(False),
        },
    ),
    "Solution": (bg.Solution, [*map(usually, (0, MOVE, [MOVE], {}, 9, 0.5))], {}),
    "divide": (bg.divide, [usually(START), usually(2)], {"progress": usually(None, not_callable)}),
    "analyze": (
        bg.analyze,
        [usually(bg.Record("tictactoe", ["a1"]))],
        {
            "level": usually("quick", texts),
            "seconds": usually(0.01),
            "threads": usually(1, threads),
            "on_move": usually(None, not_callable),
            "progress": usually(None, not_callable),
            "stop": usually(None, not_callable),
        },
    ),
    "hint": (
        bg.hint,
        [usually(START), usually(2, st.one_of(texts, counts))],
        {
            "level": usually("quick", texts),
            "seconds": usually(0.01),
            "threads": usually(1, threads),
            "seed": usually(1),
            "on_advice": usually(None, not_callable),
            "progress": usually(None, not_callable),
            "stop": usually(None, not_callable),
        },
    ),
    "judge": (bg.tictactoe.judge, [junk], {}),
    "Clock": (
        bg.Clock,
        [],
        dict.fromkeys(["move", "game", "increment", "nodes", "margin"], st.one_of(junk, numbers)),
    ),
    "MoveLimits": (bg.players.MoveLimits, [junk], {}),
    "clock.Clock.read": (bg.Clock.read, [st.one_of(junk, clocks)], {}),
    "match": (
        bg.match,
        [usually("ai2", agent_specs), usually("ai1", junk), usually("tictactoe", game_specs)],
        {
            "games": usually(2, counts),
            "seed": usually(1),
            "first_game": usually(0),
            "openings": usually([START], st.one_of(junk, st.lists(game_specs, max_size=2))),
            "threads": usually(1, threads),
            "progress": usually(None, not_callable),
            "on_game": usually(None, not_callable),
            "clock": usually("move=60", st.one_of(junk, clocks)),
            "adjudicate": usually("exact:3", junk),
        },
    ),
    "tournament": (
        bg.tournament,
        [usually(["ai2", "ai1"]), usually("tictactoe", game_specs)],
        {
            "pairs": usually(1, counts),
            "format": usually("gauntlet"),
            "openings": usually([START], st.one_of(junk, st.lists(game_specs, max_size=2))),
            "balance": usually(True, st.booleans()),
            "seed": usually(1),
            "clock": usually(None),
            "sprt": usually(None),
            "adjudicate": usually(None),
            "max_faults": usually(0.1),
            "threads": usually(1, threads),
            "progress": usually(None, not_callable),
        },
    ),
    "exam": (
        bg.exam,
        [usually(["ai2", "ai1"]), usually("tictactoe:4", game_specs)],
        {
            "count": usually(2, counts),
            "seed": usually(1),
            "workers": usually(1, counts),
            "progress": usually(None, not_callable),
        },
    ),
    "Tournament": (existing(bg.Tournament.read), [junk], {}),
    "Board": (
        bg.Board,
        [usually(START)],
        {
            "players": usually(["human", "random"]),
            "viewer": usually(None),
            "view": usually(None),
            "seed": usually(1),
        },
    ),
    "Book": (existing(bg.Book), [junk], {}),
    "BookEntry": (book.BookEntry, [junk], {}),
    "BookMove": (book.BookMove, [junk], {}),
    "Archive": (
        existing(bg.Archive),
        [junk],
        {"threads": usually(1, threads), "progress": usually(None, not_callable)},
    ),
    "mnk": (bg.mnk, [usually(3), usually(3), junk], {}),
    "perft": (bg.perft, [usually(START), junk], {"progress": usually(None, not_callable)}),
    "playout": (bg.playout, [usually(START), usually(1)], {}),
    "position": (bg.position, [st.one_of(game_specs, junk)], {}),
    "search": (
        bg.search,
        [usually(START)],
        {
            "lines": usually(2),
            "all_moves": usually(False),
            "depth": usually(1),
            "nodes": usually(100),
            "seconds": usually(0.01),
            "table_mib": usually(1, counts),
            "progress": usually(None, not_callable),
        },
    ),
    "solve": (
        bg.solve,
        [usually(START)],
        {
            "lines": usually(2),
            "all_moves": usually(False),
            "wld": usually(False),
            "nodes": usually(100),
            "seconds": usually(0.01),
            "table_mib": usually(1, counts),
            "progress": usually(None, not_callable),
        },
    ),
    "solve_many": (
        bg.solve_many,
        [usually([START])],
        {
            "wld": usually(False),
            "nodes": usually(100),
            "table_mib": usually(1, counts),
            "threads": usually(1, threads),
            "progress": usually(None, not_callable),
        },
    ),
    # Methods
    "Ending.from_hands": (
        bg.honeymoon.Ending.from_hands,
        [usually("AK.Q.."), usually("QJ..T.")],
        {"trump": usually(0)},
    ),
    "Ending.from_string": (bg.honeymoon.Ending.from_string, [junk], {}),
    "Ending.place": (ENDING.place, [junk], {}),
    "Ending.play": (ENDING.play, [junk], {}),
    "Ending.random": (bg.honeymoon.Ending.random, [usually(3), usually(1)], {"seed": usually(1)}),
    "Ending.takes": (ENDING.takes, [junk], {}),
    "EndingDatabase.build": (
        bg.honeymoon.EndingDatabase.build,
        [strategies.numbers, usually(3, counts)],
        {"strain": texts, "threads": usually(1, threads)},
    ),
    "Agent.candidates": (bg.Agent("ai14").candidates, [usually(MIDDLE)], {}),
    "Agent.check": (bg.Agent("ai14").check, [usually(MIDDLE)], {}),
    "Agent.is_deterministic": (bg.Agent("ai2").is_deterministic, [usually(START)], {}),
    "Agent.choose": (bg.Agent("ai2").choose, [junk], {}),
    "Agent.start_game": (bg.Agent("ai2").start_game, [junk], {}),
    "Agent.policy": (bg.Agent("ai14").policy, [usually(MIDDLE)], {}),
    "Batch.legal_mask": (bg.Batch("tictactoe", 2).legal_mask, [usually(bool)], {"out": junk}),
    "Batch.planes": (bg.Batch("tictactoe", 2).planes, [usually(0)], {"out": junk}),
    "Batch.playout": (bg.Batch("tictactoe", 2).playout, [], {"progress": junk}),
    "Batch.reply": (
        bg.Batch("tictactoe", 2, autoreset="disabled").reply,
        [usually(np.zeros(2, np.int8)), usually("first", agent_specs)],
        {"moves": junk, "planes": junk, "mask": junk},
    ),
    "Batch.reset": (bg.Batch("tictactoe", 2).reset, [junk, junk], {}),
    "Batch.sample": (bg.Batch("tictactoe", 2).sample, [junk], {}),
    "Batch.step": (bg.Batch("tictactoe", 2).step, [junk, junk, junk], {}),
    "Network.__call__": (NETWORK, [junk, junk], {}),
    "MctsPool.play": (bg.MctsPool([START], simulations=1).play, [junk], {}),
    "MctsPool.reset": (bg.MctsPool([START], simulations=1).reset, [junk, junk], {}),
    "MctsPool.select": (bg.MctsPool([START], simulations=1).select, [junk], {}),
    "MctsPool.update": (bg.MctsPool([START], simulations=1).update, [junk, junk], {}),
    "Mcts.advance": (bg.Mcts(START, seed=1, memory=1).advance, [junk], {}),
    "Mcts.run": (
        bg.Mcts(START, seed=1, memory=1).run,
        [usually(10), usually(0.01), usually(2)],
        {"progress": usually(None, not_callable), "stop": usually(None, not_callable)},
    ),
    "Position.deal": (MIDDLE.deal, [junk], {}),
    "Position.determinize": (MIDDLE.determinize, [usually(0), junk], {}),
    "Position.from_string": (bg.TicTacToe.from_string, [st.one_of(game_specs, junk)], {}),
    "Position.cell_of": (MIDDLE.cell_of, [junk], {}),
    "Position.is_legal": (MIDDLE.is_legal, [junk], {}),
    "Position.parse_move": (MIDDLE.parse_move, [junk], {}),
    "Position.pieces": (MIDDLE.pieces, [junk], {}),
    "Position.planes": (MIDDLE.planes, [junk], {}),
    "Position.play": (MIDDLE.play, [junk], {}),
    "Position.scene": (MIDDLE.scene, [usually(None)], {"last_move": junk, "previous": junk}),
    "Position.to_svg": (
        MIDDLE.to_svg,
        [],
        {
            "viewer": usually("all"),
            "last_move": usually(None),
            "previous": usually(None),
            "view": usually(None),
            "size": usually(None),
            "theme": usually("dark"),
            "values": usually({"a1": 1}),
            "marks": usually(["b2"]),
            "arrows": usually([("a1", "c3")]),
        },
    ),
    "Position.to_text": (
        MIDDLE.to_text,
        [],
        {
            "viewer": usually("all"),
            "last_move": usually(None),
            "legal": usually(True),
            "color": usually(False),
            "cell_width": usually(2),
            "values": usually({"a1": 1}),
        },
    ),
    "Position.transform": (MIDDLE.transform, [junk], {}),
    "Position.transform_move": (MIDDLE.transform_move, [usually(MOVE), usually(1)], {}),
    "Position.view": (MIDDLE.view, [junk], {}),
    "PyramidPosition.pieces": (PILE.pieces, [junk], {}),
    "PyramidPosition.waves": (PILE.waves, [junk], {}),
    "PyramidSet.clear": (PYRAMID.clear, [usually(3), junk], {}),
    "PyramidSet.empty": (bg.mosaic.PyramidSet.empty, [junk], {}),
    "PyramidSet.filled": (bg.mosaic.PyramidSet.filled, [junk], {}),
    "PyramidSet.from_binary": (
        bg.mosaic.PyramidSet.from_binary,
        [usually(2), st.one_of(st.text("01", max_size=7), junk)],
        {},
    ),
    "PyramidSet.ground": (bg.mosaic.PyramidSet.ground, [junk], {}),
    "PyramidSet.layer": (PYRAMID.layer, [junk], {}),
    "PyramidSet.neutral": (bg.mosaic.PyramidSet.neutral, [junk], {}),
    "PyramidSet.set": (PYRAMID.set, [usually(3), junk], {}),
    "View.determinize": (VIEW.determinize, [junk], {}),
    "View.is_legal": (VIEW.is_legal, [junk], {}),
    "View.scene": (VIEW.scene, [], {"last_move": junk}),
    "View.parse_move": (VIEW.parse_move, [junk], {}),
    "View.to_svg": (VIEW.to_svg, [], {"last_move": junk, "previous": junk, "size": usually(None)}),
    "View.to_text": (VIEW.to_text, [], {"last_move": junk, "legal": junk, "color": junk}),
    "HoneymoonView.is_vulnerable": (VIEW.is_vulnerable, [junk], {}),
    "HoneymoonView.played": (VIEW.played, [junk], {}),
    "Record.play": (lambda move: bg.Record(START).play(move), [junk], {}),
    # The Python layer's own rooms
    "games.digits": (games.digits, [st.one_of(game_specs, junk)], {}),
    "games.strongest": (games.strongest, [st.one_of(game_specs, junk)], {}),
    "games.examples": (games.examples, [st.one_of(game_specs, junk)], {}),
    "games.facts": (games.facts, [st.one_of(game_specs, junk)], {}),
    "games.get": (games.get, [st.one_of(game_specs, junk)], {}),
    "games.names": (games.names, [junk], {}),
    "games.Rules": (games.Rules, [junk] * 6, {}),
    "games.rules": (games.rules, [st.one_of(game_specs, junk)], {}),
    "games.rules_text": (games.rules_text, [st.one_of(game_specs, junk)], {}),
    "games.start": (games.start, [st.one_of(game_specs, junk)], {}),
    "games.Opening": (games.Opening, [texts] * 3, {}),
    "games.opening": (games.opening, [st.one_of(st.just([START]), junk)], {}),
    "games.openings": (games.openings, [st.one_of(game_specs, junk)], {}),
    "players.get": (players.get, [st.one_of(agent_specs, junk)], {"seed": usually(1)}),
    "players.FunctionPlayer": (players.FunctionPlayer, [junk], {}),
    "players.AgentPlayer": (players.AgentPlayer, [not_callable], {}),
    "players.connectx_agent": (players.connectx_agent, [st.one_of(agent_specs, junk)], {}),
    "players.as_player": (players.as_player, [junk], {}),
    "players.ask": (
        players.ask,
        [usually(players.get("first")), usually(bg.Record(START))],
        {"stop": usually(None, not_callable), "progress": usually(None, not_callable)},
    ),
    "players.is_native": (players.is_native, [junk], {}),
    "players.levels": (players.levels, [st.one_of(game_specs, junk)], {}),
    "players.Level": (players.Level, [junk] * 5, {}),
    "players.names": (players.names, [st.one_of(game_specs, junk)], {}),
    "players.prompt": (
        players.prompt,
        [usually(bg.Record(START), st.one_of(st.just(MIDDLE), junk))],
        {"legal": usually(True)},
    ),
    "players.TextPlayer": (
        players.TextPlayer,
        [st.one_of(junk, st.lists(texts, max_size=2))],
        {
            "seconds": usually(1.5, numbers),
            "legal": usually(True),
            "folder": usually(None),
            "name": usually("mine"),
        },
    ),
    "players.register": (players.register, [texts, not_callable], {}),
    "players.rules": (players.rules, [st.one_of(game_specs, junk)], {}),
    "render.to_svg": (render.to_svg, [usually(MIDDLE.scene())], {"view": junk}),
    "render.to_text": (render.to_text, [usually(MIDDLE.scene())], {"values": junk}),
    "scene.cell_names": (scene.cell_names, [usually(MIDDLE.scene())], {}),
    "scene.validate": (scene.validate, [junk], {}),
    "games.aim": (games.aim, [st.one_of(game_specs, junk)], {}),
    "games.unit": (games.unit, [st.one_of(game_specs, junk)], {}),
    "scene.geometry": (scene.geometry, [junk], {"view": junk, "flip": junk}),
    "seeding.root": (seeding.root, [junk], {}),
    "files.path_text": (files.path_text, [junk], {}),
    # The plumbing below
    "_core.play_match": (
        _core.play_match,
        [
            usually(START),
            usually("ai2", st.one_of(agent_specs, st.tuples(chooser, junk, texts))),
            usually("ai1"),
        ],
        {
            "games": usually(2, counts),
            "root": usually(1),
            "first": usually(0),
            "openings": usually([(START, [MOVE])]),
            "random_openings": usually(None, st.one_of(junk, st.tuples(counts, junk))),
            "threads": usually(1, threads),
            "on_game": usually(None, not_callable),
            "progress": usually(None, not_callable),
            "clock": usually(
                (60.0, None, 0.0, None, 60.0), st.one_of(junk, st.tuples(*[numbers] * 5))
            ),
            "adjudicate": usually(3, counts),
        },
    ),
    "_core.play_queue": (
        _core.play_queue,
        [usually(START), usually(iter([None]), st.one_of(junk, st.builds(iter, st.lists(junk))))],
        {
            "on_lines": usually(None, not_callable),
            "threads": usually(1, threads),
            "progress": usually(None, not_callable),
            "clock": usually(None, st.one_of(junk, st.tuples(*[numbers] * 5))),
            "adjudicate": usually(3, counts),
        },
    ),
    "_core.draw_openings": (
        _core.draw_openings,
        [usually(START)],
        {
            "plies": usually(2, counts),
            "pairs": usually(2, counts),
            "root": usually(1),
            "first": usually(0),
            "balanced": usually(True),
            "progress": usually(None, not_callable),
        },
    ),
    "Sprt": (
        bg.Sprt,
        [usually(0), usually(20)],
        {"alpha": usually(0.05), "beta": usually(0.05)},
    ),
    "Sprt.test": (bg.Sprt(0, 20).test, [usually((1, 2, 3, 4, 5))], {}),
    "Sprt.over": (bg.Sprt(0, 20).over, [usually([("a", "b", 1, 0)], outcomes), usually("a")], {}),
    "Sprt.after": (bg.Sprt(0, 20).after, [usually((1, 2, 3, 4, 5)), usually((4, 4))], {}),
    "Ratings": (bg.Ratings, [junk], {}),
    "ratings": (
        # A text is the name of a file.
        bg.ratings,
        [usually([("a", "b", 1, 0)], outcomes.filter(lambda given: not isinstance(given, str)))],
        {
            "anchor": usually("a", st.one_of(junk, texts)),
            "anchor_rating": usually(1500),
            "samples": usually(50, st.one_of(st.just(0), strategies.bad_numbers)),
            "seed": usually(1),
        },
    ),
    "openings.random_openings": (
        openings.random_openings,
        [usually("tictactoe", game_specs), usually(2, counts), usually(2, counts), usually(1)],
        {"first": usually(0), "progress": usually(None, not_callable)},
    ),
    "openings.choose": (
        lambda given: openings.choose(given, START),
        [st.one_of(junk, texts)],
        {},
    ),
    "_core.game_examples": (_core.game_examples, [st.one_of(game_specs, junk)], {}),
    "_core.game_facts": (_core.game_facts, [st.one_of(game_specs, junk)], {}),
    "_core.game_names": (_core.game_names, [junk], {}),
    "_core.agent_names": (_core.agent_names, [st.one_of(game_specs, junk)], {}),
    "seeding.child_seed": (seeding.child_seed, [usually(1), usually(0)], {}),
}
