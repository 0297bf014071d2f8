"""Ship cards, ticks, weapons and torpedo markers of the coastal rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from fleetbook.core.battle.card_view import CardView, Marker, Particular, System, Tick, Track
from fleetbook.rules.coastal.facts import CoastalBattle, Torpedo, numbered, running
from fleetbook.rules.coastal.gunnery import battery_of, points
from fleetbook.rules.coastal.observation import FIRING_STEPS, half_speed, is_seen, is_unseen, may_creep, may_look
from fleetbook.rules.coastal.repairs import REPAIR_STEPS, mendable
from fleetbook.rules.coastal.ship import CoastalShip, label
from fleetbook.rules.coastal.torpedoes import MOVING_STEPS
from fleetbook.rules.kit.sides import enemies

CORRECTS = "a new distance corrects the old"
TRACKS = (CoastalShip.hull, CoastalShip.bridge, CoastalShip.engines)


def ship_card(ship: CoastalShip) -> CardView:
    """The card of a ship at this moment."""
    return CardView(
        name=ship.name,
        kind=ship.card.kind,
        side=ship.side,
        motion=f"{ship.speed} cm" if ship.speed else "stopped",
        tracks=tuple(Track(track.name, track.label, track.value(ship), ship.full(track.name)) for track in TRACKS),
        systems=tuple(
            System(label(system), ship.state(system), system.arc if system.kind in ("mount", "torpedoes") else "")
            for system in ship.card.systems
            if not system.boxed
        ),
        supplies=tuple(
            Track(label(system), "torp", ship.torpedoes[label(system)], system.torpedoes)
            for system in ship.card.systems
            if system.kind == "torpedoes"
        ),
        conditions=ship.conditions,
        fate=ship.fate,
        lost=ship.lost,
        standing=ship.standing,
        idle=ship.idle or UNSET,
        squadron=ship.squadron,
        source=ship.card.source,
        pace=f"{ship.speed}/{ship.max_speed} cm",
        unseen=is_unseen(ship._battle, ship),
    )


def ship_ticks(battle: CoastalBattle, ship: CoastalShip) -> tuple[Tick, ...]:
    """The ticks of one ship: what she did this turn, and what she may do now."""
    return side_ticks(battle, ship.side, [ship])[ship.name]


def side_ticks(battle: CoastalBattle, side: str, ships: list[CoastalShip]) -> dict[str, tuple[Tick, ...]]:
    """The ticks of several ships of a side, by name. The enemies are examined once for all of them."""
    foes = enemies(battle, side)
    seen = {is_seen(battle, foe, side) for foe in foes} if battle.phase in FIRING_STEPS else set()
    return {ship.name: _ticks(battle, ship, foes, seen) for ship in ships}


def _ticks(battle: CoastalBattle, ship: CoastalShip, foes: list[CoastalShip], seen: set[bool]) -> tuple[Tick, ...]:
    """``seen`` holds True if her side sees an enemy, and False if an enemy is left to find."""
    now = battle.phase if ship.side == battle.acting and ship.afloat else ""
    looked = any(ship.looked[foe] for foe in foes)
    armed = any(not ship.mounts_fired[label(mount)] for mount in ship.working("mount"))
    ready = armed and not (ship.out_of_fight or ship.disabled or ship.fired)
    bonus = battle.tables.modifier_list("shooting").line("straddled").value
    straddled = any(CoastalShip.straddled[foe].last_turn(ship) or ship.straddled[foe] for foe in foes)
    return (
        Tick("◉", "seen by the enemy this turn", ship.seen[battle.other_side(ship.side)], undone="○"),
        Tick("s", "has looked", looked, now in FIRING_STEPS and False in seen and not looked and may_look(battle, ship)),
        Tick("m", "has moved", ship.moved, now in MOVING_STEPS and bool(ship.max_speed) and not ship.moved, again=CORRECTS),
        Tick("f", "has fired", ship.fired, now in FIRING_STEPS and ready and True in seen),
        Tick("r", "has diced for repairs", ship.repaired, now in REPAIR_STEPS and bool(mendable(ship)) and not ship.repaired),
        Tick("+", f"has straddled: {bonus:+d} at that ship in the turn after", straddled),
    )


def ship_arms(battle: CoastalBattle, ship: CoastalShip) -> Iterator[Particular]:
    """The figures of a ship's weapons and sensors.

    They are weapon points by range (C4), the least torpedo range (C8), half speed, and the modifiers for observation (C3).
    """
    for mount in {(m.weapon, m.guns): m for m in ship.card.systems if m.kind == "mount"}.values():
        spans = (int(span.high) for span in battle.tables.table(battery_of(battle, mount)).columns.spans)
        ranges = [f"{points(battle, mount, high):g} to {high} cm" for high in spans if points(battle, mount, high)]
        yield Particular(mount.weapon + (f", {mount.guns} guns" if mount.guns > 1 else ""), f"points {', '.join(ranges)}")
    if ship.named("torpedoes"):
        least, run = (battle.whole_reading(name) for name in ("torpedo_least_range", "torpedo_run"))
        yield Particular("torpedoes", f"from {least} cm on, {run} cm a step")
    if half := half_speed(battle, ship):
        yield Particular("half speed", f"{half:g} cm")
    changes = battle.tables.modifier_list("observation")

    def change(line: str, remark: str = "") -> str:
        return f"{changes.line(line).value:+d} {changes.line(line).text}{remark and f' ({remark})'}"

    has = {"sensors": ship.named("radar") or ship.named("hydrophones"), "naxos": ship.named("naxos"), "observer_fast": True}
    yield Particular("looking", ", ".join(change(line) for line in has if has[line]))
    creeps = f"over {battle.figure('slow E-boat'):g} cm" if may_creep(battle, ship) else ""
    shows = [change("target_shows"), change("target_moving", creeps), *([] if ship.is_boat else [change("large_target")])]
    yield Particular("looked for", ", ".join(shows))


def torpedo_markers(battle: CoastalBattle) -> Iterator[Marker]:
    """The torpedoes in the water. Torpedoes of one ship with the same target and run share a marker."""
    for side in battle.sides:
        runs: dict[tuple[str, str, int], list[Torpedo]] = {}
        for torpedo in running(battle, side):
            runs.setdefault((torpedo.fired_by, torpedo.aim, torpedo.run), []).append(torpedo)
        for (owner, aim, run), torpedoes in runs.items():
            yield Marker(numbered(torpedoes), side, f"of {owner}{f' at {aim}' if aim else ''}, {run} cm run")
