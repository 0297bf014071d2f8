"""A refusal speaks of the ship with the cursor. Keys that she cannot use stay in the key bar, faint in their places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fleetbook.tui.kit.style import KEY, QUIET
from tests.tui.hands import on_to
from tests.tui.keyboard import NARROW, Keyboard, refereeing


@contextmanager
def fast(path: Path) -> Iterator[Keyboard]:
    """Off Terschelling, turn 2: all boats moved at full speed in turn 1, and the tubes of MTB 221 are damaged."""
    with refereeing(path / "a.battle", "convoy", NARROW, seed="7") as one:
        one.go()
        for speed, boats in ((16, 3), (12, 1), (11, 2)):
            for _ in range(boats):
                one.press("m")
                one.type(str(speed))
                one.press("enter")
        one.go(8)
        one.press("home", "=")
        one.type("torpedo tubes")
        one.press("down")
        one.type("dam")
        one.press("enter")
        assert one.session.battle.ship("MTB 221").count("torpedoes", "torpedo tubes") == 2
        yield one


def bar(one: Keyboard) -> list[tuple[str, object]]:
    """The orders in the key bar, as text with its style."""
    return [(text, style) for text, style in one.page.draw(one.size)[-2] if text.strip()]


def test_c8_a_launch_is_refused_for_the_reason_of_the_ship_with_the_cursor(tmp_path: Path) -> None:
    with fast(tmp_path) as one:
        one.press("down", "t")
        assert one.battle.cursor.ship == "MTB 233"
        said = " ".join(" ".join(one.lines()[-4:-2]).split())
        assert said == "MTB 233 moves 16 cm; torpedoes are launched at 8 or less: slow down now, launch next turn (C8)"
        one.press(":")
        one.type("launch")
        assert "✗ MTB 233 moves 16 cm" in one.text


def test_c6_damaged_tubes_are_named(tmp_path: Path) -> None:
    with fast(tmp_path) as one:
        one.press("home", "t")
        assert "MTB 221 cannot launch: torpedo tubes damaged (C6)" in one.text
        one.press("down", "down", "down", "down", "t")
        assert one.battle.cursor.ship == "MGB 321"
        assert "MGB 321 has no torpedoes (C8)" in one.text


def test_the_key_of_an_order_that_nobody_can_give_now_stays_faint_in_its_place(tmp_path: Path) -> None:
    with fast(tmp_path) as one:
        one.press("down")
        assert bar(one)[:2] == [("t", QUIET), (" Launch torpedoes", QUIET)]
        assert next(text for text, style in bar(one) if style == KEY) == "m"


def test_the_key_of_an_order_that_only_she_cannot_give_stays_faint_in_its_place(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW, seed="7") as one:
        on_to(one, "move-1")
        assert bar(one)[0] == ("t", KEY)
        one.press("down", "down", "down", "down")
        assert one.battle.cursor.ship == "MGB 321"
        assert bar(one)[0] == ("t", QUIET)
        one.press("t")
        assert "MGB 321 has no torpedoes (C8); MTB 221 is next" in one.text


def test_a_squadron_s_order_is_refused_for_the_squadron_of_the_ship_with_the_cursor(tmp_path: Path) -> None:
    """Japan's squadrons move first at the Yalu; China's have nothing to do meanwhile."""
    with refereeing(tmp_path / "a.battle", "yalu", NARROW, seed="7") as one:
        on_to(one, "movement")
        session = one.session
        move = session.journal.ruleset.order("move")
        acting = session.battle.acting
        for ship in session.battle.ships():
            assert bool(session.refusal_by(move, ship.name)) == (ship.side != acting)
