"""Tournaments: schedule, results files, tables, sequential tests and ratings."""

from bitgames.tournaments.result import Tournament
from bitgames.tournaments.runner import tournament

__all__ = ["Tournament", "tournament"]
