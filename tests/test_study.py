"""Values, graph, tree, matches and files of a room, against slower ways to the same."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.analysis.levels import long_solve
from bitgames.play import QueuedJobs, Room, file_content
from bitgames.play.explorer import FIRST, PAGE, Explorer
from bitgames.play.jobs import HINT, MOVE, STUDY, Job, PooledJobs
from bitgames.play.room.bounds import Bounds
from bitgames.play.values import exact_values, refine
from tests.rooms import Wire, two_people, walk

SMALL = ["tictactoe", "mnk:4,3,3", "othello:4", "mosaic:3", "quo:3"]


# Values.


@pytest.mark.parametrize("spec", SMALL)
def test_refined_values_are_those_of_the_solver(spec: str) -> None:
    """The signs, too: a pass in Othello, partners and chosen pieces in Quo."""
    for plies in range(0, 14, 2):
        position = walk(bg.games.get(spec), plies, plies)
        solved = {line.move: line.value for line in bg.solve(position, all_moves=True).lines}
        *_, last = refine(bg.Record(position), table_mib=1)
        assert last.final
        assert {each.move: each.value for each in last.moves} == solved
        assert all(each.exact and each.depth is None for each in last.moves)
        found, bounds = exact_values(position, table_mib=1)
        assert {each.move: each.value for each in found.moves} == solved
        assert bounds == (max(solved.values()), max(solved.values()))


def test_all_moves_are_searched_deeper_and_deeper() -> None:
    position = bg.Othello().play("f5")
    found = list(refine(bg.Record(position), depth=5, table_mib=1))
    assert [{each.depth for each in step.moves} for step in found] == [{1}, {2}, {3}, {4}, {5}, {5}]
    assert {len(step.moves) for step in found} == {len(position.legal_moves)}
    # The search of Othello cuts at a confidence, and says at which one.
    searched = bg.search(position, all_moves=True, depth=5)
    assert {each.certainty for each in found[-1].moves} == {searched.certainty}
    assert [each.final for each in found] == [False] * (len(found) - 1) + [True]
    nodes = [each.nodes for each in found]
    assert nodes == sorted(nodes)
    stopped = list(refine(bg.Record(position), stop=lambda: True))
    assert len(stopped) == 1 and stopped[0].final and stopped[0].moves == ()


@pytest.mark.parametrize("seed", range(3))
def test_values_of_othello_are_those_of_a_search(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solve that is out of reach takes nothing of the time."""
    monkeypatch.setattr("bitgames.play.values.Solver", None)
    position = walk(bg.games.get("othello"), 10, seed)
    *_, last = refine(bg.Record(position), seconds=1000, depth=12)
    lines = bg.search(position, all_moves=True, depth=12).lines
    assert {each.move: (each.value, each.depth) for each in last.moves} == {
        line.move: (line.value, 12) for line in lines
    }


def test_the_time_of_an_analysis_is_that_of_its_clock() -> None:
    """Search and solve take turns, and both end with the time."""
    ticks = itertools.count()
    found = list(
        refine(
            bg.Record(walk(bg.games.get("othello"), 34, 1)), seconds=50, clock=lambda: next(ticks)
        )
    )
    assert found[-1].final and found[-1].moves and 50 <= next(ticks) < 70


def test_the_time_of_sampled_worlds_is_that_of_a_clock() -> None:
    ticks, asked = itertools.count(0, 100), itertools.count()
    record = bg.Record(bg.Honeymoon().deal(seed=3))
    *_, last = refine(
        record, seconds=2000, seed=1, clock=lambda: next(ticks), stop=lambda: next(asked) > 200
    )
    assert last.final and last.moves and next(asked) < 200


def final(answers: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The last answer of a kind."""
    found = [answer for answer in answers if answer["is"] == kind]
    assert [each["final"] for each in found] == [False] * (len(found) - 1) + [True]
    return found[-1]


def test_analysis_in_a_room() -> None:
    wire = Wire()
    wire.say("new", start="tictactoe oo./xx./...", seats=["human", "human"])
    answer = final(wire.say("analyze"), "values")
    assert [(each["text"], each["value"], each["exact"]) for each in answer["moves"]][:2] == [
        ("c1", 1.0, True),
        ("c2", 0.0, True),
    ]
    assert answer["team"] == 0 and answer["pv"] == answer["moves"][0]["line"]
    assert answer["pv"][0] == {"i": 2, "text": "c1", "cell": 2, "seat": 0}
    assert wire.note("analyze", depth=0) == wire.note("analyze", seconds=-1) == "damaged"
    assert wire.note("analyze", node=9) == "damaged"
    solved = final(wire.say("solve"), "values")
    assert solved["bounds"] == [1, 1]
    wire.say("play", text="c1")
    assert wire.note("analyze") == wire.note("solve") == "illegal"
    assert final(wire.say("analyze", node=0), "values")["node"] == 0


@pytest.mark.parametrize("game", ["mosaic", "quo", "othello"])
def test_what_a_search_cannot_tell_apart_has_no_grade(game: str) -> None:
    wire = Wire(game)
    wire.say("new", seats=["human"] * bg.games.facts(game).players)
    for _ in range(4):
        answer = final(wire.say("analyze", depth=2), "values")
        best = max(each["value"] for each in answer["moves"])
        noise = 1.0 if game == "othello" else 0.125
        for each in answer["moves"]:
            assert not each["exact"]
            if each["value"] == best:
                assert each["grade"] == "best"
            else:
                assert (each["grade"] is None) == (best - each["value"] < noise)
        assert answer["is_result"] == (game != "othello")
        wire.say("play", i=answer["moves"][-1]["i"])


def test_analysis_ends_when_the_game_moves_on_or_the_viewer_leaves() -> None:
    jobs = PooledJobs(1)
    wire = Wire("othello", jobs=jobs)
    wire.say("new", seats=["human", "human"])
    for end in ("play", "stop", "leave", "again"):
        before = threading.active_count()
        wire.say("analyze", seconds=1000)
        (number,) = wire.room.work.studies
        study = wire.room.work.studies[number]
        if end == "play":
            wire.say("play", i=19)
        elif end == "stop":
            # Values may come while the message is on its way.
            told = [answer["is"] for answer in wire.say("stop", job=number)]
            assert [each for each in told if each != "values"] == ["state"]
        elif end == "again":
            wire.say("analyze", seconds=1000)
        else:
            wire.room.leave("me")
            wire.room.admit("me")
        assert study.job.is_cancelled() and number not in wire.room.work.studies
        assert threading.active_count() <= before + 2
    wire.room.close()
    assert jobs.close(30)


def test_values_are_not_for_one_of_two_players() -> None:
    wire = two_people()
    for viewer in ("me", "other", "guest"):
        for do in ("analyze", "solve", "graph", "tree"):
            assert wire.note(do, viewer) == "denied"
    wire.say("resign")
    assert final(wire.say("analyze", "other"), "values")["moves"]
    assert wire.note("analyze", "guest") == "denied"


def test_the_graph_is_that_of_the_analysis() -> None:
    moves = ["a1", "b1", "b2", "c3", "a2"]
    wire = Wire()
    wire.say("new", seats=["human", "human"], moves=moves)
    wire.say("goto", node=2)
    answer = final(wire.say("graph"), "graph")
    known = bg.analyze(bg.Record("tictactoe", moves))
    assert [(each["value"], each["exact"]) for each in answer["points"]] == list(known.curve)
    assert [each["n"] for each in answer["points"]] == [0, 1, 2, 3, 4, 5]
    assert [each["loss"] for each in answer["points"][1:]] == [each.loss for each in known.moves]
    assert [each["grade"] for each in answer["points"][1:]] == [each.grade for each in known.moves]
    blunders = [each["ply"] for each in answer["points"] if each.get("is_blunder")]
    assert blunders == [each.number for each in known.blunders] != []
    assert [each["blunders"] for each in answer["totals"]] == [t.blunders for t in known.totals]
    assert wire.note("graph", seconds=0) == "damaged"


# The tree.


def size(position: bg.Position) -> int:
    """The number of nodes below a position."""
    return sum(1 + size(position.play(move)) for move in position.legal_moves)


def test_the_whole_tree_of_a_small_game() -> None:
    """Browsed a page at a time, every value and every position is right."""
    wire = Wire("mnk:3,2,2")
    wire.say("new", seats=["human", "human"])
    start = wire.room.game.start
    waiting, seen, keys = [(0, start)], 0, {}
    while waiting:
        number, position = waiting.pop()
        page = wire.say("tree", node=number, merge=False)[-1]
        assert page["final"] and page["total"] == len(position.legal_moves)
        assert page["turn"] == (None if position.is_over else position.turn)
        if not position.is_over:
            sign = (1, -1)[position.turn]
            assert page["value"] == sign * bg.solve(position).value
            best = [sign * child["value"] for child in page["children"] if child["best"]]
            assert best and set(best) == {sign * page["value"]}
        for child, move in zip(page["children"], position.legal_moves, strict=True):
            after = position.play(move)
            assert (child["text"], child["over"]) == (str(move), after.is_over)
            assert child["owners"] == after.scene()["owners"]
            assert keys.setdefault(child["key"], after) == after
            waiting.append((child["n"], after))
            seen += 1
    assert seen == size(start)
    assert len(keys) == len({position.to_string() for position in keys.values()})


def test_symmetric_moves_are_one_child() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    page = wire.say("tree")[-1]
    assert [child["moves"] for child in page["children"]] == [
        ["a1", "c1", "a3", "c3"],
        ["b1", "a2", "c2", "b3"],
        ["b2"],
    ]
    assert [child["value"] for child in page["children"]] == [0.0, 0.0, 0.0]
    assert all(child["best"] for child in page["children"])
    # A node of the explorer is a place to go to: the moves there become a branch.
    deeper = wire.say("tree", node=page["children"][2]["n"])[-1]
    wire.say("goto", node=deeper["children"][1]["n"])
    assert wire.moves() == ["b2", "b1"]
    assert wire.say("tree", node=0)[-1]["children"][2]["n"] == 1, "it was played"
    assert wire.note("tree", node=FIRST + 10**6) == "damaged"


def test_a_page_has_fifty_children() -> None:
    wire = Wire("mnk:11,11,5")
    wire.say("new", seats=["human", "human"], moves=["b3"])
    pages = [wire.say("tree", offset=offset)[-1] for offset in (0, 50, 100, 150)]
    assert [len(page["children"]) for page in pages] == [PAGE, PAGE, 20, 0]
    assert all(page["total"] == 120 for page in pages)
    assert len({child["n"] for page in pages for child in page["children"]}) == 120


def test_what_is_out_of_reach_is_solved_on_request() -> None:
    jobs = QueuedJobs()
    wire = Wire("othello", jobs=jobs, bounds=Bounds(seconds=0.2, table_mib=1))
    wire.say("new", seats=["human", "human"])
    (page,) = wire.say("tree")
    assert page["final"] and page["job"] is None and page["value"] is None
    first, *_, last = (each for each in wire.say("tree", solve=True) if each["is"] == "tree")
    assert not first["final"] and first["job"] is not None and last["final"]
    assert last["bounds"] == [-64, 64] and last["children"][0]["value"] is None


def test_several_nodes_of_the_tree_are_in_work() -> None:
    wire = Wire("mosaic:4")
    wire.say("new", seats=["human", "human"])
    # Without a thread the jobs wait.
    wire.room.handle("me", {"do": "tree", "merge": False, "id": 0})
    children = [answer for _, answer in wire.heard if answer["is"] == "tree"][-1]["children"]
    for number, child in enumerate(children[:10]):
        wire.room.handle("me", {"do": "tree", "node": child["n"], "solve": True, "id": number + 1})
    jobs = [study.job.number for study in wire.room.work.studies.values()]
    begun = [answer["job"] for _, answer in wire.heard if answer["is"] == "tree"]
    assert jobs == begun[-8:] and len(begun) == 11
    wire.room.close()


@pytest.mark.parametrize("do", ["solve", "tree"])
def test_a_solve_out_of_reach_begins_with_a_warning(do: str) -> None:
    """The one of the command line; with ``warn`` it does not begin at all."""
    wire = Wire("othello", bounds=Bounds(seconds=0.2, table_mib=1))
    wire.say("new", seats=["human", "human"])
    fields = {} if do == "solve" else {"solve": True}
    estimate = long_solve(bg.Othello())
    assert estimate is not None
    answers = wire.say(do, **fields)
    effort = next(each for each in answers if each["is"] == "effort")
    assert effort["is_begun"] and effort["text"] == estimate.text and effort["empties"] == 60
    assert effort["said"]["values"][-1] == {"code": "years", "values": ["2e5"]}
    assert effort["positions"] == estimate.positions and effort["seconds"] == estimate.seconds
    assert final([each for each in answers if each["is"] != "effort"], SOLVED[do])["job"]
    answers = wire.say(do, **fields, warn=True)
    assert [each["is"] for each in answers] == ["effort", "tree"][: 1 + (do == "tree")]
    assert not answers[0]["is_begun"] and not wire.room.work.studies
    # What the time of the server allows begins at once.
    wire = Wire("tictactoe:4", bounds=Bounds(seconds=5))
    wire.say("new", seats=["human", "human"])
    assert not any(each["is"] == "effort" for each in wire.say(do, **fields, warn=True))


SOLVED = {"solve": "values", "tree": "tree"}


def test_a_full_explorer_forgets_what_was_browsed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.play import explorer as module

    monkeypatch.setattr(module, "MAX_NODES", 20)
    explorer = Explorer(bg.play.Tree(bg.TicTacToe()))
    first = explorer.page(explorer.place(0), 0, merge=False)["children"]
    place = explorer.place(first[0]["n"])
    second = explorer.page(place, 0, merge=False)["children"]
    third = explorer.page(explorer.place(second[0]["n"]), 0, merge=False)["children"]
    assert explorer.place(third[0]["n"]).moves == (0, 1, 2)
    with pytest.raises(bg.ParameterError):
        explorer.place(first[1]["n"])


def test_a_branch_leaves_the_game_where_it_is() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"], moves=["a1", "b1"])
    wire.say("goto", node=1)
    wire.say("branch", node=0, moves=[4, 0])
    state = wire.state()
    assert wire.moves() == ["a1"] and [step["text"] for step in state["ahead"]] == ["b1"]
    assert state["path"][0]["others"] == [{"n": 3, "seat": 0, "i": 4, "text": "b2"}]
    assert wire.note("branch", node=0, moves=[4, 4]) == "illegal"
    assert wire.note("branch", node=0, moves=[]) == "damaged"
    assert wire.note("branch", node=0, moves=["b2"]) == "damaged"
    assert wire.moves() == ["a1"]


# Matches.


def test_a_match_and_one_of_its_games() -> None:
    wire = Wire()
    answers = wire.say("match", a="ai14", b="random", games=30, seed=5)
    answer = final(answers, "match")
    known = bg.match("ai14", "random", "tictactoe", 30, 5, keep_games=True)
    assert (answer["done"], answer["total"]) == (30, 30)
    table = answer["table"]
    assert [table["wins"], table["losses"], table["draws"]] == list(known.counts["total"])
    assert answer["text"] == str(known)
    wire.say("show", job=answer["job"], game=7)
    assert wire.moves() == [str(move) for move in known.games[7].record.moves]
    assert (
        wire.state()["path"] and "game 7: random against ai14" in wire.room.game.tree.root.comment
    )
    assert wire.note("show", job=99, game=0) == "stale"
    assert wire.note("show", job=answer["job"], game=-1) == "damaged"
    assert wire.note("match", a="ai14", b="random", games=0) == "limit"
    assert wire.note("match", a="nobody", b="random", games=1) == "unsupported"
    assert wire.note("match", a="human", b="random", games=1) == "unsupported"


def test_a_match_is_stopped() -> None:
    jobs = PooledJobs(1)
    wire = Wire("othello", jobs=jobs)
    wire.say("match", a="alphabeta:depth=4", b="random", games=100_000, seed=1)
    assert wire.note("match", a="first", b="first", games=1) == "busy"
    (number,) = wire.room.work.studies
    wire.say("stop", job=number)
    assert wire.room.work.studies == {}
    assert jobs.close(30), "the native match has ended"


# Files.


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("othello", "record"), ("othello", "tree"), ("othello", "transcript"), ("othello", "ggf"),
        ("othello", "wthor"), ("othello:6", "ggf"), ("mosaic:3", "record"), ("quo:3", "tree"),
        ("honeymoon", "pbn"), ("honeymoon", "record"),
    ],
)  # fmt: skip
def test_a_game_comes_back_from_every_format(game: str, form: str) -> None:
    wire = Wire(game)
    rivals = ["random"] * bg.games.facts(game).players
    wire.say("new", seats=rivals, seed=3)
    assert wire.state()["ended"] and form in wire.state()["formats"]
    file = wire.say("export", format=form)[-1]
    assert file["name"].startswith(game.partition(":")[0])
    other = Wire()
    other.say("import", data=file["data"], base64=file["base64"])
    assert other.moves() == wire.moves()
    assert other.state()["game"].partition(":")[0] == game.partition(":")[0]
    assert [seat["player"] for seat in other.state()["seats"]] == ["human"] * len(rivals)


def test_pictures_and_positions() -> None:
    wire = Wire("othello")
    wire.say("new", seats=["human", "human"], moves=["f5"])
    assert wire.say("export", format="svg")[-1]["data"].startswith("<svg")
    assert "white to move" in wire.say("export", format="text")[-1]["data"]
    obf = wire.say("export", format="obf")[-1]["data"]
    other = Wire()
    other.say("import", data=obf)
    assert other.room.game.position.to_obf() == wire.room.game.position.to_obf()
    assert wire.note("export", format="pbn") == "unsupported"
    assert wire.note("export", format="smoke") == "damaged"


def test_a_file_of_several_games_is_a_list_first() -> None:
    wire = Wire("othello")
    data = "f5d6\n" * 60 + "c4c3d3\n"
    (answer,) = wire.say("import", data=data, offset=50)
    assert (answer["total"], answer["offset"], len(answer["games"])) == (61, 50, 11)
    unknown = {"players": None, "date": None, "event": None}
    assert answer["games"][-1] == {
        "index": 60, "title": "game 61", "plies": 3, "moves": "c4 c3 d3", "game": "othello",
        "said": {"code": "game-number", "values": [61]}, "result": "not over", **unknown,
    }  # fmt: skip
    wire.say("import", data=data, index=60)
    assert wire.moves() == ["c4", "c3", "d3"]
    assert wire.note("import", data=data, index=61) == "damaged"
    assert wire.note("import", data="AAA", base64=True) == "damaged"


def test_a_file_of_too_many_games() -> None:
    wire = Wire("othello")
    for data in (
        "f5\n" * (file_content.MAX_GAMES + 1),
        "(;GM[Othello]" * (file_content.MAX_GAMES + 1),
    ):
        assert wire.note("import", data=data) == "limit"
    assert wire.say("import", data="f5d6c3\n" * 200)[0]["total"] == 200


def test_a_file_of_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    bg.tournament(["first", "ai14"], "tictactoe", pairs=2, seed=1, results=path)
    data = path.read_text(encoding="utf-8")
    (answer,) = Wire().say("import", data=data)
    assert {each["title"] for each in answer["games"]} == {"first - ai14", "ai14 - first"}
    assert answer["total"] == 4
    wire = Wire()
    wire.say("import", data=data, index=3)
    assert wire.moves() == answer["games"][3]["moves"].split()
    assert " - ".join(wire.state()["about"]["players"]) == answer["games"][3]["title"]
    # A tournament that goes on writes its last line.
    (answer,) = Wire().say("import", data=data[:-20])
    assert answer["total"] == 3
    assert Wire().note("import", data=data.replace('"plies"', '"plays"')) == "damaged"


def test_formats_of_each_game() -> None:
    assert file_content.formats("honeymoon") == ("record", "tree", "pbn")
    assert file_content.formats("othello") == tuple(
        each for each in file_content.FORMATS if each != "pbn"
    )
    for game in ("quo:5", "tictactoe"):
        assert file_content.formats(game) == ("record", "tree", "sgf")


# Jobs and bounds.


def test_urgent_jobs_come_first_and_long_ones_leave_a_thread() -> None:
    jobs, order, ended = PooledJobs(1), [], threading.Semaphore(0)

    def job(name: str, rank: int, gate: threading.Event | None = None) -> Job:
        begun = threading.Event()

        def work(job: Job) -> None:
            begun.set()
            assert gate is None or gate.wait(30)
            order.append(name)

        found = Job(0, work, lambda *_: ended.release(), print, rank=rank)
        if gate is not None:
            jobs.start(found)
            assert begun.wait(30)
        return found

    long, short, other = threading.Event(), threading.Event(), threading.Event()
    job("long", STUDY, long)
    job("first", MOVE, short)  # does not wait for the long one
    job("other", MOVE, other)
    for name, rank in (("study", STUDY), ("hint", HINT), ("move", MOVE)):
        jobs.start(job(name, rank))
    short.set()
    for _ in range(3):
        assert ended.acquire(timeout=30)
    assert order == ["first", "move", "hint"], "the study waits for the long one"
    # Moves that think for long keep no study waiting.
    long.set()
    for _ in range(2):
        assert ended.acquire(timeout=30)
    assert order[3:] == ["long", "study"]
    other.set()
    assert ended.acquire(timeout=30)
    assert jobs.close(30)
    with pytest.raises(RuntimeError):
        jobs.start(job("late", MOVE))


@pytest.mark.parametrize(
    "spec", ["alphabeta:seconds=61", "mcts:memory=65", "alphabeta:table=1e9", "mcts:sims=inf"]
)
def test_bounds_refuse(spec: str) -> None:
    bounds = Bounds(seconds=60, table_mib=64)
    with pytest.raises(bg.LimitError, match="of a player must be at most"):
        bounds.check(spec)
    wire = Wire("othello", bounds=bounds)
    assert wire.note("new", seats=["human", spec]) == "limit"
    # What the owner of the server named is not asked.
    wire = Wire("othello", bounds=bounds, known={"mine": spec})
    assert isinstance(wire.room, Room)
    bounds.check("alphabeta:depth=8,seconds=60")
    Bounds().check(spec)
