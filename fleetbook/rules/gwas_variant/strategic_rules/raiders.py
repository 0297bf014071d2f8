"""Raiders (1), attacks by seaplanes (2), fleets revealed to the enemy (3) and minefields reported (7)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, draw, note, roll_on, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Said
from fleetbook.rules.gwas.ground.card import ESCORT, RAID
from fleetbook.rules.gwas.ground.facts import SideFacts, owner
from fleetbook.rules.gwas.ground.fleets import (
    MOVE,
    PURSUE,
    Fleet,
    enemy_fleets,
    fleet,
    fleet_names,
    fleet_now,
    named,
    plotted,
    zone_named,
)
from fleetbook.rules.gwas.ground.hooks import HIT
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import SECONDARY, GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.contact import require_spotting, reveal
from fleetbook.rules.gwas.strategic.mines import MOST_FIELDS, fields_in
from fleetbook.rules.gwas.strategic.movement import charges
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE
from fleetbook.rules.gwas.weapons.damage import CRITICAL, Blow, read, take_damage
from fleetbook.rules.gwas.weapons.results import damaged
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.state import VariantFacts
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted, score, sentence

MOST_ZONES = 9
SEAPLANE, AIRSHIP = "seaplane", "airship"
ATTACKS = "attacks"


def reveal_ships(own: Fleet) -> Effects:
    """Let the enemy know a fleet's ships."""
    yield from reveal(own)
    yield from note(Says.fleet_is(fleet=own, ships=own.ships))


def reveal_next_zone(own: Fleet, turn: int) -> Effects:
    """Let the enemy know a fleet's next zone, in this turn or a coming one."""
    yield from note(_next_zone(own, turn))


def _next_zone(own: Fleet, turn: int) -> Said:
    """The sentence for a fleet's next zone by its orders. For an escort it names the fleets that it goes with; for a pursuer, the
    fleets that it was last in contact with.
    """
    order = plotted(own.orders[turn])
    if order.verb == MOVE:
        return Says.will_move(fleet=own, zone=order.zones[0])
    if order.verb == ESCORT:
        zones = {charge.name: plotted(charge.orders[turn]).zones for charge in charges(own.battle, own, order.charge)}
        ways = [Says.with_charge(charge=charge, zone=way[0]) for charge, way in zones.items() if way]
        return Says.will_go_along(fleet=own, ways=ways) if ways else Says.will_stay(fleet=own)
    others = enemy_fleets(own.battle, own) if order.verb == PURSUE else []
    quarry = [other.name for other in others if Fleet.contact[other].turn(own) == turn - 1]
    return Says.will_pursue(fleet=own, quarry=quarry) if quarry else Says.will_stay(fleet=own)


def revealed(own: Fleet, how: str, turns_ahead: int = 0) -> Result:
    """The result for a fleet that becomes known to the enemy, with its ships and its next zone."""
    means = sentence(own.battle.wording.words(_next_zone(own, own.battle.turn + turns_ahead)))
    words = f"{how}: {own}, {named(own.ships)}."
    return Result(kind=GOOD, head="revealed", words=words, means=means, side=own.battle.other_side(own.side))


# ------------------------------------------------------------ raiders


def bases(battle: GwasBattle) -> tuple[str, ...]:
    """The kinds of bases that spot raiders."""
    return battle.tables.table("bases").rows.labels


def place_on_map(own: Fleet, why: Said | str) -> Effects:
    """Let the enemy see where a raiding fleet is, but not its ships."""
    said = Says.raider_placed(zone=own.zone, why=why) if own.zone else Says.raider_placed_somewhere(why=why)
    yield from Fleet.spotted.set(own, said=said)


class SpotRaider(Order[GwasShip]):
    """A raiding fleet comes near a base and is placed on the map."""

    id, title, key, section = "spot-raider", "Spot a raider", "o", "strategic 1"
    says = "{fleet} is spotted"
    phases = ("movement", CONTACT)
    fleet: str = fields.choice("fleet", fleet_names)
    base: str = fields.choice("enemy base", bases)
    zones: int = fields.number("zones away", 0, MOST_ZONES, unit="zones", default=1)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.mission == RAID, f"{own} is not on a raid")
        require(not own.spotted, f"{own} is on the map")
        most = battle.tables.table("bases").whole(self.base, "raiders spotted")
        require(self.zones <= most, f"a {self.base} spots raiders {counted(most, 'zone')} away at most")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from place_on_map(fleet(battle, self.fleet), Says.zones_from_base(zones=self.zones, base=self.base))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield on_the_map(self.fleet, fleet_now(happened, self.fleet).zone)


def on_the_map(name: str, zone: str) -> Result:
    """The result for a raider that the enemy sees on the map from now on."""
    words = f"ON THE MAP{f' in {zone}' if zone else ''}: {name}."
    return Result(kind=GOOD, head="on the map", words=words, means="The enemy sees where it is, not what ships it has.")


def enters_straits(battle: GwasBattle, own: Fleet, zones: list[str]) -> Effects:
    """If a raiding fleet enters straits, where raiders are always seen, place it on the map."""
    table = battle.tables.table("always_spotted")
    for straits in table.rows.labels:
        entered = table.text(straits, "number") in zones or straits in zones
        if entered and own.mission == RAID and not own.spotted:
            yield from place_on_map(own, straits)


# ------------------------------------------------------------ from the air


class AerialSpotting(Order[GwasShip]):
    """A seaplane or an airship spots a fleet. The enemy learns of its ships and of its next plotted zone."""

    id, title, key, section = "aerial-spotting", "Spotted from the air", "Z", "strategic 3"
    phases, by_referee = ("aircraft", CONTACT), True
    fleet: str = fields.choice("fleet spotted", fleet_names, default=None)
    by: str = fields.choice("by", (SEAPLANE, AIRSHIP))

    def check(self, battle: GwasBattle) -> None:
        require_spotting(battle, fleet(battle, self.fleet), self.by == AIRSHIP)

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from reveal_ships(own)
        yield from reveal_next_zone(own, battle.turn + 1)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet} is spotted by {'an' if self.by == AIRSHIP else 'a'} {self.by}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield revealed(fleet_now(happened, self.fleet), f"SPOTTED by {'an' if self.by == AIRSHIP else 'a'} {self.by}", 1)


# ------------------------------------------------------------ mines


class DeployMines(Order[GwasShip]):
    """Set out minefields at the start of a scenario. The enemy learns of them when they are reported or when he finds them."""

    id, title, key, section = "deploy-mines", "Mines at the start", "M", "strategic 7"
    says = "mines of {side}"
    phases = (STRATEGIC_EVENT,)
    side: str = fields.choice("side", lambda battle: battle.sides, default=None)
    zone: str = fields.text("zone or boundary")
    number: int = fields.number("minefields", 1, MOST_FIELDS)

    def check(self, battle: GwasBattle) -> None:
        require(battle.turn == 1, "mines are set out before the first turn")
        side, zone = self.side, zone_named(self.zone)
        require(len(zone) <= LONGEST_ZONE, f"a zone's name has {LONGEST_ZONE} letters at most")
        require(not fields_in(battle, side, zone), f"{zone} is mined by {side} already")

    def resolve(self, battle: GwasBattle) -> Effects:
        zone = zone_named(self.zone)
        yield from SideFacts.minefields[zone].set(self.side, self.number, Says.minefields_deployed)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return side != self.side

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        fields_there = counted(self.number, "minefield").upper()
        words = f"{fields_there} of {self.side} in {zone_named(self.zone)}."
        yield Result(kind=DONE, head="mined", words=words, side=self.side, only_for=self.side)


class ReportMines(Order[GwasShip]):
    """A side must report how heavy its minefields near a base or the Turkish Straits are. It uses a word of the table, not a
    number.
    """

    id, title, key, section = "report-mines", "Report mines", "I", "strategic 7"
    says = "{side} reports its mines"
    phases = (STRATEGIC_EVENT, "movement")
    side: str = fields.choice("side whose mines", lambda battle: battle.sides, default=None)
    zone: str = fields.text("zone or boundary")
    zones: int = fields.number("zones from a base", 0, MOST_ZONES, unit="zones", default=1)
    straits: bool = fields.flag("next to the Turkish Straits")

    def check(self, battle: GwasBattle) -> None:
        require(fields_in(battle, self.side, self.zone.strip()), f"{self.side} has no mines in {self.zone}")
        most = battle.figure("Mines that must be reported, zones from a base")
        far = f"mines are reported {counted(most, 'zone')} from a base at most, or next to the Turkish Straits"
        require(self.zones <= most or self.straits, far)

    def resolve(self, battle: GwasBattle) -> Effects:
        zone = zone_named(self.zone)
        words = battle.tables.table("mine_report").text(fields_in(battle, self.side, zone), "report")
        yield from note(Says.mines_reported(zone=zone, report=words))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        (report,) = (said.values["report"] for said in happened.noted(Says.mines_reported))
        yield Result(kind=DONE, head="reported", words=f"{zone_named(self.zone)} IS {report}.", side=self.side)


# ------------------------------------------------------------ seaplane attacks


class SeaplaneAttack(Order[GwasShip]):
    """The seaplanes of a base attack a fleet near it. One ship is drawn, and may take a secondary hit without critical damage."""

    id, title, key, section = "seaplane-attack", "Seaplane attack", "A", "strategic 2"
    says = "seaplanes of {base} attack {fleet}"
    phases = (CONTACT,)
    base: str = fields.text("base that the seaplanes fly from")
    nation: str = fields.choice("nation", lambda battle: battle.tables.table("nations").rows.labels, default=None)
    kind: str = fields.choice("kind of base", bases)
    fleet: str = fields.choice("fleet attacked", fleet_names, default=None, left_open=True)
    zones: int = fields.number("zones away", 0, MOST_ZONES, unit="zones", default=1)

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (battle.other_side(owner(battle, self.fleet)),)

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
        require(self.zones <= most, f"seaplanes of a {self.kind} reach {counted(most, 'zone')} at most")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.seaplanes_attacked[self.base.strip().casefold()].mark(VariantFacts(battle))
        table = battle.tables.table("seaplane_attack")
        if (yield from roll_on(table, "attempt", label=Says.seaplanes_find)) != ATTACKS:
            return
        name = yield from draw(Says.ship_attacked, [(ship.name, 1) for ship in fleet(battle, self.fleet).ships])
        if (yield from roll_on(table, "bomb", label=Says.bomb_on(ship=name))) == HIT:
            yield from tally("hits", 1, self.base.strip())
            result = read(str((yield from roll_on(battle.tables.table("gunnery_damage")))))
            if CRITICAL in result.words:
                yield from note(Says.no_critical_by_seaplanes)
            else:
                yield from take_damage(battle, Blow(battle.ship(name), SECONDARY), result)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        base, found, table = self.base.strip(), happened.rolls[0], happened.before.tables.table("seaplane_attack")
        if found.result != ATTACKS:
            words = f"SEAPLANES of {base} DO NOT FIND {self.fleet}, {score(found, table, ATTACKS)}."
            yield Result(kind=MISSED, head="not found", words=words)
            return
        ((bomb, values),) = happened.throws(Says.bomb_on)
        name = str(values["ship"])
        if bomb.result == HIT:
            yield damaged(happened, name, f"IS BOMBED by seaplanes of {base}", "bombed", score(bomb, table, HIT))
        else:
            words = f"THE BOMB MISSES {name}, {score(bomb, table, HIT)}."
            yield Result(kind=MISSED, head="missed", words=words, subject=name)
