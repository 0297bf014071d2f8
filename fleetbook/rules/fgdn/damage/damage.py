"""Damage worked out (8.1): points off, the number of critical hits by the damage ratio, and those that come of themselves."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, add, clear, note, roll_on, run, set_fact, strike_boxes
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.criticals.critical_context import TORPEDO
from fleetbook.rules.fgdn.criticals.criticals import COLUMNS, Critical, gunfire_column
from fleetbook.rules.fgdn.ground.d10 import up_to
from fleetbook.rules.fgdn.ground.pending_hits import FOLLOWING, HELD, UNDERWATER, Hit, following, held
from fleetbook.rules.fgdn.ground.ship import POINTS, FgdnBattle, FgdnShip, figure, fit_ships
from fleetbook.rules.fgdn.ground.sinking import founder

WORKED_OUT = "worked out"
"""The turn in which a ship's damage was last worked out, by phase."""
AT_THE_END = "at the end of the phase"
MOST_POINTS = 99_999
BATCH_POINTS = "batch points"
KEEL = {"torpedo": "keel: D10 for torpedo or mine", "mine": "keel: D10 for torpedo or mine", "bomb": "keel: D10 for bomb"}
HEAVY_SHELLS = ("long", "extreme")
TENTHS = 10


def require_open(battle: FgdnBattle, ship: FgdnShip) -> None:
    """Raise Refused once the ship's damage of the phase has been worked out: it comes at the end of the phase, for both
    sides at once (8.1).
    """
    done = ship.this_turn(WORKED_OUT, battle.phase)
    require(not done, f"{ship}'s damage of this phase is worked out: undo it first, or go on to the next step", "8.1")


def column_of(ship: FgdnShip, hit: Hit) -> str:
    """The column of the critical hit table for a hit."""
    if hit.severity:
        return {"lethal": "lethal", "major": "major damage", "minor": "minor damage"}[hit.severity]
    return TORPEDO if hit.kind in UNDERWATER else gunfire_column(ship)


def batch_of(battle: FgdnBattle, ship: FgdnShip, column: str, hits: list[Hit]) -> Batch:
    """The hits of a phase in one column taken together (F52)."""
    together = any if battle.reading("phase_penetration") == "any" else all
    guns = [hit for hit in hits if hit.kind == "gun"]
    heavy = [hit.band for hit in guns if hit.mm >= figure(battle, "flight deck: least mm of a shell")]
    bands = [band for band in HEAVY_SHELLS if band in heavy] if ship.card.kind == "carrier" else []
    return Batch(
        ship=ship.name,
        points=sum(hit.points for hit in hits),
        column=column,
        penetrated=together(hit.penetrated for hit in hits),
        casemate=together(hit.casemate for hit in hits),
        mm=max((hit.mm for hit in guns), default=0) if len(guns) == len(hits) else 0,
        automatic=tuple(name for hit in hits for name in hit.automatic),
        keel=tuple(hit.kind for hit in hits if _may_break(battle, ship, hit)),
        stern=any(hit.aspect == "stern" for hit in hits),
        shells=bands[-1] if bands else "",
        cause=", ".join(dict.fromkeys(hit.cause for hit in hits if hit.cause)),
    )


def _may_break(battle: FgdnBattle, ship: FgdnShip, hit: Hit) -> bool:
    """Whether one hit is enough to break the keel (8.1.2, F47)."""
    whole = ship.points if battle.reading("keel_points") == "original" else ship.points_left
    return hit.kind in KEEL and hit.points * 100 >= figure(battle, "keel: per cent by one hit") * whole


class Batch(Order[FgdnShip]):
    """The damage that a ship takes at one time, and its critical hits."""

    id, title, section = "damage-taken", "Damage", "8.1"
    ship: str = fields.ship("ship", among=fit_ships)
    points: int = fields.number("points", low=0, high=MOST_POINTS)
    column: str = fields.choice("column", among=COLUMNS)
    penetrated: bool = fields.flag("armour pierced", default=True)
    casemate: bool = fields.flag("casemate armour pierced", default=True)
    mm: int = fields.number("largest gun", low=0, high=999, unit="mm", default=0)
    automatic: tuple[str, ...] = fields.several(
        "critical hits of themselves", among=("Flooding", "Hull Penetration", "Flight Deck")
    )
    keel: tuple[str, ...] = fields.several("may break the keel", among=tuple(KEEL))
    stern: bool = fields.flag("hit in the stern")
    shells: str = fields.text("heavy shells from", default="")
    cause: str = fields.text("cause", default="")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.fit:
            yield from note(f"{ship} is lost already")
            return
        before = (ship.batteries_out, ship.silent)
        yield from self._take_points(battle, ship)
        number = 0
        if ship.fit:
            number = yield from self._number(battle, ship)
            yield from self._keels(battle, ship)
        if ship.fit:
            yield from self._massive(ship, before)
            yield from self._criticals(battle, ship, number)

    def _take_points(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        if ship.small:
            yield from self._small_craft(battle, ship)
            return
        lost = yield from strike_boxes(ship.name, POINTS, self.points, self.cause)
        beyond = self.points - lost
        if ship.beached and beyond:
            yield from add(ship, "beyond", beyond, text=f"{ship} has lost more than her points: she cannot be refloated")
        times = figure(battle, "beached: times the points to destroy") if ship.beached else 1
        if not ship.points_left and ship.points + ship.count("beyond") >= times * ship.points:
            yield from founder(battle, ship, self.cause or "damage")

    def _small_craft(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        """Small craft lose no points; twice their points in one turn sink them (8.1, F53)."""
        turn = str(battle.turn)
        yield from add(ship, "points this turn", self.points, turn)
        times = figure(battle, "small craft sunk at times its points in one turn")
        times *= figure(battle, "beached: times the points to destroy") if ship.beached else 1
        if ship.count("points this turn", turn) >= times * ship.points:
            yield from founder(battle, ship, self.cause or "damage")

    def _number(self, battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, int]:
        """How many critical hits: D6 in the line of the damage ratio (8.1.2, F2)."""
        if self.points * 100 < figure(battle, "least per cent for critical hits") * ship.points:
            return 0
        whole = ship.points if ship.small else max(ship.points_left, 1)  # a beached ship may have none left
        if not ship.small and self.points * TENTHS >= figure(battle, "massive damage at tenths of the ratio") * whole:
            yield from self._overwhelming(battle, ship)
            if not battle.reading("overwhelming_throws"):
                return 0
        tenths = self.points * TENTHS // whole
        number = yield from roll_on(battle.tables.table("damage_ratio"), tenths, label=f"{ship}: number of critical hits")
        return int(number) + self._extra(battle, whole)

    def _extra(self, battle: FgdnBattle, whole: int) -> int:
        """One more for each full fifth above a ratio of 1."""
        above = max(self.points - whole, 0)
        return above * battle.whole_reading("extra_criticals_each_whole") // whole

    def _overwhelming(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        """A ratio of 3 or more leaves a tenth of the points, or less where less is left (F17)."""
        least = ship.points * figure(battle, "all weapons out at per cent left") // 100
        yield from strike_boxes(ship.name, POINTS, max(ship.points_left - least, 0), "damage ratio of 3 or more")
        yield from note(f"{ship} has taken three times what is left: no weapon, no speed", "F17")

    def _keels(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        for kind in self.keel:
            score = figure(battle, KEEL[kind])
            if ship.fit and (yield from up_to(f"{ship}'s keel breaks", score, self.section)):
                yield from founder(battle, ship, f"keel broken by a {kind}")

    def _massive(self, ship: FgdnShip, before: tuple[bool, bool]) -> Effects:
        """What massive damage puts out of action, told when it comes to pass (8.1.10)."""
        if ship.silent and not before[1]:
            yield from note(f"{ship}: a tenth or less is left, all weapons are out", "8.1.10")
        elif ship.batteries_out and not before[0]:
            yield from note(f"{ship}: a quarter or less is left, main, secondary and tertiary batteries are out", "8.1.10")
        if ship.batteries_out and ship.submerged:  # a tenth is a quarter or less too (F60)
            yield from set_fact(ship, "depth", None, text=f"{ship} must surface")

    def _criticals(self, battle: FgdnBattle, ship: FgdnShip, number: int) -> Effects:
        if ship.card.holds:
            yield from set_fact(ship, BATCH_POINTS, self.points)
        natures = [*self.automatic, *(yield from self._deck(battle, ship)), *self._natures(number)]
        for nature in natures:
            yield from run(
                Critical(
                    ship=self.ship,
                    column=self.column,
                    penetrated=self.penetrated,
                    casemate=self.casemate,
                    mm=self.mm,
                    nature=nature,
                )
            )

    def _natures(self, number: int) -> Iterator[str]:
        """The first two of a hit in the stern are engineering and rudder (8.1.7); the others are thrown for."""
        given = ("Engineering", "Rudder") if self.stern else ()
        yield from given[:number]
        yield from ("",) * (number - len(given))

    def _deck(self, battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, tuple[str, ...]]:
        """Heavy shells from afar may hit a flight deck, once a turn (8.1.2, F67)."""
        ship = battle.ship(self.ship)
        shelled = battle.reading("deck_shells_each") == "turn" and ship.this_turn("deck shelled")
        if shelled or not (self.shells and self.penetrated):
            return ()
        yield from set_fact(ship, "deck shelled", battle.turn)
        score = battle.tables.table("flight_deck_shells").whole(self.shells, "D10 up to")
        hit = yield from up_to(f"shells hit {ship}'s flight deck", score, self.section)
        return ("Flight Deck",) if hit else ()

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship} takes {self.points} points{': ' if self.cause else ''}{self.cause}"


def settle(battle: FgdnBattle) -> Effects:
    """Work out all damage that followed from other damage, batch by batch, until there is none (8.1, F18)."""
    while True:
        ships = to_follow(battle, {})
        if not ships:
            return
        ship = ships[0]
        first, *rest = following(ship)
        yield from set_fact(ship, FOLLOWING, tuple(hit.fact for hit in rest) or None)
        yield from run(batch_of(battle, ship, column_of(ship, first), [first]))


def to_follow(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with damage that follows from other damage still to be worked out."""
    return [ship for ship in battle.ships() if following(ship)]


class WorkOutFollowing(Order[FgdnShip]):
    """Damage that followed from fire, flooding or explosions, each a batch of its own, until there is no more on any ship."""

    id, title, key, section = "following", "Damage that follows", "e", "8.1"
    ship: str = fields.ship("ship", among=to_follow, default=lambda b, g: next(iter(to_follow(b, g)), None))

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where no damage follows."""
        super().open(battle)
        require(to_follow(battle, {}), "no damage follows", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        require(following(battle.ship(self.ship)), f"no damage follows on {self.ship}", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from settle(battle)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: damage that follows"


def to_work_out(battle: FgdnBattle, given: InputsSoFar) -> list[FgdnShip]:
    """Ships with hits of this phase to work out."""
    return [ship for ship in battle.ships() if held(ship)]


class WorkOutDamage(Order[FgdnShip]):
    """The damage of the phase on one ship: hits together, then critical hits. What follows from them is worked out after it."""

    id, title, key, section = "damage", "Work out damage", "d", "8.1"
    ship: str = fields.ship("ship", among=to_work_out, default=lambda b, g: next(iter(to_work_out(b, g)), None))

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Refused too where there are no hits to work out."""
        super().open(battle)
        require(to_work_out(battle, {}), "there are no hits to work out", cls.section)

    def check(self, battle: FgdnBattle) -> None:
        require(held(battle.ship(self.ship)), f"{self.ship} has no hits to work out", self.section)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        hits = held(ship)
        yield from clear(ship, HELD)
        yield from set_fact(ship, WORKED_OUT, battle.turn, battle.phase)
        for column in dict.fromkeys(column_of(ship, hit) for hit in hits):
            same = [hit for hit in hits if column_of(ship, hit) == column]
            yield from run(batch_of(battle, ship, column, same))

    def headline(self, battle: FgdnBattle) -> str:
        hits = len(held(battle.ship(self.ship)))
        return f"damage to {self.ship}: {hits} hit{'' if hits == 1 else 's'}"
