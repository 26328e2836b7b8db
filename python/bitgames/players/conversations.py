"""What was asked and answered in text: lines for a file beside the results of a run.

The process of the run keeps them in a results file, one line for each prompt; a task that runs
elsewhere hands them back with its result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, TypeAlias

from bitgames.files import path_text
from bitgames.journal import Journal, Path, line_of
from bitgames.players.player import Player

__all__ = ["Prompts", "beside", "keep", "kept_by", "parted", "prompts_beside", "with_prompts"]

Prompts: TypeAlias = Journal | None
"""The file of the prompts of a run, if it has one."""

_BEGIN = b'{"prompt":'
_SUFFIX = ".jsonl"
_keeper: ContextVar[Callable[[bytes], object] | None] = ContextVar("keeper", default=None)


@contextmanager
def kept_by(keeper: Callable[[bytes], object]) -> Iterator[None]:
    """Give ``keeper`` the lines of prompts and answers in this block, as ``keep`` makes them."""
    token = _keeper.set(keeper)
    try:
        yield
    finally:
        _keeper.reset(token)


def keep(prompt: str, more: Mapping[str, Any]) -> bytes:
    """Hand the line of a prompt to the keeper of this block, if any, and return it."""
    line = line_of({"prompt": prompt, **more})
    if (keeper := _keeper.get()) is not None:
        keeper(line)
    return line


def with_prompts(task: Callable[[], bytes]) -> bytes:
    r"""Return the result of a task, and the lines of its prompts unless they are kept already.

    >>> with_prompts(lambda: b"[[0]]")
    b'[[0]]'
    """
    if _keeper.get() is not None:
        return task()
    lines: list[bytes] = []
    with kept_by(lines.append):
        result = task()
    return b"\n".join([result.removesuffix(b"\n"), b"".join(lines)]) if lines else result


def parted(data: bytes) -> tuple[bytes, list[bytes]]:
    r"""Return the result of a task without the lines of prompts, and these lines.

    >>> parted(b'[[0]]\n{"prompt":"?"}\n')
    (b'[[0]]\n', [b'{"prompt":"?"}\n'])
    """
    lines = data.splitlines(keepends=True)
    rest = b"".join(line for line in lines if not line.startswith(_BEGIN))
    return rest, [line for line in lines if line.startswith(_BEGIN)]


def beside(results: Path) -> str:
    """Return the name of the file of prompts beside a results file.

    >>> beside("club.jsonl"), beside("club")
    ('club.prompts.jsonl', 'club.prompts.jsonl')
    """
    return f"{path_text(results).removesuffix(_SUFFIX)}.prompts{_SUFFIX}"


def prompts_beside(
    results: Path | None, config: Mapping[str, Any], players: Iterable[Player]
) -> AbstractContextManager[Prompts]:
    """Open the file of prompts beside a results file; none if no player speaks."""
    if results is None or not any(player.speaks for player in players):
        return nullcontext()
    return Journal(beside(results), {**config, "work": "prompts"})
