"""The first line of the battle page: conditions keep their names longer than the rules do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.conditions import Word
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.condition_words import condition_title, condition_words, conditions_in_words
from fleetbook.rules.coastal import RULESET
from fleetbook.rules.coastal.conditions import CoastalFacts
from fleetbook.rules.coastal.ruleset import CoastalRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.heading import draw_title


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (120, "Convoy off Terschelling · coastal light night · weather clear · sea calm · attacker alerted · dice rolled"),
        (100, "Convoy off Terschelling light night · weather clear · sea calm · attacker alerted · dice rolled"),
        (88, "Convoy off Terschelling night · clear · sea calm · attacker alerted · dice rolled"),
        (80, "Convoy off Terschelling night · clear · calm · attacker alerted · dice rolled"),
        (74, "Convoy off Terschelling night · clear · calm · dice rolled"),
        (56, "Convoy off Terschelling night · clear · dice rolled"),
    ],
)
def test_the_conditions_names_go_one_by_one(width: int, told: str) -> None:
    battle = RULESET.begin(replace(load_setup("convoy"), victory=None))
    line = "".join(text for text, _ in draw_title(battle, "dice rolled", width))
    assert " ".join(line.split()) == told


def test_a_condition_that_is_a_bare_number_keeps_its_name() -> None:
    battle = ruleset("fgdn").begin(replace(load_setup("into-the-bight"), victory=None))
    assert " · sea 1 · twilight · " in "".join(text for text, _ in draw_title(battle, "dice rolled", 80))


def test_the_score_stands_at_the_right_and_the_leader_in_bold() -> None:
    battle = RULESET.begin(load_setup("convoy"))
    line = draw_title(battle, "dice rolled", 80)
    assert "".join(text for text, _ in line).endswith("   ROYAL NAVY 0 of 2 : KRIEGSMARINE 0 "), "she needs two merchantmen"
    styles = dict(line)
    assert styles["KRIEGSMARINE 0"].bold and not styles["ROYAL NAVY 0 of 2"].bold
    sunk = ruleset("aanda").begin(load_setup("yalu"))
    sunk = sunk.with_changes([(Key("Yoshino", "hull"), 6)])
    styles = dict(draw_title(sunk, "dice rolled", 120))
    assert styles["CHINA 10"].bold and not styles["JAPAN 0"].bold


class Foggy(CoastalFacts):
    """Facts of the battle whose conditions have titles."""

    weather = Word(allowed=("clear", "poor"), heading="conditions", title="sky")
    sea = Word(allowed=("calm", "medium", "rough"), heading="conditions", words="a {} sea")


class FoggyRules(CoastalRules):
    """Coastal warfare with them."""

    battle_facts = Foggy


def test_a_condition_is_called_by_its_title_and_said_in_its_own_words() -> None:
    rules = FoggyRules()
    assert [condition_title(rules, name) for name in ("light", "weather", "aware")] == ["light", "sky", "aware"]
    assert [condition_words(rules, *one) for one in (("light", "night"), ("weather", "poor"), ("sea", "calm"))] == [
        "light night", "sky poor", "a calm sea",
    ]  # fmt: skip
    assert conditions_in_words(RULESET.begin(load_setup("convoy"))) == {
        "light": "light night", "weather": "weather clear", "sea": "sea calm", "aware": "attacker alerted",
    }  # fmt: skip
