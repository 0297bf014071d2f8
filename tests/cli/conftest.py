"""What the shell's tests share: a data folder of their own, and a battle in the step where both boats may fire."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.battles import Table, begun


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's data folder that is not the user's."""
    folder = tmp_path / "data"
    monkeypatch.setenv("FLEETBOOK_DATA", str(folder))
    return folder


@pytest.fixture
def breakable() -> Iterator[None]:
    """Processes started meanwhile heed a break of the keyboard's, also where this one was started in the background: a shell has
    those ignore it, and what is ignored is handed on.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A (Red) against D (Blue) by day, at the step where D fires."""
    return begun(tmp_path).to("3")
