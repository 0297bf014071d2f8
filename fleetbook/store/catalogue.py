"""The rule systems at hand: whatever packages declare under the entry point group ``fleetbook.rulesets``."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.command_keys import check_order_keys

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "fleetbook.rulesets"


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, in alphabetical order. None of them is loaded."""
    return tuple(sorted(_declared()))


def ruleset(name: str) -> Ruleset[Any]:
    """A ruleset by its id; only this one is loaded.

    Raises InvalidInput with the nearest id for an unknown one, for one whose package cannot be loaded, and for orders whose keys
    are those of commands.
    """
    declared = _declared()
    if name not in declared:
        raise InvalidInput.word("ruleset", name, sorted(declared))
    loaded = _load(declared[name])
    if not isinstance(loaded, Ruleset) or loaded.id != name:
        raise InvalidInput(f"ruleset {name}", declared[name].value, f"an instance of Ruleset whose id is {name}")
    _check_keys(loaded)
    return loaded


@lru_cache(maxsize=32)
def _check_keys(rules: Ruleset[Any]) -> None:
    check_order_keys(rules.id, rules.orders)


def _declared() -> dict[str, EntryPoint]:
    return _declared_on(tuple(sys.path))


@lru_cache(maxsize=8)
def _declared_on(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """What packages on a path declare; looking costs milliseconds, and a screen asks at every key."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (costs more than all of the store)

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _load(entry: EntryPoint) -> object:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise InvalidInput(f"ruleset {entry.name}", entry.value, f"a ruleset that can be loaded ({error})") from error
