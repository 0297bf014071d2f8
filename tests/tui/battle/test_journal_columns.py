"""The journal: turn and step, who, whom and the outcome begin in the same cells on every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.tui.battle.journal_lines import draw_record, loudness, offsets
from fleetbook.tui.kit.style import GRAVE, PLAIN, SINKING
from tests.tui.keyboard import WIDE, refereeing


@pytest.mark.parametrize("width", [39, 50, 79, 99])
def test_who_whom_and_outcome_begin_in_the_same_cells(tmp_path: Path, width: int) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.press(">", ">")
        for words in ("12 6", "80 1", "14 6"):
            one.press("s")
            one.type(words)
            one.press("enter")
        looks = [record for record in one.session.journal.records if record.procedure == "observe"]
        seen, missed = looks[-1], looks[1]
        assert one.session.tell(seen).loud == "SEEN" and one.session.tell(missed).loud == "not seen"
        columns = offsets(one.session, width)
        who = 2 + columns.number + 1 + columns.step + 1
        for record, outcome in ((seen, "SEEN"), (missed, "not seen")):
            (line,) = draw_record(one.session, record, width)
            row = "".join(text for text, _ in line)
            assert row[:who].split() == [str(record.number), "1.3"]
            names = ["observer", "target"] if columns.both else ["target"]  # a narrow journal has room for one name
            for place, name in enumerate(names):
                assert row[who + place * (columns.name + 1) :].startswith(record.inputs[name])
            assert row[who + len(names) * (columns.name + 1) :].startswith(outcome)


def test_a_miss_is_not_bold_and_the_loss_of_a_ship_is_louder_than_damage(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        one.press("x")
        one.type("akebono 4")
        one.press("enter")
        assert one.session.last is not None
        (line,) = draw_record(one.session, one.session.last, 79)
        assert GRAVE in [style for text, style in line if "NO HULL" in text]
    assert [loudness(weight) for weight in (0, 1, 5)] == [PLAIN, PLAIN, PLAIN]
    assert loudness(8) == SINKING
