"""Rosters: files with the cards of ships, for one ruleset. Names in such files must differ in more than upper and lower case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import folded_name
from fleetbook.core.strict import convert
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path, within
from fleetbook.store.library.toml_file import read_toml

RESERVED = "battle"  # means the whole battle in an order, so no ship may have this name
MOST_SHIPS = 2_000  # the most cards in a roster, and the most ships in a battle


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a roster file. ``ship`` holds the cards in the order of the file, each as it is written there."""

    ruleset: str
    title: str
    ship: tuple[dict[str, Any], ...]

    @property
    def cards(self) -> Mapping[str, dict[str, Any]]:
        """The cards of the roster by name."""
        return {card["name"].strip(): card for card in self.ship}


def read_roster(path: Path) -> Roster:
    """Read a roster, and check each card by its ruleset.

    Raises InvalidInput with the place, the wrong value, the allowed values and the nearest name.
    """
    try:
        about = path.stat()
    except (OSError, ValueError):
        return roster_of(read_toml(path), shown_path(path))
    return _read(path, (about.st_ino, about.st_mtime_ns, about.st_size))


@lru_cache(maxsize=64)
def _read(path: Path, written: tuple[int, ...]) -> Roster:
    """Read a roster. The result is cached until the file is written again, since the set-up page asks for it at every
    key press.
    """
    return roster_of(read_toml(path), shown_path(path))


def roster_of(content: Mapping[str, Any], where: str) -> Roster:
    """The roster in the parsed content of a file. Raises InvalidInput if it is wrong."""
    roster = convert(content, Roster, where)
    check_roster(roster, where)
    return roster


def check_card(rules: Ruleset[Any], card: Mapping[str, Any], number: int, where: str) -> None:
    """Raise InvalidInput if a card has no name, or if the rules refuse the card. ``number`` is its position in the roster."""
    name = card.get("name")
    if not isinstance(name, str):
        raise InvalidInput(f"{where}: ship {number}: name", "nothing" if name is None else name, "a name in quotes")
    with rules_at_work(rules):
        rules.read_card(card, f"{where}: ship {shown(name)}", rules.tables)


def check_roster(roster: Roster, where: str) -> None:
    """Raise InvalidInput for an unknown ruleset, a wrong card, or two ships of the same name."""
    with within(where):
        rules = ruleset(roster.ruleset)
    if not roster.ship:
        raise InvalidInput(f"{where}: ship", "none", "at least one [[ship]]")
    if len(roster.ship) > MOST_SHIPS:
        raise InvalidInput(f"{where}: ship", f"{len(roster.ship)} of [[ship]]", f"at most {MOST_SHIPS}")
    for number, card in enumerate(roster.ship, 1):
        check_card(rules, card, number, where)
    check_unique(f"{where}: ship", [card["name"] for card in roster.ship])


def check_unique(where: str, names: Iterable[str]) -> None:
    """Raise InvalidInput for a name that is empty, or for two equal names. Case does not matter."""
    check_apart(where, {}, names)


def check_apart(where: str, taken: Mapping[str, str], names: Iterable[str]) -> None:
    """Check that names differ from each other and from those in ``taken``, which maps taken names in lower case to what they
    name.

    Raises InvalidInput for an empty name, a taken name and two equal names. Case does not matter.
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
