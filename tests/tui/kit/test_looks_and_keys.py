"""The user's own themes, preferences and keys, and the clock. None of them is kept in the battle."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.style import Style

from fleetbook.cli.commands.files.keys import command as keys_command
from fleetbook.core.errors import InvalidInput
from fleetbook.referee.clock import Clock
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.command_keys import COMMAND_KEYS, check_order_keys
from fleetbook.store.library import paths as library
from fleetbook.store.library import preferences
from fleetbook.store.library.preferences import read_preferences
from fleetbook.store.packages.declarations import flaws
from fleetbook.tui.battle.page import fixed_commands
from fleetbook.tui.kit import style as paint
from fleetbook.tui.kit.style import THEMES
from tests.tui.keyboard import home, refereeing, table

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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('theme = "pink"', "theme"),
        ('[keys]\nfly = "z"', "fly"),
        ('[keys]\nundo = "two"', "one character"),
        ('[keys]\nundo = "f4"', "one character"),
        ('[keys]\nundo = "f13"', "one character"),
        ('[keys]\nundo = "z"\nredo = "z"', "one command for each key"),
        ('[keys]\nundo = "n"', "the key of go-on"),
        ("colour = 1", "colour"),
        ("theme = ", "config.toml"),
    ],
)
def test_a_wrong_file_is_told_and_the_defaults_hold(config: Path, tmp_path: Path, text: str, said: str) -> None:
    config.write_text(text)
    with refereeing(tmp_path / "a.battle") as one:
        trouble = one.page.message.text
        assert said in trouble and one.page.message.warning
        one.press(">", "u")
        assert one.session.journal.position == 0


def test_a_wrong_file_is_told_at_home_too(tmp_path: Path) -> None:
    with table(tmp_path) as data:
        (data / "config.toml").write_text('theme = "pink"')
        with home() as at:
            assert "theme: found pink" in at.text


def test_a_key_of_ones_own_works_and_the_old_one_does_not(config: Path, tmp_path: Path) -> None:
    config.write_text('theme = "contrast"\n[keys]\nundo = "f2"\n')
    assert read_preferences().keys == {"undo": "f2"}
    with refereeing(tmp_path / "a.battle") as one:
        one.press(">", "u")
        assert one.session.journal.position == 1
        one.press("f2")
        assert one.session.journal.position == 0
        assert "R redo" in one.text
    assert b"contrast" not in (tmp_path / "a.battle").read_bytes()


def test_what_is_due_names_an_order_by_a_key_of_ones_own(config: Path, tmp_path: Path) -> None:
    config.write_text('[keys]\ntorpedo = "f2"\n')
    with refereeing(tmp_path / "a.battle", "convoy", seed="9") as one:
        one.press(">", "t")
        one.type("hel 60")
        one.press("enter", ">")
        assert "torpedoes 1 and 2 in the water: F2 when one meets a ship." in one.text


def test_no_file_means_the_defaults(config: Path) -> None:
    assert read_preferences() == preferences.Preferences()


def test_fleetbook_keys_shows_them_all_with_what_was_changed(config: Path) -> None:
    config.write_text('[keys]\nundo = "f2"\n')
    ran = CliRunner().invoke(keys_command)
    assert ran.exit_code == 0
    for name in COMMAND_KEYS:
        assert f"  {name} " in ran.output
    assert "undo" in ran.output.splitlines()[0]
    config.write_text('[keys]\nundo = "n"\n')
    assert isinstance(CliRunner().invoke(keys_command).exception, InvalidInput)


def test_every_command_of_a_battle_has_its_key_and_every_key_its_command() -> None:
    fixed = fixed_commands({})
    assert {one.id: one.keys for one in fixed} == dict(COMMAND_KEYS)
    keys = [key for one in fixed for key in one.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", ruleset_ids())
def test_keys_of_a_rule_system_are_unique_in_each_step(name: str) -> None:
    orders = [order for order in ruleset(name).all_orders if order.key]
    check_order_keys(name, orders)
    for one, other in combinations(orders, 2):
        if not one.phases or not other.phases or set(one.phases) & set(other.phases):
            assert one.key != other.key


def test_an_order_s_key_may_not_be_a_command_s(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset("coastal")
    for attribute, value, said in (
        ("key", "u", "key of fire: found u, allowed: a key that does not belong to undo"),
        ("id", "undo", "name"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(rules.order("fire"), attribute, value)
            assert any(said in flaw for flaw in flaws(rules))


def test_the_clock_gives_time_to_the_side_that_acts() -> None:
    clock = Clock().toggled(10.0).ticked(75.0, "A").ticked(80.0, "").ticked(81.0, "B")
    assert (clock.seconds, clock.running) == ({"A": 65.0, "B": 1.0}, True)
    assert clock.shown(("A", "B"), "B") == (" A 1:05  ▸B 0:01", " 1:05  ▸0:01")
    stopped = clock.toggled(90.0)
    assert not stopped.running and stopped.ticked(500.0, "A") == stopped


def test_the_clock_is_switched_by_its_key_and_leaves_no_trace(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle") as one:
        one.press("C")
        assert "⏱" in one.text
        one.press("C")
        assert "⏱" not in one.text
        assert one.session.journal.records == []


def test_a_note_on_the_selected_line_begins_with_its_number(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle") as one:
        one.press(">", ">", "tab", "up", "a")
        one.type("fog")
        one.press("enter")
        assert one.session.journal.records[-1].inputs == {"words": "line 1: fog"}


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (60, 12)])
def test_a_resize_in_mid_order_keeps_what_was_typed(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle") as one:
        one.press("x", "4")
        one.size = size
        one.press("enter")
        assert one.session.journal.records[-1].headline == "referee strikes 4 hull of MTB 221"
