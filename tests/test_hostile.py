"""Objects that lie about their length, type or values, given to everything public where there is
little memory: the process lives on, and says what is wrong."""

from __future__ import annotations

from pathlib import Path

from tests import processes

# What `len()` says is a lie, and a strided array of one number has any length.
WALK = """
import resource, sys
import numpy as np
from tests import walker

class Boastful(list):
    def __len__(self):
        return 2**40

class Liar:
    def __index__(self):
        return "3"
    def __float__(self):
        return "3"
    def __array__(self, *given, **named):
        return "no array"
    def __fspath__(self):
        return 3
    def __iter__(self):
        return iter([self, None, "3"])
    def __length_hint__(self):
        return 2**40
    def __len__(self):
        return -1

pieces = [np.uint8(0), np.uint32(0), np.int64(0), np.float32(0), np.bool_(False)]
arrays = [np.broadcast_to(piece, (2**40,)) for piece in pieces]
bad = []
calls = walker.walk()
# Reads what it is given to its end, as Python's own sets do.
del calls["CellSet.isdisjoint"]
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), -1))
for name, call in calls.items():
    for at in call.names:
        given = call.given.get(at, 0)
        wrapped = given if isinstance(given, (list, tuple)) else [given]
        for hostile in [Boastful(wrapped), Boastful(), Liar(), memoryview(bytes(8)), *arrays]:
            print(name, at, type(hostile).__name__, file=sys.stderr, flush=True)
            try:
                call(**{at: hostile})
            except (TypeError, ValueError, MemoryError, OSError):
                pass
            except BaseException as error:
                bad.append(f"{name}, {at}, {type(hostile).__name__}: {error!r}")
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print(*bad, sep="\\n")
"""


@processes.linux
def test_no_lie_ends_the_process(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[1])
    done = processes.python(f"import sys; sys.path.insert(0, {root!r})\n{WALK}", cwd=tmp_path)
    last = "".join(done.stderr.splitlines()[-1:])
    assert (done.returncode, done.stdout) == (0, "\n"), f"{last}\n{done.stdout}"
