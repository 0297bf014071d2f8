"""Recorded battles played through the shell: the report and the log that come of them equal the golden files byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import fleetbook, process
from tests.golden.playing import BATTLES, DOCUMENTS, IN_EVERY_FORMAT, begin, command, kept, orders, play, written


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A recorded battle by its name, played once."""

    @cache
    def play_it(battle: str) -> Path:
        path = tmp_path_factory.mktemp("golden") / f"{battle}.battle"
        for words, ran in play(battle, path):
            assert ran.code == 0, f"{words}: {ran.err}"
        return path

    return play_it


@pytest.fixture(scope="module")
def convoy(played: Callable[[str], Path]) -> Path:
    """The convoy battle, played."""
    return played("convoy")


@pytest.fixture(scope="module")
def log(convoy: Path) -> list[dict[str, Any]]:
    """Its lines."""
    lines: list[dict[str, Any]] = json.loads(fleetbook("log", str(convoy), "--json").out)
    return lines


def events(log: list[dict[str, Any]], kind: str) -> Iterator[dict[str, Any]]:
    """The events of a kind that stand."""
    yield from (event for line in log if line["in_force"] for event in line["events"] if event["type"] == kind)


@pytest.mark.parametrize(("battle", "name"), DOCUMENTS)
def test_a_battle_comes_out_as_recorded(played: Callable[[str], Path], battle: str, name: str) -> None:
    """After a change that is meant: ``python -m tests.golden.regenerate``, then read the diff."""
    assert written(played(battle), name) == kept(battle, name)


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_is_sound(played: Callable[[str], Path], battle: str) -> None:
    assert fleetbook("verify", str(played(battle))).code == 0


def test_six_turns_or_more_are_played(log: list[dict[str, Any]]) -> None:
    assert max(line["turn"] for line in log) >= 6


def test_both_sides_observe_and_fire(log: list[dict[str, Any]]) -> None:
    for procedure in ("observe", "fire"):
        assert {line["phase"] for line in log if line["procedure"] == procedure} == {"fire-1", "fire-2"}


def test_torpedoes_are_launched_run_on_and_meet_ships(log: list[dict[str, Any]]) -> None:
    assert {"launch", "torpedo", "spent"} <= {line["procedure"] for line in log}
    assert any("runs on 15 cm, 45 in all" in event["text"] for event in events(log, "changed"))


def test_damage_is_worked_out_and_repaired_and_a_ship_is_sunk(log: list[dict[str, Any]]) -> None:
    assert {"damage", "repair"} <= {line["procedure"] for line in log}
    assert any(event["before"] < event["after"] for event in events(log, "marked"))
    fates = [event["after"] for event in events(log, "changed") if event["name"] == "fate"]
    assert any(fate.startswith("sunk") for fate in fates)


def test_orders_are_taken_back_and_brought_back_and_dice_typed_in_and_overruled(log: list[dict[str, Any]]) -> None:
    assert {line["kind"] for line in log} == {"order", "undo", "redo"}
    assert {face["origin"] for line in log if line["in_force"] for face in line["faces"]} == {"rolled", "typed", "overruled"}
    assert any(line["dice_seen"] for line in log)


def test_the_first_orders_come_out_the_same_as_processes(played: Callable[[str], Path], tmp_path: Path) -> None:
    battle = IN_EVERY_FORMAT
    path = tmp_path / "again.battle"
    begin(battle, path)
    for words in orders(battle)[1:14]:
        ran = process(*command(words, path))
        assert ran.code == 0, ran.err
    again, whole = (process("log", str(battle_path), "--json").out for battle_path in (path, played(battle)))
    lines = json.loads(again)
    assert len(lines) == 13
    assert lines == json.loads(whole)[:13]
