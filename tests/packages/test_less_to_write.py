"""What rules need not write out: a headline is declared by its inputs, a card has the keys that every card may have."""

from __future__ import annotations

import msgspec
import pytest

from fleetbook.core.battle.events import Marked
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from fleetbook.testing import Game, scenario
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"


def test_a_headline_is_declared_by_the_inputs_that_it_names(guest: Guest) -> None:
    guest.edited(RULES, "    firer: str", '    says = "{firer} fires at {target}"\n    firer: str')
    guest.install()
    game = Game(ruleset("skirmish"), scenario("skirmish/duel"))
    assert game.give("fire", 1, 1).headline == "Arrow fires at Bolt"


def test_whose_doing_it_is_is_declared_by_the_inputs_that_it_names(guest: Guest) -> None:
    guest.edited(RULES, "    firer: str", '    doing = Cause(by="{firer}", how="guns of {firer}")\n    firer: str')
    guest.edited(RULES, "import Battle, Boxes", "import Cause, Battle, Boxes")
    guest.install()
    record = Game(ruleset("skirmish"), scenario("skirmish/duel")).give("fire", 6, 1)
    assert [(event.by, event.how) for event in record.events if isinstance(event, Marked)] == [("Arrow", "guns of Arrow")]


def test_an_order_that_declares_none_is_reported_by_its_title(guest: Guest) -> None:
    guest.install()
    game = Game(ruleset("skirmish"), scenario("skirmish/duel"))
    assert game.give("fire", 1, 1).headline == "Fire"


def test_a_card_has_the_keys_of_every_card_behind_its_own_and_no_other(guest: Guest) -> None:
    guest.edited(RULES, "import Battle, Boxes", "import RosterCard, Battle, Boxes")
    own = next(line for line in (guest.folder / RULES).read_text(encoding="utf-8").splitlines() if line.startswith("class Card("))
    guest.edited(RULES, own, "class Card(RosterCard, frozen=True):")
    guest.install()
    rules = ruleset("skirmish")
    read = rules.read_card({"name": "Ark", "hull": 3, "note": "Old", "checked": False}, "here", rules.tables)
    assert (read.note, read.checked, read.estimated) == ("Old", False, False)
    names = [field.name for field in msgspec.structs.fields(rules.card_type)]
    assert (names[0], names[-3:]) == ("name", ["estimated", "checked", "note"])
    with pytest.raises(InvalidInput, match="did you mean note"):
        rules.read_card({"name": "Ark", "hull": 3, "nte": "Old"}, "here", rules.tables)
