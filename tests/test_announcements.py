"""What is said at the table: what was drawn, how the score comes about, claims and forced moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.play import QueuedJobs, Room, announcements
from bitgames.play.moves import read_move
from tests.test_honeymoon_play import CARDS, may_see, shown_cards

RULES = ["taiwan", "bicycle", "face_up", "taiwan,scoring=rubber,part_scores=60/0,dealer=north"]
OPEN = "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"


SYMBOLS = dict(zip("SHDC", "\u2660\u2665\u2666\u2663", strict=True))
CALLS = {"pass": ("p", "-"), "double": ("x", "dbl"), "redouble": ("xx", "rdbl")}


def spellings(position: bg.Honeymoon, move: bg.Move) -> list[str]:
    """Other texts of a move: short calls, and symbols of suits before and after a rank."""
    text = str(move)
    if text in CALLS:
        return list(CALLS[text])
    if position.cell_of(move) is None:
        return [text[0] + SYMBOLS.get(text[1:], "N")]
    ranks = (text[1], "10") if text[1] == "T" else (text[1],)
    suits = (text[0], SYMBOLS[text[0]])
    return [each for r in ranks for s in suits for each in (s + r, r + s)]


def deal(rules: str, seed: int) -> bg.Record[bg.Honeymoon]:
    """A whole deal: the rule player's, now and then another card or call."""
    chance = random.Random(seed)
    player = bg.players.get("rule", seed=seed)
    record = bg.Record(bg.Honeymoon(seed, rules=rules))
    while not record.position.is_over:
        position = record.position
        other = position.phase != "auction" and chance.random() < 0.3
        record.play(chance.choice(position.legal_moves) if other else player.choose(position))
    return record


def steps(
    record: bg.Record[bg.Honeymoon],
) -> Iterator[tuple[bg.Honeymoon, bg.Move, bg.Honeymoon]]:
    """Every move of a deal with the positions around it."""
    before = record.start
    for move in record.moves:
        after = before.play(move)
        yield before, move, after
        before = after


def told(record: bg.Record[bg.Honeymoon], viewer: int | None) -> list[str]:
    """What a viewer is told of all moves of a deal."""
    moves = (announcements.announce(before, move, viewer) for before, move, _ in steps(record))
    return [line for lines in moves for line in lines]


def test_the_drawn_card_is_announced_to_the_one_who_drew_it() -> None:
    before = bg.Honeymoon(7, rules="bicycle").play("SK")

    def said(viewer: int | None) -> list[str]:
        return announcements.announce(before, before.parse_move("S2"), viewer)

    assert said(0) == ["north wins the trick and draws a card; you draw S4"]
    assert said(1) == ["you win the trick and draw H2; south draws a card"]
    assert said(None) == ["north wins the trick and draws H2; south draws S4"]
    assert said(announcements.PUBLIC) == [
        "north wins the trick and draws a card; south draws a card"
    ]


def test_a_card_that_lay_face_up_is_named_to_all() -> None:
    before = bg.Honeymoon(7, rules="face_up").play("S6")
    said = announcements.announce(before, before.parse_move("S2"), 0)
    assert said == ["north wins the trick and takes H2 from the stock; you draw S4"]
    said = announcements.announce(before, before.parse_move("S2"), 1)
    assert said == ["you win the trick and take H2 from the stock; south draws a card"]


def test_the_phases_are_announced() -> None:
    record = deal("taiwan", 7)
    said = told(record, 0)
    assert said[0] == "the contract is 2C by south: you lead to the exchange"
    assert said[-1] == "the stock is used up, both hands are known: north leads to the play"
    record = deal("bicycle", 7)
    said = told(record, 1)
    assert said[-2] == "the stock is used up, both hands are known: south calls first"
    assert re.fullmatch(r"the contract is \d[SHDC]T? by \w+: \w+ leads? to the play", said[-1])


def test_who_cannot_follow_is_announced() -> None:
    for record in (deal("face_up", seed) for seed in range(3)):
        for before, move, _ in steps(record):
            lines = announcements.announce(before, move, None)
            void = before.phase == "draw" and before.led is not None
            void = void and str(move)[0] != str(before.led)[0]
            assert any("shows out of" in line for line in lines) == void


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_announcements_are_the_same_in_all_worlds_of_a_seat(rules: str, seed: int) -> None:
    for before, move, after in steps(deal(rules, seed)):
        for seat in (0, 1):
            said = announcements.announce(before, move, seat)
            assert shown_cards("\n".join(said)) <= may_see(after, seat)
            for number in range(3):
                # A world of the position after the move: the same one move earlier.
                world = after.determinize(seat, number)
                words = world.to_string().split(" ")[:-1]
                earlier = bg.Honeymoon.from_string(" ".join(words))
                assert announcements.announce(earlier, move, seat) == said
        public = announcements.announce(before, move, announcements.PUBLIC)
        assert shown_cards("\n".join(public)) <= may_see(after, 0) & may_see(after, 1)


@pytest.mark.parametrize("spec", ["tictactoe", "othello:4", "mosaic:2"])
def test_other_games_say_nothing(spec: str) -> None:
    record = bg.Record(spec)
    while not record.is_over:
        record.play(record.position.legal_moves[0])
        assert record.previous is not None and record.last_move is not None
        assert announcements.announce(record.previous, record.last_move, None) == []
    assert announcements.summary(record) == []
    with pytest.raises(bg.UnsupportedError, match="a claim is not defined for"):
        announcements.claim(record.position)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_the_summary_adds_up_and_shows_the_deal(rules: str, seed: int) -> None:
    record = deal(rules, seed)
    assert announcements.summary(bg.Record(record.start, record.moves[:-1])) == []
    end = record.position
    lines = announcements.summary(record)
    assert all(len(line) < 80 for line in lines)
    text = "\n".join(lines)
    assert shown_cards(text) == set(CARDS)
    assert end.outcome is not None and end.contract is not None and end.declarer is not None
    names = end.facts.player_names
    parts = [re.fullmatch(r"\s+(\d+)  (\w+), .*", line) for line in lines]
    points = [(int(found[1]), found[2]) for found in parts if found]
    assert [(n, name) for n, name in points] == [(n, names[s]) for _, s, n in end.score_lines]
    south = sum(n if name == "south" else -n for n, name in points)
    assert south == end.outcome.scores[0]
    assert f"score       south {south:+d}, north {-south:+d}" in lines
    assert lines[0].startswith(f"contract    {end.contract} by {names[end.declarer]}: ")
    # Best play of the contract and par, from the hands at the first lead of the play.
    begun = next(position for position in positions(record) if position.phase == "play")
    best = bg.solve(begun).value * (1 if begun.turn == 0 else -1)
    par = begun.par().score
    assert any(line.startswith("best play ") and f"south {best:+d}," in line for line in lines)
    (compared,) = (line for line in lines if line.startswith("par "))
    assert f"south {par:+d}," in compared
    if south == par:
        assert compared.endswith("; as scored here")
    else:
        assert compared.endswith(f"; {names[south < par]} did {abs(south - par)} better")


def positions(record: bg.Record[bg.Honeymoon]) -> list[bg.Honeymoon]:
    return [record.start, *(after for _, _, after in steps(record))]


def test_a_deal_that_was_passed_out_has_no_score() -> None:
    record = bg.Record(bg.Honeymoon(7), ["pass", "pass"])
    lines = announcements.summary(record)
    assert lines[0] == "score       none, both passed"
    # The play would have followed an exchange, so there is no par.
    assert not any(line.startswith("par") for line in lines)
    assert shown_cards("\n".join(lines)) == set(CARDS)
    record = bg.Record(bg.Honeymoon(deal=OPEN), ["pass", "pass"])
    (par,) = (line for line in announcements.summary(record) if line.startswith("par"))
    assert par == "par         1NT by south, south +120, north -120; north did 120 better"


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "lines"),
    [
        ("4S", 11, False, [("tricks", 0, 120), ("overtricks", 0, 30), ("game", 0, 300)]),
        ("2Sxx", 8, True, [("tricks", 0, 240), ("insult", 0, 100), ("game", 0, 500)]),
        ("6NT", 12, False, [("tricks", 0, 190), ("slam", 0, 500), ("game", 0, 300)]),
        ("3NT", 7, True, [("undertricks", 1, 200)]),
        ("1C", 7, True, [("tricks", 0, 20), ("part score", 0, 50)]),
    ],
)
def test_the_lines_of_a_score(
    contract: str, tricks: int, vulnerable: bool, lines: list[tuple[str, int, int]]
) -> None:
    start = bg.Honeymoon(
        deal=OPEN, play_lead="declarer", vulnerable="south" if vulnerable else "none"
    )
    assert start.score_lines == []
    position = start.play(contract.rstrip("x"))
    for call in ("double", "redouble")[: contract.count("x")]:
        position = position.play(call)
    position = position.play("pass")
    end = with_tricks(position, tricks)
    assert end.outcome is not None
    assert end.score_lines == lines
    expected = bg.Honeymoon.contract_score(contract, tricks, vulnerable=vulnerable)
    assert end.outcome.scores[0] == expected


def with_tricks(position: bg.Honeymoon, tricks: int) -> bg.Honeymoon:
    """A way to play a deal in which south takes this many tricks."""
    chance = random.Random(tricks)
    while True:
        end = position
        while not end.is_over:
            # Now and then best play, so that many and few tricks come up.
            best = chance.random() < 0.3
            end = end.play(bg.solve(end).best_move if best else chance.choice(end.legal_moves))
        if end.tricks[0] == tricks:
            return end


# Claims.


def test_a_claim_is_granted_up_to_the_exact_value() -> None:
    chance = random.Random(3)
    position = bg.Honeymoon(deal=OPEN).play("1NT").play("pass")
    while not position.is_over:
        ending = position.ending()
        value = bg.solve(ending).value
        own = value if position.led is None else ending.cards - value
        for tricks in range(ending.cards + 1):
            if tricks > own:
                with pytest.raises(bg.ParameterError, match=f"the claim of {tricks} is refused"):
                    announcements.claim(position, tricks)
                continue
            end = position
            for move in announcements.claim(position, tricks):
                end = end.play(move)
            assert end.is_over
            assert end.tricks[position.turn] - position.tricks[position.turn] == own
        for tricks in (-1, ending.cards + 1):
            with pytest.raises(bg.ParameterError, match=f"tricks must be from 0 to {ending.cards}"):
                announcements.claim(position, tricks)
        position = position.play(chance.choice(position.legal_moves))


def test_a_claim_waits_for_the_play() -> None:
    for position in (bg.Honeymoon(7), bg.Honeymoon(7, rules="bicycle"), bg.Honeymoon(deal=OPEN)):
        with pytest.raises(bg.UnsupportedError, match="a claim is not defined for honeymoon"):
            announcements.claim(position)


def test_forced_moves_are_those_without_a_choice() -> None:
    hands = "AKQJT98765432... .AKQJT98765432.."
    start = bg.Honeymoon(deal=hands, play_lead="declarer")
    # Cards of one suit are equivalent, so the whole play is forced; the lowest card goes first.
    forced = announcements.forced_moves(start.play("7S").play("pass"))
    assert [str(move) for move in forced[:4]] == ["S2", "H2", "S3", "H3"]
    assert len(forced) == 26
    assert announcements.forced_moves(start) == []
    for record in (deal("face_up", seed) for seed in range(3)):
        for position in positions(record):
            forced = announcements.forced_moves(position)
            if position.phase in ("auction", "draw"):
                # The other must not learn that a card was the only one.
                assert forced == []
        last = [position for position in positions(record) if sum(position.tricks) == 12]
        assert len(announcements.forced_moves(last[0])) == 2


# In the room.


class Table:
    """A room with one person and what they hear."""

    def __init__(self, start: bg.Position, seats: list[str]) -> None:
        self.heard: list[dict[str, Any]] = []
        self.jobs = QueuedJobs()
        self.room = Room(lambda _, answer: self.heard.append(answer), start, seed=1, jobs=self.jobs)
        self.room.admit("me", owner=True)
        self.room.seat(seats, "me")
        self.room.begin()
        self.jobs.run_all()

    def say(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        before = len(self.heard)
        self.room.handle("me", {"do": do, **fields})
        self.jobs.run_all()
        return self.heard[before:]


def test_a_claim_in_the_room_plays_the_deal_out() -> None:
    table = Table(bg.Honeymoon(deal=OPEN), ["human", "rule"])
    assert "claim" not in table.heard[-1]["can"]
    table.say("play", text="1n")
    while table.room.game.position.phase != "play":
        table.say("play", text="p")
    state = table.heard[-1]
    assert "claim" in state["can"] and state["claims"] == 13
    (note,) = table.say("claim")
    assert (note["is"], note["code"]) == ("note", "illegal")
    assert note["text"] == "the claim of 13 is refused: best defence takes more tricks"
    (note,) = table.say("claim", tricks=14)
    assert note["text"] == "tricks must be from 0 to 13, not 14"
    said = table.say("claim", tricks=1)
    played = [answer for answer in said if answer["is"] == "played"]
    assert played and {answer["by"] for answer in played} == {"claim"}
    told = "south claims 1 of the 13 tricks left: granted"
    assert [told in answer["words"] for answer in played] == [True] + [False] * (len(played) - 1)
    end = said[-1]
    assert end["ended"]["how"] == "rules"
    assert end["ended"]["summary"] == announcements.summary(table.room.game.record)
    assert [answer["code"] for answer in table.say("claim")] == ["illegal"]


def test_forced_moves_in_the_room() -> None:
    table = Table(bg.position("tictactoe oxo/oxx/xo."), ["human", "human"])
    assert "forced" in table.heard[-1]["can"]
    said = table.say("forced")
    assert [(each["text"], each["by"]) for each in said if each["is"] == "played"] == [
        ("c3", "forced")
    ]
    table = Table(bg.TicTacToe(), ["human", "human"])
    (note,) = table.say("forced")
    assert note["text"] == "no move is forced: there is a choice, or cards are hidden"


def test_a_claim_is_for_the_player_to_move() -> None:
    table = Table(bg.Honeymoon(deal=OPEN).play("1NT").play("pass"), ["human", "open"])
    assert table.room.game.position.turn == 1
    assert [answer["code"] for answer in table.say("claim")] == ["denied"]
    assert [answer["code"] for answer in table.say("forced")] == ["denied"]


def test_what_a_move_brought_comes_with_it() -> None:
    table = Table(bg.Honeymoon(7, rules="bicycle"), ["human", "first"])
    (answer,) = (each for each in table.say("play", i=int(first_card(table))) if by(each, "person"))
    game = table.room.game
    before = game.node.path[1].position
    said = announcements.announce(before, game.node.path[2].move, 0)  # type: ignore[arg-type]
    assert answer["words"] == said
    assert shown_cards("\n".join(answer["words"])) <= may_see(game.position, 0)  # type: ignore[arg-type]


def first_card(table: Table) -> bg.Move:
    return table.room.game.position.legal_moves[0]


def by(answer: dict[str, Any], whom: str) -> bool:
    return answer["is"] == "played" and answer["by"] == whom


# Short names.


def test_calls_have_short_names() -> None:
    start = bg.Honeymoon(deal=OPEN)
    for text, call in {
        "p": "pass",
        "pa": "pass",
        "P": "pass",
        "1n": "1NT",
        "1N": "1NT",
        "7s": "7S",
        "3nt": "3NT",
        "2\u2665": "2H",
    }.items():
        assert str(read_move(start, text)) == call
    bid = start.play("6NT")
    assert str(read_move(bid, "x")) == str(read_move(bid, "d")) == "double"
    assert str(read_move(bid.play("x"), "xx")) == str(read_move(bid.play("x"), "r")) == "redouble"
    # The name of a call that is not legal is not the short form of another.
    with pytest.raises(bg.IllegalMoveError, match="double cannot be played now"):
        read_move(bid.play("x"), "x")
    with pytest.raises(
        bg.ParseError, match=r"^'7' is ambiguous: it can mean 7C, 7D, 7H, 7S or 7NT$"
    ):
        read_move(bid, "7")
    with pytest.raises(bg.ParseError, match=r"^'q7' is not a valid move"):
        read_move(bid, "q7")
    assert str(read_move(start.play("7S"), "7")) == "7NT"


def test_cards_have_short_names() -> None:
    position = bg.Honeymoon(deal=OPEN, play_lead="declarer").play("1NT").play("pass")
    for text in ("ct", "tc", "10c", "C10", "\u2663t", "10\u2663"):
        assert str(read_move(position, text)) == "CT"
    assert str(read_move(position, "2s")) == "S2"
    with pytest.raises(bg.ParseError, match=r"^'c' is ambiguous: it can mean CT, C9 or C4$"):
        read_move(position, "c")
    with pytest.raises(bg.ParseError, match="is ambiguous: it can mean SA or DA"):
        read_move(position, "a")
    with pytest.raises(bg.IllegalMoveError):
        read_move(position, "3s")
    following = position.play("DA")
    assert str(read_move(following, "j")) == "DJ"


def test_every_spelling_of_a_legal_move_is_read() -> None:
    for record in (deal(rules, 5) for rules in RULES):
        for position in positions(record):
            for move in position.legal_moves:
                for text in (str(move), *spellings(position, move)):
                    for typed in (text, text.lower()):
                        assert read_move(position, typed) == move


TYPED = st.one_of(st.text("shdcnakqjt1234567890px \u2660\u2665", max_size=4), st.text(max_size=6))


@given(text=TYPED, ply=st.integers(0, 10))
def test_any_text_is_a_legal_move_or_an_error_in_one_line(text: str, ply: int) -> None:
    position = bg.Honeymoon(deal=OPEN)
    for move in ["1NT", "double", "pass"][:ply]:
        position = position.play(move)
    for _ in range(ply - 3):
        position = position.play(position.legal_moves[-1])
    try:
        assert read_move(position, text) in position.legal_moves
    except (bg.ParseError, bg.IllegalMoveError) as error:
        assert "\n" not in str(error)


def test_games_without_spellings_want_the_whole_name() -> None:
    for text in ("d", "e", ""):
        with pytest.raises(bg.ParseError, match="is not a valid move"):
            read_move(bg.Othello(), text)


def test_a_claim_is_undone_as_a_whole() -> None:
    table = Table(bg.Honeymoon(deal=OPEN).play("1NT").play("pass"), ["human", "human"])
    table.say("play", i=int(first_card(table)))
    table.say("play", i=int(first_card(table)))
    before = table.room.game.node
    table.say("claim", tricks=0)
    end = table.room.game.node
    assert end.position.is_over
    table.say("undo")
    assert table.room.game.node is before
    table.say("redo")
    assert table.room.game.node is end


def test_a_person_with_both_seats_hears_what_each_drew() -> None:
    table = Table(bg.Honeymoon(7, rules="bicycle"), ["human", "human"])

    def words(text: str) -> list[str]:
        (answer,) = (each for each in table.say("play", text=text) if by(each, "person"))
        return [str(line) for line in answer["words"]]

    assert words("sk") == []
    assert words("s2") == ["you win the trick and draw H2; south draws a card"]
    # North leads, and south looks at the cards next.
    assert words(str(first_card(table))) == ["north wins the trick and draws a card; you draw S4"]
    assert len(words(str(first_card(table)))) == 1


def test_the_score_sheet_of_a_rubber_goes_with_the_state() -> None:
    start = bg.Honeymoon(deal=OPEN, scoring="rubber", vulnerable="south", part_scores="60/0")
    table = Table(start, ["human", "human"])
    sheet = table.heard[-1]["series"]["rubber"]
    assert (sheet["games"], sheet["part_scores"], sheet["winner"]) == ([1, 0], [60, 0], None)
    for text in ("1n", "p"):
        table.say("play", text=text)
    table.say("claim", tricks=0)
    rubber = start.rubber
    assert rubber is not None
    rubber = rubber.after(table.room.game.position)  # type: ignore[arg-type]
    sheet = table.heard[-1]["series"]["rubber"]
    assert sheet["is_finished"] and sheet["winner"] == rubber.winner == 0
    assert (sheet["above"], sheet["totals"]) == ([*rubber.above], [*rubber.totals])
    # The next deal begins another rubber.
    table.say("rematch")
    sheet = table.heard[-1]["series"]["rubber"]
    assert (sheet["games"], sheet["totals"], sheet["is_finished"]) == ([0, 0], [0, 0], False)
    assert Table(bg.Honeymoon(3), ["human", "human"]).heard[-1]["series"]["rubber"] is None
