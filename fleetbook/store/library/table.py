"""The table of a scenario: its size, where the ships stand, and how long a battle on a plane lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeAlias

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.geometry import Point, Spot, apart, drawn_up
from fleetbook.core.doctrines.models import LENGTH, Models
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.ruleset import Ruleset

MOST_ACROSS, MOST_TURNS = 10_000, 999
LEAST_APART = 0.5  # between two models, so that neither stands in the other
Edge: TypeAlias = Literal["", "north", "east", "south", "west"]
Formation: TypeAlias = Literal["column", "line abreast", "echelon to starboard", "echelon to port"]


class TableText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table of a scenario, for battles that doctrines fight on a plane. When people play, only their own table counts.

    wide, high  from west to east and from south to north, in the unit of the rules
    turns       the last turn of such a battle, if the victory conditions have none
    quiet       such a battle ends after this number of turns in which nobody attacked
    """

    wide: float
    high: float
    quiet: int
    turns: int = 0


class PlaceText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where ships of a side stand at the start. The first ship stands ``at`` a point of the table, measured from its
    south-western corner.

    of         ships and squadrons, in the order of the formation
    heading    in degrees clockwise from north
    formation  how the others stand behind or beside the first
    apart      from the middle of one ship to the middle of the next
    """

    of: tuple[str, ...]
    at: tuple[float, float]
    heading: float
    formation: Formation = "column"
    apart: float = 0


def spots(places: Iterable[PlaceText], battle: Battle[Any]) -> Iterator[tuple[str, Spot]]:
    """Each ship that the places name, with her place. A squadron stands for its ships."""
    for place in places:
        names = [ship for name in place.of for ship in (battle.squadron(name) or (name,))]
        found = drawn_up(Point(*place.at), place.heading, place.formation, place.apart, len(names))
        yield from zip(names, found, strict=True)


def table_faults(
    table: TableText | None,
    sides: Mapping[str, Sequence[PlaceText]],
    rules: Ruleset[Any],
    battle: Battle[Any],
    where: str,
    *,
    last: int,
) -> Iterator[InvalidInput]:
    """All mistakes in a scenario's table and in the places of its ships. ``sides`` has the places by side. ``battle`` is the
    battle at its start. ``last`` is the last turn by the victory conditions, 0 if they have none.
    """
    if table is None:
        for side in (side for side, places in sides.items() if places):
            yield InvalidInput(f"{where}: side {shown(side)}: place", "places without a table", "a [table] with its size")
        return
    for key, value, most in (
        ("wide", table.wide, MOST_ACROSS), ("high", table.high, MOST_ACROSS), ("quiet", table.quiet, MOST_TURNS),
        ("turns", table.turns or last, MOST_TURNS),
    ):  # fmt: skip
        if not 1 <= value <= most:
            yield InvalidInput(f"{where}: table: {key}", value, f"a number from 1 to {most}")
    standing: dict[str, Spot] = {}
    for side, places in sides.items():
        yield from _places(side, places, battle, f"{where}: side {shown(side)}: place", standing)
    try:
        yield from _standing(table, standing, models_of(rules), battle, where)
    except InvalidInput as error:
        yield error.inside(f"{where}: table")


def _places(
    side: str, places: Sequence[PlaceText], battle: Battle[Any], where: str, standing: dict[str, Spot]
) -> Iterator[InvalidInput]:
    """Mistakes in a side's places. The ships that stand somewhere are added to ``standing``."""
    ships = [ship.name for ship in battle.ships(side)]
    squadrons = [squadron.name for squadron in battle.setup.squadrons if squadron.side == side]
    named = set[str]()  # also in places with a mistake, so that each mistake is said once
    for place in places:
        named.update(name for name, _ in spots([place], battle))
        wrong = [name for name in place.of if name not in (*ships, *squadrons)]
        yield from (InvalidInput.word(f"{where}: of", name, [*squadrons, *ships]) for name in wrong)
        if wrong:
            continue
        if not place.of:
            yield InvalidInput(f"{where}: of", "no ship", "the names of ships")
            continue
        if place.apart <= 0 and len([*spots([place], battle)]) > 1:
            apart_is = f"{place.apart:g}", "a distance above 0"
            yield (
                InvalidInput(f"{where}: apart", *apart_is)
                if place.apart
                else InvalidInput(where, *apart_is, words="`apart` is required for more than one ship")
            )
            continue
        for name, spot in spots([place], battle):
            if name in standing:
                yield InvalidInput(f"{where}: of", f"{name} twice", "each ship once")
            standing[name] = spot
    for name in ships:
        if name not in named:
            yield InvalidInput(f"{where}: of", f"{name} without a place", "a place for each ship, since there is a table")


def _standing(
    table: TableText, standing: Mapping[str, Spot], models: Models[Any], battle: Battle[Any], where: str
) -> Iterator[InvalidInput]:
    """Mistakes in the places of ships: ships that are off the table, or that overlap."""
    figures = models.figures()
    ships = {ship.name: ship for ship in battle.ships()}
    sizes = {name: models.size(ships[name]) if name in ships else "" for name in standing}  # a marker may have no ships
    lines = {name: spot.line(figures.of(LENGTH, sizes[name])) for name, spot in standing.items()}
    for name, line in lines.items():
        for point in line:
            if not (0 <= point.x <= table.wide and 0 <= point.y <= table.high):
                at = f"{name} at {standing[name].at.x:.0f}, {standing[name].at.y:.0f}"
                yield InvalidInput(f"{where}: place", f"{at}, off the table", f"0 to {table.wide:g} and 0 to {table.high:g}")
                break
    for one, other in _near(standing, max((start.to(end) for start, end in lines.values()), default=0) + LEAST_APART):
        if apart(lines[one], lines[other]) < LEAST_APART:
            yield InvalidInput(f"{where}: place", f"{one} and {other} in each other", "ships that stand clear of each other")


def _near(standing: Mapping[str, Spot], reach: float) -> Iterator[tuple[str, str]]:
    """The pairs of ships whose middles are at most ``reach`` apart."""
    eastward = sorted(standing, key=lambda name: standing[name].at.x)
    for place, one in enumerate(eastward):
        for other in islice(eastward, place + 1, None):
            if standing[other].at.x - standing[one].at.x > reach:
                break
            if standing[one].at.to(standing[other].at) <= reach:
                yield one, other
