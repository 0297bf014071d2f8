"""The battle screen driven by its keys."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.tui.desk import NARROW, WIDE, Desk, desk

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


async def to_fire(one: Desk) -> None:
    """To step 3, with M 388 seeing MTB 221 at 12 cm (needs 1 - 1 + 2 - 1 = 1: without a roll)."""
    await one.press("n", "n", "s")
    await one.type("12")
    await one.press("enter")


@SIZES
async def test_a_whole_turn_is_the_same_as_the_orders_given_directly(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "turn.battle"
    async with desk(path, size=size) as one:
        await one.press("n", "m")
        await one.type("10")
        await one.press("enter", "n", "s")
        await one.type("12")
        await one.press("enter", "f", "enter", "n", "n", "n", "m", "enter", "n", "s")
        await one.type("40")
        await one.press("enter", "n", "n")
        assert "TURN 2" in one.text
    directly: Journal[Any] = Journal(ruleset("coastal"), load_setup("convoy"), "7")
    for procedure, inputs in (
        ("next", {}), ("move", {"speed": "10"}), ("next", {}), ("observe", {"range": "12"}), ("fire", {}), ("next", {}),
        ("next", {}), ("next", {}), ("move", {}), ("next", {}), ("observe", {"range": "40"}), ("next", {}), ("next", {}),
    ):  # fmt: skip
        draft = Draft(directly.battle, directly.ruleset.procedure(procedure), inputs)
        directly.append(directly.propose(draft.order(), given=draft.given))
    with BattleFile.open(path) as kept:
        assert [msgspec.json.encode(r) for r in kept.journal.records] == [msgspec.json.encode(r) for r in directly.records]
    assert verify(path) == []


async def test_a_shot_by_a_known_pair_at_a_new_range_takes_at_most_six_keys(tmp_path: Path) -> None:
    async with desk(tmp_path / "keys.battle") as one:
        await to_fire(one)
        await one.press("f", "enter")
        await one.press(*["n"] * 8)  # round to the same step of the next turn
        await one.press("s")
        await one.type("12")
        await one.press("enter")
        before, one.pressed = len(one.session.journal.records), 0
        await one.press("f")
        await one.type("14")
        await one.press("enter")
        shot = one.session.journal.records[-1]
        assert len(one.session.journal.records) == before + 1
        assert (shot.procedure, shot.inputs["firer"], shot.inputs["target"]) == ("fire", "M 388", "MTB 221")
        assert shot.inputs["range"] == 14
        assert one.pressed <= 6


async def test_next_step_undo_and_redo_take_one_key_each(tmp_path: Path) -> None:
    async with desk(tmp_path / "one.battle") as one:
        await one.press("n")
        assert one.session.battle.phase == "move-1"
        stepped = one.session.battle.state.fingerprint
        await one.press("u")
        assert one.session.battle.phase == "repair-1"
        assert "took back 1" in one.text
        await one.press("R")
        assert one.session.battle.state.fingerprint == stepped


@SIZES
@pytest.mark.parametrize("typed", ["-5", "999999999", "nan", "abc", "1e9"])
async def test_a_wrong_range_is_refused_at_its_field(tmp_path: Path, size: tuple[int, int], typed: str) -> None:
    async with desk(tmp_path / "wrong.battle", size=size) as one:
        await to_fire(one)
        before = len(one.session.journal.records)
        await one.press("f")
        await one.type(typed)
        assert "a whole number from 0 to 999 cm" in one.text
        await one.press("enter")
        assert len(one.session.journal.records) == before
        assert one.battle_screen.referee.view.form is not None


async def test_a_key_that_is_off_says_why(tmp_path: Path) -> None:
    async with desk(tmp_path / "off.battle") as one:
        await one.press("f")
        assert "Fire belongs to steps 3 and 7; this is step 1" in one.text
        await one.press("R")
        assert "nothing to bring back" in one.text
        await one.press("k")
        assert "k does nothing here" in one.text
        assert one.session.journal.records == []


async def test_an_order_against_the_rules_says_why_and_is_not_given(tmp_path: Path) -> None:
    async with desk(tmp_path / "refused.battle") as one:
        await one.press("n", "n", "f")
        assert "must be said" in one.text  # nobody was seen, so there is no target
        await one.type("mtb 221")
        await one.press("down")
        await one.type("20")
        assert "has not observed MTB 221 this turn" in one.text
        await one.press("enter")
        assert "has not observed MTB 221 this turn" in one.text
        assert all(record.procedure != "fire" for record in one.session.journal.records)


async def test_typed_dice_are_asked_for_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "dice.battle"
    async with desk(path) as one:
        await to_fire(one)
        await one.press("D", "f", "enter")
        assert "D6 for shooting" in one.text
        before = len(one.session.journal.records)
        await one.type("7")
        await one.press("enter")
        assert "1 to 6 on a D6" in one.text
        await one.press("backspace")
        await one.type("6")
        await one.press("enter")
        assert len(one.session.journal.records) == before  # the guns' die is still wanted
        await one.type("2")
        await one.press("enter")
        shot = one.session.journal.records[-1]
        assert [(face.face, face.origin) for face in shot.faces] == [(6, "typed"), (2, "typed")]
        assert "6*" in one.text
    assert verify(path) == []


async def test_faces_typed_into_the_form_and_escape_records_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path / "form.battle") as one:
        await to_fire(one)
        before = len(one.session.journal.records)
        await one.press("f", "up", "up", "up")
        await one.type("5")
        await one.press("enter")
        assert "die 2" in one.text
        await one.press("escape")
        assert "nothing was ordered" in one.text
        assert len(one.session.journal.records) == before


async def test_why_shows_inputs_dice_table_row_section_and_readings(tmp_path: Path) -> None:
    async with desk(tmp_path / "why.battle") as one:
        await to_fire(one)
        await one.press("f", "enter", "w")
        for words in ("range: 12 cm", "Gunfire effect", "row", "C5", "Cannon and guns fire as two separate volleys"):
            assert words in " ".join(one.text.split())
        await one.press("q")
        assert "Journal" in one.text


async def test_odds_stand_beside_the_form_and_change_with_the_range(tmp_path: Path) -> None:
    async with desk(tmp_path / "odds.battle") as one:
        await to_fire(one)
        await one.press("f")
        await one.app.workers.wait_for_complete()
        await one.pilot.pause()
        near = one.battle_screen.referee.view.odds
        assert near is not None and near.exact
        assert "exact" in one.text
        await one.type("55")
        await one.app.workers.wait_for_complete()
        await one.pilot.pause()
        far = one.battle_screen.referee.view.odds
        assert far is not None and far.counts != near.counts


async def test_a_resize_in_mid_order_keeps_the_order(tmp_path: Path) -> None:
    async with desk(tmp_path / "resize.battle") as one:
        await to_fire(one)
        await one.press("f")
        await one.type("33")
        await one.pilot.resize_terminal(80, 24)
        await one.pilot.pause()
        assert "33" in one.text
        await one.press("enter")
        assert one.session.journal.records[-1].inputs["range"] == 33


async def test_undo_to_a_line_says_first_what_it_takes_back(tmp_path: Path) -> None:
    async with desk(tmp_path / "line.battle") as one:
        await to_fire(one)
        await one.press("tab", "up", "up", "U")
        assert "go to line 1: takes back 2, 3" in one.text
        await one.press("enter")
        assert one.session.journal.position == 1


async def test_a_die_is_overruled_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "overrule.battle"
    async with desk(path) as one:
        await to_fire(one)
        await one.press("f", "enter", "!", "enter", "down", "down", "down", "down", "down", "enter")
        await one.type("cocked die")
        await one.press("enter")
        shot = one.session.journal.records[-1]
        assert (shot.faces[0].face, shot.faces[0].origin, shot.reason) == (6, "overruled", "cocked die")
    assert verify(path) == []


async def test_repeat_gives_the_same_kind_of_order_again(tmp_path: Path) -> None:
    async with desk(tmp_path / "repeat.battle") as one:
        await one.press("n", "m")
        await one.type("6")
        await one.press("enter", "full_stop")
        assert [record.headline for record in one.session.journal.records[-2:]] == ["MTB 221 moves 6 cm", "MTB 233 moves 6 cm"]


async def test_repeat_carries_no_range_over_to_another_pair(tmp_path: Path) -> None:
    async with desk(tmp_path / "pair.battle") as one:
        await to_fire(one)
        await one.press("f")
        await one.type("14")
        await one.press("enter")
        before = len(one.session.journal.records)
        await one.press("full_stop")  # M 388 has fired: the next firer has its own range
        form = one.battle_screen.referee.view.form
        assert len(one.session.journal.records) == before
        assert form is not None
        assert (form.draft.values["firer"], form.draft.values["range"]) == ("V 1241", None)


@SIZES
async def test_both_ships_of_an_order_stay_in_view(tmp_path: Path, size: tuple[int, int]) -> None:
    async with desk(tmp_path / "view.battle", size=size) as one:
        await to_fire(one)
        await one.press("f", "up", "up")
        await one.type("möwen")
        fleets = one.text.split("─ Fire")[0]
        assert "Möwensand" in fleets and "MTB 221" in fleets


async def test_a_ruling_by_hand_begins_with_the_ship_under_the_cursor(tmp_path: Path) -> None:
    async with desk(tmp_path / "hand.battle") as one:
        await one.press("x", "2", "enter")
        assert one.session.journal.records[-1].headline == "referee strikes 2 hull of MTB 221"


HOSTILE = (
    "[/]", "[@click=app.quit]x", "HMS Nelson [sunk]", "a\x1b[31mb\x07\n", "\u202eevil", "🚢🚢🚢", "n" * 200, "'\"`", "=1+1",
    "../../etc",
)  # fmt: skip


@SIZES
async def test_hostile_names_are_shown_harmlessly_on_every_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    setup = load_setup("convoy")
    ships = tuple(
        msgspec.structs.replace(ship, name=HOSTILE[place] if place < len(HOSTILE) else ship.name)
        for place, ship in enumerate(setup.ships)
    )
    hostile: Setup = msgspec.structs.replace(setup, ships=ships, title="[red]Title[/] \x1b]0;x\x07")
    async with desk(tmp_path / "hostile.battle", hostile, size) as one:
        for page in ("question_mark", "colon", "slash", "enter", "w", "tab"):
            await one.press("n", "m", "enter", page)
            assert "\x1b" not in one.text and "\x07" not in one.text and "\u202e" not in one.text
            await one.press("escape")
        for key in ("down", "u", "m", "right", "escape"):
            await one.press(key)
            assert "\x1b" not in one.text and "\x07" not in one.text
            assert "\u202e" not in one.text
        assert "[/]" in one.text
        assert one.app.is_running


async def test_a_damaged_battle_opens_read_only_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "damaged.battle"
    async with desk(path) as one:
        await to_fire(one)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE journal SET record = CAST('{}' AS BLOB) WHERE number = 3")
    database.close()
    async with desk(path) as one:
        assert "line 3" in one.text
        await one.press("n")
        assert len(one.session.journal.records) == 2
        assert "read only" in one.text.casefold() or "read-only" in one.text.casefold()
