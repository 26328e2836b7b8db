"""What all environments share: spaces, seats, masks and rendering."""

from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.logger import warn
from numpy.typing import NDArray

from bitgames._core import Position
from bitgames.arguments import choice, integer
from bitgames.envs.picture import picture

Layout: TypeAlias = Literal["CHW", "HWC"]
"""The order of the axes of planes: channels first or last."""

OnIllegal: TypeAlias = Literal["lose", "raise"]
"""What an illegal action does."""

Seat: TypeAlias = int | Literal["alternate"]
"""The learner's seat: a number, or another one in each episode."""

Observation: TypeAlias = dict[str, NDArray[Any]]
"""``observation``, the planes (uint8), and ``action_mask`` (int8)."""

Frame: TypeAlias = str | NDArray[np.uint8] | None
"""What ``render`` returns: text, a picture, or None."""

_Episode = TypeVar("_Episode", int, NDArray[np.int64])

RENDER_MODES = ["ansi", "human", "rgb_array"]
"""Text; text on standard output; a picture as ``uint8[height, width, 3]``."""


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not."""
    if mode is not None:
        choice("render_mode", mode, tuple(RENDER_MODES))


def observation_space(start: Position, layout: Layout) -> spaces.Space[Observation]:
    """Return the space of what a seat observes."""
    choice("layout", layout, ("CHW", "HWC"))
    shape = _in_layout(start.planes(), layout).shape
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 1, shape, np.uint8),
        "action_mask": spaces.Box(0, 1, (start.num_moves,), np.int8),
    }
    return spaces.Dict(parts)  # type: ignore[return-value]


class Seating:
    """The learner's seat, from the number of an episode or an array of them."""

    def __init__(self, seat: Seat, players: int) -> None:
        if isinstance(seat, str):
            choice("seat", seat, ("alternate",))
            self._first, self._seats = 0, players
        else:
            allowed = f"from 0 to {players - 1} or 'alternate'"
            self._first, self._seats = integer("seat", seat, 0, players - 1, allowed), 1

    def __call__(self, episode: _Episode) -> _Episode:
        """Return the seat, or the seats."""
        return self._first + episode % self._seats


def _in_layout(planes: NDArray[np.uint8], layout: Layout) -> NDArray[np.uint8]:
    if layout == "CHW":
        return planes
    return np.ascontiguousarray(planes.transpose(1, 2, 0))


def mask_of(position: Position, *, is_over: bool = False) -> NDArray[np.int8]:
    """Return the mask of the seat to move; ones everywhere once the game is over."""
    if is_over or position.is_over:
        return np.ones(position.num_moves, np.int8)
    return position.legal_mask().view(np.int8)


def observe(
    position: Position, seat: int, mask: NDArray[np.int8], layout: Layout = "CHW"
) -> Observation:
    """Return what ``seat`` observes: the planes of its own view, and the mask."""
    return {"observation": _in_layout(position.planes(seat), layout), "action_mask": mask}


def render(position: Position | None, viewer: int | None, mode: str | None) -> Frame:
    """Draw a position as ``viewer`` sees it; None is the seat to move where cards are hidden."""
    if mode is None or position is None:
        reason = "before reset" if position is None else "without a render mode"
        warn(f"render was called {reason}: nothing is drawn")
        return None
    if mode == "rgb_array":
        return picture(position.scene(viewer))
    text = position.to_text(viewer=viewer)
    if mode == "ansi":
        return text
    print(text)
    return None
