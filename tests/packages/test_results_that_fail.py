"""What a guest's rules cannot tell of a line costs that line's results, or a row of a report, and never the battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.store.library.build_setup import load_setup
from tests.packages.guests import Guest
from tests.tui.app import running

RULES = "skirmish/rules.py"
CHECK = "    def check("
FAILING = {
    "an error": "    def results(self, happened):\n        return [1 / 0]\n\n",
    "an unknown kind": "    def results(self, happened):\n        from fleetbook.rules.kit import Result\n"
    "        return [Result(kind='odd', head='x', words='X.')]\n\n",
}
SHOT = """    def firing(self, battle):
        from fleetbook.rules.kit import Firing
        return Firing(self.firer, self.target, weapon="gun")

"""


def reported(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(words) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("results", FAILING.values(), ids=FAILING)
def test_a_line_whose_results_fail_is_kept_and_marked_and_every_other_is_reported(
    guest: Guest, results: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.edited(RULES, CHECK, results + CHECK)
    guest.install()
    path = str(tmp_path / "d.battle")
    assert main(["new", "skirmish/duel", "-o", path, "--seed", "1"]) == 0
    mark = "The result cannot be described: a fault in the rules skirmish, skirmish/rules.py:"
    assert mark in reported(["order", path, "fire", "--dice", "4,3"], capsys)
    assert main(["order", path, "next"]) == 0
    for command in (["log", path], ["report", path, "--format", "md"], ["report", path, "--format", "html"]):
        assert "cannot be described: a fault in the rules skirmish" in reported(command, capsys)
    assert main(["verify", path]) == 0


async def test_the_app_shows_a_battle_with_a_line_whose_results_fail(guest: Guest, tmp_path: Path) -> None:
    guest.edited(RULES, CHECK, FAILING["an error"] + CHECK)
    guest.install()
    async with running(tmp_path / "d.battle", load_setup("skirmish/duel")) as app:
        await app.press("f")
        await app.done()
        await app.press("enter")
        assert "cannot be shown" not in app.text
        assert "Arrow" in app.text
        await app.press("q")
    assert app.app.fault is None


def test_a_shot_that_its_rules_cannot_tell_costs_a_report_that_row_alone(
    guest: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.edited(RULES, CHECK, SHOT + CHECK)
    guest.install()
    path = str(tmp_path / "d.battle")
    assert main(["new", "skirmish/duel", "-o", path, "--seed", "1"]) == 0
    assert main(["order", path, "fire", "--dice", "4,3"]) == 0
    for form in (["--format", "md"], ["--format", "html"], ["--format", "txt"], ["--table", "shots"]):
        assert reported(["report", path, *form, "-o", str(tmp_path / "report")], capsys) is not None
        assert (tmp_path / "report").read_text(encoding="utf-8")
        (tmp_path / "report").unlink()


def test_a_row_that_is_not_there_is_the_rules_fault_in_an_order_and_in_its_odds(
    guest: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.edited(RULES, "        for _ in range(", "        battle.figure('to hid')\n        for _ in range(")
    guest.install()
    path = str(tmp_path / "d.battle")
    assert main(["new", "skirmish/duel", "-o", path, "--seed", "1"]) == 0
    for command in ("order", "odds"):
        capsys.readouterr()
        assert main([command, path, "fire"]) == 2
        place = guest.line(RULES, "to hid")
        assert f"a fault in the rules skirmish, {place}: " in capsys.readouterr().err
