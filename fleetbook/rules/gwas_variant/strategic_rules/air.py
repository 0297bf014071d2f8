"""Seaplane attacks (2)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import fleet, fleet_names
from fleetbook.rules.gwas.ground.hooks import HIT
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import SECONDARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE
from fleetbook.rules.gwas.weapons.damage import Blow, take_damage
from fleetbook.rules.gwas.weapons.damage_results import CRITICAL, read
from fleetbook.rules.gwas.weapons.told import befallen
from fleetbook.rules.gwas_variant.state import VariantFacts
from fleetbook.rules.gwas_variant.strategic_rules.raiders import MOST_ZONES, bases
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import score

ATTACKS = "attacks"


class SeaplaneAttack(Order[GwasShip]):
    """The seaplanes of a base try to attack a fleet near it: a ship is drawn and may suffer a secondary hit."""

    id, title, key, section = "seaplane-attack", "Seaplane attack", "A", "strategic 2"
    says = "seaplanes of {base} attack {fleet}"
    phases = (CONTACT,)
    base: str = fields.text("base that the seaplanes fly from")
    nation: str = fields.choice("nation", lambda battle: battle.tables.table("nations").rows.labels, default=None)
    kind: str = fields.choice("kind of base", bases)
    fleet: str = fields.choice("fleet attacked", fleet_names, default=None)
    zones: int = fields.number("zones away", 0, MOST_ZONES, unit="zones", default=1)

    @property
    def doing(self) -> Cause:
        return Cause(by=self.base.strip(), how="seaplanes")

    def check(self, battle: GwasBattle) -> None:
        first, now = battle.figure("Seaplane attacks, first year"), VariantFacts(battle)
        require(int(now.year) >= first, f"seaplanes attack from {first} on")
        allowed = battle.tables.table("weather_air").text(now.weather, "attack")
        require(allowed != "no", f"no aircraft attacks in {now.weather}", "Weather Effects")
        base = self.base.strip()
        require(len(base) <= LONGEST_ZONE, f"a base's name has {LONGEST_ZONE} letters at most")
        require(not now.seaplanes_attacked[base.casefold()], f"{base}'s seaplanes have attacked this turn")
        never = battle.printed("Seaplane attacks, nation that makes none")
        require(self.nation != never, f"seaplanes of {never} do not attack")
        most = battle.tables.table("bases").whole(self.kind, "seaplanes")
        fleet(battle, self.fleet)
        require(self.zones <= most, f"seaplanes of a {self.kind} reach {most} zones at most")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.seaplanes_attacked[self.base.strip().casefold()].mark(VariantFacts(battle))
        table = battle.tables.table("seaplane_attack")
        if (yield from roll_on(table, "attempt", label=Says.seaplanes_find)) != ATTACKS:
            return
        name = yield from draw(Says.ship_attacked, [(ship.name, 1) for ship in fleet(battle, self.fleet).ships])
        if (yield from roll_on(table, "bomb", label=Says.bomb_on(ship=name))) == HIT:
            yield from tally("hits", 1, self.base.strip())
            yield from bomb_hit(battle, battle.ship(name))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        base, found, table = self.base.strip(), happened.rolls[0], happened.before.tables.table("seaplane_attack")
        if found.result != ATTACKS:
            words = f"SEAPLANES of {base} DO NOT FIND {self.fleet}, {score(found, table, ATTACKS)}."
            yield Result(kind=MISSED, head="not found", words=words)
            return
        ((bomb, values),) = happened.throws(Says.bomb_on)
        name = str(values["ship"])
        if bomb.result == HIT:
            yield befallen(happened, name, f"IS BOMBED by seaplanes of {base}", "bombed", score(bomb, table, HIT))
        else:
            words = f"THE BOMB MISSES {name}, {score(bomb, table, HIT)}."
            yield Result(kind=MISSED, head="missed", words=words, subject=name)


def bomb_hit(battle: GwasBattle, ship: GwasShip) -> Effects:
    """A secondary hit without critical damage."""
    result = read(str((yield from roll_on(battle.tables.table("gunnery_damage")))))
    if CRITICAL in result.words:
        yield from note(Says.no_critical_by_seaplanes)
    else:
        yield from take_damage(battle, Blow(ship, SECONDARY), result)
