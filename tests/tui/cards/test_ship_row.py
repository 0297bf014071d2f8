"""A ship's row on the board: bars for the share of the hull, the same columns for all ships, damage in whole words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.style import Style

from fleetbook.cli.plain.speech import ship_line, ship_lines
from fleetbook.core.battle.card_view import CardView, Condition, System, Track
from fleetbook.tui.cards.boxes import draw_supplies, share_bar
from fleetbook.tui.cards.card_lines import card_lines, panel_lines
from fleetbook.tui.cards.ship_row import LEAST_HALF, Look, columns_of, draw_ship
from fleetbook.tui.kit.line import Line, cells
from fleetbook.tui.kit.style import GRAVE, HURT, NEW, PLAIN, POINT, QUIET, SINKING, STRUCK
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


def drawn(ship: CardView, width: int, look: Look | None = None) -> str:
    return drawn_below(ship, width, 0, look)[0]


def drawn_below(ship: CardView, width: int, below: int, look: Look | None = None) -> list[str]:
    lines = draw_ship(ship, columns_of((ship,), ("kind",), width), look or Look(), width, below)
    assert len(lines) == 1 + below
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
    assert "╌╌╌╌╌╌" in drawn(replace(card("Weserbrook", 20), standing="sinking"), 59)


def pieces(ship: CardView, look: Look | None = None) -> Line:
    return draw_ship(ship, columns_of((ship,), ("kind",), 59), look or Look(), 59)[0]


@pytest.mark.parametrize(("left", "style", "number"), [(31, QUIET, QUIET), (30, HURT, PLAIN), (10, GRAVE, GRAVE)])
def test_sound_is_quiet_hurt_is_yellow_and_a_third_is_red(left: int, style: object, number: object) -> None:
    line = pieces(replace(card("Fuji", left), tracks=card("Fuji", left).tracks[:2]))
    assert next(each for word, each in line if "━" in word) == style
    assert next(each for word, each in line if "/31" in word) == number


@pytest.mark.parametrize(
    ("ship", "style"),
    [
        (card("Fuji", 31), PLAIN), (card("Fuji", 20), PLAIN), (card("Fuji", 20, conditions=(FIRE,)), GRAVE),
        (card("Fuji", 9), GRAVE), (replace(card("Fuji", 20), standing="sinking"), SINKING),
    ],
)  # fmt: skip
def test_the_worse_a_ship_stands_the_louder_is_her_whole_row(ship: CardView, style: Style) -> None:
    line = pieces(ship)
    assert next(each for word, each in line if word.startswith("Fuji")) == style
    loud = {each for word, each in line if word.strip("━╌ ") and "20 of 34" not in word}
    assert style == PLAIN or loud <= {style, GRAVE, POINT}


def test_the_ship_last_struck_is_marked_but_no_louder_than_before() -> None:
    before, after = pieces(card("Fuji", 20)), pieces(card("Fuji", 20), Look(struck=True))
    assert after[0] == ("◎", STRUCK)
    changed = [(now, was) for now, was in zip(after[1:], before[1:], strict=True) if now != was]
    assert changed == [(("20/31", NEW), ("20/31", PLAIN))]


def test_damage_has_one_column_and_the_rest_of_it_is_counted() -> None:
    sound, hurt = card("Fuji", 31, conditions=(SMOKE,)), card("Mikasa", 19, conditions=(FIRE, SMOKE))
    assert drawn(sound, 99).index("2nd") == drawn(hurt, 99).index("FIRE")
    assert drawn(hurt, 99) == "  Mikasa     B ━━━━╌╌ 19/31  6● FIRE  2nd 20 of 34  smoke"
    assert drawn(hurt, 59) == "  Mikasa     B ━━━━╌╌ 19/31  6● FIRE  2nd 20 of 34  smoke"
    assert drawn(hurt, 51) == "  Mikasa     B ━━━━╌╌ 19/31  6● FIRE  +2 more"
    assert drawn(hurt, 55) == "  Mikasa     B ━━━━╌╌ 19/31  6● FIRE  2nd 20 of 34  +1"


def test_on_a_narrow_board_the_damage_takes_the_place_of_the_bar() -> None:
    sound = replace(card("Fuji", 20), tracks=card("Fuji", 20).tracks[:1])
    assert drawn(sound, 39) == "  Fuji       B 20/31  6●         ━━━━╌╌"
    assert drawn(replace(sound, conditions=(FIRE,)), 39) == "  Fuji       B 20/31  6● FIRE    ━━━━╌╌"
    assert drawn(card("Mikasa", 19, conditions=(FIRE,)), 39) == "  Mikasa     B 19/31  6● FIRE  +1 more"


def test_words_without_room_stand_in_a_line_below_or_are_counted_but_never_cut() -> None:
    hurt = card("Mikasa", 19, conditions=(FIRE, SMOKE))
    row, below = drawn_below(hurt, 39, 1)
    assert (row, below) == ("  Mikasa     B 19/31  6● FIRE    ━━━━╌╌", "   2nd 20/34  smoke")
    long, longer = (Condition(f"MAGAZINES {word}", "magazines", "grave") for word in ("FLOODED", "BURNT OUT"))
    shut = card("Mikasa", 19, conditions=(long, longer))
    assert drawn(shut, 38).endswith("6● +3 more")
    assert drawn_below(shut, 38, 1)[1] == "   MAGAZINES FLOODED  +2 more"
    assert drawn_below(shut, 38, 2)[1:] == ["   MAGAZINES FLOODED", "   MAGAZINES BURNT OUT  2nd 20/34"]


def test_the_number_that_decides_stands_behind_a_grave_word_if_there_is_room() -> None:
    blown = Condition("CATASTROPHE 2", "2 catastrophes", "grave", figure="5+", means="D10 5 or more each turn, or she sinks")
    ship = replace(card("Mikasa", 19, conditions=(blown,)), tracks=card("Mikasa", 19).tracks[:1])
    assert [drawn(ship, width).partition("● ")[2] for width in (41, 39, 37)] == [
        "CATASTROPHE 2 5+",
        "CATASTROPHE 2",
        "CATASTROPHE",
    ]
    assert "2 catastrophes: D10 5 or more each turn, or she sinks" in " ".join(
        text(line).strip() for line in card_lines(ship, 80)
    )


def test_boxes_of_guns_and_torpedoes_have_columns() -> None:
    tracks = [
        Track(name, name[:4], left, full) for name, left, full in (("hull", 8, 10), ("a", 5, 6), ("c", 0, 1), ("tubes", 1, 2))
    ]
    ship = replace(card("Goeben", 8), tracks=tuple(tracks), supplies=(), pace="speed 1/2")
    columns = columns_of((ship,), ("speed",), 39, ("a", "b", "c"), "tubes")
    assert text(draw_ship(ship, columns, Look(), 39)[0]).rstrip() == "  Goeben     1  8/10 5·–·0  1●   ━━━━━╌"


def test_a_sign_stands_before_the_name() -> None:
    sound = replace(card("Fuji", 31, conditions=(SPLASH,)), tracks=(Track("hull", "hull", 31, 31),))
    assert drawn(sound, 39).startswith(" *Fuji")


def test_the_mark_says_who_is_pointed_at_struck_aimed_at_or_may_act() -> None:
    looks = Look(pointed=True, struck=True), Look(struck=True), Look(aimed=True, pointed=True), Look(may_act=True), Look()
    assert [drawn(card("Fuji", 31), 39, look)[0] for look in looks] == ["▸", "◎", "◎", "•", " "]


def test_words_that_the_last_order_brought_are_underlined() -> None:
    line = pieces(card("Mikasa", 19, conditions=(FIRE,)), Look(struck=True, new=frozenset({"FIRE"})))
    assert dict(line)["FIRE"] == GRAVE + NEW
    assert dict(line)["2nd 20 of 34"] == GRAVE


def test_torpedoes_are_a_number_and_spent_ones_a_dash() -> None:
    none = replace(card("Asahi", 31), supplies=(Track("torpedoes", "torp", 0, 4),))
    never = replace(card("Otowa", 31), supplies=())
    columns = columns_of((card("Fuji", 31), none, never), ("kind",), 39)
    rows = [text(draw_ship(ship, columns, Look(), 39)[0]) for ship in (card("Fuji", 31), none, never)]
    assert [row[columns.whole - 3 : columns.whole] for row in rows] == [" 6●", "  –", "   "]


def test_the_columns_fit_into_half_of_80_columns_whatever_the_names() -> None:
    ships = (card("Princess Royal of the Second Battle Cruiser Squadron", 31), card("Fuji", 31))
    columns = columns_of(ships, ("kind", "pace"), 39)
    assert columns.whole <= 39
    assert len({text(draw_ship(ship, columns, Look(), 39)[0]).index("/31") for ship in ships}) == 1


def test_systems_of_one_state_stand_together_and_many_are_counted() -> None:
    systems = tuple(System(name, "destroyed") for name in ("A", "B", "X"))
    assert "A, B and X out" in drawn(replace(card("Lion", 31), systems=systems), 99)
    many = tuple(System(f"gun {number}", "damaged") for number in range(14))
    assert "14 systems damaged" in drawn(replace(card("Lion", 31), systems=many), 99)


def test_the_reason_of_a_loss_takes_no_second_row_and_stands_whole_on_the_card() -> None:
    gone = card("Hellweg", 0, "sunk T2: her ammunition blows up (MTB 221, torpedo)")
    assert drawn(gone, 39).startswith("  Hellweg     ✗ sunk T2: her ammunitio")
    assert "her ammunition blows up (MTB 221, torpedo)" in " ".join(text(line).strip() for line in card_lines(gone, 80))


def test_a_row_without_a_box_is_not_shown() -> None:
    """A torpedo boat of the A&A sheet has neither main nor secondary guns."""
    ship = CardView("Chidori", "TB", "Japan", "29 kt", (Track("hull", "hull", 2, 3), Track("main", "main", 0, 0)))
    shown = "\n".join([drawn(ship, 80), *map(text, card_lines(ship, 80)), ship_line(ship), *ship_lines(ship)])
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
        assert one.lines()[1].split("   ")[1].strip() == "▸ 3 KRIEGSMARINE observes, fires"
        assert one.lines()[1].endswith("  4 Royal Navy works out damage")


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


def test_sets_of_tubes_stand_behind_one_label() -> None:
    sets = Track("bow", "torp", 1, 1), Track("side", "torp", 1, 2), Track("rack", "DC", 2, 2)
    assert ["".join(text for text, *_ in line) for line in draw_supplies(sets)] == ["torp ● ●○", "DC ●●"]


def test_no_word_of_damage_that_is_due_is_cut() -> None:
    due = card("Hellweg", 31, conditions=(Condition("DUE: disabled", "disabled, to work out", "due"),))
    hit = replace(due, tracks=due.tracks[:1])
    assert drawn(hit, 60).endswith(" DUE: disabled")
    columns = columns_of((hit,), (), LEAST_HALF)
    assert text(draw_ship(hit, columns, Look(), columns.whole + 9)[0]).endswith("6● DUE"), "eight cells for her damage"


def test_the_card_explains_a_sign_of_the_board() -> None:
    splashed = card("Guangjia", 9, conditions=(Condition("*", "splash marker"),))
    assert "* splash marker" in "".join(text(line) for line in panel_lines(splashed, 40, 6))
