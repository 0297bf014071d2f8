"""Words about a battle, a scenario or a roster beside their list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.store.battle.summary import summarize
from fleetbook.store.library.paths import ROSTER, SCENARIO
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.scenario import read_scenario
from fleetbook.tui.kit.line import Line, text_lines, unwrapped
from fleetbook.tui.kit.style import BOLD, QUIET, WARNING


def about_file(kind: str, path: Path | None, note: str, width: int) -> list[Line]:
    """The content of a file, as far as it can be read."""
    if path is None:
        return text_lines(note, width)
    try:
        return list(_file_lines(kind, path, path.stat().st_mtime_ns, width))
    except (FleetbookError, OSError) as error:
        return text_lines(str(error), width, WARNING)


@lru_cache(maxsize=64)
def _file_lines(kind: str, path: Path, written: int, width: int) -> Sequence[Line]:
    lines = {SCENARIO: _scenario, ROSTER: _roster}.get(kind, _battle)
    return tuple(lines(path, width))


def _battle(path: Path, width: int) -> Iterator[Line]:
    seen = summarize(path)
    yield from text_lines(" against ".join(seen.sides), width, BOLD)
    yield from text_lines(
        f"turn {seen.turn}, step {seen.step}: {seen.doing}" if not seen.ended else f"ended: {seen.ended}", width
    )
    text = (
        f"{counted(seen.lines, 'line')}; the last order: {seen.last}" if seen.last else f"{counted(seen.lines, 'line')}, no order"
    )
    yield from text_lines(text, width)
    yield from text_lines(path.name, width, QUIET)


def _scenario(path: Path, width: int) -> Iterator[Line]:
    scenario = read_scenario(path)
    sides = ", ".join(f"{side.name} {sum(line.count for line in side.ships)}" for side in scenario.side)
    yield from text_lines(f"Ships: {sides}", width, BOLD)
    if scenario.date or scenario.conditions:
        yield from text_lines(
            " · ".join(part for part in (scenario.date, *map(str, scenario.conditions.values())) if part), width
        )
    yield from ((), *text_lines(unwrapped(scenario.text), width), ()) if scenario.text.strip() else ()
    yield from text_lines(str(path), width, QUIET)


def _roster(path: Path, width: int) -> Iterator[Line]:
    roster = RosterFile.read(path)
    count = len(roster.ships)
    yield from text_lines(f"{counted(count, 'card')}", width, BOLD)
    yield from text_lines(", ".join(str(ship.card.get("name", "?")) for ship in roster.ships), width)
    yield from text_lines(str(path), width, QUIET)
