"""Records of games: the moves played, with undo and redo, saved to and loaded from files.

A position has no history; a record has the start and all moves since.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import date as Date
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex, cast, overload

from bitgames._core import GameError, Move, Outcome, ParseError, Position
from bitgames._core import position as parse_position
from bitgames.arguments import integer, parameter_error, shortened
from bitgames.deals import Conditions, Wanted, met_by
from bitgames.files import generator, path_text, read_regular, write_atomic
from bitgames.games import Opening, digits
from bitgames.games import opening as named_opening
from bitgames.games import start as start_of

__all__ = ["FORMAT", "MAX_TEXT", "VERSION", "Record"]

FORMAT = "bitgames record"
VERSION = 2
"""Format name and version of saved records."""

# A record of the longest game is a few kilobytes; a larger file is not a record.
_MAX_BYTES = 16 << 20
MAX_TEXT = 200
"""Longest name of a player, date or event, in characters."""

if TYPE_CHECKING:
    # The default makes `Record` without a parameter a record of any game.
    from typing_extensions import TypeVar

    P_co = TypeVar("P_co", bound=Position, covariant=True, default=Position)
else:
    from typing import TypeVar

    P_co = TypeVar("P_co", bound=Position, covariant=True)


class Record(Generic[P_co]):
    """A game, finished or not, from any position.

    ``Record(position, moves)`` takes a position, or the spec of a game for its start, and the moves
    played so far. ``players`` (a name or ``None`` for each seat), ``date`` (text, or a
    ``datetime.date``, written like ``2026-11-21``) and ``event`` (text) describe the game;
    ``conditions`` are those that a deal of honeymoon bridge meets (``bitgames.deals``). Raises
    what ``Position.play`` raises for an illegal move.

    Iteration gives the moves, ``len`` their number; a record is always true. Two records are equal
    if they have the same start, moves and resignation. For type checkers ``Record(bg.Othello())``
    is a ``Record[Othello]``.

    >>> import bitgames as bg
    >>> record = bg.Record("tictactoe", players=["Ada", "Bo"]).play("b2").play("a1")
    >>> record.moves, len(record), [str(move) for move in record]
    ([b2, a1], 2, ['b2', 'a1'])
    >>> record.undo().position.to_string()
    'tictactoe .../.o./...'
    """

    __slots__ = (
        "_conditions",
        "_date",
        "_event",
        "_moves",
        "_players",
        "_positions",
        "_resigned",
        "_undone",
    )

    def __init__(
        self,
        position: P_co | str,
        moves: Iterable[Move | int | str] = (),
        *,
        players: Sequence[str | None] | None = None,
        date: str | Date | None = None,
        event: str | None = None,
        conditions: Wanted | None = None,
    ) -> None:
        """Start at ``position`` and play ``moves``, also as text with spaces: ``"f5 d6 c3"``.

        Moves that are digits need no spaces.

        >>> import bitgames as bg
        >>> bg.Record("othello", "f5 d6 c3").moves, bg.Record("connect4", "4453").moves
        ([f5, d6, c3], [4, 4, 5, 3])
        """
        self._positions = [cast(P_co, start_of(position))]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._resigned: int | None = None
        self.players = players
        self.date = date
        self.event = event
        self.conditions = conditions
        try:
            for move in self._words(moves) if isinstance(moves, str) else moves:
                self.play(move)
        except ParseError as error:
            if not isinstance(moves, str):
                raise
            advice = "formats.read_moves reads moves without spaces"
            raise ParseError(f"{error}; {advice}") from None

    def _words(self, moves: str) -> Iterator[str]:
        are_digits = digits(self.start) == 1
        for word in moves.split():
            yield from word if are_digits and word.isdecimal() else [word]

    @property
    def start(self) -> P_co:
        """The position at the start of the record."""
        return self._positions[0]

    @property
    def position(self) -> P_co:
        """The position after the moves played."""
        return self._positions[-1]

    @property
    def moves(self) -> list[Move]:
        """The moves played, a new list."""
        return self._moves.copy()

    @property
    def last_move(self) -> Move | None:
        """The move that led to ``position``; ``None`` at the start."""
        return self._moves[-1] if self._moves else None

    @property
    def previous(self) -> P_co | None:
        """The position in which ``last_move`` was played; ``None`` at the start.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe").play("c3").previous == bg.TicTacToe()
        True
        """
        return self._positions[-2] if self._moves else None

    @property
    def positions(self) -> list[P_co]:
        """The positions from ``start`` to ``position``, a new list: one more than the moves.

        >>> import bitgames as bg
        >>> record = bg.Record("tictactoe", ["a1", "b2"])
        >>> [len(position.occupied) for position in record.positions]
        [0, 1, 2]
        """
        return self._positions.copy()

    @property
    def opening(self) -> Opening | None:
        """The opening by its name: that of the last position that has one; else ``None``.

        Positions of Othello on 8 x 8 have names, however the board is turned or mirrored.

        >>> import bitgames as bg
        >>> bg.Record("othello", "f5 d6 c3 d3 c4").opening.name()
        'Tiger'
        """
        return named_opening(self._positions)

    @property
    def resigned(self) -> int | None:
        """The seat that resigned; ``None`` without a resignation."""
        return self._resigned

    @property
    def is_over(self) -> bool:
        """True when the game has ended, by its rules or by a resignation."""
        return self._resigned is not None or self.position.is_over

    @property
    def result(self) -> Outcome | None:
        """The outcome of the game; ``None`` while it is not over.

        After a resignation the other side has won, all scores are 0, and the reason names the
        player who resigned.

        >>> import bitgames as bg
        >>> bg.Record("othello").resign().result
        Outcome((1,), (0, 0), "black resigned")
        """
        if self._resigned is None:
            return self.position.outcome
        facts = self.start.facts
        lost = facts.teams[self._resigned]
        winners = [seat for seat, team in enumerate(facts.teams) if team != lost]
        name = facts.player_names[self._resigned]
        return Outcome(winners, [0] * facts.players, f"{name} resigned")

    @property
    def players(self) -> tuple[str | None, ...] | None:
        """A name or ``None`` for each seat; ``None`` if no name is known.

        Raises ``TypeError`` for names that are not text, ``ParameterError`` for a wrong number of
        names and for characters that are not printable.
        """
        return self._players

    @players.setter
    def players(self, names: Sequence[str | None] | None) -> None:
        if names is None:
            self._players: tuple[str | None, ...] | None = None
            return
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise TypeError(f"players must be a sequence of names, not {type(names).__name__}")
        seats = self.start.facts.players
        if len(names) != seats:
            allowed = f"a name or None for each of the {seats} seats"
            raise parameter_error("players", allowed, f"{len(names)} of them")
        self._players = tuple(_text("a name of players", name) for name in islice(names, seats))

    @property
    def date(self) -> str | None:
        """The date of the game as text."""
        return self._date

    @date.setter
    def date(self, date: str | Date | None) -> None:
        self._date = date.isoformat() if isinstance(date, Date) else _text("date", date)

    @property
    def event(self) -> str | None:
        """The event or the place of the game."""
        return self._event

    @event.setter
    def event(self, event: str | None) -> None:
        self._event = _text("event", event)

    @property
    def conditions(self) -> Conditions | None:
        """The conditions that the deal meets; ``None`` for any deal.

        Raises ``ParseError`` for text that is not a condition, and for conditions that the deal
        does not meet.

        >>> import bitgames as bg
        >>> record = bg.Record(bg.Honeymoon(7), conditions="south clubs:5+")
        >>> str(bg.Record.from_json(record.to_json()).conditions)
        'south clubs:5+'
        """
        return self._conditions

    @conditions.setter
    def conditions(self, conditions: Wanted | None) -> None:
        self._conditions = None if conditions is None else met_by(conditions, self.start)

    def play(self, move: Move | int | str) -> Self:
        """Play a move and drop the undone moves; returns the record.

        Raises ``IllegalMoveError`` or ``ParseError`` for a move that cannot be played, and
        ``GameError`` after a resignation; then nothing changes.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe").play("c3").last_move
        c3
        """
        if self._resigned is not None:
            name = self.start.facts.player_names[self._resigned]
            raise GameError(f"the game is over: {name} resigned")
        position = self.position
        found = position.parse_move(move) if isinstance(move, str) else move
        after = position.play(found)
        if not isinstance(found, Move):
            found = next(known for known in position.legal_moves if int(known) == int(found))
        self._positions.append(after)
        self._moves.append(found)
        self._undone.clear()
        return self

    def undo(self) -> Self:
        """Take back the last move, or the resignation after it; returns the record.

        Raises ``GameError`` at the start.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe", ["a1", "b2"]).undo().moves
        [a1]
        """
        if self._resigned is not None:
            self._resigned = None
            return self
        if not self._moves:
            raise GameError("nothing to undo: the record is at its start")
        self._undone.append(self._moves.pop())
        self._positions.pop()
        return self

    def redo(self) -> Self:
        """Play the last undone move again; returns the record. Raises ``GameError`` without one.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe", ["a1", "b2"]).undo().redo().moves
        [a1, b2]
        """
        if not self._undone or self._resigned is not None:
            raise GameError("nothing to redo: no move was undone")
        move = self._undone.pop()
        self._positions.append(self.position.play(move))
        self._moves.append(move)
        return self

    def resign(self, player: SupportsIndex | None = None) -> Self:
        """Resign for a player (``None``: the player to move); returns the record.

        The player's side loses. Raises ``GameError`` if the game is over, and ``ParameterError``
        for a seat that the game does not have.

        >>> import bitgames as bg
        >>> record = bg.Record("tictactoe", ["b2"]).resign()
        >>> record.resigned, record.result.winner
        (1, 0)
        """
        if self.is_over:
            raise GameError("nothing to resign: the game is over")
        position = self.position
        last = position.facts.players - 1
        self._resigned = position.turn if player is None else integer("player", player, 0, last)
        self._undone.clear()
        return self

    def to_json(self) -> str:
        """Return the record as one line of JSON, without the undone moves.

        The JSON has a format name, a version and a checksum; ``from_json`` reads it back.

        >>> import bitgames as bg
        >>> record = bg.Record("tictactoe", ["b2", "a1"])
        >>> bg.Record.from_json(record.to_json()) == record
        True
        """
        return json.dumps(self._document())

    def dumps(self) -> str:
        """Return the text that ``save`` writes: JSON on several lines, which ``loads`` reads back.

        >>> import bitgames as bg
        >>> print(bg.Record("tictactoe", ["b2"]).dumps()[:51])
        {
          "format": "bitgames record",
          "version": 2,
        """
        return json.dumps(self._document(), indent=2) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the record to a file, atomically.

        The file holds the text of ``dumps``. Raises ``OSError`` for an error of the system.

        >>> import tempfile, pathlib, bitgames as bg
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "game.json"
        ...     bg.Record("tictactoe", ["b2", "a1"]).save(path)
        ...     bg.Record.load(path).moves
        [b2, a1]
        """
        write_atomic(path, self.dumps().encode())

    def _document(self) -> dict[str, Any]:
        outcome = self.result
        names = self.start.facts.player_names
        winners = None if outcome is None else [names[winner] for winner in outcome.winners]
        body = {
            "game": self.start.game,
            "start": self.start.to_string(),
            "moves": [str(move) for move in self._moves],
            "end": self.position.to_string(),
            "winners": winners,
            "reason": None if outcome is None else outcome.reason,
            "generator": generator(),
            "players": self._players,
            "date": self._date,
            "event": self._event,
            "resigned": self._resigned,
        }
        if self._conditions is not None:
            body["conditions"] = str(self._conditions)
        return {"format": FORMAT, "version": VERSION, "checksum": _checksum(body), **body}

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Read a record from the text of ``dumps`` or ``to_json``.

        Raises ``ParseError`` with the reason for text that is damaged, of another kind or
        version, and ``TypeError`` for anything but text and bytes.
        """
        if not isinstance(text, str | bytes):
            raise TypeError(f"a record must be text or bytes, not {type(text).__name__}")
        if len(text) > _MAX_BYTES:
            raise ParseError("not a bitgames record: far too large")
        try:
            document = json.loads(text)
            body = document if isinstance(document, dict) else {}
            head = {name: body.pop(name, None) for name in ("format", "version", "checksum")}
            is_whole = head["checksum"] == _checksum(body)
        except (ValueError, RecursionError):
            raise ParseError("not a bitgames record, or cut short: not valid JSON") from None
        if head["format"] != FORMAT:
            raise ParseError(f"not a bitgames record: its format is not named {FORMAT!r}")
        version = head["version"]
        if version != VERSION:
            shown = shortened(repr(version))
            raise ParseError(f"{shown} is not a valid version of a record: allowed is {VERSION}")
        if not is_whole:
            raise ParseError("damaged: the checksum does not match the content")
        try:
            start: Any = parse_position(body["start"])
            record = cls(start, body["moves"])
            record.players, record.date = body["players"], body["date"]
            record.event, record.conditions = body["event"], body.get("conditions")
            if body["resigned"] is not None:
                record.resign(body["resigned"])
        except (GameError, KeyError, TypeError) as error:
            raise ParseError(f"damaged: {shortened(str(error))}") from None
        if record.position.to_string() != body.get("end"):
            raise ParseError("damaged: the moves do not lead to the end position")
        return record

    from_json = loads

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Load a saved record.

        Raises ``ParseError`` with the name of the file and the reason for a file that is damaged,
        of another kind or version, and ``OSError`` for a file that cannot be read or is
        not a regular file.
        """
        data = read_regular(path, _MAX_BYTES)
        try:
            return cls.loads(data)
        except ParseError as error:
            raise ParseError(f"{path_text(path)}: {error}") from None

    def __eq__(self, other: object) -> bool:
        """Compare start, moves and resignation; undone moves, names and dates do not count."""
        if not isinstance(other, Record):
            return NotImplemented
        return (
            self.start == other.start
            and self._moves == other._moves
            and self._resigned == other._resigned
        )

    # Records are mutable, so they have no hash.
    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        """Return ``True``, also for a record without moves."""
        return True

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Move | list[Move]:
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves.copy())

    def __repr__(self) -> str:
        """Return an expression that makes an equal record."""
        start = self.start.to_string()
        shown = self.start.game if self.start == start_of(self.start.game) else None
        source = repr(shown) if shown else f"bitgames.position({start!r})"
        moves = f", {[str(move) for move in self._moves]}" if self._moves else ""
        known = [("players", self.players), ("date", self.date), ("event", self.event)]
        known.append(("conditions", None if self.conditions is None else str(self.conditions)))
        more = "".join(f", {name}={value!r}" for name, value in known if value is not None)
        resignation = "" if self._resigned is None else f".resign({self._resigned})"
        return f"Record({source}{moves}{more}){resignation}"

    def __str__(self) -> str:
        """Draw the position, the last move in brackets."""
        return self.to_text()

    def to_text(self, **options: Any) -> str:
        """Draw the position as text, the last move in brackets.

        ``options`` are those of ``Position.to_text``.

        >>> import bitgames as bg
        >>> print(bg.Record("tictactoe", ["b2"]).to_text())
           a b c
        1  . . .
        2  .[o].
        3  . . .
        x to move
        """
        return self.position.to_text(last_move=self.last_move, previous=self.previous, **options)

    def to_svg(self, **options: Any) -> str:
        """Draw the position as SVG, the last move framed.

        ``options`` are those of ``Position.to_svg``.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe", ["b2"]).to_svg(size=200)[:37]
        '<svg xmlns="http://www.w3.org/2000/sv'
        """
        return self.position.to_svg(last_move=self.last_move, previous=self.previous, **options)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _text(name: str, value: object) -> str | None:
    """Return a text or ``None``; refuse text that a file cannot hold."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text or None, not {type(value).__name__}")
    if not value.isprintable() or len(value) > MAX_TEXT:
        allowed = f"at most {MAX_TEXT} printable characters"
        raise parameter_error(name, allowed, repr(value))
    return value


def _checksum(body: dict[str, Any]) -> str:
    """Return a digest of the content, independent of the order and spacing of the JSON."""
    from hashlib import sha256

    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"
