"""The first line of the battle's page: conditions keep their names as long as there is room, before the rules keep theirs."""

from __future__ import annotations

import pytest

from fleetbook.rules.coastal import RULESET
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.heading import draw_title


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (120, "Convoy off Terschelling · coastal light night · weather clear · sea calm · aware attacker · dice rolled"),
        (100, "Convoy off Terschelling light night · weather clear · sea calm · aware attacker · dice rolled"),
        (88, "Convoy off Terschelling night · clear · sea calm · aware attacker · dice rolled"),
        (80, "Convoy off Terschelling night · clear · calm · aware attacker · dice rolled"),
        (74, "Convoy off Terschelling night · clear · calm · attacker · dice rolled"),
        (56, "Convoy off Terschelling night · clear · dice rolled"),
    ],
)
def test_the_conditions_names_go_one_by_one(width: int, told: str) -> None:
    battle = RULESET.begin(load_setup("convoy"))
    line = "".join(text for text, _ in draw_title(battle, "dice rolled", width))
    assert " ".join(line.split()) == told


def test_a_condition_that_is_a_bare_number_keeps_its_name() -> None:
    battle = ruleset("fgdn").begin(load_setup("into-the-bight"))
    assert " · sea 1 · twilight · " in "".join(text for text, _ in draw_title(battle, "dice rolled", 80))
