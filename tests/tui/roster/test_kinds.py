"""The fields of a card, read from its type: words, numbers, flags, tables and lists, and the text typed for each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from fleetbook.core.battle.card_words import only_for
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.tui.kit.list_form import Edit
from fleetbook.tui.roster.card_rows import edited, new_card, new_entry, removed, sections
from fleetbook.tui.roster.field_kinds import CardField, fields_of, offering, suited, with_value


class Plate(msgspec.Struct, forbid_unknown_fields=True):
    belt: int
    deck: Literal["none", "light", "heavy"] = "none"


class Hull(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: Literal["D", "A", "C"]
    tons: float
    old: bool = False
    crew: Literal["good", "bad", ""] = ""
    year: int | None = None
    ranges: tuple[int, int] = (1, 2)
    holds: tuple[Plate, ...] = ()
    armour: Plate | None = None
    gun_class: str = msgspec.field(default="", name="class")


FIELDS = {field.name: field for field in fields_of(Hull)}


def test_kinds_and_words_in_the_order_of_their_declaration() -> None:
    assert {name: field.kind for name, field in FIELDS.items()} == {
        "name": "text", "size": "words", "tons": "number", "old": "flag", "crew": "words", "year": "number", "ranges": "other",
        "holds": "tables", "armour": "table", "class": "text",
    }  # fmt: skip
    assert FIELDS["size"].words == ("D", "A", "C")
    assert FIELDS["crew"].words == ("good", "bad", "")
    assert [name for name, field in FIELDS.items() if field.required] == ["name", "size", "tons"]
    assert (FIELDS["holds"].item, FIELDS["armour"].item) == (Plate, Plate)


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("tons", "12", 12), ("tons", "12.5", 12.5), ("tons", "12,5", 12.5), ("tons", "-3", -3), ("tons", "", None),
        ("tons", "a lot", "a lot"), ("tons", "1e9", "1e9"), ("tons", "nan", "nan"), ("tons", "9" * 40, "9" * 40),
        ("old", "yes", True), ("old", "no", False), ("crew", "–", ""), ("crew", "bad", "bad"), ("name", " x ", " x "),
        ("ranges", "[3, 4]", [3, 4]), ("ranges", "3, 4", [3, 4]), ("ranges", "x", "x"), ("ranges", "", None),
    ],
)  # fmt: skip
def test_what_is_typed(name: str, typed: str, value: Any) -> None:
    assert FIELDS[name].parsed(typed) == value
    assert type(FIELDS[name].parsed(typed)) is type(value)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("tons", "a lot", "allowed: a number"), ("tons", None, "needed"), ("size", "B", "allowed: D, A, C"),
        ("year", 1.5, "allowed: a whole number"), ("ranges", [1], "allowed: "), ("tons", 3, ""), ("year", None, ""),
    ],
)  # fmt: skip
def test_what_is_wrong(name: str, value: Any, problem: str) -> None:
    found = FIELDS[name].problem(value)
    assert found.startswith(problem) if problem else not found


def test_a_value_that_holds_anyway_is_left_out() -> None:
    card: dict[str, Any] = {"name": "A", "old": True}
    assert with_value(card, FIELDS["old"], False) == {"name": "A"}
    assert with_value(card, FIELDS["year"], None) == card
    assert with_value({"holds": [{}]}, FIELDS["holds"], []) == {}
    assert with_value(card, FIELDS["name"], "") == {"name": "", "old": True}


def test_a_table_inside_a_card_is_stated_changed_and_left_out() -> None:
    fields = tuple(FIELDS.values())
    card: dict[str, Any] = {"name": "A", "size": "D", "tons": 1}
    rows = {row.place: row for section in sections(card, fields, ()) for row in section.rows}
    assert ("armour", "make") in rows
    card = {**card, "armour": new_entry(FIELDS["armour"])}
    rows = {row.place: row for section in sections(card, fields, ()) for row in section.rows}
    assert rows["armour", "of", "belt"].problem == "needed"
    card = edited(card, fields, Edit(("armour", "of", "belt"), "9"))
    card = edited(card, fields, Edit(("armour", "of", "deck"), "heavy"))
    assert card["armour"] == {"belt": 9, "deck": "heavy"}
    assert msgspec.convert(card, Hull).armour == Plate(9, "heavy")
    assert removed(card, ("armour", "of", "belt"), fields) == {"name": "A", "size": "D", "tons": 1}


class Fitting(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["bridge", "gun", "tube"]
    calibre: Annotated[int, only_for(kind=("gun",))] = 0
    arc: Annotated[str, only_for(kind=("gun", "tube"))] = ""


def test_a_row_is_offered_for_its_kinds_and_stays_where_it_has_a_value() -> None:
    fields = fields_of(Fitting)
    offered = {kind: [field.name for field in suited(fields, {"kind": kind})] for kind in ("bridge", "gun", "tube")}
    assert offered == {"bridge": ["kind"], "gun": ["kind", "calibre", "arc"], "tube": ["kind", "arc"]}
    assert [field.name for field in suited(fields, {"kind": "bridge", "calibre": 4})] == ["kind", "calibre"]


@pytest.mark.parametrize(
    ("name", "entry", "rows"),
    [
        ("coastal", {"kind": "bridge"}, ["kind", "name", "boxes"]),
        ("coastal", {"kind": "engines"}, ["kind", "name"]),
        ("coastal", {"kind": "mount"}, ["kind", "name", "weapon", "arc", "guns", "calibre"]),
        ("coastal", {"kind": "torpedoes"}, ["kind", "name", "arc", "tubes", "torpedoes"]),
        ("fgdn", {"kind": "light"}, ["name", "kind", "arc", "strength", "mm"]),
        ("fgdn", {"kind": "torpedo"}, ["name", "kind", "arc", "warheads", "warhead", "submerged"]),
    ],
)
def test_a_system_has_the_rows_of_its_kind(name: str, entry: dict[str, Any], rows: list[str]) -> None:
    (inner,) = (field.inner for field in fields_of(ruleset(name).card_type) if field.name in ("systems", "weapons"))
    assert [field.name for field in suited(inner, entry)] == rows


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_new_card_has_entries_that_the_rules_know(name: str) -> None:
    """A new card has no key that its type lacks, and its figures are still to be entered."""
    rules = ruleset(name)
    fields = {field.name: field for field in offering(fields_of(rules.card_type), rules.tables)}
    for key, value in new_card(rules, tuple(fields.values())).items():
        inner = {field.name: field for field in fields[key].inner}
        for entry in value if fields[key].kind == "tables" else []:
            assert entry and set(entry) <= set(inner)
            assert not [one for one, text in entry.items() if inner[one].problem(text)]


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_field_of_every_card_and_squadron_at_hand_is_understood(name: str) -> None:
    """A field of a kind of its own is typed as TOML: none of ours should need that but lists of numbers and of words."""
    rules = ruleset(name)
    kinds = [rules.card_type, *([rules.squadron_type] if rules.squadron_type else [])]
    for field in (field for kind in kinds for field in fields_of(kind)):
        for inner in (field, *(fields_of(field.item) if field.item else ())):
            assert inner.kind != "other" or _is_list(inner)


def _is_list(field: CardField) -> bool:
    return "tuple" in str(field.type) or "list" in str(field.type)
