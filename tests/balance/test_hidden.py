"""A doctrine sees no more than its side may know: two battles that differ in a secret get the same orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.core.doctrines.filled import filled
from fleetbook.core.doctrines.finding import doctrines_of, models_of
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_battle import side_battle
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup

RULES = ruleset("coastal")


class Near:
    """A tape on which all ships are near each other, to starboard."""

    def range(self, one: str, other: str) -> float:
        return 31.0

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        return arcs[-2]

    def between(self, one: str, other: str) -> tuple[str, ...]:
        return ()

    def met(self, runner: str) -> tuple[str, ...]:
        return ()

    def turns(self, ship: str) -> bool:
        return False

    def along(self, one: str, other: str) -> bool:
        return False

    def left(self) -> tuple[str, ...]:
        return ()


def battle(aim: str, phase: str) -> Journal[Any]:
    """A convoy in which MTB 233 has launched at this ship, of which the enemy sees only that torpedoes are in the water."""
    journal: Journal[Any] = Journal(RULES, load_setup("convoy"), "a seed")

    def until(wanted: str) -> None:
        while journal.battle.phase != wanted:
            journal.append(journal.propose(NextStep()))

    until("move-1")
    launch = {"ship": "MTB 233", "target": aim, "range": 40}
    journal.append(journal.propose(filled(RULES.order("launch"), journal.battle, launch)))
    until("fire-1")
    for look in ({"observer": "R 86", "target": "MTB 221", "range": 10}, {"observer": "M 388", "target": "MTB 233", "range": 10}):
        journal.append(journal.propose(filled(RULES.order("observe"), journal.battle, look)))
    until(phase)
    return journal


@pytest.mark.parametrize("doctrine", doctrines_of(RULES))
@pytest.mark.parametrize("phase", ["fire-1", "move-2"])
def test_the_aim_of_the_enemys_torpedoes_changes_nothing(doctrine: str, phase: str) -> None:
    side, found = "Kriegsmarine", []
    for aim in ("Hellweg", "M 388"):
        journal = battle(aim, phase)
        seen = side_battle(journal, side)
        chair: Chair[Any] = Chair(side, lambda seen=seen: seen, Near(), models_of(RULES).figures())  # type: ignore[misc]
        found.append(list(doctrines_of(RULES)[doctrine]().step(chair)))
    assert found[0] == found[1]
    assert found[0]
