"""Hidden names, in the rules' words and in people's, and never inside another name."""

from __future__ import annotations

import pytest

from fleetbook.core.battle.events import Adjustment, Changed, Marked, Rolled
from fleetbook.core.dice import Face
from fleetbook.core.play.hidden_names import HiddenNames

ACCENTED = ("\u00c9clair", "L\u00fctzow", "\u0141\u00f3d\u017a")
KNOWN = ("Pingyuan", "Lion", "Lion II", "Lioness", "U-9", "U-92", "River group", "hull", *ACCENTED)
HIDDEN = frozenset(("Pingyuan", "Lion", "U-9", "River group", "hull", *ACCENTED))
NAMES = HiddenNames(KNOWN, HIDDEN, {"River group": "contact A"})


@pytest.mark.parametrize(
    "words",
    [
        "Pingyuan turns north", "PINGYUAN turns", "pingyuan", "two Pingyuans", "Pingyuan_1 turns", "the lions", "U-9 dives",
        "u-9's", "River Group moves", "Ping\u200byuan", "P\u00adingyuan", "\uff30\uff49\uff4e\uff47\uff59\uff55\uff41\uff4e",
        "\u2060Lion\u2060 turns", "E\u0301clair", "\u00c9CLAIR\u2019s boats", "(Pingyuan)", "Eclair turns", "Lutzow",
        "LUETZOW's guns", "Lodz", "Pi\u00f1gyuan", "Ping\u034fyuan", "Ping\ufe0fyuan", "Ping\u3164yuan", "Ping\U000e0100yuan",
    ],
)  # fmt: skip
def test_a_person_s_words_tell_a_hidden_name_in_any_case_and_with_any_ending(words: str) -> None:
    assert NAMES.spoken(words)


@pytest.mark.parametrize("words", ["Lion II turns", "Lioness turns", "U-92 dives", "a stallion", "XPingyuan", "Ping yuan", ""])
def test_names_that_only_contain_a_hidden_one_stay(words: str) -> None:
    assert not NAMES.spoken(words)


def test_what_rules_write_is_matched_to_the_letter_and_by_whole_names() -> None:
    assert NAMES.found_in("Lion fires at Lioness")
    assert not NAMES.found_in("Lion II fires at Lioness, U-92 and lions")
    assert NAMES.found_in({"ships": ["Lioness", "U-9"]})
    assert NAMES.found_in(Changed("Pingyuan", "fire", None, 1))
    assert NAMES.found_in(Rolled("D6", (Face(6, 3),), 3, "3", "fires at Lion"))
    assert NAMES.found_in(Rolled("D6", (Face(6, 3),), 3, "3", "fire", adjustments=(Adjustment(1, "Lion near"),)))


def test_the_rules_own_words_are_no_names() -> None:
    assert not NAMES.found_in(Marked("Lioness", "hull", 5, 4, 5))
    assert NAMES.found_in(Marked("hull", "hull", 5, 4, 5))


def test_a_marker_s_name_is_put_in_place_of_its_squadron_s() -> None:
    event = NAMES.renamed(Changed("River group", "acted", None, ("River group", 2), "Lion", "River group is done"))
    assert event == Changed("contact A", "acted", None, ("contact A", 2), "Lion", "contact A is done")
    assert not NAMES.found_in("River group is done")
    assert NAMES.renamed("River groups") == "River groups"
    assert HiddenNames(KNOWN, frozenset(), {"River group": "contact A"}).renamed("River group") == "River group"


def test_a_marker_s_name_stands_in_inputs_too() -> None:
    assert NAMES.renamed({"group": "River group", "ships": ["Lioness", "River group"], "range": 4}) == {
        "group": "contact A",
        "ships": ["Lioness", "contact A"],
        "range": 4,
    }
