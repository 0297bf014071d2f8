"""The whole report of a battle: every section in its order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from fleetbook.core.errors import InvalidInput, nearest
from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.course import course_section
from fleetbook.reports.blocks.damage import damage_section, losses_section, short_damage_section
from fleetbook.reports.blocks.document import Block, Paragraph
from fleetbook.reports.blocks.hits import hits_section
from fleetbook.reports.blocks.luck import dice_section, luck_section
from fleetbook.reports.blocks.opening import decided_section, forces_section, masthead, scenario_section, strength_section
from fleetbook.reports.blocks.provenance import provenance_section
from fleetbook.reports.blocks.rules import house_section, readings_section
from fleetbook.reports.blocks.rulings import rulings_section
from fleetbook.reports.blocks.story import story_section
from fleetbook.reports.blocks.verdict import verdict_section
from fleetbook.reports.shapes.fight import FateTold, LuckTold, MarkTold, Moment
from fleetbook.reports.shapes.rows import Shot
from fleetbook.reports.views.causes import Doing, doings
from fleetbook.reports.views.course import course, shortened
from fleetbook.reports.views.damage import fates, marks
from fleetbook.reports.views.luck import luck
from fleetbook.reports.views.shots import each_shot, shots
from fleetbook.reports.views.status import begun, status
from fleetbook.reports.views.turns import Happening
from fleetbook.reports.watch import Watch, silent


class Telling:
    """A battle that is told, with what several sections need, each found when the first asks for it: luck takes longest."""

    def __init__(self, journal: Journal[Any], warning: str = "", watch: Watch = silent) -> None:
        self.journal, self.watch = journal, watch
        self.now = status(journal, warning)

    @cached_property
    def luck(self) -> LuckTold:
        """Weighed against the odds."""
        return luck(self.journal, self.watch)

    @cached_property
    def doings(self) -> Sequence[tuple[Happening, Doing]]:
        """Whose doing each change was."""
        return tuple(doings(self.journal))

    @cached_property
    def struck(self) -> tuple[MarkTold, ...]:
        """Boxes, stroke by stroke."""
        return marks(self.journal, self.doings)

    @cached_property
    def lost(self) -> tuple[FateTold, ...]:
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
    first = begun(status(journal, warning), journal)
    return (
        *masthead(first),
        *scenario_section(journal, first),
        *decided_section(journal),
        *strength_section(journal, first),
        *forces_section(journal, first),
        *house_section(journal),
        Paragraph(f"{first.dice.commitment}.", "Seal of the dice (SHA-256 of their seed):"),
    )
