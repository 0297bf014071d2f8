"""A2: what the battle knows of the gunnery modifiers, evasion, Storm, splash markers, and what may be fired at."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Began
from fleetbook.core.battle.record import Record
from fleetbook.testing import counted, results, rolled, said, totals
from tests.rules.aanda.fleet import NONE, TYPES, Game, duel, fire, gun, house, known_to_fire, ship, would_fire

SMALL = {"DD", "TB"}
FAST, SLOW = 26, 10


# ------------------------------------------------------------ modifiers, as the battle knows them


def test_a2_nothing_counts_between_two_ordinary_ships_at_medium_range() -> None:
    assert known_to_fire(duel()) == set()


@pytest.mark.parametrize(("knots", "known"), [(1, "slow"), (10, "slow"), (11, ""), (25, ""), (26, "fast"), (40, "fast")])
def test_a2_slow_is_10_knots_or_less_and_fast_is_over_25(knots: int, known: str) -> None:
    assert known_to_fire(duel(knots=knots)) == ({f"target_{known}"} if known else set())


def test_a2_it_is_the_current_maximum_that_counts_and_not_the_speed() -> None:
    game = duel(knots=30)
    game.put("Target", "speed", "5")
    assert known_to_fire(game) == {"target_fast"}
    game.put("Target", "engine", "1")
    assert known_to_fire(game) == set()


@pytest.mark.parametrize("knots", [SLOW, 18, FAST])
def test_a2_stopped_stands_in_place_of_slow_and_fast(knots: int) -> None:
    game = duel(knots=knots)
    game.put("Target", "speed", "0")
    assert known_to_fire(game) == {"target_stopped"}


@pytest.mark.parametrize(("how", "value"), [("speed", "0"), ("engine", "2")])
def test_a2_a_firer_that_lies_still_counts_as_slow(how: str, value: str) -> None:
    game = duel()
    game.put("Shooter", how, value)
    assert known_to_fire(game) == {"firer_slow"}


def test_a2_a_slow_firer() -> None:
    assert known_to_fire(duel(shooter={"knots": 10})) == {"firer_slow"}
    assert known_to_fire(duel(shooter={"knots": 11})) == set()
    assert known_to_fire(duel(shooter={"knots": 30})) == set()


@pytest.mark.parametrize(("crew", "known"), [("Superior", {"superior"}), ("standard", set()), ("Inferior", {"inferior"})])
def test_a2_the_crew_of_the_firer_counts(crew: str, known: set[str]) -> None:
    assert known_to_fire(duel(crew=crew)) == known
    assert known_to_fire(duel(shooter={"crew": crew})) == known


def test_a2_the_crew_of_the_target_does_not() -> None:
    game = Game([ship("Shooter")], [ship("Target", crew="Superior")]).go("firing")
    assert known_to_fire(game) == set()


def test_a2_a_card_s_crew_goes_before_the_squadron_s() -> None:
    assert known_to_fire(duel(crew="Superior", shooter={"crew": "Inferior"})) == {"inferior"}


@pytest.mark.parametrize("type_", TYPES)
def test_a2_destroyers_and_torpedo_boats_are_small(type_: str) -> None:
    assert known_to_fire(duel(type=type_)) == ({"small_target"} if type_ in SMALL else set())


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("weather", "small", "large"),
    [
        ("Calm to Moderate", set(), set()),
        ("Fresh to Strong", {"small_fresh"}, set()),
        ("Gale", {"small_gale"}, {"large_gale"}),
    ],
)
def test_a2_weather_hampers_small_firers_first(type_: str, weather: str, small: set[str], large: set[str]) -> None:
    game = duel(shooter={"type": type_}, weather=weather)
    assert known_to_fire(game) == (small if type_ in SMALL else large)


def test_a2_night() -> None:
    assert known_to_fire(duel(light="night")) == {"night"}


def test_a2_short_and_long() -> None:
    game = duel(shooter={"main": [gun(calibre=10.0)]})  # class E: 40, 50, -, 70
    assert [known_to_fire(game, range=cm) for cm in (40, 41, 50, 51, 70)] == [{"short"}, set(), set(), {"long"}, {"long"}]


def test_a2_modifiers_add_up() -> None:
    """A Superior crew at short range on a stopped torpedo boat, at night in a gale: 1 + 1 + 2 - 1 - 2 - 1 = 0."""
    game = duel(shooter={"main": [gun(calibre=6.0)]}, crew="Superior", type="TB", weather="Gale", light="night")
    game.put("Target", "speed", "0")
    record = would_fire(game, 7, range=30)
    assert counted(rolled(record)[0]) == {
        "short range": 1,
        "Superior crew": 1,
        "target stopped": 2,
        "target DD or TB": -1,
        "any other firer in Gale": -1,
        "night": -2,
    }
    assert totals(record, "to hit") == [7]


@pytest.mark.parametrize(
    ("switched", "shift"),
    [
        ("target_slow", 1),
        ("firer_slow", 1),
        ("short", 1),
        ("superior", 1),
        ("target_stopped", 2),
        ("target_fast", -1),
        ("inferior", -1),
        ("small_target", -1),
        ("long", -1),
        ("splash", -1),
        ("small_fresh", -1),
        ("large_gale", -1),
        ("small_gale", -2),
        ("night", -2),
    ],
)
def test_a2_every_modifier_shifts_the_die(switched: str, shift: int) -> None:
    """The least face that hits is 8 less the modifier."""
    game = duel()
    assert results(would_fire(game, 8 - shift, 1, 1, **{switched: "yes"}))[0] == "yes"
    assert results(would_fire(game, 7 - shift, **{switched: "yes"})) == ["no"]


def test_a2_a_10_misses_and_a_1_hits_where_the_modifiers_say_so() -> None:
    """No natural 10: -3 makes it 7. No natural 1: +7 makes it 8."""
    game = duel()
    assert results(would_fire(game, 10, modifiers=["target_fast", "night"])) == ["no"]
    ups = ["target_slow", "firer_slow", "short", "superior", "target_stopped"]
    assert results(would_fire(game, 2, 1, 1, modifiers=ups))[0] == "yes"
    eased = duel(house(modifiers={"gunnery": {"short": 2}}))
    assert results(would_fire(eased, 1, 1, 1, modifiers=ups))[0] == "yes"


def test_a2_one_die_a_gun() -> None:
    game = duel(shooter={"main": [gun("fore", guns=2), gun("aft", guns=3)]})
    assert len(would_fire(game, 1, 1, 1, 1, 1).faces) == 5


# ------------------------------------------------------------ evasion


@pytest.mark.parametrize("who", ["Shooter", "Target"])
def test_a2_a_hit_is_rolled_again_when_either_evades(who: str) -> None:
    game = duel()
    game.put(who, "evading", "yes")
    assert results(would_fire(game, 7)) == ["no"]
    assert results(would_fire(game, 8, 7)) == ["yes", "no"]
    assert results(would_fire(game, 8, 8, 1, 1)) == ["yes", "yes", "hull", "not over 8"]


def test_a2_a_hit_is_rolled_twice_again_when_both_evade() -> None:
    game = duel()
    game.put("Shooter", "evading", "yes")
    game.put("Target", "evading", "yes")
    assert results(would_fire(game, 8, 7)) == ["yes", "no"]
    assert results(would_fire(game, 8, 8, 7)) == ["yes", "yes", "no"]
    assert results(would_fire(game, 8, 8, 8, 1, 1))[:3] == ["yes", "yes", "yes"]


def test_a2_every_modifier_counts_for_each_rolling_again() -> None:
    game = duel(crew="Superior")
    game.put("Target", "evading", "yes")
    assert totals(would_fire(game, 7, 7, 1, 1), "to hit again") == [8]


def test_a2_a_ship_that_lies_still_does_not_evade() -> None:
    game = duel()
    game.put("Target", "evading", "yes")
    game.put("Target", "speed", "0")
    assert game.draft("fire", firer="Shooter", target="Target", range=60).values["rerolls"] == 0


def test_a2_house_rules_may_roll_more_often() -> None:
    game = duel(house(rerolls_one_evades=2))
    game.put("Target", "evading", "yes")
    assert results(would_fire(game, 8, 8, 7)) == ["yes", "yes", "no"]


# ------------------------------------------------------------ Storm


def test_a2_no_firing_in_storm() -> None:
    game = Game([ship("Shooter", torpedoes=[{"name": "tubes", "tubes": 1, "arc": "P"}])], [ship("Target")], weather="Storm")
    game.go("firing")
    order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 10}
    game.refused("fire", because="no firing in Storm", rule="A2", **{**order, "range": 60})
    game.refused("torpedo", because="no firing in Storm", rule="A2", **order)


def test_a2_a_house_rule_may_allow_it() -> None:
    assert results(would_fire(duel(house(no_firing_in_storm=False), weather="Storm"), 1)) == ["no"]


# ------------------------------------------------------------ splash markers


def squadron_of_two(*rules: Any) -> Game:
    """Red's First and Second, of one squadron, against Blue's Target."""
    red = [ship("First", main=[gun("fore"), gun("aft")]), ship("Second")]
    return Game(red, [ship("Target"), ship("Other")], *rules).go("firing")


def shoot(game: Game, firer: str, *dice: int, **inputs: Any) -> Any:
    return game.give("fire", *dice, **{"firer": firer, "target": "Target", "range": 60, "bearing": "P", **inputs})


def test_a2_a_splash_marker_is_put_on_the_target_when_a_ship_has_resolved_its_guns() -> None:
    game = squadron_of_two()
    assert not game["Target"].has("splash")
    record = shoot(game, "First", 7, 8, 1, 1)
    assert totals(record, "to hit") == [7, 8]
    assert game["Target"].has("splash")
    assert counted(rolled(shoot(game, "Second", 1))[0]) == {"splash marker": -1}


def test_a2_more_markers_count_once() -> None:
    """One or more: the third ship has -1 too."""
    red = [ship(name) for name in ("First", "Second", "Third")]
    game = Game(red, [ship("Target")]).go("firing")
    shoot(game, "First", 1)
    shoot(game, "Second", 1)
    assert totals(shoot(game, "Third", 5), "to hit") == [4]


def test_a2_a_ship_s_own_splashes_do_not_hamper_the_rest_of_its_guns() -> None:
    """Its guns are resolved when all of them are, in however many orders."""
    game = squadron_of_two()
    shoot(game, "First", 1, batteries="fore")
    assert not rolled(shoot(game, "First", 1, batteries="aft"))[0].adjustments
    assert rolled(shoot(game, "Second", 1))[0].adjustments


def test_a2_only_the_target_has_a_marker() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1)
    assert not game["Other"].has("splash")
    assert not rolled(shoot(game, "Second", 1, target="Other"))[0].adjustments


def test_a2_a_miss_splashes_too_and_a_marker_stays_through_ongoing_damage() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1)
    game.go("ongoing", 2)
    assert game["Target"].has("splash")


def test_a2_markers_go_at_initiative() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1)
    game.go("initiative", 2)
    assert not game["Target"].has("splash")


def test_a2_a_marker_goes_from_a_ship_that_sank_too() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1)
    game.put("Target", "catastrophe", "1")
    game.go("initiative", 2, ongoing=(1,))
    assert not game["Target"].afloat
    assert not game["Target"].has("splash")


def test_a2_a_house_rule_may_do_without_markers() -> None:
    game = squadron_of_two(house(splash_after_fire=False))
    shoot(game, "First", 1, 1)
    assert not game["Target"].has("splash")


# ------------------------------------------------------------ who may fire at what


def test_a2_a_ship_fires_each_battery_once_a_turn() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, batteries="fore")
    assert game.draft("fire", firer="First", target="Target", range=60).values["batteries"] == ("aft",)
    shoot(game, "First", 1)
    game.refused(
        "fire",
        because="First has no battery in action left",
        firer="First",
        target="Target",
        range=60,
        bearing="P",
    )
    game.go("firing", 2)
    assert len(shoot(game, "First", 1, 1).faces) == 2


@pytest.mark.parametrize(("target", "because"), [("Second", "Second is on First's own side"), ("Gone", "Gone is gone: left the")])
def test_a2_a_target_is_an_enemy_on_the_table(target: str, because: str) -> None:
    game = Game([ship("First"), ship("Second")], [ship("Target"), ship("Gone")]).go("movement")
    game.give("done", squadron="red")
    game.give("leave", ship="Gone")
    game.go("firing")
    game.refused("fire", because=because, firer="First", target=target, range=60, bearing="P")


def test_a2_the_last_target_range_and_bearing_are_offered_to_the_next_ship_of_the_squadron() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1, target="Other", range=65, bearing="S")
    draft = game.draft("fire")
    assert {name: draft.values[name] for name in ("firer", "target", "range", "bearing")} == {
        "firer": "Second",
        "target": "Other",
        "range": 65,
        "bearing": "S",
    }
    assert results(game.give("fire", 1)) == ["no"]


def test_a2_and_to_the_ship_itself_in_the_next_turn() -> None:
    game = squadron_of_two()
    shoot(game, "First", 1, 1, range=64)
    shoot(game, "Second", 1, target="Other", range=70)
    game.go("firing", 2)
    draft = game.draft("fire", firer="First")
    assert (draft.values["target"], draft.values["range"]) == ("Target", 64)


def test_a2_the_report_says_guns_band_and_damage() -> None:
    assert "1 gun, medium 2 range, damage d12" in said(fire(duel(), 1, modifiers=NONE))


# ------------------------------------------------------------ order and moment of the batteries (A0)

BATTERIES = [gun("six", 6.0), gun("twelve", 12.0)]
"""On the card the smaller comes first."""


def headlines(record: Record) -> list[str]:
    return [event.headline for event in record.events if isinstance(event, Began) and event.procedure == "battery"]


def test_a0_the_largest_calibre_fires_first_and_a_house_rule_may_have_the_order_of_the_card() -> None:
    shooter = {"main": BATTERIES}
    assert headlines(would_fire(duel(shooter=shooter), 1, 1)) == ["twelve (class G)", "six (class C)"]
    by_card = duel(house(batteries_fire="card order"), shooter=shooter)
    assert headlines(would_fire(by_card, 1, 1)) == ["six (class C)", "twelve (class G)"]


def test_a0_guns_of_one_calibre_fire_together_in_the_order_of_the_card_too() -> None:
    shooter = {"main": [gun("fore"), gun("six", 6.0), gun("aft")]}
    game = duel(house(batteries_fire="card order"), shooter=shooter)
    assert headlines(would_fire(game, 1, 1, 1)) == ["fore, aft (class G)", "six (class C)"]


@pytest.mark.parametrize(("taken", "needed"), [("battery begins", 8), ("ship begins", 9)])
def test_a0_modifiers_are_taken_as_the_battery_begins_or_by_a_house_rule_the_ship(taken: str, needed: int) -> None:
    """The twelve inch halves the target's 18 knots: it is slow, +1, when the six inch fires at long range, -1."""
    game = duel(house(modifiers_taken=taken), shooter={"main": BATTERIES})
    engine_room_hit = (8, 1, 12, 15)
    assert results(would_fire(game, *engine_room_hit, needed - 1))[-1] == "no"
    assert results(would_fire(game, *engine_room_hit, needed, 1, 6))[4] == "yes"


def test_a2_one_die_a_gun_and_a_house_rule_may_have_more() -> None:
    assert len(would_fire(duel(), 1).faces) == 1
    assert len(would_fire(duel(house(dice_a_gun=2)), 1, 1).faces) == 2
