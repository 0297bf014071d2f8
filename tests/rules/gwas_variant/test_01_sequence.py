"""Rules 1 and 2: the revised impulses, step by step as printed, each with its random event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fleetbook.core.errors import Refused
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.testing import said
from tests.rules.gwas_variant.fleet import ALLIED, ALLIED_FIRST, CENTRAL, Game, destroyer, ship

PRINTED = [
    ("C1.1", "initiative"),
    ("C1.2", "deployment"),
    ("C2.1", "event-1"),
    ("C2.2", "initiative-move-1"),
    ("C3.1", "gunfire-1"),
    ("C3.2", "torpedo-1"),
    ("C4.1", "event-2"),
    ("C4.2", "other-move-2"),
    ("C5", "initiative-move-2"),
    ("C6.1", "gunfire-2"),
    ("C6.2", "torpedo-2"),
    ("C7.1", "event-3"),
    ("C7.2", "other-move-3"),
    ("C8", "initiative-move-3"),
    ("C9.1", "gunfire-3"),
    ("C9.2", "torpedo-3"),
    ("C10.1", "event-4"),
    ("C10.2", "other-move-4"),
    ("C11", "initiative-move-4"),
    ("C12.1", "gunfire-4"),
    ("C12.2", "torpedo-4"),
    ("C13.1", "event-5"),
    ("C13.2", "other-move-5"),
    ("C14", "initiative-move-5"),
    ("C15.1", "gunfire-5"),
    ("C15.2", "torpedo-5"),
    ("C16", "round-end"),
]
MOVERS = {
    "initiative-move-1": {"1S", "1", "2", "2+"},
    "other-move-2": {"2", "2+"},
    "initiative-move-2": {"2", "2+"},
    "other-move-3": {"1S", "1", "2", "2+"},
    "initiative-move-3": {"1S", "1", "2", "2+"},
    "other-move-4": {"2+"},
    "initiative-move-4": {"2+"},
    "other-move-5": {"1", "2", "2+"},
    "initiative-move-5": {"1", "2", "2+"},
}
TYPES = {"1S": "B", "1": "CA", "2": "CL", "2+": "BC"}


def all_speeds(side: str) -> list[tuple[str, str, dict[str, object]]]:
    """A group of each speed."""
    return [ship(f"{side} {speed}", type=kind, speed=speed) for speed, kind in TYPES.items()]


def test_1_the_steps_are_those_printed() -> None:
    assert [(phase.number, phase.id) for phase in RULESET.sequence.tactical] == PRINTED


def test_1_each_step_is_for_its_side_and_speeds() -> None:
    game = Game(all_speeds("C"), all_speeds("A"))
    seen = {}
    while game.battle.phase != "round-end":
        if game.battle.phase in MOVERS:
            movers = game.draft("move-group").entries["mover"].options or ()
            seen[game.battle.phase] = {game.battle.ships(game.battle.acting)[0].side}, set(movers)
        game.go(game.battle.ruleset.sequence.coming(game.battle).id)
    sides = {"initiative": CENTRAL, "other": ALLIED}
    for phase, speeds in MOVERS.items():
        side = sides[phase.partition("-")[0]]
        assert seen[phase] == ({side}, {f"{side} {TYPES[speed]}" for speed in speeds}), phase


def test_1_a_group_moves_once_in_a_step_and_only_with_its_side() -> None:
    game = Game([ship("Fast", speed="2")], [ship("Other", speed="2")]).go("initiative-move-1")
    game.give("move-group", mover="Central BB")
    game.refused("move-group", mover="Central BB", because="they have moved in this step")
    game.refused("move-group", mover="Allied BB", because="it is Central's step")
    game.go("other-move-2")
    game.give("move-group", mover="Allied BB")


def test_1_a_move_is_told_by_the_areas_and_the_group_and_there_are_no_other_groups() -> None:
    game = Game([ship("Fast", speed="2")], [ship("Other")]).go("initiative-move-1")
    assert game.propose("move-group", mover="Central BB").headline == "Central BB moves 1 area"
    assert game.propose("move-group", mover="Central BB", areas=0).headline == "Central BB stays"
    game.unreadable("move-group", "mover", mover="Central DD")
    order: Any = game.draft("move-group", mover="Central BB").order()
    for change, why in (({"mover": "Central DD"}, "Central DD is no group"), ({"areas": 2}, "moves 1 area at most now")):
        with pytest.raises(Refused, match=why):  # as a file may have it
            replace(order, **change).require_legal(game.battle)


def test_1_a_slow_group_waits_for_its_steps() -> None:
    game = Game([ship("Slow", speed="1S")], [ship("Other")]).go("initiative-move-2")
    game.refused("move-group", mover="Central BB", because="speeds 2, 2+ move; Slow makes 1S")


def test_1_nobody_leaves_the_map_in_the_first_movement_of_a_combat() -> None:
    game = Game([ship("Firer")], [ship("Target", speed="2"), ship("Rest", type="CL")]).go("initiative-move-1")
    game.refused("move-group", mover="Central BB", off_map="yes", because="nobody leaves the map in the first movement")
    game.go("other-move-2").give("move-group", mover="Allied BB", off_map="yes")
    assert not game["Target"].in_combat


def test_1_in_a_second_round_they_may() -> None:
    game = Game([ship("Firer"), ship("Rest", type="B")], [ship("Target")]).go("round-end")
    game.next()
    game.go("initiative-move-1")
    game.give("move-group", mover="Central BB", off_map="yes")
    assert not game["Firer"].in_combat


def test_2_an_event_is_rolled_where_nobody_rolled_it() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("event-1")
    assert "no event" in said(game.next(2, 4))
    assert game.battle.phase == "initiative-move-1"


def test_2_an_event_is_rolled_once_in_an_impulse() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("event-1")
    game.give("event", 1, 5)
    game.refused("event", because="has been rolled")
    game.next()
    game.go("event-2").give("event", 1, 5)


def test_2_there_are_events_only_in_their_steps() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("gunfire-1")
    game.refused("event", because="belongs to step")


def test_4_a_side_that_bombards_lays_mines_or_refuels_is_without_initiative() -> None:
    for mission in ("Bombard", "Minelaying"):
        lines = [destroyer("Layer", type="ML", mines=1)]
        game = Game(lines, [ship("Target")], fleets={"central": {"mission": mission}})
        game.next()
        assert game.battle.word("initiative side") == ALLIED
    game = Game([ship("Firer")], [ship("Target")], fleets={"allied": {"mission": "Intercept", "orders": ["Fuel"]}})
    game.next()
    assert game.battle.word("initiative side") == CENTRAL


def test_4_where_both_are_busy_or_neither_is_they_roll() -> None:
    busy = {"mission": "Bombard"}
    game = Game([ship("Firer")], [ship("Target")], fleets={"central": busy, "allied": busy})
    game.next(ALLIED_FIRST)
    assert game.battle.word("initiative side") == ALLIED
