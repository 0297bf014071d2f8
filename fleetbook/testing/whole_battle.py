"""A whole battle with the seed's own dice, for a test that compares its log with an earlier one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fleetbook.store.library.paths import DATA_VARIABLE


def whole_battle(scenario: str | Path, orders: str | Path, seed: str = "1", house: str | Path = "") -> str:
    """The output of ``fleetbook log`` for a new battle of a scenario, by name or path, after the orders of a file.

    A line of the file is an order as ``fleetbook order --batch`` takes it. ``house`` is a file of house rules. Keep the output,
    and compare it. Raises AssertionError with the message for an order that is refused, and for a battle that ``fleetbook
    verify`` does not confirm.
    """
    with TemporaryDirectory() as folder:
        battle = str(Path(folder) / "whole.battle")
        rules = ("--house", _path(house)) if house else ()
        _fleetbook(folder, "new", _path(scenario), "-o", battle, "--seed", seed, *rules)
        _fleetbook(folder, "order", battle, "--batch", _path(orders))
        _fleetbook(folder, "verify", battle)
        return _fleetbook(folder, "log", battle)


def _path(file: str | Path) -> str:
    """A file's whole path; the name of a scenario as it is."""
    return str(Path(file).resolve()) if Path(file).is_file() else str(file)


def _fleetbook(folder: str, *words: str) -> str:
    environment = {**os.environ, DATA_VARIABLE: folder}
    command = [sys.executable, "-m", "fleetbook", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
