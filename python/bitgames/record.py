"""A game as it was played: moves with undo and redo, saved to and loaded from a file.

A position has no past; a record is its start and the moves since.
"""

import json
import os
from collections.abc import Iterable
from typing import Any, Self

from bitgames._core import GameError, Move, Outcome, ParseError, Position
from bitgames._core import position as parse_position
from bitgames.files import generator, write_atomic
from bitgames.games import start as start_of

__all__ = ["FORMAT", "VERSION", "Record"]

FORMAT = "bitgames record"
VERSION = 1
"""Format name and version that every saved record carries."""

# A record of the longest game is a few kilobytes; a larger file is not one of ours.
_MAX_BYTES = 16 << 20


class Record:
    """A game in progress or finished, from any position.

    Takes a position, or the name of a game to start from its beginning, and the moves
    played so far. Raises what ``Position.play`` raises for a move that cannot be played.

    >>> import bitgames as bg
    >>> record = bg.Record("tictactoe").play("b2").play("a1")
    >>> record.moves
    [b2, a1]
    >>> record.undo().position.to_string()
    'tictactoe .../.o./...'
    """

    __slots__ = ("_moves", "_positions", "_undone")

    def __init__(self, position: Position | str, moves: Iterable[Move | int | str] = ()) -> None:
        """Start at ``position`` and play ``moves``."""
        self._positions = [start_of(position)]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        for move in moves:
            self.play(move)

    @property
    def start(self) -> Position:
        """The position the record starts from."""
        return self._positions[0]

    @property
    def position(self) -> Position:
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
    def previous(self) -> Position | None:
        """The position in which ``last_move`` was played; ``None`` at the start.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe").play("c3").previous == bg.TicTacToe()
        True
        """
        return self._positions[-2] if self._moves else None

    @property
    def result(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self.position.outcome

    def play(self, move: Move | int | str) -> Self:
        """Play a move and forget what was undone; returns the record.

        Raises ``IllegalMoveError`` or ``ParseError`` and changes nothing when the move
        cannot be played.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe").play("c3").last_move
        c3
        """
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
        """Take the last move back; returns the record. Raises ``GameError`` at the start.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe", ["a1", "b2"]).undo().moves
        [a1]
        """
        if not self._moves:
            raise GameError("nothing to undo: the record is at its start")
        self._undone.append(self._moves.pop())
        self._positions.pop()
        return self

    def redo(self) -> Self:
        """Play again what was undone last; returns the record. ``GameError`` if nothing was.

        >>> import bitgames as bg
        >>> bg.Record("tictactoe", ["a1", "b2"]).undo().redo().moves
        [a1, b2]
        """
        if not self._undone:
            raise GameError("nothing to redo: no move was undone")
        move = self._undone.pop()
        self._positions.append(self.position.play(move))
        self._moves.append(move)
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the start and the moves played (not the undone ones) to a file.

        The file is JSON with a format name, a version and a checksum, written whole or not
        at all. Raises ``OSError`` as the system reports it.

        >>> import tempfile, pathlib, bitgames as bg
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "game.json"
        ...     bg.Record("tictactoe", ["b2", "a1"]).save(path)
        ...     bg.Record.load(path).moves
        [b2, a1]
        """
        outcome = self.result
        winners = None if outcome is None else [self._name(winner) for winner in outcome.winners]
        body = {
            "game": self.start.game,
            "start": self.start.to_string(),
            "moves": [str(move) for move in self._moves],
            "end": self.position.to_string(),
            "winners": winners,
            "reason": None if outcome is None else outcome.reason,
            "generator": generator(),
        }
        document = {"format": FORMAT, "version": VERSION, "checksum": _checksum(body), **body}
        write_atomic(path, (json.dumps(document, indent=2) + "\n").encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Load a saved record.

        Raises ``ParseError``, naming the file and the reason, for a file that is damaged, of
        another kind or of a later version, and ``OSError`` for one that cannot be read.
        """
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES + 1)
        try:
            return cls._from_document(data)
        except _Refused as refusal:
            raise ParseError(f"{os.fspath(path)}: {refusal}") from None

    @classmethod
    def _from_document(cls, data: bytes) -> Self:
        if len(data) > _MAX_BYTES:
            raise _Refused("not a bitgames record: far too large")
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            raise _Refused("not a bitgames record, or cut short: not valid JSON") from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise _Refused(f"not a bitgames record: its format is not named {FORMAT!r}")
        version = document.get("version")
        if version != VERSION:
            raise _Refused(f"version {version!r} of the format; only {VERSION} is known here")
        body = {
            name: value
            for name, value in document.items()
            if name not in ("format", "version", "checksum")
        }
        if document.get("checksum") != _checksum(body):
            raise _Refused("damaged: the checksum does not match what is written")
        try:
            record = cls(parse_position(body["start"]), body["moves"])
        except (GameError, KeyError, TypeError) as error:
            raise _Refused(f"damaged: {error}") from None
        if record.position.to_string() != body.get("end"):
            raise _Refused("damaged: the moves do not lead to the end that is written")
        return record

    def _name(self, player: int) -> str:
        return self.start.facts.player_names[player]

    def __eq__(self, other: object) -> bool:
        """Tell whether both start alike and played the same moves; undone ones do not count."""
        if not isinstance(other, Record):
            return NotImplemented
        return self.start == other.start and self._moves == other._moves

    # Records change, so they are no keys.
    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        """Return the number of moves played."""
        return len(self._moves)

    def __repr__(self) -> str:
        """Return an expression that makes the record again."""
        start = self.start.to_string()
        shown = self.start.game if self.start == start_of(self.start.game) else None
        source = repr(shown) if shown else f"bitgames.position({start!r})"
        moves = f", {[str(move) for move in self._moves]}" if self._moves else ""
        return f"Record({source}{moves})"

    def __str__(self) -> str:
        """Draw the position, the last move in brackets."""
        return self.position.to_text(last_move=self.last_move, previous=self.previous)

    def _repr_svg_(self) -> str:
        """Draw the position for a notebook, the last move framed."""
        return self.position.to_svg(last_move=self.last_move, previous=self.previous)


class _Refused(Exception):
    """Why a file is no record; ``load`` adds the name of the file."""


def _checksum(body: dict[str, Any]) -> str:
    """Return a digest of the content, whatever the order and the spacing of the JSON."""
    from hashlib import sha256

    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"
