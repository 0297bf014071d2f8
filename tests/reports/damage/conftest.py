"""The recorded battles for the tests of damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile

Recorded = Callable[[str], Journal[Any]]


@pytest.fixture(scope="package")
def recorded(battles: Callable[[str], Path]) -> Iterator[Recorded]:
    """The journal of a recorded battle."""
    opened = []

    @cache
    def journal(battle: str) -> Journal[Any]:
        opened.append(BattleFile.open(battles(battle), read_only=True))
        return opened[-1].journal

    yield journal
    for file in opened:
        file.close()
