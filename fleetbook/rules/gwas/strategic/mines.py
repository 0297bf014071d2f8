"""Minefields: entered, laid and swept."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, lose, note, roll_on, run, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.fleets import (
    CARRIED_OUT,
    LAID,
    UNSEEN,
    Fleet,
    carried_out,
    fleet,
    fleet_names,
    fleet_of,
    fleets,
    owner,
)
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.phases import MOVES
from fleetbook.rules.gwas.ground.ship import MINES, GwasBattle, GwasShip, afloat, all_afloat, require_afloat
from fleetbook.rules.gwas.strategic.minefields import FIELDS, fields_in, find
from fleetbook.rules.gwas.weapons.damage import Blow, sink, take_damage
from fleetbook.rules.gwas.weapons.damage_results import read

MOST_FIELDS, MINE, SWEPT = 99, "mine", "swept"


def _known_fields(battle: GwasBattle, given: InputsSoFar) -> int | None:
    """As many as lie there, where the enemy has laid any; otherwise the referee says."""
    ships = given.get("ships")
    return 0 if ships and enemy_fields(battle, fleet_of(battle, battle.ship(ships[0]))) else None


def enemy_fields(battle: GwasBattle, own: Fleet) -> int:
    """The enemy's minefields in a fleet's zone."""
    return fields_in(battle, battle.other_side(own.side), own.zone) if own.zone else 0


def enter_mines(battle: GwasBattle, own: Fleet) -> Effects:
    """A fleet enters the mines that the enemy has laid in its zone, and finds them."""
    number = enemy_fields(battle, own)
    if number:
        yield from find(battle, own.side, own.zone)
        yield from run(*(order(battle, "mine-test", ship=ship.name, number=number) for ship in own.ships))


class EnterMinefield(Order[GwasShip]):
    """Ships enter mined water: dice for each, with more for more fields. What the enemy has laid is entered by moving, too."""

    id, title, key, section = "mines", "Enter a minefield", "M", "Minefield Table"
    phases = ("movement", *MOVES)
    ships: tuple[str, ...] = fields.several("ships", among=all_afloat)
    number: int = fields.number(
        "minefields (0: as many as the enemy has laid there)", low=0, high=MOST_FIELDS, default=_known_fields
    )

    def check(self, battle: GwasBattle) -> None:
        require(self.ships, "no ship enters")
        for name in self.ships:
            require_afloat(battle.ship(name))
            laid = enemy_fields(battle, fleet_of(battle, battle.ship(name)))
            require(self.number or laid, f"no mines are kept where {name} is: say how many fields", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        fleets_there = {name: fleet_of(battle, battle.ship(name)) for name in self.ships}
        for side, zone in dict.fromkeys((own.side, own.zone) for own in fleets_there.values() if own.zone):
            yield from find(battle, side, zone)
        for name, own in fleets_there.items():
            yield from run(order(battle, "mine-test", ship=name, number=self.number or enemy_fields(battle, own)))

    def headline(self, battle: GwasBattle) -> str:
        fields_there = f"{self.number} minefield{'s' if self.number > 1 else ''}" if self.number else "the enemy's minefields"
        return f"{', '.join(self.ships)} in {fields_there}"


class MineTest(Order[GwasShip]):
    """Dice for one ship in mined water."""

    id, title, section = "mine-test", "Mines", "Minefield Table"
    ship: str = fields.ship("ship", among=all_afloat)
    number: int = fields.number("minefields", low=1, high=MOST_FIELDS)

    def resolve(self, battle: GwasBattle) -> Effects:
        result = yield from roll_on(battle.tables.table("minefield"), modifiers=tuple(self._modifiers(battle)))
        if result == "hit":
            yield from mine_damage(battle, battle.ship(self.ship))

    def _modifiers(self, battle: GwasBattle) -> Iterator[Modifier]:
        lines = battle.tables.modifier_list("minefield")
        most = battle.tables.table("minefield_limits").whole("more fields, at most", "value")
        more, line = min(self.number - 1, most), lines.line("more_fields")
        if more:
            yield Modifier(line.id, line.value * more, f"{more} more fields", line.section)
        if is_fast(battle, battle.ship(self.ship)):
            yield lines.line("fast")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} in the minefield"


def is_fast(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship moves at speed 2 or 2+ (G2)."""
    ladder = battle.tables.table("speeds").rows.labels
    return ladder.index(ship.speed_out_of_port) >= ladder.index(str(battle.reading("fast_from")))


def mine_damage(battle: GwasBattle, ship: GwasShip) -> Effects:
    """A mine strikes a ship."""
    yield from tally("mines struck", 1, ship)
    result = read(str((yield from roll_on(battle.tables.table("minefield_damage")))))
    yield from take_damage(battle, Blow(ship, MINE), result)


# ------------------------------------------------------------ laying and sweeping


def layers(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that have mines and may lay them: by order where they have a mission."""
    return [
        own.name
        for own in fleets(battle)
        if any(ship.left(MINES) for ship in own.ships) and (not own.mission or own.order(battle.turn) == "Mine")
    ]


class LayMines(Order[GwasShip]):
    """A fleet lays a minefield with each ship that has a load; the enemy does not learn of it before it finds the mines."""

    id, title, key, section = "lay", "Lay mines", "L", "Scenario Preparation"
    phases = ("movement",)
    fleet: str = fields.choice("fleet", nameable=fleet_names, among=layers)
    ships: tuple[str, ...] = fields.several(
        "ships that lay",
        among=lambda b, g: [ship.name for ship in fleet(b, g["fleet"]).ships if ship.left(MINES)] if g.get("fleet") else [],
        default=lambda b, g: [ship.name for ship in fleet(b, g["fleet"]).ships if ship.left(MINES)] if g.get("fleet") else [],
    )

    zone: str = fields.text("zone", default=lambda b, g: fleet(b, g["fleet"]).zone or None if g.get("fleet") else None)

    def check(self, battle: GwasBattle) -> None:
        own = fleet(battle, self.fleet)
        require(own.name in layers(battle, {}), f"{own} has no mines, or no order to lay them this turn", self.section)
        require(self.zone == own.zone, f"{own} is in {own.zone or 'no zone'}")
        require(self.ships, "no ship lays mines")
        require(own.fact(LAID) != battle.turn, f"{own} has laid mines this turn")
        for name in self.ships:
            require(battle.ship(name) in own.ships and battle.ship(name).left(MINES), f"{name} has no mines to lay for {own}")

    def resolve(self, battle: GwasBattle) -> Effects:
        own = fleet(battle, self.fleet)
        yield from set_fact(own, LAID, battle.turn)
        yield from set_fact(own, CARRIED_OUT, UNSEEN, battle.turn)
        for name in self.ships:
            yield from lose(name, MINES, 1, "laid")
        number = fields_in(battle, own.side, own.zone) + len(self.ships) * battle.whole_reading("fields_a_load")
        yield from set_fact(own.side, FIELDS, number, own.zone, text=f"minefields of {own.side} in {own.zone}: {number}")

    def sealed(self, battle: GwasBattle, side: str) -> bool:
        return owner(battle, self.fleet) != side

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.fleet}: mines laid"


def sweepers(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """Minesweepers that have not swept this turn."""
    return [ship for ship in afloat(battle) if ship.is_a("minesweeper") and not ship.this_turn(SWEPT)]


class Sweep(Order[GwasShip]):
    """A minesweeper sweeps the zone that it is in."""

    id, title, key, section = "sweep", "Sweep mines", "S", "Sweeping Mines"
    phases = ("movement",)
    ship: str = fields.ship("minesweeper", among=sweepers)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        own = fleet_of(battle, ship)
        require_afloat(ship)
        require(ship.is_a("minesweeper"), f"{ship} is no minesweeper")
        require(not ship.this_turn(SWEPT), f"{ship} has swept this turn")
        order = own.order(battle.turn)
        require(not own.mission or order == "Sweep", f"{own} is ordered to {order or 'do nothing'} this turn, not to sweep")

    def resolve(self, battle: GwasBattle) -> Effects:
        ship = battle.ship(self.ship)
        own = fleet_of(battle, ship)
        yield from set_fact(ship, SWEPT, battle.turn)
        yield from carried_out(own)
        result = yield from roll_on(battle.tables.table("sweeping"))
        if result == "minesweeper sunk":
            yield from sink(battle, ship, "strikes a mine and sinks")
        elif result == "1 minefield removed":
            yield from self._removed(battle, own.zone, own.side)

    def _removed(self, battle: GwasBattle, zone: str, side: str) -> Effects:
        """An enemy field goes first, then one of its own side."""
        sides = [battle.other_side(side), side]
        mined = next((who for who in sides if fields_in(battle, who, zone)), None)
        if mined is None:
            yield from note(f"a minefield is removed in {zone or 'this zone'}")
            return
        left = fields_in(battle, mined, zone) - 1
        yield from set_fact(mined, FIELDS, left or None, zone, text=f"minefields of {mined} in {zone}: {left} left")
        yield from find(battle, side, zone)

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} sweeps"
