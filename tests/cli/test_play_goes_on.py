"""``play SCENARIO``: the battle of it that is under way goes on, and says so; an untouched one and one that has ended do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.cli.finding import under_way
from tests.cli.dialogue import Script, talk
from tests.cli.shell import fleetbook


def leave() -> Script:
    """Somebody who only looks."""
    yield ""


def test_a_scenario_with_a_battle_under_way_goes_on_with_it(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    assert talk(monkeypatch, leave(), "ijmuiden").code == 0
    (evening,) = data_folder.glob("*.battle")
    assert under_way("ijmuiden") is None, "nothing was ordered yet"
    assert fleetbook("order", str(evening), "next").code == 0
    ran = talk(monkeypatch, leave(), "ijmuiden")
    assert "goes on, turn 1, step 2: Royal Navy launches, moves; play ijmuiden --new begins another" in ran.err
    assert list(data_folder.glob("*.battle")) == [evening]


def test_new_and_any_wish_begin_another(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    talk(monkeypatch, leave(), "ijmuiden")
    (evening,) = data_folder.glob("*.battle")
    assert fleetbook("order", str(evening), "next").code == 0
    talk(monkeypatch, leave(), "ijmuiden", "--new")
    talk(monkeypatch, leave(), "ijmuiden", "--seed", "3")
    assert len(list(data_folder.glob("*.battle"))) == 3


def test_a_battle_that_has_ended_does_not_go_on(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    talk(monkeypatch, leave(), "ijmuiden")
    (evening,) = data_folder.glob("*.battle")
    assert fleetbook("order", str(evening), "end").code == 0
    assert under_way("ijmuiden") is None
