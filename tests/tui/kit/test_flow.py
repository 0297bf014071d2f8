"""Parts set one after another on lines of cells."""

from __future__ import annotations

from fleetbook.tui.kit.line import Line, flow, ink


def drawn(parts: list[str], width: int, indent: int = 0, first: Line = ()) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in flow([(ink(part),) for part in parts], width, indent, first)]


def test_parts_stay_whole_where_a_line_has_room_for_them() -> None:
    assert drawn(["bridge hit", "on fire", "no guns"], 20, 2) == ["  bridge hit", "  on fire  no guns"]


def test_a_part_longer_than_a_line_is_broken_between_words_and_nothing_of_it_is_lost() -> None:
    lines = drawn(["flood the magazines or risk an explosion", "aground"], 22, 2)
    assert lines == ["  flood the magazines", "  or risk an explosion", "  aground"]


def test_a_label_begins_the_first_line_only() -> None:
    assert drawn(["one and two more", "four"], 14, 6, (ink("from"),)) == ["from  one and", "      two more", "      four"]
