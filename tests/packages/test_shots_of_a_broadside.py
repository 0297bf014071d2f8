"""The table of shots of a stranger's broadside: a row a die, each with its own hit, place and damage."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from fleetbook.__main__ import main
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"
STRIKE = "                yield from Vessel.hull.strike"
FIRING = "    def firing(self, battle): return Firing(self.firer, self.target, mount='broadside', weapon='18-pounder')\n\n"


def shots(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    assert main(["new", "skirmish/duel", "-o", "d.battle", "--seed", "1"]) == 0
    assert main(["order", "d.battle", "fire", "--dice", "5,2,4,6"]) == 0
    capsys.readouterr()
    assert main(["report", "d.battle", "--table", "shots"]) == 0
    return list(csv.DictReader(StringIO(capsys.readouterr().out)))


@pytest.fixture
def firing(guest: Guest) -> Guest:
    guest.edited(RULES, "import Battle,", "import Firing, roll_on, tally, Battle,")
    guest.edited(RULES, "    def resolve", FIRING + "    def resolve")
    guest.edited(
        "skirmish/tables/sheet.toml",
        "[figure",
        '[table.place]\ntitle = "Where"\nsection = "R2"\nrows = { by = "aim" }\ncolumns = { by = "D6", kind = "faces", '
        'die = "d6" }\n'
        'head = ["1-3", "4-6"]\ncells = [["hull", "bow", "stern"]]\n\n[figure',
    )
    guest.install()
    return guest


def test_each_die_is_a_row_with_what_came_of_it(firing: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    place = '                yield from roll_on(battle.tables.table("place"), "hull", label="location")\n'
    firing.edited(RULES, STRIKE, f"                yield from tally('hits', 1, self.firer)\n{place}{STRIKE}")
    reported = [(row["die"], row["needed"], row["result"], row["hits"], row["location"], row["damage"]) for row in shots(capsys)]
    assert reported == [("5", "4 or more", "hit", "1", "bow", "1"), ("4", "4 or more", "hit", "1", "stern", "1")]


def test_hits_counted_all_at_once_leave_the_broadside_whole(firing: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    firing.edited(RULES, STRIKE, '                yield from roll_on(battle.tables.table("place"), "hull")\n' + STRIKE)
    firing.edited(
        RULES,
        "        target = battle.ship(self.target)  # the",
        "        yield from tally('hits', 2, self.firer)\n        target = battle.ship(self.target)  # the",
    )
    reported = [(row["die"], row["result"], row["hits"], row["location"], row["damage"]) for row in shots(capsys)]
    assert reported == [("5", "hit", "2", "", "2")]
