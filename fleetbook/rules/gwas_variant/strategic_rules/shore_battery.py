"""Shore batteries (10): the primary guns of a port, which fire at ships that attack ships in the port."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.combat import step_key
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT, GUNFIRE, INITIATIVE
from fleetbook.rules.gwas.ground.ship import PRIMARY, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES
from fleetbook.rules.gwas.weapons.damage import Blow, strike_by_weapon
from fleetbook.rules.gwas.weapons.gunnery import at_target, blow_up
from fleetbook.rules.gwas.weapons.results import salvo
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.state import SHIELDS_UP, VariantFacts, VariantShip
from fleetbook.rules.gwas_variant.tactical_rules.firing import (
    DASH,
    SMALL,
    counting_modifiers,
    require_primary_target,
    throw_to_hit,
)
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted

SECTION = "strategic 10"


class ShoreBattery(Order[GwasShip]):
    """At the start of the game, roll for the number of primary guns of a port."""

    id, title, key, section = "shore-battery", "Guns of a port", "B", SECTION
    says = "shore batteries of {port}"
    phases = (STRATEGIC_EVENT, INITIATIVE, DEPLOYMENT)
    port: str = fields.text("port")
    side: str = fields.choice("side", lambda battle: battle.sides, default=None)

    def check(self, battle: GwasBattle) -> None:
        port = self.port.strip()
        require(len(port) <= LONGEST_ZONE, f"a port's name has {LONGEST_ZONE} letters at most")
        known = {other.casefold() for other in VariantFacts(battle).ports}
        require(port.casefold() not in known, f"the guns of {port} have been rolled")

    def resolve(self, battle: GwasBattle) -> Effects:
        port = self.port.strip()
        face = yield from roll(Says.guns_of_port(port=port), battle.printed("Shore batteries, die"))
        guns = ceil(face / battle.figure("Shore batteries, die divided by, rounded up"))
        yield from VariantFacts.ports.set(battle, (*VariantFacts(battle).ports, port))
        yield from VariantFacts.owner[port].set(battle, self.side)
        yield from VariantFacts.shore_guns[port].set(battle, guns, said=Says.port_has_guns)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        guns = VariantFacts(happened.after).shore_guns[self.port.strip()]
        words = f"{self.port.strip()} HAS {guns} PRIMARY GUN{'S' * (guns > 1)} on {happened.rolls[0].total}."
        yield Result(kind=DONE, head="shore guns", words=words, side=self.side)


def _known(battle: GwasBattle, order: ShoreFire) -> Iterator[str]:
    """The ids of the gunfire modifiers for target and range that the program knows to apply."""
    target = battle.ship(order.target)
    if target.is_a("small"):
        yield SMALL
    if VariantShip.attacking.value(target):
        yield DASH
    yield from at_target(battle, target, order)


class ShoreFire(Order[GwasShip]):
    """The guns of a port fire at a ship that attacks another ship in that port (V24). They count as standing in an area where
    ships of the port are set up.
    """

    id, title, key, section = "shore-fire", "Shore batteries fire", "B", SECTION
    phases = GUNFIRE
    port: str = fields.choice("port", lambda battle: VariantFacts(battle).ports)
    target: str = fields.ship(
        "target", lambda battle, order: battle.ships(battle.other_side(VariantFacts(battle).owner[order.port]))
    )
    range: int = fields.number("range", 0, MOST_HEXES, unit="hexes")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", _known)

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (VariantFacts(battle).owner[self.port],)

    def check(self, battle: GwasBattle) -> None:
        now = VariantFacts(battle)
        require(now.ports, "no port has guns")
        port, owner = self.port, now.owner[self.port]
        require(now.guns_fired[port] != step_key(battle), f"the guns of {port} have fired in this step")
        zones = "", port.casefold()  # a fleet in port whose zone is not given may be in any port
        defended = any(ship.in_port and fleet_of(battle, ship).zone.casefold() in zones for ship in fighting(battle, owner))
        require(defended, f"no ship of {owner} in this combat lies in {port}")
        target = battle.ship(self.target)
        require(target.in_combat and target.side != owner, f"{target} does not attack {port}")
        require_primary_target(target)
        reach = min(battle.tables.table("weapon_range").whole(PRIMARY, "hexes"), hooks(battle).sighting(battle))
        require(self.range <= reach, f"the guns of {port} reach {counted(reach, 'hex')} now", "Weapon Ranges")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.guns_fired[self.port].set(battle, step_key(battle))
        shot = ShoreShot(port=self.port, target=self.target, range=self.range, modifiers=self.modifiers)
        yield from run(*[shot] * VariantFacts(battle).shore_guns[self.port])

    def headline(self, battle: GwasBattle) -> str:
        return f"the guns of {self.port} fire at {self.target}, {counted(self.range, 'hex')}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield salvo(happened, self.target, f"the guns of {self.port} at {self.target}", happened.given(ShoreShot))


class ShoreShot(Part[GwasShip]):
    """One shot by a gun of a port: a roll to hit, then a roll for damage."""

    id, title, section = "shore-shot", "Shore gun", SECTION
    says = "gun of {port} at {target}"
    doing = Cause(by="{port}", how="shore guns")
    port: str
    target: str
    range: int
    modifiers: tuple[str, ...]

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        lines = battle.modifiers("gunfire", counting_modifiers(battle, self.modifiers, PRIMARY))
        if not target.afloat or not (yield from throw_to_hit(battle, hooks(battle).needed(battle), lines)):
            return
        yield from tally("hits", 1, self.port)
        if VariantShip.shielded.value(target):
            yield from note(Says.hit_ignored(ship=target), SHIELDS_UP)
            return
        yield from blow_up(battle, target)
        if target.afloat:
            yield from strike_by_weapon(battle, Blow(target, PRIMARY, self.range))
