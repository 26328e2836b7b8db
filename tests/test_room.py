"""The game room: messages in, answers out, all of them JSON; no terminal and no network."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.play import Tree
from tests.rooms import MESSAGES, Wire

GAMES = ["tictactoe", "othello:4", "mosaic:3", "quo:3", "honeymoon", "honeymoon:bicycle"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rival", ["human", "random"])
def test_a_whole_game_through_json_alone(game: str, rival: str) -> None:
    chance = random.Random(1)
    wire = Wire()
    seats = ["human", *[rival] * (bg.games.facts(game).players - 1)]
    wire.say("new", game=game, seats=seats, seed=3)
    for _ in range(400):
        state = wire.state()
        if state["ended"]:
            break
        assert state["seats"][state["turn"]]["yours"] and "play" in state["can"]
        moves = state["scene"]["moves"]
        if chance.random() < 0.5:
            answers = wire.say("play", i=chance.choice(moves["index"]), at=state["node"])
        else:
            answers = wire.say("play", text=chance.choice(moves["text"]), at=state["node"])
        assert not any(answer["is"] == "note" for answer in answers)
    assert wire.state()["ended"]["how"] == "rules"
    assert wire.room.game.position.is_over
    data = json.loads(wire.say("export", format="tree")[-1]["data"])
    assert [node["move"] for node in data["nodes"]] == wire.moves()
    assert Tree.from_dict(data).record().position == wire.room.game.position


def test_hello_tells_what_there_is() -> None:
    wire = Wire("othello:4", known={"mine": "first"})
    welcome, state = wire.say("hello", id=7)
    assert welcome["re"] == state["re"] == 7
    assert welcome["role"] == "owner" and welcome["players"] == ["mine"]
    othello = next(game for game in welcome["games"] if game["name"] == "othello")
    assert othello["seats"] == ["black", "white"] and "othello:6" in othello["sizes"]
    assert {"random", "level:easy", "alphabeta:seconds=1"} <= set(othello["players"])
    assert [seat["player"] for seat in state["seats"]] == ["open", "open"]


def test_a_repeated_message_is_carried_out_once() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    assert {answer["re"] for answer in wire.say("play", i=4, id="a")} == {"a"}
    answers = wire.say("play", i=4, id="a")
    assert [answer["is"] for answer in answers] == ["state"] and answers[0]["re"] == "a"
    assert wire.moves() == ["b2"]


def test_a_message_about_an_earlier_position_is_stale() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    wire.say("play", i=4, at=0)
    assert wire.note("play", i=0, at=0) == "stale"
    assert wire.moves() == ["b2"]


def test_a_move_that_is_sent_again_is_played_once() -> None:
    """Also where its answer was lost, and where another game is there by then."""
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    sent = {"i": 4, "at": 0, "serial": wire.state()["serial"], "id": "a"}
    for _ in range(3):
        wire.room.leave("me")
        wire.room.admit("me")
        wire.say("hello")
        wire.say("play", **sent)
        assert wire.moves() == ["b2"]
    # Taken back, it stays so.
    wire.say("undo")
    wire.say("play", **sent)
    assert wire.moves() == []
    # What never came: the next game begins at the same node, and is another one.
    late = {**sent, "id": "b"}
    for do in ("new", "rematch", "import"):
        data = {"data": bg.Record("tictactoe").dumps()} if do == "import" else {}
        wire.say(do, confirm=True, **data)
        assert wire.state()["node"] == 0
        assert wire.note("play", **late) == "stale"
        late = {**late, "id": do}
        assert wire.moves() == []
    wire.say("play", **{**late, "id": "c", "serial": wire.state()["serial"]})
    assert wire.moves() == ["b2"]


def test_a_game_that_runs_is_not_thrown_away_unasked() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    wire.say("rematch")
    wire.say("play", i=4)
    assert wire.note("rematch") == wire.note("rematch", confirm=False) == "confirm"
    assert wire.moves() == ["b2"]
    wire.say("rematch", confirm=True)
    assert wire.moves() == [] and wire.state()["number"] == 2
    wire.say("play", i=4)
    wire.say("resign")
    wire.say("rematch")
    assert wire.moves() == [] and wire.state()["number"] == 3


def test_another_game_takes_the_place_of_one_that_runs_when_confirmed() -> None:
    """By a new one, a file or a game of a match; finished games are left without a question."""
    lost = bg.Record("tictactoe", "a1 a2 b1 b2 c1").dumps()
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    job = wire.say("match", a="first", b="first", games=1)[0]["job"]
    for do, fields in (("new", {}), ("import", {"data": lost}), ("show", {"job": job, "game": 0})):
        wire.say("new", confirm=True)
        assert not any(each["is"] == "note" for each in wire.say(do, **fields))
        wire.say("new", confirm=True)
        wire.say("play", i=4)
        assert wire.note(do, **fields) == wire.note(do, confirm=False, **fields) == "confirm"
        assert wire.moves() == ["b2"]
        wire.say(do, confirm=True, **fields)
        assert wire.moves() != ["b2"]
    # Who looks at an earlier move of a finished game loses nothing.
    wire.say("import", data=lost)
    wire.say("goto", node=2)
    assert wire.state()["ended"] is None
    wire.say("new")
    assert wire.moves() == []
    # A list of games takes no place.
    wire.say("play", i=4)
    games = "\n".join(
        bg.Record("tictactoe", moves).dumps().replace("\n", "") for moves in ("a1", "b2")
    )
    assert wire.say("import", data=games)[-1]["is"] == "games"
    assert wire.moves() == ["b2"]


def test_a_branch_is_added_whole_or_not_and_the_line_ahead_stays() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    for move in ("a1", "b2", "c3"):
        wire.say("play", text=move)
    wire.say("goto", node=0)
    ahead = wire.state()["ahead"]
    assert wire.note("branch", node=1, moves=[5, 5]) == "illegal"
    assert wire.state()["ahead"] == ahead
    wire.say("branch", node=1, moves=[5, 6])
    assert [step["n"] for step in wire.state()["ahead"]] == [1, 2, 3]
    assert [step["text"] for step in wire.state()["ahead"][1]["others"]] == ["c2"]


def test_undone_moves_stay_as_branches() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "first"])
    wire.say("play", text="b2")
    wire.say("play", text="c1")
    assert wire.moves() == ["b2", "a1", "c1", "b1"]
    wire.say("undo")
    assert wire.moves() == ["b2", "a1"]
    wire.say("play", text="c3")
    state = wire.state()
    assert wire.moves() == ["b2", "a1", "c3", "b1"]
    wire.say("undo")
    assert [step["text"] for step in wire.state()["branches"]] == ["c1", "c3"]
    wire.say("redo")
    assert wire.state()["node"] == state["node"]
    assert wire.note("redo") == "illegal"
    # The first branch is a click away.
    first = wire.room.game.tree.root.children[0].children[0].children[0]
    wire.say("goto", node=first.number)
    assert wire.moves() == ["b2", "a1", "c1"]
    assert wire.state()["waits"], "the computer does not move where a move was tried"
    assert "go" in wire.state()["can"]
    wire.say("go")
    assert wire.moves() == ["b2", "a1", "c1", "b1"]
    wire.say("promote", node=state["node"])
    wire.say("goto", node=2)
    assert [step["text"] for step in wire.state()["branches"]] == ["c3", "c1"]
    wire.say("comment", node=2, text="a fork")
    assert wire.state()["comment"] == "a fork"
    wire.say("delete", node=first.number)
    assert [step["text"] for step in wire.state()["branches"]] == ["c3"]
    assert wire.note("goto", node=first.number) == "damaged"
    assert wire.note("delete", node=0) == "damaged"
    tree = wire.say("tree", node=0)[-1]
    tried = next(child for child in tree["children"] if child["text"] == "b2")
    assert (tree["total"], tried["n"]) == (3, 1)
    # All of it survives in a file.
    data = wire.say("export", format="tree")[-1]["data"]
    other = Wire()
    other.say("new", seats=["human", "first"])
    other.say("import", format="tree", data=data)
    assert other.state()["path"] == [{**step} for step in wire.state()["path"]]


@pytest.mark.parametrize("form", ["record", "tree"])
def test_a_game_goes_through_a_file(form: str) -> None:
    wire = Wire("othello")
    wire.say("new", seats=["human", "human"])
    for move in ("d3", "c3"):
        wire.say("play", text=move)
    wire.say("resign")
    data = wire.say("export", format=form)[-1]["data"]
    other = Wire("othello")
    other.say("new", seats=["human", "human"])
    other.say("import", format=form, data=data)
    assert other.moves() == ["d3", "c3"]
    # A tree is of moves alone.
    ended = other.state()["ended"]
    assert (ended and ended["how"]) == ("resigned" if form == "record" else None)
    mosaic = Wire("mosaic")
    mosaic.say("new", seats=["human", "human"])
    assert mosaic.note("import", format=form, data=data) == "damaged"
    assert mosaic.note("import", format=form, data=data[:-9]) == "damaged"
    assert mosaic.moves() == []


def test_games_of_a_file_keep_their_names() -> None:
    """In the list, in the game that is opened, and in every file that comes of it."""
    named = {"players": ["Ada", "Bo"], "date": "2026-11-21", "event": "Club"}
    lost = bg.Record("tictactoe", "a1 a2 b1 b2 c1", **named)  # type: ignore[arg-type]
    games = (lost, bg.Record("tictactoe", "b2"))
    data = "\n".join(json.dumps(json.loads(each.dumps())) for each in games)
    wire = Wire()
    found = wire.say("import", data=data)[-1]["games"]
    assert [row["title"] for row in found] == ["Ada - Bo", "game 2"]
    assert [row["result"] for row in found] == ["o wins: 3 in a row", "not over"]
    assert {key: found[0][key] for key in named} == named and found[0]["game"] == "tictactoe"
    wire.say("import", data=data, index=0)
    assert wire.state()["about"] == named
    again = bg.Record.loads(wire.say("export", format="record")[-1]["data"])
    assert (again.players, again.date, again.event) == (("Ada", "Bo"), "2026-11-21", "Club")
    tree = wire.say("export", format="tree")[-1]["data"]
    wire.say("new")
    assert "about" not in wire.state()
    wire.say("import", data=tree)
    assert wire.state()["about"] == named
    # Names of a tree are checked as those of a record.
    for damage in ({"players": ["Ada"]}, {"players": 7}, {"event": "x" * 300}, {"date": [1]}):
        assert wire.note("import", data=json.dumps(json.loads(tree) | damage)) == "damaged"


def test_going_back_into_the_line_where_the_node_is_deleted() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    for move in ("a1", "b1", "c1"):
        wire.say("play", text=move)
    wire.say("delete", node=2)
    assert wire.moves() == ["a1"]
    assert wire.state()["turn"] == 1


@given(st.lists(st.integers(0, 12), max_size=40))
def test_any_tree_survives_json(steps: list[int]) -> None:
    tree = Tree(bg.TicTacToe())
    for step in steps:
        moves = tree.current.position.legal_moves
        if step < len(moves):
            tree.play(moves[step])
        elif tree.current.parent is not None:
            tree.undo()
    data = json.loads(json.dumps(tree.to_dict()))
    again = Tree.from_dict(data)
    assert len(again) == len(tree)
    assert again.record() == tree.record()

    def shape(node: Any) -> list[Any]:
        return [(child.move, shape(child)) for child in node.children]

    assert shape(again.root) == shape(tree.root)


@pytest.mark.parametrize(
    "damage",
    [
        [],
        {},
        {"format": "bitgames tree", "version": 2},
        {"format": "bitgames tree", "version": 1},
        {"nodes": [{"n": 1, "parent": 5, "move": "a1", "comment": ""}]},
        {"nodes": [{"n": 1, "parent": 0, "move": "z9", "comment": ""}]},
        {"nodes": [7]},
        {"current": 3},
        {"current": []},
        {"start": "chess"},
        {"start": 5},
    ],
)
def test_a_damaged_tree_is_refused(damage: Any) -> None:
    whole = Tree(bg.TicTacToe()).to_dict()
    data = {**whole, **damage} if damage and "format" not in damage else damage
    with pytest.raises(bg.ParseError):
        Tree.from_dict(data)


def test_the_tree_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.play import tree as module

    monkeypatch.setattr(module, "MAX_NODES", 3)
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    wire.say("play", i=0)
    wire.say("play", i=1)
    assert wire.note("play", i=2) == "limit"
    assert wire.moves() == ["a1", "b1"]


# Messages that are none.


@given(st.lists(MESSAGES, max_size=6))
def test_whatever_is_said_the_room_answers(said: list[Any]) -> None:
    wire = Wire("othello:4")
    wire.say("new", seats=["human", "first"])
    for message in said:
        before = len(wire.heard)
        wire.room.handle("me", message)
        wire.jobs.run_all()
        assert len(wire.heard) > before
        record = wire.room.game.record
        assert bg.Record(record.start, record.moves).position == wire.room.game.position


def test_long_fields_are_refused() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    assert wire.note("play", text="9" * 5000) == "limit"
    assert wire.note("comment", node=0, text="x" * 1001) == "limit"
    assert wire.note("new", moves=["a1"] * 1001) == "limit"
    assert wire.note("new", seed=2**200) == "limit"
    assert wire.note("import", format="tree", data="x" * (2**20 + 1)) == "limit"
    assert wire.note("import", format="tree", data="[" * 100_000) == "damaged"
    assert wire.note("import", format="smoke", data="") == "damaged"
