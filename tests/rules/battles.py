"""How many random battles are looked at: a few of each system in every run, all of them in a campaign (pytest -m campaign)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest


def battles(every: Sequence[tuple[str, int]], few: Collection[tuple[str, int]]) -> pytest.MarkDecorator:
    """A test of each battle by its name and seed, of which a few belong to every run."""
    assert set(few) <= set(every)
    cases: list[Any] = [pytest.param(*battle, marks=() if battle in few else pytest.mark.campaign) for battle in every]
    return pytest.mark.parametrize(("name", "seed"), cases)
