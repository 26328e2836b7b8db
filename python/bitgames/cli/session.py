"""A game against the computer as a conversation: lines in, texts out, no terminal in it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from bitgames._core import GameError, ParameterError, ParseError, Position, child_seed
from bitgames.cli.errors import reason
from bitgames.cli.hints import hint
from bitgames.cli.moves import forced_pass, has_numbers, list_moves, read_move
from bitgames.cli.seating import check_rival, dealt, read_choice, seats, sides
from bitgames.cli.series import Series, opening, series
from bitgames.players import Player
from bitgames.record import Record

__all__ = ["HELP", "LEAVING", "Session"]

HELP = """\
a move         play it: its number, or its name like {example}
moves          list the moves
undo           take back your last move and the answer to it
hint           ask for a good move
resign         give the game up
retry          start again; retry SIDE changes sides
save FILE      save the game
load FILE      go on with a saved game
help, quit"""

LEAVING = ("quit", "exit", "q")
"""What people say who want to leave."""

MANY_MOVES = 30
"""More moves than this are neither numbered on the board nor listed unasked; calls are."""


Command: TypeAlias = Callable[[str], Iterator[str]]
"""Takes the rest of a line."""


class Session:
    """A series of games from one start against ``rival``, or among people where that is none.

    ``side`` is one of ``seating.sides``: which seats belong to the person. ``open`` and ``handle``
    give texts to print one by one, each before the computer thinks about the next; ``prompt`` is
    what to ask then, and ``done`` tells that the person has left. Game ``n`` seeds seat ``s`` from
    child ``players*n + s`` of the root seed, as a match does.
    """

    def __init__(
        self,
        start: Position,
        rival: Player | None,
        side: str = "both",
        *,
        seed: int,
        color: bool = False,
    ) -> None:
        """Set the board up; nobody has moved yet."""
        self.record = Record(start)
        self.done = False
        self._rival = rival
        self._side = side
        self._seed = seed
        self._color = color
        self._game = 0
        # What the games before this one that were played to their end came to.
        self._series = series(start)
        self._seats = seats(start, side, rival, seed, 0)
        # Why the game is over if its rules do not say so.
        self._ended: str | None = None
        self._commands: dict[str, Command] = {
            "moves": self._moves,
            "undo": self._undo,
            "hint": self._hint,
            "resign": self._resign,
            "retry": self._retry,
            "save": self._save,
            "load": self._load,
            "help": self._help,
            "?": self._help,
            **dict.fromkeys(LEAVING, self._quit),
        }
        self._answers: dict[str, Command] = {
            "yes": self._retry,
            "y": self._retry,
            "no": self._quit,
            "n": self._quit,
        }

    @property
    def _numbers(self) -> bool:
        return len(self.record.start.legal_moves) <= MANY_MOVES

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its rules, or because somebody gave it up."""
        return self._ended is not None or self.record.position.is_over

    @property
    def prompt(self) -> str:
        """What to ask the person."""
        if not self.is_over:
            return f"move {len(self.record) + 1}, {self._label(self.record.position.turn)}> "
        question = "next deal?" if self.record.start.facts.chance else "play again?"
        if self._rival is None:
            return f"{question} yes, no, undo, save FILE> "
        choices = ", ".join(sides(self.record.start))
        return f"{question} yes, no, as {choices}; undo, save FILE> "

    def open(self) -> Iterator[str]:
        """Start a game: the computer moves if it is first."""
        players = len(self._seats)
        for seat, player in enumerate(self._seats):
            if player is not None:
                player.start_game(child_seed(self._seed, players * self._game + seat))
        yield self._introduction()
        yield from self._advance()

    def handle(self, line: str) -> Iterator[str]:
        """Carry out a line from the person and let the computer answer.

        Whatever the line is, there is an answer: mistakes are explained in one line.
        """
        word, _, rest = line.strip().partition(" ")
        known = self._commands | self._answers if self.is_over else self._commands
        command = known.get(word.lower())
        try:
            if command is not None:
                yield from command(rest.strip())
            elif self.is_over:
                yield from self._answer(line.strip())
            else:
                yield from self._move(line.strip())
        except OSError as error:
            yield reason(error)
        except GameError as error:
            yield _one_line(error)

    def _move(self, text: str) -> Iterator[str]:
        if not text:
            raise ParseError("type a move, or help")
        before = self.record.position
        self.record.play(read_move(before, text))
        yield from self._advance(before)

    def _answer(self, text: str) -> Iterator[str]:
        """Read an answer to the question at the end that is no command: a side."""
        if self._rival is None or text.lower() not in sides(self.record.start):
            raise ParseError("the game is over: type yes to play again, or no")
        yield from self._retry(text)

    def _advance(self, before: Position | None = None) -> Iterator[str]:
        """Let the computer play until a person has a choice or the game ends; show how it stands.

        ``before`` is the position before a move that the person has just played.
        """
        while not self.is_over:
            position = self.record.position
            player = self._seats[position.turn]
            label = self._label(position.turn)
            passing = forced_pass(position)
            if passing is None and player is None:
                break
            if before is not None and _changes_more(before, position):
                yield f"{self._board()}\n"
            before = position
            if passing is not None:
                self.record.play(passing)
                yield f"{label} has no move and passes"
            elif player is not None:
                try:
                    self.record.play(player.choose(position))
                except GameError as error:
                    self._ended = f"{label} forfeits the game: {_one_line(error)}"
                else:
                    yield f"{label} plays {self.record.last_move}"
        yield self._picture()
        if self.is_over and self.record.start.facts.chance:
            yield self._played().words

    def _picture(self) -> str:
        """Draw the board with the choices of whoever is to move."""
        if self.is_over:
            return self._board()
        position = self.record.position
        count = len(position.legal_moves)
        if count > MANY_MOVES and has_numbers(position):
            return f"{self._board(legal=True)}\n{count} moves, like {position.legal_moves[0]}"
        return f"{self._board(legal=True)}\n{list_moves(position)}"

    def _board(self, *, legal: bool = False) -> str:
        position = self.record.position
        text = position.to_text(
            last_move=self.record.last_move,
            previous=self.record.previous,
            legal=legal and not self._numbers,
            numbers=legal and self._numbers,
            cell_width=len(str(min(position.num_moves, MANY_MOVES))) if self._numbers else 1,
            color=self._color,
            viewer=self._viewer,
        )
        if self._ended is None:
            return text
        board = text.rpartition("\n")[0]
        return f"{board}\n{self._ended}"

    @property
    def _viewer(self) -> int | None:
        """Whose eyes the board is drawn for, where a game hides something."""
        position = self.record.position
        if not position.facts.hidden or position.is_over:
            return None
        people = [seat for seat, player in enumerate(self._seats) if player is None]
        return people[0] if len(people) == 1 else position.turn

    def _moves(self, _: str) -> Iterator[str]:
        if self.is_over:
            raise ParameterError("the game is over: there are no moves")
        yield list_moves(self.record.position)

    def _undo(self, _: str) -> Iterator[str]:
        if self._ended is not None:
            self._ended = None
            yield from self._advance()
            return
        # Back to the last position in which a person had a choice.
        position = self.record.start
        last = None
        for ply, move in enumerate(self.record.moves):
            if self._seats[position.turn] is None and forced_pass(position) is None:
                last = ply
            position = position.play(move)
        if last is None:
            raise ParameterError("nothing to undo: you have not moved yet")
        while len(self.record) > last:
            self.record.undo()
        yield self._picture()

    def _hint(self, _: str) -> Iterator[str]:
        if self.is_over:
            raise ParameterError("the game is over: there is nothing to hint at")
        yield hint(self.record.position)

    def _resign(self, _: str) -> Iterator[str]:
        if self.is_over:
            raise ParameterError("the game is over already")
        self._ended = f"{self._label(self.record.position.turn)} resigned"
        yield self._board()

    def _retry(self, side: str) -> Iterator[str]:
        start = self.record.start
        if side:
            self._side = read_choice(side, sides(start), "side")
        self._series = self._played()
        self._ended = None
        self._game += 1
        self.record = Record(dealt(self._series.start(start), self._seed, self._game))
        self._seats = seats(start, self._side, self._rival, self._seed, self._game)
        yield from self.open()

    def _played(self) -> Series:
        """Return the games played to their end, this one included."""
        position = self.record.position
        return self._series.after(position) if position.is_over else self._series

    def _save(self, name: str) -> Iterator[str]:
        self.record.save(_path(name, "save"))
        yield f"saved to {name}"

    def _load(self, name: str) -> Iterator[str]:
        record = Record.load(_path(name, "load"))
        start, present = record.start, self.record.start
        # Deals of one series have different rules: who deals, and how a rubber stands.
        is_deal = present.facts.chance and type(start) is type(present)
        if start.game != present.game and not is_deal:
            raise ParameterError(f"{name} is a game of {start.game}, not of {present.game}")
        check_rival(self._rival, start)
        self.record = record
        self._ended = None
        if start.game != present.game:
            self._series = series(start)
            yield self._introduction()
        yield from self._advance()

    def _help(self, _: str) -> Iterator[str]:
        position = self.record.position
        moves = position.legal_moves or self.record.start.legal_moves
        yield HELP.format(example=moves[0] if moves else "a1")

    def _quit(self, _: str) -> Iterator[str]:
        self.done = True
        yield "bye"

    def _introduction(self) -> str:
        """Say who has which pieces."""
        own = [self._label(seat) for seat, player in enumerate(self._seats) if player is None]
        others = [
            f"{player.name} plays {self._label(seat)}"
            for seat, player in enumerate(self._seats)
            if player is not None
        ]
        words = [f"you play {' and '.join(own)}", *others, *opening(self.record.start)]
        return "; ".join([*words, "help lists the commands"])

    def _label(self, seat: int) -> str:
        """Name a seat, with its letter on the board where the name is not that."""
        name = self.record.start.facts.player_names[seat]
        letter = self.record.start.scene()["players"][seat]["letter"]
        return name if name == letter else f"{name} ({letter})"


def _one_line(error: GameError) -> str:
    return " ".join(str(error).split())


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
