"""The rows of the card editor, derived from the rule system's card type, and the edits of a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from fleetbook.core.errors import FleetbookError
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.tui.kit.list_form import Edit, Place, Row, Section
from fleetbook.tui.roster.field_kinds import (
    FLAG,
    NO,
    NONE,
    NUMBER,
    REQUIRED,
    TABLE,
    TABLES,
    TEXT,
    WORDS,
    YES,
    CardField,
    fields_of,
    suited,
    with_value,
)

MOST_WORDS = 40  # texts of a key that are offered for the next card
FREE = ("name", "source", "note")  # keys whose text belongs to one ship
NO_WORDS: Mapping[str, Sequence[str]] = MappingProxyType({})
Card = Mapping[str, Any]


def sections(
    card: Card, fields: Sequence[CardField], opened: Place, fixed: str = "", words: Mapping[str, Sequence[str]] = NO_WORDS
) -> Iterator[Section]:
    """All rows of a card: single values first, then a section for each table and each list of tables.

    ``opened`` is the place of the list entry that is expanded; ``fixed`` is a key that is not shown. ``words`` are offered in
    rows of text, by key.
    """
    plain = [field for field in suited(fields, card) if field.kind not in (TABLE, TABLES) and field.name != fixed]
    strange = [key for key in card if key not in {field.name for field in fields}]
    rows = [field_row((field.name,), field, card, beside=words.get(field.name, ())) for field in plain]
    rows += [Row((key,), key, str(card[key]), problem="no such key; ^D removes it") for key in strange]
    yield Section("", tuple(rows))
    for field in fields:
        if field.kind == TABLES:
            yield _list(field, card, opened)
        elif field.kind == TABLE:
            yield _table(field, card)


def _table(field: CardField, card: Card) -> Section:
    """The section of a table inside a card. If the card has no such table, one row that adds it."""
    table = card.get(field.name)
    if not isinstance(table, Mapping):
        problem = field.problem(table)
        return Section(
            field.name, (Row((field.name, "make"), value=f"+ {field.name}", does="state it", problem=problem),), "none"
        )
    return Section(field.name, tuple(field_row((field.name, "of", one.name), one, table) for one in suited(field.inner, table)))


def field_row(place: Place, field: CardField, table: Card, indent: int = 0, beside: Sequence[str] = ()) -> Row:
    """The row of one key of a table. ``beside`` are words offered in a row of text."""
    value = table.get(field.name)
    given = field.name in table
    shown = field.shown(value) if given else "" if field.kind == NUMBER and not field.default else field.shown(field.default)
    row = Row(place, field.label, shown, chosen=shown, problem=field.problem(value), indent=indent, usual=not given)
    if field.kind in (FLAG, WORDS):
        return replace(row, options=tuple(word or NONE for word in field.words) or (NO, YES))
    options = ("", *beside) if field.kind == TEXT and beside else ()
    return replace(row, typed=True, options=options, note={NUMBER: "", TEXT: ""}.get(field.kind, "as TOML"))


def _list(field: CardField, card: Card, opened: Place) -> Section:
    entries = tables(card, field.name)
    rows: list[Row] = []
    inner = field.inner
    for number, entry in enumerate(entries):
        place: Place = (field.name, number)
        does = "close" if opened == place else "change"
        first, rest = _summary(entry, inner)
        wrong = next((f"{one.name}: {text}" for one in inner if (text := one.problem(entry.get(one.name)))), "")
        rows.append(Row(place, value=first, note=rest, problem=wrong if opened != place else "", does=does))
        if opened == place:
            rows += [field_row((*place, one.name), one, entry, 1) for one in suited(inner, entry)]
    rows.append(Row((field.name, "add"), value=f"+ {field.name}", does="one more"))
    return Section(field.name, tuple(rows), str(len(entries)) if entries else "none")


def _summary(entry: Card, fields: Sequence[CardField]) -> tuple[str, str]:
    """A table in two texts: its name or first value, and its other values."""
    values = [(field, field.shown(entry[field.name])) for field in fields if entry.get(field.name) not in (None, "")]
    parts = [(field.name, shown if field.kind in (TEXT, WORDS) else f"{field.name} {shown}") for field, shown in values]
    first = next((shown for name, shown in parts if name == "name"), parts[0][1] if parts else "")
    rest = list(parts)
    if parts:
        rest.remove(next(part for part in parts if part[1] == first))
    return first or "?", " · ".join(shown for _, shown in rest)


def tables(card: Card, name: str) -> list[Card]:
    """The TOML tables under a key of a card. Empty if the key holds anything else."""
    found = card.get(name)
    return [entry for entry in found if isinstance(entry, Mapping)] if isinstance(found, (list, tuple)) else []


def edited(card: Card, fields: Sequence[CardField], edit: Edit) -> dict[str, Any]:
    """The card after an edit of one row."""
    named = {field.name: field for field in fields}
    match edit.place:
        case (str(name),) if name in named:
            return with_value(card, named[name], named[name].parsed(edit.text))
        case (str(name), "of", str(key)):
            field = next(field for field in named[name].inner if field.name == key)
            return {**card, name: with_value(card[name], field, field.parsed(edit.text))}
        case (str(name), int(number), str(key)):
            field = next(field for field in named[name].inner if field.name == key)
            entries = tables(card, name)
            entries[number] = with_value(entries[number], field, field.parsed(edit.text))
            return {**card, name: entries}
    return dict(card)


def with_entry(card: Card, field: CardField, number: int, entry: Card) -> dict[str, Any]:
    entries = tables(card, field.name)
    return {**card, field.name: [*entries[:number], entry, *entries[number:]]}


def new_entry(field: CardField) -> dict[str, Any]:
    """A new table for a list, with those required keys that have an obvious first value."""
    return {one.name: value for one in field.inner if one.required and (value := one.first()) is not None}


def removed(card: Card, place: Place, fields: Sequence[CardField]) -> dict[str, Any] | None:
    """The card without the key or list entry at ``place``. None if nothing can be removed there."""
    match place:
        case (str(name), "of", _):
            return {key: value for key, value in card.items() if key != name}
        case (str(name),) if name in card:
            return {key: value for key, value in card.items() if key != name}
        case (str(name), int(number), *_):
            entries = tables(card, name)
            field = next(field for field in fields if field.name == name)
            return with_value(card, field, [*entries[:number], *entries[number + 1 :]])
    return None


def moved(card: Card, place: Place, steps: int) -> tuple[dict[str, Any], Place] | None:
    """The card with a list entry moved by ``steps``, and the entry's new place. None if it cannot move."""
    match place:
        case (str(name), int(number), *_):
            entries = tables(card, name)
            if 0 <= number + steps < len(entries):
                entries[number], entries[number + steps] = entries[number + steps], entries[number]
                return {**card, name: entries}, (name, number + steps)
    return None


def card_problem(rules: Ruleset[Any], card: Card) -> str:
    """The reason why the rules reject a card. Empty if they accept it."""
    try:
        if not str(card.get("name", "")).strip():
            return "a name is required"
        if missing := next(
            (field.label for field in fields_of(rules.card_type) if field.required and field.name not in card), ""
        ):
            return f"{missing} {REQUIRED}"
        rules.read_card(card, "card", rules.tables)
    except FleetbookError as error:
        return str(error).removeprefix("card: ")
    return ""


def card_doubts(rules: Ruleset[Any], card: Card) -> list[str]:
    """Questions about unusual values of a card that the rules accept."""
    with rules_at_work(rules):
        return [
            f"{doubt.replace(': found ', ': ', 1)}: is it meant?"
            for doubt in rules.doubts(rules.read_card(card, "card", rules.tables))
        ]


def new_card(rules: Ruleset[Any], fields: Sequence[CardField]) -> dict[str, Any]:
    """A new card with the entries that every card of the rules has. Numbers that the user must enter are left out."""
    required = {field.name: value for field in fields if field.required and (value := field.first()) is not None}
    return {**required, **msgspec.to_builtins(dict(rules.new_card))}


def usual_words(fields: Sequence[CardField], cards: Sequence[Card]) -> dict[str, tuple[str, ...]]:
    """The texts of each key that several cards share, such as the kinds of ships. The most frequent text comes first."""
    found = {field.name: Counter(str(card.get(field.name, "")) for card in cards) for field in fields if field.kind == TEXT}
    return {
        name: tuple(word for word, _ in counts.most_common() if word)
        for name, counts in found.items()
        if 1 < len(counts) <= MOST_WORDS and counts.most_common(1)[0][1] > 1 and name not in FREE
    }
