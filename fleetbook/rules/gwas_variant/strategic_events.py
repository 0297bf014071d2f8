"""Strategic random events: two dice at the start of the turn, and whom they strike."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeAlias

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effect, Effects, add, choose, clear, draw, note, roll_on, run, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.combat_state import is_settled, settled
from fleetbook.rules.gwas.ground.fleets import ORDER, WRITES, Fleet, fleet_names, fleets, owner
from fleetbook.rules.gwas.ground.hooks import order
from fleetbook.rules.gwas.ground.phases import PLOTTING
from fleetbook.rules.gwas.ground.rounds import ZONES_SINCE_BOX
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip
from fleetbook.rules.gwas.strategic.mines import mine_damage
from fleetbook.rules.gwas.strategic.movement import plotted_zones
from fleetbook.rules.gwas.strategic.plotting import abort
from fleetbook.rules.gwas_variant.affected_side import leader_ignores, struck_side
from fleetbook.rules.gwas_variant.condensers import breaks_down
from fleetbook.rules.gwas_variant.phases import STRATEGIC_EVENT
from fleetbook.rules.gwas_variant.state import HELD
from fleetbook.rules.gwas_variant.strategic_rules.plotting import ERRONEOUS
from fleetbook.rules.gwas_variant.strategic_rules.raiders import reveal_next_zone, reveal_ships

SECTION = "Strategic random events"
NEUTRAL_REPORT, REPORTED = "Neutral Report", "reported"
PLOTTING_MISSIONS = ("Raid", "Intercept")
UNSHAKEN_MISSIONS = ("Transport", "Escort")
Found: TypeAlias = Generator[Effect, Any, Fleet | None]


def at_sea(battle: GwasBattle, side: str, missions: Sequence[str] = ()) -> list[Fleet]:
    """The fleets of a side that an event may strike: those at sea, all or those of some missions."""
    found = [own for own in fleets(battle, side) if not missions or own.mission in missions]
    return [own for own in found if not own.in_port] if battle.reading("events_at_sea_only") else found


class StrategicEvent(Order[GwasShip]):
    """The random event of this turn, with everything that follows from it."""

    id, title, key, section = "strategic-event", "Random event of the turn", "e", SECTION
    phases = (STRATEGIC_EVENT,)
    coastal: tuple[str, ...] = fields.several("fleets in coastal zones", among=fleet_names, default=())

    def check(self, battle: GwasBattle) -> None:
        require(not is_settled(battle, self.id), "the random event of this turn is rolled", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from settled(battle, self.id)
        event = str((yield from roll_on(battle.tables.table("strategic_events"))))
        if event == "No Event":
            yield from note("no event", SECTION)
            return
        side = yield from struck_side(battle)
        coastal = tuple(name for name in self.coastal if owner(battle, name) == side)
        yield from run(order(battle, "struck", event=event, side=side, coastal=coastal))
        if event == NEUTRAL_REPORT:
            yield from reported(battle, side)


class Struck(Order[GwasShip]):
    """Whom an event strikes, and what it does: its own side's to know."""

    id, title, section = "struck", "Struck by an event", SECTION
    event: str = fields.text("event")
    side: str = fields.choice("side", among=lambda b, g: b.sides)
    coastal: tuple[str, ...] = fields.several("fleets in coastal zones", among=fleet_names)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from EFFECTS[self.event](battle, self.side, self.coastal)

    def only_for(self, battle: GwasBattle) -> str:
        return self.side

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.event}: {self.side}"


def strategic_event_rolled(battle: GwasBattle) -> bool:
    """Whether the event of this turn is rolled."""
    return is_settled(battle, StrategicEvent.id)


EventEffect: TypeAlias = Callable[[GwasBattle, str, tuple[str, ...]], Effects]


def _drawn(label: str, among: Sequence[Fleet]) -> Found:
    """One fleet by a die; none where there is none."""
    if not among:
        yield from note("no event: no such fleet at sea", SECTION)
        return None
    name = yield from draw(label, [(own.name, 1) for own in among], SECTION)
    return next(own for own in among if own.name == name)


def _chosen(label: str, among: Sequence[Fleet], side: str) -> Found:
    """One fleet by its owner's choice; none where there is none."""
    if not among:
        yield from note("no event: no such fleet at sea", SECTION)
        return None
    name = yield from choose(label, [own.name for own in among], side)
    return next(own for own in among if own.name == name)


def _drawn_ship(own: Fleet) -> Generator[Effect, Any, GwasShip]:
    name = yield from draw("which ship", [(ship.name, 1) for ship in own.ships], SECTION)
    return own.battle.ship(name)


def rogue_mine(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A mine adrift strikes one ship of a fleet, in a coastal zone if one is there."""
    every = at_sea(battle, side)
    own = yield from _drawn("which fleet", [own for own in every if own.name in coastal] or every)
    if own:
        yield from mine_damage(battle, (yield from _drawn_ship(own)))


def condenser_problems(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A ship breaks down, of a fleet that moved two zones last turn if one did, and goes home."""
    every = at_sea(battle, side)
    far = battle.tables.table("strategic_words").whole("Condenser Problems, zones moved last turn", "figure")
    fast = [own for own in every if own.zones_moved(battle.turn - 1) >= far] or every
    ships = [ship for own in fast for ship in own.ships]
    if not ships:
        yield from note("no event: no ship at sea", SECTION)
        return
    name = yield from draw("which ship", [(ship.name, 1) for ship in ships], SECTION)
    yield from breaks_down(battle, battle.ship(name))


def erroneous_report(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet plots three turns at once, and then none for two, unless its leader knows better."""
    own = yield from _drawn("which fleet", at_sea(battle, side, PLOTTING_MISSIONS))
    if own is None or (own.leader and (yield from leader_ignores(battle, "an erroneous report"))):
        return
    turns = battle.tables.table("strategic_figures").whole("Erroneous Report, turns plotted", "value")
    yield from set_fact(own, ERRONEOUS, battle.turn, text=f"{own} plots {turns} turns at once, and then none until they are over")


def situation_clarifies(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet, of its owner's choice, strikes out its next move and plots anew from it."""
    own = yield from _chosen("fleet that plots anew", at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        ahead = battle.tables.table("strategic_figures").whole("Situation Clarifies, first turn ahead", "value")
        yield from _plots_anew(battle, own, battle.turn + ahead)


def this_just_in(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A raiding or intercepting fleet, of its owner's choice, may change all its orders, this turn's too."""
    own = yield from _chosen("fleet that changes its orders", at_sea(battle, side, PLOTTING_MISSIONS), side)
    if own:
        yield from _plots_anew(battle, own, battle.turn)


def _plots_anew(battle: GwasBattle, own: Fleet, first: int) -> Effects:
    yield from clear(own, ERRONEOUS)
    yield from set_fact(own, WRITES, (PLOTTING, first), battle.turn, text=f"{own} may plot anew from turn {first}")


def neutral_report(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet is drawn that a neutral reports."""
    own = yield from _drawn("which fleet", at_sea(battle, side))
    if own:
        yield from set_fact(own, REPORTED, battle.turn)


def reported(battle: GwasBattle, side: str) -> Effects:
    """The enemy learns of the fleet that a neutral reports its ships, and where it goes this turn."""
    own = next((own for own in fleets(battle, side) if own.fact(REPORTED) == battle.turn), None)
    if own:
        yield from reveal_ships(own)
        yield from reveal_next_zone(own, battle.turn)


def danger_ahead(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet does not move this turn; one that would have moved two zones uses the fuel of one."""
    own = yield from _drawn("which fleet", at_sea(battle, side))
    if own is None:
        return
    if len(plotted_zones(battle, own)) >= battle.tables.table("strategic_words").whole("Danger Ahead, zones plotted", "figure"):
        used = battle.tables.table("strategic_figures").whole("Danger Ahead, fuel of a fleet plotted to move 2 zones", "value")
        for ship in own.ships:
            yield from add(ship, ZONES_SINCE_BOX, used)
    yield from set_fact(own, HELD, battle.turn, text=f"{own} sees danger ahead and does not move this turn")
    yield from _a_turn_later(battle, own)


def _a_turn_later(battle: GwasBattle, own: Fleet) -> Effects:
    """The order of this turn is not carried out; it and those that follow are put off by a turn."""
    waiting = own.order(battle.turn)
    yield from clear(own, ORDER, battle.turn)
    turn = battle.turn + 1
    while waiting and battle.reading("danger_puts_orders_off"):
        following = own.order(turn)
        yield from set_fact(own, ORDER, waiting, turn)
        waiting, turn = following, turn + 1


def all_is_lost(battle: GwasBattle, side: str, coastal: tuple[str, ...]) -> Effects:
    """A fleet aborts; one with a leader, or that transports or escorts, only if it likes."""
    own = yield from _drawn("which fleet", [own for own in at_sea(battle, side) if own.mission])
    if own is None:
        return
    unshaken = own.leader or own.mission in UNSHAKEN_MISSIONS
    if unshaken and (yield from choose(f"{own}: all is lost", ("ignore it", "abort"), side)) == "ignore it":
        yield from note(f"{own} ignores it", SECTION)
        return
    yield from abort(battle, own)


EFFECTS: dict[str, EventEffect] = {
    "Rogue Mine": rogue_mine,
    "Condenser Problems": condenser_problems,
    "Erroneous Report": erroneous_report,
    "Situation Clarifies": situation_clarifies,
    NEUTRAL_REPORT: neutral_report,
    "This Just In": this_just_in,
    "Danger Ahead": danger_ahead,
    "All is Lost": all_is_lost,
}
