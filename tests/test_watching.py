"""A tournament watched in a room: its results file grows, is damaged, cut short and replaced."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.journal import line_of
from bitgames.play.jobs import QueuedJobs
from bitgames.play.room import watching
from bitgames.play.room.watching import Watching
from bitgames.tournaments import follow
from bitgames.tournaments.follow import Follower
from bitgames.web.lobby import Lobby
from tests.commands import fails, run
from tests.rooms import Wire

PLAYERS = ["ai14", "random", "first"]


def results(path: Path, game: str = "tictactoe", **options: Any) -> list[bytes]:
    """Return the lines of a results file of a finished tournament."""
    options = {"pairs": 2, "seed": 4, **options}
    bg.tournament(options.pop("players", PLAYERS), game, results=path, **options)
    return path.read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    return results(tmp_path_factory.mktemp("whole") / "whole.jsonl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A results file that is empty so far."""
    path = tmp_path / "league.jsonl"
    path.touch()
    return path


def add(path: Path, *data: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"".join(data))


def strip(line: bytes) -> dict[str, Any]:
    """A line as it was before it got its check."""
    document: dict[str, Any] = json.loads(line)
    del document["check"]
    return document


# The file.


def test_a_file_in_pieces_reads_as_the_whole(path: Path, lines: list[bytes]) -> None:
    follower, whole = Follower(path), b"".join(lines)
    assert not follower.poll() and follower.tournament is None and follower.trouble == ""
    for begin in range(0, len(whole), 97):
        add(path, whole[begin : begin + 97])
        follower.poll()
        assert follower.trouble == ""
        assert len(follower) == max(whole[: begin + 97].count(b"\n") - 1, 0)
    assert follower.tournament is not None
    assert follower.tournament.to_json() == bg.Tournament.read(path).to_json()
    games = [follower.game(index) for index in range(len(follower))]
    assert [game.key for game in games] == [json.loads(line)["key"] for line in lines[1:]]
    with pytest.raises(IndexError):
        follower.game(len(follower))
    assert not follower.poll()


def test_a_large_file_is_read_a_part_at_a_time(
    path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_MAX_BYTES", 1000)
    monkeypatch.setattr(follow, "_KEPT", 3)
    add(path, *lines)
    follower, counts = Follower(path), []
    while follower.poll():
        counts.append(len(follower))
        assert follower.is_behind == (len(follower) < len(lines) - 1)
    assert len(counts) > 3 and counts[-1] == len(lines) - 1
    # The newest are kept, the others are read again.
    assert len(follower.newest) == 3
    assert follower.game(0).key == json.loads(lines[1])["key"]


def test_repeated_games_count_once(path: Path, lines: list[bytes]) -> None:
    add(path, *lines, *lines[1:5])
    follower = Follower(path)
    follower.poll()
    assert len(follower) == len(lines) - 1


def test_games_are_found_by_their_players(
    path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_KEPT", 3)
    add(path, *lines)
    follower = Follower(path)
    follower.poll()
    names = [{game["first"], game["second"]} for game in map(json.loads, lines[1:])]
    for wanted in ([], ["ai14"], ["ai14", "first"], ["first", "ai14"]):
        found = [number for number, both in enumerate(names) if both >= {*wanted}]
        assert list(follower.numbers(wanted)) == found
        keys = [json.loads(lines[number + 1])["key"] for number in found]
        assert [game.key for game in follower.read(found)] == keys
    assert list(follower.numbers(["smoke"])) == []


def test_a_damaged_line_is_named_until_it_is_mended(path: Path, lines: list[bytes]) -> None:
    broken = lines[3].replace(b'"plies":', b'"plies" :', 1)
    add(path, *lines[:3], broken, *lines[4:])
    follower = Follower(path)
    assert follower.poll() and len(follower) == 2
    assert follower.trouble.startswith("league.jsonl: line 4 is damaged")
    assert not follower.poll(), "nothing has changed"
    path.write_bytes(b"".join(lines))
    assert follower.poll() and follower.trouble == "" and len(follower) == len(lines) - 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: [b"hello\n"], "not a results file"),
        (lambda lines: [b"x" * 500], "not a results file"),
        (lambda lines: [lines[0].replace(b'"version":1', b'"version":2')], "version"),
        (
            lambda lines: [line_of({**strip(lines[0]), "config": {"players": 5}})],
            "no configuration",
        ),
        (lambda lines: [line_of({**strip(lines[0]), "config": {"players": ["a"] * 101}})], "100"),
        (lambda lines: [lines[0], lines[1].replace(b'"ai14"', b'"ai13"')], "line 2"),
        (lambda lines: [lines[0], line_of({"key": 5})], "line 2 is not a game"),
        (lambda lines: [lines[0], b"y" * 4000], "line 2 is too long"),
    ],
)
def test_what_is_no_results_file_is_one_line(
    path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch, change: Any, words: str
) -> None:
    monkeypatch.setattr(follow, "MAX_LINE", 3000)
    add(path, *change(lines))
    follower = Follower(path)
    follower.poll()
    assert words in follower.trouble and "\n" not in follower.trouble
    assert str(path.parent) not in follower.trouble, "the folder is nobody's business"
    assert len(follower) == 0


def test_a_game_of_another_tournament_is_refused(
    path: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    other = results(tmp_path / "other.jsonl", players=["greedy", "random"], pairs=1)
    add(path, *lines[:3], other[1])
    follower = Follower(path)
    follower.poll()
    assert "not of this tournament" in follower.trouble and len(follower) == 2


def test_a_file_that_is_replaced_cut_short_or_gone(
    path: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    add(path, *lines)
    follower = Follower(path)
    follower.poll()
    other = tmp_path / "other.jsonl"
    total = len(results(other, seed=9)) - 1
    os.replace(other, path)
    assert follower.poll() and (follower.restarts, len(follower)) == (1, total)
    # In place, and shorter.
    path.write_bytes(b"".join(lines[:4]))
    assert follower.poll() and (follower.restarts, len(follower)) == (2, 3)
    # In place, and longer, but not what was read.
    results(other, seed=12)
    path.write_bytes(other.read_bytes())
    assert follower.poll() and (follower.restarts, len(follower)) == (3, total)
    path.unlink()
    assert follower.poll() and "league.jsonl cannot be read" in follower.trouble
    assert len(follower) == total and not follower.poll()
    path.mkdir()
    follower.poll()
    assert "cannot be read" in follower.trouble
    path.rmdir()
    add(path, *lines)
    assert follower.poll() and (follower.trouble, len(follower)) == ("", len(lines) - 1)


# The room.


class Watch(Wire):
    """A room that shows a file, at the end of a wire that carries nothing but text of JSON."""

    def __init__(self, path: Path) -> None:
        self.jobs, self.heard, self.time = QueuedJobs(), [], 100.0
        self.faults = []
        self.room = Watching(
            self._hear, path, jobs=self.jobs, now=lambda: self.time, pace=1.0, seed=1
        )
        self.room.admit("me", owner=True)
        self.room.admit("guest")

    def last(self, kind: str, viewer: str = "me") -> dict[str, Any]:
        told = [answer for name, answer in self.heard if name == viewer and answer["is"] == kind]
        return told[-1]

    def look(self) -> None:
        self.time += 1
        self.room.look()

    def pass_by(self, seconds: int) -> None:
        for _ in range(seconds):
            self.time += 1
            self.room.tick()


def test_games_are_told_as_they_end_and_the_newest_is_played_through(
    path: Path, lines: list[bytes]
) -> None:
    wire = Watch(path)
    wire.look()
    assert wire.heard[-1][1]["is"] == "state", "nothing is there to be told"
    wire.say("hello")
    assert (wire.last("match")["done"], wire.last("games")["games"]) == (0, [])
    add(path, *lines[:1])
    wire.look()
    assert wire.last("match")["total"] == 12
    # The board without a game takes steps, and nobody.
    (first, *_) = wire.say("tree")[-1]["children"]
    wire.say("goto", node=first["n"])
    wire.say("go")
    assert [seat["player"] for seat in wire.state()["seats"]] == ["", ""]
    add(path, *lines[1:3])
    wire.look()
    for viewer in ("me", "guest"):
        match = wire.last("match", viewer)
        assert (match["done"], match["total"], match["final"]) == (2, 12, False)
        assert match["standings"][0][:2] == ["player", "points"]
        assert [row["index"] for row in wire.last("games", viewer)["games"]] == [0, 1]
    game = json.loads(lines[2])
    assert wire.state()["number"] == 1 and wire.moves() == []
    assert [seat["player"] for seat in wire.state()["seats"]] == [game["first"], game["second"]]
    wire.pass_by(3)
    assert wire.moves() == wire.moves("guest") == game["moves"].split()[:3]
    # Another game ends meanwhile: it comes after this one, and a pause.
    add(path, *lines[3:])
    wire.look()
    assert wire.last("match")["final"] and wire.state()["number"] == 1
    wire.pass_by(len(game["moves"].split()) - 3)
    assert wire.state()["ended"]["how"] == "rules" and wire.state()["number"] == 1
    wire.pass_by(4)
    assert wire.state()["number"] == len(lines) - 2
    wire.pass_by(20)
    assert wire.state()["ended"] and not {"stop", "go"} & set(wire.state()["can"])


def test_players_are_ranked_and_rated(path: Path, lines: list[bytes]) -> None:
    add(path, *lines)
    wire = Watch(path)
    wire.look()
    whole = bg.Tournament.read(path)
    match = wire.last("match")
    rows = whole.table.rows
    assert [each["name"] for each in match["players"]] == [row.player for row in rows]
    assert [whole.players[each["n"]] for each in match["players"]] == [row.player for row in rows]
    for each, row in zip(match["players"], rows, strict=True):
        assert (each["games"], each["points"], each["score"]) == (row.games, row.points, row.score)
        assert (each["low"], each["high"]) == (round(row.low, 4), round(row.high, 4))
        assert each["elo"] is None, "the ratings are made meanwhile"
    for row, counts in zip(rows, match["cross"], strict=True):
        assert [count is None for count in counts] == [other is row for other in rows]
        assert sum(count[0] for count in counts if count) == row.wins
        assert sum(count[1] for count in counts if count) == row.draws
        assert sum(count[2] for count in counts if count) == row.losses
    wire.jobs.run_all()
    wire.look()
    for each in wire.last("match", "guest")["players"]:
        rating = whole.ratings[each["name"]]
        points = [round(value, 1) for value in (rating.rating, rating.low, rating.high)]
        assert list(each["elo"].values()) == points


def test_ratings_are_made_for_new_games_and_not_too_often(
    path: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    add(path, *lines[:5])
    wire = Watch(path)
    wire.room.leave("me")
    wire.room.leave("guest")
    wire.look()
    assert wire.jobs.next is None, "nobody is there"
    wire.room.admit("me", owner=True)
    wire.look()
    wire.look()
    wire.jobs.run_one()
    assert wire.jobs.next is None, "one at a time"
    wire.look()
    wire.look()
    assert wire.jobs.next is None, "no game has ended since"
    before = wire.last("match")["players"]
    add(path, *lines[5:])
    wire.time += 100
    wire.look()
    assert wire.jobs.next is not None
    # Another tournament comes meanwhile, of which these ratings say nothing.
    results(tmp_path / "other.jsonl", players=["ai14", "random"], seed=5, pairs=1)
    os.replace(tmp_path / "other.jsonl", path)
    wire.look()
    wire.jobs.run_one()
    wire.look()
    assert [bool(each["elo"]) for each in before] == [each["games"] > 0 for each in before]
    assert not any(each["elo"] for each in wire.last("match")["players"])
    wire.jobs.run_all()
    wire.look()
    assert all(each["elo"] for each in wire.last("match")["players"])


def test_players_whom_no_game_joins_have_no_elo(path: Path, tmp_path: Path) -> None:
    players = ["ai14", "random", "first", "greedy"]
    header, *games = results(tmp_path / "four.jsonl", players=players, pairs=1)
    pairs = [{"ai14", "random"}, {"first", "greedy"}]
    apart = [
        game for game in games if {json.loads(game)["first"], json.loads(game)["second"]} in pairs
    ]
    add(path, header, *apart)
    wire = Watch(path)
    wire.look()
    wire.jobs.run_all()
    wire.look()
    match = wire.last("match")
    rated = {each["name"] for each in match["players"] if each["elo"]}
    assert rated in pairs
    assert "no game joins 2 players with the others: no Elo" in match["text"]
    assert {"code": "apart", "values": [2]} in match["said"]
    assert len(match["said"]) == len(match["text"].splitlines())
    names = [each["name"] for each in match["players"]]
    assert match["cross"][names.index("ai14")][names.index("first")] == [0, 0, 0]


def test_games_are_listed_by_players_a_page_at_a_time(
    path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_PAGE", 3)
    monkeypatch.setattr(follow, "_KEPT", 3)
    add(path, *lines)
    wire = Watch(path)
    wire.look()
    job, games = wire.last("match")["job"], [json.loads(line) for line in lines[1:]]
    players = list(bg.Tournament.read(path).players)

    def asked(viewer: str = "guest", **fields: Any) -> dict[str, Any]:
        wire.say("games", viewer, job=job, **fields)
        return wire.last("games", viewer)

    newest = asked()
    assert (newest["total"], newest["offset"]) == (12, 9)
    assert [row["index"] for row in newest["games"]] == [9, 10, 11]
    row, game = newest["games"][0], games[9]
    assert [players[each] for each in row["sides"]] == [game["first"], game["second"]]
    assert (row["score"], row["plies"]) == (game["score"], game["plies"])
    assert row["opening"].split() == game["moves"].split()[: game["given"]]
    for wanted in ([0], [0, 1], [1, 0], [2, 1]):
        names = {players[each] for each in wanted}
        found = [at for at, game in enumerate(games) if {game["first"], game["second"]} >= names]
        pages = [asked(players=wanted, offset=offset) for offset in range(0, len(found), 3)]
        assert all(page["total"] == len(found) for page in pages)
        assert [row["index"] for page in pages for row in page["games"]] == found
        assert asked(players=wanted, offset=len(found))["games"] == [], "those to come"
    # What is asked for stays where it is while the file grows, and nobody else is told.
    count = len([answer for name, answer in wire.heard if name == "me"])
    asked(offset=2)
    assert len([answer for name, answer in wire.heard if name == "me"]) == count
    for fields, code in (
        ({"offset": 13}, "damaged"),
        ({"offset": -1}, "damaged"),
        ({"players": [3]}, "damaged"),
        ({"players": [-1]}, "damaged"),
        ({"players": [0, 1, 2]}, "damaged"),
        ({"job": job + 1}, "stale"),
    ):
        assert wire.note("games", "guest", **{"job": job, **fields}) == code, fields
    path.unlink()
    wire.say("games", job=job)
    assert wire.note("games", job=job, offset=0) == "stale"


def test_the_owner_steps_through_any_game_and_goes_on(path: Path, lines: list[bytes]) -> None:
    add(path, *lines)
    wire = Watch(path)
    wire.look()
    job, replay = wire.last("match")["job"], wire.state()["job"]
    assert wire.state()["tournament"] == job and "stop" in wire.state()["can"]
    wire.say("stop", job=replay)
    wire.pass_by(5)
    assert wire.moves() == [] and "go" in wire.state()["can"]
    wire.say("show", job=job, game=0)
    moves = json.loads(lines[1])["moves"].split()
    assert wire.state()["number"] == 0
    assert [step["text"] for step in wire.state()["ahead"]] == moves
    wire.say("goto", node=2)
    wire.pass_by(5)
    assert wire.moves() == moves[:2]
    assert {"export", "tree", "analyze"} <= set(wire.state()["can"])
    assert wire.say("tree", merge=False)[-1]["total"] == len(
        wire.state()["scene"]["moves"]["index"]
    )
    assert wire.say("analyze", depth=1)[-1]["is"] == "values"
    wire.say("go")
    wire.pass_by(len(moves) + 5)
    assert wire.state()["number"] == len(lines) - 2, "and on to the newest"
    assert wire.note("show", job=job, game=len(lines)) == "damaged"
    assert wire.note("show", job=job, game=-1) == "damaged"
    assert wire.note("show", job=77, game=0) == "stale"


def test_an_old_game_of_a_file_that_is_gone(
    path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_KEPT", 2)
    add(path, *lines)
    wire = Watch(path)
    wire.look()
    path.unlink()
    job = wire.last("match")["job"]
    assert wire.note("show", job=job, game=0) == "stale"
    wire.say("show", job=job, game=len(lines) - 2)
    assert wire.state()["number"] == len(lines) - 2
    add(path, b"smoke\n")
    assert wire.note("show", job=job, game=0) == "damaged"


def test_no_game_is_played_here_and_guests_only_look(path: Path, lines: list[bytes]) -> None:
    add(path, *lines)
    wire = Watch(path)
    wire.look()
    job, replay = wire.last("match")["job"], wire.state()["job"]
    for do, fields in (
        ("new", {}),
        ("sit", {"seat": 0, "player": "human"}),
        ("play", {"text": "b2"}),
        ("import", {"data": "f5d6"}),
        ("match", {"a": "first", "b": "first", "games": 1}),
        ("rematch", {}),
        ("hint", {}),
        ("comment", {"node": 0, "text": "x"}),
        ("delete", {"node": 1}),
        ("branch", {"node": 0, "moves": [1]}),
    ):
        assert wire.note(do, **fields) == "denied", do
    for do, fields in (
        ("show", {"job": job, "game": 0}),
        ("goto", {"node": 0}),
        ("stop", {"job": replay}),
        ("go", {}),
        ("analyze", {}),
        ("solve", {}),
    ):
        assert wire.note(do, "guest", **fields) == "denied", do
    assert wire.state("guest")["can"] == ["export"]
    assert wire.state("guest")["job"] is None or wire.state("guest")["job"] == replay
    assert wire.say("hello", "guest")[-1]["is"] == "games"


def test_trouble_is_told_and_a_new_file_is_another_tournament(
    path: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    add(path, *lines[:5], b"smoke\n")
    wire = Watch(path)
    wire.look()
    first = wire.last("match")
    assert first["done"] == 4 and first["text"].startswith("league.jsonl: line 6 is damaged")
    wire.pass_by(3)
    assert len(wire.moves()) == 3, "what is known is shown on"
    results(tmp_path / "other.jsonl", players=["greedy", "ai14"], pairs=1)
    os.replace(tmp_path / "other.jsonl", path)
    wire.look()
    again = wire.last("match")
    assert (again["done"], again["text"]) == (2, None) and again["job"] != first["job"]
    assert [row["index"] for row in wire.last("games")["games"]] == [0, 1]
    wire.pass_by(20)
    assert {seat["player"] for seat in wire.state()["seats"]} == {"greedy", "ai14"}


def test_a_game_that_cannot_be_shown_stops_nothing(path: Path, lines: list[bytes]) -> None:
    game = strip(lines[1])
    add(path, lines[0], line_of({**game, "moves": "a1 a1 b7"}))
    wire = Watch(path)
    wire.look()
    assert wire.last("match")["text"].startswith("game 1 cannot be shown: ")
    assert wire.note("show", job=wire.last("match")["job"], game=0) in ("illegal", "damaged")
    add(path, lines[2])
    wire.look()
    assert wire.state()["number"] == 1


def test_a_forfeit_is_the_end_of_a_game(path: Path, lines: list[bytes]) -> None:
    game = strip(lines[1])
    game |= {"moves": "b2 a1", "forfeit": True, "reason": "no legal move", "score": 0.0}
    add(path, lines[0], line_of(game))
    wire = Watch(path)
    wire.look()
    wire.pass_by(2)
    ended = wire.state()["ended"]
    assert (ended["how"], ended["seat"]) == ("forfeit", 0) and "no legal move" in ended["text"]
    wire.say("goto", node=1)
    assert wire.state()["ended"] is None


def test_the_board_waits_for_the_first_game(path: Path, tmp_path: Path) -> None:
    (header, *_) = results(
        tmp_path / "deal.jsonl", "honeymoon", players=["random", "first"], pairs=1
    )
    add(path, header)
    wire = Watch(path)
    wire.look()
    for viewer in ("me", "guest"):
        assert wire.state(viewer)["game"] == "honeymoon"
        hands = wire.state(viewer)["scene"]["hands"]
        assert [len(hand["cards"]) for hand in hands] == [0, 0], "this deal may still be played"


def test_players_are_named_as_players(path: Path, lines: list[bytes]) -> None:
    """A name that stands for a free seat elsewhere brings no link to it."""
    names = {b'"ai14"': b'"open"', b'"random"': b'"human"'}
    for old, new in names.items():
        lines = [line.replace(old, new) for line in lines]
    add(path, *(line_of(strip(line)) for line in lines))
    lobby = Lobby(watch=str(path))
    owner = Listener()
    lobby.hello(owner, {"do": "hello", "token": lobby.token})
    lobby._watched.room.look()  # type: ignore[union-attr, attr-defined]
    state = owner.last("state")
    assert set(state["links"]) == {"watch"}
    assert {seat["player"] for seat in state["seats"]} <= {'"open"', '"human"', "first"}
    lobby.close()


def test_cards_of_a_finished_game_are_open_to_all(path: Path, tmp_path: Path) -> None:
    deal = results(tmp_path / "deal.jsonl", "honeymoon", players=["random", "first"], pairs=1)
    add(path, *deal[:2])
    wire = Watch(path)
    wire.look()
    for viewer in ("me", "guest"):
        scene = wire.state(viewer)["scene"]
        assert [len(hand["cards"]) for hand in scene["hands"]] == [13, 13]
    wire.pass_by(3)
    assert wire.say("export", "guest", format="record")[-1]["is"] == "file"


# The server.


class Listener:
    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def post(self, answer: dict[str, Any]) -> None:
        self.heard.append(json.loads(json.dumps(answer)))

    def last(self, kind: str) -> dict[str, Any]:
        return next(answer for answer in reversed(self.heard) if answer["is"] == kind)


def test_the_owner_begins_there_and_comes_back(path: Path, lines: list[bytes]) -> None:
    add(path, *lines)
    lobby = Lobby(watch=str(path))
    try:
        owner, guest = Listener(), Listener()
        person = lobby.hello(owner, {"do": "hello", "token": lobby.token})
        room = owner.last("state")["room"]
        listed = owner.last("welcome")["rooms"]
        assert listed == [{"room": room, "game": "the tournament league.jsonl"}]
        lobby.hello(guest, {"do": "hello", "token": owner.last("state")["links"]["watch"]})
        assert guest.last("games")["is"] == "games" and "rooms" not in guest.last("welcome")
        assert "links" not in guest.last("state")
        # A game of the owner's own is another room; that of the tournament stays, unused too.
        lobby.handle(person, owner, {"do": "new", "game": "othello", "id": 1})
        assert owner.last("state")["room"] != room
        lobby.tick(1e9)
        again = Listener()
        lobby.hello(again, {"do": "hello", "token": lobby.token})
        assert again.last("state")["room"] == room
        assert again.last("welcome")["rooms"][-1]["room"] == room
    finally:
        lobby.close()


def test_a_file_is_checked_before_the_server_begins(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("f5d6\n")
    for name in (str(other), str(tmp_path / "gone.jsonl"), str(tmp_path)):
        complaint = fails(run("serve", "--no-open", "--port", "0", "--watch", name), 1)
        assert Path(name).name in complaint


def test_games_after_a_verdict_are_counted_apart(path: Path) -> None:
    options: dict[str, Any] = {"players": ["first", "ai14"], "pairs": 50, "openings": "random:2"}
    header, *_ = results(path.with_name("tested"), **options, sprt=bg.Sprt(elo0=0, elo1=200))
    _, *played = results(path.with_name("all"), **options)
    add(path, header, *played)
    wire = Watch(path)
    wire.look()
    wire.say("hello")
    match, games = wire.last("match"), wire.last("games")
    late = games["total"] - match["total"]
    assert match["final"] and match["done"] == match["total"] and late > 0
    assert f"{late} of the listed games ended after a verdict, and do not count" in match["text"]
