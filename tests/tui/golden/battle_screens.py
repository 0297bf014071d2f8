"""Each screen of a battle in a state that shows much of it, as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fleetbook.core.orders.draft import Draft
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.tui.golden.screens import SIZES
from tests.tui.keyboard import Keyboard, battle, refereeing

SEED = "7"
Way = Callable[[Keyboard], None]


def _empty(one: Keyboard) -> None:
    """As a battle begins."""


def _seen(one: Keyboard) -> None:
    """M 388 sees MTB 221 at 12 cm, in step 3."""
    one.press(">", ">", "s")
    one.type("12")
    one.press("enter")


def _fought(one: Keyboard) -> None:
    """A shot that told, boxes struck by hand, one order taken back."""
    _seen(one)
    one.press("f", "enter", "x", "3", "enter", ">", ">", "u")


def _journal(one: Keyboard) -> None:
    _fought(one)
    one.press("tab", "up", "up", "up")


def _form(one: Keyboard) -> None:
    _seen(one)
    one.press("f")
    one.type("14")


def _ticks(one: Keyboard) -> None:
    _form(one)
    one.press("down", "down", "down", "right")


def _no_dice(one: Keyboard) -> None:
    one.press("x")


def _wrong(one: Keyboard) -> None:
    _seen(one)
    one.press("f")
    one.type("abc")
    one.press("enter")


def _die(one: Keyboard) -> None:
    _seen(one)
    one.press("D", "f", "enter")
    one.type("5")


def _off(one: Keyboard) -> None:
    one.press("f")


def _why(one: Keyboard) -> None:
    _seen(one)
    one.press("f", "enter", "w")


def _card(one: Keyboard) -> None:
    _fought(one)
    one.press("right", "enter")


def _help(one: Keyboard) -> None:
    _seen(one)
    one.press("?")


def _step(one: Keyboard) -> None:
    _seen(one)
    one.press("f1")


def _field(one: Keyboard) -> None:
    _ticks(one)
    one.press("f1")


def _tables(one: Keyboard) -> None:
    _seen(one)
    one.press("f", "enter", "T")


def _table(one: Keyboard) -> None:
    _tables(one)
    one.type("table:")
    one.press("enter")


def _search(one: Keyboard) -> None:
    _fought(one)
    one.press("J")
    one.type("mtb")


def _palette(one: Keyboard) -> None:
    _seen(one)
    one.press(":")


def _large(one: Keyboard) -> None:
    _fought(one)
    while one.look.name != "large":
        one.press("f4")


def _plain(one: Keyboard) -> None:
    """In signs that every font has."""
    while one.look.name != "plain":
        one.press("f4")


def _fought_plain(one: Keyboard) -> None:
    _fought(one)
    _plain(one)


def _ticks_plain(one: Keyboard) -> None:
    _ticks(one)
    _plain(one)


def _clock(one: Keyboard) -> None:
    _seen(one)
    one.press("C")


def _ended(one: Keyboard) -> None:
    _fought(one)
    one.press("E", "enter")


def _squadrons(one: Keyboard) -> None:
    """Fires begun, initiative rolled, the first squadron's form."""
    one.press(">", "i", "enter", "enter", ">", "m")


def _choice(one: Keyboard) -> None:
    """Japan has won the initiative."""
    one.press(">", ">", ">")


def _due(one: Keyboard) -> None:
    """A step is not left over what is due."""
    _seen(one)
    one.press(">")


COASTAL: dict[str, Way] = {
    "battle": _empty, "battle-fought": _fought, "battle-journal": _journal, "battle-form": _form, "battle-ticks": _ticks,
    "battle-no-dice": _no_dice, "battle-wrong": _wrong, "battle-die": _die, "battle-off": _off, "battle-why": _why,
    "battle-card": _card, "battle-help": _help, "battle-step-help": _step, "battle-field-help": _field,
    "battle-tables": _tables, "battle-table": _table, "battle-search": _search, "battle-palette": _palette,
    "battle-due": _due, "battle-large": _large, "battle-plain": _fought_plain, "battle-form-plain": _ticks_plain,
    "battle-clock": _clock, "battle-ended": _ended,
}  # fmt: skip
AANDA: dict[str, Way] = {
    "squadrons": _empty,
    "squadrons-plain": _plain,
    "squadrons-move": _squadrons,
    "squadrons-choice": _choice,
}
READ_ONLY = "battle-read-only"
Shot = tuple[str, dict[str, Any]]
FOURTH: dict[str, tuple[str, dict[str, tuple[Shot, ...]]]] = {
    "fourth-turn": ("coastal/convoy", {
        "move-1": (("launch", {"ship": "MTB 221", "target": "Hellweg", "range": 60}), ("move", {"ship": "MTB 234", "speed": 16})),
        "fire-1": (
            ("observe", {"observer": "V 1243", "target": "MTB 624", "range": 12}), ("fire", {"firer": "V 1243", "range": 12}),
            ("observe", {"observer": "R 86", "target": "MGB 330", "range": 10}), ("fire", {"firer": "R 86", "range": 10}),
        ),
        "repair-2": (
            ("strike", {"ship": "R 86", "track": "hull", "boxes": 6}), ("strike", {"ship": "R 86", "track": "engines"}),
            ("strike", {"ship": "MTB 624", "track": "hull", "boxes": 4}),
        ),
        "fire-2": (
            ("observe", {"observer": "MGB 321", "target": "M 388", "range": 12}), ("fire", {"firer": "MGB 321", "range": 12}),
            ("observe", {"observer": "MTB 624", "target": "R 86", "range": 11}), ("fire", {"firer": "MTB 624", "range": 11}),
        ),
    }),
    "fourth-turn-squadrons": ("aanda/tsushima", {
        "movement": (("move", {}),) * 3,
        "firing": (
            ("volley", {"target": "Oslyabya", "range": 30}), ("volley", {"target": "Mikasa", "range": 45}),
        ),
    }),
}  # fmt: skip
"""Battles that come to their fourth turn with damage: the scenario, and what is ordered in its steps."""
SCREENS = (*COASTAL, *AANDA, READ_ONLY, *FOURTH)


def battle_drawn(name: str, folder: Path) -> dict[tuple[int, int], str]:
    """A screen in each size as text, every line ending with a line end."""
    path = folder / "a.battle"
    if name in FOURTH:
        _fourth_turn(path, *FOURTH[name])
        with refereeing(path, size=SIZES[0]) as one:
            return sized(one)
    if name == READ_ONLY:
        battle(path, 2, "coastal/convoy", SEED)
        with refereeing(path, size=SIZES[0], read_only=True) as one:
            one.press(">")
            return sized(one)
    with refereeing(path, "coastal/convoy" if name in COASTAL else "aanda/yalu", SIZES[0], SEED) as one:
        (COASTAL | AANDA)[name](one)
        return sized(one)


def _fourth_turn(path: Path, scenario: str, ordered: dict[str, tuple[Shot, ...]]) -> None:
    """A battle in the last step of its fourth turn, in which what is ordered was done."""
    with BattleFile.create(path, load_setup(scenario), SEED) as file:
        turns = [phase.id for phase in file.journal.ruleset.sequence.phases] * 4
        for number, phase in enumerate(turns):
            mine = ordered.get(phase, ()) if number >= len(turns) * 3 // 4 else ()
            for order, inputs in (*mine, *((("next", {}),) if number < len(turns) - 1 else ())):
                draft = Draft(file.journal.battle, file.journal.ruleset.order(order), inputs)
                choices = (file.journal.battle.sides[0],) if phase == "initiative" else ()
                file.give(draft.order(), None, choices, draft.given)


def sized(one: Keyboard) -> dict[tuple[int, int], str]:
    """What is shown in each size."""
    return {size: "".join(f"{line}\n" for line in one.lines(size)) for size in SIZES}
