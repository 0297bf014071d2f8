"""The working of a squadron's fire: nested alike in the app, the dialogue and the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.play.working import working
from tests.cli.dialogue import heard
from tests.cli.shell import fleetbook
from tests.tui.keyboard import refereeing

NESTED = (
    "Borodino fires at Mikasa, 45 cm",
    "  fore 12 in, aft 12 in (class G)",
    "    4 guns, medium 1 range, damage d20",
    "    shot at Mikasa",
    "      to hit: D10 9 -1 splash marker = 8 → yes [on 8+; 5.3]",
    "      location: D10 7 → main [Hit location, row B, cell 7; 5.4]",
)
"""Of one ship of the squadron: the ship, the weapon, the gun, its dice."""


def block(text: str) -> tuple[str, ...]:
    """Those lines as they stand in a text, from the first one's place on."""
    lines = text.splitlines()
    first = next(place for place, line in enumerate(lines) if line.strip() == NESTED[0])
    start = lines[first].index(NESTED[0])
    return tuple(line[start:].rstrip() for line in lines[first : first + len(NESTED)])


def test_a_squadrons_fire_is_nested_ship_weapon_dice_in_app_dialogue_and_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    with refereeing(path, "tsushima", (120, 400), seed="7") as one:
        one.go(2)
        one.press("enter")
        one.go(3)
        one.type("Fmikasa45")
        one.press("enter", "w")
        assert block(one.text) == NESTED
        record = one.session.journal.records[-1]
        before = one.session.journal.battle_before(record.number)
        told = [f"{'  ' * each.depth}{each.text}" for each in working(record, before)]
    assert tuple(told[told.index(NESTED[0]) :][: len(NESTED)]) == NESTED
    assert block(heard(monkeypatch, path, "why")) == tuple(line.replace("→", "gives") for line in NESTED)
    report = [line.lstrip(" -•*") for line in fleetbook("report", str(path), "--format", "txt").out.splitlines()]
    assert [line.strip() for line in NESTED] == report[report.index(NESTED[0]) :][: len(NESTED)]
