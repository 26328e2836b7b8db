"""Connect Four: how it is shown."""

from collections.abc import Iterable, Sequence

from bitgames._core import ConnectFour, Move
from bitgames.games.presenter import Example, Presenter, Unit
from bitgames.sentences import Said

_LINE = 4
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps (column, row from the top) of the four directions."""
_LEFT = Unit("disc in hand", "discs in hand", blunder=0.5, even=0.5)


class ConnectFourPresenter(Presenter[ConnectFour]):
    """Lines completed, blocked and threatened are reasons, and whose rows the threats are in."""

    example = Example("connect4", "connect4", "4 4 3 4 5")
    text_pieces = "ox"
    result_decides = True

    def aim(self, start: ConnectFour) -> str:
        """Return the length of a line and the size of the board."""
        return f"discs that fall, 4 in a row on a board of {start.width} x {start.height}"

    def unit(self, position: ConnectFour) -> Unit:
        """Return the discs that the winner has in hand, the one that wins included."""
        return _LEFT

    def reasons(self, position: ConnectFour, line: Sequence[Move]) -> list[str]:
        """Return the lines that the move completes, blocks or threatens."""
        mover, cell = position.turn, position.cell_of(line[0])
        assert cell is not None
        own, theirs = set(position.pieces(mover)), set(position.pieces(1 - mover))
        ours, rival = _threats(position, own, theirs), _threats(position, theirs, own)
        if cell in ours:
            return [Said("completes")]
        found: list[str] = [Said("blocks")] if cell in rival else []
        if cell - position.width in rival:
            return [*found, Said("lets-complete")]
        new = _threats(position, own | {cell}, theirs) - ours
        after_move = position.play(line[0])
        now = {after_move.cell_of(move) for move in after_move.legal_moves}
        if len(new & now) > 1:
            found.append(Said("forks-two"))
        elif new & now:
            found.append(Said("threatens"))
        elif new:
            rows = sorted({position.height - each // position.width for each in new})
            found.append(Said("threatens-odd" if rows[0] % 2 else "threatens-even", rows[0]))
        return found


def _threats(position: ConnectFour, own: set[int], theirs: set[int]) -> set[int]:
    """Return the empty cells that would complete a line of ``own``."""
    taken = own | theirs
    return {
        gap
        for line in _all_lines(position.width, position.height)
        if len(own.intersection(line)) == _LINE - 1
        for gap in line
        if gap not in taken
    }


def _all_lines(width: int, height: int) -> Iterable[tuple[int, ...]]:
    for x in range(width):
        for y in range(height):
            for right, down in _STEPS:
                last = (x + (_LINE - 1) * right, y + (_LINE - 1) * down)
                if 0 <= last[0] < width and 0 <= last[1] < height:
                    yield tuple(
                        (y + step * down) * width + x + step * right for step in range(_LINE)
                    )
