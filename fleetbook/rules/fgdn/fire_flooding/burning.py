"""What fire and flooding do on the turns on which they are due (8.2): damage, the fight against them, and the worst of them."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, NOTHING, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.fgdn.fire_flooding.casualties import casualty_hit, count_flooding, first_due, share
from fleetbook.rules.fgdn.fire_flooding.damage_control import fighting_level
from fleetbook.rules.fgdn.fire_flooding.reduction import Reduce, to_reduce
from fleetbook.rules.fgdn.ground.casualties_on_ship import Casualty
from fleetbook.rules.fgdn.ground.clock import is_intermediate
from fleetbook.rules.fgdn.ground.explosions import MagazineExplodes
from fleetbook.rules.fgdn.ground.fit import fit_ships, require_fit
from fleetbook.rules.fgdn.ground.percent_rolls import chance
from fleetbook.rules.fgdn.ground.secondary import follow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import sink
from fleetbook.rules.fgdn.ground.terms import FIRE, FLOODING, KINDS, OVERWHELMED, PLOTTING, RESOLUTION
from fleetbook.rules.fgdn.told import lost
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentence
from fleetbook.rules.kit.sides import every_ship

FOLLOWING = "following"
"""The order that works out damage which follows from other damage."""


def does_damage(battle: FgdnBattle, casualty: Casualty) -> bool:
    """Whether a casualty does its damage this turn: on its third turn, and on each Intermediate Turn after its first damage."""
    first = casualty.since if casualty.at_once else first_due(battle, casualty)
    later = battle.turn > first and is_intermediate(battle)
    return later or (battle.turn == first and not casualty.at_once)


def due_percent(battle: FgdnBattle, ship: FgdnShip, kind: str) -> list[int]:
    """The percentages of a kind that do their damage this turn."""
    return [one.percent for one in ship.casualties.of(kind) if does_damage(battle, one)]


def due_points(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The points that fire and flooding cost together this turn: summed, then rounded once (F16)."""
    percents = [percent for kind in KINDS for percent in due_percent(battle, ship, kind)]
    if battle.reading("due_together") == "summed":
        return share(battle, ship, sum(percents))
    return sum(share(battle, ship, percent) for percent in percents)


class SecondaryDamage(Part[FgdnShip]):
    """Fire and flooding take their percentage of the original points, and may cause further critical hits."""

    id, title, section = "secondary-damage", "Damage by fire and flooding", "8.2"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        points, flooding = due_points(battle, ship), share(battle, ship, sum(due_percent(battle, ship, FLOODING)))
        burning = [kind for kind in KINDS if due_percent(battle, ship, kind)]
        yield from count_flooding(ship, FLOODING, flooding)
        yield from follow(ship, casualty_hit(battle, burning, points))
        yield from run(battle.ruleset.part(FOLLOWING)(ship=self.ship))

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: {due_points(battle, battle.ship(self.ship))} points by fire and flooding"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.parts:
            due = [kind for kind in KINDS if due_percent(happened.before, happened.before.ship(self.ship), kind)]
            words = f"{' AND '.join(due).upper()} on {self.ship}: no points this time."
            yield Result(kind=NOTHING, head="unhurt", words=words, subject=self.ship)


class MagazineRisk(Part[FgdnShip]):
    """A conflagration may reach the magazines: a quarter more likely each Intermediate Turn that it lasts."""

    id, title, section = "magazine-risk", "Fire near the magazines", "8.2"
    says = "{ship}: conflagration"
    ship: str

    @property
    def doing(self) -> Cause:
        return Cause(how=FIRE, through=FgdnShip.fires.name)

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        turns = ship.conflagration + 1
        yield from FgdnShip.conflagration.set(ship, turns)
        percent = turns * battle.figure("fire reaches the magazines, each Intermediate Turn")
        if (yield from chance(Says.fire_reaches_magazines(ship=ship, percent=percent), percent)):
            yield from run(MagazineExplodes(ship=self.ship))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).afloat:
            yield lost(happened, self.ship)
            return
        words = f"{self.ship}: THE FIRE DOES NOT REACH THE MAGAZINES."
        each = happened.before.figure("fire reaches the magazines, each Intermediate Turn")
        turns = happened.after.ship(self.ship).conflagration
        means = f"{turns * each} % this time, {(turns + 1) * each} % in the next Intermediate Turn unless they are flooded."
        yield Result(kind=GOOD, head="magazines safe", words=words, means=means, subject=self.ship)


class CapsizeRisk(Part[FgdnShip]):
    """A ship Overwhelmed by flooding may capsize."""

    id, title, section = "capsize-risk", "Capsizing", "8.2"
    says = "{ship}: extensive flooding"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        percent = battle.figure("capsizing, each Intermediate Turn")
        if (yield from chance(Says.capsizing(ship=self.ship, percent=percent), percent)):
            cause = Cause(how="capsized", through=FgdnShip.floods.name)
            yield from sink(battle.ship(self.ship), Says.capsized, cause)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        if not happened.after.ship(self.ship).afloat:
            yield lost(happened, self.ship)
            return
        percent = happened.before.figure("capsizing, each Intermediate Turn")
        means = sentence(f"{percent} % in each Intermediate Turn while the flooding is {OVERWHELMED}")
        words = f"{self.ship} DOES NOT CAPSIZE."
        yield Result(kind=GOOD, head="upright", words=words, means=means, subject=self.ship)


def in_peril(battle: FgdnBattle, ship: FgdnShip) -> list[Part[FgdnShip]]:
    """The worst that fire and flooding may do in an Intermediate Turn (8.2)."""
    risks: list[Part[FgdnShip]] = []
    if not (is_intermediate(battle) and ship.fit):
        return risks
    own_turn_too = battle.reading("perils_from") == "the same turn"
    tested = ship.casualties if own_turn_too else ship.casualties.begun_before(battle.turn)
    if tested.fire_level == OVERWHELMED and not ship.magazines_flooded:
        risks.append(MagazineRisk(ship=ship.name))
    if tested.flooding_level == OVERWHELMED:
        risks.append(CapsizeRisk(ship=ship.name))
    return risks


def reductions(battle: FgdnBattle, ship: FgdnShip) -> list[Part[FgdnShip]]:
    """The reduction rolls of a ship that are due: one for all fires, one for all flooding, on the level of both together."""
    kinds = [kind for kind in KINDS if ship.fit and any(to_reduce(battle, one) for one in ship.casualties.of(kind))]
    level = fighting_level(battle, ship) if kinds else ""
    return [Reduce(ship=ship.name, kind=kind, level=level) for kind in kinds]


def is_due(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether fire or flooding of a ship asks for anything in this phase."""
    every = (*ship.fires, *ship.floods)
    fought = any(to_reduce(battle, one) for one in every)
    if battle.phase == PLOTTING:
        return fought
    return fought or bool(in_peril(battle, ship)) or any(does_damage(battle, one) for one in every)


def is_settled(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether what is due in this phase is done."""
    return ship.settled[battle.phase]


class SettleCasualties(Order[FgdnShip]):
    """All that a ship's fire and flooding ask for: in the Plotting Phase of an Intermediate Turn they are fought, in Resolution
    they do damage, with its criticals, are fought for the first time, and may reach the magazines or capsize her.
    """

    id, title, key, section = "casualties", "Fire and flooding", "F", "8.2"
    says = "{ship}: fire and flooding"
    phases = (PLOTTING, RESOLUTION)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not is_settled(battle, ship), f"{ship}'s fire and flooding are settled in this step")
        require(is_due(battle, ship), f"no fire or flooding of {ship} is due in this step")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.settled[battle.phase].mark(ship)
        if battle.phase == PLOTTING:
            yield from run(*reductions(battle, ship))
        else:
            yield from self._in_resolution(battle, ship)
        yield from self._out_of_danger(battle)

    def _in_resolution(self, battle: FgdnBattle, ship: FgdnShip) -> Effects:
        if any(due_percent(battle, ship, kind) for kind in KINDS):
            yield from run(SecondaryDamage(ship=self.ship))
        steps = (reductions, in_peril) if battle.reading("due_order") == "reduction first" else (in_peril, reductions)
        for due in steps:
            yield from run(*due(battle, ship))

    def _out_of_danger(self, battle: FgdnBattle) -> Effects:
        """The risk to the magazines starts again once fire is below Overwhelmed (F36)."""
        ship = battle.ship(self.ship)
        if ship.casualties.fire_level != OVERWHELMED and battle.reading("magazine_count") == "starts again":
            yield from FgdnShip.conflagration.clear(ship)


def casualties_fall_due(battle: FgdnBattle) -> Effects:
    """Fire and flooding that fall due in this phase and that the referee has not settled (8.2, F19)."""
    due = [ship for ship in fit_ships(battle) if is_due(battle, ship) and not is_settled(battle, ship)]
    yield from run(*(SettleCasualties(ship=ship.name) for ship in due))
    if battle.phase != PLOTTING and not due and not any(is_settled(battle, ship) for ship in battle.ships()):
        yield from note(Says.nothing_due, "8.2")


PROCEDURES = (SettleCasualties,)
PARTS = (SecondaryDamage, Reduce, MagazineRisk, CapsizeRisk)
