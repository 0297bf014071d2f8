"""Every cell of every table of the A&A sheet and every modifier, against the figures of the sheet written out here."""

from __future__ import annotations

import pytest

from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.gun_table import band, damage_dice, gun_class
from tests.rules.aanda.sheet import (
    ARMOUR,
    BANDS,
    CALLED,
    CLASSES,
    GUN_CRITICALS,
    GUN_RESULTS,
    GUNNERY,
    GUNS,
    INITIATIVE,
    LOCATION,
    MINE,
    MORALE,
    REPAIR,
    SINKING,
    SPOTTING,
    TORPEDO,
    UNDERWATER_CRITICALS,
    UNDERWATER_RESULTS,
)

TABLES = RULESET.tables


def mount(calibre: float) -> GunEntry:
    return GunEntry("gun", 1, calibre, "P")


@pytest.mark.parametrize("letter", CLASSES)
def test_a1_every_tenth_of_an_inch_has_its_class(letter: str) -> None:
    low, high = CLASSES[letter]
    tenths = range(round(low * 10), round(high * 10) + 1)
    assert {gun_class(TABLES, mount(tenth / 10)) for tenth in tenths} == {letter}


def test_a1_the_classes_are_these_and_no_others() -> None:
    table = TABLES.table("gun_classes")
    assert [line[0] for line in table.cells] == list(CLASSES)
    assert [(span.low, span.high) for span in table.rows.spans] == list(CLASSES.values())


@pytest.mark.parametrize("letter", GUNS)
def test_a1_bands_and_damage_at_every_centimetre(letter: str) -> None:
    inches = CLASSES[letter][0]
    inner = -1
    for name, cell in zip(BANDS, GUNS[letter], strict=True):
        if cell is None:
            continue
        edge, dice = cell
        for cm in range(inner + 1, edge + 1):
            assert band(TABLES, letter, cm) == name
            assert damage_dice(TABLES, mount(inches), cm) == ("" if dice == "n/a" else dice)
        inner = edge
    assert band(TABLES, letter, inner + 1) == damage_dice(TABLES, mount(inches), inner + 1) == ""


@pytest.mark.parametrize("letter", GUNS)
def test_a1_every_cell_of_the_retyped_table(letter: str) -> None:
    for name, cell in zip(BANDS, GUNS[letter], strict=True):
        edge, dice = cell or ("-", "-")
        assert TABLES.table("gun_ranges").cell(letter, name) == edge
        assert TABLES.table("gun_damage").cell(letter, name) == dice


def test_a1_no_other_class_has_ranges_or_damage() -> None:
    assert set(TABLES.table("gun_ranges").rows.labels) == set(TABLES.table("gun_damage").rows.labels) == set(GUNS)


def test_a2_short_and_long_are_the_bands_with_a_modifier() -> None:
    table = TABLES.table("band_modifiers")
    assert {name: table.text(name, "modifier") for name in table.rows.labels} == {
        "short": "short",
        "medium 1": "-",
        "medium 2": "-",
        "long": "long",
    }


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("gunnery", GUNNERY),
        ("torpedo", TORPEDO),
        ("mine", MINE),
        ("initiative", INITIATIVE),
        ("sinking", SINKING),
        ("repair", REPAIR),
        ("morale", MORALE),
        ("spotting", SPOTTING),
    ],
)
def test_every_modifier(name: str, printed: dict[str, int]) -> None:
    assert {line.text: line.value for line in TABLES.modifier_list(name).lines.values()} == printed


def test_there_are_no_other_modifiers() -> None:
    assert len(TABLES.modifiers) == 8


@pytest.mark.parametrize("type_", LOCATION)
def test_a3_every_face_of_the_location_die(type_: str) -> None:
    hull, main, _ = LOCATION[type_]
    places = {face: "hull" if face <= hull else "main" if face <= main else "secondary" for face in range(1, 11)}
    table = TABLES.table("location")
    assert {face: row.result for row in table.faces(type_) for face in range(1, 11) if face in row.span} == places
    assert str(table.thrown) == "D10"


@pytest.mark.parametrize("type_", ARMOUR)
def test_a4_armour_of_every_type(type_: str) -> None:
    table = TABLES.table("armour")
    assert tuple(table.cell(type_, place) for place in ("hull", "main", "secondary")) == ARMOUR[type_]


@pytest.mark.parametrize("column", GUN_CRITICALS)
@pytest.mark.parametrize(
    ("table", "printed", "named"),
    [
        ("gun_critical", GUN_CRITICALS, GUN_RESULTS),
        ("underwater_critical", UNDERWATER_CRITICALS, UNDERWATER_RESULTS),
    ],
)
def test_a5_every_face_of_both_critical_tables(
    column: str, table: str, printed: dict[str, tuple[int, ...]], named: tuple[str, ...]
) -> None:
    result = {face: next(r for r, last in zip(named, printed[column], strict=True) if face <= last) for face in range(1, 21)}
    read = TABLES.table(table)
    assert {face: row.result for row in read.faces(column) for face in range(1, 21) if face in row.span} == result
    assert str(read.thrown) == "D20"


def test_types_and_what_the_tables_call_them() -> None:
    table = TABLES.table("types")
    assert set(table.rows.labels) == set(ARMOUR)
    for type_, called in CALLED.items():
        assert table.text(type_, "critical hits") == called
        assert table.text(type_, "sinking") == {"other": "others"}.get(called, called)
        assert table.text(type_, "small") == ("yes" if type_ in ("DD", "TB") else "no")


def test_names_of_the_types() -> None:
    assert {t: TABLES.table("types").text(t, "name") for t in ARMOUR} == {
        "B": "Battleship",
        "CB": "Coastal or old Battleship",
        "ACL": "Large Armoured Cruiser",
        "TSL": "Large Turret Ship",
        "AC": "Armoured Cruiser",
        "C": "Cruiser",
        "TS": "Turret Ship",
        "CL": "Light Cruiser",
        "DD": "Destroyer",
        "GB": "Gunboat",
        "TB": "Torpedo Boat",
    }


def cells(name: str) -> dict[str, tuple[object, ...]]:
    table = TABLES.table(name)
    return dict(zip(table.rows.labels, table.cells, strict=True))


def test_a6_dice_of_the_sinking_test() -> None:
    assert cells("sinking") == {"B, CB": ("d10", 3), "others": ("d8", 3), "DD, TB": ("d6", 3)}


def test_a5_fire_and_flood_take_d4() -> None:
    assert cells("ongoing_damage") == {"fire": ("d4",), "flood": ("d4",)}


def test_a2_a8_guns_torpedoes_and_mines_hit_on_8_of_d10() -> None:
    assert cells("to_hit") == {"gunnery": ("d10", 8), "torpedo": ("d10", 8), "mine": ("d10", 8)}


FIGURES = {
    "slow, at most": (10, "kt", "5.3"),
    "fast, above": (25, "kt", "5.3"),
    "initiative die": ("d10", "", "2.4"),
    "large squadron": (7, "vessels", "2.4"),
    "morale, strength divided by": (2, "", "2.2"),
    "morale, die": ("d10", "", "A9"),
    "morale, score": (4, "", "A9"),
    "morale, failures to leave": (2, "", "A9"),
    "spotting, die": ("d10", "", "A9"),
    "spotting, score": (8, "", "A9"),
    "spotted without a roll": (20, "cm", "A9"),
    "repair, die": ("d10", "", "A9"),
    "repair, score": (8, "", "A9"),
}


def test_every_single_figure_with_its_unit_and_section() -> None:
    assert {name: (f.value, f.unit, f.section) for name, f in TABLES.figures.items()} == FIGURES


def test_a9_figures_that_the_sheet_does_not_print_say_so() -> None:
    assert all(bool(figure.reading) == (figure.section == "A9") for figure in TABLES.figures.values())
    assert cells("spotting_reach") == {"day": (150,), "day, Fresh to Strong or worse": (60,), "night": (30,)}


def test_readings_that_are_numbers_or_words() -> None:
    assert {name: reading.value for name, reading in TABLES.readings.items() if not reading.campaign} == {
        "no_firing_in_storm": True,
        "splash_after_fire": True,
        "rerolls_one_evades": 1,
        "rerolls_both_evade": 2,
        "halves_round": "down",
        "batteries_fire": "largest calibre first",
        "modifiers_taken": "battery begins",
        "dice_a_gun": 1,
        "damage_must": "beat armour",
        "hull_loses": "the excess",
        "pierced_hull_rolls_critical": True,
        "main_pierced_loses": 1,
        "secondary_pierced_loses": 1,
        "main_lost": "drawn",
        "secondary_lost": "drawn",
        "initiative_ties": "again",
        "initiative_penalties_of": "every squadron",
        "guns_gone_read_as_hull": True,
        "engine_hits_that_stop": 2,
        "engine_hit_share": 2,
        "rudder_holds_course": True,
        "bridge_lowers_crew": 1,
        "bridge_out_of_command": True,
        "hull_gone_stops": True,
        "hull_gone_tests": True,
        "underwater_hull": "2d10",
        "ram_die": "d10",
        "ram_knots_share": 3,
        "ram_own_share": 4,
        "torpedo_reach": 10,
        "grade_as_crews_stand": True,
        "wreck_leads_no_squadron": True,
        "one_spot_a_squadron": True,
        "hull_square_root_share": 4,
        "least_hull": 2,
    }


def test_every_reading_gives_a_reason_and_its_section() -> None:
    for reading in (one for one in TABLES.readings.values() if not one.campaign):
        assert reading.section in {f"A{number}" for number in range(11)}
        assert reading.text.endswith(".")
        assert reading.reason.startswith("The sheet")


def test_no_table_is_left_out_here() -> None:
    assert set(TABLES.tables) == {
        *("gun_classes", "gun_ranges", "gun_damage", "band_modifiers", "to_hit", "location", "armour", "types"),
        *("gun_critical", "underwater_critical", "critical_effects", "ongoing_damage", "sinking"),
        "spotting_reach",
    }


def test_what_each_critical_result_does() -> None:
    assert cells("critical_effects") == {
        "no effect": ("-",),
        "rudder disabled": ("rudder",),
        "engine room hit": ("engine",),
        "bridge hit": ("bridge",),
        "fire": ("fire",),
        "flood": ("flood",),
        "catastrophic explosion": ("catastrophe",),
        "catastrophic flooding": ("catastrophe",),
    }
