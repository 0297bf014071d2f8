"""A line of the journal says what it changed, in random battles of all systems; recorded ones: tests/golden/test_golden.py."""

from __future__ import annotations

from random import Random

import pytest

from fleetbook.core.battle.card_view import CardView, Condition
from fleetbook.core.play.journal import Journal
from fleetbook.referee import damage_words
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import Habits, played
from tests.referee.unsaid import changed, unsaid

LINES = 120
HANDS = Habits(weights={"strike": 0.3, "set": 0.2, "note": 0.05, "next": 0.5, "end": 0.0})


@pytest.mark.parametrize("name", ["convoy", "yalu", "dogger-bank", "cape-sarych", "goeben-and-the-line"])
def test_every_line_that_changed_a_ship_says_what_it_changed(name: str) -> None:
    setup = load_setup(name)
    journal = played(Journal(ruleset(setup.ruleset), setup, "17"), Random(17), LINES, HANDS)
    assert any(changed(journal, record) for record in journal.records)
    assert list(unsaid(journal)) == []


def test_of_hits_that_wait_a_shot_is_told_its_own() -> None:
    def waiting(hits: int) -> CardView:
        due = Condition(f"HITS DUE {hits}", f"{hits} hits to work out", "due")
        return CardView("MGB 330", "MGB", "Royal Navy", "5 cm", (), conditions=(due,) * bool(hits))

    told = [
        [word.text for word in damage_words.changed(waiting(had), waiting(has)).harm] for had, has in ((0, 2), (6, 7), (7, 7))
    ]
    assert told == [["HITS DUE 2"], ["HITS DUE +1"], []]
