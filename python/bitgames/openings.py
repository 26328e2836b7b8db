"""Openings: the beginnings of the games of a match, random or read from a file."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import SupportsIndex, TypeAlias

from bitgames._core import (
    GameError,
    LimitError,
    ParameterError,
    ParseError,
    Position,
    draw_openings,
    search,
)
from bitgames._core import position as parse_position
from bitgames.arguments import flag, instance, integer, parameter_error, real, shortened
from bitgames.files import read_regular
from bitgames.formats.reading import read_any, recognise
from bitgames.formats.text import is_obf, read_moves, read_position
from bitgames.games import start as start_of
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root

__all__ = [
    "Chosen",
    "OpeningsLike",
    "choose",
    "random_openings",
    "read_openings",
    "usual",
    "usual_plies",
]

OpeningsLike: TypeAlias = str | Iterable[Position | Record | str]
"""Openings of a match: ``"none"``, ``"random:8"``, the path of a file, or the openings.

``"drawn:FILE"`` takes the openings of a file in an order that the seed draws, ``"even=2:FILE"``
those that a quick search values within 2 points of even, ``"drawn:even=2:FILE"`` both."""

MAX_PLIES = 255
_USUAL_PLIES = 8
_MAX_BYTES = 64 << 20
_HELP = "none, random, random:PLIES and the path of a file, also after drawn: or even=POINTS:"
_DRAW = 1 << 61
"""The child of a root seed from which the order of drawn openings follows."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The openings of a match, as chosen by its caller or by default."""

    rule: str
    """``"none"``, ``"random:PLIES"``, or ``"given"``."""
    plies: int | None = None
    """Number of moves of each random opening; else ``None``."""
    records: tuple[Record, ...] = ()
    """The given openings."""


def usual_plies(position: Position) -> int:
    """Return the usual number of moves of a random opening: a quarter of the board, at most 8.

    >>> import bitgames as bg
    >>> usual_plies(bg.Othello()), usual_plies(bg.TicTacToe())
    (8, 2)
    """
    start = instance("position", position, Position)
    return max(1, min(_USUAL_PLIES, start.facts.num_moves // 4))


def random_openings(
    game: str | Position,
    plies: SupportsIndex | None = None,
    pairs: SupportsIndex = 1,
    seed: Seed = None,
    *,
    balance: bool = True,
    first: SupportsIndex = 0,
    progress: Callable[[int, int], object] | None = None,
) -> list[Record]:
    """Return the random openings of a match: one for each pair of games.

    ``game`` is a spec or a position. An opening has ``plies`` moves, 1 to 255 (default: a quarter
    of the board, at most 8), each uniform among the legal moves, or fewer if the game would be over
    by then. With ``balance`` up to 32 lines are drawn until a search of 2,000 positions values one
    of them as about even (in Othello within three discs); else the most even of them is taken.
    ``pairs`` (up to 2**24) is the number of openings, and ``first`` the number of the first one.

    Opening ``i`` depends on the position, ``plies``, ``balance``, the seed and ``i`` alone: these
    are the openings of ``match(..., seed=seed, openings="random:PLIES")``. ``progress`` is called
    with the numbers of drawn and of all openings.

    Raises ``ParameterError`` for a game of chance, which is dealt instead, and for numbers out of
    range.

    >>> import bitgames as bg
    >>> from bitgames.openings import random_openings
    >>> openings = random_openings("othello", 4, pairs=3, seed=1)
    >>> [len(opening) for opening in openings]
    [4, 4, 4]
    >>> random_openings("othello", 4, pairs=1, seed=1, first=2) == openings[2:]
    True
    """
    position = start_of(game)
    _check_chance(position)
    number = usual_plies(position) if plies is None else integer("plies", plies, 1, MAX_PLIES)
    drawn = draw_openings(
        position,
        plies=number,
        pairs=integer("pairs", pairs, 0, 2**24),
        root=root(seed),
        first=integer("first", first, 0, 2**53),
        balanced=balance,
        progress=progress,
    )
    return [Record(position, moves) for moves in drawn]


def usual(position: Position, *, deterministic: bool) -> Chosen:
    """Return the openings of a match without a choice: random ones for two deterministic players.

    Games of chance and finished positions need none.

    >>> import bitgames as bg
    >>> [usual(game, deterministic=True).rule for game in (bg.Othello(), bg.Honeymoon(1))]
    ['random:8', 'none']
    """
    is_fixed = flag("deterministic", deterministic)
    varies = instance("position", position, Position).facts.chance or position.is_over
    return choose("random" if is_fixed and not varies else "none", position)


def choose(openings: OpeningsLike, position: Position, run_seed: int = 0) -> Chosen:
    """Return the openings that an argument means in a match from ``position``.

    ``run_seed``, the root of the run, decides the order of ``"drawn:FILE"``. Raises as ``match``.

    >>> import bitgames as bg
    >>> choose("random:3", bg.Othello()).plies
    3
    """
    instance("position", position, Position)
    if not isinstance(openings, str):
        records = tuple(_opening(each) for each in openings)
        for record in records:
            if record.start.game != position.game:
                allowed = f"a position of {position.game}"
                raise parameter_error("an opening", allowed, f"one of {record.start.game}")
        return Chosen("given", records=records) if records else Chosen("none")
    if openings == "none":
        return Chosen("none")
    kind, colon, number = openings.partition(":")
    if kind == "random":
        _check_chance(position)
        plies = _plies(number) if colon else usual_plies(position)
        return Chosen(f"random:{plies}", plies=plies)
    is_drawn = openings.startswith("drawn:")
    rest = openings.removeprefix("drawn:")
    within = None
    if rest.startswith("even="):
        number, _, rest = rest.removeprefix("even=").partition(":")
        within = _points(number, position)
    found = read_openings(rest, position, within=within)
    if is_drawn:
        branch = child_seed(run_seed, _DRAW)
        order = sorted(range(len(found)), key=lambda place: child_seed(branch, place))
        found = [found[place] for place in order]
    return Chosen("given", records=tuple(found))


def _check_chance(position: Position) -> None:
    if position.facts.chance:
        raise ParameterError(
            f"{position.game} takes no random openings: each pair of games has a new deal"
        )


def _plies(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= MAX_PLIES:
        allowed = f"from 1 to {MAX_PLIES} plies"
        raise parameter_error("the number of a random opening", allowed, repr(text))
    return number


def _points(text: str, position: Position) -> float:
    highest = position.facts.max_score
    try:
        return real("the points of even openings", float(text), 0.0, float(highest))
    except ValueError:
        allowed = f"from 0 to {highest} points"
        raise parameter_error("the bound of even openings", allowed, repr(text)) from None


def read_openings(
    path: str | os.PathLike[str], position: Position, *, within: float | None = None
) -> list[Record]:
    r"""Read the openings of a match from a file, for the game of ``position``.

    Each line is an opening: the moves from ``position``, or a position as text. Empty lines and
    lines that begin with ``#`` or ``%`` are skipped. A file of games in any format of
    ``formats.read_any`` gives their moves. With ``within`` only openings are taken whose value by
    a search of 2,000 positions, at most six plies deep, is that near to an even game, in points of
    the game's score.

    Raises ``ParameterError`` for a file that cannot be read or has no such opening, ``LimitError``
    for more than 64 MiB, and ``ParseError`` for text that is neither, and for an opening after
    which the game is over.

    >>> import bitgames as bg, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "openings.txt")
    >>> _ = path.write_text("f5 d6 c3\nf5f6\n")
    >>> [len(opening) for opening in read_openings(path, bg.Othello())]
    [3, 2]
    """
    name = shortened(os.fspath(path), 80)
    try:
        data = read_regular(path, _MAX_BYTES)
    except OSError as error:
        raise ParameterError(
            f"{name!r} is not a valid choice of openings: allowed are {_HELP} "
            f"({error.strerror or error})"
        ) from None
    if len(data) > _MAX_BYTES:
        raise LimitError(f"{name} has more than {_MAX_BYTES >> 20} MiB")
    records = _lines(data, position)
    if isinstance(records, GameError):
        if recognise(data) in (None, "transcript", "positions"):
            raise ParseError(f"{name}: {records}")
        records = read_any(path, game=position.game)
    if not records:
        raise ParameterError(f"{name} has no openings")
    for number, record in enumerate(records, 1):
        if record.start.game != position.game:
            raise ParameterError(
                f"{name} has an opening of {record.start.game}, not of {position.game}"
            )
        if record.is_over:
            raise ParseError(f"{name}: after opening {number} the game is over")
    if within is None:
        return records
    even = [each for each in records if abs(_value(each.position)) <= within]
    if not even:
        raise ParameterError(f"{name} has no opening within {within:g} of even")
    return even


def _value(position: Position) -> float:
    return search(position, depth=6, nodes=2000, table_mib=1).value


def _lines(data: bytes, position: Position) -> list[Record] | GameError:
    """Return the opening of each line, or the error of the first line that is none."""
    records = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        text = line.strip()
        if not text or text[0] in "#%":
            continue
        try:
            records.append(_line(text, position))
        except GameError as error:
            return ParseError(f"line {number}: {error}")
    return records


def _line(text: str, position: Position) -> Record:
    if text.split()[0].partition(":")[0] == position.facts.name or is_obf(text):
        return Record(read_position(text))
    return Record(position, read_moves(position, text))


def _opening(opening: Position | Record | str) -> Record:
    if isinstance(opening, Record):
        return opening
    return Record(parse_position(opening) if isinstance(opening, str) else start_of(opening))
