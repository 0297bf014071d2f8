"""What a ship's card and the line of a step say: particulars, ticks, markers, what is due; whom the forms propose first."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Scored
from fleetbook.core.errors import InvalidInput
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.squadrons import squadron
from fleetbook.testing import said
from tests.rules.aanda.fleet import Game, gun, ship, tubes

ORDER = {"range": 60, "bearing": "P"}


def fleets() -> Game:
    """Two squadrons of Red, one of Blue and one behind a contact marker."""
    armed = {"main": [gun("fore")], "torpedoes": [tubes("bow", 2, "F", reloads=1), tubes("side", 1, "PS", reach=50)]}
    red = [ship("Ajax", "one", **armed), ship("Argus", "one", **armed), ship("Arrow", "two")]
    blue = [ship("Boxer", "three", **armed), ship("Bulldog", "three"), ship("Hidden", "four")]
    return Game(red, blue, squadrons={"one": {"flagship": "Ajax"}, "four": {"contact": True}})


def tick(game: Game, name: str, sign: str) -> str:
    """Whether a ship has done something this turn, or may do it now."""
    (one,) = (each for each in RULESET.ticks(game.battle, game[name]) if each.sign == sign)
    return "done" if one.done else "due" if one.due else ""


def due(game: Game) -> list[str]:
    return list(RULESET.sequence.due(game.battle))


# ------------------------------------------------------------ the card


def test_the_worst_condition_stands_first_on_the_card_whatever_came_first() -> None:
    """What may sink her at the next test, then what costs boxes each turn (A5, A6), then what hinders her."""
    game = fleets()
    worst_first = ("catastrophe", "flood", "fire", "engine", "rudder", "bridge")
    for name in reversed(worst_first):
        game.put("Ajax", name, "yes" if name in ("rudder", "bridge") else 1)
    shown = [one.short for one in game["Ajax"].conditions if one.gravity == "grave"]
    assert shown == [name.upper() for name in worst_first]


def test_a0_a1_a8_the_card_has_damage_dice_by_band_the_reach_of_tubes_armour_and_crew() -> None:
    secondary = [gun("port", 6.0, 3, "P"), gun("stbd", 6.0, 3, "S")]
    sets = [tubes("bow", 2, "F"), tubes("side", 1, "P", reach=50)]
    game = Game([ship("One", main=[gun("fore"), gun("aft")], secondary=secondary, torpedoes=sets)], [ship("Two", type="TB")])
    assert [str(each) for each in RULESET.arms(game.battle, game["One"])] == [
        "12 in class G: short none to 10, d20 to 50, d12 to 70, long d10 to 100 cm",
        "6 in class C: short d8 to 30, long d6 to 60 cm",
        "bow to 10 cm",
        "side to 50 cm",
        "armour hull 8, main 9, secondary 5",
        "crew standard",
    ]
    assert str(list(RULESET.arms(game.battle, game["Two"]))[-2]) == "armour hull 0, main 1, secondary 0"


def test_a1_the_bands_of_a_gun_class_end_where_the_sheet_prints_them() -> None:
    bands = dict(RULESET.bands(RULESET.tables))
    assert (bands["class G"], bands["class E"], bands["class A"]) == ((10, 50, 70, 100), (40, 50, 70), (20, 40))


def test_a4_the_card_counts_mounts_guns_and_torpedoes_left() -> None:
    secondary = [gun("port", 6.0, 3, "P"), gun("stbd", 6.0, 3, "S")]
    sets = [tubes("bow", 2, "F", reloads=1), tubes("side", 1, "P")]
    game = Game([ship("One", main=[gun("fore", guns=2), gun("aft", guns=2)], secondary=secondary, torpedoes=sets)], [ship("Two")])

    def counted() -> list[tuple[str, int, int]]:
        card = RULESET.card(game["One"])
        return [(each.id, each.left, each.full) for each in (*card.tracks, *card.supplies)]

    assert counted() == [("hull", 100, 100), ("main", 2, 2), ("secondary", 6, 6), ("bow", 4, 4), ("side", 1, 1)]
    for battery, guns in (("fore", 1), ("aft", 2), ("port", 1)):
        game.put("One", f"guns_out: {battery}", guns)
    game.go("firing").give("torpedo", 1, 1, firer="One", target="Two", range=5, bearing="F")
    assert counted() == [("hull", 100, 100), ("main", 1, 2), ("secondary", 5, 6), ("bow", 2, 4), ("side", 1, 1)]
    systems = [(each.label, each.state, each.detail) for each in RULESET.card(game["One"]).systems]
    assert systems[:3] == [("fore", "damaged", "1/2 FAPS"), ("aft", "destroyed", "0/2 FAPS"), ("port", "damaged", "2/3 P")]
    assert [each.id for each in RULESET.card(game["Two"]).tracks] == ["hull", "main"]
    assert RULESET.card(game["Two"]).supplies == ()


def test_a2_the_card_says_how_she_moves_and_whether_she_is_a_flagship() -> None:
    game = fleets()
    card = RULESET.card(game["Ajax"])
    assert (card.kind, card.motion, card.pace) == ("B ⚑", "18 kt", "18/18 kt")
    game.put("Ajax", "evading", True)
    assert RULESET.card(game["Ajax"]).motion == "18 kt evading"
    game.put("Ajax", "speed", 0)
    assert (RULESET.card(game["Ajax"]).motion, RULESET.card(game["Argus"]).kind) == ("stopped", "B")


def test_a9_the_referee_reads_how_many_ships_a_marker_is() -> None:
    game = Game([ship("A")], [ship("B"), ship("C", "four")], squadrons={"four": {"contact": True}, "bluff": {"dummy": True}})
    assert [str(each.place) for each in RULESET.counters(game.battle)] == ["contact of 1 ship", "contact: a dummy"]


def test_a9_the_27th_marker_of_a_battle_has_a_letter_and_a_number() -> None:
    dummies = {f"blue{n}": {"dummy": True} for n in range(28)}
    game = Game([ship("A")], [ship("B", "own")], squadrons=dummies)
    called = list(RULESET.called(game.battle, "Red").values())
    assert (called[0], called[25], called[26], called[27]) == ("contact A", "contact Z", "contact A1", "contact B1")


# ------------------------------------------------------------ ticks


def test_a7_ticks_follow_the_squadron_through_movement_and_firing() -> None:
    game = fleets().go("movement")
    assert [tick(game, name, "m") for name in ("Ajax", "Arrow", "Boxer")] == ["due", "due", "due"]
    assert tick(game, "Ajax", "f") == ""
    game.give("move", squadron="one", speed=10)
    assert [tick(game, name, "m") for name in ("Ajax", "Argus", "Arrow")] == ["done", "done", "due"]
    game.go("firing")
    assert [tick(game, name, "f") for name in ("Ajax", "Argus", "Arrow", "Hidden")] == ["due", "due", "due", ""]
    assert tick(game, "Arrow", "m") == ""
    game.give("fire", 1, firer="Ajax", target="Boxer", **ORDER)
    assert [tick(game, name, "f") for name in ("Ajax", "Argus")] == ["done", "due"]
    game.give("done")
    assert [tick(game, name, "f") for name in ("Argus", "Arrow")] == ["done", "due"]
    assert [tick(game, name, "◉") for name in ("Hidden", "Boxer")] == ["", "done"]


def test_a6_a_wreck_is_not_due_to_fire() -> None:
    game = fleets()
    game.strike("Argus", "hull", 100)
    assert [tick(game.go("firing", dice={(1, "ongoing"): (10,)}), name, "f") for name in ("Ajax", "Argus")] == ["due", ""]


# ------------------------------------------------------------ what is due


def test_a6_a9_dice_that_a_step_throws_are_announced_by_ship() -> None:
    game = fleets()
    assert due(game) == []
    game.put("Ajax", "fire", 1)
    game.put("Argus", "catastrophe", 1)
    assert due(game) == ["Ajax: dice for fire and flood are thrown.", "Argus: dice for sinking are thrown."]
    game.next(1, 10)
    assert due(game) == ["Dice for initiative are thrown."]
    game.go("repairs")
    assert due(game)[0].startswith("Ajax: dice for repairs are thrown, ")
    game.give("repair", 1)
    assert due(game) == []


def test_a7_one_squadron_that_has_not_acted_has_and_two_have() -> None:
    game = fleets().go("movement")
    assert due(game) == ["Red: one and two have not acted.", "Blue: three and four have not acted."]
    game.give("move", squadron="one", speed=10, last="no")
    assert due(game)[:2] == ["one has begun to move and is not done: {done} ends its turn.", "Red: two has not acted."]


def test_a7_the_present_step_names_who_acts_and_who_is_next() -> None:
    game = fleets().go("movement")
    assert RULESET.sequence.present(game.battle).endswith(": one next")
    game.give("move", squadron="two", speed=10, last="no")
    assert RULESET.sequence.present(game.battle).endswith(": two acts")
    game.give("done")
    for name in ("three", "one", "four"):
        game.give("move", squadron=name, speed=10)
    assert RULESET.sequence.present(game.battle).endswith("both sides are done")


# ------------------------------------------------------------ whom the forms propose first


def test_a7_the_form_proposes_ships_of_the_side_that_acts_and_the_target_and_bearing_last_aimed_at() -> None:
    game = fleets().go("firing")
    game.give("fire", 1, firer="Argus", target="Bulldog", range=60, bearing="S")
    draft = game.draft("fire", firer="Ajax")
    assert (draft.values["target"], draft.values["range"], draft.values["bearing"]) == ("Bulldog", 60, "S")
    game.give("done")
    assert game.draft("fire").values["firer"] == "Boxer"
    assert game.draft("torpedo", target="Ajax").values["firer"] == "Boxer"


@pytest.mark.parametrize(("evading", "rerolls"), [((), 0), (("Ajax",), 1), (("Boxer",), 1), (("Ajax", "Boxer"), 2)])
def test_a2_a_hit_is_rolled_again_for_each_of_the_two_that_evades(evading: tuple[str, ...], rerolls: int) -> None:
    game = fleets().go("firing")
    for name in evading:
        game.put(name, "evading", True)
    assert game.draft("fire", firer="Ajax", target="Boxer", **ORDER).values["rerolls"] == rerolls


# ------------------------------------------------------------ refusals


def test_a8_a_ship_that_is_gone_rams_nobody_and_a_squadron_in_the_open_is_not_revealed() -> None:
    game = fleets().go("movement")
    game.refused("reveal", contact="one", because="one is no contact marker")
    game.give("leave", ship="Ajax")
    game.refused("ram", rammer="Ajax", target="Boxer", knots=10, because="Ajax is gone")


def test_a8_each_set_of_tubes_fires_once_a_turn() -> None:
    game = fleets().go("firing")
    aim = {"firer": "Ajax", "target": "Boxer", "range": 5}
    game.give("torpedo", 1, **aim, bearing="P", tubes="side")
    game.refused("torpedo", **aim, bearing="F", tubes="bow; side", because="Ajax's side is empty or has fired this turn")


def test_a8_a_ram_says_how_its_damage_came_about() -> None:
    """Of it the armour of the hull is taken: 8 of a battleship."""
    game = fleets().go("movement")
    record = game.propose("ram", 5, 1, rammer="Ajax", target="Boxer", knots=10)
    assert "5 + " in said(record)
    assert "for 10 kt - 8 armour = " in said(record)


def test_a7_a_battery_that_a_ship_does_not_have() -> None:
    game = fleets()
    with pytest.raises(InvalidInput, match="did you mean fore"):
        game["Ajax"].battery("for")


def test_a1_a_range_is_no_more_than_999_cm_and_of_torpedoes_99() -> None:
    game = fleets().go("firing")
    assert game.draft("fire", firer="Ajax", target="Boxer").entries["range"].bounds == (0, 999)
    assert game.draft("volley", squadron="one", target="Boxer").entries["range"].bounds == (0, 999)
    assert game.draft("torpedo", firer="Ajax", target="Boxer").entries["range"].bounds == (0, 99)


def test_a2_a_hit_is_rolled_again_twice_at_most() -> None:
    draft = fleets().go("firing").draft("fire", firer="Ajax", target="Boxer", **ORDER)
    assert draft.entries["rerolls"].bounds == (0, 2)


def test_a7_a_squadron_that_there_is_not() -> None:
    with pytest.raises(InvalidInput, match="did you mean three"):
        squadron(fleets().battle, "thre")


def test_a7_the_winner_of_the_initiative_is_counted() -> None:
    record = fleets().go("initiative").give("initiative", 10, 1, choices=["Red"])
    assert [each.value for each in record.events if isinstance(each, Scored) and each.name == "initiative"] == ["Red"]


def test_a0_a8_numbers_of_a_card_are_taken_up_to_their_bounds() -> None:
    def read(**card: Any) -> None:
        RULESET.read_card(ship("A", **card)[2], "a test", RULESET.tables)

    for key, low, high, step in (("tons", 1, 100_000, 1), ("knots", 0, 60, 1), ("hull", 1, 999, 1)):
        for taken in (low, high):
            read(**{key: taken})
        for refused in (low - step, high + step):
            with pytest.raises(InvalidInput):
                read(**{key: refused})
    for key, low, high in (("tubes", 1, 20), ("reloads", 0, 20), ("reach", 0, 99)):
        for taken in (low, high):
            read(torpedoes=[tubes() | {key: taken}])
        for refused in (low - 1, high + 1):
            with pytest.raises(InvalidInput):
                read(torpedoes=[tubes() | {key: refused}])
    for guns in (1, 40):
        read(main=[gun(guns=guns)])
    for guns in (0, 41):
        with pytest.raises(InvalidInput):
            read(main=[gun(guns=guns)])
