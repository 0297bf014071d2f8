"""What the shell's tests share: a data folder of their own, and a battle in the step where both boats may fire."""

from __future__ import annotations

import shutil
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


@pytest.fixture(scope="session")
def where_d_fires(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a battle of A (Red) against D (Blue) by day, at the step where D fires."""
    return begun(tmp_path_factory.mktemp("fires")).to("3").path.parent


@pytest.fixture
def table(where_d_fires: Path, tmp_path: Path) -> Table:
    """A copy of the battle at the step where D fires."""
    shutil.copytree(where_d_fires, tmp_path, dirs_exist_ok=True)
    return Table(tmp_path / "test.battle")
