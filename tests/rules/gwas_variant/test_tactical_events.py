"""The eleven tactical random events and their effects on the next segment."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Chosen
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import Refused
from fleetbook.testing import rolled, said, struck
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, destroyer, house, ship  # fmt: skip

FOR_CENTRAL, FOR_ALLIED = 1, 4
IGNORED, STRUCK = 3, 4
FLAG = {"allied": {"leader": "an admiral", "flagship": "Target"}}


def at_event(*, number: int = 1, allied: dict[str, Any] | None = None, **settings: Any) -> Game:
    """Firer, of the Central side with the initiative, against Target, before the event of an impulse."""
    return Game([ship("Firer")], [ship("Target", **(allied or {}))], **settings).go(f"event-{number}")


@pytest.mark.parametrize("dice", [(2, 4), (1, 5)])
def test_no_event(dice: tuple[int, int]) -> None:
    game = at_event()
    before = game.battle.state
    game.give("event", *dice)
    assert [key.name for key, value in game.battle.state.items() if before.get(key) != value] == ["event rolled"]


@pytest.mark.parametrize("face", range(1, 7))
def test_one_to_three_strikes_the_central_powers_four_to_six_the_allies(face: int) -> None:
    game = at_event()
    game.give("event", 1, 1, face)
    assert game.fact("", "shields up", CENTRAL if face <= 3 else ALLIED)
    assert not game.fact("", "shields up", ALLIED if face <= 3 else CENTRAL)


# ------------------------------------------------------------ Shields Up


def shielded() -> Game:
    game = at_event()
    game.give("event", 1, 1, FOR_ALLIED)
    return game.go("gunfire-1")


def test_shields_up_one_ship_ignores_all_hits_of_the_segment() -> None:
    game = shielded()
    game.give("shields-up", ship="Target", firers=["Firer"])
    record = game.give("fire", 6, 6, 6, 6, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert struck(record) == []
    assert said(record).count("Target ignores the hit") == 4
    game.go("gunfire-2")
    assert struck(game.give("fire", 6, 2, 3, 1, 1, 1, firer="Firer", target="Target", range=3, weapons=["primary"]))


def test_shields_up_the_announced_firers_may_not_choose_another_target() -> None:
    game = Game([ship("Firer")], [ship("Target"), ship("Other")]).go("event-1")
    game.give("event", 1, 1, FOR_ALLIED)
    game.go("gunfire-1").give("shields-up", ship="Target", firers=["Firer"])
    game.refused("fire", firer="Firer", target="Other", range=3, weapons=["primary"], because="announced to fire at Target")


def test_shields_up_is_named_before_the_dice_and_once() -> None:
    game = shielded()
    game.give("fire", 1, 1, 1, 1, firer="Firer", target="Target", range=3, weapons=["primary"])
    game.refused("shields-up", ship="Target", because="Firer has fired at Target")
    game = shielded()
    game.refused("shields-up", ship="Firer", because="no shields to raise")
    game.give("shields-up", ship="Target")
    game.refused("shields-up", ship="Target", because="no side has shields to raise")
    game = Game([ship("Firer")], [ship("Target"), ship("Gone", type="CL", speed="2")]).go("other-move-2")
    game.give("move-group", mover="Allied CL", off_map="yes")
    game.go("event-3").give("event", 1, 1, FOR_ALLIED)
    game.go("gunfire-3").refused("shields-up", ship="Gone", because="Gone is not in this combat")


# ------------------------------------------------------------ fog


def visibility(game: Game) -> int:
    """The farthest range at which the firer's primary guns may fire."""
    return max(hexes for hexes in range(6) if may_fire(game, hexes))


def may_fire(game: Game, hexes: int) -> bool:
    """Whether the firer's primary guns may fire at a range."""
    try:
        game.draft("fire", firer="Firer", target="Target", range=hexes, weapons=["primary"]).order()
    except Refused:
        return False
    return True


def test_fog_of_war_takes_an_area_for_the_rest_of_the_battle() -> None:
    game = at_event()
    game.give("event", 1, 4)
    assert visibility(game.go("gunfire-1")) == 2
    assert visibility(game.go("gunfire-5")) == 2


def test_the_fog_lifts_by_an_area_but_not_beyond_the_maximum() -> None:
    game = at_event()
    assert "no event: visibility stays at 3" in said(game.give("event", 1, 2))
    game.go("event-2").give("event", 1, 4)
    game.go("event-3").give("event", 1, 2)
    assert visibility(game.go("gunfire-3")) == 3


def test_the_fog_lifts_by_one_area_only() -> None:
    game = at_event()
    game.give("event", 1, 4)
    game.go("event-2").give("event", 1, 4)
    game.go("event-3").give("event", 1, 2)
    assert visibility(game.go("gunfire-3")) == 2


def test_fog_of_war_leaves_ships_their_own_area() -> None:
    game = at_event(light="night")
    game.give("event", 1, 4)
    game.go("event-2")
    assert "no event: visibility stays at 0" in said(game.give("event", 1, 4))
    game.go("gunfire-2").refused("fire", firer="Firer", target="Target", range=1, weapons=["primary"], because="reaches 0")


# ------------------------------------------------------------ Fire Control Difficulties


def fire(game: Game, *dice: int, **inputs: Any) -> Record:
    """Both tertiary dice of the firer at the target, so that little happens."""
    settings: dict[str, Any] = {"firer": "Firer", "target": "Target", "range": 1, "weapons": ["tertiary"], **inputs}
    return game.give("fire", *dice, **settings)


def test_fire_control_difficulties_take_one_from_every_shot_of_both_sides() -> None:
    game = at_event()
    game.give("event", 1, 3)
    game.go("gunfire-1")
    for firer, target in (("Firer", "Target"), ("Target", "Firer")):
        assert "fire_control" in game.modifiers("fire", firer=firer, target=target, range=1)
    hits = rolled(fire(game, 5, 6, 1, 1))
    assert [event.total for event in hits[:2]] == [5, 6]  # +1 near, -1 difficulties
    assert game.battle.phase == "gunfire-1"


def test_fire_control_difficulties_confirm_a_needed_six_on_one_to_four() -> None:
    for second, hit in ((1, True), (4, True), (5, False), (6, False)):
        game = at_event()
        game.give("event", 1, 3)
        game.go("gunfire-1")
        dice = (6, second, *((1, 2) if hit else ()), 1, 1, 1)
        record = game.give("fire", *dice, firer="Firer", target="Target", range=3, weapons=["primary"])
        assert "confirmed" in [event.label for event in rolled(record)]
        assert len(rolled(record)) == (6 if hit else 5)


def test_fire_control_difficulties_last_for_the_segment() -> None:
    game = at_event()
    game.give("event", 1, 3)
    game.go("gunfire-2")
    assert "fire_control" not in game.modifiers("fire", firer="Firer", target="Target", range=1)


# ------------------------------------------------------------ Surprise


def test_surprise_confuses_and_hampers_the_side_without_initiative() -> None:
    game = at_event()
    game.give("event", 3, 4)
    assert game.fact("", "fire control difficulties", ALLIED)
    assert not game.fact("", "fire control difficulties", CENTRAL)
    game.go("other-move-3")  # its first step is for speeds that it has not
    assert not game.fact("", "confused", ALLIED)


def test_surprise_the_next_movement_segment_is_lost() -> None:
    game = at_event(allied={"speed": "2"})
    game.give("event", 3, 4)
    game.go("other-move-2").refused("move-group", mover="Allied BB", because="Allied is confused")
    game.go("other-move-3").give("move-group", mover="Allied BB")


@pytest.mark.parametrize(("face", "hampered"), [(IGNORED, False), (STRUCK, True)])
def test_surprise_a_leader_sees_through_the_difficulties_but_not_the_confusion(face: int, hampered: bool) -> None:
    game = at_event(fleets=FLAG)
    game.give("event", 3, 4, face)
    assert bool(game.fact("", "fire control difficulties", ALLIED)) is hampered
    assert game.fact("", "confused", ALLIED)


def test_surprise_happens_once_in_the_first_round() -> None:
    game = at_event()
    game.give("event", 3, 4)
    game.go("event-2")
    assert "no event" in said(game.give("event", 3, 4))


def test_surprise_happens_again_to_a_side_that_bombards() -> None:
    game = at_event(fleets={"allied": {"mission": "Bombard"}})
    game.give("event", 3, 4)
    game.go("event-2").give("event", 3, 4)
    assert game.fact("", "fire control difficulties", ALLIED)


def test_surprise_does_not_happen_in_a_later_round() -> None:
    game = at_event().go("round-end")
    game.next()
    assert "no event" in said(game.go("event-1").give("event", 3, 4))


def test_surprise_not_after_a_pursuit() -> None:
    fleets = {"allied": {"zone": "C1"}, "central": {"zone": "C1"}}
    game = Game([ship("Firer")], [ship("Target")], fleets=fleets, begins="game turn").go("contact")
    game.give("search", 6, fleet="allied", other="central")
    game.go("movement").give("move", fleet="central", zones="C2")
    game.give("pursue", 6, fleet="allied", other="central")
    game.go("contact").give("combat")
    assert "no event" in said(game.go("event-1").give("event", 3, 4))


# ------------------------------------------------------------ Smoke


def test_eight_is_fog_of_war_where_smoke_was_made_in_the_segment_before() -> None:
    game = at_event().go("initiative-move-1")
    game.give("move-group", mover="Central BB", smoke="yes")
    game.go("event-2").give("event", 4, 4)
    assert visibility(game.go("gunfire-2")) == 2


def test_eight_is_no_event_without_smoke() -> None:
    assert "no event" in said(at_event().give("event", 4, 4))


# ------------------------------------------------------------ Damage Control


def test_damage_control_repairs_one_box() -> None:
    game = at_event()
    game.strike("Target", "hull", 3)
    game.give("event", 3, 6, FOR_ALLIED)
    assert game["Target"].left("hull") == 8


def test_damage_control_repairs_one_rung_of_speed_by_the_owners_choice() -> None:
    game = at_event(number=2)
    game.strike("Target", "hull", 3)
    game.go("gunfire-2")
    game.give("fire", 6, 5, 6, 1, 1, 1, firer="Firer", target="Target", range=3, weapons=["primary"])  # 2 hull, -1 speed
    assert game["Target"].speed == "1S"
    game.go("event-3").give("event", 3, 6, FOR_ALLIED, choices=("speed",))
    assert (game["Target"].speed, game["Target"].left("hull")) == ("1", 5)


def test_damage_control_without_damage_is_no_event() -> None:
    assert "no event: no ship of Allied is damaged" in said(at_event().give("event", 3, 6, FOR_ALLIED))


# ------------------------------------------------------------ Confusion Reigns


def test_confusion_reigns_no_ship_of_the_side_moves_in_its_next_segment() -> None:
    game = at_event()
    game.give("event", 4, 6, FOR_CENTRAL)
    game.go("initiative-move-1").refused("move-group", mover="Central BB", because="Central is confused")
    game.go("initiative-move-3").give("move-group", mover="Central BB")


@pytest.mark.parametrize("face", range(1, 7))
def test_confusion_reigns_a_leader_ignores_it_on_one_to_three(face: int) -> None:
    game = at_event(fleets=FLAG)
    game.give("event", 4, 6, FOR_ALLIED, face)
    assert bool(game.fact("", "confused", ALLIED)) is (face > 3)


# ------------------------------------------------------------ Torpedo Attack


def dash() -> Game:
    """Two Allied destroyers attack Central's battleship out of turn."""
    central = [ship("Firer"), ship("Guard", type="CL", secondary=2)]
    game = Game(central, [destroyer("D1"), destroyer("D2"), ship("Target")]).go("event-1")
    record = game.give("event", 5, 6, FOR_ALLIED, choices=("Allied DD", "Central BB"))
    assert "Allied DD makes a torpedo attack on Central BB, which may not move" in said(record)
    return game


def test_torpedo_attack_moves_two_areas_out_of_turn() -> None:
    game = dash().go("initiative-move-1")
    assert game.draft("move-group", mover="Allied DD").values["areas"] == 2
    assert game.give("move-group", mover="Allied DD").headline == "Allied DD moves 2 areas"
    game.refused("move-group", mover="Allied BB", because="it is Central's step")


def test_torpedo_attack_v22_moves_two_areas_in_all_in_the_enemy_s_step_and_its_own() -> None:
    central = [ship("Firer"), ship("Guard", type="CL", secondary=2)]
    game = Game(central, [destroyer("D1"), ship("Target")]).go("event-2")
    game.give("event", 5, 6, FOR_CENTRAL + 3, choices=("Allied DD", "Central BB"))
    game.go("other-move-2").give("move-group", mover="Allied DD", areas=1)
    game.go("initiative-move-2")
    assert game.draft("move-group", mover="Allied DD").values["areas"] == 1
    game.give("move-group", mover="Allied DD", areas=1)
    whole = Game(central, [destroyer("D1"), ship("Target")]).go("event-2")
    whole.give("event", 5, 6, FOR_ALLIED, choices=("Allied DD", "Central BB"))
    whole.go("other-move-2").give("move-group", mover="Allied DD")
    whole.go("initiative-move-2").refused("move-group", mover="Allied DD", because="as far as their torpedo attack takes them")


def test_torpedo_attack_holds_the_target_group_and_no_other() -> None:
    game = dash().go("initiative-move-1")
    game.refused("move-group", mover="Central BB", because="a torpedo attack holds them")
    game.give("move-group", mover="Central CL")
    game.go("initiative-move-3").give("move-group", mover="Central BB")


def test_torpedo_attack_only_secondary_and_tertiary_guns_fire_at_it_with_one_more() -> None:
    game = dash().go("gunfire-1")
    game.refused("fire", firer="Firer", target="D1", range=1, weapons=["primary"], because="makes a torpedo attack")
    assert game.draft("fire", firer="Firer", target="D1", range=1).values["weapons"] == ("secondary", "tertiary")
    assert game.modifiers("fire", firer="Firer", target="D1", range=2) == {"torpedo_attack"}
    record = game.give("fire", 4, 5, 1, 2, firer="Firer", target="D1", range=2, weapons=["secondary"])
    assert [event.total for event in rolled(record)[:2]] == [5, 6]


def test_torpedo_attack_then_torpedoes_as_ever() -> None:
    game = dash().go("torpedo-1")
    record = game.give("torpedo", 4, 1, firer="D1", target="Firer", range=1, choices=())
    assert [event.total for event in rolled(record)] == [5, 2]  # a capital ship +1
    assert "torpedo_attack" not in game.go("gunfire-2").modifiers("fire", firer="Firer", target="D1", range=2)


def test_torpedo_attack_needs_a_fast_flotilla_with_torpedoes() -> None:
    for card in ({"speed": "1"}, {"torpedo": 0}, {"type": "CL"}):
        game = Game([ship("Firer")], [destroyer("D1", **card)]).go("event-1")
        assert "no event: no flotilla of Allied" in said(game.give("event", 5, 6, FOR_ALLIED))


def test_torpedo_attack_by_a_flotilla_of_which_one_has_torpedoes_left() -> None:
    game = Game([ship("Firer")], [destroyer("D1", torpedo=0), destroyer("D2")]).go("event-1")
    record = game.give("event", 5, 6, FOR_ALLIED, choices=("Allied DD",))
    asked = [event.label for event in record.events if isinstance(event, Chosen)]
    assert asked == ["flotilla that attacks, with an enemy 3 areas away or nearer"]
    assert game["D1"].has("torpedo attack")


def test_torpedo_attack_is_no_event_where_none_is_near_enough() -> None:
    game = Game([ship("Firer")], [destroyer("D1")]).go("event-1")
    assert "no flotilla is near enough" in said(game.give("event", 5, 6, FOR_ALLIED, choices=("no group",)))


def test_a_house_rule_lets_fire_control_difficulties_strike_one_side() -> None:
    game = Game([ship("Firer")], [ship("Target")], house(fire_control_strikes_both=False)).go("event-1")
    game.give("event", 1, 3, FOR_CENTRAL)
    assert game.fact("", "fire control difficulties", CENTRAL)
    assert not game.fact("", "fire control difficulties", ALLIED)
