"""Advanced strategic rules 1 to 4 and 6 to 8."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.play.side_view import SideView
from fleetbook.testing import rolled, said, struck
from tests.rules.gwas_variant.fleet import ALLIED, CENTRAL, Game, at_sea, ship


def raid(**more: Any) -> dict[str, Any]:
    return {"mission": "Raid", "leader": "an admiral", "flagship": "Target", "orders": ["Move V31"], **more}


# ------------------------------------------------------------ 1 spotting raiders


@pytest.mark.parametrize(
    ("base", "zones", "seen"),
    [("major base", 2, True), ("major base", 3, False), ("minor base", 1, True), ("minor base", 2, False)],
)
def test_1_a_raider_near_a_base_is_placed_on_the_map(base: str, zones: int, seen: bool) -> None:
    game = at_sea("movement", allied=raid())
    order: dict[str, Any] = {"fleet": "allied", "base": base, "zones": zones}
    if not seen:
        game.refused("spot-raider", **order, because="spots raiders")
        return
    game.give("spot-raider", **order)
    assert game.fact("allied", "on the map")
    game.refused("spot-raider", **order, because="is on the map")


def test_1_a_raider_on_the_map_is_known_by_name_not_by_its_ships() -> None:
    game = at_sea("movement", allied=raid())
    rules = game.battle.ruleset
    assert rules.unseen(game.battle, CENTRAL) == {"Target", "allied"}
    game.give("spot-raider", fleet="allied", base="major base", zones=1)
    assert rules.unseen(game.battle, CENTRAL) == {"Target"}


@pytest.mark.parametrize(("zone", "seen"), [("V32", True), ("V31", False)])
def test_1_a_raider_is_placed_on_the_map_in_the_straits_of_messina(zone: str, seen: bool) -> None:
    game = at_sea("movement", allied=raid(orders=[f"Move {zone}"]))
    game.give("move", fleet="allied")
    assert bool(game.fact("allied", "on the map")) is seen


def test_1_a_fleet_that_is_lost_on_mines_as_it_moves_is_gone() -> None:
    game = at_sea(allied=raid(orders=["Move V32"]), card={"hull": 1})
    game.give("deploy-mines", side=CENTRAL, zone="V32", number=1)
    game.go("movement").give("move", 6, 6, 1, fleet="allied")
    assert not game["Target"].afloat


def test_1_other_missions_are_not_raiders() -> None:
    at_sea("movement").refused("spot-raider", fleet="allied", because="not on a raid")


# ------------------------------------------------------------ 2 seaplane attacks


ATTACK: dict[str, Any] = {"base": "Pola", "nation": "Austria-Hungary", "fleet": "allied", "zones": 2}


def seaplanes(**more: Any) -> Game:
    return at_sea("contact", year="1915", **more)


@pytest.mark.parametrize("face", range(1, 6))
def test_2_the_attempt_needs_a_six(face: int) -> None:
    assert struck(seaplanes().give("seaplane-attack", face, **ATTACK)) == []


def test_2_then_a_ship_is_drawn_and_a_six_is_a_secondary_hit() -> None:
    game = seaplanes(allies=[ship("Other")])
    record = game.give("seaplane-attack", 6, 2, 6, 2, 3, **ATTACK)
    assert [(event.name, event.who) for event in record.events if isinstance(event, Scored)] == [("hits", "Pola")]
    assert struck(record) == [("Other", "hull", 1)]
    game = seaplanes()
    assert struck(game.give("seaplane-attack", 6, 5, **ATTACK)) == []


def test_2_it_is_secondary_fire_and_stopped_by_heavy_armour() -> None:
    game = seaplanes(card={"armour": {"hull": "heavy"}})
    assert struck(game.give("seaplane-attack", 6, 6, 2, 3, **ATTACK)) == []


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_2_without_critical_damage(dice: tuple[int, int]) -> None:
    assert "no critical damage by seaplanes" in said(seaplanes().give("seaplane-attack", 6, 6, *dice, **ATTACK))


def test_2_one_attempt_for_each_base_a_turn() -> None:
    game = seaplanes()
    game.give("seaplane-attack", 1, **ATTACK)
    game.refused("seaplane-attack", **ATTACK, because="have attacked this turn")
    game.give("seaplane-attack", 1, **{**ATTACK, "base": "Cattaro"})


def test_2_reach_years_russia_and_weather() -> None:
    game = seaplanes()
    game.refused("seaplane-attack", **{**ATTACK, "zones": 3}, because="reach 2 zones")
    game.refused("seaplane-attack", **{**ATTACK, "kind": "minor base"}, because="reach 1 zone at most")
    game.refused("seaplane-attack", **{**ATTACK, "nation": "Russia"}, because="seaplanes of Russia do not attack")
    at_sea("contact").refused("seaplane-attack", **ATTACK, because="from 1915 on")
    rough = Game([ship("Firer")], [ship("Target")], begins="game turn", year="1915", weather="Squall")
    rough.go("contact", foundering=(1, 1))
    rough.refused("seaplane-attack", **ATTACK, because="no aircraft attacks in")


# ------------------------------------------------------------ 3 aerial spotting


def test_3_the_next_zone_is_revealed_with_the_ships() -> None:
    game = at_sea("contact", allied={"mission": "Intercept", "orders": ["Move C1", "Move C7 C8"]})
    words = said(game.give("aerial-spotting", fleet="allied", by="airship"))
    assert "allied is Target" in words
    assert "will move to C7" in words
    assert game["Target"].known


# ------------------------------------------------------------ 4 fuel


def test_4_v1_a_fuel_box_for_every_nine_zones() -> None:
    game = at_sea("movement", card={"fuel": 2, "speed": "2"}, allied={"zone": "C1"})
    zones, boxes = 0, []
    for _ in range(5):
        game.give("move", fleet="allied", zones="C2 C3")
        zones += 2
        game.go("abort-orders")
        game.go("movement")
        boxes.append((zones, game["Target"].left("fuel")))
    assert boxes == [(2, 2), (4, 2), (6, 2), (8, 2), (10, 1)]


# ------------------------------------------------------------ 6 search and contact


def fleets_of(own: int, others: int) -> Game:
    """Two fleets of so many ships in one zone at night: -2, and nothing else."""
    friends = [ship(f"F{n}") for n in range(own - 1)]
    allies = [ship(f"T{n}") for n in range(others - 1)]
    return at_sea("contact", friends=friends, allies=allies, light="night", weather="Mist")


@pytest.mark.parametrize(("own", "others", "more"), [(1, 2, 0), (1, 3, 1), (2, 2, 1), (3, 4, 1), (5, 6, 2), (4, 4, 2), (6, 6, 3)])
def test_6_v2_one_more_for_every_four_ships_of_both_sides(own: int, others: int, more: int) -> None:
    record = fleets_of(own, others).give("search", 3, fleet="central", other="allied")
    assert sum(adjustment.value for adjustment in rolled(record)[0].adjustments) == more - 2


def test_6_all_ships_of_the_zone_count_and_those_of_others_do_not() -> None:
    central = [ship("Firer"), *(ship(f"F{n}", "friends") for n in range(3)), *(ship(f"A{n}", "away") for n in range(4))]
    here = {"zone": "C1"}
    fleets = {"central": here, "friends": here, "allied": here, "away": {"zone": "C2"}}
    game = Game(central, [ship("Target")], fleets=fleets, begins="game turn", light="night", weather="Mist").go("contact")
    record = game.give("search", 3, fleet="central", other="allied")
    assert sum(adjustment.value for adjustment in rolled(record)[0].adjustments) == 1 - 2  # 5 ships, at night


@pytest.mark.parametrize(("face", "known", "noted"), [(1, False, True), (6, False, False), (1, True, False)])
def test_6_where_unknown_ships_count_a_search_that_fails_says_so_beside_its_die(face: int, known: bool, noted: bool) -> None:
    """The die is not shown to who would learn from it how many ships there are."""
    game = at_sea("contact", allied={"known": known})
    record = game.propose("search", face, fleet="central", other="allied")
    assert ("no contact" in said(record)) is noted


def test_6_a_rolled_one_never_contacts() -> None:
    game = fleets_of(9, 9)  # +4
    for face, contact in ((1, False), (2, True)):
        record = game.propose("search", face, fleet="central", other="allied", night="no")
        assert (rolled(record)[0].result == "contact") is contact


def test_3_surprise_distance_is_left_to_the_random_events() -> None:
    record = at_sea("contact").give("search", 6, fleet="central", other="allied")
    assert rolled(record)[0].result == "contact"


# ------------------------------------------------------------ 7 mines in words


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "lightly"), (2, "lightly"), (3, "moderately"), (4, "moderately"), (5, "heavily"), (6, "heavily"), (7, "very heavily")],
)
def test_7_mines_are_reported_in_words(number: int, words: str) -> None:
    game = at_sea()
    game.give("deploy-mines", side=ALLIED, zone="Bosporus", number=number)
    assert f"Bosporus is {words} mined" in said(game.give("report-mines", side=ALLIED, zone="Bosporus", zones=2))


def test_7_mines_of_a_zone_without_a_name_or_with_too_long_a_one_are_refused() -> None:
    game = at_sea()
    game.unreadable("deploy-mines", "zone", side=ALLIED, zone=" ", number=1)
    game.refused("deploy-mines", side=ALLIED, zone="B" * 21, number=1, because="a zone's name has 20 letters at most")
    game.give("deploy-mines", side=ALLIED, zone="B" * 20, number=1)


def test_7_mines_are_reported_from_the_base_itself_to_9_zones_one_if_nobody_says_otherwise() -> None:
    game = at_sea()
    game.give("deploy-mines", side=ALLIED, zone="Bosporus", number=1)
    assert game.draft("report-mines", side=ALLIED, zone="Bosporus").values["zones"] == 1
    game.unreadable("report-mines", "zones", side=ALLIED, zone="Bosporus", zones=10, straits="yes")
    game.give("report-mines", side=ALLIED, zone="Bosporus", zones=0)


def test_7_the_number_stays_secret_the_words_do_not() -> None:
    game = at_sea()
    game.give("deploy-mines", side=ALLIED, zone="Bosporus", number=5)
    game.give("report-mines", side=ALLIED, zone="Bosporus", zones=9, straits="yes")
    view = SideView(game.journal, CENTRAL)
    told = " ".join(f"{record.headline} {record.inputs} {said(record)}" for record in view.records)
    assert "Bosporus is heavily mined" in told
    assert "5" not in told


def test_7_far_from_bases_and_straits_nothing_is_reported() -> None:
    game = at_sea()
    game.give("deploy-mines", side=ALLIED, zone="C9", number=1)
    game.refused("report-mines", side=ALLIED, zone="C9", zones=3, because="2 zones from a base at most")
    game.refused("report-mines", side=ALLIED, zone="C8", because="no mines")
    game.refused("deploy-mines", side=ALLIED, zone="C9", number=1, because="is mined")


# ------------------------------------------------------------ 8 escorts


def escort(*, fails: bool) -> Game:
    """An Allied escort left its charges to fight, and pursues in the next turn."""
    game = at_sea("contact", allied={"mission": "Escort", "orders": ["Escort"]}, central={"zone": "C1"})
    game.give("leave-charges", fleet="allied")
    game.give("search", 6, fleet="allied", other="central")
    game.go("movement")
    game.give("move", fleet="central", zones="C2")
    game.give("pursue", 1 if fails else 4, fleet="allied", other="central")
    return game


def test_8_an_escort_away_from_its_charges_may_pursue_as_long_as_it_succeeds() -> None:
    game = escort(fails=False)
    assert (game.fact("allied", "mission"), game.fact("allied", "zone")) == ("Escort", "C2")
    game.go("contact").refused("search", fleet="allied", other="central", because="is in contact")
    game.next()
    game.go("movement")
    game.give("move", fleet="central", zones="C3")
    game.give("pursue", 4, fleet="allied", other="central")
    assert game.fact("allied", "mission") == "Escort"


def test_8_an_escort_that_has_left_its_charges_does_not_move_with_them() -> None:
    convoy = ship("Collier", "convoy", type="TR")
    fleets = {"convoy": {"mission": "Transport", "zone": "C1", "orders": ["Move C2"]}}
    guard = {"allied": {"mission": "Escort", "zone": "C1", "orders": ["Escort"]}}
    for leaves in (False, True):
        game = Game([ship("Firer")], [ship("Target"), convoy], fleets={**fleets, **guard}, begins="game turn").go("movement")
        game.give("move", fleet="convoy")
        if leaves:
            game.give("leave-charges", fleet="allied")
            game.refused("move", fleet="allied", zones="C2", because="has left the ships that it escorts")
        else:
            game.give("move", fleet="allied")
            assert game.fact("allied", "zone") == "C2"


def test_8_an_escort_leaves_its_charges_once() -> None:
    game = at_sea("contact", allied={"mission": "Escort", "orders": ["Escort"]})
    game.refused("leave-charges", fleet="central", because="central escorts nobody")
    game.give("leave-charges", fleet="allied")
    game.refused("leave-charges", fleet="allied", because="allied has left its charges")


def test_8_as_soon_as_it_fails_it_aborts() -> None:
    assert escort(fails=True).fact("allied", "mission") == "Abort"


def test_8_an_escort_that_lost_touch_aborts_at_the_end_of_the_turn() -> None:
    game = at_sea("contact", allied={"mission": "Escort"}, central={"zone": "D9"})
    game.give("leave-charges", fleet="allied")
    game.go("strategic-event")
    assert game.fact("allied", "mission") == "Abort"


def test_7_nobody_pursues_a_fleet_whose_stand_held() -> None:
    game = at_sea("contact", central={"mission": "Bombard", "orders": ["Shell", "Move C2"]})
    game.give("search", 6, fleet="allied", other="central")
    game.give("combat")
    game.next()
    game.give("stand", side=CENTRAL)
    game.go("torpedo-5").next()
    game.go("movement")
    game.give("move", fleet="central")
    game.refused("pursue", fleet="allied", other="central", because="there is no pursuit")


def test_a_side_reads_nothing_of_what_is_plotted_after_a_report() -> None:
    game = at_sea(allied={"mission": "Intercept", "orders": ["Move C2", "Move C3"]})
    game.give("strategic-event", 4, 6, 4)
    game.go("plotting").give("plot", fleet="allied", turn=1, orders="Move D7; Move D8")
    view = SideView(game.journal, CENTRAL)
    assert "D7" not in str([record.headline for record in view.records])
    assert game.battle.fact(Key("allied", "order", "1")) == "Move D7"
