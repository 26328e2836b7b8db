"""Pictures for the start of the page: positions in the middle of a game, as data."""

from typing import Any

from bitgames import games
from bitgames.scene.geometry import geometry

# The moves are numbers of legal moves: the 7 * ply-th one, round and round.
_PILES = {"mosaic:5": 24, "quo:5": 26}
_LINES = {
    "tictactoe": "b2 a1 c1 a3 a2",
    "othello": "f5 d6 c3 d3 c4 f4 c5 b3 c2 e6 c6 b4 b5 d2 a3 a5 e3 f3 c1 e2 f2 d1",
    "connect4": "4 4 4 3 3 5 5 5 2 6 6 4 3 6",
}
_PLACES = ("cells", "height", "slab", "table")
_KEPT = ("game", "kind", "width", "height", "falls", "size", "layers", "owners", "players")


def pictures() -> dict[str, Any]:
    """Return scenes by the names of games, and where the cells of a pile are.

    >>> sorted(pictures()), sorted(pictures()["mosaic"])
    (['connect4', 'mosaic', 'othello', 'quo', 'tictactoe'], ['geometry', 'scene'])
    """
    found: dict[str, Any] = {}
    for game, moves in _LINES.items():
        position = games.get(game)
        for move in moves.split():
            position = position.play(move)
        found[game] = {"scene": _kept(position.scene())}
    for game, plies in _PILES.items():
        position = games.get(game)
        for ply in range(plies):
            legal = position.legal_moves
            position = position.play(legal[7 * ply % len(legal)])
        scene = position.scene()
        places: dict[str, Any] = dict(geometry(scene, "isometric"))
        cells = [[round(side, 1) for side in cell[:4]] for cell in places["cells"]]
        kept = {name: places[name] for name in _PLACES} | {"cells": cells}
        found[game.partition(":")[0]] = {"scene": _kept(scene), "geometry": kept}
    return found


def _kept(scene: Any) -> dict[str, Any]:
    return {name: scene[name] for name in _KEPT if name in scene}
