"""Boxes struck off: which armour a weapon penetrates (G6), and where a hit goes that finds no box (G7)."""

from __future__ import annotations

from collections.abc import Callable

from fleetbook.core.orders.effects import Effects, lose, note
from fleetbook.core.tables.table import Table
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import HULL, WEAPONS, GwasBattle, GwasShip
from fleetbook.rules.gwas.words import Says

NO_EFFECT = "no effect"
NEVER, SOME, ALL_HIT, ANY = "never", "some", "all hit", "-"


def penetrates(battle: GwasBattle, by: str, ship: GwasShip, area: str) -> bool:
    """Whether a weapon harms this area of a ship (G6)."""
    return battle.tables.table("penetration").text(by, ship.armour_of(area)) == "yes"


def referred(battle: GwasBattle, ship: GwasShip, kind: str) -> str:
    """Where one box of a hit is struck: its own kind, or where the table refers it, again and again; or no effect (G7)."""
    table = battle.tables.table("referred")
    while kind not in (HULL, NO_EFFECT):
        row = first_row(table, lambda track: status(ship, track), kind)
        if row is None:
            return kind
        kind = table.text(row, "goes to")
    return kind


def status(ship: GwasShip, track: str) -> str:
    """What the table of referred hits goes by: whether a ship never had such boxes, has some, or has lost them all."""
    if not ship.full(track):
        return NEVER
    return SOME if ship.left(track) else ALL_HIT


def first_row(table: Table, status_of: Callable[[str], str], kind: str) -> str | None:
    """The first row about a hit of this kind on a ship whose boxes stand so; None where the hit stays where it is."""
    return next((row for row in table.rows.labels if _holds(table, status_of, row, kind)), None)


def _holds(table: Table, status_of: Callable[[str], str], row: str, kind: str) -> bool:
    """Boxes that do not matter to a row are not looked at."""
    if table.text(row, "hit on") != kind:
        return False
    printed = {name: table.text(row, name) for name in WEAPONS}
    return all(word == ANY or _matches(status_of(name), word) for name, word in printed.items())


def _matches(found: str, printed: str) -> bool:
    """Some means that the ship had some to start with, hit since or not."""
    return found == printed or (printed == SOME and found == ALL_HIT)


def lose_boxes(battle: GwasBattle, ship: GwasShip, kind: str, boxes: int, by: str, *, spared: bool = False) -> Effects:
    """Strike boxes off one by one, each where the table refers it; armour stops a hit wherever it goes, but for one exception
    (``spared``: critical 8 by secondary fire).
    """
    first = hooks(battle).hit_kind(battle, ship, kind)
    while boxes > 0:
        place = referred(battle, ship, first)
        if place == NO_EFFECT:
            yield from note(Says.no_effect_on(kind=kind), "G7")
            return
        if not spared and not penetrates(battle, by, ship, place):
            yield from note(Says.not_penetrated(weapon=by, armour=ship.armour_of(place), area=place), "G6")
            return
        struck = min(boxes, ship.left(place))
        if not struck:
            return
        yield from lose(ship, place, struck, "" if place == kind else Says.referred_from(kind=kind))
        yield from GwasShip.damaged.mark(ship)
        boxes -= struck
