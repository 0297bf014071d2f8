"""What the app does with an order by itself it does with a stranger's too: for all ships, and with ranges measured before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages.guests import Guest
from tests.tui.keyboard import refereeing

RULES, DUEL = "skirmish/rules.py", "skirmish/rosters/skirmish/duel.toml"
TARGET = '    target: str = fields.ship("target", enemy_ships)'
RANGE = '\n    range: int = fields.number("range", 0, 60, unit="cm", measured=fields.Range("firer", "target"))'
TICKS = """    def ticks(self, battle, ship): return Tick('f', 'fights', False, True), Tick('f', 'is free', False, False)

    ship_type, card_type"""


@pytest.fixture
def pairs(guest: Guest) -> Guest:
    """Two ships a side, which fire at a range."""
    guest.edited(RULES, TARGET, TARGET + RANGE)
    guest.edited(DUEL, 'name = "Arrow" }', 'name = "Arrow" }, { card = "Sloop", name = "Dart" }')
    guest.edited(DUEL, 'name = "Bolt" }', 'name = "Bolt" }, { card = "Sloop", name = "Lance" }')
    guest.install()
    return guest


def test_the_same_order_goes_on_to_the_next_ship_which_is_asked_for_her_range(pairs: Guest, tmp_path: Path) -> None:
    with refereeing(tmp_path / "d.battle", "skirmish/duel") as at:
        at.press("f", "1", "4", "enter", "*")
        assert at.battle.entry.form is not None
        assert at.battle.entry.form.draft.values["firer"] == "Dart"
        at.press("2", "0", "enter")
        assert [record.inputs["firer"] for record in at.session.journal.records] == ["Arrow", "Dart"]


def test_another_tick_with_the_same_sign_keeps_no_ship_from_it(pairs: Guest, tmp_path: Path) -> None:
    pairs.edited(RULES, "import Battle,", "import Tick, Battle,")
    pairs.edited(RULES, "    ship_type, card_type", TICKS)
    pairs.edited(RULES, RANGE, "")
    with refereeing(tmp_path / "d.battle", "skirmish/duel") as at:
        at.press("f", "enter", "*")
        assert [record.inputs["firer"] for record in at.session.journal.records] == ["Arrow", "Dart"]


def test_what_the_referee_rules_by_hand_is_not_done_to_the_next_ship(pairs: Guest, tmp_path: Path) -> None:
    with refereeing(tmp_path / "d.battle", "skirmish/duel") as at:
        at.press("x", "enter", "*")
        assert "no other ship can do the same now" in at.text and len(at.session.journal.records) == 1


def test_ranges_of_an_order_of_any_step_are_measured_before_it(pairs: Guest, tmp_path: Path) -> None:
    with refereeing(tmp_path / "d.battle", "skirmish/duel") as at:
        at.press("f7", "1", "4", "enter", "escape", "f")
        assert at.battle.entry.form is not None
        assert at.battle.entry.form.draft.values == {"firer": "Arrow", "target": "Bolt", "range": 14}
