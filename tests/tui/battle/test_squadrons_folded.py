"""Fleets too large for their ships: a line a squadron, and the ships of the squadron with the cursor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from fleetbook.core.orders.draft import Draft
from fleetbook.tui.cards.squadron_card import squadron_card
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing


def rows(lines: list[str], *names: str) -> list[str]:
    return [line for line in lines if any(f" {name} " in line for name in names)]


def give(one: Keyboard, order: str, **inputs: Any) -> None:
    """Give an order with rolled dice."""
    session = one.session
    draft = Draft(session.battle, session.battle.ruleset.order(order), inputs)
    session.ordering(draft.order(), draft.given, typed=False)((), ())


def test_ships_that_find_no_room_are_told_by_their_squadron(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        shown = one.lines()
        assert "2nd Destroyers 4 ships 31/31 kt █████   16/16" in "\n".join(shown)
        assert not rows(shown, "Shirakumo")
        assert rows(shown, "Mikasa", "Izumo")


def test_the_squadron_with_the_cursor_is_open(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        one.press("end")
        last = one.battle.cursor.ship
        card = next(card for card in one.session.cards() if card.name == last)
        assert card.squadron == "2nd Destroyers"
        assert rows(one.lines(), last)


def test_a_squadron_tells_the_boxes_of_all_its_ships_and_those_that_are_lost_or_hurt(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        full = sum(card.tracks[0].full for card in one.session.cards() if card.squadron == "1st Division")
        assert full == 164
        one.press("x")
        one.type("mik")
        one.press("down", "down")
        one.type("26")
        one.press("enter")
        squadron = rows(one.lines(), "1st Division")
        assert len(squadron) == 1
        assert "138/164" in squadron[0] and "1 hurt" in squadron[0]


def test_a_fleet_divided_among_its_ships_is_one_line_with_each_ship_once(tmp_path: Path) -> None:
    drifters = [f"Drifter division {number}" for number in range(1, 7)]
    with refereeing(tmp_path / "a.battle", "otranto", NARROW) as one:
        while one.session.battle.phase != "movement":
            give(one, "next")
        give(one, "divide", fleet="The barrage", ships=drifters[::2], name="Half")
        one.press("right")
        seen = set[str]()
        for _ in one.session.cards():
            fleets = one.lines()[: next(n for n, line in enumerate(one.lines()) if "─ Journal" in line)]
            squadrons = [line for line in fleets if " Half " in line]
            assert len(squadrons) <= 1 and all("3 ships" in line for line in squadrons)
            shown = [name for line in fleets for name in drifters if f" {name} " in line]
            assert len(shown) == len(set(shown))
            if one.battle.cursor.ship in drifters:
                seen.add(one.battle.cursor.ship)
                assert one.battle.cursor.ship in shown
            one.press("down")
        assert sorted(seen) == drifters


def test_a_squadron_whose_ships_stand_apart_has_one_heading_and_the_cursor_goes_down_the_rows(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "otranto", (120, 70)) as one:
        while one.session.battle.phase != "movement":
            give(one, "next")
        give(one, "divide", fleet="The barrage", ships=[f"Drifter division {number}" for number in (1, 3, 5)], name="Half")
        fleet = [line[60:].strip() for line in one.lines()]
        assert (fleet.count("Half"), fleet.count("The barrage")) == (1, 1)
        one.battle.cursor.point("Drifter division 1")
        seen = []
        for _ in range(6):
            seen.append(one.battle.cursor.ship)
            one.press("down")
        assert seen == [f"Drifter division {number}" for number in (1, 3, 5, 2, 4, 6)]


def test_a_wreck_does_not_give_its_squadron_the_pace(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima") as one:
        first = next(card for card in one.session.cards() if card.squadron == "2nd Destroyers")
        give(one, "strike", ship=first.name, track="hull", boxes=first.tracks[0].full)
        ships = [card for card in one.session.cards() if card.squadron == "2nd Destroyers"]
        assert ships[0].pace.startswith("0") and not ships[0].fate
        assert squadron_card(ships).pace == "31/31 kt"


def test_a_squadron_has_the_pace_of_its_slowest_ship_that_still_goes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima") as one:
        ships = [card for card in one.session.cards() if card.squadron == "2nd Detachment"]
        assert [card.pace for card in ships] == ["15/18 kt", "15/15 kt", "15/15 kt", "15/16 kt"]
        assert squadron_card(ships).pace == "15/15 kt"
        assert squadron_card([replace(ships[0], pace=pace) for pace in ("14/18 kt", "0/0 kt", "6/9 kt")]).pace == "6/9 kt"
        paces = ("speed 2+/2+", "speed 1/2", "speed 1S/1S", "speed 1/1")
        assert squadron_card([replace(ships[0], pace=pace) for pace in paces]).pace == "speed 1S/1S"
