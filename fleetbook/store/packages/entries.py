"""The entry points of installed rule packages. Several packages may declare the same id."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from fleetbook.rules import RULE_SYSTEMS

GROUP = "fleetbook.rulesets"
OURS = "fleetbook"


@dataclass(frozen=True)
class Declared:
    """One line of a package: the id of a rule system and the place of its object.

    package  the package's name and version
    site     the folder that it is installed in
    """

    id: str
    value: str
    package: str
    site: str = ""
    others: tuple[str, ...] = ()
    """Packages that declare the same id."""

    @property
    def is_ours(self) -> bool:
        """Whether it is the program's own."""
        return self.package.partition(" ")[0] == OURS

    @property
    def module(self) -> str:
        """The module that it names."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the module and return the object. The import may raise anything."""
        return attrgetter(self.value.partition(":")[2].strip())(import_module(self.module))


OWN = {name: Declared(name, value, OURS) for name, value in RULE_SYSTEMS.items()}
"""The program's own rule systems. They are known without the entry points, whose look-up would slow the start."""


def declared() -> dict[str, Declared]:
    """The entry points of packages on this process's path, by id.

    Ours keep their ids. A stranger's id in several packages is nobody's: its line names the other packages.
    """
    return _declared_on(tuple(sys.path))


def roster_folders() -> dict[Path, str]:
    """The folders ``rosters/`` beside strangers' modules, with their packages. No module is loaded."""
    lines = [line for line in declared().values() if not line.is_ours]
    path = tuple(sys.path)
    return {folder / "rosters": line.package for line in lines if (folder := _folder(line.module, path))}


@lru_cache(maxsize=64)
def _folder(module: str, path: tuple[str, ...]) -> Path | None:
    """The folder of a module on a path. Nothing of its package is run."""
    from importlib.util import find_spec  # noqa: PLC0415 (loads as slowly)

    top, *inner = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return Path(folder, *inner) if Path(folder, *inner).is_dir() else Path(folder, *inner[:-1])


@lru_cache(maxsize=8)
def _declared_on(path: tuple[str, ...]) -> dict[str, Declared]:
    """The entry points on a path. A look-up takes milliseconds, and a screen asks at every key."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (loads slower than all of the store)

    found = {name: [line] for name, line in OWN.items()}
    for entry in entry_points(group=GROUP):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
        site = str(entry.dist.locate_file("")) if entry.dist else ""
        found.setdefault(entry.name, []).append(Declared(entry.name, f"{entry.module}:{entry.attr}", package, site))
    settled = {}
    for name, lines in sorted(found.items()):
        first, *rest = sorted(lines, key=lambda line: (not line.is_ours, line.package))
        others = tuple(line.package for line in rest if line.package != first.package and not line.is_ours)
        settled[name] = replace(first, others=others)
    return settled
