"""Cards are drawn up once for as long as what they tell of stays as it is, and never a moment longer."""

from __future__ import annotations

from random import Random

import pytest

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.drawn_cards import MOST, DrawnCards, FactsRead
from fleetbook.core.battle.facts import TURN, Key, State
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import play_on
from tests.trust.games import OFTEN, RULESETS, scenario

HULL, MOVED = Key("Ajax", "hull"), Key("Ajax", "moved")
CARD = CardView("Ajax", "cruiser", "Blue", "", ())


@pytest.mark.parametrize("rules", RULESETS)
def test_after_every_line_each_card_is_what_the_rules_draw_up_anew(rules: str) -> None:
    journal = Journal(ruleset(rules), load_setup(scenario(rules)), "7")
    for record in play_on(journal, Random(7), 60, OFTEN):
        battle = journal.battle_after(record.number) if record.is_order else journal.battle
        for ship in battle.ships():
            assert battle.card(ship.name) == battle.ruleset.card(ship), (record.number, ship.name)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_moment_with_the_same_facts_has_the_same_card(rules: str) -> None:
    journal = Journal(ruleset(rules), load_setup(scenario(rules)), "7")
    ship = journal.start.ships()[0].name
    assert journal.start.card(ship) is journal.battle.card(ship)


def found(drawn: DrawnCards, ship: str, state: State, turn: int) -> CardView | None:
    """The card that is found again."""
    again = drawn.find(ship, state, turn)
    return again.card if again else None


def kept(state: State, turn: int, *, facts: tuple[Key, ...] = (), marks: tuple[Key, ...] = (), whole: bool = False) -> DrawnCards:
    """Cards of which one was drawn up in a state by what was read of it."""
    drawn = DrawnCards()
    drawn.keep("Ajax", state, turn, CARD, FactsRead(dict.fromkeys(facts), dict.fromkeys(marks), whole))
    return drawn


def test_a_card_holds_while_the_facts_read_for_it_do_whatever_else_changes() -> None:
    state = State().with_changes([(HULL, 9)])
    drawn = kept(state, 1, facts=(HULL, MOVED))
    assert found(drawn, "Ajax", state.with_changes([(Key("Argus", "hull"), 1)]), 5) is CARD
    assert found(drawn, "Ajax", state.with_changes([(HULL, 8)]), 1) is None
    assert found(drawn, "Ajax", state.with_changes([(MOVED, 1)]), 1) is None
    assert found(drawn, "Argus", state, 1) is None


def test_what_python_holds_equal_is_told_apart() -> None:
    state = State().with_changes([(HULL, 1)])
    drawn = kept(state, 1, facts=(HULL,))
    assert found(drawn, "Ajax", state.with_changes([(HULL, True)]), 1) is None
    assert found(drawn, "Ajax", state.with_changes([(HULL, 1.0)]), 1) is None


def test_of_a_turn_kept_as_a_fact_only_whether_it_is_this_one_counts() -> None:
    state = State().with_changes([(MOVED, 3)])
    drawn = kept(state, 3, marks=(MOVED,))
    assert found(drawn, "Ajax", state, 4) is None
    assert found(drawn, "Ajax", state.with_changes([(MOVED, 4)]), 4) is CARD


READ = FactsRead({HULL: None}, {MOVED: None})


def anew(_: str) -> tuple[CardView, FactsRead]:
    """Another card each time, which reads the boxes of the hull, and whether the ship has moved this turn."""
    return CardView("Ajax", "cruiser", "Blue", "", ()), READ


def test_of_all_cards_those_hold_of_which_nothing_has_changed() -> None:
    drawn, state = DrawnCards(), State().with_changes([(HULL, 9)])
    (card,) = drawn.all_of(state, 1, ["Ajax"], anew)
    elsewhere = state.with_changes([(Key("Argus", "hull"), 1)])
    assert drawn.all_of(elsewhere, 1, ["Ajax"], anew) == (card,)
    assert drawn.all_of(elsewhere, 1, ["Ajax"], anew)[0] is card
    assert drawn.all_of(elsewhere.with_changes([(HULL, 8)]), 1, ["Ajax"], anew)[0] is not card


def test_of_all_cards_one_that_asks_for_the_turn_is_drawn_again_in_the_next() -> None:
    drawn, state = DrawnCards(), State().with_changes([(HULL, 9), (MOVED, 1), (TURN, 1)])
    (card,) = drawn.all_of(state, 1, ["Ajax"], anew)
    assert drawn.all_of(state.with_changes([(TURN, 2)]), 2, ["Ajax"], anew)[0] is not card
    assert drawn.all_of(state.with_changes([(TURN, 1)]), 1, ["Ajax"], anew)[0] is card


def test_a_card_for_which_everything_was_read_is_not_kept() -> None:
    assert kept(State(), 1, whole=True).find("Ajax", State(), 1) is None


def test_no_more_cards_are_kept_than_there_is_room_for() -> None:
    drawn = DrawnCards()
    for hull in range(MOST + 1):
        drawn.keep("Ajax", State().with_changes([(HULL, hull)]), 1, CARD, FactsRead({HULL: None}))
    assert found(drawn, "Ajax", State().with_changes([(HULL, 0)]), 1) is None
    assert found(drawn, "Ajax", State().with_changes([(HULL, MOST)]), 1) is CARD
