"""A text session with a room: lines in, texts out, independent of a terminal."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from bitgames._core import GameError, ParameterError, Position
from bitgames.arguments import printable
from bitgames.cli.errors import reason
from bitgames.cli.words import hint_words, list_moves, tree_lines
from bitgames.formats import read_one
from bitgames.play.game import End
from bitgames.play.jobs import QueuedJobs
from bitgames.play.moves import has_numbers
from bitgames.play.room import Room
from bitgames.play.seating import names_of_sides, read_choice, sides
from bitgames.play.series import opening
from bitgames.play.state import eyes
from bitgames.play.tree import Node
from bitgames.players import Player
from bitgames.record import Record

__all__ = ["HELP", "LEAVING", "Session"]

HELP = """\
a move         play it: its number, or its name like {example}
moves          list the moves
undo           take back your last move and the reply to it
redo           play again the move that was taken back
tree           show all moves that were tried, with their numbers
goto N         go to the position after move number N of the tree
go             let the computer move if it waits after goto
hint           ask for a good move
resign         resign the game
retry          start again; retry SIDE changes sides
save FILE      save the game
load FILE      continue a saved game, of any format; FILE#12 is its twelfth game
help, quit"""

LEAVING = ("quit", "exit", "q")
"""The commands to quit."""

MANY_MOVES = 30
"""Up to this many moves are numbered on the board or listed without a command; calls always are."""

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
    before the computer thinks about the next move; ``prompt`` is the question for the next line,
    and ``done`` is true once the person has quit.
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
    ) -> None:
        """Set up the board, after the moves of ``record`` if there is one; play no new move."""
        self.done = False
        self._rival = rival
        self._side = side
        self._color = color
        self._jobs = QueuedJobs()
        self._answers: list[dict[str, Any]] = []
        # Whether the last message was a move.
        self._moved = False
        known = {} if rival is None else {_RIVAL: rival}
        self._room = Room(
            lambda viewer, answer: self._answers.append(answer),
            start,
            seed=seed,
            known=known,
            jobs=self._jobs,
        )
        self._room.admit(_YOU, owner=True)
        self._room.seat(self._names(), _YOU)
        if record is not None:
            self._room.game.load(record)
        # No board is shown again for a move before this node.
        self._shown: Node = self._room.game.node
        self._commands: dict[str, Command] = {
            "moves": self._moves,
            "undo": self._undo,
            "redo": self._redo,
            "tree": self._tree,
            "goto": self._goto,
            "go": self._go,
            "hint": self._hint,
            "resign": self._resign,
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
            "no": self._quit,
            "n": self._quit,
        }

    @property
    def record(self) -> Record:
        """The moves from the start to the current position."""
        return self._room.game.record

    @property
    def is_over(self) -> bool:
        """True once the game has ended: by its rules, by resignation or by forfeit."""
        return self._room.game.is_over

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        game = self._room.game
        if not game.is_over:
            return f"move {len(game.node.path)}, {self._label(game.position.turn)}> "
        question = "next deal?" if game.start.facts.chance else "play again?"
        if self._rival is None:
            return f"{question} yes, no, undo, save FILE> "
        choices = ", ".join(sides(game.start))
        return f"{question} yes, no, as {choices}; undo, save FILE> "

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
                yield from self._say("play", text=line.strip())
            else:
                yield "type a move, or help"
        except OSError as error:
            yield printable(reason(error))
        except GameError as error:
            yield printable(self._room.words(error))

    # The room's answers as texts.

    def _say(self, do: str, **fields: Any) -> Iterator[str]:
        """Send the room a message, and yield its answers as texts."""
        # Only later moves show the board again.
        self._shown = self._room.game.node
        self._moved = do == "play"
        self._room.handle(_YOU, {"do": do, **fields})
        yield from self._follow()

    def _follow(self) -> Iterator[str]:
        """Yield the room's answers as texts, and run its jobs, until the person is to act."""
        while True:
            while self._answers:
                yield from self._tell(self._answers.pop(0))
            if not self._jobs.run_one():
                return

    def _tell(self, answer: dict[str, Any]) -> Iterator[str]:
        if answer["is"] == "played":
            node = self._room.game.tree.node(answer["node"])
            if answer["by"] != "person":
                assert node.parent is not None
                yield from self._board_if_changed(node.parent)
                label = self._label(answer["seat"])
                is_pass = answer["by"] == "pass"
                yield f"{label} {'has no move and passes' if is_pass else f'plays {node.move}'}"
        elif answer["is"] == "state":
            if answer["job"] is not None:
                yield from self._board_if_changed(self._room.game.node)
            else:
                yield from self._standing(answer)
        elif answer["is"] == "hint":
            yield hint_words(self._room.game.position, answer)
        elif answer["is"] == "note":
            yield printable(answer["text"]) + (
                _ADVICE.get(answer["code"], "") if self._moved else ""
            )

    def _board_if_changed(self, node: Node) -> Iterator[str]:
        """Show the board once if the last move changed more than one cell."""
        if node.parent is None or node is self._shown:
            return
        if _changes_more(node.parent.position, node.position):
            yield f"{self._board(node)}\n"
        self._shown = node

    def _standing(self, state: dict[str, Any]) -> Iterator[str]:
        """Draw the board with the choices of the player to move, or the end of the game."""
        game = self._room.game
        self._shown = game.node
        if game.is_over:
            yield self._board(game.node)
            if state["series"] is not None and state["ended"]["how"] != "resigned":
                yield state["series"]["text"]
            return
        board = self._board(game.node, legal=True)
        count = len(game.position.legal_moves)
        if state["waits"]:
            yield f"{board}\n{self._label(game.position.turn)} waits: go lets them move"
        elif count > MANY_MOVES and has_numbers(game.position):
            yield f"{board}\n{count} moves, like {game.position.legal_moves[0]}"
        else:
            yield f"{board}\n{list_moves(game.position)}"

    def _board(self, node: Node, *, legal: bool = False) -> str:
        game, position = self._room.game, node.position
        numbers = len(game.start.legal_moves) <= MANY_MOVES
        text = position.to_text(
            last_move=node.move,
            previous=None if node.parent is None else node.parent.position,
            legal=legal and not numbers,
            numbers=legal and numbers,
            cell_width=len(str(min(position.num_moves, MANY_MOVES))) if numbers else 1,
            color=self._color,
            viewer=eyes(game, _YOU, node),
        )
        if game.end is None or node is not game.node:
            return text
        return f"{text.rpartition(chr(10))[0]}\n{self._end_words(game.end)}"

    def _end_words(self, end: End) -> str:
        if end.how == "resigned":
            return f"{self._label(end.seat)} resigned"
        return f"{self._label(end.seat)} forfeits the game: {printable(end.reason)}"

    # Commands.

    def _change_side(self, text: str) -> Iterator[str]:
        """Read an answer to the final question that is not a command: a side."""
        if self._rival is None or text.lower() not in sides(self._room.game.start):
            yield "the game is over: type yes to play again, or no"
        else:
            yield from self._retry(text)

    def _moves(self, _: str) -> Iterator[str]:
        if self.is_over:
            raise ParameterError("the game is over: there are no moves")
        yield list_moves(self._room.game.position)

    def _undo(self, _: str) -> Iterator[str]:
        yield from self._say("undo")

    def _redo(self, _: str) -> Iterator[str]:
        yield from self._say("redo")

    def _tree(self, _: str) -> Iterator[str]:
        yield "\n".join(tree_lines(self._room.game.tree))

    def _goto(self, text: str) -> Iterator[str]:
        if not (text.isascii() and text.isdecimal()) or len(text) > 9:
            raise ParameterError("goto needs the number of a move in the tree: goto 3")
        yield from self._say("goto", node=int(text))

    def _go(self, _: str) -> Iterator[str]:
        yield from self._say("go")

    def _hint(self, _: str) -> Iterator[str]:
        yield from self._say("hint")

    def _resign(self, _: str) -> Iterator[str]:
        yield from self._say("resign")

    def _retry(self, side: str) -> Iterator[str]:
        game = self._room.game
        if side:
            self._side = read_choice(side, sides(game.start), "side")
        self._room.handle(_YOU, {"do": "rematch", "seats": self._names(game.number + 1)})
        self._shown = game.tree.root
        yield self._introduction()
        yield from self._follow()

    def _save(self, name: str) -> Iterator[str]:
        self.record.save(_path(name, "save"))
        yield f"saved to {printable(name)}"

    def _load(self, name: str) -> Iterator[str]:
        game = self._room.game
        record = read_one(_path(name, "load"), start=game.start)
        is_other = record.start.game != game.start.game
        try:
            self._room.check_start(record.start)
        except ParameterError as error:
            raise ParameterError(f"{name}: {error}") from None
        self._room.load(record)
        self._shown = game.tree.node(len(record))
        if is_other:
            yield self._introduction()
        yield from self._follow()

    def _help(self, _: str) -> Iterator[str]:
        game = self._room.game
        moves = game.position.legal_moves or game.start.legal_moves
        yield HELP.format(example=moves[0] if moves else "a1")

    def _quit(self, _: str) -> Iterator[str]:
        self.done = True
        yield "bye"

    # Words.

    def _names(self, game: int = 0) -> list[str]:
        rival = None if self._rival is None else _RIVAL
        room = self._room.game
        return names_of_sides(room.start, self._side, rival, room.seed, game)

    def _introduction(self) -> str:
        """Name the players and their pieces."""
        game = self._room.game
        own = [self._label(n) for n, seat in enumerate(game.seats) if seat.player is None]
        others = [
            f"{printable(seat.player.name)} plays {self._label(n)}"
            for n, seat in enumerate(game.seats)
            if seat.player is not None
        ]
        words = [f"you play {' and '.join(own)}", *others, *opening(game.start)]
        return "; ".join([*words, "help lists the commands"])

    def _label(self, seat: int) -> str:
        """Name a seat, with its letter on the board if the letter differs from the name."""
        start = self._room.game.start
        name = start.facts.player_names[seat]
        letter = start.scene()["players"][seat]["letter"]
        return name if name == letter else f"{name} ({letter})"


def _path(name: str, command: str) -> Path:
    """Return the path that a person typed; an empty name or one with a zero byte is an error."""
    if not name or "\0" in name:
        raise ParameterError(f"{command} needs the name of a file: {command} game.json")
    return Path(name)


def _changes_more(before: Position, after: Position) -> bool:
    """Tell whether a move changed more than one cell, so that the board is shown after it."""
    changed = set()
    for player in range(before.facts.players):
        changed |= set(before.pieces(player)) ^ set(after.pieces(player))
    return len(changed) > 1
