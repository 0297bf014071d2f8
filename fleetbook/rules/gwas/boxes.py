"""Boxes struck off: which armour a weapon penetrates (G6), and where a hit goes that finds no box (G7)."""

from __future__ import annotations

from fleetbook.core.steps import Steps, lose, note, put
from fleetbook.rules.gwas.rulings import rulings
from fleetbook.rules.gwas.ship import DAMAGED, HULL, PRIMARY, SECONDARY, TERTIARY, TORPEDO, GwasBattle, GwasShip

NO_EFFECT = "no effect"
NEVER, SOME, ALL_HIT, ANY = "never", "some", "all hit", "-"
COLUMNS = (PRIMARY, SECONDARY, TERTIARY, TORPEDO)


def penetrates(battle: GwasBattle, by: str, ship: GwasShip, area: str) -> bool:
    """Whether a weapon harms this area of a ship (G6)."""
    return battle.tables.table("penetration").text(by, ship.armour_of(area)) == "yes"


def referred(battle: GwasBattle, ship: GwasShip, kind: str) -> str:
    """Where one box of a hit is struck: its own kind, or where the table refers it, again and again; or no effect (G7)."""
    table = battle.tables.table("referred")
    while kind not in (HULL, NO_EFFECT):
        row = next((row for row in table.rows.labels if _holds(battle, ship, row, kind)), None)
        if row is None:
            return kind
        kind = table.text(row, "goes to")
    return kind


def _holds(battle: GwasBattle, ship: GwasShip, row: str, kind: str) -> bool:
    """Whether a row of the table is about a hit of this kind on a ship whose boxes stand so."""
    table = battle.tables.table("referred")
    return table.text(row, "hit on") == kind and all(_matches(ship, track, table.text(row, track)) for track in COLUMNS)


def _matches(ship: GwasShip, track: str, status: str) -> bool:
    if status == ANY:
        return True
    had = bool(ship.full(track))
    return {NEVER: not had, SOME: had, ALL_HIT: had and not ship.left(track)}[status]


def strike_boxes(battle: GwasBattle, ship: GwasShip, kind: str, boxes: int, by: str, *, spared: bool = False) -> Steps:
    """Strike boxes off one by one, each where the table refers it; armour stops a hit wherever it goes, but for one exception
    (``spared``: critical 8 by secondary fire).
    """
    first = rulings(battle).hit_kind(battle, ship, kind)
    while boxes > 0:
        place = referred(battle, ship, first)
        if place == NO_EFFECT:
            yield from note(f"no effect on {kind}", "G7")
            return
        if not spared and not penetrates(battle, by, ship, place):
            yield from note(f"{by} does not penetrate {ship.armour_of(place)} armour of {place}", "G6")
            return
        struck = min(boxes, ship.left(place))
        if not struck:
            return
        yield from lose(ship, place, struck, "" if place == kind else f"referred from {kind}")
        yield from put(ship, DAMAGED, battle.turn)
        boxes -= struck
