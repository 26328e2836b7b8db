"""Scenes: the data from which every front end draws a position, as plain JSON data.

A scene is one of three kinds of dictionary: `GridScene` (a flat board), `PyramidScene` (layers of
cells) and `TableScene` (cards).
"""

from typing import Literal, TypedDict

VERSION = 1
"""The version of these scenes; it increases when a field changes its meaning or is removed."""

EMPTY = "."
"""The character in ``owners`` for a cell without a piece."""


class PlayerData(TypedDict):
    """A player of the game, in seat order."""

    name: str
    """The seat's name, as in ``facts.player_names``."""
    letter: str
    """The player's mark in text; in a card game the name."""
    shape: str | None
    """The player's mark in pictures: ``ring``, ``cross``, or a disc that is ``dark``, ``light``,
    ``yellow`` or ``red`` on a flat board, ``circle``, ``cross``, ``triangle`` or ``square`` on a
    pyramid, None at a table."""
    team: int
    """The team, as in ``facts.teams``."""
    left: int | None
    """Pieces still to place; None where the game does not count them."""
    score: int | None
    """The score on the board (discs); None where the game has none before its end."""


class Result(TypedDict):
    """The outcome of the game, as in ``Position.outcome``."""

    winners: list[int]
    """The seats that won; empty for a draw."""
    scores: list[int]
    """The game's own score of each seat."""
    reason: str
    """Why the game ended."""


class CellMoves(TypedDict):
    """The legal moves of a board in index order: three lists of equal length."""

    index: list[int]
    """The stable index of each move."""
    text: list[str]
    """Its notation."""
    cell: list[int | None]
    """The cell of each move; None for a pass."""


class CellMove(TypedDict):
    """A move on a board."""

    index: int
    text: str
    cell: int | None


class CardMoves(TypedDict):
    """The legal moves at a table in index order: three lists of equal length."""

    index: list[int]
    """The stable index of each move."""
    text: list[str]
    """Its notation."""
    card: list[str | None]
    """The card of each move; None for a call."""


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
    """The caption: the player to move, or the result."""
    viewer: int | None
    """The seat whose knowledge the scene holds; None for a viewer without a seat."""
    ply: int
    """As in ``Position.ply``."""
    turn: int | None
    """The seat to move; None once the game is over."""
    outcome: Result | None
    """The outcome; None while the game is not over."""
    players: list[PlayerData]
    """The players in seat order."""


class BoardData(TypedDict):
    """The fields of every board with cells."""

    columns: list[str]
    """Labels of the columns from the left; of a pyramid those of the ground. A cell's name is its
    column and its row, on a pyramid after its level."""
    rows: list[str]
    """Labels of the rows from the top."""
    owners: str
    """One character per cell: the seat whose piece is there, ``*`` (neutral) or ``.``."""
    moves: CellMoves
    last: CellMove | None
    """The last move, if it was given."""
    waves: list[list[int]]
    """Other cells that the last move changed, of a chain wave by wave, if the position before it
    was given."""


class GridScene(Common, BoardData):
    """A flat board; its cells are numbered row by row from the top left."""

    kind: Literal["grid"]
    width: int
    height: int
    falls: bool
    """Whether the board stands upright and pieces fall in their column: a move may be named by any
    cell of its column, and the other side sees the board as a mirror image."""
    won: list[int]
    """Cells that decided the game."""
    lines: list[list[int]]
    """The deciding cells as straight lines from end to end, if they form lines."""


class LayerData(TypedDict):
    """A square layer of a pyramid."""

    level: int
    """1 for the ground, 2 for the layer on it, and so on."""
    width: int
    """Cells along its side."""
    first: int
    """The cell at its top left; the others follow row by row."""


class PyramidScene(Common, BoardData):
    """Stacked square layers; cells are numbered from the top layer down, row by row."""

    kind: Literal["pyramid"]
    size: int
    """Number of layers, and of cells along a side of the ground."""
    layers: list[LayerData]
    """The layers, the ground first."""
    choosing: int | None
    """The seat that chooses cells for its last pieces out of turn; None without a choice."""
    offered: list[int]
    """The cells to choose from."""


class Hand(TypedDict):
    """The cards of a seat, as far as the viewer knows them."""

    cards: list[str]
    """The known cards, spades first, each suit from the ace down: ``SA`` is the ace of spades."""
    hidden: int
    """Number of further cards in the hand."""
    known: list[str]
    """Known cards that the other seat also knows."""


class Auction(TypedDict):
    """The calls so far in their order: two lists of equal length."""

    seats: list[int]
    calls: list[str]


class Trick(TypedDict):
    """A complete trick: cards in the order of play, their seats, and the seat that won it."""

    seats: list[int]
    cards: list[str]
    winner: int


class ScoreLine(TypedDict):
    """A part of the score of a finished deal, as in ``Honeymoon.score_lines``."""

    kind: str
    """What the points are for: ``tricks``, ``overtricks``, ``game`` and so on."""
    seat: int
    """The seat that gets them."""
    points: int


class RubberData(TypedDict):
    """The state of a rubber: games and points below the line, south's first."""

    games: list[int]
    part_scores: list[int]


class TableScene(Common):
    """A card table of two players; pairs are south's and north's."""

    kind: Literal["table"]
    phase: str
    """``auction``, ``draw``, ``play`` or ``over``, as in ``Honeymoon.phase``."""
    hands: list[Hand]
    moves: CardMoves
    """The legal moves; three empty lists for a viewer who is not to move."""
    last: CardMove | None
    """The last move, if it was given."""
    trick: list[str | None]
    """The card of each seat in the trick on the table."""
    led: int | None
    """The seat that led to the trick on the table."""
    stock: int
    """Cards left in the stock."""
    up: str | None
    """The top card of the stock, if it is face up."""
    dealer: int
    auction: Auction
    last_bid: str | None
    """The last bid, with ``x`` if it is doubled and ``xx`` if redoubled."""
    contract: str | None
    """The contract, written like ``last_bid``; None during the auction."""
    declarer: int | None
    trump: str | None
    """The trump suit, ``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract."""
    tricks: list[int]
    """Tricks of the play."""
    needs: list[int] | None
    """The tricks that make the contract for its declarer, and those that defeat it for the other
    seat; None before the contract."""
    last_trick: Trick | None
    """The last complete trick since the auction."""
    vulnerable: list[bool]
    rubber: RubberData | None
    """The state of the rubber; None if the deal is not part of a rubber."""
    score: list[ScoreLine]
    """The score of a finished deal by its parts; none before the end, and if both passed."""


Scene = GridScene | PyramidScene | TableScene
