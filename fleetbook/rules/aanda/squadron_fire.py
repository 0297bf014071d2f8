"""A whole squadron fires at one target (2.2), one ship after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.result import Result
from fleetbook.core.errors import Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Deferred, Part
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.rules.aanda.attack import known_rerolls, require_spotted
from fleetbook.rules.aanda.card import ARCS, TOWARD
from fleetbook.rules.aanda.damage import volley_result
from fleetbook.rules.aanda.gun_table import band_modifier, calibre, damage_dice, limits
from fleetbook.rules.aanda.gunnery import (
    MOST_CM,
    Aim,
    Fire,
    Shot,
    aimed_at,
    has_fired,
    is_ready,
    known_modifiers,
    opposite_number,
    require_firer,
)
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip
from fleetbook.rules.aanda.squadrons import done, require_turn, ships_of, squadron_names
from fleetbook.rules.aanda.torpedoes import loaded, reach
from fleetbook.rules.kit.said import does, listed

MOST_NAMED = 2  # up to this many firing ships are named; if more fire, their squadron is named


def _may_fire(battle: AandaBattle, ship: AandaShip) -> bool:
    try:
        require_firer(battle, ship)
    except Refused:
        return False
    return True


class SquadronFire(SheetOrder[AandaShip]):
    """Fire all guns of a squadron that bear on one target, one ship after another.

    Afterwards only the ship that fired last may fire torpedoes. If every ship fired and the last one has no torpedo that reaches,
    the squadron has ended its actions in this phase.
    """

    id, title, key, section = "volley", "Fire a squadron", "F", "2.2"
    phases, later = ("firing",), NEXT_TEST
    group, members_input, own, ends, alone = "squadron", "ships", ("target", "range", "bearing"), "last", Fire.id
    squadron: str = fields.choice("squadron", squadron_names)
    target: str = fields.ship("target", lambda b, order: order.targets(b))
    range: int = fields.number(
        "range",
        0,
        MOST_CM,
        unit="cm",
        measured=fields.Range("squadron", "target"),
        default=lambda b, order: order.last_aim(b).range_to(order.target),
    )
    bearing: str = fields.choice(
        "target lies to", tuple(ARCS), default=lambda b, order: order.last_aim(b).bearing, meanings=ARCS,
        measured=fields.Arc("squadron", "target"),
    )  # fmt: skip
    ships: tuple[str, ...] = fields.several("ships", lambda b, order: order.members(b), default=fields.ALL)
    last: bool = fields.flag(
        "squadron is done",
        default=lambda b, order: order.ends_all(b),
        shown_if=lambda b, order: True,  # not simply True: in battles recorded before this field existed there is no answer
    )

    def members(self, battle: AandaBattle) -> list[AandaShip]:
        """The squadron's ships. A ship that has begun her attack and not ended it comes first."""
        at_it = AandaFacts(battle).attacking_ship
        return sorted(ships_of(battle, self.squadron), key=lambda ship: (ship.name != at_it, has_fired(ship)))

    def leader(self, battle: AandaBattle) -> AandaShip | None:
        """The first ship of the squadron that may fire, or None if no ship may."""
        return next((ship for ship in self.members(battle) if _may_fire(battle, ship)), None)

    def last_aim(self, battle: AandaBattle) -> Aim:
        """The last target, range and direction of the squadron, or of its first ship."""
        leader = self.leader(battle)
        return Aim.last(battle, leader.name) if leader else Aim("", None, "F")

    def targets(self, battle: AandaBattle) -> list[AandaShip]:
        """The ships of the other side, sorted so that the last target comes first."""
        leader = self.leader(battle)
        return aimed_at(battle, leader.name) if leader else []

    def could_still(self, battle: AandaBattle) -> str:
        """Says that the last ship has torpedoes that bear and reach: she may fire them after her guns (2.2). Empty if she has
        none.
        """
        return "" if self._torpedoes_out_of_reach(battle) else f"{self.ships[-1]} has torpedoes that reach {self.target}"

    def ends_all(self, battle: AandaBattle) -> bool:
        """Whether this fire ends the squadron's attack. It does if every ship that may fire takes part and the last one has no
        torpedo for the target.
        """
        if not self.ships or any(ship.name not in self.ships for ship in self.members(battle) if _may_fire(battle, ship)):
            return False
        return self._torpedoes_out_of_reach(battle)

    def _torpedoes_out_of_reach(self, battle: AandaBattle) -> bool:
        ship = battle.ship(self.ships[-1])
        sets = (tubes for tubes in ship.card.torpedoes if loaded(ship, tubes) and self.bearing in tubes.arc)
        return all(self.range > reach(battle, tubes) for tubes in sets)

    @classmethod
    def rows(cls, battle: AandaBattle, group: str) -> list[str]:
        """The ships of a squadron that may fire. One that has begun her attack comes first."""
        return [ship.name for ship in cls.partial({"squadron": group}).members(battle) if _may_fire(battle, ship)]

    @classmethod
    def proposed(cls, battle: AandaBattle, ship: str) -> Mapping[str, Any]:
        """The ship's last target, range and direction. If that target is a wreck or gone, the enemy at the same place in line
        is proposed instead, without a range.
        """
        firer = battle.ship(ship)
        last = battle.ship(firer.last_target) if firer.last_target else None
        stands = last is not None and last.afloat and not last.hull_gone
        target = firer.last_target if stands else opposite_number(battle, firer)
        return {"target": target, "range": firer.last_range if stands else None, "bearing": firer.last_bearing or "P"}

    def in_brief(self, battle: AandaBattle) -> tuple[list[str], str]:
        """The scores that the guns of the first ship need to hit, by calibre, and the number of guns that fire.

        If a ship evades, hits are rolled again, and the number of throws precedes the score: ``2×7+``. A calibre that bears but
        cannot fire at this range has a dash.
        """
        fire, tables = self._fire_of(self.ships[0]).order(battle), battle.tables
        firer, needed = battle.ship(fire.firer), tables.table("to_hit").whole("gunnery", "score")
        scores, guns = list[str](), list[str]()
        again = f"{1 + fire.rerolls}×" if fire.rerolls else ""
        for names in fire.by_calibre(battle, firer):
            mount = firer.battery(names[0])
            lines = {*known_modifiers(battle, fire), band_modifier(tables, mount, self.range)} - {""}
            bonus = sum(line.value for line in battle.modifiers("gunnery", lines))
            scores.append(f"{calibre(tables, mount):g}in {again}{needed - bonus}+")
            dice = battle.whole_reading("dice_a_gun")
            guns.append(str(dice * sum(firer.guns_left(firer.battery(name)) for name in names)))
        mounts = [mount for mount in firer.mounts() if is_ready(firer, mount) and self.bearing in mount.arc]
        silent = dict.fromkeys(calibre(tables, mount) for mount in mounts if not damage_dice(tables, mount, self.range))
        scores += [f"{inches:g}in –" for inches in silent]
        return scores, "+".join(guns)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        leader = self.leader(battle)
        if leader is None:
            raise Refused(
                f"no ship of {self.squadron} can fire its guns now: fire its torpedoes, or say that the squadron is done"
            )
        require_spotted(leader, battle.ship(self.target))
        for ship in map(battle.ship, self.ships):
            require(ship.squadron == self.squadron, f"{ship} belongs to {ship.squadron}")
            require_firer(battle, ship)
            self._fire_of(ship.name).order(battle).check_aim(battle)
        if not self.ships:
            raise Refused(self._no_gun(battle), "5.2")
        at_it = AandaFacts(battle).attacking_ship
        require(at_it not in self.ships[1:], f"{at_it} is in the middle of an attack: let the ship finish it first")

    def _no_gun(self, battle: AandaBattle) -> str:
        """The refusal if no ship can fire. It says whether guns do not bear or reach, or have fired already."""
        would = f"bears {TOWARD[self.bearing]} and reaches {self.range} cm"
        for ship in ships_of(battle, self.squadron):
            for mount in ship.mounts():
                if ship.fired[mount.name] and self.bearing in mount.arc and damage_dice(battle.tables, mount, self.range):
                    return f"every gun of {self.squadron} that {would} has fired: say that the squadron is done"
        bearing = [m for ship in ships_of(battle, self.squadron) for m in ship.mounts() if self.bearing in m.arc]
        return f"no gun of {self.squadron} {would}{limits(battle.tables, bearing, self.range)}"

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from run(*(self._fire_of(name) for name in self.ships))
        if self.last:
            yield from done(battle, self.squadron)

    def _fire_of(self, ship: str) -> FireOfShip:
        return FireOfShip(firer=ship, target=self.target, range=self.range, bearing=self.bearing)

    def ahead(self, battle: AandaBattle) -> Iterator[Part[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def headline(self, battle: AandaBattle) -> str:
        few = len(self.ships) <= MOST_NAMED and len(self.ships) < len(battle.squadron(self.squadron))
        who = f"{listed(self.ships)} {('fires at', 'fire at')[len(self.ships) > 1]}" if few else ""
        return f"{who or does(self.squadron, 'fires at', 'fire at')} {self.target}, {self.range} cm"

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        rows = tuple(f"{ship}: {'; '.join(part.rows)}" for ship, part in zip(self.ships, happened.parts, strict=True))
        who, silent = f"{self.squadron} at {self.target}", self._silent(happened.before)
        yield volley_result(happened, happened.given(Shot), self.target, who, rows, silent=silent)

    def _silent(self, battle: AandaBattle) -> str:
        """The ships that could fire, but have no gun that bears and reaches, in words. Empty if there are none."""
        others = (ship for ship in ships_of(battle, self.squadron) if ship.name not in self.ships and _may_fire(battle, ship))
        names = [ship.name for ship in others if not self._fire_of(ship.name).order(battle).batteries]
        hold = "hold" if len(names) > 1 else "holds"
        return f"{listed(names)} {hold} fire: no gun bears {TOWARD[self.bearing]} and reaches {self.range} cm" if names else ""


class FireOfShip(Deferred[AandaShip]):
    """The fire of one ship of a squadron. Its details are settled when the ship's turn to fire comes."""

    id, title, section = "volley-ship", "Fire of one ship of a squadron", "2.2"
    firer: str
    target: str
    range: int
    bearing: str

    def order(self, battle: AandaBattle) -> Fire:
        aim: dict[str, Any] = {"firer": self.firer, "target": self.target, "range": self.range, "bearing": self.bearing}
        firer = battle.ship(self.firer)
        ready = [mount for mount in firer.mounts() if is_ready(firer, mount) and self.bearing in mount.arc]
        aim["batteries"] = tuple(mount.name for mount in ready if damage_dice(battle.tables, mount, self.range))
        known = set(Fire.partial(aim).known(battle))
        modifiers = tuple(name for name in battle.tables.modifier_list("gunnery").lines if name in known)
        return Fire.partial({**aim, "modifiers": modifiers, "rerolls": known_rerolls(battle, Fire.partial(aim))})
