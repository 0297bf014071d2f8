"""Figures, facts and words of readings where they are told: rules, differences, house rules of a battle, set-up, the elbow."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.cli.drawing.rules import part_text, rules_text
from fleetbook.core.tables.house import HouseRules
from fleetbook.reports.damage.marks import fates
from fleetbook.reports.damage.section import losses_section
from fleetbook.reports.document import Grid
from fleetbook.reports.rules.declared import only, rules
from fleetbook.reports.rules.differences import house_diff
from fleetbook.reports.rules.readings import house_rules
from fleetbook.reports.status import status
from fleetbook.rules.aanda import RULESET
from fleetbook.store.library.scenario import ReadingText
from fleetbook.tui.setup.draft import SetupDraft
from fleetbook.tui.setup.rows import sections
from tests.rules.aanda.fleet import Game, ship


def house(**parts: Any) -> HouseRules:
    return msgspec.convert({"ruleset": "aanda", "title": "of the club", **parts}, HouseRules)


NOW, OLD = house(figure={"large squadron": {"value": 5}}), house(table={"squadron_limits": {"cells": [["large, vessels", 5]]}})


def test_a_changed_figure_is_told_with_what_is_printed_however_it_was_named() -> None:
    for rules_file in (NOW, OLD):
        (change,) = house_diff(RULESET, rules_file).changes
        assert (change.kind, change.id, change.section, change.printed, change.in_force) == (
            "figure",
            "large squadron",
            "2.4",
            7,
            5,
        )


def test_a_figure_that_a_file_only_repeats_is_said_apart() -> None:
    assert house_diff(RULESET, house(figure={"large squadron": {"value": 7}})).repeated == ("large squadron",)


def test_house_rules_of_a_battle_name_figures() -> None:
    for rules_file in (NOW, OLD):
        game = Game([ship("One")], [ship("Two")], rules_file)
        (told,) = house_rules(game.journal)
        assert told.changes == ("large squadron: 5 vessels",)


def test_the_rules_list_figures_facts_and_their_signs() -> None:
    lines = [" ".join(line.split()) for line in rules_text(rules(RULESET))]
    assert "large squadron 2.4 7 vessels" in lines
    assert "RUDDER rudder disabled" in lines
    assert "optional rules" not in lines  # this sheet has none
    assert list(part_text(only(rules(RULESET), "large squadron"))) == ["figure large squadron (2.4): 7 vessels"]


def test_set_up_offers_the_words_of_a_reading() -> None:
    draft = SetupDraft.new("aanda")
    draft = draft.with_scenario(readings={"main_lost": ReadingText("drawn", "so we like it")})
    rows = {row.place: row for section in sections(draft, ()) for row in section.rows}
    row = rows["reading", "main_lost", "value"]
    assert (row.options, row.chosen, row.typed, row.problem) == (("drawn", "card order"), "drawn", False, "")


def test_a_loss_to_no_enemy_says_to_what() -> None:
    game = Game([ship("One")], [ship("Target")]).go("movement")
    game.give("mine", 8, 4, 4, 19, ship="Target")
    game.go("ongoing", 2)
    game.give("ongoing", 1)
    (grid,) = (
        block for block in losses_section(game.journal, status(game.journal), fates(game.journal)) if isinstance(block, Grid)
    )
    (row,) = grid.rows
    assert row[:5] == ("Target", "Blue", "2", "sunk: catastrophe", "no enemy: mine")
