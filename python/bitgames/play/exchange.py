"""Games that come into a room and go out: files, and matches between computer players."""

from time import monotonic
from typing import Any

from bitgames._core import CancelledError, Position
from bitgames.games import get as start_of
from bitgames.matches import match
from bitgames.play import files, state
from bitgames.play.game import Game
from bitgames.play.host import NO_THREAD, Host, Study, code_of
from bitgames.play.jobs import HINT, STUDY, Job
from bitgames.play.messages import Message, Refused
from bitgames.play.seating import HUMAN
from bitgames.play.tree import Tree
from bitgames.played import PlayedGame
from bitgames.record import Record
from bitgames.results import MatchResult
from bitgames.seeding import root

__all__ = ["Exchange"]

_MAX_GAMES = 100_000
_KEPT_MATCHES = 8
_REPORT_SECONDS = 0.2
_HEADS = ["player", "won", "drawn", "lost"]


class Exchange(Host):
    """A room that reads and writes files, and plays matches."""

    # Files.

    def _do_export(self, viewer: str, message: Message) -> None:
        form, game = message["format"], self.game
        if game.hides and form not in files.PICTURES:
            raise Refused("denied", "a game with hidden cards can be saved only at its end")
        data = files.write(game, form, state.scene_of(game, viewer))
        name = f"{game.start.game.partition(':')[0]}.{files.SUFFIXES[form]}"
        self._send(viewer, "file", name=name, **files.contents(data))

    def _do_import(self, viewer: str, message: Message) -> None:
        self._need_owner(viewer)
        self._need_alone(viewer)
        found = files.read(
            message["data"], message.get("format"), base64=message.get("base64", False)
        )
        if isinstance(found, Tree):
            self._take_in(found.root.position, found, viewer)
        elif len(found) == 1 or "index" in message:
            self._take_in_record(found.record(message.get("index", 0)), viewer)
        else:
            offset = max(message.get("offset", 0), 0)
            data = {"total": len(found), "offset": offset, "games": found.page(offset)}
            self._send(viewer, "games", **data)

    def _take_in_record(self, record: Record, viewer: str) -> None:
        if self.is_new:
            self._begin_anew(record.start, viewer)
        self.load(record)

    def _take_in(self, start: Position, tree: Tree, viewer: str) -> None:
        if self.is_new:
            self._begin_anew(start, viewer)
        self.check_start(start)
        self._cancel()
        self.game.adopt(tree)
        self._settle()

    def _begin_anew(self, start: Position, viewer: str) -> None:
        """Begin a game with a person in all seats, in the place of the present one."""
        fresh = Game(start, seed=root(), known=self._known)
        self._seat_all(fresh, [HUMAN] * len(fresh.seats), viewer)
        self._cancel()
        self.game = fresh
        self.is_new = False

    # Matches.

    def _do_match(self, viewer: str, message: Message) -> None:
        self._need_owner(viewer)
        for study in list(self._studies.values()):
            if study.kind == "match":
                raise Refused("busy", "a match is being played already")
        start = self.game.start
        # The results of games with these cards would tell of them.
        if "game" in message or start.facts.hidden:
            start = start_of(message.get("game", start.game))
        games = message["games"]
        if not 1 <= games <= _MAX_GAMES:
            raise Refused("limit", f"a match must have from 1 to {_MAX_GAMES:,} games")
        names = (message["a"], message["b"])
        asked = _Match(
            self._contestant(names[0], start),
            self._contestant(names[1], start),
            start,
            root(message.get("seed")),
        )
        reply = message.get("id")

        def done(job: Job, result: MatchResult | None, error: BaseException | None) -> None:
            with self._lock:
                if self._studies.pop(job.number, None) is None:
                    return
                if error is not None:
                    self._note(viewer, code_of(error), self.words(error), reply)
                elif result is not None:
                    self._send_match(viewer, job, reply, _table(names, result), games, str(result))

        def work(job: Job) -> MatchResult:
            score, told = [0, 0, 0], [0.0]

            def on_game(played: PlayedGame) -> None:
                score["ab".find(played.winner or "?")] += 1
                now = monotonic()
                if now - told[0] < _REPORT_SECONDS:
                    return
                told[0] = now
                with self._lock:
                    if job.number in self._studies:
                        table = {"a": names[0], "b": names[1], "wins": score[0], "losses": score[1]}
                        table["draws"] = score[2]
                        self._send_match(viewer, job, reply, table, games)

            return asked.play(job, games, on_game=on_game)

        job = self._job(work, done, [], rank=STUDY)
        self._studies[job.number] = Study(job, viewer, "match")
        if not self._started(job):
            del self._studies[job.number]
            raise Refused("busy", NO_THREAD)
        self.is_new = False
        self._matches[job.number] = asked
        if len(self._matches) > _KEPT_MATCHES:
            del self._matches[min(self._matches)]
        self._send_match(viewer, job, reply, None, games)

    def _contestant(self, name: str, start: Position) -> Any:
        """Return a player for a match, as a seat would have it."""
        player = self._player(Game(start, seed=0, known=self._known), name)
        return name if name not in self._known else player

    def _send_match(
        self,
        viewer: str,
        job: Job,
        reply: str | int | None,
        table: dict[str, Any] | None,
        total: int,
        text: str | None = None,
    ) -> None:
        counts = ("wins", "losses", "draws")
        done = 0 if table is None else sum(table[each] for each in counts)
        data = {"job": job.number, "done": done, "total": total, "table": table}
        data["standings"] = [_HEADS, *([] if table is None else _standings(table))]
        self._send(viewer, "match", re=reply, **data, text=text, final=text is not None)

    def _do_show(self, viewer: str, message: Message) -> None:
        self._need_owner(viewer)
        self._need_alone(viewer)
        asked = self._matches.get(message["job"])
        if asked is None:
            raise Refused("stale", "this match is gone")
        number = message["game"]
        if not 0 <= number < _MAX_GAMES:
            raise Refused("damaged", "game is the number of a game from 0")
        reply = message.get("id")

        def done(job: Job, played: PlayedGame | None, error: BaseException | None) -> None:
            with self._lock:
                if self._studies.pop(job.number, None) is None:
                    return
                if error is not None:
                    self._note(viewer, code_of(error), self.words(error), reply)
                elif played is not None and viewer in self._viewers:
                    self._begin_anew(played.record.start, viewer)
                    self.game.load(played.record)
                    self.game.tree.root.comment = asked.words(played)
                    self._settle()

        def work(job: Job) -> PlayedGame:
            played: PlayedGame = asked.play(job, 1, first_game=number, keep_games=True).games[0]
            return played

        job = self._job(work, done, [viewer], rank=HINT)
        self._studies[job.number] = Study(job, viewer, "show")
        if not self._started(job):
            del self._studies[job.number]
            raise Refused("busy", NO_THREAD)


class _Match:
    """The players of a match, its start and its seed: each game can be played again from them."""

    def __init__(self, a: Any, b: Any, start: Position, seed: int) -> None:
        self._players, self._start, self._seed = (a, b), start, seed

    def play(self, job: Job, games: int, **options: Any) -> MatchResult:
        """Play games; raises ``CancelledError`` once the job is cancelled."""

        def progress(done: int, total: int) -> None:
            if job.is_cancelled():
                raise CancelledError("the match was stopped")

        return match(
            *self._players, self._start, games, self._seed, threads=1, progress=progress, **options
        )

    def words(self, played: PlayedGame) -> str:
        """Return who played, as a comment of the game."""
        names = [each if isinstance(each, str) else each.name for each in self._players]
        first, second = names if played.game % 2 == 0 else names[::-1]
        return f"game {played.game}: {first} against {second}, {played.reason}"


def _standings(table: dict[str, Any]) -> list[list[str]]:
    won, drawn, lost = (f"{table[each]}" for each in ("wins", "draws", "losses"))
    return [[table["a"], won, drawn, lost], [table["b"], lost, drawn, won]]


def _table(names: tuple[str, str], result: MatchResult) -> dict[str, Any]:
    return {
        "a": names[0],
        "b": names[1],
        "wins": sum(result.wins),
        "losses": sum(result.losses),
        "draws": sum(result.draws),
    }
