"""Tactical combat from its beginning to its end: initiative, setting up, moves by speed, leaving, ending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.battle.battle import PHASE
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, roll_on, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.combat_state import (
    ATTACKS_PORT,
    BY_PURSUIT,
    COMBAT,
    HOLDER,
    ROUND,
    SURPRISE,
    combat_number,
    holder,
    in_combat,
    step_key,
)
from fleetbook.rules.gwas.ground.composition import nationalities, wrong_nations
from fleetbook.rules.gwas.ground.fleets import FOUGHT, Fleet, fleet, fleet_names, fleet_of, fleets
from fleetbook.rules.gwas.ground.hooks import AT_SURPRISE, hooks
from fleetbook.rules.gwas.ground.phases import DEPLOYMENT, INITIATIVE, MOVES
from fleetbook.rules.gwas.ground.rounds import combat_ends, forget_fire
from fleetbook.rules.gwas.ground.ship import HEX, IN_COMBAT, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.strategic.contact import met, pursued

MOVED, LONGEST_HEX = "moved in", 12


# ------------------------------------------------------------ beginning


def in_contact(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """The fleets that are in contact with an enemy this turn."""
    return [own.name for own in fleets(battle) if any(met(own, other, battle.turn) for other in _others(battle, own))]


def _others(battle: GwasBattle, own: Fleet) -> list[Fleet]:
    return [other for other in fleets(battle) if other.side != own.side]


class BeginCombat(Order[GwasShip]):
    """Fleets in contact fight it out on the tactical map."""

    id, title, key, section = "combat", "Begin combat", "b", "Game Turn Sequence of Play"
    phases = ("contact",)
    fleets: tuple[str, ...] = fields.several("fleets", among=in_contact, nameable=fleet_names, default=in_contact)

    def check(self, battle: GwasBattle) -> None:
        chosen = [fleet(battle, name) for name in self.fleets]
        require({own.side for own in chosen} == set(battle.sides), "a combat needs fleets of both sides")
        for own in chosen:
            fit = any(ship.is_a("tactical") for ship in own.ships)
            require(fit, f"{own} has only submarines and airships, which take no part in tactical combat", "G15")
        for own in chosen:
            enemies = [other for other in chosen if other.side != own.side and met(own, other, battle.turn)]
            require(enemies, f"{own} is in contact with none of these fleets", self.section)
            require(own.fact(FOUGHT) != battle.turn, f"{own} has fought this turn")

    def resolve(self, battle: GwasBattle) -> Effects:
        chosen = [fleet(battle, name) for name in self.fleets]
        yield from forget_fire(battle)
        yield from set_fact("", COMBAT, combat_number(battle) + 1)
        yield from set_fact("", ROUND, 1, text="round 1")
        for own in chosen:
            yield from set_fact(own, FOUGHT, battle.turn)
            for ship in own.ships:
                if ship.is_a("tactical"):
                    yield from set_fact(ship, IN_COMBAT, True)
        yield from self._circumstances(battle, chosen)
        yield from set_fact("", PHASE.name, INITIATIVE)

    def _circumstances(self, battle: GwasBattle, chosen: Sequence[Fleet]) -> Effects:
        """What of the way to this contact counts in combat."""
        pairs = [(own, other) for own in chosen for other in chosen if own.side != other.side and met(own, other, battle.turn)]
        for own, other in pairs:
            if pursued(own, other):
                yield from set_fact("", BY_PURSUIT, True)
            if other.in_port and not own.in_port:
                yield from set_fact("", ATTACKS_PORT, own.side)
            if own.fact(AT_SURPRISE, other.name) == battle.turn:
                yield from set_fact("", SURPRISE, own.side)

    def headline(self, battle: GwasBattle) -> str:
        return f"combat: {', '.join(self.fleets)}"


def initiative_modifiers(battle: GwasBattle) -> Iterator[Modifier]:
    """Leaders present, and each nationality of a side beyond its first."""
    lines = battle.tables.modifier_list("initiative")
    for side, words in zip(battle.sides, ("central", "allied"), strict=True):
        ships = fighting(battle, side)
        if any(ship.leads for ship in ships):
            yield lines.line(f"{words}_leader")
        more = nationalities([ship.card for ship in ships], battle.tables, battle.reading("germans_in_initiative")) - 1
        line = lines.line(f"{words}_nations")
        if more > 0:
            yield Modifier(line.id, line.value * more, f"{more} x {line.text}", line.section)


class RollInitiative(Order[GwasShip]):
    """Settle which side has the initiative in this round."""

    id, title, key, section = "initiative", "Initiative", "i", "Battle Initiative"
    phases = (INITIATIVE,)

    def check(self, battle: GwasBattle) -> None:
        require(in_combat(battle), "there is no combat")
        require(not holder(battle), f"{holder(battle)} has the initiative in this round", self.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        side = hooks(battle).automatic_initiative(battle)
        if not side:
            chosen = tuple(initiative_modifiers(battle))
            player = yield from roll_on(battle.tables.table("initiative"), modifiers=chosen)
            side = battle.sides[0 if player == "Central Powers" else 1]
        yield from set_fact("", HOLDER, side, text=f"{side} has the initiative")

    def headline(self, battle: GwasBattle) -> str:
        return "initiative"


# ------------------------------------------------------------ setting up


def not_set_up(battle: GwasBattle, side: str) -> list[GwasShip]:
    """The ships of a side that have still to be set up."""
    return [ship for ship in fighting(battle, side) if not ship.word(HEX)]


def setting_up(battle: GwasBattle) -> str:
    """The side that sets up now: the one without the initiative first."""
    first = holder(battle) or battle.sides[0]
    other = battle.other_side(first)
    return other if not_set_up(battle, other) else first


def to_set_up(battle: GwasBattle, given: InputsSoFar) -> list[str]:
    """Names of the ships of the side that sets up now, which have no hex yet."""
    return [ship.name for ship in not_set_up(battle, setting_up(battle))]


class SetUp(Order[GwasShip]):
    """Ships are set up in a hex: the side without the initiative first, in the centre."""

    id, title, key, section = "deploy", "Set up", "d", "Tactical Combat Sequence of Play"
    phases = (DEPLOYMENT,)
    ships: tuple[str, ...] = fields.several("ships", among=to_set_up, nameable=lambda b, g: [s.name for s in fighting(b)])
    hex: str = fields.text("hex")

    def check(self, battle: GwasBattle) -> None:
        require(self.ships, "no ship is set up")
        side, ships = setting_up(battle), [battle.ship(name) for name in self.ships]
        for ship in ships:
            require(ship.side == side, f"{side} sets up first", self.section)
            require(not ship.word(HEX), f"{ship} is in hex {ship.word(HEX)}")
        require_hex(self.hex)
        there = [ship for ship in fighting(battle, side) if ship.word(HEX) == self.hex.strip()]
        self._composed(battle, [*there, *ships], len(not_set_up(battle, side)) - len(ships))

    def _composed(self, battle: GwasBattle, ships: list[GwasShip], waiting: int) -> None:
        table = battle.tables.table("hex_limits")
        row = "Raid" if all(fleet_of(battle, ship).mission == "Raid" for ship in ships) else "any mission"
        least, most = table.whole(row, "at least"), table.whole(row, "at most")
        enough = len(ships) >= least or not waiting
        require(enough, f"{len(ships)} ships in a hex; at least {least}", self.section)
        require(len(ships) <= most, f"{len(ships)} ships in a hex; at most {most}", self.section)
        mixed = nationalities([ship.card for ship in ships], battle.tables, battle.reading("germans_with_any")) > 1
        require(
            not mixed, wrong_nations([ship.card for ship in ships], battle.tables) or "ships of one nation in a hex", self.section
        )

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from set_fact(name, HEX, self.hex.strip(), text=f"{name} in hex {self.hex.strip()}")

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.ships)} in hex {self.hex.strip()}"


# ------------------------------------------------------------ moving


def movable(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    """The ships that may move in this step: of the acting side, of a speed that the step is for."""
    return [ship for ship in fighting(battle, battle.acting or None) if may_move(battle, ship)]


def may_move(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship's speed may move in this step and it has not."""
    return ship.speed in speeds_of_step(battle) and ship.fact(MOVED) != step_key(battle)


def speeds_of_step(battle: GwasBattle) -> list[str]:
    """The speeds that move in this step."""
    return battle.tables.table("impulses").text(battle.phase, "speeds").split(", ") if battle.phase in MOVES else []


NOWHERE = "-"
"""Typed for a hex where none is kept."""


def require_hex(where: str) -> None:
    """Raise Refused for the name of a hex that is too long."""
    require(len(where.strip()) <= LONGEST_HEX, f"a hex has {LONGEST_HEX} letters at most")


def placed(ships: Sequence[GwasShip], where: str) -> Effects:
    """Ships go to a hex, where one is named."""
    for ship in ships if where.strip() != NOWHERE else ():
        yield from set_fact(ship, HEX, where.strip(), text=f"{ship} to hex {where.strip()}")


class MoveShips(Order[GwasShip]):
    """Ships move a hex."""

    id, title, key, section = "steam", "Move ships", "m", "Tactical Combat Sequence of Play"
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", among=movable, nameable=lambda b, g: [s.name for s in fighting(b)])
    hex: str = fields.text("to hex", default="-")

    def check(self, battle: GwasBattle) -> None:
        require(self.ships, "no ship moves")
        for name in self.ships:
            ship = battle.ship(name)
            require(ship.side == battle.acting, f"{ship} is of {ship.side}; {battle.acting} moves", self.section)
            require(ship.fact(MOVED) != step_key(battle), f"{ship} has moved in this step")
            words = ", ".join(speeds_of_step(battle))
            require(may_move(battle, ship), f"{ship} makes {ship.speed}; this step is for {words}", self.section)
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from set_fact(name, MOVED, step_key(battle))
        yield from placed([battle.ship(name) for name in self.ships], self.hex)

    def headline(self, battle: GwasBattle) -> str:
        where = "" if self.hex.strip() == "-" else f" to hex {self.hex.strip()}"
        return f"{', '.join(self.ships)} move{'s' if len(self.ships) == 1 else ''}{where}"


class LeaveMap(Order[GwasShip]):
    """Ships leave the tactical map and are out of the combat."""

    id, title, key, section = "leave", "Leave the map", "j", "Tactical Combat Sequence of Play"
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", among=movable, nameable=lambda b, g: [s.name for s in fighting(b)])

    def check(self, battle: GwasBattle) -> None:
        MoveShips(ships=self.ships, hex="-").check(battle)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from clear(name, IN_COMBAT, text=f"{name} leaves the map")
            yield from clear(name, HEX)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.ships)} leave{'s' if len(self.ships) == 1 else ''} the map"


# ------------------------------------------------------------ ending


class EndCombat(Order[GwasShip]):
    """Combat ends: one side has gone or is out of sight, or both break off. Fuel is checked."""

    id, title, key, section = "end-combat", "End combat", "X", "Tactical Combat Sequence of Play"
    reason: str = fields.text("why", default="no enemies in sight")

    @classmethod
    def open(cls, battle: GwasBattle) -> None:
        super().open(battle)
        require(in_combat(battle), "there is no combat", cls.section)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from combat_ends(battle)

    def headline(self, battle: GwasBattle) -> str:
        return f"combat ends: {self.reason}"
