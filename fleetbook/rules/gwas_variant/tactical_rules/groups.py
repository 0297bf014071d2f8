"""Divisions and flotillas (6): which ships of an area move as one group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fleetbook.core.tables.table import RuleTables


def divided(tables: RuleTables, types: Mapping[str, str]) -> dict[str, str]:
    """The group of each ship of one area, by the ships' types: one group for each type, leaders with destroyers, and a single
    battleship of either kind with those of the other.
    """
    groups = {ship: _group(tables, kind) for ship, kind in types.items()}
    together = _joined(tables, Counter(groups.values()))
    return {ship: together.get(group, group) for ship, group in groups.items()}


def _group(tables: RuleTables, kind: str) -> str:
    table = tables.table("divisions")
    return table.text(kind, "group") if kind in table.rows.labels else kind


def _joined(tables: RuleTables, ships: Counter[str]) -> dict[str, str]:
    """New names of groups that are joined because one of them has a single ship."""
    table = tables.table("divisions")
    found: dict[str, str] = {}
    for kind in table.rows.labels:
        other = table.text(kind, "joined by a single ship")
        if ships[kind] and ships[other] == 1:
            name = " and ".join(sorted((kind, other), reverse=True))
            found |= {kind: name, other: name}
    return found
