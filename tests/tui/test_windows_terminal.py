"""A terminal on Windows: keys that are none, signs that its font lacks, a window that is closed."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.cells import cell_len

from fleetbook.cli import output
from fleetbook.core.errors import InvalidInput
from fleetbook.referee import sharing as server
from fleetbook.referee.sharing import Sharing
from fleetbook.reports.text_layout import PLAIN_SIGNS
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.preferences import Preferences, are_signs_plain
from fleetbook.tui import app as app_module
from fleetbook.tui.app import require_terminal
from fleetbook.tui.sharing.page import SharingPage
from tests.cli.shell import fleetbook
from tests.tui.app import running
from tests.tui.golden.battle_screens import battle_drawn
from tests.tui.keyboard import NARROW, Keyboard

OLD_FONT = "■□●○√×·←↑→↓↔─│┼═▬█▀▄▌░▒♦▲◄¶‹›–“”’…§°±"
"""Signs of ours that Consolas and Lucida Console have, beside ASCII."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("FLEETBOOK_DATA", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


async def test_a_modifier_by_itself_wipes_no_question(tmp_path: Path) -> None:
    """Textual has Ctrl, Shift and Alt arrive as ctrl+@ there."""
    async with running(tmp_path / "a.battle") as app:
        await app.press(">", ">", "s")
        await app.type("12")
        await app.press("enter", ">")
        asked = app.text
        assert "again" in asked
        await app.press("ctrl+@")
        assert app.text == asked
        await app.press(">")
        assert app.text != asked


def test_plain_signs_are_as_wide_as_those_that_they_stand_for() -> None:
    for sign, plain in PLAIN_SIGNS.items():
        assert cell_len(chr(sign)) == cell_len(str(plain)) == 1


@pytest.mark.parametrize("name", ["battle-plain", "battle-form-plain", "squadrons-plain"])
def test_the_plain_theme_shows_nothing_that_the_old_console_lacks(name: str, tmp_path: Path) -> None:
    for text in battle_drawn(name, tmp_path).values():
        assert {sign for sign in text if not sign.isalnum()} - set(OLD_FONT) <= set(map(chr, range(127)))


def test_the_old_console_has_plain_signs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WT_SESSION", "TERM", "TERM_PROGRAM", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE"):
        monkeypatch.delenv(name, raising=False)
    assert are_signs_plain(Preferences(), windows=True)
    assert not are_signs_plain(Preferences(signs="full"), windows=True)
    assert not are_signs_plain(Preferences(), windows=False)
    monkeypatch.setenv("WT_SESSION", "1")
    assert not are_signs_plain(Preferences(), windows=True)
    assert are_signs_plain(Preferences(signs="plain"), windows=True)


async def test_the_app_shows_plain_signs_in_every_theme_where_they_are_liked(tmp_path: Path, data: Path) -> None:
    (data / "config.toml").write_text('signs = "plain"\n', encoding="utf-8")
    async with running(tmp_path / "a.battle") as app:
        for _ in range(6):
            assert "▸" not in app.text
            assert "> " in app.text
            await app.press("f4")


def test_the_shell_and_the_plain_dialogue_show_them_where_they_are_liked(tmp_path: Path, data: Path) -> None:
    path = str(tmp_path / "a.battle")
    assert fleetbook("new", "convoy", "-o", path).code == 0
    assert "✓" in fleetbook("status", path).out
    (data / "config.toml").write_text('signs = "plain"\n', encoding="utf-8")
    out = fleetbook("status", path).out
    assert "✓" not in out and "√" in out
    assert output.legible("▸", sys.stdout) == ">"


def test_a_word_that_is_none_for_signs_is_told(data: Path) -> None:
    (data / "config.toml").write_text('signs = "nice"\n', encoding="utf-8")
    ran = fleetbook("keys")
    assert ran.code == 2
    assert "signs: found nice" in ran.err


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_play_wants_a_terminal_where_it_is_painted(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows on stdout, elsewhere on stderr: `play > x` and `play 2> x`."""
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(app_module, "SCREEN", stream)
    for name in ("__stdin__", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, terminal)
    require_terminal()
    monkeypatch.setattr(sys, f"__{stream}__", StringIO())
    with pytest.raises(InvalidInput, match="no terminal"):
        require_terminal()


async def test_closing_the_window_ends_the_app_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    async with running(path) as app:
        assert not app.app.on_console_event(0)  # Ctrl+C is a key
        heard: list[bool] = []
        closing = threading.Thread(target=lambda: heard.append(app.app.on_console_event(app_module.CLOSED)))
        closing.start()
        await app.pilot.pause()
        await until(app, lambda: app.app.return_code is not None or not app.app.is_running)
    closing.join(10)
    assert heard == [True]
    with BattleFile.open(path) as file:  # nobody holds it
        assert file.damage == ""


async def until(app: object, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        await app.pilot.pause()  # type: ignore[attr-defined]


def test_a_firewall_is_named_where_no_phone_has_come_for_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(server, "time", SimpleNamespace(monotonic=lambda: now[0], strftime=lambda form: ""))
    sharing = Sharing(tmp_path / "a.battle", lambda *_, **__: None, lambda _: None)
    sharing._process = SimpleNamespace(poll=lambda: None)  # type: ignore[assignment]
    sharing.lan, sharing._since = True, now[0]
    at = Keyboard(SharingPage(sharing, set(), SimpleNamespace(where="", in_every_step=True), None), NARROW)  # type: ignore[arg-type]
    now[0] += 59
    assert "firewall" not in at.text
    now[0] += 2
    assert "No phone has come yet" in at.text
    assert "firewall" in at.text
    sharing._take(b'{"watching": [{"side": null, "pages": 1}]}')
    assert "firewall" not in at.text
    sharing._take(b'{"watching": [{"side": null, "pages": 0}]}')
    assert "firewall" not in at.text  # it has let one in
