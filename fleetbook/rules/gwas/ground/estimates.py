"""Estimates of boxes, armour and speed for a ship whose card is not printed (G11)."""

from __future__ import annotations

from typing import cast

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.card import NO_ARMOUR, Armour, ArmourCard, Card, ShipFacts
from fleetbook.rules.gwas.ground.ship import HULL, PRIMARY, SECONDARY, TERTIARY, TORPEDO, WEAPONS
from fleetbook.rules.kit.rounding import half_up


def filled_in(card: Card, tables: RuleTables, where: str) -> Card:
    """The card with estimates for everything left out. Raises InvalidInput if it has neither boxes nor facts."""
    if card.facts is None:
        if card.hull is None or not card.speed:
            raise InvalidInput(f"{where}: hull and speed", "nothing", "boxes and a speed class, or facts to estimate them from")
        none = {name: 0 for name in WEAPONS if getattr(card, name) is None}
        return msgspec.structs.replace(card, **none, armour=card.armour or ArmourCard())
    guessed = estimate(card.facts, tables)
    missing = {name: value for name, value in guessed.items() if getattr(card, name) in (None, "")}
    return msgspec.structs.replace(card, **missing, estimated=card.estimated or bool(missing))


def estimate(facts: ShipFacts, tables: RuleTables) -> dict[str, object]:
    """Boxes, speed class and armour, estimated from figures of the real ship (G11)."""

    def figure(name: str) -> float:
        return float(tables.reading(name).value)

    def share(carried: float, part: float) -> int:
        return max(half_up(carried * part), 1) if carried else 0

    speeds = tables.table("speed_classes")
    reached = [label for label in speeds.rows.labels if facts.knots <= speeds.number(label, "knots up to")]
    secondary = min(share(facts.medium, figure("secondary_share")), int(figure("most_secondary")))
    return {
        PRIMARY: share(facts.heavy, figure("primary_share")),
        SECONDARY: secondary,
        TERTIARY: share(facts.light, 1 / figure("light_guns_each")),
        TORPEDO: share(facts.tubes, 1 / figure("tubes_each")),
        HULL: max(half_up(facts.tons / figure("hull_tons") + figure("hull_more")), 1),
        "speed": reached[0] if reached else speeds.rows.labels[-1],
        "armour": armour(facts.belt, tables),
    }


def armour(belt: float, tables: RuleTables) -> ArmourCard:
    """The armour of all areas, estimated from the thickness of the belt."""
    table = tables.table("belts")
    grades = [label for label in table.rows.labels if belt >= table.number(label, "inches from")]
    grade = cast(Armour, grades[-1])
    return ArmourCard(primary=grade, secondary=grade, tertiary=NO_ARMOUR, hull=grade)
