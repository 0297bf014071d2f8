"""The real program in a pseudo-terminal: it starts, is left or ended, and gives the terminal back as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from tests.bench.terminal import Terminal
from tests.posix import posix_only

if sys.platform != "win32":
    import termios

pytestmark = posix_only("pty")

FLEETBOOK = str(Path(sys.executable).parent / "fleetbook")


def start(tmp_path: Path, *arguments: str, size: tuple[int, int] = (120, 40)) -> Terminal:
    """The program with its data in a folder of the test's."""
    return Terminal([FLEETBOOK, *arguments], {**os.environ, "FLEETBOOK_DATA": str(tmp_path)}, size)


def left_behind(terminal: Terminal) -> tuple[int, bytes]:
    """The exit code, and the last output of the program."""
    while terminal.read(2.0):
        pass
    _, status = os.waitpid(terminal.pid, 0)
    return os.waitstatus_to_exitcode(status), terminal.tail


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_it_starts_on_a_scenario_and_q_leaves_it(tmp_path: Path, size: tuple[int, int]) -> None:
    terminal = start(tmp_path, "play", "ijmuiden", size=size)
    terminal.wait_for("TURN 1")
    before = termios.tcgetattr(terminal.fd)
    assert not before[3] & termios.ICANON
    terminal.send("q")
    code, tail = left_behind(terminal)
    assert code == 0
    assert b"\x1b[?1049l" in tail  # back from the alternate screen
    assert b"\x1b[?25h" in tail  # the caret is seen again
    (kept,) = tmp_path.rglob("*.battle")
    said = tail.decode().rpartition("\x1b")[2]
    assert f"the battle is saved in {kept}; fleetbook play {kept} goes on with it" in " ".join(said.split())


def test_ctrl_c_leaves_it_as_q_does(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "ijmuiden")
    terminal.wait_for("TURN 1")
    terminal.send(">")
    terminal.wait_for(" 1.2 ")
    terminal.send("m\x03")
    code, tail = left_behind(terminal)
    assert code == 0
    assert b"\x1b[?1049l" in tail
    (path,) = tmp_path.rglob("*.battle")
    with BattleFile.open(path) as battle:
        assert len(battle.journal.records) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1])
def test_a_signal_ends_it_in_order_and_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    terminal = start(tmp_path, "play", "ijmuiden")
    terminal.wait_for("TURN 1")
    terminal.send(">")
    terminal.wait_for(" 1.2 ")
    terminal.send("m")
    os.kill(terminal.pid, number)
    _, tail = left_behind(terminal)
    assert b"\x1b[?1049l" in tail
    assert b"\x1b[?25h" in tail
    (path,) = tmp_path.rglob("*.battle")
    assert verify(path) == []
    with BattleFile.open(path) as battle:
        assert len(battle.journal.records) == 1


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    command, data = [FLEETBOOK, "play", "ijmuiden"], {**os.environ, "FLEETBOOK_DATA": str(tmp_path)}
    refused = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=data)
    assert refused.returncode == 2
    assert "no terminal" in refused.stderr
    assert "\x1b" not in refused.stderr + refused.stdout
    assert list(tmp_path.rglob("*.battle*")) == []


FAULTY = """
import sys
from fleetbook.__main__ import main
from fleetbook.tui.battle.page import BattlePage

def fail(self, key, character):
    raise RuntimeError("a table went missing")

BattlePage.press = fail
sys.argv = ["fleetbook", "play", "ijmuiden"]
sys.exit(main())
"""


def test_a_fault_gives_the_terminal_back_and_is_told_in_a_line(tmp_path: Path) -> None:
    environment = {**os.environ, "FLEETBOOK_DATA": str(tmp_path)}
    environment.pop("FLEETBOOK_TRACE", None)
    terminal = Terminal([sys.executable, "-c", FAULTY], environment, (120, 40))
    terminal.wait_for("TURN 1")
    terminal.send(">")
    code, tail = left_behind(terminal)
    assert code == 3
    assert b"\x1b[?1049l" in tail
    assert b"a table went missing" in tail and b"Traceback" not in tail


def test_keys_typed_in_one_burst_while_pages_open_are_not_lost(tmp_path: Path) -> None:
    terminal = start(tmp_path)
    terminal.wait_for("battles, scenarios and rosters")
    terminal.send("\x0ecoastal\rClub night\x1b[B\x1b[B\x1b[BRoyal Navy\r\rd mgb\x1b[C\x1b[C\rMGB 601")
    terminal.wait_for("MGB 601")
    for words in ("Club night", "Royal Navy", "2 ships"):
        assert any(words in line for line in terminal.screen.display), words
    os.kill(terminal.pid, signal.SIGTERM)
    left_behind(terminal)
