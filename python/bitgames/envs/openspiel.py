"""The games of this package as a game of OpenSpiel, ``python_bitgames``.

It needs ``open_spiel``. Importing this module registers the game; its parameter ``spec`` names any
game that deals nothing at random. OpenSpiel separates parameters by commas, so a spec has
semicolons there: ``python_bitgames(spec=mnk:4;3;3)``.

OpenSpiel's algorithms in Python work on it: minimax, CFR, ``rl_environment``, exploitability. Its
bots in C++ do not play games that are written in Python: ``MCTSBot`` of OpenSpiel 2.0.2 crashes on
any of them.

    >>> import pyspiel                                                      # doctest: +SKIP
    >>> import bitgames.envs.openspiel                                      # doctest: +SKIP
    >>> state = pyspiel.load_game("python_bitgames(spec=mosaic:4)").new_initial_state()
    ...                                                                     # doctest: +SKIP
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from bitgames._core import Move, Position, UnsupportedError
from bitgames.games import get

__all__ = ["BitgamesGame", "BitgamesState", "PlanesObserver"]

_TYPE = pyspiel.GameType(
    short_name="python_bitgames",
    long_name="Games of bitgames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"spec": "tictactoe"},
)


class BitgamesGame(pyspiel.Game):  # type: ignore[misc]
    """A game by its spec.

    Raises ``UnsupportedError`` for a game that is dealt at random.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        spec = (params or {}).get("spec", "tictactoe")
        self.start = get(spec.replace(";", ","))
        facts = self.start.facts
        if facts.chance:
            raise UnsupportedError(
                f"python_bitgames does not support {self.start.game}, which is dealt at random"
            )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_moves,
            max_chance_outcomes=0,
            num_players=facts.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=facts.max_ply,
        )
        super().__init__(_TYPE, info, {"spec": self.start.game.replace(",", ";")})

    def new_initial_state(self) -> "BitgamesState":
        """Return the start of the game."""
        return BitgamesState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "PlanesObserver | IIGObserverForPublicInfoGame":
        """Return an observer: of the planes, or of the history if it must recall all."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.start, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BitgamesState(pyspiel.State):  # type: ignore[misc]
    """A position of the game; ``position`` is its ``Position``."""

    def __init__(self, game: BitgamesGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        """Return the seat to move, or a constant once the game is over."""
        over = self.position.is_over
        return pyspiel.PlayerId.TERMINAL if over else self.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        moves: list[int] = self.position.legal_mask().nonzero()[0].tolist()
        return moves

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(Move(self.position.game, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return 1 for a win, -1 for a loss, else 0, for each seat."""
        return list(self.position.returns)

    def __str__(self) -> str:
        return self.position.to_string()


class PlanesObserver:
    """An observer of the planes of a seat, by the interface of OpenSpiel."""

    def __init__(self, start: Position, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations of python_bitgames have no parameters, not {params}")
        shape = start.planes().shape
        self.tensor: NDArray[np.float32] = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: BitgamesState, player: int) -> None:
        """Observe a state as ``player``."""
        self.dict["observation"][...] = state.position.planes(player)

    def string_from(self, state: BitgamesState, player: int) -> str:
        """Return what ``player`` knows as one line."""
        return state.position.view(player)


pyspiel.register_game(_TYPE, BitgamesGame)
