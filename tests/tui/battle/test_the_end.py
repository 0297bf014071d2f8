"""The end on the battle screen: who has won stands there in large letters, in the words of the report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.kit.banner import banner
from tests.tui.battle.test_board import give
from tests.tui.keyboard import NARROW, WIDE, refereeing

TURNS, MOST_STEPS = 15, 200  # turns of the scenario, and steps until they are over
DRAWN = {
    "W": ["█   █", "█▄▀▄█", "▀   ▀"],
    "O": ["█▀█", "█ █", "▀▀▀"],
    "N": ["█▄ █", "█ ▀█", "▀  ▀"],
}


def large(word: str) -> list[str]:
    """The word as it is drawn, dot by dot."""
    return [" ".join(DRAWN[letter][row] for letter in word) for row in range(3)]


def doubled(word: str) -> list[str]:
    """The word in letters of twice the size."""
    signs = {"█": ("██", "██"), "▀": ("██", "  "), "▄": ("  ", "██"), " ": ("  ", "  ")}
    return ["".join(signs[sign][half] for sign in line) for line in large(word) for half in (0, 1)]


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_winner_stands_there_large(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", size, seed="3") as one:
        one.press("n")  # a battle ended in its first step is broken off
        one.press("E")
        assert "as counted: Kriegsmarine" in one.text
        one.press("enter")
        lines = one.lines(size)
        for row in doubled("WON") if size == WIDE else large("WON"):
            assert any(line.endswith(row.rstrip()) for line in lines)
        assert any(line.strip().startswith("KRIEGSMARINE HAS WON: Royal Navy needed ") for line in lines)


def test_words_go_on_below_where_they_find_no_room() -> None:
    assert banner("won now", 31) == [f"{a}   {b}" for a, b in zip(large("WON"), large("NOW"), strict=True)]
    assert banner("won now", 30) == [*large("WON"), *large("NOW")]


def test_a_letter_without_a_large_form_stands_there_small() -> None:
    assert banner("日 won", 20) == [f"{sign}   {line}" for sign, line in zip(("  ", "日", "  "), large("WON"), strict=True)]
    assert banner("won", 10) == []
    assert banner("wön", 20) == large("WON")


def test_letters_are_doubled_where_there_is_room() -> None:
    assert banner("won", 30, 6) == doubled("WON")
    assert banner("won", 30, 5) == banner("won", 20, 6) == large("WON")


def test_no_key_that_orders_anything_stands_below_a_battle_that_has_ended(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.go(2)
        one.press("s", "1", "2", "enter", "E", "enter")
        keys = " ".join(one.lines()[-2:])
        assert "a Note" in keys and "u undo" in keys
        assert not any(words in keys for words in ("s Observe", "f Fire", "l Star shell", ". repeat", "go on"))
        one.press(".")
        assert "the battle has ended" in one.text


def turns_over(path: Path) -> None:
    """A battle past its last turn, in which the side that may choose moves first."""
    with BattleFile.create(path, load_setup("chemulpo"), "3") as file:
        for _ in range(MOST_STEPS):
            if file.journal.battle.turn > TURNS:
                return
            order = file.journal.ruleset.order("next")()
            try:
                file.give(order)
            except ChoiceNeeded as wanted:
                file.give(order, None, [wanted.options[0]])
    raise AssertionError("the turns never end")


def test_what_matters_now_stands_first_among_the_orders_and_what_is_hidden_is_counted(tmp_path: Path) -> None:
    """A ship that burns may be played out at any time. Only after the last turn does this, and the end, come first."""
    with refereeing(tmp_path / "a.battle", "chemulpo", NARROW) as one:
        give(one, "set", ship="Varyag", condition="fire", value="1")
        row = one.lines()[-2]
        assert "Play the damage out" not in row
        assert re.search(r" : [1-9] more", row), row
    turns_over(tmp_path / "b.battle")
    with refereeing(tmp_path / "b.battle", size=NARROW) as one:
        give(one, "set", ship="Varyag", condition="fire", value="9")
        assert one.lines()[-2].startswith(" K Play the damage out  E End the battle  "), one.text


def test_the_end_is_proposed_with_the_victory_once_it_is_certain() -> None:
    """Royal Navy needs two of the merchantmen."""
    battle = ruleset("coastal").begin(load_setup("convoy"))
    assert Draft(battle, EndBattle).values["reason"] == "the players agree to end it"
    won = battle.with_changes([(Key(ship, "fate"), "sunk T2: a test") for ship in ("Nordmoor", "Hellweg")])
    assert Draft(won, EndBattle).values["reason"] == "Royal Navy has won"
