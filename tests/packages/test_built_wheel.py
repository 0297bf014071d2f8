"""Scaffold and tutorial against the built wheel in a fresh environment: check-rules, strict types and their own tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.test_tutorial import ROOT, Reader

pytestmark = pytest.mark.campaign


def run(folder: Path, *words: str | Path, good: bool = True) -> str:
    """A command in a folder, without this checkout on its path; what it says."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment["FLEETBOOK_DATA"] = str(folder / "data")
    ran = subprocess.run([*map(str, words)], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 or not good, f"{words}: {ran.stdout}{ran.stderr}"
    return ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment in which the built wheel is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    run(folder, sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", ROOT, "-w", folder)
    run(folder, sys.executable, "-m", "venv", folder / "env")
    programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    run(folder, programs / "python", "-m", "pip", "install", "-q", *folder.glob("*.whl"), "hatchling", "editables")
    return programs


def conforms(programs: Path, package: Path, name: str) -> None:
    assert run(package, programs / "fleetbook", "check-rules", name, "--orders", "200").startswith(f"OK   {name}: 1 scenario")
    assert "Success" in run(package, programs / "mypy")
    assert "passed" in run(package, programs / "pytest", "-q")


def install(programs: Path, package: Path) -> None:
    run(package, programs / "python", "-m", "pip", "install", "-q", "--no-build-isolation", "-e", ".[test]")


def test_the_scaffold(programs: Path, tmp_path: Path) -> None:
    run(tmp_path, programs / "fleetbook", "new-ruleset", "skirmish")
    install(programs, tmp_path / "skirmish")
    conforms(programs, tmp_path / "skirmish", "skirmish")


def test_the_tutorial(programs: Path, tmp_path: Path) -> None:
    def fleetbook(words: list[str]) -> str:
        begins = words[0] == "new-ruleset"
        said = run(tmp_path if begins else reader.guest.folder, programs / "fleetbook", *words, good=False)
        if begins:
            install(programs, reader.guest.folder)
        return said

    reader = Reader(tmp_path, fleetbook)
    reader.follow()
    conforms(programs, reader.guest.folder, "broadside")
