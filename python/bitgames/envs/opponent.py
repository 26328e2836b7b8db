"""The players of the seats that the learner does not have."""

from bitgames._core import Agent, Position, UnsupportedError
from bitgames.arguments import parameter_error
from bitgames.games import start
from bitgames.players import NativePlayer, Player, as_player, ask, get, is_native
from bitgames.players.player import Answer, PlayerLike
from bitgames.record import Record
from bitgames.seeding import child_seed

TRIES = 100
"""Games in a row that may end before the learner's first move."""


class _Native:
    """A native player. Each of its moves is that of a new player, whose seed is a child of the
    game's: so one player may serve many games at once, and plays in each as if it were alone.
    """

    def __init__(self, spec: str, position: Position) -> None:
        self._agent = Agent(spec, seed=0)
        self._agent.check(position)
        self._seed = 0

    def begin(self, position: Position, seed: int) -> None:
        self._seed = seed

    def saw(self, move: Answer) -> None:
        pass

    def choose(self, position: Position) -> Answer:
        self._agent.start_game(child_seed(self._seed, 2 + position.ply))
        return self._agent.choose(position)


class _Written:
    """A player written in Python, or another program. It sees what its seat may know."""

    def __init__(self, player: Player, position: Position) -> None:
        player.check(position)
        self._player = player
        self._record = Record(position)

    def begin(self, position: Position, seed: int) -> None:
        self._record = Record(position)
        self._player.start_game(child_seed(seed, 2))

    def saw(self, move: Answer) -> None:
        self._record.play(move)

    def choose(self, position: Position) -> Answer:
        return ask(self._player, self._record)


def begins(spec: str | Position) -> Position:
    """Return the position from which the games of an environment begin."""
    if (position := start(spec)).is_over:
        raise parameter_error("spec", "a game or a position that is not over", str(position))
    return position


def native_spec(opponent: PlayerLike) -> str | None:
    """Return the spec of a native player; None for any other."""
    if isinstance(opponent, NativePlayer):
        return opponent.agent.spec
    if isinstance(opponent, Agent):
        return opponent.spec
    return opponent if isinstance(opponent, str) and is_native(opponent) else None


def player_of(opponent: PlayerLike, position: Position) -> _Native | _Written:
    """Return the player of the other seats.

    Raises as ``players.get``, and ``UnsupportedError`` for a player that does not play the game.
    """
    if (spec := native_spec(opponent)) is not None:
        return _Native(spec, position)
    player = get(opponent) if isinstance(opponent, str) else as_player(opponent)
    return _Written(player, position)


def never_moves(position: Position, seat: int) -> UnsupportedError:
    """Return the error for a seat that has no move before the game is over."""
    return UnsupportedError(
        f"seat {seat} of {position.game} cannot learn: {TRIES} games in a row ended before its "
        "first move"
    )
