"""The shell as a process: what it loads, pipes that break, streams that are closed, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.battles import Table, begun
from tests.cli.shell import PATIENCE, process, program, text_of
from tests.posix import posix_only

MODULES = """
import sys
from fleetbook.__main__ import main
code = main(sys.argv[1:])
sys.stderr.write("\\n".join(sys.modules))
sys.exit(code)
"""
ALL_MODULES = """
import ast, sys
from fleetbook.__main__ import main
codes = [main(words) for words in ast.literal_eval(sys.argv[1])]
sys.stderr.write("\\n".join(sys.modules))
sys.exit(any(codes))
"""
NO_APP = """
import sys, types
app = types.ModuleType("fleetbook.tui.app")
app.run = lambda path, said, chairs=None: 0
sys.modules["fleetbook.tui.app"] = app
"""
FAULTY = """
import sys
import fleetbook.cli.shell as shell
from fleetbook.__main__ import main
shell.run = lambda words: 1 // 0
sys.exit(main())
"""
HOLDING = """
import sys
from fleetbook.store.battle.battle_file import BattleFile
with BattleFile.open(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""
MORE_THAN_A_PIPE = b" " * 200_000
DEVICE_FULL = Path("/dev/full")


def modules(*commands: tuple[str, ...]) -> set[str]:
    """The packages and modules that commands load, one after another in a process of their own."""
    program = [sys.executable, "-c", ALL_MODULES, repr(commands)]
    ran = subprocess.run(program, capture_output=True, timeout=PATIENCE, check=True)
    return {name.split(".")[0] for name in ran.stderr.decode().split()} | set(ran.stderr.decode().split())


COMMANDS = (("order", "note", "words=x"), ("status",), ("report",), ("log",), ("verify",), ("odds", "next"), ("undo",))


def test_no_command_loads_textual(table: Table) -> None:
    loaded = modules(*((command, str(table.path), *words) for command, *words in COMMANDS))
    assert {"fleetbook.store.battle.battle_file", "click"} <= loaded
    assert not {"textual", "rich.console", "asyncio", "platformdirs", "tomlkit"} & loaded


def test_the_way_into_the_app_does_not_load_click(table: Table) -> None:
    for words in ((), ("play", str(table.path))):
        ran = subprocess.run([sys.executable, "-c", NO_APP + MODULES, *words], capture_output=True, timeout=PATIENCE, check=True)
        assert "click" not in ran.stderr.decode().split()


@posix_only("resource: the processor's time of a child is not counted")
def test_an_order_costs_little(table: Table) -> None:
    """Seconds of the processor for a whole process, the least of three; a fifth of one on a small machine."""
    import resource  # noqa: PLC0415 (not on every system)

    costs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert process("order", str(table.path), "note", "words=x").code == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(costs) < 1.0


def test_a_battle_can_be_played_by_processes(tmp_path: Path) -> None:
    table = begun(tmp_path).to("3")
    assert process("order", str(table.path), "fire", "firer=D", "target=A", "range=x").code == 2
    ran = process("order", str(table.path), "fire", "firer=D", "target=A", "range=10", "--dice", "6")
    assert (ran.code, ran.err) == (0, "")
    assert "straddle" in ran.out
    assert process("order", str(table.path), "fire", "firer=D", "target=A", "range=10").code == 1


@pytest.mark.parametrize("command", [("log",), ("report",), ("status", "--json"), ("rules",), ("--help",)])
def test_a_reader_who_has_seen_enough_is_no_error(table: Table, command: tuple[str, ...]) -> None:
    words = command if command[0] in ("rules", "--help") else (command[0], str(table.path), *command[1:])
    if command == ("log",):
        table.order("note", "words=" + "x" * 100_000)
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(program(*words), stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not DEVICE_FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", [("status",), ("report",)])
def test_a_full_disk_behind_stdout_is_told(table: Table, command: tuple[str, ...]) -> None:
    with DEVICE_FULL.open("wb") as full:
        ran = subprocess.run(
            program(command[0], str(table.path)), stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert ran.returncode == 2
    assert text_of(ran.stderr) == "fleetbook: No space left on device\n"


@pytest.mark.skipif(not DEVICE_FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command",
    [("order", "note", "words=x"), ("order", "note", "words=x", "--json"), ("undo",), ("overrule", "1", "2", "--reason", "x")],
)
def test_an_order_that_is_kept_and_cannot_be_told_is_done(table: Table, command: tuple[str, ...]) -> None:
    table.order("fire", "firer=D", "target=A", "range=10", "--dice", "1")
    before = table.lines
    with DEVICE_FULL.open("wb") as full:
        words = program(command[0], str(table.path), *command[1:])
        ran = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert (ran.returncode, table.lines > before) == (0, True)
    assert text_of(ran.stderr) == f"fleetbook: line {table.lines} is saved, but could not be shown: No space left on device\n"


@posix_only("shell that starts a program without a stream")
def test_a_closed_stdout_does_not_hinder_an_order(table: Table) -> None:
    command = " ".join(f"'{word}'" for word in program("order", str(table.path), "note", "words=x"))
    ran = subprocess.run(["/bin/sh", "-c", f"{command} >&-"], stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert table.lines == 3


@posix_only("shell that starts a program without a stream")
def test_a_closed_stdin_is_told(table: Table) -> None:
    command = " ".join(f"'{word}'" for word in program("order", str(table.path), "note", "--inputs", "-"))
    ran = subprocess.run(["/bin/sh", "-c", f"{command} <&-"], capture_output=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 2
    assert b"closed stdin" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_stdin_that_is_no_text_is_told(table: Table) -> None:
    ran = process("order", str(table.path), "note", "--inputs", "-", stdin=b"\xff\xfe\x00")
    assert ran.code == 2
    assert ran.err.startswith("fleetbook: inputs: found")


@posix_only("/dev/zero")
def test_a_stdin_without_end_is_told(table: Table) -> None:
    with Path("/dev/zero").open("rb") as zero:
        ran = subprocess.run(
            program("order", str(table.path), "note", "--inputs", "-"),
            stdin=zero,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    assert ran.returncode == 2
    assert b"at most 1000000 bytes" in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_the_letters_shows_stand_ins_for_ours_and_question_marks(tmp_path: Path, encoding: str) -> None:
    table = begun(tmp_path, ("雪風",), ("🚢",))
    ran = process("status", str(table.path), env={"PYTHONIOENCODING": encoding})
    assert (ran.code, ran.err) == (0, "")
    assert "hull ######### 9/9" in ran.out
    json = process("status", str(table.path), "--json", env={"PYTHONIOENCODING": encoding})
    assert "雪風" in json.out
    assert process("order", str(table.path), "fire", "firer=雪風", env={"PYTHONIOENCODING": encoding}).code in (1, 2)


@pytest.mark.usefixtures("breakable")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
@posix_only("signals that ask a process to end")
def test_a_signal_ends_it_quietly_and_harms_nothing(table: Table, number: signal.Signals, code: int) -> None:
    with subprocess.Popen(
        program("order", str(table.path), "note", "--inputs", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(MORE_THAN_A_PIPE)  # returns when the process has begun to read
        waiting.send_signal(number)
        _, err = waiting.communicate(timeout=PATIENCE)
    assert waiting.returncode == code
    assert b"Traceback" not in err
    assert table.lines == 2
    table.order("note", "words=on we go")


def test_a_second_writer_is_refused_by_name(table: Table) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(table.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"open"
        ran = table("order", "note", "words=x")
        assert ran.code == 2
        assert ran.err == f"fleetbook: test.battle is open in another fleetbook, process {holder.pid}\n"
        assert table("status").code == 0
        holder.communicate(b"", timeout=PATIENCE)
    table.order("note", "words=x")


def test_a_fault_of_its_own_is_one_line_unless_asked_for() -> None:
    command = [sys.executable, "-c", FAULTY, "status"]
    ran = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 3
    assert ran.stderr.startswith(b"fleetbook: a fault in fleetbook itself: ZeroDivisionError")
    assert b"Traceback" not in ran.stderr
    asked = subprocess.run(
        command, capture_output=True, timeout=PATIENCE, check=False, env={**os.environ, "FLEETBOOK_TRACE": "1"}
    )
    assert (asked.returncode, b"Traceback" in asked.stderr) == (3, True)
