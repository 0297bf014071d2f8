"""What installed packages declare under the entry point group of rule systems, and who has an id that several declare."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "fleetbook.rulesets"
OURS = "fleetbook"


@dataclass(frozen=True)
class Declared:
    """One line of a package: the id of a rule system and where its object is. ``package`` is its name and version."""

    id: str
    value: str
    package: str
    entry: EntryPoint
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


def declared() -> dict[str, Declared]:
    """What packages on this process's path declare, by id. Of several that declare one id ours has it, or else none: each says
    who the others are.
    """
    return _declared_on(tuple(sys.path))


@lru_cache(maxsize=8)
def _declared_on(path: tuple[str, ...]) -> dict[str, Declared]:
    """What packages on a path declare; looking costs milliseconds, and a screen asks at every key."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (costs more than all of the store)

    found: dict[str, list[Declared]] = {}
    for entry in entry_points(group=GROUP):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
        found.setdefault(entry.name, []).append(Declared(entry.name, entry.value, package, entry))
    return {name: _settled(lines) for name, lines in sorted(found.items())}


def _settled(lines: list[Declared]) -> Declared:
    first, *rest = sorted(lines, key=lambda line: (not line.is_ours, line.package))
    others = tuple(line.package for line in rest if line.package != first.package)
    return Declared(first.id, first.value, first.package, first.entry, others)
