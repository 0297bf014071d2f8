"""A stranger's package for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fleetbook.store.library.paths import DATA_VARIABLE
from tests.packages.guests import Guest, forget, made


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guest]:
    """The scaffold's package, not yet declared to fleetbook, and a data folder of its own."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    found = made(tmp_path, monkeypatch)
    yield found
    forget(found.module)


@pytest.fixture
def lagoon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package ``strangers/lagoon`` as if it were installed."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    guest = Guest(tmp_path, "lagoon")
    guest.folder.mkdir()
    guest.install()
    for place in (guest.folder, Path(__file__).parent / "strangers"):
        monkeypatch.syspath_prepend(place)
    yield
    forget("lagoon")
