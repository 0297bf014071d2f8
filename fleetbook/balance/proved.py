"""Tests of doctrines: each fights a short battle against itself, and its mistakes are listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fleetbook.balance.ground import Ground, ground_of, in_lines
from fleetbook.balance.play import fight
from fleetbook.core.doctrines.finding import doctrines_of, models_of
from fleetbook.core.errors import FleetbookError
from fleetbook.core.faults import RulesFault, in_words, place_of
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.store.library.scenario import read_scenario
from fleetbook.store.library.table import TableText

TURNS = 4
LINES = TableText(wide=120, high=80, turns=TURNS, quiet=TURNS)  # for rules whose scenarios have no table
BETWEEN = 15  # from line to line on it


def flaws_in_battles(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes that doctrines make in a short battle: code that fails, and refused proposals.

    Yields nothing if a declaration has mistakes, or if the rules have no doctrines or no faultless scenario.
    """
    try:
        known, models = doctrines_of(rules), models_of(rules)
        ground = _ground(rules)
    except FleetbookError:  # none, or named by the check of the declarations
        return
    for name, doctrine in known.items():
        if ground is None:
            return
        head = f"{place_of(doctrine)}: doctrine {name}"
        try:
            done = fight(ground, "check-rules", dict.fromkeys(ground.setup.sides, name))
        except RulesFault as fault:
            yield fault.what
        except FleetbookError as error:
            yield f"{head}: {error}"
        except Exception as error:  # noqa: BLE001 (a wrong answer of the package may fail anywhere)
            yield f"{place_of(type(models))}: doctrine {name}: {in_words(error)}"
        else:
            for one in done.refused:
                times = counted(one.number, "time")
                yield f"{head if one.doctrine else place_of(type(models))}: {one.order} was refused {times}, first: {one.reason}"


def _ground(rules: Ruleset[Any]) -> Ground | None:
    """The ground for a short battle: that of the smallest faultless scenario with a table. If none has a table, the smallest
    faultless scenario, with its ships in two lines.
    """
    paths = [entry.path for entry in entries(SCENARIO, rules.id) if not entry.own and not check_all(entry.path)[1]]
    ordered = sorted(paths, key=lambda path: (read_scenario(path).table is None, len(read_setup(path).ships)))
    for path in ordered:
        has_table = read_scenario(path).table is not None
        ground = ground_of(path) if has_table else in_lines(path, read_setup(path), LINES, BETWEEN)
        return replace(ground, turns=TURNS, quiet=TURNS)
    return None
