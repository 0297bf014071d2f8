"""Names with marks on their letters are found by plain letters, wherever names are typed."""

from __future__ import annotations

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import has_word, match, pick

SHIPS = ("M 388", "Möwensand", "Moltke", "Blücher", "Ærø", "Ängelholm")


@pytest.mark.parametrize(
    ("typed", "found"),
    [("mow", "Möwensand"), ("moew", "Möwensand"), ("MÖW", "Möwensand"), ("mol", "Moltke"), ("blue", "Blücher"),
     ("blu", "Blücher"), ("aero", "Ærø"), ("ange", "Ängelholm"), ("aen", "Ängelholm")],
)  # fmt: skip
def test_plain_letters_find_a_name_with_marks(typed: str, found: str) -> None:
    assert match(typed, SHIPS, anywhere=False) == found
    assert pick("ship", typed, SHIPS) == found
    assert [ship for ship in SHIPS if has_word(ship, typed)] == [found]


def test_letters_of_no_name_find_nothing() -> None:
    assert match("mzw", SHIPS, anywhere=False) is None
    with pytest.raises(InvalidInput):
        pick("ship", "mzw", SHIPS)
    assert not any(has_word(ship, "mzw") for ship in SHIPS)


def test_a_name_in_full_is_itself_beside_one_that_differs_in_its_marks() -> None:
    assert pick("ship", "Mowe", ["Möwe", "Mowe"]) == "Mowe"
    assert pick("ship", "Möwe", ["Mowe", "Möwe"]) == "Möwe"
