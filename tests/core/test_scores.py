"""The score of a scenario: its counts by ship and by box, and points by a formula of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.result import GRAVE
from fleetbook.core.battle.verdict import scores, verdict
from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.core.play.journal import Journal
from tests.core import toy
from tests.core.toy_ships import Boat, PondBattle

POINTS = Victory(count=(Count("points", "Ducks", "rules", worth=2),), aim=(Aim("Ducks", (Need("points", least=2),)),))


class Ring(Order[Boat]):
    """A bell is rung, which counts."""

    id, title, key = "ring", "Ring", "g"

    def resolve(self, battle: PondBattle) -> Effects:
        yield from set_fact("Duck", "rung", battle.ship("Duck").count("rung") + 1)


class ScoringPond(toy.Pond):
    """The pond with scores. A rung bell is two and a half points. A boat without hull has sunk, a boat at home has left."""

    orders = (Ring,)

    def scores(self, battle: Battle[Boat]) -> Mapping[str, float]:
        """By the bells."""
        return {"Ducks": 2.5 * battle.ship("Duck").count("rung")}

    def card(self, ship: Boat) -> CardView:
        """With its fate."""
        if not ship.afloat:
            return replace(super().card(ship), fate="sunk", lost="sunk")
        return replace(super().card(ship), fate="went home" if ship.has("home") else "")


class MistakenPond(ScoringPond):
    """The same, with points for a side that is none."""

    def scores(self, battle: Battle[Boat]) -> Mapping[str, float]:
        """With a slip in a name."""
        return {"Duks": 1.0}


def test_points_by_the_rules_are_worth_what_the_scenario_says() -> None:
    battle = ScoringPond().begin(toy.setup(victory=POINTS)).with_changes([(Key("Duck", "rung"), 3)])
    (ducks, waders) = scores(battle)
    (part,) = ducks.parts
    assert (part.name, part.number, part.value, part.needed) == ("points", 7.5, 15.0, "2 needed")
    assert (ducks.value, waders.value) == (15.0, 0)


def test_the_order_whose_points_by_the_rules_decide_a_battle_says_so() -> None:
    journal: Journal[Any] = Journal(ScoringPond(), toy.setup(victory=POINTS), toy.SEED)
    for _ in range(2):
        journal.append(journal.propose(Ring()))
    first, second = (journal.results(record) for record in journal.records)
    assert (GRAVE, "THAT DECIDES IT: Ducks have won: 2.50 points (2 needed).") in [(one.kind, one.words) for one in first]
    assert not any(one.words.startswith("THAT DECIDES IT") for one in second)


def test_points_for_a_side_that_is_none_are_a_fault_of_the_rules() -> None:
    battle = MistakenPond().begin(toy.setup(victory=POINTS))
    with pytest.raises(RulesFault, match=r"scores: found Duks, allowed: Ducks, Waders; did you mean Ducks\?"):
        scores(battle)
    assert verdict(battle).reason.startswith("the score cannot be worked out: a fault in the rules pond")


def counted(count: Count, *changes: tuple[Key, Any]) -> float:
    """The number of each count."""
    battle = ScoringPond().begin(toy.setup(victory=Victory(count=(count,)))).with_changes(changes)
    return next(part.number for side in scores(battle) for part in side.parts)


def test_ships_lost_are_the_other_side_s_and_ships_gone_one_s_own() -> None:
    sunk = [(Key(boat, "hull"), 0) for boat in ("Swan", "Heron", "Duck")]
    assert counted(Count("sunk", "Ducks", "ships lost"), *sunk) == 2
    gone = [(Key(boat, "home"), True) for boat in ("Swan", "Heron", "Duck")]
    assert counted(Count("away", "Ducks", "ships gone"), *gone) == 1


def test_boxes_of_a_ship_that_is_lost_count_as_often_as_the_scenario_says() -> None:
    swan = Count("hull", "Ducks", "boxes", of=("Swan",), track="hull", lost=3)
    assert counted(swan, (Key("Swan", "hull"), 4)) == 5
    assert counted(swan, (Key("Swan", "hull"), 0)) == 27
    assert counted(msgspec.structs.replace(swan, lost=0), (Key("Swan", "hull"), 0)) == 9
