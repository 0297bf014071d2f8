"""The table of keys in CONTRIBUTING.md: each of the commonest actions is done with just the keys that it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tui.keyboard import Keyboard, refereeing

TABLE = Path(__file__).parents[3] / "CONTRIBUTING.md"
HEAD = "| action | keys | how many | at most |"


def printed() -> dict[str, tuple[list[str], int, int]]:
    """The table: for each action its keys, how many they are, and how many there may be."""
    lines = TABLE.read_text(encoding="utf-8").split(HEAD)[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {row[0]: (re.findall(r"`([^`]+)`", row[1]), int(row[2]), int(row[3])) for row in rows}


def nothing(one: Keyboard) -> None:
    """As a battle begins."""


def known_pair(one: Keyboard) -> None:
    """M 388 sees MTB 221 and has fired at it; the same step of the next turn, and it is seen again, at 14 cm."""
    one.press(">", ">", "s")
    one.type("12")
    one.press("enter", "f", "enter")
    one.go(8)
    one.press("s")
    one.type("14 6")
    one.press("enter")


def a_shot(one: Keyboard) -> None:
    one.press(">", ">", "s")
    one.type("12")
    one.press("enter", "f", "enter")


def two_seen(one: Keyboard) -> None:
    """MTB 221 sees Hellweg and Weserbrook, and has fired at Hellweg."""
    one.go(6)
    for ship in ("hel", "wes"):
        one.press("s")
        one.type(f"{ship} 12")
        one.press("enter")
    one.press("f")
    one.type("hel 12")
    one.press("enter")
    assert last(one) == "MTB 221 fires at Hellweg, 12 cm"


def running(one: Keyboard) -> None:
    """A torpedo of MTB 221 runs at Hellweg since the turn before."""
    stepped(one)
    one.type("th 35")
    one.press("enter")
    one.go(8)


def firing(one: Keyboard) -> None:
    """The firing step of a battle with squadrons."""
    one.go(2)
    one.press("enter")
    one.go(3)


def squadron_fired(one: Keyboard) -> None:
    """The first ship of a squadron has fired."""
    firing(one)
    one.press("f")
    one.type("30")
    one.press("enter")
    assert one.session.battle.phase == "firing"
    assert one.session.journal.records[-1].procedure == "fire"


def stepped(one: Keyboard) -> None:
    one.press(">")


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


def met(one: Keyboard, before: int) -> bool:
    record = one.session.journal.records[-1]
    assert record.faces[0].origin == "typed"
    return (record.procedure, record.inputs["target"], record.faces[0].face) == ("torpedo", "Hellweg", 6)


def shot_with_a_die(one: Keyboard, before: int) -> bool:
    face = one.session.journal.records[-1].faces[0]
    return shot_at_14(one, before) and (face.face, face.origin) == (6, "typed")


def squadron_done(one: Keyboard, before: int) -> bool:
    """An order for each target, and the other side's squadron is next."""
    assert {record.procedure for record in one.session.journal.records[before:]} == {"volley"}
    return "6 CHINA firing: Beiyang line next" in one.text


def written(one: Keyboard, before: int) -> bool:
    one.done()
    (path,) = one.session.file.path.parent.glob("*.html")
    return "<html" in path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Action:
    """What stands before the keys, and whether they did it; ``most`` is what it may cost."""

    most: int
    before: Callable[[Keyboard], None]
    done: Callable[[Keyboard, int], bool]
    scenario: str = "coastal/convoy"


ACTIONS = {
    "a shot by a known pair at a new range": Action(4, known_pair, shot_at_14),
    "a shot at another ship": Action(6, two_seen, lambda one, _: last(one) == "MTB 233 fires at Weserbrook, 14 cm"),
    "a shot with the player's die": Action(6, known_pair, shot_with_a_die),
    "a launch": Action(6, stepped, lambda one, _: last(one) == "MTB 221 launches 2 torpedoes at Weserbrook, 35 cm"),
    "a torpedo meets its target, with the player's die": Action(3, running, met),
    "a squadron fires and is done": Action(4, firing, squadron_done, "aanda/yalu"),
    "the last shot again, by the next ship": Action(2, squadron_fired, repeated, "aanda/yalu"),
    "the next step": Action(1, nothing, lambda one, _: one.session.battle.phase == "move-1"),
    "the next step in which somebody can do something": Action(1, stepped, lambda one, _: one.session.battle.phase == "fire-1"),
    "undo": Action(1, stepped, lambda one, _: one.session.battle.phase == "repair-1"),
    "strike a box by hand": Action(6, nothing, lambda one, _: last(one) == "referee strikes 1 hull of MTB 221"),
    "why?": Action(2, a_shot, lambda one, _: "Why? Line 4" in one.text and "readings" in one.text),
    "the table just used": Action(6, a_shot, lambda one, _: "table: Gunfire effect" in one.text and "▸-" in one.text),
    "find a ship": Action(6, nothing, lambda one, _: one.battle.cursor.ship == "Nordmoor"),
    "look at its card": Action(2, nothing, lambda one, _: "MTB 221" in one.text.splitlines()[0] and "all-round" in one.text),
    "a note": Action(6, nothing, lambda one, _: one.session.journal.records[-1].inputs == {"words": "fog"}),
    "the report as HTML": Action(3, stepped, written),
}


def test_the_table_names_these_actions_and_counts_their_keys() -> None:
    table = printed()
    assert list(table) == list(ACTIONS)
    assert len(table) == 17
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
            one.press({"Space": " "}.get(key, key.lower() if len(key) > 1 else key))
        assert action.done(one, before)
        assert one.pressed == counted <= action.most
