"""Strategic random events: the throw at the start of a turn, the fleets struck and the effects."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import count
from typing import Any, TypeAlias

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import DONE, GOOD, HURT, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, choose, draw, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.gwas.ground.card import ESCORT, INTERCEPT, RAID, TRANSPORT
from fleetbook.rules.gwas.ground.combat import side_of
from fleetbook.rules.gwas.ground.facts import GwasFacts, Writes, owner
from fleetbook.rules.gwas.ground.fleets import Fleet, fleet_names, fleet_now, fleet_of, fleets, fleets_ever
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.mines import mine_damage
from fleetbook.rules.gwas.strategic.plotting import abort, divided_off, given_up
from fleetbook.rules.gwas.weapons.damage import cast_off
from fleetbook.rules.gwas.weapons.results import damaged
from fleetbook.rules.gwas_variant.events import IGNORED, STRUCK, leader_ignores, nothing_came, reason_in_words, struck_side
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
    VariantShip,
)
from fleetbook.rules.gwas_variant.strategic_rules.raiders import reveal_next_zone, reveal_ships, revealed
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import sentences

SECTION = "Strategic random events"
NEUTRAL_REPORT = "Neutral Report"
PLOTTING_MISSIONS = RAID, INTERCEPT
UNSHAKEN_MISSIONS = TRANSPORT, ESCORT
Found: TypeAlias = Generator[Effect, Any, Fleet | None]
Coastal: TypeAlias = tuple[str, ...]
"""The names of the fleets that are in coastal zones."""


class StrategicEvent(Order[GwasShip]):
    """Roll for this turn's random event and apply it."""

    id, title, key, section = "strategic-event", "Random event of the turn", "e", SECTION
    phases, unread, by_referee = (STRATEGIC_EVENT,), ("coastal",), True
    coastal: tuple[str, ...] = fields.several("fleets in coastal zones", fleet_names)

    def check(self, battle: GwasBattle) -> None:
        require(not strategic_event_rolled(battle), "the random event of this turn has been rolled")

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
            own = next((own for own in fleets(battle, side) if VariantFleet.reported.value(own)), None)
            if own:
                yield from reveal_ships(own)
                yield from reveal_next_zone(own, battle.turn)

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
    """Apply an event to one side. Only that side may know the details."""

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
        none = happened.noted(Says.no_event_because)
        if none:
            yield nothing_came(f"{self.event}, {reason_in_words(happened, none[0])}")
        elif self.event in RESULTS:
            yield from RESULTS[self.event](happened)


def strategic_event_rolled(battle: GwasBattle) -> bool:
    """Whether this turn's random event has been rolled for."""
    return GwasFacts(battle).settled[StrategicEvent.id]


# ------------------------------------------------------------ fleets that an event may strike


def at_sea(battle: GwasBattle, side: str, missions: Sequence[str] = ()) -> list[Fleet]:
    """A side's fleets at sea, with any mission or with one of these missions."""
    found = [own for own in fleets(battle, side) if not missions or own.mission in missions]
    return [own for own in found if not own.in_port] if battle.reading("events_at_sea_only") else found


def _drawn(label: Words, among: Sequence[Fleet]) -> Found:
    """One of these fleets, drawn by chance, or None if there are none."""
    if not among:
        yield from note(Says.no_event_because(why=Says.no_fleet_at_sea))
        return None
    name = yield from draw(label, [(own.name, 1) for own in among])
    return next(own for own in among if own.name == name)


def _chosen(label: Words, among: Sequence[Fleet], side: str) -> Found:
    """One of these fleets, chosen by their side, or None if there are none."""
    if not among:
        yield from note(Says.no_event_because(why=Says.no_fleet_at_sea))
        return None
    name = yield from choose(label, [own.name for own in among], side)
    return next(own for own in among if own.name == name)


def _waterborne(own: Fleet) -> list[GwasShip]:
    return [ship for ship in own.ships if ship.waterborne]


# ------------------------------------------------------------ effects


def rogue_mine(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A drifting mine hits a ship of one fleet, drawn among those in coastal zones if there are any."""
    every = [own for own in at_sea(battle, side) if _waterborne(own)]
    own = yield from _drawn(Says.which_fleet, [own for own in every if own.name in coastal] or every)
    if own:
        name = yield from draw(Says.which_ship, [(ship.name, 1) for ship in _waterborne(own)])
        yield from mine_damage(battle, battle.ship(name))


def condenser_problems(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A ship breaks down and goes home. She is drawn from a fleet that moved two zones last turn, if there is one."""
    every = [own for own in at_sea(battle, side) if _waterborne(own)]
    far = battle.figure("Condenser Problems, zones moved last turn")
    fast = [own for own in every if own.zones_moved(battle.turn - 1) >= far] or every
    ships = [ship for own in fast for ship in _waterborne(own)]
    if not ships:
        yield from note(Says.no_event_because(why=Says.no_ship_at_sea))
        return
    name = yield from draw(Says.which_ship, [(ship.name, 1) for ship in ships])
    yield from _breaks_down(battle, battle.ship(name))


def _breaks_down(battle: GwasBattle, ship: GwasShip) -> Effects:
    """The ship loses speed, but not below the slowest speed class, and returns to port at once. If she is not alone, she leaves
    as a fleet of her own.
    """
    ladder = battle.tables.table("speeds").rows.labels
    slowest = battle.printed("Condenser Problems, slowest class")
    can = max(ladder.index(ship.speed_out_of_port) - ladder.index(slowest), 0)
    lost = min(battle.figure("Condenser Problems, speed lost"), can)
    if lost:
        yield from GwasShip.speed_lost.add(ship, lost, said=Says.condenser_problems)
    yield from VariantShip.homeward.set(ship, said=Says.must_return)
    if battle.reading("homeward_alone"):
        own = fleet_of(battle, ship)
        if len(own.ships) > 1:
            name = _free_name(own)
            yield from divided_off(own, name)
            yield from cast_off(ship)
            yield from GwasShip.joined.set(ship, name, said=Says.leaves_own_fleet(fleet=own))
        yield from abort(battle, fleet_of(battle, ship))


def _free_name(own: Fleet) -> str:
    """An unused name for the ship's new fleet. It must not name the ship, because the enemy may see it on the map."""
    taken = {each.name for each in fleets_ever(own.battle)}
    names = (f"{own} homeward{f' {number}' if number > 1 else ''}" for number in count(1))
    return next(name for name in names if name not in taken)


def erroneous_report(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A fleet on a raid or intercept mission must plot three turns at once and then none for two turns. Its leader may ignore the
    event.
    """
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side, PLOTTING_MISSIONS))
    if own is None or (own.leader and (yield from leader_ignores(battle, Says.report_in_error))):
        return
    turns = battle.figure("Erroneous Report, turns plotted")
    yield from VariantFleet.erroneous.mark(own, Says.erroneous_report(turns=turns))


def situation_clarifies(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A side chooses a fleet of its own on a raid or intercept mission. The fleet cancels its next move and writes new orders
    from that turn on.
    """
    own = yield from _chosen(Says.plotting_anew, at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        yield from _plots_again(battle, own, battle.turn + battle.figure("Situation Clarifies, first turn ahead"))


def this_just_in(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A side chooses a fleet of its own on a raid or intercept mission. The fleet may change all its orders, even this turn's."""
    own = yield from _chosen(Says.changing_orders, at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        yield from _plots_again(battle, own, battle.turn)


def _plots_again(battle: GwasBattle, own: Fleet, first: int) -> Effects:
    yield from VariantFleet.erroneous.clear(own)
    yield from Fleet.written[battle.turn].set(own, Writes(PLOTTING, first), said=Says.may_plot_anew(turn=first))


def neutral_report(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """Draw the fleet that a neutral reports. The event order then reveals it to the enemy."""
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side))
    if own:
        yield from VariantFleet.reported.mark(own)


def danger_ahead(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A fleet does not move this turn. If two zones were plotted, it uses fuel as for one zone."""
    own = yield from _drawn(Says.which_fleet, at_sea(battle, side))
    if own is None:
        return
    if len(own.plan.zones) >= battle.figure("Danger Ahead, zones plotted"):
        used = battle.figure("Danger Ahead, fuel of a fleet plotted to move 2 zones")
        for ship in own.ships:
            yield from GwasShip.zones_run.add(ship, used)
    yield from VariantFleet.held.mark(own, Says.danger_ahead)
    yield from _put_off(battle, own)


def _put_off(battle: GwasBattle, own: Fleet) -> Effects:
    """Put off by one turn the order of this turn and all orders that follow it without a gap."""
    waiting = own.order
    yield from Fleet.orders[battle.turn].clear(own)
    turn = battle.turn + 1
    while waiting and battle.reading("danger_puts_orders_off"):
        following = own.orders[turn]
        yield from Fleet.orders[turn].set(own, waiting)
        waiting, turn = following, turn + 1


def all_is_lost(battle: GwasBattle, side: str, coastal: Coastal) -> Effects:
    """A fleet aborts its mission. Its side may ignore the event if the fleet has a leader, or if its mission is transport or
    escort.
    """
    own = yield from _drawn(Says.which_fleet, [own for own in at_sea(battle, side) if own.mission])
    if own is None:
        return
    unshaken = own.leader or own.mission in UNSHAKEN_MISSIONS
    if unshaken and (yield from choose(Says.all_is_lost(fleet=own), ("ignore it", "abort"), side)) == "ignore it":
        yield from note(Says.ignores_event(fleet=own))
        return
    yield from abort(battle, own)


EFFECTS: dict[str, Callable[[GwasBattle, str, Coastal], Effects]] = {
    ROGUE_MINE: rogue_mine,
    CONDENSERS: condenser_problems,
    ERRONEOUS_REPORT: erroneous_report,
    CLARIFIES: situation_clarifies,
    NEUTRAL_REPORT: neutral_report,
    JUST_IN: this_just_in,
    DANGER_AHEAD: danger_ahead,
    ALL_LOST: all_is_lost,
}


# ------------------------------------------------------------ results


def _condensers(happened: Happened[GwasShip]) -> Iterator[Result]:
    drawn = [roll.result for roll, _ in happened.throws(Says.which_ship)]
    alone_at_sea = [change.subject for fact in (VariantShip.homeward, GwasShip.speed_lost) for change in happened.changes(fact)]
    if not (names := drawn or alone_at_sea):
        yield nothing_came("the one ship at sea goes home with condenser problems already")
        return
    ship = happened.after.ship(names[0])
    alone = f"mission given up: {ship.fleet}, which writes new orders" if happened.changes(Fleet.mission) else ""
    words = f"{ship} HAS CONDENSER PROBLEMS: speed {ship.speed_out_of_port} at most."
    means = sentences("she must return to port at once", alone)
    yield Result(kind=HURT, head="condensers", words=words, means=means, subject=ship.name)


def _erroneous(happened: Happened[GwasShip]) -> Iterator[Result]:
    misled = [change.subject for change in happened.changes(VariantFleet.erroneous)]
    turns = happened.before.figure("Erroneous Report, turns plotted")
    if misled:
        words = f"{misled[0]} PLOTS {turns} TURNS AT ONCE, and no others until these are over."
        brief = f"ERRONEOUS REPORT: {misled[0]} plots {turns} turns at once"
        yield Result(kind=HURT, head="erroneous", words=words, brief=brief)
    else:
        how, brief = f"on {happened.rolls[-1].total}", "ERRONEOUS REPORT: the leader sees through it"
        yield Result(kind=GOOD, head="seen through", words=f"THE LEADER SEES THROUGH IT {how}.", brief=brief, how=how)


def _plotting_again(happened: Happened[GwasShip]) -> Iterator[Result]:
    for change in happened.changed(Says.may_plot_anew):
        first = change.said.values["turn"] if change.said else ""
        yield Result(kind=GOOD, head="plots anew", words=f"{change.subject} MAY PLOT anew from turn {first}.")


def _danger(happened: Happened[GwasShip]) -> Iterator[Result]:
    (held,) = happened.changes(VariantFleet.held)
    off = "its orders are put off by a turn" if happened.changes(Fleet.orders) else ""
    brief = f"NO MOVE this turn for {held.subject}: danger ahead"
    yield Result(kind=HURT, head="held up", words=f"{brief}.", means=sentences(off), brief=brief)


def _all_lost(happened: Happened[GwasShip]) -> Iterator[Result]:
    for change in happened.changes(Fleet.mission):
        yield given_up(fleet_now(happened, change.subject), f"MISSION GIVEN UP: {change.subject}, all is lost.")
    for said in happened.noted(Says.ignores_event):
        yield Result(kind=GOOD, head=IGNORED, words=f"IGNORED by {said.values['fleet']}.")


RESULTS: dict[str, Callable[[Happened[GwasShip]], Iterator[Result]]] = {
    ROGUE_MINE: lambda happened: iter([damaged(happened, happened.struck[0], "STRIKES A MINE ADRIFT", "strikes a mine")]),
    CONDENSERS: _condensers,
    ERRONEOUS_REPORT: _erroneous,
    CLARIFIES: _plotting_again,
    JUST_IN: _plotting_again,
    DANGER_AHEAD: _danger,
    ALL_LOST: _all_lost,
}
