"""What a picture of a position is drawn from, the same for text and for SVG."""

from dataclasses import dataclass
from functools import singledispatch
from string import ascii_lowercase

from bitgames._core import IllegalMoveError, Move, Position

__all__ = ["Layout", "board_layout", "caption", "layout", "played_cell"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of cells with what stands on them, and a sentence about it.

    Cells are numbered row by row from the top left. The renderers know boards, shapes and
    marks of attention; they know no game.

    >>> import bitgames as bg
    >>> picture = bg.games.layout(bg.TicTacToe().play("b2"), last_move="b2")
    >>> picture.owners[4], picture.last, picture.caption
    (0, 4, 'x to move')
    """

    title: str
    """The game and its size, in words."""
    caption: str
    """Who is to move, or how the game ended."""
    width: int
    """Number of columns."""
    height: int
    """Number of rows."""
    owners: tuple[int | None, ...]
    """The player whose piece is on each cell, or ``None``."""
    letters: tuple[str, ...]
    """One letter for each player, for text."""
    shapes: tuple[str, ...] = ("ring", "cross")
    """One shape for each player, for SVG: ``ring``, ``cross``, ``dark`` or ``light`` (discs)."""
    choices: tuple[int | None, ...] = ()
    """The cell of each legal move in order; ``None`` for a move without one."""
    last: int | None = None
    """Cell of the last move, if it is known and has one."""
    marked: frozenset[int] = frozenset()
    """Cells that decided the game."""
    lines: tuple[tuple[int, ...], ...] = ()
    """The same as straight runs of cells from end to end, where they are that."""

    @property
    def legal(self) -> frozenset[int]:
        """Cells that may be played."""
        return frozenset(cell for cell in self.choices if cell is not None)

    @property
    def numbers(self) -> dict[int, int]:
        """Number of its move, counted from 1, for each cell that has just one."""
        return {
            cell: number
            for number, cell in enumerate(self.choices, 1)
            if cell is not None and self.choices.count(cell) == 1
        }

    @property
    def columns(self) -> tuple[str, ...]:
        """Labels of the columns from the left: a, b, c ..."""
        return tuple(ascii_lowercase[: self.width])

    @property
    def rows(self) -> tuple[str, ...]:
        """Labels of the rows from the top: 1, 2, 3 ..."""
        return tuple(str(row + 1) for row in range(self.height))


def board_layout(position: Position, last_move: Move | int | str | None = None) -> Layout:
    """Lay out any game of two players on one board: pieces, legal cells, deciding cells.

    What ``layout`` does for a game that has not taught it better.

    >>> import bitgames as bg
    >>> board_layout(bg.mnk(4, 3, 3)).title
    'Tic-tac-toe 4 x 3'
    """
    if not isinstance(position, Position):
        raise TypeError(f"expected a position, not {type(position).__name__}")
    facts = position.facts
    owners: list[int | None] = [None] * (facts.width * facts.height)
    for player in range(facts.players):
        for cell in position.pieces(player):
            owners[cell] = player
    return Layout(
        title=f"{facts.title} {facts.width} x {facts.height}",
        caption=caption(position),
        width=facts.width,
        height=facts.height,
        owners=tuple(owners),
        letters=tuple(name[0] for name in facts.player_names),
        choices=tuple(map(position.cell_of, position.legal_moves)),
        last=played_cell(position, last_move),
        marked=frozenset(position.highlights),
    )


@singledispatch
def layout(position: Position, last_move: Move | int | str | None = None) -> Layout:
    """Say what there is to draw of ``position``.

    ``last_move`` is the move that led to it, which a position does not know. A game that
    wants more than ``board_layout`` gives registers its own function for its class with
    ``@layout.register``. Raises ``ParseError`` or ``IllegalMoveError`` for a last move that
    cannot have been played.

    >>> import bitgames as bg
    >>> bg.games.layout(bg.TicTacToe(4)).columns
    ('a', 'b', 'c', 'd')
    """
    return board_layout(position, last_move)


def caption(position: Position) -> str:
    """Say who is to move, or how the game ended.

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


def played_cell(position: Position, move: Move | int | str | None) -> int | None:
    """Return the cell of the last move, if it has one; it must carry somebody's piece.

    Raises ``ParseError`` or ``IllegalMoveError`` for a move that cannot have been played.

    >>> import bitgames as bg
    >>> played_cell(bg.TicTacToe().play("b2"), "b2")
    4
    """
    if move is None:
        return None
    impossible = f"{move} cannot be the last move of {position.to_string()}"
    try:
        cell = position.cell_of(move)
    except IllegalMoveError:
        raise IllegalMoveError(impossible) from None
    if cell is not None and cell not in position.occupied:
        raise IllegalMoveError(impossible)
    return cell
