"""Who plays whom, and where the games of each pair begin."""

import json
from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import lru_cache
from itertools import chain, combinations
from threading import Lock
from typing import Any, Literal, TypeAlias, get_args

from bitgames._core import ParameterError, Position, checksum, position
from bitgames.arguments import flag, shortened
from bitgames.openings import OpeningsLike, choose, random_openings
from bitgames.record import Record

Format: TypeAlias = Literal["round_robin", "gauntlet"]
"""Who plays whom: all players meet, or the first player all others."""

FORMATS: tuple[str, ...] = get_args(Format)

# Openings that one thread draws at a time.
_DRAWN = 16
# So many drawn openings in a row, and a quarter of those found, that are all known: there are no
# others, or few.
_KNOWN = 48


def pairings(players: int, format: str) -> list[tuple[int, int]]:
    """Return who plays whom, by the places in the list of players.

    Raises ``ParameterError`` for an unknown format.

    >>> pairings(3, "round_robin")
    [(0, 1), (0, 2), (1, 2)]
    >>> pairings(3, "gauntlet")
    [(0, 1), (0, 2)]
    """
    if format not in FORMATS:
        raise ParameterError(
            f"{shortened(repr(format), 80)} is not a valid format: allowed are {', '.join(FORMATS)}"
        )
    if format == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def game_key(
    start: str, opening: tuple[str, str] | None, seed: int | str, first: str, second: str, pair: int
) -> str:
    """Return the key of a game, 16 hexadecimal digits: equal for equal games only.

    ``opening`` is a position and the moves that follow it; without one the seed deals the game.
    ``seed`` is the one that the results file has.

    >>> key = game_key("tictactoe .../.../...", None, 0, "A", "B", 3)
    >>> key == game_key("tictactoe .../.../...", None, 0, "B", "A", 3), len(key)
    (False, 16)
    """
    text = json.dumps([start, opening, seed, first, second, pair], separators=(",", ":"))
    return f"{checksum(text.encode()):016x}"


class Openings:
    """The openings of a tournament, no two of them equal up to symmetry.

    Pair ``i`` of any two players has opening ``i``. Random ones are drawn when they are asked for,
    from ``seed``: ``openings.random_openings`` returns the same ones, but with repeats. Where there
    are fewer openings than pairs they are used in turn.

    >>> import bitgames as bg
    >>> openings = Openings("random:2", bg.TicTacToe(), seed=1)
    >>> len({openings.text(pair) for pair in range(100)}) == openings.number
    True
    """

    def __init__(
        self,
        openings: OpeningsLike,
        position: Position,
        *,
        seed: int,
        balance: bool = True,
        threads: int = 1,
    ) -> None:
        chosen = choose(openings, position, seed)
        self.rule = chosen.rule
        self._position, self._plies = position, chosen.plies
        self._seed, self._balance, self._threads = seed, flag("balance", balance), threads
        self._lock = Lock()
        self.is_urgent = True
        """True if players wait for openings: all threads draw them then, and one otherwise."""
        self.is_stopped = False
        """True if no more openings are to be drawn: ``text`` then raises ``CancelledError``."""
        self._known: set[Position] = set()
        self._texts: list[tuple[str, str]] = []
        self._drawn = self._repeats = 0
        self._is_all = chosen.plies is None
        for record in chosen.records:
            self._add(record)
        if chosen.records:
            self.rule = "given"

    @property
    def number(self) -> int | None:
        """The number of different openings; ``None`` while more can be drawn."""
        return len(self._texts) if self._is_all else None

    @property
    def config(self) -> Any:
        """The openings as a value of a configuration: the rule, or how many there are and which."""
        if self.rule != "given":
            return self.rule if self._balance or self._plies is None else f"{self.rule}, unbalanced"
        return {
            "given": len(self._texts),
            "checksum": f"{checksum(json.dumps(self._texts).encode()):016x}",
        }

    def first(self) -> Position:
        """Return a position in which games begin."""
        if not self._is_all:
            self.text(_DRAWN * self._threads - 1)  # on all threads, as long as nobody plays
        found = self.text(0)
        return self._position if found is None else _record(*found).position

    def text(self, pair: int) -> tuple[str, str] | None:
        """Return the opening of a pair: a position and the moves that follow it.

        ``None`` is the start, or a deal.
        """
        if not self._is_all and pair >= len(self._texts):
            with self._lock:
                while not self._is_all and pair >= len(self._texts):
                    self._draw(pair + 1 - len(self._texts))
        return self._texts[pair % len(self._texts)] if self._texts else None

    def _draw(self, wanted: int) -> None:
        """Draw some more openings, ``wanted`` of which are likely to be needed."""
        assert self._plies is not None
        # Where openings repeat, at most twice as many as needed are drawn.
        most = 2 * self._threads + self._drawn // _DRAWN
        calls = max(1, min(most, -(-wanted // _DRAWN))) if self.is_urgent else 1
        firsts = [self._drawn + _DRAWN * call for call in range(calls)]
        if calls == 1:
            drawn = [self._call(firsts[0])]
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                try:
                    drawn = list(pool.map(self._call, firsts))
                except BaseException:
                    self.is_stopped = True  # as by Ctrl-C: no call goes on in vain
                    raise
        self._drawn += _DRAWN * calls
        for record in chain(*drawn):
            is_new = self._add(record)
            self._repeats = 0 if is_new else self._repeats + 1
            if self._repeats >= _KNOWN + len(self._texts) // 4:
                self._is_all = True
                return

    def _call(self, first: int) -> list[Record]:
        self._go_on()
        return random_openings(
            self._position, self._plies, _DRAWN, self._seed, balance=self._balance, first=first,
            progress=self._go_on,
        )  # fmt: skip

    def _go_on(self, *_: int) -> None:
        if self.is_stopped:
            raise CancelledError

    def _add(self, record: Record) -> bool:
        reached = record.position.canonical()
        if reached in self._known:
            return False
        self._known.add(reached)
        self._texts.append((record.start.to_string(), " ".join(map(str, record.moves))))
        return True


@lru_cache(maxsize=1 << 14)
def _record(start: str, moves: str) -> Record:
    """Return an opening; those of one pair serve all players."""
    return Record(position(start), moves.split())


def openings_in_turn(texts: Sequence[tuple[str, str] | None], first_pair: int) -> list[Record]:
    """Return the openings of some pairs as ``match`` takes them.

    A match uses opening ``pair % number`` for a pair; ``texts`` are those of ``first_pair`` and the
    pairs after it.

    >>> texts = [("tictactoe .../.../...", move) for move in ("a1", "b2", "a2")]
    >>> [str(record.moves[0]) for record in openings_in_turn(texts, 4)]
    ['a2', 'a1', 'b2']
    """
    number = len(texts)
    turned = [texts[(place - first_pair) % number] for place in range(number)]
    return [_record(*text) for text in turned if text is not None]
