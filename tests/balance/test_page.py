"""docs/balance.md is made from figures and commands that still fit the scenarios. Fighting its battles takes too long."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import SCENARIO, entries, find
from fleetbook.store.library.scenario import read_scenario
from tests.balance import page
from tests.balance.page import PAGE, WANTED, decided, figures, plan


def test_the_page_is_what_the_figures_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page.page(figures())


def test_all_shipped_scenarios_with_a_table_have_five_pairs_at_least() -> None:
    shipped = {entry.name for system in ("coastal", "aanda") for entry in entries(SCENARIO, system)}
    assert set(WANTED) == shipped
    assert all(len(plan(scenario, 1).pairs) >= 5 for scenario in WANTED)


def test_each_table_stands_under_the_command_that_fights_its_pairs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for scenario, found in figures().items():
        words = next(line for line in text.splitlines() if line.startswith(f"    fleetbook balance {scenario} "))
        _, _, _, *given = shlex.split(words)
        first, second = WANTED[scenario]
        assert given == ["--doctrine", first, "--doctrine", second, "--battles", str(found.pairs[0].battles)]
        assert [tuple(pair.doctrines.values()) for pair in found.pairs] == [*plan(scenario, 1).pairs]
        assert all(pair.battles * len(found.pairs) == found.fought for pair in found.pairs)
        assert f"| {found.title} | {len(found.pairs)} | {found.pairs[0].battles} | {found.fought} |" in text


def test_a_scenario_that_one_side_wins_whatever_the_doctrine_says_so_in_its_briefing() -> None:
    for scenario, side in decided(figures()).items():
        text = read_scenario(find(SCENARIO, scenario)).text
        assert f"whoever leads, {side} wins" in " ".join(text.split()).replace("Whoever leads", "whoever leads"), scenario


def test_the_page_says_what_each_doctrine_does() -> None:
    text = PAGE.read_text(encoding="utf-8")
    systems = {found.ruleset for found in figures().values()}
    assert systems
    for system in systems:
        assert all(f"- **{name}**: {one.about()}" in text for name, one in doctrines_of(ruleset(system)).items())


def test_one_scenario_is_renewed_battle_by_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others' figures stay, and battles whose rows are kept are not fought again."""
    monkeypatch.setattr(page, "PAGE", tmp_path / "balance.md")
    monkeypatch.setattr(page, "FIGURES", tmp_path / "balance")
    monkeypatch.setitem(WANTED, "ijmuiden", ("Royal Navy=close-in", "Kriegsmarine=run-home"))
    rows = tmp_path / "rows"
    page.main(["--battles", "1", "--rows", str(rows), "ijmuiden"])
    kept = (rows / "ijmuiden.rows").read_bytes()
    page.main(["--battles", "2", "--rows", str(rows), "ijmuiden"])
    assert (rows / "ijmuiden.rows").read_bytes().startswith(kept)
    assert {scenario: found.fought for scenario, found in page.figures().items()} == {"ijmuiden": 2}
    text = (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert "| Off IJmuiden | 1 | 2 | 2 |" in text
    assert "## Balance of Off IJmuiden" in text
