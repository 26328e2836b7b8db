"""Practice for a page: the decks of a folder, of which one at a time is asked.

The messages are those of ``messages.PRACTICE_FIELDS``. They are about no game that is played, so
they need no room; whoever passes them on sees to it that they are the owner's.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from bitgames._core import GameError
from bitgames.games import unit
from bitgames.play.room.host import code_of
from bitgames.play.room.messages import PRACTICE_FIELDS, Code, Message, MessageError, read_message
from bitgames.play.room.state import move_data
from bitgames.practice import Card, Deck, Session, Verdict, problems
from bitgames.practice.deck import deck_file, kind_of
from bitgames.practice.session import NEW
from bitgames.sentences import Said, said, said_by

_FILL_SECONDS = 5.0
"""Time to look for new positions: in some games they take long to prove."""
_IDLE_SECONDS = 300.0
"""Time without a message after which other processes may have the deck."""


class Practising:
    """The decks of a folder, and the session that runs; any thread may call it.

    >>> import tempfile
    >>> desk = Practising(Path(tempfile.mkdtemp()))
    >>> asked = desk.handle({"do": "practise", "game": "tictactoe"})
    >>> asked["done"], asked["total"], asked["verdict"]
    (0, 10, None)
    >>> given = desk.handle({"do": "practise", "game": "tictactoe", "card": asked["card"]})
    >>> given["done"], given["verdict"]["right"]
    (1, False)
    >>> desk.close()
    """

    def __init__(self, folder: Path) -> None:
        """Use the decks of a folder, which is made when it is needed."""
        self._folder = folder
        self._lock = threading.Lock()
        self._session: Session | None = None
        # Answers to positions that came once more.
        self._again = 0
        self._used = 0.0
        self._is_closed = False

    def handle(self, message: Message) -> dict[str, Any]:
        """Return the data of the answer ``practice``; raises ``MessageError``."""
        read_message(message, PRACTICE_FIELDS)
        with self._lock:
            self._used = monotonic()
            try:
                session = self._open(message["game"])
                if "card" in message:
                    return self._answer(session, message)
                return self._told(session)
            except OSError as error:
                code: Code = "busy" if isinstance(error, BlockingIOError) else "failed"
                words = f"{kind_of(message['game'])}.deck: {error.strerror or error}"
                raise MessageError(code, words) from None
            except GameError as error:
                raise MessageError(code_of(error), said_by(error)) from None

    def tick(self, now: float) -> None:
        """Let other processes have the deck if nobody has practised for a while."""
        if self._lock.acquire(blocking=False):
            try:
                if now - self._used > _IDLE_SECONDS:
                    self._end()
            finally:
                self._lock.release()

    def close(self) -> None:
        """End the session; every answer is kept already."""
        self._is_closed = True
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._session is not None:
            self._session.deck.close()
            self._session = None

    def _open(self, game: str) -> Session:
        """Return the session that runs, or begin another one."""
        if self._is_closed:
            raise MessageError("stale", Said("server-ends"))
        kind, session = kind_of(game), self._session
        if session is not None and session.deck.game == kind:
            return session
        self._end()
        deck = Deck.open(deck_file(kind, self._folder), game)
        try:
            session = Session(deck)
            wanted = min(NEW - len(deck.new()), NEW)
            if wanted > 0:
                self._fill(deck, game, wanted)
                session = Session(deck)
        except BaseException:
            deck.close()
            raise
        self._session, self._again = session, 0
        return session

    def _fill(self, deck: Deck, game: str, wanted: int) -> None:
        """Add proven problems, as many as are found in time."""
        end = monotonic() + _FILL_SECONDS

        def check(*_: int) -> None:
            if self._is_closed or monotonic() > end:
                raise _EnoughError

        def found() -> Iterator[Card]:
            for card in problems(game, threads=1, progress=check):
                check()
                if card.position not in deck:
                    yield card

        with suppress(_EnoughError):
            deck.extend(islice(found(), wanted))

    def _answer(self, session: Session, message: Message) -> dict[str, Any]:
        card, again = session.card, session.again
        if card is None or message["card"] != self._name(session):
            raise MessageError("stale", Said("changed"))
        moves = {int(move): move for move in card.position.legal_moves}
        if "i" in message and message["i"] not in moves:
            raise MessageError("illegal", Said("not-legal"))
        verdict = session.answer(moves.get(message.get("i", -1)), seconds=message.get("seconds"))
        self._again += again
        return self._told(session, card, verdict)

    def _told(
        self, session: Session, card: Card | None = None, verdict: Verdict | None = None
    ) -> dict[str, Any]:
        """Return what is asked, or what came of an answer; the session's end has no position."""
        card = session.card if card is None else card
        deck, found = session.deck, session.summary
        lost, due = None, None
        if found.loss:
            lost = _words(unit(deck[session.numbers[0]].position).amount(found.loss))
        if card is None:
            due = min((each.schedule.due for each in deck if each.schedule), default=None)
            # Other processes may have the deck; the next message begins anew.
            self._end()
        return {
            "game": deck.game,
            "card": None if session.card is None else self._name(session),
            "scene": None if card is None else card.position.scene(card.position.turn),
            "again": session.again,
            "done": found.answered,
            "total": len(session.numbers),
            "left": session.left,
            "right": found.right,
            "loss": lost,
            "due": None if due is None else due.isoformat(),
            "verdict": None if card is None or verdict is None else _verdict(card, verdict),
        }

    def _name(self, session: Session) -> str:
        """Name the answer that is waited for: a message that comes twice counts once."""
        assert session.number is not None and session.card is not None
        return f"{session.number}.{len(session.card.answers)}.{self._again}"


def _verdict(card: Card, verdict: Verdict) -> dict[str, Any]:
    of, loss = unit(card.position), None if verdict.right else verdict.loss
    return {
        "right": verdict.right,
        "move": None if verdict.move is None else str(verdict.move),
        "loss": None if loss is None else _words(of.amount(loss)),
        "best": _words(verdict.result),
        "exact": verdict.exact,
        "origin": None if card.kind == "problem" else card.origin,
        "is_result": of.is_result,
        "moves": [
            {
                **move_data(each.move),
                "value": each.value,
                "exact": each.exact,
                "depth": None,
                "error": None,
                "grade": of.grade(card.value - each.value, exact=each.exact),
            }
            for each in card.values
        ],
    }


def _words(text: str) -> dict[str, Any]:
    return {"text": text, **said(text)}


class _EnoughError(Exception):
    """The time to look for positions is over."""
