"""The recorded battles for the tests of damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from tests.golden.playing import play

Recorded = Callable[[str], Journal[Any]]


@pytest.fixture(scope="package")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """The journal of a recorded battle."""
    opened = []

    @cache
    def journal(battle: str) -> Journal[Any]:
        path = tmp_path_factory.mktemp("recorded") / f"{battle}.battle"
        assert play(battle, path).code == 0
        opened.append(BattleFile.open(path, read_only=True))
        return opened[-1].journal

    yield journal
    for file in opened:
        file.close()
