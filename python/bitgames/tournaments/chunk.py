"""One task of a tournament: some games of two players, from bytes to lines of the results file."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from bitgames._core import child_seed, position
from bitgames.clock import clock_of
from bitgames.files import from_data
from bitgames.matches import FinishedLine, QueuedMatch, adjudication_limit, play_games
from bitgames.players.conversations import with_prompts
from bitgames.players.player import Player
from bitgames.tournaments.entrants import task_player
from bitgames.tournaments.forfeit_on_error import forfeit_on_error
from bitgames.tournaments.schedule import openings_in_turn

_encode = json.JSONEncoder(separators=(",", ":")).encode


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
    """Seed of the tournament."""
    shown_seed: int | str
    """The seed as the results file has it."""
    place: int
    """Number of these two players in the tournament, which gives their games their own seed."""
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
    def root(self) -> int:
        """Seed of the games of these two players."""
        return child_seed(self.seed, self.place)

    @property
    def data(self) -> bytes:
        """The chunk as bytes, for ``play``."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, spec: bytes) -> "Chunk":
        """Read what ``data`` wrote."""
        chunk: Chunk = from_data(cls, json.loads(spec))
        return chunk

    def part(self, first_game: int, games: int) -> "Chunk":
        """Return some games of this chunk as a chunk."""
        first_pair, last_pair = first_game // 2, (first_game + games - 1) // 2
        begin = first_pair - self.first_pair
        openings = self.openings[begin : begin + last_pair - first_pair + 1]
        return replace(self, first_game=first_game, games=games, openings=openings)

    def queued(self, a: str, b: str) -> QueuedMatch:
        """These games of native players, by their specs, as ``play_queue`` takes them."""
        openings = openings_in_turn(self.openings, self.first_pair)
        return (
            a,
            b,
            self.games,
            self.root,
            self.first_game,
            [(record.start, record.moves) for record in openings],
            self.sheet,
        )

    @property
    def sheet(self) -> Any:
        """What the lines of these games share, for ``play_match``; see ``game_key``."""
        players = [json.dumps(name) for name in self.names]
        fields = [
            b'"first":%s,"second":%s' % (_json(first), _json(second))
            for first, second in (self.names, self.names[::-1])
        ]
        return (
            self.place,
            self.first_pair,
            f"[{json.dumps(self.start)},".encode(),
            [b"null" if each is None else _encode(each).encode() for each in self.openings],
            tuple(
                f",{_encode(self.shown_seed)},{first},{second},".encode()
                for first, second in (players, players[::-1])
            ),
            tuple(fields),
        )


def _json(text: str) -> bytes:
    """Return a text as it stands in a line."""
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace")


def run(
    chunk: Chunk,
    players: tuple[Player, Player],
    on_lines: Callable[[list[FinishedLine]], object],
    *,
    threads: int | None = 1,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Play the games of a chunk; ``on_lines`` gets those that have ended."""
    _, _, games, root, first, openings, sheet = chunk.queued("", "")
    start = position(chunk.start)
    play_games(
        (forfeit_on_error(players[0]), forfeit_on_error(players[1])),
        start,
        clock_of(chunk.clock),
        games=games,
        root=root,
        first=first,
        openings=openings,
        sheet=sheet,
        on_game=on_lines,
        threads=threads,
        progress=progress,
        adjudicate=adjudication_limit(chunk.adjudicate, start),
        paired_seeds=True,
    )


def play(spec: bytes) -> bytes:
    """Play the games of a chunk, given as bytes, and return their lines in the results file.

    The lines of prompts that text players were asked come after those of the games.

    >>> from bitgames.journal import Line
    >>> from bitgames.tournaments.games import read_line
    >>> chunk = Chunk("tictactoe .../.../...", "ai14", "first", ("A", "B"), 0, 0, 0, 0, 2, (None,))
    >>> [read_line(Line(1, 0, data), "r").winner for data in play(chunk.data).splitlines()]
    ['A', 'A']
    """
    chunk = Chunk.read(spec)
    players = (task_player(chunk.a, chunk.start), task_player(chunk.b, chunk.start))

    def played() -> bytes:
        lines: list[bytes] = []
        run(chunk, players, lambda ended: lines.extend(line for *_, line in ended))
        return b"".join(lines)

    return with_prompts(played)


def split(spec: bytes) -> list[bytes]:
    """Cut a chunk into two, as ``spread`` wants it; one pair of games comes back alone.

    >>> chunk = Chunk("tictactoe .../.../...", "a", "b", ("A", "B"), 0, 0, 0, 3, 4, (None,) * 3)
    >>> [(Chunk.read(each).first_game, Chunk.read(each).games) for each in split(chunk.data)]
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
