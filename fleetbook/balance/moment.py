"""A moment of a played battle from which doctrines fight on: the lines played so far, and places for the models that fit the
measured ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from fleetbook.balance.ground import Begun, Ground, ground_of
from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.verdict import last_turn
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.geometry import Point, Spot
from fleetbook.core.doctrines.tape import Range
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.errors import shown_path
from fleetbook.store.library.paths import SCENARIO, entries, find
from fleetbook.store.library.scenario import read_scenario

ROUNDS = 400  # in which the models are moved so that their ranges fit
GIVES = 0.5  # of the misfit of a range is made good at once
KEEPS = 0.15  # how much a distance of the table counts beside a range of the present turn
FADES = 0.5  # how much a range counts of one that was measured a turn later
TOO_OLD = 6  # turns: a range as old as this says nothing


class Measured(NamedTuple):
    """A range that the referee entered: the two ships, the distance and the turn."""

    one: str
    other: str
    far: float
    turn: int


@dataclass(frozen=True, slots=True)
class _Pull:
    """The distance at which two models should stand, and how strongly they are shifted towards it."""

    one: str
    other: str
    far: float
    weight: float


def ground_at(path: Path, line: int | None = None, table: str = "") -> Ground:
    """The ground of a battle after a journal line, by default the last line.

    ``table`` names the scenario that has the table. By default it is the library's scenario with the battle's title. Raises
    InvalidInput if there is no such scenario, or if the battle is over at that line.
    """
    with BattleFile.open(path, read_only=True) as file:
        return ground_of_battle(file.journal, path, line, table)


def ground_of_battle(whole: Journal[Any], path: Path, line: int | None = None, table: str = "") -> Ground:
    """The ground of an open battle after a journal line. The arguments are those of ``ground_at``."""
    models_of(whole.ruleset)  # raises for rules without doctrines
    last = len(whole.records)
    line = last if line is None else line
    if not 0 <= line <= last:
        raise InvalidInput("at", line, f"a line of the battle, 0 to {last}")
    journal: Journal[Any] = Journal(whole.ruleset, whole.setup, whole.stream.seed)
    for record in list(whole.records)[:line]:
        journal.append(record)
    battle = journal.battle
    if battle.ended:
        raise InvalidInput("at", line, "a line before the battle was ended")
    scenario = ground_of(table or _scenario_of(whole, path))
    for ship in (ship.name for ship in whole.setup.ships if ship.name not in scenario.spots):
        raise InvalidInput("table", f"{scenario.setup.title}, which has no place for {ship}", "the scenario of this battle")
    ranges = list(measured(journal))
    spots, misfit = placed(scenario.spots, ranges, battle, (scenario.wide, scenario.high))
    return Ground(
        path=scenario.path,
        setup=whole.setup,
        wide=scenario.wide,
        high=scenario.high,
        spots=spots,
        homes=scenario.homes,
        turns=last_turn(whole.setup) or max(scenario.turns, battle.turn + scenario.quiet),
        quiet=scenario.quiet,
        begun=Begun(whole.stream.seed, tuple(journal.records), _words(path, journal, ranges, misfit, scenario.setup.title)),
    )


def _scenario_of(journal: Journal[Any], path: Path) -> Path:
    """The library's scenario from which a battle was made, found by its title."""
    for entry in entries(SCENARIO, journal.setup.ruleset):
        found = find(SCENARIO, entry.path)
        if read_scenario(found).title == journal.setup.title:
            return found
    title = f"{shown_path(path)}, made from “{journal.setup.title}”"
    words = f"the library has no scenario for {title}: name one with --table"
    raise InvalidInput("table", title, "the name of a scenario", words=words)


def measured(journal: Journal[Any]) -> Iterator[Measured]:
    """For each pair of ships, the last range entered between them. A squadron counts as its first ship on the table."""
    found: dict[frozenset[str], Measured] = {}
    in_force, now, models = journal.undo_history.in_force, journal.battle, models_of(journal.ruleset)
    standing = {ship.name for ship in now.ships() if models.on_table(ship)}

    def ship_of(name: str) -> str:
        return next((ship for ship in (name, *now.squadron(name)) if ship in standing), "")

    for record in journal.records:
        if record.number not in in_force or now.turn - record.turn >= TOO_OLD:
            continue
        for name, field in journal.ruleset.order(record.procedure).declared.items():
            measure, far = field.measured, record.inputs.get(name)
            if isinstance(measure, Range) and isinstance(far, int | float):
                one, other = (ship_of(str(record.inputs.get(end, ""))) for end in (measure.one, measure.other))
                if one and other and one != other:
                    found[frozenset((one, other))] = Measured(one, other, far, record.turn)
    yield from found.values()


def placed(
    spots: Mapping[str, Spot], ranges: Iterable[Measured], battle: Battle[Any], size: tuple[float, float]
) -> tuple[dict[str, Spot], float]:
    """The places that fit the measured ranges best, with the mean error of a range.

    The models begin where the scenario places them, and are shifted until their ranges fit. Neighbouring ships of a side keep
    their distances, so that a ship without a measured range moves with her neighbours. Headings are those of the scenario.
    """
    ranges = list(ranges)
    at = {name: spot.at for name, spot in spots.items()}
    pulls = [_Pull(one.one, one.other, one.far, FADES ** (battle.turn - one.turn)) for one in ranges]
    for side in battle.sides:
        row = [ship.name for ship in battle.ships(side) if ship.name in at]
        pulls += (_Pull(one, other, at[one].to(at[other]), KEEPS) for one, other in pairwise(row))
    for _ in range(ROUNDS if ranges else 0):
        for pull in pulls:
            one, other = at[pull.one], at[pull.other]
            by = GIVES * pull.weight * (one.to(other) - pull.far) / 2
            way = one.direction(other)
            at[pull.one], at[pull.other] = (
                _on_table(one.ahead(way, by), size), _on_table(other.ahead(way, -by), size),
            )  # fmt: skip
    misfit = fmean(abs(at[one.one].to(at[one.other]) - one.far) for one in ranges) if ranges else 0.0
    return {name: Spot(at[name], spot.heading) for name, spot in spots.items()}, misfit


def _on_table(at: Point, size: tuple[float, float]) -> Point:
    return Point(min(max(at.x, 0), size[0]), min(max(at.y, 0), size[1]))


def _words(path: Path, journal: Journal[Any], ranges: list[Measured], misfit: float, table: str) -> str:
    """A description of the moment, and of how the models' places were found."""
    now = f"{shown_path(path.name)} after line {len(journal.records)}, turn {journal.battle.turn}"
    if not ranges:
        return f"{now}. No range was measured in the last turns, so the models stand where “{table}” sets them up."
    fit = f"on average {misfit:.0f} off" if misfit >= 0.5 else "and fit"
    return (
        f"{now}. Places are worked out from the set-up of “{table}” and {counted(len(ranges), 'range')} measured last, {fit}. "
        "Headings are those of the set-up. The true places at the table may differ."
    )
