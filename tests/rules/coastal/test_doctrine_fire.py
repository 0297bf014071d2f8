"""The fire of the coastal doctrines: a volley of which no die achieves anything is not fired (C5). Escorts and lights see to it
that there are better volleys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.helm import HOLD, TOWARDS
from fleetbook.rules.coastal.doctrines.cover import Cover
from fleetbook.rules.coastal.doctrines.fighting import scoring_faces
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.balance.test_hidden import Near, battle

BATTLE = ruleset("coastal").begin(load_setup("convoy"))


@pytest.mark.parametrize(
    ("cannon", "guns", "modifiers", "scores"),
    [
        (0, 2, (), True),  # row ..2: a 6 straddles
        (0, 2, ("small_target",), False),  # 5 at most
        (0, 3, ("small_target",), True),  # row 3-4: a 5 straddles
        (0, 3, ("small_target", "fast"), False),
        (5, 0, ("small_target", "fast"), True),  # row 5-6: a 4 straddles
        (2, 2, ("small_target",), False),  # two volleys: their factors are not added
        (2, 0, ("heavy_guns",), True),  # counts against guns alone
        (0, 2, ("heavy_guns",), False),
        (0, 0, (), False),
    ],
)
def test_only_a_volley_that_can_hit_or_straddle_is_fired(
    cannon: float, guns: float, modifiers: tuple[str, ...], scores: bool
) -> None:
    assert (scoring_faces(BATTLE, (cannon, guns), modifiers) > 0) is scores


@pytest.mark.parametrize(
    ("modifiers", "faces"),
    [
        ((), 3),  # row 5-6 straddles from 4
        (("small_target", "fast"), 1),
        (("small_target", "fast", "unsteady"), 0),
    ],
)
def test_the_faces_that_score_are_counted(modifiers: tuple[str, ...], faces: int) -> None:
    assert scoring_faces(BATTLE, (6, 0), modifiers) == faces


class Ranges(Near):
    """A tape with the ranges of some enemies. The ships of the convoy are 10 cm from each other."""

    def __init__(self, cm: Mapping[str, float], others: float = 200) -> None:
        self.cm = {**{ship.name: others for ship in BATTLE.ships("Royal Navy")}, **cm}

    def range(self, one: str, other: str) -> float:
        return self.cm.get(one, self.cm.get(other, 10))


def kriegsmarine(phase: str, tape: Ranges) -> Chair[Any]:
    journal = battle("Hellweg", phase)
    return Chair("Kriegsmarine", lambda: journal.battle, tape, models_of(ruleset("coastal")).figures())


@pytest.mark.parametrize(
    ("escort", "cm", "course"),
    [
        ("V 1241", 14, HOLD),  # to a side 2 single 20 mm and the 37 mm, 8 points: with -1 fast and -1 small a 5 straddles
        ("V 1241", 36, TOWARDS),  # the same cannon have 4 points: with -2 no die straddles on any course
        ("M 388", 36, HOLD),  # 5 points with the 20 mm amidships: a 6 straddles; with -2 more for turning none does
    ],
)
def test_an_escort_keeps_her_course_if_she_can_hit_only_so(escort: str, cm: int, course: str) -> None:
    chair = kriegsmarine("move-2", Ranges({"MTB 221": cm}))
    assert Cover().steering(chair, chair.battle.ship(escort)).helm.course == course


def test_lights_show_first_an_enemy_who_may_be_hit_and_has_torpedoes() -> None:
    """At 86 cm no die of the convoy's guns can do anything, at 49 cm their cannon can. MGB 321 has no torpedoes."""
    chair = kriegsmarine("fire-1", Ranges({"MGB 321": 49, "MTB 624": 49}, others=86))
    lit = [one.inputs["target"] for one in Cover().step(chair) if one.kind.id == "illuminate"]
    assert lit[:2] == ["MTB 624", "MGB 321"]
    assert len(lit) > 2
