"""The entry points that declare the rule systems of installed packages. Several packages may declare the same id."""

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
    """An entry point of a package: the id of a rule system, and where its object is found.

    package  the name and version of the package
    site     the folder that has the installed package
    """

    id: str
    value: str
    package: str
    site: str = ""
    others: tuple[str, ...] = ()
    """Other packages that declare the same id; empty if there are none."""

    @property
    def is_ours(self) -> bool:
        """Whether the rule system is one that comes with fleetbook."""
        return self.package.partition(" ")[0] == OURS

    @property
    def module(self) -> str:
        """The name of the module that holds the rule system."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the module and return the rule system. The import may raise any exception."""
        return attrgetter(self.value.partition(":")[2].strip())(import_module(self.module))


OWN = {name: Declared(name, value, OURS) for name, value in RULE_SYSTEMS.items()}
"""The rule systems that come with fleetbook. They are listed here, since a search for entry points would delay the start."""


def declared() -> dict[str, Declared]:
    """The rule systems that can be imported in this process, by id.

    The ids of fleetbook's own rule systems are reserved for them. If several other packages declare the same id, it stands for
    none of them: ``others`` of its entry is not empty.
    """
    return _declared_on(tuple(sys.path))


def roster_folders() -> dict[Path, str]:
    """The ``rosters/`` folders of installed packages that are not fleetbook's, each with its package. No module is imported."""
    lines = [line for line in declared().values() if not line.is_ours]
    path = tuple(sys.path)
    return {folder / "rosters": line.package for line in lines if (folder := _folder(line.module, path))}


@lru_cache(maxsize=64)
def _folder(module: str, path: tuple[str, ...]) -> Path | None:
    """The folder of a module; None if it is not found. No code of its package is run."""
    from importlib.util import find_spec  # noqa: PLC0415 (loads slowly)

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
    """The rule systems found on this import path. The search takes milliseconds, so its result is cached: a screen asks at every
    key press.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 (takes longer to load than the whole store package)

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
