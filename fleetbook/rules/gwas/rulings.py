"""The points at which a variant may rule otherwise: how far ships see, what hits, what a leader's death does, who has initiative.

Rules ask ``rulings(battle)``; a ruleset built on this one gives an object derived from Rulings.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Protocol, cast

from fleetbook.core.battle import Battle
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Step, Steps, clear, note, score
from fleetbook.core.tables import Modifier
from fleetbook.rules.gwas.ship import LEADER, PRIMARY, GwasBattle, GwasShip


class Rulings:
    """What the player aid itself rules."""

    def sighting(self, battle: GwasBattle) -> int:
        """How many hexes ships see: the least of what weather and night allow."""
        table = battle.tables.table("sighting")
        night = [table.whole("Night", "hexes")] if battle.word("light") == "night" else []
        return min([table.whole(battle.word("weather"), "hexes"), *night])

    def gun_range(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> int:
        """How many hexes a weapon of this ship reaches against this target, sighting aside."""
        table = battle.tables.table("weapon_range")
        return table.whole("16-inch gun" if weapon == PRIMARY and firer.card.sixteen else weapon, "hexes")

    def dice(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str, boxes: int) -> int:
        """The dice thrown for so many boxes of a weapon after the table of strength modifiers."""
        return boxes

    def one_target(self, battle: GwasBattle) -> bool:
        """Whether all of a ship's guns must fire at one target in a step."""
        return bool(battle.reading("guns_fire_together"))

    def to_hit(
        self, battle: GwasBattle, firer: GwasShip, target: GwasShip, modifiers: Sequence[Modifier]
    ) -> Generator[Step, Any, bool]:
        """One die to hit, with the modifiers that add to it."""
        table = battle.tables.table("weapon_hit")
        return (yield from score("to hit", table.thrown, self.needed(battle), modifiers, rule=table.section))

    def needed(self, battle: GwasBattle) -> int:
        """The score that hits."""
        return next(int(row.span.low) for row in battle.tables.table("weapon_hit").faces() if row.result == "hit")

    def hit_kind(self, battle: GwasBattle, target: GwasShip, kind: str) -> str:
        """The kind of box that a printed hit is first looked for on."""
        return kind

    def leader_killed(self, battle: GwasBattle, ship: GwasShip) -> Steps:
        """A critical hit on the bridge."""
        if ship.leads:
            yield from clear(ship, LEADER, text=f"the leader aboard {ship} is killed")
        else:
            yield from note(f"no leader aboard {ship}")

    def plunging(self, battle: GwasBattle, weapon: str, hexes: int) -> bool:
        """Whether a hit on the hull comes down on the deck and does one more (gunnery damage 10)."""
        return weapon == PRIMARY and hexes >= battle.whole_reading("plunging_hexes")


class HasRulings(Protocol):
    """A ruleset that says where its rulings are."""

    rulings: Rulings


def rulings(battle: Battle[Any]) -> Rulings:
    """The rulings of the ruleset in play."""
    return cast(HasRulings, battle.ruleset).rulings


def order(battle: Battle[Any], name: str, **inputs: Any) -> Procedure[Any]:
    """An order inside an order, of the class that the ruleset in play has for it."""
    return battle.ruleset.procedure(name)(**inputs)
