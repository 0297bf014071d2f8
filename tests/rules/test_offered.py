"""Nothing offered is refused: at random moments of every shipped scenario, by every system's own checks."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import entries
from fleetbook.testing.offered import Findings
from fleetbook.testing.random_battles import BY_HAND, Habits, play_on

MOMENTS = int(os.environ.get("FLEETBOOK_MOMENTS", "2"))
"""Moments looked at in each scenario; a campaign looks at more."""
BETWEEN = 4
HABITS = Habits(weights={**BY_HAND, "next": 2.0})


SCENARIOS = [pytest.param(entry.path, id=f"{entry.ruleset}-{entry.path.stem}") for entry in entries("scenario")]


@pytest.mark.parametrize("path", SCENARIOS)
def test_nothing_offered_is_refused_and_whatever_is_refused_says_why(path: Any) -> None:
    setup = read_setup(path)
    rng = Random(path.stem)
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, path.stem)
    found = Findings()
    for _ in range(MOMENTS):
        found.try_moment(journal.battle, rng)
        for _ in play_on(journal, rng, BETWEEN, HABITS):
            pass
    print(path.stem, dict(found.counts), f"{len(found.faults)} faults")  # noqa: T201
    assert not found.faults, "\n".join(sorted(set(found.faults))[:40])
