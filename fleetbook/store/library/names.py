"""Names in files: the allowed ones, and names that are alike when a referee types them in any case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import folded_name

RESERVED = "battle"  # stands for the whole battle in an order


def check_unique(where: str, names: Iterable[str]) -> None:
    """Raise InvalidInput for a name without letters, or for two names that are alike."""
    check_apart(where, {}, names)


def check_apart(where: str, taken: Mapping[str, str], names: Iterable[str]) -> None:
    """Check names against each other and against ``taken``, which maps a folded name to its meaning.

    Raises InvalidInput for an empty name, a taken name, and two names that are alike.
    """
    seen: dict[str, str] = {}
    for name in names:
        folded = folded_name(name)
        if not folded:
            raise InvalidInput(where, name, "a name, not spaces alone")
        if folded in taken:
            raise InvalidInput(where, name, f"a name that is not {taken[folded]}")
        if folded in seen:
            twice = "each name once" if seen[folded] == name else f"names that differ in more than case: {shown(seen[folded])}"
            raise InvalidInput(where, name, twice)
        seen[folded] = name
