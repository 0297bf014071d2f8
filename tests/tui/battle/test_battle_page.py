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
from fleetbook.core.play.verify import verify_record
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.tui.battle.test_board import give
from tests.tui.hands import launch
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])


def to_fire(one: Keyboard) -> None:
    """To step 3, with M 388 seeing MTB 221 at 12 cm (needs 1 - 1 + 2 - 1 = 1: without a roll)."""
    one.press(">", ">", "s")
    one.type("12")
    one.press("enter")


@SIZES
def test_a_whole_turn_is_the_same_as_the_orders_given_directly(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "turn.battle"
    with refereeing(path, size=size) as one:
        one.press(">", "m")
        one.type("10")
        one.press("enter", ">", "s")
        one.type("12")
        one.press("enter", "f", "enter")
        one.go(3)
        one.press("m", "enter", ">", "s")
        one.type("40")
        one.press("enter")
        one.go(2)
        assert "TURN 2" in one.text
    directly: Journal[Any] = Journal(ruleset("coastal"), load_setup("convoy"), "7")
    for procedure, inputs in (
        ("next", {}), ("move", {"speed": "10"}), ("next", {}), ("observe", {"range": "12"}), ("fire", {}), ("next", {}),
        ("next", {}), ("next", {}), ("move", {}), ("next", {}), ("observe", {"range": "40"}), ("next", {}), ("next", {}),
    ):  # fmt: skip
        draft = Draft(directly.battle, directly.ruleset.order(procedure), inputs)
        directly.append(directly.propose(draft.order(), given=draft.given))
    with BattleFile.open(path) as kept:
        assert [msgspec.json.encode(r) for r in kept.journal.records] == [msgspec.json.encode(r) for r in directly.records]
    assert verify(path) == []


def test_next_step_undo_and_redo_take_one_key_each(tmp_path: Path) -> None:
    with refereeing(tmp_path / "one.battle") as one:
        one.press(">")
        assert one.session.battle.phase == "move-1"
        stepped = one.session.battle.state.fingerprint
        one.press("u")
        assert one.session.battle.phase == "repair-1"
        assert "Took back: on to step 2: Royal Navy launches, moves." in one.text
        one.press("R")
        assert one.session.battle.state.fingerprint == stepped


def test_going_back_over_several_orders_says_how_many_and_which_is_the_first(tmp_path: Path) -> None:
    with refereeing(tmp_path / "one.battle", "convoy") as one:
        launch(one, "hel 35")
        one.go()
        one.press("U", "1", "enter")
        assert "Took back 2 orders, 2 to 3: first MTB 221 launches 2 torpedoes at Hellweg, 35 cm." in one.said


def test_the_key_of_undo_names_all_lines_that_it_takes_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "one.battle", "convoy") as one:
        one.press(">", "m", "7", "enter", "*")
        assert one.session.journal.position == 7
        assert "u undo 3–7 " in one.lines()[-1]
        one.press("u")
        assert one.session.journal.position == 2
        assert "Took back 5 orders, 3 to 7: first" in one.said
        assert "u undo 2 " in one.lines()[-1]
        one.press("R")
        assert "u undo 3–7 " in one.lines()[-1]


def test_a_die_beneath_a_note_is_changed_and_the_note_stays(tmp_path: Path) -> None:
    with refereeing(tmp_path / "one.battle", "convoy", seed="5") as one:
        launch(one, "hel 35")
        one.go(8)
        one.press("h")
        one.type("6")
        one.press("enter")
        one.press("a")
        one.type("the tape slipped")
        one.press("enter", "!")
        assert "Change which die?" in one.text
        one.press("enter", "down", "enter", "enter")
        *_, again, note = one.session.journal.records
        assert again.faces[0].origin == "overruled"
        assert (note.procedure, note.inputs["words"], note.on) == ("note", "the tape slipped", again.number)
        assert one.session.journal.position == note.number
        assert all(not verify_record(one.session.journal, record) for record in one.session.journal.records)


@SIZES
@pytest.mark.parametrize("typed", ["-5", "999999999", "12345"])
def test_a_wrong_range_is_refused_at_its_field(tmp_path: Path, size: tuple[int, int], typed: str) -> None:
    with refereeing(tmp_path / "wrong.battle", size=size) as one:
        to_fire(one)
        before = len(one.session.journal.records)
        one.press("f")
        one.type(typed)
        assert "a whole number from 0 to 999 cm" in one.text
        one.press("enter")
        assert len(one.session.journal.records) == before
        assert one.battle.entry.form is not None


def test_a_key_that_is_off_says_why(tmp_path: Path) -> None:
    with refereeing(tmp_path / "off.battle") as one:
        one.press("f")
        assert "Fire belongs to steps 3 and 7; this is step 1" in one.text
        one.press("R")
        assert "nothing to bring back" in one.text
        one.press("k")
        assert "k does nothing here" in one.text
        assert one.session.journal.records == []


def test_of_two_orders_with_one_key_the_one_of_this_step_says_why_it_is_off(tmp_path: Path) -> None:
    """`m` moves a fleet on the map, and ships in combat: of a side without a ship of 2+ none moves in that impulse."""
    with refereeing(tmp_path / "a.battle", "cape-sarych", seed="7") as one:
        one.go()
        while one.session.battle.phase != "initiative-move-1":
            one.press(">")
        one.press("m")
        assert one.battle.entry.form is None
        assert "Move ships: name the ships that move" in one.text
        assert "Move a fleet belongs" not in one.text


def test_an_order_that_cannot_be_completed_says_why_and_opens_no_form(tmp_path: Path) -> None:
    with refereeing(tmp_path / "refused.battle") as one:
        one.press(">", ">", "f")
        assert "Fire: Kriegsmarine has not observed MTB 221 this turn (C3)" in one.text
        assert one.battle.entry.form is None
        assert all(record.procedure != "fire" for record in one.session.journal.records)


def test_a_candidate_that_may_not_be_chosen_is_greyed_with_its_reason(tmp_path: Path) -> None:
    with refereeing(tmp_path / "greyed.battle") as one:
        to_fire(one)
        one.press("f", "down", "down", "down")
        label = next(line for line in one.lines() if line.startswith(" ▸ weapons"))
        assert "20 mm port fore" in label and "20 mm stbd fore" not in label
        assert "✗ M 388's 20 mm stbd fore does not bear to port (C4); likewise 20 mm stbd aft" in one.said
        one.press("f1")
        assert "Not now: M 388's 20 mm stbd fore does not bear to port (C4); likewise" in " ".join(one.text.split())


def test_a_ship_that_may_not_be_named_is_refused_in_its_row_and_the_cursor_goes_there(tmp_path: Path) -> None:
    with refereeing(tmp_path / "named.battle") as one:
        to_fire(one)
        before = len(one.session.journal.records)
        one.press("f", "up")
        one.type("mtb 233")
        said = "Kriegsmarine has not observed MTB 233 this turn (C3)"
        assert one.text.count(said) == 1
        one.press("down", "down", "enter")
        assert len(one.session.journal.records) == before
        form = one.battle.entry.form
        assert form is not None and form.name == "target"


def test_a_form_is_checked_once_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[str] = []
    with refereeing(tmp_path / "once.battle") as one:
        to_fire(one)
        one.press("f")
        fire = one.session.battle.ruleset.order("fire")
        check = fire.check

        def counted(order: Any, battle: Any) -> None:
            checks.append(str(order))
            check(order, battle)

        monkeypatch.setattr(fire, "check", counted)
        one.press("1")
        assert len(checks) == len(set(checks)), "an order as far as it was known was checked twice"


def test_typed_dice_are_asked_for_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "dice.battle"
    with refereeing(path) as one:
        to_fire(one)
        one.press("D", "f", "enter")
        assert "die 1, D6, volley 1 of 2: shooting" in one.text
        before = len(one.session.journal.records)
        one.type("7")
        one.press("enter")
        assert "is not on a D6: it has 1 to 6" in one.text
        one.press("backspace")
        one.type("6")
        one.press("enter")
        assert len(one.session.journal.records) == before + 1, "the guns can do nothing at 12 cm: their die is not asked for"
        shot = one.session.journal.records[-1]
        assert [(face.sides, face.origin) for face in shot.faces] == [(6, "typed"), (6, "rolled")]
        assert "6*" in one.text
    assert verify(path) == []


def test_escape_from_a_die_that_is_asked_for_records_nothing(tmp_path: Path) -> None:
    with refereeing(tmp_path / "form.battle") as one:
        to_fire(one)
        before = len(one.session.journal.records)
        one.press("D", "f", "enter")
        assert "die 1, D6, volley 1 of 2: shooting" in one.text
        one.press("escape")
        assert "nothing was ordered" in one.text
        assert len(one.session.journal.records) == before


def test_why_shows_inputs_dice_table_row_section_and_readings(tmp_path: Path) -> None:
    with refereeing(tmp_path / "why.battle") as one:
        to_fire(one)
        one.press("f", "enter", "w")
        told = one.text
        one.press("end")
        told = " ".join(f"{told} {one.text}".split())
        for words in ("range: 12 cm", "Gunfire effect", "row", "C5", "Cannon and guns fire as two separate volleys"):
            assert words in told
        one.press("T")
        assert "Tables and readings" in one.text
        one.press("escape")
        assert "Tables and readings" not in one.text


def test_odds_stand_beside_the_form_and_change_with_the_range(tmp_path: Path) -> None:
    with refereeing(tmp_path / "odds.battle") as one:
        to_fire(one)
        one.press("f")
        one.done()
        near = one.battle.weighing.odds
        assert near is not None and near.exact
        assert "nothing 67 %  straddle 17 %  1 hit 17 %" in one.text
        one.type("55")
        one.done()
        far = one.battle.weighing.odds
        assert far is not None and far.counts != near.counts


def test_a_resize_in_mid_order_keeps_the_order(tmp_path: Path) -> None:
    with refereeing(tmp_path / "resize.battle") as one:
        to_fire(one)
        one.press("f")
        one.type("33")
        one.size = (80, 24)
        assert "33" in one.text
        one.press("enter", "enter")  # 12 cm were measured
        assert one.session.journal.records[-1].inputs["range"] == 33


def test_undo_to_a_line_says_first_what_it_takes_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "line.battle") as one:
        to_fire(one)
        one.press("tab", "up", "up", "U")
        assert "1: takes back 2, 3" in one.text
        one.press("enter")
        assert one.session.journal.position == 1


def test_a_die_is_overruled_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "overrule.battle"
    with refereeing(path) as one:
        to_fire(one)
        one.press("f", "enter", "!", "enter", "down", "down", "down", "down", "down", "enter")
        one.type("cocked die")
        one.press("enter")
        shot = one.session.journal.records[-1]
        assert (shot.faces[0].face, shot.faces[0].origin, shot.reason) == (6, "overruled", "cocked die")
        was = shot.faces[0].instead_of
        assert f"Die 1 was changed from {was} to 6: cocked die." in " ".join(one.text.split())
    assert verify(path) == []


def test_repeat_gives_the_same_kind_of_order_again(tmp_path: Path) -> None:
    with refereeing(tmp_path / "repeat.battle") as one:
        one.press(">", "m")
        one.type("6")
        one.press("enter", ".")
        assert [record.headline for record in one.session.journal.records[-2:]] == ["MTB 221 moves 6 cm", "MTB 233 moves 6 cm"]


def test_repeat_carries_no_range_over_to_another_pair(tmp_path: Path) -> None:
    with refereeing(tmp_path / "pair.battle") as one:
        to_fire(one)
        one.press("f")
        one.type("14")
        one.press("enter", "enter")  # 12 cm were measured
        before = len(one.session.journal.records)
        one.press(".")  # M 388 has fired: the next firer has its own range
        form = one.battle.entry.form
        assert len(one.session.journal.records) == before
        assert form is not None
        assert (form.draft.values["firer"], form.draft.values["range"]) == ("V 1241", None)


@SIZES
def test_both_ships_of_an_order_stay_in_view(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "view.battle", size=size) as one:
        to_fire(one)
        one.press("f", "up", "up")
        one.type("möwen")
        fleets = one.text.split("─ Fire")[0]
        assert "Möwensand" in fleets and "MTB 221" in fleets


def test_a_ruling_by_hand_begins_with_the_ship_under_the_cursor(tmp_path: Path) -> None:
    with refereeing(tmp_path / "hand.battle") as one:
        one.press("x", "2", "enter")
        assert one.session.journal.records[-1].headline == "referee strikes 2 hull of MTB 221"


HOSTILE = (
    "[/]", "[@click=app.quit]x", "HMS Nelson [sunk]", "a\x1b[31mb\x07\n", "\u202eevil", "🚢🚢🚢", "n" * 200, "'\"`", "=1+1",
    "../../etc",
)  # fmt: skip


@SIZES
def test_hostile_names_are_shown_harmlessly_on_every_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    setup = load_setup("convoy")
    ships = tuple(
        msgspec.structs.replace(ship, name=HOSTILE[place] if place < len(HOSTILE) else ship.name)
        for place, ship in enumerate(setup.ships)
    )
    hostile: Setup = msgspec.structs.replace(setup, ships=ships, title="[red]Title[/] \x1b]0;x\x07")
    with refereeing(tmp_path / "hostile.battle", hostile, size) as one:
        for page in ("?", ":", "/", "enter", "w", "tab"):
            one.press(">", "m", "enter", page)
            assert "\x1b" not in one.text and "\x07" not in one.text and "\u202e" not in one.text
            one.press("escape")
        for key in ("down", "u", "m", "right", "escape"):
            one.press(key)
            assert "\x1b" not in one.text and "\x07" not in one.text
            assert "\u202e" not in one.text
        assert "[/]" in one.text
        assert not one.ended


def test_a_damaged_battle_opens_read_only_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "damaged.battle"
    with refereeing(path) as one:
        to_fire(one)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE journal SET record = CAST('{}' AS BLOB) WHERE number = 3")
    database.close()
    with refereeing(path) as one:
        assert "line 3" in one.text
        one.press(">")
        assert len(one.session.journal.records) == 2
        assert "read only" in one.text.casefold()


def test_undo_to_a_line_by_its_number(tmp_path: Path) -> None:
    with refereeing(tmp_path / "line.battle", seed="3") as one:
        for _ in range(12):
            one.go()
        before = one.pressed
        one.press("U")
        one.type("10")
        one.press("enter")
        assert one.session.journal.position == 10
        assert one.pressed - before == 4
        one.press("U")
        one.type("0")
        one.press("enter")
        assert one.session.journal.position == 0


def test_the_cursor_stays_on_a_ship_until_nothing_is_left_for_her_and_goes_to_the_next(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", seed="3") as one:
        one.press(">", ">", "s", "1", "2", "enter")
        assert (one.session.journal.records[-1].inputs["observer"], one.battle.cursor.ship) == ("S 136", "S 136"), "she may fire"
        one.press("f", "enter")
        assert (one.session.journal.records[-1].inputs["firer"], one.battle.cursor.ship) == ("S 136", "S 138")
        one.press("u")
        assert one.battle.cursor.ship == "S 136"


def test_a_step_begins_with_the_first_ship_that_is_due(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy") as one:
        give(one, "set", ship="MTB 221", condition="disabled", value="yes")
        assert one.battle.cursor.ship == "MTB 221", "nobody is due in step 1"
        one.press(">")
        assert one.battle.cursor.ship == "MTB 233", "MTB 221 may not move"
        one.press("down", "down")
        assert one.battle.cursor.ship == "MTB 624", "it stays where the referee puts it"
        one.press("m", "enter")
        assert one.battle.cursor.ship == "MGB 321"
        one.press("m", "enter", "m", "enter")
        assert one.battle.cursor.ship == "MTB 233", "after the last ship on the board come those above"


def test_overruling_says_what_a_die_was_thrown_for_and_offers_reasons(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", seed="3") as one:
        one.press(">", ">", "s", "1", "2", "enter", "f", "enter", "!")
        assert "die 1: D6 1 → nothing · S 136's cannon at MGB 77, factor 10: shooting" in one.text
        one.press("enter")
        # C5: -1 for speed, -1 for a target smaller than a corvette; on the row of 9 to 10 a 5 is a straddle, a 6 hits once
        told = [line.strip(" ▸") for line in one.lines() if "→" in line]
        assert told == ["1 → nothing, as it fell", *(f"{face} → nothing" for face in (2, 3, 4)), "5 → straddle", "6 → 1 hit"]
        lines = len(one.session.journal.records)
        one.press("6", "enter", "enter")
        assert one.session.journal.records[-1].reason == "cocked die"
        assert [record.kind for record in one.session.journal.records[lines:]] == ["undo", "order"]


def test_why_tells_the_odds_that_a_shot_had(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s", "1", "2", "enter", "f", "enter", "w")
        told = one.text
        # factor 10 with -2: a die of 5 straddles, a 6 hits (C5)
        assert "nothing 67 %  straddle 17 %  1 hit 17 %" in told
        assert told.index("result") < told.index("17 %") < told.index("inputs")
        one.press("escape", "tab", "up", "up", "w")
        assert "odds" not in one.text  # a step without dice


def test_help_in_a_form_tells_the_readings_behind_a_refusal(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.go(5)
        one.press("t")
        one.type("m 12")
        one.press("f1")
        told = " ".join(one.text.split())
        assert "12 cm is too near: torpedoes need 30 cm (C8)" in told
        assert "may not be fired at a target nearer than this many centimetres. [30]" in told


def test_a_ship_is_found_by_her_name_without_its_blank(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy") as one:
        one.press("/", *"mgb330", "enter")
        assert one.battle.cursor.ship == "MGB 330"
        one.press("/", *"mgb 321", "enter")
        assert one.battle.cursor.ship == "MGB 321"
        one.press("/", *"mgb9")
        assert "0 of 14 ships" in one.text


def test_a_function_key_without_meaning_says_so(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden") as one:
        one.press("f10")
        assert "F10 does nothing here; ? lists the keys" in one.text


def test_escape_on_a_calm_board_says_nothing(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden") as one:
        one.press("escape", "tab", "escape", "escape")
        assert not one.battle.cursor.journal
        assert "does nothing" not in one.text and one.battle.message.text == ""
