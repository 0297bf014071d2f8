"""Rulesets are found by their entry points, and only the one that is asked for is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset, ruleset_ids
from tests.store import toy


def test_a_strangers_ruleset_stands_beside_our_own() -> None:
    assert {"bath", "coastal"} <= set(ruleset_ids())
    assert list(ruleset_ids()) == sorted(ruleset_ids())
    assert ruleset("bath") is toy.RULESET


def test_an_unknown_id_is_reported_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match=r"ruleset: found batt, allowed: .*bath.*; did you mean bath\?"):
        ruleset("batt")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere", "No module named 'tests.store.nowhere'"),
        ("nothing", "has no attribute 'NOTHING'"),
        ("words", "an instance of Ruleset"),
        ("bathtub", "whose id is bathtub"),
    ],
)
def test_a_ruleset_that_cannot_be_loaded_is_reported(name: str, why: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        ruleset(name)
    assert why in str(raised.value)
    assert name in str(raised.value)


def test_asking_for_the_ids_loads_no_ruleset_and_the_store_no_screen(child_environment: dict[str, str]) -> None:
    program = (
        "import sys, fleetbook.store.battle.battle_file, fleetbook.store.battle.verify, fleetbook.store.library.detect\n"
        "heavy = ['textual', 'rich', 'click', 'tomlkit', 'platformdirs', 'importlib.metadata', 'secrets', 'logging']\n"
        "print([name for name in heavy if name in sys.modules])\n"
        "from fleetbook.store.catalogue import ruleset_ids; ruleset_ids()\n"
        "print([name for name in sys.modules if name.startswith(('fleetbook.rules.', 'tests.store.toy'))])\n"
    )
    shown = subprocess.run([sys.executable, "-c", program], env=child_environment, capture_output=True, text=True, check=True)
    assert shown.stdout.split("\n")[:2] == ["[]", "[]"]
