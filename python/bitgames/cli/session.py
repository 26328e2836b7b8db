"""A text session with a room: lines in, texts out, independent of a terminal."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias

from bitgames._core import GameError, ParameterError, Position, UnsupportedError, has_tricks
from bitgames.arguments import printable
from bitgames.cli.errors import reason
from bitgames.cli.pictures import MANY_MOVES, Choices, Pictures, changes_more, order_of_chain
from bitgames.cli.wording import hint_words, list_moves, tree_lines
from bitgames.deals import Conditions
from bitgames.formats import convert, read_one
from bitgames.games import Opening, rules_text
from bitgames.play.game import Game
from bitgames.play.jobs import QueuedJobs
from bitgames.play.moves import has_numbers
from bitgames.play.room import Room
from bitgames.play.seating import names_of_sides, read_choice, sides
from bitgames.play.series import Series, opening
from bitgames.play.tree import Node, Tree
from bitgames.players import Player
from bitgames.record import Record

HELP = """\
a move         play it: {spelling} like {example}
moves          list the moves
undo           take back your last move and the reply to it
redo           play again the move that was taken back
tree           show all moves that were tried, with their numbers
goto N         go to the position after move number N of the tree
go             let the computer move if it waits after goto
hint           ask for a good move and its value for you; hint 3, hint all: more
rules          show the rules on one screen
{claim}forced         play the moves that leave no choice
resign         resign the game
retry          start again; retry SIDE changes sides
save FILE      save the game; FILE.ggf, FILE.pbn and others have that format
load FILE      continue a saved game, of any format; FILE#12 is its twelfth game
help, quit"""

_CLAIM = "claim          claim the tricks to come; claim 3 for three of them\n"

LEAVING = ("quit", "exit", "q")
"""The commands to quit."""

_ADVICE = {
    "illegal": "; type moves to see what can",
    "damaged": "; type help for the commands",
}
"""Advice after a refused move, by the code of the note."""

_YOU = "you"
_RIVAL = "rival"


Command: TypeAlias = Callable[[str], Iterator[str]]
"""A command, which gets the rest of its line."""


class Session:
    """A series of games from one start against ``rival``, or among people if that is ``None``.

    ``rival`` is a player, or a spec, from which each seat gets a new player. ``side`` is one of
    ``seating.sides``: the seats of the person. ``open`` and ``handle`` yield texts to print, each
    before the computer thinks about the next move; a text that is a ``Shown`` is the board.
    ``prompt`` is the question for the next line. ``done`` is true once the person has quit, and
    ``ends`` once they want no further game of the series.

    A front may set three attributes: ``keep``, called whenever the game has changed; ``sign``, the
    context of a player's thinking, with the words to show; and ``stops``, True if Ctrl-C ends the
    thinking and not the session.
    """

    def __init__(
        self,
        start: Position,
        rival: Player | str | None,
        side: str = "both",
        *,
        seed: int,
        color: bool = False,
        record: Record | None = None,
        tree: Tree | None = None,
        number: int = 0,
        earlier: Series | None = None,
        redraws: bool = False,
        conditions: Conditions | None = None,
    ) -> None:
        """Set up the board; play no new move.

        ``record`` is a saved game; ``tree``, ``number`` and ``earlier`` are a game in progress, its
        number in its series and the sum of the games before it.
        ``redraws`` is True for a front that draws each picture in the place of the last one: then
        the board is shown after every move.
        ``conditions`` are those that the deal of ``start`` meets, and later ones shall meet.
        """
        self.done = self.ends = False
        self.stops = False
        self.keep: Callable[[], object] = lambda: None
        self.sign: Callable[[str], AbstractContextManager[object]] = lambda words: nullcontext()
        self.progress: dict[str, Any] = {}
        """The last report of the work in progress: an answer ``progress`` or ``hint``."""
        self._redraws = redraws
        self._rival = rival
        self.side = side
        """The side of the person, one of ``seating.sides``."""
        self._jobs = QueuedJobs()
        self._answers: list[dict[str, Any]] = []
        # Whether the last message was a move.
        self._moved = False
        # The command most like the last line, if one is like it.
        self._near: list[str] = []
        known = {} if rival is None else {_RIVAL: rival}
        self._room = Room(self._receive, start, seed=seed, known=known, jobs=self._jobs)
        self.pictures = Pictures(self._room, _YOU, color=color)
        """The board and the names of the players."""
        self._room.admit(_YOU, owner=True)
        self._room.seat(self._names(), _YOU)
        if record is not None:
            self.game.load(record)
        elif tree is not None:
            self.game.adopt(tree)
            self.game.number = number
            if earlier is not None:
                self.game.earlier = earlier
        else:
            self.game.tree.title.conditions = conditions
        # All at this table are told them.
        self.game.conditions = self.game.tree.title.conditions
        # No board is shown again for a move before this node.
        self._shown: Node = self.game.node
        # The opening that was named last.
        self._named: Opening | None = None
        self._commands: dict[str, Command] = {
            "moves": self._moves,
            "undo": lambda _: self._say("undo"),
            "redo": lambda _: self._say("redo"),
            "tree": lambda _: iter(["\n".join(tree_lines(self.game.tree))]),
            "goto": self._goto,
            "go": lambda _: self._say("go"),
            "hint": self._hint,
            "rules": lambda _: iter([rules_text(self.game.start)]),
            "claim": self._claim,
            "forced": lambda _: self._say("forced"),
            "resign": lambda _: self._say("resign"),
            "retry": self._retry,
            "save": self._save,
            "load": self._load,
            "help": self._help,
            "?": self._help,
            **dict.fromkeys(LEAVING, self._quit),
        }
        self._at_the_end: dict[str, Command] = {
            "yes": self._retry,
            "y": self._retry,
            "no": self._end,
            "n": self._end,
        }

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._room.game

    @property
    def record(self) -> Record:
        """The moves from the start to the current position."""
        return self.game.record

    @property
    def is_over(self) -> bool:
        """True once the game has ended: by its rules, by resignation or by forfeit."""
        return self.game.is_over

    @property
    def opponent(self) -> str | None:
        """The spec of the opponent; ``None`` for another person."""
        rival = self._rival
        return rival.name if isinstance(rival, Player) else rival

    @property
    def can_continue(self) -> bool:
        """True if there is something to come back to: a game, or the next deal of a series."""
        return not self.ends and (not self.is_over or self.game.start.facts.chance)

    def words(self) -> list[str]:
        """Return what a person may type now: moves and commands."""
        if self.is_over:
            return [*self._commands, *self._at_the_end, *sides(self.game.start)]
        return [*map(str, self.game.position.legal_moves), *self._commands]

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        game = self.game
        if not game.is_over:
            return f"move {len(game.node.path)}, {self.pictures.label(game.position.turn)}> "
        question = "next deal?" if game.start.facts.chance else "play again?"
        if self._rival is None:
            return f"{question} yes, no, undo, save FILE> "
        choices = ", ".join(sides(game.start))
        words = f"{question} yes, no, as {choices}; undo, save FILE> "
        # The names of four seats would fill a line of 80.
        return words if len(words) < 76 else f"{question} yes, no, as SIDE, undo, save FILE> "

    def open(self) -> Iterator[str]:
        """Start a game: the computer moves if it is to move."""
        yield self._introduction()
        self._room.begin()
        yield from self._follow()

    def handle(self, line: str) -> Iterator[str]:
        """Carry out a line from the person and let the computer reply.

        Every line gets a reply; an error is explained in one line.
        """
        word, _, rest = line.strip().partition(" ")
        known = self._commands | self._at_the_end if self.is_over else self._commands
        command = known.get(word.lower())
        try:
            if command is not None:
                yield from command(rest.strip())
            elif self.is_over:
                yield from self._change_side(line.strip())
            elif line.strip():
                self._near = get_close_matches(word.lower(), self._commands, 1)
                yield from self._say("play", text=line.strip())
            elif not self._redraws:
                yield "type a move, or help"
        except OSError as error:
            yield printable(reason(error))
        except GameError as error:
            yield printable(self._room.words(error))

    # The room's answers as texts.

    def _say(self, do: str, **fields: Any) -> Iterator[str]:
        """Send the room a message, and yield its answers as texts."""
        # Only later moves show the board again.
        self._shown = self.game.node
        self._moved = do == "play"
        self._room.handle(_YOU, {"do": do, **fields})
        yield from self._follow()

    def _receive(self, viewer: str, answer: dict[str, Any]) -> None:
        """Keep an answer until ``_follow`` tells it; reports of work in progress only the last."""
        if answer["is"] == "progress" or (answer["is"] == "hint" and not answer.get("final", True)):
            self.progress[answer["is"]] = answer
        else:
            self._answers.append(answer)

    def _follow(self) -> Iterator[str]:
        """Yield the room's answers as texts, and run its jobs, until the person is to act."""
        while True:
            while self._answers:
                yield from self._tell(self._answers.pop(0))
            self.keep()
            if not self._work():
                return

    def _work(self) -> bool:
        """Run the next job; return False without one. Ctrl-C stops it if ``stops`` is true."""
        job = self._jobs.next
        if job is None:
            return False
        game = self.game
        is_person = game.seats[game.position.turn].is_person
        words = (
            "looking for a hint"
            if is_person
            else f"{self.pictures.label(game.position.turn)} thinks"
        )
        self.progress = {}
        try:
            with self.sign(words):
                self._jobs.run_one()
        except KeyboardInterrupt:
            if not self.stops:
                raise
            # What a hint has found so far is better than nothing.
            if (found := self.progress.get("hint")) is not None:
                self._answers.append(found)
            self._room.handle(_YOU, {"do": "stop", "job": job.number})
            if found is None and is_person:
                self._answers.append({"is": "note", "code": "busy", "text": "stopped"})
        return True

    def _tell(self, answer: dict[str, Any]) -> Iterator[str]:
        if answer["is"] == "played":
            node = self.game.tree.node(answer["node"])
            before, move = node.parent, node.move
            assert before is not None
            assert move is not None
            label = self.pictures.label(answer["seat"])
            if answer["by"] != "person":
                yield from self._board_if_changed(before)
            if answer["by"] != "person" or self._redraws:
                is_pass = answer["by"] == "pass"
                yield f"{label} {'has no move and passes' if is_pass else f'plays {move}'}"
            if self._redraws:
                yield from order_of_chain(before.position, move)
            yield from answer["words"]
        elif answer["is"] == "state":
            if answer["job"] is None:
                yield from self._standing(answer)
            elif self._redraws:
                yield self.pictures.shown(self.game.node)
            else:
                yield from self._board_if_changed(self.game.node)
        elif answer["is"] == "hint":
            yield hint_words(self.game.position, answer)
        elif answer["is"] == "note":
            advice = _ADVICE.get(answer["code"], "") if self._moved else ""
            if advice and answer["code"] == "damaged" and self._near:
                advice = f"; did you mean {self._near[0]}?"
            yield printable(answer["text"]) + advice

    def _board_if_changed(self, node: Node) -> Iterator[str]:
        """Show the board once if the last move changed more than one cell."""
        if node.parent is None or node is self._shown:
            return
        if self._redraws or changes_more(node.parent.position, node.position):
            yield self.pictures.shown(node, end="\n")
        self._shown = node

    def _standing(self, state: dict[str, Any]) -> Iterator[str]:
        """Draw the board with the choices of the player to move, or the end of the game."""
        game = self.game
        self._shown = game.node
        named, self._named = self._named, self.record.opening
        if self._named not in (None, named):
            yield f"opening: {self._named}"
        if game.is_over:
            yield self.pictures.shown(game.node)
            yield from state["ended"]["summary"]
            if state["series"] is not None:
                yield state["series"]["text"]
            return
        picture = self.pictures.shown(game.node, legal=not state["waits"])
        count = len(game.position.legal_moves)
        if state["waits"]:
            choices = f"{self.pictures.label(game.position.turn)} waits: go lets them move"
        elif count > MANY_MOVES and has_numbers(game.position):
            choices = f"{count} moves, like {game.position.legal_moves[0]}"
        else:
            choices = list_moves(game.position)
        yield from [picture, Choices(choices)] if self._redraws else [f"{picture}\n{choices}"]

    # Commands.

    def _change_side(self, text: str) -> Iterator[str]:
        """Read an answer to the final question that is not a command: a side."""
        if self._rival is None or text.lower() not in sides(self.game.start):
            yield "the game is over: type yes to play again, or no"
        else:
            yield from self._retry(text)

    def _moves(self, _: str) -> Iterator[str]:
        if self.is_over:
            raise ParameterError("the game is over: there are no moves")
        yield list_moves(self.game.position)

    def _goto(self, text: str) -> Iterator[str]:
        if not (text.isascii() and text.isdecimal()) or len(text) > 9:
            raise ParameterError("goto needs the number of a move in the tree: goto 3")
        yield from self._say("goto", node=int(text))

    def _hint(self, text: str) -> Iterator[str]:
        if not text:
            yield from self._say("hint")
        elif text.lower() == "all":
            yield from self._say("hint", count=0)
        elif text.isascii() and text.isdecimal() and 0 < int(text[:9]) < 1000:
            yield from self._say("hint", count=int(text[:9]))
        else:
            raise ParameterError(f"{text!r} is not a valid number of moves: hint, hint 3, hint all")

    def _claim(self, text: str) -> Iterator[str]:
        if not text:
            yield from self._say("claim")
        elif text.isascii() and text.isdecimal():
            yield from self._say("claim", tricks=int(text[:9]))
        else:
            raise ParameterError(f"{text!r} is not a valid number of tricks: claim, claim 3")

    def _retry(self, side: str) -> Iterator[str]:
        game = self.game
        if side:
            self.side = read_choice(side, sides(game.start), "side")
        seats = self._names(game.number + 1)
        self._room.handle(_YOU, {"do": "rematch", "seats": seats, "confirm": True})
        self._shown = game.tree.root
        yield self._introduction()
        yield from self._follow()

    def _save(self, name: str) -> Iterator[str]:
        form = _write(self.record, _path(name, "save"))
        yield f"saved to {printable(name)}{'' if form == 'record' else f' as {form}'}"
        if self.is_over:
            yield f"bitgames analyze {printable(name)} shows what each move cost"

    def _load(self, name: str) -> Iterator[str]:
        record = self._read(_path(name, "load"))
        game = self.game
        is_other = record.start.game != game.start.game
        self._room.load(record)
        game.conditions = record.conditions
        self._shown = game.tree.node(len(record))
        if is_other:
            yield self._introduction()
        yield from self._follow()

    def _read(self, path: Path) -> Record:
        """Read a game that can go on here; for another one say what opens it."""
        start = self.game.start
        record = read_one(path, start=start)
        try:
            self._room.check_start(record.start)
        except ParameterError:
            raise ParameterError(
                f"{path} is a game of {record.start.game}, not of {start.game}: "
                "bitgames play --load opens it"
            ) from None
        return record

    def _help(self, _: str) -> Iterator[str]:
        game = self.game
        moves = game.position.legal_moves or game.start.legal_moves
        yield HELP.format(
            spelling="its number, or its name" if has_numbers(game.position) else "its name",
            example=moves[0] if moves else "a1",
            claim=_CLAIM if has_tricks(game.start) else "",
        )

    def _end(self, _: str) -> Iterator[str]:
        self.ends = True
        yield from self._quit(_)

    def _quit(self, _: str) -> Iterator[str]:
        self.done = True
        yield "bye"

    # Words.

    def _names(self, game: int = 0) -> list[str]:
        rival = None if self._rival is None else _RIVAL
        room = self.game
        return names_of_sides(room.start, self.side, rival, room.seed, game)

    def _introduction(self) -> str:
        """Name the players and their pieces, where no title does, and the way to help."""
        known = [] if self._redraws else [self.pictures.players]
        wanted = self.game.conditions
        deals = [] if wanted is None else [f"deals with {wanted}"]
        return "; ".join([*known, *opening(self.game.start), *deals, "help lists the commands"])


def _write(record: Record, path: Path) -> str:
    """Write a game to a file in the format that its suffix tells, and return the format.

    Without a suffix it is a record; so is a transcript of a game that has none.
    """
    try:
        form = convert.format_of(path) if path.suffix else "record"
    except ParameterError as error:
        raise ParameterError(str(error).partition(";")[0]) from None
    try:
        convert.save(path, [record], form)
    except UnsupportedError:
        if form != "transcript":
            raise
        form = "record"
        record.save(path)
    return form


def _path(name: str, command: str) -> Path:
    """Return the path that a person typed; an empty name or one with a zero byte is an error."""
    if not name or "\0" in name:
        raise ParameterError(f"{command} needs the name of a file: {command} game.json")
    return Path(name)
