"""The whole report of a battle: every section in its order."""

from __future__ import annotations

from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.course import course_section
from fleetbook.reports.blocks.damage import damage_section, losses_section, short_damage_section
from fleetbook.reports.blocks.document import Block, Paragraph
from fleetbook.reports.blocks.hits import hits_section
from fleetbook.reports.blocks.luck import dice_section, luck_section
from fleetbook.reports.blocks.opening import decided_section, forces_section, masthead, scenario_section
from fleetbook.reports.blocks.provenance import provenance_section
from fleetbook.reports.blocks.rules import house_section, readings_section
from fleetbook.reports.blocks.rulings import rulings_section
from fleetbook.reports.blocks.story import story_section
from fleetbook.reports.blocks.verdict import verdict_section
from fleetbook.reports.views.course import course, shortened
from fleetbook.reports.views.damage import fates, marks
from fleetbook.reports.views.luck import Watch, luck, silent
from fleetbook.reports.views.shots import shots
from fleetbook.reports.views.status import begun, status


def report_blocks(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> tuple[Block, ...]:
    """The report; the same battle gives the same blocks. ``warning`` says what is wrong with its file; ``watch`` is told how far
    the longest work is (``reports.luck``).
    """
    now, told = status(journal, warning), luck(journal, watch)
    struck, lost, fired = marks(journal), fates(journal), shots(journal)
    return (
        *masthead(now),
        *verdict_section(journal, now),
        *course_section(journal, course(journal, fired, struck, lost), told),
        *forces_section(journal, now),
        *losses_section(journal, now, lost),
        *damage_section(journal, now, struck, lost),
        *hits_section(now, fired, struck),
        *luck_section(now, told),
        *dice_section(journal),
        *rulings_section(journal),
        *scenario_section(journal, now),
        *readings_section(journal),
        *house_section(journal),
        *provenance_section(journal, now),
        *story_section(journal),
    )


def short_blocks(journal: Journal[Any], warning: str = "") -> tuple[Block, ...]:
    """One page to pin up or to post: result, course of the battle, ships lost and hit. No odds are asked for: it is quick."""
    now, lost = status(journal, warning), fates(journal)
    return (
        *masthead(now),
        *verdict_section(journal, now),
        *course_section(journal, shortened(course(journal, shots(journal), marks(journal), lost))),
        *short_damage_section(journal, now, lost),
    )


def briefing_blocks(journal: Journal[Any], warning: str = "") -> tuple[Block, ...]:
    """What is handed out before the first turn: story, what decides the battle, forces as they begin, house rules, the seal."""
    first = begun(status(journal, warning), journal)
    return (
        *masthead(first),
        *scenario_section(journal, first),
        *decided_section(journal),
        *forces_section(journal, first),
        *house_section(journal),
        Paragraph(f"{first.dice.commitment}.", "Seal of the dice (SHA-256 of their seed):"),
    )
