"""The dialogue of ``play --plain``: questions, answers by number and by word, dice and choices, breaks and ends."""

from __future__ import annotations

import io
import os
import signal
import subprocess
from pathlib import Path

import pytest

from fleetbook.cli.plain.console import Console
from fleetbook.cli.plain.speech import odds_lines
from fleetbook.reports.odds.shape import Chance, Count, OddsView
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.cli.battles import Table, begun, spoil
from tests.cli.dialogue import heard, lines, talk
from tests.cli.shell import PATIENCE, fleetbook, program
from tests.cli.test_processes import modules
from tests.posix import posix_only

LAST_ORDER = 2  # the line before anything is answered


def records(table: Table) -> int:
    with BattleFile.open(table.path, read_only=True) as file:
        return len(file.journal.records)


def to_confirm(table: Table, monkeypatch: pytest.MonkeyPatch, *answers: str) -> str:
    """Answer up to the question whether to give the shot, then these."""
    return heard(monkeypatch, table.path, "fire range=10 firer=D target=A", *answers)


def test_on_a_terminal_lines_break_between_words() -> None:
    told = io.StringIO()
    on_terminal = Console(io.StringIO("3\n"), told, lambda: 30)
    on_terminal.say("  The seed of the dice is shown when the battle has ended.")
    assert on_terminal.ask("Which of the torpedo tubes are to be launched?") == "3"
    said = told.getvalue().split("\n")
    assert said[:3] == ["  The seed of the dice is", "  shown when the battle has", "  ended."]
    assert " ".join(line.strip() for line in said[3:]).strip() == "Which of the torpedo tubes are to be launched?"
    assert all(len(line) < 30 for line in said)


def test_elsewhere_each_thing_said_is_one_line() -> None:
    told = io.StringIO()
    Console(io.StringIO(), told).say("word " * 100)
    assert told.getvalue().count("\n") == 1


def test_it_says_the_step_and_numbers_the_orders(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path)
    assert "Turn 1, step 3: Blue observes, fires." in said
    assert "  1 observe: Observe" in said
    assert said.rstrip().endswith("the answers have ended; everything is saved")


def test_an_order_by_questions_and_numbers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "fire", "1", "1", "10", ">", "1")
    assert "range in cm?" in said
    assert "D fires at A, 10 cm" in said
    assert f"Line {LAST_ORDER + 1}: D fires at A, 10 cm" in said
    assert records(table) == LAST_ORDER + 1


@pytest.mark.parametrize("first", ["fire", "f", "FIR", "2"])
def test_an_order_is_meant_by_word_key_beginning_and_number(table: Table, monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    assert "firer" in heard(monkeypatch, table.path, first)


def test_words_after_an_order_answer_its_questions_beforehand(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = to_confirm(table, monkeypatch, "1")
    assert "firer" not in said
    assert records(table) == LAST_ORDER + 1
    assert "found" in heard(monkeypatch, table.path, 'note words="no end')


def test_a_wrong_answer_is_told_and_asked_for_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "fire", "9", "Dx", "1", "1", "-5", "10cm", ">", "1")
    assert "number: there is no 9; the last is 1" in said
    assert "firer: found Dx, allowed: D; did you mean D?" in said
    assert "range: found -5, allowed: a whole number from 0 to 999 cm" in said
    assert records(table) == LAST_ORDER + 1


def test_a_question_explains_itself_and_goes_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "fire", "?", "1", "<", "1", "1", "12", "<", "10", ">", "1")
    assert "Enter takes the value in brackets" in said
    assert "D fires at A, 10 cm" in said


def test_a_refusal_says_why_and_asks_for_the_answer_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "fire firer=D target=A range=61", ".")
    assert "Not allowed: D has no weapon that reaches 61 cm: 60 cm is the most (C4).\nrange in cm?" in said
    assert "Left; nothing was done." in said
    heard(monkeypatch, table.path, "fire firer=D target=A range=61", "10", "1")
    assert records(table) == LAST_ORDER + 1
    assert "Fire" not in heard(monkeypatch, table.path).split("What now?")[0]  # she has fired


def test_an_order_of_another_step_is_refused_before_any_question(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Move belongs to steps 2 and 6; this is step 3 (C1)." in heard(monkeypatch, table.path, "move")


def test_the_odds_before_the_order(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = to_confirm(table, monkeypatch, "2", "5")
    assert "Exact odds." in said
    assert " %" in said
    assert "█" not in said
    assert records(table) == LAST_ORDER


def test_dice_typed_in_one_a_question_several_or_rolled(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = to_confirm(table, monkeypatch, "4", "9", "x", "?", "6")
    assert "die 1, D6: " in said
    assert "x is no face" in said
    assert "Type the face thrown, and those of the next dice too" in said
    assert ": 9 is not on a D6: it has 1 to 6" in said
    assert f"Line {LAST_ORDER + 1}" in said
    with BattleFile.open(table.path, read_only=True) as file:
        assert [(die.face, die.origin) for die in file.journal.records[-1].faces[:1]] == [(6, "typed")]


def test_dice_are_typed_in_from_now_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "dice typed in", "fire firer=D target=A range=10", "1", "4")
    assert "die 1, D6: " in said
    assert ": 1-" in said[: said.index("die 1, D6: ")].splitlines()[-1]  # what the faces bring
    assert "give it with dice typed in" not in said


def test_a_choice_is_asked_for_in_the_middle_of_an_order_and_a_die_changed_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path / "s.battle")
    assert fleetbook("new", "santiago", "-o", str(table.path), "--seed", "1").code == 0
    table.order("next")
    said = heard(
        monkeypatch, table.path, "dice 2", "initiative", "", "", "1", "5", "8 4", "8", "3", "2", "die", "1", "7", "cocked"
    )
    assert "die 1, D10: United States, 1 to 10 [roll it]?" in said
    assert "dice: 3 faces typed in, but this order throws 2 dice" in said
    assert "who moves first: 1 United States, 2 Spain?" in said
    assert "number: there is no 3; the last is 2" in said
    assert said.count("  Spain moves first") == 2
    assert "ruling: cocked" in said


def test_a_wrong_answer_among_options_is_told_before_them_and_not_their_list_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, table.path, "ship", "Zz", "", "A")
    assert "Zz is none of these:\n  1 A\n  2 D\n" in said
    assert "Answer with one of these:\n  1 A\n  2 D\n" in said
    assert "allowed" not in said


def test_a_die_is_asked_for_as_a_die(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.order("fire", "firer=D", "target=A", "range=10", "--dice", "6")
    said = heard(monkeypatch, table.path, "die", "first", "die", "2", "5", "cocked")
    assert "die: found first, allowed: its number." in said
    assert "die: there is no die 2: the order threw one die." in said


def test_back_redo_why_log_status_and_ship(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(
        monkeypatch, table.path, "note words=x", "1", "undo", "redo", "back 0", "2", "back 1", "1", "log all", "why 3",
        "status", "ship A", "why", "why 99", "back 99",
    )  # fmt: skip
    assert "took back 3" in said
    assert "brought back 3" in said
    assert "Took back: note: x." in said
    assert "Brought back: note: x." in said
    assert "that takes back lines 1 and 2: 1 go, 2 stay?" in said
    assert "Line 3, turn 1, step 3: Note: x." in said
    assert "note: x (entered)" in said
    assert "Blue: 1 ship." in said
    assert "hull 9 of 9" in said
    assert said.count("line: there is no line 99; the last is 6") == 2
    assert verify(table.path) == []


def test_the_report_is_written(table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "report of A.md"
    ran = talk(monkeypatch, lines(["report", "1", str(target), "report", "", ""]), str(table.path))
    assert ran.code == 0
    assert target.read_text(encoding="utf-8").startswith("# A test")
    assert "no file was named" in ran.out
    refused = talk(monkeypatch, lines(["report", "", str(table.path)]), str(table.path))
    assert "a document would overwrite it" in refused.out


def test_help_tells_what_can_be_done_and_why_not(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, table.path, "help", "help fire", "", "?", "nonsense")
    assert "Not now: Move belongs to steps 2 and 6; this is step 3 (C1)." in said
    assert "  range: range in cm" in said
    assert "undo: take back the last order" in said
    assert "answer: found nonsense" in said


def test_a_damaged_battle_is_shown_and_takes_no_order(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(table.path, 2)
    said = heard(monkeypatch, table.path, "note words=x", "status", "undo")
    assert "Open for reading only: line 2" in said
    assert "read only: line 2" in said


def test_hostile_names_are_said_harmlessly_and_chosen_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tmp_path, ("\x1b[31mred", "7", "a" * 200), ("[/]", "\u202etfel")).to("3")
    said = heard(monkeypatch, table.path, "status", "fire", "[/]", "7", "10", ">", "1", "ship", "\u202etfel")
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "fires at 7, 10 cm" in said


@posix_only("/dev/zero")
def test_a_line_without_end_is_told(table: Table) -> None:
    with Path("/dev/zero").open("rb") as zero:
        ran = subprocess.run(
            program("play", str(table.path), "--plain"), stdin=zero, capture_output=True, timeout=PATIENCE, check=False
        )
    assert ran.returncode == 2
    assert b"fewer than 20000 letters" in ran.stderr


def test_answers_that_are_no_text_do_no_harm(table: Table) -> None:
    command = program("play", str(table.path), "--plain")
    ran = subprocess.run(
        command, input=b"\xff\xfe\n\x00\nnote\n\xff\n1\nquit\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert records(table) == LAST_ORDER + 1


def test_nothing_loads_textual(table: Table) -> None:
    loaded = modules(("play", str(table.path), "--plain"))
    assert "fleetbook.cli.plain.dialogue" in loaded
    assert "textual" not in loaded


@posix_only("shell that starts a program without a stream")
def test_a_closed_stdin_is_told_and_leaves_no_battle(tmp_path: Path) -> None:
    path = tmp_path / "new.battle"
    command = " ".join(f"'{word}'" for word in program("play", "ijmuiden", "--plain", "-o", str(path)))
    ran = subprocess.run(["/bin/sh", "-c", f"{command} <&-"], capture_output=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 2
    assert b"closed stdin" in ran.stderr
    assert not path.exists()


@pytest.fixture
def asked(table: Table, breakable: None) -> subprocess.Popen[bytes]:
    """A process with a dialogue that asks what now."""
    command = program("play", str(table.path), "--plain")
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # where it is ignored, as under nohup, a child inherits that
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGHUP, before)


def until(process: subprocess.Popen[bytes], words: bytes) -> None:
    """Read what a process says up to some words."""
    assert process.stdout is not None
    said = b""
    while words not in said:
        more = os.read(process.stdout.fileno(), 4096)
        assert more, said
        said += more


def answered(process: subprocess.Popen[bytes], answer: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{answer}\n".encode())
    process.stdin.flush()


@posix_only("signals between processes without a console in common")
def test_a_break_leaves_the_order_and_at_what_now_the_dialogue(table: Table, asked: subprocess.Popen[bytes]) -> None:
    with asked:
        until(asked, b"What now? ")
        answered(asked, "fire")
        until(asked, b"firer")
        asked.send_signal(signal.SIGINT)
        until(asked, b"Left; nothing was done.\nWhat now? ")
        answered(asked, "note words=aye")
        until(asked, b"1 give it")
        answered(asked, "1")
        until(asked, b"What now? ")
        asked.send_signal(signal.SIGINT)
        _, err = asked.communicate(timeout=PATIENCE)
    assert (asked.returncode, err) == (130, b"fleetbook: broken off\n")
    assert records(table) == LAST_ORDER + 1
    assert verify(table.path) == []


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
@posix_only("signals that ask a process to end")
def test_a_signal_in_mid_order_loses_nothing(table: Table, asked: subprocess.Popen[bytes], name: str) -> None:
    with asked:
        until(asked, b"What now? ")
        answered(asked, "note words=aye")
        until(asked, b"1 give it")
        answered(asked, "1")
        until(asked, b"What now? ")
        answered(asked, "fire")
        until(asked, b"firer")
        asked.send_signal(getattr(signal, name))
        asked.communicate(timeout=PATIENCE)
    assert asked.returncode == -getattr(signal, name)
    assert records(table) == LAST_ORDER + 1
    table.order("note", "words=on we go")


def test_a_reader_who_is_gone_ends_it(table: Table) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = program("play", str(table.path), "--plain")
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_odds_of_what_happens_or_does_not_say_only_how_likely_it_is() -> None:
    spread = (Chance(value=0, probability=0.75), Chance(value=1, probability=0.25))
    odds = OddsView(
        procedure="observe", headline="", inputs={}, exact=True, samples=0, error=0.0, ships=(),
        counts=(Count(name="seen", mean=0.25, spread=spread),),
    )  # fmt: skip
    assert list(odds_lines(odds)) == ["Exact odds.", "  seen: 25.0 %"]
