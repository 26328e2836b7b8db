"""The room as a conversation: lines in, texts out, with no terminal in it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from bitgames._core import GameError, ParameterError, Position
from bitgames.arguments import printable
from bitgames.cli.errors import reason
from bitgames.cli.words import hint_words, list_moves, tree_lines
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
undo           take back your last move and the answer to it
redo           play again what was taken back
tree           show all moves that were tried, each with its number
goto N         go to the position after move number N of the tree
go             let the computer move where it waits after goto
hint           ask for a good move
resign         give the game up
retry          start again; retry SIDE changes sides
save FILE      save the game
load FILE      go on with a saved game
help, quit"""

LEAVING = ("quit", "exit", "q")
"""Words by which a person leaves."""

MANY_MOVES = 30
"""More moves than this are neither numbered on the board nor listed unasked; calls are."""

_ADVICE = {
    "illegal": "; type moves to see what can",
    "damaged": "; type help for the commands",
}
"""Advice after a move that was refused, by the code of the note."""

_YOU = "you"
_RIVAL = "rival"

Command: TypeAlias = Callable[[str], Iterator[str]]
"""Takes the rest of a line."""


class Session:
    """A series of games from one start against ``rival``, or among people where that is ``None``.

    ``rival`` is a player, or a spec that gives each seat a player of its own. ``side`` is one of
    ``seating.sides``: the seats of the person. ``open`` and ``handle`` give texts to print one by
    one, each before the computer thinks about the next; ``prompt`` is what to ask then, and
    ``done`` tells that the person has left.
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
        """Set the board up, after the moves of ``record`` if there is one, without a new move."""
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
        """The moves from the start to where the game stands."""
        return self._room.game.record

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its rules, by resignation, or by a forfeit."""
        return self._room.game.is_over

    @property
    def prompt(self) -> str:
        """The question to the person."""
        game = self._room.game
        if not game.is_over:
            return f"move {len(game.node.path)}, {self._label(game.position.turn)}> "
        question = "next deal?" if game.start.facts.chance else "play again?"
        if self._rival is None:
            return f"{question} yes, no, undo, save FILE> "
        choices = ", ".join(sides(game.start))
        return f"{question} yes, no, as {choices}; undo, save FILE> "

    def open(self) -> Iterator[str]:
        """Start a game: the computer moves if it is first."""
        yield self._introduction()
        self._room.begin()
        yield from self._follow()

    def handle(self, line: str) -> Iterator[str]:
        """Carry out a line from the person and let the computer answer.

        Whatever the line is, there is an answer: mistakes are explained in one line.
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
        """Send the room a message, and tell what comes of it."""
        # A board is shown again only for moves from here on.
        self._shown = self._room.game.node
        self._moved = do == "play"
        self._room.handle(_YOU, {"do": do, **fields})
        yield from self._follow()

    def _follow(self) -> Iterator[str]:
        """Tell the room's answers, and let its jobs run, until the person has to say something."""
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
        """Show a board on which the last move changed more than one cell, once."""
        if node.parent is None or node is self._shown:
            return
        if _changes_more(node.parent.position, node.position):
            yield f"{self._board(node)}\n"
        self._shown = node

    def _standing(self, state: dict[str, Any]) -> Iterator[str]:
        """Draw the board with the choices of the player to move, or as the game ended."""
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
        """Read an answer to the question at the end that is no command: a side."""
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
            raise ParameterError("goto needs the number of a move in the tree, like: goto 3")
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
        record = Record.load(_path(name, "load"))
        game = self._room.game
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
        """Tell the players and their pieces."""
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
        """Name a seat, with its letter on the board where the name is not that."""
        start = self._room.game.start
        name = start.facts.player_names[seat]
        letter = start.scene()["players"][seat]["letter"]
        return name if name == letter else f"{name} ({letter})"


def _path(name: str, command: str) -> Path:
    """Return the path that a person named; a name without text, or with a zero byte, is none."""
    if not name or "\0" in name:
        raise ParameterError(f"{command} needs the name of a file, like: {command} game.json")
    return Path(name)


def _changes_more(before: Position, after: Position) -> bool:
    """Tell whether a move changed more than one cell, so that its outcome is worth a look."""
    changed = set()
    for player in range(before.facts.players):
        changed |= set(before.pieces(player)) ^ set(after.pieces(player))
    return len(changed) > 1
