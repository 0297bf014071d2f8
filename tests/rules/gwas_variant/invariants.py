"""The states and orders that the variant allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.record import Record
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant.tactical_events import event_rolled, visibility

LADDER = ("0", "1S", "1", "2", "2+")
SPEEDS = {
    "initiative-move-1": LADDER[1:],
    "other-move-2": LADDER[3:],
    "initiative-move-2": LADDER[3:],
    "other-move-3": LADDER[1:],
    "initiative-move-3": LADDER[1:],
    "other-move-4": LADDER[4:],
    "initiative-move-4": LADDER[4:],
    "other-move-5": LADDER[2:],
    "initiative-move-5": LADDER[2:],
}
OF_A_COMBAT = (
    "visibility shift", "smoke", "surprised", "confused", "fire control difficulties", "shields up", "enemy moves a group",
    "friendly fire", "friendly fire due", "shielded", "bound to", "torpedo attack", "pinned", "moved", "group", "broke off",
    "break-off successes", "faster", "standing", "not at maximum range", "squadron leader", "left the map",
)  # fmt: skip
OF_A_SEGMENT = ("fire control difficulties", "shielded", "bound to", "torpedo attack", "pinned", "not at maximum range")
REACH = {"primary": 3, "secondary": 2, "tertiary": 1, "torpedo": 1}
MOST = {"day": 3, "night": 1}


def wrong(battle: Battle[GwasShip]) -> Iterator[str]:
    """Faults of a battle as it stands; nothing if all is well."""
    facts = list(battle.state.items())
    fought = battle.fact(Key("", "round")) is not None
    kept = {key.name for key, _ in facts} & set(OF_A_COMBAT)
    if not fought and kept:
        yield f"no combat, and there is {kept}"
    if fought and battle.phase.startswith("event-") and not event_rolled(battle) and kept & set(OF_A_SEGMENT):
        yield f"{kept & set(OF_A_SEGMENT)} outlasts its segment"
    if not 0 <= visibility(battle) <= MOST[battle.word("light")]:
        yield f"visibility {visibility(battle)}"
    for name in ("broke off", "standing"):
        if sum(key.name == name for key, _ in facts) > 1:
            yield f"two sides have {name}"
    if any(key.name == "broke off" for key, _ in facts) and battle.fact(Key("", "round")) == 1:
        yield "broke off in the first round"
    for key, value in facts:
        if key.name in ("friendly fire", "break-off successes") and not (isinstance(value, int) and value >= 1):
            yield f"{key} is {value!r}"
    yield from _wrong_ships(battle)


def _wrong_ships(battle: Battle[GwasShip]) -> Iterator[str]:
    for ship in battle.ships():
        if ship.speed not in LADDER:
            yield f"{ship} makes {ship.speed}"
        if ship.in_combat and ship.fate:
            yield f"{ship} fights and is gone"
        led = battle.fact(Key("", "squadron leader", ship.word("group")))
        if led == ship.name and (ship.card.nation != "Russia" or ship.card.type not in ("B", "BB")):
            yield f"{ship} leads a squadron"


def wrong_order(before: Battle[GwasShip], record: Record) -> Iterator[str]:
    """Faults of an order given on a battle; nothing if all is well."""
    check = {"fire": _fire, "combined-fire": _fire, "torpedo": _fire, "move-group": _move, "friendly-fire": _friendly}
    if record.procedure in check:
        yield from check[record.procedure](before, record.inputs)
    if record.procedure in ("fire", "combined-fire"):
        yield from _apart(before, record)


def _firers(inputs: dict[str, Any]) -> list[str]:
    return list(inputs.get("firers") or [inputs["firer"]])


def _weapons(inputs: dict[str, Any]) -> list[str]:
    return list(inputs.get("weapons") or [inputs.get("weapon", "torpedo")])


def _fire(battle: Battle[GwasShip], inputs: dict[str, Any]) -> Iterator[str]:
    target, hexes = battle.ship(inputs["target"]), inputs["range"]
    for name in _firers(inputs):
        firer = battle.ship(name)
        if firer.side == target.side:
            yield f"{name} fires at a friend"
        if firer.word("bound to") not in ("", target.name):
            yield f"{name} was announced to fire at another"
        for weapon in _weapons(inputs):
            if battle.fact(Key("", "round")) is not None:
                yield from _reach(battle, firer, target, weapon, hexes)


def _reach(battle: Battle[GwasShip], firer: GwasShip, target: GwasShip, weapon: str, hexes: int) -> Iterator[str]:
    if hexes > min(REACH[weapon], visibility(battle)):
        yield f"{firer} fires {weapon} over {hexes} areas at visibility {visibility(battle)}"
    if weapon == "primary" and target.has("torpedo attack"):
        yield f"{firer} fires primary guns at a torpedo attack"
    slow = firer.has("not at maximum range") or target.has("not at maximum range")
    if slow and weapon != "torpedo" and hexes == REACH[weapon]:
        yield f"{firer} fires {weapon} at maximum range"


def _apart(battle: Battle[GwasShip], record: Record) -> Iterator[str]:
    """Guns of one kind that throw dice at one target in one step, by different orders of one side."""
    combat, turns = battle.fact(Key("", "combat")), battle.fact(Key("", "round"))
    now = f"{battle.turn}.{combat}.{turns}.{battle.phase}"
    for key, fired in changes(record.events):
        if key.name != "fired" or key.other == "torpedo" or not isinstance(fired, tuple) or not fired[2] or turns is None:
            continue
        for ship in battle.ships(battle.ship(key.subject).side):
            earlier = ship.fact("fired", key.other)
            if isinstance(earlier, tuple) and earlier[:2] == (now, fired[1]) and earlier[2]:
                yield f"{key.subject} and {ship} fire {key.other} at {fired[1]} apart"


def _move(battle: Battle[GwasShip], inputs: dict[str, Any]) -> Iterator[str]:
    mover = inputs["mover"]
    ships = [ship for ship in battle.ships() if ship.in_combat and mover in (ship.word("group"), ship.name)]
    dash = all(ship.has("torpedo attack") for ship in ships)
    for ship in ships:
        faster = bool(battle.fact(Key("", "faster", ship.side))) and ship.speed != "0"
        pace = LADDER[min(LADDER.index(ship.speed) + faster, 4)]
        if not dash and pace not in SPEEDS[battle.phase]:
            yield f"{ship} moves at {pace} in {battle.phase}"
        if not dash and battle.fact(Key("", "confused", ship.side)):
            yield f"{ship} moves in confusion"
        if ship.has("pinned"):
            yield f"{ship} moves under a torpedo attack"
        if ship.side != battle.acting and not dash:
            yield f"{ship} moves in the step of {battle.acting}"
    if inputs["areas"] > (2 if dash else 1):
        yield f"{mover} moves {inputs['areas']} areas"


def _friendly(battle: Battle[GwasShip], inputs: dict[str, Any]) -> Iterator[str]:
    firer, target = battle.ship(inputs["firer"]), battle.ship(inputs["target"])
    if firer.side != target.side or firer == target:
        yield f"{firer} fires at {target} for friendly fire"
    if not battle.fact(Key("", "friendly fire", firer.side)):
        yield f"nobody has {firer} fire at friends"
    if inputs["range"] < 1 or inputs["near_enemy"] > 1:
        yield f"friendly fire at {inputs['range']} areas, {inputs['near_enemy']} from an enemy"
