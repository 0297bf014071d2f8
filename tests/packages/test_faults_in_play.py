"""A fault in the code of a guest's rules is a message with file and line. The battle's file is unharmed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.core.faults import RulesFault
from fleetbook.reports.odds.weighing import weighed
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.testing import Game, scenario
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"
DIVIDED = "ZeroDivisionError: division by zero"
CHECK, RESOLVE = "        require_afloat(", "        for _ in range("


@dataclass(frozen=True)
class Faulty:
    """A line put before another, and the message when an order is given."""

    before: str
    line: str
    said: str = DIVIDED


FAULTY = {
    "check": Faulty(CHECK, "        print(1 / 0)\n"),
    "resolve": Faulty(RESOLVE, "        print(1 / 0)\n"),
    "headline": Faulty("    def check", "    def headline(self, battle: Battle[Vessel]) -> str:\n        return str(1 / 0)\n\n"),
    "an effect that is none": Faulty(RESOLVE, "        yield Vessel.hull.strike(self.target, 1)\n", "is `yield from` meant?"),
    "a word in place of an effect": Faulty(RESOLVE, "        yield 'boom'\n", "str is not an effect"),
    "a table that is not there": Faulty(RESOLVE, "        battle.tables.nothing\n", "has no attribute 'nothing'"),
}


@pytest.mark.parametrize("faulty", FAULTY.values(), ids=FAULTY)
def test_a_fault_in_an_order_is_reported_and_the_battle_goes_on(
    guest: Guest, faulty: Faulty, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.install()
    guest.edited(RULES, faulty.before, faulty.line + faulty.before)
    path = str(tmp_path / "d.battle")
    assert main(["new", "skirmish/duel", "-o", path, "--seed", "1"]) == 0
    capsys.readouterr()
    assert main(["order", path, "fire", "--dice", "1,1"]) == 2
    reported = capsys.readouterr().err
    place = guest.line(RULES, faulty.line.strip().splitlines()[-1].strip())
    assert reported.startswith(f"fleetbook: a fault in the rules skirmish, {place}: ")
    assert faulty.said in reported
    assert main(["order", path, "next"]) == 0
    with BattleFile.open(Path(path), read_only=True) as file:
        assert [record.procedure for record in file.journal.records] == ["next"]


@pytest.mark.parametrize("faulty", [FAULTY["resolve"], FAULTY["an effect that is none"], FAULTY["a word in place of an effect"]])
def test_the_odds_beside_a_form_say_so(guest: Guest, faulty: Faulty) -> None:
    guest.install()
    guest.edited(RULES, faulty.before, faulty.line + faulty.before)
    setup = scenario("skirmish/duel")
    from skirmish.rules import RULESET  # type: ignore[import-not-found]  # noqa: PLC0415

    game = Game(RULESET, setup)
    (reported,) = weighed(game.battle, game.draft("fire").order(), lambda: False)
    assert reported[0] is None
    assert reported[1].startswith(f"a fault in the rules skirmish, {guest.line(RULES, faulty.line.strip())}: ")


def test_candidates_that_fail_keep_one_order_back_and_no_other(guest: Guest) -> None:
    guest.install()
    guest.edited(RULES, '"target", enemy_ships)', '"target", lambda battle: [1 / 0])')
    setup = scenario("skirmish/duel")
    from skirmish.rules import RULESET  # noqa: PLC0415

    from fleetbook.referee.offers import offers  # noqa: PLC0415

    found = {kind.id: problem for kind, problem in offers(Game(RULESET, setup).battle).items()}
    assert isinstance(found["fire"], RulesFault)
    assert found["next"] is None


def test_a_resolve_that_yields_nothing_is_reported_with_its_line(guest: Guest) -> None:
    guest.install()
    guest.edited(RULES, "-> Effects:  # what the order", "-> Effects:\n        return None\n\n    def other(self, battle):  #")
    setup = scenario("skirmish/duel")
    from skirmish.rules import RULESET  # noqa: PLC0415

    with pytest.raises(RulesFault, match=rf"{guest.line(RULES, 'def resolve')}: resolve of Fire yields nothing"):
        Game(RULESET, setup).give("fire")


@pytest.mark.parametrize("hook", ["initial(self, battle)", "tracks(self, card, tables)", "check_card(self, card, where, tables)"])
def test_a_fault_as_a_battle_begins_is_reported(guest: Guest, hook: str, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    guest.edited(RULES, "    ship_type, card_type", f"    def {hook}: return 1 / 0\n\n    ship_type, card_type")
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 2
    assert f"a fault in the rules skirmish, {guest.line(RULES, 'return 1 / 0')}: {DIVIDED}" in capsys.readouterr().err
    assert not Path("d.battle").exists()


def test_a_card_view_that_fails_is_reported_by_the_shell(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    guest.edited(RULES, "    ship_type, card_type", "    def card(self, ship): return 1 / 0\n\n    ship_type, card_type")
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    capsys.readouterr()
    assert main(["status", "d.battle"]) == 2
    assert f"a fault in the rules skirmish, {guest.line(RULES, 'return 1 / 0')}: {DIVIDED}" in capsys.readouterr().err
