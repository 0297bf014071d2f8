"""What Tab offers in bash, zsh and fish: commands, orders of the present step, inputs, the ships that may be named now."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.battles import Table


def offered(shell: str, *words: str) -> list[str]:
    """What is offered for the last of these words, without what it is."""
    line = " ".join(word.replace("\\", "\\\\").replace(" ", "\\ ") for word in ("fleetbook", *words))
    told = {"bash": {"COMP_CWORD": str(len(words))}, "zsh": {"COMP_CWORD": str(len(words))}, "fish": {"COMP_CWORD": words[-1]}}
    environment = {**os.environ, "_FLEETBOOK_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, **told[shell]}
    program = [sys.executable, "-m", "fleetbook"]
    ran = subprocess.run(program, env=environment, capture_output=True, text=True, check=False, encoding="utf-8")
    lines = ran.stdout.splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script_and_no_app(shell: str) -> None:
    environment = {**os.environ, "_FLEETBOOK_COMPLETE": f"{shell}_source"}
    ran = subprocess.run(
        [sys.executable, "-m", "fleetbook"], env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert ran.returncode == 0
    assert "_FLEETBOOK_COMPLETE" in ran.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_offered(shell: str) -> None:
    assert offered(shell, "rep") == ["report"]


def test_orders_of_the_step_inputs_and_ships_are_offered(table: Table) -> None:
    path = str(table.path)
    orders = offered("zsh", "order", path, "")
    assert "fire" in orders
    assert "launch" not in orders
    assert "target=" in offered("zsh", "order", path, "fire", "")
    assert offered("fish", "order", path, "fire", "target=") == ["target=A"]
    assert offered("bash", "order", path, "fire", "target", "=", "") == ["A"]


def test_scenarios_and_systems_are_offered() -> None:
    assert "ijmuiden" in offered("bash", "new", "ij")
    assert offered("fish", "schema", "roster", "aa") == ["aanda"]


def test_a_battle_that_cannot_be_read_offers_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.battle").write_bytes(b"no battle")
    assert not any(offered("bash", "order", str(tmp_path / "x.battle"), ""))
