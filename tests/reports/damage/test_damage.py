"""Fates, boxes by turn and what befell the ships: read off the journal, with whose doing it was."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from fleetbook.reports.damage.marks import boxes, fates, marks, states
from fleetbook.reports.damage.section import losses_section, short_damage_section
from fleetbook.reports.damage.turns import turn_ends
from fleetbook.reports.document import Block, BoxesLeft, Figure, Grid, Paragraph
from fleetbook.reports.render.formats import Wanted, report, report_as_wanted
from fleetbook.reports.render.svg import drawn
from fleetbook.reports.status import status
from tests.reports.journals import Played, setup
from tests.rules.aanda.fleet import Game, duel, fire, ship, tubes


def hit_once() -> Played:
    """D hits A's bridge (the second place on its card) in turn 1."""
    played = Played(setup(attackers=("A", "B"))).to("fire-1")
    played.shot(6, small_target="no")
    played.give("next")
    played.give("damage", 2, ship="A")
    return played


def test_each_stroke_says_turn_line_reason_and_whose_doing_it_was() -> None:
    bridge, hull = marks(hit_once().journal)
    assert (bridge.ship, bridge.turn, bridge.track, bridge.label, bridge.boxes, bridge.left, bridge.full) == (
        ("A", 1, "bridge", "bridge", 1, 0, 1)
    )  # fmt: skip
    assert (bridge.why, bridge.by) == ("light hit", "D")
    assert (hull.why, hull.by, hull.left) == ("D, bow gun", "D", 8)
    assert hull.line == bridge.line == 5


def test_boxes_left_are_counted_at_the_end_of_each_turn() -> None:
    played = hit_once().to("damage-2")
    played.give("next")
    played.to("fire-1").give("strike", ship="A", track="hull", boxes=3, reason="rammed a buoy")
    left = {(row.ship, row.track): row.left for row in boxes(played.journal)}
    assert left["A", "hull"] == (9, 8, 5)
    assert left["A", "bridge"] == (1, 0, 0)
    assert left["B", "hull"] == (9, 9, 9)


def test_damage_worked_out_on_leaving_a_turn_s_last_step_is_that_turn_s() -> None:
    played = Played().to("fire-2")
    played.give("fire", 6, firer="A", target="D", range=10, small_target="no")
    played.to("damage-2").give("next", 2)
    assert played.journal.battle.turn == 2
    assert {mark.turn for mark in marks(played.journal)} == {1}
    assert [end.turn for end in turn_ends(played.journal)] == [1, 2]
    assert {row.track: row.left for row in boxes(played.journal) if row.ship == "D"}["hull"] == (9, 8, 8)


def test_what_was_taken_back_left_no_damage() -> None:
    played = hit_once()
    played.keep(played.journal.undo())
    assert marks(played.journal) == ()
    assert {row.left for row in boxes(played.journal) if row.ship == "A" and row.track == "hull"} == {(9, 9)}


def test_systems_are_told_by_the_turn_in_which_they_changed() -> None:
    played = Played().to("fire-1")
    played.shot(6, small_target="no")
    played.give("next")
    played.give("damage", 1, ship="A")
    assert [(state.ship, state.turn, state.text) for state in states(played.journal)] == [("A", 1, "bow gun damaged")]


def test_a_sunk_ship_says_when_how_and_by_whom() -> None:
    played = Played(setup(attackers=("A", "B"))).to("fire-1")
    played.give("strike", ship="A", track="hull", boxes=8)
    played.give("strike", ship="A", track="engines", boxes=3)
    played.shot(6, small_target="no")
    played.to("damage-1")
    line = played.give("damage", 2, ship="A").number
    lost, kept, _ = fates(played.journal)
    assert (lost.ship, lost.turn, lost.line, lost.by) == ("A", 1, line, "D")
    assert lost.fate.startswith("sunk T1")
    assert [(share.ship, share.boxes) for share in lost.struck_by] == [("D", 2)]
    assert (kept.fate, kept.turn, kept.line, kept.by) == ("", None, None, "")


def test_a_ship_that_left_the_table_was_nobody_s_doing() -> None:
    played = Played().to("move-1")
    played.give("leave", ship="A")
    gone = fates(played.journal)[0]
    assert (gone.fate, gone.turn, gone.by) == ("left the table T1", 1, "")


def test_a_ship_that_came_back_by_a_step_back_is_not_lost() -> None:
    played = Played().to("move-1")
    played.give("leave", ship="A")
    played.keep(played.journal.undo())
    assert fates(played.journal)[0].turn is None


def test_the_doer_is_named_by_the_order_where_the_reason_does_not_say() -> None:
    """A hull hit of the A&A sheet gives no reason: the order says who fires."""
    game = duel(hull=9)
    fire(game, 8, 1, 12, 1)
    (mark,) = marks(game.journal)
    assert (mark.ship, mark.why, mark.by) == ("Target", "", "Shooter")


def torpedoed(*dice: int, torpedoes: int, hull: int = 1) -> Game:
    """A ship that torpedoes are fired at."""
    game = Game([ship("Shooter", torpedoes=[tubes(number=torpedoes)])], [ship("Target", hull=hull)]).go("firing")
    order = {"firer": "Shooter", "target": "Target", "range": 10, "bearing": "P", "modifiers": ()}
    game.give("torpedo", *dice, **order)
    return game


def line_of(document: str, beginning: str) -> list[str]:
    """The cells of the one row of a page of Markdown that begins so."""
    (row,) = (line for line in document.splitlines() if line.startswith(beginning))
    return [cell.strip() for cell in row.split("|")[1:-1]]


def hits_of(game: Game) -> str:
    told = report("md", game.journal).split("## Hits")[1]
    return line_of(told.split("###")[0], "| Target ")[2]


NO_CRITICAL, FLOOD = 1, 17


def test_a_hit_that_struck_no_box_and_brought_a_flood_on_had_an_effect() -> None:
    """The first of two torpedoes takes the only hull box."""
    assert hits_of(torpedoed(8, 2, 3, NO_CRITICAL, 8, 2, 3, FLOOD, torpedoes=2)) == "torpedo × 2"


def test_a_hit_that_struck_no_box_and_brought_nothing_on_had_none() -> None:
    assert hits_of(torpedoed(8, 2, 3, NO_CRITICAL, 8, 2, 3, NO_CRITICAL, torpedoes=2)) == "torpedo × 2 (1 to no effect)"


def test_a_ship_out_of_the_fight_is_named_so_once_in_the_result() -> None:
    told = report("md", torpedoed(8, 2, 3, NO_CRITICAL, torpedoes=1).journal)
    assert line_of(told, "| Out of the fight") == ["Out of the fight", "none", "Target"]


def test_a_short_report_says_beside_her_boxes_that_a_ship_still_there_is_out_of_the_fight() -> None:
    game = torpedoed(8, 2, 3, NO_CRITICAL, torpedoes=1)
    told = report_as_wanted("md", game.journal, Wanted(short=True))
    assert line_of(told, "| Target ") == ["Target", "hull 0/1", "out of the fight, no hull boxes left: cannot move or fire"]
    unhurt = report_as_wanted("md", torpedoed(8, 2, 3, NO_CRITICAL, torpedoes=1, hull=9).journal, Wanted(short=True))
    assert line_of(unhurt, "| Target ") == ["Target", "hull 4/9"]


def test_a_ship_that_is_there_and_out_of_the_fight_is_not_told_as_one_among_all() -> None:
    played = Played()
    played.give("strike", ship="A", track="hull", boxes=9, reason="a test")
    assert "Every ship is still on the table; out of the fight: A." in report("md", played.journal)


@pytest.mark.parametrize(
    ("struck", "words"),
    [("", "none; hull 9/9 went down with her"), ("bridge", "none; hull 9/9 went down with her"), ("hull", "hull 0/9")],
)
def test_the_short_report_says_what_went_down_with_a_ship_and_no_row_that_was_gone(struck: str, words: str) -> None:
    played = Played()
    played.give("note", words="fog")
    if struck:
        ship = played.journal.battle.ship("D")
        played.give("strike", ship="D", track=struck, boxes=ship.left(struck), reason="ruled")
    journal = played.journal
    now = status(journal)
    ships = tuple(replace(ship, fate="sunk T1: a test", lost="sunk") if ship.name == "D" else ship for ship in now.ships)
    told = [
        msgspec.structs.replace(fate, fate="sunk T1: a test", lost=True, turn=1, line=1) if fate.ship == "D" else fate
        for fate in fates(journal)
    ]
    (table,) = [
        block
        for block in short_damage_section(journal, msgspec.structs.replace(now, ships=ships), told, 18)
        if isinstance(block, Grid)
    ]
    assert next(str(row[1]) for row in table.rows if row[0] == "D") == words


def d_sinks_whole() -> tuple[Block, ...]:
    """The short section of damage where D sinks with all her boxes, and nobody else is hurt."""
    journal = Played().journal
    now, told = status(journal), fates(journal)
    ships = tuple(replace(ship, standing="sinking") if ship.name == "D" else ship for ship in now.ships)
    sinking = [msgspec.structs.replace(fate, standing="sinking") if fate.ship == "D" else fate for fate in told]
    return tuple(short_damage_section(journal, msgspec.structs.replace(now, ships=ships), sinking, 18))


def test_a_short_report_shows_a_ship_that_sinks_though_no_box_was_struck() -> None:
    (table,) = (block for block in d_sinks_whole() if isinstance(block, Grid))
    assert [list(map(str, row)) for row in table.rows] == [["D", "hull 9/9", "sinking"]]
    (figure,) = (block for block in d_sinks_whole() if isinstance(block, Figure))
    assert isinstance(figure.chart, BoxesLeft)
    assert [panel.standing for panel in figure.chart.panels] == ["sinking"]
    assert "9/9 sinking" in [row.note for row in drawn(figure.chart).rows]


def test_where_others_are_gone_the_ships_that_are_out_of_the_fight_are_named_too() -> None:
    played = Played(setup(("A", "B"))).to("move-1")
    played.give("leave", ship="A")
    played.give("strike", ship="B", track="hull", boxes=9, reason="a test")
    told = list(losses_section(played.journal, status(played.journal), fates(played.journal)))
    assert told[-1] == Paragraph("Out of the fight: B.")


def test_a_battle_that_ends_with_a_ship_flooding_says_so() -> None:
    game = torpedoed(8, 2, 3, FLOOD, torpedoes=1, hull=9)
    assert "still flooding" not in report("md", game.journal)
    game.give("end", reason="the last tram leaves")
    told = report("md", game.journal)
    assert "When the battle ended, Target was still flooding." in told


def test_a_ship_without_lost_boxes_tells_her_fire_beside_them() -> None:
    game = duel()
    game.put("Target", "fire", 1)
    game.strike("Shooter", "hull", 1)
    told = report("md", game.journal)
    (whole,) = (line for line in told.splitlines() if line.startswith("**No box lost:**"))
    assert "Target (fire)" in whole
    assert line_of(report_as_wanted("md", game.journal, Wanted(short=True)), "| Target ")[-1] == "fire"
