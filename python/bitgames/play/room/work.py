"""The long work of a room: players' moves, hints, studies and matches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bitgames import players
from bitgames.play.jobs import MOVE, STUDY, Done, Job, Jobs, Work
from bitgames.play.room.audience import Audience
from bitgames.play.room.bounds import Bounds
from bitgames.play.room.messages import MessageError
from bitgames.sentences import Said


@dataclass(frozen=True, slots=True)
class Study:
    """Long work that a viewer asked for."""

    job: Job
    viewer: str
    kind: str
    """The message that asked for it."""


class RoomWork:
    """The jobs of a room; ``jobs`` runs them within ``bounds``."""

    def __init__(self, jobs: Jobs, bounds: Bounds, audience: Audience, lock: Any) -> None:
        """Begin without work. Reports are sent under ``lock``."""
        self._jobs, self.bounds = jobs, bounds
        self._audience, self._lock = audience, lock
        self._count = 0
        self.thinking: Job | None = None
        """The job of the player to move."""
        self.studies: dict[int, Study] = {}
        """What viewers asked for, by the number of its job."""

    def number(self) -> int:
        """Return a number that no job or question of this room has."""
        self._count += 1
        return self._count

    def start(
        self,
        work: Work,
        done: Done,
        followers: list[str],
        player: players.Player | None = None,
        *,
        rank: int = MOVE,
        queued: Callable[[Job, int], object] | None = None,
    ) -> Job:
        """Start work, by default the move of ``player``; the followers get its progress.

        ``queued`` is called with the job and the number of those before it, while it waits.
        Raises ``MessageError`` if no work can start.
        """
        number = self.number()

        def progress(steps: int, total: int) -> None:
            depth = getattr(player, "depth", 0)
            with self._lock:
                for viewer in filter(self._audience.is_online, followers):
                    data = {"job": number, "done": steps, "total": total, "depth": depth}
                    self._audience.send(viewer, "progress", **data)

        seconds = self.bounds.seconds if rank != STUDY else None
        job = Job(
            number, work, done, progress, rank=rank, seconds=seconds, room=self, queued=queued
        )
        if rank == MOVE:
            self.thinking = job
        try:
            self._jobs.start(job)
        except RuntimeError:
            self.thinking = None if rank == MOVE else self.thinking
            raise MessageError("busy", Said("busy-machine")) from None
        return job

    def of(self, kind: str, viewer: str | None = None) -> list[Study]:
        """Return the work of a kind, of one viewer or of all, the oldest first."""
        return [
            study
            for study in self.studies.values()
            if study.kind == kind and viewer in (None, study.viewer)
        ]

    def end(self, study: Study) -> None:
        """Cancel work and forget it."""
        study.job.cancel()
        self.studies.pop(study.job.number, None)

    def stop_thinking(self) -> None:
        """End the thinking of the player to move."""
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None
