"""The scene of a position for one viewer, with its last move."""

from operator import index

from bitgames._core import IllegalMoveError, Move, ParameterError, Position
from bitgames.arguments import integer, parameter_error
from bitgames.games.registry import presenter
from bitgames.scene.cards import CARDS
from bitgames.scene.types import Scene

ALL = "all"
"""The viewer who sees everything."""


def describe(
    position: Position,
    viewer: int | str | None = None,
    *,
    last_move: Move | int | str | None = None,
    previous: Position | None = None,
) -> Scene:
    """Return the scene of ``position``; ``Position.scene`` calls this function.

    ``viewer`` is a seat, by its number or name: the scene holds only what this seat may know.
    ``all`` shows everything. By default the viewer is the player to move while cards are hidden,
    and sees everything once the game is over.
    ``last_move`` is the move that led to the position, ``previous`` the position before it. With
    both, the scene also has the other cells that the move changed.

    Raises ``ParameterError`` for a seat that the game does not have or for ``previous`` without
    ``last_move``, ``ParseError`` or ``IllegalMoveError`` for a last move that cannot lead here.

    >>> import bitgames as bg
    >>> before = bg.Othello().play("f5")
    >>> describe(before.play("d6"), last_move="d6", previous=before)["waves"]
    [[35]]
    >>> describe(bg.Honeymoon(7), viewer=1)["hands"][0]
    {'cards': [], 'hidden': 13, 'known': []}
    >>> [describe(bg.Honeymoon(7), viewer)["viewer"] for viewer in (None, "north", "all")]
    [0, 1, None]
    """
    if not isinstance(position, Position):
        raise TypeError(f"expected a position, not {type(position).__name__}")
    seat = _seat(position, viewer)
    scene = presenter(position).scene(position, seat)
    if previous is not None and not isinstance(previous, Position):
        raise TypeError(f"previous must be a position, not {type(previous).__name__}")
    if last_move is None:
        if previous is not None:
            raise ParameterError("previous needs last_move, the move that was played there")
        return scene
    move = _last_move(position, last_move, seat)
    cell = presenter(position).last_cell(position, move)
    if scene["kind"] == "table":
        card = None if cell is None else CARDS[cell]
        scene["last"] = {"index": int(move), "text": str(move), "card": card}
    else:
        scene["last"] = {"index": int(move), "text": str(move), "cell": cell}
    if previous is not None:
        _check_previous(position, move, previous, seat)
        if scene["kind"] != "table":
            scene["waves"] = [list(wave) for wave in presenter(position).waves(previous, move)]
    return scene


def _seat(position: Position, viewer: int | str | None) -> int | None:
    """Return the seat of a viewer; ``None`` for one who sees everything."""
    if viewer is None:
        return position.turn if position.facts.hidden and not position.is_over else None
    names = position.facts.player_names
    if isinstance(viewer, str):
        if viewer == ALL:
            return None
        if viewer not in names:
            raise parameter_error("viewer", f"one of {', '.join((*names, ALL))}", repr(viewer))
        return names.index(viewer)
    last = position.facts.players - 1
    return integer("viewer", viewer, 0, last, f"a seat from 0 to {last}")


def _last_move(position: Position, last_move: Move | int | str, viewer: int | None) -> Move:
    """Return the last move as a move of this board, or raise the reason why it is impossible."""
    if isinstance(last_move, str):
        last_move = position.parse_move(last_move)
    try:
        # The look-up of the cell refuses values that are not a move of this board.
        position.cell_of(last_move)
        move = last_move if isinstance(last_move, Move) else Move(position.game, index(last_move))
        if presenter(position).can_be_last(position, move):
            return move
        text = str(move)
    except IllegalMoveError:
        text = str(last_move) if isinstance(last_move, Move) else "an index out of range"
    shown = _shown(position, viewer)
    raise IllegalMoveError(f"{text} cannot be the last move of {shown}") from None


def _check_previous(position: Position, move: Move, previous: Position, viewer: int | None) -> None:
    """Refuse a previous position from which the move visibly does not lead here."""
    try:
        after = previous.play(move)
    except IllegalMoveError:
        pass
    else:
        if after == position if viewer is None else _look_alike(after, position, viewer):
            return
    before, now = _shown(previous, viewer), _shown(position, viewer)
    raise IllegalMoveError(f"{move} does not lead from {before} to {now}")


def _look_alike(one: Position, other: Position, viewer: int) -> bool:
    return one.game == other.game and one.view(viewer) == other.view(viewer)


def _shown(position: Position, viewer: int | None) -> str:
    """Return a position's text for an error, as its viewer or the seat to move sees it."""
    return position.view(position.turn if viewer is None else viewer)
