"""The tour of the documents, played: its items are read, their keys typed, and what they promise looked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library import paths as library
from tests.tui.keyboard import Keyboard, home

TOUR = Path(__file__).parent.parent / "docs" / "tour.md"
SEED = "7"  # the same dice in each run
KEYS = {"Enter": "enter", "Tab": "tab", "Esc": "escape", "Home": "home", "F5": "f5", "↓": "down", "↑": "up", "→": "right"}
_KEY = re.compile(rf"`([^`]+)`|({'|'.join(KEYS)})(?: ×(\d))?")
_ITEM = re.compile(r"^(?:\d+\.|-) (.+?) — (.+)$")
_PICTURE = re.compile(r"\(../screenshots/(tour-[a-z-]+-(\d+)x(\d+)\.svg)\)")


@dataclass(frozen=True)
class Item:
    """A line of the tour: what is typed, what is promised to be on the screen then, and the picture of it with its size."""

    keys: tuple[str, ...]
    promised: tuple[str, ...]
    picture: str = ""
    size: tuple[int, int] = (0, 0)


def items(text: str) -> list[Item]:
    """The items of the section called tour, those with a picture of their own also as one that types nothing."""
    section = text.split("## A tour", 1)[1].split("\n## ", 1)[0]
    found = []
    for line in section.splitlines():
        if item := _ITEM.match(line):
            found.append(Item(tuple(_keys(item[1])), tuple(re.findall(r"\*\*(.+?)\*\*", item[2]))))
        elif picture := _PICTURE.search(line):
            found.append(Item((), (), picture[1], (int(picture[2]), int(picture[3]))))
    return found


def _keys(words: str) -> Iterator[str]:
    for typed, name, times in _KEY.findall(words):
        if typed.startswith("^"):
            yield f"ctrl+{typed[1:].lower()}"
        elif typed:
            yield from typed
        else:
            yield from [KEYS[name]] * int(times or 1)


@contextmanager
def own_table(folder: Path) -> Iterator[Path]:
    """A folder to work in, with an empty data folder, and dice that are the same in each run."""
    create = BattleFile.create

    def seeded(path: Path, setup: Any, seed: str | None = None, *more: Any) -> BattleFile:
        return create(path, setup, SEED, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv(library.DATA_VARIABLE, str(folder / "data"))
        patch.setattr(BattleFile, "create", seeded)
        yield folder


def play(folder: Path, size: tuple[int, int], after: Callable[[Keyboard, Item], None]) -> None:
    """Play the tour on a screen of a size; ``after`` is told of every item once it was typed."""
    with own_table(folder), home(size) as at:
        for item in items(TOUR.read_text(encoding="utf-8")):
            at.press(*item.keys)
            at.done()
            after(at, item)
