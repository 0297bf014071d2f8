"""What random events of the variant came to, in words for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fleetbook.core.battle.result import DONE, GOOD, HURT, MISSED, NOTHING, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Said
from fleetbook.rules.gwas.ground.fleets import Fleet
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas.ground.told import fleet_now
from fleetbook.rules.gwas.strategic.plotting import given_up
from fleetbook.rules.gwas.weapons.told import befallen
from fleetbook.rules.gwas_variant.affected_side import IGNORED
from fleetbook.rules.gwas_variant.state import (
    ALL_LOST,
    CLARIFIES,
    CONDENSERS,
    DANGER_AHEAD,
    ERRONEOUS_REPORT,
    FOG_LIFTS,
    FOG_OF_WAR,
    JUST_IN,
    NO_EVENT,
    ROGUE_MINE,
    SMOKE,
    VariantFacts,
    VariantFleet,
    VariantShip,
)
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import listed, sentences


def nothing_came(why: str = "", side: str = "") -> Result:
    """Nothing came of an event; ``side`` alone may read that."""
    words = f"{NO_EVENT.upper()}{why and f': {why}'}."
    return Result(kind=NOTHING, head="no event", words=words, side=side, only_for=side)


def aborted(happened: Happened[GwasShip]) -> Iterator[Result]:
    """Fleets that gave up their mission, each for its own side to read."""
    for change in happened.changes(Fleet.mission):
        yield given_up(fleet_now(happened, change.subject), f"MISSION GIVEN UP: {change.subject}.")


def stand_over(happened: Happened[GwasShip]) -> Iterator[Result]:
    """A side that stands no longer, and missions given up for it."""
    for change in happened.changed(Says.stand_over):
        words = f"THE STAND of {change.other} IS OVER: {_why(happened, change.said)}."
        yield Result(kind=HURT, head="stand over", words=words, side=change.other)
    yield from aborted(happened)


def _why(happened: Happened[GwasShip], said: Said | None) -> str:
    """The reason that a sentence gives, in words; empty where it gives none."""
    why = said.values.get("why") if said else None
    return happened.after.wording.words(Says.because(why=why)) if why else ""


def mended(happened: Happened[GwasShip], name: str) -> Result:
    """What was repaired on a ship, or that nothing was."""
    made = happened.harm(name, GwasShip.speed_lost)
    ship, slower = happened.after.ship(name), happened.before.ship(name).speed_lost
    made += [f"speed {ship.speed_out_of_port}"] * (ship.speed_lost < slower)
    thrown = listed(str(roll.total) for roll in happened.rolls)
    how = f" on {thrown}" if thrown else ""
    if made:
        return Result(kind=GOOD, head="mended", words=f"{name} IS REPAIRED{how}: {listed(made)}.", subject=name)
    return Result(kind=MISSED, head="not mended", words=f"{name} IS NOT REPAIRED{how}.", subject=name)


# ------------------------------------------------------------ strategic events


def struck_by(happened: Happened[GwasShip], event: str) -> Iterator[Result]:
    """What an event of the turn did to the side that it struck."""
    none = happened.noted(Says.no_event_because)
    if none:
        yield nothing_came(f"{event}, {_why(happened, none[0])}")
    else:
        yield from STRUCK_BY.get(event, _nothing)(happened)


def _nothing(happened: Happened[GwasShip]) -> Iterator[Result]:
    yield from ()


def _rogue_mine(happened: Happened[GwasShip]) -> Iterator[Result]:
    yield befallen(happened, happened.struck[0], "STRIKES A MINE ADRIFT", "strikes a mine")


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
    said = [change.subject for change in happened.changes(VariantFleet.erroneous)]
    turns = happened.before.figure("Erroneous Report, turns plotted")
    words = (
        f"{turns} TURNS AT ONCE to be plotted by {said[0]}, and then none until they are over."
        if said
        else f"THE LEADER SEES THROUGH IT on {happened.rolls[-1].total}."
    )
    yield Result(kind=HURT if said else GOOD, head="erroneous" if said else "seen through", words=words)


def _plots_anew(happened: Happened[GwasShip]) -> Iterator[Result]:
    for change in happened.changed(Says.may_plot_anew):
        first = change.said.values["turn"] if change.said else ""
        yield Result(kind=GOOD, head="plots anew", words=f"{change.subject} MAY PLOT anew from turn {first}.")


def _danger(happened: Happened[GwasShip]) -> Iterator[Result]:
    (held,) = happened.changes(VariantFleet.held)
    off = "its orders are put off by a turn" if happened.changes(Fleet.orders) else ""
    yield Result(kind=HURT, head="held up", words=f"NO MOVE this turn for {held.subject}: danger ahead.", means=sentences(off))


def _all_lost(happened: Happened[GwasShip]) -> Iterator[Result]:
    for change in happened.changes(Fleet.mission):
        yield given_up(fleet_now(happened, change.subject), f"MISSION GIVEN UP: {change.subject}, all is lost.")
    for said in happened.noted(Says.ignores_event):
        yield Result(kind=GOOD, head=IGNORED, words=f"IGNORED by {said.values['fleet']}.")


STRUCK_BY: dict[str, Callable[[Happened[GwasShip]], Iterator[Result]]] = {
    ROGUE_MINE: _rogue_mine,
    CONDENSERS: _condensers,
    ERRONEOUS_REPORT: _erroneous,
    CLARIFIES: _plots_anew,
    JUST_IN: _plots_anew,
    DANGER_AHEAD: _danger,
    ALL_LOST: _all_lost,
}


# ------------------------------------------------------------ tactical events


def came_to(happened: Happened[GwasShip], event: str) -> Result:
    """What an event of an impulse came to, but for damage control."""
    none = happened.noted(Says.no_event, Says.no_event_because)
    if none:
        return nothing_came(_why(happened, none[0]))
    if event in VISIBILITY:
        now = happened.after.wording.words(happened.noted(Says.visibility_is)[0])
        return Result(kind=DONE, head="visibility", words=f"{VISIBILITY[event]}: {now}.")
    seen = [roll.total for roll in happened.rolls if roll.table == "leader_ignores" and roll.result == IGNORED]
    if seen and not happened.changes(VariantFacts.confused):
        return Result(kind=GOOD, head="seen through", words=f"{event.upper()}: the leader SEES THROUGH IT on {seen[0]}.")
    through = f"the leader sees through the fire control difficulties on {seen[0]}" if seen else ""
    words = _struck(happened, event)
    return Result(kind=HURT, head="event", words=f"{words}.", means=sentences(*_brings(happened), through))


def _struck(happened: Happened[GwasShip], event: str) -> str:
    """An event in capitals, and whom it strikes or favours."""
    dashing = happened.changes(VariantShip.attacking)
    if dashing:
        group = VariantShip.group.value(happened.after.ship(dashing[0].subject))
        return f"{event.upper()} by {group} on {dashing[0].after}"
    facts = VariantFacts.shields, VariantFacts.confused, VariantFacts.hampered
    sides = dict.fromkeys(change.other for fact in facts for change in happened.changes(fact))
    return f"{event.upper()} for {listed(sides)}"


def _brings(happened: Happened[GwasShip]) -> Iterator[str]:
    """What follows for the coming movement and fire."""
    battle = happened.before
    if happened.changes(VariantFacts.shields):
        yield "it may name a ship that ignores all hits, once the enemy has said who fires at her"
    if happened.changes(VariantShip.attacking):
        areas = battle.figure("Torpedo Attack, areas moved")
        yield f"it moves {areas} areas in all this segment; its target does not move; primary guns do not fire at it"
    for change in happened.changes(VariantFacts.confused):
        yield f"no ship of {change.other} moves in its next movement segment"
    hampered = listed(change.other for change in happened.changes(VariantFacts.hampered))
    if hampered:
        less = battle.tables.modifier_list("gunfire").line("fire_control").value
        yield f"{less:+d} on the shots of {hampered} in the next combat segment; a needed 6 is confirmed on 1 to 4"
    for change in happened.changes(VariantFacts.enemy_moves):
        enemy = battle.other_side(change.other)
        yield f"{enemy} may move one group of {change.other}, and fires some of its ships at their friends"


VISIBILITY = {FOG_LIFTS: "THE FOG LIFTS", FOG_OF_WAR: "FOG OF WAR", SMOKE: "FOG OF WAR, by smoke"}
