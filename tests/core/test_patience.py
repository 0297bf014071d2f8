"""Rules of a package that do not come to an end: a call is broken off, and told at its line."""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any

import pytest

from fleetbook.core.faults import RulesFault
from fleetbook.core.patience import patience
from tests.core import toy

GUEST = "endless_reeds"
RULES = """from tests.core.toy import Pond


class Endless(Pond):
    id = "endless"
    slow = 0.2

    def initial(self, battle):
        number, until = NUMBER, time.process_time() + self.slow
        while time.process_time() < until:
            pass
        return super().initial(battle)
"""


def guest(slow: float) -> Any:
    """The pond as a package has it whose battles take so many seconds to begin. Its code is like no other's: what had no end once
    is broken off sooner.
    """
    module = ModuleType(f"{GUEST}.rules")
    module.__dict__["time"] = time
    exec(compile(RULES.replace("NUMBER", str(time.monotonic_ns())), f"{GUEST}/rules.py", "exec"), module.__dict__)
    rules = module.Endless()
    rules.slow = slow
    return rules


def test_a_package_s_call_without_an_end_is_broken_off_after_some_seconds_and_told_at_its_line() -> None:
    patience.watch(GUEST)
    assert guest(0.2).begin(toy.setup()).ship("Duck").speed == 2
    began = time.monotonic()
    with pytest.raises(RulesFault, match=rf"the rules endless, {GUEST}/rules.py:1[01]: it does not come to an end"):
        guest(60).begin(toy.setup())
    assert time.monotonic() - began > 2.5
