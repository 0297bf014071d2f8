"""docs/balance.md is made by commands that still can be given. Making it takes too long for a test."""

from __future__ import annotations

import shlex

from fleetbook.balance.runs import plan_of
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.store.catalogue import ruleset
from tests.balance.page import COMMANDS, PAGE, SECTION


def test_each_table_stands_under_a_command_that_fights_its_pairs() -> None:
    sections = SECTION.findall(PAGE.read_text(encoding="utf-8"))
    assert len(sections) >= 3
    for text in sections:
        command = next(line for line in text.splitlines() if line.startswith("    fleetbook balance "))
        scenario, *words = shlex.split(command)[2:]
        first, second, battles = COMMANDS[scenario]
        assert words == ["--doctrine", first, "--doctrine", second, "--battles", battles]
        wanted = {side: names.split(",") for side, _, names in (by.partition("=") for by in (first, second))}
        plan = plan_of(scenario, wanted, int(battles), "1", {})
        assert all(f"| {' / '.join(pair)} " in text for pair in plan.pairs)


def test_the_page_says_what_each_doctrine_does() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"- **{name}**: {one.about()}" in text for name, one in doctrines_of(ruleset("coastal")).items())
