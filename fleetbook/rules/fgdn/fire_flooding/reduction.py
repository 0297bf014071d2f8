"""How fires and flooding are fought (8.2): the reduction rolls."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GOOD, HURT, MISSED, Result
from fleetbook.core.orders.effects import Effects, note, roll, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.fire_flooding.casualties import crew_modifier, first_due
from fleetbook.rules.fgdn.fire_flooding.damage_control import end_of_help
from fleetbook.rules.fgdn.fire_flooding.severity import duties_told, fights_with_the_wind, is_lit, kept, new_duties
from fleetbook.rules.fgdn.ground.casualties_on_ship import Casualty
from fleetbook.rules.fgdn.ground.clock import is_intermediate
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.percent_rolls import ReductionThrow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.terms import ALL_OTHERS, FIRE, FLOODING, PLOTTING, SEVERE, at_least
from fleetbook.rules.fgdn.words import Says
from fleetbook.rules.kit.said import sentences, thrown

NO_CHANGE = "NC"


def to_reduce(battle: FgdnBattle, casualty: Casualty) -> bool:
    """Whether a casualty's reduction roll is due in this phase: in Resolution on its third turn, and in the Plotting
    Phase of each Intermediate Turn after that, or by a reading in its Resolution Phase (8.2, F19).
    """
    due = first_due(battle, casualty)
    plotting = battle.phase == PLOTTING
    if battle.turn == due:
        return not plotting
    fought_now = plotting == (battle.reading("intermediate_reduction") == PLOTTING)
    return battle.turn > due and is_intermediate(battle) and fought_now


class Reduce(Part[FgdnShip]):
    """One D10 for all fires, or for all flooding, of a ship that are due: fewer per cent, no change, or more. The level is that
    of both together before either is rolled for.
    """

    id, title, section = "reduce", "Fight fire or flooding", "8.2"
    says = "{ship} fights {kind}"
    ship: str
    kind: str
    level: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        severe = at_least(battle.ship(self.ship).casualties.flooding_level, SEVERE)
        yield from self._fight(battle)
        yield from self._one_chance(battle, severe=severe)

    def _fight(self, battle: FgdnBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("reduction")
        modifiers = tuple(self._modifiers(battle, ship))
        said = Says.fought_as(kind=self.kind, level=self.level)
        result: str = yield ReductionThrow(said, table.thrown, modifiers, table=table, line=self.level)
        if result == NO_CHANGE:
            yield from note(Says.no_change(ship=ship, kind=self.kind))
            return
        dice = result.lstrip("+-")
        percent = yield from roll(Says.per_cent_changed(kind=self.kind), dice)
        yield from self._change(battle, ship, -percent if result.startswith("-") else percent)

    def _one_chance(self, battle: FgdnBattle, *, severe: bool) -> Effects:
        """A submarine's Severe flooding has been rolled for, the one time before she must surface (8.2, F63)."""
        ship = battle.ship(self.ship)
        if ship.is_submarine and self.kind == FLOODING:
            left_so = severe and at_least(ship.casualties.flooding_level, SEVERE)
            yield from FgdnShip.severe_flooding_fought.set(ship, left_so)

    def _modifiers(self, battle: FgdnBattle, ship: FgdnShip) -> Iterator[Modifier]:
        printed = battle.tables.modifier_list("reduction")
        if self.kind == FIRE:
            yield from self._of_fire(battle, ship)
        if self._better_crew(battle, ship):
            yield printed.line("national crew")

    def _of_fire(self, battle: FgdnBattle, ship: FgdnShip) -> Iterator[Modifier]:
        printed = battle.tables.modifier_list("reduction")
        if is_lit(ship) and not fights_with_the_wind(battle, ship):
            yield printed.line("not turned")
        causes = {one.cause for one in ship.fires if to_reduce(battle, one)}
        burning = [line for name, line in printed.lines.items() if name in causes]
        if battle.reading("reduction_of_several") == "hardest":
            burning = sorted(burning, key=lambda line: -line.value)[:1]
        yield from burning
        yield from crew_modifier(battle, ship, "reduction")

    def _better_crew(self, battle: FgdnBattle, ship: FgdnShip) -> bool:
        if not FgdnFacts(battle).national_crews:
            return False
        if self.kind == FIRE and battle.reading("national_crew_fights") != "fire and flooding":
            return False
        crews = battle.tables.table("damage_control_crews")
        nation = ship.card.nation if ship.card.nation in crews.rows.labels else ALL_OTHERS
        return crews.text(nation, "better") == "yes"

    def _change(self, battle: FgdnBattle, ship: FgdnShip, percent: int) -> Effects:
        after = tuple(changed(battle, ship, self.kind, percent))
        total = sum(one.percent for one in after)
        said = Says.casualty_now(kind=self.kind, percent=total) if total else Says.casualty_out(kind=self.kind)
        yield from new_duties(battle, ship, kept(self.kind).set(ship, after, said=said))
        yield from tally(f"{self.kind} change", percent, ship)
        yield from end_of_help(battle, ship)

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, ship = happened.before.ship(self.ship).casualties, happened.after.ship(self.ship).casualties
        was, percent = (sum(one.percent for one in each.of(self.kind)) for each in (before, ship))
        threw = f"{thrown(happened.rolls[:1])} against {self.level}"
        new = duties_told(happened, self.ship) if percent > was else []
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
    """A ship's casualties after a reduction (below 0) or an increase: it goes to those due, the oldest first, and one that comes
    to nothing is out (F35).
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
