"""Scenes: the data from which a position is drawn, as versioned JSON data for one viewer.

Text, SVG and every other front end draw only from a scene. ``Position.scene`` makes one.

>>> import bitgames as bg
>>> scene = bg.TicTacToe().play("b2").scene()
>>> scene["kind"], scene["owners"], scene["caption"]
('grid', '....0....', 'x to move')
"""

from bitgames.scene.check import cell_names, validate
from bitgames.scene.geometry import Geometry, geometry
from bitgames.scene.types import (
    EMPTY,
    VERSION,
    Auction,
    BoardData,
    CardMove,
    CardMoves,
    CellMove,
    CellMoves,
    Common,
    GridScene,
    Hand,
    LayerData,
    PlayerData,
    PyramidScene,
    Result,
    RubberData,
    Scene,
    ScoreLine,
    TableScene,
    Trick,
)

__all__ = [
    "EMPTY",
    "VERSION",
    "Auction",
    "BoardData",
    "CardMove",
    "CardMoves",
    "CellMove",
    "CellMoves",
    "Common",
    "Geometry",
    "GridScene",
    "Hand",
    "LayerData",
    "PlayerData",
    "PyramidScene",
    "Result",
    "RubberData",
    "Scene",
    "ScoreLine",
    "TableScene",
    "Trick",
    "cell_names",
    "geometry",
    "validate",
]
