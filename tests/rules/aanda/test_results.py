"""What each order of the A&A sheet came to, in the words that a referee says: every order, every outcome of its tables."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Began
from fleetbook.core.play.driver import Supply, play_through
from fleetbook.core.play.needed import DieNeeded
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.wording import working_line
from fleetbook.referee.telling import tell
from fleetbook.rules.aanda.ongoing import OngoingDamage
from fleetbook.testing import rolled
from tests.rules.aanda.fleet import Game, duel, fire, gun, house, ship, tubes
from tests.rules.results import came_to, spoken, told, words

TURRETS = [gun("fore", guns=2), gun("aft", guns=2)]
BROADSIDES = [gun("port six", 6.0, 3, "P"), gun("starboard six", 6.0, 3, "S")]


SPLASH = "Other ships that fire at her this turn have -1 for the splash marker."
MISSED = f"missed | missed | MISSED: Shooter at Target, 1 shot. {SPLASH}"
STOPPED = f"hit | 1 HIT | 1 HIT of 1 on Target, stopped by armour. {SPLASH}"
PIERCED = "1 HIT of 1 on Target: hull -1 (99 of 100)"
TEST = "She tests for sinking in each ongoing damage phase."
SHOTS: list[tuple[tuple[int, ...], str]] = [  # to hit, location, damage, critical
    ((7,), MISSED),
    ((8, 1, 8), STOPPED),
    ((8, 1, 9, 1), f"hurt | 1 HIT | {PIERCED}. {SPLASH}"),
    ((8, 1, 9, 14), f"hurt | 1 HIT | {PIERCED}, rudder disabled. No change of heading and no evasion until mended. {SPLASH}"),
    ((8, 1, 9, 15), f"hurt | 1 HIT | {PIERCED}, engine room hit. 9 kt at most. {SPLASH}"),
    ((8, 1, 9, 17), f"hurt | 1 HIT | {PIERCED}, bridge hit. Out of command until mended. {SPLASH}"),
    ((8, 1, 9, 18), f"hurt | 1 HIT | {PIERCED}, fire. Each fire burns d4 hull boxes a turn until it is out. {SPLASH}"),
    ((8, 1, 9, 20), f"grave | 1 HIT | {PIERCED}, catastrophic explosion. {TEST} {SPLASH}"),
    ((8, 7, 10, 1), f"hurt | 1 HIT | 1 HIT of 1 on Target: fore (mount out). {SPLASH}"),
    ((8, 8, 6, 1), f"hurt | 1 HIT | 1 HIT of 1 on Target: port six (a gun out). {SPLASH}"),
]


@pytest.mark.parametrize(("dice", "words"), SHOTS)
def test_5_3_a_shot_and_what_it_does(dice: tuple[int, ...], words: str) -> None:
    game = duel(main=TURRETS, secondary=BROADSIDES)
    assert told(game, fire(game, *dice)) == words


def test_5_3_the_last_hull_box() -> None:
    game = duel(hull=1)
    words = f"grave | 1 HIT | 1 HIT of 1 on Target: hull -1 (0 of 1). {TEST} Stopped and silent."
    assert told(game, fire(game, 8, 1, 9, 1)) == f"{words} {SPLASH}"


def test_5_17_as_many_tests_are_told_as_a_ship_faces() -> None:
    game = duel(hull=1)
    twice = "She tests for sinking in each ongoing damage phase, 2 times. Stopped and silent."
    assert twice in told(game, fire(game, 8, 1, 9, 20))


def test_5_5_hits_that_armour_stopped_are_told_beside_those_that_pierced() -> None:
    game = duel(shooter={"main": [gun(guns=3)]})
    words = "2 HITS of 3 on Target: hull -1 (99 of 100), 1 stopped by armour."
    assert words in told(game, fire(game, 8, 1, 9, 1, 7, 8, 1, 8))


def test_5_3_hits_that_found_nothing_left_to_hit_are_told_too() -> None:
    """The first hit takes the last hull box, and the second finds none. No critical hit comes of either."""
    game = duel(hull=1, shooter={"main": [gun(guns=2)]})
    assert "2 HITS of 2 on Target: hull -1 (0 of 1), 1 did nothing." in told(game, fire(game, 8, 1, 9, 1, 8, 1, 9, 1))
    wreck = duel(hull=1)
    wreck.strike("Target", "hull", 1)
    assert "1 HIT of 1 on Target, no harm done." in told(wreck, fire(wreck, 8, 1, 9, 1))


def test_5_3_calibre_by_calibre() -> None:
    game = duel(shooter={"main": [gun(guns=2)], "secondary": [gun("six", 6.0, 2)]})
    record = fire(game, 8, 1, 8, 7, 7, 7)
    (result,) = game.journal.results(record)
    assert result.words == "1 HIT of 4 on Target, stopped by armour."
    assert result.rows == ("12 in hit 1 of 2: 1 stopped by armour", "6 in hit 0 of 2")


def test_2_2_a_squadron_s_fire_is_told_ship_by_ship() -> None:
    game = Game([ship("Lead"), ship("Second")], [ship("Target")]).go("firing")
    record = game.give("volley", 8, 1, 9, 1, 7, squadron="red", target="Target", range=60, bearing="P")
    (result,) = game.journal.results(record)
    assert result.words == "1 HIT of 2 on Target: hull -1 (99 of 100)."
    assert result.rows == ("Lead: 12 in hit 1 of 1: hull -1 (99 of 100)", "Second: 12 in hit 0 of 1")


@pytest.mark.parametrize(
    ("fires", "floods", "words"),
    [("1", "0", "burns"), ("2", "0", "burns"), ("0", "2", "floods"), ("1", "1", "burns and floods")],
)
def test_5_7_a_ship_is_told_to_burn_or_to_flood_by_what_she_suffers_from(fires: str, floods: str, words: str) -> None:
    game = Game([ship("Shooter")], [ship("Target")])
    game.put("Target", "fire", fires)
    game.put("Target", "flood", floods)
    record = game.give("ongoing", *[1] * (int(fires) + int(floods)))
    heads = [event.headline for event in record.events if isinstance(event, Began) and event.procedure == "burn"]
    assert heads == [f"Target {words}"]


def test_5_10_torpedoes() -> None:
    game = Game([ship("Shooter", torpedoes=[tubes(number=2)])], [ship("Target")]).go("firing")
    order: dict[str, Any] = {"firer": "Shooter", "target": "Target", "range": 10, "bearing": "P", "modifiers": ()}
    words = "missed | missed | BOTH TORPEDOES MISS Target."
    assert told(game, game.give("torpedo", 1, 1, **order)) == words
    game = Game([ship("Shooter", torpedoes=[tubes(number=2)])], [ship("Target")]).go("firing")
    words = (
        "Target IS TORPEDOED, 1 of 2 hit: hull -5 (95 of 100) and flood. "
        "Each flood takes d4 hull boxes a turn until it is stopped."
    )
    assert told(game, game.give("torpedo", 8, 2, 3, 17, 1, **order)) == f"hurt | torpedoed | {words}"


def moving(**target: Any) -> Game:
    return Game([ship("Rammer")], [ship("Target", **target)]).go("movement")


def test_5_16_mines() -> None:
    game = moving()
    no_mine = "good | no mine | Target: NO MINE, threw 7, it takes 8."
    assert told(game, game.give("mine", 7, ship="Target", modifiers=())) == no_mine
    harm = "hull -2 (98 of 100) and catastrophic flooding"
    words = f"grave | strikes a mine | Target STRIKES A MINE, threw 8, it takes 8: {harm}. {TEST}"
    assert told(game, game.give("mine", 8, 1, 1, 20, ship="Target", modifiers=())) == words


def test_a8_ram() -> None:
    game = moving()
    record = game.give("ram", 10, 1, rammer="Rammer", target="Target", knots=18)
    words = "hurt | rammed | Rammer RAMS Target: hull -8 (92 of 100). Rammer: hull -2 (98 of 100)."
    assert told(game, record) == words
    record = game.give("ram", 1, 1, rammer="Rammer", target="Target", knots=3)
    assert told(game, record) == "missed | rammed | Rammer RAMS Target: no harm done."


def test_2_2_movement() -> None:
    game = moving()
    assert told(game, game.give("move", squadron="red", speed=12)) == "done | 12 kt | Red moves at 12 kt."
    assert told(game, game.give("done", squadron="blue")) == "done | done | Blue is done. Movement: both sides are done."
    game = moving()
    record = game.give("move", squadron="red", speed=0, evading="yes", turning="yes")
    assert record.headline == "red lies still, turning"
    assert told(game, record) == "done | lies still | Red lies still, turning. A stopped ship cannot evade."
    game = Game([ship("Lead"), ship("Second")], [ship("Target")], squadrons={"red": {"flagship": "Lead"}}).go("movement")
    words = "grave | gone | Lead LEAVES THE TABLE. Red has lost its flagship. Red: 1 of 2 fights."
    assert told(game, game.give("leave", ship="Lead")) == words


def test_5_17_a_ship_that_sinks_is_told_to_sink_before_what_befell_her() -> None:
    game = Game([ship("Shooter")], [ship("Target", hull=1)])
    game.put("Target", "fire", "1")
    game.put("Shooter", "fire", "1")
    sinks, burns = came_to(game, game.give("ongoing", 1, 2, 1))
    assert burns.words == "Shooter BURNS: hull -1 (99 of 100)."
    thrown = "threw 1 (+1 Calm to Moderate), 2 in all, it takes 4"
    assert sinks.words == f"Target SINKS (no hull boxes left): {thrown}."
    assert sinks.means == "Fire: hull -1 (0 of 1). Blue: none of 1 fight."
    assert (sinks.state, sinks.how) == ("SINKS", "test: 1 +1 = 2, 4+ needed")


def test_5_17_the_tests_that_a_ship_withstood_are_told_after_the_one_that_sinks_her() -> None:
    game = Game([ship("Shooter")], [ship("Target", hull=1), ship("Sister")])
    for name in ("Target", "Sister"):
        game.put(name, "catastrophe", "1")
    game.put("Target", "fire", "1")
    sinks, stays = came_to(game, game.give("ongoing", 1, 9, 3, 9))
    assert sinks.words.startswith("Target SINKS, second test (catastrophe): threw 3 ")
    passed = "She passed the first test (no hull boxes left): threw 9 (+1 Calm to Moderate), 10 in all, it takes 4."
    assert sinks.means == f"Fire: hull -1 (0 of 1). {passed} Blue: 1 of 2 fights."
    assert (sinks.state, sinks.how) == ("SINKS", "second test: 3 +1 −2 = 2, 4+ needed")
    assert stays.words.startswith("Sister STAYS AFLOAT (catastrophe): threw 9")


def test_5_17_a_ship_without_boxes_that_sinks_does_not_burn_after_it() -> None:
    game = Game([ship("Shooter")], [ship("Target")])
    game.strike("Target", "hull", 100)
    game.put("Target", "fire", "1")
    all_told = words(game, game.give("ongoing", 2, 1))
    assert all_told == ["Target SINKS (no hull boxes left): threw 1 (+1 Calm to Moderate), 2 in all, it takes 4."]


def test_5_7_ongoing_damage() -> None:
    game = Game([ship("Hunter")], [ship("Target")])
    game.put("Target", "fire", "1")
    game.put("Target", "flood", "1")
    words = "hurt | fire and flood | Target BURNS AND FLOODS: hull -5 (95 of 100)."
    assert told(game, game.give("ongoing", 2, 3)) == words
    game = Game([ship("Hunter")], [ship("Target")])
    assert told(game, game.give("ongoing")) == "done | done | No ship burns, floods or sinks."


SINKING, CALM = "(no hull boxes left)", "(+1 Calm to Moderate)"
GONE = "Blue has lost its flagship. Blue: none of 1 fight."


@pytest.mark.parametrize(
    ("die", "words"),
    [
        (3, f"good | afloat | Target STAYS AFLOAT {SINKING}: threw 3 {CALM}, 4 in all, it takes 4."),
        (
            2,
            f"lost | sunk | Target SINKS {SINKING}: threw 2 {CALM}, 3 in all, it takes 4. {GONE}",
        ),
    ],
)
def test_5_17_sinking_tests(die: int, words: str) -> None:
    game = Game([ship("Hunter")], [ship("Target")], squadrons={"blue": {"flagship": "Target"}})
    game.strike("Target", "hull", 100)
    assert told(game, game.give("ongoing", die)) == words


def test_a9_repairs() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("repairs")
    assert told(game, game.give("repair")) == "done | done | Nothing to repair."
    game.go("repairs", 2)
    for what in ("rudder", "engine"):
        game.put("Target", what, "1" if what == "engine" else "yes")
    words = "good | mended | Target: rudder MENDED; engine NOT MENDED. 8+ needed, D10 each."
    assert told(game, game.give("repair", 8, 7)) == words
    game.go("repairs", 3)
    words = "missed | not mended | Target: engine NOT MENDED. 8+ needed, D10 each."
    assert told(game, game.give("repair", 7)) == words
    game.go("repairs", 4)
    game.put("Target", "fire", "3")
    words = "good | mended | Target: 2 fires MENDED; fire and engine NOT MENDED. 8+ needed, D10 each."
    assert told(game, game.give("repair", 8, 8, 7, 7)) == words


def test_a9_repairs_stand_ship_by_ship_whatever_came_of_them() -> None:
    game = Game([ship("Hunter")], [ship(name) for name in ("First", "Second", "Third")]).go("repairs")
    for name, fires in (("First", "1"), ("Second", "2"), ("Third", "1")):
        game.put(name, "fire", fires)
    record = game.give("repair", 1, 8, 1, 8)
    assert words(game, record) == [
        "First: fire NOT MENDED.", "Second: fire MENDED; fire NOT MENDED.", "Third: fire MENDED.",
    ]  # fmt: skip
    assert tell(game.journal, record).loud == "First fire not repaired  Second fire repaired, fire not  Third fire repaired"


def test_a9_a_repair_tells_what_its_crew_adds_to_the_die() -> None:
    game = Game([ship("Hunter")], [ship("Target")], squadrons={"blue": {"crew": "Inferior"}}).go("repairs")
    game.put("Target", "flood", "1")
    words = "missed | not mended | Target: flood NOT MENDED. 8+ needed, D10 each, -1 Inferior crew."
    assert told(game, game.give("repair", 8)) == words


def test_2_4_initiative_and_weather() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    words = "done | weather | THE WEATHER CHANGES: Gale."
    assert told(game, game.give("weather", weather="Gale")) == words
    words = "Blue WINS THE INITIATIVE, 9 to 4. Red moves first; Blue spots and fires first."
    assert told(game, game.give("initiative", 4, 9, choices=("Red",), first=(), second=())) == f"good | initiative | {words}"


def test_2_4_a_tie_is_thrown_again() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    record = game.give("initiative", 5, 5, 7, 2, choices=("Red",), first=(), second=())
    assert told(game, record).startswith("good | initiative | Red WINS THE INITIATIVE, 7 to 2.")


MORALE = [
    (10, 0, "good | holds | blue KEEPS ITS MORALE, threw {}, it takes {}. 1 of 2 ships left."),
    (1, 0, "grave | turns away | blue TURNS AWAY this turn, threw {}, it takes {}. 1 of 2 ships left."),
    (1, 1, "grave | fled | blue LEAVES THE TABLE, threw {}, it takes {}. 1 of 2 ships left. Blue has lost its flagship."),
]


@pytest.mark.parametrize(("die", "failed", "words"), MORALE)
def test_a9_morale(die: int, failed: int, words: str) -> None:
    game = Game([ship("Hunter")], [ship("Target"), ship("Sister")], squadrons={"blue": {"flagship": "Target"}}).go("movement")
    game.give("done", squadron="red")
    game.give("leave", ship="Sister")
    for turn in range(2, 2 + failed):
        game.go("initiative", turn).give("initiative", 1, 10, 1, choices=("Red",))
    game.go("initiative", 2 + failed)
    record = game.give("initiative", die, 10, 1, choices=("Red",))
    (throw,) = [event for event in rolled(record) if event.label == "morale of blue"]
    assert words.format(throw.total, throw.row.removesuffix("+")) in map(spoken, came_to(game, record))


HIDDEN: dict[str, dict[str, Any]] = {"blue": {"contact": True}, "blue dummy": {"dummy": True}}


def watch(phase: str = "spotting") -> Game:
    return Game([ship("Hunter"), ship("Second", "second")], [ship("Target"), ship("Sister")], squadrons=HIDDEN).go(phase)


def test_a9_spotting() -> None:
    order: dict[str, Any] = {"squadron": "red", "range": 100, "modifiers": ()}
    game = watch()
    record = game.give("spot", 7, contact="blue", **order)
    assert told(game, record) == "missed | not spotted | NOT SPOTTED: blue, 100 cm, threw 7, it takes 8."
    (seen,) = SideView(game.journal, "Red").results(record)
    assert seen.words == "NOT SPOTTED: contact A, 100 cm, threw 7, it takes 8."
    game = watch()
    words = "seen | spotted | SPOTTED: blue, threw 8, it takes 8. Target and Sister."
    assert told(game, game.give("spot", 8, contact="blue", **order)) == words
    game = watch()
    words = "nothing | dummy | SPOTTED: blue dummy is A DUMMY, threw 8, it takes 8. It leaves the table."
    assert told(game, game.give("spot", 8, contact="blue dummy", **order)) == words


def test_2_2_reveal() -> None:
    game = watch("movement")
    game.give("done", squadron="red")
    assert told(game, game.give("reveal", contact="blue")) == "seen | revealed | REVEALED: blue. Target and Sister."


def test_2_2_what_a_marker_does_is_not_told_to_the_other_side() -> None:
    game = watch("movement")
    game.give("done", squadron="red")
    record = game.give("move", squadron="blue", speed=9)
    assert SideView(game.journal, "Red").results(SideView(game.journal, "Red").records[-1]) == ()
    assert told(game, record) == "done | 9 kt | Blue moves."


def test_5_7_a_hidden_ship_that_burns_is_not_told_to_the_other_side() -> None:
    game = Game([ship("Hunter")], [ship("Target")], squadrons={"blue": {"contact": True}})
    game.put("Target", "fire", "1")
    record = game.give("ongoing", 2)
    side = SideView(game.journal, "Red")
    assert [result.words for result in side.results(side.records[-1])] == ["No ship burns, floods or sinks."]
    assert told(game, record).startswith("hurt | fire | Target BURNS")


def test_a2_a_splash_marker_stays_one() -> None:
    game = duel(house(splash_after_fire=False))
    assert told(game, fire(game, 7)) == "missed | missed | MISSED: Shooter at Target, 1 shot."


def test_5_17_a_die_that_answers_yes_or_no_is_asked_for_with_its_question() -> None:
    game = Game([ship("Hunter")], [ship("Target")])
    game.strike("Target", "hull", 100)
    with pytest.raises(DieNeeded) as needed:
        play_through([OngoingDamage()], game.battle, Supply(None))
    assert needed.value.brings.startswith("Target: no hull boxes left: 1-2 sinks, 3-10 stays afloat, 80 %")


def test_2_4_lines_that_begin_with_a_number_are_told_apart_from_what_they_are_worth() -> None:
    game = Game([ship("Hunter")], [ship("Target")]).go("initiative")
    line = working_line(game.give("initiative", 8, 1, choices=("Red",)))
    assert "Red: D10 8* +1 (1 x squadron with standard crews)" in line
