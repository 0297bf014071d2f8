"""Every recorded order of a side could have come from a player of that side, who knows no more than his side did then."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.errors import NotKnown, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.referee.proposals.proposal import on_true, proposal_of, side_draft
from tests.golden.playing import BATTLES
from tests.referee.proposals.moments import Recorded, by_his_names, moment_before, moments

OWN = {
    "black-sea-raid": 30, "coal-convoy": 30, "coal-convoy-variant": 30, "convoy": 128, "dogger-bank": 102, "goeben": 36,
    "goeben-variant": 37, "homeward": 19, "tsushima": 99, "yalu": 56,
}  # fmt: skip
"""The number of orders of each battle that belong to a side. All others are the referee's."""
LEFT_OPEN = {"black-sea-raid": 2, "coal-convoy": 3, "coal-convoy-variant": 3}
"""The number of them that name a fleet which the side does not see: it searches for whatever is there."""


def proposed(moment: Recorded, side: str) -> tuple[Draft[Any], bool]:
    """The side's draft of a recorded order, and whether an input was left open because the side does not know what it names."""
    record = moment.record
    kind, journal, known = journal_kind(moment), moment.journal, moment.known.get(side)
    entered = by_his_names(moment, side, kind, {name: record.inputs[name] for name in record.given})
    draft = side_draft(journal, side, kind.id, entered, known)
    is_open = {name for name in entered if kind.declared[name].left_open is not False}
    if draft.problem is None or not is_open:
        return draft, False
    return side_draft(journal, side, kind.id, {n: v for n, v in entered.items() if n not in is_open}, known), True


def journal_kind(moment: Recorded) -> type[Any]:
    return moment.journal.ruleset.order(moment.record.procedure)


@pytest.mark.parametrize("battle", BATTLES)
def test_each_order_of_a_side_could_be_proposed_by_it_and_is_the_same_order_in_the_true_battle(battle: str) -> None:
    own, left_open, faults = 0, 0, []
    for moment in moments(battle):
        order, record = moment.journal.order_of(moment.record), moment.record
        for side in order.owners(moment.battle):
            draft, is_open = proposed(moment, side)
            own, left_open = own + 1, left_open + is_open
            if draft.problem is not None:
                faults.append(f"{record.number} {record.headline}: {draft.problem}")
                continue
            true = on_true(proposal_of(draft, moment.journal.position), moment.journal)
            for name in set(record.given) - set(draft.given):  # the referee fills in what was left open
                true = true.with_input(name, record.inputs[name])
            if true.problem is not None or true.order() != order:
                faults.append(f"{record.number} {record.headline}: {true.problem or true.order()}")
    assert faults == []
    assert (own, left_open) == (OWN[battle], LEFT_OPEN.get(battle, 0))


def test_a_marker_is_named_as_the_side_sees_it_and_means_the_squadron_behind_it() -> None:
    moment = moment_before("tsushima", 52)
    assert moment.record.inputs["contact"] == "Smoke in the mist"
    (side,) = moment.journal.order_of(moment.record).owners(moment.battle)
    draft, _ = proposed(moment, side)
    assert draft.values["contact"] == "contact C"
    assert "Smoke in the mist" not in draft.entries["contact"].words
    unknown = draft.with_input("contact", "Smoke in the mist").problem
    assert str(unknown).startswith("contact: found Smoke in the mist, allowed: contact A, contact B, contact C")
    proposal = proposal_of(draft, moment.journal.position)
    assert proposal.entered["contact"] == "contact C"
    assert on_true(proposal, moment.journal).values["contact"] == "Smoke in the mist"


def test_a_fleet_that_moved_by_orders_the_side_may_not_read_can_be_pursued() -> None:
    """The enemy's mission is withheld, so the side cannot know whether his fleet moves first."""
    moment = moment_before("black-sea-raid", 48)
    order = moment.journal.order_of(moment.record)
    (side,) = order.owners(moment.battle)
    draft, _ = proposed(moment, side)
    assert (draft.kind.id, draft.problem) == ("pursue", None)
    with pytest.raises(Refused, match="wait until Souchon has moved"):  # if absent were taken for "no mission"
        draft.order().check(draft.battle)
    with pytest.raises(NotKnown):
        draft.order().check(draft.battle.checking())
