"""The rows of the home page: battles, scenarios and rosters, with a summary of each file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from fleetbook.core.campaign.days import day_sign
from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted, has_word
from fleetbook.reports.text_layout import GAP, cell_width, pad
from fleetbook.store.battle.file_moves import ARCHIVE
from fleetbook.store.battle.summary import BattleSummary, summarize
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, ROSTER, SCENARIO, SUFFIX, Entry, battles, entries, own_name, written_at
from fleetbook.store.library.roster_file import RosterFile
from fleetbook.store.library.scenario import read_scenario
from fleetbook.tui.kit.line import Line, text_lines, unwrapped
from fleetbook.tui.kit.list_form import Row, Section
from fleetbook.tui.kit.style import BOLD, QUIET, WARNING

BATTLE, ENDED, NEW = "battle", "ended", "new"
NEW_BATTLE, NEW_ROSTER, NEW_CAMPAIGN = "New battle", "New roster", "New campaign"
DOES = {BATTLE: "go on", ENDED: "look at it", SCENARIO: "begin it", ROSTER: "open it", NEW: "begin"}
UNTOUCHED = "no order yet"  # shown for a battle without orders, which is listed after the others
UNREAD = "not read yet"
AT_ONCE = 100  # battles read before the list is first drawn; reading them takes a tenth of a second
GROUPS = {SCENARIO: "Scenarios", ROSTER: "Rosters"}


@dataclass(frozen=True)
class Item:
    """The item of one row of the home page. ``path`` is its file, or None for a new one; ``group`` is its heading.

    ``identity`` identifies a battle; of a campaign, ``counted`` has the identities of the battles that it has counted.
    """

    kind: str
    path: Path | None
    title: str
    note: str = ""
    group: str = ""
    ruleset: str = ""
    problem: str = ""
    identity: str = ""
    counted: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, str]:
        """A key that identifies the item's row."""
        return self.kind, str(self.path or self.title)

    def fits(self, words: Iterable[str]) -> bool:
        """Whether the texts of the row contain every word, in upper or lower case."""
        text = f"{self.title} {self.note} {self.group} {self.ruleset} {self.problem}"
        return all(has_word(text, word) for word in words)


def items(most: int = AT_ONCE) -> tuple[Item, ...]:
    """All items of the home page: battles from the newest on, then scenarios and rosters, then ended battles.

    A call reads at most ``most`` battle files that are new or changed. Further ones are marked UNREAD until a later call.
    """
    left = iter(range(most))
    battles_here = _marked([*_battles(GO_ON, left), *_battles(CAMPAIGNS, left, suffix=CAMPAIGN_SUFFIX)])
    ended = [item for item in battles_here if item.group == _ENDED]
    under_way = [item for item in battles_here if item.group != _ENDED]
    new = (
        Item(NEW, None, NEW_BATTLE, "choose rules, sides and ships", "Begin"),
        Item(NEW, None, NEW_ROSTER, "cards of your own", "Begin"),
        Item(NEW, None, NEW_CAMPAIGN, "a season of battles with the same ships", "Begin"),
    )
    return (
        *under_way,
        *new,
        *_files(SCENARIO),
        *_files(ROSTER),
        *ended,
        *_battles(_ARCHIVED, left, ARCHIVE),
        *_battles(_ARCHIVED, left, ARCHIVE, CAMPAIGN_SUFFIX),
    )


def _marked(found: Sequence[Item]) -> list[Item]:
    """The items. The note of a battle that a campaign has counted names the campaign."""
    counted_in = {identity: item.title for item in found for identity in item.counted}
    return [
        replace(item, note=GAP.join(("counted", item.note, f"in {counted_in[item.identity]}")))
        if item.identity in counted_in
        else item
        for item in found
    ]


def _battles(group: str, left: Iterator[int], within: str = "", suffix: str = SUFFIX) -> Iterator[Item]:
    try:
        paths = battles(within, suffix)
    except FleetbookError as error:
        yield Item(BATTLE, None, "battles", group=group, problem=str(error))
        return
    found = []
    for path in paths:
        written = written_at(path), group
        before = _READ.get(path)
        if before is None or before[0] != written:
            if next(left, None) is None:
                found.append(Item(BATTLE, path, path.stem, UNREAD, group))
                continue
            before = _READ[path] = written, _battle_item(path, group)
        found.append(before[1])
    yield from sorted(found, key=lambda item: item.note.startswith(UNTOUCHED))


GO_ON, _ENDED, _ARCHIVED = "Battles to go on with, the newest first", "Battles that have ended", "Archived battles"
CAMPAIGNS = "Campaigns"


_READ: dict[Path, tuple[tuple[int | None, str], Item]] = {}  # each item after its file's time and its heading


def _battle_item(path: Path, group: str) -> Item:
    """The row of a battle's file. If the file's name differs from the title, the name is shown too."""
    try:
        seen = summarize(path)
    except (FleetbookError, OSError) as error:
        problem = str(error).rpartition(f"{path.name}: ")[2]  # without the path, which is too long for the row
        return Item(BATTLE, path, path.stem, group=group, problem=problem)
    when = datetime.fromisoformat(seen.written).astimezone().strftime("%Y-%m-%d %H:%M")
    under_way = (_day(seen) or f"turn {seen.turn}, step {seen.step}") if seen.lines else UNTOUCHED
    stands = "ended" if seen.ended else under_way
    title = ": ".join(filter(None, (own_name(path, seen.title), seen.title)))
    doing = " against ".join(seen.sides) if seen.day else seen.doing
    kind, under = (ENDED, _ENDED if group in (GO_ON, CAMPAIGNS) else group) if seen.ended else (BATTLE, group)
    return Item(kind, path, title, GAP.join((stands, when, seen.ended or doing)), under, seen.ruleset,
                identity=seen.identity, counted=seen.counted)  # fmt: skip


def _day(seen: BattleSummary) -> str:
    """The day of a campaign, such as ``8 Feb 1904``. Empty for a battle."""
    return day_sign(seen.day, year=True) if seen.day else ""


def _files(kind: str) -> Iterator[Item]:
    for name, group in groupby(sorted(entries(kind), key=lambda entry: entry.ruleset), lambda entry: entry.ruleset):
        for entry in group:
            yield _file_item(entry, f"{GROUPS[kind]} · {rules_title(name)}")


def _file_item(entry: Entry, group: str) -> Item:
    origin = "your own" if entry.own else f"from {entry.package}" if entry.package else ""
    note = ", ".join(filter(None, (entry.full_name, origin)))
    try:
        return Item(entry.kind, entry.path, entry.title, note, group, entry.ruleset)
    except FleetbookError as error:
        return Item(entry.kind, entry.path, entry.name, note, group, entry.ruleset, str(error))


def rules_title(name: str) -> str:
    """The title of a rule system. Its id if it is not installed."""
    try:
        return ruleset(name).title
    except FleetbookError:
        return name


def sections(found: Iterable[Item]) -> Iterator[Section]:
    for group, members in groupby(found, lambda item: item.group):
        listed = [*members]
        notes = _columns([item.note for item in listed])
        texts = zip(listed, notes, strict=True)
        rows = tuple(Row(i.place, value=i.title, note=note, problem=i.problem, does=DOES[i.kind]) for i, note in texts)
        yield Section(group, rows, str(len(rows)) if group != "Begin" else "")


def _columns(notes: Sequence[str]) -> list[str]:
    """Remarks in two columns. The first part of each remark is padded to the widest of these parts."""
    parts = [note.partition(GAP) for note in notes]
    first = max((cell_width(stands) for stands, gap, _ in parts if gap), default=0)
    return [f"{pad(stands, first)}{gap}{rest}" if gap else stands for stands, gap, rest in parts]


def about_file(kind: str, path: Path | None, note: str, width: int) -> list[Line]:
    """A summary of a file's content, or the reason why the file cannot be read. Without a file it is ``note``."""
    if path is None:
        return text_lines(note, width)
    try:
        return list(_file_lines(kind, path, path.stat().st_mtime_ns, width))
    except (FleetbookError, OSError) as error:
        return text_lines(str(error), width, WARNING)


@lru_cache(maxsize=64)
def _file_lines(kind: str, path: Path, written: int, width: int) -> Sequence[Line]:
    lines = {SCENARIO: _about_scenario, ROSTER: _about_roster}.get(kind, _about_battle)
    return tuple(lines(path, width))


def _about_battle(path: Path, width: int) -> Iterator[Line]:
    seen = summarize(path)
    yield from text_lines(" against ".join(seen.sides), width, BOLD)
    yield from text_lines(
        f"ended: {seen.ended}" if seen.ended else _day(seen) or f"turn {seen.turn}, step {seen.step}: {seen.doing}", width
    )
    text = (
        f"{counted(seen.lines, 'line')}; the last order: {seen.last}" if seen.last else f"{counted(seen.lines, 'line')}, no order"
    )
    yield from text_lines(text, width)
    yield from text_lines(path.name, width, QUIET)


def _about_scenario(path: Path, width: int) -> Iterator[Line]:
    scenario = read_scenario(path)
    sides = ", ".join(f"{side.name} {sum(line.count for line in side.ships)}" for side in scenario.side)
    yield from text_lines(f"Ships: {sides}", width, BOLD)
    if scenario.date or scenario.conditions:
        yield from text_lines(
            " · ".join(part for part in (scenario.date, *map(str, scenario.conditions.values())) if part), width
        )
    yield from ((), *text_lines(unwrapped(scenario.text), width), ()) if scenario.text.strip() else ()
    yield from text_lines(str(path), width, QUIET)


def _about_roster(path: Path, width: int) -> Iterator[Line]:
    roster = RosterFile.read(path)
    count = len(roster.ships)
    yield from text_lines(f"{counted(count, 'card')}", width, BOLD)
    yield from text_lines(", ".join(str(ship.card.get("name", "?")) for ship in roster.ships), width)
    yield from text_lines(str(path), width, QUIET)
