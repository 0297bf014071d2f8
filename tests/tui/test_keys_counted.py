"""The table of keys in CONTRIBUTING.md: each of the ten commonest actions is done with just the keys that it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tui.keyboard import Keyboard, refereeing

TABLE = Path(__file__).parents[2] / "CONTRIBUTING.md"
HEAD = "| action | keys | how many | at most |"


def printed() -> dict[str, tuple[list[str], int, int]]:
    """The table: for each action its keys, how many they are, and how many there may be."""
    lines = TABLE.read_text(encoding="utf-8").split(HEAD)[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {row[0]: (re.findall(r"`([^`]+)`", row[1]), int(row[2]), int(row[3])) for row in rows}


def nothing(one: Keyboard) -> None:
    """As a battle begins."""


def known_pair(one: Keyboard) -> None:
    """M 388 sees MTB 221 and has fired at it; the same step of the next turn, and it is seen again."""
    one.press("n", "n", "s")
    one.type("12")
    one.press("enter", "f", "enter")
    one.go(8)
    one.press("s")
    one.type("12")
    one.press("enter")


def a_shot(one: Keyboard) -> None:
    one.press("n", "n", "s")
    one.type("12")
    one.press("enter", "f", "enter")


def squadron_fired(one: Keyboard) -> None:
    """The first ship of a squadron has fired, in the firing step of a battle with squadrons."""
    one.go(2)
    one.press("enter")
    one.go(3)
    one.press("f")
    one.type("30")
    one.press("enter")
    assert one.session.battle.phase == "firing"
    assert one.session.journal.records[-1].procedure == "fire"


def stepped(one: Keyboard) -> None:
    one.press("n")


def last(one: Keyboard) -> str:
    return one.session.journal.records[-1].headline


def shot_at_14(one: Keyboard, before: int) -> bool:
    shot = one.session.journal.records[-1]
    return (
        shot.procedure == "fire"
        and (shot.inputs["firer"], shot.inputs["target"]) == ("M 388", "MTB 221")
        and "14 cm" in last(one)
    )


def repeated(one: Keyboard, before: int) -> bool:
    first, second = one.session.journal.records[-2:]
    return (
        (first.procedure, second.procedure, len(one.session.journal.records)) == ("fire", "fire", before + 1)
        and first.inputs["target"] == second.inputs["target"]
        and first.inputs["firer"] != second.inputs["firer"]
    )


@dataclass(frozen=True)
class Action:
    """What stands before the keys, and whether they did it; ``most`` is what it may cost."""

    most: int
    before: Callable[[Keyboard], None]
    done: Callable[[Keyboard, int], bool]
    scenario: str = "coastal/convoy"


ACTIONS = {
    "a shot by a known pair at a new range": Action(6, known_pair, shot_at_14),
    "the last shot again, by the next ship": Action(2, squadron_fired, repeated, "aanda/yalu"),
    "the next step": Action(1, nothing, lambda one, _: one.session.battle.phase == "move-1"),
    "undo": Action(1, stepped, lambda one, _: one.session.battle.phase == "repair-1"),
    "strike a box by hand": Action(6, nothing, lambda one, _: last(one) == "referee strikes 1 hull of MTB 221"),
    "why?": Action(2, a_shot, lambda one, _: "Why? Line 4" in one.text and "readings" in one.text),
    "the table just used": Action(6, a_shot, lambda one, _: "table: Gunfire effect" in one.text and "▸-" in one.text),
    "find a ship": Action(6, nothing, lambda one, _: one.battle.cursor.ship == "Nordmoor"),
    "look at its card": Action(2, nothing, lambda one, _: "MTB 221" in one.text.splitlines()[0] and "all-round" in one.text),
    "a note": Action(6, nothing, lambda one, _: one.session.journal.records[-1].inputs == {"words": "fog"}),
}


def test_the_table_names_ten_actions_and_counts_their_keys() -> None:
    table = printed()
    assert list(table) == list(ACTIONS)
    assert len(table) == 10
    for name, (keys, counted, most) in table.items():
        assert (len(keys), most) == (counted, ACTIONS[name].most)
        assert counted <= most


@pytest.mark.parametrize("name", ACTIONS)
def test_the_keys_do_it(name: str, tmp_path: Path) -> None:
    action = ACTIONS[name]
    with refereeing(tmp_path / "a.battle", action.scenario) as one:
        action.before(one)
        before, one.pressed = len(one.session.journal.records), 0
        keys, counted, _ = printed()[name]
        for key in keys:
            (one.press(key.lower()) if len(key) > 1 else one.type(key))
        assert action.done(one, before)
        assert one.pressed == counted <= action.most
