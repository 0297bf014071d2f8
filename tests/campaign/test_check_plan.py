"""fleetbook check reads the plan of a campaign: all faults at once, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.store.library.paths import library_folder
from tests.campaign.seasons import PLAN, plan_in
from tests.cli.shell import fleetbook

SHIPPED = sorted(library_folder().glob("*/campaigns/*.toml"))
SLIPS = {
    'date = "1904-02-08"': ('date = "8 February"', "date: found"),
    "docks = 0": ("docks = -1", "port Sound: docks: found -1, allowed: a whole number from 0 to 99"),
    '"Mikasa", squadron = "Line"': ('"Mikasa", squadron = "Lien"', 'squadron: found "Lien", allowed: Line; did you mean Line?'),
    'joins = "1904-02-16"': ('joins = "soon"', "ship Fuji: joins: found"),
    'name = "MTB 1"': ('name = "MTB 1", speed = 9', "ship MTB 1: key: found speed"),
    'name = "MTB 2", port = "Haven"': ('name = "MTB 2", port = "Havn"', 'ship MTB 2: port: found "Havn", allowed: Haven, Sound'),
    'card = "Asahi", squadron = "Line"': ('card = "Asahi"', "ship Asahi: squadron: found nothing, allowed: Line"),
    'card = "Poltava"': ('card = "Poltawa"', "did you mean Poltava?"),
    "left = { hull = 20 }": ("left = { hull = 99 }", "ship Retvizan: left, hull: found 99"),
}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_plan_has_no_fault(path: Path) -> None:
    ran = fleetbook("check", str(path))
    assert (ran.code, ran.out.splitlines()[0].partition(": ")[2][:19]) == (0, "plan of a campaign:"), ran.out


def test_what_a_plan_holds_is_counted(tmp_path: Path) -> None:
    ran = fleetbook("check", str(plan_in(tmp_path)))
    assert "plan of a campaign: 2 sides, 9 ships, 3 ports" in ran.out
    assert "SIDE North: 5 ships" in ran.out


def test_all_faults_are_listed_each_with_its_line(tmp_path: Path) -> None:
    text = PLAN
    for old, (new, _) in SLIPS.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = plan_in(tmp_path, text)
    ran = fleetbook("check", str(path))
    faults = ran.out.splitlines()
    assert (ran.code, len(faults)) == (2, len(SLIPS)), ran.out
    lines = text.splitlines()
    for new, words in SLIPS.values():
        (fault,) = (fault for fault in faults if words in fault)
        number = int(fault.removeprefix(f"BAD  {path}:").partition(":")[0])
        assert new in lines[number - 1], fault


def test_a_fault_of_what_decides_the_campaign_is_found_too(tmp_path: Path) -> None:
    wrong = '[victory]\ncompare = true\n[[victory.count]]\nname = "lost"\nside = "West"\nwhat = "ships lost"\n'
    ran = fleetbook("check", str(plan_in(tmp_path, PLAN.replace("[[side]]", f"{wrong}\n[[side]]", 1))))
    assert (ran.code, 'found "West", allowed: North, South' in ran.out) == (2, True), ran.out


def test_a_text_that_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    ran = fleetbook("check", str(plan_in(tmp_path, f"{PLAN}\nship = = 1\n")))
    assert ran.code == 2
    assert f"plan.toml:{len(PLAN.splitlines()) + 2}: " in ran.out
