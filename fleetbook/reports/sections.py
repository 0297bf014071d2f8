"""The whole report of a battle: every section in its order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from fleetbook import __version__
from fleetbook.core.errors import InvalidInput, nearest
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course import Moment, course, course_section, shortened
from fleetbook.reports.damage.causes import Doing, doings
from fleetbook.reports.damage.hits import hits_section
from fleetbook.reports.damage.marks import FateView, MarkView, fates, marks
from fleetbook.reports.damage.section import damage_section, losses_section, short_damage_section
from fleetbook.reports.damage.shots import Shot, each_shot, shots
from fleetbook.reports.damage.turns import Happening
from fleetbook.reports.document import Block, Heading, Paragraph, grid
from fleetbook.reports.forces import forces_section, strength_section
from fleetbook.reports.journal.dice import dice_section
from fleetbook.reports.journal.rulings import rulings_section
from fleetbook.reports.journal.story import story_section
from fleetbook.reports.luck import LuckView, luck, luck_section
from fleetbook.reports.result import verdict_section
from fleetbook.reports.rules.readings import house_section, readings_section
from fleetbook.reports.scenario import decided_section, scenario_section
from fleetbook.reports.status import Status, begun, overview, said_to
from fleetbook.reports.watch import Watch, silent


def masthead(now: Status) -> Iterator[Block]:
    """Title, date, rules and sides, and what is wrong with the battle's file."""
    yield Heading(1, now.title)
    yield Paragraph(
        " · ".join(part for part in (now.date, now.ruleset.title, " against ".join(now.sides)) if part), kind="subtitle"
    )
    if now.warning:
        yield Paragraph(f"{now.warning}.", "Beware:", "warning")


CHOSEN = "chosen by hand: whoever chose it could look for dice to their liking"
BY_LINES = "by lines of the journal, as in battles begun before: notes and undone orders shift them"


def provenance_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Everything that a doubter needs to derive the battle again."""
    yield Heading(2, "Provenance", "provenance")
    tables = journal.ruleset.tables.hash
    rows = [
        ("fleetbook", __version__),
        ("rules", f"{now.ruleset.id}, version {now.ruleset.version}"),
        ("hash of the tables", now.ruleset.tables),
        *([("hash of the tables as printed", tables)] if tables != now.ruleset.tables else []),
        ("lines in the journal", str(now.lines)),
        *([("last link of the chain of lines", now.last_link)] if now.last_link else []),
        ("seal of the dice (SHA-256 of the seed)", now.dice.commitment),
        ("seed of the dice", "shown when the battle has ended" if now.dice.seed is None else now.dice.seed),
        *([("how the seed came about", CHOSEN)] if now.dice.chosen_by_hand else []),
        *([("how dice are numbered", BY_LINES)] if journal.setup.dice.numbered == "by lines" else []),
        *([("said by the sides to the seal", said_to(now.dice))] if now.dice.words else []),
        ("fingerprint of the battle", now.fingerprint or "not for one side"),
    ]
    yield grid(("What", "Value"), rows)
    yield Paragraph(
        "The seal was shown before the first die; fleetbook verify derives every line again from its inputs and dice."
    )


class Telling:
    """A battle that is told, with what several sections need, each found when the first asks for it: luck takes longest."""

    def __init__(self, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> None:
        self.journal, self.watch = journal, watch
        self.now = overview(journal, warning)

    @cached_property
    def luck(self) -> LuckView:
        """Weighed against the odds."""
        return luck(self.journal, self.watch)

    @cached_property
    def doings(self) -> Sequence[tuple[Happening, Doing]]:
        """Whose doing each change was."""
        return tuple(doings(self.journal))

    @cached_property
    def struck(self) -> tuple[MarkView, ...]:
        """Boxes, stroke by stroke."""
        return marks(self.journal, self.doings)

    @cached_property
    def lost(self) -> tuple[FateView, ...]:
        """How each ship fared."""
        return fates(self.journal, self.doings)

    @cached_property
    def fired(self) -> tuple[Shot, ...]:
        """All attacks."""
        return shots(self.journal)

    @cached_property
    def course(self) -> tuple[Moment, ...]:
        """The turning points."""
        return course(self.journal, each_shot(self.journal), self.struck, self.lost)


Sections: TypeAlias = Mapping[str, Callable[[Telling], Iterable[Block]]]

WHOLE: Sections = {
    "result": lambda told: verdict_section(told.journal, told.now),
    "course": lambda told: course_section(told.journal, told.course, told.luck),
    "forces": lambda told: forces_section(told.journal, told.now, told.lost),
    "losses": lambda told: losses_section(told.journal, told.now, told.lost),
    "damage": lambda told: damage_section(told.journal, told.now, told.struck, told.lost),
    "hits": lambda told: hits_section(told.now, told.fired, told.struck),
    "luck": lambda told: luck_section(told.now, told.luck),
    "dice": lambda told: dice_section(told.journal),
    "rulings": lambda told: rulings_section(told.journal),
    "scenario": lambda told: scenario_section(told.journal, told.now),
    "readings": lambda told: readings_section(told.journal),
    "house": lambda told: house_section(told.journal),
    "provenance": lambda told: provenance_section(told.journal, told.now),
    "story": lambda told: story_section(told.journal, told.watch),
}
"""The parts of a report in their order, by the id of their first heading."""

SHORT: Sections = {
    "result": WHOLE["result"],
    "course": lambda told: course_section(told.journal, shortened(told.course)),
    "damage": lambda told: short_damage_section(told.journal, told.now, told.lost),
}
"""Those of one page to pin up or to post: who won, how, ships lost and hit. No odds are asked for: it is quick."""


def report_blocks(
    journal: Journal[Any], warning: str = "", watch: Watch = silent, parts: Collection[str] = ()
) -> tuple[Block, ...]:
    """The report, or these parts of it; the same battle gives the same blocks. ``warning`` says what is wrong with its file;
    ``watch`` is told how far the longest work is. Raises InvalidInput for a part that there is not.
    """
    return _blocks(WHOLE, Telling(journal, warning, watch), parts)


def short_blocks(journal: Journal[Any], warning: str = "", parts: Collection[str] = ()) -> tuple[Block, ...]:
    """One page, or these parts of it. Raises InvalidInput for a part that it has not."""
    return _blocks(SHORT, Telling(journal, warning), parts)


def _blocks(sections: Sections, told: Telling, parts: Collection[str]) -> tuple[Block, ...]:
    for part in parts:
        if part not in sections:
            raise InvalidInput("part", part, ", ".join(sections), nearest(part, sections))
    wanted = [section for name, section in sections.items() if name in parts or not parts]
    return (*masthead(told.now), *(block for section in wanted for block in section(told)))


def briefing_blocks(journal: Journal[Any], warning: str = "") -> tuple[Block, ...]:
    """What is handed out before the first turn: story, what decides the battle, forces as they begin, house rules, the seal."""
    first = begun(overview(journal, warning), journal)
    return (
        *masthead(first),
        *scenario_section(journal, first),
        *decided_section(journal),
        *strength_section(journal, first),
        *forces_section(journal, first),
        *house_section(journal),
        Paragraph(f"{first.dice.commitment}.", "Seal of the dice (SHA-256 of their seed):"),
    )
