"""A cached card is valid as long as the facts behind it stay the same, and never a moment longer."""

from __future__ import annotations

from random import Random

import pytest

from fleetbook.core.battle.battle import ReadBattle
from fleetbook.core.battle.card_cache import MOST, CardCache, FactsRead, Mark
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import TURN, Key, State
from fleetbook.core.battle.verdict import counted
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import play_on
from tests.trust.games import OFTEN, RULESETS, scenario

HULL, MOVED = Key("Ajax", "hull"), Key("Ajax", "moved")
CARD = CardView("Ajax", "cruiser", "Blue", "", ())


@pytest.mark.parametrize("rules", RULESETS)
def test_after_every_line_each_card_equals_a_newly_drawn_one(rules: str) -> None:
    journal = Journal(ruleset(rules), load_setup(scenario(rules)), "7")
    for record in play_on(journal, Random(7), 30, OFTEN):
        battle = journal.battle_after(record.number) if record.is_order else journal.battle
        for ship in battle.ships():
            assert battle.card(ship.name) == battle.ruleset.card(ship), (record.number, ship.name)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_moment_with_the_same_facts_has_the_same_card(rules: str) -> None:
    journal = Journal(ruleset(rules), load_setup(scenario(rules)), "7")
    ship = journal.start.ships()[0].name
    assert journal.start.card(ship) is journal.battle.card(ship)


@pytest.mark.parametrize("name", ["convoy", "tsushima", "dogger-bank", "black-sea-raid", "goeben-and-the-line"])
def test_after_every_line_the_counts_of_the_score_equal_newly_made_ones(name: str) -> None:
    setup = load_setup(name)
    journal = Journal(ruleset(setup.ruleset), setup, "7")
    assert counted(journal.start)
    for record in play_on(journal, Random(7), 60, OFTEN):
        battle = journal.battle_after(record.number) if record.is_order else journal.battle
        assert counted(battle) == counted(ReadBattle(battle)), record.number


def cached(
    state: State, turn: int, *, facts: tuple[Key, ...] = (), marks: tuple[Key, ...] = (), whole: bool = False
) -> CardCache:
    """A cache with one card, drawn in a state by the facts that were read."""
    cache = CardCache()
    cache.add("Ajax", state, turn, CARD, FactsRead(dict.fromkeys((*facts, *map(Mark, marks))), whole))
    return cache


def found(cache: CardCache, ship: str, state: State, turn: int) -> CardView | None:
    """The cached card in a state."""
    drawn = cache.find(ship, state, turn)
    return drawn.value if drawn else None


def test_a_card_is_valid_while_its_facts_hold_whatever_else_changes() -> None:
    state = State().with_changes([(HULL, 9)])
    cache = cached(state, 1, facts=(HULL, MOVED))
    assert found(cache, "Ajax", state.with_changes([(Key("Argus", "hull"), 1)]), 5) is CARD
    assert found(cache, "Ajax", state.with_changes([(HULL, 8)]), 1) is None
    assert found(cache, "Ajax", state.with_changes([(MOVED, 1)]), 1) is None
    assert found(cache, "Argus", state, 1) is None


def test_equal_values_of_different_types_have_different_cards() -> None:
    state = State().with_changes([(HULL, 1)])
    cache = cached(state, 1, facts=(HULL,))
    assert found(cache, "Ajax", state.with_changes([(HULL, True)]), 1) is None
    assert found(cache, "Ajax", state.with_changes([(HULL, 1.0)]), 1) is None


def test_a_turn_stored_as_a_fact_is_only_compared_with_the_present_one() -> None:
    state = State().with_changes([(MOVED, 3)])
    cache = cached(state, 3, marks=(MOVED,))
    assert found(cache, "Ajax", state, 4) is None
    assert found(cache, "Ajax", state.with_changes([(MOVED, 4)]), 4) is CARD


READ = FactsRead({HULL: None, Mark(MOVED): None})


def draw(_: str) -> tuple[CardView, FactsRead]:
    """A new card each time. It reads the hull boxes, and whether the ship has moved this turn."""
    return CardView("Ajax", "cruiser", "Blue", "", ()), READ


def test_of_all_cards_only_those_with_changed_facts_are_drawn_again() -> None:
    cache, state = CardCache(), State().with_changes([(HULL, 9)])
    (card,) = cache.all_of(state, 1, ["Ajax"], draw)
    elsewhere = state.with_changes([(Key("Argus", "hull"), 1)])
    assert cache.all_of(elsewhere, 1, ["Ajax"], draw)[0] is card
    assert cache.all_of(elsewhere.with_changes([(HULL, 8)]), 1, ["Ajax"], draw)[0] is not card


def test_of_all_cards_one_that_compares_a_turn_is_drawn_again_in_the_next_turn() -> None:
    cache, state = CardCache(), State().with_changes([(HULL, 9), (MOVED, 1), (TURN, 1)])
    (card,) = cache.all_of(state, 1, ["Ajax"], draw)
    assert cache.all_of(state.with_changes([(TURN, 2)]), 2, ["Ajax"], draw)[0] is not card
    assert cache.all_of(state.with_changes([(TURN, 1)]), 1, ["Ajax"], draw)[0] is card


def test_a_ship_asked_for_line_by_line_has_a_new_card_as_soon_as_one_of_its_facts_changes() -> None:
    cache, state = CardCache(), State().with_changes([(HULL, 9), (TURN, 1)])
    card = cache.of("Ajax", state, 1, draw).value
    later = state
    for hull in range(50):
        later = later.with_changes([(Key("Argus", "hull"), hull)])
        assert cache.of("Ajax", later, 1, draw).value is card
    struck = later.with_changes([(HULL, 8)])
    after = cache.of("Ajax", struck.with_changes([(Key("Argus", "hull"), 0)]), 1, draw).value
    assert after is not card
    assert cache.of("Ajax", struck, 1, draw).value is after
    assert cache.of("Ajax", later, 1, draw).value is card
    moved = later.with_changes([(MOVED, 1)])
    assert cache.of("Ajax", moved, 1, draw).value is not card
    assert cache.of("Ajax", moved.with_changes([(TURN, 2)]), 2, draw).value is card


def test_a_card_that_read_everything_is_not_cached() -> None:
    assert cached(State(), 1, whole=True).find("Ajax", State(), 1) is None


def test_the_cache_has_a_limit() -> None:
    cache = CardCache()
    for hull in range(MOST + 1):
        cache.add("Ajax", State().with_changes([(HULL, hull)]), 1, CARD, FactsRead({HULL: None}))
    assert found(cache, "Ajax", State().with_changes([(HULL, 0)]), 1) is None
    assert found(cache, "Ajax", State().with_changes([(HULL, MOST)]), 1) is CARD
