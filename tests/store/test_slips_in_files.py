"""Slips in a file or a package. Each message has the wrong value and its line, and hides no other message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile, check_all_used
from fleetbook.store.battle.database import FAULTS, Database
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import doubts
from fleetbook.store.library.faults import DOUBTED, fault_text
from fleetbook.store.library.paths import written_at
from fleetbook.store.library.preferences import read_preferences
from fleetbook.store.library.roster_import import imported
from fleetbook.store.library.roster_text import comments_inside
from fleetbook.store.library.toml_file import parse_toml, renamed
from fleetbook.store.packages.declarations import flaws
from tests.posix import posix_only
from tests.store import toy
from tests.store.test_faults import HOUSE, begin, faults
from tests.store.test_scenario import HEAD, LEFT, RIGHT, ROSTER, saved

VICTORY = """
[victory]
otherwise = "{otherwise}"
[[victory.count]]
name = "sunk"
side = "Left"
what = "ships lost"
[[victory.aim]]
side = "Left"
needs = [{{ count = "sunk", least = 1 }}]
"""
TUBS = 'ruleset = "bath"\n\n[[ship]]\nname = "Ada"\n\n[[ship]]\nkind = "duck"\nboxes = 2.0\n'


def test_a_scenario_s_victory_is_checked_as_its_battle_is_set_up(tmp_path: Path) -> None:
    (tmp_path / "tubs.toml").write_text(ROSTER, encoding="utf-8")
    assert read_setup(saved(tmp_path, HEAD, LEFT, RIGHT, VICTORY.format(otherwise="Right"))).victory
    with pytest.raises(InvalidInput, match=r"victory: otherwise: found Rihgt, .* did you mean Right\?"):
        read_setup(saved(tmp_path, HEAD, LEFT, RIGHT, VICTORY.format(otherwise="Rihgt")))


@pytest.mark.parametrize("text", ["", "\nAda,tub,5\n", ",,\nAda,tub,5\n"])
def test_a_table_whose_first_line_names_no_column_is_no_roster(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tubs.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match="line 1: found nothing, allowed: the names of the columns: the keys of a card"):
        imported(path, "bath")


def test_a_key_that_is_spelt_in_both_ways_stays_as_it_is() -> None:
    assert renamed({"readings": 1, "title": "x"}, "readings", "reading") == {"reading": 1, "title": "x"}
    both = {"readings": 1, "reading": 2}
    assert renamed(both, "readings", "reading") == both


def test_a_whole_number_is_one_that_every_reader_of_the_file_keeps() -> None:
    assert parse_toml("a = 9007199254740992", "x") == {"a": 2**53}
    with pytest.raises(
        InvalidInput, match="found 9007199254740993, allowed: a number from -9007199254740992 to 9007199254740992"
    ):
        parse_toml("a = 9007199254740993", "x")


def test_a_doubt_tells_the_number_as_the_file_has_it_and_words_as_they_are() -> None:
    number = InvalidInput("tubs.toml: ship 2: boxes", 2.0, DOUBTED)
    assert fault_text(number, "tubs.toml", TUBS) == "tubs.toml:8: ship 2: boxes: 2: is it meant?"
    words = InvalidInput("tubs.toml: ship 2", "a duck of two boxes", DOUBTED)
    assert fault_text(words, "tubs.toml", TUBS).endswith(": ship 2: a duck of two boxes: is it meant?")


def test_a_fault_of_a_ship_of_which_no_line_tells_is_reported_at_the_ship_s_first() -> None:
    error = InvalidInput("tubs.toml: ship 2: tons", "nothing", "a number")
    assert fault_text(error, "tubs.toml", TUBS).startswith("tubs.toml:6: ship 2: tons: found ")


def test_faces_beyond_the_dice_of_an_order_are_reported_with_their_number(tmp_path: Path) -> None:
    with BattleFile.create(tmp_path / "bath.battle", toy.setup(), "soap") as file:
        file.give(toy.splash())
        record = file.journal.records[0]
    check_all_used((3, None), record)
    with pytest.raises(InvalidInput, match="2 faces typed in, but this order throws one die"):
        check_all_used((3, 4), record)
    quiet = type(record)(number=2)
    with pytest.raises(InvalidInput, match="dice: a face typed in, but this order throws no die"):
        check_all_used((3,), quiet)


def test_a_wrong_change_of_house_rules_hides_no_other(tmp_path: Path) -> None:
    begin(
        faults(tmp_path, HOUSE.replace("value = 5", "value = []")),
        "reading, foam, value: found []",
        "Splash, row tub: found 2 cells",
        "house rules Ours: table: found splosh",
        "house rules Ours: modifiers.splash: found sopy",
    )


def test_a_file_says_when_it_was_written_and_one_that_is_missing_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert written_at(file) == file.stat().st_mtime_ns
    assert written_at(tmp_path / "none") is None


@posix_only("other word for what lies below a file")
def test_when_a_file_was_written_is_nought_where_the_system_does_not_say(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert written_at(file / "below") == 0


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ('signs = "fancy"', "signs: found fancy, allowed: full, plain"),
        ('theme = "papre"', "theme: found papre, allowed: terminal, contrast, paper, mono, large, plain; did you mean paper?"),
        ('keys = { undo = "ab" }', "keys, undo: found ab, allowed: one character, or one of up, down"),
        ('keys = { undo = " " }', "keys, undo: found nothing, allowed: one character"),
        ('keys = { undo = "z", redo = "z" }', "keys: found z for undo and for redo, allowed: one command for each key"),
    ],
)
def test_preferences_that_cannot_be_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, reported: str
) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    assert read_preferences().keys == {}
    (tmp_path / "config.toml").write_text('signs = "plain"\nkeys = { undo = "f10" }\n', encoding="utf-8")
    assert (read_preferences().signs, read_preferences().keys) == ("plain", {"undo": "f10"})
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=re.escape(reported)):
        read_preferences()


class Orderless(toy.Bath):
    """Rules without an order."""

    id = "orderless"
    orders = ()  # type: ignore[assignment]


def test_rules_without_an_order_are_reported() -> None:
    assert list(flaws(toy.Bath())) == []
    assert [flaw.partition(": ")[2] for flaw in flaws(Orderless())] == [
        "orders: found nothing, allowed: the orders of these rules"
    ]


def test_a_word_of_a_file_has_two_hundred_letters_at_most_and_a_longer_one_is_reported_at_its_line() -> None:
    for line, before in enumerate(("", "\n", "\n\n"), 1):
        assert parse_toml(f"{before}{'a' * 200} = 1", "x") == {"a" * 200: 1}
        with pytest.raises(InvalidInput, match=f"x: line {line}: found a+…, allowed: keys and numbers of at most 200 letters"):
            parse_toml(f"{before}{'a' * 201} = 1", "x")


def test_what_a_scenario_leaves_out_and_a_date_that_is_none_are_doubted(tmp_path: Path) -> None:
    (tmp_path / "tubs.toml").write_text(ROSTER, encoding="utf-8")
    plain = saved(tmp_path, HEAD.replace("14 March", "March 1943"), '[conditions]\nwater = "cold"\n', LEFT, RIGHT)
    assert doubts(plain) == []
    odd = saved(tmp_path, HEAD, LEFT, RIGHT)
    assert [(doubt.where.partition(": ")[2], doubt.found) for doubt in doubts(odd)] == [
        ("date", "14 March"),
        ("conditions", "water left out, warm taken"),
    ]


def test_a_number_that_a_card_may_not_have_hides_nothing_else_on_it(tmp_path: Path) -> None:
    card = 'name = "Ada"\nkind = "MTB"\nsize = "small"\nsource = "a book"\ntons = 0\nhull = -1\nspeed = 20\nsystems = []\n'
    text = f'ruleset = "coastal"\ntitle = "Boats"\n[[ship]]\n{card}'
    begin(faults(tmp_path, text), "ship Ada: tons: found 0", "ship Ada: hull: found -1", "ship Ada: systems: found none")


def test_the_first_line_of_a_table_says_what_divides_it_and_it_has_two_thousand_rows_at_most(tmp_path: Path) -> None:
    path = tmp_path / "tubs.csv"
    path.write_text('name;kind;boxes\n"Ada, the, great, tub";tub;5\n', encoding="utf-8")
    roster, found = imported(path, "bath")
    assert ([ship.card["name"] for ship in roster.ships], found) == (["Ada, the, great, tub"], [])
    path.write_text("name,kind,boxes\n" + "".join(f"Ada {number},tub,5\n" for number in range(2001)), encoding="utf-8")
    with pytest.raises(InvalidInput, match="found 2001 rows, allowed: at most 2000"):
        imported(path, "bath")


def test_an_empty_word_is_reported_as_nothing_and_a_ship_that_no_line_names_is_looked_for_everywhere() -> None:
    error = InvalidInput("tubs.toml: ship Zoe: kind", "", "tub, duck")
    assert fault_text(error, "tubs.toml", TUBS) == "tubs.toml:7: ship Zoe: kind: found nothing, allowed: tub, duck"


def test_a_ship_that_stands_in_one_line_has_no_comments_inside() -> None:
    assert comments_inside('title = "T"\nship = [{ name = "Ada" }]  # both\n', 0) == []
    assert comments_inside('title = "T"\n[[ship]]  # first\nname = "Ada"  # her name\n', 0) == ["# first", "# her name"]


def test_a_question_to_a_battle_s_file_that_would_take_for_ever_is_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "bath.battle"
    with BattleFile.create(path, toy.setup(), "soap") as file:
        for _ in range(5):
            file.give(toy.splash())
    each_with_each = ", ".join(f"journal j{number}" for number in range(16))
    database = Database(path)
    with database.snapshot(), pytest.raises(FAULTS):
        list(database.rows(f"SELECT max(j0.number + j15.number) FROM {each_with_each}"))
    database.close()
