"""Fields: the values that each kind shows, decodes and refuses."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, nearest, shown
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.field_kinds import Field
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted, pick, whole_number
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle


class Paint(Order[Boat]):
    """Paint a boat; its defaults may have come to mean nothing."""

    id, title, key = "paint", "Paint", "p"
    boat: str = fields.ship("boat", ("Duck",), default="Ark")
    coats: int = fields.number("coats", low=1, high=3, default=5)
    colour: str = fields.choice("colour", ("red", "rust red", "Red"), default="mauve")
    parts: tuple[str, ...] = fields.several("parts", ("hull", "mast"), default=("mast", "keel"))
    words: str = fields.text("words", default="as she is")
    motto: str = fields.text("motto", default="")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note(self.words)


class Pace(Order[Boat]):
    """Distances in halves, and in the bands of a table."""

    id, title, key = "pace", "Pace", "q"
    half: float = fields.number("half", 0, 8, unit="in", step=0.5)
    tens: int = fields.number("tens", -20, 40, step=10, default=10)
    band: float = fields.number("band", 0, 40, decimals=True, bands="gunfire", default=5)

    def resolve(self, battle: PondBattle) -> Effects:
        yield from note(str(self.half))


def draft(kind: Any, **raw: Any) -> Draft[Any]:
    return Draft(toy.battle(), kind, raw)


def value(kind: Any, name: str, **raw: Any) -> Any:
    entry = draft(kind, **raw).entries[name]
    assert entry.problem is None, str(entry.problem)
    return entry.value


def problem(kind: Any, name: str, **raw: Any) -> str:
    entry = draft(kind, **raw).entries[name]
    assert entry.value is None
    assert entry.problem is not None
    return str(entry.problem)


def test_a_default_that_cannot_be_meant_gives_way_to_the_first_candidate_and_a_number_must_be_said() -> None:
    assert {name: value(Paint, name) for name in ("boat", "colour", "parts")} == {"boat": "Duck", "colour": "red", "parts": ()}
    assert problem(Paint, "coats") == "coats: missing; it takes a whole number from 1 to 3"


@pytest.mark.parametrize(
    "raw", [10**400, -(10**400), 1e308, 4, 0, "4", "0", "-1", "99999999999999999999", "1_0", "+2", "2.0", "2,5", "0x2", "²"]
)
def test_a_number_out_of_its_limits_or_out_of_all_bounds(raw: object) -> None:
    assert "a whole number from 1 to 3" in problem(Paint, "coats", coats=raw)


@pytest.mark.parametrize(("raw", "number"), [("7", 7), (" -7 kt ", -7), ("7kt", 7), (7.0, 7), (-0.0, 0), ("007", 7)])
def test_whole_numbers(raw: object, number: int) -> None:
    assert whole_number(raw, "kt") == number


@pytest.mark.parametrize(
    "raw", ["", " ", "kt", "7 kn", "1e9", "nan", "inf", "seven", "7" * 9, 7.5, float("nan"), float("inf"), True, None, [], {}]
)
def test_what_is_no_whole_number(raw: object) -> None:
    assert whole_number(raw, "kt") is None


@pytest.mark.parametrize("raw", ["", "   ", "\t"])
def test_a_text_may_be_empty_only_where_that_is_its_default(raw: str) -> None:
    assert "words: found nothing, allowed: some words" in problem(Paint, "words", words=raw)
    assert value(Paint, "motto", motto=raw) == raw


@pytest.mark.parametrize("raw", ["x" * 200, "[/]", "Ærøskøbing ⚓", "\x1b[2J", "-5", "nan"])
def test_any_other_text_is_taken_as_it_is(raw: str) -> None:
    assert value(Paint, "words", words=raw) == raw


@pytest.mark.parametrize("raw", [5, True, None, ["x"], {"a": 1}, 1.5])
@pytest.mark.parametrize("name", ["words", "colour", "boat"])
def test_only_text_is_a_word(name: str, raw: object) -> None:
    assert f"{name}: found" in problem(Paint, name, **{name: raw})


@pytest.mark.parametrize("raw", [5, True, None, [5], ["hull", None], {"hull": True}, "hull; keel", ["x" * 200]])
def test_what_is_no_list_of_the_words(raw: object) -> None:
    told = problem(Paint, "parts", parts=raw)
    assert "parts: found" in told
    assert len(told) < 200


@pytest.mark.parametrize(
    ("raw", "parts"), [("", ()), ([], ()), (" ; ", ()), ("mas; HULL", ("hull", "mast")), (["mast", "mast"], ("mast",))]
)
def test_several_words_or_none(raw: object, parts: tuple[str, ...]) -> None:
    assert value(Paint, "parts", parts=raw) == parts


def test_the_exact_word_comes_before_other_case_and_before_beginnings() -> None:
    assert [value(Paint, "colour", colour=raw) for raw in ("red", "Red", "rust")] == ["red", "Red", "rust red"]
    assert problem(Paint, "colour", colour="RED") == "colour: RED may be red or Red: say which"


def test_a_word_of_a_list_is_begun_by_three_letters_and_no_fewer() -> None:
    assert value(Paint, "colour", colour="rus") == "rust red"
    assert value(Paint, "parts", parts="hul; mas") == ("hull", "mast")
    assert problem(Paint, "colour", colour="ru").startswith("colour: found ru, allowed: ")
    assert problem(Paint, "parts", parts="h").startswith("parts: found h, allowed: ")


def test_options_of_strangers_are_shown_harmlessly() -> None:
    with pytest.raises(InvalidInput) as error:
        pick("ship", "a", ["a\x1b[2J", "a" * 300])
    assert "\x1b" not in str(error.value)
    assert len(str(error.value)) < 200


def test_what_was_found_is_shown_short_and_printable() -> None:
    assert shown("a\x1b[31mb\nc\u202e") == "a�[31mb�c�"
    assert (len(shown("x" * 500)), shown("x" * 500)[-1]) == (60, "…")
    assert shown(["x"]) == "['x']"


def test_the_nearest_word_is_found_in_any_case_or_not_at_all() -> None:
    assert nearest("HMS belfats", ["HMS Belfast", "HMS Hood"]) == "HMS Belfast"
    assert nearest("zzz", ["HMS Hood"]) is None
    assert nearest("x" * 10_000, ["HMS Hood"]) is None


def test_what_a_field_shows_is_read_as_the_same_value() -> None:
    filled = draft(toy.Fire, firer="Duck", target="Swan", range=7, guns=["stern gun"], far="yes", steady="no")
    typed = {name: entry.field.show(entry.value) for name, entry in filled.entries.items()}
    assert typed == {"firer": "Duck", "target": "Swan", "range": "7", "guns": "stern gun", "modifiers": "far"}
    assert draft(toy.Fire, **typed).values == filled.values
    assert (Field(label="x").show(None), toy.Sail.declared["smoke"].show(True)) == ("", "yes")


def test_schemas() -> None:
    sail, fire = ({name: field.schema for name, field in kind.declared.items()} for kind in (toy.Sail, toy.Fire))
    assert sail["boat"] == {"type": "string", "description": "boat"}
    assert sail["speed"] == {"type": "integer", "description": "speed", "minimum": 0, "unit": "kt"}  # the highest is the boat's
    assert sail["heading"] == {"type": "string", "description": "heading", "enum": list(toy.HEADINGS)}
    assert sail["smoke"] == {"type": "boolean", "description": "makes smoke"}
    assert fire["range"] == {"type": "integer", "description": "range", "minimum": 1, "maximum": 30, "unit": "ft"}
    assert fire["guns"] == {"type": "array", "items": {"type": "string"}, "description": "guns"}


def test_an_unknown_modifier_is_an_unknown_input_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="order fire: no input is called stedy; did you mean steady"):
        draft(toy.Fire, stedy="yes")


@pytest.mark.parametrize("raw", ["perhaps", "", 1, None, ["yes"]])
def test_a_single_modifier_is_yes_or_no(raw: object) -> None:
    entry = draft(toy.Fire, firer="Duck", target="Swan", far=raw).entries["modifiers"]
    assert "far: found" in str(entry.problem)
    assert "yes or no" in str(entry.problem)


def test_modifiers_given_whole_and_one_of_them_singly() -> None:
    shot = {"firer": "Duck", "target": "Swan"}
    assert value(toy.Fire, "modifiers", **shot, modifiers="gust; far", far="no", steady=True) == ("steady", "gust")
    assert value(toy.Fire, "modifiers", **shot, modifiers=["gust"]) == ("gust",)
    entry = draft(toy.Fire, **shot, modifiers="calm").entries["modifiers"]
    assert "steady, far, gust" in str(entry.problem)


def test_so_many_of_something() -> None:
    told = [counted(1, "box"), counted(2, "box"), counted(2, "loss"), counted(0, "line"), counted(3, "torpedo boat")]
    assert told == ["1 box", "2 boxes", "2 losses", "0 lines", "3 torpedo boats"]


@pytest.mark.parametrize(("raw", "read"), [("3.5", 3.5), ("3.5 in", 3.5), ("3", 3), (0.5, 0.5), (8, 8), ("7.0", 7)])
def test_a_step_of_a_half_takes_halves(raw: object, read: float) -> None:
    assert value(Pace, "half", half=raw) == read
    assert type(value(Pace, "half", half=raw)) is type(read)


@pytest.mark.parametrize("raw", ["3.05", "3.25", 3.3, "8.5", "-0.5", "half"])
def test_what_is_no_step_is_refused_as_it_is_read(raw: object) -> None:
    assert problem(Pace, "half", half=raw) == f"half: found {raw}, allowed: a number from 0 to 8 in in steps of 0.5"


def test_a_step_of_whole_numbers_stays_whole() -> None:
    assert value(Pace, "tens", tens="-10") == -10
    assert "a whole number from -20 to 40 in steps of 10" in problem(Pace, "tens", tens="15")
    assert Pace.declared["tens"].schema["multipleOf"] == 10
    assert Pace.declared["half"].schema["type"] == "number"


def test_what_falls_between_two_bands_is_refused_as_it_is_read() -> None:
    assert value(Pace, "band", band="10") == 10
    assert problem(Pace, "band", band="10.5") == "band: found 10.5, allowed: a number in one of the bands 1-10, 11-30"
    assert "a number in one of the bands" in problem(Pace, "band", band="31")


def test_a_step_below_nothing_is_refused_at_its_declaration() -> None:
    with pytest.raises(ValueError, match="step of range: found -1"):
        fields.number("range", 0, 8, step=-1)


def test_a_half_is_shown_as_it_is_typed() -> None:
    assert [Pace.declared["half"].show(number) for number in (3.0, 3.5, 3)] == ["3", "3.5", "3"]
