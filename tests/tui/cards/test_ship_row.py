"""A ship's row on the board: bars for the share of the hull, the same columns for all ships, damage in whole words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fleetbook.cli.plain.speech import ship_line, ship_lines
from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.tui.cards.boxes import share_bar
from fleetbook.tui.cards.card_lines import card_lines
from fleetbook.tui.cards.ship_row import Look, columns_of, draw_ship
from fleetbook.tui.kit.line import Line, cells
from fleetbook.tui.kit.style import GRAVE, HURT, NEW, PLAIN, QUIET
from tests.tui.keyboard import NARROW, refereeing

FIRE = Condition("FIRE", "1 fire", "grave")
SMOKE = Condition("smoke", "making smoke")
SPLASH = Condition("*", "splash marker")


def bar(left: int, full: int, dead: bool = False) -> str:
    return "".join(text for text, _ in share_bar(Track("hull", "hull", left, full), 6, dead))


def text(line: Line) -> str:
    return "".join(word for word, _ in line)


def card(name: str, left: int, fate: str = "", conditions: tuple[Condition, ...] = ()) -> CardView:
    tracks = (Track("hull", "hull", left, 31), Track("main", "main", 2, 2), Track("secondary", "2nd", 20, 34))
    torpedoes = (Track("torpedoes", "torp", 6, 6),)
    return CardView(name, "B", "Japan", "18 kt", tracks, fate=fate, pace="18/18 kt", conditions=conditions, supplies=torpedoes)


def drawn(ship: CardView, width: int, look: Look | None = None) -> list[str]:
    lines = draw_ship(ship, columns_of((ship,), ("kind",)), look or Look(), width)
    assert all(cells(line) <= width for line in lines)
    return [text(line).rstrip() for line in lines]


@pytest.mark.parametrize("full", [1, 3, 9, 18, 25, 49, 336])
def test_a_bar_is_six_cells_whatever_the_boxes(full: int) -> None:
    assert {len(bar(left, full)) for left in range(full + 1)} == {6}


def test_a_bar_loses_a_cell_with_the_first_box_and_keeps_one_while_a_box_is_left() -> None:
    assert (bar(31, 31), bar(30, 31), bar(15, 31), bar(1, 31), bar(0, 31)) == (
        "━━━━━━", "━━━━━╌", "━━━╌╌╌", "━╌╌╌╌╌", "╌╌╌╌╌╌",
    )  # fmt: skip


def test_a_ship_that_is_as_good_as_lost_has_a_broken_bar_though_boxes_are_left() -> None:
    assert bar(43, 49, dead=True) == "╌╌╌╌╌╌"
    assert "╌╌╌╌╌╌" in drawn(replace(card("Weserbrook", 20), standing="sinking"), 39)[0]


@pytest.mark.parametrize(("left", "style", "number"), [(31, QUIET, QUIET), (30, HURT, PLAIN), (10, GRAVE, GRAVE)])
def test_sound_is_quiet_hurt_is_yellow_and_a_third_is_red(left: int, style: object, number: object) -> None:
    (line, *_) = draw_ship(card("Fuji", left), columns_of((card("Fuji", left),), ("kind",)), Look(), 39)
    assert next(each for word, each in line if "━" in word) == style
    assert next(each for word, each in line if "/31" in word) == number


def test_other_words_begin_in_the_column_of_damage() -> None:
    sound, hurt = card("Fuji", 31, conditions=(SMOKE,)), card("Fuji", 31, conditions=(FIRE,))
    assert drawn(sound, 99)[0].index("2nd") == drawn(hurt, 99)[0].index("FIRE")
    whole = replace(sound, tracks=sound.tracks[:2])
    assert drawn(whole, 99)[0].index("smoke") == drawn(hurt, 99)[0].index("FIRE")


def test_damage_stands_in_the_row_where_there_is_room_and_below_it_elsewhere() -> None:
    hurt = card("Mikasa", 19, conditions=(FIRE, SMOKE))
    assert drawn(hurt, 39) == ["  Mikasa       B ━━━━╌╌ 19/31  6●", "   FIRE  2nd 20 of 34  smoke"]
    assert drawn(hurt, 99) == ["  Mikasa       B ━━━━╌╌ 19/31  6● FIRE  2nd 20 of 34  smoke"]


def test_smoke_alone_takes_no_row() -> None:
    sound = replace(card("Fuji", 31, conditions=(SMOKE,)), tracks=(Track("hull", "hull", 31, 31),))
    assert drawn(sound, 39) == ["  Fuji         B ━━━━━━ 31/31  6●"]


def test_a_sign_stands_before_the_name() -> None:
    sound = replace(card("Fuji", 31, conditions=(SPLASH,)), tracks=(Track("hull", "hull", 31, 31),))
    assert drawn(sound, 39)[0].startswith(" *Fuji")


def test_the_mark_says_who_is_pointed_at_struck_aimed_at_or_may_act() -> None:
    looks = Look(pointed=True, struck=True), Look(struck=True), Look(aimed=True, pointed=True), Look(may_act=True), Look()
    assert [drawn(card("Fuji", 31), 39, look)[0][0] for look in looks] == ["▸", "◎", "◎", "•", " "]


def test_words_that_the_last_order_brought_are_underlined() -> None:
    hurt = card("Mikasa", 19, conditions=(FIRE,))
    lines = draw_ship(hurt, columns_of((hurt,), ("kind",)), Look(struck=True, new=frozenset({"FIRE"})), 39)
    assert dict(lines[1])["FIRE"] == GRAVE + NEW
    assert dict(lines[1])["2nd 20 of 34"] == PLAIN


def test_torpedoes_are_a_number_and_spent_ones_a_dash() -> None:
    none = replace(card("Asahi", 31), supplies=(Track("torpedoes", "torp", 0, 4),))
    never = replace(card("Otowa", 31), supplies=())
    columns = columns_of((card("Fuji", 31), none, never), ("kind",))
    rows = [text(draw_ship(ship, columns, Look(), 39)[0]) for ship in (card("Fuji", 31), none, never)]
    assert [row[columns.whole - 3 :] for row in rows] == [" 6●", "  –", "   "]


def test_the_columns_fit_into_half_of_80_columns_whatever_the_names() -> None:
    ships = (card("Princess Royal of the Second Battle Cruiser Squadron", 31), card("Fuji", 31))
    columns = columns_of(ships, ("kind", "pace"))
    assert columns.whole <= 39
    assert len({text(draw_ship(ship, columns, Look(), 39)[0]).index("━") for ship in ships}) == 1


def test_systems_of_one_state_stand_together_and_many_are_counted() -> None:
    systems = tuple(System(name, "destroyed") for name in ("A", "B", "X"))
    assert "A, B and X out" in drawn(replace(card("Lion", 31), systems=systems), 39)[1]
    many = tuple(System(f"gun {number}", "damaged") for number in range(14))
    assert "14 systems damaged" in drawn(replace(card("Lion", 31), systems=many), 39)[1]


def test_the_reason_of_a_loss_is_never_cut() -> None:
    gone = card("Hellweg", 0, "sunk T2: her ammunition blows up (MTB 221, torpedo)")
    assert "her ammunition blows up (MTB 221, torpedo)" in " ".join(line.strip() for line in drawn(gone, 39))


def test_a_row_without_a_box_is_not_shown() -> None:
    """A torpedo boat of the A&A sheet has neither main nor secondary guns."""
    ship = CardView("Chidori", "TB", "Japan", "29 kt", (Track("hull", "hull", 2, 3), Track("main", "main", 0, 0)))
    shown = "\n".join([*drawn(ship, 80), *map(text, card_lines(ship, 80)), ship_line(ship), *ship_lines(ship)])
    assert "hull" in shown
    assert "main" not in shown


def test_firer_and_target_have_signs_of_their_own(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        shown = one.text
        assert "▸ S 136" in shown and "◎ MGB 77" in shown
        one.press("escape", "escape", "x")
        assert "◎" not in one.text


def test_at_80_columns_the_step_that_follows_is_named(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">")
        assert "▸ 3 KRIEGSMARINE observes, fires   4 Royal Navy works out damage" in one.lines()[1]


def test_a_straddle_is_told_beside_the_card_until_the_turn_in_which_it_counts_is_over(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "ijmuiden", NARROW, seed="3") as one:
        one.press(">", ">", "s")
        one.type("12")
        one.press("enter", "f")
        one.type("12 5")
        one.press("enter")
        assert all(tick.sign != "+" or "+2" in tick.words for tick in one.session.ticks("S 136"))
        for turns, counts in ((0, True), (1, True), (2, False)):
            one.go(8 * min(turns, 1))
            assert any(tick.sign == "+" and tick.done for tick in one.session.ticks("S 136")) is counts
