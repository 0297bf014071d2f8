"""Each screen of a battle in a state that shows much of it, as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.tui.desk import Desk, desk
from tests.tui.golden.screens import SIZES
from tests.tui.keyboard import battle

SEED = "7"
Way = Callable[[Desk], Awaitable[None]]


async def _empty(one: Desk) -> None:
    """As a battle begins."""


async def _seen(one: Desk) -> None:
    """M 388 sees MTB 221 at 12 cm, in step 3."""
    await one.press("n", "n", "s")
    await one.type("12")
    await one.press("enter")


async def _fought(one: Desk) -> None:
    """A shot that told, boxes struck by hand, one order taken back."""
    await _seen(one)
    await one.press("f", "enter", "x", "3", "enter", "n", "u")


async def _journal(one: Desk) -> None:
    await _fought(one)
    await one.press("tab", "up", "up", "up")


async def _form(one: Desk) -> None:
    await _seen(one)
    await one.press("f")
    await one.type("14")


async def _ticks(one: Desk) -> None:
    await _form(one)
    await one.press("down", "down", "down", "right")


async def _no_dice(one: Desk) -> None:
    await one.press("x")


async def _wrong(one: Desk) -> None:
    await _seen(one)
    await one.press("f")
    await one.type("abc")
    await one.press("enter")


async def _die(one: Desk) -> None:
    await _seen(one)
    await one.press("D", "f", "enter")
    await one.type("5")
    await one.press("enter")


async def _off(one: Desk) -> None:
    await one.press("f")


async def _why(one: Desk) -> None:
    await _seen(one)
    await one.press("f", "enter", "w")


async def _card(one: Desk) -> None:
    await _fought(one)
    await one.press("right", "enter")


async def _help(one: Desk) -> None:
    await _seen(one)
    await one.press("question_mark")


async def _step(one: Desk) -> None:
    await _seen(one)
    await one.press("f1")


async def _field(one: Desk) -> None:
    await _ticks(one)
    await one.press("f1")


async def _tables(one: Desk) -> None:
    await _seen(one)
    await one.press("f", "enter", "T")


async def _table(one: Desk) -> None:
    await _tables(one)
    await one.type("table:")
    await one.press("enter")


async def _search(one: Desk) -> None:
    await _fought(one)
    await one.press("J")
    await one.type("mtb")


async def _palette(one: Desk) -> None:
    await _seen(one)
    await one.press("colon")


async def _large(one: Desk) -> None:
    await _fought(one)
    while one.app.look.name != "large":
        await one.press("f4")


async def _clock(one: Desk) -> None:
    await _seen(one)
    await one.press("C")


async def _ended(one: Desk) -> None:
    await _fought(one)
    await one.press("E", "enter")


async def _squadrons(one: Desk) -> None:
    """Fires begun, initiative rolled, the first squadron's form."""
    await one.press("n", "i", "enter", "n", "m")


async def _choice(one: Desk) -> None:
    """Japan has won the initiative."""
    await one.press("n", "n")


COASTAL: dict[str, Way] = {
    "battle": _empty, "battle-fought": _fought, "battle-journal": _journal, "battle-form": _form, "battle-ticks": _ticks,
    "battle-no-dice": _no_dice, "battle-wrong": _wrong, "battle-die": _die, "battle-off": _off, "battle-why": _why,
    "battle-card": _card, "battle-help": _help, "battle-step-help": _step, "battle-field-help": _field,
    "battle-tables": _tables, "battle-table": _table, "battle-search": _search, "battle-palette": _palette,
    "battle-large": _large, "battle-clock": _clock, "battle-ended": _ended,
}  # fmt: skip
AANDA: dict[str, Way] = {"squadrons": _empty, "squadrons-move": _squadrons, "squadrons-choice": _choice}
READ_ONLY = "battle-read-only"
SCREENS = (*COASTAL, *AANDA, READ_ONLY)


async def battle_drawn(name: str, folder: Path) -> dict[tuple[int, int], str]:
    """A screen in each size as text, every line ending with a line end."""
    path = folder / "a.battle"
    if name == READ_ONLY:
        return await _read_only(path)
    async with desk(path, "coastal/convoy" if name in COASTAL else "aanda/yalu", SIZES[0], SEED) as one:
        await (COASTAL | AANDA)[name](one)
        return await sized(one)


async def _read_only(path: Path) -> dict[tuple[int, int], str]:
    battle(path, 2, "coastal/convoy", SEED)
    async with desk(path, size=SIZES[0], read_only=True) as one:
        await one.press("n")
        return await sized(one)


async def sized(one: Desk) -> dict[tuple[int, int], str]:
    """What the app shows in each size."""
    texts = {}
    for size in SIZES:
        await one.pilot.resize_terminal(*size)
        await one.app.workers.wait_for_complete()
        await one.pilot.pause()
        texts[size] = one.text + "\n"
    return texts
