"""Proposals of players: whose they are, what they hold, and what they become when the referee gives them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from fleetbook.referee.proposals.proposal import Proposal, changed_since, offers_for, on_true, proposal_of, side_draft
from tests.core import toy
from tests.referee.proposals.moments import copied, recorded


@pytest.fixture
def journal() -> Journal[Any]:
    """The pond in the step in which the Ducks sail."""
    return Journal(toy.Pond(), toy.setup(), toy.SEED)


def give(journal: Journal[Any], order: str, **inputs: Any) -> None:
    kind: type[Order[Any]] = journal.ruleset.order(order)
    known = {name: field.default for name, field in kind.declared.items() if not callable(field.default)}
    journal.append(journal.propose(kind.from_inputs({**known, **inputs})))


def sail(journal: Journal[Any], **entered: Any) -> Proposal:
    draft = side_draft(journal, "Ducks", "sail", entered)
    assert draft.problem is None
    return proposal_of(draft, journal.position, "Ann", (6,))


def test_a_side_is_offered_its_own_orders_and_no_order_of_the_referee(journal: Journal[Any]) -> None:
    offers = {side: {offer.kind.id: str(offer.problem) for offer in offers_for(journal, side)} for side in ("Ducks", "Waders")}
    assert offers["Ducks"]["sail"] == "None"
    assert offers["Waders"]["sail"] == "Waders has nothing to name for boat (P1)"
    assert offers["Ducks"]["fire"].startswith("Fire belongs to steps")
    assert not {"next", "strike", "set", "note", "end"} & {*offers["Ducks"], *offers["Waders"]}


def test_a_proposal_holds_what_was_entered_alone_and_survives_json(journal: Journal[Any]) -> None:
    proposal = sail(journal, boat="du", speed="3")
    assert proposal == Proposal("Ducks", "sail", {"boat": "Duck", "speed": 3}, 0, "Ann", (6,))
    assert msgspec.json.decode(msgspec.json.encode(proposal), type=Proposal) == proposal


def test_the_rest_is_filled_in_anew_when_the_referee_gives_it(journal: Journal[Any]) -> None:
    proposal = sail(journal, boat="Duck")
    give(journal, "set", ship="battle", condition="light", value="dusk", reason="late")
    true = on_true(proposal, journal)
    assert (true.given, true.values["lantern"], true.problem) == (("boat",), True, None)


def test_an_order_for_a_unit_of_another_side_is_refused(journal: Journal[Any]) -> None:
    with pytest.raises(Refused, match="Sail is an order of Ducks, not of Waders"):
        on_true(Proposal("Waders", "sail", {"boat": "Duck"}, 0), journal)
    with pytest.raises(Refused, match="Next step is an order of the referee, not of Ducks"):
        on_true(Proposal("Ducks", "next", {}, 0), journal)
    assert str(side_draft(journal, "Ducks", "next", {}).problem) == "Next step is an order of the referee"


@pytest.mark.parametrize(
    ("proposal", "words"),
    [
        (Proposal("Ducks", "fly", {}, 0), "fly"),
        (Proposal("Ducks", "sail", {"wings": "2"}, 0), "wings"),
        (Proposal("Ducks", "sail", {}, 7), "line: found 7, allowed: a line from 0 to 0"),
        (Proposal("Ducks", "sail", {}, -1), "line: found -1"),
    ],
)
def test_a_proposal_that_no_form_makes_is_an_error(journal: Journal[Any], proposal: Proposal, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        on_true(proposal, journal)


def test_a_proposal_says_which_facts_it_read_have_changed_since(journal: Journal[Any]) -> None:
    proposal = sail(journal, boat="Duck")
    assert changed_since(proposal, journal) == ()
    give(journal, "note", words="rain")
    assert changed_since(proposal, journal) == ()
    give(journal, "strike", ship="Heron", track="hull", boxes=1, reason="a rock")
    assert changed_since(proposal, journal) == ()  # her hull is no matter of Duck's
    give(journal, "strike", ship="Duck", track="hull", boxes=1, reason="a rock")
    assert changed_since(proposal, journal) == ("Duck: hull",)
    give(journal, "sail", boat="Duck", speed=3, heading="north", smoke=False, lantern=False)
    assert changed_since(proposal, journal) == ("Duck: hull, sailed, speed",)
    assert str(on_true(proposal, journal).problem) == "Duck has sailed this turn (P1)"
    journal.append(journal.undo(0))
    assert changed_since(proposal, journal) == ()


def test_a_step_that_is_over_is_a_change(journal: Journal[Any]) -> None:
    proposal = sail(journal, boat="Duck")
    give(journal, "next")
    assert changed_since(proposal, journal) == ("step",)


def test_another_squadron_that_has_acted_since_is_no_change() -> None:
    """Squadrons of the Yalu act in turn: an order that was sent while another squadron or side acted is as good as before."""
    whole = recorded("yalu")
    lines = [record.number for record in whole.records if record.procedure == "move"]
    proposal = Proposal("Japan", "move", {"squadron": "Main Squadron", "speed": 10}, lines[0] - 1)
    then, now = copied(whole, lines[0] - 1), copied(whole, lines[1])
    assert (then.battle.acting, now.battle.acting) == ("Japan", "Japan")
    assert changed_since(proposal, now) == ()
