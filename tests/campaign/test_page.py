"""docs/campaigns.md: every command of the page works, in the page's order."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.shell import Ran, fleetbook

ROOT = Path(__file__).parents[2]
COMMAND = "    fleetbook "


def commands() -> list[str]:
    page = (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
    return [line.removeprefix(COMMAND) for line in page.splitlines() if line.startswith("    ")]


@pytest.fixture
def week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Ran]]:
    """What each command of the page came to, by its words."""
    monkeypatch.chdir(tmp_path)
    found: dict[str, list[Ran]] = {}
    for command in commands():
        ran = fleetbook(*shlex.split(command))
        assert ran.code == 0, f"{command}: {ran.err}"
        found.setdefault(command, []).append(ran)
    return found


def test_every_command_of_the_week_works_and_the_scar_goes_on(week: dict[str, list[Ran]]) -> None:
    """Six boxes in seven days at two days a box: three are mended."""
    said = {command: ran[-1].out for command, ran in week.items()}
    assert "Damaged: Poltava (hull 21 of 27)" in said["campaign count season.campaign saturday.battle"]
    assert "In dock at Port Arthur: Poltava." in said['campaign refit season.campaign "Port Arthur"']
    assert "15 Feb 1904. Tsushima in service" in said["campaign pass season.campaign 7"]
    assert 'card = "Poltava", squadron = "Battleships", left = { hull = 24 }' in Path("next.toml").read_text(encoding="utf-8")
    assert "all recomputed and the same" in said["campaign verify season.campaign"]


def test_the_words_are_those_of_a_campaign_and_its_days(week: dict[str, list[Ran]]) -> None:
    begun, later = (ran.out for ran in week["campaign status season.campaign"])
    assert begun.splitlines()[1] == "8 Feb 1904"
    assert later.splitlines()[1] == "15 Feb 1904"
    assert "Poltava   (Battleships)   B   Port Arthur   in dock" in later
    report = fleetbook("campaign", "report", "season.campaign").out
    assert "The campaign is still under way: it is 15 February 1904." in report
    ended = fleetbook("order", "season.campaign", "end", "reason=peace", "winner=drawn")
    assert (ended.code, "the campaign ends: peace" in ended.out, "the campaign is drawn" in ended.out) == (0, True, True)
    assert fleetbook("status", "season.campaign").out.splitlines()[1] == "ended on 15 Feb 1904: peace"
    assert "the campaign has ended" in fleetbook("campaign", "pass", "season.campaign").err


def test_the_readme_names_the_page() -> None:
    assert "docs/campaigns.md" in (ROOT / "README.md").read_text(encoding="utf-8")
