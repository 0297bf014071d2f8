"""By night an enemy who has not seen a coastal ship knows nothing of her card: neither her arms nor her boxes.

All see on the table that she is there, and what she does.
"""

from __future__ import annotations

import msgspec

from fleetbook.core.battle.setup import ShipEntry
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.share.page import page_for
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing import Game
from tests.trust.twins import AT_ONCE, DOCUMENTS, differing, documents_of

BRITISH, GERMAN = "Royal Navy", "Kriegsmarine"
GUNS = "2 pdr bow"


def battle(light: str = "night", altered: bool = False) -> Game[CoastalShip]:
    """The second turn of two against two; one gunboat may be altered: other boxes, and her last mount left out."""
    setup = load_setup("coastal/ijmuiden")
    ships = tuple(_altered(ship) if altered and ship.name == "MGB 81" else ship for ship in setup.ships)
    setup = msgspec.structs.replace(setup, ships=ships, conditions={**setup.conditions, "light": light})
    game = Game[CoastalShip](ruleset("coastal"), setup, "3")
    for _ in range(9):
        game.next()
    return game


def _altered(ship: ShipEntry) -> ShipEntry:
    return msgspec.structs.replace(
        ship, card={**ship.card, "hull": 30, "source": "elsewhere", "systems": ship.card["systems"][:-1]}
    )


def test_a_card_that_was_never_seen_could_be_any_other() -> None:
    one, other = battle().journal, battle(altered=True).journal
    assert list(differing(documents_of(one, GERMAN, DOCUMENTS), documents_of(other, GERMAN, DOCUMENTS))) == []
    assert list(differing(documents_of(one, BRITISH, AT_ONCE), documents_of(other, BRITISH, AT_ONCE))) != []


def test_the_players_windows_show_it_to_her_own_side_alone() -> None:
    game = battle()
    forces = {side: page_for(game.journal, side).fragments["forces"] for side in (BRITISH, GERMAN, None)}
    assert GUNS in forces[BRITISH]
    assert "S 136" in forces[BRITISH]
    assert "tubes" not in forces[BRITISH]
    assert GUNS not in forces[GERMAN]
    assert forces[GERMAN].count("not spotted: may not be fired at") == 2
    assert "as far as seen" in forces[GERMAN]
    assert forces[None].count("not spotted") == 4  # on the wall for all to read


def test_a_ship_that_was_seen_is_known_and_damage_to_her_reported_from_then_on() -> None:
    game = battle()
    game.give("strike", ship="MGB 77", track="hull", boxes=2)
    game.go("fire-1")
    assert "7/9" not in documents_of(game.journal, GERMAN)["status"]
    game.give("observe", 6, observer="S 136", target="MGB 77", range=30)
    game.go("fire-2")
    status = documents_of(game.journal, GERMAN)["status"]
    assert "hull ■■■■■■■□□ 7/9" in status
    assert "MGB 81   MGB   not spotted: may not be fired at" in status
    sheets = documents_of(game.journal, GERMAN)["sheets"]
    assert "MGB 77" in sheets
    assert "MGB 81" not in sheets


def test_by_day_and_after_the_battle_all_cards_are_open() -> None:
    assert "not spotted: may not be fired at" not in documents_of(battle("day").journal, GERMAN)["status"]
    assert "as far as seen" not in page_for(battle("day").journal, GERMAN).fragments["forces"]
    game = battle()
    game.give("end", reason="the table is needed")
    assert "not spotted: may not be fired at" not in documents_of(game.journal, GERMAN)["status"]
