"""Gunnery, torpedo and critical damage: every row and footnote, penetration, referred hits (G5 to G9)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Marked
from fleetbook.core.battle.record import Record
from fleetbook.testing import results, rolled, said
from tests.rules.gwas.fleet import Game, armoured, duel, fire, house, struck, would_fire

ONE_GUN: dict[str, Any] = {"primary": 1, "secondary": 1, "tertiary": 1}


def two_dice(total: int) -> tuple[int, int]:
    """Two faces of this total."""
    return (1, total - 1) if total <= 7 else (6, total - 6)


def shoot(game: Game, total: int, *more: int, guns: str = "primary", hexes: int = 2) -> Record:
    """One die that hits, then damage dice of a total, then more dice."""
    return would_fire(game, 6, *two_dice(total), *more, guns=guns, hexes=hexes)


def one_gun(*rules: Any, **target: Any) -> Game:
    """A shooter with one box of each kind of gun."""
    return duel(*rules, shooter=ONE_GUN, **target)


# ------------------------------------------------------------ the gunnery table, by primary fire at heavy armour


@pytest.mark.parametrize(
    ("total", "lost"),
    [
        (3, {"torpedo": 1}), (4, {"secondary": 1}), (5, {"hull": 1}), (6, {"secondary": 1}), (7, {"primary": 1}),
        (8, {"tertiary": 1}), (9, {"primary": 1}), (10, {"hull": 1}), (11, {"hull": 2}),
    ],
)  # fmt: skip
def test_g9_gunnery_damage_by_primary_fire(total: int, lost: dict[str, int]) -> None:
    game = one_gun()
    extra = (1,) if total == 3 else ()  # a torpedo mount has no armour: a further die, which adds nothing here
    assert struck(shoot(game, total, *extra)) == lost


@pytest.mark.parametrize("total", [2, 12])
def test_g9_gunnery_2_and_12_throw_for_critical_damage(total: int) -> None:
    record = shoot(one_gun(), total, *two_dice(9))
    assert [event.table for event in rolled(record)][-1] == "critical_damage"
    assert struck(record) == {"primary": 1}


def test_g9_gunnery_11_costs_a_rung_of_speed() -> None:
    game = one_gun(speed="2")
    fire(game, 6, 5, 6)
    assert game["Target"].speed == "1"


@pytest.mark.parametrize(
    ("total", "lost", "rungs"),
    [
        (2, {"hull": 6, "primary": 3}, 1), (3, {"primary": 3}, 0), (5, {"primary": 2}, 0), (6, {"hull": 2}, 0),
        (7, {"secondary": 2}, 0), (8, {"hull": 2}, 0), (9, {"primary": 1}, 0), (10, {"hull": 1}, 1), (11, {"hull": 3}, 0),
        (12, {"hull": 5, "primary": 5}, 4),
    ],
)  # fmt: skip
def test_g9_critical_damage(total: int, lost: dict[str, int], rungs: int) -> None:
    game = one_gun(speed="2+")
    record = shoot(game, 2, *two_dice(total))
    assert struck(record) == lost
    game.journal.append(record)
    assert game["Target"].count("speed lost") == rungs


def test_g9_critical_4_kills_a_leader() -> None:
    game = one_gun(fleets={"allied fleet": {"leader": "Eberhard", "flagship": "Target"}})
    assert game["Target"].leader
    record = fire(game, 6, 1, 1, 1, 3)
    assert "the leader aboard Target is killed" in said(record)
    assert not game["Target"].leader


def test_g9_critical_4_without_a_leader_does_nothing() -> None:
    record = shoot(one_gun(), 12, 2, 2)
    assert "no leader aboard" in said(record)
    assert struck(record) == {}


@pytest.mark.parametrize(
    ("total", "lost", "rungs"),
    [
        (3, {"hull": 2}, 0), (4, {}, 0), (5, {"hull": 1}, 0), (6, {"hull": 1}, 0), (7, {"hull": 2}, 0), (8, {"hull": 1}, 0),
        (9, {"primary": 1}, 0), (10, {"hull": 2}, 1), (11, {"hull": 3}, 1),
    ],
)  # fmt: skip
def test_g9_torpedo_damage_ignores_armour(total: int, lost: dict[str, int], rungs: int) -> None:
    game = duel(phase="torpedo-1", speed="2")
    record = game.give("torpedo", 6, *two_dice(total), firer="Shooter", target="Target", range=1)
    assert struck(record) == lost
    assert game["Target"].count("speed lost") == rungs


@pytest.mark.parametrize("total", [2, 12])
def test_g9_torpedo_2_and_12_are_critical(total: int) -> None:
    game = duel(phase="torpedo-1")
    record = game.give("torpedo", 6, *two_dice(total), *two_dice(11), firer="Shooter", target="Target", range=1)
    assert struck(record) == {"hull": 3}


# ------------------------------------------------------------ footnotes


@pytest.mark.parametrize("total", [2, 12])
def test_g5_one_star_no_critical_damage_by_tertiary_fire(total: int) -> None:
    game = one_gun(armour=armoured("none"))
    record = would_fire(game, 6, *two_dice(total), hexes=1, guns="tertiary")
    assert struck(record) == {}
    assert "no critical damage by tertiary fire" in said(record)


@pytest.mark.parametrize(("hexes", "hull"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_g5_two_stars_a_second_hull_hit_by_primary_fire_from_3_hexes(hexes: int, hull: int) -> None:
    assert struck(shoot(one_gun(), 10, hexes=hexes)) == {"hull": hull}


def test_g5_plunging_fire_is_only_of_primary_guns_and_only_of_result_10() -> None:
    light = one_gun(armour=armoured("light"))
    assert struck(shoot(light, 10, guns="secondary", hexes=2)) == {"hull": 1}
    assert struck(shoot(one_gun(), 5, hexes=3)) == {"hull": 1}


@pytest.mark.parametrize(("nation", "kind", "year", "explodes"), [
    ("Britain", "BC", "1914", True), ("Britain", "BC", "1916", True), ("Britain", "BC", "1917", False),
    ("Australia", "BC", "1916", True), ("Canada", "BC", "1916", True), ("Germany", "BC", "1914", False),
    ("Britain", "BB", "1914", False), ("Britain", "CA", "1914", False),
])  # fmt: skip
def test_g5_critical_2_blows_up_a_british_battlecruiser_before_1917(nation: str, kind: str, year: str, explodes: bool) -> None:
    game = one_gun(nation=nation, type=kind, year=year)
    record = fire(game, 6, 1, 1, 1, 1)
    assert bool(game["Target"].fate) == explodes
    assert ("explodes and sinks" in said(record)) == explodes


def test_g5_critical_8_by_secondary_fire_does_one_hull_to_a_heavy_hull() -> None:
    assert struck(would_fire(one_gun(), 6, 1, 1, *two_dice(8), guns="secondary")) == {"hull": 1}
    light = one_gun(armour=armoured("light"))
    assert struck(would_fire(light, 6, 1, 1, *two_dice(8), guns="secondary")) == {"hull": 2}
    assert struck(shoot(one_gun(), 2, *two_dice(8))) == {"hull": 2}


@pytest.mark.parametrize("grade", ["light", "none"])
@pytest.mark.parametrize(("die", "more"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_g5_primary_fire_at_light_armour_or_none_hits_once_more_on_4(grade: str, die: int, more: int) -> None:
    game = one_gun(armour=armoured(grade))
    assert struck(shoot(game, 5, die)) == {"hull": 1 + more}
    assert struck(shoot(game, 7, die)) == {"primary": 1 + more}
    assert struck(shoot(game, 11, die)) == {"hull": 2 + more}


def test_g5_the_further_hit_is_of_the_same_type_and_of_its_area() -> None:
    """The area that is hit counts: a light hull under heavy guns."""
    game = one_gun(armour={"primary": "heavy", "secondary": "heavy", "hull": "light"})
    assert struck(shoot(game, 7)) == {"primary": 1}
    assert struck(shoot(game, 8, 6)) == {"tertiary": 2}
    assert struck(shoot(game, 10, 6, hexes=3)) == {"hull": 3}


def test_g5_no_further_hit_where_the_hull_is_boxed() -> None:
    assert struck(shoot(one_gun(armour=armoured("light"), boxed_hull=True), 5)) == {"hull": 1}


def test_g5_no_further_hit_by_secondary_fire() -> None:
    assert struck(shoot(one_gun(armour=armoured("none")), 5, guns="secondary")) == {"hull": 1}


def test_g14_the_further_die_on_critical_hits_is_a_reading() -> None:
    light = armoured("light")
    assert struck(shoot(one_gun(armour=light), 2, *two_dice(6))) == {"hull": 2}
    changed = one_gun(house(light_armour_on_criticals=True), armour=light)
    assert struck(would_fire(changed, 6, 1, 1, *two_dice(6), 5)) == {"hull": 3}


# ------------------------------------------------------------ penetration


HARMS = {
    "primary": {"none": True, "light": True, "heavy": True},
    "secondary": {"none": True, "light": True, "heavy": False},
    "tertiary": {"none": True, "light": False, "heavy": False},
}


@pytest.mark.parametrize("guns", HARMS)
@pytest.mark.parametrize("grade", ["none", "light", "heavy"])
@pytest.mark.parametrize(("total", "area"), [(7, "primary"), (4, "secondary"), (8, "tertiary"), (5, "hull")])
def test_g6_penetration_of_each_area_by_each_gun(guns: str, grade: str, total: int, area: str) -> None:
    game = one_gun(armour={**armoured("heavy"), area: grade}, boxed_hull=True)
    assert struck(shoot(game, total, guns=guns, hexes=1)) == ({area: 1} if HARMS[guns][grade] else {})


def test_g6_torpedo_mounts_have_no_armour() -> None:
    assert struck(shoot(one_gun(), 3, guns="tertiary", hexes=1)) == {"torpedo": 1}


def test_g6_critical_hits_are_bound_by_penetration() -> None:
    """Critical 6 is two hull hits: none by secondary fire at a heavy hull."""
    record = would_fire(one_gun(), 6, 1, 1, *two_dice(6), guns="secondary")
    assert struck(record) == {}
    assert "secondary does not penetrate heavy armour of hull" in said(record)


def test_g6_referred_hits_are_bound_by_the_armour_of_where_they_go() -> None:
    """No primary guns: the hit goes to the secondary ones, whose armour is heavy."""
    game = one_gun(primary=0, armour={"primary": "none", "secondary": "heavy", "hull": "none"})
    assert struck(shoot(game, 7, guns="secondary")) == {}


def test_g14_speed_is_lost_only_with_the_hull_penetrated() -> None:
    game = one_gun(speed="2")
    fire(game, 6, 5, 6, guns="secondary")
    assert game["Target"].speed == "2"
    changed = one_gun(house(speed_needs_hull=False), speed="2")
    fire(changed, 6, 5, 6, guns="secondary")
    assert changed["Target"].speed == "1"


# ------------------------------------------------------------ hits referred


def referred(total: int, struck_before: Any = None, **target: Any) -> dict[str, int]:
    """Boxes lost by one primary hit of this total on a ship of heavy armour everywhere."""
    game = one_gun(**{"armour": armoured(), **target})
    for track, boxes in (struck_before or {}).items():
        game.strike("Target", track, boxes)
    record = game.journal.propose(
        game.draft("fire", firer="Shooter", target="Target", range=2, weapons="primary").order(),
        game.journal.supply((6, *two_dice(total), 1)),
    )
    return struck(record)


PRIMARY_HIT, SECONDARY_HIT, TERTIARY_HIT, TORPEDO_HIT = 7, 4, 8, 3


def test_g7_never_primary_goes_to_secondary() -> None:
    assert referred(PRIMARY_HIT, primary=0) == {"secondary": 1}


def test_gunnery_11_takes_no_speed_from_a_ship_that_has_none() -> None:
    for speed, lost in (("1S", True), ("0", False)):
        game = one_gun(speed=speed, hull=20)
        record = game.give("fire", 6, 5, 6, firer="Shooter", target="Target", range=2, weapons="primary")
        assert struck(record) == {"hull": 2}
        assert ("Target loses 1 speed" in said(record)) is lost
        assert ("loses" in said(record)) is lost


def test_g7_a_hit_that_is_referred_says_from_where_and_no_other_does() -> None:
    game = one_gun(primary=0, armour=armoured())
    order = {"firer": "Shooter", "target": "Target", "range": 2, "weapons": "primary"}
    marks = {
        total: [event.why for event in game.propose("fire", 6, *two_dice(total), **order).events if isinstance(event, Marked)]
        for total in (PRIMARY_HIT, SECONDARY_HIT)
    }
    assert marks == {PRIMARY_HIT: ["referred from primary"], SECONDARY_HIT: [""]}


def test_g7_never_secondary_goes_to_tertiary() -> None:
    assert referred(SECONDARY_HIT, secondary=0) == {"tertiary": 1}


def test_g7_some_primary_and_secondary_never_tertiary_hit_on_tertiary_does_nothing() -> None:
    assert referred(TERTIARY_HIT, tertiary=0) == {}


@pytest.mark.parametrize("total", [PRIMARY_HIT, SECONDARY_HIT])
def test_g7_never_any_gun_hit_on_primary_or_secondary_does_nothing(total: int) -> None:
    assert referred(total, primary=0, secondary=0, tertiary=0) == {}


def test_g7_never_any_gun_hit_on_tertiary_goes_to_the_hull() -> None:
    assert referred(TERTIARY_HIT, primary=0, secondary=0, tertiary=0) == {"hull": 1}


def test_g7_primary_all_hit_goes_to_the_hull() -> None:
    assert referred(PRIMARY_HIT, {"primary": 6}) == {"hull": 1}


def test_g7_secondary_all_hit_goes_to_the_hull() -> None:
    assert referred(SECONDARY_HIT, {"secondary": 3}) == {"hull": 1}


def test_g7_tertiary_all_hit_does_nothing() -> None:
    assert referred(TERTIARY_HIT, {"tertiary": 2}) == {}


def test_g7_never_torpedoes_does_nothing() -> None:
    assert referred(TORPEDO_HIT, torpedo=0) == {}


def test_g7_torpedo_mounts_all_hit_does_nothing() -> None:
    assert referred(TORPEDO_HIT, {"torpedo": 1}) == {}


def test_g7_a_referred_hit_is_referred_again() -> None:
    """Never primary nor secondary: a primary hit goes on to tertiary; all of that hit: nothing."""
    assert referred(PRIMARY_HIT, primary=0, secondary=0) == {"tertiary": 1}
    assert referred(PRIMARY_HIT, {"tertiary": 2}, primary=0, secondary=0) == {}
    assert referred(PRIMARY_HIT, {"secondary": 3}, primary=0) == {"hull": 1}


@pytest.mark.parametrize("missing", ["primary", "secondary"])
def test_g7_never_tertiary_with_only_one_of_the_other_two_does_nothing(missing: str) -> None:
    assert referred(TERTIARY_HIT, tertiary=0, **{missing: 0}) == {}


def test_g7_hits_are_referred_box_by_box() -> None:
    """Critical 3 is three primary hits: two boxes are left, the third goes to the hull."""
    game = one_gun()
    game.strike("Target", "primary", 4)
    assert struck(shoot(game, 2, *two_dice(3))) == {"primary": 2, "hull": 1}


# ------------------------------------------------------------ speed and sinking


def test_g8_speed_goes_down_rung_by_rung_and_stops_at_nothing() -> None:
    game = one_gun(speed="2+", hull=40)
    seen = [game["Target"].speed]
    for number in range(1, 6):
        fire(game, 6, 5, 6)
        seen.append(game["Target"].speed)
        game.go(f"gunfire-{number + 1}") if number < 5 else None
    assert seen == ["2+", "2", "1", "1S", "0", "0"]
    assert game["Target"].dead_in_water


def test_g9_critical_12_takes_all_speed() -> None:
    game = one_gun(speed="2")
    fire(game, 6, 6, 6, 6, 6)
    assert game["Target"].speed == "0"


def test_a_ship_without_hull_boxes_sinks_and_takes_her_leader_with_her() -> None:
    game = one_gun(hull=2, fleets={"allied fleet": {"leader": "Eberhard", "flagship": "Target"}})
    record = fire(game, 6, 5, 6)
    assert game["Target"].fate == "sunk T1"
    assert "the leader is lost with Target" in said(record)
    assert not game["Target"].leader


def test_fire_at_a_ship_already_sunk_in_the_salvo_is_lost() -> None:
    game = duel(shooter={"primary": 3}, hull=1)
    assert results(fire(game, 6, 1, 4)) == ["yes", "1 hull"]


def test_g13_a_ship_sunk_in_a_step_still_fires_in_it() -> None:
    game = one_gun(hull=1)
    fire(game, 6, 1, 4)
    assert game["Target"].fate
    record = game.give("fire", *(1,) * 6, firer="Target", target="Shooter", range=2, weapons="primary")
    assert len(rolled(record)) == 6
    game.go("torpedo-1")
    game.refused("torpedo", firer="Target", target="Shooter", range=1, because="gone")


def test_g13_boxes_lost_in_a_step_still_fire_in_it_unless_house_rules_say_otherwise() -> None:
    game = one_gun()
    fire(game, 6, 1, 6)  # one primary box of the target's six
    assert len(rolled(game.propose("fire", *(1,) * 6, firer="Target", target="Shooter", range=2, weapons="primary"))) == 6
    at_once = one_gun(house(fire_is_simultaneous=False))
    fire(at_once, 6, 1, 6)
    assert len(rolled(at_once.propose("fire", *(1,) * 5, firer="Target", target="Shooter", range=2, weapons="primary"))) == 5


def test_an_oiler_that_is_hit_blows_up_on_6() -> None:
    game = one_gun(type="OIL", armour=armoured("none"))
    record = would_fire(game, 6, 6)
    assert "blows up and sinks" in said(record)
    assert struck(would_fire(game, 6, 5, 1, 4, 1)) == {"hull": 1}


def test_a_minelayer_blows_up_only_with_mines_aboard() -> None:
    game = one_gun(type="ML", mines=1)
    assert "blows up" in said(would_fire(game, 6, 6))
    game.strike("Target", "mines", 1)
    assert struck(would_fire(game, 6, 1, 4)) == {"hull": 1}
