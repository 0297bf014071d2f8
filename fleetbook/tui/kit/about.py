"""What is said of a battle, a scenario, a roster or a card beside the list that it stands in."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.errors import FleetbookError
from fleetbook.reports.text_layout import wrap
from fleetbook.store.battle.summary import glance
from fleetbook.store.library.paths import ROSTER, SCENARIO
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.scenario import read_scenario
from fleetbook.tui.battle.why_page import card_lines
from fleetbook.tui.kit.card_lines import Columns, Detail, Look, draw_card
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.style import BOLD, PLAIN, QUIET, WARNING

_EXPLAINS = re.compile(r"(\S+(?:, \S+)*)\s{2,}(?=\S)")  # a word, then what it means
TALL = 10  # lines from which on a card is shown a part a line


def told(text: str, width: int, style: object = PLAIN) -> list[Line]:
    """Text of several lines, wrapped; an empty line stays one."""
    return [(ink(line, style),) for part in text.strip().splitlines() for line in wrap(part, max(width, 8))]  # type: ignore[arg-type]


def about_file(kind: str, path: Path | None, note: str, width: int) -> list[Line]:
    """What is in a file, as far as it can be read."""
    if path is None:
        return told(note, width)
    try:
        return list(_file_lines(kind, path, path.stat().st_mtime_ns, width))
    except (FleetbookError, OSError) as error:
        return told(str(error), width, WARNING)


@lru_cache(maxsize=64)
def _file_lines(kind: str, path: Path, written: int, width: int) -> Sequence[Line]:
    lines = {SCENARIO: _scenario, ROSTER: _roster}.get(kind, _battle)
    return tuple(lines(path, width))


def _battle(path: Path, width: int) -> Iterator[Line]:
    seen = glance(path)
    yield from told(" against ".join(seen.sides), width, BOLD)
    yield from told(f"turn {seen.turn}, step {seen.step}: {seen.doing}" if not seen.ended else f"ended: {seen.ended}", width)
    yield from told(f"{seen.lines} {'line' if seen.lines == 1 else 'lines'} in the journal", width)
    yield from told(str(path), width, QUIET)


def _scenario(path: Path, width: int) -> Iterator[Line]:
    scenario = read_scenario(path)
    sides = ", ".join(f"{side.name} {sum(line.count for line in side.ships)}" for side in scenario.side)
    yield from told(f"Ships: {sides}", width, BOLD)
    if scenario.date or scenario.conditions:
        yield from told(" · ".join(part for part in (scenario.date, *map(str, scenario.conditions.values())) if part), width)
    yield from ((), *told(unwrapped(scenario.text), width), ()) if scenario.text.strip() else ()
    yield from told(str(path), width, QUIET)


def unwrapped(text: str) -> str:
    """Text with line ends only between its paragraphs."""
    return "\n \n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _roster(path: Path, width: int) -> Iterator[Line]:
    roster = RosterFile.read(path)
    count = len(roster.ships)
    yield from told(f"{count} {'card' if count == 1 else 'cards'}", width, BOLD)
    yield from told(", ".join(str(ship.card.get("name", "?")) for ship in roster.ships), width)
    yield from told(str(path), width, QUIET)


def docs(kind: type) -> str:
    """What a type says of itself: a paragraph, and a line for each word that is explained in a list."""
    text = ""
    for line in (inspect.getdoc(kind) or "").replace("``", "").splitlines():
        begins = not line.strip() or _EXPLAINS.match(line)
        text += ("\n" if begins else " ") + " ".join(_EXPLAINS.sub(r"\1: ", line, count=1).split())
    return re.sub(r"\n{2,}", "\n", text).strip()


def about_card(card: CardView, width: int, height: int) -> list[Line]:
    """A ship's card with its boxes: a part a line where there is room."""
    if height >= TALL:
        return card_lines(card, width)
    return list(draw_card(card, Columns.of([card], width), Look(), width, Detail.FULL))
