"""Strategic random events: two dice at the start of the turn, and whom they strike."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, choose, draw, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.card import ESCORT, INTERCEPT, RAID, TRANSPORT
from fleetbook.rules.gwas.ground.combat_state import side_of
from fleetbook.rules.gwas.ground.facts import GwasFacts, Writes, owner
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_names, fleets
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.mines import mine_damage
from fleetbook.rules.gwas.strategic.movement import plotted_zones
from fleetbook.rules.gwas.strategic.plotting import abort
from fleetbook.rules.gwas_variant.affected_side import STRUCK, leader_ignores, struck_side
from fleetbook.rules.gwas_variant.condensers import breaks_down
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.state import (
    ALL_LOST,
    CLARIFIES,
    CONDENSERS,
    DANGER_AHEAD,
    ERRONEOUS_REPORT,
    JUST_IN,
    NO_EVENT,
    ROGUE_MINE,
    VariantFleet,
)
from fleetbook.rules.gwas_variant.strategic_rules.raiders import reveal_next_zone, reveal_ships, revealed
from fleetbook.rules.gwas_variant.told import nothing_came, struck_by
from fleetbook.rules.gwas_variant.words import Says

SECTION = "Strategic random events"
NEUTRAL_REPORT = "Neutral Report"
PLOTTING_MISSIONS = RAID, INTERCEPT
UNSHAKEN_MISSIONS = TRANSPORT, ESCORT
Found: TypeAlias = Generator[Effect, Any, Fleet | None]


def at_sea(battle: GwasBattle, side: str, missions: Sequence[str] = ()) -> list[Fleet]:
    """The fleets of a side that an event may strike: those at sea, all or those of some missions."""
    found = [own for own in fleets(battle, side) if not missions or own.mission in missions]
    return [own for own in found if not own.in_port] if battle.reading("events_at_sea_only") else found


class StrategicEvent(Order[GwasShip]):
    """The random event of this turn, with everything that follows from it."""

    id, title, key, section = "strategic-event", "Random event of the turn", "e", SECTION
    phases, unread = (STRATEGIC_EVENT,), ("coastal",)
    coastal: tuple[str, ...] = fields.several("fleets in coastal zones", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        require(not strategic_event_rolled(battle), "the random event of this turn is rolled")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from GwasFacts.settled[self.id].mark(GwasFacts(battle))
        event = str((yield from roll_on(battle.tables.table("strategic_events"))))
        if event == NO_EVENT:
            yield from note(Says.no_event)
            return
        side = yield from struck_side(battle)
        coastal = tuple(name for name in self.coastal if owner(battle, name) == side)
        yield from run(Struck(event=event, side=side, coastal=coastal))
        if event == NEUTRAL_REPORT:
            yield from reported(battle, side)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts
        event, side = happened.rolls[0], [roll.result for roll in happened.rolls if roll.table == "event_side"]
        if not side:
            yield nothing_came()
            return
        known = [own for own in fleets(happened.after) if VariantFleet.reported.value(own)]
        yield from (revealed(own, "REPORTED by a neutral") for own in known)
        words = f"{event.result.upper()} for {side_of(happened.before, side[0])}."
        yield Result(kind=DONE, head="event", words=words)


class Struck(Part[GwasShip]):
    """Whom an event strikes, and what it does: its own side's to know."""

    id, title, section = STRUCK, "Struck by an event", SECTION
    says = "{event}: {side}"
    event: str
    side: str
    coastal: tuple[str, ...]

    @property
    def doing(self) -> Cause:
        return Cause(how=self.event.lower())

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from EFFECTS[self.event](battle, self.side, self.coastal)

    def only_for(self, battle: GwasBattle) -> str:
        return self.side

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from struck_by(happened, self.event)


def strategic_event_rolled(battle: GwasBattle) -> bool:
    """Whether the event of this turn is rolled."""
    return GwasFacts(battle).settled[StrategicEvent.id]


EventEffect: TypeAlias = Callable[[GwasBattle, str, tuple[str, ...]], Effects]


def _drawn(label: Words, among: Sequence[Fleet]) -> Found:
    """One fleet by a die; none where there is none."""
    if not among:
        yield from note(Says.no_event_because(why=Says.no_fleet_at_sea))
        return None
    name = yield from draw(label, [(own.name, 1) for own in among])
    return next(own for own in among if own.name == name)


def _chosen(label: Words, among: Sequence[Fleet], side: str) -> Found:
    """One fleet by its owner's choice; none where there is none."""
    if not among:
        yield from note(Says.no_event_because(why=Says.no_fleet_at_sea))
        return None
    name = yield from choose(label, [own.name for own in among], side)
    return next(own for own in among if own.name == name)


def _waterborne(own: Fleet) -> list[GwasShip]:
    return [ship for ship in own.ships if ship.waterborne]


def rogue_mine(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A mine adrift strikes one ship of a fleet, in a coastal zone if one is there."""
    every = [own for own in at_sea(battle, side) if _waterborne(own)]
    own = yield from _drawn(Says.which_fleet, [own for own in every if own.name in coastal] or every)
    if own:
        name = yield from draw(Says.which_ship, [(ship.name, 1) for ship in _waterborne(own)])
        yield from mine_damage(battle, battle.ship(name))


def condenser_problems(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A ship breaks down, of a fleet that moved two zones last turn if one did, and goes home."""
    every = [own for own in at_sea(battle, side) if _waterborne(own)]
    far = battle.figure("Condenser Problems, zones moved last turn")
    fast = [own for own in every if own.zones_moved(battle.turn - 1) >= far] or every
    ships = [ship for own in fast for ship in _waterborne(own)]
    if not ships:
        yield from note(Says.no_event_because(why=Says.no_ship_at_sea))
        return
    name = yield from draw(Says.which_ship, [(ship.name, 1) for ship in ships])
    yield from breaks_down(battle, battle.ship(name))


def erroneous_report(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet plots three turns at once, and then none for two, unless its leader knows better."""
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side, PLOTTING_MISSIONS))
    if own is None or (own.leader and (yield from leader_ignores(battle, "an erroneous report"))):
        return
    turns = battle.figure("Erroneous Report, turns plotted")
    yield from VariantFleet.erroneous.mark(own, Says.erroneous_report(turns=turns))


def situation_clarifies(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet, of its owner's choice, strikes out its next move and plots anew from it."""
    own = yield from _chosen(Says.plotting_anew, at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        yield from _plots_anew(battle, own, battle.turn + battle.figure("Situation Clarifies, first turn ahead"))


def this_just_in(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet, of its owner's choice, may change all its orders, this turn's too."""
    own = yield from _chosen(Says.changing_orders, at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        yield from _plots_anew(battle, own, battle.turn)


def _plots_anew(battle: GwasBattle, own: Fleet, first: int) -> Effects:
    yield from VariantFleet.erroneous.clear(own)
    yield from Fleet.written[battle.turn].set(own, Writes(PLOTTING, first), said=Says.may_plot_anew(turn=first))


def neutral_report(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet is drawn that a neutral reports."""
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side))
    if own:
        yield from VariantFleet.reported.mark(own)


def reported(battle: GwasBattle, side: str) -> Effects:
    """The enemy learns of the fleet that a neutral reports its ships, and where it goes this turn."""
    own = next((own for own in fleets(battle, side) if VariantFleet.reported.value(own)), None)
    if own:
        yield from reveal_ships(own)
        yield from reveal_next_zone(own, battle.turn)


def danger_ahead(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet does not move this turn; one that would have moved two zones uses the fuel of one."""
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side))
    if own is None:
        return
    if len(plotted_zones(own)) >= battle.figure("Danger Ahead, zones plotted"):
        used = battle.figure("Danger Ahead, fuel of a fleet plotted to move 2 zones")
        for ship in own.ships:
            yield from GwasShip.zones_run.add(ship, used)
    yield from VariantFleet.held.mark(own, Says.danger_ahead)
    yield from _a_turn_later(battle, own)


def _a_turn_later(battle: GwasBattle, own: Fleet) -> Effects:
    """The order of this turn is not carried out; it and those that follow are put off by a turn."""
    waiting = own.order
    yield from Fleet.orders[battle.turn].clear(own)
    turn = battle.turn + 1
    while waiting and battle.reading("danger_puts_orders_off"):
        following = own.orders[turn]
        yield from Fleet.orders[turn].set(own, waiting)
        waiting, turn = following, turn + 1


def all_is_lost(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet aborts; one with a leader, or that transports or escorts, only if it likes."""
    own = yield from _drawn(Says.which_fleet, [own for own in at_sea(battle, side) if own.mission])
    if own is None:
        return
    unshaken = own.leader or own.mission in UNSHAKEN_MISSIONS
    if unshaken and (yield from choose(Says.all_is_lost(fleet=own), ("ignore it", "abort"), side)) == "ignore it":
        yield from note(Says.ignores_event(fleet=own))
        return
    yield from abort(battle, own)


EFFECTS: dict[str, EventEffect] = {
    ROGUE_MINE: rogue_mine,
    CONDENSERS: condenser_problems,
    ERRONEOUS_REPORT: erroneous_report,
    CLARIFIES: situation_clarifies,
    NEUTRAL_REPORT: neutral_report,
    JUST_IN: this_just_in,
    DANGER_AHEAD: danger_ahead,
    ALL_LOST: all_is_lost,
}
