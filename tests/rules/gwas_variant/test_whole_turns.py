"""Whole game turns and combats of random orders, every fact held against a second computation of the variant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec
import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.rules.gwas_variant import RULESET
from tests.rules.gwas import test_whole_turns as player_aid
from tests.rules.gwas.whole_play import FEW, MANY, Seen, check_all, played
from tests.rules.gwas_variant.test_random_orders import campaign, melee
from tests.rules.gwas_variant.whole_turns import Variant

NEVER = {"strike": 0.0, "set": 0.0, "end": 0.0}
SELDOM = dict.fromkeys(("sight", "shore-battery", "end-combat", "light", "port", "ground", "mines", "cast-off", "abort"), 0.2)
OFTEN = {
    "next": 3.0, "combat": 30, "search": 20, "fire": 12, "combined-fire": 12, "torpedo": 6, "move": 12, "plot": 8, "pursue": 40,
    "move-group": 20, "stand": 4, "leave-charges": 6, "deploy": 15, "hold-fire": 3, "shields-up": 40, "friendly-fire": 40,
    "squadron-leader": 30, "move-enemy": 30, "break-off": 6, "shore-fire": 99, "mtb": 10, "launch": 8, "recover": 20,
    "gale-in-the-air": 99, "repair": 10,
}  # fmt: skip
AT_RANDOM = replace(player_aid.AT_RANDOM, weights=OFTEN | SELDOM | NEVER, usual=2)


def of_the_variant(made: Callable[[], Setup]) -> Setup:
    """A setup of the player aid, played by the variant, in a year of seaplanes."""
    setup = made()
    return msgspec.structs.replace(setup, ruleset=RULESET.id, conditions={**setup.conditions, "year": "1915"})


SETUPS = (
    melee, partial(of_the_variant, partial(campaign, "Clear")), partial(of_the_variant, player_aid.bombardment),
    partial(of_the_variant, player_aid.convoy), partial(melee, zone="A1", port=True),
    partial(of_the_variant, partial(campaign, "Gale")), partial(of_the_variant, partial(player_aid.convoy, "Mist")), melee,
)  # fmt: skip


def whole_turns(orders: int) -> Seen:
    """So many orders of these battles."""
    return played(RULESET, Variant, SETUPS, AT_RANDOM, orders)


def test_whole_turns_of_a_few_random_orders_come_out_by_the_sheet() -> None:
    assert whole_turns(FEW).differences == []


@pytest.mark.campaign
def test_whole_turns_of_twenty_thousand_random_orders_come_out_by_the_sheet() -> None:
    check_all(RULESET, whole_turns(MANY))
