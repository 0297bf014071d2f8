"""Invariants of every battle under these rules, in plain words."""

from __future__ import annotations

from collections.abc import Container, Iterator

from fleetbook.core.battle.battle import Battle
from fleetbook.rules.fgdn.ground.movement import max_speed
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from tests.rules.fgdn.scene import weapons_left

DEPTHS = {"surfaced", "periscope", "shallow", "intermediate 1", "intermediate 2", "deep"}
RUDDERS = {"", "jammed port", "jammed straight", "jammed starboard"}
LOST = "and yet not lost"
PHASES = {"plotting", "movement", "planned-fire", "detection", "reaction-fire", "resolution"}


def wrong(battle: Battle[FgdnShip], struck: Container[str] = ()) -> Iterator[str]:
    """Everything about a battle that the rules do not allow. Ships ``struck`` by hand may have nothing left and be there."""
    if battle.phase not in PHASES:
        yield f"phase {battle.phase}"
    for ship in battle.ships():
        yield from (f"{ship}: {what}" for what in _wrong_ship(battle, ship) if not (what.endswith(LOST) and ship.name in struck))


def _wrong_ship(battle: Battle[FgdnShip], ship: FgdnShip) -> Iterator[str]:
    if ship.fate and (ship.held or ship.following or ship.sinks_at is not None):
        yield "gone, and yet hits or a time to sink"
    if not ship.fit and (max_speed(ship) or weapons_left(ship)):
        yield "lost, and yet it moves or fights"
    yield from _wrong_damage(ship)
    yield from _wrong_casualties(ship)
    yield from _wrong_places(ship)
    if ship.held and battle.phase not in ("movement", "planned-fire", "reaction-fire"):
        yield f"hits held in {battle.phase}"
    if ship.word("rudder") not in RUDDERS or ship.depth not in DEPTHS:
        yield f"rudder {ship.word('rudder')}, depth {ship.depth}"
    if ship.submerged and not ship.is_submarine:
        yield "submerged"


def _wrong_damage(ship: FgdnShip) -> Iterator[str]:
    if ship.is_airship:
        return
    if not 0 <= ship.points_left <= ship.points:
        yield f"{ship.points_left} of {ship.points} points"
    if ship.fit and not ship.small and not ship.points_left and not ship.beached:
        yield f"no points left, {LOST}"
    if ship.has("beyond") and not ship.beached:
        yield "afloat with more than its points lost"
    if not 0 <= max_speed(ship) <= ship.card.knots:
        yield f"best speed {max_speed(ship)}"
    if ship.small and ship.fit and not ship.left("flotation"):
        yield f"no flotation left, {LOST}"


def _wrong_casualties(ship: FgdnShip) -> Iterator[str]:
    for kind in ("fire", "flooding"):
        for casualty in ship.casualties.of(kind):
            percent = casualty[0]
            if not isinstance(percent, int) or percent < 1:
                yield f"{kind} of {percent} per cent"


def _wrong_places(ship: FgdnShip) -> Iterator[str]:
    for weapon in ship.card.weapons:
        if ship.count("strength lost", weapon.name) > 3:
            yield f"{weapon.name} lost more than three thirds"
    for battery, fitted in (("main", ship.card.main_directors), ("casemate", ship.card.casemate_directors)):
        if ship.count("directors lost", battery) > fitted:
            yield f"more directors lost than fitted, {battery}"
    for side in ("port", "starboard"):
        if ship.count("protection used", side) < 0:
            yield "protection below nothing"
    for hold in ship.card.holds:
        if ship.count("cargo lost", hold.name) > hold.amount:
            yield f"more lost than in {hold.name}"
    if ship.count("aircraft lost") > ship.card.aircraft:
        yield "more aircraft lost than carried"
    if ship.count("injured") < 0 or ship.count("extra crew") < 0:
        yield "crew below nothing"
