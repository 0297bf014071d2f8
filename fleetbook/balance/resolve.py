"""Resolves a battle of a campaign that nobody wants to play: doctrines fight it, and its battle file is kept."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fleetbook.balance.ground import Ground, ground_of, in_lines
from fleetbook.balance.keyed_dice import KeyedDice
from fleetbook.balance.play import Fought, fight
from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import Setup
from fleetbook.core.doctrines.filled import filled
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import EndBattle, NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.store.campaign.battles import check_agrees, hanging_words
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import build_setup
from fleetbook.store.library.paths import find
from fleetbook.store.library.scenario import read_scenario
from fleetbook.store.library.table import TableText

MOST_STEPS = 200  # after the last turn, until nothing hangs


def resolved(campaign: Battle[Any], scenario: str | Path, seed: str, doctrines: Mapping[str, str]) -> Journal[Any]:
    """The journal of a battle that doctrines have fought, with no damage left to settle. A side that is not in ``doctrines`` uses
    the first doctrine of its rules.

    If the scenario has no table, the sides face each other in two lines, by figures of the campaign. Raises InvalidInput for a
    faulty scenario and an unknown side or doctrine. Raises Refused for rules without doctrines, and for ships that cannot fight
    now or are not as they are in the campaign.
    """
    path = find("scenario", scenario)
    text = read_scenario(path)
    if not (rules := ruleset(text.ruleset)).doctrines:
        instead = "play the battle and count its file, or rule the losses by hand (strike and set)"
        raise Refused(f"no doctrine can fight a battle of {rules.title}: {instead}")
    ground = ground_of(path) if text.table else _in_lines(campaign, path, build_setup(text, str(path), path.parent))
    check_agrees(campaign, ground.setup)
    first = next(iter(doctrines_of(ruleset(ground.setup.ruleset))))
    return _settled(fight(ground, seed, {**dict.fromkeys(ground.setup.sides, first), **doctrines}), seed)


def _in_lines(campaign: Battle[Any], path: Path, setup: Setup) -> Ground:
    """The ground of a scenario without a table, with the two lines that the campaign's figures describe."""
    wide, high, between = (float(campaign.reading(f"resolved_{name}")) for name in ("wide", "high", "between"))
    turns, quiet = (campaign.whole_reading(f"resolved_{name}") for name in ("turns", "quiet"))
    return in_lines(path, setup, TableText(wide=wide, high=high, turns=turns, quiet=quiet), between)


def _settled(fought: Fought, seed: str) -> Journal[Any]:
    """The journal of a battle that was fought. If damage is still unsettled at its end, it is settled before the battle ends."""
    journal = fought.journal
    if not any(hanging_words(journal.battle)):
        return journal
    journal.append(journal.undo(journal.data(journal.position).on))
    kinds = [kind for kind in journal.ruleset.orders if kind.settles]
    for step in range(MOST_STEPS):
        if not any(hanging_words(journal.battle)):
            break
        for kind in kinds:
            with suppress(Refused, InvalidInput):
                while True:
                    _give(journal, filled(kind, journal.battle, {}), seed, step)
        if any(hanging_words(journal.battle)):
            _give(journal, NextStep(), seed, step)
    _give(journal, filled(EndBattle, journal.battle, {"reason": fought.ended}), seed, 0)
    return journal


def _give(journal: Journal[Any], order: Order[Any], seed: str, nth: int) -> None:
    """Give an order with simulated dice. A choice in it gets the first possible answer."""
    choices: list[str] = []
    while True:
        try:
            journal.append(journal.propose(order, KeyedDice(seed, journal.battle, order, nth), choices))
        except ChoiceNeeded as needed:
            choices.append(needed.options[0])
        else:
            return
