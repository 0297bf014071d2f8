"""The whole app under Textual: keys reach the page, themes, sizes, work in threads, the way out. Pages themselves are tested
without it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest
from textual.events import Paste

from fleetbook.reports.watch import Watch
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library import paths as library
from fleetbook.tui.app import FleetbookApp
from fleetbook.tui.kit.banner import large
from fleetbook.tui.kit.page import Work
from fleetbook.tui.kit.style import THEMES
from tests.tui.app import running
from tests.tui.hands import Hand
from tests.tui.keyboard import NARROW, WIDE, battle, opened, refereeing, table
from tests.tui.test_page_hostile_names import rosters, scenario


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of preferences, in a data folder of its own."""
    monkeypatch.setenv(library.DATA_VARIABLE, str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "config.toml"


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
async def test_the_app_shows_what_the_page_draws(tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ("n", "n", "s", "1", "2", "enter", "f", "1", "4")
    with refereeing(tmp_path / "plain.battle", size=size) as plain:
        plain.press(*keys)
        expected = plain.text
    async with running(tmp_path / "app.battle", size=size) as one:
        await one.press(*keys)
        await one.done()
        assert one.text == expected
    assert verify(tmp_path / "app.battle") == []


async def test_a_resize_keeps_what_is_being_typed_and_a_paste_goes_to_the_form(tmp_path: Path) -> None:
    async with running(tmp_path / "a.battle") as one:
        await one.press("a")
        await one.type("fog ")
        await one.resize(NARROW)
        one.app.host.post_message(Paste("and\nsnow"))
        await one.done()
        assert "fog and snow" in one.text
        await one.press("enter")
        assert one.battle.session.journal.records[-1].inputs == {"words": "fog and snow"}


async def test_odds_come_beside_the_keys_and_change_with_the_range(tmp_path: Path) -> None:
    async with running(tmp_path / "odds.battle") as one:
        await one.press(">", ">", "s", "1", "2", "enter", "f")
        await one.done()
        near = one.battle.weighing.odds
        assert near is not None and near.exact and "1 hit 17 %" in one.text
        await one.type("55")
        await one.done()
        far = one.battle.weighing.odds
        assert far is not None and far.counts != near.counts


async def test_a_line_that_a_key_leaves_as_it_was_keeps_its_strip(tmp_path: Path) -> None:
    async with running(tmp_path / "a.battle") as one:
        await one.press(">")
        canvas = one.app.host.canvas
        before = canvas.render_lines(canvas.size.region)
        await one.press("down")
        now = canvas.render_lines(canvas.size.region)
        kept = [was is strip for was, strip in zip(before, now, strict=True)]
        assert kept == [was == strip for was, strip in zip(before, now, strict=True)]
        assert 0 < kept.count(False) < len(kept) / 2


async def test_the_clock_goes_on_between_keys(tmp_path: Path) -> None:
    async with running(tmp_path / "a.battle") as one:
        await one.press("C")
        while "0:01" not in one.text:
            await one.pilot.pause(0.1)
        await one.press("C")
        assert "⏱" not in one.text


def test_a_battle_of_other_rules_opens_from_the_shell_for_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(tmp_path / "a.battle", "convoy").close()
    monkeypatch.setattr(type(ruleset("coastal")), "version", "another")
    app = FleetbookApp(opened(tmp_path / "a.battle", "convoy"))  # as the shell makes it: no loop runs yet

    async def read() -> str:
        async with app.run_test(size=WIDE) as pilot:
            await pilot.press("enter", ">")
            await pilot.pause()
            return app.host.canvas.text

    assert "read only" in asyncio.run(read())


async def test_no_color_picks_mono_and_a_theme_chosen_wins(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(tmp_path / "a.battle") as one:
        assert one.app.host.canvas.look.name == "mono"
    config.write_text('theme = "paper"\n')
    async with running(tmp_path / "a.battle") as one:
        assert one.app.host.canvas.look.name == "paper"


async def test_f4_goes_round_the_themes_on_every_page(config: Path, tmp_path: Path) -> None:
    async with running(tmp_path / "a.battle") as one:
        await one.press("enter")
        small, names = one.text, list[str]()
        for _ in THEMES:
            await one.press("f4")
            names.append(one.app.host.canvas.look.name)
            assert f"colours: {names[-1]} ({[*THEMES].index(names[-1]) + 1} of {len(THEMES)})" in one.text
            assert (large("MTB 221", 2)[0] in one.text) == (names[-1] == "large")
        assert sorted(names) == sorted(THEMES)
        await one.press("tab", "tab")
        assert one.text == small
        await one.press("?", "f4")
        assert one.app.host.canvas.look.name == names[0]
        assert "Help" in one.text
        assert one.battle.session.journal.records == []


async def test_leaving_the_last_page_leaves_the_app_and_its_battle(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    async with running(path) as one:
        await one.press(">", "q")
        await one.pilot.pause()
        assert not one.app.is_running
    with BattleFile.open(path) as file:  # nobody holds it any more
        assert len(file.journal.records) == 1


async def test_an_app_that_is_ended_lets_go_of_its_battle(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    async with running(path) as one:
        await one.press(">", "?")
        one.app.exit()
    BattleFile.open(path).close()


@pytest.mark.parametrize("name", ["[@click=app.quit]x", "a\x1b[31mb"])
async def test_hostile_names_do_no_harm(name: str, tmp_path: Path) -> None:
    with table(tmp_path):
        rosters(name)
        scenario(name)
        async with running(size=NARROW) as at:
            for keys in (("down",) * 4, ("ctrl+p", "escape"), ("f1", "escape")):
                await at.press(*keys)
                assert "\x1b" not in at.text and "\u202e" not in at.text
            await at.type("hostile-battle")
            await at.press("ctrl+e", "down", "down", "down", "enter")
            assert "\x1b" not in at.text and "\u202e" not in at.text
            assert at.app.is_running and at.app.fault is None


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.campaign)])
async def test_random_keys(seed: int, tmp_path: Path) -> None:
    with table(tmp_path) as data:
        battle(data / "convoy.battle", 3)
        with refereeing(tmp_path / "other.battle") as other:
            hand = Hand(other.page, seed)
            keys = [hand.any_key() for _ in range(60)]
        async with running(size=NARROW) as at:
            for key in keys:
                await at.press(key if len(key) > 1 or key.isalnum() else "x")
                if not at.app.is_running:
                    break
            assert at.app.fault is None


async def test_a_long_export_tells_how_far_it_is_and_escape_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that takes as long as it is let."""
    go_on, under_way = Event(), Event()

    def endless(form: str, journal: object, warning: str, watch: Watch) -> str:
        while not go_on.wait(0.01):
            under_way.set()
            watch("weighing the dice", 1, 4)
        return "done"

    monkeypatch.setattr("fleetbook.tui.report.page.report", endless)
    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        async with running() as at:
            await at.press("ctrl+t")
            await at.done()
            await at.press("e", "enter", "enter")
            while "weighing the dice: 25 %" not in at.text:
                await at.pilot.pause(0.02)
            assert under_way.is_set() and "Esc stops" in at.text
            await at.press("escape")
            assert "stopped" in at.text and "Report:" in at.text
            await at.done()
            assert not Path("data/b.md").exists()
            await at.press("e", "enter", "enter")
            go_on.set()
            await at.done()
            assert Path("data/b.md").read_text(encoding="utf-8") == "done"
            assert "wrote" in at.text


async def test_a_page_that_is_left_stops_its_work(tmp_path: Path) -> None:
    begun, told = Event(), []

    def job(work: Work) -> None:
        begun.set()
        while not work.stopped:
            Event().wait(0.01)
        work.tell(lambda: told.append("too late"))

    with table(tmp_path) as data:
        battle(data / "b.battle", 2)
        async with running() as at:
            await at.press("enter")
            at.battle.work(job)
            while not begun.is_set():
                await at.pilot.pause(0.01)
            await at.press("q")
            await at.done()
            assert told == []
            assert "battles, scenarios and rosters" in at.text


async def test_enter_typed_before_the_terminal_was_the_apps_counts(tmp_path: Path) -> None:
    async with running(tmp_path / "a.battle") as one:
        await one.press(">", ">", "s", "1", "2", "ctrl+j")
        assert one.battle.session.journal.records[-1].procedure == "observe"
