"""Faults in code: which are made, and that the hunt tells the noticed from the survivors."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.mutation.faults import faults
from tests.mutation.in_code import learn

ROOT = Path(__file__).parents[2]
CODE = '''"""A module."""
from __future__ import annotations

def shots(ready: int = 2) -> "list[int]":
    """Not a word of this is emptied."""
    found = []
    if ready > 1 and "gun":
        found.append(ready + 1)
    return found
'''


def test_faults_are_made_in_what_runs_alone(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(CODE, encoding="utf-8")
    made = {(one.line, one.kind): ast.unparse(one.made()).splitlines() for one in faults(module)}
    assert set(made) == {
        (4, "number moved"), (7, "statement dropped"), (7, "condition negated"), (7, "operator changed"),
        (7, "comparison turned"), (7, "number moved"), (7, "word emptied"), (8, "operator changed"), (8, "number moved"),
    }  # fmt: skip
    assert "def shots(ready: int=3) -> 'list[int]':" in made[4, "number moved"]
    assert "    if ready >= 1 and 'gun':" in made[7, "comparison turned"]
    assert "    if not (ready > 1 and 'gun'):" in made[7, "condition negated"]
    assert "        found.append(ready - 1)" in made[8, "operator changed"]


def test_a_fault_that_a_test_notices_is_told_from_one_that_survives() -> None:
    command = [sys.executable, "-m", "tests.mutation.in_code", "fleetbook/core/dice.py", "tests/core/test_dice.py", "-n", "9"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    *survivors, last = ran.stdout.splitlines()
    assert f"{9 - len(survivors)} of 9 noticed" in last, ran.stdout + ran.stderr
    assert len(survivors) < 6
    assert ran.returncode == bool(survivors)


def test_a_test_of_rules_without_an_end_can_be_learned_from() -> None:
    known = learn(Path("fleetbook/core/watchdog.py"), ["tests/core/test_watchdog.py"])
    (lines,) = known.lines.values()
    assert not known.failing
    assert [name for line, names in lines.items() for name in names if "endless_call" in name]
