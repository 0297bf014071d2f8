"""Assemble the report of a battle from its sections."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from fleetbook.core.errors import InvalidInput, nearest
from fleetbook.core.play.journal import Journal
from fleetbook.reports.balance.odds_of_victory import OddsOfVictory, odds_of_victory_section
from fleetbook.reports.course.against_odds import lopsided, luck_by_line
from fleetbook.reports.course.moments import Moment, course
from fleetbook.reports.course.one_die import OneDie, one_die, robbed
from fleetbook.reports.course.section import course_section, shortened, with_notes
from fleetbook.reports.course.summary import summary
from fleetbook.reports.course.tide import tide, tide_blocks, tide_figure
from fleetbook.reports.course.turning_point import TurningPoint, turning_point
from fleetbook.reports.course.unlikely_end import UnlikelyEnd, unlikely_ends
from fleetbook.reports.damage.causes import Attribution, attributed
from fleetbook.reports.damage.hits import hits_section
from fleetbook.reports.damage.marks import FateView, MarkView, fates, marks
from fleetbook.reports.damage.off_cards import OffCard, off_cards
from fleetbook.reports.damage.section import damage_section, losses_section, short_damage_section
from fleetbook.reports.damage.shots import Shot, shots
from fleetbook.reports.document import Block, Heading, Paragraph
from fleetbook.reports.forces import forces_section, strength_section
from fleetbook.reports.journal.dice import dice_section
from fleetbook.reports.journal.other_faces import changed_hits
from fleetbook.reports.journal.rulings import rulings_section
from fleetbook.reports.journal.story import story_section
from fleetbook.reports.luck import LuckView, Weighed, luck_of, weigh
from fleetbook.reports.luck_words import deciding_dice, fortunes, luck_section
from fleetbook.reports.provenance import provenance_section
from fleetbook.reports.result import verdict_section
from fleetbook.reports.rules.readings import house_section, readings_section
from fleetbook.reports.scenario import decided_section, scenario_section, set_up_section
from fleetbook.reports.status import Status, begun, overview
from fleetbook.reports.watch import Watch, silent

MOST_SHORT = 4  # moments in the short report
MOST_HURT, BESIDE_PHOTOS = 18, 6  # hurt ships in it: three rows of panels on paper, or one row beside photos


class Findings:
    """Results that several sections use, such as the luck of each side. Each result is computed when it is first needed.

    most_hurt  the number of damaged ships for which a short report has room
    odds_of_victory  the odds of victory at the end of each turn; empty if they were not worked out
    """

    def __init__(
        self,
        journal: Journal[Any],
        warning: str = "",
        watch: Watch = silent,
        with_photos: bool = False,
        odds_of_victory: Sequence[OddsOfVictory] = (),
    ) -> None:
        self.odds_of_victory = odds_of_victory
        self.journal, self.watch, self.most_hurt = journal, watch, BESIDE_PHOTOS if with_photos else MOST_HURT
        self.now = overview(journal, warning)

    @cached_property
    def weighed(self) -> tuple[list[Weighed], list[int]]:
        """The orders that scored or could have scored, with their odds, and the lines whose odds are not known.

        No other result takes so long to compute.
        """
        return weigh(self.journal, self.watch)

    @cached_property
    def luck(self) -> LuckView:
        """The luck of sides and of firing ships."""
        return luck_of(self.journal, *self.weighed)

    @cached_property
    def attribution(self) -> Attribution:
        """The cause of each lost box."""
        return attributed(self.journal)

    @cached_property
    def marks(self) -> tuple[MarkView, ...]:
        """Every loss and repair of boxes."""
        return marks(self.journal, self.attribution)

    @cached_property
    def off_cards(self) -> tuple[OffCard, ...]:
        """The damage that no card shows."""
        return tuple(off_cards(self.journal, self.attribution))

    @cached_property
    def fates(self) -> tuple[FateView, ...]:
        """The fate of each ship."""
        return fates(self.journal, self.attribution, self.marks)

    @cached_property
    def shots(self) -> tuple[Shot, ...]:
        """All shots of the battle."""
        return shots(self.journal, self.attribution)

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """The turning point of the battle, or its worst moment for a side."""
        return turning_point(self.journal, self.now.result, self.shots, self.marks, self.fates)

    @cached_property
    def die(self) -> OneDie | None:
        """The die that would have changed the winner."""
        return one_die(self.journal, self.now.result)

    @cached_property
    def course(self) -> tuple[Moment, ...]:
        """The moments of the battle, except those that need odds."""
        return course(self.journal, self.shots, self.marks, self.fates, point=self.turning_point, die=self.die)

    @cached_property
    def ends(self) -> tuple[UnlikelyEnd, ...]:
        """The ships that were lost to unlikely dice."""
        return tuple(unlikely_ends(self.journal, self.fates, self.attribution.fired))

    @cached_property
    def by_one_die(self) -> tuple[str, ...]:
        """What dice decided, in words: the winner, or the end of a ship."""
        ends = [end.words for end in self.ends]
        if self.die is None:
            return tuple(ends)
        captain = robbed(self.die, self.shots)
        whose = [f"it robbed the captain of {captain} of his side's victory"] if captain else []
        return (f"in turn {self.die.turn} {self.die.words}", *whose, *ends)

    @cached_property
    def summary(self) -> tuple[str, ...]:
        """The battle in a few paragraphs."""
        words = self.by_one_die
        return summary(self.journal, self.now, self.shots, self.marks, self.fates, point=self.turning_point, by_one_die=words)

    def whole_course(self) -> Iterator[Block]:
        """The section on the course, with its chart, the luck by turn and each of the referee's notes."""
        weighed, _ = self.weighed
        against = lopsided(weighed)
        found = course(self.journal, self.shots, self.marks, self.fates, point=self.turning_point, die=self.die, lopsided=against)
        moments = shortened(found)
        chart = tide(self.journal, moments, self.fates, luck_by_line(self.journal, weighed))
        luck = fortunes(self.luck, self.shots, self.now.result.winner)
        words = ". ".join(filter(None, (deciding_dice(self.die, self.ends, self.shots), luck)))
        return course_section(self.journal, with_notes(moments, found), tide_blocks(chart, self.now.result), words)

    def odds_of_victory_by_turn(self) -> Iterator[Block]:
        """The section on the odds of victory, if they were worked out."""
        return odds_of_victory_section(self.odds_of_victory, self.course) if self.odds_of_victory else iter(())

    def short_course(self) -> Iterator[Block]:
        """The section on the course for a report of one page: only the most important moments, and nothing that needs odds."""
        moments = shortened(self.course, MOST_SHORT)
        return course_section(self.journal, moments, [tide_figure(tide(self.journal, moments, self.fates), self.now.result)])


Sections: TypeAlias = Mapping[str, Callable[[Findings], Iterable[Block]]]

WHOLE: Sections = {
    "result": lambda found: verdict_section(found.journal, found.now, found.shots, found.marks, found.summary),
    "course": Findings.whole_course,
    "odds-of-victory": Findings.odds_of_victory_by_turn,
    "forces": lambda found: forces_section(found.journal, found.now, found.fates, found.shots),
    "losses": lambda found: losses_section(found.journal, found.now, found.fates),
    "damage": lambda found: damage_section(found.journal, found.now, found.marks, found.fates, found.off_cards),
    "hits": lambda found: hits_section(found.now, found.shots, found.marks, found.fates),
    "luck": lambda found: luck_section(found.now, found.luck, found.shots, changed_hits(found.journal)),
    "dice": lambda found: dice_section(found.journal),
    "rulings": lambda found: rulings_section(found.journal),
    "scenario": lambda found: scenario_section(found.journal, found.now),
    "readings": lambda found: readings_section(found.journal),
    "house": lambda found: house_section(found.journal),
    "provenance": lambda found: provenance_section(found.journal, found.now),
    "story": lambda found: story_section(found.journal, found.watch),
}
"""The parts of the whole report in order, by name. The name is also the id of the part's first heading."""

SHORT: Sections = {
    "result": WHOLE["result"],
    "course": Findings.short_course,
    "damage": lambda found: short_damage_section(found.journal, found.now, found.fates, found.most_hurt),
}
"""The parts of the short report, which is one page. It is quick to make, because it needs no odds."""


def report_blocks(
    journal: Journal[Any],
    warning: str = "",
    watch: Watch = silent,
    parts: Collection[str] = (),
    odds_of_victory: Sequence[OddsOfVictory] = (),
) -> tuple[Block, ...]:
    """The whole report as blocks, or only the ``parts`` named. Raises InvalidInput for an unknown part.

    ``warning`` describes damage to the battle's file, if any. ``watch`` is called with the progress of the longest work. The
    ``odds_of_victory`` come after the course, if they were worked out.
    """
    return _blocks(WHOLE, Findings(journal, warning, watch, odds_of_victory=odds_of_victory), parts)


def short_blocks(
    journal: Journal[Any], warning: str = "", parts: Collection[str] = (), with_photos: bool = False
) -> tuple[Block, ...]:
    """The short report as blocks, or only the ``parts`` named, with or without room for photos. Raises InvalidInput for an
    unknown part.
    """
    return _blocks(SHORT, Findings(journal, warning, with_photos=with_photos), parts)


def _blocks(sections: Sections, found: Findings, parts: Collection[str]) -> tuple[Block, ...]:
    for part in parts:
        if part not in sections:
            raise InvalidInput("part", part, ", ".join(sections), nearest(part, sections))
    wanted = [section for name, section in sections.items() if name in parts or not parts]
    return (*masthead(found.now), *(block for section in wanted for block in section(found)))


def briefing_blocks(journal: Journal[Any], warning: str = "") -> tuple[Block, ...]:
    """The handout for the first turn, such as the scenario, the forces and the seal of the dice. A scenario that is no battle yet
    has no dice.
    """
    first = begun(overview(journal, warning), journal)
    seal = Paragraph(f"{first.dice.commitment}.", "Seal of the dice (SHA-256 of their seed):")
    return (
        *masthead(first),
        *scenario_section(journal, first),
        *set_up_section(journal),
        *decided_section(journal),
        *strength_section(journal, first),
        *forces_section(journal, first),
        *house_section(journal),
        *([seal] if journal.stream.seed else []),
    )


def masthead(now: Status) -> Iterator[Block]:
    """The head of a report: its title, the battle's date, rules and sides. A damaged file adds a warning."""
    yield Heading(1, now.title)
    yield Paragraph(subtitle(now), kind="subtitle")
    if now.warning:
        yield Paragraph(f"{now.warning}.", "Beware:", "warning")


def subtitle(now: Status) -> str:
    """The line below a title: the battle's date, rules and sides."""
    return " · ".join(filter(None, (now.date, now.ruleset.title, " against ".join(now.sides))))
