"""What a picture of a position is drawn from, the same for text and for SVG."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import singledispatch
from string import ascii_lowercase

from bitgames._core import IllegalMoveError, Move, ParameterError, Position

__all__ = [
    "BoardLayout",
    "Layout",
    "board_layout",
    "caption",
    "layout",
    "layout_after",
    "owners",
    "played_cell",
    "waves",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Cells with what stands on them, and a sentence about it: what all pictures share.

    The kinds of boards are its subclasses. The renderers know these kinds, shapes and marks of
    attention; they know no game.

    >>> import bitgames as bg
    >>> picture = bg.games.layout(bg.TicTacToe().play("b2"), last_move="b2")
    >>> picture.owners[4], picture.last, picture.caption
    (0, 4, 'x to move')
    """

    title: str
    """The game and its size, in words."""
    caption: str
    """Who is to move, or how the game ended."""
    owners: tuple[int | None, ...]
    """The player whose piece is on each cell, or ``None``."""
    letters: tuple[str, ...]
    """One letter for each player, for text."""
    choices: tuple[int | None, ...] = ()
    """The cell of each legal move in order; ``None`` for a move without one."""
    last: int | None = None
    """Cell of the last move, if it is known and has one."""
    waves: tuple[frozenset[int], ...] = ()
    """Cells that the last move filled besides its own, one set after the other."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout(Layout):
    """A flat board; cells are numbered row by row from the top left.

    >>> import bitgames as bg
    >>> bg.games.layout(bg.TicTacToe()).columns
    ('a', 'b', 'c')
    """

    width: int
    """Number of columns."""
    height: int
    """Number of rows."""
    shapes: tuple[str, ...] = ("ring", "cross")
    """One shape for each player, for SVG: ``ring``, ``cross``, ``dark`` or ``light`` (discs)."""
    marked: frozenset[int] = frozenset()
    """Cells that decided the game."""
    lines: tuple[tuple[int, ...], ...] = ()
    """The same as straight runs of cells from end to end, where they are that."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Labels of the columns from the left: a, b, c ..."""
        return tuple(ascii_lowercase[: self.width])

    @property
    def rows(self) -> tuple[str, ...]:
        """Labels of the rows from the top: 1, 2, 3 ..."""
        return tuple(str(row + 1) for row in range(self.height))


def board_layout(position: Position, last_move: Move | int | str | None = None) -> BoardLayout:
    """Lay out any game of two players on one board: pieces, legal cells, deciding cells.

    What ``layout`` does for a game that has not taught it better.

    >>> import bitgames as bg
    >>> board_layout(bg.mnk(4, 3, 3)).title
    'Tic-tac-toe 4 x 3'
    """
    if not isinstance(position, Position):
        raise TypeError(f"expected a position, not {type(position).__name__}")
    facts = position.facts
    return BoardLayout(
        title=f"{facts.title} {facts.width} x {facts.height}",
        caption=caption(position),
        width=facts.width,
        height=facts.height,
        owners=owners(position, facts.width * facts.height),
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


@singledispatch
def waves(before: Position, move: Move | int | str) -> Iterator[frozenset[int]]:
    """Yield the cells that playing ``move`` in ``before`` fills besides its own, wave by wave.

    Nothing, unless a game registers its own function for its class with ``@waves.register``.

    >>> import bitgames as bg
    >>> list(waves(bg.TicTacToe(), "b2"))
    []
    """
    return iter(())


def layout_after(
    position: Position,
    last_move: Move | int | str | None = None,
    previous: Position | None = None,
) -> Layout:
    """Lay out ``position`` with all that is known of the move that led to it.

    ``previous`` is the position in which ``last_move`` was played: only with it the layout
    tells what the move filled besides its own cell. Raises what ``layout`` raises, and
    ``IllegalMoveError`` if the move does not lead from there to here.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> layout_after(start.play("b2"), "b2", start).last
    4
    """
    picture = layout(position, last_move)
    if previous is None:
        return picture
    if not isinstance(previous, Position):
        raise TypeError(f"previous must be a position, not {type(previous).__name__}")
    if last_move is None:
        raise ParameterError("previous needs last_move, the move that was played there")
    move = previous.parse_move(last_move) if isinstance(last_move, str) else last_move
    if previous.play(move) != position:
        raise IllegalMoveError(
            f"{last_move} does not lead from {previous.to_string()} to {position.to_string()}"
        )
    return replace(picture, waves=tuple(waves(previous, move)))


def owners(position: Position, cells: int) -> tuple[int | None, ...]:
    """Return for each of so many cells whose piece stands there.

    >>> import bitgames as bg
    >>> owners(bg.TicTacToe(2).play("b1"), 4)
    (None, 0, None, None)
    """
    found: list[int | None] = [None] * cells
    for player in range(position.facts.players):
        for cell in position.pieces(player):
            found[cell] = player
    return tuple(found)


def caption(position: Position) -> str:
    """Say who is to move, or who has won and why.

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
