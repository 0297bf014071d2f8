"""Slow ships (18): whether 1S ships of the side with initiative have closed to maximum range in the first segment."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, MISSED, Result
from fleetbook.core.orders.effects import Effects, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.phases import GUNFIRE
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.words import Says


def slow_ships_close(battle: GwasBattle) -> Effects:
    """By day a die for each of them, when guns first fire in the combat."""
    now = VariantFacts(battle)
    first = battle.phase == GUNFIRE[0] and now.round == battle.figure("Slow ships, round in which they roll")
    if not first or now.night:
        return
    speed = battle.printed("Slow ships, speed")
    yield from run(*(CloseIn(ship=ship.name) for ship in fighting(battle, now.initiative) if ship.speed == speed))


class CloseIn(Part[GwasShip]):
    """The die of a slow ship."""

    id, title, section = "close-in", "Close in", "tactical 18"
    inline = True
    ship: str

    def resolve(self, battle: GwasBattle) -> Effects:
        if (yield from roll_on(battle.tables.table("slow_ships"), "1S ship", label=Says.slow_ship(ship=self.ship))) != "all guns":
            yield from VariantShip.not_closed.set(self.ship, said=Says.not_closed)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die = happened.rolls[0].total
        if VariantShip.not_closed.value(happened.after.ship(self.ship)):
            words, means = (
                f"{self.ship} HAS NOT CLOSED on {die}.",
                "No fire at a gun's maximum range by her or at her this segment.",
            )
            yield Result(kind=MISSED, head="not closed", words=words, means=means, subject=self.ship)
        else:
            words = f"{self.ship} HAS CLOSED on {die}: all her guns fire at maximum range."
            yield Result(kind=GOOD, head="closed", words=words, subject=self.ship)
