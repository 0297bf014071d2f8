"""``fleetbook order``: inputs in every form, dice typed in, and nothing recorded when anything is wrong."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import msgspec
import pytest

from fleetbook.reports.journal.lines import Line
from fleetbook.reports.refusal import Refusal
from tests.cli.battles import Table
from tests.cli.dialogue import heard
from tests.cli.shell import fleetbook, process, program
from tests.posix import posix_only

SHOT = ("fire", "firer=D", "target=A", "range=10")


def test_it_prints_the_line_with_the_working_behind_it(table: Table) -> None:
    ran = table.order(*SHOT, "--dice", "6")
    number, step, *headline = ran.out.splitlines()[0].split()
    assert (number, step, " ".join(headline)) == ("3", "T1.3", "D fires at A, 10 cm")
    assert "D6 6* +1 target stationary" not in ran.out  # A began at half speed
    assert "6* -1 target smaller than a corvette = 5 → straddle [Gunfire effect, row 3-4, column 5; C5]" in ran.out
    assert ran.err == ""


def test_a_step_tells_what_was_passed_over_and_what_is_due_in_the_next(table: Table) -> None:
    table.order(*SHOT, "--dice", "6")  # a straddle, no hit
    assert table.order("next").err == ""  # D's side has done all in its step, A's has no damage
    for _ in range(2):
        assert "due" not in table.order("next").err
    due = "fleetbook: due: A has not fired, and an enemy is seen.\n"
    assert table.order("next").err == due
    assert table.order("next").err == due.replace("due", "passed over")


def test_a_doubtful_range_is_a_note_on_stderr_and_the_order_is_given(table: Table) -> None:
    table.order("observe", "observer=D", "target=A", "range=30")
    ran = table.order(*SHOT)
    assert ran.err == "fleetbook: in doubt: 10 cm, but 30 measured this step (line 3)\n"
    assert "D fires at A, 10 cm" in ran.out


def test_what_is_due_names_an_order_as_the_shell_and_the_dialogue_give_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A torpedo of Red's runs; it is Red's move."""
    table.to("6").order("launch", "ship=D", "target=A", "range=60")
    running = "torpedoes 1 and 2 in the water: order torpedo when one meets a ship."
    assert (
        table.order("next").err == f"fleetbook: passed over: {running}\nfleetbook: due: A has not fired, and an enemy is seen.\n"
    )
    table.to("6")
    assert f"still due: {running}\n" in table("status").out
    assert msgspec.json.decode(table("status", "--json").out)["due"] == [running]
    assert f"passed over: {running}\n" in heard(monkeypatch, table.path, "next")


def test_json_is_the_line_by_its_shape(table: Table) -> None:
    line = msgspec.json.decode(table.order(*SHOT, "--dice", "6", "--json").out, type=Line)
    assert (line.number, line.procedure, line.in_force) == (3, "fire", True)
    assert line.given == ("firer", "target", "range")
    assert line.inputs["range"] == 10


@pytest.mark.parametrize(
    ("words", "code", "kind", "told"),
    [
        (("move", "ship=A", "speed=4"), 1, "refused", {"section": "C1"}),
        (("fire", "firer=D", "target=A", "range=10", "--dice", ""), 1, "die wanted", {"sides": 6}),
        (("fier",), 2, "unreadable", {"where": "procedure", "found": "fier", "near": "fire"}),
        (("fire", "firer=D", "target=A", "range=ten"), 2, "unreadable", {"where": "range", "found": "ten"}),
    ],
)
def test_under_json_a_refusal_is_data_on_stderr(
    table: Table, words: tuple[str, ...], code: int, kind: str, told: dict[str, object]
) -> None:
    ran = table("order", *words, "--json")
    refusal = msgspec.json.decode(ran.err, type=Refusal)
    assert (ran.code, ran.out, refusal.kind) == (code, "", kind)
    assert refusal.message
    assert {name: getattr(refusal, name) for name in told} == told


def test_a_ship_may_be_named_by_a_beginning_and_a_unit_may_be_typed(table: Table) -> None:
    assert "D fires at A, 10 cm" in table.order("fire", "firer=d", "target=a", "range=10 cm").out


def test_a_modifier_is_an_input_of_its_own(table: Table) -> None:
    assert "small" not in table.order(*SHOT, "small_target=no", "--dice", "1").out


def test_inputs_may_be_json_and_words_go_over_them(table: Table) -> None:
    inputs = json.dumps({"firer": "D", "target": "A", "range": 14, "modifiers": ["straddled"]})
    ran = table.order("fire", "range=12", "--inputs", inputs, "--dice", "1")
    assert "12 cm" in ran.out
    assert "D6 1* +2 straddled or hit last turn = 3" in ran.out


def test_inputs_may_come_from_stdin(table: Table) -> None:
    inputs = b'{"firer": "D", "target": "A", "range": 11}'
    ran = process("order", str(table.path), "fire", "--inputs", "-", stdin=inputs)
    assert (ran.code, ran.err) == (0, "")
    assert "D fires at A, 11 cm" in ran.out


@pytest.mark.parametrize(
    "inputs",
    ["[1]", "{", '{"range": NaN}', '{"range": 1e999}', '"x"', "", "{}x", "[" * 20_000, '{"words": "\\ud800"}', '{"range": [34]}'],
)
def test_inputs_that_are_no_json_object_are_refused(table: Table, inputs: str) -> None:
    ran = table("order", "fire", "--inputs", inputs)
    assert ran.code == 2
    assert ran.err.startswith("fleetbook: ")
    assert table.lines == 2


@pytest.mark.parametrize("word", ["range", "=3", "range=3 range=4", ""])
def test_words_that_are_no_inputs_are_refused(table: Table, word: str) -> None:
    words = word.split() if " " in word else [word]
    ran = table("order", "fire", *words)
    assert (ran.code, table.lines) == (2, 2)


def test_an_input_that_the_procedure_does_not_have_is_refused_with_the_nearest(table: Table) -> None:
    ran = table("order", "fire", "rnge=10")
    assert ran.code == 2
    assert "did you mean range?" in ran.err


def test_too_few_dice_name_the_die_that_is_wanted(table: Table) -> None:
    ran = table("order", *SHOT, "--dice", "")
    assert ran.code == 1
    assert ran.err == "fleetbook: die 1 is wanted: a D6 for shooting\n"
    assert (ran.out, table.lines) == ("", 2)


@pytest.fixture
def hit(tmp_path: Path) -> Path:
    """A battle in which Moltke has a shell hit to work out, which throws a D6, a D20 and another D6."""
    path = tmp_path / "hit.battle"
    shells = ("shells", "target=Moltke", "mm=305", "points=30", "penetration=99")
    for words in (
        ("new", "dogger-bank", "-o", str(path)),
        *(("order", str(path), *order) for order in (["next"], ["next"], shells)),
    ):
        assert fleetbook(*words).code == 0
    return path


@pytest.mark.parametrize(("dice", "typed"), [("-", b"6\n20\n5\n"), ("-", b"6 20\n5\n"), ("-", b"6,20,5\n")])
def test_dice_are_asked_for_one_after_another_and_those_given_are_kept(hit: Path, dice: str, typed: bytes) -> None:
    ran = process("order", str(hit), "damage", "ship=Moltke", "--dice", dice, stdin=typed)
    assert ran.code == 0, ran.err
    assert ran.err.startswith("die 1 is wanted: a D6 for Moltke: number of critical hits ")
    assert ran.err.count("is wanted") == len(typed.splitlines())
    assert "Moltke's rudder is disabled" in ran.out


def test_where_nobody_answers_nothing_is_kept(hit: Path) -> None:
    ran = process("order", str(hit), "damage", "ship=Moltke", "--dice", "-", stdin=b"6\n")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("fleetbook: die 2 is wanted: a D20 for Moltke: critical hit\n")
    assert fleetbook("order", str(hit), "damage", "ship=Moltke", "--dice", "6,20,5").code == 0


@posix_only("pty")
def test_a_terminal_asks_for_the_dice_that_are_lacking(hit: Path) -> None:
    import pty  # noqa: PLC0415 (not on every system)

    ours, theirs = pty.openpty()
    ran = subprocess.Popen(
        program("order", str(hit), "damage", "ship=Moltke", "--dice", "6"), stdin=theirs, stdout=subprocess.PIPE
    )
    os.write(ours, b"20\n5\n")
    out, _ = ran.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert ran.returncode == 0
    assert b"Moltke's rudder is disabled" in out


def test_too_many_dice_are_refused(table: Table) -> None:
    ran = table("order", *SHOT, "--dice", "3,5")
    assert ran.code == 2
    assert "dice: 2 faces typed in, but this order throws one die" in ran.err
    assert table.lines == 2


@pytest.mark.parametrize("dice", ["0", "7", "99"])
def test_an_impossible_face_names_its_die(table: Table, dice: str) -> None:
    ran = table("order", *SHOT, "--dice", dice)
    assert ran.code == 2
    assert ran.err == f"fleetbook: die 1, shooting: {dice} is not on a D6: it has 1 to 6\n"
    assert table.lines == 2


@pytest.mark.parametrize("dice", ["12,20,5", "12 20 5"])
def test_a_number_that_stands_apart_is_one_face_and_no_two(hit: Path, dice: str) -> None:
    ran = fleetbook("order", str(hit), "damage", "ship=Moltke", "--dice", dice)
    assert ran.err == "fleetbook: die 1, Moltke: number of critical hits: 12 is not on a D6: it has 1 to 6\n"
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("dice", ["x", "3,,5", "3;5", "-1", "1.5", "٣", "9" * 40])
def test_dice_that_are_no_faces_are_refused(table: Table, dice: str) -> None:
    ran = table("order", *SHOT, f"--dice={dice}")
    assert (ran.code, table.lines) == (2, 2)
    assert "such as 3,5" in ran.err


def test_a_choice_that_nobody_asked_for_is_refused(table: Table) -> None:
    ran = table("order", *SHOT, "--choose", "port")
    assert (ran.code, table.lines) == (2, 2)
    assert ran.err == "fleetbook: choices: found port, allowed: none: the order asks for no choice with these dice\n"


def test_of_two_choices_where_one_is_asked_for_nothing_is_ordered(tmp_path: Path) -> None:
    path = tmp_path / "manila.battle"
    assert fleetbook("new", "manila-bay", "-o", str(path), "--seed", "3").code == 0
    fleetbook("order", str(path), "next")
    before = fleetbook("log", str(path)).out
    ran = fleetbook("order", str(path), "next", "--choose", "Spain", "--choose", "Atlantis")
    assert (ran.code, fleetbook("log", str(path)).out) == (2, before)
    assert "found Atlantis, allowed: Spain alone: the order asks for no further choice" in ran.err


def test_an_unknown_procedure_is_refused_with_the_nearest(table: Table) -> None:
    ran = table("order", "fyre")
    assert ran.code == 2
    assert "did you mean fire?" in ran.err


@pytest.mark.parametrize("name", ["volley", "shell-hit", "torpedo-hit"])
def test_what_only_other_orders_give_cannot_be_ordered(table: Table, name: str) -> None:
    assert table("order", name).code == 2
    assert table.lines == 2


def test_a_value_that_is_no_text_is_refused(table: Table) -> None:
    ran = process("order", str(table.path), "note", "words=\udcff")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("fleetbook: ")
    assert table.lines == 2


def test_a_choice_that_is_wanted_is_named_and_answered_with_choose(tmp_path: Path) -> None:
    path = tmp_path / "manila.battle"
    assert fleetbook("new", "manila-bay", "-o", str(path), "--seed", "3").code == 0
    ran = fleetbook("order", str(path), "next")
    while ran.code == 0:
        ran = fleetbook("order", str(path), "next")
    before = fleetbook("log", str(path)).out
    assert ran.code == 1
    assert ran.err.startswith("fleetbook: a choice is wanted: ")
    assert ran.err.endswith(" (answer with --choose)\n")
    assert fleetbook("order", str(path), "next", "--choose", "Atlantis").code == 2
    assert fleetbook("log", str(path)).out == before
    line = msgspec.json.decode(fleetbook("order", str(path), "next", "--choose", "Spain", "--json").out, type=Line)
    assert line.choices == ("Spain",)


def test_odds_without_a_choice_that_is_asked_for_are_those_before_it_and_name_it(tmp_path: Path) -> None:
    path = tmp_path / "manila.battle"
    assert fleetbook("new", "manila-bay", "-o", str(path), "--seed", "3").code == 0
    assert fleetbook("order", str(path), "next").code == 0
    ran = fleetbook("odds", str(path), "initiative")
    assert ran.code == 0
    assert ran.out.splitlines()[1] == "exact odds, up to a choice to be made: who moves first"
    assert "United States  77.4 %" in ran.out
    assert ran.err == "fleetbook: who moves first: United States, Spain (answer with --choose)\n"  # the winner chooses
    told = msgspec.json.decode(fleetbook("odds", str(path), "initiative", "--json").out)
    assert (told["undecided"], told["options"]) == ("who moves first", ["United States", "Spain"])
    assert fleetbook("odds", str(path), "initiative", "--choose", "Spain").err == ""
    assert "the order asks for no further choice" in fleetbook("odds", str(path), "initiative", *["--choose", "Spain"] * 2).err
