"""Minefields: entering, laying, finding and sweeping."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, LOST, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.facts import UNSEEN, Found, SideFacts, owner
from fleetbook.rules.gwas.ground.fleets import (
    Fleet,
    carried_out,
    done,
    fleet,
    fleet_names,
    fleet_of,
    require_ordered,
    zone_named,
)
from fleetbook.rules.gwas.ground.hooks import HIT
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import SUNK, GwasBattle, GwasShip
from fleetbook.rules.gwas.weapons.damage import Blow, read, sink, take_damage
from fleetbook.rules.gwas.weapons.results import damaged
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, score
from fleetbook.rules.kit.sides import every_ship, require_afloat

MOST_FIELDS, MINE = 99, "mine"
REMOVED = "1 minefield removed"
BY_MINE = Cause(how="mine")


def fields_in(battle: GwasBattle, side: str, zone: str) -> int:
    """The number of a side's minefields in a zone."""
    return SideFacts(battle, side).minefields[zone]


def find(battle: GwasBattle, side: str, zone: str, said: Words = "") -> Effects:
    """Record that a side has found the minefields of both sides in a zone. The other side does not learn of it (G12)."""
    number = sum(fields_in(battle, each, zone) for each in battle.sides)
    yield from SideFacts.found[zone].set(side, Found(battle.turn, number), said=said)


def enemy_fields(battle: GwasBattle, own: Fleet) -> int:
    """The number of enemy minefields in a fleet's zone."""
    return fields_in(battle, battle.other_side(own.side), own.zone) if own.zone else 0


def enter_mines(battle: GwasBattle, own: Fleet) -> Effects:
    """A fleet enters the enemy's minefields in its zone and finds them."""
    number = enemy_fields(battle, own)
    if number:
        yield from find(battle, own.side, own.zone)
        yield from run(*(MineTest(ship=ship.name, number=number) for ship in own.ships if ship.waterborne))


def _known_fields(battle: GwasBattle, order: EnterMinefield) -> int | None:
    """The default number of minefields. 0 means all that the enemy has laid where each ship is. It is None if he has laid none
    where one of the ships is: then the referee enters a number.
    """
    laid = [enemy_fields(battle, fleet_of(battle, battle.ship(name))) for name in order.ships]
    return 0 if laid and all(laid) else None


class EnterMinefield(Order[GwasShip]):
    """Ships enter mined water, with a throw for each. A fleet that moves into the enemy's minefields needs no such order: the
    program throws at once.
    """

    id, title, key, section = "mines", "Enter a minefield", "M", "Minefield Table"
    is_aside = True
    phases = ("movement", *MOVES)
    ships: tuple[str, ...] = fields.several("ships", every_ship)
    number: int = fields.number("minefields (0: as many as the enemy has laid there)", 0, MOST_FIELDS, default=_known_fields)

    def check(self, battle: GwasBattle) -> None:
        for name in self.ships:
            require_afloat(battle.ship(name))
            require(battle.ship(name).waterborne, f"{name} is an airship: no mine strikes her", "G29")
        require(self.ships, "name the ships that enter")
        for name in self.ships:
            laid = enemy_fields(battle, fleet_of(battle, battle.ship(name)))
            require(self.number or laid, f"no enemy minefields are recorded where {name} is: enter their number")

    def resolve(self, battle: GwasBattle) -> Effects:
        fleets_there = {name: fleet_of(battle, battle.ship(name)) for name in self.ships}
        for side, zone in dict.fromkeys((own.side, own.zone) for own in fleets_there.values() if own.zone):
            yield from find(battle, side, zone)
        for name, own in fleets_there.items():
            yield from run(MineTest(ship=name, number=self.number or enemy_fields(battle, own)))

    def headline(self, battle: GwasBattle) -> str:
        fields_there = f"{self.number} minefield{'s' if self.number > 1 else ''}" if self.number else "the enemy's minefields"
        return f"{', '.join(self.ships)} in {fields_there}"


class MineTest(Part[GwasShip]):
    """The throw for one ship in mined water."""

    id, title, section = "mine-test", "Mines", "Minefield Table"
    says = "{ship} in the minefield"
    doing = BY_MINE
    ship: str
    number: int

    def resolve(self, battle: GwasBattle) -> Effects:
        result = yield from roll_on(battle.tables.table("minefield"), modifiers=tuple(self._modifiers(battle)))
        if result == HIT:
            yield from mine_damage(battle, battle.ship(self.ship))

    def _modifiers(self, battle: GwasBattle) -> Iterator[Modifier]:
        lines = battle.tables.modifier_list("minefield")
        more, line = min(self.number - 1, battle.figure("more minefields, at most")), lines.line("more_fields")
        if more:
            yield Modifier(line.id, line.value * more, said=Says.more_fields(number=more), section=line.section)
        speeds = battle.tables.table("speeds").rows.labels
        if battle.ship(self.ship).rung >= speeds.index(str(battle.reading("fast_from"))):  # the modifier for a fast ship (G2)
            yield lines.line("fast")

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        thrown = score(happened.rolls[0], happened.before.tables.table("minefield"), HIT)
        if happened.rolls[0].result == HIT:
            yield damaged(happened, self.ship, "STRIKES A MINE", "strikes a mine", thrown)
        else:
            yield Result(kind=GOOD, head="no mine", words=f"{self.ship}: NO MINE, {thrown}.", subject=self.ship)


def mine_damage(battle: GwasBattle, ship: GwasShip) -> Effects:
    """Apply the damage of a mine to a ship."""
    yield from tally("mines struck", 1, ship)
    result = read(str((yield from roll_on(battle.tables.table("minefield_damage")))))
    yield from take_damage(battle, Blow(ship, MINE), result)


# ------------------------------------------------------------ laying and sweeping


class LayMines(Order[GwasShip]):
    """Each chosen ship of a fleet lays a load of mines. The enemy learns of them only when he finds them."""

    id, title, key, section = "lay", "Lay mines", "L", "Scenario Preparation"
    says = "{fleet}: mines laid"
    phases: ClassVar[tuple[str, ...]] = ("movement",)
    fleet: str = fields.choice("fleet", fleet_names)
    ships: tuple[str, ...] = fields.several(
        "ships that lay", lambda battle, order: fleet(battle, order.fleet).ships, default=fields.ALL
    )
    zone: str = fields.text("zone", default=lambda battle, order: fleet(battle, order.fleet).zone)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(any(ship.mines for ship in own.ships), f"{own} has no mines")
        require_ordered(own, "Mine")
        require(not own.laid, f"{own} has laid mines this turn")
        require(own.zone, f"{own} is in no zone")
        for name in self.ships:
            require(battle.ship(name) in own.ships and battle.ship(name).mines, f"{name} has no mines to lay for {own}")
        require(self.ships, "name the ships that lay mines")
        require(zone_named(self.zone) == own.zone, f"{own} is in {own.zone}")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from Fleet.laid.mark(own)
        yield from Fleet.carried_out[battle.turn].set(own, UNSEEN)
        for name in self.ships:
            yield from GwasShip.mines.lose(name, 1, Says.mine_laid)
        number = fields_in(battle, own.side, own.zone) + len(self.ships) * battle.whole_reading("fields_a_load")
        yield from SideFacts.minefields[own.zone].set(own.side, number, said=Says.minefields_laid)

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        own = fleet(happened.before, self.fleet)
        laid = len(self.ships) * happened.before.whole_reading("fields_a_load")
        there = fields_in(happened.after, own.side, own.zone)
        words = f"{counted(laid, 'minefield').upper()} LAID by {own} in {own.zone}: {there} there now."
        yield done(words, own, means="The enemy learns of them when he finds them.", head="mines laid")


class Sweep(Order[GwasShip]):
    """A minesweeper sweeps mines in its zone."""

    id, title, key, section = "sweep", "Sweep mines", "S", "Sweeping Mines"
    says = "{ship} sweeps"
    phases = ("movement",)
    doing = BY_MINE
    ship: str = fields.ship("ship that sweeps", every_ship)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require(ship.is_a("minesweeper"), f"{ship} is no minesweeper")
        require(not ship.swept, f"{ship} has swept this turn")
        require_ordered(fleet_of(battle, ship), "Sweep")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        own = fleet_of(battle, ship)
        yield from GwasShip.swept.mark(ship)
        yield from carried_out(own)
        result = yield from roll_on(battle.tables.table("sweeping"))
        if result == "minesweeper sunk":
            yield from sink(battle, ship, Says.sunk_by_mine)
        elif result == REMOVED:
            yield from self._removed(battle, own)

    def _removed(self, battle: GwasBattle, own: Fleet) -> Effects:
        """Remove a minefield: an enemy one if there is one, otherwise one of the minesweeper's side."""
        side, zone = own.side, own.zone
        mined = next((who for who in (battle.other_side(side), side) if fields_in(battle, who, zone)), None)
        if mined is None:
            yield from note(Says.minefield_removed(zone=zone) if zone else Says.minefield_removed_here)
            return
        left = fields_in(battle, mined, zone) - 1
        yield from SideFacts.minefields[zone].set(mined, left, said=Says.minefields_left(left=left))
        yield from find(battle, side, zone)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        roll, own = happened.rolls[0], fleet_of(happened.before, happened.before.ship(self.ship))
        if happened.gone(self.ship):
            words = f"{self.ship} STRIKES A MINE AND SINKS, sweeping, on {roll.total}."
            yield Result(kind=LOST, head=SUNK, words=words, subject=self.ship)
        elif roll.result == REMOVED:
            yield Result(kind=GOOD, head="swept", words=f"{self.ship} SWEEPS A MINEFIELD on {roll.total}.", subject=self.ship)
            left = sum(fields_in(happened.after, side, own.zone) for side in happened.before.sides)
            yield done(f"{own.where}: {counted(left, 'minefield') if left else 'no minefield'} left.", own)
        else:
            thrown = score(roll, happened.before.tables.table("sweeping"), REMOVED)
            yield Result(kind=MISSED, head="not swept", words=f"{self.ship} SWEEPS NO MINES, {thrown}.", subject=self.ship)
