"""Guesses of an author who wrote rules from docs/ alone. Each guess works, or the docs answer it where one looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.__main__ import main
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.damage.marks import fates
from fleetbook.reports.render.formats import report
from fleetbook.rules.kit import losses
from fleetbook.store.catalogue import UnusableRules, ruleset
from fleetbook.testing import Game, house_rules, scenario, whole_battle
from tests.core import toy
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"


def test_a_fact_is_put_and_asked_for_by_its_attribute_or_its_name(guest: Guest) -> None:
    marks = "    hull = Boxes()\n    masts_gone = Number(by_hand=3)\n    wet_powder = Flag(by_hand=True)"
    guest.edited(RULES, "    hull = Boxes()", marks)
    guest.edited(RULES, "import Battle, Boxes", "import Battle, Boxes, Flag, Number")
    guest.install()
    game = Game(ruleset("skirmish"), scenario("skirmish/duel"))
    for name, masts in (("masts_gone", 1), ("masts gone", "2")):
        game.put("Arrow", name, masts)
        assert game.fact("Arrow", name) == game.fact("Arrow", "masts gone") == int(masts)
    game.put("Arrow", "wet_powder", True)
    assert game.fact("Arrow", "wet powder") is True
    game.put("Arrow", "wet_powder", False)
    assert game.fact("Arrow", "wet powder") is None


@pytest.mark.parametrize("word", ["battle", ""])
def test_the_battle_is_put_and_asked_for_by_either_word(word: str) -> None:
    game = Game(toy.RULES, toy.setup())
    game.put(word, "light", "dusk")
    assert (game.fact("battle", "light"), game.fact("", "light")) == ("dusk", "dusk")


def test_a_ships_own_names_are_fixed_and_the_line_that_changes_one_is_reported(guest: Guest) -> None:
    changed = '    hull = Boxes()\n\n    @property\n    def side(self) -> str:\n        return "nobody"\n'
    guest.edited(RULES, "    hull = Boxes()", changed)
    guest.install()
    at = guest.line(RULES, "@property").partition(":")[2]
    with pytest.raises(UnusableRules, match=f"line {at}: side of Vessel is fixed: declare a changing fact under another name"):
        ruleset("skirmish")


def test_a_doubt_without_a_key_is_reported_whole_at_the_ship(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    doubt = "a hull of three boxes, which is what a boat has, is given to a ship of war of the second rate"
    guest.edited(RULES, "    ship_type, card", f"    def doubts(self, card):\n        yield {doubt!r}\n\n    ship_type, card")
    guest.install()
    ships = guest.folder / "skirmish/rosters/skirmish/ships.toml"
    assert main(["check", str(ships)]) == 0
    line = ships.read_text(encoding="utf-8").splitlines().index("[[ship]]") + 1
    assert f"NOTE {ships}:{line}: ship Sloop: {doubt}: is it meant?" in capsys.readouterr().out


def test_a_figure_that_is_written_as_a_modifier_is_reported_how_it_is_written(
    guest: Guest, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    guest.install()
    house = tmp_path / "house.toml"
    house.write_text('ruleset = "skirmish"\ntitle = "Club"\n\n[figure]\n"to hit" = 5\n', encoding="utf-8")
    assert main(["check", str(house)]) == 2
    assert "found 5, allowed: a table of keys (value, reason), such as { value = 5 }" in capsys.readouterr().out


def test_more_words_than_are_listed_are_counted() -> None:
    words = [f"word {number}" for number in range(14)]
    assert InvalidInput.word("answer", "x", words).allowed.endswith("word 11 and 2 more")


def test_a_whole_battle_is_reported_again_from_its_seed_and_its_orders(tmp_path: Path) -> None:
    orders = tmp_path / "orders"
    orders.write_text('next\nnext\nobserve observer="M 388" target="MTB 221" range=34\n', encoding="utf-8")
    reported = whole_battle("convoy", orders, seed="1804")
    assert [line.split()[0] for line in reported.splitlines()] == ["1", "2", "3"]
    assert reported == whole_battle("convoy", orders, seed="1804")
    orders.write_text("nxt\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="did you mean next"):
        whole_battle("convoy", orders)


READING = """
[reading.ties]
value = "defender"
section = "R2"
text = "A tie is the defender's."
reason = "The sheet is silent."
allowed = ["defender", "boarder"]
"""


def test_a_reading_that_a_house_rule_changed_tells_both_values(guest: Guest) -> None:
    guest.edited("skirmish/tables/sheet.toml", '[figure."to hit"]', READING + '\n[figure."to hit"]')
    guest.install()
    rules = ruleset("skirmish")
    assert rules.tables.reading("ties").described == "A tie is the defender's. [defender]"
    changed = rules.tables_under([house_rules("skirmish", readings={"ties": "boarder"})])
    assert changed.reading("ties").described == "A tie is the defender's. [defender; here: boarder]"


@pytest.mark.parametrize("suffix", ["txt", "html"])
def test_a_cards_note_is_reported_on_sheets(guest: Guest, suffix: str, tmp_path: Path) -> None:
    guest.edited(RULES, "    guns: int = 1", '    note: str = ""\n    guns: int = 1')
    guest.edited("skirmish/rosters/skirmish/ships.toml", "guns = 2", 'guns = 2\nnote = "Pierced for more than she mounts."')
    guest.install()
    written = tmp_path / f"sheets.{suffix}"
    assert main(["sheets", "skirmish/ships", "-o", str(written)]) == 0
    assert "Pierced for more than she mounts." in written.read_text(encoding="utf-8")


@pytest.fixture
def taken(guest: Guest) -> Game[Any]:
    """A battle in which Bolt is another's, by rules in which a prize sails on."""
    prize = (
        '    hull = Boxes()\n    prize = Flag(by_hand=True, standing="a prize")\n\n    @property\n'
        '    def lost(self) -> str:\n        return super().lost or ("taken" if self.prize else "")\n'
    )
    guest.edited(RULES, "    hull = Boxes()", prize)
    guest.edited(RULES, "import Battle, Boxes", "import Battle, Boxes, Flag")
    guest.install()
    game = Game(ruleset("skirmish"), scenario("skirmish/duel"))
    game.put("Bolt", "prize", True)
    return game


def test_a_ship_that_is_lost_is_reported_as_lost_alone(taken: Game[Any]) -> None:
    assert losses(taken.battle).split("; ")[1].endswith("lost Bolt")


def test_a_report_names_a_prize_once_among_the_losses_as_taken(taken: Game[Any]) -> None:
    reported = report("txt", taken.journal)
    rows = [line.split() for line in reported.splitlines()]
    assert ["Ships", "lost", "0", "of", "1", "1", "of", "1:", "Bolt"] in rows
    assert ["Hull", "boxes", "lost", "0", "of", "3", "0", "of", "3"] in rows
    assert "is a prize" not in reported
    assert "Out of the fight" not in reported
    assert "taken, a prize" in reported
    assert "lost with" not in reported
    assert "went down" not in reported
    (fate,) = [fate for fate in fates(taken.journal) if fate.fate]
    assert (fate.ship, fate.fate, fate.lost, fate.turn) == ("Bolt", "taken", "taken", 1)
