"""Tactical combat: beginning it, setting up, moving on the tactical map and ending it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.battle.battle import PHASE
from fleetbook.core.battle.firing import Movement
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_on, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.gwas.ground.card import RAID
from fleetbook.rules.gwas.ground.combat import combat_ends, forget_fire, fuel_used, in_combat, side_of, step_key
from fleetbook.rules.gwas.ground.facts import GwasFacts
from fleetbook.rules.gwas.ground.fleets import Fleet, enemy_fleets, fleet, fleet_names, fleets, nationalities, wrong_nations
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.phases import CONTACT, DEPLOYMENT, INITIATIVE, LAST, MOVES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.strategic.contact import is_met
from fleetbook.rules.gwas.words import Says
from fleetbook.rules.kit.said import counted, does, listed, sentences
from fleetbook.rules.kit.sides import every_ship

LONGEST_HEX = 12
NOWHERE = "-"
"""The entry that means no hex."""


# ------------------------------------------------------------ moves


def speeds_of_step(battle: GwasBattle) -> list[str]:
    """The speed classes whose ships may move in this step."""
    return battle.tables.table("impulses").text(battle.phase, "speeds").split(", ") if battle.phase in MOVES else []


def require_hex(where: str) -> None:
    """Raise Refused if the name of a hex is too long."""
    require(len(where.strip()) <= LONGEST_HEX, f"a hex has {LONGEST_HEX} letters at most")


def require_moving(battle: GwasBattle, ships: Sequence[str]) -> None:
    """Raise Refused unless at least one ship is named and each named ship may move in this step, by its side and speed."""
    speeds = speeds_of_step(battle)
    for name in ships:
        ship = battle.ship(name)
        require(ship.in_combat, f"{ship} is not in this combat")
        require(ship.side == battle.acting, f"{ship} belongs to {ship.side}; {battle.acting} moves")
        require(ship.moved_in != step_key(battle), f"{ship} has moved in this step")
        require(ship.speed in speeds, f"{ship} makes {ship.speed}; this step is for {', '.join(speeds)}")
    require(ships, "name the ships that move")


def placed(ships: Sequence[GwasShip], where: str) -> Effects:
    """Put ships in a hex, if a hex is given."""
    for ship in ships if where.strip() != NOWHERE else ():
        yield from GwasShip.hex.set(ship, where.strip(), said=Says.to_hex)


def next_to_move(battle: GwasBattle, _order: MoveShips) -> list[str]:
    """The ships to suggest for a move: the first ship that may move, with the others in her hex. If she is in no hex, those of
    her fleet.
    """
    speeds = speeds_of_step(battle)
    ships = [ship for ship in fighting(battle, battle.acting) if ship.speed in speeds and ship.moved_in != step_key(battle)]
    return [ship.name for ship in ships if (ship.hex or ship.fleet) == (ships[0].hex or ships[0].fleet)]


class MoveShips(Order[GwasShip]):
    """Move ships to a hex."""

    id, title, key, section = "steam", "Move ships", "m", "Tactical Combat Sequence of Play"
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", every_ship, default=next_to_move)
    hex: str = fields.text("to hex", default=NOWHERE)

    def check(self, battle: GwasBattle) -> None:
        require_moving(battle, self.ships)
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from GwasShip.moved_in.set(name, step_key(battle))
        yield from placed([battle.ship(name) for name in self.ships], self.hex)

    def movement(self, battle: GwasBattle) -> Movement:
        return Movement(", ".join(self.ships), self.ships, place="" if self.hex.strip() == NOWHERE else self.hex.strip())

    def headline(self, battle: GwasBattle) -> str:
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        return f"{', '.join(self.ships)} move{'s' if len(self.ships) == 1 else ''}{where}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        words = f"{listed(self.ships)} MOVE{'S' * (len(self.ships) == 1)}{where}."
        yield Result(kind=DONE, head="moves", words=words, as_ordered=True)


class LeaveMap(Order[GwasShip]):
    """Ships leave the tactical map and are out of this combat."""

    id, title, key, section = "leave", "Leave the map", "j", "Tactical Combat Sequence of Play"
    leaves_combat = "left the combat"
    is_aside = True
    phases = MOVES
    ships: tuple[str, ...] = fields.several("ships", every_ship)

    def check(self, battle: GwasBattle) -> None:
        require_moving(battle, self.ships)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from GwasShip.engaged.clear(name, said=Says.leaves_map)
            yield from GwasShip.hex.clear(name)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.ships)} leave{'s' if len(self.ships) == 1 else ''} the map"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        words = f"{listed(self.ships)} LEAVE{'S' * (len(self.ships) == 1)} THE MAP."
        yield Result(kind=GRAVE, head="gone", words=words, means="Out of this combat.")


# ------------------------------------------------------------ how combat begins


def is_fit(own: Fleet) -> bool:
    """Whether a fleet has ships that can fight on the tactical map. Submarines and airships cannot (G15)."""
    return any(ship.is_a("tactical") for ship in own.ships)


def opponents(own: Fleet) -> list[Fleet]:
    """The enemy fleets in contact with this fleet that it can still fight this turn."""
    if not is_fit(own) or own.fought:
        return []
    return [other for other in enemy_fleets(own.battle, own) if own.contact[other] and is_fit(other) and not other.fought]


class BeginCombat(Order[GwasShip]):
    """Begin a combat on the tactical map between fleets in contact."""

    id, title, key, section = "combat", "Begin combat", "b", "Game Turn Sequence of Play"
    phases, by_referee = (CONTACT,), True
    fleets: tuple[str, ...] = fields.several("fleets", fleet_names, default=fields.ALL)

    def check(self, battle: GwasBattle) -> None:
        for name in self.fleets:
            own = fleet(battle, name)
            require(is_fit(own), f"{own} has only submarines and airships, which take no part in tactical combat", "G15")
            require(not own.fought, f"{own} has fought this turn")
            require(is_met(own), f"{own} is in contact with no enemy")
            require(opponents(own), f"{own} is in contact with no enemy that can still fight this turn")
        require(any(map(opponents, fleets(battle))), "no fleets in contact can fight a combat now")
        chosen = [fleet(battle, name) for name in self.fleets]
        require({own.side for own in chosen} == set(battle.sides), "a combat needs fleets of both sides")
        for own in chosen:
            require(any(own.contact[other] for other in chosen), f"{own} is in contact with none of these fleets")

    def resolve(self, battle: GwasBattle) -> Effects:
        chosen = [fleet(battle, name) for name in self.fleets]
        yield from forget_fire(battle)
        yield from GwasFacts.combat.set(battle, GwasFacts(battle).combat + 1)
        yield from GwasFacts.round.set(battle, 1, said=Says.round_begins)
        for own in chosen:
            yield from Fleet.fought.mark(own)
            for ship in own.ships:
                if ship.is_a("tactical"):
                    yield from GwasShip.engaged.set(ship)
        for own, other in [(own, other) for own in chosen for other in chosen if own.contact[other]]:
            if own.pursues[other]:
                yield from GwasFacts.by_pursuit.set(battle)
            if other.in_port and not own.in_port:
                yield from GwasFacts.attacks_port.set(battle, own.side)
            if own.at_surprise[other]:
                yield from GwasFacts.surprise.set(battle, own.side)
        yield from set_fact("", PHASE.name, INITIATIVE)

    def headline(self, battle: GwasBattle) -> str:
        return f"combat: {', '.join(self.fleets)}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield Result(kind=DONE, head="combat", words=f"COMBAT: {listed(self.fleets)}.", means="Initiative comes first.")


def initiative_modifiers(battle: GwasBattle) -> Iterator[Modifier]:
    """The modifiers of the initiative die: leaders present and each further nationality of a side."""
    lines = battle.tables.modifier_list("initiative")
    for side, words in zip(battle.sides, ("central", "allied"), strict=True):
        ships = fighting(battle, side)
        if any(ship.leader for ship in ships):
            yield lines.line(f"{words}_leader")
        more = nationalities([ship.card for ship in ships], battle.tables, battle.reading("germans_in_initiative")) - 1
        line = lines.line(f"{words}_nations")
        if more > 0:
            said = Says.several_times(number=more, modifier=line)
            yield Modifier(line.id, line.value * more, said=said, section=line.section)


class RollInitiative(Order[GwasShip]):
    """Roll for the initiative of this round."""

    id, title, key, section = INITIATIVE, "Initiative", "i", "Battle Initiative"
    says, by_itself = "initiative", True
    phases = (INITIATIVE,)

    def check(self, battle: GwasBattle) -> None:
        require(in_combat(battle), "there is no combat")
        side = GwasFacts(battle).initiative
        require(not side, f"{side} has the initiative in this round")

    def resolve(self, battle: GwasBattle) -> Effects:
        side = hooks(battle).automatic_initiative(battle)
        if not side:
            chosen = tuple(initiative_modifiers(battle))
            side = side_of(battle, (yield from roll_on(battle.tables.table("initiative"), modifiers=chosen)))
        yield from GwasFacts.initiative.set(battle, side, said=Says.has_initiative)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        side, battle = GwasFacts(happened.after).initiative, happened.after
        how = f"on {happened.rolls[0].total}" if happened.rolls else "without a die"
        other = battle.other_side(side)
        sets_up = f"first to set up: {other}" if GwasFacts(battle).round == 1 and not_set_up(battle, other) else ""
        words = f"THE INITIATIVE GOES TO {side.upper()} {how}."
        means, brief = sentences(sets_up, f"first to move: {side}"), f"{does(side, 'has', 'have')} the initiative".upper()
        yield Result(kind=GOOD, head=INITIATIVE, words=words, means=means, brief=brief, how=how, side=side)


# ------------------------------------------------------------ setting up


def not_set_up(battle: GwasBattle, side: str) -> list[GwasShip]:
    """A side's ships in the combat that are not on the tactical map yet."""
    return [ship for ship in fighting(battle, side) if not ship.hex]


def setting_up(battle: GwasBattle) -> str:
    """The side that must set up now. The side without the initiative sets up first."""
    first = GwasFacts(battle).initiative
    other = battle.other_side(first)
    return other if not_set_up(battle, other) else first


def _limits(battle: GwasBattle, ships: Sequence[GwasShip]) -> tuple[int, int]:
    """The least and the greatest number of ships that may be set up in one hex, if these ships are in it."""
    table, row = battle.tables.table("hex_limits"), RAID if all(ship.place.mission == RAID for ship in ships) else "any mission"
    return table.whole(row, "at least"), table.whole(row, "at most")


def _of_one_nation(battle: GwasBattle, ships: Sequence[GwasShip]) -> bool:
    return nationalities([ship.card for ship in ships], battle.tables, battle.reading("germans_with_any")) <= 1


def next_to_set_up(battle: GwasBattle, _order: SetUp) -> list[str]:
    """The ships to suggest for the next hex. They are of one fleet. If it has too few for a hex, ships of other fleets
    join them.
    """
    waiting = not_set_up(battle, setting_up(battle))
    together: list[GwasShip] = []
    for ship in sorted(waiting, key=lambda ship: ship.fleet != waiting[0].fleet):
        least, most = _limits(battle, [*together, ship])
        wanted = len(together) < least or ship.fleet in {other.fleet for other in together}
        if wanted and len(together) < most and _of_one_nation(battle, [*together, ship]):
            together.append(ship)
    return [ship.name for ship in together]


class SetUp(Order[GwasShip]):
    """Set up ships in a hex. The side without the initiative sets up first, in the centre."""

    id, title, key, section = "deploy", "Set up", "d", "Tactical Combat Sequence of Play"
    phases = (DEPLOYMENT,)
    ships: tuple[str, ...] = fields.several("ships", every_ship, default=next_to_set_up)
    hex: str = fields.text("hex")

    def check(self, battle: GwasBattle) -> None:
        side = setting_up(battle)
        require(not_set_up(battle, side), "all ships are set up")
        for name in self.ships:
            ship = battle.ship(name)
            require(ship.side == side, f"{side} sets up first")
            require(not ship.hex, f"{ship} is in hex {ship.hex} already")
        ships = [battle.ship(name) for name in self.ships]
        require(ships, "name the ships to set up")
        require_hex(self.hex)
        there = [ship for ship in fighting(battle, side) if ship.hex == self.hex.strip()]
        together, waiting = [*there, *ships], len(not_set_up(battle, side)) - len(ships)
        least, most = _limits(battle, together)
        found = f"{counted(len(together), 'ship')} in a hex"
        require(len(together) >= least or not waiting, f"{found}: put at least {least} there while other ships wait")
        require(len(together) <= most, f"{found}; at most {most}")
        nations = wrong_nations([ship.card for ship in together], battle.tables) or "all ships in a hex must be of one nation"
        require(_of_one_nation(battle, together), nations)

    def resolve(self, battle: GwasBattle) -> Effects:
        for name in self.ships:
            yield from GwasShip.hex.set(name, self.hex.strip(), said=Says.in_hex)

    def headline(self, battle: GwasBattle) -> str:
        return f"{', '.join(self.ships)} in hex {self.hex.strip()}"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        battle, side = happened.after, happened.after.ship(self.ships[0]).side
        waiting = {each: not_set_up(battle, each) for each in (side, battle.other_side(side))}
        left = next(
            (f"Still to set up: {counted(len(ships), 'ship')} of {each}." for each, ships in waiting.items() if ships), ""
        )
        words = f"{listed(self.ships)} IN HEX {self.hex.strip()}."
        yield Result(kind=DONE, head="set up", words=words, means=left or "All are set up.", side=side)


class EndCombat(Order[GwasShip]):
    """End the combat: a side is gone or out of sight, or both sides break off. Fuel is checked."""

    id, title, key, section = "end-combat", "End combat", "X", "Tactical Combat Sequence of Play"
    says = "combat ends: {reason}"
    reason: str = fields.text("why", default="no enemies in sight")

    def check(self, battle: GwasBattle) -> None:
        require(in_combat(battle), "there is no combat")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from combat_ends(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from fuel_used(happened)
        step = happened.after.ruleset.sequence.phase(LAST).number
        means = f"Fleets that fought write new orders in step {step}."
        yield Result(kind=DONE, head="combat over", words=f"COMBAT IS OVER: {self.reason}.", means=means)
