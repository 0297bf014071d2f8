"""Plays a whole battle with the dice of a seed, for a test that compares its log with a stored log."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fleetbook.store.library.paths import DATA_VARIABLE


def whole_battle(scenario: str | Path, orders: str | Path, seed: str = "1", house: str | Path = "") -> str:
    """Play a scenario, given by name or path, with the orders in a file. Returns the output of ``fleetbook log``.

    Each line of the file is an order in the form of ``fleetbook order --batch``. ``house`` is a file of house rules. A test
    stores the output and compares later runs with it. Raises AssertionError if an order is refused, or if ``fleetbook verify``
    finds a mistake.
    """
    with TemporaryDirectory() as folder:
        battle = str(Path(folder) / "whole.battle")
        rules = ("--house", _path(house)) if house else ()
        _fleetbook(folder, "new", _path(scenario), "-o", battle, "--seed", seed, *rules)
        _fleetbook(folder, "order", battle, "--batch", _path(orders))
        _fleetbook(folder, "verify", battle)
        return _fleetbook(folder, "log", battle)


def _path(file: str | Path) -> str:
    """The full path of a file that exists. Anything else, such as the name of a scenario, is returned unchanged."""
    return str(Path(file).resolve()) if Path(file).is_file() else str(file)


def _fleetbook(folder: str, *words: str) -> str:
    environment = {**os.environ, DATA_VARIABLE: folder}
    command = [sys.executable, "-m", "fleetbook", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
