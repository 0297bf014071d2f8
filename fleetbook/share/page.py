"""The page that a reader of the players' window sees. It consists of fragments, which are updated one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from fleetbook.core.battle.card_view import CardView, Marker, Track
from fleetbook.core.battle.verdict import verdict_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.clock import ClockReading, minutes
from fleetbook.reports.render.template import environment
from fleetbook.reports.result import score_words
from fleetbook.reports.status import Status, overview
from fleetbook.reports.words import squadron_lines
from fleetbook.share.story import Entry, news, story

CLOCK, FRAGMENTS = "clock", ("now", "result", "forces", "journal", "foot")
FOLDER = Path(__file__).parent / "templates"
SHOWN, PAGE, MOST_BOXES, TENTHS = 40, 100, 60, 10
"""The most journal entries on the battle's page and on a journal page. The last two are the most boxes drawn one by one,
and the number drawn for a longer row.
"""


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's ships and markers as the reader sees them. ``own`` is whether the side is the reader's; ``hue`` its colour."""

    side: str
    hue: int
    own: bool
    ships: tuple[CardView, ...]
    markers: tuple[Marker, ...]
    squadrons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page: its title, which never changes, and its fragments of HTML by name."""

    title: str
    fragments: Mapping[str, str]
    ended: bool

    def with_clock(self, clock: ClockReading, sides: Iterable[str]) -> Page:
        """The page with the clock shown. The browser then lets the clock run on."""
        text = templates().get_template("clock.html.j2").render(clock=clock, sides=sides).strip()
        return replace(self, fragments={**self.fragments, CLOCK: text})

    def since(self, before: Page | None) -> dict[str, str]:
        """The fragments that differ from an earlier page. All of them if ``before`` is None."""
        return {name: text for name, text in self.fragments.items() if before is None or before.fragments[name] != text}


def page_values(whole: Journal[Any], side: str | None, trouble: str = "", known: Knowledge[Any] | None = None) -> dict[str, Any]:
    """The values from which the page of a side is rendered. If ``side`` is None, it is the page of the table.

    Journal lines that the reader may not read leave no trace on the page, not even in a count. ``trouble`` is a fault of the
    file; ``known`` is passed to SideView.
    """
    view = SideView(whole, side, known)
    now = msgspec.structs.replace(overview(view, trouble), line=0, lines=0, can_undo=False, can_redo=False)
    entries, latest = list[Entry](), None
    for entry in story(view):
        if entry.telling.is_line or entry.telling.step:
            entries.append(entry)
        if entry.telling.is_news or not entry.record.is_order:  # that it was taken back replaces the last news
            latest = latest or (None if entry.taken_back else entry)
        if latest and len(entries) > SHOWN:
            break
    return {
        "reader": reader(side),
        "now": now,
        "step": now.step.title.removeprefix(now.step.side).strip(),
        "score": score_words(now.result),
        "verdict": verdict_words(now.result) if now.result.over else "",
        "fleets": _fleets(now),
        "latest": news(view, latest) if latest else None,
        "entries": [(entry, news(view, entry)) for entry in entries[:SHOWN]],
        "counters": () if whole.ruleset.keeps_secrets else view.ruleset.counters(view.battle),
        "more": len(entries) > SHOWN,
        "seen": now.ended is None and (whole.ruleset.keeps_secrets or any(ship.unseen for ship in now.ships)),
    }


def render(values: Mapping[str, Any]) -> Page:
    """Render the page with these values."""
    now: Status = values["now"]
    made = {name: templates().get_template(f"{name}.html.j2").render(**values).strip() for name in FRAGMENTS}
    return Page(f"{now.title}: {values['reader']}", {**made, CLOCK: ""}, now.ended is not None)


def page_for(whole: Journal[Any], side: str | None, trouble: str = "", known: Knowledge[Any] | None = None) -> Page:
    """The page of a reader. The arguments are those of ``page_values``."""
    return render(page_values(whole, side, trouble, known))


def journal_page(view: SideView[Any], number: int, css: str) -> str | None:
    """One page of the whole journal as a reader may read it, newest line first. None if there is no such page."""
    first = (number - 1) * PAGE
    entries = list(islice(story(view), first, first + PAGE + 1))
    if not entries and number > 1:
        return None
    page, title, older = templates().get_template("whole.html.j2"), view.setup.title, len(entries) > PAGE
    whose, shown = reader(view.reader), [(entry, news(view, entry)) for entry in entries[:PAGE]]
    return page.render(title=title, reader=whose, css=Markup(css), entries=shown, number=number, older=older)


def reader(side: str | None) -> str:
    """The name of a page's reader: the side, or "the table"."""
    return side or "the table"


def _fleets(now: Status) -> list[Fleet]:
    """The fleets of all sides, with the reader's own first."""
    fleets = [
        Fleet(
            side,
            hue % 4,
            side == now.side,
            tuple(ship for ship in now.ships if ship.side == side),
            tuple(marker for marker in now.markers if marker.side == side),
            tuple(squadron_lines(now, side)),
        )
        for hue, side in enumerate(now.sides)
    ]
    return sorted(fleets, key=lambda fleet: not fleet.own)


def boxes(track: Track) -> str:
    """A track drawn as boxes in groups of five, as ten boxes if it is long. Free and hit boxes differ in shape."""
    if track.full > MOST_BOXES:
        return tenths(track)
    row = "■" * track.left + "□" * (track.full - track.left)
    return " ".join(row[start : start + 5] for start in range(0, len(row), 5))


def tenths(track: Track) -> str:
    """A track drawn as ten boxes. One is free as long as any box is left, and one is hit once any box is hit."""
    left = min(-(-TENTHS * track.left // track.full), TENTHS - (track.left < track.full))
    return "■" * left + "□" * (TENTHS - left)


@cache
def templates() -> Environment:
    """The Jinja environment with the window's templates."""
    made = environment(FOLDER)
    made.filters.update(boxes=boxes, tenths=tenths, minutes=minutes)
    return made
