"""The files of a campaign's counted battles: who won, and how each ship was lost."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, fates
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.status import result
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile

PAGES = (".html", ".htm", ".md", ".txt")
"""The suffixes of a battle's report, as it may lie beside the battle's file."""


class CountedFile(NamedTuple):
    """What a counted battle's file says beyond the campaign's line.

    page  the address of the battle's report, seen from the campaign's report; empty if there is none
    """

    verdict: Verdict
    turns: int
    fates: Mapping[str, FateView]
    page: str


def counted_files(journal: Journal[Any], folder: Path, output: Path) -> dict[int, CountedFile]:
    """The files of the counted battles that lie in a folder, by the line that counted them. ``output`` is the folder of the
    campaign's report. A file that is another battle, or that went on since, is left out.
    """
    found = {}
    for record in records_in_force(journal):
        if record.procedure == CountBattle.id:
            order = journal.order_of(record)
            assert isinstance(order, CountBattle)
            if file := _read(order, folder, output):
                found[record.number] = file
    return found


def _read(order: CountBattle, folder: Path, output: Path) -> CountedFile | None:
    path = folder / Path(order.file).name
    if not order.file or not path.is_file():
        return None
    try:
        with BattleFile.open(path, read_only=True) as file:
            if (file.identity, file.last_link) != (order.identity, order.link):
                return None
            battle = file.journal
            ends = {fate.ship: fate for fate in fates(battle)}
            return CountedFile(result(battle), battle.battle.turn, ends, _page(path, output))
    except (FleetbookError, OSError):
        return None


def _page(battle: Path, output: Path) -> str:
    """The address of the report that lies beside a battle's file, with the same name."""
    page = next((page for page in map(battle.with_suffix, PAGES) if page.is_file()), None)
    if page is None:
        return ""
    try:
        return quote(Path(os.path.relpath(page, output)).as_posix())
    except ValueError:  # on another drive
        return ""
