"""What the program's own rule systems declare is right: they are loaded without a look at it."""

from __future__ import annotations

import pytest

from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.packages.declarations import flaws, flaws_in_tables


@pytest.mark.parametrize("name", ruleset_ids())
def test_our_own_declarations_and_tables_have_no_flaw(name: str) -> None:
    rules = ruleset(name)
    assert [*flaws(rules), *flaws_in_tables(rules)] == []
