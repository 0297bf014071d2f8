"""The effects of fires and flooding when they fall due (8.2): damage, reduction rolls and worse dangers."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, HURT, MISSED, NOTHING, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.fire_flooding.casualties import (
    SLOWED,
    casualties_of,
    casualty_hit,
    count_flooding,
    crew_modifier,
    first_due,
    is_lit,
    new_duties,
    new_duties_of,
    share,
)
from fleetbook.rules.fgdn.fire_flooding.damage_control import end_of_help, fighting_level
from fleetbook.rules.fgdn.ground.dice import ReductionThrow, chance
from fleetbook.rules.fgdn.ground.facts import FgdnFacts, is_intermediate
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip, fit_ships, require_fit
from fleetbook.rules.fgdn.ground.ship_values import Casualty
from fleetbook.rules.fgdn.ground.sinking import MagazineExplodes, follow, sink
from fleetbook.rules.fgdn.ground.terms import (
    ALL_OTHERS,
    FIRE,
    FLOODING,
    KINDS,
    OVERWHELMED,
    PLOTTING,
    RESOLUTION,
    SEVERE,
    at_least,
)
from fleetbook.rules.fgdn.results import lost_result
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentence, sentences, thrown
from fleetbook.rules.kit.sides import every_ship

NO_CHANGE = "NC"
FOLLOWING = "following"
"""The id of the order that works out damage which follows from other damage."""


def to_reduce(battle: FgdnBattle, casualty: Casualty) -> bool:
    """Whether the reduction roll of a fire or flooding is due in this phase.

    The first roll is due in the Resolution Phase of the third turn. Later rolls are due in each Intermediate Turn, in its
    Plotting Phase or, if a reading says so, in its Resolution Phase (8.2, F19).
    """
    due = first_due(battle, casualty)
    plotting = battle.phase == PLOTTING
    if battle.turn == due:
        return not plotting
    fought_now = plotting == (battle.reading("intermediate_reduction") == PLOTTING)
    return battle.turn > due and is_intermediate(battle) and fought_now


class Reduce(Part[FgdnShip]):
    """One reduction roll for all fires of a ship that are due, or for all her flooding. A D10 makes them go down, stay or grow.
    It uses the level of fire and flooding together, as it is before either roll.
    """

    id, title, section = "reduce", "Fight fire or flooding", "8.2"
    says = "{ship} fights {kind}"
    ship: str
    kind: str
    level: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("reduction")
        severe = at_least(ship.casualties.flooding_level, SEVERE)
        modifiers = tuple(self._modifiers(battle, ship))
        said = Says.fought_as(kind=self.kind, level=self.level)
        result: str = yield ReductionThrow(said, table.thrown, modifiers, table=table, line=self.level)
        if result == NO_CHANGE:
            yield from note(Says.no_change(ship=ship, kind=self.kind))
        else:
            dice = result.lstrip("+-")
            percent = yield from roll(Says.per_cent_changed(kind=self.kind), dice)
            percent = -percent if result.startswith("-") else percent
            after = tuple(changed(battle, ship, self.kind, percent))
            total = sum(one.percent for one in after)
            said = Says.casualty_now(kind=self.kind, percent=total) if total else Says.casualty_out(kind=self.kind)
            yield from new_duties(battle, ship, casualties_of(self.kind).set(ship, after, said=said))
            yield from tally(f"{self.kind} change", percent, ship)
            yield from end_of_help(battle, ship)
        if ship.is_submarine and self.kind == FLOODING:  # a submarine gets one roll before she must surface (8.2, F63)
            still_severe = severe and at_least(ship.casualties.flooding_level, SEVERE)
            yield from FgdnShip.severe_flooding_fought.set(ship, still_severe)

    def _modifiers(self, battle: FgdnBattle, ship: FgdnShip) -> Iterator[Modifier]:
        printed = battle.tables.modifier_list("reduction")
        if self.kind == FIRE:
            if is_lit(ship) and not (ship.wind_on_bow and ship.speed <= battle.figure(SLOWED)):
                yield printed.line("not turned")
            causes = {one.cause for one in ship.fires if to_reduce(battle, one)}
            burning = [line for name, line in printed.lines.items() if name in causes]
            if battle.reading("reduction_of_several") == "hardest":
                burning = sorted(burning, key=lambda line: -line.value)[:1]
            yield from burning
            yield from crew_modifier(battle, ship, "reduction")
        if self._better_crew(battle, ship):
            yield printed.line("national crew")

    def _better_crew(self, battle: FgdnBattle, ship: FgdnShip) -> bool:
        if not FgdnFacts(battle).national_crews:
            return False
        if self.kind == FIRE and battle.reading("national_crew_fights") != "fire and flooding":
            return False
        crews = battle.tables.table("damage_control_crews")
        nation = ship.card.nation if ship.card.nation in crews.rows.labels else ALL_OTHERS
        return crews.text(nation, "better") == "yes"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, ship = happened.before.ship(self.ship).casualties, happened.after.ship(self.ship).casualties
        was, percent = (sum(one.percent for one in each.of(self.kind)) for each in (before, ship))
        threw = f"{thrown(happened.rolls[:1])} against {self.level}"
        new = new_duties_of(happened.before.ship(self.ship), happened.after.ship(self.ship)) if percent > was else ()
        means, what = sentences(threw, *new), self.kind.upper()
        if not percent:
            kind, head, words = GOOD, f"{self.kind} out", f"{what} OUT on {self.ship}"
        elif percent == was:
            kind, head, words = MISSED, "no change", f"NO CHANGE of the {self.kind} on {self.ship}: {was} %"
        else:
            kind, head = (HURT, "grows") if percent > was else (GOOD, "less")
            verb = "GROWS" if percent > was else "IS LESS"
            words = f"{what} {verb} on {self.ship}: {percent} %, {was} before, now {ship.level(self.kind)}"
        yield Result(kind=kind, head=head, words=f"{words}.", means=means, subject=self.ship)


def changed(battle: FgdnBattle, ship: FgdnShip, kind: str, percent: int) -> Iterator[Casualty]:
    """A ship's fires or flooding after ``percent`` was added, which is below 0 for a reduction. Those that are due change, the
    oldest first. A fire or flooding at 0 % is out (F35).
    """
    every = list(ship.casualties.of(kind))
    places = [place for place, one in enumerate(every) if to_reduce(battle, one)]
    if battle.reading("reduction_comes_off") != "oldest":
        places.reverse()
    for place in places:
        before = every[place].percent
        every[place] = every[place]._replace(percent=max(before + percent, 0))
        percent = min(before + percent, 0)
    yield from (one for one in every if one.percent)


def does_damage(battle: FgdnBattle, casualty: Casualty) -> bool:
    """Whether a fire or flooding does damage this turn. It does on its third turn, and on each Intermediate Turn after that."""
    first = casualty.since if casualty.at_once else first_due(battle, casualty)
    later = battle.turn > first and is_intermediate(battle)
    return later or (battle.turn == first and not casualty.at_once)


def due_percent(battle: FgdnBattle, ship: FgdnShip, kind: str) -> list[int]:
    """The percentages of all fires, or of all flooding, that do damage this turn."""
    return [one.percent for one in ship.casualties.of(kind) if does_damage(battle, one)]


def due_points(battle: FgdnBattle, ship: FgdnShip) -> int:
    """The points that fire and flooding do this turn. The percentages are added up and rounded once (F16)."""
    percents = [percent for kind in KINDS for percent in due_percent(battle, ship, kind)]
    if battle.reading("due_together") == "summed":
        return share(battle, ship, sum(percents))
    return sum(share(battle, ship, percent) for percent in percents)


class SecondaryDamage(Part[FgdnShip]):
    """Fire and flooding take a percentage of the ship's original points, and may cause critical hits."""

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
    """A fire of level Overwhelmed may reach the magazines. The chance grows by 25 percentage points in each Intermediate Turn."""

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
            yield lost_result(happened, self.ship)
            return
        words = f"{self.ship}: THE FIRE DOES NOT REACH THE MAGAZINES."
        each = happened.before.figure("fire reaches the magazines, each Intermediate Turn")
        turns = happened.after.ship(self.ship).conflagration
        means = f"{turns * each} % this time, {(turns + 1) * each} % in the next Intermediate Turn unless she floods them."
        yield Result(kind=GOOD, head="magazines safe", words=words, means=means, subject=self.ship)


class CapsizeRisk(Part[FgdnShip]):
    """A ship with flooding of level Overwhelmed may capsize."""

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
            yield lost_result(happened, self.ship)
            return
        percent = happened.before.figure("capsizing, each Intermediate Turn")
        means = sentence(f"{percent} % in each Intermediate Turn while the flooding is {OVERWHELMED}")
        words = f"{self.ship} DOES NOT CAPSIZE."
        yield Result(kind=GOOD, head="upright", words=words, means=means, subject=self.ship)


def in_peril(battle: FgdnBattle, ship: FgdnShip) -> list[Part[FgdnShip]]:
    """The parts for the worst dangers of fire and flooding in an Intermediate Turn (8.2). Empty if there are none."""
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
    """The parts for a ship's reduction rolls that are due: one for all fires and one for all flooding. Both rolls use one level,
    that of fire and flooding together.
    """
    kinds = [kind for kind in KINDS if ship.fit and any(to_reduce(battle, one) for one in ship.casualties.of(kind))]
    level = fighting_level(battle, ship) if kinds else ""
    return [Reduce(ship=ship.name, kind=kind, level=level) for kind in kinds]


def is_due(battle: FgdnBattle, ship: FgdnShip) -> bool:
    """Whether anything about the ship's fire or flooding must be settled in this phase."""
    every = (*ship.fires, *ship.floods)
    fought = any(to_reduce(battle, one) for one in every)
    if battle.phase == PLOTTING:
        return fought
    return fought or bool(in_peril(battle, ship)) or any(does_damage(battle, one) for one in every)


class SettleCasualties(Order[FgdnShip]):
    """Settle a ship's fire and flooding for this phase. In the Plotting Phase of an Intermediate Turn they are fought. In the
    Resolution Phase they do damage, are fought for the first time, and may reach the magazines or capsize her.

    The chance to reach the magazines starts again at its first figure once the fire is below Overwhelmed (F36).
    """

    id, title, key, section = "casualties", "Fire and flooding", "F", "8.2"
    says = "{ship}: fire and flooding"
    phases = (PLOTTING, RESOLUTION)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: FgdnBattle) -> None:
        ship = battle.ship(self.ship)
        require_fit(ship)
        require(not ship.settled[battle.phase], f"{ship}'s fire and flooding are settled in this step")
        require(is_due(battle, ship), f"no fire or flooding of {ship} is due in this step")

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from FgdnShip.settled[battle.phase].mark(ship)
        if battle.phase == PLOTTING:
            yield from run(*reductions(battle, ship))
        else:
            if any(due_percent(battle, ship, kind) for kind in KINDS):
                yield from run(SecondaryDamage(ship=self.ship))
            steps = (reductions, in_peril) if battle.reading("due_order") == "reduction first" else (in_peril, reductions)
            for due in steps:
                yield from run(*due(battle, ship))
        if ship.casualties.fire_level != OVERWHELMED and battle.reading("magazine_count") == "starts again":
            yield from FgdnShip.conflagration.clear(ship)


def casualties_fall_due(battle: FgdnBattle) -> Effects:
    """Settle all fire and flooding that is due in this phase and that the referee has not settled (8.2, F19)."""
    due = [ship for ship in fit_ships(battle) if is_due(battle, ship) and not ship.settled[battle.phase]]
    yield from run(*(SettleCasualties(ship=ship.name) for ship in due))
    if battle.phase != PLOTTING and not due and not any(ship.settled[battle.phase] for ship in battle.ships()):
        yield from note(Says.nothing_due, "8.2")


ORDERS = (SettleCasualties,)
PARTS = (SecondaryDamage, Reduce, MagazineRisk, CapsizeRisk)
