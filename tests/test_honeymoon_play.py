"""Honeymoon bridge in the terminal: whole games through a session, seen by one seat alone."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.cli.session import Session
from bitgames.cli.wording import hint_words
from bitgames.play.announcements import tricks
from bitgames.play.room.studies import hint_data
from tests.commands import fails, run

CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def hint(position: bg.Position, count: int | None = 1) -> str:
    """A hint in words."""
    return hint_words(position, hint_data(bg.hint(position, lines=count, seed=1)))


def shown_cards(text: str) -> set[str]:
    """Every card that a text names: by itself, or in a row of a hand."""
    cards = set(re.findall(r"\b[SHDC][AKQJT2-9]\b", text))
    for suit, ranks in re.findall(r"\b([SHDC]) ([AKQJT2-9]+)\b", text):
        cards |= {suit + rank for rank in ranks}
    return cards


def may_see(position: bg.Honeymoon, seat: int) -> set[str]:
    """The cards whose place a seat knows: its own, played ones, the one face up, known ones."""
    hidden = {CARDS[cell] for cell in position.unseen(seat)}
    return set(CARDS) - hidden


@pytest.mark.parametrize("spec", bg.games.examples("honeymoon"))
@pytest.mark.parametrize("seed", range(3))
def test_a_person_sees_what_the_seat_has_seen(spec: str, seed: int) -> None:
    chance = random.Random(seed)
    start = bg.games.get(spec).deal(seed)
    rival = bg.players.get("rule")
    session = Session(start, rival, ("south", "north")[seed % 2], seed=seed)
    seat = seed % 2
    said = list(session.open())
    while not session.is_over:
        position = session.record.position
        assert shown_cards("\n".join(said)) <= may_see(position, seat), said
        if position.phase != "auction" and chance.random() < 0.2 and position.is_open:
            said = list(session.handle("hint"))
            assert said[0].startswith("hint: ")
            continue
        calls = position.legal_moves[: 3 if position.phase == "auction" else None]
        said = list(session.handle(str(chance.choice(calls))))
    assert said[-1].startswith("score sheet " if start.rubber else "after 1 deal: south ")
    assert session.prompt.startswith("next deal? yes, no, as south, ")
    # The next deal is another one, by the other dealer, and the score goes on.
    first = session.record.start
    list(session.handle("yes"))
    assert session.record.start != first
    if start.rubber is None:
        assert session.record.start.rules == f"{first.rules},dealer=north"


def test_the_players_deal_in_turn() -> None:
    session = Session(bg.Honeymoon(4), None, seed=1)
    assert "; taiwan, south deals; " in next(iter(session.open()))
    for dealer in (0, 1, 0):
        assert session.record.start.dealer == dealer
        assert session.record.position.turn == dealer
        # A deal that is given up is no deal.
        list(session.handle("resign"))
        said = list(session.handle("retry"))
        assert f"; taiwan, {('south', 'north')[dealer]} deals; " in said[0]
        for call in ("pass", "pass", "yes"):
            said = list(session.handle(call))
    assert session.record.start.dealer == 1


def test_the_last_trick_names_its_winner() -> None:
    session = Session(bg.Honeymoon(4, rules="face_up"), None, seed=1)
    list(session.open())
    for _ in range(20):
        list(session.handle("1"))
        said = list(session.handle("1"))[-1]
        winner = ("south", "north")[session.record.position.last_trick_winner]
        assert re.search(rf"last trick  (\w+ \w\w, \w+ \w\w): {winner} won\n", said)
        if session.record.position.phase == "auction":
            break


def test_any_deal_can_be_loaded(tmp_path: Path) -> None:
    rubber = "taiwan,scoring=rubber,part_scores=60/0"
    others = {
        "rubber": bg.Honeymoon(5, rules=rubber, dealer="north"),
        "draw": bg.Honeymoon(5, rules="bicycle"),
    }
    for name, start in others.items():
        bg.Record(start).save(tmp_path / name)
    session = Session(bg.Honeymoon(4), bg.players.get("rule"), "south", seed=1)
    list(session.open())
    said = list(session.handle(f"load {tmp_path / 'rubber'}"))
    assert said[0] == (
        f"you play south; rule plays north; {rubber}, north deals; help lists the commands"
    )
    while not session.is_over:
        said = list(session.handle(str(session.record.position.legal_moves[0])))
    assert said[-1].startswith("score sheet ")
    list(session.handle("yes"))
    assert session.record.start.rubber is not None and session.record.start.dealer == 0
    said = list(session.handle(f"load {tmp_path / 'draw'}"))
    assert "bicycle, south deals" in said[0]
    # The cards of a hand have numbers here, as they do from the start.
    assert "1 " in said[-1].splitlines()[-1]


def test_a_loaded_deal_is_one_that_the_computer_can_play(tmp_path: Path) -> None:
    bg.Record(bg.Honeymoon(5)).save(tmp_path / "hidden")
    start = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    session = Session(start, bg.players.get("perfect"), "south", seed=1)
    list(session.open())
    (said,) = session.handle(f"load {tmp_path / 'hidden'}")
    assert "is not defined for honeymoon" in said
    assert session.record.start == start


def test_words_for_mistakes_hide_the_cards_too() -> None:
    start = bg.Honeymoon(4, rules="bicycle", dealer="north")
    session = Session(start, bg.players.get("rule"), "south", seed=1)
    list(session.open())
    theirs = {CARDS[cell] for cell in start.pieces(1)}
    for line in ["SA", "1NT", "99", "zz", "double", "undo", "moves", "hint", "resign"]:
        for text in session.handle(line):
            assert not shown_cards(text.replace(line, "")) & theirs, text


def test_two_people_see_their_own_hands_in_turn() -> None:
    session = Session(bg.Honeymoon(4), None, seed=1)
    said = list(session.open())
    assert shown_cards(said[-1]) == {CARDS[cell] for cell in bg.Honeymoon(4).pieces(0)}
    said = list(session.handle("1C"))
    assert shown_cards(said[-1]) == {CARDS[cell] for cell in bg.Honeymoon(4).pieces(1)}


def test_a_person_asked_by_a_match_sees_one_hand() -> None:
    shown: list[str] = []
    answers = iter(["SA", "SK", "1C"])
    human = bg.players.Human(ask=lambda prompt: next(answers), show=shown.append)
    start = bg.Honeymoon(7)
    assert str(bg.players.ask(human, bg.Record(start))) == "1C"
    theirs = {CARDS[cell] for cell in start.pieces(1)}
    assert not shown_cards("\n".join(shown).replace("SK", "")) & theirs


def test_calls_are_listed_without_numbers() -> None:
    session = Session(bg.Honeymoon(4), None, seed=1)
    said = list(session.open())[-1].splitlines()
    assert said[-3].startswith("moves: pass, 1C, 1D, ") and said[-1].endswith(" 7S, 7NT")
    assert next(iter(session.handle("2"))).startswith("'2' is ambiguous: it can mean 2C, 2D, ")
    said = list(session.handle("7H"))[-1].splitlines()
    assert said[-1] == "moves: pass, double, 7S, 7NT"


def test_hints_say_what_each_card_is_worth() -> None:
    position = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82").play("6S").play("pass")
    best, *rows = hint(position, None).splitlines()
    assert best.startswith("hint: ")
    assert max(map(len, rows)) < 80
    said = {row.split()[0]: int(row.split()[1].strip(",;")) for row in rows if row[0] != " "}
    solution = bg.solve(position, all_moves=True)
    assert said == {str(move): value for move, value in solution.values.items()}
    assert list(said.values()) == sorted(said.values(), reverse=True)


def test_hints_are_exact_where_all_is_known() -> None:
    position = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    assert hint(position).startswith("hint: 1NT wins by 120 points; 2NT is as good\n")
    position = position.play("1NT").play("pass")
    best = bg.solve(position)
    word = "wins" if best.value > 0 else "loses"
    said = hint(position)
    assert said.startswith(f"hint: {best.best_move} {word} by {abs(best.value)} points: makes ")
    assert "makes 5 tricks" in said
    assert "sampled worlds" in hint(bg.Honeymoon(7))


def test_show_is_the_view_of_a_seat() -> None:
    """Of hidden cards the seat to move sees its own; both hands are shown only when asked for."""
    own, theirs = "S 2  H QJ8  D KJT4  C KQ762", "S KQJ76  H 974  D 62  C J83"
    start = bg.Honeymoon(7)
    for options, seen in {
        (): (True, False),
        ("--viewer", "south"): (True, False),
        ("--viewer", "north"): (False, True),
        ("--viewer", "all"): (True, True),
        ("--moves", "1C"): (False, True),
        ("--moves", "pass pass"): (True, True),
    }.items():
        shown = run("show", start.to_string(), *options).stdout
        assert (own in shown, theirs in shown) == seen, options
    picture = run("show", start.to_string(), "--svg", "-").stdout
    assert picture == start.to_svg() + "\n" != start.to_svg(viewer="all") + "\n"
    line = fails(run("show", start.to_string(), "--viewer", "east"), 2)
    assert line.endswith("--viewer must be one of south, north, public, all, not 'east'")
    line = fails(run("show", start.to_string(), "--viewer", "all", "--json"), 2)
    assert line.endswith("--viewer is for pictures: leave out --json")


@pytest.mark.parametrize("spec", ["honeymoon", "honeymoon:bicycle", "honeymoon:face_up"])
def test_the_tricks_of_a_deal_as_a_table(spec: str) -> None:
    chance = random.Random(5)
    record = bg.Record(bg.games.get(spec).deal(5))
    assert tricks(record) == []
    while not record.position.is_over:
        calls = record.position.legal_moves[:40]
        record.play(calls[0] if len(record) == 0 else chance.choice(calls[:3]))
    end = record.position
    assert isinstance(end, bg.Honeymoon)
    (*heads,), *rows = tricks(record)
    assert heads == ["trick", "south", "north", "winner"]
    play = [row for row in rows if row[0].isdigit()]
    assert [row[0] for row in play] == [f"{number}" for number in range(1, len(play) + 1)]
    names = [row[3] for row in play]
    assert (names.count("south"), names.count("north")) == tuple(end.tricks)
    cards = [cell.removesuffix(" (leads)") for row in rows for cell in row[1:3]]
    played = [str(move) for move in record.moves if str(move) in CARDS]
    assert sorted(card.replace(" ", "").replace("10", "T") for card in cards) == sorted(played)
    assert all("(leads)" in row[1] or "(leads)" in row[2] for row in rows)
    leaders = ["south" if "(leads)" in row[1] else "north" for row in play]
    assert leaders[1:] == names[:-1], "who wins leads next"
