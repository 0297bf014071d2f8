"""The raid on Sevastopol through the shell, turn by turn, in the other side's status, log and report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import fleetbook
from tests.golden.playing import begin, command, orders

BATTLE = "black-sea-raid"
FORMATS = ("md", "json", "html", "csv", "txt")


def played_before(words: str, path: Path) -> None:
    """The recorded raid up to the first line that begins with these words."""
    begin(BATTLE, path)
    for line in orders(BATTLE)[1:]:
        if " ".join(line).startswith(words):
            return
        ran = fleetbook(*command(line, path))
        assert ran.code == 0, ran.err
    raise AssertionError(f"no line begins with {words}")


def told(path: Path, side: str) -> str:
    """All that a side can read."""
    shown = [fleetbook("status", str(path), "--side", side), fleetbook("log", str(path), "--side", side)]
    shown += [fleetbook("status", str(path), "--side", side, "--json"), fleetbook("log", str(path), "--side", side, "--json")]
    shown.append(fleetbook("sheets", str(path), "--side", side))
    reports = [fleetbook("report", str(path), "--side", side, "--format", name) for name in FORMATS]
    assert {ran.code for ran in (*shown, *reports)} == {0}
    return "\n".join(ran.out for ran in shown + reports)


@pytest.mark.parametrize("line", ["move fleet=Souchon", "search fleet=Souchon"])
def test_before_contact_russia_knows_nothing_of_the_raid(line: str, tmp_path: Path) -> None:
    path = tmp_path / "raid.battle"
    played_before(line, path)
    text = told(path, "Russia")
    for secret in ("Souchon", "Goeben", "Breslau", "Move F4 F5", "F4 F3", "Muavenet", "mission: Raid"):
        assert secret not in text, secret
    assert "a sealed order" in text
    own = told(path, "Central Powers")
    assert "Move F4 F5" in own
    assert "Move E6" not in own
    assert "mission aborted" not in own


def test_after_contact_the_ships_are_known_and_the_orders_ahead_are_not(tmp_path: Path) -> None:
    path = tmp_path / "raid.battle"
    played_before("carry-out fleet=Souchon", path)  # turn 2: orders for turns 3 and 4 are plotted
    text = told(path, "Russia")
    assert "Goeben" in text
    for secret in ("Move F4 F5", "Move E5 D6", "F4 F5", "E5 D6"):
        assert secret not in text, secret
