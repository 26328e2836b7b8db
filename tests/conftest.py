"""Settings that every test shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from bitgames.players import registry

# A loaded machine must not fail a test for its slowness, hence no deadline.
settings.register_profile(
    "dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("long", settings.get_profile("dev"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))


@pytest.fixture(autouse=True)
def registered_players_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test, or one example of the docs, registers is not there for the next."""
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))
