"""Repairs after the battle, at 6, 12, 24 and 48 hours: systems, flooding pumped out, patches, fires that start again (8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, restore_boxes, run, set_fact, tally
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.air.aircraft import DAMAGE as AIRCRAFT
from fleetbook.rules.fgdn.air.aircraft import HEAVY
from fleetbook.rules.fgdn.fire_flooding.casualties import FIRES, StartCasualty
from fleetbook.rules.fgdn.fire_flooding.severity import FIRE, FLOODING, casualties
from fleetbook.rules.fgdn.ground.percent_rolls import HUNDRED, chance
from fleetbook.rules.fgdn.ground.ship import POINTS, FgdnBattle, FgdnShip, fit_ships
from fleetbook.rules.fgdn.repairs.repairable_parts import BRIDGE, Part, knocked_out, mend

MARK, PATCHED, FLOODED = "repair mark", "patched", "flooding points"
FASTEST, ROUGHEST = 60, 9
SECTION = "8.4"


def limit(battle: FgdnBattle, name: str) -> int:
    """A figure that one of the sentences on repairs names."""
    return battle.tables.table("repair_limits").whole(name, "value")


def marks(battle: FgdnBattle) -> tuple[str, ...]:
    """The hours after the battle at which repairs are rolled for."""
    return battle.tables.table("repair_marks").columns.labels


def repair_roll(battle: FgdnBattle, ship: FgdnShip, kind: str, hours: str) -> int:
    """The chance in per cent of mending a system of this kind at a mark: the share of the points left, halved early; 0 where
    there is no attempt. 37 of 100 points give 18, 18, 37, 37 (8.4).
    """
    divisor = battle.tables.table("repair_marks").whole(kind, hours)
    share = ship.points_left * HUNDRED // ship.points if ship.points else HUNDRED
    return share // divisor if divisor else 0


def after_battle(battle: FgdnBattle) -> None:
    """Raise Refused while the battle lasts."""
    require(battle.ended, "nothing is repaired during a battle: end it first", SECTION)


def require_next(battle: FgdnBattle, ship: FgdnShip, name: str, hours: str) -> None:
    """Raise Refused for a mark that is past."""
    done = ship.count(name)
    require(int(hours) > done, f"the {done}-hour mark of {ship} is past", SECTION)


def to_repair(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships whose last mark is not past, with something to mend or a fire that may start again."""
    last = int(marks(battle)[-1])
    ships = [ship for ship in fit_ships(battle, given) if ship.count(MARK) < last]
    return [ship for ship in ships if knocked_out(ship) or fires_out(ship)]


def fires_out(ship: FgdnShip) -> int:
    """Fires that were put out and may start again; those of aircraft cannot (8.4)."""
    return max(ship.count(FIRES) - len(casualties(ship, FIRE)), 0)


def _next_mark(battle: FgdnBattle, given: InputsSoFar) -> str | None:
    done = battle.ship(given["ship"]).count(MARK) if given.get("ship") else 0
    return next((hours for hours in marks(battle) if int(hours) > done), None)


def degraded(battle: FgdnBattle, ship: FgdnShip) -> str:
    """What a ship can do from an hour after her bridge was hit until it is repaired."""
    hours, turns, rate = (limit(battle, f"bridge degraded, {what}") for what in ("hours", "turns", "air rate"))
    return f"{ship}, {hours} h after her bridge was hit: {turns} turns to change course, flying at 1/{rate} of the rate"


class RepairMark(Order[FgdnShip]):
    """One of the four marks of a ship: a roll for each critical hit, then for each fire that may start again."""

    id, title, key, section, closing = "repair", "Repairs after the battle", "M", SECTION, True
    ship: str = fields.ship("ship", among=to_repair, default=lambda b, g: next(iter(to_repair(b, g)), None))
    hours: str = fields.choice("hours after the battle", among=lambda b, g: marks(b), default=_next_mark)

    def check(self, battle: FgdnBattle) -> None:
        after_battle(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require_next(battle, ship, MARK, self.hours)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from set_fact(ship, MARK, int(self.hours))
        parts, fires = knocked_out(ship), fires_out(ship)
        for part in parts:
            yield from self._repair(battle, ship, part)
        percent = battle.tables.table("fire_restarts").whole(self.hours, "%")
        for _ in range(fires):
            if (yield from chance(f"a fire starts again, {percent} %", percent, SECTION)):
                yield from begin(battle, ship, FIRE, "restart")
        if not parts and not fires:
            yield from note(f"{ship} has nothing to repair", SECTION)

    def _repair(self, battle: FgdnBattle, ship: FgdnShip, part: Part) -> Effects:
        percent = repair_roll(battle, ship, part.kind, self.hours)
        if not percent:
            return
        if (yield from chance(f"repair {part.name}, {percent} %", percent, SECTION)):
            yield from mend(ship, part, f"{ship}: {part.name} repaired")
            yield from tally("repaired", 1, ship)
        elif self.hours == marks(battle)[-1]:
            yield from note(f"{ship}: {part.name} cannot be repaired at sea", SECTION)
        elif part.kind == BRIDGE:
            yield from note(degraded(battle, ship), SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: repairs at {self.hours} hours"


def begin(battle: FgdnBattle, ship: FgdnShip, kind: str, *causes: str) -> Effects:
    """A fire or flooding begins after the battle; what it does at once is worked out."""
    yield from run(StartCasualty(ship=ship.name, kind=kind, causes=causes, halvings=(), torpedo=False))
    if ship.has("following"):
        yield from run(battle.ruleset.procedure("following").from_inputs({"ship": ship.name}))


def flooded(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships that lost points to flooding."""
    return [ship for ship in fit_ships(battle, given) if ship.count(FLOODED)]


class PumpOut(Order[FgdnShip]):
    """After the battle: holes are patched and the water is pumped out, which gives back half of the points lost to flooding."""

    id, title, key, section, closing = "pump", "Pump out", "O", SECTION, True
    ship: str = fields.ship("ship", among=flooded, default=lambda b, g: next(iter(flooded(b, g)), None))

    def check(self, battle: FgdnBattle) -> None:
        after_battle(battle)
        ship = battle.ship(self.ship)
        require(ship.fit, f"{ship} is gone or sinking")
        require(ship.count(FLOODED), f"{ship} has lost no points to flooding", SECTION)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        back = ship.count(FLOODED) // limit(battle, "pumped out, share")
        if not ship.small:
            yield from restore_boxes(ship.name, POINTS, back, "pumped out")
        yield from clear(ship, FLOODED)
        yield from clear(ship, FLOODING)
        yield from set_fact(ship, PATCHED, True, text=f"{ship} is patched and pumped out: {back} points back")

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} pumps out"


def patched(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with a flooding patch."""
    return [ship for ship in fit_ships(battle, given) if ship.has(PATCHED)]


def patch_percent(battle: FgdnBattle, sea: int, knots: int) -> int:
    """The chance that a patch pops: 20 knots in sea state 3 give 5 %, in sea state 6 20 % (8.4)."""
    return sea * limit(battle, "patch, % a sea state") - (limit(battle, "patch, knots without relief") - knots)


class PatchHolds(Order[FgdnShip]):
    """Whether a patch holds through an Intermediate Turn, by sea and speed; a submarine's only near the surface."""

    id, title, section, closing = "patch", "Patch", SECTION, True
    key = "y"
    ship: str = fields.ship("ship", among=patched, default=lambda b, g: next(iter(patched(b, g)), None))
    knots: int = fields.number("most speed that day", low=0, high=FASTEST, unit="kt")
    sea: int = fields.number("sea state", low=0, high=ROUGHEST, default=lambda b, g: int(b.word("sea") or 0))
    deep: bool = fields.flag("a submarine below periscope depth")

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.has(PATCHED), f"{ship} has no patch", SECTION)
        require(ship.is_submarine or not self.deep, f"{ship} is no submarine", SECTION)

    def resolve(self, battle: FgdnBattle) -> Effects:
        percent = HUNDRED if self.deep else patch_percent(battle, self.sea, self.knots)
        if (yield from chance(f"the patch pops, {max(percent, 0)} %", percent, SECTION)):
            ship = battle.ship(self.ship)
            yield from clear(ship, PATCHED, text=f"{ship}: the patch pops")
            yield from begin(battle, ship, FLOODING)
        else:
            yield from note(f"{self.ship}: the patch holds", SECTION)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: does the patch hold?"


def destroyed_planes(ship: FgdnShip) -> int:
    """Planes aboard that were destroyed and may prove to be only damaged."""
    return ship.count("aircraft lost") - ship.count("aircraft looked at")


def plane_ships(battle: FgdnBattle, given: InputsSoFar) -> Iterator[FgdnShip]:
    """Ships with destroyed planes that were not looked at."""
    return (ship for ship in fit_ships(battle, given) if destroyed_planes(ship) > 0)


class SalvePlanes(Order[FgdnShip]):
    """After the battle: each plane destroyed aboard may be only damaged, unless its fuel or ordnance exploded."""

    id, title, key, section, closing = "planes", "Destroyed planes", "l", SECTION, True
    ship: str = fields.ship("ship", among=plane_ships, default=lambda b, g: next(plane_ships(b, g), None))
    exploded: int = fields.number(
        "of them exploded", low=0, high=lambda b, g: destroyed_planes(b.ship(g["ship"])) if g.get("ship") else HUNDRED, default=0
    )

    def check(self, battle: FgdnBattle) -> None:
        after_battle(battle)
        require(destroyed_planes(battle.ship(self.ship)) > 0, f"no plane of {self.ship} was destroyed", SECTION)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, percent = battle.ship(self.ship), limit(battle, "plane only damaged, %")
        planes = destroyed_planes(ship)
        saved = 0
        for number in range(1, planes - self.exploded + 1):
            saved += yield from chance(f"plane {number} only damaged", percent, SECTION)
        yield from set_fact(ship, "aircraft looked at", ship.count("aircraft lost"))
        if saved:
            yield from note(f"{ship}: {saved} of {planes} planes are only damaged; repair them by 8.5", SECTION)
            yield from self._damaged(ship, saved)

    @staticmethod
    def _damaged(ship: FgdnShip, saved: int) -> Effects:
        """Each has a name, under which it is repaired."""
        before = ship.count("aircraft damaged")
        for number in range(before + 1, before + saved + 1):
            yield from set_fact("", AIRCRAFT, HEAVY, f"{ship} plane {number}")
        yield from set_fact(ship, "aircraft damaged", before + saved)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} looks at her planes"


PROCEDURES = (RepairMark, PumpOut, PatchHolds, SalvePlanes)
