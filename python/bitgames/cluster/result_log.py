"""What tasks have found so far: results with keys, in a file that only grows."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self, SupportsIndex, TypeVar

from bitgames._core import DamagedFileError, checksum
from bitgames.journal import Journal, Path, line_of, shown
from bitgames.spread import Failed, Split, Task, spread

T = TypeVar("T")


def encoded(document: Any) -> bytes:
    """Return a document as the bytes of a spec or a result: equal documents have equal bytes.

    >>> encoded({"b": 1, "a": [2]})
    b'{"a":[2],"b":1}'
    """
    return json.dumps(document, sort_keys=True, separators=(",", ":")).encode()


def key_of(spec: bytes) -> str:
    """Return the key of a task, 16 hexadecimal digits: the XXH3 of its spec.

    >>> key_of(b"")
    '2d06800538d394c2'
    """
    return f"{checksum(spec):016x}"


def halves(field: str, spec: bytes) -> list[bytes]:
    """Cut a task into two by the list in a field of its spec; one item comes back alone.

    >>> halves("slices", b'{"slices":[3,4,5]}')
    [b'{"slices":[3]}', b'{"slices":[4,5]}']
    """
    document = json.loads(spec)
    items = document[field]
    middle = len(items) // 2
    parts = (items[:middle], items[middle:]) if middle else (items,)
    return [encoded({**document, field: part}) for part in parts]


def of_thread(store: threading.local, key: object, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, which a thread keeps as long as it asks with one key."""
    if getattr(store, "key", None) != key:
        # The old table goes before the new one comes.
        store.key = store.kept = None
        store.kept, store.key = make(), key
    kept: T = store.kept
    return kept


@dataclass
class ResultLog:
    """The results of the tasks of one piece of work, in memory and in a file if there is one.

    A result is a JSON document as bytes, as ``encoded`` makes it. ``config`` describes the work: a
    file of another work is refused. ``failed`` has the specs of tasks without a result, and why.

    >>> with ResultLog(None, {"work": "upper"}) as log:
    ...     found = dict(log.run(bytes.upper, [b'"a"']))
    ...     found == dict(log.run(bytes.upper, [b'"a"']))
    True
    """

    path: Path | None
    config: dict[str, Any]
    found: dict[str, bytes] = field(default_factory=dict)
    failed: dict[bytes, str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.journal = Journal(self.path, self.config)
        try:
            self._read()
        except BaseException:
            self.journal.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()

    def _read(self) -> None:
        for line in self.journal.entries():
            try:
                document = json.loads(line.data)
                if "failed" not in document:
                    self.found[document["key"]] = encoded(document["result"])
            except (ValueError, KeyError, TypeError):
                raise DamagedFileError(
                    f"{shown(self.path or '')}: line {line.number} is not the result of a task"
                ) from None

    def put(self, spec: bytes, result: bytes | Failed) -> None:
        """Keep the result of a task, or why it has none."""
        key = key_of(spec)
        if isinstance(result, Failed):
            self.failed[spec] = result.reason
            self.journal.append([line_of({"key": key, "failed": result.reason})])
        elif key not in self.found:
            self.found[key] = result
            self.journal.append([line_of({"key": key, "result": json.loads(result)})])

    def run(
        self,
        task: Task,
        specs: Iterable[bytes],
        *,
        workers: SupportsIndex | None = None,
        split: Split | None = None,
    ) -> Iterator[tuple[bytes, bytes | Failed]]:
        """Yield each spec with its result, in any order: from the file, else by ``spread``."""
        known: list[tuple[bytes, bytes]] = []

        def missing() -> Iterator[bytes]:
            for spec in specs:
                if (result := self.found.get(key_of(spec))) is None:
                    yield spec
                else:
                    known.append((spec, result))

        for spec, result in spread(task, missing(), workers=workers, split=split):
            self.put(spec, result)
            yield spec, result
            while known:
                yield known.pop()
        yield from known
