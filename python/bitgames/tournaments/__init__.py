"""Tournaments: schedule, results files, tables, sequential tests and ratings."""

from bitgames.tournaments.runner import tournament
from bitgames.tournaments.tournament import Tournament

__all__ = ["Tournament", "tournament"]
