"""The important results stand first and dice last. The journal says the result of each line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import SetByHand, StrikeByHand
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.tui.battle.test_board import give
from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, WIDE, refereeing

SHIPS = {"Hashidate": 16, "Yoshino": 16, "Hiei": 12, "Jiyuan": 12, "King Yuan": 13}


def burnt(path: Path, *ships: str, sinking: bool = False) -> None:
    """A battle in which ships burn, maybe others have no hull boxes left, and ongoing damage is worked out."""
    with BattleFile.create(path, load_setup("yalu"), "4") as file:
        for ship, boxes in SHIPS.items() if sinking else ():
            file.give(StrikeByHand(ship=ship, track="hull", boxes=boxes, reason="a trial"))
        for ship in ships:
            file.give(SetByHand(ship=ship, condition="fire", value="1", reason="a trial"))
        file.give(file.journal.ruleset.order("ongoing")())


def test_a6_every_sinking_test_is_told_before_ships_that_lost_nothing_and_before_dice(tmp_path: Path) -> None:
    burnt(tmp_path / "a.battle", "Hashidate", "Jiyuan", sinking=True)
    with refereeing(tmp_path / "a.battle", size=WIDE) as one:
        lines = one.lines()
        band = lines[next(at for at, line in enumerate(lines) if " line 14 · 2.2 " in line or "AFLOAT" in line) :]
        for ship in SHIPS:
            assert re.search(f"{ship.upper()} SINKS|{ship.upper()} AFLOAT", band[0]), one.text
        assert "(no hull boxes left): threw" in band[1], one.text


def test_at_80_columns_results_that_find_no_room_are_counted(tmp_path: Path) -> None:
    burnt(tmp_path / "a.battle", "Hashidate", "Jiyuan", sinking=True)
    with refereeing(tmp_path / "a.battle", size=NARROW) as one:
        results = len(one.session.journal.results(one.session.journal.records[-1]))
        shown = one.text.count("(no hull boxes left): threw")
        assert shown >= 1, one.text
        assert re.search(r"… and \d+ more: w", one.text), one.text
        assert results == 6
        assert "D4 " not in one.text


def test_what_each_of_several_results_means_is_not_said_again(tmp_path: Path) -> None:
    burnt(tmp_path / "a.battle", "Matsushima", "Chiyoda", "Jiyuan")
    with BattleFile.open(tmp_path / "a.battle") as file:
        onward = file.journal.ruleset.order("next")
        for choices in ((), ("Japan",), ()):
            file.give(onward(), choices=choices)
        file.give(file.journal.ruleset.order("repair")())
    with refereeing(tmp_path / "a.battle", size=WIDE) as one:
        assert one.text.count("8+ needed, D10 each.") == 1, one.text


def test_the_journal_says_who_won_the_initiative_and_what_was_noted(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE, seed="4") as one:
        one.press(">", "i", "enter")
        one.press("enter")
        one.press("a")
        one.type("fog comes up")
        one.press("enter")
        assert "NOTE  Fog comes up" in one.text or " Note" in one.text, one.text
        assert "JAPAN HAS THE INITIATIVE" in one.text, one.text


def test_the_journal_names_all_ships_that_burn_and_counts_what_else_befell(tmp_path: Path) -> None:
    burnt(tmp_path / "a.battle", "Matsushima", "Chiyoda", "Jiyuan")
    with refereeing(tmp_path / "a.battle", size=WIDE) as one:
        assert re.search(r"MATSUSHIMA hull −\d  CHIYODA hull −\d  JIYUAN hull −\d", one.text), one.text


def test_here_and_now_stands_first_in_the_help_and_a_slash_searches_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "enter", "?")
        shown = one.lines()
        assert shown[1] == " Here and now"
        assert shown[2].split()[:2] == ["m", "Move"]
        one.press("/")
        one.type("drift mine")
        assert "0 lines" in one.text
        one.press(*["backspace"] * len("drift mine"))
        one.type("tables read")
        found = one.lines()[1:-2]
        assert any(line.split()[:1] == ["T"] for line in found)
        assert not any(line.split()[:1] == ["m"] for line in found), "only what has the word"
        one.press("enter", "escape")
        assert one.lines()[1] == " Here and now"
        one.press("escape")
        assert one.page is one.battle


def test_a_squadrons_fire_at_several_ships_is_told_as_one_the_worst_first(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE, seed="4") as one:
        on_to(one, "firing")
        one.press("F", *"30", "down", "down", *"ding", *"25", "enter")
        records = one.session.latest
        assert {record.inputs["target"] for record in records} == {"Jiyuan", "Guangjia", "Dingyuan"}
        results = [result for record in records for result in one.session.journal.results(record)]
        worst = max(result.weight for result in results)
        first = one.said.partition("Flying Squadron: ")[2]
        assert any(first.startswith(result.words) for result in results if result.weight == worst), one.text
        assert all(result.words in one.said for result in results), one.text
        one.press("tab")
        assert [result.words in one.said for result in results].count(True) == 1, one.text


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_the_headline_of_several_shots_has_the_gravest_first_and_counts_the_misses(seed: str, tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE, seed=seed) as one:
        on_to(one, "firing")
        one.press("F", *"15", "enter")
        records, battle = one.session.latest, one.session.battle
        title = next(line for line in one.lines() if line[:1] in "━═" and "lines" in line)
        grave = [name.upper() for name in one.session.struck() if any(c.gravity == "grave" for c in battle.card(name).conditions)]
        missed = sum([result.kind for result in one.session.journal.results(record)] == ["missed"] for record in records)
        struck = sorted((title.index(name.upper()), name.upper()) for name in one.session.struck() if name.upper() in title)
        assert [name in grave for _, name in struck] == sorted((name in grave for _, name in struck), reverse=True), title
        assert "missed" not in title[: max(struck, default=(0, ""))[0]], title
        assert not missed or re.search(rf"\b{missed} missed|\+\d", title), title


def test_the_news_of_the_step_before_is_told_for_one_step_and_no_note_takes_its_place(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE, seed="5") as one:
        one.go(2)
        one.press("x")
        one.type("hel")
        one.press("enter", "a")
        one.type("fog comes up")
        one.press("enter")
        one.go()
        assert "Hellweg" in one.said.partition("Before, line ")[2][:20], one.text
        one.go()
        assert "Before, line" not in one.said, one.text


def test_a_result_that_only_repeats_the_headline_is_not_said_below_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.battle.window.chairs.seat("Kriegsmarine", "cover")
        assert one.text.count("gives Kriegsmarine's orders: cover the convoy") == 1, one.text


def test_the_room_below_a_card_tells_the_newest_lines_about_the_ship(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        for boxes in range(1, 9):
            give(one, "strike", ship="Hellweg", track="hull", boxes=boxes)
        one.battle.cursor.point("Hellweg")
        pane = " ".join(" ".join(line.partition("│")[2] for line in one.lines()[-21:]).split())
        assert re.findall(r"hull (-\d) \(", pane)[-2:] == ["-7", "-8"], pane
