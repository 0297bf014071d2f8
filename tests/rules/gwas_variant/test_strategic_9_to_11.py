"""Advanced strategic rules 9 to 11: repair in port, shore batteries, damage control."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.testing import rolled, struck
from tests.rules.gwas_variant.fleet import ALLIED, Game, at_sea, destroyer, ship

# ------------------------------------------------------------ 9 port repair


@pytest.mark.parametrize(
    ("port", "face", "repaired"),
    [("major port", 1, 1), ("major port", 2, 1), ("major port", 3, 0), ("minor port", 1, 1), ("minor port", 2, 0)],
)
def test_9_one_box_in_port(port: str, face: int, repaired: int) -> None:
    game = at_sea("damage-control", allied={"port": True})
    game.strike("Target", "hull", 3)
    game.give("port-repair", face, ship="Target", port=port)
    assert game["Target"].left("hull") == 7 + repaired
    game.refused("port-repair", ship="Target", because="has tried this turn")


def test_9_or_one_rung_of_speed_by_the_owners_choice() -> None:
    game = at_sea(card={"speed": "2"})
    game.give("strategic-event", 1, 2, 4)
    game.strike("Target", "hull", 1)
    game.go("contact").give("port", fleet="allied", port="yes")
    game.go("damage-control")
    game.give("port-repair", 1, ship="Target", choices=("speed",))
    assert game["Target"].count("speed lost") == 0


def test_9_in_a_minor_port_a_box_only() -> None:
    game = at_sea(card={"speed": "2"})
    game.give("strategic-event", 1, 2, 4)
    game.go("contact").give("port", fleet="allied", port="yes")
    game.go("damage-control").refused("port-repair", ship="Target", port="minor port", because="repairs boxes only")
    game.strike("Target", "hull", 1)
    game.give("port-repair", 1, ship="Target", port="minor port")
    assert (game["Target"].left("hull"), game["Target"].count("speed lost")) == (10, 1)


def test_9_only_in_port_and_only_what_is_damaged() -> None:
    game = at_sea("damage-control")
    game.strike("Target", "hull", 1)
    game.refused("port-repair", ship="Target", because="is not in port")
    game = at_sea("damage-control", allied={"port": True})
    game.refused("port-repair", ship="Target", because="nothing to repair")
    game.strike("Target", "hull", 10)
    game.refused("port-repair", ship="Target", because="Target is gone")


# ------------------------------------------------------------ 10 shore batteries


@pytest.mark.parametrize(("face", "guns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_10_half_a_die_of_primary_guns_rounded_up(face: int, guns: int) -> None:
    game = at_sea()
    assert game.give("shore-battery", face, port="Odessa", side=ALLIED).faces[0].sides == 6
    assert game.fact("", "shore guns", "Odessa") == guns
    game.refused("shore-battery", port="odessa", side=ALLIED, because="have been rolled")


def test_10_a_port_has_a_name_of_one_to_twenty_letters() -> None:
    game = at_sea()
    game.unreadable("shore-battery", "port", port="  ", side=ALLIED)
    game.refused("shore-battery", port="O" * 21, side=ALLIED, because="a port's name has 20 letters at most")
    for name in ("O", "O" * 20):
        game.give("shore-battery", 1, port=name, side=ALLIED)


def test_10_they_fire_at_ships_that_attack_the_port() -> None:
    game = Game([ship("Firer")], [ship("Target")], fleets={"allied": {"port": True}})
    game.give("shore-battery", 6, port="Odessa", side=ALLIED)
    game.go("gunfire-1")
    record = game.give("shore-fire", 6, 2, 3, 1, 1, port="Odessa", target="Firer", range=3)
    assert struck(record) == [("Firer", "hull", 1)]
    game.refused("shore-fire", port="Odessa", target="Firer", range=3, because="have fired in this step")
    game.go("gunfire-2")
    game.refused("shore-fire", port="Odessa", target="Target", range=3, because="does not attack")
    game.refused("shore-fire", port="Odessa", target="Firer", range=4, because="reach 3 hexes")


def test_10_they_fire_only_where_ships_lie_in_port() -> None:
    game = Game([ship("Firer")], [ship("Target")])
    game.give("shore-battery", 6, port="Odessa", side=ALLIED)
    order: dict[str, Any] = {"port": "Odessa", "target": "Firer"}
    game.go("gunfire-1").refused("shore-fire", **order, range=3, because="no ship of Allied in this combat lies in Odessa")


def test_10_v24_the_guns_of_the_port_attacked_fire_and_no_others() -> None:
    fleets = {"allied": {"port": True, "zone": "Odessa"}}
    game = Game([ship("Firer")], [ship("Target")], fleets=fleets)
    for port in ("Odessa", "Sevastopol"):
        game.give("shore-battery", 6, port=port, side=ALLIED)
    order: dict[str, Any] = {"target": "Firer", "range": 3}
    game.go("gunfire-1").refused(
        "shore-fire", **order, port="Sevastopol", because="no ship of Allied in this combat lies in Sevastopol"
    )
    game.propose("shore-fire", 1, 1, 1, port="odessa", **order)


def test_10_they_are_primary_guns_and_do_not_fire_at_a_torpedo_attack() -> None:
    game = Game([destroyer("Boat"), ship("Firer")], [ship("Target")], fleets={"allied": {"port": True}})
    game.give("shore-battery", 1, port="Odessa", side=ALLIED)
    game.go("event-1").give("event", 5, 6, 1, choices=("Central DD",))
    game.go("gunfire-1")
    game.refused("shore-fire", port="Odessa", target="Boat", range=1, because="primary guns do not fire at Boat")
    game.propose("shore-fire", 1, port="Odessa", target="Firer", range=1)


def test_10_small_targets_are_hard_for_them_too() -> None:
    game = Game([destroyer("Boat")], [ship("Target")], fleets={"allied": {"port": True}})
    game.give("shore-battery", 1, port="Odessa", side=ALLIED)
    game.go("gunfire-1")
    assert game.modifiers("shore-fire", port="Odessa", target="Boat", range=1) == {"near", "small_target"}
    assert rolled(game.give("shore-fire", 5, port="Odessa", target="Boat", range=1))[0].result == "no"


# ------------------------------------------------------------ 11 damage control


def damaged() -> Game:
    """The turn after the Target lost two secondary boxes in a seaplane's or a mine's way."""
    game = at_sea("movement", card={"hull": 10})
    game.give("mines", 6, 5, 3, ships=["Target"], number=1)
    assert game["Target"].left("hull") == 8
    return game.go("abort-orders").go("damage-control")


def test_11_a_box_for_each_one_or_two_until_another_face() -> None:
    game = damaged()
    game.give("damage-control", 1, 3, ship="Target")
    assert game["Target"].left("hull") == 9
    game.refused("damage-control", ship="Target", because="has tried this turn")


def test_11_until_nothing_is_left_to_repair() -> None:
    game = damaged()
    game.give("damage-control", 2, 2, ship="Target")
    assert game["Target"].left("hull") == 10


@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_11_three_to_six_ends_it(face: int) -> None:
    game = damaged()
    game.give("damage-control", face, ship="Target")
    assert game["Target"].left("hull") == 8


def test_11_a_ship_that_was_sunk_is_not_repaired() -> None:
    game = at_sea("movement")
    game.give("mines", 6, 5, 6, ships=["Target"], number=1)
    game.go("damage-control").refused("damage-control", ship="Target", because="Target is gone: sunk")


def test_11_only_in_the_turn_after() -> None:
    game = damaged().go("abort-orders").go("damage-control")
    game.refused("damage-control", ship="Target", because="not damaged in the previous turn")
