"""A game against the computer as a conversation: lines in, text out, no terminal in it."""

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from bitgames._core import GameError, Move, ParseError, Position, child_seed, search
from bitgames.cli.common import value_words
from bitgames.players import Player
from bitgames.record import Record
from bitgames.render.text import to_text

__all__ = ["HELP", "Session"]

HELP = """\
a move       play it, like {example}
undo         take back your last move and the answer to it
hint         ask for a good move
resign       give the game up
retry        start again
save FILE    save the game
load FILE    go on with a saved game
help, quit"""

HINT_SECONDS = 0.5
WIDTH = 79


class Session:
    """A series of games from one start; a seat without a player belongs to the person.

    ``handle`` takes a line and returns what to print; ``prompt`` is what to ask next, and
    ``done`` tells that the person has left. Game ``n`` seeds seat ``s`` from child
    ``players*n + s`` of the root seed, as a match does.
    """

    def __init__(
        self,
        start: Position,
        players: Sequence[Player | None],
        *,
        seed: int,
        color: bool = False,
    ) -> None:
        """Set the board up; nobody has moved yet."""
        self.record = Record(start)
        self.done = False
        self._players = list(players)
        self._seed = seed
        self._color = color
        self._game = 0
        self._resigned: int | None = None
        self._commands: dict[str, Callable[[str], str]] = {
            "undo": self._undo,
            "hint": self._hint,
            "resign": self._resign,
            "retry": self._retry,
            "save": self._save,
            "load": self._load,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by resignation."""
        return self._resigned is not None or self.record.position.is_over

    @property
    def prompt(self) -> str:
        """What to ask the person."""
        if self.is_over:
            return "game over: retry, undo, save FILE or quit> "
        return f"{self._name(self.record.position.turn)} to move> "

    def open(self) -> str:
        """Start a game: the computer moves if it is first. Returns what to print."""
        players = len(self._players)
        for seat, player in enumerate(self._players):
            if player is not None:
                player.start_game(child_seed(self._seed, players * self._game + seat))
        return self._advance()

    def handle(self, line: str) -> str:
        """Carry out a line from the person and let the computer answer; returns the text.

        Whatever the line is, the answer is text: mistakes are explained in one line.
        """
        word, _, rest = line.strip().partition(" ")
        if not word:
            return "type a move, or help"
        command = self._commands.get(word.lower())
        try:
            return command(rest.strip()) if command is not None else self._move(line.strip())
        except OSError as error:
            return f"{error.filename}: {error.strerror}"
        except GameError as error:
            return " ".join(str(error).split())

    def _move(self, text: str) -> str:
        if self.is_over:
            return "the game is over: type retry, undo, save FILE or quit"
        position = self.record.position
        try:
            move = position.parse_move(text)
        except ParseError:
            example = position.legal_moves[0]
            return f"{text!r} is no move and no command; moves look like {example}, or type help"
        self.record.play(move)
        return self._advance()

    def _advance(self) -> str:
        """Let the computer play until a person is asked or the game ends; show how it stands."""
        said = []
        while not self.is_over:
            position = self.record.position
            player = self._players[position.turn]
            if player is None:
                break
            self.record.play(player.choose(position))
            said.append(
                f"{self._name(position.turn)} ({player.name}) plays {self.record.last_move}"
            )
        return "\n".join([*said, self._picture()])

    def _picture(self) -> str:
        position = self.record.position
        text = to_text(
            position, last_move=self.record.last_move, legal=not self.is_over, color=self._color
        )
        if self._resigned is not None:
            board = text.rpartition("\n")[0]
            return f"{board}\n{self._name(self._resigned)} resigned"
        if self.is_over:
            return text
        moves = " ".join(str(move) for move in position.legal_moves)
        wrapped = textwrap.fill(f"moves: {moves}", WIDTH, subsequent_indent="       ")
        return f"{text}\n{wrapped}"

    def _undo(self, _: str) -> str:
        if self._resigned is not None:
            self._resigned = None
            return self._picture()
        # Back to the last position in which a person was to move.
        turns = [self.record.start.turn]
        position = self.record.start
        for move in self.record.moves:
            position = position.play(move)
            turns.append(position.turn)
        for ply in range(len(turns) - 2, -1, -1):
            if self._players[turns[ply]] is None:
                while len(self.record) > ply:
                    self.record.undo()
                return self._picture()
        return "nothing to undo: you have not moved yet"

    def _hint(self, _: str) -> str:
        if self.is_over:
            return "the game is over: there is nothing to hint at"
        position = self.record.position
        found = search(position, seconds=HINT_SECONDS)
        if found.exact:
            words = value_words(position, found.value)
            return f"hint: {found.best_move}; with best play {words}"
        return f"hint: {found.best_move}, looking {found.depth} moves ahead"

    def _resign(self, _: str) -> str:
        if self.is_over:
            return "the game is over already"
        self._resigned = self.record.position.turn
        return self._picture()

    def _retry(self, _: str) -> str:
        self.record = Record(self.record.start)
        self._resigned = None
        self._game += 1
        return self.open()

    def _save(self, name: str) -> str:
        if not name:
            return "save needs the name of a file, like: save game.json"
        self.record.save(Path(name))
        return f"saved to {name}"

    def _load(self, name: str) -> str:
        if not name:
            return "load needs the name of a file, like: load game.json"
        record = Record.load(Path(name))
        if record.start.game != self.record.start.game:
            return f"{name} is a game of {record.start.game}, not of {self.record.start.game}"
        self.record = record
        self._resigned = None
        return self._advance()

    def _help(self, _: str) -> str:
        moves: list[Move] = self.record.position.legal_moves or self.record.start.legal_moves
        return HELP.format(example=moves[0])

    def _quit(self, _: str) -> str:
        self.done = True
        return "bye"

    def _name(self, seat: int) -> str:
        return self.record.start.facts.player_names[seat]
