"""Whose doing it was under Fear God and Dread Nought: shells, torpedoes, mines; carried through fires, flooding, explosions."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.events import Began, Changed
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.facts import Key
from fleetbook.core.play.verify import verify_record
from fleetbook.reports.damage.marks import fates, marks
from fleetbook.rules.fgdn.damage import Batch
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from tests.rules.fgdn.gunfire import NONE, batch, critical, fire, gun, moltke, mount, tiger
from tests.rules.fgdn.scene import Game, ship

TUBES = {"name": "tubes", "kind": "torpedo", "warheads": 4, "warhead": 60}


def battle(**target: Any) -> Game:
    """Tiger and Lion, a boat with tubes, and their target."""
    lion = ("Lion", {**tiger()[1], "name": "class of Lion"})
    boat = ship("Meteor", size="C", points=50, mounts=[], guns=[], weapons=[TUBES])
    return Game(tiger(), lion, boat, blue=[moltke(**target)])


def struck(game: Game, name: str = "Moltke") -> list[tuple[str, str, int]]:
    return [(mark.by, mark.how, mark.boxes) for mark in marks(game.journal) if mark.ship == name]


def lost(game: Game, name: str = "Moltke") -> tuple[str, str, str]:
    (fate,) = (fate for fate in fates(game.journal) if fate.ship == name)
    return fate.lost, fate.by, fate.how


def volley(game: Game, firer: str, hits: int) -> None:
    fire(game, 5, firer=firer, range=15000, modifiers=NONE, hits=str(hits))


def test_each_firer_of_a_phase_has_his_own_damage() -> None:
    game = battle().go("planned-fire")
    volley(game, "Tiger", 2)
    volley(game, "Lion", 1)
    game.next(1)
    assert struck(game) == [("Tiger", "13.5-inch", 68), ("Lion", "13.5-inch", 34)]


def test_the_damage_of_a_phase_names_each_weapon_and_the_ship_that_fired_it() -> None:
    game = battle().go("planned-fire")
    volley(game, "Tiger", 2)
    volley(game, "Lion", 1)
    (began,) = (event for event in game.next(1).events if isinstance(event, Began) and event.procedure == "damage-taken")
    assert began.headline == "Moltke takes 102 points: Tiger's 13.5-inch and Lion's 13.5-inch"
    assert began.inputs["causes"] == [["13.5-inch", "Tiger"], ["13.5-inch", "Lion"]]


def test_a_hit_whose_cause_an_earlier_version_kept_in_words_is_the_same_hit_and_reads_as_it_did() -> None:
    game = battle().go("planned-fire")
    volley(game, "Tiger", 1)
    now: Any = game.battle.state.get(Key("Moltke", "held"))
    then = (("gun", 34, True, "Tiger's 13.5-inch", 343, "long", "", "", (), True, "Tiger", ""),)
    assert FgdnShip.held.same(then, now)
    assert not FgdnShip.held.same(((*then[0][:1], 33, *then[0][2:]),), now)
    assert not FgdnShip.held.same(((*now[0][:3], "11-inch", *now[0][4:]),), now)
    for kept in (then, now):
        (hit,) = game.battle.at(game.battle.state.with_changes([(Key("Moltke", "held"), kept)])).ship("Moltke").held
        assert game.battle.wording.of(hit.source.said) == "Tiger's 13.5-inch"


def test_a_batch_whose_causes_a_line_keeps_in_words_is_read() -> None:
    inputs = {
        "ship": "Moltke", "points": 94, "column": "major", "penetrated": True, "casemate": True, "mm": 0, "automatic": [],
        "keel": [], "stern": False, "shells": "", "cause": "Tiger's 13.5-inch, torpedo",
        "shares": [
            [34, "Tiger's 13.5-inch", {"by": "Tiger", "how": "13.5-inch", "through": ""}],
            [60, "torpedo", {"by": "Meteor", "how": "torpedo", "through": ""}],
        ],
    }  # fmt: skip
    batch, now = Batch.from_inputs(inputs), battle().battle
    assert batch.headline(now) == "Moltke takes 94 points: Tiger's 13.5-inch, torpedo"
    assert [now.wording.of(share.said) for share in batch.shares] == ["Tiger's 13.5-inch", "torpedo"]
    assert batch.doing == Cause("Meteor", "torpedo")


def test_a_torpedo_names_its_firer_and_so_does_the_flooding_that_it_brings() -> None:
    game = battle().go("movement")
    game.give("torpedo", target="Moltke", points=60, depth="deep", by="Meteor")
    game.next(1, 3, 1)
    assert struck(game) == [("Meteor", "torpedo", 60), ("Meteor", "flooding", 21)]


def test_a_torpedo_of_nobody_known_and_a_mine_say_what_they_were() -> None:
    game = battle().go("movement")
    game.give("torpedo", target="Moltke", points=60, depth="deep")
    game.give("torpedo", target="Moltke", kind="mine", points=40, depth="deep")
    game.next(1, 3, 1)
    assert struck(game)[0] == ("", "torpedo, mine", 100)


def test_a_fire_is_the_doing_of_whoever_lit_it_when_it_falls_due() -> None:
    game = battle(points=4000)
    critical(game, "Moltke", "Fire", 3, by="Tiger")
    game.go("resolution", 4)
    game.next(1, 7)
    assert struck(game) == [("Tiger", "fire", 200)]


def test_a_reduction_that_lowers_a_fire_leaves_it_his() -> None:
    game = battle(points=4000)
    critical(game, "Moltke", "Fire", 6, by="Tiger")
    game.go("resolution", 4)
    game.next(1, 4, 1)
    game.go("resolution", 11, dice={(11, "plotting"): (7,)})
    game.next(1)
    assert {by for by, _, _ in struck(game)} == {"Tiger"}


def test_a_ship_that_capsizes_was_capsized_by_whoever_flooded_her_last() -> None:
    game = Game(tiger(), blue=[moltke(points=4000)], start="1221")
    for _ in range(3):
        critical(game, "Moltke", "Flooding", 6, by="Tiger")
    game.go("resolution", 4)
    game.next(1, 5, 25)
    assert lost(game) == ("sunk", "Tiger", "capsized")


def test_a_hulk_that_goes_under_later_was_sunk_by_whoever_struck_her_down() -> None:
    game = battle(points=60).go("planned-fire")
    volley(game, "Tiger", 2)
    game.next(1)
    game.go("planned-fire", 5)
    assert lost(game)[:2] == ("sunk", "Tiger")


def test_a_magazine_explosion_is_the_shell_s_and_the_blast_is_of_the_ship_that_blew_up() -> None:
    game = battle()
    critical(game, "Moltke", "Main Battery", 3, 1, 9, by="Tiger")
    assert lost(game)[:2] == ("sunk", "Tiger")
    game.give("blast", 1, exploded="Moltke", ship="Lion", yards=100)
    assert struck(game, "Lion")[0][0] == "Moltke"


def test_ready_ammunition_that_explodes_is_the_doing_of_whoever_hit_the_gun() -> None:
    guns = [gun("11-inch", mm=280), gun("6-inch", mm=150, he_damage=6)]
    mounts = [mount("A", gun_name="11-inch"), mount("c1", "casemate", "6-inch", 1)]
    game = battle(guns=guns, mounts=mounts)
    critical(game, "Moltke", "Casemate", 3, 9, 1, 1, by="Lion")
    game.give("following", 1, ship="Moltke")
    assert struck(game) == [("Lion", "ready ammunition", 12)]


def test_damage_of_nobody_names_its_order() -> None:
    game = battle()
    batch(game, "Moltke", 20, 1)
    assert struck(game) == [("", "A part by itself", 20)]  # the title of the order


def test_a_record_of_before_causes_were_kept_is_sound() -> None:
    """Attacks of earlier versions did not say by whom."""
    game = battle().go("movement")
    record = game.give("torpedo", target="Moltke", points=60, depth="deep")
    assert verify_record(game.journal, record) == ""
    (held,) = (event for event in record.events if isinstance(event, Changed) and event.name == "held")
    assert (held.by, held.how) == ("", "torpedo")
