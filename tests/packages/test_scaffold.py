"""fleetbook new-ruleset: a package that plays, tests and explains itself; names that cannot be are refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"


def test_it_plays_at_once(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle", "--seed", "1"]) == 0
    assert main(["order", "d.battle", "fire", "--dice", "4,3"]) == 0
    capsys.readouterr()
    assert main(["odds", "d.battle", "fire"]) == 0
    assert "hull" in capsys.readouterr().out
    assert main(["verify", "d.battle"]) == 0
    assert main(["report", "d.battle", "-o", "r.md"]) == 0


def test_its_rules_are_some_30_lines_and_each_says_what_it_is_for(guest: Guest) -> None:
    lines = (guest.folder / RULES).read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(('"""', "import", "from"))]
    assert len(code) <= 32
    assert [line for line in code if "#" not in line] == []


def test_its_own_tests_pass(guest: Guest) -> None:
    guest.install()
    environment = {"PYTHONPATH": f"{Path(__file__).resolve().parents[2]}:{guest.folder}", "FLEETBOOK_DATA": str(guest.folder)}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:asyncio"],
        cwd=guest.folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout


@pytest.mark.parametrize(
    "name", ["Age", "age of sail", "age_of_sail", "-age", "class", "json", "coastal", "1812", "../age", "skirmish"]
)
def test_a_name_that_cannot_be_is_refused(guest: Guest, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(path.name for path in guest.folder.parent.iterdir())
    assert main(["new-ruleset", "--", name]) == 2
    reported = capsys.readouterr().err
    assert re.search(r"NAME: found .*, allowed: ", reported)
    assert ("have this one" in reported) is (name == "coastal")
    assert sorted(path.name for path in guest.folder.parent.iterdir()) == before
