"""Which navies' magazines were the more dangerous, and when (8.3, optional)."""

from __future__ import annotations

from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.ground.card import SIZES
from fleetbook.rules.fgdn.ground.facts import FgdnFacts
from fleetbook.rules.fgdn.ground.fit import size_at_least
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.words import Says

SMALLEST = SIZES[2]


def period(battle: FgdnBattle) -> str:
    """The third of a year in which the battle is fought, such as ``1916 mid``; empty without a date (F41)."""
    year, _, rest = battle.setup.date.partition("-")
    month = rest[:2]
    if not (year.isdigit() and month.isdigit()):
        return ""
    return f"{year} {battle.tables.table('thirds_of_the_year').text(int(month), 'third')}" if 1 <= int(month) <= 12 else ""


def magazine_modifier(battle: FgdnBattle, ship: FgdnShip) -> tuple[Modifier, ...]:
    """What a navy's handling of its charges adds to the main magazine roll; sizes A to C, 1914 to 1918 only (8.3, F41)."""
    table, when = battle.tables.table("national_magazines"), period(battle)
    if not FgdnFacts(battle).national_magazines or not size_at_least(ship, SMALLEST):
        return ()
    if ship.card.nation not in table.rows.labels or when not in table.columns.labels:
        return ()
    value = table.whole(ship.card.nation, when)
    said = Says.national_charges(nation=ship.card.nation, period=when)
    return (Modifier("national", value, said=said, section="8.3"),) if value else ()


def picric_modifier(battle: FgdnBattle, ship: FgdnShip) -> tuple[Modifier, ...]:
    """What shells filled with picric acid add to the ready ammunition roll of a casemate (8.3, F57)."""
    table = battle.tables.table("picric_navies")
    if not FgdnFacts(battle).picric_casemates or ship.card.nation not in table.rows.labels:
        return ()
    value, said = table.whole(ship.card.nation, "modifier"), Says.picric_acid(nation=ship.card.nation)
    return (Modifier("picric", value, said=said, section="F57"),)
