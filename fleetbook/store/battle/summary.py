"""The summary of a battle for lists. It is made without reading the whole file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.battle import ENDED, PHASE
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import TURN, FactValue, Key
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.store.battle.database import Database, reading
from fleetbook.store.battle.journal_reader import from_json
from fleetbook.store.battle.load import existing
from fleetbook.store.battle.meta import META, read_meta
from fleetbook.store.battle.schema import BATTLE
from fleetbook.store.battle.source import reader
from fleetbook.store.catalogue import SEASON, ruleset
from fleetbook.store.errors import shown_path

DAY = Key("", "day")
"""The fact of a campaign that counts its days from 0."""


class _Ship(msgspec.Struct):
    """The part of a ship's entry that a summary needs."""

    name: str


class _Start(msgspec.Struct):
    """The part of a setup that a summary needs."""

    title: str
    sides: tuple[str, ...]
    ships: tuple[_Ship, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class BattleSummary:
    """A battle as a list shows it.

    step     the number of the present phase
    doing    the acting side and the title of the present phase
    ended    how the battle ended; empty if it goes on
    last     the headline of the last order in force; empty if there is none
    written  when the last line was written, UTC
    day      the present day of a campaign; empty for a battle
    identity  the battle's identity, by which a campaign names it
    counted   the identities of the battles that a campaign has counted
    """

    ruleset: str
    title: str
    sides: tuple[str, ...]
    turn: int
    step: str
    doing: str
    ended: str
    lines: int
    last: str
    written: str
    ships: tuple[str, ...] = ()
    day: str = ""
    identity: str = ""
    counted: tuple[str, ...] = ()


def summarize(path: Path) -> BattleSummary:
    """The summary of a battle. The lines are not checked. Raises InvalidInput if the file is not a battle."""
    place = existing(path)
    with reading(path), ExitStack() as stack:
        database = reader(place.real, stack)
        try:
            with database.snapshot():
                return _look(database, path)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise InvalidInput(shown_path(path), f"a damaged battle ({error})", BATTLE) from None


def _look(database: Database, path: Path) -> BattleSummary:
    meta, damage = read_meta(database.rows(META), shown_path(path))
    if damage:
        raise LookupError(str(damage))
    start = msgspec.json.decode(meta.setup, type=_Start)
    number, written = next(database.rows("SELECT number, at FROM journal ORDER BY number DESC LIMIT 1"), (0, ""))
    rules = ruleset(meta.ruleset)
    facts = _standing(database, number, rules)
    is_season = rules.id == SEASON.id
    phase = rules.sequence.phase(str(facts.get(PHASE, rules.sequence.phases[0].id)))
    whose = f"{start.sides[phase.side]} " if phase.side is not None else ""
    return BattleSummary(
        ruleset=rules.id,
        title=start.title,
        sides=start.sides,
        turn=int(str(facts.get(TURN, 1))),
        step=phase.number,
        doing=f"{whose}{phase.title}",
        ended=str(facts.get(ENDED) or ""),
        lines=number,
        last=next((record.headline for record in _orders_back(database, number)), ""),
        written=str(written) or meta.created,
        ships=tuple(ship.name for ship in start.ships),
        day=_day(database, number, start.date) if is_season else "",
        identity=meta.link.hex(),
        counted=tuple(_counted(database, number)) if is_season else (),
    )


def _standing(database: Database, number: int, rules: Ruleset[Any]) -> dict[Key, FactValue]:
    """The turn, the phase and the end of the battle after a line, from the events of its order.

    An order that is allowed after the end of a battle does not change these facts, so the orders before it are read too.
    """
    facts: dict[Key, FactValue] = {}
    for record in _orders_back(database, number):
        for key, value in (*changes(record.events),)[::-1]:
            if key in (TURN, PHASE, ENDED):
                facts.setdefault(key, value)
        facts.setdefault(TURN, record.turn)
        facts.setdefault(PHASE, record.phase)
        if not rules.order(record.procedure).closing:
            break
    return facts


def _day(database: Database, number: int, first: str) -> str:
    """The day of a campaign after a line of its journal."""
    facts = (fact for record in _orders_back(database, number) for fact in (*changes(record.events),)[::-1])
    days = next((value for key, value in facts if key == DAY), 0)
    return (date.fromisoformat(first) + timedelta(days=int(str(days)))).isoformat()


def _counted(database: Database, number: int) -> Iterator[str]:
    """The identities of the battles that a campaign has counted, the last first."""
    for record in _orders_back(database, number):
        if record.procedure == CountBattle.id:
            yield str(record.inputs["identity"])


def _orders_back(database: Database, number: int) -> Iterator[Record]:
    """The order in force after a line, then the order before it, and so on back to the start."""
    while number > 0:
        ((content,),) = database.rows("SELECT record FROM journal WHERE number = ?", number)
        record = from_json(content)
        before = record.on if record.is_order else record.to
        if before >= number:
            raise LookupError(f"line {number} builds on line {before}")
        if record.is_order:
            yield record
        number = before
