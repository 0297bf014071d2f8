"""What the enemy learns: raiders placed on the map (1), fleets revealed (3), mines reported in words (7)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GOOD, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Said
from fleetbook.rules.gwas.ground.card import ESCORT, RAID
from fleetbook.rules.gwas.ground.facts import SideFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, enemy_fleets, fleet, fleet_names, zone_named
from fleetbook.rules.gwas.ground.phases import CONTACT
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.ground.told import fleet_now, named
from fleetbook.rules.gwas.strategic.contact import reveal
from fleetbook.rules.gwas.strategic.mines import MOST_FIELDS, fields_in
from fleetbook.rules.gwas.strategic.movement import charges
from fleetbook.rules.gwas.strategic.plotting import LONGEST_ZONE, MOVE, PURSUE
from fleetbook.rules.gwas.strategic.sightings import require_spotting
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted, sentence

MOST_ZONES = 9
SEAPLANE, AIRSHIP = "seaplane", "airship"


def reveal_ships(own: Fleet) -> Effects:
    """The enemy learns a fleet's ships."""
    yield from reveal(own)
    yield from note(Says.fleet_is(fleet=own, ships=own.ships))


def reveal_next_zone(own: Fleet, turn: int) -> Effects:
    """The enemy learns where a fleet goes in a turn."""
    yield from note(next_zone(own, turn))


def next_zone(own: Fleet, turn: int) -> Said:
    """Where a fleet goes in a turn by its plot: an escort with its charge, a pursuer after its quarry."""
    name, *zones = own.orders[turn].split() or [""]
    if name == MOVE:
        return Says.will_move(fleet=own, zone=zones[0])
    if name == ESCORT:
        moves = {charge.name: charge.orders[turn].split() for charge in charges(own.battle, own, own.orders[turn])}
        ways = [Says.with_charge(charge=charge, zone=words[1]) for charge, words in moves.items() if words[:1] == [MOVE]]
        return Says.will_go_along(fleet=own, ways=ways) if ways else Says.will_stay(fleet=own)
    quarry = _quarry(own, turn) if name == PURSUE else []
    return Says.will_pursue(fleet=own, quarry=quarry) if quarry else Says.will_stay(fleet=own)


def _quarry(own: Fleet, turn: int) -> list[str]:
    """The enemies that a fleet may pursue in a turn: those that it was in contact with in the turn before."""
    others = enemy_fleets(own.battle, own)
    return [other.name for other in others if Fleet.contact[other].turn(own) == turn - 1]


def revealed(own: Fleet, how: str, turns_ahead: int = 0) -> Result:
    """A fleet that the enemy knows now, ships and next zone."""
    means = sentence(own.battle.wording.words(next_zone(own, own.battle.turn + turns_ahead)))
    words = f"{how}: {own}, {named(own.ships)}."
    return Result(kind=GOOD, head="revealed", words=words, means=means, side=own.battle.other_side(own.side))


# ------------------------------------------------------------ raiders


def bases(battle: GwasBattle) -> tuple[str, ...]:
    """The kinds of bases."""
    return battle.tables.table("bases").rows.labels


def place_on_map(own: Fleet, why: Said | str) -> Effects:
    """A raiding fleet is seen, though not what ships it has."""
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
        require(self.zones <= most, f"a {self.base} spots raiders {most} zones away at most")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from place_on_map(fleet(battle, self.fleet), Says.zones_from_base(zones=self.zones, base=self.base))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield on_the_map(self.fleet, fleet_now(happened, self.fleet).zone)


def on_the_map(name: str, zone: str) -> Result:
    """A raider that the enemy sees on the map from now on."""
    words = f"ON THE MAP{f' in {zone}' if zone else ''}: {name}."
    return Result(kind=GOOD, head="on the map", words=words, means="The enemy sees where it is, not what ships it has.")


def enters_straits(battle: GwasBattle, own: Fleet, zones: list[str]) -> Effects:
    """A raiding fleet enters waters in which it is always seen."""
    table = battle.tables.table("always_spotted")
    for straits in table.rows.labels:
        entered = table.text(straits, "number") in zones or straits in zones
        if entered and own.mission == RAID and not own.spotted:
            yield from place_on_map(own, straits)


# ------------------------------------------------------------ from the air


class AerialSpotting(Order[GwasShip]):
    """A seaplane or an airship spots a fleet: its ships, and the next zone that it is plotted to move into."""

    id, title, key, section = "aerial-spotting", "Spotted from the air", "Z", "strategic 3"
    phases = ("aircraft", CONTACT)
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
    """Minefields that a scenario begins with; the enemy learns of them only by a report, or when it finds them."""

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
    """The owner of mines near a base or the Turkish Straits tells the enemy how heavy they are, in words."""

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
        far = f"mines are reported {most} zones from a base at most, or next to the Turkish Straits"
        require(self.zones <= most or self.straits, far)

    def resolve(self, battle: GwasBattle) -> Effects:
        zone = zone_named(self.zone)
        words = battle.tables.table("mine_report").text(fields_in(battle, self.side, zone), "report")
        yield from note(Says.mines_reported(zone=zone, report=words))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        (report,) = (said.values["report"] for said in happened.noted(Says.mines_reported))
        yield Result(kind=DONE, head="reported", words=f"{zone_named(self.zone)} IS {report}.", side=self.side)
