"""SGF, the Smart Game Format, FF[4]: games with branches, comments and values.

Othello is ``GM[2]``; tic-tac-toe and m,n,k games are ``GM[4]``, which is Gomoku. For other games
there is no number, so their start stands in a property of our own, ``BITGAMES``, and their moves
are text as people type them. What hides something has no SGF.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bitgames._core import (
    GameError,
    Move,
    Othello,
    ParseError,
    Position,
    TicTacToe,
    UnsupportedError,
    __version__,
)
from bitgames._core import position as parse_position
from bitgames.arguments import real
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import ErrorCollector, FormatError, Loaded, Path, described, is_pass
from bitgames.formats.parsing import shown as quoted
from bitgames.formats.sgf_grammar import (
    LETTERS,
    SgfNode,
    escaped,
    located,
    parse,
    point,
    points,
    text_of,
    to_text,
    unescaped,
)
from bitgames.games import start as start_of
from bitgames.record import Record

__all__ = ["SgfGame", "SgfMove", "dumps", "load", "loads", "save"]

_MOST = 1e9
_OWN = "BITGAMES"
_SEATS = "SEATS"
_COLOURS = ("B", "W")
_SET_UP = ("AB", "AW", "AE", "PL")
# What is read or made here; all other properties are kept as they are.
_ROOT = ("FF", "CA", "AP", "GM", "SZ", "PB", "PW", "DT", "EV", "RE", _OWN, _SEATS, *_SET_UP)


@dataclass(eq=False, slots=True)
class SgfMove:
    """A move of a tree, with what is said about the position after it; the root has no move."""

    move: Move | None = None
    """The move; ``None`` at the root."""
    comment: str = ""
    """A comment on the position."""
    value: float | None = None
    """The value of the position for the side that moves first in the game; ``None`` if unknown."""
    properties: dict[str, list[str]] = field(default_factory=dict)
    """Other properties, their values as they are between the brackets."""
    children: list["SgfMove"] = field(default_factory=list, repr=False)
    """The moves that may follow, the main line first."""


@dataclass(eq=False, slots=True)
class SgfGame:
    """A game as a tree of moves, and what is known of it.

    >>> import bitgames as bg
    >>> from bitgames.formats import sgf
    >>> game = sgf.loads("(;GM[2]PB[ann];B[fe](;W[df]C[usual];B[cc])(;W[ff]))")[0]
    >>> game.record().moves, [str(each.move) for each in game.root.children[0].children]
    ([f5, d6, c3], ['d6', 'f6'])
    """

    start: Position
    """The position at the start."""
    root: SgfMove = field(default_factory=SgfMove)
    """The start of the tree; its ``properties`` are those of the game that have no other place."""
    title: Record | None = None
    """A record without moves: names of players, date and event."""
    resigned: int | None = None
    """The seat that resigned at the end of the main line."""

    @classmethod
    def from_record(cls, record: Record, values: Sequence[float | None] = ()) -> "SgfGame":
        """Return a record as a tree of one line.

        ``values`` are those of the positions from the start on, for the side that moves first; one
        for each position, or fewer.
        """
        title = Record(record.start)
        title.players, title.date, title.event = record.players, record.date, record.event
        game = cls(record.start, title=title, resigned=record.resigned)
        node = game.root
        for move in record.moves:
            node.children.append(SgfMove(move))
            node = node.children[0]
        for node, value in zip(game.main_line, values, strict=False):
            node.value = value
        return game

    @property
    def main_line(self) -> Iterator[SgfMove]:
        """The root and the first move after each, in order."""
        node = self.root
        yield node
        while node.children:
            node = node.children[0]
            yield node

    @property
    def has_more(self) -> bool:
        """True if there is more than one line of moves without comments."""
        return any(node.comment or len(node.children) > 1 for node in self.main_line)

    def record(self) -> Record:
        """Return the main line as a record, with names, date, event and a resignation."""
        moves = [node.move for node in self.main_line if node.move is not None]
        known = self.title or Record(self.start)
        record: Record = Record(
            self.start, moves, players=known.players, date=known.date, event=known.event
        )
        if self.resigned is not None and not record.is_over:
            record.resign(self.resigned)
        return record


def loads(data: str | bytes, *, strict: bool = True, name: str = "") -> Loaded[SgfGame]:
    """Read the games of SGF data.

    Bytes are in the encoding of their ``CA``, without one in UTF-8 or else Latin-1. A node without
    a move belongs to the move before it. Raises ``ParseError``, with line and column, for data that
    is not SGF, for a game that is not supported, for an illegal move, and for a board that is set
    up later than at the start. With ``strict=False`` bad games are left out, and their errors are
    in ``complaints``.

    >>> from bitgames.formats import sgf
    >>> sgf.loads("(;GM[2];B[aa])")
    Traceback (most recent call last):
        ...
    bitgames.ParseError: line 1: column 8: move 1: illegal move a1 in ...: legal moves are d3 c4 f5 e6
    """  # noqa: E501 - one line of output
    text = text_of(data)
    complaints = ErrorCollector(name, strict=strict)
    games = []
    try:
        found = parse(text)
    except FormatError as error:
        complaints.at_line(*located(text, error))
        return Loaded([], complaints)
    for root in found:
        try:
            games.append(_game(root))
        except FormatError as error:
            complaints.at_line(*located(text, error))
    return Loaded(games, complaints)


def load(path: Path, *, strict: bool = True) -> Loaded[SgfGame]:
    """Read the games of a file as ``loads`` does. Raises ``OSError`` for an error of the system."""
    return loads(read_regular(path), strict=strict, name=str(path))


def dumps(games: Iterable[SgfGame | Record]) -> str:
    """Return games as SGF: FF[4], to be written in UTF-8.

    Raises ``UnsupportedError`` for a game that hides something.

    >>> import bitgames as bg
    >>> from bitgames.formats import sgf
    >>> print(sgf.dumps([bg.Record("tictactoe", "b2 a1")]).replace(bg.__version__, "VERSION"))
    (;FF[4]CA[UTF-8]AP[bitgames:VERSION]GM[4]SZ[3]RE[?]BITGAMES[tictactoe .../.../...]
    ;B[bb];W[aa])
    <BLANKLINE>
    """
    return to_text(
        _written(SgfGame.from_record(game) if isinstance(game, Record) else game) for game in games
    )


def save(path: Path, games: Iterable[SgfGame | Record]) -> None:
    """Write games to a file, in UTF-8; see ``dumps``."""
    write_atomic(path, dumps(games).encode())


# Reading.


def _game(raw: SgfNode) -> SgfGame:
    """Return the game of a tree of nodes. Raises ``FormatError`` with the place of the node."""
    try:
        start = _start(raw.properties)
        game = SgfGame(start, title=_title(raw.properties, start))
    except GameError as error:
        raise FormatError(str(error), raw.place) from None
    comments: dict[SgfMove, list[str]] = {}
    # Nodes that are not read yet, each with the move and the position before it, and its number.
    waiting = [(raw, game.root, start, 1)]
    while waiting:
        node, before, position, number = waiting.pop()
        try:
            after, position, number = _moved(node, before, position, number)
            _say(node, after, is_root=node is raw)
            if "C" in node.properties:
                comments.setdefault(after, []).append(unescaped(node.properties["C"][0]))
        except GameError as error:
            raise FormatError(str(error), node.place) from None
        waiting += [(child, after, position, number) for child in reversed(node.children)]
    for move, said in comments.items():
        move.comment = "\n".join(said)
    game.resigned = _resigned(raw.properties, start)
    return game


def _moved(
    node: SgfNode, before: SgfMove, position: Position, number: int
) -> tuple[SgfMove, Position, int]:
    """Play the move of a node, if it has one; return where it leads, and the next number."""
    colours = [each for each in _COLOURS if each in node.properties]
    if not colours:
        return before, position, number
    if len(colours) > 1:
        raise ParseError("a node must have one move, not B and W")
    if position.is_over:
        raise ParseError(f"move {number}: the game is over")
    team = _COLOURS.index(colours[0])
    wanted = node.properties[colours[0]][0].strip()
    try:
        must_pass = isinstance(position, Othello) and position.must_pass
        if must_pass and position.facts.teams[position.turn] != team:
            # Not all programs write a pass, which is forced.
            before, position, number = _played(before, position, "pass", number)
        if position.facts.teams[position.turn] != team:
            raise ParseError(f"{_COLOURS[1 - team]} is to move, not {colours[0]}")
        return _played(before, position, _move_text(wanted, position), number)
    except GameError as error:
        raise ParseError(f"move {number}: {error}") from None


def _played(
    before: SgfMove, position: Position, text: str, number: int
) -> tuple[SgfMove, Position, int]:
    after = SgfMove(position.parse_move(text))
    position = position.play(text)
    before.children.append(after)
    return after, position, number + 1


def _move_text(value: str, position: Position) -> str:
    """Return a move as a text of ours: a point, an empty value for a pass, or the text itself."""
    if not _has_points(position):
        return unescaped(value, simple=True)
    facts = position.facts
    if not value or (value == "tt" and max(facts.width, facts.height) < 20):
        return "pass"
    if len(value) > 1 and value[1].isdecimal():  # f5, as some programs write it
        return value.lower()
    x, y = point(value, facts.width, facts.height)
    return f"{LETTERS[x]}{y + 1}"


def _say(node: SgfNode, after: SgfMove, *, is_root: bool) -> None:
    """Take over the value and other properties of a node."""
    own = (*_COLOURS, "C", "V", *(_ROOT if is_root else ()))
    later = [name for name in _SET_UP if name in node.properties]
    if later and not is_root:
        raise ParseError(f"{later[0]} sets the board up after the start, which is not supported")
    if "V" in node.properties:
        text = node.properties["V"][0]
        try:
            after.value = real("the value V", float(text), -_MOST, _MOST)
        except ValueError:
            raise ParseError(f"{quoted(text)} is not a valid value: V has a number") from None
    after.properties.update(
        (name, values) for name, values in node.properties.items() if name not in own
    )


def _start(known: dict[str, list[str]]) -> Position:
    """Return the position at the start of a game."""
    if _OWN in known:
        position = parse_position(unescaped(known[_OWN][0], simple=True))
        _check_open(position)
        return position
    number = known.get("GM", ["1"])[0].strip()
    if number not in ("2", "4"):
        raise ParseError(
            f"the game GM[{number[:20]}] is not supported: allowed are GM[2] (Othello), GM[4] "
            f"(Gomoku, tic-tac-toe) and {_OWN}"
        )
    default = "8" if number == "2" else "15"
    sizes = known.get("SZ", [default])[0].strip().split(":")
    if len(sizes) > 2 or not all(each.isascii() and each.isdecimal() for each in sizes):
        raise ParseError(f"{quoted(':'.join(sizes))} is not a valid size SZ: 8, or 6:5")
    width, height = (int(each[:4]) for each in (sizes[0], sizes[-1]))
    if number == "2" and width != height:
        raise ParseError(f"a board of Othello must be a square, not SZ[{width}:{height}]")
    if number == "2":
        spec = f"othello:{width}"
    elif width == height and width < 5:
        spec = f"tictactoe:{width}"
    else:
        spec = f"mnk:{width},{height},5"
    return _set_up(start_of(spec), known)


def _set_up(usual: Position, known: dict[str, list[str]]) -> Position:
    """Return the position that AB, AW, AE and PL set up, or the usual start."""
    if not any(name in known for name in _SET_UP):
        return usual
    facts = usual.facts
    is_othello = isinstance(usual, Othello)
    empty, signs = ("-", "XO") if is_othello else (".", "ox")
    rows = [list(row) for row in usual.to_string().split()[1].split("/")]
    if is_othello and ("AB" in known or "AW" in known):
        rows = [[empty] * facts.width for _ in range(facts.height)]
    for name, sign in (("AB", signs[0]), ("AW", signs[1]), ("AE", empty)):
        for x, y in points(known.get(name, []), facts.width, facts.height):
            rows[y][x] = sign
    first = known.get("PL", ["B"])[0].strip().upper()[:1]
    if first not in _COLOURS:
        raise ParseError(f"{quoted(first)} is not a valid player PL: allowed are B and W")
    turn = f" {signs[_COLOURS.index(first)]}" if is_othello else ""
    position = parse_position(f"{usual.game} {'/'.join(map(''.join, rows))}{turn}")
    if "PL" in known and position.turn != _COLOURS.index(first):
        raise ParseError(f"PL[{first}] is not the side whose turn it is by the pieces")
    return position


def _title(known: dict[str, list[str]], start: Position) -> Record:
    def said(name: str) -> str:
        return unescaped(known.get(name, [""])[0], simple=True)

    names = [unescaped(each, simple=True) for each in known.get(_SEATS, [])]
    seats = start.facts.players
    if len(names) != seats:
        names = [said("PB"), said("PW")] if seats == len(_COLOURS) else [""] * seats
    return described(Record(start), names, date=said("DT"), event=said("EV"))


def _resigned(known: dict[str, list[str]], start: Position) -> int | None:
    """Return the seat that resigned, by the result: ``W+R`` says that black did."""
    winner, plus, how = known.get("RE", [""])[0].strip().upper().partition("+")
    if not plus or winner not in _COLOURS or how not in ("R", "RESIGN"):
        return None
    return start.facts.teams.index(1 - _COLOURS.index(winner))


def _has_points(position: Position) -> bool:
    """Whether moves are points of a board; else they are text."""
    return isinstance(position, Othello | TicTacToe)


def _check_open(position: Position) -> None:
    if position.facts.hidden:
        raise UnsupportedError(f"SGF cannot hold a game that hides something: {position.game}")


# Writing.


def _written(game: SgfGame) -> SgfNode:
    """Return a game as a tree of nodes."""
    _check_open(game.start)
    first = SgfNode(_root(game))
    # Moves that are not written yet, each with the node before it and the seat to move there.
    waiting = [(game.root, first, game.start)]
    while waiting:
        move, node, position = waiting.pop()
        if move.comment:
            node.properties["C"] = [escaped(move.comment)]
        if move.value is not None:
            node.properties["V"] = [f"{move.value:g}"]
        node.properties |= move.properties
        for child in move.children:
            assert child.move is not None
            colour = _COLOURS[position.facts.teams[position.turn]]
            after = SgfNode({colour: [_value(child.move, position)]})
            node.children.append(after)
            waiting.append((child, after, position.play(child.move)))
    return first


def _root(game: SgfGame) -> dict[str, list[str]]:
    start, known = game.start, game.title or Record(game.start)
    facts = start.facts
    found = {"FF": ["4"], "CA": ["UTF-8"], "AP": [f"bitgames:{__version__}"]}
    if _has_points(start):
        size = str(facts.width) if facts.width == facts.height else f"{facts.width}:{facts.height}"
        found |= {"GM": ["2" if isinstance(start, Othello) else "4"], "SZ": [size]}
    names = [name or "" for name in known.players or ()]
    if len(names) == len(_COLOURS):
        found |= {f"P{colour}": [name] for colour, name in zip(_COLOURS, names, strict=True)}
    elif names:
        found[_SEATS] = names
    found |= {"DT": [known.date or ""], "EV": [known.event or ""], "RE": [_result(game)]}
    found = {name: [escaped(each) for each in values] for name, values in found.items()}
    is_usual = isinstance(start, Othello) and start == start_of(start.game)
    if _has_points(start) and start != start_of(start.game):
        found |= _pieces(start)
    if not is_usual:
        found[_OWN] = [escaped(start.to_string())]
    return {name: values for name, values in found.items() if any(values)}


def _pieces(start: Position) -> dict[str, list[str]]:
    """Return the pieces on the board and the side to move, for other programs."""
    rows = start.to_string().split()[1].split("/")
    found: dict[str, list[str]] = {}
    for name, sign in zip(("AB", "AW"), "XO" if isinstance(start, Othello) else "ox", strict=True):
        found[name] = [
            LETTERS[x] + LETTERS[y]
            for y, row in enumerate(rows)
            for x, cell in enumerate(row)
            if cell == sign
        ]
    return {**found, "PL": [_COLOURS[start.turn]]}


def _value(move: Move, position: Position) -> str:
    text = str(move)
    if not _has_points(position):
        return escaped(text)
    return "" if is_pass(move) else text[0] + LETTERS[int(text[1:]) - 1]


def _result(game: SgfGame) -> str:
    """Return the result of the main line: ``B+12``, ``W+R``, ``0`` for a draw, ``?`` before it."""
    record = game.record()
    outcome = record.result
    if outcome is None:
        return "?"
    if not outcome.winners:
        return "0"
    team = game.start.facts.teams[outcome.winners[0]]
    if record.resigned is not None:
        return f"{_COLOURS[team]}+R"
    points = abs(outcome.scores[outcome.winners[0]])
    return f"{_COLOURS[team]}+{points if isinstance(game.start, Othello) else ''}"
