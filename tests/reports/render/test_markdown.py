"""The page of Markdown: what it says of a battle, and that it says it the same each time."""

from __future__ import annotations

import re

import msgspec

from fleetbook.core.tables.house import HouseRules
from fleetbook.reports.render.markdown import markdown
from tests.reports.journals import Played, setup

HOUSE = msgspec.convert(
    {
        "ruleset": "coastal",
        "title": "club rules",
        "table": {"cannon": {"cells": [["single 20 mm", 3, 2, 1]]}},
        "modifiers": {"shooting": {"straddled": 3}},
        "reading": {"repair_score": {"value": 5, "reason": "six never comes"}},
    },
    HouseRules,
)


def part(page: str, heading: str) -> str:
    """What stands under a heading, up to the next of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    after = f"\n{page}".split(f"\n{heading}\n", 1)[1]
    return re.split(rf"\n#{{1,{level}}} ", after, maxsplit=1)[0].strip()


def test_a_battle_without_an_order_has_a_report() -> None:
    page = markdown(Played().journal)
    assert part(page, "## The working, line by line") == "No order was given."
    assert part(page, "## Damage") == "No box was struck."
    assert part(page, "## Dice") == "No die counts in the battle as it stands."
    assert "The battle is still under way: turn 1, step 1 (Red repairs)." in part(page, "## Result")


def test_it_begins_with_title_date_and_sides() -> None:
    page = markdown(Played(setup(title="Night off [nowhere]", date="1943-02-28", text="Fog.\n\nAnd more.")).journal)
    assert page.splitlines()[:5] == [
        "# Night off \\[nowhere\\]",
        "",
        "1943-02-28 · WWII coastal warfare · Red against Blue",
        "",
        "## Result",
    ]
    assert part(page, "## The scenario").startswith("Fog.\n\nAnd more.\n")


def test_each_result_has_its_working_under_its_step() -> None:
    played = Played().to("fire-1")
    number = played.shot(6).number
    step = part(part(markdown(played.journal), "### Turn 1"), "#### Step 3: Blue observes, fires")
    first, *working = step.splitlines()
    assert first == f"- **{number}** straddle: D fires at A, 10 cm"
    assert working[0] == "  - STRADDLE, no hit: A. D fires at her with +2 next turn."
    assert working[1].startswith("  - cannon")
    shot = "    - shooting: D6 6\\* -1 target smaller than a corvette = 5 → straddle \\[Gunfire effect, row 3-4, column 5; C5\\]"
    assert shot in working


def test_an_order_taken_back_is_struck_through_and_says_whether_its_dice_had_been_seen() -> None:
    played = Played().to("fire-1")
    shot = played.shot(6).number
    played.keep(played.journal.undo())
    note = played.give("note", words="nothing yet").number
    played.keep(played.journal.undo())
    page = markdown(played.journal)
    assert f"- ~~**{shot}** straddle: D fires at A, 10 cm~~ *(taken back after its dice had been seen)*" in page
    working = page.split("dice had been seen)*\n", 1)[1].split(f"\n- **{shot + 1}** ⟲ took back {shot}\n", 1)[0]
    assert all(line.lstrip().startswith("- ~~") and line.endswith("~~") for line in working.splitlines())
    assert "D6 6\\*" in working
    assert f"- ~~**{note}** Note: nothing yet~~ *(taken back)*" in page
    assert "Not counted: 1 die of orders that were taken back." in part(page, "## Dice")


def test_what_was_brought_back_is_not_struck_through() -> None:
    played = Played().to("fire-1")
    shot = played.shot(6).number
    played.keep(played.journal.undo())
    played.keep(played.journal.redo())
    assert f"- **{shot}** straddle: D fires at A, 10 cm\n" in markdown(played.journal)


def test_going_back_to_an_earlier_turn_is_said_in_its_heading() -> None:
    played = Played().to("fire-1")
    played.to("damage-2").give("next")
    played.keep(played.journal.undo(1))
    played.give("note", words="again")
    assert "\n### Turn 1, gone back to\n" in markdown(played.journal)


def test_typed_and_overruled_dice_are_marked_and_counted() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    for record in played.journal.overrule(1, 2, "cocked"):
        played.keep(record)
    page = markdown(played.journal)
    assert "shooting: D6 2 (was 6) -1 target smaller than a corvette = 1 → no effect" in page
    assert "*(by the referee's ruling: cocked)*" in page
    assert part(page, "## Dice").splitlines()[:3] == [
        "| Die | Dice | Typed in | Overruled | Mean | Expected | Faces |",
        "| --- | ---: | -------: | --------: | ---: | -------: | ----- |",
        "| D6  |    1 |        0 |         1 | 2.00 |     3.50 | 2: 1× |",
    ]


def test_damage_is_told_by_ship_and_turn_with_its_cause() -> None:
    played = Played().to("fire-1")
    played.shot(6, small_target="no")
    played.give("next")
    played.give("damage", 2, ship="A")  # the second place on the card: the bridge
    page = markdown(played.journal)
    assert part(page, "### Ship by ship").splitlines() == [
        "- **A**",
        "  - **turn 1** bridge -1 (0/1) light hit, D; hull -1 (8/9) D, bow gun",
    ]
    assert part(page, "## Damage").splitlines()[:6] == [
        "| Ship | Boxes  | Whole |  T1 |",
        "| ---- | ------ | ----: | --: |",
        "| A    | hull   |     9 |   8 |",
        "| A    | bridge |     1 |   0 |",
        "",
        "**No box lost:** D.",
    ]


def test_each_ship_s_boxes_and_fate_stand_under_her_side_and_nothing_where_she_is_whole() -> None:
    played = Played(setup(attackers=("A", "B"))).to("move-1")
    played.give("leave", ship="B")
    played.give("strike", ship="A", track="hull", boxes=4)
    forces = part(markdown(played.journal), "## Forces").splitlines()
    assert forces[2:] == [
        "| Red  |      |      |        |     |                   |",
        "| A    | MTB  |  5/9 |    1/1 | 3/3 |                   |",
        "| B    | MTB  |  9/9 |    1/1 | 3/3 | left the table T1 |",
        "| Blue |      |      |        |     |                   |",
        "| D    | MTB  |  9/9 |    1/1 | 3/3 |                   |",
    ]


def test_readings_that_were_gone_by_are_counted_and_those_that_were_changed_are_listed() -> None:
    plain = Played().to("fire-1")
    plain.shot(1)
    readings = part(markdown(plain.journal), "## Readings")
    assert readings.startswith("The sheet left 10 points open in this battle, all read as fleetbook proposes: see")
    assert "- C" not in readings
    changed = part(markdown(Played(setup(house=(HOUSE,))).journal), "## Readings")
    assert "\\[6; here: 5\\] *(changed by a house rule: six never comes)*" in changed


def test_house_rules_are_told_in_words() -> None:
    page = markdown(Played(setup(house=(HOUSE,))).journal)
    assert part(page, "## House rules: club rules").splitlines() == [
        "- Weapon points: cannon, row single 20 mm: 3, 2, 1",
        "- Shooting variables: +3 straddled or hit last turn",
        "- The score that restores a damaged system, or one box that a bridge or engines lost to light hits. \\[6; here: 5\\]"
        " because: six never comes",
    ]


def test_the_seed_is_sealed_until_the_battle_ends() -> None:
    played = Played(seed="walnut")
    sealed = markdown(played.journal)
    assert "walnut" not in sealed
    assert "3748fbd132cd645a37562a4dd529c91442bfa156adcf96a311c1e1ff98f46636" in sealed  # SHA-256 of walnut
    played.give("end", reason="late")
    page = markdown(played.journal)
    assert "| walnut " in part(page, "## Provenance")
    assert "The battle ended in turn 1, step 1 (Red repairs): late." in page


def test_a_warning_about_the_file_stands_at_its_head() -> None:
    assert "\n**Beware:** line 7 is \\*broken\\*.\n" in markdown(Played().journal, "line 7 is *broken*")


def test_the_same_battle_gives_the_same_page() -> None:
    pages = set()
    for _ in range(2):
        played = Played().to("fire-1")
        played.shot()
        pages.add(markdown(played.journal))
    assert len(pages) == 1
