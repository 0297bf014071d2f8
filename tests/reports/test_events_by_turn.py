"""Events of a scenario are told to every reader as their turn begins, and so are the last turn and the limit of turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup, TurnEvent
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.verify import verify_record
from fleetbook.referee.session import Session
from fleetbook.reports.render.formats import report
from fleetbook.reports.status import status
from fleetbook.reports.words import step_words
from fleetbook.share.page import page_for
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.page import BattlePage
from tests.reports.journals import Played, setup
from tests.reports.test_result import HULL
from tests.tui.keyboard import NARROW, Keyboard

DAWN, SHIP = TurnEvent(2, "Dawn: the light is day from now on"), TurnEvent(3, "A destroyer comes from the north.", secret=True)
TOLD = "Dawn: the light is day from now on."


def on_to(table: Played, turn: int) -> Record:
    """Go on until this turn has begun; the order that began it."""
    while table.journal.battle.turn < turn:
        last = table.give("next")
    return last


def said(journal: Journal[Any], record: Record) -> list[str]:
    return [result.words for result in journal.results(record)]


def eventful(**more: Any) -> Setup:
    return setup(events=(SHIP, DAWN), **more)


def test_an_event_is_told_first_by_the_order_that_begins_its_turn_and_by_no_other() -> None:
    table = Played(eventful())
    began = on_to(table, 2)
    assert said(table.journal, began)[:2] == [TOLD, "TURN 2, step 1: Red repairs."]
    on_to(table, 4)
    telling = [record.number for record in table.journal.records if TOLD in said(table.journal, record)]
    assert telling == [began.number]


def test_undo_takes_an_event_back_and_another_order_tells_it_again() -> None:
    table = Played(eventful())
    first = on_to(table, 2)
    table.keep(table.journal.undo())
    assert table.journal.results(table.journal.records[-1]) == ()
    again = on_to(table, 2)
    assert again.number > first.number and TOLD in said(table.journal, again)


def test_an_event_is_no_part_of_the_record_and_the_battle_verifies() -> None:
    with_events, without = Played(eventful()), Played(setup())
    told, quiet = on_to(with_events, 2), on_to(without, 2)
    assert (told.events, told.fingerprint) == (quiet.events, quiet.fingerprint)
    assert [verify_record(with_events.journal, record) for record in with_events.journal.records] == [""] * told.number


def test_a_battle_that_was_begun_before_there_were_events_is_read_as_one_without() -> None:
    written = json.loads(msgspec.json.encode(setup()))
    del written["events"]
    assert msgspec.json.decode(json.dumps(written), type=Setup).events == ()


def test_reports_tell_an_event_in_the_story_and_a_secret_one_only_from_its_turn_on() -> None:
    table = Played(eventful())
    before = report("txt", table.journal)
    assert "Turn 2: Dawn: the light is day from now on." in before and "destroyer" not in before
    on_to(table, 2)
    assert report("txt", table.journal).count("Dawn: the light is day from now on.") == 2
    on_to(table, 3)
    assert "A destroyer comes from the north." in report("txt", table.journal)


@pytest.mark.parametrize("system", ["aanda/yalu", "gwas/black-sea-raid"])
def test_each_side_and_the_table_is_told_the_same_under_rules_with_secrets(system: str) -> None:
    settled = load_setup(system)
    assert settled.victory
    victory = msgspec.structs.replace(settled.victory, turns=2)
    settled = msgspec.structs.replace(settled, events=(DAWN,), victory=victory)
    assert ruleset(settled.ruleset).keeps_secrets
    journal: Journal[Any] = Journal(ruleset(settled.ruleset), settled, "a seed")
    while journal.battle.turn < 3:
        try:
            journal.append(journal.propose(NextStep()))
        except ChoiceNeeded as needed:
            journal.append(journal.propose(NextStep(), choices=needed.options[:1]))
    for side in (*settled.sides, None):
        view = SideView(journal, side)
        words = [text for record in view.records for text in said(view, record)]
        assert [text for text in words if text == TOLD or "LAST" in text or "LIMIT" in text] == [
            TOLD, "THE LAST TURN: this is turn 2 of 2.", "THE LIMIT OF 2 TURNS IS REACHED.",
        ]  # fmt: skip


def test_a_phone_tells_an_event_as_the_latest_news_and_the_turn_with_its_limit() -> None:
    table = Played(eventful(victory=msgspec.structs.replace(HULL, turns=2)))
    on_to(table, 2)
    fragments = page_for(table.journal, "Red").fragments
    assert f'<p class="said">{TOLD}</p>' in fragments["result"]
    assert "of 2, the last" in fragments["now"]


def test_the_last_turn_is_told_as_it_begins_and_the_limit_with_how_it_stands() -> None:
    table = Played(setup(victory=msgspec.structs.replace(HULL, turns=2)))
    assert said(table.journal, on_to(table, 2))[0] == "THE LAST TURN: this is turn 2 of 2."
    assert step_words(status(table.journal)).startswith("turn 2 of 2, the last, step 1")
    over = said(table.journal, on_to(table, 3))
    assert over[0] == "THE LIMIT OF 2 TURNS IS REACHED: Red has won: Blue needed 3 hull and had 0."
    assert step_words(status(table.journal)).startswith("turn 3, after the last, step 1")
    assert not any("LIMIT" in words for words in said(table.journal, on_to(table, 4)))


def test_the_app_tells_an_event_in_briefing_band_and_journal(tmp_path: Path) -> None:
    settled = msgspec.structs.replace(load_setup("convoy"), events=(DAWN, SHIP))
    with BattleFile.create(tmp_path / "a.battle", settled, seed="1") as file:
        app = Keyboard(BattlePage(Session(file)), NARROW)
        app.press("f3")
        assert "Dawn: the light is day" in app.text and "destroyer" not in app.text
        app.press("escape")
        while file.journal.battle.turn < 2:
            app.go()
        assert TOLD.rstrip(".") in app.text
        app.press("tab", ",")
        assert TOLD[:20] in app.text
