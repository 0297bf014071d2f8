"""Reports, status and rules of every rule system at hand, through the same code: none is named there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook import cli, reports
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.reports.battle_log import BattleLog
from fleetbook.reports.render.json import json_log
from fleetbook.reports.render.markdown import markdown
from fleetbook.reports.rules.declared import Rules, rules
from fleetbook.reports.shape import to_json
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import SCENARIO, Entry, entries

SCENARIOS = [entry for entry in entries(SCENARIO) if entry.ruleset in ruleset_ids()]
STEPS = 20


def stepped(entry: Entry) -> Journal[Any]:
    """A scenario, gone through step by step as long as that needs no player's choice."""
    setup = load_setup(entry.path)
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, "a seed")
    for _ in range(STEPS):
        try:
            journal.append(journal.propose(Draft(journal.battle, journal.ruleset.order("next")).order()))
        except FleetbookError:
            break
    return journal


@pytest.mark.parametrize("entry", SCENARIOS, ids=lambda entry: entry.full_name)
def test_every_scenario_has_a_report_and_a_log(entry: Entry) -> None:
    journal = stepped(entry)
    page = markdown(journal)
    log = msgspec.json.decode(json_log(journal), type=BattleLog)
    assert [ship.name for ship in log.status.ships] == [ship.name for ship in journal.setup.ships]
    assert len(log.journal) == len(journal.records)
    assert page.count("\n- **") >= len(journal.records)


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_rule_system_tells_its_rules(name: str) -> None:
    told = msgspec.json.decode(to_json(rules(ruleset(name))), type=Rules)
    assert told.id == name
    assert all(procedure.help and procedure.title for procedure in told.procedures)


@pytest.mark.parametrize("package", [reports, cli], ids=["reports", "cli"])
def test_no_rule_system_is_named(package: Any) -> None:
    """A campaign's report has a folder of its own: only the rules of campaigns have ports and days."""
    sources = [path for path in Path(package.__path__[0]).rglob("*.py") if path.parent.name != "campaign"]
    assert sources
    assert not [path for path in sources if "fleetbook.rules" in path.read_text(encoding="utf-8")]
