"""Each box has one doer or a named cause: by the journals of the recorded battles, and where shots are easily mixed up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fleetbook.core.battle.conditions import Boxes
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import course
from fleetbook.reports.course.turning_point import turning_point
from fleetbook.reports.damage.fired import COUNT
from fleetbook.reports.damage.hits import hits_section
from fleetbook.reports.damage.marks import fates, marks
from fleetbook.reports.damage.shots import shots, spent
from fleetbook.reports.document import Grid
from fleetbook.reports.luck import luck
from fleetbook.reports.result import side_losses
from fleetbook.reports.status import overview
from tests.golden.playing import BATTLES
from tests.reports.damage.conftest import Recorded
from tests.rules.coastal import fleet as coastal
from tests.rules.fgdn.gunfire import NONE, fire, gun, moltke, mount, tiger
from tests.rules.fgdn.scene import Game as FgdnGame
from tests.rules.fgdn.scene import ship as fgdn_ship


def struck_off(journal: Journal[Any]) -> Counter[tuple[str, str]]:
    """The boxes that each row lost on balance, counted in the lines in force and by nothing else."""
    lost = Counter[tuple[str, str]]()
    for number in journal.undo_history.line_to(journal.position):
        for event in journal.data(number).events:
            if isinstance(event, Marked):
                lost[event.ship, event.track] += event.before - event.after
    return lost


@pytest.mark.parametrize("battle", BATTLES)
def test_the_boxes_of_each_row_add_up_to_the_ship_s_sheet(battle: str, recorded: Recorded) -> None:
    """All rows but those that a card makes of other facts, such as A&A's guns."""
    journal = recorded(battle)
    rows = {fact.name for fact in journal.ruleset.ship_type.declared.values() if isinstance(fact, Boxes)}
    told = Counter[tuple[str, str]]()
    for mark in marks(journal):
        told[mark.ship, mark.track] += mark.boxes
    sheets = {
        (card.name, track.id): track.full - track.left
        for card in journal.battle.cards()
        for track in card.tracks
        if track.full != track.left and track.id in rows
    }
    assert {row: boxes for row, boxes in told.items() if boxes} == sheets
    assert +told == +struck_off(journal)


@pytest.mark.parametrize("battle", BATTLES)
def test_each_box_has_one_doer_or_a_named_cause(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    side = {ship.name: ship.side for ship in journal.setup.ships}
    for mark in marks(journal):
        if mark.boxes > 0:
            assert mark.by in side or (not mark.by and mark.how), mark
            assert not mark.by or side[mark.by] != side[mark.ship], mark
            assert mark.shot_line is None or (mark.by and not mark.follows and mark.shot_line <= mark.line), mark
        else:
            assert (mark.by, mark.how, mark.shot_line, mark.follows) == ("", "", None, False), mark


@pytest.mark.parametrize("battle", BATTLES)
def test_every_box_struck_by_a_shot_is_the_damage_of_one_shot(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    by_shots, by_marks = Counter[tuple[int, str, str]](), Counter[tuple[int, str, str]]()
    for shot in shots(journal):
        assert shot.damage is not None, shot
        by_shots[shot.line, shot.firer, shot.target] += shot.damage
    for mark in marks(journal):
        if mark.shot_line:
            by_marks[mark.shot_line, mark.by, mark.ship] += mark.boxes
    assert +by_shots == by_marks


@pytest.mark.parametrize("battle", BATTLES)
def test_a_box_that_an_enemy_struck_is_a_shot_s_or_followed_from_one(battle: str, recorded: Recorded) -> None:
    """Whatever an enemy did to a ship came after he had hit her, and the recorded battles hold no ram."""
    fired = shots(recorded(battle))
    for mark in marks(recorded(battle)):
        if mark.by and not mark.shot_line:
            assert any(
                shot.firer == mark.by and shot.target == mark.ship and shot.hits and shot.line <= mark.line for shot in fired
            )


@pytest.mark.parametrize("battle", BATTLES)
def test_the_hits_of_the_tables_are_those_that_were_scored(battle: str, recorded: Recorded) -> None:
    """By the journal's own counts, and hits that the referee gave with their firer. The section on luck counts the same, but for
    lines that it leaves out by name.
    """
    journal = recorded(battle)
    scored, weighed = Counter[str](), Counter[str]()
    left_out, names = luck(journal).left_out, {ship.name for ship in journal.setup.ships}
    for number in journal.undo_history.line_to(journal.position):
        record = journal.data(number)
        for event in record.events:
            if getattr(event, "name", "") == COUNT and not isinstance(event, Changed):
                scored[event.who] += event.value  # type: ignore[union-attr,operator]
                weighed[event.who] += event.value * (number not in left_out)  # type: ignore[union-attr,operator]
        if not record.faces and record.inputs.get("by") in names and "target" in record.inputs:
            scored[record.inputs["by"]] += record.inputs.get("hits", 1)
    told = Counter[str]()
    for shot in shots(journal):
        told[shot.firer] += shot.hits
    assert +told == +scored
    assert {firer.name: firer.actual for firer in luck(journal).firers if firer.actual} == +weighed


@pytest.mark.parametrize("battle", BATTLES)
def test_no_moment_contradicts_a_table(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    fired, struck, ends = shots(journal), marks(journal), fates(journal)
    firsts = {card.name: card.first.id for card in journal.start.cards() if card.first}
    told = {moment.kind: moment for moment in course(journal, fired, struck, ends)}
    hits = [shot for shot in fired if shot.hits]
    if hits:
        assert told["first hit"].line == hits[0].line
        assert told["first hit"].text.startswith(f"First hit: {hits[0].by} on {hits[0].target}")
    blows = Counter[tuple[int, str, str]]()
    for mark in struck:
        if mark.shot_line and mark.track == firsts[mark.ship]:
            blows[mark.shot_line, mark.ship, mark.by] += mark.boxes
    if "heaviest blow" in told:
        moment, heaviest = told["heaviest blow"], max(blows.values())
        ship, by = next((ship, by) for (line, ship, by), boxes in blows.items() if boxes == heaviest and line == moment.line)
        assert f": {ship}, " in moment.text
        assert f", by {by}" in moment.text
        assert moment.turn == journal.record(moment.line or 0).turn
    else:
        assert max(blows.values(), default=0) < 2
    if "fire or flood" in told:
        followed = max((mark for mark in struck if mark.follows), key=lambda mark: mark.boxes)
        assert followed.boxes > max(blows.values(), default=0)
        assert told["fire or flood"].line == followed.line
        assert f": {followed.ship}, {followed.label} " in told["fire or flood"].text
    point = turning_point(journal, overview(journal).result, fired, struck, ends)
    turn, decisive = (point.when.turn, point.blows) if point else (None, ())
    for blow in decisive:
        upon = [shot for shot in fired if (shot.turn, shot.target) == (turn, blow.ship)]
        hitters = {shot.firer for shot in upon if shot.hits}
        assert set(blow.firers) <= hitters
        assert set(blow.shots) <= set(upon)
        taken = sum(
            mark.boxes for mark in struck if mark.ship == blow.ship and mark.boxes > 0 and mark.track == firsts[blow.ship]
        )
        assert blow.boxes <= taken
    lost = {(end.ship, end.line) for end in ends if end.lost}
    for moment in course(journal, fired, struck, ends):
        if moment.kind == "lost":
            assert any(moment.text.startswith(ship) and moment.line == line for ship, line in lost)


@pytest.mark.parametrize("battle", BATTLES)
def test_the_tables_of_hits_hold_all_boxes_of_enemies(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    struck = marks(journal)
    tables = [block for block in hits_section(overview(journal), shots(journal), struck) if isinstance(block, Grid)]
    taken, scored = tables[:1], tables[1:]
    by_enemies = sum(mark.boxes for mark in struck if mark.by and mark.boxes > 0)
    for grids in (taken, scored):
        assert sum(int(str(row[grid.head.index(name)]) or 0) for grid in grids for row in grid.rows
                   for name in ("Struck", "Followed") if name in grid.head) == by_enemies  # fmt: skip


# -------------------------------------------------------------------------------------------------- what is easily mixed up


def boat_and_freighter() -> coastal.Game:
    game = coastal.Game([coastal.ship("Boat", coastal.tubes())], [coastal.ship("Freighter", size="larger", hull=60)])
    game.go("move-1").give("launch", ship="Boat", target="Freighter", range=40, number=2)
    return game


def test_c8_two_torpedoes_of_one_boat_have_their_own_damage() -> None:
    """3 explodes near for 2D6 hull, 4 and more is a hit: each row of the table has what its own torpedo did."""
    game = boat_and_freighter()
    near = game.give("torpedo", 3, torpedo="torpedo 1", target="Freighter", modifiers=())
    hit = game.give("torpedo", 4, torpedo="torpedo 2", target="Freighter", modifiers=())
    assert [shot.damage for shot in shots(game.journal)] == [None, None]
    game.go("damage-2")
    record = game.give("damage", 5, *[1] * 7, ship="Freighter")
    struck = Counter[int]()
    for mark in marks(game.journal):
        struck[mark.shot_line or 0] += mark.boxes
    assert [shot.damage for shot in shots(game.journal)] == [struck[near.number], struck[hit.number]]
    first = next(event for event in record.events if isinstance(event, Marked))
    assert struck[near.number] == first.before - first.after > 0
    assert struck[0] == 0


def test_f_the_points_of_one_ship_s_two_batteries_are_shared_by_what_each_hit_does() -> None:
    """Working out damage takes them together: a heavy shell of 34 points, two light ones of 6."""
    guns = [gun("13.5-inch"), gun("6-inch", mm=150, damage=[6, 6, 6, 6], he_damage=6)]
    mounts = [mount("A", gun_name="13.5-inch"), mount("c1", "casemate", "6-inch", 2)]
    lion = ("Lion", {**tiger()[1], "guns": guns, "mounts": mounts})
    game = FgdnGame(lion, blue=[moltke()]).go("planned-fire")
    heavy = fire(game, firer="Lion", range=6000, modifiers=NONE, hits="1")
    light = fire(game, firer="Lion", range=6000, battery="casemate", mounts=("c1",), modifiers=NONE, hits="2")
    game.next(1)
    held = {shot.line: shot.damage for shot in shots(game.journal)}
    points = {mark.shot_line: mark.boxes for mark in marks(game.journal)}
    assert held == points
    assert set(held) == {heavy.number, light.number}
    assert held[heavy.number] != held[light.number]


def test_f_a_torpedo_that_the_referee_gives_is_a_shot_without_a_die() -> None:
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 4, "warhead": 60}
    boat = fgdn_ship("Meteor", size="C", points=50, mounts=[], guns=[], weapons=[tubes])
    game = FgdnGame(boat, blue=[moltke()]).go("movement")
    game.give("torpedo", target="Moltke", points=60, depth="deep", by="Meteor")
    game.give("torpedo", target="Moltke", kind="mine", points=40, depth="deep")
    game.next(1, 3, 1)
    (shot,) = shots(game.journal)
    assert (shot.firer, shot.target, shot.weapon, shot.hits, shot.result) == ("Meteor", "Moltke", "torpedo", 1, "hit")
    assert (shot.die, shot.damage) == (0, 60)
    assert [(mark.by, mark.how, mark.boxes) for mark in marks(game.journal) if not mark.by] == [("", "mine", 40)]
    red, _ = side_losses(game.battle.cards(), game.battle.sides, shots(game.journal), game.journal.ruleset.spelled_out)
    assert red.spent == {"torp": (1, 4)}


def test_f_a_torpedo_that_was_launched_and_hit_is_spent_once() -> None:
    tubes = {"name": "tubes", "kind": "torpedo", "warheads": 4, "warhead": 60}
    boat = fgdn_ship("Meteor", size="C", points=50, mounts=[], guns=[], weapons=[tubes])
    game = FgdnGame(boat, blue=[moltke()]).go("movement")
    game.give("launch", ship="Meteor", weapon="tubes", number=2)
    game.give("torpedo", target="Moltke", points=60, depth="deep", by="Meteor")
    (card, _) = game.battle.cards()
    assert spent(card, shots(game.journal), {"torp": "torpedoes"}) == {"torp": 2}
