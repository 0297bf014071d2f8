"""Every part that is run stands in the list of its rules and reads back from its inputs: all systems, and an invented package."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from fleetbook.__main__ import main
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.driver import Recorded
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import SCENARIO, entries
from fleetbook.testing import check_rules
from fleetbook.testing.driven import driven
from fleetbook.testing.random_battles import play_on
from fleetbook.testing.source import flaw_of_part, flaws_in_source
from fleetbook.testing.towards import Towards
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"
LINES = 25
SYSTEMS = ["coastal", "aanda", "fgdn", "gwas", "gwas-variant"]
OURS = [pytest.param(entry.path, id=f"{entry.ruleset}-{entry.path.stem}") for entry in entries(SCENARIO)]


def run_in(rules: Ruleset[Any], setup: Any, lines: int = LINES) -> tuple[set[str], set[str]]:
    """The ids of the parts run in a battle at random, towards what never ran in it, and what was wrong with them."""
    ran, wrong, rng = set[str](), set[str](), Random(setup.title)
    towards = Towards(rules, lambda: ran, rng)
    journal: Journal[Any] = Journal(rules, setup, setup.title)
    for record in play_on(journal, rng, lines, towards.habits(ran)):
        if record.is_order:
            order, before = journal.order_of(record), journal.battle_before(record.number)
            play = driven(before, order, Recorded(record.faces), record.choices)
            assert play.missing is None
            ran |= play.run
            wrong |= {flaw_of_part(part, rules) for part in play.parts}
    return ran, wrong - {""}


@pytest.mark.parametrize("path", OURS)
def test_every_part_run_in_battles_at_random_is_listed_and_reads_back(path: Any) -> None:
    setup = read_setup(path)
    assert run_in(ruleset(setup.ruleset), setup)[1] == set()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_part_in_the_source_is_listed_and_its_fields_are_plain(name: str) -> None:
    rules = ruleset(name)
    assert [flaw for flaw in flaws_in_source(rules) if " is not in " in flaw] == []
    for kind in rules.parts:
        assert msgspec.json.schema(kind)  # raises for a field that JSON cannot hold


@dataclass(frozen=True)
class Burning:
    """A part's further fields, the values that it is run with, its place in the lists of its rules, and the message about it."""

    fields: str = ""
    values: str = ""
    listed: str = "Burn"
    said: str = ""


BURN = """class Burn(Part[Vessel]):
    id, title, section = "burn", "Burn", "R1"
    target: str
    {fields}

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from Vessel.hull.lose(self.target, 0)

"""
BURNING = {
    "plain": Burning(),
    "several words": Burning("whom: tuple[str, ...]", "whom=(self.firer, self.target)"),
    "in the list as what derives from it": Burning(listed="Sear", said="Burn is not in parts of Rules"),
    "a number where words are declared": Burning("by: str", "by=7", said="Expected `str`, got `int` - at `$.by`"),
    "a ship": Burning("ship: Vessel", "ship=battle.ship(self.target)", said="Burn does not read back from its fields: "),
    "a list where a tuple is declared": Burning(
        "whom: tuple[str, ...]", "whom=[self.firer]", said="it comes back as Burn(target="
    ),
}


def burns_with(guest: Guest, burning: Burning) -> None:
    loop, listed = "        for _ in range(", "    ship_type, card_type"
    guest.edited(RULES, "class Fire(", BURN.format(fields=burning.fields) + "class Fire(")
    guest.edited(RULES, loop, f"        yield from run(Burn(target=self.target, {burning.values}))\n{loop}")
    guest.edited(RULES, "import Sentence, Sentences, enemy_ships,", "import Sentence, Sentences, Part, run, enemy_ships,")
    guest.edited(RULES, listed, f"    parts = ({burning.listed},)\n{listed}")


@pytest.mark.parametrize("burning", BURNING.values(), ids=BURNING)
def test_check_rules_tells_a_part_that_no_record_could_keep(guest: Guest, burning: Burning) -> None:
    burns_with(guest, burning)
    if burning.listed == "Sear":
        guest.edited(RULES, "class Fire(", 'class Sear(Burn):\n    id = "sear"\n\n\nclass Fire(')
    guest.install()
    found = check_rules("skirmish", orders=12)
    assert bool(found) == bool(burning.said), found
    if found:
        assert found[0].startswith(f"{guest.line(RULES, 'class Burn(')}: Burn ")
        assert burning.said in found[0]


def test_the_odds_of_an_order_that_runs_a_part_with_a_list_are_reported_at_its_line(
    guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    burns_with(guest, Burning("whom: tuple[str, ...]", "whom=[self.firer]"))
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    capsys.readouterr()
    assert main(["odds", "d.battle", "fire"]) == 2
    reported = capsys.readouterr().err
    assert reported.startswith(
        f"fleetbook: a fault in the rules skirmish, {guest.line(RULES, 'yield from run(Burn(')}: TypeError"
    )
    assert "a tuple instead of a list" in reported
