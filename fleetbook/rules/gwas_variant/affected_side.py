"""Whom a random event strikes, and whether a leader sees through it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, roll_on
from fleetbook.rules.gwas.ground.combat_state import side_of
from fleetbook.rules.gwas.ground.ship import GwasBattle
from fleetbook.rules.gwas_variant.state import leader_present
from fleetbook.rules.gwas_variant.words import Says

STRUCK, IGNORED = "struck", "ignored"


def struck_side(battle: GwasBattle) -> Generator[Effect, Any, str]:
    """The side that an event strikes, by a die."""
    return side_of(battle, (yield from roll_on(battle.tables.table("event_side"), STRUCK, label=Says.which_side)))


def seen_through(battle: GwasBattle, side: str, what: str) -> Generator[Effect, Any, bool]:
    """Whether a leader of the side in the combat makes it ignore an event; without one no die is thrown."""
    if not leader_present(battle, side):
        return False
    return (yield from leader_ignores(battle, what))


def leader_ignores(battle: GwasBattle, what: str) -> Generator[Effect, Any, bool]:
    """The die of a leader."""
    table = battle.tables.table("leader_ignores")
    return (yield from roll_on(table, "Leader", label=Says.leader_against(what=what))) == IGNORED
