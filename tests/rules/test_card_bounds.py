"""No figure of a card may be so great that the rules would count it one by one for ever."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import ROSTER, entries
from fleetbook.store.library.roster import read_roster
from tests.trust.games import RULESETS

ENORMOUS = 10**9


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where whole numbers stand on a card."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, deeper in inner:
        yield from places(deeper, (*way, key))
    if isinstance(value, int) and not isinstance(value, bool):
        yield way


@pytest.mark.parametrize("system", [name for name in RULESETS if entries(ROSTER, name)])
def test_an_enormous_figure_is_refused_wherever_a_card_has_one(system: str) -> None:
    rules, taken = ruleset(system), set()
    for card in (card for entry in entries(ROSTER, system) for card in read_roster(entry.path).ship):
        for *way, last in places(card):
            changed = deepcopy(card)
            place: Any = changed
            for key in way:
                place = place[key]
            place[last] = ENORMOUS
            try:
                rules.read_card(changed, "a card", rules.tables)
            except InvalidInput:
                continue
            taken.add(str([key for key in (*way, last) if isinstance(key, str)]))
    assert taken == set()
