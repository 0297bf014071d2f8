"""The meanings of a type's keys, from the list in its docstring."""

from __future__ import annotations

from fleetbook.core.explained import docstring_lines, key_meanings


class Boat:
    """One boat, ``small`` or
    smaller.

    tons        displacement; the loaded one
                where there are two
    bow, stern  guns there
    """


def test_each_word_of_the_list_has_its_meaning_and_what_is_none_is_left_out() -> None:
    assert key_meanings(Boat) == {
        "tons": "displacement; the loaded one where there are two",
        "bow": "guns there",
        "stern": "guns there",
    }


def test_all_of_it_is_told_a_line_each() -> None:
    assert docstring_lines(Boat).splitlines() == [
        "One boat, small or smaller.", "tons: displacement; the loaded one where there are two", "bow, stern: guns there",
    ]  # fmt: skip
