"""The die that lost a ship is one without which she would have stayed."""

from __future__ import annotations

from fleetbook.reports.course.unlikely_end import unlikely_ends
from fleetbook.reports.sections import Findings
from tests.rules.coastal.fleet import NONE, Game, gun, ship, torpedoed, tubes


def test_c8_a_die_of_another_ship_before_the_loss_did_not_lose_her() -> None:
    """Target breaks in two in turn 1 and sinks at the end of turn 2. The last die before that, a D5, draws the place of a hit on
    Other.
    """
    boat = ship("Boat", tubes("tubes", 4), gun("gun", guns=14))
    target = ship("Target", size="larger", speed=10, hull=60)
    other = ship("Other", gun("a"), gun("b"), gun("c"), size="larger", speed=10, hull=60)
    game = Game([boat], [target, other], light="day")
    game.go("move-1").give("launch", ship="Boat", target="Target", range=40, number=1)
    torpedoed(game, 6, stationary="yes")
    game.go("damage-2").give("damage", 1, 1, ship="Target")
    game.go("fire-2", 2).give("fire", 3, firer="Boat", target="Other", range=30, modifiers=NONE)
    last = game.go("damage-2").next(1)
    assert [(face.sides, face.face) for face in last.faces] == [(5, 1)]
    found = Findings(game.journal)
    assert [(fate.ship, fate.line) for fate in found.fates if fate.lost] == [("Target", last.number)]
    assert [*unlikely_ends(game.journal, found.fates, found.attribution.fired)] == []
