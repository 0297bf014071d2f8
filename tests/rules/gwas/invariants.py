"""The states and orders that the player aid allows."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, changes
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.rules.gwas.ground.ship import GwasShip

LADDER = ("0", "1S", "1", "2", "2+")
TRACKS = ("primary", "secondary", "tertiary", "torpedo", "hull", "fuel", "mines", "aircraft")
BY_HAND = ("strike", "set")
TACTICAL = ("initiative", "deployment", "gunfire", "torpedo", "other-move", "initiative-move", "round-end")


def wrong(battle: Battle[GwasShip]) -> Iterator[str]:
    """Faults of a battle as it stands; nothing if all is well."""
    for ship in battle.ships():
        yield from (f"{ship}: {what}" for what in _wrong_boxes(ship))
        yield from (f"{ship}: {what}" for what in _wrong_speed(ship))
        yield from (f"{ship}: {what}" for what in _wrong_company(battle, ship))
    yield from _wrong_phase(battle)
    yield from _wrong_fire(battle)


def _wrong_boxes(ship: GwasShip) -> Iterator[str]:
    for track in TRACKS:
        if not 0 <= ship.left(track) <= ship.full(track):
            yield f"{ship.left(track)} {track} boxes of {ship.full(track)}"
    if not 0 <= ship.count("aircraft aloft") <= max(ship.left("aircraft"), 0):
        yield f"{ship.count('aircraft aloft')} aloft of {ship.left('aircraft')}"
    if bool(ship.fate) != (not ship.left("hull") or bool(ship.fact("fate"))):
        yield f"fate {ship.fate!r} with {ship.left('hull')} hull boxes"
    if ship.fact("fate") and not ship.fate.startswith("sunk T"):
        yield f"fate {ship.fate}"


def _wrong_speed(ship: GwasShip) -> Iterator[str]:
    place = LADDER.index(ship.card.speed)
    if not 0 <= ship.count("speed lost") <= place:
        yield f"lost {ship.count('speed lost')} of {place} rungs"
    if LADDER.index(ship.speed) > max(place, 1):
        yield f"makes {ship.speed}, more than its card's {ship.card.speed}"
    hits = ship.full("hull") - ship.left("hull")
    damaged = place - ship.count("speed lost") - (2 * hits > ship.full("hull"))
    if damaged <= 0 and ship.speed not in ("0", "1S"):
        yield f"makes {ship.speed} with its engines gone"
    if ship.has("beyond repair") and ship.has("makes 1S"):
        yield "is repaired and beyond repair"


def _wrong_company(battle: Battle[GwasShip], ship: GwasShip) -> Iterator[str]:
    for own, others in (("tows", "towed by"), ("towed by", "tows")):
        other = ship.word(own)
        if other and battle.ship(other).word(others) != ship.name:
            yield f"{own} {other}, which knows nothing of it"
    if ship.fact("leader") and ship.fact("fate"):
        yield "carries a leader to the bottom and keeps him"
    sides = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    side = sides.get(ship.fleet) or battle.fact(Key(ship.fleet, "side"))
    if side != ship.side:
        yield f"is in {ship.fleet} of {side}"
    if ship.has("in combat") and not battle.fact(Key("", "round")):
        yield "is in combat, and there is none"


def _wrong_phase(battle: Battle[GwasShip]) -> Iterator[str]:
    tactical = battle.phase.rstrip("-12345") in TACTICAL
    if tactical != bool(battle.fact(Key("", "round"))):
        yield f"step {battle.phase} in round {battle.fact(Key('', 'round'))}"
    if battle.acting and not battle.phase.rstrip("-12345").endswith("move"):
        yield f"{battle.acting} acts in {battle.phase}"


def _wrong_fire(battle: Battle[GwasShip]) -> Iterator[str]:
    fires = battle.phase.startswith(("gunfire-", "torpedo-"))
    for key, value in battle.state.items():
        if key.name == "able" and not fires:
            yield f"{key} is {value} in {battle.phase}"
        if key.name == "order" and not isinstance(value, str):
            yield f"{key} is {value}"
        if key.name in ("damaged", "fueling", "fought", "attacked") and not (
            isinstance(value, int) and 1 <= value <= battle.turn
        ):
            yield f"{key} is {value} in turn {battle.turn}"


def wrong_order(before: Battle[GwasShip], record: Record) -> Iterator[str]:
    """Faults of an order given on a battle; nothing if all is well."""
    if record.procedure in BY_HAND:
        return
    gone = {ship.name for ship in before.ships() if ship.fate}
    for key, value in changes(record.events):
        if key.subject in gone and key.name in TRACKS:
            yield f"{key} of a ship that is gone becomes {value}"
    who = record.inputs.get("firer")
    if who is not None:
        yield from _wrong_shot(before, record, who)


def _wrong_shot(before: Battle[GwasShip], record: Record, who: str) -> Iterator[str]:
    firer, target, hexes = before.ship(who), before.ship(record.inputs["target"]), record.inputs["range"]
    if firer.side == target.side or target.fate:
        yield f"{firer} fires at {target}"
    weapons = record.inputs.get("weapons", ("torpedo",))
    reach = {"primary": 4 if firer.card.sixteen else 3, "secondary": 2, "tertiary": 1, "torpedo": 1}
    if any(hexes > reach[weapon] for weapon in weapons):
        yield f"{firer} fires {weapons} at {hexes} hexes"
    dice = sum(event.label == "to hit" for event in record.events if hasattr(event, "label"))
    boxes = sum(firer.factor(weapon) for weapon in weapons)
    if dice > boxes:
        yield f"{dice} dice for {boxes} boxes"


def leaks(journal: Journal[GwasShip]) -> Iterator[str]:
    """Orders for turns to come, and unknown ships, that the other side can read."""
    battle = journal.battle
    if battle.ended:
        return
    for side in battle.sides:
        view = SideView(journal, side)
        for record, read in zip(journal.records, view.records, strict=True):
            if record.procedure == "plot" and _owner(battle, record.inputs["fleet"]) != side:
                last = record.inputs["turn"] + record.inputs["orders"].count(";")
                if last > battle.turn and (read.headline, read.inputs, read.events) != (SEALED, {}, ()):
                    yield f"{side} reads {record.headline}"
        for event in (event for read in view.records for event in read.events if isinstance(event, Changed)):
            if event.name in ("order", "mission", "aborted") and _owner(battle, event.subject) != side:
                yield f"{side} reads {event}"
        for name in battle.ruleset.unseen(battle, side):
            yield from _wrongly_shown(journal, view, name, side)


def _wrongly_shown(journal: Journal[GwasShip], view: Journal[GwasShip], name: str, side: str) -> Iterator[str]:
    """A ship that is unknown now is in no view, or stands as it stood when it was known last."""
    line = [0, *journal.undo_history.line_to(journal.position)]
    seen = [n for n in line if name not in journal.ruleset.unseen(journal.battle_after(n), side)]
    shown = next((ship for ship in view.battle.ships() if ship.name == name), None)
    if shown is not None and not seen:
        yield f"{side} sees {name}"
    elif shown is not None:
        then = journal.battle_after(seen[-1]).ship(name)
        if [shown.left(track) for track in TRACKS] != [then.left(track) for track in TRACKS]:
            yield f"{side} sees {name} as it is now"


def _owner(battle: Battle[GwasShip], fleet: str) -> object:
    sides = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    return sides.get(fleet) or battle.fact(Key(fleet, "side"))
