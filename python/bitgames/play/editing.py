"""Setting up a position piece by piece: what is drawn so far, and what is still wrong with it."""

from typing import Any

from bitgames import games
from bitgames._core import GameError, InvalidPositionError, Position, UnsupportedError
from bitgames._core import position as parse_position
from bitgames.arguments import parameter_error
from bitgames.formats import read_position
from bitgames.scene.check import cell_names
from bitgames.scene.types import EMPTY
from bitgames.sentences import Said, said

_NEUTRAL = "*"


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
    start, owners, seat, line = _read(text)
    presenter, start_scene = games.presenter(start), _scene(start)
    seats = range(start.facts.players)
    if owner is not None and owner not in seats:
        raise parameter_error("owner", f"from 0 to {seats[-1]}", str(owner))
    if turn is not None:
        if not presenter.text_turns:
            raise UnsupportedError(f"the pieces of {start.game} tell whose turn it is")
        if turn not in seats:
            raise parameter_error("turn", f"from 0 to {seats[-1]}", str(turn))
        seat = turn
    if clear:
        owners = "".join(each if each == _NEUTRAL else EMPTY for each in start_scene["owners"])
    if cell is not None:
        owners = _put(start_scene, owners, cell, EMPTY if owner is None else str(owner))
    if clear or cell is not None or turn is not None:
        line = presenter.text_from_drawing(start, owners, seat)
    reason = None
    try:
        position = parse_position(line)
        line, seat, scene = position.to_string(), position.turn, _scene(position)
    except InvalidPositionError as error:
        reason = error.reason or str(error)
        # The rules say it in English alone.
        faults = presenter.faults(start, owners)
        reason = next((each for each in faults if each == reason), reason)
        scene = {
            **start_scene,
            "owners": owners,
            "turn": seat if presenter.text_turns else None,
            "moves": {"index": [], "text": [], "cell": []},
            "caption": str(reason),
        }
    to_move = seat if presenter.text_turns else None
    found = {"text": line, "turn": to_move, "scene": scene, "reason": reason}
    return found if reason is None else {**found, **said(reason)}


def _read(text: str) -> tuple[Position, str, int, str]:
    """Return the start of the game of a text, its cells, the player to move, and it in one line."""
    try:
        position = read_position(text)
    except InvalidPositionError:
        start, line = _named(text)
        if start is None:
            raise
        return start, *games.presenter(start).drawing_from_text(line), line
    start = games.get(position.game)
    if not games.presenter(start).text_pieces:
        raise UnsupportedError(Said("no-board", start.game))
    return start, _scene(position)["owners"], position.turn, position.to_string()


def _named(text: str) -> tuple[Position | None, str]:
    """Return the start of the game that a line begins with, and the line with its spec."""
    words = text.split()
    # A title may have a space: that of Mosaic Quo begins like that of Mosaic.
    for number in (2, 1):
        try:
            start = games.get(" ".join(words[:number]))
        except GameError:
            continue
        return start, " ".join([start.game, *words[number:]])
    return None, text


def _scene(position: Position) -> dict[str, Any]:
    return dict(position.scene("all"))


def _put(start: dict[str, Any], owners: str, cell: int, piece: str) -> str:
    """Return the cells with a piece, or none, on one of them."""
    if not 0 <= cell < len(owners):
        raise parameter_error("cell", f"from 0 to {len(owners) - 1}", str(cell))
    if start["owners"][cell] == _NEUTRAL:
        if owners[cell] == _NEUTRAL:
            # A scene, whose type is a union that a dictionary is none of.
            name = cell_names(start)[cell]  # type: ignore[arg-type]
            raise UnsupportedError(Said("neutral-stays", name))
        piece = _NEUTRAL
    cells = list(owners)
    cells[cell] = piece
    if start.get("falls"):
        column = slice(cell % start["width"], None, start["width"])
        was_empty = owners[cell] == EMPTY
        rest = [each for each in (owners if was_empty else cells)[column] if each != EMPTY]
        if was_empty and piece != EMPTY:
            rest.insert(0, piece)
        cells[column] = [EMPTY] * (len(cells[column]) - len(rest)) + rest
    return "".join(cells)
