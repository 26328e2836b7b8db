"""The game room: messages in, answers out, all of them JSON; no terminal and no network."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames._core import child_seed
from bitgames.play import FIELDS, QueuedJobs, Room, ThreadJobs, Tree
from bitgames.play.room import answers


class Wire:
    """A room at the end of a wire that carries nothing but text of JSON."""

    def __init__(self, start: bg.Position | str = "tictactoe", **options: Any) -> None:
        self.jobs = options.pop("jobs", None) or QueuedJobs()
        self.heard: list[tuple[str, dict[str, Any]]] = []
        # The room logs what fails when it tells a viewer, and goes on.
        self.faults: list[Exception] = []
        self.room = Room(self._hear, start, jobs=self.jobs, **{"seed": 1, **options})
        self.room.admit("me", owner=True)

    def _hear(self, viewer: str, answer: dict[str, Any]) -> None:
        try:
            text = json.dumps(answer, allow_nan=False)
            kind = answers.KINDS[answer["is"]]
            assert kind.__required_keys__ <= set(answer) <= kind.__annotations__.keys(), answer
        except Exception as fault:
            self.faults.append(fault)
            raise
        self.heard.append((viewer, json.loads(text)))

    def say(self, do: str, viewer: str = "me", **fields: Any) -> list[dict[str, Any]]:
        """Send a message, let the jobs run, and return what the viewer heard since."""
        before = len(self.heard)
        self.room.handle(viewer, json.loads(json.dumps({"do": do, **fields})))
        if isinstance(self.jobs, QueuedJobs):
            self.jobs.run_all()
        assert not self.faults
        return [answer for name, answer in self.heard[before:] if name == viewer]

    def note(self, do: str, viewer: str = "me", **fields: Any) -> str:
        """Send a message that is refused, and return the code of the note."""
        (note,) = (each for each in self.say(do, viewer, **fields) if each["is"] == "note")
        assert note["text"] and "\n" not in note["text"]
        return str(note["code"])

    def state(self, viewer: str = "me") -> dict[str, Any]:
        """The last state that a viewer heard."""
        return next(
            answer
            for name, answer in reversed(self.heard)
            if name == viewer and answer["is"] == "state"
        )

    def moves(self, viewer: str = "me") -> list[str]:
        """The moves on the way to where the game stands."""
        return [step["text"] for step in self.state(viewer)["path"]]


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


# Who may do what.


def two_people(game: str = "tictactoe", **options: Any) -> Wire:
    wire = Wire(game, **options)
    wire.say("new", seats=["human", "open"])
    wire.room.admit("other", seat=1)
    wire.room.admit("guest")
    return wire


def test_seats_belong_to_people() -> None:
    wire = two_people()
    assert wire.note("play", "other", i=0) == "denied"
    assert wire.note("play", "guest", i=0) == "denied"
    assert wire.note("new", "other", game="othello") == "denied"
    assert wire.note("sit", "guest", seat=0, player="human") == "denied"
    assert wire.note("sit", "other", seat=0, player="random") == "denied"
    assert wire.note("undo", "guest") == "denied"
    assert wire.note("resign", "guest") == "denied"
    assert wire.note("hint", "guest") == "denied"
    wire.say("play", i=0)
    assert wire.moves("other") == wire.moves("guest") == ["a1"]
    wire.say("play", "other", i=1)
    assert wire.moves() == ["a1", "b1"]
    wire.say("sit", "other", seat=1, player="open")
    wire.say("sit", "guest", seat=1, player="human")
    assert wire.state("guest")["seats"][1]["yours"]
    assert wire.say("play", "nobody", i=2) == []
    wire.say("resign", "guest")
    assert wire.state()["ended"] == {
        "how": "resigned",
        "seat": 1,
        "text": "x resigned",
        "said": {"code": "resigned", "values": ["x"]},
        "summary": [],
        "summary_said": [],
        "tricks": [],
        "tricks_said": [],
    }


def test_a_move_between_people_is_taken_back_by_consent() -> None:
    wire = two_people()
    wire.say("play", i=0)
    wire.say("undo")
    ask = [answer for name, answer in wire.heard if name == "other" and answer["is"] == "ask"]
    assert len(ask) == 1 and wire.moves() == ["a1"]
    assert wire.note("answer", "guest", ask=ask[0]["ask"], yes=True) == "stale"
    wire.say("answer", "other", ask=ask[0]["ask"], yes=False)
    assert wire.moves() == ["a1"]
    assert wire.note("answer", "other", ask=ask[0]["ask"], yes=True) == "stale"
    wire.say("undo")
    number = next(a["ask"] for n, a in reversed(wire.heard) if a["is"] == "ask")
    wire.say("answer", "other", ask=number, yes=True)
    assert wire.moves() == wire.moves("other") == []
    assert wire.note("goto", node=1) == "denied"
    assert wire.note("redo") == "denied"


def test_a_viewer_who_leaves_keeps_the_seat() -> None:
    wire = two_people()
    wire.room.leave("other")
    assert [seat["online"] for seat in wire.state()["seats"]] == [True, False]
    wire.say("play", i=4)
    wire.room.admit("other")
    wire.say("hello", "other")
    assert wire.moves("other") == ["b2"]
    wire.say("play", "other", i=0)
    assert wire.moves() == ["b2", "a1"]


def test_clients_start_no_programs() -> None:
    wire = Wire("othello")
    assert wire.note("new", seats=["human", "engine:rm -rf /"]) == "unsupported"
    assert wire.note("sit", seat=1, player="engine:true") == "unsupported"
    assert wire.note("new", seats=["human", "nobody"]) == "unsupported"
    assert wire.note("new", seats=["human"]) == "damaged"
    assert wire.note("new", seats=["human", "ai14"]) == "unsupported"
    named = Wire("othello", known={"friend": "first"})
    named.say("new", seats=["human", "friend"])
    named.say("play", text="d3")
    assert len(named.moves()) == 2


class Recorder(bg.players.Player):
    """The first move; remembers what it was told and asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.told: list[int] = []

    def start_game(self, seed: int) -> None:
        self.told.append(seed)

    def choose(self, at: Any) -> bg.Move:
        return at.legal_moves[0]  # type: ignore[no-any-return]


def test_a_player_on_several_seats_is_told_of_a_game_once() -> None:
    """The three rivals of Quo were one object, seeded three times: the last seed won."""
    rival = Recorder()
    wire = Wire("quo:5", known={"rival": rival}, seed=5)
    wire.say("new", seats=["human", "rival", "rival", "rival"], seed=5)
    for _ in range(3):
        wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    assert rival.told == [child_seed(5, 1)]
    wire.say("rematch", confirm=True)
    wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    assert rival.told == [child_seed(5, 1), child_seed(5, 4 + 1)]


def test_players_by_spec_have_a_seed_each(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Recorder] = []

    def make() -> Recorder:
        made.append(Recorder())
        return made[-1]

    bg.players.register("recorder", make, replace=True)
    wire = Wire("quo:5")
    wire.say("new", seats=["human", "recorder", "recorder", "recorder"], seed=5)
    while len(wire.moves()) < 4:
        wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    # What a player hears when it is made comes before.
    assert [player.told[-1] for player in made] == [child_seed(5, seat) for seat in (1, 2, 3)]


class Failing(bg.players.Player):
    """Fails in the way it was made for."""

    name = "failing"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, at: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer",
    ["b2", 4, 99, 2**80, -1, 1.5, None, ValueError("a\nb"), bg.ForfeitError("it ended")],
    ids=repr,
)
def test_a_player_that_fails_forfeits(answer: Any) -> None:
    wire = Wire(known={"rival": Failing(answer)})
    wire.say("new", seats=["human", "rival"])
    wire.say("play", i=4)
    ended = wire.state()["ended"]
    assert (ended["how"], ended["seat"]) == ("forfeit", 1)
    assert ended["text"].startswith("x forfeits the game: ") and "\n" not in ended["text"]
    assert wire.moves() == ["b2"]
    wire.say("rematch")
    assert wire.state()["ended"] is None


# Messages that are none.


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
FIELD_NAMES = sorted({name.removesuffix("?") for each in FIELDS.values() for name in each})
MESSAGES = st.one_of(
    JSON,
    st.builds(
        lambda do, fields: {"do": do, **fields},
        st.sampled_from([*FIELDS, "smoke", ""]),
        st.dictionaries(st.sampled_from([*FIELD_NAMES, "id", "at", "x"]), JSON, max_size=3),
    ),
    st.builds(
        lambda do, i, node, text: {
            "do": do,
            **{"play": {"i": i}, "preview": {"i": i}}.get(
                do, {"node": node} if do != "play" else {"text": text}
            ),
        },
        st.sampled_from(["play", "preview", "goto", "promote", "delete", "tree"]),
        st.integers(-(2**70), 2**70),
        st.integers(-5, 2**70),
        st.text(max_size=10),
    ),
)


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


# Jobs.


def wait_for(condition: Any, seconds: float = 30.0) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.002)


@pytest.fixture
def threaded() -> Iterator[Wire]:
    jobs = ThreadJobs()
    wire = Wire("othello", jobs=jobs)
    yield wire
    wire.room.close()
    assert jobs.join(30)


def test_a_computer_thinks_beside_the_room(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:depth=2"])
    for _ in range(3):
        threaded.say("play", i=threaded.state()["scene"]["moves"]["index"][0])
        wait_for(lambda: threaded.state()["job"] is None)
    assert len(threaded.moves()) == 6


@pytest.mark.timed
def test_thinking_reports_progress_and_is_stopped_at_once(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:seconds=1000"])
    threaded.say("play", text="d3")
    job = threaded.state()["job"]
    assert job is not None and threaded.state()["seats"][1]["thinking"]
    wait_for(lambda: any(a["is"] == "progress" and a["job"] == job for _, a in threaded.heard))
    assert threaded.note("stop", job=job + 1) == "stale"
    began = time.monotonic()
    threaded.say("stop", job=job)
    # The room answers before the thread has ended.
    assert threaded.state()["waits"] and threaded.state()["job"] is None
    assert threaded.jobs.join(30)
    # The promise is 0.1 s; a machine that runs something else beside may need longer.
    assert time.monotonic() - began < 5.0
    assert threaded.moves() == ["d3"]
    threaded.say("undo")
    assert threaded.moves() == []


def test_a_move_taken_back_ends_the_thinking_about_it(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:seconds=1000"])
    threaded.say("play", text="d3")
    threaded.say("undo")
    assert threaded.jobs.join(30)
    assert threaded.moves() == [] and threaded.state()["job"] is None
    threaded.say("sit", seat=1, player="first")
    threaded.say("play", text="c4")
    wait_for(lambda: len(threaded.moves()) == 2)


def test_a_python_player_that_cannot_be_stopped_is_asked_by_one_thread_at_a_time() -> None:
    class Slow(bg.players.Player):
        name = "slow"
        inside = most = 0
        gate = threading.Event()

        def choose(self, at: Any) -> Any:
            Slow.inside += 1
            Slow.most = max(Slow.most, Slow.inside)
            self.gate.wait(30)
            Slow.inside -= 1
            return at.legal_moves[0]

    jobs = ThreadJobs()
    wire = Wire(known={"slow": Slow()}, jobs=jobs)
    wire.say("new", seats=["human", "slow"])
    wire.say("play", text="b2")
    wait_for(lambda: Slow.inside == 1)
    wire.say("undo")
    wire.say("play", text="c3")
    Slow.gate.set()
    wait_for(lambda: len(wire.moves()) == 2)
    assert wire.moves() == ["c3", "a1"] and Slow.most == 1
    assert jobs.join(30)


def test_no_thread_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    jobs = ThreadJobs()
    wire = Wire(jobs=jobs)
    wire.say("new", seats=["human", "first"])
    monkeypatch.setattr(threading.Thread, "start", fail)
    assert wire.note("play", text="b2") == "busy"
    assert wire.room.game.record.moves == [4]
    monkeypatch.undo()
    wire.say("go")
    wait_for(lambda: len(wire.moves()) == 2)
    assert jobs.join(30)


def test_a_hint() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    found = [answer for answer in wire.say("hint") if answer["is"] == "hint"]
    assert [answer["final"] for answer in found] == [False] * (len(found) - 1) + [True]
    assert found[-1]["moves"][0]["value"] == 0 and found[-1]["node"] == 0


def test_a_move_ends_the_hint(threaded: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def late(record: Any, *, lines: Any, stop: Any, on_advice: Any, **options: Any) -> Any:
        wait_for(stop)
        ended.set()
        return bg.hint(record, lines=lines, level="quick", on_advice=on_advice)

    monkeypatch.setattr("bitgames.play.room.studies.hint", late)
    threaded.say("new", seats=["human", "human"])
    threaded.say("hint")
    assert threaded.note("hint") == "busy"
    threaded.say("play", text="d3")
    assert threaded.jobs.join(30) and ended.is_set()
    assert not any(answer["is"] == "hint" for _, answer in threaded.heard)


# Hidden cards.


def heard_by(start: bg.Position, viewer: str, seat: int) -> list[Any]:
    """All that a viewer hears in a room whose game starts there, whatever they say."""
    wire = Wire(start, seed=4)
    wire.room.seat([("human", "open")[number == seat] for number in (0, 1)], "me")
    wire.room.admit("you", seat=seat)
    wire.room.admit("guest")
    wire.room.begin()
    for do, fields in (
        ("hello", {}),
        ("play", {"i": 60}),
        ("play", {"i": 3}),
        ("play", {"text": "SA"}),
        ("play", {"text": "99"}),
        ("play", {"text": "zz"}),
        ("preview", {"i": 1}),
        ("undo", {}),
        ("tree", {"node": 0}),
        ("export", {"format": "tree"}),
        ("sit", {"seat": 1 - seat, "player": "human"}),
        ("sit", {"seat": seat, "player": "open"}),
        ("sit", {"seat": 1 - seat, "player": "human"}),
        ("sit", {"seat": seat, "player": "human"}),
        ("hint", {}),
        ("resign", {}),
        ("goto", {"node": 0}),
    ):
        wire.say(do, viewer, **fields)
    return [answer for name, answer in wire.heard if name == viewer and answer["is"] != "progress"]


def middle(spec: str, seed: int, plies: int) -> bg.Position:
    chance = random.Random(seed)
    position = bg.games.get(spec).deal(seed)
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves))
        if after.is_over:
            break
        position = after
    return position


@pytest.mark.usefixtures("one_round")
@pytest.mark.parametrize("spec", ["honeymoon", "honeymoon:bicycle", "honeymoon:face_up"])
@pytest.mark.parametrize("plies", [0, 3, 9, 30])
def test_a_seat_hears_the_same_in_all_worlds_that_look_alike_to_it(spec: str, plies: int) -> None:
    position = middle(spec, plies, plies)
    for seat in (0, 1):
        heard = heard_by(position, "you", seat)
        for world in range(4):
            assert heard_by(position.determinize(seat, world), "you", seat) == heard
        # A viewer without a seat knows even less: all worlds of either seat are the same.
        guest = heard_by(position, "guest", seat)
        bg.scene.validate(guest[0]["scene"] if guest[0]["is"] == "state" else guest[1]["scene"])
        for other in (0, 1):
            assert heard_by(position.determinize(other, 9), "guest", seat) == guest


def test_a_failing_player_tells_no_cards() -> None:
    start = bg.Honeymoon(3)
    theirs = start.pieces(1)
    for answer in (99, "zz", ValueError(start.to_string()), bg.IllegalMoveError(str(theirs))):
        wire = Wire(start, known={"rival": Failing(answer)})
        wire.room.seat(["human", "rival"], "me")
        wire.room.begin()
        wire.say("play", text="1C")
        ended = wire.state()["ended"]
        assert ended["how"] == "forfeit"
        assert ended["text"] == "north forfeits the game: the player gave no legal move"


def test_moves_are_not_taken_back_where_cards_are_hidden_from_the_other() -> None:
    wire = two_people("honeymoon")
    wire.say("play", text="1C")
    assert wire.note("undo") == "denied"
    assert wire.note("export", format="tree") == "denied"


def test_a_seat_is_not_changed_to_see_the_other_cards() -> None:
    wire = Wire("honeymoon")
    wire.say("new", seats=["human", "rule"])
    wire.say("sit", seat=0, player="open")
    assert wire.note("sit", seat=1, player="human") == "denied"
    wire.say("sit", seat=0, player="human")
    wire.say("new", seats=["rule", "human"])
    assert wire.state()["seats"][1]["yours"]


def test_the_owner_acts_for_computers_that_play_alone() -> None:
    wire = Wire()
    wire.say("new", seats=["first", "first"])
    assert wire.state()["ended"]["how"] == "rules" and len(wire.moves()) == 7
    wire.say("goto", node=2)
    assert wire.state()["waits"]
    wire.say("go")
    assert len(wire.moves()) == 7
    assert wire.note("resign") == "denied"
    wire.room.admit("guest")
    assert wire.note("goto", "guest", node=1) == "denied"
    wire.say("rematch")
    assert wire.state()["number"] == 1 and len(wire.moves()) == 7


def test_a_computer_waits_when_the_tree_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.play import tree as module

    monkeypatch.setattr(module, "MAX_NODES", 2)
    wire = Wire()
    wire.say("new", seats=["human", "first"])
    assert wire.note("play", i=4) == "limit"
    assert wire.state()["waits"] and wire.moves() == ["b2"]


def test_the_viewer_sees_what_the_seat_may_see() -> None:
    wire = two_people("honeymoon")
    wire.say("hello", "guest")
    south, north, guest = (wire.state(name)["scene"] for name in ("me", "other", "guest"))
    assert (south["viewer"], north["viewer"], guest["viewer"]) == (0, 1, None)
    assert [len(hand["cards"]) for hand in south["hands"]] == [13, 0]
    assert [len(hand["cards"]) for hand in north["hands"]] == [0, 13]
    assert [len(hand["cards"]) for hand in guest["hands"]] == [0, 0]
    assert south["moves"]["index"] and not north["moves"]["index"] and not guest["moves"]["index"]
