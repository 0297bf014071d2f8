"""An end that is taken back tells a side nothing of who was ahead."""

from __future__ import annotations

from typing import Any

from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup


def give(journal: Journal[Any], order: str, **inputs: Any) -> None:
    draft = Draft(journal.battle, journal.ruleset.order(order), inputs)
    journal.append(journal.propose(draft.order(), None, (), draft.given))


def read(journal: Journal[Any], side: str) -> str:
    view = SideView(journal, side)
    return " ".join(
        f"{record.headline} {record.inputs} {[reported.words for reported in view.results(record)]}" for record in view.records
    )


def test_the_verdict_is_read_once_the_battle_has_ended_and_not_after_its_end_was_taken_back() -> None:
    setup = load_setup("cape-sarych")
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, "1")
    give(journal, "strike", ship="Breslau", track="hull", boxes=1)
    give(journal, "end")
    assert "RUSSIA HAS WON" in read(journal, "Central Powers")
    journal.append(journal.undo())
    assert "russia" not in read(journal, "Central Powers").casefold()
