"""A squadron's guns at one target, ordered at once: the same as ship after ship (A2, A7)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import Refused
from fleetbook.rules.kit.said import does
from fleetbook.testing import results, totals
from tests.rules.aanda.fleet import Game, gun, ship, tubes

SIX = gun("six", 6.0)


def three() -> Game:
    """Red's First and Second with a 12-inch gun, its Third with a 6-inch gun, in their firing step."""
    red = [ship("First", torpedoes=[tubes()]), ship("Second"), ship("Third", main=[SIX])]
    return Game(red, [ship("Target"), ship("Other")]).go("firing")


def volley(game: Game, *dice: int, **inputs: Any) -> Any:
    return game.give("volley", *dice, **{"target": "Target", "range": 60, "bearing": "P", **inputs})


def test_every_ship_fires_what_bears_and_reaches() -> None:
    game = three()
    assert game.draft("volley", target="Target", range=60).values["ships"] == ("First", "Second", "Third")
    assert game.draft("volley", target="Target", range=61).values["ships"] == ("First", "Second")
    record = volley(game, 1, 1, range=61)
    assert len(record.faces) == 2
    (result,) = game.journal.results(record)
    assert result.means.endswith("Third holds fire: no gun bears to port and reaches 61 cm.")


def test_it_is_the_same_as_ship_after_ship() -> None:
    """The second ship has the splashes of the first; the third is at long range as well."""
    together, apart = three(), three()
    faces = (8, 1, 12, 15, 5, 6)
    record = volley(together, *faces, last="no")
    assert totals(record, "to hit") == [8, 5, 5]
    dice = iter((faces[:4], faces[4:5], faces[5:]))
    for name in ("First", "Second", "Third"):
        apart.give("fire", *next(dice), firer=name, target="Target", range=60, bearing="P")
    assert together.battle.state == apart.battle.state


def test_what_the_first_did_counts_for_the_second() -> None:
    """Its shell halves the target's 18 knots: +1 for a slow target, -1 for the splashes."""
    assert totals(volley(three(), 8, 1, 12, 15, 7, 7), "to hit") == [8, 7, 6]


def test_ships_may_be_left_out() -> None:
    game = three()
    assert len(volley(game, 1, ships="Second").faces) == 1
    game.refused(
        "fire",
        because="Second has no battery in action left",
        firer="Second",
        target="Target",
        range=60,
        bearing="P",
    )
    assert game.draft("volley").values["ships"] == ("First", "Third")


def test_a_ship_at_its_attack_ends_it_first() -> None:
    red = [ship("First"), ship("Second", main=[gun("fore"), gun("aft")])]
    game = Game(red, [ship("Target")]).go("firing")
    game.give("fire", 1, firer="Second", target="Target", range=60, bearing="P", batteries="fore")
    assert game.draft("volley").values["ships"] == ("Second", "First")
    order = game.battle.ruleset.order("volley").from_inputs({**game.draft("volley").values, "ships": ["First", "Second"]})
    with pytest.raises(Refused, match="Second is in the middle of an attack: let the ship finish it first"):
        order.check(game.battle)
    assert len(volley(game, 1, 1).faces) == 2


def test_only_the_last_ship_may_fire_torpedoes_after_it() -> None:
    game = three()
    volley(game, 1, 1, 1, last="no")
    game.refused("torpedo", because="First has made its attack: Third attacks now", firer="First", target="Target", range=10)


def test_nothing_bears() -> None:
    game = three()
    game.refused("volley", because="no gun of red bears to port and reaches 101 cm, 100 at most", target="Target", range=101)


def test_when_all_that_bear_have_fired_the_squadron_is_to_be_ended() -> None:
    sides = [gun("port 12 in", arc="P"), gun("stbd 12 in", arc="S")]
    game = Game([ship("First", main=sides)], [ship("Target")]).go("firing")
    volley(game, 1, last=False)
    spent = "every gun of red that bears to port and reaches 60 cm has fired: say that the squadron is done"
    game.refused("volley", because=spent, target="Target", range=60, bearing="P")
    volley(game, 1, bearing="S", last=False)
    game.refused(
        "volley", because="can fire its guns now: fire its torpedoes, or say that the squadron is done", target="Target", range=60
    )


def test_2_2_a_squadron_waits_for_its_turn_and_is_done_once_every_ship_has_fired() -> None:
    game = three()
    game.refused("volley", because="blue belongs to Blue; it is Red's turn", squadron="blue", target="First", range=60)
    assert game.draft("volley", target="Target", range=60).values["last"] is True
    assert game.draft("volley", target="Target", range=61).values["last"] is False  # Third cannot reach: it may fire at another
    volley(game, 1, 1, range=61)
    assert game.battle.acting == "Red"
    volley(game, 1, target="Other")
    assert game.battle.acting == "Blue"
    assert results(game.give("volley", 1, 1, target="First", range=60, bearing="P")) == ["no", "no"]


def test_2_2_whether_a_squadron_is_done_is_asked_though_a_ship_of_it_cannot_fire() -> None:
    """Third cannot reach 61 cm; with the squadron ended, it does not fire at another either."""
    game = three()
    assert "last" in [entry.field.name for entry in game.draft("volley", target="Target", range=61).wanted]
    volley(game, 1, 1, range=61, last="yes")
    assert game.battle.acting == "Blue"


def test_2_2_a_squadron_whose_last_ship_s_torpedoes_reach_is_not_done_by_firing() -> None:
    for reach, done in ((59, True), (60, False)):
        red = [ship("First"), ship("Last", torpedoes=[tubes(reach=reach)])]
        game = Game(red, [ship("Target")]).go("firing")
        volley(game, 1, 1)
        assert (game.battle.acting == "Blue") is done


def test_a_volley_of_a_battle_that_did_not_know_the_end_of_a_squadron_goes_on_as_it_did() -> None:
    game = three()
    values = game.draft("volley", target="Target", range=60).values
    order = game.battle.ruleset.order("volley").from_inputs({name: values[name] for name in values if name != "last"})
    assert not order.last


def test_target_range_and_bearing_are_those_ordered_last() -> None:
    game = three()
    volley(game, 1, 1, 1, target="Other", range=55, bearing="S")
    game.go("firing", 2)
    values = game.draft("volley").values
    assert (values["target"], values["range"], values["bearing"]) == ("Other", 55, "S")


@pytest.mark.parametrize(
    ("name", "told"),
    [("1st Division", "1st Division moves"), ("Cruisers", "Cruisers move"), ("Destroyer Class", "Destroyer Class moves")],
)
def test_a_squadron_of_several_is_told_in_the_plural(name: str, told: str) -> None:
    assert does(name, "moves", "move") == told
