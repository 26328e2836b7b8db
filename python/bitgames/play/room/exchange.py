"""Games that come into a room and go out: files, and matches between computer players."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

from bitgames._core import CancelledError, ParseError, Position
from bitgames.games import get as start_of
from bitgames.matches import match
from bitgames.play import file_content
from bitgames.play.editing import edited
from bitgames.play.game import Game
from bitgames.play.jobs import HINT, Job
from bitgames.play.report import of_game
from bitgames.play.room.host import Host
from bitgames.play.room.messages import Message, MessageError
from bitgames.play.room.playing import Handler
from bitgames.play.seating import HUMAN
from bitgames.play.shown import scene_of
from bitgames.play.tree import Tree
from bitgames.played import PlayedGame
from bitgames.results import MatchResult
from bitgames.seeding import root
from bitgames.sentences import Said

_MAX_GAMES = 100_000
_KEPT_MATCHES = 8
_REPORT_SECONDS = 0.2
_HEADS = ["player", "won", "drawn", "lost"]


# Files.


def _export(room: Host, viewer: str, message: Message) -> None:
    form, game = message["format"], room.game
    if game.hides and form not in file_content.PICTURES:
        raise MessageError("denied", Said("hidden-file"))
    if form == "html":
        data = of_game(game, viewer, room.analyzed).encode()
    else:
        data = file_content.write(game, form, scene_of(game, viewer))
    name = f"{game.start.game.partition(':')[0]}.{file_content.SUFFIXES[form]}"
    room.audience.send(viewer, "file", name=name, **file_content.contents(data))


def _import(room: Host, viewer: str, message: Message) -> None:
    room.audience.need_owner(viewer)
    room.need_alone(viewer)
    found = file_content.read(
        message["data"], message.get("format"), base64=message.get("base64", False)
    )
    if isinstance(found, Tree):
        room.need_confirm(message)
        start = found.root.position
        if room.is_new:
            _begin_anew(room, start, viewer)
        room.check_start(start)
        room.cancel()
        room.game.adopt(found)
        room.settle()
    elif len(found) == 1 or "index" in message:
        record = found.record(message.get("index", 0))
        room.need_confirm(message)
        if room.is_new:
            _begin_anew(room, record.start, viewer)
        room.load(record)
    else:
        offset = max(message.get("offset", 0), 0)
        data = {"total": len(found), "offset": offset, "games": found.page(offset)}
        room.audience.send(viewer, "games", **data)


def _begin_anew(room: Host, start: Position, viewer: str) -> None:
    """Begin a game with a person in all seats, in the place of the present one."""
    fresh = Game(start, seed=root(), known=room.known)
    room.seat_all(fresh, [HUMAN] * len(fresh.seats), viewer)
    room.cancel()
    room.game = fresh
    room.is_new = False


def _edit(room: Host, viewer: str, message: Message) -> None:
    # Card games, whose positions have secrets, have no board to set up.
    text = message.get("text", room.game.position.to_string())
    changes = {key: message[key] for key in ("cell", "owner", "turn", "clear") if key in message}
    try:
        found = edited(text, **changes)
    except ParseError as error:
        # The sender has the text before them.
        raise MessageError("damaged", Said("not-read", error.reason or str(error))) from None
    room.audience.send(viewer, "edited", **found)


# Matches.


def _match(room: Host, viewer: str, message: Message) -> None:
    room.audience.need_owner(viewer)
    if room.work.of("match"):
        raise MessageError("busy", Said("busy-match"))
    start = room.game.start
    # The results of games with these cards would reveal them.
    if "game" in message or start.facts.hidden:
        start = start_of(message.get("game", start.game))
    games = message["games"]
    if not 1 <= games <= _MAX_GAMES:
        raise MessageError("limit", Said("match-size", f"{_MAX_GAMES:,}"))
    names = (message["a"], message["b"])
    a, b = (_match_player(room, name, start) for name in names)
    asked = _Match(a, b, start, root(message.get("seed")))
    reply = message.get("id")

    def tell(job: int, score: Sequence[int] = (), text: str | None = None) -> None:
        """Send the games that the first player won, lost and drew; none before the first one."""
        table, standings = None, [_HEADS]
        if score:
            wins, losses, draws = score
            table = {"a": names[0], "b": names[1], "wins": wins, "losses": losses, "draws": draws}
            standings.append([names[0], f"{wins}", f"{draws}", f"{losses}"])
            standings.append([names[1], f"{losses}", f"{draws}", f"{wins}"])
        data = {"job": job, "done": sum(score), "total": games, "table": table}
        data |= {"standings": standings, "text": text, "final": text is not None}
        room.audience.send(viewer, "match", re=reply, **data)

    def on_result(job: Job, result: MatchResult) -> None:
        tell(job.number, [sum(result.wins), sum(result.losses), sum(result.draws)], str(result))

    def work(job: Job) -> MatchResult:
        score, told = [0, 0, 0], [0.0]

        def on_game(played: PlayedGame) -> None:
            score["ab".find(played.winner or "?")] += 1
            now = monotonic()
            if now - told[0] < _REPORT_SECONDS:
                return
            told[0] = now
            with room.lock:
                if job.number in room.work.studies:
                    tell(job.number, score)

        return asked.play(job, games, on_game=on_game)

    number = room.study(viewer, message, work, on_result, is_followed=False)
    room.is_new = False
    room.matches[number] = asked
    if len(room.matches) > _KEPT_MATCHES:
        del room.matches[min(room.matches)]
    tell(number)


def _match_player(room: Host, name: str, start: Position) -> Any:
    """Return a player for a match, as a seat would have it."""
    player = room.player(Game(start, seed=0, known=room.known), name)
    return name if name not in room.known else player


def _show(room: Host, viewer: str, message: Message) -> None:
    room.audience.need_owner(viewer)
    room.need_alone(viewer)
    asked = room.matches.get(message["job"])
    if asked is None:
        raise MessageError("stale", Said("match-gone"))
    number = message["game"]
    if not 0 <= number < _MAX_GAMES:
        raise MessageError("damaged", "game is the number of a game from 0")
    room.need_confirm(message)

    def on_result(job: Job, played: PlayedGame) -> None:
        if viewer in room.audience.viewers:
            _begin_anew(room, played.record.start, viewer)
            room.game.load(played.record)
            room.game.tree.root.comment = asked.words(played)
            room.settle()

    def work(job: Job) -> PlayedGame:
        played: PlayedGame = asked.play(job, 1, first_game=number, keep_games=True).games[0]
        return played

    room.study(viewer, message, work, on_result, rank=HINT)


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


HANDLERS: tuple[Handler, ...] = (_export, _import, _edit, _match, _show)
