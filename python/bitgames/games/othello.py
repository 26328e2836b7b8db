"""Othello: how it is shown."""

from collections.abc import Sequence

from bitgames._core import Move, Othello
from bitgames.games.presenter import Example, Presenter, Unit
from bitgames.sentences import Said

_DISCS = Unit("disc", "discs", blunder=6.0, even=2.0)
_FEW_REPLIES = 3
"""Most moves left to the rival that are worth a word."""


class OthelloPresenter(Presenter[Othello]):
    """Values are discs; corners and mobility are reasons."""

    example = Example("othello", "othello", "f5 d6")
    text_pieces = text_turns = "XO"
    text_empty = "-"

    def aim(self, start: Othello) -> str:
        """Return the aim."""
        return "turn the other's discs by enclosing them; most discs win"

    def strongest(self, position: Othello) -> str:
        """Return the search."""
        return "alphabeta:seconds=1"

    def unit(self, position: Othello) -> Unit:
        """Return discs."""
        return _DISCS

    def usual_line(self, position: Othello, line: Sequence[Move]) -> tuple[Move, ...]:
        """Return the image of the line that begins with f5, where the position is its own."""
        for symmetry in range(position.num_symmetries):
            image = tuple(position.transform_move(move, symmetry) for move in line)
            if str(image[:1]) == "(f5,)" and position.transform(symmetry) == position:
                return image
        return tuple(line)

    def reasons(self, position: Othello, line: Sequence[Move]) -> list[str]:
        """Return corners taken and given, and how few moves the rival has left."""
        move = line[0]
        cell = position.cell_of(move)
        if cell is None:
            return [Said("has-to-pass")]
        after = position.play(move)
        if after.is_over:
            return [Said("ends-game")]
        size = position.facts.width
        corners = {0, size - 1, size * (size - 1), size * size - 1}
        found: list[str] = [Said("takes-corner")] if cell in corners else []
        rival = 1 - position.turn
        replies = set(_cells(after)) if after.turn == rival else set()
        if after.turn != rival:
            return [*found, Said("leaves-none")]
        # What the rival could take before is no gift of this move.
        gifts = (corners & replies) - (corners & _open_to(position, rival))
        found += [Said("gives-corner", _name(after, corner)) for corner in sorted(gifts)]
        if len(replies) <= _FEW_REPLIES:
            count = len(replies)
            found.append(Said("leaves-one") if count == 1 else Said("leaves-moves", count))
        return found


def _cells(position: Othello) -> list[int]:
    cells = (position.cell_of(move) for move in position.legal_moves)
    return [cell for cell in cells if cell is not None]


def _open_to(position: Othello, seat: int) -> set[int]:
    """Return the cells that ``seat`` could play if it were to move."""
    if position.turn == seat:
        return set(_cells(position))
    # The last character of the text is the player to move.
    text = position.to_string()
    return set(_cells(Othello.from_string(text[:-1] + "XO"[seat])))


def _name(position: Othello, cell: int) -> str:
    return next(str(m) for m in position.legal_moves if position.cell_of(m) == cell)
