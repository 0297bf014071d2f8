"""What each order came to, in the words that a referee says: every order, every outcome that its tables have."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.play.wording import working_line
from fleetbook.referee.telling import tell
from fleetbook.testing import said
from tests.rules.coastal.fleet import (
    ENTRY,
    Game,
    attack,
    duel,
    fire,
    gear,
    gun,
    hits,
    look,
    night,
    reading,
    ship,
    torpedoed,
    tubes,
)
from tests.rules.results import came_to, told, words


def test_c3_seen_by_the_die() -> None:
    game = night()
    assert told(game, look(game, 4)) == "seen | seen | SEEN: Target, 50 cm. Threw 4, it takes 3. Blue may fire at her this turn."


def test_c3_seen_without_a_roll() -> None:
    game = night(light="day")
    by_day = "seen | seen | SEEN: Target, 50 cm. By daylight no die is needed. Blue may fire at her this turn."
    assert told(game, look(game)) == by_day


def test_c3_a_look_without_a_roll_says_which_score_needs_none_also_at_a_ship_already_seen() -> None:
    """At 50 cm 3 is needed; -2 for a target that shows herself."""
    for seen_at, needed, modifiers in ((1, 1, ["target_shows"]), (3, 3, [])):
        game = Game([ship("Target")], [ship("Watch"), ship("Other")], reading(seen_at=seen_at), light="night").go("fire-1")
        for observer in ("Watch", "Other"):
            record = look(game, observer=observer, modifiers=modifiers)
            why = f"No die needed: a score of {needed} succeeds automatically."
            assert told(game, record).endswith(f"SEEN: Target, 50 cm. {why} Blue may fire at her this turn.")
        assert said(record) == "", "what was so before is no event"


def test_c3_seen_once_more_is_seen() -> None:
    game = Game([ship("Target")], [ship("Watch"), ship("Other")], light="night").go("fire-1")
    look(game, 6, modifiers=())
    assert told(game, look(game, 6, observer="Other", modifiers=())).startswith("seen | seen | SEEN: Target")


def lookout() -> Game:
    """Blue's ``Watch`` in its firing step, a torpedo of Red's in the water."""
    game = Game([ship("Boat", tubes())], [ship("Watch")]).go("move-1")
    game.give("launch", ship="Boat", target="Watch", range=40, number=1)
    return game.go("fire-1")


def test_c3_a_torpedo_seen_and_not_seen() -> None:
    game = lookout()
    words = "seen | seen | SEEN: torpedo 1, 50 cm. Threw 3, it takes 3. The referee decides what it means."
    assert told(game, look(game, 3, target="torpedo 1", modifiers=())) == words
    game = lookout()
    words = "missed | not seen | NOT SEEN: torpedo 1, 50 cm. Threw 2, it takes 3. Watch may not look for it again this turn."
    assert told(game, look(game, 2, target="torpedo 1", modifiers=())) == words


def test_c3_not_seen() -> None:
    game = night()
    assert (
        told(game, look(game, 2))
        == "missed | not seen | NOT SEEN: Target, 50 cm. Threw 2, it takes 3. Watch may not look for her again this turn."
    )


def test_c3_cannot_be_seen() -> None:
    game = night()
    record = look(game, range=120, modifiers=["poor_weather"])
    words = "nothing | not seen | CANNOT BE SEEN: Target, 120 cm. Needs 6 +1 poor weather = 7."
    assert told(game, record) == words


def test_c3_lit() -> None:
    game = night(ship("Watch", gear("searchlight")))
    record = game.give("illuminate", ship="Watch", light="searchlight", target="Target")
    words = "good | lit | Target IS LIT by searchlight. -2 on the score needed to see her this turn."
    assert told(game, record) == words


GUNFIRE = [  # die on the row of factor 14 or more
    (1, "missed | missed | MISSED: Shooter at Target."),
    (2, "missed | straddle | STRADDLE, no hit: Target. Shooter fires at her with +2 next turn."),
    (3, "hit | 1 HIT | 1 HIT on Target. Kept for step 4: she has 1 hit. Shooter fires at her with +2 next turn."),
    (6, "hit | 4 HITS | 4 HITS on Target. Kept for step 4: she has 4 hits. Shooter fires at her with +2 next turn."),
]


@pytest.mark.parametrize(("die", "words"), GUNFIRE)
def test_c5_each_result_of_gunfire(die: int, words: str) -> None:
    game = duel(gun("gun", guns=14), shooter={"size": "larger"})
    assert told(game, fire(game, die, range=30, modifiers=())) == words


def test_c4_two_volleys_are_told_apart_where_one_scores() -> None:
    game = duel(gun("a", guns=14), gun("b", "single gun", guns=14, calibre=4), shooter={"size": "larger"})
    words = told(game, fire(game, 3, 1, range=30, modifiers=()))
    assert words.startswith("hit | 1 HIT | 1 HIT on Target. Kept for step 4: she has 1 hit. Cannon 1 hit, guns nothing.")


DAMAGE: list[tuple[int, float, tuple[int, ...], dict[str, Any], str]] = [
    (1, 0, (3,), {}, "hurt | hull -1 | Target: hull -1 (59 of 60), a damaged."),
    (2, 0, (3, 3), {}, "hurt | hull -2 | Target: hull -2 (58 of 60), a destroyed."),
    (1, 0, (2,), {}, "hurt | hull -1 | Target: engines -1 (2 of 3), hull -1 (59 of 60). 7 cm at most."),
    (
        1,
        0,
        (1,),
        {"size": "boat"},
        "hurt | hull -1 | Target: bridge -1 (0 of 1), hull -1 (59 of 60). Bridge out: +1 on the score that she needs to see.",
    ),
    (
        1,
        0,
        (3,),
        {"hull": 1},
        "grave | out of fight | Target is OUT OF THE FIGHT: hull -1 (0 of 1), a damaged. "
        "She makes for the table's edge; hit again, or unable to move, she sinks.",
    ),
    (
        2,
        0,
        (3, 3),
        {"hull": 1},
        "lost | sunk | Target SINKS: hit again without hull boxes (Shooter, gun). Red: none of 1 fight.",
    ),
    (1, 4.0, (3,), {}, "hurt | hull -8 | Target: hull -8 (52 of 60), a destroyed."),
]


@pytest.mark.parametrize(("number", "calibre", "dice", "target", "words"), DAMAGE)
def test_c6_damage(number: int, calibre: float, dice: tuple[int, ...], target: dict[str, Any], words: str) -> None:
    game = hits(number, calibre, **target)
    assert told(game, game.give("damage", *dice, ship="Target")) == words


def test_c6_what_is_destroyed_is_told_first_then_what_is_damaged_each_weapon_counted() -> None:
    systems = [*ENTRY.values(), *(gun(f"20 mm {place}") for place in ("port aft", "stbd aft", "bow"))]
    game = hits(5, systems=systems)
    [said] = words(game, game.give("damage", 5, 4, 3, 4, 3, ship="Target"))
    assert said == "Target: hull -5 (55 of 60), two 20 mm (port aft, stbd aft) destroyed, 20 mm bow damaged."
    game = hits(2, systems=systems)
    [said] = words(game, game.give("damage", 5, 4, ship="Target"))
    assert said == "Target: hull -2 (58 of 60), two 20 mm (stbd aft, bow) damaged."


def test_c8_the_dice_that_choose_the_systems_lost_are_told() -> None:
    game = attack()
    torpedoed(game, 5)
    record = game.go("damage-2").give("damage", 2, 1, 3, ship="Target")
    assert working_line(record) == "systems lost: D6 2*; system lost: D3 1* → bridge; system lost: D3 3* → deck gun"


def test_c6_damage_that_the_next_step_works_out_is_told_first() -> None:
    game = hits(1)
    record = game.next(3)
    assert told(game, record) == "hurt | hull -1 | Target: hull -1 (59 of 60), a damaged."
    assert words(game, record)[1:] == ["Step 5: Blue repairs."]


def test_c7_repairs() -> None:
    game = Game([ship("Hurt", gun("a"), gun("b"))], [ship("Other")])
    for name in "ab":
        game.put("Hurt", name, "damaged")
    words = "good | repaired | Hurt: b REPAIRED; a NOT REPAIRED. 6+ needed, D6 each."
    assert told(game, game.give("repair", 5, 6, ship="Hurt")) == words
    game.go("repair-1", 2)
    words = "missed | not repaired | Hurt: a NOT REPAIRED. 6+ needed, D6 each."
    assert told(game, game.give("repair", 1, ship="Hurt")) == words


def test_c7_repairs_that_the_step_throws_stand_ship_by_ship() -> None:
    game = Game([ship("First", gun("a")), ship("Second", gun("a"))], [ship("Other")])
    for name in ("First", "Second"):
        game.put(name, "a", "damaged")
    record = game.next(1, 6)
    assert [text for text in words(game, record) if "REPAIRED" in text] == ["First: a NOT REPAIRED.", "Second: a REPAIRED."]


def test_c8_launch() -> None:
    game = attack(number=2)
    words = "done | 2 away | 2 TORPEDOES AWAY at Target, 40 cm. Torpedoes 1 and 2: 15 cm run, 15 more in each of Red's moves."
    assert told(game, game.journal.records[-1]) == words


KEPT = "Kept for step 8: she has 1 hit."
TORPEDO = [  # die, target, result
    (2, "larger", "missed | missed | Torpedo 1 MISSES Target. Miss or malfunction."),
    (3, "trawler", "missed | missed | Torpedo 1 MISSES Target. Under, runs on. Torpedo 1 stays in the water."),
    (3, "larger", "hurt | near | Torpedo 1 EXPLODES NEAR Target. Kept for step 8: she has 1 near explosion. 2D6 off her hull."),
    (4, "larger", f"hurt | hit | Target IS HIT: serious damage. {KEPT} 4D6 off her hull. D6 of her systems destroyed."),
    (5, "larger", f"grave | hit | Target IS HIT: disabled. {KEPT} D6 of her systems destroyed."),
    (6, "larger", f"grave | hit | Target IS HIT: disabled, sinks in D6 turns. {KEPT} D6 of her systems destroyed."),
    (4, "boat", "missed | missed | Torpedo 1 MISSES Target. She is a boat: the torpedo runs on under her."),
]


@pytest.mark.parametrize(("die", "size", "words"), TORPEDO)
def test_c8_each_result_of_a_torpedo(die: int, size: str, words: str) -> None:
    game = attack(size=size)
    dice = () if size == "boat" else (die,)
    assert told(game, torpedoed(game, *dice, modifiers=())) == words


def test_c8_systems_damaged_by_a_house_rule() -> None:
    game = attack(rules=[reading(torpedo_destroys_systems=False)])
    words = f"grave | hit | Target IS HIT: disabled. {KEPT} D6 of her systems damaged."
    assert told(game, torpedoed(game, 5, modifiers=())) == words


def test_c8_breaks_in_two_and_the_cargo() -> None:
    game = attack(cargo="ammunition")
    harm = f"{KEPT} Her ammunition blows up on 3 or more. D6 of her systems destroyed."
    assert told(game, torpedoed(game, 6, modifiers=["stationary"])) == f"grave | hit | Target IS HIT: breaks in two. {harm}"
    record = game.go("damage-2").give("damage", 3, ship="Target")
    words = "lost | sunk | Target BLOWS UP: her ammunition blows up (Boat, torpedo). Blue: none of 1 fight."
    assert told(game, record) == words


def test_c8_damage_at_once_by_a_house_rule() -> None:
    game = attack(rules=[reading(torpedo_damage_held=False)])
    record = torpedoed(game, 3, 2, 2, modifiers=())
    assert told(game, record) == "hurt | hull -4 | Target: hull -4 (56 of 60)."
    assert words(game, record)[1:] == ["Torpedo 1 EXPLODES NEAR Target."]


def test_c8_disabled_and_sinking() -> None:
    game = attack()
    torpedoed(game, 6, modifiers=())
    record = game.go("damage-2").give("damage", 1, 3, 2, ship="Target")
    words = told(game, record)
    assert words.startswith("grave | sinking | Target is SINKING (disabled, sinks in D6 turns): ")
    assert words.endswith("She sinks at the end of turn 3. No move, no shooting.")
    lost = game.go("damage-2", 3).next()
    words = "lost | sunk | Target is SUNK: torpedo damage. Blue: none of 1 fight."
    assert told(game, lost).startswith(words)


def test_c8_a_ship_that_breaks_in_two_is_told_so_when_it_is_worked_out() -> None:
    game = attack()
    torpedoed(game, 6, modifiers=["stationary"])
    record = game.go("damage-2").give("damage", 1, 3, ship="Target")
    assert told(game, record).startswith("grave | sinking | Target is SINKING (breaks in two): ")


def test_c8_hits_and_explosions_near_are_counted_apart() -> None:
    game = attack(number=3)
    for die in (3, 4, 3):
        record = torpedoed(game, die, modifiers=())
    assert "she has 1 hit and 2 near explosions." in told(game, record)
    assert [one.short for one in game.battle.card("Target").conditions] == ["TORP DUE 1", "NEAR DUE 2"]


@pytest.mark.parametrize(
    ("die", "line", "signs"),
    [
        (3, "TARGET NEAR EXPLOSION", ["NEAR DUE 1"]),
        (4, "TARGET HIT: serious damage", ["TORP DUE 1"]),
        (5, "TARGET HIT: disabled", ["disabled: DUE", "TORP DUE 1"]),
        (7, "TARGET HIT: breaks in two", ["breaks in two: DUE", "TORP DUE 1"]),
    ],
)
def test_c8_the_line_of_a_torpedo_and_the_ship_s_row_name_what_it_did(die: int, line: str, signs: list[str]) -> None:
    game = attack()
    record = torpedoed(game, min(die, 6), modifiers=["stationary"] * (die > 6))
    assert tell(game.journal, record).loud == line
    assert [one.short for one in game.battle.card("Target").conditions] == signs


def test_c8_off_the_table() -> None:
    game = attack()
    assert told(game, game.give("spent")) == "missed | spent | Torpedo 1 (Boat) runs off the table."


def test_c1_moves() -> None:
    game = Game([ship("Boat")], [ship("Other")]).go("move-1")
    assert told(game, game.give("move", ship="Boat", speed=8)) == "done | 8 cm | Boat moves 8 cm."
    words = "done | 8 cm | Boat moves 8 cm, turning. -2 when she fires."
    assert told(game, game.give("move", ship="Boat", speed=8, turning="yes")) == words
    words = "done | lies still | Boat lies still. This replaces her earlier order of 8 cm this turn."
    assert told(game, game.give("move", ship="Boat", speed=0)) == words
    words = "grave | gone | Boat LEAVES THE TABLE. Red: none of 1 fight."
    assert told(game, game.give("leave", ship="Boat")) == words


def test_c8_torpedoes_that_run_as_far_are_told_together_and_once() -> None:
    game = Game([ship("Boat", tubes(number=6))], [ship("Watch")]).go("move-1")
    game.give("launch", ship="Boat", target="Watch", range=40, number=1)
    assert "Torpedo 1 (Boat) runs on 15 cm, 30 in all." in words(game, _come_to_move(game))
    game.give("launch", ship="Boat", target="Watch", range=40, number=2)
    record = _come_to_move(game)
    told_run = "Torpedo 1 (Boat) runs on 15 cm, 45 in all; torpedoes 2 and 3 run on 15 cm, 30 in all."
    assert words(game, record) == ["Step 2: Red launches, moves.", told_run, "Nothing to repair."]
    game.give("spent", torpedo="torpedo 1")
    game.give("launch", ship="Boat", target="Watch", range=40, number=1)
    game.give("spent", torpedo="torpedo 4")
    assert "Torpedoes 2 and 3 run on 15 cm, 45 in all." in words(game, _come_to_move(game))


def test_c8_six_torpedoes_that_run_as_far_are_said_in_one_breath() -> None:
    game = Game([ship("Boat", tubes(number=6))], [ship("Watch")]).go("move-1")
    game.give("launch", ship="Boat", target="Watch", range=40, number=6)
    result = next(result for result in came_to(game, _come_to_move(game)) if "torpedo" in result.words.lower())
    assert (result.words, result.means, result.rows) == ("All six torpedoes run on 15 cm, 30 in all.", "", ())


def test_c2_the_damage_step_names_whose_hits_are_worked_out() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    assert "TO WORK OUT: Target 1 hit." in words(game, game.next())


def test_c2_hits_on_two_ships_are_told_apart_from_two_kinds_of_hits_on_one() -> None:
    game = Game([ship("Boat", tubes(number=3))], [ship(name, size="larger") for name in ("First", "Second")]).go("move-1")
    game.give("launch", ship="Boat", target="First", range=40, number=3)
    for number, (target, die) in enumerate((("First", 4), ("First", 3), ("Second", 4)), 1):
        game.give("torpedo", die, torpedo=f"torpedo {number}", target=target, modifiers=())
    told_first = words(game, game.go("fire-2").next())
    assert "TO WORK OUT: First 1 hit and 1 near explosion; Second 1 hit." in told_first


def _come_to_move(game: Game) -> Record:
    """The step that leads to Red's next move."""
    game.go("repair-1", game.battle.turn + 1)
    return game.next()


def test_orders_of_every_ruleset() -> None:
    game = Game([ship("Boat", tubes())], [ship("Other")])
    record = game.give("strike", ship="Boat", track="hull", boxes=2, reason="ran aground")
    assert told(game, record) == "done | by hand | Boat, by hand: hull -2 (18 of 20). Ran aground."
    record = game.give("set", ship="Boat", condition="disabled", value="yes")
    assert told(game, record) == "done | by hand | Boat, by hand: disabled: no move, no shooting. Referee's ruling."
    assert told(game, game.give("note", words="fog comes up")) == "nothing | note | Note: fog comes up."
    assert told(game, game.next()) == "done | step 2 | Step 2: Red launches, moves."
    record = game.give("end", reason="dawn")
    assert told(game, record) == "grave | the end | THE BATTLE ENDS: dawn. Red lost no ship; Blue lost no ship."


def test_old_and_taken_back_lines_tell_theirs() -> None:
    game = night()
    look(game, 4)
    game.journal.append(game.journal.undo())
    assert [len(game.journal.results(record)) for record in game.journal.records[-2:]] == [1, 0]


def test_c5_two_volleys_say_which_die_is_cannon_and_which_is_guns() -> None:
    game = duel(gun("bow", "single gun", calibre=4.0), gun("side", "twin 20 mm"))
    line = working_line(fire(game, 6, 3))
    cannon, guns = line.split("; ")
    assert cannon.startswith("cannon, factor ") and ", shooting: D6 6*" in cannon
    assert guns.startswith("guns, factor ") and ", shooting: D6 3*" in guns
