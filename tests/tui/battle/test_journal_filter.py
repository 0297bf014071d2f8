"""The journal's filters. Lines taken back are folded until the cursor is in the journal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.play.journal import Journal
from fleetbook.referee.session import Session
from fleetbook.referee.telling import Telling, tell
from fleetbook.tui.battle.journal_lines import draw_journal
from fleetbook.tui.battle.page import BattlePage
from tests.cli.shell import fleetbook
from tests.golden.playing import begin, orders
from tests.tui.keyboard import WIDE, Keyboard, refereeing


@pytest.fixture
def fought(tmp_path: Path) -> Iterator[Keyboard]:
    """Two steps, MGB 77 seen and fired at, then MGB 81 struck by hand and that taken back."""
    with refereeing(tmp_path / "a.battle", "ijmuiden", WIDE, seed="3") as one:
        one.press(">", ">", "s")
        one.type("m77 12")
        one.press("enter", "f", "enter", "x")
        one.type("m81")
        one.press("enter", "u")
        yield one


def journal(one: Keyboard) -> list[str]:
    """The rows of the journal."""
    drawn = draw_journal(one.session, one.battle.cursor, 100, 20)
    return ["".join(text for text, _ in line) for line in drawn if line]


def test_lines_taken_back_are_one_row(fought: Keyboard) -> None:
    assert journal(fought)[-1].split(maxsplit=1) == ["⟲", "5 to 6: taken back: referee strikes 1 hull of MGB 81"]
    fought.press("tab")
    assert len(journal(fought)) == 6


def test_results_only(fought: Keyboard) -> None:
    """Moves, sightings and misses are left out; an alarm and the ruling that struck a box are not."""
    fought.press("R", ",")
    assert " results · line 7 " in fought.text
    alarm, ruling = journal(fought)
    assert alarm.split()[:2] == ["3", "1.3"] and "ALARM: Kriegsmarine" in alarm
    assert ruling.split()[:4] == ["5", "1.3", "MGB", "81"]
    assert ", filter" in fought.text


def test_a_line_says_what_it_changed_and_a_step_is_a_rule(fought: Keyboard) -> None:
    fought.press("R")
    shown = journal(fought)
    assert shown[0].startswith("─ 1.3 Kriegsmarine observes, fires ─")
    told = [" ".join(line.split()) for line in shown]
    assert any(line.startswith("5 1.3 MGB 81 hull −1 Referee strikes 1 hull of MGB 81") for line in told), shown


def test_a_step_in_which_nothing_was_ordered_takes_no_row_but_can_be_pointed_at(fought: Keyboard) -> None:
    """Lines 1 and 2 began steps 2 and 3; in step 2 nobody moved."""
    fought.press("R")
    assert [line.split()[1] for line in journal(fought) if line.startswith("─")] == ["1.3"]
    fought.press("tab")
    assert [line.split()[1] for line in journal(fought) if line.startswith("─")] == ["1.2", "1.3"]
    fought.press("tab", ">", ">")
    assert [line.split()[1] for line in journal(fought) if line.startswith("─")] == ["1.3", "1.4"]


def test_the_ship_with_the_cursor_then_her_side_then_this_step(fought: Keyboard) -> None:
    fought.battle.cursor.point("MGB 77")
    fought.press(",", ",")
    assert " MGB 77 · line 6 " in fought.text
    assert len(journal(fought)) == 2
    fought.battle.cursor.point("MGB 81")
    assert journal(fought) != []
    fought.battle.cursor.point("S 136")
    fought.press(",")
    assert " Kriegsmarine · line 6 " in fought.text
    assert len(journal(fought)) == 2
    fought.press(",")
    assert " this step · line 6 " in fought.text
    assert not any("1.2" in line for line in journal(fought))
    fought.press(",")
    assert " this step " not in fought.text


def test_the_cursor_goes_along_the_rows_that_are_shown(fought: Keyboard) -> None:
    fought.battle.cursor.point("S 136")
    fought.press(",", ",", "tab", "home")
    assert fought.battle.cursor.number == 3
    fought.press("down")
    assert fought.battle.cursor.number == 4


def test_the_row_pointed_at_is_the_line_acted_on(fought: Keyboard) -> None:
    fought.battle.cursor.point("S 136")
    fought.press("tab", ",", ",")
    assert (fought.battle.cursor.number, [*fought.battle.cursor.rows]) == (4, [(4,), (3,)])
    fought.press("w")
    assert "Line 4" in fought.text
    fought.press("escape", "a")
    fought.type("well shot")
    assert "line 4: well shot" in fought.text


def test_a_page_in_the_journal_goes_along_the_rows_that_are_shown(fought: Keyboard) -> None:
    fought.battle.cursor.point("S 136")
    fought.press("tab", ",", ",", "pageup")
    assert fought.battle.cursor.number == 3
    fought.press("pagedown")
    assert fought.battle.cursor.number == 4
    fought.press(",", ",", ",", "pageup")
    assert fought.battle.cursor.number == 1


def test_a_line_searched_for_that_the_filter_hides_is_shown(fought: Keyboard) -> None:
    fought.press("tab", ",")
    fought.battle.cursor.to_line(2)
    assert (fought.battle.cursor.number, fought.battle.cursor.filter) == (2, "all")


def test_escape_leads_from_the_journal_back_to_the_ships(fought: Keyboard) -> None:
    fought.press("tab", "escape")
    assert not fought.battle.cursor.journal
    assert not fought.ended


def test_what_was_worked_out_as_a_step_ended_names_the_ship_and_titles_begin_with_a_capital(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "D", "f", "enter", "6", "enter", "D")
        one.go(2)
        assert "═ MGB 77 2 pdr bow damaged, hull −1  Damage to MGB 77: 1 hit ═" in one.text
        assert "─ 1.4 Royal Navy works out damage" in one.text
        assert "─ 1.5 Kriegsmarine repairs" in one.text


def test_only_the_lines_on_the_screen_are_put_into_words(fought: Keyboard, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a long battle would open late."""
    for number in range(100):
        fought.session.file.give(Annotate(words=f"word {number}"))
    worded = list[int]()

    def told(journal: Journal[Any], record: Record) -> Telling:
        worded.append(record.number)
        return tell(journal, record)

    monkeypatch.setattr("fleetbook.referee.session.tell", told)
    page = BattlePage(Session(fought.session.file))
    page.pages = fought
    assert any("word 99" in text for line in page.draw(WIDE) for text, _ in line)
    assert 0 < len(worded) <= WIDE[1]
    page.press("tab", None)
    page.press("home", None)
    assert page.cursor.number == 1


def test_of_the_recorded_yalu_seven_in_ten_results_are_news(tmp_path: Path) -> None:
    """News changes a ship's boxes, systems, grave conditions or fate, or is the outcome of a test, a repair, the initiative or
    the battle. Hits that armour stopped are results, and no news.
    """
    path, batch = tmp_path / "a.battle", tmp_path / "orders"
    begin("yalu", path)
    batch.write_text("\n".join(map(shlex.join, orders("yalu")[1:])), encoding="utf-8")
    assert not fleetbook("order", str(path), "--batch", str(batch)).code
    with refereeing(path) as one:
        one.press(",")
        rows = [row[-1] for row in one.battle.cursor.rows]
        journal = one.session.journal
        news = [number for number in rows if is_news(journal, number)]
        assert len(rows) > 20
        assert len(news) >= 0.7 * len(rows)


def is_news(journal: Journal[Any], number: int) -> bool:
    def state(battle: Any) -> list[Any]:
        grave = [[one.short for one in card.conditions if one.is_serious] for card in battle.cards()]
        return [grave, [(card.tracks, card.systems, card.fate) for card in battle.cards()]]

    record = journal.record(number)
    decides = record.procedure in ("initiative", "end") or (record.procedure == "next" and bool(record.faces))
    return decides or state(journal.battle_before(number)) != state(journal.battle_after(number))
