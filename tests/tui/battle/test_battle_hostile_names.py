"""Hostile names in a battle: every screen and page shows them harmlessly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.victory import Victory
from fleetbook.store.library.build_setup import load_setup
from tests.tui.keyboard import refereeing
from tests.tui.test_page_hostile_names import HOSTILE, harmless


def hostile_card(card: dict[str, Any], name: str) -> dict[str, Any]:
    """The card with the name wherever it holds free text that is told."""
    return {key: name if key in ("source", "note", "notes") and isinstance(value, str) else value for key, value in card.items()}


def hostile_setup(scenario: str, name: str) -> Setup:
    """Title, sides, ships, classes' sources, squadrons, date and text as far as a battle can have the name."""
    setup = load_setup(scenario)
    said = name if name.strip() else "x" + name
    sides = {side: said + "2" * place for place, side in enumerate(setup.sides)}
    squadrons = {squadron.name: f"{said}s{place}" for place, squadron in enumerate(setup.squadrons)}
    ships = tuple(
        msgspec.structs.replace(
            ship, name=f"{said}{place or ''}", side=sides[ship.side], squadron=squadrons.get(ship.squadron, ""),
            card=hostile_card(ship.card, name),
        )
        for place, ship in enumerate(setup.ships)
    )  # fmt: skip
    names = {old.name: new.name for old, new in zip(setup.ships, ships, strict=True)}
    grouped = tuple(
        msgspec.structs.replace(
            squadron, name=squadrons[squadron.name], side=sides[squadron.side],
            details={k: names.get(v, v) if isinstance(v, str) else v for k, v in squadron.details.items()},
        )
        for squadron in setup.squadrons
    )  # fmt: skip
    return msgspec.structs.replace(
        setup, title=name, sides=tuple(sides.values()), ships=ships, squadrons=grouped, date=name, text=name,
        victory=setup.victory and decided(setup.victory, {**sides, **squadrons, **names}),
    )  # fmt: skip


def decided(victory: Victory, called: Mapping[str, str]) -> Victory:
    """The conditions for sides, squadrons and ships that are called otherwise."""
    count = tuple(
        msgspec.structs.replace(one, side=called[one.side], of=tuple(called[of] for of in one.of)) for one in victory.count
    )
    aim = tuple(msgspec.structs.replace(one, side=called[one.side]) for one in victory.aim)
    return msgspec.structs.replace(victory, count=count, aim=aim, otherwise=called.get(victory.otherwise, victory.otherwise))


def pages() -> Iterator[tuple[str, ...]]:
    """Keys to every screen and page of a battle, and back."""
    yield from (("?", "escape"), ("f1", "escape"), (":", "escape"), ("/", "escape"), ("enter", "escape"))
    yield from (
        ("T", "escape"),
        ("T", "enter", "escape"),
        ("J", "escape"),
        ("w", "escape"),
        ("tab", "up", "enter", "escape", "tab"),
    )
    yield from (("x", "f1", "escape", "up", "up", "escape"), ("=", "right", "escape"), ("C", "C"), ("right", "down"))
    yield from (("tab", "up", "U", "escape", "tab"), ("f4",) * 5)


SHOWN = [
    *(pytest.param(name, "coastal/convoy", id=f"{number}-coastal/convoy") for number, name in enumerate(HOSTILE)),
    *(
        pytest.param(name, "aanda/yalu", id=f"{number}-aanda/yalu", marks=pytest.mark.campaign if number % 4 else ())
        for number, name in enumerate(HOSTILE)
    ),
]
"""Every name in a battle of ships; in one of squadrons, which has three times the ships, each fourth one."""


@pytest.mark.parametrize(("name", "scenario"), SHOWN)
def test_every_screen_shows_it_harmlessly(name: str, scenario: str, tmp_path: Path) -> None:
    size = (80, 24) if scenario.startswith("coastal") else (200, 60)
    with refereeing(tmp_path / "a.battle", hostile_setup(scenario, name), size) as one:
        one.press(">", "x", "2", "up", "up", "up", "down", "down", "down", "down")
        for text in (name, name):  # the reason of a ruling, then a note
            one.battle.paste(text)
            one.press("enter", "escape", "a")
        one.press("escape")
        for keys in pages():
            for key in keys:
                one.press(key)
                harmless(one, [one.size])
