"""Arguments that claim to be huge, given to every native function where there is little memory: the
process lives on."""

from __future__ import annotations

import json
from pathlib import Path

from tests import processes

# Each call of `test_bad_input.CALLS`, with one argument after the other replaced. What `len()` says
# is a lie, and a strided array of one number has any length.
WALK = """
import json, resource, sys, types
import bitgames as bg
import numpy as np
from hypothesis import HealthCheck, find, settings
from bitgames import _core
from tests import test_bad_input

class Boastful(list):
    def __len__(self):
        return 2**40

def is_native(function):
    return isinstance(function, types.BuiltinFunctionType) or function in vars(_core).values()

checks = list(HealthCheck)
quiet = settings(database=None, derandomize=True, deadline=None, suppress_health_check=checks)
good = lambda strategy: find(strategy, lambda _: True, settings=quiet)
calls = {
    name: (
        function,
        [good(each) for each in places],
        {key: good(each) for key, each in words.items()},
    )
    for name, (function, places, words) in test_bad_input.CALLS.items()
    if is_native(function)
}
games = [[bg.Othello()], np.zeros(1, np.uint32), b"\\x13", np.ones(1, np.uint32)]
calls["replay_games"] = (_core.replay_games, games, {"text": False})
calls["find_position"] = (_core.find_position, [*games, 1, 0], {})
calls["find_marks"] = (_core.find_marks, [*games, *[np.ones(1, np.uint32)] * 2], {})
calls["from_bytes"] = (_core.BookTable.from_bytes, [b"no book"], {})
pieces = [np.uint8(0), np.uint32(0), np.int64(0), np.float32(0), np.bool_(False)]
arrays = [np.broadcast_to(piece, (2**40,)) for piece in pieces]
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), -1))
tried = set()
for name, (function, places, words) in calls.items():
    for at in [*range(len(places)), *words]:
        given = places[at] if isinstance(at, int) else words[at]
        wrapped = given if isinstance(given, (list, tuple)) else [given]
        for hostile in [Boastful(wrapped), Boastful(), *arrays]:
            changed, named = list(places), dict(words)
            if isinstance(at, int):
                changed[at] = hostile
            else:
                named[at] = hostile
            print(name, at, type(hostile).__name__, file=sys.stderr, flush=True)
            try:
                function(*changed, **named)
            except Exception as error:
                if isinstance(error, (TypeError, ValueError, MemoryError, OSError)):
                    tried.add(name)
                else:
                    raise
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print(json.dumps(sorted(tried)))
"""


@processes.linux
def test_no_claim_of_length_ends_the_process() -> None:
    done = processes.python(WALK, cwd=Path(__file__).parents[1])
    last = "".join(done.stderr.splitlines()[-1:])
    assert done.returncode == 0, last
    assert {"MctsPool", "Batch", "Ending", "_core.play_match", "find_position"} <= set(
        json.loads(done.stdout)
    )
