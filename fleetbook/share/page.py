"""The page of one reader of the players' window. Its parts are fragments of HTML, which are updated one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from fleetbook.core.battle.card_view import CardView, Marker, Track
from fleetbook.core.battle.result import MISSED, SEEN
from fleetbook.core.battle.rules import hides_table
from fleetbook.core.battle.verdict import points, verdict_words
from fleetbook.core.orders.condition_words import bare_words
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.clock import ClockReading, minutes
from fleetbook.referee.damage_words import damage_words, is_hurt, other_words
from fleetbook.referee.proposals.post import WAITS
from fleetbook.referee.proposals.roles import TABLE
from fleetbook.reports.render.template import environment
from fleetbook.reports.status import Status, overview
from fleetbook.reports.words import squadron_lines
from fleetbook.share.desk import SideOrders
from fleetbook.share.due import DueList
from fleetbook.share.story import Entry, news, story, way
from fleetbook.store.campaign.side_season import SideSeason

CLOCK, ORDERS, FRAGMENTS = "clock", "orders", ("now", "result", "lately", "forces", "journal", "foot")
FOLDER = Path(__file__).parent / "templates"
LATELY, SHOWN, PAGE, MOST_BOXES, TENTHS = 5, 40, 100, 60, 10
"""Limits of the page: events beside the ships, journal entries on the battle's page and on a page of the journal, the boxes of
a track that are drawn one by one, and the boxes drawn for a longer track.
"""
NOTHING_DUE = DueList()
Reading: TypeAlias = SideView[Any] | SideSeason


class Group(NamedTuple):
    """A squadron on the wall's screen, or the ships of a side without a squadron.

    words  conditions that all its ships have, such as "evades"
    ships  each ship with conditions that are no damage, such as SMOKE; damaged ships come first
    """

    name: str
    words: tuple[str, ...]
    ships: tuple[tuple[CardView, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's ships and markers as the reader sees them.

    own         whether the side is the reader's
    hue         the number of the side's colour
    tab         the words on the side's tab: "Mine", "Theirs" or the side's name
    squadrons   a line for each squadron that has conditions, for phones
    groups      the squadrons with their ships, for the wall
    is_partial  whether some of it is hidden from the reader
    """

    side: str
    hue: int
    own: bool
    tab: str
    ships: tuple[CardView, ...]
    markers: tuple[Marker, ...]
    squadrons: tuple[str, ...]
    groups: tuple[Group, ...]
    is_partial: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page: the battle's title, and its fragments of HTML by name.

    tabs         the words on each side's tab, with the number of the side's colour
    yours        whether only the reader's side acts
    acts         the sentence about the other side that acts now, with the step; empty if several sides act
    others_now   the fragment "now" for spectators, which names the acting side even if it is the reader's
    done_now     the fragment "now" for players of the acting side who have nothing left to do
    others_tabs  the tabs for spectators, with the names of the sides
    calls        the number of ships with something to do, and of dice and choices that wait for an answer
    """

    title: str
    fragments: Mapping[str, str]
    tabs: tuple[tuple[int, str], ...]
    ended: bool
    yours: bool
    acts: str = ""
    others_now: str = ""
    done_now: str = ""
    others_tabs: tuple[tuple[int, str], ...] = ()
    calls: int = 0

    def looked_on(self) -> Page:
        """The page as spectators see it."""
        now = self.others_now if self.yours else self.fragments["now"]
        return replace(self, fragments={**self.fragments, "now": now}, tabs=self.others_tabs, yours=False)

    def with_clock(self, clock: ClockReading, sides: Iterable[str]) -> Page:
        """The page with the clock's time. From then on the browser runs the clock."""
        return self._with(CLOCK, clock=clock, sides=sides)

    def with_orders(self, orders: SideOrders, due: DueList | None, is_current: bool = True) -> Page:
        """The page with the orders of the reader's side and the die that it throws. ``due`` is None until it has been worked
        out. ``is_current`` says whether it was worked out for this page.
        """
        shown = due if orders.takes and due is not None else NOTHING_DUE
        sent = {standing.unit for standing in orders.standings if standing.state == WAITS}
        calls = sum(not row.has_sent(sent) for row in shown.rows) + bool(orders.die or orders.choice)
        about = {"is_known": due is not None, "acts": self.acts, "calls": calls, "is_over": self.ended}
        page = self._with(ORDERS, orders=orders, due=shown, **about)
        if self.yours and orders.takes and due is not None and is_current and not calls and not due.rows:
            page = replace(page, fragments={**page.fragments, "now": self.done_now}, yours=False)
        return replace(page, calls=calls)

    def _with(self, name: str, **values: object) -> Page:
        text = templates().get_template(f"{name}.html.j2").render(**values).strip()
        return replace(self, fragments={**self.fragments, name: text})

    def since(self, before: Page | None) -> dict[str, str]:
        """The fragments that differ from an earlier page. All of them if ``before`` is None."""
        return {name: text for name, text in self.fragments.items() if before is None or before.fragments[name] != text}


def as_read(whole: Journal[Any], side: str | None, known: Knowledge[Any] | None = None) -> Reading:
    """The journal as a reader of the window may read it. If ``side`` is None, the readers are everybody at the table. ``known``
    is passed to SideView.
    """
    goes_on = not (whole.ruleset.read_by_sides or whole.battle.ended)
    return SideSeason(whole, side) if side and goes_on else SideView(whole, side, known)


def page_values(view: Reading, side: str | None, trouble: str = "") -> dict[str, Any]:
    """The values from which the page of a side is rendered. ``view`` is the journal as the side may read it. If ``side`` is None,
    it is the page of the table.

    Journal lines that the reader may not read leave no trace on the page, not even in a count. ``trouble`` is a fault of the
    file.
    """
    rules = view.ruleset
    now = msgspec.structs.replace(overview(view, trouble), line=0, lines=0, can_undo=False, can_redo=False)
    entries, lately = list[Entry](), list[Entry]()
    for number, entry in enumerate(story(view)):
        if entry.telling.is_line or entry.telling.step:
            entries.append(entry)
        if is_told(view, entry, is_last=not number):
            lately.append(entry)
        if len(lately) >= LATELY and len(entries) > SHOWN:
            break
    latest = lately[0] if lately else None
    return {
        "reader": reader(side),
        "now": now,
        "contest": rules.contest,
        "day": rules.sequence.called_turn(view.battle),
        "step": now.step.title.removeprefix(now.step.side).strip(),
        "yours": now.ended is None and now.step.side == now.side != "",
        "conditions": [bare_words(rules, name, word) for name in rules.conditions if (word := now.conditions.get(name))],
        "verdict": verdict_words(now.result) if now.result.over and now.ended is None else "",
        "fleets": _fleets(now, rules.hindsight),
        "latest": news(view, latest) if latest else None,
        "way": way(view, latest) if latest else None,
        "when": "" if latest is None or _is_now(view, latest) else latest.when,
        "lately": [entry.telling for entry in lately[1:LATELY]],
        "entries": [(entry, news(view, entry)) for entry in entries[:SHOWN]],
        "counters": () if hides_table(rules) else rules.counters(view.battle),
        "more": len(entries) > SHOWN,
    }


def is_told(view: Reading, entry: Entry, is_last: bool) -> bool:
    """Whether an entry is told among the last events: a result that is more than a move, such as a sighting or a miss. That
    orders were taken back is told only until something else happens.
    """
    if not entry.record.is_order:
        return is_last
    seen = any(result.kind in (MISSED, SEEN) for result in view.results(entry.record))
    return (entry.telling.is_news or seen) and not entry.taken_back


def render(values: Mapping[str, Any]) -> Page:
    """Render the page with these values."""
    now: Status = values["now"]
    values = {**values, "done": False}
    made = {name: templates().get_template(f"{name}.html.j2").render(**values).strip() for name in FRAGMENTS}
    fleets: Sequence[Fleet] = values["fleets"]
    tabs, others_tabs = tuple((one.hue, one.tab) for one in fleets), tuple((one.hue, one.side) for one in fleets)
    ended = now.ended is not None
    acts = f"{now.step.side} acts now: {values['step']}" if now.step.side not in ("", now.side) else ""
    watched = [{**values, "yours": False, "done": done} for done in (False, True)] if values["yours"] else []
    others_now, done_now = [templates().get_template("now.html.j2").render(**one).strip() for one in watched] or ("", "")
    fragments = {**made, CLOCK: "", ORDERS: ""}
    return Page(now.title, fragments, tabs, ended, values["yours"], acts, others_now, done_now, others_tabs)


def _is_now(view: Reading, entry: Entry) -> bool:
    """Whether an entry belongs to the present step."""
    return (entry.record.turn, entry.record.phase) == (view.battle.turn, view.battle.phase)


def page_for(whole: Journal[Any], side: str | None, trouble: str = "", known: Knowledge[Any] | None = None) -> Page:
    """The page of a reader. The arguments are those of ``as_read`` and ``page_values``."""
    return render(page_values(as_read(whole, side, known), side, trouble))


def journal_page(view: Reading, number: int, css: str) -> str | None:
    """One page of the whole journal as a reader may read it, newest line first. None if there is no such page."""
    first = (number - 1) * PAGE
    entries = list(islice(story(view), first, first + PAGE + 1))
    if not entries and number > 1:
        return None
    page, title, older = templates().get_template("whole.html.j2"), view.setup.title, len(entries) > PAGE
    whose, shown = reader(view.reader), [(entry, news(view, entry)) for entry in entries[:PAGE]]
    return page.render(
        title=title, contest=view.ruleset.contest, reader=whose, css=Markup(css), entries=shown, number=number, older=older
    )


def reader(side: str | None) -> str:
    """The name of a page's reader: the side, or "the table"."""
    return side or TABLE


def _fleets(now: Status, hidden_leave_markers: bool) -> list[Fleet]:
    """The fleets of all sides, the reader's own first."""

    def fleet(hue: int, side: str) -> Fleet:
        ships = tuple(ship for ship in now.ships if ship.side == side)
        markers = tuple(marker for marker in now.markers if marker.side == side)
        hidden = bool(markers) or any(ship.unseen for ship in ships) or not hidden_leave_markers
        tab = "Theirs" if now.side in now.sides and len(now.sides) == 2 else side
        return Fleet(
            side=side,
            hue=hue % 4,
            own=side == now.side,
            tab="Mine" if side == now.side else tab,
            ships=ships,
            markers=markers,
            squadrons=tuple(squadron_lines(now, side)),
            groups=tuple(_groups(ships, now.squadron_words)),
            is_partial=hidden and side != now.side and now.ended is None,
        )

    return sorted((fleet(hue, side) for hue, side in enumerate(now.sides)), key=lambda fleet: not fleet.own)


def _groups(ships: Sequence[CardView], words: Mapping[str, tuple[str, ...]]) -> Iterator[Group]:
    """The ships of a side by squadron. ``words`` has the conditions of each ship and squadron."""
    squadrons: dict[str, list[CardView]] = {}
    for ship in ships:
        squadrons.setdefault(ship.squadron, []).append(ship)
    for name, found in squadrons.items():
        said = {ship.name: other_words(ship) for ship in found}
        shared = [word for word in said[found[0].name] if len(found) > 1 and all(word in each for each in said.values())]
        worst = sorted(found, key=lambda ship: not is_worse(ship))
        own = ((ship, tuple(word for word in said[ship.name] if word not in shared)) for ship in worst)
        yield Group(name, words.get(name) or tuple(shared), tuple(own))


def is_worse(ship: CardView) -> bool:
    """Whether a ship is damaged or out of action, but still on the table."""
    return not ship.fate and (bool(ship.standing) or is_hurt(ship))


def boxes(track: Track) -> str:
    """A track drawn as boxes in groups of five. A long track is drawn as ten boxes. Hit boxes have another shape."""
    if track.full > MOST_BOXES:
        return tenths(track)
    row = "■" * track.left + "□" * (track.full - track.left)
    return " ".join(row[start : start + 5] for start in range(0, len(row), 5))


def tenths(track: Track) -> str:
    """A long track drawn as ten boxes. After the first hit at least one box is drawn as hit, and before the last hit at least one
    as free.
    """
    left = min(-(-TENTHS * track.left // track.full), TENTHS - (track.left < track.full))
    return "■" * left + "□" * (TENTHS - left)


@cache
def templates() -> Environment:
    """The Jinja environment with the window's templates."""
    made = environment(FOLDER)
    made.filters.update(boxes=boxes, tenths=tenths, minutes=minutes, points=points, damage=damage_words, capital=capital)
    made.tests["worse"] = is_worse
    return made
