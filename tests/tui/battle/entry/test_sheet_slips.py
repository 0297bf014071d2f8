"""A slip in the sheet of a squadron's fire costs only itself."""

from __future__ import annotations

from pathlib import Path

from tests.tui.battle.entry.test_sheet import firing, sheet, values


def test_star_after_a_mixed_sheet_opens_the_next_squadrons_sheet(tmp_path: Path) -> None:
    """A form for the whole squadron would aim all its ships at one target that it does not show."""
    with firing(tmp_path / "a.battle") as one:
        one.type("F30")
        one.press("enter", "*")
        assert one.battle.entry.form is None
        assert sheet(one).group == "Beiyang line"
        assert values(one, "target")[:2] == ["Yoshino", "Takachiho"]
