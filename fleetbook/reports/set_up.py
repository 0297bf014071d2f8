"""Where the models stand before the first order, in words for players at their own table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import ShipEntry
from fleetbook.core.doctrines.geometry import FORMATIONS, Point, Spot
from fleetbook.core.parsing import listed, unit_words

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
POINT = 45  # degrees between two of these directions
ALIKE = 0.01  # the most by which two distances or directions of one formation differ


def set_up(battle: Battle[Any], hear: Collection[str] = ()) -> Iterator[str]:
    """Phrases for the table's size and for the places of all ships at the start, one for each formation. Empty without places.

    ``hear`` are the sides that read or hear it. What one of them may not know, such as ships behind a contact marker, is left
    out. So are the markers' places: a marker without a place would be known as a dummy.
    """
    setup, rules = battle.setup, battle.ruleset
    hidden = {name for side in hear for name in rules.unseen(battle, side)}
    if len(hear) == 1:  # one side's paper names no ship whose card this side may not see
        hidden |= {card.name for card in battle.cards() if card.unseen and card.side not in hear}
    placed = [ship for ship in setup.ships if ship.at is not None and ship.heading is not None]
    if not placed:
        return
    if setup.table:
        wide, high = setup.table
        yield f"the table is {wide:g} {rules.unit} from west to east and {high:g} from south to north"
    yield f"places in {unit_words(rules.unit)} from the west edge, then from the south edge, to the middle of a model"
    for ships in _formations(ship for ship in placed if ship.name not in hidden):
        yield _formation(battle, ships)
    for side in dict.fromkeys(ship.side for ship in placed if ship.name in hidden):
        yield f"{side}: the places of hidden ships are in the briefing for this side alone"


def _formations(ships: Iterable[ShipEntry]) -> Iterator[list[ShipEntry]]:
    """The ships in groups that stand in one line, in the scenario's order."""
    group: list[ShipEntry] = []
    for ship in ships:
        if group and not _goes_on(group, ship):
            yield group
            group = []
        group.append(ship)
    if group:
        yield group


def _goes_on(group: list[ShipEntry], ship: ShipEntry) -> bool:
    """Whether a ship stands to the last ship of the group as the others do, or as in a formation if it has only one."""
    last = group[-1]
    if (last.side, last.squadron, last.heading) != (ship.side, ship.squadron, ship.heading):
        return False
    if len(group) == 1:
        return bool(_formed(last, ship))
    before, step = (_spot(one).at.to(_spot(other).at) for one, other in ((group[-2], last), (last, ship)))
    return _formed(group[-2], last) == _formed(last, ship) and abs(before - step) < ALIKE


def _formed(one: ShipEntry, other: ShipEntry) -> str:
    """The formation in which a ship stands to the one before. Empty if it is none."""
    bearing = _spot(one).bearing(_spot(other).at)
    found = next((name for name, direction in FORMATIONS.items() if abs(bearing - direction) < ALIKE), "")
    return "line abreast to starboard" if found == "line abreast" else found


def _spot(ship: ShipEntry) -> Spot:
    assert ship.at is not None
    assert ship.heading is not None
    return Spot(Point(*ship.at), ship.heading)


def _formation(battle: Battle[Any], ships: list[ShipEntry]) -> str:
    first, others = ships[0], [ship.name for ship in ships[1:]]
    spot, unit = _spot(first), battle.ruleset.unit
    where = f"{first.name} at {round(spot.at.x, 1):g}, {round(spot.at.y, 1):g}"
    way, rest = divmod(spot.heading, POINT)
    heading = f"heading {spot.heading:g}°" + (f" ({COMPASS[int(way) % len(COMPASS)]})" if not rest else "")
    speed, *speeds = (battle.card(ship.name).motion for ship in ships)
    differing = ", ".join(f"{name} {own}" for name, own in zip(others, speeds, strict=True) if own != speed)
    parts = [where, heading, f"speed {speed}{f' ({differing})' if differing else ''}" if speed else ""]
    if others:
        apart = spot.at.to(_spot(ships[1]).at)
        parts.insert(1, f"then {listed(others)} in {_formed(first, ships[1])}, {round(apart, 1):g} {unit} apart")
    return f"{first.squadron or first.side}: {'; '.join(filter(None, parts))}"
