"""A battle named by its file's name or its scenario's, or not at all: the one that is meant in the user's folder."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from fleetbook.store.library import paths
from tests.cli.shell import fleetbook
from tests.posix import with_links

COMMANDS = ("status", "report", "log", "verify")


def begun(scenario: str, *orders: str) -> Path:
    """A new battle in the user's folder, with these orders."""
    path = Path(fleetbook("new", scenario).out.strip())
    for order in orders:
        assert fleetbook("order", str(path), order).code == 0
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_name_it_is_the_only_battle_under_way_and_the_shell_says_which(command: str, data_folder: Path) -> None:
    begun("ijmuiden", "next", "end")
    going = begun("tsushima", "next")
    begun("convoy")
    ran = fleetbook(command)
    assert (ran.code, ran.out) == (0, fleetbook(command, str(going)).out)
    assert ran.err == f"fleetbook: {going}: Tsushima, turn 1, step 2: initiative\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_battle_is_found_by_its_name_in_the_folder_and_by_its_scenario(command: str, data_folder: Path) -> None:
    going, other = begun("ijmuiden", "next"), begun("tsushima", "next")
    begun("ijmuiden", "next", "end")
    for name in (going.name, going.name.removesuffix(".battle"), "ijmuiden"):
        ran = fleetbook(command, name)
        assert (ran.code, ran.out) == (0, fleetbook(command, str(going)).out), name
        assert str(going) in ran.err
    assert fleetbook(command, "tsushima").out == fleetbook(command, str(other)).out


def test_where_none_is_under_way_it_is_the_last_and_of_several_none(data_folder: Path) -> None:
    none = fleetbook("report")
    assert (none.code, none.out) == (2, "")
    assert none.err == f"fleetbook: battle: there is no battle in {data_folder}: give the path of one\n"
    ended = begun("ijmuiden", "next", "end")
    assert f"{ended}: Off IJmuiden, it has ended" in fleetbook("report", "--short").err
    begun("tsushima", "next")
    begun("convoy", "next")
    several = fleetbook("report")
    assert several.code == 2
    assert re.fullmatch(
        r"fleetbook: battle: convoy-off-terschelling-[-0-9]+ and tsushima-[-0-9]+ are under way: say which\n", several.err
    )


def test_a_file_is_meant_before_a_battle_of_that_name_and_what_is_nowhere_keeps_its_name(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun("ijmuiden", "next")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ijmuiden").write_text("no battle", encoding="utf-8")
    assert fleetbook("status", "ijmuiden").code == 2
    ran = fleetbook("status", "nosuch")
    assert (ran.code, ran.err) == (2, "fleetbook: battle: no file, battle or scenario is called nosuch\n")
    for name in ("nosuch.battle", "folder/nosuch"):
        assert f"{Path(name)}: found no such file or directory" in fleetbook("status", name).err


def test_a_battle_is_shared_by_its_scenario_s_name_and_the_one_under_way_without(data_folder: Path) -> None:
    """A side that it has not ends the command before anything listens."""
    going = begun("tsushima", "next")
    for name in (["tsushima"], []):
        ran = fleetbook("share", *name, "--side", "Spain")
        assert ran.code == 2
        assert f"fleetbook: {going}: Tsushima, turn 1, step 2: initiative\n" in ran.err
        assert "Spain" in ran.err


@with_links
def test_a_link_that_leads_nowhere_hides_no_battle_and_is_named(data_folder: Path, tmp_path: Path) -> None:
    going = begun("ijmuiden", "next")
    (data_folder / "gone.battle").symlink_to(tmp_path / "nowhere")
    (data_folder / "round.battle").symlink_to(data_folder / "round.battle")
    ran = fleetbook("status")
    assert (ran.code, ran.out) == (0, fleetbook("status", str(going)).out)
    assert "gone.battle: found no such file or directory" in ran.err and "round.battle" in ran.err
    assert fleetbook("status", going.stem).code == 0
    assert fleetbook("order", str(going), "end").code == 0
    season = fleetbook("season")
    assert season.code == 0 and "Off IJmuiden" in season.out and "gone.battle" in season.err


def test_a_battle_that_vanishes_between_listing_and_reading_hides_no_other(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, vanishing = begun("ijmuiden", "next"), begun("tsushima", "next")
    listed = os.scandir

    def then_gone(folder: Path) -> Any:
        found = listed(folder)
        if Path(folder) == data_folder:
            vanishing.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(os, "scandir", then_gone)
    assert paths.battles() == [going]
    assert fleetbook("status").out == fleetbook("status", str(going)).out
