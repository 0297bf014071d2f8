"""The recorded battles for the tests of reports, each played once into a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.golden.playing import play


@pytest.fixture(scope="session")
def battles(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a recorded battle, by the battle's name. Tests only read it."""
    folder = tmp_path_factory.mktemp("battles")

    @cache
    def played(name: str) -> Path:
        path = folder / f"{name}.battle"
        assert play(name, path).code == 0
        return path

    return played
