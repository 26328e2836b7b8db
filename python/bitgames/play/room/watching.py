"""A room that shows a tournament: its standings, its games, and the newest of them move by move."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, ClassVar

from bitgames._core import GameError, position
from bitgames.arguments import printable, shortened
from bitgames.files import attributes
from bitgames.journal import Path
from bitgames.play.game import End, Game
from bitgames.play.jobs import STUDY, Job
from bitgames.play.room import playing
from bitgames.play.room.audience import Emit
from bitgames.play.room.messages import Message, MessageError
from bitgames.play.room.room import Room
from bitgames.play.seating import HUMAN, OPEN
from bitgames.play.tree import Node
from bitgames.sentences import Said, said_each
from bitgames.tournaments.crosstable import Row, short_name
from bitgames.tournaments.follow import Follower
from bitgames.tournaments.games import Game as Finished
from bitgames.tournaments.ratings import Ratings, ratings
from bitgames.tournaments.tournament import Tournament

_TELL_SECONDS = 0.5
_TELL_SHARE = 0.1  # of the time, for making tables and for ratings
_PAGE = 50
_MIN_SAMPLES, _MAX_SAMPLES = 50, 1000
_MATRIX = 400_000  # cells of the replicates of all ratings together
_HOLD_MOVES = 4
_SHOWN_MOVES = 12
_HEADS = ["player", "points", "score", "95% interval"]


class Watching(Room):
    """A room for the results file of a tournament that another process plays.

    Its owner calls ``look`` regularly: viewers hear of each game as it ends (``match`` and
    ``games``, at first after ``hello``). The newest game is played through, a move each ``pace``
    seconds, and after it the one that is the newest then. The owner of the room may stop that, step
    through any game and go on. The games are finished: all cards are open.

    >>> import bitgames as bg, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "r.jsonl")
    >>> _ = bg.tournament(["first", "ai14"], "tictactoe", pairs=1, results=path)
    >>> answers = []
    >>> room = Watching(lambda viewer, answer: answers.append(answer), path)
    >>> room.admit("me", owner=True)
    >>> room.look()
    >>> match = next(answer for answer in answers if answer["is"] == "match")
    >>> match["done"], match["standings"][1][:3]
    (2, ['ai14', '2 of 2', '100.0%'])
    """

    def __init__(self, emit: Emit, path: Path, **options: Any) -> None:
        super().__init__(emit, **options)
        self.follower = Follower(path)
        self.is_new = False
        # The tournament and the game that is played through are jobs, which messages name.
        self._tournament, self._replay = self.work.number(), self.work.number()
        # The game on the board, by its number in the file; -1 before the first one.
        self._shown = -1
        # How it ended if a player forfeited it, and at which node.
        self._end: tuple[Node, End] | None = None
        self._is_live = True
        self._restarts = 0
        self._fault = ""
        self._is_told = True
        self._tell_at = 0.0
        # The ratings by player, of how many games they are, and when they are made anew.
        self._elo: dict[str, dict[str, float]] = {}
        self._rated = 0
        self._rate_at = 0.0
        self._apart = 0
        _name_seats(self.game, [""] * len(self.game.seats))

    def look(self) -> None:
        """Read what was added to the file, and tell it; begin the newest game if it is due."""
        with self.lock:
            follower = self.follower
            if follower.poll():
                self._is_told = False
            if follower.restarts != self._restarts:
                self._restarts, self._shown, self._fault = follower.restarts, -1, ""
                # For viewers it is another tournament.
                self._tournament = self.work.number()
                self._elo, self._rated, self._rate_at, self._apart = {}, 0, 0.0, 0
            self._rate()
            if self._is_told or (follower.is_behind and self.now() < self._tell_at):
                return
            began = monotonic()
            self._is_told = True
            if self._shown < 0 and follower.tournament is not None:
                self._show_start(follower.tournament.config)
            self._send_tournament(self.audience.online)
            self._tell_at = self.now() + max(_TELL_SECONDS, (monotonic() - began) / _TELL_SHARE)
            if self._is_live and self.due is None and not follower.is_behind:
                self._show_newest()

    def _rate(self) -> None:
        """Start a job for new ratings if games were added, a viewer is online, and it is time."""
        played = self.follower.tournament
        if played is None or self.now() < self._rate_at or self.follower.is_behind:
            return
        games = played.num_games
        if games == self._rated or not self.audience.online:
            return
        outcomes, seed, tournament = list(played.outcomes), played.ratings_seed, self._tournament
        samples = _MATRIX // len(played.players) ** 2
        samples = min(max(samples, _MIN_SAMPLES), _MAX_SAMPLES)

        def work(job: Job) -> tuple[Ratings, float]:
            began = job.clock()
            return ratings(outcomes, samples=samples, seed=seed), job.clock() - began

        def done(job: Job, result: Any, error: BaseException | None) -> None:
            if error is not None:
                raise error
            with self.lock:
                if tournament == self._tournament:
                    self._take(*result)

        self._rated, self._rate_at = games, math.inf
        self.work.start(work, done, [], rank=STUDY)

    def _take(self, found: Ratings, seconds: float) -> None:
        """Take the ratings of the largest pool: others cannot be compared with them."""
        self._rate_at = self.now() + seconds / _TELL_SHARE
        self._elo = {
            each.name: {
                "rating": round(each.rating, 1),
                "low": round(each.low, 1),
                "high": round(each.high, 1),
            }
            for each in found.players
            if each.pool == 0
        }
        self._apart = len(found.players) - len(self._elo)
        self._is_told = False

    # Messages.

    def _games(self, viewer: str, message: Message) -> None:
        played = self.follower.tournament
        if message["job"] != self._tournament or played is None:
            raise MessageError("stale", f"there is no job {message['job']}")
        most, wanted = len(played.players), message.get("players", [])
        if len(wanted) > 2 or not all(0 <= each < most for each in wanted):
            raise MessageError("damaged", f"players must be one or two, from 0 to {most - 1}")
        found = self.follower.numbers([played.players[each] for each in wanted])
        offset = message.get("offset", max(len(found) - _PAGE, 0))
        if not 0 <= offset <= len(found):
            raise MessageError("damaged", f"offset must be from 0 to {len(found)}")
        with self._readable():
            self._send_games(viewer, offset, found)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise MessageError("stale", f"{self.follower.name} cannot be read") from None

    def _hello(self, viewer: str, message: Message) -> None:
        Room.handlers["hello"](self, viewer, message)
        self._send_tournament([viewer])

    def _show(self, viewer: str, message: Message) -> None:
        self.audience.need_owner(viewer)
        if message["job"] != self._tournament:
            raise MessageError("stale", f"there is no job {message['job']}")
        number = message["game"]
        if not 0 <= number < len(self.follower):
            raise MessageError("damaged", f"game must be from 0 to {len(self.follower) - 1}")
        with self._readable():
            self._begin_game(number)
        self._wait()

    def _go(self, viewer: str, message: Message) -> None:
        self.need_seat(viewer)
        self.cancel()
        self._is_live = True
        self.due = self.now()
        self.tell_all()

    def _stop(self, viewer: str, message: Message) -> None:
        if message["job"] != self._replay:
            Room.handlers["stop"](self, viewer, message)
            return
        self.need_seat(viewer)
        self._wait()

    def go_to(self, node: Node) -> None:
        """Go to a node of the game, and stay there."""
        self._goto(node)
        self._wait()

    def settle(self, *, but: str | None = None) -> None:
        """Send the state: nobody moves here."""
        self.tell_all(but=but)

    def _wait(self) -> None:
        """Stay where the game stands, until ``go``."""
        self.cancel()
        self._is_live = False
        self.waits = True
        self.tell_all()

    _TAKEN = ("analyze", "edit", "export", "geometry", "goto", "graph", "solve", "tree")
    # No game is played in this room.
    handlers: ClassVar[Mapping[str, playing.Handler]] = {
        **{kind: Room.handlers[kind] for kind in _TAKEN},
        "games": _games,
        "go": _go,
        "hello": _hello,
        "show": _show,
        "stop": _stop,
    }
    lacking = Said("tournament-room")

    # The game on the board.

    def _show_start(self, config: dict[str, Any]) -> None:
        """Show the board of the tournament until its first game has ended."""
        try:
            fresh = Game(position(config["start"]), seed=0)
        except (GameError, KeyError, TypeError):
            return  # The games say what they are.
        _name_seats(fresh, [""] * len(fresh.seats))
        self.cancel()
        self.game = fresh
        self.tell_all()

    def go_on(self) -> None:
        """Play the next move of the game, or begin the newest one."""
        node = self.game.node.ahead
        if node is None:
            self._show_newest()
            if self.due is None:
                self.tell_all()
            return
        self.cancel()
        self._goto(node)
        self.due = self.now() + self.pace * (_HOLD_MOVES if node.ahead is None else 1)
        self.tell_all()

    def _show_newest(self) -> None:
        newest = len(self.follower) - 1
        if newest <= self._shown:
            return
        try:
            self._begin_game(newest)
        except (GameError, OSError) as error:
            # The next one may do.
            self._shown = newest
            self._fault = Said("not-shown", newest + 1, printable(str(error)))
            self._send_tournament(self.audience.online)
            return
        self.due = self.now() + self.pace
        self.tell_all()

    def _begin_game(self, number: int) -> None:
        found = self.follower.game(number)
        record = found.record
        fresh = Game(record.start, seed=0)
        fresh.load(record)
        fresh.goto(fresh.tree.root)
        fresh.number, fresh.is_open = number, True
        teams = (found.first, found.second)
        _name_seats(fresh, [teams[team] for team in record.start.facts.teams])
        fresh.tree.root.comment = f"{_title(found)}, {_short(found.reason)}"
        self.cancel()
        self._shown, self._end = number, None
        self.game = fresh
        if found.forfeit and found.loser is not None:
            seat = record.start.facts.teams.index(teams.index(found.loser))
            last = [fresh.tree.root, *fresh.tree.root.line_ahead][-1]
            self._end = last, End("forfeit", seat, _short(found.reason))

    def _goto(self, node: Node) -> None:
        self.game.goto(node)
        if self._end is not None and self._end[0] is node:
            self.game.end = self._end[1]

    # Answers.

    def state(self, viewer: str) -> dict[str, Any]:
        """Return the data of ``state``: with the job that plays the game through."""
        data = super().state(viewer)
        can = [each for each in data["can"] if each in self.handlers]
        is_owner = self.audience.is_owner(viewer)
        if is_owner and self.due is not None:
            data["job"] = self._replay
            can.append("stop")
        data["seats"] = [{**seat, "online": True, "sits": []} for seat in data["seats"]]
        return {**data, "can": can, "tournament": self._tournament}

    def _send_tournament(self, viewers: Sequence[str]) -> None:
        follower, played = self.follower, self.follower.tournament
        data: dict[str, Any] = {
            "done": 0,
            "total": 0,
            "final": False,
            "standings": [_HEADS],
            "players": [],
            "cross": [],
        }
        notes: list[str | None] = []
        if played is not None:
            table = played.table
            notes = [table.note, *played.verdicts()]
            if (late := len(follower) - played.num_games) > 0:
                notes.append(Said("late-games", late))
            if self._apart:
                notes.append(Said("apart", self._apart))
            data = {
                "done": played.num_games,
                "total": played.most_games,
                "final": played.is_complete,
                **self._tables(played, table.rows),
            }
        lines = list(filter(None, [*notes, follower.trouble, self._fault]))
        data |= {"text": "\n".join(lines) or None, "said": said_each(lines)}
        job = self._tournament
        first = len(follower) - len(follower.newest)
        for viewer in viewers:
            self.audience.send(viewer, "match", job=job, tournament=True, table=None, **data)
            self._send_games(viewer, first, follower.numbers())

    def _tables(self, played: Tournament, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the players by rank, and what they made against each other."""
        numbers = {name: number for number, name in enumerate(played.players)}
        counts: dict[tuple[str, str], tuple[int, int, int]] = {}
        for each in played.pairings:
            counts[each.a, each.b], counts[each.b, each.a] = each.counts, each.counts[::-1]
        players = [
            {
                "n": numbers[row.player],
                "name": _short(row.player),
                **attributes(row, "games", "points", "score"),
                "low": round(row.low, 4),
                "high": round(row.high, 4),
                "elo": self._elo.get(row.player),
            }
            for row in rows
        ]
        cross = [[counts.get((row.player, other.player)) for other in rows] for row in rows]
        return {
            "standings": [_HEADS, *map(_standing, rows)],
            "players": players,
            "cross": cross,
        }

    def _send_games(self, viewer: str, offset: int, found: Sequence[int]) -> None:
        """Send a page of the games with the numbers ``found``."""
        played, numbers = self.follower.tournament, found[offset : offset + _PAGE]
        places = {} if played is None else {name: n for n, name in enumerate(played.players)}
        games = [
            _row(number, game, places)
            for number, game in zip(numbers, self.follower.read(numbers), strict=True)
        ]
        total = len(found)
        self.audience.send(
            viewer, "games", job=self._tournament, total=total, offset=offset, games=games
        )


def _name_seats(game: Game, names: list[str]) -> None:
    """Name the players of the seats, on which nobody can sit."""
    for seat, name in zip(game.seats, names, strict=True):
        seat.spec = f'"{name}"' if name in (HUMAN, OPEN) else _short(name)


def _standing(row: Row) -> list[str]:
    interval = f"{row.low:.0%} to {row.high:.0%}" if row.games else ""
    score = "" if row.score is None else f"{row.score:.1%}"
    return [short_name(row.player), f"{row.points:g} of {row.games}", score, interval]


def _row(number: int, game: Finished, places: Mapping[str, int]) -> dict[str, Any]:
    moves = game.moves.split()
    return {
        "index": number,
        "title": _title(game),
        "plies": game.plies,
        "moves": " ".join(moves[:_SHOWN_MOVES])[:200],
        "sides": [places[game.first], places[game.second]],
        "score": game.score,
        "opening": " ".join(moves[: game.given])[:200],
    }


def _title(game: Finished) -> str:
    result = {1.0: "1-0", 0.0: "0-1"}.get(game.score, "\u00bd-\u00bd")
    return f"{_short(game.first)} - {_short(game.second)} {result}"


def _short(text: str) -> str:
    return shortened(printable(text), 60)
