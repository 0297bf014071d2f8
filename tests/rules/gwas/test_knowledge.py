"""A side's knowledge of the other: ships seen (G19), fleets on the map (G20), mines found (G12)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.card_view import Marker
from fleetbook.core.play.side_view import SEALED, SideView
from fleetbook.reports.status import status
from fleetbook.rules.gwas.ground.ship import Sighting
from tests.rules.gwas.fleet import ALLIED, CENTRAL, Game, Line, house, ship

TURKS: dict[str, Any] = {"nation": "Turkey", "speed": "2"}
RAID = {"mission": "Raid", "leader": "Souchon", "flagship": "Goeben", "orders": ["Move Q2", "Move Q3"]}


def three(*rules: Any, **fleets: dict[str, Any]) -> Game:
    """Three fleets of a ship each against one, in the first step."""
    ships = [ship("Goeben", "known", **TURKS), ship("Breslau", "secret", **TURKS), ship("Hamidiye", "seen", **TURKS)]
    places = {name: {"zone": "C1", **fleets.get(name, {})} for name in ("known", "secret", "seen", "allied fleet")}
    return Game(ships, [ship("Blue")], *rules, fleets=places)


def ships_told(game: Game, side: str = ALLIED) -> set[str]:
    """Names of the enemy's ships in a side's status."""
    return {card.name for card in status(SideView(game.journal, side)).ships if card.side != side}


def card_told(game: Game, name: str, side: str = ALLIED) -> tuple[int, list[str]]:
    """Hull boxes and conditions of a ship in a side's status."""
    card = next(card for card in status(SideView(game.journal, side)).ships if card.name == name)
    hull = next(track.left for track in card.tracks if track.id == "hull")
    return hull, [condition.text for condition in card.conditions]


def test_g19_knowledge_is_of_the_ship_so_a_known_fleet_takes_an_unknown_one_in_unread() -> None:
    game = three(known={"known": True}).go("combining")
    game.give("combine", fleet="known", other="secret")
    assert ships_told(game) == {"Goeben"}
    assert "Breslau" not in repr(SideView(game.journal, ALLIED).records)
    assert ships_told(game, CENTRAL) == set()


def test_g19_what_was_seen_is_kept_with_its_turn_and_does_not_go_on() -> None:
    game = three()
    game.give("sight", fleet="seen")
    assert ships_told(game) == {"Hamidiye"}
    game.strike("Hamidiye", "hull", 1)
    assert card_told(game, "Hamidiye") == (9, ["in C1"])
    game.go("weather", 2)
    game.strike("Hamidiye", "hull", 3)
    game.give("port", fleet="seen", port="no", zone="D9")
    assert card_told(game, "Hamidiye") == (9, ["seen in turn 1 in C1"])
    assert SideView(game.journal, ALLIED).records[-2].headline == SEALED
    assert "strikes 1 hull of Hamidiye" in SideView(game.journal, ALLIED).records[1].headline


def test_g19_a_ship_seen_again_is_told_as_it_stands() -> None:
    game = three()
    game.give("sight", fleet="seen")
    game.go("weather", 2)
    game.strike("Hamidiye", "hull", 3)
    game.give("sight", fleet="seen")
    assert card_told(game, "Hamidiye")[0] == 7
    assert SideView(game.journal, ALLIED).records[-2].headline == SEALED  # what happened while nobody saw her


def test_g19_known_for_good_by_a_house_rule() -> None:
    game = three(house(known_lasts="for good"))
    game.give("sight", fleet="seen")
    game.go("weather", 3)
    game.strike("Hamidiye", "hull", 3)
    assert card_told(game, "Hamidiye") == (7, ["in C1"])


def test_g19_contact_is_of_the_turn() -> None:
    game = three().go("contact")
    game.give("search", 4, fleet="seen", other="allied fleet")
    assert ships_told(game) == {"Hamidiye"}
    assert ships_told(game, CENTRAL) == {"Blue"}
    game.go("weather", 2)
    game.strike("Blue", "hull", 2)
    assert card_told(game, "Blue", CENTRAL) == (10, ["seen in turn 1 in C1"])


def test_g19_the_referee_can_take_knowledge_back_and_give_it() -> None:
    game = three(known={"known": True})
    assert game["Goeben"].seen == Sighting(0)  # no turn: for good
    game.put("Goeben", "known", "no")
    game.put("Breslau", "known", "yes")
    game.strike("Goeben", "hull", 1)
    assert (game["Goeben"].known, game["Breslau"].known) == (False, True)
    assert card_told(game, "Goeben")[0] == 10


def test_g20_fleets_stand_on_the_map_by_name_and_zone_raiders_do_not() -> None:
    game = three(known=RAID, secret={"zone": "D5"}).go("movement")
    game.give("move", fleet="secret", zones="D6")
    game.give("move", fleet="known", zones="Q2")
    view = SideView(game.journal, ALLIED)
    assert status(view).markers == (Marker("secret", CENTRAL, "D6"), Marker("seen", CENTRAL, "C1"))
    assert [record.headline for record in view.records][-2:] == ["secret: moves to D6", SEALED]
    assert "Goeben" not in repr(view.records)


def test_g20_known_fleets_only_by_a_house_rule_and_then_moves_are_sealed() -> None:
    game = three(house(fleets_on_the_map="known ones"), seen={"known": True}).go("movement")
    game.give("move", fleet="secret", zones="D6")
    view = SideView(game.journal, ALLIED)
    assert status(view).markers == (Marker("seen", CENTRAL, "C1"),)
    assert view.records[-1].headline == SEALED


def test_g20_no_markers_and_nothing_due_is_told_where_it_is_not_asked_for() -> None:
    game = three(known={"mission": "Intercept", "orders": ["Move C2"]}).go("movement")
    assert status(game.journal).markers == ()
    assert status(game.journal).due == ("known: Move C2",)
    assert status(SideView(game.journal, ALLIED)).due == ()


def mined(**sweeping: Any) -> Game:
    """A minefield of the Allies in C9, seen by them only; Central sweepers there that may detect."""
    ships: list[Line] = [ship("Drifters", "sweepers", nation="Turkey", type="MS"), ship("Goeben", "other", **TURKS)]
    fleets = {
        "sweepers": {"mission": "Minesweeping", "zone": "C9", "orders": ["Detect"], **sweeping},
        "other": {"zone": "A1"}, "allied fleet": {"zone": "C9", "known": True},
    }  # fmt: skip
    game = Game(ships, [ship("Prut", type="ML", mines=1)], fleets=fleets).go("movement")
    game.give("lay", fleet="allied fleet")
    return game


def told(game: Game, side: str) -> str:
    return repr(SideView(game.journal, side).records)


def test_g12_minesweepers_find_mines_for_their_own_side_and_not_when_they_were_laid() -> None:
    game = mined()
    assert "minefields of Allies" not in told(game, CENTRAL)
    game.give("carry-out", fleet="sweepers")
    assert "minefields in C9: 1" in told(game, CENTRAL)
    assert "minefields of Allies" not in told(game, CENTRAL)
    assert "minefields in C9" not in told(game, ALLIED)


def test_g12_an_own_detect_in_an_own_field_tells_the_enemy_nothing() -> None:
    layers = {"mission": "Minesweeping", "zone": "C9", "orders": ["Detect"]}
    ships = [ship("Gaa", "layers", nation="Turkey", type="ML", mines=1), ship("Drifters", "sweepers", nation="Turkey", type="MS")]
    fleets: dict[str, Any] = {"layers": {"zone": "C9"}, "sweepers": {**layers, "known": True}}
    game = Game(ships, [ship("Blue")], fleets=fleets).go("movement")
    game.give("lay", fleet="layers")
    game.give("carry-out", fleet="sweepers")
    assert "minefields" not in told(game, ALLIED)
    assert "minefields in C9: 1" in told(game, CENTRAL)


@pytest.mark.parametrize(("procedure", "inputs"), [("take-fuel", {}), ("rearm", {})])
def test_g19_what_an_unknown_fleet_does_in_port_is_sealed(procedure: str, inputs: dict[str, Any]) -> None:
    game = three(secret={"port": True}).go("movement")
    game.give(procedure, fleet="secret", **inputs)
    assert SideView(game.journal, ALLIED).records[-1].headline == SEALED
    known = three(secret={"port": True, "known": True}).go("movement")
    known.give(procedure, fleet="secret", **inputs)
    assert SideView(known.journal, ALLIED).records[-1].headline != SEALED


def test_g19_two_battles_that_differ_in_what_a_side_does_not_know_are_told_alike() -> None:
    def play(orders: list[str], boxes: int) -> Game:
        game = three(known=RAID, secret={"mission": "Intercept", "orders": orders, "zone": "Z9"})
        game.go("plotting").give("plot", fleet="secret", turn=3, orders=orders[0])
        game.strike("Breslau", "hull", boxes)
        game.go("contact").give("search", 4, fleet="seen", other="allied fleet")
        return game.go("weather", 2)

    one, other = play(["Move Y8", "Move Y7"], 1), play(["Pursue", "Divide"], 4)
    assert SideView(one.journal, ALLIED).records == SideView(other.journal, ALLIED).records
    seen = [status(SideView(game.journal, ALLIED)) for game in (one, other)]
    assert seen[0].ships == seen[1].ships
    assert seen[0].markers == seen[1].markers
