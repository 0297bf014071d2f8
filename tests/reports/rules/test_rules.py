"""Rules told from their declarations."""

from __future__ import annotations

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.rules.declared import only, rules
from fleetbook.rules.coastal import RULESET

WHOLE = rules(RULESET)


def test_a_table_is_told_as_on_the_sheet() -> None:
    (table,) = only(WHOLE, "engines").tables
    assert table.row_labels == ("3", "2", "1", "0")
    assert table.cells == ((3,), (2,), (1,), (0,))
    assert table.reading.startswith("The sheet mentions engine boxes")


def test_a_table_that_is_thrown_on_names_its_die() -> None:
    assert [table.die for table in only(WHOLE, "gunfire").tables] == ["D6"]
    assert [table.die for table in only(WHOLE, "engines").tables] == [""]


def test_one_id_may_stand_for_several_parts() -> None:
    found = only(WHOLE, "torpedo")
    assert (len(found.tables), len(found.modifiers), len(found.procedures)) == (1, 1, 1)


def test_a_procedure_s_inputs_have_units_limits_words_and_a_schema() -> None:
    (fire,) = only(WHOLE, "fire").procedures
    inputs = {told.name: told for told in fire.inputs}
    assert (fire.section, fire.steps) == ("C4", ("3", "7"))
    assert (inputs["range"].unit, inputs["range"].limits) == ("cm", (0, 999))
    assert inputs["range"].schema == {"type": "integer", "description": "range", "minimum": 0, "maximum": 999, "unit": "cm"}
    assert inputs["bearing"].words == ("front", "port", "starboard", "rear")
    assert (inputs["modifiers"].kind, inputs["modifiers"].modifiers) == ("modifiers", "shooting")
    assert inputs["firer"].kind == "ship"


def test_an_input_that_must_be_given_says_so() -> None:
    (torpedo,) = only(WHOLE, "torpedo").procedures
    assert {told.name: told.required for told in torpedo.inputs} == {"torpedo": False, "target": False, "modifiers": False}


def test_limits_that_the_battle_sets_are_left_open() -> None:
    (move,) = only(WHOLE, "move").procedures
    assert {told.name: told.limits for told in move.inputs}["speed"] == (0, None)


def test_a_name_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidInput) as caught:
        only(WHOLE, "gunfir")
    assert caught.value.near == "gunfire"


def test_the_whole_tells_every_part_of_the_rules() -> None:
    tables = RULESET.tables
    assert {table.id for table in WHOLE.tables} == set(tables.tables)
    assert {modifiers.id for modifiers in WHOLE.modifiers} == set(tables.modifiers)
    assert {reading.id for reading in WHOLE.readings} == set(tables.readings)
    assert [step.number for step in WHOLE.steps] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert WHOLE.conditions["light"] == ("night", "day")


def test_readings_stand_in_the_order_of_their_sections() -> None:
    sections = [reading.section.split(",")[0] for reading in WHOLE.readings if reading.section != "Campaign"]
    numbers = [int(section.removeprefix("C")) for section in sections]
    assert numbers == sorted(numbers)
