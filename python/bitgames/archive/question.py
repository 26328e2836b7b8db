"""The games for which all that is asked holds, and their results counted."""

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bitgames._core import GameError, Move, ParameterError, ParseError, Position
from bitgames.archive.reader import Reader
from bitgames.archive.sources import UNKNOWN
from bitgames.archive.stats import MoveStats, OpeningStats, PlayerStats, Stats, Tally
from bitgames.arguments import did_you_mean, instance, printable, shortened
from bitgames.formats import read_moves, read_position
from bitgames.games import openings
from bitgames.games.named import NAMED, named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Result: TypeAlias = Literal["first", "second", "draw", "win", "loss"]
"""A result: the side that won, or a draw; for the games of a player, a win or a loss."""

RESULTS: tuple[Result, ...] = ("first", "second", "draw", "win", "loss")
"""All results that can be asked for."""

_POINTS = {"first": 2, "draw": 1, "second": 0}


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of games; ``None`` asks nothing."""

    player: str | None = None
    first: str | None = None
    second: str | None = None
    result: Result | None = None
    opening: str | None = None
    position: Position | str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Games, and the position that was asked for."""

    games: "NDArray[np.uint32]"
    """Their numbers, from 0."""
    position: Position | None
    """The position that was asked for, or that after the opening."""


def answer(reader: Reader, start: Position | None, asked: Query) -> Answer:
    """Return the games for which all that is asked holds; ``start`` is where openings begin."""
    import numpy as np

    wanted = ~reader.column("refused")
    for mask in _masks(reader, asked):
        wanted = wanted & mask
    targets = _targets(start, asked)
    for target in targets:
        wanted = _with(reader, target, wanted)
    games = np.flatnonzero(wanted).astype(np.uint32)
    return Answer(games, targets[-1] if targets else None)


def _with(reader: Reader, position: Position, wanted: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
    """Tell which of the wanted games have a position."""
    import numpy as np

    hits = reader.hits(position)
    counted = reader.frequent(position)
    found = wanted & hits
    if counted is not None and int(counted[:, 2].sum()) == int(hits.sum()):
        return found
    # The marks of rare positions may be those of others, too: the moves tell.
    games = np.flatnonzero(found).astype(np.uint32)
    found = np.zeros_like(wanted)
    found[reader.places(position, games).games] = True
    return found


def _masks(reader: Reader, asked: Query) -> "list[NDArray[np.bool_]]":
    named = {asked.player, asked.first, asked.second} != {None}
    names = reader.names() if named else {}
    masks = []
    player = None if asked.player is None else _player(names, asked.player)
    if player is not None:
        masks.append((reader.column("first") == player) | (reader.column("second") == player))
    for side, name in (("first", asked.first), ("second", asked.second)):
        if name is not None:
            masks.append(reader.column(side) == _player(names, name))
    if asked.result is None:
        return masks
    points = reader.column("points")
    if asked.result in _POINTS:
        masks.append(points == _POINTS[asked.result])
    elif asked.result not in RESULTS:
        allowed = f"{', '.join(RESULTS[:-1])} and {RESULTS[-1]}"
        shown = shortened(repr(asked.result), 40)
        raise ParameterError(f"{shown} is not a valid result: allowed are {allowed}")
    elif player is None:
        raise ParameterError(
            f"the result {asked.result} is that of a player: name one, or ask for first, second or "
            "draw"
        )
    else:
        own, other = (2, 0) if asked.result == "win" else (0, 2)
        masks.append(
            ((reader.column("first") == player) & (points == own))
            | ((reader.column("second") == player) & (points == other))
        )
    return masks


def _player(names: dict[str, int], name: str) -> int:
    """Return the number of a name, in either case if it is the only one."""
    instance("the name of a player", name, str, "text")
    if name in names:
        return names[name]
    same = [number for known, number in names.items() if known.casefold() == name.casefold()]
    if len(same) == 1:
        return same[0]
    advice = did_you_mean(name, {known.lower(): known for known in names})
    if not advice:
        part = [known for known in names if name.casefold() in known.casefold()]
        advice = f"; did you mean {part[0]}?" if len(part) == 1 else ""
    shown = printable(shortened(repr(name), 60))
    raise ParameterError(
        f"{shown} is not a player of these games: allowed are the names of their "
        f"{len(names):,} players{printable(advice)}"
    )


def _targets(start: Position | None, asked: Query) -> list[Position]:
    """Return the positions through which the games go: the opening's from its start on."""
    targets: list[Position] = []
    if asked.opening is not None:
        if start is None:
            raise ParameterError("there are no games, so there is no start of an opening")
        known = named(start.game, asked.opening)
        if known is not None:
            targets.append(known.position(start.game))
        else:
            targets += _line(start, asked.opening)
    if isinstance(asked.position, Position):
        targets.append(asked.position)
    elif asked.position is not None:
        targets.append(_position(start, asked.position))
    return targets


def _line(start: Position, text: str) -> list[Position]:
    """Return the positions of the moves of an opening, from the start on."""
    targets = [start]
    try:
        for move in read_moves(start, text):
            targets.append(targets[-1].play(move))
    except ParseError as error:
        names = {each.name().lower(): each.name() for each in openings(start.game)}
        raise ParseError(f"{error}{did_you_mean(text, names)}") from None
    return targets


def _position(start: Position | None, text: str) -> Position:
    try:
        return read_position(text)
    except GameError:
        if start is None:
            raise
        try:
            moves = read_moves(start, text)
        except GameError:
            moves = None
        if not moves:
            raise
    for move in moves:
        start = start.play(move)
    return start


def by_opening(reader: Reader, games: "NDArray[np.uint32]") -> tuple[OpeningStats, ...]:
    """Count the results of games by the names of their openings."""
    import numpy as np

    wanted = np.zeros(reader.games, np.bool_)
    wanted[games] = True
    number = np.zeros(reader.games, np.uint16)
    named = sorted(
        ((each, each.position(spec)) for spec in NAMED for each in openings(spec)),
        key=lambda each: each[0].plies,
    )
    # The last name on the way is that of the game: a deeper one takes the place of one before it.
    for place, (_, position) in enumerate(named, 1):
        number[_with(reader, position, wanted)] = place
    code = number[games] * np.int64(4) + reader.column("points")[games]
    rows = np.bincount(code, minlength=4 * len(named) + 4).reshape(-1, 4).tolist()
    names = [None, *(each for each, _ in named)]
    found = [OpeningStats(each, _tally(row)) for each, row in zip(names, rows, strict=True)]
    found = [each for each in found if each.games]
    return tuple(sorted(found, key=lambda each: (-each.games, each.name)))


def counted(reader: Reader, start: Position | None, found: Answer) -> Stats:
    """Count the results of games."""
    import numpy as np

    games = found.games
    names = ("first", "second", "points")
    columns = [reader.column(name) for name in names]
    if len(games) < reader.games:
        columns = [column[games] for column in columns]
    totals = np.bincount(columns[2], minlength=UNKNOWN + 1).tolist()
    moves: tuple[MoveStats, ...] = ()
    if found.position is not None:
        moves = _by_move(reader, found.position, games)
    elif start is not None:
        moves = _by_move(reader, start, games[reader.hits(start)[games]])
    return Stats(_tally(totals), _by_player(reader, *columns), moves)


def _tally(totals: list[int]) -> Tally:
    """Return the results of the first side from the numbers of games by their points."""
    losses, draws, wins, unknown = totals
    return Tally(wins, draws, losses, unknown)


def _by_player(
    reader: Reader, first: "NDArray[Any]", second: "NDArray[Any]", points: "NDArray[Any]"
) -> tuple[PlayerStats, ...]:
    import numpy as np

    rows: dict[int, list[int]] = defaultdict(lambda: [0] * (UNKNOWN + 1))
    for names, own in ((first, points), (second, np.where(points == UNKNOWN, points, 2 - points))):
        counts = np.bincount(names * np.uint32(4) + own)
        for each in np.flatnonzero(counts).tolist():
            rows[each // 4][each % 4] += int(counts[each])
    found = [PlayerStats(reader.text(number), _tally(row)) for number, row in rows.items()]
    return tuple(sorted(found, key=lambda each: (-each.tally.games, each.name)))


def _by_move(
    reader: Reader, position: Position, games: "NDArray[np.uint32]"
) -> tuple[MoveStats, ...]:
    import numpy as np

    rows = reader.frequent(position)
    if rows is None or int(rows[:, 2].sum()) != len(games):
        # Some of the games with the position, or a rare one: the moves tell.
        places = reader.places(position, games)
        points = reader.column("points")[places.games]
        code, counts = np.unique(
            (places.moves.astype(np.int64) + 1) * 4 + points, return_counts=True
        )
        rows = np.stack([code // 4, code % 4, counts], 1)
    totals: dict[int, list[int]] = defaultdict(lambda: [0] * (UNKNOWN + 1))
    for move, own, count in rows.tolist():
        totals[move - 1][own] += count
    images = _images(position)
    found = [MoveStats(images.get(move), _tally(row)) for move, row in totals.items()]
    return tuple(
        sorted(found, key=lambda row: (-row.games, -1 if row.move is None else int(row.move)))
    )


def _images(position: Position) -> dict[int, Move]:
    """Return the moves of a position by those of the board that represents all symmetric ones."""
    whole: Any = position.canonical()
    ways = [s for s in range(whole.num_symmetries) if whole.transform(s) == position]
    legal = {int(move): move for move in position.legal_moves}
    return {
        int(move): legal[min(int(whole.transform_move(move, s)) for s in ways)]
        for move in whole.legal_moves
    }
