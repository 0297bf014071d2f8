"""What a page of the players' window says: the battle as its reader may know it, in fragments put in place one by one."""

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
from fleetbook.share.story import Entry, is_news, story, told

CLOCK, FRAGMENTS = "clock", ("now", "result", "forces", "journal", "foot")
FOLDER = Path(__file__).parent / "templates"
SHOWN, PAGE, MOST_BOXES, TENTHS = 40, 100, 60, 10
"""Entries of the journal on the page of the battle, and on one of its own; a longer row of boxes is drawn as ten tenths."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's ships and markers as the reader sees them; ``hue`` is the place of the side's colour."""

    side: str
    hue: int
    own: bool
    ships: tuple[CardView, ...]
    markers: tuple[Marker, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A page at a moment: its title, which never changes, and its fragments by name."""

    title: str
    fragments: Mapping[str, str]
    ended: bool

    def with_clock(self, clock: ClockReading, sides: Iterable[str]) -> Shown:
        """The page with the times of all sides, which runs by itself from then on."""
        text = templates().get_template("clock.html.j2").render(clock=clock, sides=sides).strip()
        return replace(self, fragments={**self.fragments, CLOCK: text})

    def since(self, before: Shown | None) -> dict[str, str]:
        """The fragments that are other than before."""
        return {name: text for name, text in self.fragments.items() if before is None or before.fragments[name] != text}


def said(whole: Journal[Any], side: str | None, trouble: str = "", known: Knowledge[Any] | None = None) -> dict[str, Any]:
    """What the page says to a side, or to everybody at the table where none is named: nothing that tells of lines that the reader
    may not read, not even how many there are. ``trouble`` says what is wrong with the file; ``known`` is that of SideView.
    """
    view = SideView(whole, side, known)
    now = msgspec.structs.replace(overview(view, trouble), line=0, lines=0, can_undo=False, can_redo=False)
    entries, latest = list[Entry](), None
    for entry in story(view):
        entries.append(entry)
        latest = latest or (entry if is_news(entry) else None)
        if latest and len(entries) > SHOWN:
            break
    return {
        "reader": reader(side),
        "now": now,
        "step": now.step.title.removeprefix(now.step.side).strip(),
        "score": score_words(now.result),
        "verdict": verdict_words(now.result) if now.result.over else "",
        "fleets": _fleets(now),
        "latest": told(view, latest) if latest else None,
        "results": [told(view, entry) for entry in entries[:SHOWN]],
        "counters": () if whole.ruleset.keeps_secrets else view.ruleset.counters(view.battle),
        "more": len(entries) > SHOWN,
        "seen": now.ended is None and (whole.ruleset.keeps_secrets or any(ship.unseen for ship in now.ships)),
    }


def rendered(values: Mapping[str, Any]) -> Shown:
    """The page that says this."""
    now: Status = values["now"]
    made = {name: templates().get_template(f"{name}.html.j2").render(**values).strip() for name in FRAGMENTS}
    return Shown(f"{now.title}: {values['reader']}", {**made, CLOCK: ""}, now.ended is not None)


def shown(whole: Journal[Any], side: str | None, trouble: str = "", known: Knowledge[Any] | None = None) -> Shown:
    """The page for a reader (see ``said``)."""
    return rendered(said(whole, side, trouble, known))


def journal_page(view: SideView[Any], number: int, css: str) -> str | None:
    """A page of all that a reader may read of the journal, the newest first; None where there is no such page."""
    first = (number - 1) * PAGE
    entries = list(islice(story(view), first, first + PAGE + 1))
    if not entries and number > 1:
        return None
    page, results = templates().get_template("whole.html.j2"), [told(view, entry) for entry in entries[:PAGE]]
    title, whose, older = view.setup.title, reader(view.reader), len(entries) > PAGE
    return page.render(title=title, reader=whose, css=Markup(css), results=results, number=number, older=older)


def reader(side: str | None) -> str:
    """Whose page it is, in words."""
    return side or "the table"


def _fleets(now: Status) -> list[Fleet]:
    """The reader's own ships first."""
    fleets = [
        Fleet(
            side,
            hue % 4,
            side == now.side,
            tuple(ship for ship in now.ships if ship.side == side),
            tuple(marker for marker in now.markers if marker.side == side),
        )
        for hue, side in enumerate(now.sides)
    ]
    return sorted(fleets, key=lambda fleet: not fleet.own)


def boxes(track: Track) -> str:
    """Boxes free and struck in groups of five, which differ by shape."""
    if track.full > MOST_BOXES:
        return tenths(track)
    row = "■" * track.left + "□" * (track.full - track.left)
    return " ".join(row[start : start + 5] for start in range(0, len(row), 5))


def tenths(track: Track) -> str:
    """A share of ten: at least one while a box is left, never all with one gone."""
    left = min(-(-TENTHS * track.left // track.full), TENTHS - (track.left < track.full))
    return "■" * left + "□" * (TENTHS - left)


@cache
def templates() -> Environment:
    """The templates of the window."""
    made = environment(FOLDER)
    made.filters.update(boxes=boxes, tenths=tenths, minutes=minutes)
    return made
