"""Themes, preferences, keys of one's own, and the clock: what a user may like, and what stays out of the battle."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.style import Style

from fleetbook.cli.commands.keys import command as keys_command
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library import paths as library
from fleetbook.store.library import preferences
from fleetbook.store.library.preferences import read_preferences
from fleetbook.tui.battle.clock import Clock
from fleetbook.tui.kit import style as paint
from fleetbook.tui.kit.commands import FIXED
from fleetbook.tui.kit.style import THEMES
from tests.tui.desk import desk
from tests.tui.keyboard import home, table

STYLES = [style for name, style in vars(paint).items() if isinstance(style, Style) and name.isupper() and name[0] != "_"]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of preferences, in a data folder of its own."""
    monkeypatch.setenv(library.DATA_VARIABLE, str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "config.toml"


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_theme_shows_every_style_on_its_ground(theme: paint.Theme) -> None:
    assert len(STYLES) > 15
    for style in STYLES:
        shown = theme.style(style)
        assert shown.bgcolor is not None or theme.ground.bgcolor is None
        assert shown.color is not None or theme.ground.color is None
        if theme.name in ("contrast", "paper", "large") and style in (paint.QUIET, paint.KEY, paint.ACTING, paint.FREE):
            assert not shown.dim


def test_mono_has_no_colour() -> None:
    assert all(THEMES["mono"].style(style).color is None for style in STYLES)
    assert all(THEMES["mono"].style(style).bgcolor is None for style in STYLES)


def test_the_names_of_the_themes_are_those_that_preferences_take() -> None:
    assert tuple(THEMES) == preferences.THEMES


async def test_no_color_picks_mono_and_a_theme_chosen_wins(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with desk(tmp_path / "a.battle") as one:
        assert one.app.look.name == "mono"
    config.write_text('theme = "paper"\n')
    async with desk(tmp_path / "a.battle") as one:
        assert one.app.look.name == "paper"


async def test_f4_goes_round_the_themes_and_paints_anew(config: Path, tmp_path: Path) -> None:
    async with desk(tmp_path / "a.battle") as one:
        small, names = one.text, []
        for _ in THEMES:
            await one.press("f4")
            names.append(one.app.look.name)
            assert ("██" in one.text) == (one.app.look.name == "large")
        assert sorted(names) == sorted(THEMES)
        assert one.text == small
        assert one.session.journal.records == []


async def test_f4_works_at_home(config: Path, tmp_path: Path) -> None:
    with table(tmp_path):
        async with home() as at:
            before = at.app.look.name
            await at.press("f4")
            assert at.app.look.name != before
            assert at.app.is_running


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('theme = "pink"', "theme"),
        ('[keys]\nfly = "z"', "fly"),
        ('[keys]\nundo = "two"', "one character"),
        ('[keys]\nundo = "f4"', "one character"),
        ('[keys]\nundo = "z"\nredo = "z"', "each key once"),
        ('[keys]\nundo = "n"', "that of next"),
        ("colour = 1", "colour"),
        ("theme = ", "config.toml"),
    ],
)
async def test_a_wrong_file_is_told_and_the_defaults_hold(config: Path, tmp_path: Path, text: str, said: str) -> None:
    config.write_text(text)
    async with desk(tmp_path / "a.battle") as one:
        assert said in one.app.trouble
        assert one.app.trouble[:40] in one.text
        await one.press("n", "u")
        assert one.session.journal.position == 0
        assert one.app.look.name == "terminal"


async def test_a_wrong_file_is_told_at_home_too(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        (data / "config.toml").write_text('theme = "pink"')
        async with home() as at:
            assert "theme: found pink" in at.text


async def test_a_key_of_ones_own_works_and_the_old_one_does_not(config: Path, tmp_path: Path) -> None:
    config.write_text('theme = "contrast"\n[keys]\nundo = "f2"\n')
    assert read_preferences(["undo"]).keys == {"undo": "f2"}
    async with desk(tmp_path / "a.battle") as one:
        await one.press("n", "u")
        assert one.session.journal.position == 1
        await one.press("f2")
        assert one.session.journal.position == 0
        assert "R redo" in one.text and one.app.look.name == "contrast"
    assert b"contrast" not in (tmp_path / "a.battle").read_bytes()


def test_no_file_means_the_defaults(config: Path) -> None:
    assert read_preferences() == preferences.Preferences()


def test_fleetbook_keys_shows_them_all_with_what_was_changed(config: Path) -> None:
    config.write_text('[keys]\nundo = "f2"\n')
    ran = CliRunner().invoke(keys_command)
    assert ran.exit_code == 0
    for fixed in FIXED:
        assert f"  {fixed.id} " in ran.output
    assert "undo" in ran.output.splitlines()[0] or str(config) in ran.output
    config.write_text('[keys]\nundo = "n"\n')
    assert isinstance(CliRunner().invoke(keys_command).exception, InvalidInput)


@pytest.mark.parametrize("name", ruleset_ids())
def test_keys_of_a_rule_system_are_unique_in_each_step_and_none_is_reserved(name: str) -> None:
    orders = [order for order in ruleset(name).orders if order.key]
    reserved = {key for fixed in FIXED for key in (fixed.key, *fixed.also)}
    assert not reserved & {order.key for order in orders}
    assert not {fixed.id for fixed in FIXED} & {order.id for order in orders}
    for one, other in combinations(orders, 2):
        if not one.phases or not other.phases or set(one.phases) & set(other.phases):
            assert one.key != other.key


def test_the_clock_gives_time_to_the_side_that_acts() -> None:
    clock = Clock().toggled(10.0).ticked(75.0, "A").ticked(80.0, "").ticked(81.0, "B")
    assert (clock.seconds, clock.running) == ({"A": 65.0, "B": 1.0}, True)
    assert clock.shown(("A", "B"), "B") == ("A 1:05  ▸B 0:01", "1:05  ▸0:01")
    stopped = clock.toggled(90.0)
    assert not stopped.running and stopped.ticked(500.0, "A") == stopped


async def test_the_clock_is_switched_by_its_key_and_leaves_no_trace(tmp_path: Path) -> None:
    async with desk(tmp_path / "a.battle") as one:
        await one.press("C")
        assert "⏱" in one.text
        await one.press("C")
        assert "⏱" not in one.text
        assert one.session.journal.records == []


async def test_a_note_on_the_selected_line_begins_with_its_number(tmp_path: Path) -> None:
    async with desk(tmp_path / "a.battle") as one:
        await one.press("n", "n", "tab", "up", "a")
        await one.type("fog")
        await one.press("enter")
        assert one.session.journal.records[-1].inputs == {"words": "line 1: fog"}


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (60, 12)])
async def test_a_resize_in_mid_order_keeps_what_was_typed(tmp_path: Path, size: tuple[int, int]) -> None:
    async with desk(tmp_path / "a.battle") as one:
        await one.press("x", "4")
        await one.pilot.resize_terminal(*size)
        await one.pilot.pause()
        await one.press("enter")
        assert one.session.journal.records[-1].headline == "referee strikes 4 hull of MTB 221"
