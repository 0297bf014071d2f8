"""Each screen beside the battle in a state that shows much of it, as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.tui.keyboard import Keyboard, battle, home, table

FOLDER = Path(__file__).parent
SIZES = ((80, 24), (120, 40), (200, 60))
_LINK = re.compile(r"(last link )[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}")
_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


def _home(at: Keyboard) -> None:
    """As it opens."""


def _filtered(at: Keyboard) -> None:
    at.type("yalu")


def _nothing(at: Keyboard) -> None:
    at.type("trafalgar")


def _new_setup(at: Keyboard) -> None:
    at.press("ctrl+n")
    at.type("coastal")
    at.press("enter")


def _setup(at: Keyboard) -> None:
    at.type("coastal/convoy")
    at.press("ctrl+e", *["down"] * 5)


def _squadrons(at: Keyboard) -> None:
    at.type("yalu")
    at.press("ctrl+e", *["down"] * 4, "enter", "down", "down")


def _reading(at: Keyboard) -> None:
    _new_setup(at)
    while "▸ + another reading" not in at.text:
        at.press("up")
    at.press("enter")
    at.type("bridge")
    at.press("enter")
    at.type("3")


def _picking(at: Keyboard) -> None:
    _new_setup(at)
    at.press(*["down"] * 4, "enter", "right", "right", "down", "down", "right", "down")


def _roster(at: Keyboard) -> None:
    at.type("royal-navy")
    at.press("enter", "down", "down", "down")


def _card(at: Keyboard) -> None:
    _roster(at)
    at.press("enter", "down", "down", "down")
    at.type("4x")


def _entry(at: Keyboard) -> None:
    _roster(at)
    at.press("enter", *["up"] * 6, "enter", "down", "down")


def _report(at: Keyboard) -> None:
    at.press("ctrl+t")
    at.done()


def _searched(at: Keyboard) -> None:
    _report(at)
    at.press("/")
    at.type("hellw")


def _export(at: Keyboard) -> None:
    _report(at)
    at.press("e")


def _help(at: Keyboard) -> None:
    _new_setup(at)
    at.press("f1")


def _everything(at: Keyboard) -> None:
    _new_setup(at)
    at.press("ctrl+p")


SCREENS: dict[str, Callable[[Keyboard], None]] = {
    "home": _home, "home-filtered": _filtered, "home-nothing": _nothing,
    "setup-new": _new_setup, "setup": _setup, "setup-squadrons": _squadrons, "setup-reading": _reading, "picking": _picking,
    "roster": _roster, "card": _card, "card-entry": _entry,
    "report": _report, "report-searched": _searched, "report-export": _export,
    "help": _help, "everything": _everything,
}  # fmt: skip


def path(name: str, size: tuple[int, int]) -> Path:
    """The golden file of a screen in a size."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


def drawn(name: str, folder: Path) -> dict[tuple[int, int], str]:
    """A screen in each size as text, each line with its line end. The time of day and the chain's link are always the same."""
    with table(folder) as data:
        battle(data / "convoy.battle", 3)
        with home(SIZES[0]) as at:
            SCREENS[name](at)
            texts = {size: "".join(f"{line}\n" for line in at.lines(size)) for size in SIZES}
            return {size: _LINK.sub(r"\1of this battle ", _WHEN.sub("2026-01-01 00:00", text)) for size, text in texts.items()}
