"""House rules for gunfire and damage: what they may change, and what would stop play."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import NONE, batch, critical, duel, fire, notes, tiger
from tests.rules.fgdn.scene import Game, house, ship, unless

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown critical": ({"critical_hits": [["20", *["Keel"] * 10]]}, "Keel"),
    "a word for a chance": ({"base_chance": [["short", "many", 40]]}, "a number"),
    "a negative chance": ({"base_chance": [["short", -1, 40]]}, "0 or more"),
    "a share of nothing": ({"damage_figures": [["narrow aspect: one part in", 0]]}, "1 or more"),
    "an unknown line": ({"target_speed": [["0", "standing"]]}, "standing"),
    "a side of the ship": ({"plunging_fire": [["1-4", "bow", "belt", "belt", "belt"]]}, "bow"),
    "speeds that rise": ({"speed_breaks": [["25", 50], ["50", 75]]}, "that fall"),
    "nothing sinks": ({"speed_breaks": [["100", 0]]}, "then sinks"),
    "a rudder that falls off": ({"rudder": [["1-3", "lost"]]}, "lost"),
    "a depth unheard of": ({"hull_deformation": [["1", "abyss", 25]]}, "abyss"),
    "dice unheard of": ({"critical_dice": [["bridge", "a few"]]}, "a few"),
    "perhaps": ({"crew_steps": [["4", 0, 0, "perhaps", "yes", 2, 2]]}, "perhaps"),
    "light weapons perhaps": ({"light_weapons": [["..11", *["perhaps"] * 10]]}, "perhaps"),
    "a face twice": ({"magazine": [["..8", "safe"], ["9+", "perhaps"]]}, "perhaps"),
    "a time of no minutes": ({"times": [["minutes of a Tactical Turn", 0]]}, "1 or more"),
}
READINGS: dict[str, Any] = {"sinking_die": "soon", "evades_from_size": "Z", "intermediate_minutes": 0, "start_speed": -0.5}


@pytest.mark.parametrize("name", REFUSED)
def test_house_rules_that_would_stop_play_are_refused(name: str) -> None:
    tables, expected = REFUSED[name]
    with pytest.raises(InvalidInput, match=expected):
        RULESET.tables_under((house(tables=tables),))


@pytest.mark.parametrize("name", READINGS)
def test_readings_that_would_stop_play_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        RULESET.tables_under((house(**{name: READINGS[name]}),))


def test_every_table_may_be_laid_over_itself() -> None:
    tables = {name: [[row, *cells] for row, cells in zip(table.rows.labels, table.cells, strict=True)]
              for name, table in RULESET.tables.tables.items()}  # fmt: skip
    assert RULESET.tables_under((house(tables=tables),)).tables == RULESET.tables.tables


def test_a_changed_base_chance_counts() -> None:
    changed = house(tables={"base_chance": [["long", 10, 25]]})
    game = Game(tiger(), blue=[ship("Moltke")], rules=[changed]).go("planned-fire")
    assert notes(fire(game, 100, modifiers=NONE)).endswith("25 %")


def test_a_changed_keel_and_engineering_count() -> None:
    changed = house(tables={"engineering": [["1-9", "boiler explosion"]]})
    game = Game(tiger(), blue=[ship("Moltke")], rules=[changed]).go("planned-fire")
    critical(game, "Tiger", "Engineering*", 1, 1)
    assert game["Tiger"].has("following")


def test_f2_the_note_on_higher_ratios_is_a_reading() -> None:
    game = Game(tiger(points=100), blue=[ship("Moltke")], rules=[house(extra_criticals_each_whole=0)])
    batch(game, "Tiger", 60, 1, *[5] * 6)


def test_f14_intermediate_turns_by_house_rule() -> None:
    game = Game(ship("Red one"), rules=[house(intermediate_minutes=15)])
    assert [n for n in range(1, 12) if "Intermediate" in RULESET.sequence.present(game.go("plotting", n).battle)] == [1, 6, 11]


def test_mounts_may_fire_in_both_phases_by_house_rule() -> None:
    game = Game(tiger(), blue=[ship("Moltke")], rules=[house(mounts_fire_once=False)]).go("planned-fire")
    fire(game, 100)
    fire(game.go("reaction-fire"), 100)
    plain = duel()
    fire(plain, 100)
    plain.go("reaction-fire").refused("fire", because="has fired", firer="Tiger", target="Moltke", range=9000, battery="main",
                                      mounts=("A",))  # fmt: skip


@pytest.mark.parametrize(("turns", "bonus"), [(0, True), (1, False)])
def test_how_long_a_ship_counts_as_fired_on(turns: int, bonus: bool) -> None:
    game = Game(tiger(), blue=[ship("Moltke")], rules=unless(1, fired_on_turns=turns)).go("planned-fire")
    fire(game, 100)
    draft = game.go("planned-fire", 2).draft("fire", firer="Moltke", target="Tiger", range=9000, battery="main")
    assert ("not_fired_on" in draft.values["modifiers"]) is bonus
