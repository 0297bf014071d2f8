"""What a journal's lines do not say of what they changed, by the ships' cards alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.referee.telling import tell

STATES = ("sound", "damaged", "destroyed")


def damage(card: CardView) -> dict[str, int | str]:
    """A ship's damage by name: boxes lost, the states of her systems, her grave conditions, her fate."""
    found: dict[str, int | str] = {f"{track.label} boxes": track.full - track.left for track in card.rows}
    rows = {name for track in card.rows for name in (track.id, track.label)}  # a weapon in boxes is told by its row
    systems = [system for system in card.systems if system.state in STATES and system.label not in rows]
    found |= {f"{system.label} state": STATES.index(system.state) for system in systems}
    found |= {one.short: 1 for one in card.conditions if one.gravity == "grave"}
    return {name: value for name, value in found.items() if value} | ({"fate": card.fate} if card.fate else {})


def changed(journal: Journal[Any], record: Record) -> dict[str, set[str]]:
    """The ships whose damage an order changed, each with the names of what is worse or new. Ships lost before do not count."""
    before, after = journal.battle_before(record.number), journal.battle_after(record.number)
    found = {}
    for ship in before.ships() if record.is_order else ():
        had, has = damage(before.card(ship.name)), damage(after.card(ship.name))
        if had != has and "fate" not in had:
            found[ship.name] = {name for name, value in has.items() if str(value) > str(had.get(name, 0)) and name != "fate"}
            found[ship.name] = set() if "fate" in has else found[ship.name]
    return found


def unsaid(journal: Journal[Any]) -> Iterator[str]:
    """Each ship that a line changed without naming her or her squadron, and each system and row of boxes that it struck without
    naming it.
    """
    for record in journal.records:
        told = tell(journal, record)
        for ship, worse in changed(journal, record).items():
            line = told.sentence
            squadron = journal.battle_after(record.number).ship(ship).squadron
            if ship.upper() not in line and not any(f"{name} " in line for name in (ship, squadron) if name):
                yield f"line {record.number} changed {ship}: {line}"
            named = [name.rpartition(" ")[0] for name in worse if name.endswith((" boxes", " state"))]
            missing = [name for name in named if name not in line]
            if missing and " systems " not in line:
                yield f"line {record.number} struck {', '.join(missing)} of {ship}: {line}"
            if worse and not told.is_news:
                yield f"line {record.number} is no news: {line}"
