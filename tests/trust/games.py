"""Battles of every rule system that is installed, for tests that treat them badly."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from fleetbook.core.battle.setup import Setup
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.plan import find_plan, read_plan
from fleetbook.store.catalogue import SEASON, ruleset_ids
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, SCENARIO, entries
from fleetbook.testing.random_battles import BY_HAND, Habits, random_order

# Ships stay on the table, and fight more than they are ruled on by hand.
OFTEN = Habits(weights={**BY_HAND, "next": 0.15, "strike": 0.03, "set": 0.03, "note": 0.03, "leave": 0.01})
_FOUGHT = {entry.ruleset for entry in entries(SCENARIO)}
RULESETS = tuple(name for name in ruleset_ids() if name in _FOUGHT)
CAMPAIGN = SEASON.id
BOOKS = (*RULESETS, CAMPAIGN)
"""The kinds of files that are treated badly: a battle of each rule system, and a campaign."""


def scenario(ruleset: str) -> str:
    """The smallest scenario that travels with the program."""
    found = {entry.full_name: load_setup(entry.path) for entry in entries(SCENARIO, ruleset)}
    return min(found, key=lambda name: len(found[name].ships))


def setup_of(ruleset: str) -> Setup:
    """The beginning of a battle of a ruleset, or of a campaign."""
    return read_plan(find_plan("narrow-seas-1942")) if ruleset == CAMPAIGN else load_setup(scenario(ruleset))


def begun(ruleset: str, path: Path, lines: int = 0, seed: int = 1) -> Path:
    """A battle of a ruleset, or a campaign, at a path and some random orders old. A campaign's path gets its suffix."""
    path = path.with_suffix(CAMPAIGN_SUFFIX) if ruleset == CAMPAIGN else path
    with BattleFile.create(path, setup_of(ruleset), str(seed)) as file:
        rng = Random(seed)
        while len(file.journal.records) < lines:
            give_one(file, rng)
    return path


def drawn(journal: Journal[Any], rng: Random) -> tuple[Any, tuple[str, ...], list[str]]:
    """A random order that the rules allow now, the inputs entered, and choices for all that it asks."""
    draft = random_order(journal.battle, rng, OFTEN)
    order, given = draft.order(), draft.given
    choices: list[str] = []
    while True:
        try:
            journal.propose(order, choices=choices, given=given)
        except ChoiceNeeded as wanted:
            choices.append(rng.choice(wanted.options))
        else:
            return order, given, choices


def give_one(file: BattleFile, rng: Random) -> int:
    """Give a random order, or now and then a step back or forward; the number of its line."""
    move = rng.random()
    if move < 0.1 and file.journal.position:
        return file.undo().number
    if move < 0.15 and file.journal.undo_history.can_redo:
        return file.redo().number
    order, given, choices = drawn(file.journal, rng)
    return file.give(order, None, choices, given).number


def as_words(path: Path, rng: Random) -> list[str]:
    """The shell's words of a random order that the rules allow now."""
    with BattleFile.open(path, read_only=True) as file:
        order, _, choices = drawn(file.journal, rng)
    chosen = [word for choice in choices for word in ("--choose", choice)]
    return ["order", str(path), order.id, "--inputs", json.dumps(order.inputs()), *chosen]
