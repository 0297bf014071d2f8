"""House rules: every reading that is changed changes play, and what play could not go by is refused before the first order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.coastal import RULESET
from fleetbook.testing import rolled, said
from tests.rules.coastal.fleet import (  # fmt: skip
    Game,
    attack,
    duel,
    fire,
    gear,
    gun,
    hits,
    house,
    known,
    look,
    night,
    reading,
    result,
    ship,
    torpedoed,
    tubes,
    volleys,
    would_fire,
)

Rules = list[HouseRules]


def allowed(game: Game, procedure: str, *dice: int, **inputs: Any) -> bool:
    """Whether the rules allow an order."""
    try:
        game.propose(procedure, *dice, **inputs)
    except Refused:
        return False
    return True


def hulk(rules: Rules, **card: Any) -> Game:
    return Game([ship("Hulk", gun("a"), tubes(), **card)], [ship("Other", gun("gun"))], *rules)


def repaired(rules: Rules) -> str:
    game = hulk(rules)
    game.put("Hulk", "a", "damaged")
    record = game.give("repair", 5, ship="Hulk")
    return f"{record.faces[0].sides} {game.state('Hulk', 'a')}"


def launched(rules: Rules, *, cm: int = 40, speed: str = "0", **struck: int) -> Game | None:
    game = hulk(rules).go("move-1")
    game.put("Hulk", "speed", speed)
    for track, boxes in struck.items():
        game.strike("Hulk", track, boxes)
    order = {"ship": "Hulk", "target": "Other", "range": cm}
    if not allowed(game, "launch", **order):
        return None
    game.give("launch", **order)
    return game


def run(rules: Rules) -> str:
    game = launched(rules)
    assert game
    return said(game.journal.record(game.journal.position))


def smoke(rules: Rules) -> set[str]:
    game = Game([ship("Target")], [ship("Watch")], *rules).go("move-1")
    game.give("move", ship="Target", speed=4, smoke="yes")
    return known(game.go("fire-1"))


def creeping(rules: Rules) -> set[str]:
    game = night(None, ship("Target", kind="MTB"), *rules)
    game.put("Target", "speed", "4")
    return known(game)


def rough(rules: Rules) -> set[str]:
    boat = ship("Shooter", gun("gun"))
    game = Game([ship("Target", size="corvette")], [boat], *rules, light="day", sea="rough").go("fire-1")
    return game.modifiers("fire", firer="Shooter", target="Target", range=10)


def systems(rules: Rules) -> str:
    game = attack(rules=rules)
    torpedoed(game, 5, modifiers=())
    game.go("damage-2").give("damage", 1, 3, ship="Target")
    return game.state("Target", "deck gun")


def twice(rules: Rules) -> bool:
    game = night(None, None, *rules)
    look(game, 1, modifiers=())
    return allowed(game, "observe", 1, observer="Watch", target="Target", range=50, modifiers=())


def lit_again(rules: Rules) -> bool:
    game = Game([ship("Target")], [ship(name, gear("searchlight")) for name in ("Watch", "Other")], *rules).go("fire-1")
    game.give("illuminate", ship="Watch", light="searchlight", target="Target")
    return allowed(game, "illuminate", ship="Other", light="searchlight", target="Target")


def starry(rules: Rules, disabled: bool) -> bool:
    game = Game([ship("Target")], [ship("Watch", gear("star shell"))], *rules).go("fire-1")
    if disabled:
        game.put("Watch", "disabled", True)
    else:
        game.strike("Watch", "hull", 20)
    return allowed(game, "illuminate", ship="Watch", light="star shell", target="Target")


def in_parts(rules: Rules) -> bool:
    game = duel(gun("a"), gun("b"), rules=rules)
    fire(game, 1, mounts="a")
    return allowed(game, "fire", 1, firer="Shooter", target="Target", range=10, mounts="b")


def warned(rules: Rules) -> bool:
    game = Game([ship("Boat", tubes())], [ship("Target", size="larger")], *rules, aware="attacker").go("move-1")
    game.give("launch", ship="Boat", target="Target", range=40, number=1)
    torpedoed(game, 3, modifiers=())
    return "unaware" in game.go("fire-1").modifiers("observe", observer="Target", target="Boat", range=50)


def blind(rules: Rules) -> str:
    game = night(None, None, *rules)
    game.strike("Watch", "bridge", 1)
    return rolled(look(game, 6, modifiers=()))[0].row


def dark_fire(rules: Rules) -> bool:
    return allowed(night(None, None, *rules), "fire", 1, firer="Watch", target="Target", range=10)


def bearing(rules: Rules, arc: str, where: str) -> bool:
    return allowed(duel(gun("gun", arc=arc), rules=rules), "fire", 1, firer="Shooter", target="Target", range=10, bearing=where)


def reach(rules: Rules) -> bool:
    game = duel(gun("gun", "single gun", calibre=4.0), rules=rules)
    return allowed(game, "fire", 1, firer="Shooter", target="Target", range=110)


def factor(rules: Rules) -> str:
    return rolled(would_fire(duel(gun("gun", "directed gun", calibre=4.0), rules=rules), 1))[0].line


def batteries(rules: Rules) -> list[str]:
    game = duel(gun("a"), gun("b", "single gun", calibre=4.0), rules=rules)
    dice = (1,) if rules else (1, 1)
    return list(volleys(fire(game, *dice)))


def worked_out(game: Game, *faces: int) -> tuple[Any, ...]:
    game.give("damage", *faces, ship="Target")
    return game.boxes("Target"), game["Target"].fate, [game.state("Target", name) for name in "abc"]


def struck(rules: Rules) -> int:
    game = attack(rules=rules)
    torpedoed(game, 4, *([1, 1, 1, 1, 1, 3] if rules else []))
    return game["Target"].left("hull")


def sinks_on(rules: Rules) -> int:
    game = attack(rules=rules)
    torpedoed(game, 6, stationary="yes")
    game.go("damage-2").give("damage", 1, 3, ship="Target")
    return game["Target"].count("sinks on")


def daylight(rules: Rules) -> str:
    return said(look(night(None, None, *rules, light="day"), *([6] if rules else []), modifiers=()))


def observation(rules: Rules) -> int:
    return look(night(None, None, *rules), 6, modifiers=()).faces[0].sides


CHANGED: dict[str, tuple[Any, Callable[[Rules], Any]]] = {
    "scale": (5.0, lambda r: hulk(r, speed=0, knots=30.0)["Hulk"].card.speed),
    "engine_boxes": (2, lambda r: hulk(r)["Hulk"].full("engines")),
    "start_speed": (0.25, lambda r: hulk(r)["Hulk"].speed),
    "hull_factor": (2.5, lambda r: hulk(r, hull=0)["Hulk"].full("hull")),
    "hull_power": (0.5, lambda r: hulk(r, hull=0)["Hulk"].full("hull")),
    "creeping": ("boat", creeping),
    "half_speed_of": ("current", lambda r: launched(r, speed="4", engines=2) is None),
    "observation_die": ("D8", observation),
    "seen_at": (3, lambda r: len(look(night(None, None, *r), *([] if r else [1]), modifiers=()).faces)),
    "daylight_needs_no_roll": (False, daylight),
    "fire_needs_observation": (False, dark_fire),
    "one_look": (False, twice),
    "smoke_screens": (False, smoke),
    "lit_once": (False, lit_again),
    "star_shell_is_fired": (False, lambda r: starry(r, disabled=True)),
    "out_of_fight_is_blind": (False, lambda r: starry(r, disabled=False)),
    "rough_sea_counts_as": ("calm", rough),
    "two_volleys": (False, batteries),
    "one_total_a_target": (False, in_parts),
    "gun_reach": (100, reach),
    "arcs_front": ("front", lambda r: bearing(r, "front", "port")),
    "arcs_rear": ("rear", lambda r: bearing(r, "rear", "port")),
    "fraction_dropped": (False, factor),
    "calibre_to_tenths": (False, lambda r: worked_out(hits(1, 5.118, r), 3)),
    "over_8_inch": (2, lambda r: worked_out(hits(1, 10.0, r), 3)),
    "over_8_inch_from": (9, lambda r: worked_out(hits(1, 10.0, r), 3)),
    "neighbours_below": ("boat", lambda r: worked_out(hits(1, 4.0, r, size="boat"), 4)),
    "second_light_hit_destroys": (False, lambda r: worked_out(hits(2, 0.0, r), 3, 3)),
    "repair_die": ("D8", repaired),
    "repair_score": (5, repaired),
    "bridge_out_observes": (2, blind),
    "bridge_out_no_torpedoes": (False, lambda r: launched(r, bridge=1) is None),
    "hull_gone_out": (False, lambda r: worked_out(hits(1, 0.0, r, hull=1), 3)),
    "torpedo_run": (25, run),
    "torpedo_least_range": (50, lambda r: launched(r) is None),
    "torpedo_launch_speed": (0.75, lambda r: launched(r, speed="8") is None),
    "torpedo_damage_held": (False, struck),
    "torpedo_destroys_systems": (False, systems),
    "near_explosion_warns": (False, warned),
    "sinks_at_end_of_turn": (False, sinks_on),
}


def test_no_reading_is_left_out_here() -> None:
    assert set(CHANGED) == {name for name, reading in RULESET.tables.readings.items() if not reading.campaign}


@pytest.mark.parametrize("name", CHANGED)
def test_each_reading_changed_by_a_house_rule_changes_play(name: str) -> None:
    value, play = CHANGED[name]
    assert play([]) != play([reading(**{name: value})])


@pytest.mark.parametrize("name", CHANGED)
def test_the_reading_as_printed_changes_nothing(name: str) -> None:
    """A house rule that says what the reading says: play is as without it, where the same dice are thrown."""
    _, play = CHANGED[name]
    same = reading(**{name: RULESET.tables.reading(name).value})
    if name not in ("two_volleys", "torpedo_damage_held", "seen_at", "daylight_needs_no_roll"):
        assert play([]) == play([same])


def test_later_house_rules_lie_over_earlier_ones() -> None:
    assert repaired([reading(repair_score=6), reading(repair_score=5)]) == "6 sound"


def test_a_record_names_the_readings_that_it_went_by() -> None:
    record = fire(duel(gun("gun", arc="front")), 1)
    assert {"two_volleys", "fraction_dropped"} <= set(record.consulted)
    assert "repair_score" not in record.consulted


# ------------------------------------------------------------ what is refused

REFUSED: list[tuple[HouseRules, str]] = [
    (reading(repair_scor=5), "repair_score"),
    (reading(repair_score="five"), "a value like 6"),
    (reading(repair_die="banana"), "reading repair_die: found banana"),
    (reading(observation_die="D0"), "reading observation_die: found D0"),
    (reading(neighbours_below="frigate"), "corvette"),
    (reading(arcs_front="front, left"), "left"),
    (reading(engine_boxes=4), "reading engine_boxes"),
    (reading(engine_boxes=0), "reading engine_boxes"),
    (reading(scale=0.0), "reading scale"),
    (reading(torpedo_run=0), "reading torpedo_run"),
    (reading(hull_factor=-1.0), "reading hull_factor"),
    (house(tables={"gunfire": [["14+", "-", "-", "-", "-", "-", "-", "6 hits"]]}), "6 hits"),
    (house(tables={"gunfire": [["14+", "-", "-"]]}), "2 cells"),
    (house(tables={"gunfire": [["15+", "-", "-", "-", "-", "-", "-", "-"]]}), "15+"),
    (house(tables={"torpedo": [["3", "bang", "bang"]]}), "bang"),
    (house(tables={"torpedo_results": [["disabled", "no", "maybe", "-", "yes", "-"]]}), "maybe"),
    (house(tables={"torpedo_results": [["disabled", "no", "yes", "some", "yes", "-"]]}), "disabled, hull damage: found some"),
    (house(tables={"cannon": [["twin MG", "two", 1, "-"]]}), "two"),
    (house(tables={"limits": [["fast ship, cm", -6]]}), "-6"),
    (house(tables={"moon": [["a", 1]]}), "moon"),
    (house(modifiers={"shooting": {"straddle": 3}}), "straddled"),
]


@pytest.mark.parametrize(("rules", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_house_rules_that_play_could_not_go_by(rules: HouseRules, told: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        RULESET.tables_under((rules,))
    assert told in str(caught.value)


def test_dice_and_numbers_may_stand_in_for_each_other() -> None:
    lines = [["serious damage", "no", "yes", "9", "no", "-"], ["breaks in two", "no", "yes", "-", "yes", "d3"]]
    game = attack(rules=[house(tables={"torpedo_results": lines})], number=2)
    torpedoed(game, 4, torpedo="torpedo 1")
    torpedoed(game, 6, torpedo="torpedo 2", stationary="yes")
    record = game.go("damage-2").give("damage", 1, 3, 1, 3, 2, ship="Target")
    assert game["Target"].left("hull") == 51
    assert game["Target"].count("sinks on") == 3
    assert record.faces[-1].sides == 3


def test_house_rules_are_for_one_battle() -> None:
    duel(gun("gun"), rules=[house(modifiers={"shooting": {"stationary": 4}})])
    assert RULESET.tables.modifier_list("shooting").line("stationary").value == 1
    assert result(would_fire(duel(gun("gun")), 5, modifiers=["stationary"])) == "straddle"
