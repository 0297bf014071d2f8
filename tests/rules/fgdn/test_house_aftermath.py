"""House rules over the tables of 8.2 and of 8.4 to 8.8 are taken where play is possible, and refused by name elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn import RULESET
from fleetbook.testing import labels
from tests.rules.fgdn.scene import Game, house, ship


@pytest.mark.parametrize(("changes", "place"), [
    ({"tables": {"severity": [["1925+", "heavy"]]}}, "Severity of a fire"),
    ({"tables": {"severity_dice": [["restart", "D"]]}}, "Fires whose die"),
    ({"tables": {"reduction": [["1", "2D6", "NC", "NC", "NC"]]}}, "reduction, 1"),
    ({"tables": {"reduction": [["1", "-X", "NC", "NC", "NC"]]}}, "reduction, 1"),
    ({"tables": {"severity_levels": [["A", "ten", 15, 17]]}}, "Highest %"),
    ({"tables": {"casualty_limits": [["halved by", 0]]}}, "halved by"),
    ({"tables": {"casualty_limits": [["capsizing, %", -1]]}}, "capsizing"),
    ({"tables": {"service_ranks": [["Italy", "third"]]}}, "Rank of a navy"),
    ({"tables": {"aircraft_hit": [["6", "smoking"]]}}, "A hit on an aircraft"),
    ({"tables": {"airship_critical": [["3", "crew", "gas cell"]]}}, "Airship critical hits"),
    ({"tables": {"airship_fire": [["6-7", "smoulders"]]}}, "Gondola fire"),
    ({"tables": {"survivors": [["sunk", "many", 10]]}}, "Survivors of a lost ship"),
    ({"help_level": "None"}, "help_level"),
    ({"third_turn": 0}, "third_turn"),
    ({"fire_critical_column": "tail"}, "fire_critical_column"),
    ({"rudder_die": "six"}, "rudder_die"),
])  # fmt: skip
def test_what_would_stop_an_order_half_way_is_refused(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        RULESET.tables_under([house(**changes)])
    assert place in caught.value.where


@pytest.mark.parametrize(("name", "words"), [
    ("not_penetrated_casualty", ("halved", "cancelled")), ("torpedo_flooding", ("at once", "third turn")),
    ("due_together", ("summed", "each")), ("due_rounded", ("down", "up")),
    ("casualty_criticals", ("penetrating", "not penetrating")), ("intermediate_reduction", ("plotting", "resolution")),
    ("due_order", ("reduction first", "perils first")), ("help_level", ("Minor", "Major", "Severe", "Overwhelmed")),
    ("national_crew_fights", ("fire and flooding", "flooding")), ("reduction_comes_off", ("oldest", "newest")),
    ("magazine_count", ("starts again", "is kept")), ("severity_halved", ("after the shift", "before the shift")),
    ("flooding_small_craft", ("flotation", "casualty")), ("consequences_by", ("each", "both")),
    ("reduction_of_several", ("hardest", "all")), ("half_die_rounded", ("up", "down")),
    ("fire_critical_column", ("gondola", "envelope")), ("cells_rounded", ("down", "up")),
])  # fmt: skip
def test_every_word_of_a_reading_is_taken_and_no_other(name: str, words: tuple[str, ...]) -> None:
    for word in words:
        assert RULESET.tables_under([house(**{name: word})]).reading(name).value == word
    with pytest.raises(InvalidInput):
        RULESET.tables_under([house(**{name: "sometimes"})])


def test_a_changed_row_is_played() -> None:
    """A table of one's own: capsizing at 90 %."""
    game = Game(ship("Ship", points=4000), start="1221", rules=[house(tables={"casualty_limits": [["capsizing, %", 90]]})])
    game.burn("Ship", 6, 6, 6, kind="flooding")
    record = game.go("resolution", 4).next(1, 5, 90)
    assert labels(record)[-1] == "Ship capsizes, 90 %"
    assert game["Ship"].fate == "sunk T4: capsized"
