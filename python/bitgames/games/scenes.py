"""Scenes: what there is to draw of a position, as plain JSON data, the same for every front.

A scene is one of three kinds of dictionary: `GridScene` (a flat board), `PyramidScene` (layers of
cells) and `TableScene` (cards). This module holds their types and what all games share; each game
registers the builder of its own scenes with ``@build.register``.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from string import ascii_lowercase
from typing import Literal, TypedDict

from bitgames._core import Move, Position

__all__ = [
    "VACANT",
    "VERSION",
    "Auction",
    "CardMove",
    "CardMoves",
    "CellMove",
    "CellMoves",
    "Common",
    "GridScene",
    "Hand",
    "LayerData",
    "PlayerData",
    "PyramidScene",
    "Result",
    "RubberData",
    "Scene",
    "TableScene",
    "Trick",
    "build",
    "can_be_last",
    "caption",
    "cell_moves",
    "common",
    "grid_scene",
    "labels",
    "owners",
    "sees_choices",
    "waves",
]

VERSION = 1
"""The version of the scenes made here; it grows when a field changes its meaning or goes away."""

VACANT = "."
"""What ``owners`` says of a cell without a piece."""


class PlayerData(TypedDict):
    """A player of the game, in seat order."""

    name: str
    """The seat's name, as in ``facts.player_names``."""
    letter: str
    """The player's mark in text; the name again where there are cards and no marks."""
    shape: str | None
    """The player's mark in pictures: ``ring``, ``cross``, ``dark`` or ``light`` (discs) on a flat
    board, ``circle``, ``cross``, ``triangle`` or ``square`` on a pyramid, None at a table."""
    team: int
    """The team, as in ``facts.teams``."""
    left: int | None
    """Pieces still to place; None where the game does not count them."""
    score: int | None
    """The score on the board (discs); None where the game has none before its end."""


class Result(TypedDict):
    """How the game ended, as in ``Position.outcome``."""

    winners: list[int]
    """The seats that won; empty for a draw."""
    scores: list[int]
    """The game's own score of each seat."""
    reason: str
    """Why the game ended."""


class CellMoves(TypedDict):
    """The legal moves of a board in index order: three lists of one length."""

    index: list[int]
    """The stable index of each move."""
    text: list[str]
    """Its notation."""
    cell: list[int | None]
    """Its cell; None for a pass."""


class CellMove(TypedDict):
    """A move on a board."""

    index: int
    text: str
    cell: int | None


class CardMoves(TypedDict):
    """The legal moves at a table in index order: three lists of one length."""

    index: list[int]
    """The stable index of each move."""
    text: list[str]
    """Its notation."""
    card: list[str | None]
    """The card that is played; None for a call."""


class CardMove(TypedDict):
    """A move at a table."""

    index: int
    text: str
    card: str | None


class Common(TypedDict):
    """The fields of every scene."""

    version: int
    """``VERSION``."""
    game: str
    """The spec of the game, as in ``Position.game``."""
    title: str
    """The game and its size, in words."""
    caption: str
    """Whose turn it is, or how the game ended."""
    viewer: int | None
    """The seat the scene is made for, which holds only what that seat knows; None shows all."""
    ply: int
    """As in ``Position.ply``."""
    turn: int | None
    """The seat to move; None once the game is over."""
    outcome: Result | None
    """How the game ended; None while it goes on."""
    players: list[PlayerData]
    """The players in seat order."""


class GridScene(Common):
    """A flat board; its cells are numbered row by row from the top left."""

    kind: Literal["grid"]
    width: int
    height: int
    columns: list[str]
    """Labels of the columns from the left; a cell's name is its column and its row."""
    rows: list[str]
    """Labels of the rows from the top."""
    owners: str
    """One character a cell: the seat whose piece stands there, or ``.``."""
    moves: CellMoves
    last: CellMove | None
    """The last move, if it was given."""
    waves: list[list[int]]
    """Cells that the last move changed besides its own, if the position before it was given."""
    won: list[int]
    """Cells that decided the game."""
    lines: list[list[int]]
    """The same as straight runs of cells from end to end, where they are that."""


class LayerData(TypedDict):
    """A square layer of a pyramid."""

    level: int
    """1 for the ground, 2 for the layer on it, and so on."""
    width: int
    """Cells along its side."""
    first: int
    """The cell at its top left; the others follow row by row."""


class PyramidScene(Common):
    """Square layers on each other; cells are numbered from the top layer down, row by row."""

    kind: Literal["pyramid"]
    size: int
    """Number of layers, and cells along the side of the ground."""
    layers: list[LayerData]
    """The layers, the ground first."""
    columns: list[str]
    """Labels of the columns of the ground; a cell's name is its level, column and row."""
    rows: list[str]
    """Labels of the rows of the ground."""
    owners: str
    """One character a cell: the seat whose piece stands there, ``*`` (neutral) or ``.``."""
    moves: CellMoves
    last: CellMove | None
    """The last move, if it was given."""
    waves: list[list[int]]
    """Cells that the chain of the last move filled, wave by wave, if the position before it was
    given."""
    choosing: int | None
    """The seat that chooses out of turn where its last pieces go; None while no seat does."""
    offered: list[int]
    """The cells it chooses from."""


class Hand(TypedDict):
    """The cards of a seat, as much of them as the viewer knows."""

    cards: list[str]
    """The cards shown, spades first, each suit from the ace down: ``SA`` is the ace of spades."""
    hidden: int
    """How many more it holds."""
    known: list[str]
    """Those of the cards shown that the other seat knows."""


class Auction(TypedDict):
    """The calls so far in their order: two lists of one length."""

    seats: list[int]
    calls: list[str]


class Trick(TypedDict):
    """A complete trick: cards in the order of play, their seats, and the seat that won it."""

    seats: list[int]
    cards: list[str]
    winner: int


class RubberData(TypedDict):
    """How a rubber stands: games and points below the line, south's first."""

    games: list[int]
    part_scores: list[int]


class TableScene(Common):
    """A table of two with everything that lies on it; pairs are south's and north's."""

    kind: Literal["table"]
    phase: str
    """``auction``, ``draw``, ``play`` or ``over``, as in ``Honeymoon.phase``."""
    hands: list[Hand]
    moves: CardMoves
    """The legal moves; three empty lists for a viewer who is not to move."""
    last: CardMove | None
    """The last move, if it was given."""
    trick: list[str | None]
    """The card that each seat has on the table."""
    led: int | None
    """The seat that led to the trick on the table."""
    stock: int
    """Cards left in the stock."""
    up: str | None
    """The top card of the stock, where it lies face up."""
    dealer: int
    auction: Auction
    last_bid: str | None
    """The last bid with ``x`` or ``xx`` if it is doubled or redoubled."""
    contract: str | None
    """The contract, spelled like ``last_bid``; None before the auction is over."""
    declarer: int | None
    trump: str | None
    """``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract."""
    tricks: list[int]
    """Tricks of the play."""
    last_trick: Trick | None
    """The last complete trick since the auction."""
    vulnerable: list[bool]
    rubber: RubberData | None
    """How the rubber stands; None where the deal is not part of one."""


Scene = GridScene | PyramidScene | TableScene


@singledispatch
def build(position: Position, viewer: int | None) -> Scene:
    """Describe ``position`` for a viewer, without its last move.

    A game that shows more than ``grid_scene`` says registers its own function for its class with
    ``@build.register``. The function of a game that hides something leaves out what ``viewer``
    does not know.

    >>> import bitgames as bg
    >>> build(bg.TicTacToe(4), None)["kind"]
    'grid'
    """
    return grid_scene(position, viewer)


@singledispatch
def can_be_last(position: Position, move: Move) -> bool:
    """Tell whether ``move`` may have led to ``position``, as far as the position itself shows it.

    A game with a sharper rule registers its own function with ``@can_be_last.register``.

    >>> import bitgames as bg
    >>> position = bg.TicTacToe().play("b2")
    >>> can_be_last(position, position.parse_move("b2"))
    True
    """
    cell = position.cell_of(move)
    return cell is None or cell in position.occupied


@singledispatch
def waves(before: Position, move: Move) -> Iterator[Iterable[int]]:
    """Yield the cells that playing ``move`` in ``before`` changes besides its own, wave by wave.

    Nothing, unless a game registers its own function with ``@waves.register``.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> list(waves(start, start.parse_move("b2")))
    []
    """
    return iter(())


def common(
    position: Position,
    viewer: int | None,
    *,
    title: str,
    words: str,
    letters: Sequence[str],
    shapes: Sequence[str | None],
    left: Sequence[int | None] = (),
    scores: Sequence[int | None] = (),
) -> Common:
    """Return the fields of every scene; ``words`` are its caption.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> fields = common(start, 1, title="t", words="w", letters="ox", shapes=("ring", "cross"))
    >>> fields["players"][1]["name"], fields["viewer"], fields["turn"]
    ('x', 1, 0)
    """
    facts, outcome = position.facts, position.outcome
    seats = range(facts.players)
    return {
        "version": VERSION,
        "game": position.game,
        "title": title,
        "caption": words,
        "viewer": viewer,
        "ply": position.ply,
        "turn": position.turn if outcome is None else None,
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "reason": outcome.reason,
        },
        "players": [
            {
                "name": facts.player_names[seat],
                "letter": letters[seat],
                "shape": shapes[seat],
                "team": facts.teams[seat],
                "left": left[seat] if left else None,
                "score": scores[seat] if scores else None,
            }
            for seat in seats
        ],
    }


def grid_scene(
    position: Position,
    viewer: int | None,
    *,
    title: str | None = None,
    words: str | None = None,
    letters: Sequence[str] = (),
    shapes: Sequence[str] = ("ring", "cross"),
    scores: Sequence[int] = (),
    lines: Iterable[Sequence[int]] = (),
) -> GridScene:
    """Describe any open game of two players on one flat board.

    >>> import bitgames as bg
    >>> scene = grid_scene(bg.mnk(4, 3, 3).play("b1"), None)
    >>> scene["title"], scene["owners"], scene["columns"]
    ('Tic-tac-toe 4 x 3', '.0..........', ['a', 'b', 'c', 'd'])
    """
    facts = position.facts
    shared = common(
        position,
        viewer,
        title=title or f"{facts.title} {facts.width} x {facts.height}",
        words=words or caption(position),
        letters=letters or [name[0] for name in facts.player_names],
        shapes=shapes,
        scores=scores,
    )
    columns, rows = labels(facts.width, facts.height)
    return {
        **shared,
        "kind": "grid",
        "width": facts.width,
        "height": facts.height,
        "columns": columns,
        "rows": rows,
        "owners": owners(position, facts.width * facts.height),
        "moves": cell_moves(position),
        "last": None,
        "waves": [],
        "won": list(position.highlights),
        "lines": [list(line) for line in lines],
    }


def labels(width: int, height: int) -> tuple[list[str], list[str]]:
    """Return the labels of columns from the left (a, b, c ...) and of rows from the top (1, 2 ...).

    >>> labels(3, 2)
    (['a', 'b', 'c'], ['1', '2'])
    """
    return list(ascii_lowercase[:width]), [str(row + 1) for row in range(height)]


def owners(position: Position, cells: int, neutral: Iterable[int] = ()) -> str:
    """Return one character for each cell: the seat whose piece stands there, ``.`` or ``*``.

    >>> import bitgames as bg
    >>> owners(bg.TicTacToe(2).play("b1"), 4)
    '.0..'
    """
    found = [VACANT] * cells
    for player in range(position.facts.players):
        for cell in position.pieces(player):
            found[cell] = str(player)
    for cell in neutral:
        found[cell] = "*"
    return "".join(found)


def cell_moves(position: Position) -> CellMoves:
    """Return the legal moves of a board, each with its cell.

    >>> import bitgames as bg
    >>> cell_moves(bg.TicTacToe(2).play("b1"))
    {'index': [0, 2, 3], 'text': ['a1', 'a2', 'b2'], 'cell': [0, 2, 3]}
    """
    moves = position.legal_moves
    return {
        "index": [int(move) for move in moves],
        "text": [str(move) for move in moves],
        "cell": [position.cell_of(move) for move in moves],
    }


def sees_choices(position: Position, viewer: int | None) -> bool:
    """Tell whether a viewer may see the legal moves: in a hidden game only the seat to move may.

    >>> import bitgames as bg
    >>> sees_choices(bg.Honeymoon(7), 0), sees_choices(bg.Honeymoon(7), 1)
    (True, False)
    """
    return viewer is None or not position.facts.hidden or viewer == position.turn


def caption(position: Position) -> str:
    """Name the player to move, or the winner and the reason.

    >>> import bitgames as bg
    >>> caption(bg.TicTacToe())
    'o to move'
    """
    names = position.facts.player_names
    outcome = position.outcome
    if outcome is None:
        return f"{names[position.turn]} to move"
    if outcome.is_draw:
        return f"draw: {outcome.reason}"
    winners = " and ".join(names[winner] for winner in outcome.winners)
    return f"{winners} {'wins' if len(outcome.winners) == 1 else 'win'}: {outcome.reason}"
