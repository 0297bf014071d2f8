"""Finds the campaign of a battle, and the battles and scenarios of a campaign. They lie beside each other, or in the user's
folder.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import BattleSummary, summarize
from fleetbook.store.campaign.battles import check_agrees, count_order
from fleetbook.store.catalogue import SEASON
from fleetbook.store.library.build_setup import build_setup
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, SCENARIO, SUFFIX, battles, entries, written_at
from fleetbook.store.library.scenario import Scenario, read_scenario


def campaigns_with(ships: Collection[str], folder: Path) -> list[tuple[Path, BattleSummary]]:
    """The campaigns under way that have all these ships: first those in the folder, then those in the user's folder."""
    return [
        (path, seen)
        for path, seen in _files(folder, CAMPAIGN_SUFFIX)
        if seen.ruleset == SEASON.id and not seen.ended and {*ships} <= {*seen.ships}
    ]


def battles_to_count(campaign: Journal[Any], folder: Path, partly: bool = False) -> list[tuple[Path, BattleSummary]]:
    """The ended battles that the campaign has not counted and whose ships all belong to it; with ``partly``, any of them."""
    counted = {order.file for order in counted_battles(campaign)}
    ships = {*campaign.battle.ship_names}
    return [
        (path, seen)
        for path, seen in _files(folder, SUFFIX)
        if seen.ended and path.name not in counted and ({*seen.ships} <= ships or (partly and {*seen.ships} & ships))
    ]


def scenarios_of(campaign: Battle[Any], folder: Path) -> Iterator[tuple[Path, Scenario, str]]:
    """The scenarios in a folder and among the user's own whose ships all belong to the campaign, the file written last first.
    Those with a battle of the same name in the folder are left out. Each comes with the reason why its ships cannot fight it now,
    such as a ship that was sunk since it was written. The reason is empty if they can.
    """
    paths = {*folder.glob("*.toml"), *(entry.path for entry in entries(SCENARIO) if entry.own)}
    for path in sorted(paths, key=lambda path: written_at(path) or 0, reverse=True):
        if (folder / path.with_suffix(SUFFIX).name).exists():
            continue
        try:
            text = read_scenario(path)
            if all(campaign.is_ship((ship.name or ship.card).strip()) for side in text.side for ship in side.ships):
                yield path, text, _why_not_fought(campaign, build_setup(text, str(path), path.parent))
        except (FleetbookError, OSError):
            continue


def _why_not_fought(campaign: Battle[Any], setup: Setup) -> str:
    try:
        check_agrees(campaign, setup)
    except Refused as refused:
        return str(refused)
    return ""


def counted_battles(campaign: Journal[Any]) -> Iterator[CountBattle]:
    """The orders in force that counted a battle."""
    in_force = (campaign.order_of(campaign.record(n)) for n in campaign.undo_history.line_to(campaign.position))
    return (order for order in in_force if isinstance(order, CountBattle))


def _files(folder: Path, suffix: str) -> Iterator[tuple[Path, BattleSummary]]:
    """The readable files with a suffix in a folder and in the user's folder, each with its summary."""
    for path in dict.fromkeys((*battles(suffix=suffix, folder=folder), *battles(suffix=suffix))):
        try:
            yield path, summarize(path)
        except (FleetbookError, OSError):
            continue


def counted_in(identity: str, folder: Path) -> list[BattleSummary]:
    """The campaigns that have counted a battle. Those of the folder come first, then those of the user's folder."""
    return [seen for _, seen in _files(folder, CAMPAIGN_SUFFIX) if identity in seen.counted]


def count_into(campaign: BattleFile, battle: Path, because: str = "") -> Record:
    """Count a battle's file in a campaign that is open for writing. Raises the errors of ``order_to_count``, and Unwritable."""
    order = order_to_count(campaign.journal, battle, because=because)
    return campaign.give(order, given=tuple(order.declared))


def order_to_count(campaign: Journal[Any], path: Path, without: Collection[str] = (), because: str = "") -> CountBattle:
    """The order that counts a battle in a campaign. Raises the errors of ``count_order``.

    Raises Refused too if the campaign has counted the battle. If it left its ships otherwise since then, that is said.
    """
    with BattleFile.open(path, read_only=True) as battle:
        identity = battle.identity
    for number in campaign.undo_history.line_to(campaign.position):
        done = campaign.order_of(campaign.record(number))
        if isinstance(done, CountBattle) and done.identity == identity:
            changed = changed_since(campaign, number, done, path)
            back = f"; since then {changed}: take back line {number} of the campaign, then count it again" if changed else ""
            raise Refused(f"{done.title_of_battle} is counted already{back}")
    return count_order(campaign.battle, path, without, because)


def changed_since(campaign: Journal[Any], number: int, done: CountBattle, path: Path) -> str:
    """What a battle's file leaves otherwise than when this line of the campaign counted it, in words. Empty if nothing."""
    names = {count.name for count in done.counts}
    with BattleFile.open(path, read_only=True) as battle:
        others = [name for name in battle.journal.battle.ship_names if name not in names]
    again = count_order(campaign.battle_before(number), path, others, done.because or "")
    if again.identity != done.identity:
        return "it is another battle"
    then = {count.name: count for count in done.counts}
    ships = [count.name for count in again.counts if count != then.get(count.name)]
    return f"{listed(ships)} came out of it otherwise" if ships else ""
