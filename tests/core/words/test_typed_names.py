"""Hidden names in texts that people typed, and never inside another name."""

from __future__ import annotations

import pytest

from fleetbook.core.words.typed_names import TypedNames

ACCENTED = ("\u00c9clair", "L\u00fctzow", "\u0141\u00f3d\u017a")
KNOWN = ("Pingyuan", "Lion", "Lion II", "Lioness", "U-9", "U-92", "River group", *ACCENTED)
HIDDEN = frozenset(("Pingyuan", "Lion", "U-9", "River group", *ACCENTED))
NAMES = TypedNames(KNOWN, HIDDEN)


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
    assert NAMES.found_in(words)


@pytest.mark.parametrize("words", ["Lion II turns", "Lioness turns", "U-92 dives", "a stallion", "XPingyuan", "Ping yuan", ""])
def test_names_that_only_contain_a_hidden_one_stay(words: str) -> None:
    assert not NAMES.found_in(words)


def test_nothing_is_found_while_nothing_is_hidden() -> None:
    assert not TypedNames(KNOWN, frozenset()).found_in("Lion turns")
