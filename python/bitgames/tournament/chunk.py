"""One task of a tournament: some games of two players, from bytes to lines of the results file."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from bitgames._core import position
from bitgames.matches import match, shake_hands
from bitgames.played import PlayedGame
from bitgames.players.base import Player
from bitgames.players.registry import get
from bitgames.tournament.forgiving import forgiving
from bitgames.tournament.schedule import game_key, openings_in_turn
from bitgames.tournament.store import line_of

__all__ = ["Chunk", "halve", "play", "run"]

_POINTS = {"a": 1.0, None: 0.5, "b": 0.0}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games of two players, ``first_game`` and those that follow it.

    Everything that decides a game is in it, so that any computer plays the same games.
    """

    start: str
    """The start position as text."""
    a: str
    """Spec of the player who begins in even games; empty for an object of this process."""
    b: str
    """Spec of the other player."""
    names: tuple[str, str]
    """The names of both in the tournament."""
    seed: int
    """Seed of the tournament, for the keys of games."""
    root: int
    """Seed of the games of these two players."""
    first_game: int
    """Number of the first game."""
    games: int
    """Number of games."""
    openings: tuple[tuple[str, str] | None, ...]
    """The opening of each pair: a position and the moves that follow it."""
    clock: str | None = None
    """The clock, as in ``match``."""
    adjudicate: str | None = None
    """The rule of adjudication, as in ``match``."""

    @property
    def first_pair(self) -> int:
        """Number of the pair of the first game."""
        return self.first_game // 2

    @property
    def data(self) -> bytes:
        """The chunk as bytes, for ``play``."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, spec: bytes) -> "Chunk":
        """Read what ``data`` wrote."""
        document: dict[str, Any] = json.loads(spec)
        texts = document.pop("openings")
        return cls(
            names=(document["names"][0], document["names"][1]),
            openings=tuple(None if text is None else (text[0], text[1]) for text in texts),
            **{name: value for name, value in document.items() if name != "names"},
        )

    def part(self, first_game: int, games: int) -> "Chunk":
        """Return some games of this chunk as a chunk."""
        first_pair, last_pair = first_game // 2, (first_game + games - 1) // 2
        begin = first_pair - self.first_pair
        openings = self.openings[begin : begin + last_pair - first_pair + 1]
        return replace(self, first_game=first_game, games=games, openings=openings)

    def line(self, played: PlayedGame) -> tuple[int, float, bool, bytes]:
        """Return the number of a game, the score of its first player, forfeit, and its line."""
        is_turned = played.game % 2
        first, second = self.names[::-1] if is_turned else self.names
        pair = played.game // 2
        score = 1.0 - _POINTS[played.winner] if is_turned else _POINTS[played.winner]
        opening = self.openings[pair - self.first_pair]
        seconds, seeds = played.seconds, played.seeds
        line = line_of(
            {
                "key": game_key(self.start, opening, self.seed, first, second, pair),
                "pair": pair,
                "game": played.game,
                "first": first,
                "second": second,
                "score": score,
                "reason": played.reason,
                "forfeit": played.forfeit,
                "plies": len(played.moves),
                "given": played.given,
                "seconds": [round(each, 6) for each in (seconds[::-1] if is_turned else seconds)],
                "seeds": seeds[::-1] if is_turned else seeds,
                "start": played.start,
                "moves": " ".join(played.moves),
            }
        )
        return played.game, score, played.forfeit, line


def run(
    chunk: Chunk,
    players: tuple[Player, Player],
    on_game: Callable[[PlayedGame], object],
    *,
    threads: int | None = 1,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Play the games of a chunk; ``on_game`` gets each of them when it ends."""
    match(
        forgiving(players[0]),
        forgiving(players[1]),
        position(chunk.start),
        chunk.games,
        chunk.root,
        first_game=chunk.first_game,
        openings=openings_in_turn(chunk.openings, chunk.first_pair),
        on_game=on_game,
        threads=threads,
        progress=progress,
        clock=chunk.clock,
        adjudicate=chunk.adjudicate,
        paired_seeds=True,
    )


@cache
def _player(spec: str, start: str) -> Player:
    """Return the player of a spec, one for all tasks of this process: a program starts once."""
    player = get(spec, seed=0)
    shake_hands([player], position(start))
    return player


def play(spec: bytes) -> bytes:
    """Play the games of a chunk, given as bytes, and return their lines in the results file.

    >>> from bitgames.tournament.store import Line, read_line
    >>> chunk = Chunk("tictactoe .../.../...", "ai14", "first", ("A", "B"), 0, 0, 0, 2, (None,))
    >>> [read_line(Line(1, 0, data), "r").winner for data in play(chunk.data).splitlines()]
    ['A', 'A']
    """
    chunk = Chunk.read(spec)
    lines: list[bytes] = []
    players = (_player(chunk.a, chunk.start), _player(chunk.b, chunk.start))
    run(chunk, players, lambda played: lines.append(chunk.line(played)[-1]))
    return b"".join(lines)


def halve(spec: bytes) -> list[bytes]:
    """Cut a chunk into two, as ``spread`` wants it; one pair of games comes back alone.

    >>> chunk = Chunk("tictactoe .../.../...", "a", "b", ("A", "B"), 0, 0, 3, 4, (None,) * 3)
    >>> [(Chunk.read(each).first_game, Chunk.read(each).games) for each in halve(chunk.data)]
    [(3, 1), (4, 3)]
    """
    chunk = Chunk.read(spec)
    end = chunk.first_game + chunk.games
    middle = (chunk.first_game + chunk.games // 2) & ~1
    if middle <= chunk.first_game:
        middle = chunk.first_game + 2 - chunk.first_game % 2
    if middle >= end:
        return [spec]
    return [
        chunk.part(chunk.first_game, middle - chunk.first_game).data,
        chunk.part(middle, end - middle).data,
    ]
