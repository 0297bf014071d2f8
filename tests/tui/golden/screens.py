"""Each screen beside the battle in a state that shows much of it, as text."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.tui.keyboard import Keyboard, battle, home, table

FOLDER = Path(__file__).parent
SIZES = ((80, 24), (120, 40), (200, 60))
_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


async def _home(at: Keyboard) -> None:
    """As it opens."""


async def _filtered(at: Keyboard) -> None:
    await at.type("yalu")


async def _nothing(at: Keyboard) -> None:
    await at.type("trafalgar")


async def _new_setup(at: Keyboard) -> None:
    await at.press("ctrl+n")
    await at.type("coastal")
    await at.press("enter")


async def _setup(at: Keyboard) -> None:
    await at.type("coastal/convoy")
    await at.press("ctrl+e", *["down"] * 5)


async def _squadrons(at: Keyboard) -> None:
    await at.type("yalu")
    await at.press("ctrl+e", *["down"] * 4, "enter", "down", "down")


async def _reading(at: Keyboard) -> None:
    await _new_setup(at)
    await at.press(*["up"] * 5, "enter")
    await at.type("bridge")
    await at.press("enter")
    await at.type("3")


async def _picking(at: Keyboard) -> None:
    await _new_setup(at)
    await at.press(*["down"] * 4, "enter", "right", "right", "down", "down", "right", "down")


async def _roster(at: Keyboard) -> None:
    await at.type("royal-navy")
    await at.press("enter", "down", "down", "down")


async def _card(at: Keyboard) -> None:
    await _roster(at)
    await at.press("enter", "down", "down", "down")
    await at.type("4x")


async def _entry(at: Keyboard) -> None:
    await _roster(at)
    await at.press("enter", *["up"] * 6, "enter", "down", "down")


async def _report(at: Keyboard) -> None:
    await at.press("ctrl+t")
    await at.done()


async def _searched(at: Keyboard) -> None:
    await _report(at)
    await at.press("slash")
    await at.type("hellw")


async def _export(at: Keyboard) -> None:
    await _report(at)
    await at.press("e")


async def _help(at: Keyboard) -> None:
    await _new_setup(at)
    await at.press("f1")


async def _everything(at: Keyboard) -> None:
    await _new_setup(at)
    await at.press("ctrl+p")


SCREENS: dict[str, Callable[[Keyboard], Awaitable[None]]] = {
    "home": _home, "home-filtered": _filtered, "home-nothing": _nothing,
    "setup-new": _new_setup, "setup": _setup, "setup-squadrons": _squadrons, "setup-reading": _reading, "picking": _picking,
    "roster": _roster, "card": _card, "card-entry": _entry,
    "report": _report, "report-searched": _searched, "report-export": _export,
    "help": _help, "everything": _everything,
}  # fmt: skip


def path(name: str, size: tuple[int, int]) -> Path:
    """The golden file of a screen in a size."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


async def drawn(name: str, folder: Path) -> dict[tuple[int, int], str]:
    """A screen in each size as text, every line ending with a line end; the time of day is always the same."""
    texts = {}
    with table(folder) as data:
        battle(data / "convoy.battle", 3)
        async with home(SIZES[0]) as at:
            await SCREENS[name](at)
            for size in SIZES:
                await at.pilot.resize_terminal(*size)
                await at.pilot.pause()
                texts[size] = _WHEN.sub("2026-01-01 00:00", at.text) + "\n"
    return texts
