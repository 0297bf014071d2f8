"""Whose doing something was, as far as a record says so: the ship named in its reason, in its headlines or in its inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.field_kinds import ShipField
from fleetbook.core.orders.ruleset import Ruleset


class Culprits:
    """Finds ships by their names in what the rules wrote."""

    def __init__(self, ruleset: Ruleset[Any], setup: Setup) -> None:
        self._ruleset = ruleset
        names = sorted((ship.name for ship in setup.ships), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

    def of(self, victim: str, why: str, within: Sequence[str], record: Record) -> str:
        """The other ship that had a hand in what happened to one; empty where nothing says so.

        ``why`` is the reason given, ``within`` the headlines of the orders that it happened in, the innermost last.
        """
        named = (name for text in (why, *reversed(within)) for name in self._names.findall(text))
        return next((name for name in (*named, *self._ordered(record)) if name != victim), "")

    def _ordered(self, record: Record) -> Iterator[str]:
        declared = self._ruleset.procedure(record.procedure).declared
        ships = (record.inputs.get(name) for name, field in declared.items() if isinstance(field, ShipField))
        yield from (ship for ship in ships if isinstance(ship, str))
