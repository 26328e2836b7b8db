"""Matches: many games between two players, who alternate who moves first."""

from collections.abc import Callable, Iterable
from typing import Any, SupportsIndex, TypeAlias

from bitgames._core import (
    Facts,
    ForfeitError,
    Move,
    ParameterError,
    Position,
    UnsupportedError,
    play_match,
)
from bitgames.arguments import Progress, Threads, flag, instance, integer, parameter_error, quoted
from bitgames.arguments import threads as thread_count
from bitgames.clock import Clock, ClockLike, MoveLimits, clock_of
from bitgames.games import start as start_of
from bitgames.openings import OpeningsLike, choose, usual
from bitgames.played import Forfeit, PlayedGame, Winner
from bitgames.players.player import (
    Answer,
    FunctionPlayer,
    NativePlayer,
    Player,
    PlayerLike,
    as_player,
    wants_limits,
)
from bitgames.players.registry import get
from bitgames.results import COMPARED, Half, MatchResult
from bitgames.seeding import Seed, root

MAX_GAMES = 2**53
DEFAULT_GAMES = 100
_MAX_EMPTIES = 1000

FinishedLine: TypeAlias = tuple[int, int, float, bool, bytes]
"""A finished game: the place of its sheet, its number, the points of the player who began, forfeit,
its line."""

QueuedMatch: TypeAlias = tuple[str, str, int, int, int, list[tuple[Position, list[Move]]], Any]
"""A match as ``play_queue`` takes it."""


def match(
    a: PlayerLike,
    b: PlayerLike,
    game: str | Position,
    games: SupportsIndex | None = None,
    seed: Seed = None,
    *,
    first_game: SupportsIndex = 0,
    openings: OpeningsLike | None = None,
    keep_games: bool = False,
    threads: Threads = None,
    progress: Progress | None = None,
    see_all: bool = False,
    on_game: Callable[[PlayedGame], object] | None = None,
    clock: ClockLike = None,
    adjudicate: str | None = None,
    paired_seeds: bool = False,
) -> MatchResult:
    """Play a match between two players and count the results.

    ``a`` and ``b`` are specs, players, or plain functions from a position to a move. ``game`` is a
    spec or a position to start from. ``games`` is the number of games, 1 to 2**53 (default 100).
    ``a`` has the first seat in games 0, 2, 4 ...; in a team game a player has all seats of its
    side.

    Side ``s`` of game ``i`` draws its random numbers from child ``2*i + s`` of the seed, so a match
    repeats exactly with any number of ``threads`` (players written in Python
    use one). With ``paired_seeds`` both games of a pair have the seeds of the first one, so that a
    side has the same luck with either player. ``first_game`` is the number of the first game: a
    long match can be played in parts, which ``MatchResult.merge`` joins.

    ``openings`` are where the games begin; both games of a pair, in which the players swap their
    sides, have the same one:

    - ``"random:PLIES"``: random moves for each pair, balanced by a quick search; see
      ``openings.random_openings``, which returns them. ``"random"`` chooses the number of moves.
    - positions of the game, records, or positions as text, used in turn, or the path of a file of
      them; see ``openings.read_openings``. The default of ``games`` is then twice their number.
    - ``"none"``: the start. In a game of chance each pair gets a new deal.

    By default games have random openings if both players are deterministic, because such players
    would repeat one game, and none otherwise. A native player says so itself, a player in Python by
    its attribute ``deterministic``; a plain function is taken as deterministic unless its attribute
    ``deterministic`` is false.

    ``keep_games`` keeps every game in ``games`` of the result. ``on_game`` is called on this thread
    with each finished ``PlayedGame``. ``progress`` is called with the numbers of finished and of
    all games. An exception from either, or from a player, ends the match and comes out unchanged.

    If a player written in Python returns an illegal move, it loses that game, and ``forfeits`` of
    the result has the reason. In a game with hidden information such a player gets the ``View`` of
    its seat, or with ``see_all`` the position. If the players repeat their games, the statistics
    mean less than they seem to; the table and ``repeats`` of the result say so.

    ``clock`` is a ``Clock``, or its text such as ``"move=0.1"``: a player that is late by more than
    its margin loses the game. ``alphabeta``, ``mcts``, ``perfect`` and ``montecarlo`` keep to it,
    an ``Engine`` is told, and a player in Python gets ``MoveLimits`` if its ``choose`` has a
    parameter ``limits``. An engine or a native player that does not answer is stopped; a player in
    Python is not, and loses once it returns.

    ``adjudicate`` is ``"exact:N"``: a game ends once the exact solver proves its result, which it
    tries at ``N`` empty squares or fewer (in games without cells, at ``N`` plies before the longest
    end). The reason of such a game is ``"proven with ... empty squares"``, and ``adjudicated`` of
    the result counts them. A solve visits at most 16 million positions; where that is not enough,
    the game goes on.

    Every player is asked to get ready before the first game, so a program that does not start ends
    the match with ``ParameterError`` before any game is lost.

    Raises ``UnknownPlayerError``, ``UnknownGameError``, ``UnsupportedError`` for a player that
    cannot play the game and for the adjudication of a game that hides something, and
    ``ParameterError`` for numbers out of range and for openings of another game.

    >>> import bitgames as bg
    >>> print(bg.match("ai14", "first", "tictactoe", games=10, seed=1))
    ai14 VS first
    count     win    lose    draw
    o           5       0       0
    x           5       0       0
    total      10       0       0
    <BLANKLINE>
    ratio     win    lose    draw
    o      100.0%    0.0%    0.0%
    x      100.0%    0.0%    0.0%
    total  100.0%    0.0%    0.0%
    <BLANKLINE>
    score  100.0%, 95% interval 56.6% to 100.0%
    elo    +inf, 95% interval +46 to +inf
    games  3 different among 10
    >>> bg.match(lambda position: "b2", "first", "tictactoe", games=1).forfeits[0].player
    'lambda'
    """
    position = start_of(game)
    threads, see_all = thread_count(threads), flag("see_all", see_all)
    if set(position.facts.teams) != {0, 1}:
        raise UnsupportedError(f"a match needs a game of two sides, not {position.game}")
    clock = clock_of(clock)
    empties = adjudication_limit(adjudicate, position)
    run_seed = root(seed)
    players = (_player(a), _player(b))
    chosen = None if openings is None else choose(openings, position, run_seed)
    # A player may be able to play the openings, but not the start.
    begin = chosen.records[0].position if chosen is not None and chosen.records else position
    for player in players:
        check_plays(player, position, begin)
    if chosen is None:
        chosen = usual(position, deterministic=all(may_repeat(each, begin) for each in players))
    given = chosen.records
    if games is None:
        games = 2 * len(given) or DEFAULT_GAMES
    number = integer("games", games, 1, MAX_GAMES)
    first = integer("first_game", first_game, 0, MAX_GAMES - number)

    def tell(played: Any) -> None:
        if on_game is not None:
            on_game(_played(played))

    plies, results, seconds, forfeits, proven, hashes, (pairs, halves), played = play_games(
        players,
        position,
        clock,
        see_all=see_all,
        games=number,
        root=run_seed,
        first=first,
        openings=[(record.start, record.moves) for record in given],
        random_openings=None if chosen.plies is None else (chosen.plies, True),
        threads=threads,
        keep_games=keep_games,
        on_game=None if on_game is None else tell,
        progress=progress,
        adjudicate=empties,
        paired_seeds=paired_seeds,
    )
    (first_won, first_lost, first_drawn), (second_won, second_lost, second_drawn) = results
    return MatchResult(
        a=players[0].name,
        b=players[1].name,
        game=position.game,
        start=position.to_string(),
        seats=(_name(position.facts, 0), _name(position.facts, 1)),
        seed=run_seed,
        num_games=number,
        plies=plies,
        wins=(first_won, second_won),
        losses=(first_lost, second_lost),
        draws=(first_drawn, second_drawn),
        forfeits=tuple(Forfeit(game, players[loser].name, why) for game, loser, why in forfeits),
        seconds=seconds,
        first_game=first,
        openings=tuple(
            (record.start.to_string(), " ".join(map(str, record.moves))) for record in given
        ),
        opening_rule=chosen.rule,
        deterministic=all(is_deterministic(each, begin) for each in players),
        hashes=tuple(hashes),
        compared=max(min(first + number, COMPARED) - first, 0),
        pairs=tuple(pairs),
        halves=(_half(halves[0]), _half(halves[1])),
        games=tuple(_played(each) for each in played),
        clock=None if clock is None else str(clock),
        adjudicate=None if empties is None else f"exact:{empties}",
        adjudicated=proven,
    )


def play_games(
    players: tuple[Player, Player],
    position: Position,
    clock: Clock | None,
    *,
    see_all: bool = False,
    **options: Any,
) -> Any:
    """Play games between any players, once both are ready; the rest is as in ``play_match``."""
    check_ready(players, position)
    hides = position.facts.hidden and not see_all
    sides = [_side_of(player, position, hides=hides, timed=clock is not None) for player in players]
    if players[0] is players[1] and not isinstance(sides[1], str):
        # An object that plays both sides starts each game once, with the seed of the first side.
        sides[1] = (sides[1][0], None, sides[1][2])
    return play_match(position, *sides, clock=numbers(clock), **options)


def check_plays(player: Player, start: Position, begin: Position) -> None:
    """Check that a player plays games from ``start``, whose openings end like ``begin``."""
    # A program of another protocol is told the moves from the start on.
    is_told = player.sees == "record" and not isinstance(player, NativePlayer)
    player.check(start if is_told else begin)


def adjudication_limit(adjudicate: str | None, position: Position) -> int | None:
    """Return the most empty squares at which games are solved, if any: 14 of ``"exact:14"``."""
    if adjudicate is None:
        return None
    text = instance("adjudicate", adjudicate, str, "text like 'exact:14'")
    rule, _, number = text.partition(":")
    digits = number.isascii() and number.isdigit() and len(number) <= 4
    if rule != "exact" or not digits or not 1 <= int(number) <= _MAX_EMPTIES:
        allowed = f"exact:N with N from 1 to {_MAX_EMPTIES}"
        raise parameter_error("adjudicate", allowed, quoted(text))
    if position.facts.hidden:
        raise UnsupportedError(
            f"adjudicate needs a game that both sides see whole: {position.game} hides information"
        )
    return int(number)


def may_repeat(player: Player, position: Position) -> bool:
    """Whether a player may repeat its games, so that two of them need random openings.

    It says that it draws no random numbers, or is a plain function that does not say: nobody seeds
    a function.
    """
    if isinstance(player, FunctionPlayer) and player.deterministic is None:
        return True
    return is_deterministic(player, position)


def is_deterministic(player: Player, position: Position) -> bool:
    """Whether a player says that it draws no random numbers in this game."""
    # Exactly this class: a subclass may choose differently.
    if type(player) is NativePlayer:
        return player.agent.is_deterministic(position)
    return player.deterministic is True


def _player(player: object) -> Player:
    return get(player, seed=0) if isinstance(player, str) else as_player(player)


_Side: TypeAlias = str | tuple[Callable[[Any], Answer], Callable[[int], object] | None, str]
"""A side for the native referee: a spec, or ``choose``, ``start_game`` and what ``choose`` gets."""


def _side_of(player: Player, start: Position, *, hides: bool, timed: bool) -> _Side:
    # Exactly these classes: a subclass may choose differently.
    if type(player) is NativePlayer:
        return player.name
    choose: Callable[..., Answer] = (
        player.function if type(player) is FunctionPlayer else player.choose
    )
    # A player that inherits the empty `start_game` gets no call for new games.
    told = None if type(player).start_game is Player.start_game else player.start_game
    if timed:
        ask, wanted = choose, wants_limits(player)

        def choose(at: Any, limits: Any) -> Answer:
            return ask(at, limits=MoveLimits(*limits)) if wanted else ask(at)

    if type(player).get_ready is not Player.get_ready:
        seat = _Seat(player, start, choose)
        choose, told = seat.choose, seat.start_game
    return choose, told, "view" if hides else player.sees


def check_ready(players: Iterable[Player], position: Position) -> None:
    """Let the players get ready: one that cannot ends the match before its first game."""
    for player in dict.fromkeys(players):
        try:
            player.get_ready(position)
        except ForfeitError as error:
            raise ParameterError(
                f"{player.name} is not ready for {position.game}: {error}"
            ) from None


class _Seat:
    """A player that gets ready before each game: if it cannot, it loses the game at its turn."""

    def __init__(self, player: Player, start: Position, choose: Callable[..., Answer]) -> None:
        self._player = player
        self._start = start
        self._choose = choose
        self._fault: ForfeitError | None = None

    def start_game(self, seed: int) -> None:
        """Tell the player about a new game, and wait until it is ready."""
        self._fault = None
        try:
            self._player.start_game(seed)
            self._player.get_ready(self._start)
        except ForfeitError as error:
            self._fault = error

    def choose(self, *asked: Any) -> Answer:
        """Ask the player."""
        if self._fault is not None:
            raise self._fault
        return self._choose(*asked)


def numbers(
    clock: Clock | None,
) -> tuple[float | None, float | None, float, int | None, float] | None:
    """Return a clock as the native referee takes it."""
    if clock is None:
        return None
    return clock.move, clock.game, clock.increment or 0.0, clock.nodes, clock.margin


def _played(fields: tuple[Any, ...]) -> PlayedGame:
    game, start, moves, given, result, reason, forfeit, seeds, seconds = fields
    winner: Winner = "a" if result > 0 else "b" if result < 0 else None
    return PlayedGame(game, start, tuple(moves), given, winner, reason, forfeit, seeds, seconds)


def _half(result: int | None) -> Half:
    return None if result is None else ("draw", "a", "b")[result]


def _name(facts: Facts, team: int) -> str:
    """Return the name of a side: its player, or all players of its team."""
    names = zip(facts.player_names, facts.teams, strict=True)
    return " and ".join(name for name, own in names if own == team)
