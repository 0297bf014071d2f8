"""Seaplane attacks (2)."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.fleets import fleet, fleet_names
from fleetbook.rules.gwas.ground.ship import SECONDARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE
from fleetbook.rules.gwas.weapons.damage import Blow, take_damage
from fleetbook.rules.gwas.weapons.damage_results import CRITICAL, read
from fleetbook.rules.gwas_variant.strategic_rules.raiders import MOST_ZONES

SECTION = "strategic 2"
ATTACKED = "seaplanes attacked"
NO_SEAPLANES = "Russia"


def _bases(battle: GwasBattle, given: InputsSoFar) -> tuple[str, ...]:
    return battle.tables.table("bases").rows.labels


class SeaplaneAttack(Order[GwasShip]):
    """The seaplanes of a base try to attack a fleet near it: a ship is drawn and may suffer a secondary hit."""

    id, title, key, section = "seaplane-attack", "Seaplane attack", "A", SECTION
    phases = ("contact",)
    base: str = fields.text("base that the seaplanes fly from")
    nation: str = fields.choice("nation", among=lambda b, g: b.tables.table("nations").rows.labels)
    kind: str = fields.choice("kind of base", among=_bases, default=lambda b, g: _bases(b, g)[0])
    fleet: str = fields.choice("fleet attacked", among=fleet_names)
    zones: int = fields.number("zones away", low=0, high=MOST_ZONES, unit="zones", default=1)

    def check(self, battle: GwasBattle) -> None:
        first = battle.tables.table("seaplane_years").whole("attacks from", "year")
        require(int(battle.word("year")) >= first, f"seaplanes attack from {first} on", SECTION)
        require(self.nation != NO_SEAPLANES, "Russian seaplanes do not attack", SECTION)
        require(0 < len(self.base.strip()) <= LONGEST_ZONE, f"a base's name has {LONGEST_ZONE} letters at most")
        tried = battle.fact(Key("", ATTACKED, self.base.strip().casefold())) == battle.turn
        require(not tried, f"{self.base}'s seaplanes have attacked this turn", SECTION)
        most = battle.tables.table("bases").whole(self.kind, "seaplanes")
        require(self.zones <= most, f"seaplanes of a {self.kind} reach {most} zones at most", SECTION)
        allowed = battle.tables.table("weather_air").text(battle.word("weather"), "attack")
        require(allowed != "no", f"no aircraft attacks in {battle.word('weather')}", "Weather Effects")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact("", ATTACKED, battle.turn, self.base.strip().casefold())
        table = battle.tables.table("seaplane_attack")
        if (yield from roll_on(table, "attempt", label="seaplanes find the fleet")) != "attacks":
            return
        name = yield from draw("ship attacked", [(ship.name, 1) for ship in fleet(battle, self.fleet).ships], SECTION)
        if (yield from roll_on(table, "bomb", label=f"bomb on {name}")) == "hit":
            yield from tally("hits", 1, self.base.strip())
            yield from bomb_hit(battle, battle.ship(name))

    def headline(self, battle: GwasBattle) -> str:
        return f"seaplanes of {self.base} attack {self.fleet}"


def bomb_hit(battle: GwasBattle, ship: GwasShip) -> Effects:
    """A secondary hit without critical damage."""
    result = read(str((yield from roll_on(battle.tables.table("gunnery_damage")))))
    if CRITICAL in result.words:
        yield from note("no critical damage by seaplanes", SECTION)
    else:
        yield from take_damage(battle, Blow(ship, SECONDARY), result)
