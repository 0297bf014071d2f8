"""The ground of a simulated battle: its setup, the size of its table, the places of its ships and its last turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from fleetbook.balance.what import changed
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import last_turn
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.geometry import Point, Spot, drawn_up
from fleetbook.core.doctrines.models import LENGTH
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.build_setup import build_setup
from fleetbook.store.library.paths import find
from fleetbook.store.library.scenario import Scenario, read_scenario
from fleetbook.store.library.table import TableText, spots, table_faults

SPACE = 1.5  # in lines without places, from the middle of one ship to that of the next, in lengths


@dataclass(frozen=True)
class Begun:
    """The part of a battle that was played before doctrines took over.

    seed     the seed of the battle's dice
    records  the lines played so far
    words    a description of the moment and of where the models stand
    """

    seed: str
    records: tuple[Record, ...]
    words: str


@dataclass(frozen=True)
class Ground:
    """A scenario with everything that doctrines need to fight it.

    path        the scenario's file
    wide, high  the size of the table
    spots       the place and heading of each ship
    homes       for each side, the edge of the table where its ships leave the battle; sides without such an edge are left out
    turns       the last turn
    quiet       the number of turns without an attack after which the battle ends
    begun       the part of the battle that was played before; None for a battle from its start
    means       a cache of mean values, such as of hits, that doctrines have computed in battles on this ground
    """

    path: Path
    setup: Setup
    wide: float
    high: float
    spots: Mapping[str, Spot]
    homes: Mapping[str, str]
    turns: int
    quiet: int
    begun: Begun | None = None
    means: dict[Hashable, float] = field(default_factory=dict, init=False, compare=False, repr=False)


def ground_of(scenario: str | Path, what: Mapping[str, str] = MappingProxyType({})) -> Ground:
    """The ground of a scenario, given by its name in the library or its path. ``what`` has changes of the scenario
    (see ``balance/what.py``).

    Raises InvalidInput if the scenario is faulty or has no table.
    """
    path = find("scenario", scenario)
    return ground_from(changed(read_scenario(path), what), path)


def ground_from(text: Scenario, path: Path, house: Iterable[HouseRules] = ()) -> Ground:
    """The ground of a scenario that has been read or is being set up. ``path`` is its file, ``house`` has further house rules.

    Raises InvalidInput if the scenario is faulty or has no table.
    """
    where = shown_path(path)
    setup, table = build_setup(text, where, path.parent), text.table
    setup = replace(setup, house=(*setup.house, *house))
    if table is None:
        raise InvalidInput(where, "no [table]", "a [table], and a [[side.place]] for each ship: doctrines fight on it")
    rules = ruleset(setup.ruleset)
    battle, places = rules.begin(setup), {side.name.strip(): side.place for side in text.side}
    for fault in table_faults(table, places, rules, battle, where, last=last_turn(setup)):
        raise fault
    return Ground(
        path=path,
        setup=setup,
        wide=table.wide,
        high=table.high,
        spots=dict(spot for side in text.side for spot in spots(side.place, battle)),
        homes={side.name.strip(): side.home for side in text.side if side.home},
        turns=last_turn(setup) or table.turns,
        quiet=table.quiet,
    )


def in_lines(path: Path, setup: Setup, table: TableText, between: float) -> Ground:
    """A ground for a scenario without a table: the sides face each other in two lines in the middle of ``table``.

    ``between`` is the distance between the lines. A table that is too short for the lines is made longer.
    """
    rules = ruleset(setup.ruleset)
    models, battle = models_of(rules), rules.begin(setup)
    figures = models.figures()
    apart = SPACE * max(figures.of(LENGTH, models.size(ship)) for ship in battle.ships())
    wide = max(table.wide, apart * (max(len(battle.ships(side)) for side in setup.sides) + 2))
    spots: dict[str, Spot] = {}
    for place, side in enumerate(setup.sides):
        names = [ship.name for ship in battle.ships(side)]
        away = between * (place - (len(setup.sides) - 1) / 2)
        head = Point(wide / 2 + apart * (len(names) - 1) / 2, table.high / 2 - away)
        spots |= zip(names, drawn_up(head, 90, "column", apart, len(names)), strict=True)
    return Ground(path, setup, wide, table.high, spots, {}, last_turn(setup) or table.turns, table.quiet)
