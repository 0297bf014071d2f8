"""Search and contact (6): crowded zones, and a die that is never a contact."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.orders.effects import Effect, note
from fleetbook.core.orders.throws import ThrowResult
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.fleets import Fleet, fleets
from fleetbook.rules.gwas.ground.hooks import NO_CONTACT, SearchThrow
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas_variant.words import Says

SECTION = "strategic 6"


def crowd(battle: GwasBattle, here: Sequence[Fleet]) -> list[Modifier]:
    """What the ships of both sides in the zone add."""
    ships = sum(not ship.is_a("air") for fleet in here for ship in fleet.ships)
    more = ships // battle.figure("Contact, ships of both sides for each +1")
    return [Modifier("ships", more, said=Says.ships_in_zone(ships=ships), section=SECTION)] if more else []


@dataclass(frozen=True, slots=True)
class CrowdedThrow(SearchThrow):
    """A search throw with an unmodified total that never makes contact."""

    never: int = 0

    def settle(self, total: int) -> ThrowResult:
        """No contact on that die, whatever adds to it."""
        if total != self.never:
            return SearchThrow.settle(self, total)
        row = next(row for row in self.rows() if row.result == NO_CONTACT)
        return ThrowResult(row.result, str(row.result), row.label)


def throw_for_contact(own: Fleet, other: Fleet, modifiers: Sequence[Modifier]) -> Generator[Effect, Any, str]:
    """The throw of a search. Where it counts ships that the searching side does not know, it may read the result alone."""
    battle = own.battle
    here = [fleet for fleet in fleets(battle) if own.zone and fleet.zone == own.zone] or [own, other]
    counted = (*modifiers, *crowd(battle, here))
    unknown = any(not ship.known for fleet in here if fleet.side != own.side for ship in fleet.ships)
    reader = other.side if unknown else ""
    table, never = battle.tables.table("search"), battle.figure("Contact, die that is never one")
    surprise = 0 if battle.reading("surprise_by_events_only") else battle.figure("surprise distance, unmodified roll")
    throw = CrowdedThrow("", table.thrown, counted, table.section, reader, table=table, surprise=surprise, never=never)
    result = str((yield throw))
    if reader and result == NO_CONTACT:
        yield from note(Says.no_contact)
    return result
