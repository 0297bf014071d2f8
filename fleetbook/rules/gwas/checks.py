"""Checks of ship cards, scenarios and house rules before play."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import Any

from fleetbook.core.battle.setup import Setup, Squadron
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.tables.bounds import Value
from fleetbook.core.tables.table import RuleTables, Table
from fleetbook.rules.gwas.ground.card import Card
from fleetbook.rules.gwas.ground.fleets import fleet_card, turns_of, wrong_for_mission, wrong_nations
from fleetbook.rules.gwas.ground.hooks import HIT
from fleetbook.rules.gwas.ground.ship import HULL, TRACKS, WEAPONS
from fleetbook.rules.gwas.strategic.plotting import checked_order
from fleetbook.rules.gwas.weapons.damage import ALL_HIT, NEVER, NO_EFFECT, SOME, first_row, read

MOST_BOXES, MOST_TONS, MOST_KNOTS, MOST_GUNS, MOST_BELT = 99, 100_000, 60, 60, 30


def check_card(card: Card, where: str) -> None:
    """Raise InvalidInput if a number on the card is outside its limits."""
    for name in TRACKS:
        boxes = getattr(card, name)
        if boxes is not None:
            _number(f"{where}: {name}", boxes, 1 if name == HULL else 0, MOST_BOXES)
    if card.facts is not None:
        limits = {"tons": (1, MOST_TONS), "knots": (0, MOST_KNOTS), "belt": (0, MOST_BELT)}
        limits |= dict.fromkeys(("heavy", "medium", "light", "tubes"), (0, MOST_GUNS))
        for name, (low, high) in limits.items():
            _number(f"{where}: facts, {name}", getattr(card.facts, name), low, high)
    if card.sixteen and card.primary == 0:
        raise InvalidInput(f"{where}: sixteen", "true", "16-inch guns on a ship with primary boxes")


def _number(where: str, found: float, low: float, high: float) -> None:
    if not low <= found <= high:
        raise InvalidInput(where, found, f"{low:g} to {high:g}")


def check_setup(ruleset: Ruleset[Any], setup: Setup, where: str) -> None:
    """Raise InvalidInput unless there are two sides and each ship is in a fleet whose mission and nations suit her."""
    if len(setup.sides) != 2:
        raise InvalidInput(f"{where}: sides", ", ".join(setup.sides) or "none", "two sides, the Central Powers first")
    names = {squadron.name: squadron.side for squadron in setup.squadrons}
    if len(names) != len(setup.squadrons):
        twice = next(s.name for s in setup.squadrons if [q.name for q in setup.squadrons].count(s.name) > 1)
        raise InvalidInput(f"{where}: squadrons", twice, "each fleet once")
    for ship in setup.ships:
        if ship.squadron not in names:
            raise InvalidInput.word(f"{where}: {ship.name}, squadron", ship.squadron, names)
        if names[ship.squadron] != ship.side:
            raise InvalidInput(f"{where}: {ship.name}, squadron", ship.squadron, f"a fleet of {ship.side}")
    for squadron in setup.squadrons:
        _check_fleet(ruleset, setup, squadron, f"{where}: squadron {squadron.name}")


def _check_fleet(ruleset: Ruleset[Any], setup: Setup, squadron: Squadron, where: str) -> None:
    card = fleet_card(squadron)
    members = [ship.name for ship in setup.ships if ship.squadron == squadron.name]
    if squadron.side not in setup.sides:
        raise InvalidInput.word(f"{where}, side", squadron.side, setup.sides)
    if not members:
        raise InvalidInput(where, "no ships", "ships")
    if bool(card.leader) != bool(card.flagship):
        raise InvalidInput(f"{where}, leader", card.leader or "nobody", "a leader and the flagship that carries him, or neither")
    if card.flagship and card.flagship not in members:
        raise InvalidInput.word(f"{where}, flagship", card.flagship, members)
    tables = ruleset.tables
    ships = [
        ruleset.read_card(ship.card, f"{where}: {ship.name}", tables) for ship in setup.ships if ship.squadron == squadron.name
    ]
    wrong = wrong_nations(ships, tables) or wrong_for_mission(ships, card.mission, bool(card.leader), tables)
    if wrong:
        raise InvalidInput(where, f"{len(ships)} ships", f"what the sheet allows: {wrong}")
    most = turns_of(card.mission, tables) if card.mission else None
    if most is not None and len(card.orders) > most:
        raise InvalidInput(f"{where}, orders", f"{len(card.orders)} turns", f"{most} turns for {card.mission}")
    for words in card.orders:
        try:
            require(words.strip(), "an empty order")
            order = checked_order(words, card.mission, tables)
        except Refused as refused:
            raise InvalidInput(f"{where}, orders", words, refused.reason) from None
        if order != words:
            raise InvalidInput(f"{where}, orders", words, order)


# ------------------------------------------------------------ house rules


def check_tables(tables: RuleTables) -> None:
    """Raise InvalidInput for house rules that would make an order fail half-way, although each word and figure in them is
    allowed.
    """
    for name in ("gunnery_damage", "torpedo_damage", "critical_damage", "minefield_damage", "foundering"):
        for cells in tables.table(name).cells:
            if cells[0] != NO_EFFECT or name != "foundering":
                read(str(cells[0]))
    if not any(HIT in cells for cells in tables.table("weapon_hit").cells):
        raise _refused(tables.table("weapon_hit"), "result", "miss on every face", "a face that hits")
    _check_speeds(tables)
    for row, cells in _lines(tables.table("merchants")):
        for cell in cells:
            if not re.fullmatch(r"(\d+|-)/(\d+|-)", str(cell)):
                raise _refused(tables.table("merchants"), row, cell, "two figures such as 1/2, - for none")
    for statuses in product((NEVER, SOME, ALL_HIT), repeat=len(WEAPONS)):
        for kind in WEAPONS:
            _check_end(tables.table("referred"), dict(zip(WEAPONS, statuses, strict=True)), kind)


def _refused(table: Table, row: str, found: object, allowed: str) -> InvalidInput:
    return InvalidInput(f"{table.title}, {row}", found, allowed)


def _lines(table: Table) -> Iterable[tuple[str, tuple[Value, ...]]]:
    return zip(table.rows.labels, table.cells, strict=True)


def _check_speeds(tables: RuleTables) -> None:
    """Raise InvalidInput unless all speeds in the tables are known speed classes, and hull hits cost whole classes of speed."""
    allowance, ladder = tables.table("movement_allowance"), tables.table("speeds").rows.labels
    for row, (cell,) in _lines(allowance):
        costs = row == "hull hits over half"
        if costs and (isinstance(cell, str) or cell > 0):
            raise _refused(allowance, row, cell, "a whole number of 0 or less")
        if not costs and not isinstance(cell, str):
            raise InvalidInput.word(f"{allowance.title}, {row}", str(cell), ladder)
    for row, (cell,) in _lines(tables.table("impulses")):
        check_ladder(tables, f"{tables.table('impulses').title}, {row}", str(cell), "-")


def check_ladder(tables: RuleTables, where: str, words: str, *others: str) -> None:
    """Raise InvalidInput unless ``words`` are speed classes with commas between them. The words in ``others`` are allowed too."""
    ladder = tables.table("speeds").rows.labels
    for speed in words.split(", "):
        if speed not in (*ladder, *others):
            raise InvalidInput.word(where, speed, ladder)


def _check_end(table: Table, statuses: dict[str, str], kind: str) -> None:
    """Raise InvalidInput if the table of referred hits could refer a hit from track to track for ever."""
    seen: list[str] = []
    while kind in WEAPONS:
        if kind in seen:
            raise _refused(table, kind, kind, "rows that do not refer a hit back to where it came from")
        seen.append(kind)
        row = first_row(table, statuses.__getitem__, kind)
        if row is None:
            return
        kind = table.text(row, "goes to")
