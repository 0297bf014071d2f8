"""C2: the eight steps, whose they are, and damage that is held until its own step."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import Refused
from fleetbook.rules.coastal import RULESET
from fleetbook.testing import said, struck
from tests.rules.coastal.fleet import BLUE, RED, Game, attack, duel, fire, gun, house, reading, ship, tubes

STEPS = [  # as the sheet prints them: number, what is done, by which player
    ("repair-1", "1", "Red repairs"),
    ("move-1", "2", "Red launches, moves"),
    ("fire-1", "3", "Blue observes, fires"),
    ("damage-1", "4", "Red works out damage"),
    ("repair-2", "5", "Blue repairs"),
    ("move-2", "6", "Blue launches, moves"),
    ("fire-2", "7", "Red observes, fires"),
    ("damage-2", "8", "Blue works out damage"),
]

BELONGS = {  # the steps in which each order may be given, by the sheet
    "repair": {"1", "5"},
    "launch": {"2", "6"},
    "move": {"2", "6"},
    "torpedo": {"2", "6"},
    "spent": {"2", "6"},
    "leave": {"2", "6"},
    "observe": {"3", "7"},
    "illuminate": {"3", "7"},
    "fire": {"3", "7"},
    "damage": {"4", "8"},
}


def plain(**conditions: str) -> Game:
    return Game([ship("Attacker", gun("gun"), tubes())], [ship("Defender", gun("gun"), tubes())], **conditions)


def test_c2_eight_steps_each_with_its_player() -> None:
    game = plain()
    for turn in (1, 2):
        for phase, number, title in STEPS:
            sequence = game.battle.ruleset.sequence
            now = sequence.now(game.battle)
            assert (game.battle.turn, game.battle.phase, now.number) == (turn, phase, number)
            assert sequence.title(now, game.battle) == title
            assert game.battle.acting == title.split()[0]
            game.next()


def test_c2_the_first_player_is_the_attacker() -> None:
    assert plain().battle.sides == (RED, BLUE)
    assert plain().battle.acting == RED


@pytest.mark.parametrize("procedure", BELONGS)
def test_c2_an_order_belongs_to_its_steps(procedure: str) -> None:
    game = plain(light="day")
    refused: set[str] = set()
    for _, number, _ in STEPS:
        try:
            RULESET.order(procedure).open(game.battle)
        except Refused as refusal:
            refused.add(number)
            assert f"this is step {number}" in refusal.reason
        game.next()
    assert refused == {number for _, number, _ in STEPS} - BELONGS[procedure]


ORDERS: list[tuple[str, str, dict[str, Any]]] = [
    ("move-1", "move", {"ship": "Defender", "speed": 3}),
    ("move-1", "launch", {"ship": "Defender", "target": "Attacker", "range": 40}),
    ("move-1", "leave", {"ship": "Defender"}),
    ("fire-1", "observe", {"observer": "Attacker", "target": "Defender", "range": 40}),
    ("fire-1", "fire", {"firer": "Attacker", "target": "Defender", "range": 40, "mounts": "gun"}),
    ("move-2", "move", {"ship": "Attacker", "speed": 3}),
    ("move-2", "launch", {"ship": "Attacker", "target": "Defender", "range": 40}),
    ("fire-2", "observe", {"observer": "Defender", "target": "Attacker", "range": 40}),
    ("fire-2", "fire", {"firer": "Defender", "target": "Attacker", "range": 40, "mounts": "gun"}),
]


@pytest.mark.parametrize(("phase", "procedure", "inputs"), ORDERS, ids=[f"{p}-{o}" for p, o, _ in ORDERS])
def test_c2_the_wrong_side_s_step(phase: str, procedure: str, inputs: dict[str, Any]) -> None:
    game = plain(light="day").go(phase)
    acting = game.battle.acting
    game.refused(procedure, because=f"it is {acting}'s step", rule="C2", **inputs)


def test_c2_the_wrong_side_s_repairs() -> None:
    game = plain()
    game.put("Defender", "gun", "damaged")
    game.refused("repair", ship="Defender", because="it is Red's step", rule="C2")


def test_c2_the_wrong_side_s_damage() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    game.refused("damage", ship="Target", because="belongs to steps 4 and 8")
    other = attack(number=1)
    other.give("torpedo", 4, torpedo="torpedo 1", target="Target")
    other.go("damage-1").refused("damage", ship="Target", because="it is Red's step", rule="C2")


@pytest.mark.parametrize("part", ["volley", "shell-hit", "torpedo-hit", "system-lost"])
def test_c2_parts_of_orders_are_not_given_by_themselves(part: str) -> None:
    assert part not in {order.id for order in RULESET.all_orders}
    assert RULESET.part(part).id == part


def test_c2_torpedoes_are_launched_before_moving() -> None:
    game = plain().go("move-1")
    game.give("move", ship="Attacker", speed=3)
    game.refused("launch", ship="Attacker", target="Defender", range=40, because="has moved", rule="C2")


# ------------------------------------------------------------ damage is held


def test_c2_damage_is_held_until_its_own_step() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    assert game.boxes("Target") == (200, 2, 3)
    assert game["Target"].held == (("Shooter", "gun"),)
    game.go("damage-1")
    assert game.boxes("Target") == (200, 2, 3)
    game.give("damage", 1, ship="Target")
    assert game.boxes("Target") == (199, 1, 3)
    assert not game["Target"].held


def test_c2_all_hits_of_the_step_are_held_and_worked_out_in_their_order() -> None:
    shooters = [ship(name, gun("gun", calibre=calibre), size="corvette") for name, calibre in (("One", 0.0), ("Two", 4.0))]
    game = Game([ship("Target", gun("a"), gun("b"), size="corvette", hull=50)], shooters, light="day").go("fire-1")
    for firer in ("One", "Two"):
        game.give("fire", 6, firer=firer, target="Target", range=5, straddled="yes")
    assert game["Target"].held == (("One", "gun"), ("Two", "gun"))
    record = game.go("damage-1").give("damage", 3, 4, ship="Target")
    assert struck(record) == [("Target", "hull", 1), ("Target", "hull", 8)]
    assert (game.state("Target", "a"), game.state("Target", "b")) == ("damaged", "destroyed")


def test_c2_a_ship_still_fights_with_damage_held_against_it() -> None:
    """Red's gun, about to be destroyed, cannot be fired only because Red's turn to fire comes after its damage step."""
    game = duel(gun("gun", calibre=4.0), systems=[{"kind": "bridge"}, {"kind": "engines"}, gun("their gun")])
    fire(game, 6, straddled="yes")
    assert game.state("Target", "their gun") == "sound"
    game.go("damage-1").next(3)
    assert game.state("Target", "their gun") == "destroyed"


def test_c2_damage_to_the_second_player_is_worked_out_in_step_8() -> None:
    game = Game([ship("Shooter", gun("gun"), size="corvette")], [ship("Target", size="corvette")], light="day").go("fire-2")
    fire(game, 6, straddled="yes")
    assert game["Target"].held
    game.next()
    assert game.battle.phase == "damage-2"
    game.next(1)
    assert game.boxes("Target") == (19, 1, 3)
    assert game.battle.turn == 2


def test_c2_damage_not_ordered_is_worked_out_when_the_step_is_left() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    record = game.go("damage-1").next(2)
    assert ("Target", "engines", 1) in struck(record)
    assert game.battle.phase == "repair-2"


def test_c2_damage_is_refused_where_there_is_none() -> None:
    game = duel(gun("gun")).go("damage-1")
    game.refused("damage", ship="Target", because="nothing to work out: no ship of Red was hit")


def test_c2_damage_is_refused_where_all_of_it_is_worked_out() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    game.go("damage-1").give("damage", 2, ship="Target")
    game.refused("damage", ship="Target", because="nothing to work out: all hits on ships of Red are worked out")


def test_c2_steps_with_nothing_to_do_say_so() -> None:
    game = plain()
    notes = {}
    for phase, _, _ in STEPS:
        notes[phase] = said(game.next())
    assert all("nothing to repair" in notes[phase] for phase in ("repair-1", "repair-2"))
    assert all("no damage to work out" in notes[phase] for phase in ("damage-1", "damage-2"))
    assert not any("nothing to repair" in notes[phase] for phase in ("move-1", "fire-1", "damage-1"))


def test_c2_a_step_whose_work_was_ordered_does_not_say_that_there_was_none() -> None:
    game = duel(gun("gun"))
    fire(game, 6, straddled="yes")
    game.go("damage-1").give("damage", 2, ship="Target")
    assert "no damage" not in said(game.next())


def test_c2_a_torpedo_s_damage_is_held_too() -> None:
    game = attack()
    game.give("torpedo", 4, torpedo="torpedo 1", target="Target")
    assert game["Target"].held == (("Boat", "torpedo", "serious damage"),)
    assert game.boxes("Target")[0] == 60
    game.go("damage-2").next(1, 1, 1, 2, 1, 3)
    assert game.boxes("Target")[0] == 55
    assert game.state("Target", "deck gun") == "destroyed"


def test_c2_house_torpedo_damage_at_once() -> None:
    game = attack(rules=[reading(torpedo_damage_held=False)])
    game.give("torpedo", 4, 1, 1, 1, 2, 1, 3, torpedo="torpedo 1", target="Target")
    assert not game["Target"].held
    assert game.boxes("Target")[0] == 55


def test_c2_house_rules_are_named_in_the_tables_that_they_change() -> None:
    game = Game([ship("A")], [ship("B")], house(readings={"repair_score": 5}))
    assert game.battle.tables.reading("repair_score").changed == "a test"
    assert not game.battle.tables.reading("repair_die").changed
