"""The whole report of a battle: every section in its order."""

from __future__ import annotations

from typing import Any

from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.damage import damage_section, losses_section
from fleetbook.reports.blocks.document import Block
from fleetbook.reports.blocks.luck import dice_section, luck_section
from fleetbook.reports.blocks.opening import opening
from fleetbook.reports.blocks.provenance import provenance_section
from fleetbook.reports.blocks.rules import house_section, readings_section
from fleetbook.reports.blocks.rulings import rulings_section
from fleetbook.reports.blocks.story import story_section
from fleetbook.reports.views.luck import Watch, luck, silent
from fleetbook.reports.views.status import status


def report_blocks(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> tuple[Block, ...]:
    """The report; the same battle gives the same blocks. ``warning`` says what is wrong with its file; ``watch`` is told how far
    the longest work is (``reports.luck``).
    """
    now = status(journal, warning)
    return (
        *opening(journal, now),
        *losses_section(journal, now),
        *damage_section(journal, now),
        *luck_section(now, luck(journal, watch)),
        *dice_section(journal),
        *story_section(journal),
        *rulings_section(journal),
        *readings_section(journal),
        *house_section(journal),
        *provenance_section(journal, now),
    )
