"""Work on several processes and machines: counting, solving, self-play and databases by tasks.

Each of these cuts its work into tasks and hands them to ``bitgames.spread``, which runs them in
this process, in worker processes, or on the workers of a dask scheduler. Results have keys: a task
that runs twice does no harm, and what a file has already is not done again.
"""

from bitgames.cluster.connection import connected
from bitgames.cluster.counting import Counted, perft
from bitgames.cluster.endings import Built, build_endings
from bitgames.cluster.playing import Played, selfplay
from bitgames.cluster.solving import solve

__all__ = ["Built", "Counted", "Played", "build_endings", "connected", "perft", "selfplay", "solve"]
