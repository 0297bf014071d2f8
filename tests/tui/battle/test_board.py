"""The board: rows that stand still, damage in words, and what gives way in fleets too large for all their ships."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.orders.draft import Draft
from fleetbook.referee.damage_words import boxes_words, damage_words, other_words
from fleetbook.tui.battle.picture import panes, zones
from fleetbook.tui.cards.ship_row import INDENT, Columns, slowest
from tests.trust.games import give_one
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

SIZES = (NARROW, (100, 30), WIDE, (200, 60))


def rows(lines: list[str], *names: str) -> list[str]:
    return [line for line in lines if any(f" {name} " in line for name in names)]


def give(one: Keyboard, order: str, **inputs: Any) -> None:
    """Give an order with rolled dice."""
    session = one.session
    draft = Draft(session.battle, session.battle.ruleset.order(order), inputs)
    session.ordering(draft.order(), draft.given, typed=False)((), ())


def halves(one: Keyboard) -> tuple[list[str], list[str]]:
    """The rows of both sides, without the head and what stands below them."""
    rows = [line.partition("│") for line in one.lines()[2:] if "│" in line]
    board = rows[: zones(*one.size, one.session)[0]]
    return [left.rstrip() for left, _, _ in board], [right.rstrip() for _, _, right in board]


def test_all_42_ships_of_tsushima_stand_on_120_by_40(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        for _ in range(6):
            names = [last_word(card.name) for card in one.session.cards()]
            assert len(names) == 42
            assert [name for name in names if f"{name} " not in one.text] == []
            one.go()


@pytest.mark.parametrize("lost", range(5))
def test_no_more_sound_ships_give_way_than_must(tmp_path: Path, lost: int) -> None:
    """At 80x24 the Beiyang line and the River group have 10 and 4 ships. As long as ships are counted, no row stays empty."""
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        for ship in ("Jiyuan", "Guangjia", "Zhiyuan", "Chaoyong", "Yangwei")[:lost]:
            give(one, "set", ship=ship, condition="fire", value="1")
        china = halves(one)[1]
        assert any(" sound" in row for row in china)
        assert china.count("") == 0, one.text


def last_word(name: str) -> str:
    """A long name is shortened from its beginning."""
    return name.rpartition(" ")[2]


def test_ships_that_find_no_room_are_counted_by_their_squadron(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        left, _ = halves(one)
        assert " 2nd Destroyers  4 sound  16/16" in left
        assert not rows(left, "Oboro")
        assert rows(left, "Mikasa")


def test_the_squadron_with_the_cursor_is_open(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        one.press("end")
        last = one.battle.cursor.ship
        card = next(card for card in one.session.cards() if card.name == last)
        assert card.squadron == "2nd Destroyers"
        assert any(line[2:].startswith(f"{last} ") for half in halves(one) for line in half)


def test_a_squadron_tells_the_boxes_of_all_its_ships_and_the_worst_in_words(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        full = sum(card.tracks[0].full for card in one.session.cards() if card.squadron == "1st Division")
        assert full == 164
        strike(one, "mik", 26)
        assert "138/164" in rows(one.lines(), "1st Division")[0]
        strike(one, "akebono", 4)
        assert any(line.startswith("▸?Akebono") for line in halves(one)[0]), one.text
        strike(one, "fuji", 2)
        assert any(line[1:].startswith("?Akebono") and "NO HULL" in line for line in halves(one)[0]), one.text


def strike(one: Keyboard, ship: str, boxes: int) -> None:
    one.press("x")
    one.type(f"{ship} {boxes}")
    one.press("enter")


def test_the_ship_that_was_struck_is_in_view_until_the_cursor_moves(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        give(one, "strike", ship="Bystry", track="hull", boxes=2)
        assert any(line.startswith("◎ Bystry") for line in halves(one)[1]), one.text


def test_of_several_ships_struck_the_one_of_the_selected_line_is_in_view(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", NARROW) as one:
        with one.session.command:
            struck = [card.name for card in one.session.cards() if card.side == "Russia"]
            for ship in struck:
                give(one, "strike", ship=ship, track="hull", boxes=1)
        for line in (len(struck), 1, len(struck) - 1):
            ship = struck[line - 1][:8]
            one.battle.cursor.to_line(line)
            assert any(row.startswith(f"◎ {ship}") for row in halves(one)[1]), one.text


def test_no_column_moves_when_a_ship_goes_at_ten_or_more(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.go()
        before = one.lines()
        give(one, "move", ship="MTB 221", speed=16)
        after = one.lines()
        assert " 16/16 " in after[3] and "  8/16 " in before[3]
        assert after[3].replace(" 16/16 ", "  8/16 ")[2:58] == before[3][2:58]
        assert [line[2:] for line in after[4:8]] == [line[2:] for line in before[4:8]]


def words_shown(card: CardView, columns: Columns, lines: list[str], width: int) -> int:
    """Check the words of a ship's damage in her row and the lines below: the worst first, each whole, then the number of the
    others. Return that number.

    A narrow row writes ``5/6`` for ``5 of 6``. If only one word has room, its figure, its own number and the number of the others
    may be missing.
    """
    rows = {boxes_words(track) for track in card.rows if track.id in (*columns.rows, columns.torpedo)}
    words = [(one.whole, one.text) for one in damage_words(card, width - INDENT) if one.text not in rows]
    words += [(text, text) for text in other_words(card)]
    row = re.sub(r"[━╌]{6}$", "", lines[0][columns.whole + 1 :])
    shown = [word for line in (row, *lines[1:]) for word in re.split("  +", line.strip()) if word]
    more = int(shown.pop().split()[0]) if shown and re.fullmatch(r"\+\d+( more)?", shown[-1]) else 0
    for place, (word, (whole, text)) in enumerate(zip(shown, words, strict=False)):
        short = {text, text.partition(":")[0], text.rstrip("0123456789").rstrip()} if not place else set()
        assert word.replace("/", " of ") in {each.replace("/", " of ") for each in (whole, *short)}, (card.name, words, lines)
    assert len(shown) + more == len(words) or (len(shown) == 1 and not more), (card.name, words, lines)
    return len(words) - len(shown)


def board_cells(one: Keyboard) -> list[list[str]]:
    """The rows of the board, without the marks of the two sides and what stands beside them in a form of a wide screen."""
    rows = one.lines()[2 : 2 + zones(*one.size, one.session)[0]]
    return [[half[2:].rstrip() for half in row.split("│")[:2]] for row in rows]


def test_a_squadron_whose_ships_stand_apart_has_one_heading_and_the_cursor_goes_down_the_rows(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "otranto", (120, 70)) as one:
        while one.session.battle.phase != "movement":
            give(one, "next")
        give(one, "divide", fleet="The barrage", ships=[f"Drifter division {number}" for number in (1, 3, 5)], name="Half")
        fleet = [line.split("  ")[0].strip() for line in halves(one)[1]]
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
        assert slowest(ships) == "31/31 kt"


def test_a_squadron_has_the_pace_of_its_slowest_ship_that_still_goes(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima") as one:
        ships = [card for card in one.session.cards() if card.squadron == "2nd Detachment"]
        assert [card.pace for card in ships] == ["15/18 kt", "15/15 kt", "15/15 kt", "15/16 kt"]
        assert slowest(ships) == "15/15 kt"
        assert slowest([replace(ships[0], pace=pace) for pace in ("14/18 kt", "0/0 kt", "6/9 kt")]) == "6/9 kt"
        paces = ("speed 2+/2+", "speed 1/2", "speed 1S/1S", "speed 1/1")
        assert slowest([replace(ships[0], pace=pace) for pace in paces]) == "speed 1S/1S"


def test_running_torpedoes_take_one_row_at_the_foot_of_a_side_and_the_others_are_counted(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", NARROW) as one:
        while one.session.battle.phase != "move-1":
            give(one, "next")
        for ship in ("MTB 221", "MTB 233", "MTB 234", "MTB 624"):
            give(one, "launch", ship=ship, target="Hellweg", range=60)
        foot = [row.strip() for row in halves(one)[0] if row.startswith(" torp ")]
        assert foot == ["torp 1, 2 → Hellweg, ran 15 cm  +3"], one.text


@pytest.mark.parametrize(("scenario", "size"), [*zip(("convoy", "yalu", "tsushima", "convoy"), SIZES, strict=True)])
def test_the_panes_below_the_board_keep_their_place_and_height(tmp_path: Path, scenario: str, size: tuple[int, int]) -> None:
    """After each of many orders the journal begins in the same line, and the card stands in the same cells."""
    rng, places = Random(size[0]), set()
    with refereeing(tmp_path / "a.battle", scenario, size) as one:
        parts = panes(size[0], zones(*size, one.session)[1])
        first = size[1] - 2 - parts.zone
        for _ in range(20):
            give_one(one.session.file, rng)
            lines = one.lines()
            assert lines[first][0] in "─═━", one.text
            places |= {line[parts.left : parts.left + 1] for line in lines[first + 1 : size[1] - 2]}
    assert places <= {"│", ""} and "│" in places


def test_the_card_of_the_ship_last_struck_is_shown_until_the_cursor_moves(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", WIDE) as one:
        parts = panes(WIDE[0], zones(*WIDE, one.session)[1])
        give(one, "strike", ship="Zhenyuan", track="hull", boxes=2)
        shown = [line[parts.left + 1 :].split() for line in one.lines()[-parts.zone - 1 :]]
        assert shown[0][:1] == ["Zhenyuan"], one.text
        one.press("down")
        shown = [line[parts.left + 1 :].split() for line in one.lines()[-parts.zone - 1 :]]
        assert " ".join(shown[0]).startswith(one.battle.cursor.ship)
