"""The base class of players, and the function that asks a player for a move."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from inspect import Parameter, signature
from typing import Any, Literal, TypeAlias

from bitgames._core import Agent, Move, ParameterError, Position, View
from bitgames.arguments import Progress, instance
from bitgames.clock import MoveLimits
from bitgames.record import Record

Answer: TypeAlias = Move | int | str
"""A move, its index or its text."""

Sees: TypeAlias = Literal["position", "record"]
"""The argument of ``Player.choose``."""

Stop: TypeAlias = Callable[[], object]
"""Called every 50 ms while a native player thinks; True cancels."""


class Player(ABC):
    """Base class of players written in Python.

    A player has a ``name`` for tables and chooses moves. A player with random numbers seeds its
    generator in ``start_game``, so that a match repeats exactly.

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
    >>> sum(bg.match(Shy(), "random", "tictactoe", games=100, seed=1).counts["total"])
    100
    """

    name: str = "player"
    """The name of the player in tables."""

    sees: Sees = "position"
    """The argument of ``choose``: ``"position"``, or ``"record"`` for the whole game so far."""

    deterministic: bool | None = None
    """True if the player draws no random numbers: two of them would repeat one game, so a match
    gives them random openings. ``None`` if it is not known; a plain function gets
    them then, too."""

    speaks: bool = False
    """True if the player is told prompts and answers in text, which runs with results keep."""

    @abstractmethod
    def choose(self, at: Any) -> Answer:
        """Return the move to play: a legal move, its index or its text.

        ``at`` is the position, or a ``Record`` of the game so far if ``sees`` is ``"record"``. In a
        game with hidden information it is a ``View`` of the seat to move instead, unless the caller
        passes ``see_all=True``.

        It is called only while the game is not over. In a match an illegal move loses the game, and
        an exception ends the match and comes out unchanged.

        A method with a parameter ``limits``, ``choose(self, at, limits=None)``, gets the
        ``MoveLimits`` of the move there in a match with a clock.
        """

    def start_game(self, seed: int) -> None:  # noqa: B027 - most players need no seed
        """Prepare for a new game; ``seed`` (64 bits) is for its random numbers."""

    def get_ready(self, position: Position) -> None:  # noqa: B027 - most players are ready
        """Do what takes time before a game on the board of ``position``: start a program.

        A match calls it once before its first game, where an exception ends the match, and before
        each game after ``start_game``, before the clocks run.
        """

    def check(self, position: Position) -> None:  # noqa: B027 - most players play everything
        """Raise ``UnsupportedError`` if the player cannot play the game of ``position``."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class NativePlayer(Player):
    """A player of the native module, named by its spec, like ``ai14`` or ``alphabeta:depth=4``.

    >>> import bitgames as bg
    >>> bg.players.NativePlayer(bg.Agent("first", seed=0)).choose(bg.TicTacToe())
    a1
    """

    sees = "record"

    def __init__(self, agent: Agent) -> None:
        self.agent = instance("agent", agent, Agent, "an Agent")
        self.name = agent.spec

    @property
    def depth(self) -> int:
        """The depth in plies that the search in progress has completed; 0 without a search."""
        return self.agent.depth

    def choose(
        self,
        at: Position | Record | View,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Move:
        """Return the agent's move; see ``Agent.choose``."""
        return self.agent.choose(at, stop=stop, progress=progress)

    def candidates(self, at: Position | Record | View) -> list[Move]:
        """Return the moves among which the agent chooses uniformly."""
        return self.agent.candidates(at)

    def start_game(self, seed: int) -> None:
        """Seed the agent for a new game."""
        self.agent.start_game(seed)

    def check(self, position: Position) -> None:
        """Raise ``UnsupportedError`` if the agent cannot play the game of ``position``."""
        self.agent.check(position)


class FunctionPlayer(Player):
    """A plain function from a position (or a view) to a move, as a player.

    >>> import bitgames as bg
    >>> player = FunctionPlayer(lambda position: position.legal_moves[-1])
    >>> player.name, player.choose(bg.TicTacToe())
    ('lambda', c3)
    """

    def __init__(self, function: Callable[..., Answer]) -> None:
        self.function = function
        self.deterministic = getattr(function, "deterministic", None)
        self.wants_limits = _has_limits(function)
        name = getattr(function, "__name__", None)
        self.name = name.strip("<>") if isinstance(name, str) else type(function).__name__

    def choose(self, at: Any, **limits: MoveLimits) -> Answer:
        """Return what the function returns."""
        return self.function(at, **limits)


class ObjectPlayer(Player):
    """An object with a method ``choose``, which need not know this package, as a player.

    It may have the other attributes and methods of ``Player``, too; its name is by default that of
    its class.

    >>> class Last:
    ...     def choose(self, position):
    ...         return position.legal_moves[-1]
    >>> import bitgames as bg
    >>> player = ObjectPlayer(Last())
    >>> player.name, player.choose(bg.TicTacToe())
    ('Last', c3)
    """

    def __init__(self, chooser: Any) -> None:
        self.chooser = chooser
        if not callable(getattr(chooser, "choose", None)):
            raise TypeError(
                f"a player must have a method choose: {type(chooser).__name__} has none"
            )
        name = getattr(chooser, "name", None)
        self.name = name if isinstance(name, str) else type(chooser).__name__
        self.sees = getattr(chooser, "sees", "position")
        self.deterministic = getattr(chooser, "deterministic", None)
        self.wants_limits = _has_limits(chooser.choose)

    def choose(self, at: Any, **limits: MoveLimits) -> Answer:
        """Return what the object chooses."""
        return self.chooser.choose(at, **limits)  # type: ignore[no-any-return]

    def start_game(self, seed: int) -> None:
        """Tell the object, if it listens."""
        if callable(listen := getattr(self.chooser, "start_game", None)):
            listen(seed)

    def check(self, position: Position) -> None:
        """Ask the object, if it checks."""
        if callable(check := getattr(self.chooser, "check", None)):
            check(position)


def wants_limits(player: Player) -> bool:
    """Whether ``choose`` of a player has a parameter ``limits``."""
    wants: bool | None = getattr(player, "wants_limits", None)
    return _has_limits(player.choose) if wants is None else wants


def _has_limits(choose: Callable[..., object]) -> bool:
    try:
        found = signature(choose).parameters.get("limits")
    except (TypeError, ValueError):  # a callable without a signature
        return False
    return found is not None and found.kind in (found.POSITIONAL_OR_KEYWORD, found.KEYWORD_ONLY)


def positional(function: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters that may be given by place; none for what has no signature."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [each for each in parameters if each.kind in kinds]


PlayerLike: TypeAlias = str | Player | Agent | Callable[[Any], Answer | Awaitable[str]]
"""The spec of a player, a player, or a function: from a position (or a view) to a move, or from a
prompt to an answer in text."""


def as_player(player: object) -> Player:
    """Return ``player`` as a ``Player``.

    That is a player itself, an ``Agent``, any object with a method ``choose``, or a function. An
    async function, and one whose first parameter is text or named ``prompt``, is a ``TextPlayer``.
    Raises ``TypeError`` for anything else, and ``ParameterError`` for a player whose ``sees`` is
    neither ``"position"`` nor ``"record"``.

    >>> import bitgames as bg
    >>> as_player(bg.Agent("first")), as_player(lambda position: "b2")
    (<NativePlayer first>, <FunctionPlayer lambda>)
    """
    if isinstance(player, Agent):
        return NativePlayer(player)
    is_object = not isinstance(player, type)
    if is_object and not isinstance(player, Player) and callable(getattr(player, "choose", None)):
        player = ObjectPlayer(player)
    if isinstance(player, Player):
        if player.sees not in ("position", "record"):
            raise ParameterError(f"sees must be 'position' or 'record', not {player.sees!r}")
        return player
    if callable(player) and is_object:
        from bitgames.players.text import TextPlayer, reads_prompts

        return TextPlayer(player) if reads_prompts(player) else FunctionPlayer(player)
    raise TypeError(
        "a player must be a spec, an object with a method choose, or a function, "
        f"not {type(player).__name__}"
    )


def ask(
    player: Player,
    record: Record,
    *,
    see_all: bool = False,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Ask ``player`` for a move in the unfinished game ``record``.

    A player gets the position, or the record if its ``sees`` is ``"record"``. In a game with hidden
    information a Python player gets the ``View`` of the seat to move, unless ``see_all`` is true.
    While a native player thinks, ``stop`` and ``progress`` are called every 50 ms; once ``stop``
    returns True, ``CancelledError`` is raised. A Python player is not interrupted.

    >>> import bitgames as bg
    >>> ask(bg.players.get("perfect"), bg.Record("tictactoe", ["a1", "a2", "b1", "b2"]))
    c1
    """
    if not isinstance(player, Player) or not isinstance(record, Record):
        given = f"{type(player).__name__} and {type(record).__name__}"
        raise TypeError(f"ask takes a Player and a Record, not {given}")
    # Exactly this class: a subclass may choose differently.
    if type(player) is NativePlayer:
        return player.choose(record, stop=stop, progress=progress)
    position = record.position
    if position.facts.hidden and not see_all:
        return player.choose(View(position, position.turn))
    return player.choose(record if player.sees == "record" else position)
