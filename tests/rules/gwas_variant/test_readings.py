"""Every reading of the variant: its section, its reason, and its effect under a house rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import fleetbook.rules.gwas_variant as variant
from fleetbook.rules.gwas import RULESET as GWAS
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.testing import rolled, struck
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, destroyer, house, ship, unless
from tests.rules.gwas_variant.test_tactical_events import may_fire

OWN = {
    name: reading
    for name, reading in RULESET.tables.readings.items()
    if reading != GWAS.tables.readings.get(name) and not reading.campaign
}  # fmt: skip
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(str(variant.__file__)).parent.rglob("*.py"))
ASKED_BY_THE_PLAYER_AID = {"fuel_zones"}


@pytest.mark.parametrize("name", OWN)
def test_every_reading_has_a_section_and_a_reason_and_is_gone_by(name: str) -> None:
    reading = OWN[name]
    assert re.fullmatch(r"V\d+", reading.section)
    assert reading.text
    assert reading.reason
    assert f'reading("{name}")' in SOURCE or name in ASKED_BY_THE_PLAYER_AID


def test_the_sections_are_v1_to_v20_but_for_v3_the_examples_and_v23_and_v25() -> None:
    figures = {figure.section for figure in RULESET.tables.figures.values()}
    found = {reading.section for reading in OWN.values()} | {section for section in figures if section.startswith("V")}
    assert found == {f"V{number}" for number in range(1, 21)} - {"V3"} | {"V23", "V25"}


def test_v1_the_variant_overrides_where_they_differ() -> None:
    assert (GWAS.tables.reading("fuel_zones").value, RULESET.tables.reading("fuel_zones").value) == (8, 9)


def test_v1_visibility_is_one_less_than_the_set_up_range() -> None:
    game = Game([ship("Firer")], [ship("Target")], house(visibility_below_set_up=2)).go("gunfire-1")
    assert may_fire(game, 2)
    assert not may_fire(game, 3)


def test_v2_a_six_stays_a_six() -> None:
    boat = destroyer("Target", tertiary=1)
    game = Game([ship("Firer")], [boat], house(shift_is_capped=False)).go("gunfire-1")
    record = game.give("fire", 6, 6, 6, 6, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert {event.result for event in rolled(record)} == {"no"}


def hampered(*rules: Any) -> Game:
    game = Game([destroyer("Firer")], [ship("Target")], *rules).go("event-1")
    game.give("event", 1, 3)
    return game.go("torpedo-1")


def test_v5_fire_control_difficulties_hamper_torpedoes_too() -> None:
    order: dict[str, Any] = {"firer": "Firer", "target": "Target", "range": 1}
    assert "fire_control" not in hampered(house(fire_control_guns_only=True)).modifiers("torpedo", **order)
    game = hampered()
    assert "fire_control" in game.modifiers("torpedo", **order)
    assert [event.total for event in rolled(game.give("torpedo", 5, 5, **order))] == [5, 5]  # large +1, -1


@pytest.mark.parametrize(("waits", "confused"), [(True, True), (False, False)])
def test_v6_confusion_waits_for_the_sides_next_movement(waits: bool, confused: bool) -> None:
    game = Game([ship("Firer")], [ship("Target")], *unless(waits, confusion_waits=False)).go("event-1")
    game.give("event", 4, 6, 4)
    game.go("event-2")
    assert bool(game.fact("", "confused", ALLIED)) is confused


@pytest.mark.parametrize(("segment", "left"), [(True, False), (False, True)])
def test_v7_shields_last_a_segment_or_the_round(segment: bool, left: bool) -> None:
    game = Game([ship("Firer")], [ship("Target")], *unless(segment, shields_last_a_segment=False)).go("event-1")
    game.give("event", 1, 1, 4)
    game.go("gunfire-1").give("shields-up", ship="Target")
    game.go("torpedo-1")
    assert game["Target"].has("shielded")
    game.go("gunfire-5")
    assert game["Target"].has("shielded") is left
    game.go("round-end").next()
    assert not game["Target"].has("shielded")


def test_v8_by_a_house_rule_the_first_firers_modifiers_count() -> None:
    def known(*rules: Any) -> set[str]:
        game = Game([ship("F1", italic=True), ship("F2")], [ship("T")], *rules).go("gunfire-1")
        return game.modifiers("combined-fire", target="T", range=3)

    assert known() == set()
    assert known(house(combined_bonus_for_all=False)) == {"italic"}


@pytest.mark.parametrize(("aborts", "mission"), [(True, "Abort"), (False, "Escort")])
def test_v9_an_escort_out_of_touch(aborts: bool, mission: str) -> None:
    fleets = {"allied": {"mission": "Escort", "orders": ["Escort"], "zone": "C1"}, "central": {"zone": "C2"}}
    rules = unless(aborts, escort_out_of_touch_aborts=False)
    game = Game([ship("Firer")], [ship("Target")], *rules, fleets=fleets, begins="game turn").go("contact")
    game.give("leave-charges", fleet="allied")
    game.go("strategic-event")
    assert game.fact("allied", "mission") == mission


@pytest.mark.parametrize(("later", "dice"), [(True, ()), (False, (2,))])
def test_v10_the_break_off_die(later: bool, dice: tuple[int, ...]) -> None:
    game = Game([ship("Firer")], [ship("Target")], *unless(later, break_off_from_next_segment=False)).go("round-end")
    game.next()
    game.go("initiative-move-1").give("break-off", *dice)
    assert bool(game.fact("", "faster", CENTRAL)) is not later


@pytest.mark.parametrize(("own", "may"), [(True, True), (False, False)])
def test_v11_maximum_range_is_the_guns_own_or_what_can_be_seen(own: bool, may: bool) -> None:
    rules, slow = unless(own, slow_ship_range_of_gun=False), {"type": "B", "speed": "1S"}
    game = Game([ship("Firer", **slow)], [ship("Target")], *rules, weather="Fog").go("initiative-move-1")
    game.next(1)
    assert may_fire(game, 2) is may  # the guns reach 3, the eye 2
    assert may_fire(game, 1)


@pytest.mark.parametrize(("guns", "boxes"), [(True, []), (False, [("Target", "hull", 1)])])
def test_v12_a_light_ship_has_no_guns_or_only_no_tertiary_ones(guns: bool, boxes: list[tuple[str, str, int]]) -> None:
    rules = unless(guns, light_ship_has_no_guns=False)
    game = Game([ship("Firer")], [ship("Target", tertiary=0)], *rules).go("gunfire-1")
    record = game.give("fire", 6, 4, 4, 1, firer="Firer", target="Target", range=1, weapons=["tertiary"])
    assert struck(record) == boxes


@pytest.mark.parametrize(("alone", "fleet"), [(True, "allied homeward"), (False, "allied")])
def test_v13_a_ship_with_condenser_problems_goes_home_alone(alone: bool, fleet: str) -> None:
    rules = unless(alone, homeward_alone=False)
    game = Game([ship("Firer")], [ship("Target"), ship("Other")], *rules, begins="game turn")
    game.give("strategic-event", 1, 2, 4, 1)
    assert game["Target"].fleet == fleet
    assert game["Target"].has("returns to port")


@pytest.mark.parametrize(("events", "result"), [(True, "contact"), (False, "contact at surprise distance")])
def test_v14_surprise_distance(events: bool, result: str) -> None:
    rules = unless(events, surprise_by_events_only=False)
    game = Game([ship("Firer")], [ship("Target")], *rules, begins="game turn").go("contact")
    record = game.give("search", 6, fleet="central", other="allied")
    assert rolled(record)[0].result == result


@pytest.mark.parametrize(("mission", "holder"), [(True, ALLIED), (False, CENTRAL)])
def test_v15_a_mission_is_an_order(mission: bool, holder: str) -> None:
    rules, fleets = unless(mission, mission_is_an_order=False), {"central": {"mission": "Bombard"}}
    game = Game([ship("Firer")], [ship("Target")], *rules, fleets=fleets)
    game.next(*(() if mission else (1,)))
    assert game.battle.word("initiative side") == holder


def test_v17_by_a_house_rule_a_squadron_fires_without_a_leader() -> None:
    allied = [ship(name, type="B", nation="Russia") for name in ("A", "B")]
    game = Game([ship("Goeben")], allied, house(leader_missing_no_fire=False)).go("gunfire-1")
    game.give("fire", 1, 1, 1, 1, firer="A", target="Goeben", range=3, weapons=["primary"])


def test_v18_ships_move_an_area_in_a_step() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("initiative-move-1")
    assert game.draft("move-group").values["areas"] == 1


@pytest.mark.parametrize(("at_sea", "known"), [(True, False), (False, True)])
def test_v19_events_strike_fleets_at_sea(at_sea: bool, known: bool) -> None:
    rules, fleets = unless(at_sea, events_at_sea_only=False), {"allied": {"port": True, "zone": "C1"}}
    game = Game([ship("Firer")], [ship("Target")], *rules, fleets=fleets, begins="game turn")
    game.give("strategic-event", 4, 5, 4)
    assert game["Target"].known == known


def test_a_crippled_ship_tries_repairs_once_in_an_impulse_its_event_counted_in() -> None:
    game = Game([ship("Firer")], [ship("Target", speed="1S", hull=20)]).go("initiative-move-1")
    game.give("mines", 6, 6, 4, ships="Target", number=1)
    game.go("event-2").give("repair", 3, ship="Target")
    game.go("other-move-2").refused("repair", ship="Target", because="has tried")
    game.go("event-3").give("repair", 3, ship="Target")
