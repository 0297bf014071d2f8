"""Shore batteries (10): primary guns of a port, which fire at ships that attack others in it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, run, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import step_key
from fleetbook.rules.gwas.ground.fleets import fleet_of
from fleetbook.rules.gwas.ground.hooks import hooks, order
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT, GUNFIRE, INITIATIVE
from fleetbook.rules.gwas.ground.ship import PRIMARY, GwasBattle, GwasShip, all_afloat, fighting
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES, target_modifiers
from fleetbook.rules.gwas.weapons.damage import Blow, strike_by_weapon
from fleetbook.rules.gwas.weapons.gunnery import blow_up
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.state import ATTACKING, SHIELDED
from fleetbook.rules.gwas_variant.tactical_rules.firing import DASH, SMALL, counted, throw_to_hit

SECTION = "strategic 10"
BATTERIES, GUNS, OWNER, HAS_FIRED = "shore batteries", "shore guns", "shore guns of", "shore guns fired"


def ports(battle: GwasBattle) -> tuple[str, ...]:
    """The ports whose guns have been rolled for."""
    names = battle.fact(Key("", BATTERIES))
    return tuple(str(name) for name in names) if isinstance(names, tuple) else ()


def guns_of(battle: GwasBattle, port: str) -> int:
    """Primary guns of a port."""
    number = battle.fact(Key("", GUNS, port))
    return number if isinstance(number, int) else 0


class ShoreBattery(Order[GwasShip]):
    """At the start of the game: how many primary guns a port has."""

    id, title, key, section = "shore-battery", "Guns of a port", "B", SECTION
    phases = (STRATEGIC_EVENT, INITIATIVE, DEPLOYMENT)
    port: str = fields.text("port")
    side: str = fields.choice("side", among=lambda b, g: b.sides)

    def check(self, battle: GwasBattle) -> None:
        require(0 < len(self.port.strip()) <= LONGEST_ZONE, f"a port's name has {LONGEST_ZONE} letters at most")
        known = {port.casefold() for port in ports(battle)}
        require(self.port.strip().casefold() not in known, f"the guns of {self.port} are rolled", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        table, port = battle.tables.table("shore_batteries"), self.port.strip()
        face = yield from roll(f"guns of {port}", table.text("guns, rounded up", "die"), section=SECTION)
        guns = ceil(face / table.whole("guns, rounded up", "divided by"))
        yield from set_fact("", BATTERIES, (*ports(battle), port))
        yield from set_fact("", OWNER, self.side, port)
        yield from set_fact("", GUNS, guns, port, text=f"{port} has {guns} primary guns")

    def headline(self, battle: GwasBattle) -> str:
        return f"shore batteries of {self.port}"


def _owner(battle: GwasBattle, port: str) -> str:
    return str(battle.fact(Key("", OWNER, port)) or "")


def _lies_in(battle: GwasBattle, ship: GwasShip, port: str) -> bool:
    """Whether a ship's fleet is in a port, as far as zones are kept (V24)."""
    return fleet_of(battle, ship).zone.casefold() in ("", port.casefold())


def _attackers(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    owner = _owner(battle, given["port"]) if given.get("port") else ""
    return fighting(battle, battle.other_side(owner)) if owner else []


def _known(battle: GwasBattle, given: InputsSoFar) -> Iterator[str]:
    """The modifiers of gunfire that go by the target and the range."""
    if not given.get("target"):
        return
    target, hexes = battle.ship(given["target"]), given.get("range")
    near = hexes is not None and hexes <= battle.whole_reading("near_hexes") and target.card.type != "MTB"
    holds = {**target_modifiers(target), "near": near, SMALL: target.is_a("small"), DASH: target.has(ATTACKING)}
    yield from (name for name, holding in holds.items() if holding)


class ShoreFire(Order[GwasShip]):
    """The guns of a port fire at a ship that attacks it; they stand in an area in which ships were set up."""

    id, title, key, section = "shore-fire", "Shore batteries fire", "B", SECTION
    phases = GUNFIRE
    port: str = fields.choice("port", among=lambda b, g: ports(b), default=lambda b, g: next(iter(ports(b)), None))
    target: str = fields.ship("target", among=_attackers, default=lambda b, g: next(iter(_attackers(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=_known)

    def check(self, battle: GwasBattle) -> None:
        target = battle.ship(self.target)
        require(target.in_combat and target.side != _owner(battle, self.port), f"{target} does not attack {self.port}", SECTION)
        require(
            not target.has(ATTACKING), f"primary guns do not fire at {target}, which makes a torpedo attack", "Torpedo Attack"
        )
        defended = any(ship.in_port and _lies_in(battle, ship, self.port) for ship in fighting(battle, _owner(battle, self.port)))
        require(defended, f"no ship of {_owner(battle, self.port)} in this combat lies in {self.port}", SECTION)
        fired = battle.fact(Key("", HAS_FIRED, self.port)) == step_key(battle)
        require(not fired, f"the guns of {self.port} have fired in this step", SECTION)
        gun = battle.tables.table("weapon_range").whole(PRIMARY, "hexes")
        reach = min(gun, hooks(battle).sighting(battle))
        require(self.range <= reach, f"the guns of {self.port} reach {reach} hexes now", "Weapon Ranges")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from set_fact("", HAS_FIRED, step_key(battle), self.port)
        shot = order(battle, "shore-shot", port=self.port, target=self.target, range=self.range, modifiers=self.modifiers)
        yield from run(*[shot] * guns_of(battle, self.port))

    def headline(self, battle: GwasBattle) -> str:
        return f"the guns of {self.port} fire at {self.target}, {self.range} hexes"


class ShoreShot(Order[GwasShip]):
    """One gun of a port: to hit, then damage."""

    id, title, section = "shore-shot", "Shore gun", SECTION
    port: str = fields.choice("port", among=lambda b, g: ports(b))
    target: str = fields.ship("target", among=all_afloat)
    range: int = fields.number("range", low=0, high=MOST_HEXES, unit="hexes")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "gunfire", known=_known)

    def resolve(self, battle: GwasBattle) -> Effects:
        target = battle.ship(self.target)
        lines = battle.tables.modifier_list("gunfire").chosen(counted(battle, self.modifiers, PRIMARY))
        if not target.afloat or not (yield from throw_to_hit(battle, hooks(battle).needed(battle), lines)):
            return
        yield from tally("hits", 1, self.port)
        if target.has(SHIELDED):
            yield from note(f"{target} ignores the hit", "Shields Up")
            return
        yield from blow_up(battle, target)
        if target.afloat:
            yield from strike_by_weapon(battle, Blow(target, PRIMARY, self.range))

    def headline(self, battle: GwasBattle) -> str:
        return f"gun of {self.port} at {self.target}"
