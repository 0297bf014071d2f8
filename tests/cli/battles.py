"""Small battle files for the tests of the shell, made from scenarios written in Python."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit

from tests.cli.shell import Ran, fleetbook
from tests.reports.journals import card

SEED = "1943"


def scenario(folder: Path, attackers: Sequence[str] = ("A",), defenders: Sequence[str] = ("D",), *, light: str = "day") -> Path:
    """A scenario file with its roster beside it: boats with two guns and two torpedoes each."""
    (folder / "boats.toml").write_bytes(_toml({"ruleset": "coastal", "title": "boats", "ship": [card()]}))
    sides = [
        {"name": side, "ships": [{"card": "a class", "name": name} for name in names]}
        for side, names in (("Red", attackers), ("Blue", defenders))
    ]
    path = folder / "test.toml"
    content = {"ruleset": "coastal", "title": "A test", "rosters": ["boats.toml"], "conditions": {"light": light}, "side": sides}
    path.write_bytes(_toml(content))
    return path


def _toml(content: Mapping[str, object]) -> bytes:
    return tomlkit.dumps(content).encode()


class Table:
    """A battle file and the shell's commands on it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, command: str, *words: str) -> Ran:
        """Run a command on the battle."""
        return fleetbook(command, str(self.path), *words)

    def order(self, *words: str) -> Ran:
        """Give an order that must be taken."""
        ran = self("order", *words)
        assert ran.code == 0, ran.err
        return ran

    def to(self, step: str) -> Table:
        """Go on until a step of this number begins."""
        while f", step {step}:" not in self("status").out:
            self.order("next")
        return self

    @property
    def lines(self) -> int:
        """How many lines the journal has."""
        return len(self("log").out.splitlines())


def begun(folder: Path, *names: Sequence[str], light: str = "day") -> Table:
    """A battle begun in a folder: the names of the attackers' ships, then the defenders'."""
    path = folder / "test.battle"
    ran = fleetbook("new", str(scenario(folder, *names, light=light)), "-o", str(path), "--seed", SEED)
    assert ran.code == 0, ran.err
    return Table(path)


def sighted(path: Path) -> Table:
    """The convoy in step 3 of turn 1, where the Kriegsmarine has just seen MTB 234 and may fire at her."""
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    at = Table(path)
    at.order("next")
    at.order("next")
    at.order("observe", "observer=V 1243", "target=MTB 234", "range=2")
    return at


def spoil(path: Path, line: int) -> None:
    """Change a letter of a line in a battle file behind fleetbook's back."""
    with sqlite3.connect(path) as connection:
        (record,) = connection.execute("SELECT record FROM journal WHERE number = ?", (line,)).fetchone()
        changed = bytes(record).replace(b'"turn"', b'"tura"', 1).replace(b'"headline":"', b'"headline":"x', 1)
        connection.execute("UPDATE journal SET record = ? WHERE number = ?", (changed, line))
    connection.close()
