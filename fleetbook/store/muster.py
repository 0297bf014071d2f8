"""From a scenario to the setup of a battle: cards found in rosters, names settled, words checked, everything resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import Unreadable, shown
from fleetbook.core.ruleset import Ruleset
from fleetbook.core.setup import Setup, ShipEntry, Squadron
from fleetbook.core.table_text import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import within
from fleetbook.store.library import find_beside
from fleetbook.store.names import RESERVED, alike, check_apart, check_unique
from fleetbook.store.roster import read_roster
from fleetbook.store.scenario_text import Scenario, ShipLine, SideText, Word

MOST_ALIKE = 99  # ships of one line

Cards = Mapping[str, Mapping[str, Any]]


def muster(scenario: Scenario, where: str, folder: Path) -> Setup:
    """The setup of a scenario whose file is in a folder. It holds every card whole, so that a battle needs no roster later.

    Raises Unreadable for whatever the file, its rosters or the ruleset cannot accept.
    """
    with within(where):
        rules = ruleset(scenario.ruleset)
        setup = _setup(scenario, rules, _cards(scenario, rules, folder))
        rules.check_setup(setup, "setup")
        rules.begin(setup)
    return setup
