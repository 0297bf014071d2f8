"""Names that strangers give, wherever a name can stand in a battle: every screen and page of it shows them harmlessly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import msgspec
import pytest
from rich.cells import cell_len

from fleetbook.core.battle.setup import Setup
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.kit.canvas import Canvas
from tests.tui.desk import Desk, desk
from tests.tui.test_desk_hostile_names import HOSTILE


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
        setup, title=name, sides=tuple(sides.values()), ships=ships, squadrons=grouped, date=name, text=name
    )


def pages() -> Iterator[tuple[str, ...]]:
    """Keys to every screen and page of a battle, and back."""
    yield from (("question_mark", "escape"), ("f1", "escape"), ("colon", "escape"), ("slash", "escape"), ("enter", "escape"))
    yield from (
        ("T", "escape"),
        ("T", "enter", "escape"),
        ("J", "escape"),
        ("w", "escape"),
        ("tab", "up", "enter", "escape", "tab"),
    )
    yield from (("x", "f1", "escape", "up", "up", "escape"), ("equals_sign", "right", "escape"), ("C", "C"), ("right", "down"))
    yield from (("tab", "up", "U", "escape", "tab"), ("f4",) * 5)


def harmless(one: Desk) -> None:
    width = one.app.screen.query_one(Canvas).size.width
    for line in one.text.split("\n"):
        assert cell_len(line) <= width
        assert not any(category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for letter in line)


@pytest.mark.parametrize("scenario", ["coastal/convoy", "aanda/yalu"])
@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
async def test_every_screen_shows_it_harmlessly(name: str, scenario: str, tmp_path: Path) -> None:
    size = (80, 24) if scenario.startswith("coastal") else (200, 60)
    async with desk(tmp_path / "a.battle", hostile_setup(scenario, name), size) as one:
        await one.press("n", "x", "2", "up", "up", "up", "down", "down", "down", "down")
        for text in (name, name):  # the reason of a ruling, then a note
            one.battle_screen.referee.paste(text)
            await one.press("enter", "escape", "a")
        await one.press("escape")
        for keys in pages():
            for key in keys:
                await one.press(key)
                harmless(one)
        assert one.app.is_running and one.app.fault is None
