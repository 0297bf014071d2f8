"""A range belongs to two ships and a step: a sheet gives no other without a question."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fleetbook.core.battle.record import Record
from tests.tui.battle.entry.test_sheet import FLYING, firing, given, row_of, sheet, values
from tests.tui.battle.test_board import give
from tests.tui.keyboard import Keyboard


def to_turn(one: Keyboard, turn: int, side: str = "") -> None:
    """On to the firing phase of a turn, and there to a side's attack."""
    while (one.session.battle.turn, one.session.battle.phase) != (turn, "firing"):
        one.go()
        if one.battle.entry.answer is not None:
            one.press("enter")
    while side and one.session.acting != side:
        one.press("k")


def test_the_range_to_a_ship_that_is_gone_is_not_proposed_for_another(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fguang7")
        one.press("enter", "enter")
        hull = one.session.battle.card("Guangjia").first
        assert hull is not None
        give(one, "strike", ship="Guangjia", track="hull", boxes=hull.left)
        to_turn(one, 2, "Japan")
        one.press("F")
        assert "Guangjia" not in values(one, "target")
        assert values(one, "range") == [None] * 4
        before = len(given(one))
        one.press("enter", "enter")
        assert len(given(one)) == before
        assert "range: missing" in one.text


def test_another_ships_range_to_another_target_in_this_turn_is_not_proposed(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        for _ in range(3):
            one.press("down", " ")
        one.press("up", "up", "up", "+")
        assert given(one)[-1][3] == FLYING[:1]
        one.press("F", "down")
        one.type("lai")
        assert "   ? " in row_of(one, "Takachiho"), "45 cm were measured from Yoshino to Dingyuan"


def test_a_range_measured_by_another_ship_of_the_squadron_is_asked_about(tmp_path: Path) -> None:
    with firing(tmp_path / "a.battle") as one:
        one.type("Fding45")
        for _ in range(3):
            one.press("down", " ")
        one.press("+", "F")
        rows = {row.ship: place for place, row in enumerate(sheet(one).rows)}
        one.press(*["down"] * rows["Takachiho"])
        one.type("ding")
        before = len(given(one))
        assert " 45" not in row_of(one, "Takachiho") or " 45? " in row_of(one, "Takachiho")
        one.press("enter")
        assert len(given(one)) == before


def numbers_typed(keys: list[str]) -> set[str]:
    """The numbers that digits in succession spell, the shorter ones as well."""
    found, text = set[str](), ""
    for key in keys:
        text = f"{text}{key}" if key.isdigit() else ""
        found.add(text)
    return found


class Watching:
    """What a referee has typed into the sheets of this step, ship by ship, and measured by giving orders."""

    def __init__(self, one: Keyboard) -> None:
        self.one, self.last = one, ""
        self.step: tuple[int, str, str] | None = None
        self.typed: dict[str, list[str]] = {}
        self.measured: dict[frozenset[str], int] = {}

    def press(self, key: str) -> None:
        """Press a key, and look at the ranges of the orders that it gave."""
        battle = self.one.session.battle
        if self.step != (battle.turn, battle.phase, ""):
            self.step, self.typed, self.measured = (battle.turn, battle.phase, ""), {}, {}
        shown = self.one.battle.sheets.sheet
        rows = [row.ship for row in shown.rows] if shown else []
        if shown is not None:
            self.typed.setdefault(shown.row.ship, []).append(key)
        before = len(self.one.session.journal.records)
        self.one.press(key)
        for record in self.one.session.journal.records[before:]:
            if record.procedure == "volley":
                self.check(record, rows, key)
        self.last = key

    def check(self, record: Record, rows: list[str], key: str) -> None:
        number, target = record.inputs["range"], record.inputs["target"]
        for ship in record.inputs["ships"]:
            above = rows[: rows.index(ship) + 1]
            typed = set().union(*(numbers_typed(self.typed.get(name, [])) for name in above))
            is_measured = self.measured.get(frozenset((ship, target))) == number
            assert str(number) in typed or is_measured or self.last == key, (ship, target, number)
            self.measured[frozenset((ship, target))] = number


@pytest.mark.parametrize("seed", range(3))
def test_in_random_battles_every_range_was_typed_measured_or_confirmed(seed: int, tmp_path: Path) -> None:
    chance, asked = random.Random(seed), 0
    with firing(tmp_path / "a.battle") as one:
        one.draws = False
        for turn in range(1, 3):
            to_turn(one, turn)
            watching = Watching(one)
            for _ in range(20):
                if one.session.battle.phase != "firing" or one.battle.entry.answer is not None or not one.session.due:
                    break
                if one.battle.sheets.sheet is None:
                    watching.press("F")
                if one.battle.sheets.sheet is None:
                    watching.press("k")
                    continue
                targets = sheet(one).entry(0, "target").options or ("x",)
                texts = [str(chance.randint(3, 40)), chance.choice(targets)[:4].lower().strip(), "", ""]
                for key in (*chance.choice(texts), chance.choice(["down", "up", "*", "=", " ", "right", "pagedown", "down"])):
                    watching.press(key)
                lines = len(one.session.journal.records)
                for key in chance.choice([["enter"], ["enter", "enter"], ["+"], ["+", "+"], []]):
                    if one.battle.sheets.sheet is not None:
                        watching.press(key)
                asked += lines == len(one.session.journal.records)
                if chance.random() < 0.3:
                    struck = chance.choice([ship for ship in one.session.battle.ships() if ship.afloat and not ship.hull_gone])
                    one.battle.sheets.sheet = None
                    hull = one.session.battle.card(struck.name).first
                    assert hull is not None
                    give(one, "strike", ship=struck.name, track="hull", boxes=min(hull.left, 5))
            if one.battle.sheets.sheet is not None:
                one.press("escape")
        volleys = [record for record in one.session.journal.records if record.procedure == "volley"]
        assert len(volleys) > 2 and asked
