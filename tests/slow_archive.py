"""The questions to files of games answered slowly: every position of every game, in plain Python.

Positions are compared as text, the least of all their images, so no key of ours is involved.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bitgames import Position, position


@dataclass(frozen=True)
class Slow:
    """A game as the file has it."""

    first: str
    second: str
    score: float
    start: str
    moves: tuple[str, ...]

    def positions(self) -> list[Position]:
        found = [position(self.start)]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found


def image(of: Position) -> str:
    """The same text for all positions that symmetries take to one another."""
    return min(each.to_string() for each in of.symmetries())


def find(
    games: list[Slow],
    *,
    player: str | None = None,
    first: str | None = None,
    second: str | None = None,
    result: str | None = None,
    opening: list[Position] | None = None,
    at: Position | None = None,
) -> list[int]:
    """The numbers of the games, from 1; ``opening`` has the positions from its start on."""

    def fits(game: Slow) -> bool:
        images = [image(each) for each in game.positions()]
        own = game.score if game.first == player else 1 - game.score
        wanted = {"first": game.score == 1, "second": game.score == 0, "draw": game.score == 0.5,
                  "win": own == 1, "loss": own == 0, None: True}  # fmt: skip
        return (
            player in (None, game.first, game.second)
            and first in (None, game.first)
            and second in (None, game.second)
            and wanted[result]
            and (opening is None or images[: len(opening)] == [image(each) for each in opening])
            and (at is None or image(at) in images)
        )

    return [number for number, game in enumerate(games, 1) if fits(game)]


def next_moves(games: list[Slow], at: Position) -> Counter[tuple[str | None, float]]:
    """How often each move with each score was played in a position."""
    found: Counter[tuple[str | None, float]] = Counter()
    for game in games:
        positions = game.positions()
        for number, each in enumerate(positions):
            if image(each) != image(at):
                continue
            if number == len(game.moves):
                found[None, game.score] += 1
                continue
            ways = [s for s in range(each.num_symmetries) if each.transform(s) == at]
            images = [each.transform_move(game.moves[number], s) for s in ways]
            found[str(min(images, key=int)), game.score] += 1
    return found
