"""The battle screen after random orders: no word is cut but the last of a row, and no number is missing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.tui.battle.picture import zones
from fleetbook.tui.kit.line import pad_name
from tests.trust.games import RULESETS, give_one, scenario
from tests.tui.keyboard import NARROW, VERY_WIDE, WIDE, refereeing

LINES, MANY_LINES, LOOKED_AT = 20, 120, 3
SMALLEST = [scenario(rules) for rules in RULESETS]
ALL = [entry.full_name for entry in entries(SCENARIO)]


def fought(path: Path, name: str, lines: int, seed: int) -> Path:
    """A battle of random orders."""
    rng = Random(seed)
    with BattleFile.create(path, load_setup(name), str(seed)) as file:
        while len(file.journal.records) < lines:
            give_one(file, rng)
    return path


def check(path: Path) -> None:
    """A row of the journal may cut the order's words: the band and w have them whole, and its result stands first. The band may
    count the results that it has no room for.
    """
    with refereeing(path) as one:
        one.press("left")  # a briefing is closed by any key
        cards = {card.name: card for card in one.session.cards()}
        for ship in Random(path.name).sample([*cards], min(LOOKED_AT, len(cards))):
            one.battle.cursor.point(ship)
            for size in (NARROW, WIDE, VERY_WIDE):
                lines = ["".join(text for text, _ in line) for line in one.page.draw(size)]
                board = lines[3 : 2 + zones(*size, one.session)[0]]
                parts = [part for line in board for part in line.split("│")]
                for part in parts:
                    name = next((n for n in cards if part[2:].startswith(f"{pad_name(n, 14).rstrip()} ")), "")
                    if name and cards[name].tracks and not cards[name].fate:
                        assert f"{cards[name].tracks[0].left}/{cards[name].tracks[0].full}" in part
                assert [
                    part for part in parts if "…" in part.rstrip()[:-1] and part[:2] in ("  ", "◎ ", "▸ ") and part[2:3] == " "
                ] == []


@pytest.mark.parametrize("name", SMALLEST)
def test_nothing_is_cut_and_no_number_missing_in_a_battle_of_each_system(tmp_path: Path, name: str) -> None:
    check(fought(tmp_path / "a.battle", name, LINES, 1))


@pytest.mark.campaign
@pytest.mark.parametrize("name", ALL)
def test_nothing_is_cut_and_no_number_missing_in_battles_of_all_scenarios(tmp_path: Path, name: str) -> None:
    for seed in range(3):
        check(fought(tmp_path / f"{seed}.battle", name, MANY_LINES, seed))


def test_a_column_is_not_cut_while_there_is_room_beside_it(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", NARROW) as one:
        one.press("T")
        one.type("sinking")
        one.press("enter")
        assert "die  sinks on or below" in one.text


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_words_of_which_one_is_wanted_are_not_cut_in_the_middle_of_one(tmp_path: Path, size: tuple[int, int]) -> None:
    with refereeing(tmp_path / "a.battle", "yalu", size) as one:
        one.press("=")
        (last,) = [line for line in one.lines() if "F1: all" in line]
        assert last.count("…") == 1
        conditions = one.battle.entry.form.entries[1].options if one.battle.entry.form else ()
        assert last.partition(" … F1")[0].rpartition(", ")[2].strip() in (conditions or ())
