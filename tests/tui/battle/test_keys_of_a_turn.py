"""How many keys a whole turn by the A&A sheet takes: its damage, initiative, moves, repairs, spotting and the fire of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.orders.draft import Draft
from tests.tui.keyboard import Keyboard, refereeing

MOST_PRESSED = 200


def on_to(one: Keyboard, phase: str) -> None:
    """Press what a referee would press: n, and Enter where a player chooses."""
    while one.session.battle.phase != phase:
        assert one.pressed < MOST_PRESSED
        one.press("enter" if one.battle.entry.answer is not None else "n")


def reveal_all(one: Keyboard) -> None:
    """Reveal all contact markers, so that all squadrons fire."""
    on_to(one, "movement")
    reveal, done = map(one.session.battle.ruleset.order, ("reveal", "done"))
    while one.session.due:
        draft = Draft(one.session.battle, reveal)
        one.session.file.give((Draft(one.session.battle, done) if draft.problem else draft).order())


def fire_at_one_target_each(one: Keyboard) -> None:
    """In the firing phase each squadron fires at one target, which the next turn proposes again."""
    on_to(one, "firing")
    while one.session.due:
        one.press("F")
        sheet = one.battle.sheets.sheet
        target = str(sheet.drafts[0].values["target"]).lower() if sheet else ""
        fire_or_pass(one, f"{target}20")


def fire_or_pass(one: Keyboard, typed: str) -> None:
    """Type into the open sheet and fire. A squadron that has no gun left is done."""
    assert one.pressed < 3 * MOST_PRESSED, one.text
    if one.battle.sheets.sheet is None:
        one.press("k")
    else:
        one.type(typed)
        one.press("enter")


def turn(one: Keyboard, least: int) -> int:
    """The keys of one turn, from the end of the turn before to its own end. At least so many squadrons fire, at a typed range."""
    while one.session.battle.phase != "ongoing":
        one.go()
    one.pressed, now = 0, one.session.battle.turn
    on_to(one, "movement")
    one.press("m", "enter", "*")
    on_to(one, "firing")
    acted = 0
    while one.session.due:
        one.press("2" if acted else "F")
        fire_or_pass(one, "0" if acted else "20")
        acted += 1
    assert acted >= least
    while one.session.battle.turn == now:
        one.press("n")
    return one.pressed


@pytest.mark.parametrize(("scenario", "squadrons", "most"), [("yalu", 4, 26), ("tsushima", 8, 38)])
def test_a_turn_in_which_each_squadron_fires_at_one_range(scenario: str, squadrons: int, most: int, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", scenario) as one:
        one.draws = False
        reveal_all(one)
        fire_at_one_target_each(one)
        assert turn(one, squadrons) <= most


@pytest.mark.parametrize(("scenario", "squadrons", "most"), [("yalu", 5, 70), ("tsushima", 9, 110)])
def test_a_turn_in_which_each_ship_has_a_target_and_a_squadron_its_range(
    scenario: str, squadrons: int, most: int, tmp_path: Path
) -> None:
    with refereeing(tmp_path / "a.battle", scenario) as one:
        one.draws = False
        reveal_all(one)
        assert turn(one, squadrons) <= most
        volleys = [record for record in one.session.journal.records if record.procedure == "volley"]
        assert len({record.inputs["target"] for record in volleys}) > 2 * squadrons
