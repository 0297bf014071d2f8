"""What a page of the players' window says: the battle as its reader may know it, in fragments put in place one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from fleetbook.core.battle.card_view import CardView, Marker, Track
from fleetbook.core.battle.verdict import verdict_words
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.clock import ClockReading, minutes
from fleetbook.reports.render.template import environment
from fleetbook.reports.shapes.battle import Status
from fleetbook.reports.views.result import score_words
from fleetbook.reports.views.status import status
from fleetbook.share.story import latest, story, told

CLOCK, FRAGMENTS = "clock", ("now", "result", "forces", "journal", "foot")
FOLDER = Path(__file__).parent / "templates"
SHOWN, MOST_BOXES, TENTHS = 40, 60, 10
"""Lines of the journal on a page; a longer row of boxes is drawn as ten tenths."""


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


def shown(whole: Journal[Any], side: str | None, trouble: str = "", kept: dict[int, frozenset[str]] | None = None) -> Shown:
    """The page for a side, or for everybody at the table where none is named. ``trouble`` says what is wrong with the file;
    ``kept`` is that of SideView.
    """
    view = SideView(whole, side, kept)
    now, entries = status(view, trouble), story(view)
    values = {
        "now": now,
        "step": now.step.title.removeprefix(now.step.side).strip(),
        "score": score_words(now.result),
        "verdict": verdict_words(now.result) if now.result.over else "",
        "fleets": _fleets(now),
        "latest": told(view, last) if (last := latest(entries)) else None,
        "results": [told(view, entry) for entry in entries[: -SHOWN - 1 : -1]],
        "counters": () if whole.ruleset.keeps_secrets else view.ruleset.counters(view.battle),
        "more": len(entries) > SHOWN,
        "seen": now.ended is None and (whole.ruleset.keeps_secrets or any(ship.unseen for ship in now.ships)),
    }
    made = {name: templates().get_template(f"{name}.html.j2").render(**values).strip() for name in FRAGMENTS}
    return Shown(f"{now.title}: {reader(side)}", {**made, CLOCK: ""}, now.ended is not None)


def whole_journal(whole: Journal[Any], side: str | None, css: str, kept: dict[int, frozenset[str]] | None = None) -> str:
    """The page of all lines that a reader may read, the newest first."""
    view = SideView(whole, side, kept)
    results = [told(view, entry) for entry in reversed(story(view))]
    page = templates().get_template("whole.html.j2")
    return page.render(title=view.setup.title, reader=reader(side), css=Markup(css), results=results)


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
