"""The names by which a side reads a battle: a hidden name is replaced where it is a value, and the rules word the rest."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Adjustment, Changed, Chosen, Marked, Rolled
from fleetbook.core.battle.facts import Key, held
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.battle.subject import Subject
from fleetbook.core.dice import Face
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.reader_names import FIRST_MARK, ReaderNames, is_secret
from fleetbook.core.words.sentence import Said, Sentences
from fleetbook.rules.kit import Flag
from tests.core import toy


class Reach(Subject):
    """Facts of one boat toward another."""

    near = Flag().between_ships()
    tows = Flag().toward_ships()


class Pond(toy.Pond):
    """The pond, where boats are near each other and in tow."""

    other_subjects = (Reach,)


NAMES = ReaderNames[Any](Journal(Pond(), toy.setup(), toy.SEED), frozenset(("Heron", "Swan", "hull")), {"Swan": "boat A"})


def test_a_value_that_is_a_hidden_name_is_replaced_and_no_other() -> None:
    assert NAMES.value("Swan") == "boat A"
    assert is_secret(NAMES.value("Heron"))
    for words in ("Duck", "Swan and Duck", "Herons", "the Heron", "heron", ""):
        assert NAMES.value(words) == words


def test_names_are_replaced_wherever_events_and_inputs_hold_them() -> None:
    assert NAMES.value({"boat": "Swan", "boats": ["Duck", "Swan"], "range": 4}) == {
        "boat": "boat A",
        "boats": ["Duck", "boat A"],
        "range": 4,
    }
    changed = Changed("Swan", "target", "Swan", ("Swan", 2), "Swan", by=("Swan", "Duck"))
    assert NAMES.value(changed) == Changed("boat A", "target", "boat A", ("boat A", 2), "boat A", by=("boat A", "Duck"))
    said = Said("rows", {"boat": "Swan", "how": Said("seen_by", {"boat": "Swan"}).nested()})
    assert NAMES.value(said) == Said("rows", {"boat": "boat A", "how": {"said": "seen_by", "boat": "boat A"}})


@pytest.mark.parametrize(
    "event",
    [
        Changed("Heron", "fire", None, 1),
        Changed("Duck", "target", None, ("Heron", 2)),
        Chosen("Ducks", "Duck", ("Duck", "Heron")),
        Rolled("D6", (Face(6, 3),), 3, "3", said=Said("fires", {"target": "Heron"})),
        Rolled("D6", (Face(6, 3),), 3, "3", adjustments=(Adjustment(1, said=Said("near", {"boat": "Heron"})),)),
        Marked("hull", "hull", 5, 4, 5),
    ],
)
def test_an_event_that_names_a_hidden_ship_is_secret(event: Any) -> None:
    assert not is_secret(event)
    assert is_secret(NAMES.value(event))


def test_ids_of_the_rules_are_no_names() -> None:
    event = Marked("Duck", "hull", 5, 4, 5)
    assert NAMES.value(event) == event


@pytest.mark.parametrize(
    "text",
    [
        Said("typed", {"words": "two Herons rise"}),
        {"said": "typed", "words": "HERON rises"},
        Said("rows", {"boat": "Duck", "how": Sentences.typed(words="past the Heron").nested()}),
        ("sunk", 3, Said("typed", {"words": "rammed by Heron"}).as_fact()),
    ],
)
def test_plain_text_is_searched_for_names(text: Any) -> None:
    assert is_secret(NAMES.value(text))


def test_plain_text_that_names_nobody_hidden_stays() -> None:
    said = Said("typed", {"words": "Ducks rise"})
    assert NAMES.value(said) == said


def test_a_value_of_two_ships_stays_under_the_name_that_is_first_in_the_alphabet() -> None:
    """Duck is before Swan, and "boat A" is not before Duck, but the mark of Heron is behind every name."""
    assert NAMES.key(Reach.near["Duck"].key("Swan")) == Key("Duck", "near", "boat A")
    assert NAMES.key(Reach.near["Swan"].key("a boat")) == Key("a boat", "near", "boat A")
    assert NAMES.key(Reach.near["Heron"].key("Swan")) == Reach.near["boat A"].key(str(NAMES.value("Heron")))
    assert NAMES.key(held(Reach.near["Heron"].key("Swan"))).subject == "boat A"
    assert NAMES.key(Key("Heron", "tows", "Duck")).other == "Duck"


def test_the_true_key_of_a_change_is_found_again() -> None:
    event = Changed("Swan", "held back: target", None, "x", "Heron")
    assert NAMES.true(NAMES.value(event)) == Key("Swan", "target", "Heron")


def test_a_battle_under_these_names_has_the_facts_of_the_true_one() -> None:
    true, named = toy.battle(), NAMES.battle(0)
    assert [*named.ship_names] == [NAMES.value(ship.name) for ship in true.ships()]
    assert named.ship("boat A").speed == true.ship("Swan").speed
    assert len(named.state) == len(true.state)


def test_a_setup_has_these_names_and_its_cards_as_they_are() -> None:
    entry = ShipEntry("Swan", "Ducks", {"class": "Swan"}, squadron="Heron")
    old = Setup("pond", "1", "t", ("Ducks", "Waders"), (entry,), (Squadron("Heron", "Waders", {"leader": "Swan", "boats": 2}),))
    new = NAMES.setup(old)
    assert (new.ships[0].name, new.ships[0].card) == ("boat A", {"class": "Swan"})
    assert new.squadrons[0].name == new.ships[0].squadron == NAMES.value("Heron")
    assert new.squadrons[0].details == {"leader": "boat A", "boats": 2}


def test_a_mark_is_one_letter_that_no_language_has() -> None:
    assert str(NAMES.value("Heron")) >= FIRST_MARK
    assert len(str(NAMES.value("Heron"))) == 1
    assert not is_secret("Éclair 漢字 \ue000")
