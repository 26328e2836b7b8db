"""What a player is: something that chooses a move."""

from abc import ABC, abstractmethod

from bitgames._core import Agent, Move, Position

__all__ = ["NativePlayer", "Player"]


class Player(ABC):
    """Base class of players written in Python.

    A player has a ``name`` for tables and chooses a move when asked. A player that draws
    random numbers seeds itself in ``start_game``; then a match repeats exactly.

    >>> import random
    >>> import bitgames as bg
    >>> class Shy(bg.players.Player):
    ...     name = "shy"
    ...     rng = random.Random()
    ...
    ...     def start_game(self, seed):
    ...         self.rng.seed(seed)
    ...
    ...     def choose(self, position):
    ...         corners = [m for m in position.legal_moves if str(m) in ("a1", "c1", "a3", "c3")]
    ...         return self.rng.choice(corners or position.legal_moves)
    >>> bg.match(Shy(), "random", games=100, seed=1).games
    100
    """

    name: str = "player"
    """How tables call the player."""

    @abstractmethod
    def choose(self, position: Position) -> Move | int | str:
        """Return the move to play: a legal move, its index or its text.

        Asked only while the game goes on. In a match an illegal move loses the game, and
        an exception ends the match and comes out unchanged.
        """

    def start_game(self, seed: int) -> None:  # noqa: B027 - most players need not know
        """Get ready for a new game, whose random numbers come from ``seed`` (64 bits)."""

    def __repr__(self) -> str:
        """Return the class and the name of the player."""
        return f"<{type(self).__name__} {self.name}>"


class NativePlayer(Player):
    """A player of the native module, named by its spec, like ``ai14`` or ``alphabeta:depth=4``.

    >>> import bitgames as bg
    >>> bg.players.NativePlayer(bg.Agent("first", seed=0)).choose(bg.TicTacToe())
    a1
    """

    def __init__(self, agent: Agent) -> None:
        """Wrap ``agent``, which keeps its random state."""
        self.agent = agent
        self.name = agent.spec

    def choose(self, position: Position) -> Move:
        """Return the agent's move."""
        return self.agent.choose(position)

    def candidates(self, position: Position) -> list[Move]:
        """Return the moves among which the agent chooses, each as likely as the others."""
        return self.agent.candidates(position)

    def start_game(self, seed: int) -> None:
        """Seed the agent for a new game."""
        self.agent.start_game(seed)
