"""What house rules may not do to the variant's tables: name events, results or dice that play would not know."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.gwas_variant.strategic_events import EFFECTS as STRATEGIC
from fleetbook.rules.gwas_variant.tactical_events.events import EFFECTS as TACTICAL

WORDS: dict[str, Iterable[str]] = {
    "tactical_events": TACTICAL,
    "strategic_events": (*STRATEGIC, "No Event"),
    "event_side": ("Central Powers", "Allied"),
    "leader_ignores": ("ignored", "struck"),
    "confirmation": ("hit", "miss"),
    "break_off": ("faster", "-"),
    "slow_ships": ("not at maximum range", "all guns"),
    "seaplane_attack": ("-", "attacks", "hit"),
    "damage_control": ("repaired", "-"),
}
"""Tables and the words that they may hold."""
NUMBERS = {
    "event_figures": 0,
    "set_up_range": 0,
    "gun_groups": 0,
    "combined_fire": 1,
    "break_off_figures": 1,
    "pace": 0,
    "strategic_figures": 0,
    "bases": 0,
    "seaplane_years": 0,
    "contact_ships": 0,
    "mine_report_reach": 0,
}
"""Tables whose cells are whole numbers of so much or more."""
DIVISORS = (("event_figures", "Mass Confusion, die divided by"), ("contact_ships", "ships for each +1"))


def check_variant_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for tables that would stop an order half-way; what core checks of any table is not checked again."""
    for name, words in WORDS.items():
        _words(tables.table(name), tuple(words))
    for name, least in NUMBERS.items():
        table = tables.table(name)
        for row in table.rows.labels:
            _whole_numbers(table, row, least)
    for name, row in DIVISORS:
        _whole_numbers(tables.table(name), row, 1)
    _batteries(tables.table("shore_batteries"))
    _words_and_speeds(tables)


def _words(table: Table, allowed: tuple[str, ...]) -> None:
    for row, cells in zip(table.rows.labels, table.cells, strict=True):
        for cell in cells:
            if cell not in allowed:
                raise InvalidInput.word(f"{table.title}, {row}", str(cell), allowed)


def _whole_numbers(table: Table, row: str, least: int) -> None:
    for column in table.columns.labels:
        cell = table.cell(row, column)
        if isinstance(cell, str) or int(cell) != cell or cell < least:
            raise InvalidInput(f"{table.title}, {row}", cell, f"a whole number of {least} or more")


def _words_and_speeds(tables: RuleTables) -> None:
    """Speeds are on the ladder, and the die of mass confusion is one."""
    ladder, words = tables.table("speeds").rows.labels, tables.table("event_words")
    strategic, slow = tables.table("strategic_words"), tables.table("slow_speed")
    named = [(words, speed) for speed in words.text("Torpedo Attack, speeds", "words").split(", ")]
    named.append((strategic, strategic.text("Condenser Problems, slowest class", "figure")))
    named.append((slow, slow.text("ships that roll", "speed")))
    for table, speed in named:
        if speed not in ladder:
            raise InvalidInput.word(table.title, speed, ladder)
    for row in ("Condenser Problems, zones moved last turn", "Danger Ahead, zones plotted"):
        _whole_numbers(strategic, row, 0)
    rounds = slow.cell("ships that roll", "round")
    if isinstance(rounds, str) or int(rounds) != rounds:
        raise InvalidInput(slow.title, rounds, "a whole number")
    _die(words, "Mass Confusion, die", "words")


def _die(table: Table, row: str, column: str) -> None:
    try:
        Dice.parse(table.text(row, column))
    except InvalidInput as error:
        raise InvalidInput(table.title, table.text(row, column), error.allowed) from None


def _batteries(table: Table) -> None:
    row = table.rows.labels[0]
    _die(table, row, "die")
    share = table.cell(row, "divided by")
    if isinstance(share, str) or int(share) != share or share < 1:
        raise InvalidInput(table.title, share, "a whole number of 1 or more")
