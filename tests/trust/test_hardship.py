"""Hardship: a full or locked disk, a lost folder, a clock set back, a closed terminal.

The shell, the dialogue and the app explain each clearly, and nothing is harmed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fleetbook.store.battle import battle_file
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.house import read_house
from fleetbook.store.library.paths import battles
from tests.bench.terminal import PATIENCE, Terminal
from tests.cli.shell import fleetbook, program

if sys.platform != "win32":
    import resource

NOBODY = 65534
AS_NOBODY = """
import os, sys
from pathlib import Path
from fleetbook.__main__ import main
from fleetbook.cli.commands.battle import order, status  # loaded while whatever they need can be read
from fleetbook.cli import shell
from fleetbook.cli.plain import dialogue as referee
from fleetbook.store.catalogue import ruleset
import platformdirs
ruleset("coastal").tables
if os.getuid() == 0:
    os.setuid(int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A battle of the shell's that has one line."""
    path = tmp_path / "here" / "club.battle"
    path.parent.mkdir()
    BattleFile.create(path, load_setup("ijmuiden"), "1").close()
    assert fleetbook("order", str(path), "next").code == 0
    return path


def lines(path: Path) -> int:
    with BattleFile.open(path) as file:
        assert file.damage == ""
        return len(file.journal.records)


def limited(size: int) -> list[str]:
    """The words that start a command whose files may not grow past a size, as on a disk that is full.

    It keeps no compiled modules: they would be cut, too, and stay.
    """
    code = (
        f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); sys.argv[0] = 'fleetbook'; "
    )
    return [sys.executable, "-B", "-c", code + "runpy.run_module('fleetbook', run_name='__main__')"]


def ran(command: list[str], answers: str = "") -> tuple[int, str, str]:
    done = subprocess.run(command, input=answers, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


FULL = "club.battle could not be written: disk I/O error; is the disk full?"


def test_a_full_disk_in_the_shell(path: Path) -> None:
    code, out, err = ran([*limited(8192), "order", str(path), "next"])
    assert (code, out) == (2, "")
    assert "disk I/O error" in err or "full" in err
    assert lines(path) == 1
    assert fleetbook("order", str(path), "next").code == 0
    assert verify(path) == []


def test_a_battle_that_a_full_disk_has_no_room_for_is_not_begun(tmp_path: Path) -> None:
    code, out, err = ran([*limited(2048), "new", "ijmuiden", "-o", str(tmp_path / "none.battle")])
    assert (code, out) == (2, "")
    assert "none.battle" in err
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_a_full_disk_has_no_room_for_leaves_the_old_one(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "report.md"
    old.write_text("old")
    code, _, err = ran([*limited(512), "report", str(path), "-o", str(old)])
    assert (code, old.read_text()) == (2, "old")
    assert "report.md cannot be written: file too large" in err


def test_a_disk_that_is_full_when_a_battle_is_opened(path: Path) -> None:
    code, out, _ = ran([*limited(2048), "play", str(path), "--plain"], "next\nnext\n")
    assert (code, out.count(FULL)) == (0, 2)
    code, out, err = ran([*limited(8192), "status", str(path)])
    assert (code, err) == (0, "")
    assert "line 1 of 1" in out
    assert lines(path) == 1


def test_a_full_disk_in_the_dialogue_is_reported_and_when_there_is_room_it_goes_on(path: Path) -> None:
    process = subprocess.Popen(
        program("play", str(path), "--plain"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        heard(process, "What now?")
        before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        process.stdin.write("next\n")
        assert FULL in heard(process, "What now?")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
        process.stdin.write("next\n")
        assert "Line 2: on to step 3" in heard(process, "What now?")
        process.stdin.close()
    assert lines(path) == 2
    assert verify(path) == []


def heard(process: subprocess.Popen[str], words: str) -> str:
    """What a process says up to some words."""
    assert process.stdout is not None
    said = ""
    while words not in said:
        letter = process.stdout.read(1)
        assert letter, said
        said += letter
    return said


@pytest.fixture
def app(path: Path, tmp_path: Path) -> Iterator[Terminal]:
    """The app on that battle."""
    command = [sys.executable, "-m", "fleetbook", "play", str(path)]
    terminal = Terminal(command, {**os.environ, "FLEETBOOK_DATA": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}, (120, 40))
    terminal.wait_for("TURN 1")
    yield terminal
    terminal.close()


def test_a_full_disk_in_the_app_is_reported_and_when_there_is_room_it_goes_on(path: Path, app: Terminal) -> None:
    before = resource.prlimit(app.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(app.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    app.send(">")
    app.wait_for("is the disk full?")
    resource.prlimit(app.pid, resource.RLIMIT_FSIZE, before)
    app.send(">")
    app.wait_for("━ 1.3 ")
    app.send("q")
    gone(app)
    assert lines(path) == 2
    assert verify(path) == []


def gone(terminal: Terminal) -> None:
    """Wait until the program has ended by itself."""
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{terminal.pid}/stat").read_text().split(")")[1].split()[0] != "Z":
        assert time.monotonic() < deadline
        terminal.read(0.05)


def test_a_battle_that_is_moved_away_under_the_app_is_reported(path: Path, app: Terminal) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    app.send(">")
    app.wait_for("was moved or deleted while it was open")
    app.send("q")
    gone(app)
    assert lines(path.parent.with_name("elsewhere") / path.name) == 1


def test_a_folder_that_is_deleted_under_the_app_is_reported(path: Path, app: Terminal) -> None:
    shutil.rmtree(path.parent)
    app.send(">")
    app.wait_for("was moved or deleted while it was open")


def test_a_folder_that_is_gone_in_the_shell(path: Path) -> None:
    shutil.rmtree(path.parent)
    for words in (("order", str(path), "next"), ("status", str(path)), ("play", str(path), "--plain"), ("undo", str(path))):
        done = fleetbook(*words)
        assert done.code == 2
        assert "club.battle: found no such file or directory, allowed: a battle file" in done.err
    made = fleetbook("new", "ijmuiden", "-o", str(path))
    assert made.code == 2
    assert "club.battle" in made.err
    assert "no such file or directory" in made.err


def test_a_terminal_that_closes_in_mid_order_loses_nothing_and_lets_go_of_the_battle(path: Path, app: Terminal) -> None:
    app.send(">")
    app.wait_for("━ 1.3 ")
    app.send("s")
    app.wait_for("range")
    os.close(app.fd)
    gone_unwatched(app.pid)
    app.fd = os.open(os.devnull, os.O_RDWR)
    assert fleetbook("order", str(path), "note", "words=on we go").code == 0
    assert lines(path) == 3
    assert verify(path) == []


def gone_unwatched(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z":
        assert time.monotonic() < deadline


def test_a_battle_that_the_app_holds_is_refused_to_others_by_name(path: Path, app: Terminal) -> None:
    for words in (("order", str(path), "next"), ("undo", str(path))):
        done = fleetbook(*words)
        assert (done.code, done.err) == (2, f"fleetbook: club.battle is open in another fleetbook, process {app.pid}\n")
    assert fleetbook("status", str(path)).code == 0


@pytest.fixture
def locked(path: Path) -> Iterator[Path]:
    """The battle in a folder that everybody may read and nobody but root may write."""
    folder = Path(tempfile.mkdtemp())
    shutil.copy(path, folder)
    (folder / path.name).chmod(0o444)
    folder.chmod(0o555)
    yield folder / path.name
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_battle_that_may_only_be_read(locked: Path) -> None:
    command = [sys.executable, "-c", AS_NOBODY, str(NOBODY)]
    for words in (["order", str(locked), "next"], ["play", str(locked), "--plain"]):
        code, out, err = ran([*command, *words])
        assert (code, out) == (2, "")
        assert "club.battle cannot be written: permission denied" in err
    code, out, err = ran([*command, "status", str(locked)])
    assert (code, err) == (0, "")
    assert "line 1 of 1" in out


def test_a_clock_that_is_set_back_harms_nothing(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ahead = datetime.now(UTC) + timedelta(days=400)
    with monkeypatch.context() as clock:
        clock.setattr(battle_file, "now", lambda: ahead.isoformat(timespec="milliseconds"))
        assert fleetbook("order", str(path), "note", "words=next year").code == 0
    assert fleetbook("order", str(path), "note", "words=this year").code == 0
    os.utime(path, (ahead.timestamp(), ahead.timestamp()))
    with BattleFile.open(path) as file:
        assert (file.damage, len(file.journal.records)) == ("", 3)
        assert file.times[1] > file.times[2]
    assert verify(path) == []
    assert fleetbook("report", str(path)).code == 0
    monkeypatch.setenv("FLEETBOOK_DATA", str(path.parent))
    later = path.with_name("later.battle")
    BattleFile.create(later, load_setup("ijmuiden"), "2").close()
    assert battles() == [path, later]


@pytest.mark.parametrize("dice", ["100d10", "31d32", "500d2"])
def test_a_key_while_as_many_dice_as_may_be_are_weighed_ends_the_app_at_once(dice: str, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text(f'ruleset = "coastal"\ntitle = "h"\n[reading.observation_die]\nvalue = "{dice}"\nreason = "x"\n')
    path = tmp_path / "dice.battle"
    BattleFile.create(path, load_setup("ijmuiden"), "1", [read_house(house)]).close()
    for _ in range(2):
        assert fleetbook("order", str(path), "next").code == 0
    terminal = Terminal([sys.executable, "-m", "fleetbook", "play", str(path)], {**os.environ, "FLEETBOOK_DATA": str(tmp_path)})
    try:
        terminal.wait_for("TURN 1")
        terminal.send("s")
        terminal.wait_for("range")
        terminal.send("30")
        terminal.wait_for("looks for")
        terminal.send("\x1b")
        terminal.wait_for("go on to 4")
        began = time.monotonic()
        terminal.send("q")
        gone(terminal)
        assert time.monotonic() - began < 5  # a second, on a machine that has nothing else to do
    finally:
        terminal.close()
