"""Asks players the questions of an exam: what is missing is asked, and each answer is kept."""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, SupportsIndex

from bitgames._core import DamagedFileError, ForfeitError, UnsupportedError, child_seed
from bitgames.arguments import Progress, integer, printable, shortened
from bitgames.cluster.result_log import ResultLog, encoded, halves, key_of
from bitgames.errors import ClusterError, PlayerError
from bitgames.exams.marks import Answer, Exam, Marks
from bitgames.exams.question_files import Question, QuestionSet, questions
from bitgames.games import start as start_of
from bitgames.journal import Path, root_of_run
from bitgames.matches import check_plays
from bitgames.players.conversations import Prompts, kept_by, parted, prompts_beside, with_prompts
from bitgames.players.nets import looks, preferred
from bitgames.players.player import NativePlayer, Player, PlayerLike, ask
from bitgames.protocols.program import EndedError
from bitgames.seeding import Seed
from bitgames.spread import Failed
from bitgames.tournaments.entrants import Entrant, entrants, networks, task_player

_LOOKS = 1000
"""Questions of a task of a network, which is asked for all of them at once; others have one."""
_TENS = 10
"""Questions of a task in files that were written before each answer had its own line."""
_LIVES = 3
"""Questions in a row at which a program ends, or does not start again, before the exam ends."""


def exam(
    player: PlayerLike | Sequence[PlayerLike],
    game: str,
    *,
    count: SupportsIndex | None = None,
    seed: Seed = None,
    results: Path | None = None,
    workers: SupportsIndex | None = None,
    progress: Progress | None = None,
) -> Exam:
    """Ask a player, or several, in positions of a game whose moves all have known, exact values.

    The positions of ``bitgames.exams.games()`` come with the package. ``count`` is how many of
    them are asked, spread over all phases. A player that chooses uniformly among some moves, as
    ``random`` does, is marked by its expectation; any other one by the move that it chooses. An
    answer that is not a legal move counts as the worst one, and so does a forfeit: a program that
    is late, ends or breaks its protocol, and ``ForfeitError`` of a Python player. In a hidden game
    a Python player sees a ``View``.

    The same ``seed`` gives the same answers, but for players with a limit of time. ``results`` is a
    file that gets each answer at once, and from which the same call goes on; what text players are
    asked and answer is kept in a file beside it, ``club.prompts.jsonl`` of ``club.jsonl``.
    ``workers`` and an active ``joblib.parallel_config`` say where players given by their specs are
    asked. ``progress(done, total)`` counts positions of all players.

    Raises ``UnsupportedError`` for a game without an exam and for a player that cannot play it,
    ``UnknownPlayerError`` and ``ParameterError`` for other players and parameters. An exception of
    a player's code ends the exam, and so does a program that does not start, or that ends at three
    questions in a row (``PlayerError``); answers until then stay in ``results``.

    >>> import bitgames as bg
    >>> found = bg.exam("perfect", "tictactoe:4", count=30, seed=1)
    >>> found.marks[0].loss.mean
    0.0
    """
    asked = questions(game)
    if isinstance(player, str) or not isinstance(player, Sequence):
        player = [player]
    sitting = entrants(player, least=1, what="an exam")
    most = len(asked.questions)
    wanted = most if count is None else integer("count", count, 1, most)
    numbers = [most * place // wanted for place in range(wanted)]
    root = root_of_run(seed, results)
    for each in sitting:
        check_plays(each.player, start_of(asked.game), asked.questions[0].position)
    config = {
        "work": "exam", "game": asked.game, "questions": asked.seal, "count": wanted, "seed": root,
        "players": [each.name for each in sitting], **networks(sitting),
    }  # fmt: skip
    total, done = wanted * len(sitting), 0
    marks: list[Marks] = []
    speakers = [each.player for each in sitting]
    with (
        _Answers(results, config) as log,
        prompts_beside(results, config, speakers) as log.prompts,
        nullcontext() if log.prompts is None else kept_by(log.keep_prompt),
    ):
        for each in sitting:
            found: dict[int, Answer] = {}
            log.player = each.name
            for answers in _sit(each, asked, numbers, root, log, workers):
                found |= answers
                done += len(answers)
                if progress is not None:
                    progress(done, total)
            log.settle()
            marks.append(Marks(each.name, [found[number] for number in numbers]))
    return Exam(asked.game, asked.edition, asked.seal, root, tuple(marks))


@dataclass
class _Answers(ResultLog):
    """Answers by tasks; the prompts that came with them go to a file of their own.

    Forfeits of a program that has ended wait for its next answer: those of one that never comes
    back are not kept, so that they are asked again.
    """

    prompts: Prompts = None
    player: str = ""
    waiting: list[tuple[bytes, bytes]] = field(default_factory=list)

    def __exit__(self, *error: object) -> None:
        try:
            self.settle()
        finally:
            super().__exit__(*error)

    def keep_prompt(self, line: bytes) -> None:
        """Keep a prompt and its answer."""
        if self.prompts is not None:
            self.prompts.append([line])

    def put(self, spec: bytes, result: bytes | Failed) -> None:
        """Keep the answers of a task, and its prompts.

        Raises ``PlayerError`` once a program has ended at several questions in a row.
        """
        if not isinstance(result, Failed):
            result, asked = parted(result)
            for line in asked:
                self.keep_prompt(line)
            *_, (_, _, *forfeit) = json.loads(result)
            if forfeit and forfeit[1]:
                self.waiting.append((spec, result))
                if len(self.waiting) == _LIVES:
                    self.waiting.clear()
                    raise PlayerError(f"{shortened(printable(self.player))} {forfeit[0]}")
                return
        self.settle()
        super().put(spec, result)

    def settle(self) -> None:
        """Keep what has waited."""
        for each in self.waiting:
            super().put(*each)
        self.waiting.clear()


def _sit(
    entrant: Entrant,
    asked: QuestionSet,
    numbers: Sequence[int],
    seed: int,
    log: ResultLog,
    workers: SupportsIndex | None,
) -> Iterator[dict[int, Answer]]:
    """Yield the answers of a player by the numbers of the questions, a task at a time."""

    def spec_of(some: Sequence[int]) -> bytes:
        return encoded(
            {
                "player": entrant.spec or entrant.name,
                "game": asked.game,
                "questions": asked.seal,
                "seed": seed,
                "numbers": some,
            }
        )

    specs: list[bytes] = []
    is_one_by_one = looks(entrant.player) is None
    size = _TENS if is_one_by_one else _LOOKS
    for first in range(0, len(numbers), size):
        block = numbers[first : first + size]
        whole = spec_of(block)
        if is_one_by_one and key_of(whole) not in log.found:
            specs += [spec_of([number]) for number in block]
        else:
            specs.append(whole)
    if entrant.spec is not None:
        split = partial(halves, "numbers")
        results = log.run(answer, specs, workers=workers, split=split)
    else:
        results = _run_here(entrant.player, specs, log)
    for spec, result in results:
        if isinstance(result, Failed):
            raise ClusterError(f"answers of {entrant.name} are missing: {result.reason}")
        yield _read(spec, result, asked)


def _run_here(
    player: Player, specs: Sequence[bytes], log: ResultLog
) -> Iterator[tuple[bytes, bytes | Failed]]:
    """Run the tasks of a player that is an object of this process."""
    for spec in specs:
        if (result := log.found.get(key_of(spec))) is None:
            log.put(spec, result := _answers(player, spec))
        yield spec, result


def _read(spec: bytes, result: bytes, asked: QuestionSet) -> dict[int, Answer]:
    numbers = json.loads(spec)["numbers"]
    try:
        found = {
            number: Answer(asked.questions[number], tuple(moves), float(seconds), *forfeit[:1])
            for number, (moves, seconds, *forfeit) in zip(
                numbers, json.loads(parted(result)[0]), strict=True
            )
        }
        for each in found.values():
            assert all(0 <= place < len(each.question.values) for place in each.moves)
            assert isinstance(each.forfeit, str)
    except (AssertionError, TypeError, ValueError):
        raise DamagedFileError("the results have a line that holds no answers of a task") from None
    return found


def answer(spec: bytes) -> bytes:
    """Answer some questions: a task of ``spread``.

    >>> answer(b'{"player": "first", "game": "othello:6", "seed": 0, "numbers": [7]}')[:4]
    b'[[[0'
    """
    document = json.loads(spec)
    return _answers(task_player(document["player"], document["game"]), spec)


def _answers(player: Player, spec: bytes) -> bytes:
    """Return what ``_answer`` says of each question of a task.

    What a text player was asked elsewhere, and has answered, follows, a line each.
    """
    document = json.loads(spec)
    asked = questions(document["game"]).questions
    given = [asked[number] for number in document["numbers"]]
    if (evaluate := looks(player)) is not None:
        began = perf_counter()
        moves = preferred(evaluate, [question.position for question in given])
        each = round((perf_counter() - began) / len(given), 6)
        return encoded(
            [
                ([question.position.legal_moves.index(move)], each)
                for question, move in zip(given, moves, strict=True)
            ]
        )

    return with_prompts(
        lambda: encoded([_answer(player, question, document["seed"]) for question in given])
    )


def _answer(player: Player, question: Question, seed: int) -> list[Any]:
    """Return the places of the chosen moves and the seconds.

    After a forfeit the reason follows, and whether the program of the player has ended.
    """
    began, is_ready = perf_counter(), False
    try:
        player.start_game(child_seed(seed, question.number))
        player.get_ready(question.record.start)
        began, is_ready = perf_counter(), True
        moves, forfeit = _choice(player, question), []
    except ForfeitError as error:
        has_ended = not is_ready or isinstance(error.__cause__, EndedError)
        moves, forfeit = [], [printable(shortened(str(error))), has_ended]
    return [moves, round(perf_counter() - began, 6), *forfeit]


def _choice(player: Player, question: Question) -> list[int]:
    """Return the places of the moves between which a player chooses; none for an illegal one."""
    legal = question.position.legal_moves
    # Exactly this class: a subclass may choose differently.
    if type(player) is NativePlayer:
        try:
            return [legal.index(move) for move in player.candidates(question.record)]
        except UnsupportedError:
            pass
    chosen = ask(player, question.record)
    return [legal.index(chosen)] if question.position.is_legal(chosen) else []
