"""A small campaign of ships of two rule systems, and battles of it that are played at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Drawing, Setup
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import EndBattle, NextStep
from fleetbook.core.play.driver import Supply
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.offers import draft, ordered
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.coastal.facts import Torpedo
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.campaign.battles import count_order, hanging, hanging_words
from fleetbook.store.campaign.plan import read_plan
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.catalogue import ruleset
from fleetbook.testing.random_battles import Habits, random_order

PLAN = """
title = "Two wars"
date = "1904-02-08"
rosters = ["aanda/tsushima-japan", "aanda/yellow-sea-ships", "coastal/royal-navy", "coastal/kriegsmarine"]

[[side]]
name = "North"
port = [{ name = "Haven", docks = 1 }, { name = "Sound", docks = 0 }]
squadron = [{ name = "Line", crew = "Superior", flagship = "Mikasa" }]
ships = [
  { card = "Mikasa", squadron = "Line", port = "Haven", commander = "Togo" },
  { card = "Asahi", squadron = "Line" },
  { card = "Fuji", squadron = "Line", joins = "1904-02-16" },
  { card = "Vosper 70 ft MTB", name = "MTB 1" },
  { card = "Vosper 70 ft MTB", name = "MTB 2", port = "Haven" },
]

[[side]]
name = "South"
port = [{ name = "Roads", docks = 2 }]
squadron = [{ name = "Battleships", flagship = "Poltava" }]
ships = [
  { card = "Poltava", squadron = "Battleships", port = "Roads" },
  { card = "Retvizan", squadron = "Battleships", port = "Roads", left = { hull = 20 } },
  { card = "R-boot R41", name = "R 41" },
  { card = "R-boot R41", name = "R 42", port = "Roads" },
]
"""
LINE = ("Mikasa", "Asahi", "Poltava", "Retvizan")
BOATS = ("MTB 1", "MTB 2", "R 41", "R 42")
HABITS = Habits(weights={"strike": 0.0, "set": 0.1, "note": 0.02, "next": 1.0, "end": 0.0, "play-out": 0.0}, attempts=10)
SHARE_OF_HITS = 0.15
PLAYED_ON = 250  # steps: some hulks float for hours


def plan_in(folder: Path, text: str = PLAN) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def begun(folder: Path, text: str = PLAN, name: str = "season.campaign") -> BattleFile:
    """A new campaign, open for writing."""
    return BattleFile.create(folder / name, read_plan(plan_in(folder, text)), "seed")


def give(file: BattleFile | InMemory, name: str, **inputs: Any) -> Record:
    """Give an order of a campaign or a battle, as the shell does."""
    entered = draft(file.journal.battle, name, inputs)
    return file.give(ordered(entered), given=entered.given)


class InMemory:
    """A battle that is played in memory, with the members of a battle's file that the players here use."""

    def __init__(self, setup: Setup, seed: str) -> None:
        setup = msgspec.structs.replace(setup, dice=Drawing(chosen=True))
        self.journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, seed)

    def give(
        self, order: Order[Any], dice: Supply | None = None, choices: Sequence[str] = (), given: Sequence[str] = ()
    ) -> Record:
        record = self.journal.propose(order, dice, choices, given)
        self.journal.append(record)
        return record


def try_random(file: BattleFile | InMemory, rng: Random) -> bool:
    """Give a random order, with random choices. False if the rules ask for more than can be drawn."""
    entered = random_order(file.journal.battle, rng, HABITS)
    choices: list[str] = []
    for _ in range(20):
        try:
            file.give(entered.order(), file.journal.supply(), choices, entered.given)
        except ChoiceNeeded as needed:
            choices.append(rng.choice(needed.options))
        except FleetbookError:
            return False
        else:
            return True
    return False


def fight(campaign: BattleFile, ships: Iterable[str], path: Path, seed: int, lines: int = 25) -> BattleFile:
    """A battle of the campaign's ships as they are, played at random and ended. Its file is written at once, and is open."""
    rng = Random(seed)
    file = InMemory(next_setup(campaign.journal.battle, tuple(ships), path.stem), str(seed))
    for _ in range(lines):
        try_random(file, rng)
        there = [ship for ship in file.journal.battle.ships() if ship.afloat and ship.left("hull")]
        if there and rng.random() < SHARE_OF_HITS:
            ship = rng.choice(there)
            give(file, "strike", ship=ship.name, track="hull", boxes=rng.randint(1, ship.left("hull")), reason="a hit")
    settle(file)
    file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
    write_battle(path, file.journal)
    return BattleFile.open(path)


def settle(file: BattleFile | InMemory) -> None:
    """Settle what hangs, as a referee may: by hand, and by playing on where only the rules can settle it."""
    for _ in range(PLAYED_ON):
        _settle_by_hand(file)
        if not any(hanging_words(file.journal.battle)):
            return
        with suppress(FleetbookError):
            file.give(NextStep(), file.journal.supply())


def _settle_by_hand(file: BattleFile | InMemory) -> None:
    """Fires are out, floods are stopped, ships without hull boxes float on, waiting ends come to nothing, torpedoes are gone."""
    for hangs in list(hanging(file.journal.battle)):
        name, fact = hangs.subject, hangs.name
        battle = file.journal.battle
        settings = battle.ruleset.settable(battle, name) if battle.is_ship(name) else {}
        for title, setting in settings.items():
            if setting.fact == fact:
                give(file, "set", ship=name, condition=title, value="0" if "0" in setting.words else "no", reason="out")
        if fact == Torpedo.run.name:
            with suppress(FleetbookError):
                give(file, "spent", torpedo=name)
    for ship in file.journal.battle.ships():
        if ship.unsettled:
            give(file, "set", ship=ship.name, condition=AandaShip.played_out.name, value="yes", reason="she floats")


def count(campaign: BattleFile, path: Path) -> Record:
    """Count a battle from its file."""
    order = count_order(campaign.journal.battle, path)
    return campaign.give(order, given=tuple(order.declared))
