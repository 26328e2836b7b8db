"""How a game is shown to people: rules, units and reasons, and what is said at its table.

Each game has one subclass of `Presenter` in its own file, and a row in `registry.py`. Everything
has a default, which is right for an open game of two players on a flat board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from bitgames._core import Move, Position, UnsupportedError
from bitgames.sentences import Said

PUBLIC = -1
"""The viewer without a seat, who knows only what both players see."""


@dataclass(frozen=True)
class Example:
    """The file of a game's rules, ``rules/<name>.md``, and the picture beside them.

    The picture shows the position ``spec`` after ``moves``, separated by spaces, to ``viewer``.
    """

    name: str
    spec: str
    moves: str = ""
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a game's values."""

    name: str
    """One of it: ``disc``."""
    plural: str
    """Several: ``discs``."""
    blunder: float
    """The loss from which a move is a blunder."""
    even: float
    """The estimate below which neither side leads."""
    is_result: bool = False
    """True if a value is only a win (1), a draw (0) or a loss (-1)."""

    @property
    def noise(self) -> float:
        """The difference of estimates below which neither is better."""
        return self.even / 2

    def amount(self, value: float) -> str:
        """Return a number of units in words, never negative.

        >>> discs = Unit("disc", "discs", blunder=6.0, even=2.0)
        >>> discs.amount(1), discs.amount(-2.54)
        ('1 disc', '2.5 discs')
        """
        size = f"{abs(value):.2g}" if self.is_result else f"{abs(value):.1f}".removesuffix(".0")
        return Said("amount", size, self.name if size == "1" else self.plural)

    def result(self, move: str, value: float) -> str:
        """Return what a move with a proven value brings the player who makes it.

        >>> RESULT.result("c1", -1), Unit("disc", "discs", blunder=6.0, even=2.0).result("f5", 6)
        ('c1 loses', 'f5 wins by 6 discs')
        """
        if value == 0:
            return Said("move-draws", move)
        if self.is_result:
            return Said("move-wins" if value > 0 else "move-loses", move)
        return Said("move-wins-by" if value > 0 else "move-loses-by", move, self.amount(value))


RESULT = Unit("half point", "half points", blunder=1.0, even=0.25, is_result=True)
"""The unit of values that are results: wins, draws and losses, or what is expected of them."""
_POINTS = Unit("point", "points", blunder=1.0, even=1.0)
_FAULTS = tuple(
    map(Said, ("counts-alternate", "two-lines", "ended-before", "no-last-move", "disc-floats"))
)

P = TypeVar("P", bound=Position)


class Presenter(Generic[P]):
    """What Python knows of a game besides its rules; a game overrides what it knows better.

    >>> import bitgames as bg
    >>> presenter = Presenter()
    >>> presenter.aim(bg.TicTacToe()), presenter.unit(bg.TicTacToe()).name
    ('Tic-tac-toe', 'half point')
    """

    example: ClassVar[Example | None] = None
    """The rules; ``None`` if there is no file of them."""

    text_pieces: ClassVar[str] = ""
    """The pieces of the players in a text of a position, in seat order.

    None where a drawing of the board does not tell the position.
    """
    text_empty: ClassVar[str] = "."
    """An empty cell in a text."""
    text_turns: ClassVar[str] = ""
    """The players to move in a text, in seat order; none where the pieces tell whose turn it is."""

    def text_from_drawing(self, start: P, owners: str, turn: int) -> str:
        """Return the text of the position of a drawn board, which need not be possible.

        ``owners`` are the cells as in a scene, and ``turn`` is the player to move. Raises
        ``UnsupportedError`` where a drawing does not tell the position.

        >>> import bitgames as bg
        >>> bg.games.presenter("othello").text_from_drawing(bg.Othello(4), "01" + "." * 14, 1)
        'othello:4 XO--/----/----/---- O'
        """
        if not self.text_pieces:
            raise UnsupportedError(f"a drawing does not tell a position of {start.game}")
        # The cells of a text are those of the scene, in the same order.
        spec, cells, *_ = start.to_string().split(" ")
        pieces = iter(owners.translate(str.maketrans(self._drawn, self._written)))
        written = "".join(each if each == "/" else next(pieces) for each in cells)
        return " ".join([spec, written, *self.text_turns[turn : turn + 1]])

    def drawing_from_text(self, text: str) -> tuple[str, int]:
        """Return the cells, as in a scene, and the player to move of a text of a position.

        The text has a valid form, but the position need not be possible. The inverse of
        ``text_from_drawing``; a seat without a letter of its own in the text is 0.

        >>> import bitgames as bg
        >>> bg.games.presenter("tictactoe").drawing_from_text("tictactoe oo./.../...")
        ('00.......', 0)
        """
        _, cells, *turn = text.split(" ")
        drawn = cells.replace("/", "").translate(str.maketrans(self._written, self._drawn))
        # Cells on offer, ``?``, are empty, and the first of two seats is to choose.
        return drawn.replace("?", "."), self.text_turns.find(turn[0][0]) if turn else 0

    @property
    def _drawn(self) -> str:
        return "0123"[: len(self.text_pieces)] + "."

    @property
    def _written(self) -> str:
        return self.text_pieces + self.text_empty

    def faults(self, start: P, owners: str) -> Iterable[str]:
        """Return what the rules may find wrong with a drawn board, of a game from ``start``."""
        return _FAULTS

    def aim(self, start: P) -> str:
        """Return the aim of the game in a few words, for a list of games."""
        return start.facts.title

    def strongest(self, position: P) -> str | None:
        """Return what ``games.strongest`` says."""
        return None

    def unit(self, position: P) -> Unit:
        """Return the unit of the values."""
        return RESULT if position.facts.max_score == 1 else _POINTS

    result_decides: ClassVar[bool] = False
    """True if a win counts more than its size: problems then ask for the only move that wins."""

    def usual_line(self, position: P, line: Sequence[Move]) -> tuple[Move, ...]:
        """Return a line as people write it, which may be its mirror image."""
        return tuple(line)

    def reasons(self, position: P, line: Sequence[Move]) -> list[str]:
        """Return what the first move of ``line`` does, in a few words each.

        They follow from the rules alone, and say nothing that is hidden from the player to move.
        """
        return []

    def announce(self, before: P, move: Move, after: P, viewer: int | None) -> list[str]:
        """Return what a move brought besides what the board shows, in lines.

        ``viewer`` is a seat, ``PUBLIC``, or None, which knows everything; the lines say nothing
        that the viewer does not know.
        """
        return []

    def account(self, end: P) -> list[str]:
        """Return how the score of a finished game comes about, in lines."""
        return []

    def tricks(self, end: P) -> list[list[str]]:
        """Return the tricks of a finished game as a table, its heads first."""
        return []

    def spellings(self, position: P, move: Move) -> tuple[str, ...]:
        """Return other texts for a move, of which a person may type the beginning alone."""
        return ()

    def forced_move(self, position: P) -> Move | None:
        """Return the move to play where there is no choice, else ``None``.

        That is the only legal move, or one of several that are equivalent. It is ``None``, too,
        where a player must not learn that the other has no choice.
        """
        moves = position.legal_moves
        return moves[0] if len(moves) == 1 and not position.facts.hidden else None

    has_tricks: ClassVar[bool] = False
    """True if the game is played in tricks, which a player may claim."""

    def tricks_left(self, position: P) -> int:
        """Return how many tricks to come the player to move may claim; 0 for no claims."""
        return 0

    def best_rest(self, position: P) -> tuple[list[Move], int]:
        """Return best play to the end, and the tricks it brings the player to move.

        It is called where there are tricks to claim.
        """
        raise UnsupportedError(f"a claim is not defined for {position.game}: it has no tricks")
