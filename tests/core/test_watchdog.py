"""Rules of a package that never end: the call is stopped, and its line is reported."""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any

import pytest

from fleetbook.core import watchdog as module_of_watchdog
from fleetbook.core.faults import RulesFault
from fleetbook.core.watchdog import watchdog
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
    """The pond as a package would have it. Its battles take this many seconds to begin.

    Its code is new each time: code that ran on once is stopped sooner.
    """
    module = ModuleType(f"{GUEST}.rules")
    module.__dict__["time"] = time
    exec(compile(RULES.replace("NUMBER", str(time.monotonic_ns())), f"{GUEST}/rules.py", "exec"), module.__dict__)
    rules = module.Endless()
    rules.slow = slow
    return rules


def test_an_endless_call_of_a_package_is_stopped_after_some_time_and_reported_with_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module_of_watchdog, "PATIENCE", 0.8)
    watchdog.watch(GUEST)
    assert guest(0.2).begin(toy.setup()).ship("Duck").speed == 2
    began = time.monotonic()
    with pytest.raises(RulesFault, match=rf"the rules endless, {GUEST}/rules.py:1[01]: it does not end"):
        guest(8).begin(toy.setup())
    assert time.monotonic() - began > 0.6
