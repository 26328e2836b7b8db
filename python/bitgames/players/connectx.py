"""Agents of ConnectX, the Connect Four of Kaggle, as players.

An agent is a function ``agent(observation, configuration)`` that returns a column, counted from 0.
``observation.board`` is a flat list, row by row from the top, with 0 for an empty cell, 1 for a
disc of the first side and 2 for one of the second; ``observation.mark`` is the side to move.
"""

from collections.abc import Callable
from inspect import Parameter
from typing import Any

from bitgames._core import ConnectFour, Position, UnsupportedError
from bitgames.clock import MoveLimits
from bitgames.players.player import Answer, Player, positional

LINE = 4
"""Discs in a row that win here; ``configuration.inarow`` of an agent."""

SECONDS = 2.0
"""The time for a move on Kaggle."""


class _Fields(dict[str, Any]):
    """A dictionary whose items are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class AgentPlayer(Player):
    """An agent of ConnectX as a player of Connect Four.

    >>> import bitgames as bg
    >>> def lowest(observation, configuration):
    ...     board, columns = observation.board, configuration.columns
    ...     return max(range(columns), key=lambda x: board[x::columns].count(0))
    >>> player = AgentPlayer(lowest)
    >>> player.name, player.choose(bg.ConnectFour().play("1"))
    ('lowest', 1)
    """

    def __init__(self, agent: Callable[..., Any]) -> None:
        self.agent = agent
        self.name = getattr(agent, "__name__", type(agent).__name__)
        self._takes = 1 if len(positional(agent)) == 1 else 2

    def choose(self, at: ConnectFour, limits: MoveLimits | None = None) -> Answer:
        """Return the column that the agent chooses."""
        self.check(at)
        seconds = SECONDS if limits is None or limits.seconds is None else limits.seconds
        cells: list[int] = [0] * (at.width * at.height)
        for seat in (0, 1):
            for cell in at.pieces(seat):
                cells[cell] = seat + 1
        observation = _Fields(board=cells, mark=at.turn + 1, step=at.ply, remainingOverageTime=60.0)
        configuration = _Fields(
            columns=at.width, rows=at.height, inarow=LINE, episodeSteps=1000,
            actTimeout=seconds, timeout=seconds, agentTimeout=60.0, runTimeout=1200.0,
        )  # fmt: skip
        answer: Answer = self.agent(*(observation, configuration)[: self._takes])
        return answer

    def check(self, position: Position) -> None:
        """Raise ``UnsupportedError`` for any other game."""
        if not isinstance(position, ConnectFour):
            raise UnsupportedError(f"an agent of ConnectX plays connect4, not {position.game}")


def is_agent(function: object) -> bool:
    """Whether a function is an agent: its first parameter is an observation, or it needs two.

    >>> is_agent(lambda obs, config: 0), is_agent(lambda observation: 0), is_agent(lambda p: 0)
    (True, True, False)
    """
    if not callable(function) or isinstance(function, type) or hasattr(function, "choose"):
        return False
    parameters = positional(function)
    needed = [each.name for each in parameters if each.default is Parameter.empty]
    is_pair = len(needed) == 2 and needed[1] != "limits"
    return is_pair or any(each.name.startswith("obs") for each in parameters[:1])
