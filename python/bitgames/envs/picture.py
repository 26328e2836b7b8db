"""A picture of a scene as an array: squares and discs, without letters and other programs."""

import numpy as np
from numpy.typing import NDArray

from bitgames.render.theme import LIGHT
from bitgames.scene import EMPTY, Scene
from bitgames.scene.cards import RANKS, SUITS

CELL = 32
"""Pixels of a cell, and of the gap around a board is half of it."""

NEUTRAL = "*"
"""A piece that belongs to nobody."""


def picture(scene: Scene) -> NDArray[np.uint8]:
    """Return the picture of a scene as ``uint8[height, width, 3]``.

    A board has a disc in the colour of its owner on each occupied cell. A pyramid shows its layers
    side by side, the lowest first. At a table the rows are the suits, spades first, and the columns
    the ranks, aces first: the cards that the viewer sees have the colours of their seats, and the
    card face up that of a neutral piece.

    >>> import bitgames as bg
    >>> picture(bg.Othello().scene()).shape
    (288, 288, 3)
    """
    colours = _colours(scene)
    boards = [_board(width, owners, colours) for width, owners in _boards(scene)]
    height = max(len(board) for board in boards)
    gap = CELL // 2
    paper = _rgb(LIGHT.board)
    columns = [np.broadcast_to(paper, (height, gap, 3))]
    for board in boards:
        below = np.broadcast_to(paper, (height - len(board), board.shape[1], 3))
        columns += [np.concatenate([board, below]), columns[0]]
    middle = np.concatenate(columns, axis=1)
    edge = np.broadcast_to(paper, (gap, middle.shape[1], 3))
    return np.concatenate([edge, middle, edge])


def _boards(scene: Scene) -> list[tuple[int, str]]:
    """Return the width of each board and the owners of its cells, row by row."""
    if scene["kind"] == "grid":
        return [(scene["width"], scene["owners"])]
    if scene["kind"] == "pyramid":
        layers = ((layer["width"], layer["first"]) for layer in scene["layers"])
        return [(width, scene["owners"][first : first + width**2]) for width, first in layers]
    cards = dict.fromkeys((suit + rank for suit in SUITS for rank in RANKS), EMPTY)
    for seat, hand in enumerate(scene["hands"]):
        cards.update(dict.fromkeys(hand["cards"], str(seat)))
    for seat, card in enumerate(scene["trick"]):
        if card is not None:
            cards[card] = str(seat)
    if (up := scene["up"]) is not None:
        cards[up] = NEUTRAL
    return [(len(RANKS), "".join(cards.values()))]


def _colours(scene: Scene) -> dict[str, NDArray[np.uint8]]:
    colours = {NEUTRAL: _rgb(LIGHT.neutral)}
    for seat, player in enumerate(scene["players"]):
        colours[str(seat)] = _rgb(LIGHT.fill(player["shape"], seat))
    return colours


def _board(width: int, owners: str, colours: dict[str, NDArray[np.uint8]]) -> NDArray[np.uint8]:
    x = np.arange(CELL) - (CELL - 1) / 2
    distance = np.hypot(x, x[:, None])
    disc, rim = distance < CELL * 0.4, distance < CELL * 0.43
    empty = np.full((CELL, CELL, 3), _rgb(LIGHT.face))
    empty[0] = empty[:, 0] = empty[-1] = empty[:, -1] = _rgb(LIGHT.grid)
    tiles = {EMPTY: empty}
    for owner, colour in colours.items():
        tiles[owner] = empty.copy()
        tiles[owner][rim] = _rgb(LIGHT.ink)
        tiles[owner][disc] = colour
    rows = [owners[start : start + width] for start in range(0, len(owners), width)]
    return np.concatenate([np.concatenate([tiles[at] for at in row], axis=1) for row in rows])


def _rgb(colour: str) -> NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(colour.removeprefix("#")), np.uint8)
