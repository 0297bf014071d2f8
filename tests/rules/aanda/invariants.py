"""What the A&A sheet allows of a battle at any moment, and of one order."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.draft import Draft
from fleetbook.rules.aanda.ship import AandaShip

COUNTS = ("fire", "flood", "engine", "catastrophe")
FLAGS = ("rudder", "bridge", "evading", "smoke", "hidden", "flagship")
TURNS = ("fired", "attacked", "torpedoes fired", "acted", "turned away")
BY_HAND = ("strike", "set")
ALTERNATING = ("movement", "spotting", "firing")
FATES = ("sunk T", "fled T", "left the table T")


def wrong(battle: Battle[AandaShip]) -> Iterator[str]:
    """What the sheet does not allow of a battle as it stands; nothing where all is well."""
    for ship in battle.ships():
        yield from (f"{ship}: {what}" for what in _wrong_boxes(ship))
        yield from (f"{ship}: {what}" for what in _wrong_motion(ship))
        yield from (f"{ship}: {what}" for what in _wrong_facts(battle, ship))
    yield from _wrong_turns(battle)
    yield from _wrong_acting(battle)


def _wrong_boxes(ship: AandaShip) -> Iterator[str]:
    if not 0 <= ship.left("hull") <= ship.full("hull"):
        yield f"{ship.left('hull')} hull boxes of {ship.full('hull')}"
    main, second = 0, 0
    for mount in (*ship.card.main, *ship.card.secondary):
        out = ship.count("guns out", mount.name)
        if not 0 <= out <= mount.guns:
            yield f"{out} guns of {mount.guns} out"
        main += mount in ship.card.main and out < mount.guns
        second += (mount in ship.card.secondary) * (mount.guns - out)
    shown = {track.id: track.left for track in ship._battle.ruleset.card(ship).tracks}
    if (shown.get("main", 0), shown.get("secondary", 0)) != (main, second):
        yield f"the card shows {shown}, not {main} mounts and {second} guns"
    for tubes in ship.card.torpedoes:
        if not 0 <= ship.count("torpedoes", tubes.name) <= tubes.tubes * (1 + tubes.reloads):
            yield f"{ship.count('torpedoes', tubes.name)} torpedoes"


def _wrong_motion(ship: AandaShip) -> Iterator[str]:
    if not 0 <= ship.speed <= ship.max_speed <= ship.card.knots:
        yield f"{ship.speed} kt of {ship.max_speed} of {ship.card.knots}"
    hits = ship.count("engine")
    most = 0 if hits > 1 or not ship.left("hull") else ship.card.knots // (2 if hits else 1)
    if ship.max_speed != most:
        yield f"makes {ship.max_speed} kt after {hits} engine room hits"
    if ship.evading and (ship.has("rudder") or not ship.speed):
        yield "evades and cannot"
    if ship.silent != bool(ship.fate or not ship.left("hull")):
        yield "is silent or is not"


def _wrong_facts(battle: Battle[AandaShip], ship: AandaShip) -> Iterator[str]:
    for name in COUNTS:
        number = ship.fact(name)
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            yield f"{name} is {number!r}"
    for name in FLAGS:
        if ship.fact(name) not in (True, None):
            yield f"{name} is {ship.fact(name)!r}"
    if ship.fate and not ship.fate.startswith(FATES):
        yield f"its fate is {ship.fate}"
    if ship.has("hidden") != bool(battle.fact(Key(ship.squadron, "hidden"))) and not ship.fate:
        yield "is hidden otherwise than its squadron"


def _wrong_turns(battle: Battle[AandaShip]) -> Iterator[str]:
    for key, value in battle.state.items():
        if key.name in TURNS and not (isinstance(value, int) and 1 <= value <= battle.turn):
            yield f"{key} is {value} in turn {battle.turn}"


def _wrong_acting(battle: Battle[AandaShip]) -> Iterator[str]:
    active, attacking = battle.word("active squadron"), battle.word("attacking ship")
    if attacking and battle.ship(attacking).squadron != active:
        yield f"{attacking} is at its attack, and {active or 'nobody'} acts"
    if battle.phase not in ALTERNATING:
        if battle.acting or active:
            yield f"{battle.acting} {active} acts in {battle.phase}"
        return
    sides = {squadron.name: squadron.side for squadron in battle.setup.squadrons}
    if active and sides[active] != battle.acting:
        yield f"{active} acts, and it is the turn of {battle.acting}"
    options = Draft(battle, battle.ruleset.order("done")).entries["squadron"].options or ()
    if any(sides[name] != battle.acting for name in options):
        yield f"{options} may act in the turn of {battle.acting}"
    if not options and any(could_act(battle, name) for name in sides):
        yield f"nobody's turn, and there is who could act in {battle.phase}"


def could_act(battle: Battle[AandaShip], name: str) -> bool:
    """Whether a squadron has something to do in this phase, by the sheet: move it, or fire its guns; spotting aside."""
    if battle.fact(Key(name, "acted", battle.phase)) == battle.turn or battle.fact(Key(name, "gone")):
        return False
    if battle.fact(Key(name, "hidden")):
        return battle.phase == "movement"
    ships = [ship for ship in battle.ships() if ship.squadron == name and not ship.fate]
    return (battle.phase == "movement" and bool(ships)) or (battle.phase == "firing" and any(s.left("hull") for s in ships))


def wrong_order(before: Battle[AandaShip], record: Record) -> Iterator[str]:
    """What the sheet does not allow of an order given on a battle; nothing where all is well."""
    if record.procedure in BY_HAND:
        return
    gone = {ship.name for ship in before.ships() if ship.fate}
    for key, value in changes(record.events):
        if key.subject in gone and key.name != "splash":
            yield f"{key} of a ship that is gone becomes {value}"
        if key.name == "splash" and value is not None and record.procedure not in ("fire", "volley"):
            yield f"a splash marker by {record.procedure}"
    if record.procedure == "next" and record.phase == "ongoing":
        left = [s.name for s in before.with_changes(changes(record.events)).ships() if s.has("splash")]
        if left:
            yield f"splash markers on {left} after the initiative step has begun"
    yield from _wrong_side(before, record)


def _wrong_side(before: Battle[AandaShip], record: Record) -> Iterator[str]:
    inputs = record.inputs
    who = next((inputs[name] for name in ("firer", "rammer", "squadron") if name in inputs), None)
    if record.procedure == "leave":
        who = inputs["ship"]
    if who is None:
        return
    squadron = before.ship(who).squadron if before.is_ship(who) else who
    side = next(s.side for s in before.setup.squadrons if s.name == squadron)
    has_moved = before.fact(Key(squadron, "acted", "movement")) == before.turn
    may_be_late = record.procedure in ("ram", "leave") and has_moved
    if side != before.acting and not may_be_late:
        yield f"{squadron} acts in the turn of {before.acting}"
    if before.is_ship(who) and before.ship(who).fate:
        yield f"{who} acts, and is gone"
    target = inputs.get("target")
    if target and (before.ship(target).side == side or before.ship(target).fate or before.ship(target).has("hidden")):
        yield f"{who} attacks {target}"
