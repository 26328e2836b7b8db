"""Setting up a position piece by piece: what is drawn so far, and what is still wrong with it."""

from typing import Any

from bitgames import _core
from bitgames._core import InvalidPositionError, UnknownGameError
from bitgames.formats import read_position


def edited(
    text: str,
    *,
    cell: int | None = None,
    owner: int | None = None,
    turn: int | None = None,
    clear: bool = False,
) -> dict[str, Any]:
    """Return a drawn board after a change: its text, the player to move, its scene, and a reason.

    ``text`` is any text of a position that ``formats.read_position`` reads, or one of a board that
    no game reaches, as this function returns them. The change puts the piece of ``owner`` on a
    ``cell``, none by default, sets the player to move, or takes all pieces away. Where pieces fall,
    one that is put into an empty cell comes to rest in its column, and those above one that is
    taken away fall. ``turn`` is ``None`` where the pieces tell whose turn it is. The reason says
    why no game reaches the board, and is ``None`` for a position.

    Raises a ``GameError`` for a text that is none of a position, ``ParameterError`` for a cell, an
    owner or a player out of range, and ``UnsupportedError`` for a change that the board does not
    have, and where no board tells the position, as in card games.

    >>> found = edited("tictactoe", cell=4, owner=1)
    >>> found["text"], found["reason"][:13]
    ('tictactoe .../.x./...', 'o moves first')
    >>> edited(found["text"], cell=0, owner=0)["reason"] is None
    True
    """
    invalid = None
    try:
        line = read_position(text).to_string()
    except InvalidPositionError as error:
        # A board that no game reaches: only a line that begins with the game has such a one.
        line, invalid = " ".join(text.split()), error
    try:
        return _core.edited(line, cell=cell, owner=owner, turn=turn, clear=clear)
    except UnknownGameError as error:
        raise invalid or error from None
