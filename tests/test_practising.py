"""Practice for a page: one session, answers that count once, decks that are the owner's alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.play import MessageError
from bitgames.play import practising as module
from bitgames.play.practising import Practising
from bitgames.play.room import answers
from bitgames.practice import Deck, problems
from bitgames.practice.deck import deck_file
from bitgames.scene.cards import CARDS
from bitgames.web.lobby import Lobby
from tests import processes
from tests.web_client import serving

FIELDS = answers.Practice.__required_keys__ - {"v", "is"}


def fill(folder: Path, game: str = "tictactoe", count: int = 3) -> None:
    """Begin the deck of a game with problems."""
    with Deck.open(deck_file(game, folder), game) as deck:
        assert deck.extend(islice(problems(game, seed=1), count)) == count


def kept(folder: Path, game: str = "tictactoe") -> Deck:
    return Deck.load(deck_file(game, folder))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a deck of three positions, to which none are added."""
    fill(tmp_path)
    monkeypatch.setattr(module, "NEW", 3)
    return tmp_path


@contextmanager
def practising(folder: Path) -> Iterator[Practising]:
    desk = Practising(folder)
    try:
        yield desk
    finally:
        desk.close()


def say(desk: Practising, game: str = "tictactoe", **fields: Any) -> dict[str, Any]:
    """Send a message, and return its answer as it comes to a client."""
    answer: dict[str, Any] = json.loads(
        json.dumps(desk.handle({"do": "practise", "game": game, **fields}))
    )
    assert answer.keys() == FIELDS
    return answer


def note(desk: Practising, game: str = "tictactoe", **fields: Any) -> str:
    with pytest.raises(MessageError) as error:
        say(desk, game, **fields)
    return error.value.code


def best(folder: Path, card: str, game: str = "tictactoe") -> int:
    """The best move of the position that is asked, by the deck."""
    return int(kept(folder, game)[int(card.partition(".")[0])].best_moves[0])


def test_a_session_asks_judges_and_sums_up(folder: Path) -> None:
    with practising(folder) as desk:
        wrong = 0
        while (asked := say(desk))["card"] is not None:
            assert asked["verdict"] is None
            # The first answer is given up, and comes once more at the end.
            is_first = asked["done"] == 0
            move: dict[str, Any] = {} if is_first else {"i": best(folder, asked["card"])}
            told = say(desk, card=asked["card"], seconds=1.5, **move)
            wrong += is_first
            assert told["scene"] == asked["scene"]
            verdict = told["verdict"]
            assert verdict.keys() == answers.Verdict.__required_keys__
            assert verdict["right"] is not is_first
            values = [each["value"] for each in verdict["moves"]]
            assert values == sorted(values, reverse=True) and verdict["best"]["said"]
        assert wrong == 1
        assert (asked["done"], asked["total"], asked["right"]) == (3, 3, 2)
        assert asked["scene"] is None and asked["due"]
        # At the end other processes may have the deck, and nothing is due any more.
        deck = kept(folder)
        assert [len(card.answers) for card in deck] == [1, 1, 1]
        assert deck[0].answers[0].seconds == 1.5
        Deck.open(deck_file("tictactoe", folder), "tictactoe").close()
    assert [card.answers[0].right for card in deck].count(False) == 1


def test_a_wrong_move_is_told_by_its_loss(folder: Path) -> None:
    with practising(folder) as desk:
        asked = say(desk)
        card = kept(folder)[int(asked["card"].partition(".")[0])]
        worst = card.values[-1]
        told = say(desk, card=asked["card"], i=int(worst.move))["verdict"]
        assert (told["right"], told["move"]) == (False, str(worst.move))
        assert told["loss"]["said"]["code"] == "amount"
        assert told["best"]["text"].startswith(str(card.best_moves[0]))


def test_no_value_is_told_before_the_answer(folder: Path) -> None:
    with practising(folder) as desk:
        text = json.dumps(say(desk))
        assert not {"best", "value", "grade", "origin"} & {*text.split('"')}


def test_an_answer_counts_once(folder: Path) -> None:
    """The pages of one owner are in one session; a message that comes again is not a second one."""
    with practising(folder) as desk:
        one, other = say(desk), say(desk)
        assert one == other
        told = say(desk, card=one["card"])
        assert note(desk, card=other["card"]) == note(desk, card="nonsense") == "stale"
        assert say(desk)["card"] == told["card"] != one["card"]
        assert note(desk, card=told["card"], i=70) == "illegal"
        assert say(desk)["done"] == 1
    assert sum(len(card.answers) for card in kept(folder)) == 1


def test_an_answer_to_a_session_that_was_closed_still_counts(folder: Path) -> None:
    """While a person thinks for long, another process may have the deck."""
    with practising(folder) as desk:
        asked = say(desk)
        desk.tick(0.0)
        with pytest.raises(BlockingIOError):
            Deck.open(deck_file("tictactoe", folder), "tictactoe")
        desk.tick(1e12)
        Deck.open(deck_file("tictactoe", folder), "tictactoe").close()
        assert say(desk, card=asked["card"])["done"] == 1


def test_a_deck_of_another_process_is_a_note(folder: Path) -> None:
    code = (
        "import sys, time; from bitgames.practice import Deck\n"
        "deck = Deck.open(sys.argv[1], 'tictactoe'); print('has it', flush=True)\n"
        "time.sleep(300)"
    )
    path = deck_file("tictactoe", folder)
    with practising(folder) as desk:
        with processes.running([sys.executable, "-c", code, str(path)]) as other:
            assert other.stdout is not None and other.stdout.readline() == "has it\n"
            assert note(desk) == "busy"
        assert say(desk)["done"] == 0


def test_what_is_wrong_is_a_note(folder: Path) -> None:
    with practising(folder) as desk:
        assert note(desk, "chess") == "unsupported"
        assert note(desk, card=3) == note(desk, hand=1) == "damaged"
        with pytest.raises(MessageError, match="do must be one of practise"):
            desk.handle({"do": "new"})
        deck_file("tictactoe", folder).write_bytes(b"something else")
        assert note(desk) == "damaged"
    assert note(desk) == "stale"


def test_problems_are_found_for_an_empty_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with practising(tmp_path) as desk:
        assert say(desk, "othello:6")["total"] == 10
        # Another game closes the deck of the one before.
        say(desk, "tictactoe")
        assert len(kept(tmp_path, "othello")) == 10
        monkeypatch.setattr(module, "_FILL_SECONDS", 0.0)
        assert say(desk, "mosaic")["total"] == 0


def test_hidden_cards_are_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck has only endings in which both players know all cards, and those see nothing more."""
    monkeypatch.setattr(module, "NEW", 2)
    fill(tmp_path, "honeymoon", 2)
    with practising(tmp_path) as desk:
        scene = say(desk, "honeymoon")["scene"]
    assert scene["viewer"] == scene["turn"]
    position = next(card.position for card in kept(tmp_path, "honeymoon"))
    assert isinstance(position, bg.Honeymoon) and position.is_open
    shown = {card for hand in scene["hands"] for card in hand["cards"]}
    assert shown and shown <= {*CARDS}


def test_only_the_owner_practises(folder: Path) -> None:
    with serving("--decks", str(folder)) as server, server.client() as owner:
        assert owner.welcome["practice"] is True
        state = owner.begin("tictactoe", "human", "open")
        for link in state["links"].values():
            with server.client(link) as guest:
                assert "practice" not in guest.welcome
                refused = guest.say("practise", game="tictactoe")
                assert (refused["is"], refused["code"]) == ("note", "denied")
        # Two pages of the owner, one of them in a game, are in one session.
        with server.client() as other:
            asked = owner.say("practise", game="tictactoe")
            assert other.say("practise", game="tictactoe")["card"] == asked["card"]
            assert owner.say("practise", game="tictactoe", card=asked["card"])["verdict"]
            late = other.say("practise", game="tictactoe", card=asked["card"])
            assert (late["is"], late["code"]) == ("note", "stale")
        assert owner.say("play", i=0)["is"] in ("state", "played")


def test_a_lobby_without_decks_has_none_to_practise() -> None:
    lobby, heard = Lobby(), []

    class Client:
        def post(self, answer: dict[str, Any]) -> None:
            heard.append(answer)

    client = Client()
    person = lobby.hello(client, {"do": "hello", "token": lobby.token})
    assert "practice" not in heard[0]
    with pytest.raises(MessageError, match="no decks"):
        lobby.handle(person, client, {"do": "practise", "game": "othello"})
    lobby.close()
