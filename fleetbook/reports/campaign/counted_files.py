"""The files of a campaign's counted battles, which tell the winner and how each ship was lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import FateView, fates
from fleetbook.reports.damage.shots import shots
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.status import result
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile

PAGES = (".html", ".htm", ".md", ".txt")
"""The suffixes that the report of a battle may have beside the battle's file."""


class CountedFile(NamedTuple):
    """The data that only a counted battle's own file has.

    hits  the hits that each ship scored
    men   the men whom each ship picked up
    page  the address of the battle's report, relative to the campaign's report; empty if there is none
    """

    verdict: Verdict
    turns: int
    fates: Mapping[str, FateView]
    hits: Mapping[str, int]
    men: Mapping[str, int]
    page: str


def counted_files(journal: Journal[Any], folder: Path, output: Path) -> dict[int, CountedFile]:
    """The files of counted battles in a folder, by the number of the campaign's line that counted the battle. Files that have
    changed since then are left out.

    ``output`` is the folder of the campaign's report.
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
            hits = Counter[str]()
            for shot in shots(battle):
                hits[shot.firer] += shot.hits
            men = {ship.name: ship.men_picked_up for ship in battle.battle.ships()}
            return CountedFile(result(battle), battle.battle.turn, ends, hits, men, _page(path, output))
    except (FleetbookError, OSError):
        return None


def _page(battle: Path, output: Path) -> str:
    """The address of a battle's report, which has the same name as its file and lies beside it."""
    page = next((page for page in map(battle.with_suffix, PAGES) if page.is_file()), None)
    if page is None:
        return ""
    try:
        return quote(Path(os.path.relpath(page, output)).as_posix())
    except ValueError:  # on another drive
        return ""
