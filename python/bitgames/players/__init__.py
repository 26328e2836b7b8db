"""Players by name, and the base class for players written in Python.

>>> import bitgames as bg
>>> bg.players.get("perfect", seed=1).choose(bg.position("tictactoe oo./xx./..."))
c1
"""

from bitgames.clock import MoveLimits
from bitgames.players.connectx import AgentPlayer
from bitgames.players.engine import Engine
from bitgames.players.export import connectx_agent
from bitgames.players.human import Human
from bitgames.players.levels import USUAL_LEVEL, Level, levels
from bitgames.players.player import (
    FunctionPlayer,
    NativePlayer,
    ObjectPlayer,
    Player,
    as_player,
    ask,
)
from bitgames.players.prompt import prompt
from bitgames.players.registry import Factory, get, is_native, names, register, rules
from bitgames.players.script import ScriptPlayer
from bitgames.players.text import TextPlayer

__all__ = [
    "USUAL_LEVEL",
    "AgentPlayer",
    "Engine",
    "Factory",
    "FunctionPlayer",
    "Human",
    "Level",
    "MoveLimits",
    "NativePlayer",
    "ObjectPlayer",
    "Player",
    "ScriptPlayer",
    "TextPlayer",
    "as_player",
    "ask",
    "connectx_agent",
    "get",
    "is_native",
    "levels",
    "names",
    "prompt",
    "register",
    "rules",
]
