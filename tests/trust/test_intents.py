"""What a doctrine means by an order is read by its own side and the referee alone, until the battle has ended."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import DOCTRINE, Hands, Proposer
from fleetbook.core.doctrines.helm import TOWARDS, Helm, Intent
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.offers import draft
from fleetbook.referee.proposals.post import FromServer, Sent, read
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.rules.coastal.words import Says
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.trust.twins import DOCUMENTS, documents_of

OWN, OTHER = "Royal Navy", "Kriegsmarine"
ONE = Intent(Helm(TOWARDS, "M 388", 17), None, Says.meets(target="M 388", cm=61))
ANOTHER = Intent(Helm(TOWARDS, "Hellweg", 23), -45, Says.best_range(cm=37, own=8, enemy=3))


def moved(intent: Intent | None) -> Journal[Any]:
    """MTB 221 moves, as her doctrine proposes. The order is the same whatever it means by it."""
    setup = load_setup("convoy")
    rules = ruleset(setup.ruleset)
    journal = Journal(rules, setup, "a seed")
    journal.append(journal.propose(NextStep()))
    order = rules.order("move").from_inputs({"ship": "MTB 221", "speed": 5, "turning": True, "smoke": False})
    hands = Hands(Proposer(OWN, DOCTRINE, "hold the best range", intent))
    journal.append(journal.propose(order, given=("ship",), hands=hands))
    return journal


@pytest.mark.parametrize("reader", [OTHER, None])
def test_other_readers_read_the_same_whatever_a_doctrine_means(reader: str | None) -> None:
    read_of = [documents_of(moved(intent), reader, DOCUMENTS) for intent in (ONE, ANOTHER, None)]
    assert read_of[0] == read_of[1] == read_of[2]


def test_its_own_side_reads_it_and_all_do_when_the_battle_has_ended() -> None:
    journal = moved(ONE)
    assert "M 388 is within 61 cm" in documents_of(journal, OWN)["working"]
    assert "no nearer than 17 cm" in documents_of(journal, OWN)["log --json"]
    journal.append(journal.propose(draft(journal.battle, "end", {"reason": "dawn"}).order()))
    assert "M 388 is within 61 cm" in documents_of(journal, OTHER)["working"]
    assert SideView(journal, None).record(2).proposer == journal.record(2).proposer


def test_a_phone_sends_no_intent() -> None:
    sent = Sent("1", Proposal(OTHER, "move", {}, 0), "moves")
    assert read(msgspec.json.encode(FromServer(phone=sent))).phone == sent
    with pytest.raises(ValueError, match="no phone"):
        read(msgspec.json.encode(FromServer(phone=msgspec.structs.replace(sent, intent=ONE))))
