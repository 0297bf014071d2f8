"""Rule packages of strangers: the scaffold, made and changed in a folder, and found as if it were installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.store import catalogue

NAME = "skirmish"


class Guest:
    """A package made by ``fleetbook new-ruleset`` in a folder."""

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.folder, self.name, self.module = folder / name, name, name.replace("-", "_")

    def edited(self, path: str, old: str, new: str) -> None:
        """Exchange a text that a file has."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} has no {old!r}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def line(self, path: str, text: str) -> str:
        """File and line of a text, as a message tells them."""
        lines = (self.folder / path).read_text(encoding="utf-8").splitlines()
        return f"{path}:{next(number for number, line in enumerate(lines, 1) if text in line)}"

    def install(self, value: str = "", package: str = "", name: str = "") -> None:
        """Declare it to fleetbook as installing it would."""
        about = self.folder / f"{package or self.module}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package or self.name}\nVersion: 1\n", encoding="utf-8")
        entry = f"[fleetbook.rulesets]\n{name or self.name} = {value or f'{self.module}.rules:RULESET'}\n"
        (about / "entry_points.txt").write_text(entry, encoding="utf-8")


def forget(module: str) -> None:
    """Take a package's modules out of this process again, as if it had not been loaded."""
    catalogue._used.cache_clear()
    for loaded in [name for name in sys.modules if name == module or name.startswith(f"{module}.")]:
        del sys.modules[loaded]


def made(folder: Path, patch: pytest.MonkeyPatch, name: str = NAME) -> Guest:
    """A package of the scaffold on this process's path."""
    patch.chdir(folder)
    assert main(["new-ruleset", name]) == 0
    guest = Guest(folder, name)
    patch.syspath_prepend(guest.folder)
    return guest
