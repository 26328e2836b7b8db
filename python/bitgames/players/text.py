"""Players that speak: a program or a function reads a prompt and answers in text.

A language model behind a service is one, and any other program that reads and writes text. The
prompt is that of ``prompt``; the move is the last one in the answer.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable, iscoroutinefunction
from time import monotonic
from typing import Any, Protocol, Self, TypeAlias
from weakref import finalize

from bitgames._core import ForfeitError, Move, Position, View
from bitgames.arguments import flag, quoted
from bitgames.clock import MoveLimits
from bitgames.errors import PlayerError
from bitgames.formats.parsing import is_pass
from bitgames.journal import Journal, Path
from bitgames.players.awaiting import result_of
from bitgames.players.command import Command, read_spec, seconds_of
from bitgames.players.conversations import keep
from bitgames.players.player import Answer, Player, positional
from bitgames.players.prompt import find_move, known, legal_text, prompt
from bitgames.protocols.lines import MAX_LINE
from bitgames.protocols.program import LateError, Program, ProgramError
from bitgames.record import Record

TRIES = 3
"""Answers that a player has for a move."""

MAX_ANSWER = MAX_LINE
"""Longest answer in characters; of a longer one of a function the end counts."""

PROGRAM_SECONDS = 600.0
"""Time of a program for each answer, unless it is told another one."""

MAX_BLANK = 1000
"""Blank lines before an answer."""

_HELP = "write text:COMMAND or text[seconds=60]:COMMAND"
_SHOWN = 200

Speaker: TypeAlias = Callable[[str], str | Awaitable[str | None] | None]
"""A function, async or not, from a prompt to an answer; no answer is an empty one."""


class NeverAnsweredError(PlayerError):
    """A program failed before its first answer, which ends also a tournament."""


class TextPlayer(Player):
    """A program or a function that reads prompts and answers in text, such as a language model.

    ``speaker`` is a function from a prompt to an answer, async or not, or the command of a program:
    a list of words, or text that is split into words by the rules of the shell. A program reads one
    prompt a line and writes one answer a line, both as a JSON string, and nothing else. It starts
    before a match or at the first prompt, and plays all games. An async function runs in an event
    loop in a thread of its own.

    The player gets the rules, the position, the game so far and the form of the answer; with
    ``legal`` also the legal moves. The last move in the answer is played. An answer without a legal
    move is refused with the reason, and after the third one the player has lost: ``choose`` returns
    what cannot be played. In a hidden game the prompt has what the seat knows and nothing else.

    ``seconds`` is the time for each answer: 600 of a program, no limit of a function. In a match
    with a ``Clock`` all answers for a move have the clock's time, and each at most ``seconds``. A
    function that is not async is not interrupted. ``choose`` raises ``ForfeitError`` for a program
    that is late, ends, or writes anything but an answer of at most 65,536 characters; the next
    prompt starts it again, also if it ended after an answer. One that fails before it has ever
    answered raises ``PlayerError``. Exceptions of a function come out unchanged.

    ``log`` is a file that gets each prompt with its answer at once, a line each; one process at a
    time has it. ``folder`` is the working directory of the program, ``name`` the name in tables.
    The program ends at ``close``, when the player is garbage-collected, and when Python exits.

    >>> import bitgames as bg
    >>> def model(prompt):
    ...     return "The corner c3 looks good. My move: c3"
    >>> bg.players.TextPlayer(model).choose(bg.TicTacToe())
    c3
    """

    sees = "record"
    speaks = True

    def __init__(
        self,
        speaker: Speaker | Sequence[str] | str,
        *,
        seconds: float | None = None,
        legal: bool = False,
        log: Path | None = None,
        folder: str | None = None,
        name: str | None = None,
    ) -> None:
        self._seconds = seconds_of("seconds", seconds)
        self._legal = flag("legal", legal)
        if callable(speaker):
            self._speaker: _Speaker = _Function(speaker)
            shown = getattr(speaker, "__name__", None)
            own = shown.strip("<>") if isinstance(shown, str) else type(speaker).__name__
            self.name = own if name is None else name
            self.deterministic = getattr(speaker, "deterministic", None)
        else:
            command = Command(speaker, folder=folder, name=name, what="a text player", help=_HELP)
            self._speaker, self.name = _Process(command), command.name
            self._seconds = self._seconds or PROGRAM_SECONDS
        self._log = log
        self._journal: Journal | None = None
        self._seed: int | None = None

    def start_game(self, seed: int) -> None:
        """Keep the seed for the lines of the prompts; what speaks is not told it."""
        self._seed = seed

    def get_ready(self, position: Position) -> None:
        """Start the program if it does not run, and open the log.

        Raises ``ParameterError`` for a program that cannot be started.
        """
        self._begin()

    def _begin(self) -> None:
        if self._log is not None and self._journal is None:
            self._journal = Journal(self._log, {"work": "prompts"})
            finalize(self, self._journal.close)
        self._speaker.get_ready()

    def choose(self, at: Record | Position | View, limits: MoveLimits | None = None) -> Answer:
        """Return the move in the answer, or after three answers what was there instead of one."""
        seen = known(at)
        position = seen.position if isinstance(seen, Record) else seen
        legal = position.legal_moves
        if len(legal) == 1 and is_pass(legal[0]):
            return legal[0]
        self._begin()
        first = asked = prompt(seen, legal=self._legal)
        until = None
        if limits is not None and limits.seconds is not None:
            until = monotonic() + limits.seconds + limits.margin
        for number in range(1, TRIES + 1):
            answer = self._ask(asked, until, position, number)
            move, fault = find_move(position, answer)
            if not fault:
                break
            asked = f"{first}\n\n{_refusal(answer, fault)}"
            if self._legal:
                asked += f" The legal moves: {legal_text(position)}"
        return answer[-_SHOWN:] if move is None else move

    def _ask(self, asked: str, until: float | None, position: Position | View, number: int) -> str:
        """Return the answer to a prompt, and keep both."""
        began = monotonic()
        limit = until
        if self._seconds is not None:
            own = began + self._seconds
            limit = own if until is None else min(own, until)
        answer, move, fault, failure = None, None, "", None
        may_fail = self._speaker.has_answered
        try:
            answer = self._speaker.answer(asked, limit)[-MAX_ANSWER:]
            move, fault = find_move(position, answer)
        except LateError:
            may_fail, fault = True, f"gave no answer within {(limit or began) - began:.3g} s"
        except ProgramError as error:
            fault, failure = str(error), error
        except BaseException as error:
            # A program may still be thinking, for instance after Ctrl-C.
            self.close()
            fault = type(error).__name__
            raise
        finally:
            self._keep(asked, answer, move, fault, position, number, monotonic() - began)
        if answer is None:
            self.close()
            if may_fail:
                raise ForfeitError(fault) from failure
            raise NeverAnsweredError(
                f"the player {quoted(self.name)} has never answered: it {fault}"
            )
        return answer

    def _keep(
        self,
        asked: str,
        answer: str | None,
        move: Move | None,
        fault: str,
        position: Position | View,
        number: int,
        seconds: float,
    ) -> None:
        facts = position.facts
        line = keep(
            asked,
            {
                "answer": answer,
                "move": None if move is None else str(move),
                "fault": fault or None,
                "try": number,
                "player": self.name,
                "game": position.game,
                "seat": facts.player_names[position.turn],
                "ply": position.ply,
                "position": position.text if isinstance(position, View) else position.to_string(),
                # Hidden cards may follow from a seed.
                "seed": None if facts.hidden else self._seed,
                "seconds": round(seconds, 6),
            },
        )
        if self._journal is not None:
            self._journal.append([line])

    def find(self) -> None:
        """Raise ``ParameterError`` for a program that does not exist."""
        if isinstance(self._speaker, _Process):
            self._speaker.command.find()

    def close(self) -> None:
        """End the program; the next prompt starts it again."""
        self._speaker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Speaker(Protocol):
    """What answers prompts."""

    has_answered: bool

    def get_ready(self) -> None:
        """Do what takes time before the first prompt."""

    def answer(self, asked: str, until: float | None) -> str:
        """Return the answer to a prompt. Raises ``ProgramError``."""

    def close(self) -> None:
        """End what runs."""


class _Function:
    """A function that answers prompts."""

    has_answered = True

    def __init__(self, function: Speaker) -> None:
        self._function = function

    def get_ready(self) -> None:
        """Do nothing."""

    def answer(self, asked: str, until: float | None) -> str:
        """Call the function, and wait for an async one."""
        found = self._function(asked)
        if isawaitable(found):
            found = result_of(found, until)
        if found is not None and not isinstance(found, str):
            raise TypeError(f"an answer must be text, not {type(found).__name__}")
        return found or ""

    def close(self) -> None:
        """Do nothing."""


class _Process:
    """A program that answers prompts, a JSON string in a line each."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.has_answered = False
        self._program: Program | None = None

    def get_ready(self) -> None:
        """Start the program, unless it runs."""
        if self._program is not None and self._program.has_ended:
            self.close()
        if self._program is None:
            # It has its end of input: a line that is no prompt would be one more question.
            self._program = self.command.start(farewell="")

    def answer(self, asked: str, until: float | None) -> str:
        """Send the prompt, and return the next line, a JSON string."""
        assert self._program is not None and until is not None
        self._program.send(json.dumps(asked))
        line = next(filter(str.strip, (self._program.receive(until) for _ in range(MAX_BLANK))), "")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, str):
            wrote = "an endless line" if len(line) >= MAX_ANSWER else quoted(line)
            raise ProgramError(f"wrote {wrote} instead of an answer: a JSON string in one line")
        self.has_answered = True
        return answer

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            program.close()


def _refusal(answer: str, fault: str) -> str:
    said = f"…{answer[-_SHOWN:]}" if len(answer) > _SHOWN else answer
    return f"Your last answer was {said!r}, which cannot be played: {fault}. Answer again."


def reads_prompts(function: Any) -> bool:
    """Whether a function reads prompts: it is async, or its first parameter is text or a prompt.

    >>> def model(message: str) -> str: ...
    >>> async def remote(question): ...
    >>> [reads_prompts(each) for each in (model, remote, lambda prompt: "", lambda position: 0)]
    [True, True, True, False]
    """
    if any(map(iscoroutinefunction, (function, type(function).__call__))):
        return True
    first = next(iter(positional(function)), None)
    return first is not None and (first.name == "prompt" or first.annotation in (str, "str"))


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError("true or false")
    return text == "true"


_OPTIONS: dict[str, Callable[[str], Any]] = {
    "seconds": float, "legal": _truth, "log": str, "folder": str, "name": str,
}  # fmt: skip


def text(spec: str) -> TextPlayer:
    """a program that reads prompts and answers in text, such as a language model: text:COMMAND

    ``spec`` is ``text:COMMAND`` or ``text[key=value,...]:COMMAND`` with the options of
    ``TextPlayer``. The command is split into words by the rules of the shell, but no shell runs it.
    Raises ``ParameterError`` for an invalid spec and for a program that does not exist.

    >>> import sys
    >>> text(f"text[seconds=60,legal=true,name=mine]:{sys.executable} agent.py")
    <TextPlayer mine>
    """
    words, options = read_spec(spec, _OPTIONS, "a text player", _HELP)
    player = TextPlayer(words, **{"name": spec, **options})
    player.find()
    return player
