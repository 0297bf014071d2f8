"""The results of every order of the variant, for every event and outcome."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, destroyer, duel, house, ship
from tests.rules.results import came_to, read, spoken, told, words

FOR_CENTRAL, FOR_ALLIED = 1, 4
FLAG = {"leader": "an admiral", "flagship": "Target"}


# ------------------------------------------------------------ events of an impulse


def at_event(*allied: Any, number: int = 1, **settings: Any) -> Game:
    return Game([ship("Firer")], allied or [ship("Target")], **settings).go(f"event-{number}")


STILL = "No ship of Allied moves in its next movement segment."
HAMPERED = "-1 on the shots of Allied in the next combat segment; a needed 6 is confirmed on 1 to 4."
EVENTS: list[tuple[tuple[int, ...], str]] = [
    (
        (1, 1, FOR_ALLIED),
        "hurt | event | SHIELDS UP for Allied. "
        "It may name a ship that ignores all hits, once the enemy has said who fires at her.",
    ),
    ((1, 2), "nothing | no event | NO EVENT: visibility stays at 3."),
    (
        (1, 3),
        "hurt | event | FIRE CONTROL DIFFICULTIES for Central and Allied. "
        "-1 on the shots of Central and Allied in the next combat segment; a needed 6 is confirmed on 1 to 4.",
    ),
    ((1, 4), "done | visibility | FOG OF WAR: visibility is now 2."),
    ((2, 4), "nothing | no event | NO EVENT."),
    ((3, 4), f"hurt | event | SURPRISE for Allied. {STILL} {HAMPERED}"),
    ((4, 4), "nothing | no event | NO EVENT."),
    ((4, 5, FOR_ALLIED), "nothing | no event | NO EVENT: no ship of Allied is damaged."),
    ((4, 6, FOR_ALLIED), f"hurt | event | CONFUSION REIGNS for Allied. {STILL}"),
    ((5, 6, FOR_ALLIED), "nothing | no event | NO EVENT: no flotilla of Allied could attack."),
    (
        (6, 6, FOR_ALLIED),
        f"hurt | event | MASS CONFUSION REIGNS for Allied. {STILL} {HAMPERED} "
        "Central may move one group of Allied, and have some of its ships fire at friends.",
    ),
]


@pytest.mark.parametrize(("dice", "sentence"), EVENTS)
def test_tactical_events(dice: tuple[int, ...], sentence: str) -> None:
    game = at_event()
    assert told(game, game.give("event", *dice)) == sentence


SEEN = [
    ((4, 6, FOR_ALLIED, 3), "good | seen through | CONFUSION REIGNS: the leader SEES THROUGH IT on 3."),
    ((6, 6, FOR_ALLIED, 1), "good | seen through | MASS CONFUSION REIGNS: the leader SEES THROUGH IT on 1."),
    ((3, 4, 2), f"hurt | event | SURPRISE for Allied. {STILL} The leader sees through the fire control difficulties on 2."),
    ((3, 4, 4), f"hurt | event | SURPRISE for Allied. {STILL} {HAMPERED}"),
]


@pytest.mark.parametrize(("dice", "sentence"), SEEN)
def test_tactical_events_that_a_leader_sees_through(dice: tuple[int, ...], sentence: str) -> None:
    game = at_event(fleets={"allied": FLAG})
    assert told(game, game.give("event", *dice)) == sentence


def test_fog_that_lifts_and_smoke() -> None:
    game = at_event()
    game.give("event", 1, 4)
    game.go("other-move-3").give("move-group", mover="Allied BB", smoke="yes")
    game.go("event-4")
    assert told(game, game.propose("event", 1, 2)) == "done | visibility | THE FOG LIFTS: visibility is now 3."
    assert told(game, game.give("event", 4, 4)) == "done | visibility | FOG OF WAR, by smoke: visibility is now 1."


def test_damage_control_by_an_event() -> None:
    game = at_event()
    game.strike("Target", "hull", 2)
    sentence = "good | mended | Target IS REPAIRED: hull +1 (9 of 10)."
    assert told(game, game.give("event", 4, 5, FOR_ALLIED)) == sentence


def test_a_torpedo_attack() -> None:
    game = at_event(destroyer("D1"), destroyer("D2"), ship("Target"))
    record = game.propose("event", 5, 6, FOR_ALLIED, choices=("no group",))
    assert told(game, record) == "nothing | no event | NO EVENT: no flotilla is near enough."
    sentence = "It moves 2 areas in all this segment; its target does not move; primary guns do not fire at the attackers."
    record = game.give("event", 5, 6, FOR_ALLIED, choices=("Allied DD",))
    assert told(game, record) == f"hurt | event | TORPEDO ATTACK by Allied DD on Central BB. {sentence}"
    game = at_event(destroyer("Alone"), ship("Target"))
    record = game.give("event", 5, 6, FOR_ALLIED, choices=("Allied DD",))
    assert told(game, record) == f"hurt | event | TORPEDO ATTACK by Allied DD on Central BB. {sentence}"


def test_shields_up() -> None:
    game = at_event()
    game.give("event", 1, 1, FOR_ALLIED)
    game.go("gunfire-1")
    sentence = "Target HAS HER SHIELDS UP: all hits of this segment are ignored. Firer may fire at no other ship this segment."
    assert told(game, game.give("shields-up", ship="Target", firers=["Firer"])) == f"good | shields up | {sentence}"
    record = game.give("fire", 6, 1, 1, 1, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert told(game, record) == "hit | 1 HIT | 1 HIT of 4 on Target: no box is lost. Target ignores the hit."


def confused() -> Game:
    game = at_event(ship("Target"), ship("Friend"), number=2)
    game.give("event", 6, 6, FOR_ALLIED)
    return game


def test_a_group_moved_by_the_enemy() -> None:
    game = confused().go("other-move-2")
    sentence = "hurt | moved | MOVED BY THE ENEMY: Allied BB, 1 area to hex 7."
    assert told(game, game.give("move-enemy", group="Allied BB", hex="7")) == sentence


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        (1, "missed | friendly fire | NO SHIPS OF ALLIED FIRE AT FRIENDS on 1."),
        (3, "hurt | friendly fire | 1 SHIP OF ALLIED FIRES AT FRIENDS on 3. Central says which ships fire, and at whom."),
        (4, "hurt | friendly fire | 2 SHIPS OF ALLIED FIRE AT FRIENDS on 4. Central says which ships fire, and at whom."),
    ],
)
def test_ships_that_fire_at_friends(face: int, sentence: str) -> None:
    game = confused().go("initiative-move-2")
    assert sentence in [spoken(result) for result in came_to(game, game.next(face))]


def test_friendly_fire() -> None:
    game = confused().go("initiative-move-2")
    game.next(3)
    order: dict[str, Any] = {"firer": "Target", "target": "Friend", "range": 1, "weapons": ["tertiary"]}
    assert told(game, game.give("friendly-fire", 1, 1, **order)) == "missed | missed | MISSED: Target at Friend with 2 dice."


# ------------------------------------------------------------ tactical rules


def test_combined_fire() -> None:
    game = Game([ship("F1"), ship("F2")], [ship("Target")]).go("gunfire-1")
    order: dict[str, Any] = {"target": "Target", "range": 3}
    sentence = "missed | missed | MISSED: F1 and F2 at Target with 6 dice. 4 and 4 together fire with 6."
    assert told(game, game.propose("combined-fire", *[1] * 6, **order)) == sentence
    record = game.give("combined-fire", 6, 2, 3, *[1] * 5, **order)
    assert told(game, record) == "hurt | 1 HIT | 1 HIT of 6 on Target: hull -1 (9 of 10). 4 and 4 together fire with 6."


def test_a_fire_control_hit() -> None:
    game = duel()
    record = game.give("fire", 6, 1, 1, 1, 3, *[1] * 3, firer="Firer", target="Target", range=3, weapons=["primary"])
    assert told(game, record) == "hurt | 1 HIT | 1 HIT of 4 on Target: fire control hit for good."


def test_groups_move_make_smoke_and_leave() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("initiative-move-1")
    order: dict[str, Any] = {"mover": "Central BB"}
    assert told(game, game.propose("move-group", **order)) == "done | moves | Central BB MOVES 1 area."
    smoke = "done | moves | Central BB STAYS WHERE IT IS. Its smoke may bring fog of war in the next event."
    assert told(game, game.give("move-group", **order, areas=0, smoke="yes")) == smoke
    game.go("initiative-move-3")
    leaves = "grave | gone | Central BB MOVES 1 area to hex 9 and LEAVES THE MAP."
    assert told(game, game.give("move-group", **order, hex="9", off_map="yes")) == leaves


def test_a_squadron_leader() -> None:
    game = Game([ship("Goeben")], [ship(name, type="B", nation="Russia") for name in ("A", "B")]).go("event-1")
    sentence = "done | leads | A LEADS Allied B. The group fires at one target until its leader is sunk."
    assert told(game, game.give("squadron-leader", ship="A")) == sentence


BOMBARDS: dict[str, Any] = {"central": {"mission": "Bombard", "orders": ["Shell"], "zone": "C1"}}
ROUND = "If nobody closes and fires in this round"


def standing(**fleets: Any) -> Game:
    game = Game([ship("Firer")], [ship("Target")], fleets=fleets or BOMBARDS).go("deployment")
    game.give("stand", side=CENTRAL if not fleets else ALLIED)
    return game


def test_stands() -> None:
    game = standing()
    sentence = f"{ROUND}, the fleet carries out its mission. If the fleet moves or fires, it aborts."
    assert told(game, game.journal.records[-1]) == f"done | stands | STAND of Central for its mission. {sentence}"
    game = standing(allied={"mission": "Escort", "orders": ["Escort"]})
    sentence = f"done | stands | STAND of Allied for its escort. {ROUND}, the fleet remains on escort."
    assert told(game, game.journal.records[-1]) == sentence


def test_a_stand_that_is_over() -> None:
    game = standing().go("gunfire-1", initiative=())
    record = game.give("fire", *[1] * 4, firer="Target", target="Firer", range=3, weapons=["primary"])
    assert words(game, record) == [
        "THE STAND of Central IS OVER: the enemy has closed and fired.",
        "MISSION GIVEN UP: central.",
        "MISSED: Target at Firer with 4 dice.",
    ]
    assert "MISSION GIVEN UP: central." not in str(read(game, ALLIED))
    assert "THE STAND of Central IS OVER" in str(read(game, ALLIED))


def test_a_stand_that_held() -> None:
    game = standing().go("torpedo-5", initiative=())
    held = "nobody closed with Central: the stand held, and the mission goes on; no pursuit; tactical combat is over."
    assert held in "".join(words(game, game.next())).lower().replace("central", "Central")


def second_round(*rules: Any) -> Game:
    game = Game([ship("Slow", speed="1S"), ship("Fast")], [ship("Hunter", speed="2")], *rules).go("round-end")
    game.next()
    return game.go("initiative-move-1")


BREAKS = "BREAK-OFF by Central."


def test_a_break_off_and_its_dice() -> None:
    game = second_round()
    means = "The strength of its guns is divided by 2; each ship moves for itself, away from the enemy."
    assert told(game, game.give("break-off")) == f"hurt | breaks off | {BREAKS} {means}"
    game.go("other-move-2")
    assert "NO FASTER on 4: ships of Central." in words(game, game.propose("next", 4))
    assert "FASTER on 1: ships of Central move as if one speed faster in this step." in words(game, game.next(1))
    game.go("other-move-3")
    assert "FASTER on 2: ships of Central move as if one speed faster from now on." in words(game, game.next(2))
    game = second_round(house(break_off_from_next_segment=False))
    assert words(game, game.give("break-off", 6)) == [BREAKS, "NO FASTER on 6: ships of Central."]


@pytest.mark.parametrize(
    ("face", "sentence"),
    [(3, "Slow HAS NOT CLOSED on 3."), (4, "Slow HAS CLOSED on 4: all her guns fire at maximum range.")],
)
def test_slow_ships(face: int, sentence: str) -> None:
    game = Game([ship("Slow", type="B", speed="1S")], [ship("Target")]).go("initiative-move-1")
    assert sentence in words(game, game.next(face))


def test_combat_that_ends_by_itself() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("other-move-3")
    game.give("move-group", mover="Allied BB", off_map="yes")
    record = game.go("torpedo-5").next()
    assert "No ship of Allied is left in the combat; tactical combat is over." in words(game, record)


# ------------------------------------------------------------ events of the turn


RAIDER: dict[str, Any] = {"mission": "Intercept", "zone": "C1", "orders": ["Move C2", "Move C3"]}


def sea(allied: dict[str, Any] | None = None, **card: Any) -> Game:
    fleets = {"allied": {**RAIDER, **(allied or {})}, "central": {"zone": "D1"}}
    return Game([ship("Firer")], [ship("Target", **card)], fleets=fleets, begins="game turn")


WRITES = "It writes orders from turn 3 on, in step 4."
STRUCK: list[tuple[tuple[int, ...], dict[str, Any], str]] = [
    ((1, 1, 4, 3), {}, "hurt | strikes a mine | Target STRIKES A MINE ADRIFT: hull -2 (8 of 10)."),
    ((1, 1, 4, 6), {}, "lost | sunk | Target STRIKES A MINE ADRIFT and SINKS."),
    (
        (1, 2, 4),
        {},
        "hurt | condensers | Target HAS CONDENSER PROBLEMS: speed 1S at most. She must return to port at once. "
        "Mission given up: allied, which writes new orders.",
    ),
    ((1, 3, 4), {}, "hurt | erroneous | allied PLOTS 3 TURNS AT ONCE, and no others until these are over."),
    ((1, 3, 4, 2), FLAG, "good | seen through | THE LEADER SEES THROUGH IT on 2."),
    ((1, 4, 4), {}, "good | plots anew | allied MAY PLOT anew from turn 2."),
    ((4, 5, 4), {}, "good | revealed | REPORTED by a neutral: allied, Target. Allied will move to C2."),
    ((4, 6, 4), {}, "good | plots anew | allied MAY PLOT anew from turn 1."),
    ((5, 6, 4), {}, "hurt | held up | NO MOVE this turn for allied: danger ahead. Its orders are put off by a turn."),
    ((6, 6, 4), {}, f"hurt | aborts | MISSION GIVEN UP: allied, all is lost. {WRITES}"),
    ((2, 4), {}, "nothing | no event | NO EVENT."),
    ((6, 6, 4), {"port": True}, "done | event | ALL IS LOST for Allied."),
]


@pytest.mark.parametrize(("dice", "allied", "sentence"), STRUCK)
def test_strategic_events(dice: tuple[int, ...], allied: dict[str, Any], sentence: str) -> None:
    game = sea(allied)
    assert told(game, game.give("strategic-event", *dice)) == sentence


def test_all_is_lost_ignored_and_nobody_struck() -> None:
    game = sea(FLAG)
    record = game.give("strategic-event", 6, 6, 4, choices=("ignore it",))
    assert words(game, record) == ["IGNORED by allied.", "ALL IS LOST for Allied."]
    game = sea({"port": True})
    record = game.give("strategic-event", 1, 1, 4)
    assert words(game, record) == ["ROGUE MINE for Allied.", "NO EVENT: Rogue Mine, no such fleet at sea."]


def test_condenser_problems_of_a_ship_that_has_them_already() -> None:
    game = sea()
    game.give("strategic-event", 1, 2, 4)
    game.go("strategic-event", 2)
    none = "NO EVENT: the one ship at sea goes home with condenser problems already."
    assert words(game, game.give("strategic-event", 1, 2, 4)) == ["CONDENSER PROBLEMS for Allied.", none]


def test_condenser_problems_of_one_of_two_ships_a_second_time() -> None:
    fleets = {"allied": RAIDER, "central": {"zone": "D1"}}
    game = Game([ship("Firer")], [ship("Target"), ship("Third")], fleets=fleets, begins="game turn")
    game.give("strategic-event", 1, 2, 4, 1)
    game.go("strategic-event", 2)
    again = "Target HAS CONDENSER PROBLEMS: speed 1S at most."
    assert words(game, game.give("strategic-event", 1, 2, 4, 2)) == [again, "CONDENSER PROBLEMS for Allied."]


@pytest.mark.parametrize("dice", [(1, 1, 4, 3), (1, 2, 4), (1, 3, 4), (1, 4, 4), (4, 6, 4), (5, 6, 4), (6, 6, 4)])
def test_what_an_event_of_the_turn_does_is_told_to_its_own_side(dice: tuple[int, ...]) -> None:
    game = sea()
    event = came_to(game, game.give("strategic-event", *dice))[-1].words
    assert read(game, CENTRAL) == [event]
    assert len(read(game, ALLIED)) == 2


# ------------------------------------------------------------ strategic rules


def at_sea(phase: str = "strategic-event", **more: Any) -> Game:
    fleets = {"allied": {"zone": "C1", **more.pop("allied", {})}, "central": {"zone": "C1"}}
    return Game([ship("Firer")], [ship("Target", **more.pop("card", {}))], fleets=fleets, begins="game turn", **more).go(phase)


RAID: dict[str, Any] = {"mission": "Raid", **FLAG, "orders": ["Move V32"]}
MAP = "The enemy sees where it is, not what ships it has."


def test_raiders_on_the_map() -> None:
    game = at_sea("movement", allied=RAID)
    record = game.propose("spot-raider", fleet="allied", base="major base", zones=1)
    assert told(game, record) == f"good | on the map | ON THE MAP in C1: allied. {MAP}"
    record = game.give("move", fleet="allied")
    assert words(game, record) == ["ON THE MAP in V32: allied.", "allied TO V32."]
    assert read(game, CENTRAL)[0] == f"ON THE MAP in V32: allied. {MAP}"


ATTACK: dict[str, Any] = {"base": "Pola", "nation": "Austria-Hungary", "fleet": "allied", "zones": 2}


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ((5,), "missed | not found | SEAPLANES of Pola DO NOT FIND allied, threw 5, it takes 6."),
        ((6, 5), "missed | missed | THE BOMB MISSES Target, threw 5, it takes 6."),
        ((6, 6, 2, 3), "hurt | bombed | Target IS BOMBED by seaplanes of Pola: hull -1 (9 of 10). Threw 6, it takes 6."),
        (
            (6, 6, 1, 1),
            "hit | bombed | Target IS BOMBED by seaplanes of Pola: no box is lost. Threw 6, it takes 6. "
            "No critical damage by seaplanes.",
        ),
    ],
)
def test_seaplanes(dice: tuple[int, ...], sentence: str) -> None:
    game = at_sea("contact", year="1915")
    assert told(game, game.give("seaplane-attack", *dice, **ATTACK)) == sentence


def test_spotted_from_the_air() -> None:
    game = at_sea("contact", allied={"mission": "Intercept", "orders": ["Move C1", "Move C7"]})
    sentence = "SPOTTED by an airship: allied, Target. Allied will move to C7."
    assert told(game, game.give("aerial-spotting", fleet="allied", by="airship")) == f"good | revealed | {sentence}"
    assert read(game, CENTRAL) == [sentence]


def test_mines_at_the_start_and_reported() -> None:
    game = at_sea()
    sentence = "2 MINEFIELDS of Allied in Bosporus."
    assert told(game, game.give("deploy-mines", side=ALLIED, zone="Bosporus", number=2)) == f"done | mined | {sentence}"
    assert (read(game, ALLIED), read(game, CENTRAL)) == ([sentence], [])
    record = game.give("report-mines", side=ALLIED, zone="Bosporus", zones=2)
    assert told(game, record) == "done | reported | Bosporus IS lightly mined."


def test_an_escort_that_leaves_its_charges() -> None:
    game = at_sea("contact", allied={"mission": "Escort", "orders": ["Escort"]})
    sentence = "ESCORT LEAVES ITS CHARGES: allied. It may pursue until a pursuit fails; then it aborts."
    assert told(game, game.give("leave-charges", fleet="allied")) == f"done | leaves | {sentence}"
    game.give("search", 6, fleet="allied", other="central")
    game.go("movement").give("move", fleet="central", zones="C2")
    record = game.give("pursue", 1, fleet="allied", other="central")
    assert words(game, record) == ["MISSION GIVEN UP: allied.", "PURSUIT FAILS: allied after central, threw 3, it takes 6."]
    assert read(game, CENTRAL) == ["PURSUIT FAILS: allied after central, threw 3, it takes 6. No move this turn."]


def test_repairs() -> None:
    game = at_sea("damage-control", allied={"port": True})
    game.strike("Target", "hull", 2)
    order: dict[str, Any] = {"ship": "Target", "port": "major port"}
    failed = "missed | not mended | Target IS NOT REPAIRED on 3."
    assert told(game, game.propose("port-repair", 3, **order)) == failed
    assert told(game, game.give("port-repair", 2, **order)) == "good | mended | Target IS REPAIRED on 2: hull +1 (9 of 10)."
    game = at_sea("movement")
    game.give("mines", 6, 6, 3, ships=["Target"], number=1)
    game.go("abort-orders").go("damage-control")
    assert told(game, game.propose("damage-control", 4, ship="Target")) == "missed | not mended | Target IS NOT REPAIRED on 4."
    sentence = "good | mended | Target IS REPAIRED on 1 and 5: hull +1 (9 of 10)."
    assert told(game, game.give("damage-control", 1, 5, ship="Target")) == sentence


def test_a_rung_of_speed_repaired() -> None:
    game = at_sea(card={"speed": "2"})
    game.give("strategic-event", 1, 2, 4)
    game.go("contact").give("port", fleet="allied", port="yes")
    game.go("damage-control")
    record = game.give("port-repair", 1, ship="Target")
    assert told(game, record) == "good | mended | Target IS REPAIRED on 1: speed 2."


def test_guns_of_a_port() -> None:
    game = Game([ship("Firer")], [ship("Target")], fleets={"allied": {"port": True}})
    sentence = "done | shore guns | Odessa HAS 3 PRIMARY GUNS on 6."
    assert told(game, game.give("shore-battery", 6, port="Odessa", side=ALLIED)) == sentence
    game.go("gunfire-1", initiative=())
    order: dict[str, Any] = {"port": "Odessa", "target": "Firer", "range": 3}
    missed = "missed | missed | MISSED: the guns of Odessa at Firer with 3 dice."
    assert told(game, game.propose("shore-fire", 1, 1, 1, **order)) == missed
    assert told(game, game.give("shore-fire", 6, 2, 3, 1, 1, **order)) == "hurt | 1 HIT | 1 HIT of 3 on Firer: hull -1 (9 of 10)."


def test_6_a_search_that_counts_unknown_ships_does_not_tell_its_die() -> None:
    game = at_sea("contact", weather="Mist")
    record = game.give("search", 2, fleet="central", other="allied")
    assert told(game, record).startswith("missed | no contact | NO CONTACT of central with allied.")
