"""The causes in events: shells, torpedoes, mines, the sea, a submarine's hunters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from fleetbook.core.battle.events import Changed
from fleetbook.core.battle.record import Record
from fleetbook.core.play.difference import difference
from fleetbook.reports.damage.marks import fates, marks
from fleetbook.reports.journal.lines import line_shape
from tests.rules.gwas.fleet import NONE, Game, duel, fire, ship
from tests.rules.gwas.test_contact import hunted
from tests.rules.gwas.test_sea import at_sea, steady


def struck(game: Game, name: str = "Target") -> list[tuple[str, str, str, int]]:
    return [(mark.by, mark.how, mark.track, mark.boxes) for mark in marks(game.journal) if mark.ship == name]


def lost(game: Game, name: str = "Target") -> tuple[str, str, str]:
    (fate,) = (fate for fate in fates(game.journal) if fate.ship == name and fate.lost)
    return fate.lost, fate.by, fate.how


def shells(game: Game, *dice: int, **inputs: Any) -> None:
    fire(game, *dice, guns="tertiary", hexes=1, modifiers=NONE, **inputs)


def test_a_shell_names_its_firer_and_its_guns() -> None:
    game = duel(armour={})
    shells(game, 6, 2, 3, 1)
    assert struck(game) == [("Shooter", "tertiary guns", "hull", 1)]


def test_a_ship_without_hull_boxes_was_sunk_by_whoever_took_the_last() -> None:
    game = duel(armour={}, hull=1)
    shells(game, 6, 2, 3)
    assert lost(game) == ("sunk", "Shooter", "tertiary guns")


def test_a_torpedo_names_its_firer() -> None:
    game = duel(phase="torpedo-1")
    game.give("torpedo", 6, 3, 3, firer="Shooter", target="Target", range=1, modifiers=NONE)
    assert struck(game) == [("Shooter", "torpedo", "hull", 1)]


def test_a_mine_has_no_firer_and_says_what_it_was() -> None:
    game = Game([ship("Red", nation="Turkey", hull=5)], [ship("Blue")]).go("movement")
    game.give("mines", 6, 6, 6, ships="Red", number=1)
    assert struck(game, "Red") == [("", "mine", "hull", 5)]
    assert lost(game, "Red") == ("sunk", "", "mine")


def test_a_sweeper_is_lost_to_a_mine() -> None:
    allied = [ship("Sweeper", type="MS")]
    game = Game([ship("Red", nation="Turkey")], allied).go("movement")
    game.give("sweep", 1, ship="Sweeper")
    assert lost(game, "Sweeper") == ("sunk", "", "mine")


def test_the_sea_is_nobody_s_doing() -> None:
    game = steady(at_sea(ship("Red", nation="Turkey", hull=1), weather="Squall"), "foundering")
    game.give("foundering", 6)
    assert struck(game, "Red") == [("", "foundering", "hull", 1)]
    assert lost(game, "Red") == ("sunk", "", "foundering")


def test_a_submarine_is_sunk_by_its_hunters() -> None:
    game = hunted(3)
    game.give("submarine", 5, submarine="U 35", target="Blue")
    assert lost(game, "U 35") == ("sunk", "Escort 1, Escort 2, Escort 3", "hunters")


def sinking(record: Record) -> Changed:
    (change,) = (each for each in record.events if isinstance(each, Changed) and each.name == "fate")
    return change


def older(record: Record, by: str) -> Record:
    """A record as an older line keeps it, with the hunters in one text."""
    change = sinking(record)
    return replace(record, events=tuple(replace(each, by=by) if each is change else each for each in record.events))


def test_the_hunters_of_a_submarine_are_kept_as_names() -> None:
    game = hunted(3)
    record = game.give("submarine", 5, submarine="U 35", target="Blue")
    assert sinking(record).by == ("Escort 1", "Escort 2", "Escort 3")
    line: Any = line_shape(game.journal, record, in_force=True)
    assert [each["by"] for each in line.events if each.get("name") == "fate"] == ["Escort 1, Escort 2, Escort 3"]


def test_an_older_line_that_keeps_the_hunters_in_one_text_still_verifies() -> None:
    game = hunted(3)
    record = game.give("submarine", 5, submarine="U 35", target="Blue")
    assert difference(older(record, "Escort 1, Escort 2, Escort 3"), record.events, game.ruleset) == ""
    assert "by 'Escort 1, Escort 2'" in difference(older(record, "Escort 1, Escort 2"), record.events, game.ruleset)
