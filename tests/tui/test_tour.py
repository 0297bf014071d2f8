"""The tour of the documents holds, key for key, on both usual screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.battle.verify import verify
from tests import tour
from tests.tui.keyboard import NARROW, WIDE, Keyboard


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_tour_shows_what_it_promises(tmp_path: Path, size: tuple[int, int]) -> None:
    seen = []

    def look(at: Keyboard, item: tour.Item) -> None:
        for words in item.promised:
            assert words in at.text, (item.keys, words, at.text)
            seen.append(words)

    tour.play(tmp_path, size, look)
    assert len(seen) > 15
    battles = sorted((tmp_path / "data").glob("*.battle"))
    assert [path.name.split("-2")[0] for path in battles] == ["club-night", "manila-bay"]
    assert [verify(path) for path in battles] == [[], []]
    (report,) = (tmp_path / "data").glob("*.html")
    assert "Club night" in report.read_text(encoding="utf-8")
