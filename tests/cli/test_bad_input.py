"""What bad input gets: a reason on stderr, exit 1 where the rules forbid it and 2 where it cannot be read, nothing recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.battles import Table, begun, scenario, spoil
from tests.cli.shell import Ran, fleetbook

SHOT = ("fire", "firer=D", "target=A")


def refused(ran: Ran, *words: str) -> None:
    """The rules forbid it, and say why."""
    assert (ran.code, ran.out) == (1, "")
    assert all(word in ran.err for word in words), ran.err
    assert "Traceback" not in ran.err


def unusable(ran: Ran, *words: str) -> None:
    """It cannot be read, and the message says what can."""
    assert ran.code == 2
    assert all(word in ran.err for word in words), ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("distance", ["-5", "1e9", "nan", "abc", "", "10.5", "inf", "1000", "9" * 30, "٣"])
def test_a_range_that_is_none_is_refused_at_its_field(table: Table, distance: str) -> None:
    ran = table("order", *SHOT, f"range={distance}")
    unusable(ran, "range: found", "allowed: a whole number from 0 to 999 cm")
    assert (ran.out, table.lines) == ("", 2)


@pytest.mark.parametrize("distance", ["-5", "1e9", '"nan"', '"abc"', "true", "10.5", "null"])
def test_so_is_one_in_json(table: Table, distance: str) -> None:
    unusable(table("order", *SHOT, "--inputs", f'{{"range": {distance}}}'), "range: found")
    assert table.lines == 2


def test_a_range_that_nobody_knows_must_be_given(table: Table) -> None:
    unusable(table("order", *SHOT), "range: missing; it takes a whole number from 0 to ")


def test_a_target_that_was_not_observed(tmp_path: Path) -> None:
    table = begun(tmp_path, light="night").to("3")
    refused(table("order", *SHOT, "range=10"), "Blue has not observed A this turn", "(C3)")


def test_a_destroyed_mount(table: Table) -> None:
    table.order("set", "ship=D", "condition=bow gun", "value=destroyed")
    refused(table("order", *SHOT, "range=10", "mounts=bow gun"), "D's bow gun is destroyed", "(C6)")
    assert "aft gun" in table.order(*SHOT, "range=10").out


def test_out_of_range(table: Table) -> None:
    refused(table("order", *SHOT, "range=61"), "no weapon that reaches 61 cm", "(C4)")
    refused(table("order", *SHOT, "range=61", "mounts=bow gun"), "no weapon that reaches 61 cm", "(C4)")


def test_out_of_arc(tmp_path: Path) -> None:
    path = tmp_path / "convoy.battle"
    assert fleetbook("new", "convoy", "-o", str(path), "--seed", "1").code == 0
    table = Table(path)
    table.order("set", "ship=battle", "condition=light", "value=day")
    table.to("3")
    shot = ("fire", "firer=M 388", "target=MGB 321", "range=30", "bearing=rear", "mounts=105 mm bow")
    refused(table("order", *shot), "105 mm bow does not bear to rear", "(C4)")


def test_a_ship_that_is_gone(table: Table) -> None:
    table.to("6").order("leave", "ship=D")
    table.to("7")
    refused(table("order", "fire", "firer=A", "target=D", "range=10"), "D is gone: left the table T1", "(C9)")


def test_the_wrong_side_s_step(table: Table) -> None:
    refused(table("order", "fire", "firer=A", "target=D", "range=10"), "A belongs to Red; it is Blue's step", "(C2)")


def test_the_wrong_step(table: Table) -> None:
    refused(table("order", "move", "ship=A", "speed=3"), "Move belongs to step", "this is step 3", "(C1)")


def test_a_battle_that_has_ended(table: Table) -> None:
    table.order("end")
    refused(table("order", *SHOT, "range=10"), "the battle has ended")


def test_a_ship_that_does_not_exist(table: Table) -> None:
    unusable(table("order", "fire", "firer=D", "target=Bismarck", "range=10"), "target: found Bismarck, allowed: A")


def test_a_damaged_battle_shows_the_part_before_the_damage_and_takes_no_order(table: Table) -> None:
    for _ in range(3):
        table.order("note", "words=one more")
    spoil(table.path, 4)
    log = table("log")
    unusable(log, "line 4", "checksum")
    assert len(log.out.splitlines()) == 3
    for command in ("status", "report"):
        ran = table(command)
        unusable(ran, "line 4")
        assert ran.out
    unusable(table("order", "note", "words=x"), "reading only", "line 4")
    unusable(table("undo"), "reading only")
    assert table("verify").code == 2
    assert fleetbook("check", str(table.path)).code == 2


@pytest.mark.parametrize("content", [b"", b"no battle", b"SQLite format 3\0" + b"x" * 200, b"\xff\xfe"])
def test_a_file_that_is_no_battle(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.battle"
    path.write_bytes(content)
    for command in (("status",), ("order", "next"), ("log",), ("verify",)):
        ran = fleetbook(command[0], str(path), *command[1:])
        unusable(ran, "x.battle")
        assert ran.out == ""


@pytest.mark.parametrize("name", ["nowhere/x.battle", "", ".", "x" * 300, "\0"])
def test_a_battle_that_is_not_there(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (("status", name), ("order", name, "next"), ("undo", name), ("check", name), ("play", name)):
        unusable(fleetbook(*command))


def test_a_broken_scenario_says_where_and_writes_nothing(tmp_path: Path) -> None:
    path = scenario(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('card = "a class"', 'card = "a clas"', 1), encoding="utf-8")
    output = tmp_path / "x.battle"
    ran = fleetbook("new", str(path), "-o", str(output))
    unusable(ran, "test.toml", "ship A", "card", "found a clas", "did you mean a class?")
    assert not output.exists()
    assert fleetbook("check", str(path)).code == 2


def test_a_scenario_by_a_wrong_name_is_told_the_nearest() -> None:
    unusable(fleetbook("new", "convoi"), "did you mean convoy?")


@pytest.mark.parametrize(
    "words",
    [
        ("ordr",), ("order",), ("order", "x"), ("status",), ("status", "a", "b"), ("--no-such",), ("new",), ("check",),
        ("overrule", "x", "one", "2", "--reason", "y"), ("overrule", "x", "1", "2"), ("undo", "x", "--to", "y"),
        ("report", "x", "--format", "pdf"), ("play",), ("play", "--nothing"), ("rules", "a", "b", "c"),
    ],
)  # fmt: skip
def test_wrong_usage(words: tuple[str, ...]) -> None:
    ran = fleetbook(*words)
    unusable(ran, "fleetbook: ")
    assert ran.out == ""


@pytest.mark.parametrize(
    "words",
    [
        ("new", ""),
        ("new", "convoy", "-o", " "),
        ("status", ""),
        ("play", ""),
        ("check", ""),
        ("new", "convoy", "--house", ""),
        ("verify", ""),
        ("play", "convoy", "-o", ""),
    ],
)
def test_a_file_without_a_name_is_asked_for(words: tuple[str, ...]) -> None:
    unusable(fleetbook(*words), "a file's name is needed, found nothing")


@pytest.mark.parametrize("command", ["status", "log", "report", "sheets"])
@pytest.mark.parametrize("side", ["", " "])
def test_a_side_that_is_not_said_is_shown_nothing(command: str, side: str, table: Table) -> None:
    """Such as a variable of the shell that was never set."""
    ran = table(command, "--side", side)
    unusable(ran, "a side's name is needed, found nothing")
    assert ran.out == ""


def test_messages_say_what_is_missing_and_what_may_be_said(table: Table) -> None:
    unusable(table("order", "observe", "observer="), "observer: found nothing, allowed: A, D")
    unusable(table("order", "note", "text=x"), "order note: no input is called text; it takes words")
    unusable(table("order", "note"), "words: missing; it takes some words")
    unusable(table("order", *SHOT), "range: missing; it takes a whole number from 0 to 999 cm")


def test_one_line_is_one_line(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.order("next")
    assert "turn 1, 1 line\n" in fleetbook("check", str(table.path)).out
    assert ": 1 line, all recomputed" in table("verify").out


def test_check_tells_every_bad_ship(tmp_path: Path) -> None:
    scenario(tmp_path)
    path = tmp_path / "boats.toml"
    text = path.read_text(encoding="utf-8")
    card = text[text.index("[[ship]]") :]
    bad = card.replace("hull =", "hul =")
    path.write_text(text + bad.replace("a class", "b class") + bad.replace("a class", "c class"), encoding="utf-8")
    ran = fleetbook("check", str(path))
    assert ran.code == 2
    assert [line.split(": ")[1] for line in ran.out.splitlines()] == ["ship b class", "ship c class"]
