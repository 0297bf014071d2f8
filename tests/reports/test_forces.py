"""Ships in a report's table of forces: boxes that went down with them, and what holds for those that are still there."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.document import Grid
from fleetbook.reports.forces import forces_section
from fleetbook.reports.render.formats import report
from fleetbook.reports.status import state_of, status
from fleetbook.rules.coastal import RULESET
from tests.reports.journals import Played, setup
from tests.rules.aanda import fleet
from tests.rules.fgdn import gunfire


def test_boxes_of_a_ship_that_was_lost_are_not_told_as_left_but_as_lost_with_her() -> None:
    journal = Played().journal
    now = status(journal)
    ships = tuple(replace(ship, fate="sunk T2: a test", lost="sunk") if ship.name == "D" else ship for ship in now.ships)
    (table,) = [block for block in forces_section(journal, msgspec.structs.replace(now, ships=ships)) if isinstance(block, Grid)]
    afloat, sunk = (next(row for row in table.rows if row[0] == name) for name in ("A", "D"))
    assert (str(afloat[2]), str(sunk[2]), sunk[-1]) == ("9/9", "0/9", "sunk T2: a test, lost with hull 9/9")


def test_a_ship_out_of_the_fight_says_so_once() -> None:
    battle = Played().journal.battle.with_changes([(Key("D", "hull"), 0)])
    assert state_of(RULESET.card(battle.ship("D"))) == "out of the fight, no hull boxes left: makes for the table's edge"


def test_of_a_ship_whose_speed_a_side_does_not_know_none_is_told() -> None:
    night = Played(setup(conditions={"light": "night"})).journal
    assert status(SideView(night, "Red")).ships[1].unseen
    assert "at most" not in report("md", SideView(night, "Red"))


def test_a_ship_that_damage_has_slowed_is_said_to_be_slower() -> None:
    played = Played()
    whole = report("md", played.journal)
    played.give("strike", ship="A", track="engines", boxes=1)
    assert "at most" not in whole
    assert f"at most {played.journal.battle.ship('A').max_speed} cm" in report("md", played.journal)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("magazines flooded", "magazines flooded"),
        ("no propulsion", "no propulsion: switchboard"),
        ("beached", "beached or aground"),
        ("bridge out", "bridge out: nobody commands her"),
        ("ceases fire", "too few men left to fire"),
    ],
)
def test_lasting_damage_that_costs_no_box_is_told(fact: str, words: str) -> None:
    battle = gunfire.duel().battle.with_changes([(Key("Tiger", fact), True)])
    assert state_of(battle.ruleset.card(battle.ship("Tiger"))) == words


def test_a_ship_under_water_has_no_condition_any_more() -> None:
    """Her rudder stays jammed in the facts. One that left the table takes her fire with her, which may still sink her."""
    game = fleet.duel()
    game.put("Target", "rudder", "yes")
    game.put("Target", "fire", 1)
    battle = game.battle
    for fate, shown in (("sunk", []), ("left the table", ["fire", "rudder disabled"])):
        gone = battle.with_changes([(Key("Target", "fate"), (fate, 1, "a test"))])
        assert [one.text for one in gone.ruleset.card(gone.ship("Target")).conditions] == shown
