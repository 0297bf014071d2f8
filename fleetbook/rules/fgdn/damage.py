"""Working out damage (8.1): lost points, critical hits, broken keels and the blast of explosions (8.3)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.critical_context import SUBMERGED
from fleetbook.rules.fgdn.criticals.criticals import Critical, gunfire_column
from fleetbook.rules.fgdn.ground.card import CARRIER, FAR
from fleetbook.rules.fgdn.ground.dice import HUNDRED, up_to
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.ship_values import (
    BOMB,
    EXPLOSION,
    GUN,
    MINE,
    TORPEDO,
    UNDERWATER,
    Hit,
    Share,
    Source,
    joint_cause,
    shares_of,
)
from fleetbook.rules.fgdn.ground.sinking import follow, founder
from fleetbook.rules.fgdn.ground.terms import SURFACED, TURN
from fleetbook.rules.fgdn.results import damage_result
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import counted
from fleetbook.rules.kit.sides import every_ship

AT_THE_END = "at the end of the phase"
KEEL = {
    **dict.fromkeys((TORPEDO, MINE), "keel broken by a torpedo or mine, D10 up to"),
    BOMB: "keel broken by a bomb, D10 up to",
}
KEEL_BROKEN = {
    TORPEDO: Says.keel_broken_by_a_torpedo,
    MINE: Says.keel_broken_by_a_mine,
    BOMB: Says.keel_broken_by_a_bomb,
}
COLUMN_OF = dict(zip(("lethal", "major", "minor"), SUBMERGED, strict=True))
"""The column of the critical hit table for an attack on a submerged submarine, by how severe the attack is."""
STERN = "stern"
TENTHS = 10
MOST_YARDS = 3000


def require_open(battle: FgdnBattle, ship: FgdnShip) -> None:
    """Raise Refused if the ship's damage of this phase is already worked out. The program does this at the end of the phase, for
    both sides at once (8.1).
    """
    done = ship.worked_out[battle.phase]
    require(not done, f"{ship}'s damage of this phase is worked out: undo that first, or go on to the next step", "8.1")


def column_of(ship: FgdnShip, hit: Hit) -> str:
    """The column of the critical hit table for a hit on this ship."""
    if hit.severity:
        return COLUMN_OF[hit.severity]
    return TORPEDO if hit.kind in UNDERWATER else gunfire_column(ship)


def batch_of(battle: FgdnBattle, ship: FgdnShip, column: str, hits: list[Hit]) -> Batch:
    """The hits of one phase that share a column, taken together (F52). A single heavy hit may break the keel (8.1.2, F47)."""
    together = any if battle.reading("phase_penetration") == "any" else all
    guns = [hit for hit in hits if hit.kind == GUN]
    heavy = [hit.band for hit in guns if hit.mm >= battle.figure("shell that opens a flight deck, from")]
    bands = [band for band in FAR if band in heavy] if ship.card.kind == CARRIER else []
    whole = ship.points if battle.reading("keel_points") == "original" else ship.points_left
    breaking = [hit for hit in hits if hit.kind in KEEL and hit.points * HUNDRED >= battle.figure("keel, by one hit") * whole]
    return Batch(
        ship=ship.name,
        points=sum(hit.points for hit in hits),
        column=column,
        penetrated=together(hit.penetrated for hit in hits),
        casemate=together(hit.casemate for hit in hits),
        mm=max((hit.mm for hit in guns), default=0) if len(guns) == len(hits) else 0,
        automatic=tuple(name for hit in hits for name in hit.automatic),
        keel=tuple(hit.kind for hit in breaking),
        stern=any(hit.aspect == STERN for hit in hits),
        shells=bands[-1] if bands else "",
        causes=tuple(dict.fromkeys(hit.source for hit in hits)),
        shares=shares_of(hits),
    )


class Batch(Part[FgdnShip]):
    """All damage that a ship takes at one time, with its critical hits. With a quarter of her points or less left, her batteries
    are out; with a tenth or less, all her weapons are (8.1.10, F60).

    column      the column of the critical hit table
    penetrated  whether any hit pierced the armour
    casemate    whether any hit pierced a casemate's armour
    mm          calibre of the largest gun that hit, 0 for other weapons
    automatic   critical hits that need no throw
    keel        the kind of each hit that may break the keel
    stern       whether a hit was in the stern
    shells      the range band of heavy shells that may hit a carrier's deck
    causes      the causes in words
    shares      the share of each ship that did the damage, empty if no ship did
    """

    id, title, section = "damage-taken", "Damage", "8.1"
    suffered_by = "ship"
    ship: str
    points: int
    column: str
    penetrated: bool
    casemate: bool
    mm: int
    automatic: tuple[str, ...]
    keel: tuple[str, ...]
    stern: bool
    shells: str
    causes: tuple[Source, ...] = ()
    shares: tuple[Share, ...] = ()

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Batch:
        """A batch made from recorded fields. Older versions recorded causes as plain text, and the text is kept as it is."""
        fields_now = {name: value for name, value in inputs.items() if name != "cause"}
        if inputs.get("cause"):
            fields_now["causes"] = [[inputs["cause"], ""]]
        fields_now["shares"] = [
            [share[0], share[2], share[1] != share[2]["how"]] if isinstance(share[1], str) else share
            for share in inputs.get("shares", ())
        ]
        batch = super().from_inputs(fields_now)
        assert isinstance(batch, Batch)
        return batch

    @property
    def doing(self) -> Cause:
        """The ship that did most of the damage. Whatever follows from it counts as hers."""
        return max(self.shares, key=lambda share: share.points).doing if self.shares else Cause()

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.fit:
            yield from note(Says.lost_already(ship=ship))
            return
        batteries_out, silent = ship.batteries_out, ship.silent
        yield from self._take_points(battle, ship)
        number = 0
        if ship.fit:
            number = yield from self._number(battle, ship)
            for kind in self.keel:
                score = battle.figure(KEEL[kind])
                if ship.fit and (yield from up_to(Says.keel_breaks(ship=ship), score)):
                    yield from founder(battle, ship, KEEL_BROKEN[kind])
        if ship.fit:
            if ship.silent and not silent:
                yield from note(Says.all_weapons_out(ship=ship), "8.1.10")
            elif ship.batteries_out and not batteries_out:
                yield from note(Says.batteries_out(ship=ship), "8.1.10")
            if ship.batteries_out and ship.submerged:
                yield from FgdnShip.depth.set(ship, SURFACED, said=Says.damage_surfaces)
            yield from self._criticals(battle, ship, number)

    def _take_points(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        """Take the points off the ship. Small craft lose none: damage of twice their points in one turn sinks them (8.1, F53)."""
        lost_to = joint_cause(self.causes) or Says.damage
        if ship.small:
            turn = str(battle.turn)
            yield from FgdnShip.points_this_turn[turn].add(ship, self.points)
            times = battle.figure("small craft sunk, times its points in one turn")
            times *= battle.figure("beached, times the points to destroy") if ship.beached else 1
            if ship.points_this_turn[turn] >= times * ship.points:
                yield from founder(battle, ship, lost_to)
            return
        beyond = self.points
        for share in self.shares or (Share(self.points, self.doing),):
            beyond -= yield from FgdnShip.damage_points.strike(ship, share.points, share.said, share.doing)
        if ship.beached and beyond:
            yield from FgdnShip.beyond.add(ship, beyond, said=Says.beyond_refloating)
        times = battle.figure("beached, times the points to destroy") if ship.beached else 1
        if not ship.points_left and ship.points + ship.beyond >= times * ship.points:
            yield from founder(battle, ship, lost_to)

    def _number(self, battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, int]:
        """The number of critical hits: a D6, read in the row for the damage ratio (8.1.2, F2).

        A ratio of 3 or more gives none, and leaves the ship a tenth of her points at most (F17). Above a ratio of 1, each full
        fifth adds one hit.
        """
        if self.points * HUNDRED < battle.figure("least for critical hits") * ship.points:
            return 0
        whole = ship.points if ship.small else max(ship.points_left, 1)  # a beached ship may have no points left
        if not ship.small and self.points * TENTHS >= battle.figure("massive damage, from tenths of the ratio") * whole:
            least = ship.points * battle.figure("all weapons out, left at most") // HUNDRED
            yield from FgdnShip.damage_points.strike(ship, max(ship.points_left - least, 0), Says.threefold_damage)
            yield from note(Says.threefold_taken(ship=ship), "F17")
            if not battle.reading("overwhelming_throws"):
                return 0
        tenths = self.points * TENTHS // whole
        number = yield from roll_on(battle.tables.table("damage_ratio"), tenths, label=Says.number_of_criticals(ship=ship))
        return int(number) + max(self.points - whole, 0) * battle.whole_reading("extra_criticals_each_whole") // whole

    def _criticals(self, battle: FgdnBattle, ship: FgdnShip, number: int) -> Effects:
        """Apply the critical hits. Automatic ones come first, then one on the flight deck, then those of the damage ratio.

        A throw decides each hit of the damage ratio. But after a hit in the stern, the first two are on engineering and rudder
        (8.1.7).
        """
        if ship.card.holds:
            yield from FgdnShip.batch_points.set(ship, self.points)
        deck = yield from self._hits_deck(battle, ship)
        given = (natures.ENGINEERING, natures.RUDDER)[:number] if self.stern else ()
        thrown = ("",) * (number - len(given))
        for nature in (*self.automatic, *(natures.FLIGHT_DECK,) * deck, *given, *thrown):
            yield from run(
                Critical(
                    ship=self.ship,
                    column=self.column,
                    penetrated=self.penetrated,
                    casemate=self.casemate,
                    mm=self.mm,
                    nature=nature,
                    cause=self.doing,
                )
            )

    def _hits_deck(self, battle: FgdnBattle, ship: FgdnShip) -> Generator[Effect, Any, bool]:
        """Whether heavy shells from long range hit the flight deck. This can happen once a turn (8.1.2, F67)."""
        shelled = battle.reading("deck_shells_each") == TURN and ship.deck_shelled
        if shelled or not (self.shells and self.penetrated):
            return False
        yield from FgdnShip.deck_shelled.mark(ship)
        score = battle.tables.table("flight_deck_shells").whole(self.shells, "D10 up to")
        return (yield from up_to(Says.shells_hit_deck(ship=ship), score))

    def headline(self, battle: FgdnBattle) -> str:
        cause = battle.wording.of(joint_cause(self.causes))
        return f"{self.ship} takes {counted(self.points, 'point')}{': ' if cause else ''}{cause}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield damage_result(
            happened, self.ship, (part.words for part in happened.parts), happened.after.wording.of(joint_cause(self.causes))
        )


def settle(battle: FgdnBattle) -> Effects:
    """Work out all damage that followed from other damage, until none is left (8.1, F18)."""
    while ships := to_follow(battle):
        ship = ships[0]
        first, *rest = ship.following
        yield from FgdnShip.following.set(ship, tuple(rest))
        yield from run(batch_of(battle, ship, column_of(ship, first), [first]))


def to_follow(battle: FgdnBattle) -> list[FgdnShip]:
    """The ships with damage that followed from other damage and is not worked out yet."""
    return [ship for ship in battle.ships() if ship.following]


class WorkOutFollowing(Order[FgdnShip]):
    """Work out the damage that followed from fire, flooding or explosions, for all ships. Each such damage is a batch of
    its own.
    """

    id, title, key, section = "following", "Damage that follows", "e", "8.1"
    says = "{ship}: damage that follows"
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require(to_follow(battle), "no ship has further damage to work out")
        require(battle.ship(self.ship).following, f"{self.ship} has no further damage to work out")

    def resolve(self, battle: FgdnBattle) -> Effects:
        yield from settle(battle)


def to_work_out(battle: FgdnBattle) -> list[FgdnShip]:
    """The ships that were hit in this phase and whose damage is not worked out yet."""
    return [ship for ship in battle.ships() if ship.held]


class WorkOutDamage(Order[FgdnShip]):
    """Work out the damage of this phase on one ship: first the points of all hits, then critical hits. Damage that follows from
    it is worked out later.
    """

    id, title, key, section = "damage", "Work out damage", "d", "8.1"
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        require(to_work_out(battle), "there are no hits to work out")
        require(battle.ship(self.ship).held, f"{self.ship} has no hits to work out")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        hits = ship.held
        yield from FgdnShip.held.clear(ship)
        yield from FgdnShip.worked_out[battle.phase].mark(ship)
        for column in dict.fromkeys(column_of(ship, hit) for hit in hits):
            same = [hit for hit in hits if column_of(ship, hit) == column]
            yield from run(batch_of(battle, ship, column, same))

    def headline(self, battle: FgdnBattle) -> str:
        hits = len(battle.ship(self.ship).held)
        return f"damage to {self.ship}: {hits} hit{'' if hits == 1 else 's'}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        yield damage_result(happened, self.ship, (row for part in happened.parts for row in part.rows))


def blast_points(ship: FgdnShip, yards: int) -> int:
    """The points that an explosion does to a ship at this distance from the ship that blew up. It is 0 if she is too far away."""
    return next((ring.points for ring in ship.blast if yards <= ring.yards), 0)


class Blast(Order[FgdnShip]):
    """A ship close to a ship that blew up takes damage from the explosion at once."""

    id, title, key, section = "blast", "Blast near by", "X", "8.3"
    says = "{ship} takes the blast of {exploded}"
    exploded: str = fields.ship("ship that blew up", every_ship)
    ship: str = fields.ship("ship near by", every_ship)
    yards: int = fields.number("distance", 0, MOST_YARDS, unit="yds", default=None)

    def check(self, battle: FgdnBattle) -> None:
        require(any(ship.blast for ship in battle.ships()), "no ship has blown up")
        exploded = battle.ship(self.exploded)
        require(exploded.blast, f"{exploded} did not blow up")
        ship = battle.ship(self.ship)
        require(ship.fit and not ship.is_airship, f"{ship} is gone, sinking or in the air: no blast hurts her")
        require(ship.blasted_by[exploded.name] is None, f"{ship} has taken the blast of {exploded} already")
        require(blast_points(exploded, self.yards), f"the blast does not reach {self.yards} yds")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, points = battle.ship(self.ship), blast_points(battle.ship(self.exploded), self.yards)
        yield from FgdnShip.blasted_by[self.exploded].set(ship, battle.turn)
        yield from follow(ship, Hit(EXPLOSION, points, cause=EXPLOSION, by=self.exploded, named=True))
        yield from run(WorkOutFollowing(ship=self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        first, *others = happened.parts
        yield damage_result(happened, self.ship, first.rows, f"the blast of {self.exploded}")
        yield from others
