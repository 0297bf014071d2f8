"""Squadrons of a side that has too little room: which are folded, and how long they stay so."""

from __future__ import annotations

import pytest
from rich.style import Style

from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.tui.cards.folding import Block, Folding, Folds
from fleetbook.tui.cards.ship_row import columns_of
from fleetbook.tui.cards.squadron_row import Squadron, SquadronRows

WIDTH = 38


def card(name: str, left: int = 10) -> CardView:
    return CardView(name, "B", "Japan", "", (Track("hull", "hull", left, 10),))


def squadron(name: str, *cards: CardView, acts: bool = False) -> Squadron:
    return Squadron(name, cards, acts, cards)


VAN = squadron("Van", card("Mikasa"), card("Shikishima"), card("Fuji"))
REAR = squadron("Rear", card("Izumo"), card("Azuma"))


def lines(squadrons: tuple[Squadron, ...], room: int, folds: Folds, step: object = 1, shown: str = "") -> list[str]:
    """The names of the ships with a line, and ``-`` for each other line, when there are so many lines."""

    def opened(one: Squadron) -> list[Block]:
        return [("", [()]), *((each.name, [()]) for each in one.cards)]

    rows = SquadronRows(columns_of(VAN.cards, (), WIDTH), WIDTH, Style(), {})
    folding = Folding(rows, opened, lambda each: each.name == shown, lambda each: False)
    return [name or "-" for name, _ in folding.fitted(squadrons, room, folds.of_step(step))]


@pytest.fixture
def folds() -> Folds:
    return Folds()


def test_nothing_is_folded_while_all_fits(folds: Folds) -> None:
    assert lines((VAN, REAR), 7, folds) == ["-", "Mikasa", "Shikishima", "Fuji", "-", "Izumo", "Azuma"]


def test_the_last_sound_squadron_is_folded_first(folds: Folds) -> None:
    assert lines((VAN, REAR), 5, folds) == ["-", "Mikasa", "Shikishima", "Fuji", "-"]


def test_a_fold_lasts_until_the_step_ends(folds: Folds) -> None:
    """Room that a lost ship leaves opens nothing in the middle of a step."""
    folded = lines((VAN, REAR), 5, folds)
    assert lines((VAN, REAR), 7, folds) == folded
    assert lines((VAN, REAR), 7, folds, step=2) == ["-", "Mikasa", "Shikishima", "Fuji", "-", "Izumo", "Azuma"]


def test_a_ship_that_must_be_seen_opens_her_squadron_for_the_rest_of_the_step(folds: Folds) -> None:
    lines((VAN, REAR), 5, folds)
    seen = lines((VAN, REAR), 5, folds, shown="Azuma")
    assert "Azuma" in seen
    assert lines((VAN, REAR), 5, folds) == seen


def test_a_squadron_that_acts_keeps_its_lines(folds: Folds) -> None:
    acting = squadron("Rear", *REAR.cards, acts=True)
    assert lines((VAN, acting), 5, folds)[-3:] == ["-", "Izumo", "Azuma"]


def test_a_hurt_ship_keeps_her_line_longer_than_sound_ones(folds: Folds) -> None:
    hurt = squadron("Van", card("Mikasa", 4), card("Shikishima"), card("Fuji"))
    assert lines((hurt, REAR), 4, folds) == ["-", "Mikasa", "-", "-"]


def test_the_lines_of_sound_ships_give_way_before_hurt_ships_do(folds: Folds) -> None:
    van = squadron("Van", card("Mikasa", 4), card("Shikishima"), card("Fuji"))
    rear = squadron("Rear", card("Izumo", 4), card("Azuma"), card("Tokiwa"))
    assert lines((van, rear), 4, folds) == ["-", "Mikasa", "-", "Izumo"]


def test_a_fold_made_before_hides_more_ships_before_a_hurt_squadron_is_folded(folds: Folds) -> None:
    long = squadron("Van", card("Mikasa", 4), *(card(f"ship {number}") for number in range(6)))
    assert lines((long, REAR), 9, folds) == ["-", "Mikasa", *(f"ship {number}" for number in range(6)), "-"]
    assert lines((long, REAR), 8, folds) == ["-", "Mikasa", "ship 0", "ship 1", "ship 2", "ship 3", "-", "-"]
    assert lines((long, REAR), 8, folds, shown="Azuma") == ["-", "Mikasa", "ship 0", "ship 1", "-", "-", "Izumo", "Azuma"]


def test_a_squadron_in_one_line_names_its_worst_ship(folds: Folds) -> None:
    burning = CardView("Knyaz Suvorov", "B", "Russia", "", (Track("hull", "hull", 4, 10), Track("main", "main", 1, 2)))
    many = squadron("2nd Cruiser Detachment", burning, card("Oslyabya", 9), card("Navarin"))
    rows = SquadronRows(columns_of(VAN.cards, (), WIDTH), WIDTH, Style(), {})
    (line,) = rows.folded(many)
    text = "".join(part for part, _ in line)
    assert "Knyaz Suvorov" in text and "2 hurt" in text and len(text) <= WIDTH, text
