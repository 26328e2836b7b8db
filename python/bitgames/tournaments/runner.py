"""Playing a tournament: what is missing is played, and each finished game is kept at once."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from threading import Lock
from typing import Any, SupportsIndex, TypeAlias

from bitgames._core import DamagedFileError, ParameterError, Position, UnsupportedError, play_queue
from bitgames._core import position as parse_position
from bitgames.arguments import Threads, instance, integer, printable, real, shortened
from bitgames.arguments import threads as thread_count
from bitgames.clock import ClockLike, clock_of
from bitgames.games import start as start_of
from bitgames.journal import Journal, Line, Path, root_of_run, shown
from bitgames.matches import (
    FinishedLine,
    QueuedMatch,
    adjudication_limit,
    check_plays,
    check_ready,
    may_repeat,
    numbers,
)
from bitgames.openings import OpeningsLike, usual
from bitgames.players.conversations import Prompts, kept_by, parted, prompts_beside
from bitgames.players.player import NativePlayer
from bitgames.results import COMPARED
from bitgames.seeding import Seed, sealed
from bitgames.spread import Failed, is_here, spread
from bitgames.tournaments.chunk import Chunk, play, run, split
from bitgames.tournaments.crosstable import short_name
from bitgames.tournaments.entrants import Entrant, Entrants, entrants, networks
from bitgames.tournaments.games import Game, read_line
from bitgames.tournaments.pairing import Pairing
from bitgames.tournaments.prefetch import Prefetch
from bitgames.tournaments.schedule import Format, Openings, game_key, pairings
from bitgames.tournaments.sprt import Sprt
from bitgames.tournaments.tournament import Tournament

DEFAULT_PAIRS = 100
MAX_PAIRS = 2**24

# Seconds of play in a part of the schedule: players take turns, and workers get new work.
_HERE, _SPREAD = 20.0, 3.0
# Games of the first part of two players, whose speed is not known: for each thread of native ones,
# and of others.
_FIRST, _FIRST_SLOW = 32, 8
_GROWTH = 8
_LONGEST = 1 << 12  # games, whose openings are held at once
_KEPT_EVERY = 0.02  # seconds between two writes
_SYNCED_EVERY = 1.0
_TOLD_EVERY = 0.1
# Games below this number are too few to tell that a player fails.
_JUDGED = 20

Progress = Callable[[Tournament], object]

# Some games, and the match of them if their players are native.
_Part: TypeAlias = tuple[Chunk, QueuedMatch | None]


class StopEarly(Exception):
    """Ends parts of the schedule whose other games are not needed."""


def tournament(
    players: Entrants,
    game: str | Position = "tictactoe",
    *,
    pairs: SupportsIndex = DEFAULT_PAIRS,
    format: Format = "round_robin",
    openings: OpeningsLike | None = None,
    balance: bool = True,
    seed: Seed = None,
    clock: ClockLike = None,
    sprt: Sprt | None = None,
    adjudicate: str | None = None,
    results: Path | None = None,
    max_faults: float = 0.1,
    threads: Threads = None,
    workers: SupportsIndex | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play a tournament: pairs of games between each two players, and return it with its table.

    ``players`` are specs, players or functions, as in ``match``, in a list or in a dictionary by
    name. A spec may have a name before it, as in ``"mine=alphabeta:depth=4"``; names differ.
    ``game`` is a spec or a position. With ``format`` ``"round_robin"`` all players meet,
    with ``"gauntlet"`` the first one plays all others. In a team game a player has all seats of its
    side.

    Each two players play ``pairs`` pairs of games, 1 to 2**24. Both games of a pair have one
    opening, or one deal in a game of chance, with the sides swapped. ``openings`` are as in
    ``match``: ``"random:PLIES"``, balanced by a search unless ``balance`` is false, a list, a file,
    or ``"none"``; by default random ones if two players or more are deterministic or plain
    functions, and none otherwise and in a game of chance. No two of them are equal up to symmetry;
    where there are fewer than pairs they are used in turn. Pair ``i`` has the same opening for all
    players. The same ``seed`` gives the same games.

    ``results`` is the path of a results file, which gets each game when it ends. If it exists, its
    games are taken over, and what is missing is played: a tournament that was interrupted goes on,
    and ends with the same table. Without it the games are kept in memory. ``seed=None`` is the seed
    of the file, or a fresh one. In a game with hidden information the file has the seed sealed:
    give one, and the same one to go on.

    ``sprt`` ends the games of two players once the test has decided. Only the pairs up to that one
    count. It gives no verdict where the games repeat.

    What text players are asked and answer is kept in a file beside it, ``club.prompts.jsonl`` of
    ``club.jsonl``, once their game has ended.

    ``clock`` and ``adjudicate`` are as in ``match``. A tournament in which more than
    ``max_faults`` (a share, 0 to 1) of the games, and more than that share of 20 games, are lost by
    a fault of the player stops; ``stopped`` is then ``"faults"``.

    Native players use ``threads``. ``workers`` is the number of worker
    processes, each with one thread; an active ``joblib.parallel_config`` says where they run, also
    on other computers. They make their players from specs, so players must be specs then. The
    result is the same. ``progress`` is called with the tournament so far, ten times a second.

    Raises what ``match`` raises, ``ParameterError`` for numbers out of range, for players with one
    name and for a results file of another configuration (it names the field), ``ParseError`` for a
    file of another kind or version, ``DamagedFileError`` for a damaged line before the last, and
    ``BlockingIOError`` if another process uses the file. Games that are finished by then stay in
    the file.

    >>> import bitgames as bg
    >>> t = bg.tournament(["random", "ai14", "first"], "tictactoe", pairs=20, seed=1)
    >>> [row.player for row in t.table.rows]
    ['ai14', 'first', 'random']
    >>> t.num_games
    120
    """
    found = entrants(players)
    position = start_of(game)
    if set(position.facts.teams) != {0, 1}:
        raise UnsupportedError(f"a tournament needs a game of two sides, not {position.game}")
    number = integer("pairs", pairs, 1, MAX_PAIRS)
    pairings(len(found), format)
    real("max_faults", max_faults, 0.0, 1.0)
    if sprt is not None:
        instance("sprt", sprt, Sprt)
    run_seed, used = root_of_run(seed, results), thread_count(threads)
    limits, empties = clock_of(clock), adjudication_limit(adjudicate, position)
    if openings is None:
        fixed = sum(may_repeat(each.player, position) for each in found)
        openings = usual(position, deterministic=fixed > 1).rule
    drawn = Openings(openings, position, seed=run_seed, balance=balance, threads=used or _cores())
    here = is_here(workers)
    _check(found, position, drawn.first(), here=here)
    config: dict[str, Any] = {
        "game": position.game,
        "start": position.to_string(),
        "players": [each.name for each in found],
        "specs": [each.spec for each in found],
        "format": format,
        "pairs": number,
        "openings": drawn.config,
        # A reader of the file must not know the cards while games are played.
        "seed": sealed(run_seed) if position.facts.hidden else run_seed,
        "clock": None if limits is None else str(limits),
        "sprt": None if sprt is None else asdict(sprt),
        "adjudicate": None if empties is None else f"exact:{empties}",
        **networks(found),
    }
    speakers = [each.player for each in found]
    with Journal(results, config) as journal, prompts_beside(results, config, speakers) as prompts:
        played = Tournament(journal.config, journal)
        runner = _Runner(played, journal, prompts, found, drawn, run_seed, progress, max_faults)
        runner.resume()
        if here:
            runner.play_here(used)
        else:
            runner.play_spread(workers)
        runner.finish()
    return played


def _cores() -> int:
    import os

    return os.cpu_count() or 1


def _check(found: list[Entrant], start: Position, begin: Position, *, here: bool) -> None:
    """Refuse players that cannot play the game, or that workers cannot make."""
    for name, spec, player in found:
        check_plays(player, start, begin)
        if not here and spec is None:
            raise ParameterError(
                f"{short_name(name)} is an object, which workers cannot make: name it by its spec, "
                "python:FILE.py:NAME, or play without workers"
            )


def _read(line: bytes) -> Game:
    return read_line(Line(0, 0, line[:-1]), "a finished game")


class _Runner:
    """Plays what is missing in a tournament."""

    def __init__(
        self,
        played: Tournament,
        journal: Journal,
        prompts: Prompts,
        found: list[Entrant],
        openings: Openings,
        seed: int,
        progress: Progress | None,
        max_faults: float,
    ) -> None:
        self.played, self.journal, self.openings = played, journal, openings
        self.prompts = prompts
        self.progress, self.max_faults = progress, max_faults
        self.entrants = {each.name: each for each in found}
        self.seed = seed
        # For each two players: the first game that is in no part yet, and what is known of speed.
        self.next = [0] * len(played.pairings)
        # Games of the next part; a first pair may last as long as a task of a worker shall.
        self.sizes = [2] * len(played.pairings)
        self.waiting: list[bytes] = []
        # The prompts of games in progress: with hidden cards nobody may read them before the end.
        self.asked: list[bytes] = []
        # The courses of which games are played.
        self.playing: set[int] = set()
        self.written = self.synced = self.told = time.monotonic()
        # The parts may be asked for by another thread, which sends them to workers.
        self.lock = Lock()

    def _is_native(self, *names: str) -> bool:
        return all(type(self.entrants[name].player) is NativePlayer for name in names)

    # Games that are finished.

    def resume(self) -> None:
        """Take the games of the results file."""
        for game in self.played.stored():
            pairing = self.played.pairing_of(game)
            if pairing is None or self._key(pairing, game.game) != game.key:
                names = f"{short_name(game.first)} - {short_name(game.second)}"
                raise DamagedFileError(
                    f"{shown(self.journal.path or '')}: game {game.game} of {names} is not of this "
                    "tournament"
                )
            pairing.add_game(game)
        self.played.settle()
        self.played.taken_over = self.played.num_games
        if self.progress is not None:
            self.progress(self.played)

    def _key(self, pairing: Pairing, game: int) -> str:
        names = (pairing.b, pairing.a) if game % 2 else (pairing.a, pairing.b)
        start, opening = self.played.config["start"], self.openings.text(game // 2)
        return game_key(start, opening, self.played.config["seed"], *names, game // 2)

    def is_failing(self, least: int = _JUDGED) -> bool:
        """Whether too many games are lost by faults."""
        finished = max(self.played.num_games, least)
        return self.played.faults > self.max_faults * finished

    def keep(self, ended: list[FinishedLine]) -> None:
        """Keep finished games."""
        self.flush_prompts()
        pairings, wait = self.played.pairings, self.waiting.append
        for place, game, score, forfeit, line in ended:
            hashes = _read(line).hashes if game < COMPARED else None
            if pairings[place].add(game, score, forfeit, hashes):
                wait(line)
            if forfeit and self.is_failing():
                raise StopEarly
        now = time.monotonic()
        if now - self.written >= _KEPT_EVERY:
            self.flush(now)
            self._judge()

    def _judge(self) -> None:
        """End what is played where a test decides that its other games are not needed."""
        for place in tuple(self.playing):
            pairing = self.played.pairings[place]
            pairing.settle()
            if pairing.decided is not None and pairing.finished < 2 * pairing.pairs:
                raise StopEarly

    def flush(self, now: float) -> None:
        """Write the games that wait."""
        waiting, self.waiting = self.waiting, []
        self.journal.append(waiting)
        self.written = now
        if now - self.synced >= _SYNCED_EVERY:
            self.synced = now
            self.journal.sync()

    def flush_prompts(self) -> None:
        """Write the prompts of games that have ended."""
        asked, self.asked = self.asked, []
        if self.prompts is not None:
            self.prompts.append(asked)

    def tick(self) -> None:
        """Write what waits, and tell how far the tournament is."""
        now = time.monotonic()
        if self.waiting or now - self.synced >= _SYNCED_EVERY:
            self.flush(now)
            self._judge()
        if self.progress is not None and now - self.told >= _TOLD_EVERY:
            self.told = now
            self.progress(self.played)

    # Games to play.

    def part(self) -> Chunk | None:
        """Return the next games to play, or ``None`` at the end.

        Those who have played least go first.
        """
        pairings = self.played.pairings
        with self.lock:
            while True:
                left = [
                    place
                    for place, pairing in enumerate(pairings)
                    if pairing.decided is None and self.next[place] < 2 * pairing.pairs
                ]
                if not left or self.is_failing():
                    return None
                place = min(left, key=self.next.__getitem__)
                pairing = pairings[place]
                run = pairing.missing(self.next[place], self.sizes[place])
                if run is None:
                    self.next[place] = 2 * pairing.pairs
                    continue
                self.next[place] = sum(run)
                return self._chunk(place, pairing, *run)

    def _chunk(self, place: int, pairing: Pairing, first_game: int, games: int) -> Chunk:
        a, b = self.entrants[pairing.a], self.entrants[pairing.b]
        pairs = range(first_game // 2, (first_game + games + 1) // 2)
        # The last opening first: all of them are drawn together.
        self.openings.text(pairs[-1])
        config = self.played.config
        return Chunk(
            start=config["start"],
            a=a.spec or "",
            b=b.spec or "",
            names=(pairing.a, pairing.b),
            seed=self.seed,
            shown_seed=config["seed"],
            place=place,
            first_game=first_game,
            games=games,
            openings=tuple(map(self.openings.text, pairs)),
            clock=config["clock"],
            adjudicate=config["adjudicate"],
        )

    def _learn(self, place: int, games: int, seconds: float, wanted: float) -> None:
        """Choose the size of the next part of two players by the time of the last one."""
        size = int(wanted * games / max(seconds, 1e-6))
        most = min(_GROWTH * max(games, self.sizes[place]), _LONGEST)
        self.sizes[place] = max(2, min(size, most) & ~1)

    def play_here(self, threads: int | None) -> None:
        """Play in this process; each game is kept when it ends."""
        first = _FIRST * (threads or _cores())
        self.sizes = [
            first if self._is_native(pairing.a, pairing.b) else _FIRST_SLOW
            for pairing in self.played.pairings
        ]
        if not self.played.is_complete:
            start = parse_position(self.played.config["start"])
            check_ready([each.player for each in self.entrants.values()], start)
        is_over = False
        while not is_over:
            with suppress(StopEarly):
                self._play_parts(threads)
                is_over = True
            # What was in progress when a test of other players decided is in no part any more.
            runs = [pairing.missing(0, 1) for pairing in self.played.pairings]
            self.next = [run[0] if run else 2 * MAX_PAIRS for run in runs]

    def _play_parts(self, threads: int | None) -> None:
        """Play all parts, each of which is made while others are played."""
        parts = Prefetch(self._prepare)
        try:
            while (part := parts.peek()) is not None:
                chunk, match = part
                if match is None:
                    self.openings.is_urgent = False
                    parts.advance()
                    self._play_alone(chunk, threads)
                    self.openings.is_urgent = True
                else:
                    self._play_queue(parts, threads)
        finally:
            self.openings.is_urgent = True
            self.openings.is_stopped = True
            parts.close()
            self.openings.is_stopped = False
            self.flush_prompts()
            self.flush(time.monotonic())
            self.played.settle()

    def _prepare(self) -> _Part | None:
        """Return the next part, and its match if its players are native."""
        if (chunk := self.part()) is None:
            return None
        is_native = self._is_native(*chunk.names)
        specs = [self.entrants[name].player.name for name in chunk.names]
        return chunk, chunk.queued(*specs) if is_native else None

    def _play_alone(self, chunk: Chunk, threads: int | None) -> None:
        a, b = (self.entrants[name].player for name in chunk.names)
        self.playing = {chunk.place}
        began = time.monotonic()
        with kept_by(lambda line: self.asked.append(line)):
            run(chunk, (a, b), self.keep, threads=threads, progress=lambda *_: self.tick())
        self._learn(chunk.place, chunk.games, time.monotonic() - began, _HERE)
        self.flush(time.monotonic())
        self.tick()
        self._judge()

    def _play_queue(self, parts: Prefetch[_Part | None], threads: int | None) -> None:
        """Play the parts of native players up to the next one of others, without a pause."""
        self.playing = set()
        config = self.played.config
        start = parse_position(config["start"])
        on_lines: Callable[[Any], object] = self.keep
        play_queue(
            start,
            self._queue(parts),
            on_lines=on_lines,
            threads=threads,
            progress=lambda *_: self.tick(),
            clock=numbers(clock_of(config["clock"])),
            adjudicate=adjudication_limit(config["adjudicate"], start),
        )

    def _queue(self, parts: Prefetch[_Part | None]) -> Iterator[QueuedMatch | None]:
        """Yield the next parts of native players, and ``None`` while none is ready."""
        while (part := parts.peek()) is not None and part[1] is not None:
            chunk, match = part
            self.openings.is_urgent = False
            parts.advance()
            self.playing.add(chunk.place)
            began = time.monotonic()
            yield match
            self.openings.is_urgent = True
            # Another thread has no game left of it. A part that is cut short says little.
            if chunk.games >= self.sizes[chunk.place]:
                self._learn(chunk.place, chunk.games, time.monotonic() - began, _HERE)
            while not parts.is_ready():
                yield None

    def play_spread(self, workers: SupportsIndex | None) -> None:
        """Play on workers; the games of a part are kept when it ends."""

        def specs() -> Iterator[bytes]:
            while (part := self.part()) is not None:
                yield part.data

        results = spread(play, specs(), workers=workers, split=split)
        try:
            self._gather(results)
        finally:
            # Takes back what has not begun, also where an error ends the run.
            getattr(results, "close", lambda: None)()

    def _gather(self, results: Iterator[tuple[bytes, bytes | Failed]]) -> None:
        """Keep the games of parts that workers have played."""
        lost = 0
        for spec, result in results:
            chunk = Chunk.read(spec)
            if isinstance(result, Failed):
                lost += chunk.games
                self.played.notes.append(
                    f"{chunk.games} games of {short_name(chunk.names[0])} - "
                    f"{short_name(chunk.names[1])} are missing: {result.reason}"
                )
                continue
            seconds = 0.0
            result, self.asked = parted(result)
            self.flush_prompts()
            for data in result.splitlines():
                game = _read(data + b"\n")
                pairing = self.played.pairing_of(game)
                if pairing is not None and pairing.add_game(game):
                    self.waiting.append(data + b"\n")
                seconds += sum(game.seconds)
            self.flush(time.monotonic())
            self.played.pairings[chunk.place].settle()
            self._learn(chunk.place, chunk.games, seconds, _SPREAD)
            self.tick()
        if lost:
            self.played.stopped = "lost"

    def finish(self) -> None:
        """Say what the end means."""
        played = self.played
        if self.is_failing(1):
            played.stopped = "faults"
        if played.faults:
            first = next(game for game in played.games if game.forfeit)
            played.notes.append(
                f"{played.faults} games were lost by faults; the first by "
                f"{short_name(first.loser or '')}: {printable(shortened(first.reason, 200))}"
            )
        if self.progress is not None:
            self.progress(played)
