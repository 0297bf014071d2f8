"""A battle that is open elsewhere is read along by ``play`` and ``play --plain``. Both say how to go on once it is free."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile, open_or_follow
from fleetbook.store.errors import Unwritable
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.app import FleetbookApp
from fleetbook.tui.battle.page import BattlePage
from tests.cli.dialogue import Script, talk
from tests.tui.keyboard import NARROW, WIDE, Keyboard

LEFT = "a.battle is closed elsewhere: leave, and open it again to go on with it here"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    BattleFile.create(tmp_path / "a.battle", load_setup("convoy"), seed="1").close()
    return tmp_path / "a.battle"


def test_a_free_battle_is_opened_to_write(path: Path) -> None:
    with open_or_follow(path) as file:
        assert (file.read_only, file.elsewhere) == (False, "")
        assert file.give(NextStep()).number == 1


def test_a_battle_in_use_is_followed_and_takes_no_order(path: Path) -> None:
    with BattleFile.open(path) as theirs, open_or_follow(path) as ours:
        assert ours.read_only and "is open in this fleetbook already; orders given there are shown here" in ours.elsewhere
        theirs.give(NextStep())
        assert [record.number for record in ours.follow()] == [1]
        with pytest.raises(Unwritable):
            ours.give(NextStep())
        assert "is open in" in ours.elsewhere


def test_lines_read_along_are_in_force(path: Path) -> None:
    with BattleFile.open(path) as theirs, Session(open_or_follow(path)) as ours:
        theirs.give(NextStep())
        ours.follow()
        assert ours.in_force == {1}


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_app_says_in_its_head_that_it_reads_along_and_how_to_go_on_once_the_writer_left(
    path: Path, size: tuple[int, int]
) -> None:
    with BattleFile.open(path) as theirs:
        app = FleetbookApp(open_or_follow(path))
        page = app.host.pages.page
        assert isinstance(page, BattlePage)
        at = Keyboard(page, size)
        at.press("escape")
        assert "READ ONLY" in at.lines()[0] and "a.battle is open in" in at.text
        theirs.give(NextStep())
        at.timed()
        assert "▸ 2 ROYAL NAVY launches, moves" in at.text and "READ ONLY" in at.lines()[0]
    at.timed()
    assert LEFT in " ".join(at.text.split())
    at.press("down")
    assert "closed elsewhere" in at.text
    page.closed()
    with open_or_follow(path) as file:
        assert not file.read_only


def test_the_dialogue_tells_what_was_ordered_elsewhere_and_how_to_go_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = BattleFile.open(path)

    def script() -> Script:
        yield ""
        theirs.give(NextStep())
        yield "next"
        yield "status"
        theirs.close()
        yield "score"

    said = talk(monkeypatch, script(), str(path))
    assert (said.code, said.err) == (0, "")
    assert "Open for reading only: a.battle is open in this fleetbook already; orders given there are shown here." in said.out
    assert "Line 1: on to step 2: Royal Navy launches, moves." in said.out
    assert said.out.count(f"{LEFT}.") == 1
