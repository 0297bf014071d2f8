"""Random valid orders for any ruleset, drawn from what its fields declare, and what must hold after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.fields import Field, NumberField, SeveralField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.core.play.journal import Journal, verify_record
from fleetbook.referee.offers import orders_now

ATTEMPTS = 30
USUAL: Mapping[str, float] = {"strike": 0.1, "set": 0.1, "note": 0.05, "next": 0.5, "end": 0.0}
"""The battle is not ended by itself, and seldom ruled on by hand."""
WORDS = ("aye", "[/] sunk", "naïve “Iéna”", "-1")

InputsSoFar: TypeAlias = tuple[str, ...]


def random_order(
    journal: Journal[Any], rng: Random, weights: Mapping[str, float] = USUAL
) -> tuple[Order[Any], InputsSoFar] | None:
    """A random order that the rules allow now, with the names of the inputs entered; None where some attempts found none.

    ``weights`` by the procedure's id say how often each is tried, 1 for those not named.
    """
    kinds = orders_now(journal.battle)
    often = [weights.get(kind.id, 1.0) for kind in kinds]
    for _ in range(ATTEMPTS if any(often) else 0):
        draft = random_draft(journal, rng.choices(kinds, often)[0], rng)
        try:
            return draft.order(), draft.given
        except (Refused, InvalidInput):
            continue
    return None


def random_draft(journal: Journal[Any], kind: type[Order[Any]], rng: Random) -> Draft[Any]:
    """A draft whose inputs are left to the battle or drawn, each by what the ones before it allow."""
    draft = Draft(journal.battle, kind)
    for name in kind.declared:
        entry = draft.entries[name]
        if entry.is_shown and (entry.value is None or rng.random() < 0.5):
            raw = random_raw(entry, draft, rng)
            draft = draft if raw is None else draft.with_input(name, raw)
    return draft


def random_raw(entry: Entry, draft: Draft[Any], rng: Random) -> Any:
    """A raw value for one input, as JSON or as the shell's text; None where there is nothing to choose from."""
    field = entry.field
    if isinstance(field, NumberField):
        low, high = entry.bounds or (0, 0)
        number = rng.randint(low, min(high, low + rng.choice((3, 20, 10_000)))) if low <= high else low
        return _shown(field, number, rng)
    if isinstance(field, SeveralField):
        return _shown(field, tuple(word for word in entry.options or () if rng.random() < 0.5), rng)
    if entry.options is None:
        return rng.choice(WORDS)
    return rng.choice(entry.options) if entry.options else None


def _shown(field: Field, value: Any, rng: Random) -> Any:
    return field.show(value) if rng.random() < 0.5 else value


def give(journal: Journal[Any], order: Order[Any], given: InputsSoFar, rng: Random) -> Record:
    """Give an order; choices that it asks for are drawn."""
    choices: list[str] = []
    while True:
        try:
            record = journal.propose(order, choices=choices, given=given)
        except ChoiceNeeded as wanted:
            choices.append(rng.choice(wanted.options))
        else:
            journal.append(record)
            return record


def play_on(journal: Journal[Any], rng: Random, lines: int, weights: Mapping[str, float] = USUAL) -> Iterator[Record]:
    """Go on with a battle by random orders, now and then a step back or forward or a die overruled; each line as written."""
    for _ in range(lines):
        move = rng.random()
        if move < 0.1 and journal.records:
            yield from _taken_in(journal, lambda: (journal.undo(rng.choice((None, rng.randint(0, len(journal.records))))),))
        elif move < 0.15:
            yield from _taken_in(journal, lambda: (journal.redo(),))
        elif move < 0.2 and journal.position:
            yield from _taken_in(journal, lambda: _overruled(journal, rng))
        else:
            found = random_order(journal, rng, weights) or (NextStep(), ())
            yield give(journal, *found, rng)


def _taken_in(journal: Journal[Any], propose: Any) -> Iterator[Record]:
    try:
        records = propose()
    except (Refused, InvalidInput, ChoiceNeeded):
        return
    for record in records:
        journal.append(record)
        yield record


def _overruled(journal: Journal[Any], rng: Random) -> tuple[Record, ...]:
    faces = journal.record(journal.position).faces
    die = rng.randint(1, max(len(faces), 1))
    return journal.overrule(die, rng.randint(1, faces[die - 1].sides) if faces else 1, "it fell off the table")


def check_line(journal: Journal[Any], record: Record) -> None:
    """What must hold after every line: it derives again, also from JSON; it folds to the live battle; tracks stay in bounds."""
    assert verify_record(journal, record) == ""
    kept = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    assert msgspec.structs.replace(kept, inputs=record.inputs) == record
    assert verify_record(journal, kept) == ""
    check_folded(journal)
    battle = journal.battle
    assert battle.state.fingerprint == record.fingerprint
    for ship in battle.ships():
        for track, full in battle.tracks(ship.name).items():
            assert 0 <= ship.left(track) <= full, f"{ship}, {track}: {ship.left(track)} of {full}"


def check_folded(journal: Journal[Any]) -> None:
    """The events of the lines in force, folded from the start, are the live battle; its fingerprint is that of its facts."""
    state = journal.start.state
    for number in journal.line_to(journal.position):
        state = state.with_changes(changes(journal.record(number).events))
    live = journal.battle.state
    assert state == live
    assert State().with_changes(live.items()).fingerprint == live.fingerprint


def check_there_and_back(journal: Journal[Any]) -> None:
    """Taking back the last order and bringing it back is the same battle to the fingerprint."""
    before = journal.battle.state
    if journal.position:
        journal.append(journal.undo())
        journal.append(journal.redo())
    assert journal.battle.state == before
    assert journal.battle.state.fingerprint == before.fingerprint
