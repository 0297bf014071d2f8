"""How far a long work is: told on a terminal after a while, wiped out again, and told to nobody else."""

from __future__ import annotations

import io
import sys

import pytest

from fleetbook.cli import progress as module
from fleetbook.cli.output import prepare
from fleetbook.cli.progress import progress


class Terminal(io.StringIO):
    """A stderr that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes too long."""
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    monkeypatch.setattr(module, "PACE", -1.0)


@pytest.mark.usefixtures("impatient")
def test_a_terminal_is_told_and_its_line_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress() as watch:
        watch("weighing", 1, 4)
    assert terminal.getvalue() == "\r\x1b[Kweighing ━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 25 %\r\x1b[K"


@pytest.mark.usefixtures("impatient")
def test_the_bar_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress() as watch:
        for done in range(41):
            watch("weighing", done, 40)
    bars = [shown.split()[1] for shown in terminal.getvalue().split("\r\x1b[K") if shown]
    assert [bar.count("━") for bar in bars] == [done // 2 for done in range(41)]
    assert {len(bar) for bar in bars} == {20}


@pytest.mark.usefixtures("impatient")
def test_a_terminal_without_the_signs_has_a_bar_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = io.BytesIO()
    terminal = io.TextIOWrapper(kept, encoding="ascii", write_through=True)
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", terminal)
    prepare()
    with progress() as watch:
        watch("weighing", 1, 2)
    assert b"weighing ==========.......... 50 %" in kept.getvalue()


@pytest.mark.usefixtures("impatient")
def test_the_line_is_wiped_out_when_the_work_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(KeyboardInterrupt), progress() as watch:
        watch("weighing", 1, 2)
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.usefixtures("impatient")
def test_a_file_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress() as watch:
        watch("weighing", 1, 2)
    assert stream.getvalue() == ""


def test_quick_work_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress() as watch:
        watch("weighing", 1, 2)
    assert terminal.getvalue() == ""
