"""The first line of the battle page: conditions keep their names longer than the rules do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.battle import Battle
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
        (74, "Convoy off Terschelling night · clear · calm · attacker alerted"),
        (56, "Convoy off Terschelling night · clear · calm"),
    ],
)
def test_the_conditions_names_go_one_by_one(width: int, told: str) -> None:
    battle = RULESET.begin(replace(load_setup("convoy"), victory=None))
    line = "".join(text for text, _ in draw_title(battle, "dice rolled", width))
    assert " ".join(line.split()) == told


def test_a_condition_that_is_a_bare_number_keeps_its_name() -> None:
    battle = ruleset("fgdn").begin(replace(load_setup("into-the-bight"), victory=None))
    assert " · sea 1 · twilight · " in "".join(text for text, _ in draw_title(battle, "dice rolled", 80))


def head(battle: Battle[Any], width: int) -> tuple[str, list[str]]:
    """The first line of the page, and its words in bold behind the title."""
    line = draw_title(battle, "dice rolled", width)
    return "".join(text for text, _ in line), [text for text, style in line if style.bold][1:]


def test_a_side_that_needs_a_number_leads_when_it_has_it() -> None:
    battle = RULESET.begin(load_setup("convoy"))
    assert head(battle, 80)[1] == [], "nobody leads yet"
    assert head(battle, 80)[0].rstrip().endswith("   ROYAL NAVY 0 of 2 : KRIEGSMARINE 0"), "she needs two merchantmen"
    assert head(battle, 160)[0].rstrip().endswith(" ROYAL NAVY 0 of 2 : KRIEGSMARINE 0 · so far a win for KRIEGSMARINE")
    one = battle.with_changes([(Key("Nordmoor", "fate"), "sunk T2: a test")])
    text, bold = head(one, 120)
    assert text.index("ROYAL NAVY 1 of 2 : KRIEGSMARINE 0") == head(battle, 120)[0].index("ROYAL NAVY"), "it stands still"
    assert bold == [], "one of two is no lead, and 0 is none either"
    assert head(one.with_changes([(Key("Hellweg", "fate"), "sunk T2: a test")]), 120)[1] == [" ROYAL NAVY 2 WON "]


def test_who_leads_by_points_is_bold_and_named_even_if_it_is_too_little_to_win() -> None:
    """Tsushima asks for a lead of 10 for a victory."""
    battle = ruleset("aanda").begin(load_setup("tsushima"))
    text, bold = head(battle, 120)
    assert text.endswith(" level 0 : 0 points") and bold == []
    place = text.index("level")
    some = battle.with_changes([(Key("Mikasa", "hull"), 25), (Key("Oslyabya", "hull"), 21)])
    text, bold = head(some, 120)
    assert text.endswith(" JAPAN ahead 7 : 6 points") and bold == ["JAPAN ahead 7"]
    assert text.index("JAPAN ahead") == place, "it stands still"
    text, bold = head(some.with_changes([(Key("Mikasa", "hull"), 3)]), 80)
    assert " RUSSIA ahead 28 : 7" in text and bold == ["RUSSIA ahead 28"]


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
