"""A deck: positions to practise with all answers so far, in memory and in a file.

The file is text of UTF-8 in lines. The first one is a header in JSON: format, version, generator,
game, plan, the games whose mistakes it has, the number of positions, and the XXH3 of all else. Each
other line is a position in JSON. It is written anew after each answer, atomically.
"""

import json
import os
import pathlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Self, TypeAlias, overload

from bitgames import _core
from bitgames._core import (
    ClosedError,
    DamagedFileError,
    GameError,
    Move,
    ParameterError,
    ParseError,
    Position,
    RunLock,
    UnsupportedError,
    checksum,
)
from bitgames.arguments import instance, shortened
from bitgames.files import (
    from_data,
    generator,
    path_text,
    read_regular,
    user_folder,
    write_atomic,
)
from bitgames.games import facts, names
from bitgames.practice.cards import (
    Answer,
    Card,
    MoveValue,
    Verdict,
    checked_kind,
    checked_values,
    judge,
)
from bitgames.practice.schedule import Plan, Rating, Schedule
from bitgames.practice.sources import is_open

FORMAT, VERSION = "bitgames deck", 1
"""Format name and version of the files of decks."""

MAX_BYTES = 256 << 20
MAX_CARDS = 100_000
"""The most positions of a deck."""

Path: TypeAlias = str | os.PathLike[str]


class Deck:
    """The positions that a person practises, of one kind of game, in the order they were added.

    ``Deck(game)`` is an empty deck in memory. ``Deck.open`` has one in a file, which is written
    after each change; one process at a time has it. ``Deck.load`` reads a file that stays as it is.

    >>> import bitgames as bg
    >>> from bitgames.practice import problems
    >>> with Deck.open("my.deck", "tictactoe") as deck:
    ...     deck.add(next(problems("tictactoe", empties=5, seed=1)))
    True
    >>> [card.origin for card in Deck.load("my.deck")]
    ['problem, 5 plies']
    """

    def __init__(self, game: str, plan: Plan | None = None) -> None:
        """Make an empty deck for a kind of game; a size in ``game`` is left out."""
        self.game = kind_of(game)
        """The kind of game: the name without a size."""
        self.plan = Plan() if plan is None else plan
        """How positions are scheduled."""
        self.path: str | None = None
        """The file; ``None`` for a deck in memory."""
        self.games: set[str] = set()
        """The games whose mistakes are in the deck, by a checksum of each."""
        self._cards: list[Card] = []
        self._keys: dict[int, int] = {}
        self._lock: RunLock | None = None
        # Each line of the file is made once.
        self._lines: list[bytes] = []

    @classmethod
    def open(cls, path: Path, game: str, plan: Plan | None = None) -> Self:
        """Open the deck of a file, or begin it. As a context it is closed in the end.

        ``plan`` replaces that of the file. Raises ``ParameterError`` for a deck of another game,
        ``BlockingIOError`` for one in use, and what ``load`` raises.
        """
        name = path_text(path)
        lock = RunLock(name)
        try:
            found = None
            with suppress(FileNotFoundError):
                found = cls.load(name)
            deck = cls(game, plan) if found is None else found
            if deck.game != kind_of(game):
                raise ParameterError(f"{name} is a deck of {deck.game}, not of {game}")
            deck.plan = deck.plan if plan is None else plan
            deck.path, deck._lock = name, lock
        except BaseException:
            lock.close()
            raise
        return deck

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the deck of a file, which is not changed.

        Raises ``DamagedFileError`` with the name of the file and the reason for a file that is
        damaged, cut short or foreign, or of another version, and ``OSError`` for a file that the
        system cannot read.
        """
        name = path_text(path)
        data = read_regular(name, MAX_BYTES)
        try:
            return cls.loads(data)
        except ParseError as error:
            raise DamagedFileError(f"{name}: {error}") from None

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Read a deck from the bytes of ``dumps``. Raises ``ParseError`` with the reason.

        >>> Deck.loads(Deck("othello").dumps()).game
        'othello'
        """
        instance("a deck", data, bytes)
        first, _, rest = data.partition(b"\n")
        header = _header(first, len(data))
        if header.pop("checksum", None) != _checksum(header, rest):
            raise ParseError("a damaged deck, or one cut short: the checksum does not match")
        try:
            lines = rest.splitlines(keepends=True)
            plan = header["plan"]
            deck = cls(
                header["game"],
                Plan(plan["retention"], plan["longest"], (*plan["steps"],), (*plan["relearning"],)),
            )
            for line in lines:
                deck._append(_card(json.loads(line)), line)
            deck.games = {from_data(str, each) for each in header["games"]}
            if len(deck) != header["cards"]:
                raise ParseError("another number of positions")
        except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise ParseError(f"a damaged deck: {shortened(str(error))}") from None
        return deck

    def dumps(self) -> bytes:
        """Return the content of the file of the deck."""
        body = b"".join(self._lines)
        header: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "generator": generator(),
            "game": self.game,
            "plan": asdict(self.plan),
            "games": sorted(self.games),
            "cards": len(self),
        }
        return _line({**header, "checksum": _checksum(header, body)}) + body

    def save(self, path: Path | None = None) -> None:
        """Write the deck to a file, atomically; ``None`` is its own file, if it has one.

        Raises ``ClosedError`` for the own file of a deck that was closed, and ``OSError``.
        """
        if path is None:
            if self.path is None:
                return
            if self._lock is None:
                raise ClosedError("the deck is closed")
            path = self.path
        write_atomic(path, self.dumps())

    def close(self) -> None:
        """Let other processes have the file; a second call does nothing."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, card: Card) -> bool:
        """Add a position and save; return False for one that the deck has, also if symmetric.

        Raises ``ParameterError`` for a position of another game, without two legal moves with
        values, or in a full deck, and ``UnsupportedError`` for one that hides something.
        """
        return self.extend([card]) == 1

    def extend(self, cards: Iterable[Card]) -> int:
        """Add positions, save once, and return how many are new; the errors are those of ``add``.

        Those that came before an exception, also Ctrl-C, are kept.
        """
        before = len(self)
        try:
            for card in cards:
                if card.key not in self._keys:
                    self._append(card)
        finally:
            if len(self) > before:
                self.save()
        return len(self) - before

    def _append(self, card: Card, line: bytes | None = None) -> None:
        position = card.position
        if kind_of(position.game) != self.game:
            raise ParameterError(f"a position of {position.game} is not one of {self.game}")
        if not is_open(position):
            raise UnsupportedError(
                f"a deck holds no position of {self.game} whose cards are hidden: "
                "allowed are endings in which both players know all cards"
            )
        if len(self) >= MAX_CARDS:
            raise ParameterError(f"a deck has {MAX_CARDS:,} positions at most")
        checked_values(position, card.values)
        if card.key in self._keys:
            raise ParameterError(f"the deck has {position.to_string()} already")
        self._keys[card.key] = len(self._cards)
        self._cards.append(card)
        self._lines.append(_line(_data(card)) if line is None else line)

    def answer(
        self,
        number: int,
        move: Move | None,
        *,
        margin: float = 0.0,
        easy: float | None = None,
        seconds: float | None = None,
        now: datetime | None = None,
    ) -> Verdict:
        """Judge an answer to a position, schedule it anew, and save.

        ``move`` is ``None`` for a person who gives up. A wrong answer is rated Again, a right one
        Good, and Easy if it took at most ``easy`` seconds. ``margin`` is as in ``judge``; ``now``
        is the time, by default that of the system.

        Raises ``IllegalMoveError``, ``OSError`` if the file cannot be written, and
        ``UnsupportedError`` without ``fsrs``; then nothing changes.

        >>> from bitgames.practice import problems
        >>> deck = Deck("tictactoe")
        >>> _ = deck.add(next(problems("tictactoe", empties=5, seed=1)))
        >>> deck.answer(0, None).right, deck[0].answers[0].rating.name
        (False, 'AGAIN')
        """
        card = self[number]
        verdict = judge(card, move, margin=margin)
        is_easy = easy is not None and seconds is not None and seconds <= easy
        known = Rating.EASY if is_easy else Rating.GOOD
        rating = known if verdict.right else Rating.AGAIN
        time = datetime.now(UTC) if now is None else now.astimezone(UTC)
        answered = card.answered(Answer(time, move, rating, seconds), self.plan)
        line = self._lines[number]
        self._cards[number], self._lines[number] = answered, _line(_data(answered))
        try:
            self.save()
        except BaseException:
            self._cards[number], self._lines[number] = card, line
            raise
        return verdict

    def due(self, now: datetime) -> list[int]:
        """Return the numbers of the positions that are due, those first that are due longest."""
        found = [
            (card.schedule.due, number)
            for number, card in enumerate(self._cards)
            if card.schedule is not None and card.schedule.is_due(now)
        ]
        return [number for _, number in sorted(found)]

    def new(self) -> list[int]:
        """Return the numbers of the positions without an answer, in their order."""
        return [number for number, card in enumerate(self._cards) if card.schedule is None]

    def __len__(self) -> int:
        return len(self._cards)

    @overload
    def __getitem__(self, number: int) -> Card: ...
    @overload
    def __getitem__(self, number: slice) -> list[Card]: ...
    def __getitem__(self, number: int | slice) -> Card | list[Card]:
        return self._cards[number]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards.copy())

    def __contains__(self, position: object) -> bool:
        """Whether the deck has a position, or one that is symmetric to it."""
        return isinstance(position, Position) and _core.canonical_key(position) in self._keys

    def __repr__(self) -> str:
        where = "" if self.path is None else f" in {self.path!r}"
        return f"<deck of {self.game}{where}: {len(self):,} positions>"


def deck_file(game: str, folder: pathlib.Path | None = None) -> pathlib.Path:
    """Return the file of the deck of a game in a folder, which is made.

    The folder is by default where the system keeps the state of programs.
    """
    folder = user_folder("state") if folder is None else folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{kind_of(game)}.deck"


def kind_of(game: str) -> str:
    """Return the name of a game without its sizes. Raises ``UnknownGameError``.

    >>> kind_of("othello:6"), kind_of("Reversi")
    ('othello', 'othello')
    """
    kind = game.partition(":")[0]
    return kind if kind in names() else facts(game).name


def _header(first: bytes, size: int) -> dict[str, Any]:
    """Return the header, if it is one of this version."""
    if size > MAX_BYTES:
        raise ParseError("not a deck: far too large")
    try:
        header = json.loads(first)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ParseError(f"not a deck: its first line does not name the format {FORMAT!r}")
    version = header.get("version")
    if version != VERSION:
        shown = shortened(repr(version), 40)
        raise ParseError(f"{shown} is not a valid version of a deck: allowed is {VERSION}")
    return header


def _checksum(header: dict[str, Any], body: bytes) -> str:
    """Return the checksum of all else in a file."""
    return f"xxh3:{checksum(_line(header) + body):016x}"


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _data(card: Card) -> dict[str, Any]:
    """Return a card as data of JSON."""
    return {
        "position": card.position.to_string(),
        "values": [[str(each.move), each.value, each.exact] for each in card.values],
        "kind": card.kind,
        "origin": card.origin,
        "plies": card.plies,
        "answers": [
            [
                each.time.isoformat(),
                None if each.move is None else str(each.move),
                int(each.rating),
                each.seconds,
            ]
            for each in card.answers
        ],
        "schedule": None
        if card.schedule is None
        else {**asdict(card.schedule), **_times(card.schedule)},
    }


def _times(schedule: Schedule) -> dict[str, str]:
    return {"due": schedule.due.isoformat(), "last": schedule.last.isoformat()}


def _card(data: dict[str, Any]) -> Card:
    """Return the card of data. Raises ``GameError``, ``LookupError``, ``TypeError``, ..."""
    position = _core.position(data["position"])
    values = tuple(
        MoveValue(position.parse_move(move), float(value), bool(exact))
        for move, value, exact in data["values"]
    )
    answers = tuple(
        Answer(
            _time(time),
            None if move is None else position.parse_move(move),
            Rating(rating),
            from_data(float | None, seconds),
        )
        for time, move, rating, seconds in data["answers"]
    )
    kept = data["schedule"]
    schedule = None
    if kept is not None:
        schedule = Schedule(
            _time(kept["due"]), _time(kept["last"]), float(kept["stability"]),
            float(kept["difficulty"]), int(kept["state"]), from_data(int | None, kept["step"]),
        )  # fmt: skip
    return Card(
        position, checked_values(position, values), checked_kind(data["kind"]),
        from_data(str, data["origin"]), from_data(int | None, data["plies"]), answers, schedule,
    )  # fmt: skip


def _time(text: str) -> datetime:
    """Return a time in UTC."""
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return time.astimezone(UTC)
