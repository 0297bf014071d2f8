"""``fleetbook order --batch``: many orders in one go come to what they come to one by one; the first that fails is told."""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec
import pytest

from fleetbook.reports.journal.lines import Line
from fleetbook.reports.refusal import Refusal
from tests.cli.battles import Table, begun
from tests.cli.shell import fleetbook, process
from tests.golden.playing import begin, command, orders

NIGHT = """\
# D has seen A.
fire firer=D target=A range=10 --dice 6

order note words="a long shot"
undo
redo
undo
overrule 1 5 --reason "it lay against the tray"
next
"""


def batch(table: Table, text: str, *options: str) -> tuple[int, str, str]:
    path = table.path.with_name("orders.txt")
    path.write_text(text, encoding="utf-8")
    return table("order", "--batch", str(path), *options)


def test_a_recorded_battle_comes_to_the_same_as_one_by_one(tmp_path: Path) -> None:
    once, one_by_one, turns = tmp_path / "once.battle", tmp_path / "one-by-one.battle", orders("convoy")[1:70]
    for path in (once, one_by_one):
        begin("convoy", path)
    ran = batch(Table(once), "\n".join(map(shlex.join, turns)))
    told = [fleetbook(*command(words, one_by_one)) for words in turns]
    assert ran == (0, "".join(one.out for one in told), "".join(one.err for one in told))
    assert fleetbook("log", str(once), "--json").out == fleetbook("log", str(one_by_one), "--json").out


def test_lines_may_undo_redo_and_overrule_and_come_from_stdin(tmp_path: Path) -> None:
    table = begun(tmp_path).to("3")
    ran = process("order", str(table.path), "--batch", "-", stdin=NIGHT.encode())
    assert ran.code == 0
    assert "a long shot" in ran.out
    assert "D6 5 (was 6)" in ran.out
    assert (ran.out.count("took back"), ran.out.count("brought back")) == (3, 1)
    assert ", step 4:" in table("status").out


def test_the_first_that_fails_is_told_by_its_line_and_those_before_it_are_kept(table: Table) -> None:
    ran = batch(table, "# a remark\n\nnote words=first\nmove ship=A speed=4\nnote words=never\n")
    assert ran[0] == 1
    assert ran[2] == "fleetbook: line 4: Move belongs to steps 2 and 6; this is step 3 (C1)\n"
    assert "first" in table("log").out
    assert "never" not in table("log").out


def test_under_json_every_line_is_data_and_a_refusal_has_its_line(table: Table) -> None:
    code, out, err = batch(table, "note words=first\nfire firer=D target=A range=10 --dice ''\n", "--json")
    (line,) = (msgspec.json.decode(told, type=Line) for told in out.splitlines())
    assert (code, line.procedure) == (1, "note")
    refusal = msgspec.json.decode(err, type=Refusal)
    assert (refusal.kind, refusal.line, refusal.sides) == ("die wanted", 2, 6)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("note words='open", "No closing quotation"),
        ("fire --fast", "no such option"),
        ("firing", "found firing"),
        ("note words=x --batch y", "takes no other words"),
        ("overrule 1 x --reason y", "not a valid integer"),
        ("--help", "no such option"),
        ("undo --help", "no such option"),
        ("", ""),
    ],
)
def test_a_line_that_is_no_order_is_told_with_its_number(table: Table, line: str, message: str) -> None:
    code, out, err = batch(table, f"#\n{line}\n")
    assert (code, out, table.lines) == ((2, "", 2) if line else (0, "", 2))
    assert not line or err.startswith("fleetbook: line 2: ")
    assert message.casefold() in err.casefold()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"#" * 1_000_001])
def test_a_file_of_other_bytes_is_refused(table: Table, content: bytes) -> None:
    path = table.path.with_name("orders.txt")
    path.write_bytes(content)
    ran = table("order", "--batch", str(path))
    assert (ran.code, ran.out, table.lines) == (2, "", 2)
    assert ran.err.startswith("fleetbook: batch: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("next", "--batch", "x"), "--batch takes no other words"),
        (("--batch", "x", "--dice", "3"), "--batch takes no other words"),
        (("--batch", "no-such-file"), "no such file"),
        (("--batch", "."), "a folder"),
        ((), "an order is needed"),
    ],
)
def test_what_stands_beside_it_is_refused(table: Table, words: tuple[str, ...], message: str) -> None:
    ran = table("order", *words)
    assert (ran.code, table.lines) == (2, 2)
    assert message in ran.err


def test_a_file_that_is_missing_is_told_so_however_long_its_path(tmp_path: Path) -> None:
    table = begun(tmp_path)
    ran = fleetbook("order", str(table.path), "--batch", str(tmp_path / f"{'far/' * 20}night.orders"))
    assert ran.code == 2
    assert "batch: found no such file or directory: " in ran.err and "lines such as" not in ran.err
