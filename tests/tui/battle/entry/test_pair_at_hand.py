"""The pair that has just looked, or lit up, is the one that the next order is proposed for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fleetbook.core.orders.draft import Draft
from tests.tui.keyboard import NARROW, Keyboard, refereeing


def give(one: Keyboard, order: str, *faces: int, **inputs: Any) -> None:
    """An order with its inputs said whole, and its dice."""
    draft = Draft(one.session.battle, one.session.battle.ruleset.order(order), inputs)
    one.session.ordering(draft.order(), draft.given, False)(faces, ())


def look(one: Keyboard, observer: str, target: str, die: int) -> None:
    give(one, "observe", die, observer=observer, target=target, range=45, modifiers=())


def proposed(one: Keyboard, key: str) -> list[Any]:
    """The ships that a key's form names, and the range."""
    one.press(key)
    form = one.battle.entry.form
    assert form is not None
    values = [form.draft.values[name] for name in ("firer" if key == "f" else "observer", "target", "range")]
    one.press("escape", key, "escape")
    return values


def test_the_pair_that_has_just_looked_is_the_one_that_fires(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.go(2)
        look(one, "V 1241", "MTB 221", 6)
        look(one, "V 1243", "MTB 234", 6)
        one.battle.cursor.ship = "V 1243"
        assert proposed(one, "f") == ["V 1243", "MTB 234", 45]
        look(one, "V 1243", "MTB 233", 6)
        assert proposed(one, "f") == ["V 1243", "MTB 233", 45]


def test_who_looked_in_vain_or_has_fired_is_not_put_first(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.go(2)
        look(one, "M 388", "MTB 221", 6)
        look(one, "V 1243", "MTB 234", 1)
        assert proposed(one, "f")[:2] == ["M 388", "MTB 221"]
        give(one, "fire", 1, 1, firer="V 1243", target="MTB 221", range=45, modifiers=())
        look(one, "V 1243", "MTB 233", 6)
        assert proposed(one, "f")[0] != "V 1243"


def test_the_ship_that_lights_a_target_up_looks_for_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.go(2)
        give(one, "illuminate", ship="M 388", light="star shell", target="MTB 624")
        assert proposed(one, "s")[:2] == ["M 388", "MTB 624"]


def test_a_look_undone_or_of_another_step_puts_nobody_first(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        one.go(2)
        look(one, "M 388", "MTB 221", 6)
        look(one, "V 1243", "MTB 234", 6)
        one.press("u")
        assert proposed(one, "f")[:2] == ["V 1243", "MTB 221"]


def test_the_grid_of_ranges_shows_what_an_order_of_the_step_has_measured(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="7") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f7")
        assert " M 388       12 " in one.text
        one.type("15")
        assert " M 388       15 " in one.text


def test_the_grid_of_ranges_refuses_what_no_order_takes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("n", "enter", "m", "enter", "*")
        while one.session.battle.phase != "firing":
            one.go()
        one.press("f7")
        one.type("9999")
        assert "9999 is too far: at most 999 cm" in one.text
        one.press("escape", "f7")
        assert " 999 " in one.text and "9999" not in one.text
