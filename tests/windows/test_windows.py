"""fleetbook on Windows' own Python: whole test folders, the tour, kills, files that others hold, the players' window.

Wine shows sharing violations, locks, paths, code pages and how processes end. It does not show the reuse of ports, how a console
draws and hands keys over, whether a move is on the disk when the power fails, a real file server, or a firewall.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.windows import laptop

RELEASE = "FLEETBOOK_RELEASE"
FOLDERS = ("core", "rules", "store", "referee", "reports", "cli")
WAYS = ("-o", "addopts=", "-o", "asyncio_mode=auto", "-p", "no:cacheprovider", "--import-mode=importlib", "-q", "-rs")
HOURS = 3600.0

pytestmark = [pytest.mark.campaign, pytest.mark.windows]


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """The laptop, ready; where this machine cannot be one that is said, and for a release it is a failure."""
    if reason := laptop.lacking():
        if os.environ.get(RELEASE):
            pytest.fail(f"a release is tested on Windows' Python: {reason}")
        pytest.skip(f"the Windows campaign does not run: {reason}")
    laptop.ready()


def hold_on_laptop(name: str, *words: str, hours: float = 4) -> None:
    """Tests run on the laptop and hold; what they print lies in the cache folder, as they print it."""
    log = laptop.FOLDER / f"{name}.log"
    with log.open("wb") as out:
        code = laptop.run_into(out, "-m", "pytest", *WAYS, "-m", "not campaign and not bench", *words, patience=hours * HOURS)
    said = log.read_text(encoding="utf-8", errors="replace")
    ended = re.search(r"\d+ passed.* in [\d.]+s", said[-600:])  # Wine tells 0 of a program that a function it lacks has ended
    assert code == 0 and ended, f"{log}:\n{said[-6000:]}"


def said(words: Sequence[str], patience: float = HOURS) -> str:
    """What a program of the laptop's says; it holds."""
    ran = laptop.run("-m", "tests.windows.worker", *words, patience=patience)
    assert ran.returncode == 0, (ran.stdout + ran.stderr).decode(errors="replace")
    return ran.stdout.decode(errors="replace")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_tests_of_a_folder_hold(folder: str) -> None:
    hold_on_laptop(folder, f"tests/{folder}")


def test_the_readme_s_tour_holds_key_for_key() -> None:
    hold_on_laptop("tour", "tests/tui/test_tour.py")


def test_three_pages_of_a_share_follow_the_battle() -> None:
    pages = "tests/share/test_sharing.py", "tests/share/test_on_windows.py", "tests/tui/sharing/test_sharing_page.py"
    hold_on_laptop("share", *pages)


def test_the_app_hears_of_modifiers_and_of_a_window_that_is_closed() -> None:
    hold_on_laptop("terminal", "tests/tui/test_windows_terminal.py")


def test_nothing_acknowledged_is_lost_by_a_thousand_kills(tmp_path: Path) -> None:
    assert "nothing lost" in said(("kills", windows_path(tmp_path), "1000"), 4 * HOURS)


def test_200_files_that_another_process_holds_for_a_second_are_replaced(tmp_path: Path) -> None:
    assert said(("replacements", windows_path(tmp_path), "200")).startswith("200 replaced")


def test_a_battle_that_is_read_is_not_moved_and_why_is_told(tmp_path: Path) -> None:
    assert "kept and deleted" in said(("keep", windows_path(tmp_path)))


def test_what_a_killed_writer_left_is_swept(tmp_path: Path) -> None:
    assert "swept" in said(("left", windows_path(tmp_path)))


def test_a_battle_on_a_path_of_the_network_is_made_written_and_read() -> None:
    share = laptop.PREFIX / "dosdevices" / "unc" / "club" / "battles"  # Wine's \\club\battles
    share.mkdir(parents=True, exist_ok=True)
    for old in share.glob("*.battle"):
        old.unlink()
    assert "verifies" in said(("share_of_a_club", r"\\club\battles"))


def windows_path(path: Path) -> str:
    """A path of this machine as the laptop names it."""
    return f"Z:{path}".replace("/", "\\")
