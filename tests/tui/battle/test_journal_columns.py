"""The journal of a wide screen: what an order brought, and the order, stand in columns."""

from __future__ import annotations

from pathlib import Path

from fleetbook.tui.battle.journal_lines import draw_journal
from tests.tui.keyboard import NARROW, WIDE, refereeing


def test_the_orders_of_a_wide_journal_begin_in_one_column(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.press(">", ">")
        for words in ("12 6", "80 1", "14 6"):
            one.press("s")
            one.type(words)
            one.press("enter")
        alarm, *looks = (record for record in one.session.journal.records if record.procedure == "observe")
        assert "ALARM" in one.session.tell(alarm).loud, "too long for the column"
        assert {one.session.tell(record).loud for record in looks} == {"SEEN", "not seen"}

        def starts(width: int) -> set[int]:
            drawn = ["".join(text for text, _ in line) for line in draw_journal(one.session, one.battle.cursor, width, 20)]
            return {
                line.index(order) for line in drawn for record in looks if (order := f"{record.inputs['observer']} looks") in line
            }

        assert len(starts(WIDE[0] // 2 - 1)) == 1
        assert len(starts(NARROW[0] // 2 - 1)) == 2
