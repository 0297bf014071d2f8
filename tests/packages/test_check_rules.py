"""fleetbook check-rules finds faults that no type checker sees, with file and line. A sound package has none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.testing import check_rules
from fleetbook.testing.conformance import Conformance
from fleetbook.testing.source import flaws_in_source
from tests.packages.guests import Guest, forget
from tests.tui.keyboard import refereeing

RULES, SHEET = "skirmish/rules.py", "skirmish/tables/sheet.toml"
STRIKE = "yield from Vessel.hull.strike(self.target, 1, Says.shell)"
THROW = 'if (yield from roll_at_least(Says.to_hit, "d6", battle.figure("to hit"))):'
RESOLVE = "        for _ in range("
FIRE, RULESET = "class Fire(", "class Rules("


@dataclass(frozen=True)
class Mutant:
    """An exchanged text, the message, and the text at the reported line."""

    old: str
    new: str
    said: str
    at: str
    file: str = RULES


MUTANTS = {
    "an effect never yielded": Mutant(
        STRIKE, "Vessel.hull.strike(self.target, 1, Says.shell)", "does nothing: `yield from` is missing before it",
        "hull.strike(",
    ),
    "a throw never made": Mutant(
        THROW, 'if roll_at_least(Says.to_hit, "d6", battle.figure("to hit")):', "`yield from` is missing", "if roll_at_least("
    ),
    "a flag never set": Mutant(
        RESOLVE, "        Vessel.smoke.set(self.target)\n" + RESOLVE, "Vessel.smoke.set(self.target) does nothing", "smoke.set("
    ),
    "what the tables say of a ship": Mutant(
        "    ship_type, card",
        "    def arms(self, battle, ship): yield battle.tables.table('weight').text('any', 'boxs')\n\n    ship_type, card",
        "Weight, takes: found boxs, allowed: boxes, drink; did you mean boxes?", "def arms(",
    ),
    "ticks that fail": Mutant(
        "    ship_type, card", "    def ticks(self, battle, ship): return 1 / 0\n\n    ship_type, card",
        "ZeroDivisionError", "def ticks(",
    ),
    "counters that fail": Mutant(
        "    ship_type, card", "    def counters(self, battle): return 1 / 0\n\n    ship_type, card",
        "ZeroDivisionError", "def counters(",
    ),
    "doubts that fail": Mutant(
        "    ship_type, card", "    def doubts(self, card): yield card.nothing\n\n    ship_type, card",
        "no attribute 'nothing'", "def doubts(",
    ),
    "a check that fails": Mutant(
        "        require_afloat(", "        print(1 / 0)\n        require_afloat(", "fire cannot be given: skirmish/",
        "1 / 0",
    ),
    "a check that reads what no ship has": Mutant(
        "        require_afloat(", "        battle.ship(self.target).crw\n        require_afloat(", "no attribute 'crw'", ".crw"
    ),
    "a modifier misspelt": Mutant(
        "    def check(", "    aim: tuple[str, ...] = fields.modifiers('aim', 'aim', lambda battle: ['neer'])\n\n    def check(",
        "modifiers.aim: found neer, allowed: near; did you mean near?", "['neer']",
    ),
    "an effect of a method never yielded": Mutant(
        RESOLVE, "        self.other(battle)\n" + RESOLVE, "self.other(battle) does nothing", "self.other(battle)"
    ),
    "a hook misspelt": Mutant(
        "    ship_type, card", "    def trackz(self, card): return {}\n\n    ship_type, card", "did you mean tracks?", RULESET
    ),
    "a check misspelt": Mutant("    def check(", "    def chek(", "Fire.chek is never called: did you mean check?", FIRE),
    "a figure misspelt": Mutant('battle.figure("to hit")', 'battle.figure("to hid")', "figures: found to hid", '"to hid"'),
    "a part in no list": Mutant(
        RULESET,
        'class Burn(Part[Vessel]):\n    id, title = "burn", "Burn"\n\n    def resolve(self, battle):\n        yield from ()\n\n\n'
        + RULESET,
        "Burn is not in parts of Rules",
        "class Burn(",
    ),
    "a figure that no rule uses": Mutant(
        "most = 6", 'most = 6\n\n[figure.wind]\nvalue = 2\nsection = "R1"', "wind (figures) is used by no rule", "e.wind]", SHEET
    ),
    "a figure whose name is only a label, and a blank between two words": Mutant(
        RESOLVE, "        yield from note(f'{self.firer} {self.target}')\n        yield from roll('dry drift', 'd6')\n" + RESOLVE,
        "dry drift (figures) is used by no rule", "",
    ),
    "a modifier that no rule names": Mutant(
        RESOLVE, "        battle.modifiers('aim', [])\n" + RESOLVE, "near of aim (modifiers) is named by no rule", "",
    ),
    "an order without a section": Mutant(', "f", "R1"', ', "f", ""', "Fire has no section: name the place of the sheet", FIRE),
    "a throw that is no effect": Mutant(
        RESOLVE, "        if random.random() < 0.5:\n            yield from note('luck')\n" + RESOLVE,
        "must give the same result; here it does not", "note('luck')",
    ),
    "results that fail": Mutant(
        "    def check(", "    def results(self, happened):\n        return 1 / 0\n\n    def check(",
        "results of fire: skirmish/rules.py", "return 1 / 0",
    ),
    "a shot without its gun": Mutant(
        "    def check(",
        "    def firing(self, battle):\n        return Firing(self.firer, self.target, weapon='gun')\n\n    def check(",
        "missing 1 required positional argument: 'mount'", "return Firing(",
    ),
    "a shot of nobody": Mutant(
        "    def check(",
        "    def firing(self, battle):\n        return Firing('nobody', self.target, 'a', 'b')\n\n    def check(",
        "firer of a Firing: found nobody", "def firing",
    ),
    "a section that no test proves": Mutant('"f", "R1"', '"f", "R7"', "no test is named after section R7: test_r7_…", FIRE),
    "a fact of nobody": Mutant(
        RESOLVE, "        yield from Vessel.fate.set('nobody', 'sunk')\n" + RESOLVE, "'fate' of 'nobody', who is neither", FIRE
    ),
    "a fact of no class": Mutant(
        RESOLVE, "        yield from set_fact(self.target, 'hot', True)\n" + RESOLVE, "'hot', which no class declares", FIRE
    ),
    "a fault in a branch seldom gone": Mutant(
        "        if target.afloat and", "        print(1 / (4 - target.hull - 1))\n        if target.afloat and",
        "ZeroDivisionError", "print(1 / (4",
    ),
    "rules that remember": Mutant(
        RESOLVE, "        SEEN.append(1)\n        yield from roll('seen', f'{len(SEEN)}d6')\n" + RESOLVE, "scenario Duel", ""
    ),
    "a speed that nothing begins with": Mutant(
        "    ship_type, card", "    def most_speed(self, card): return 9\n\n    ship_type, card",
        "Duel: speed changes nothing: start it", RULESET,
    ),
    "a look-up off the table": Mutant(
        RESOLVE, "        battle.tables.figure('to hit').value.none\n" + RESOLVE, "AttributeError", "value.none"
    ),
    "a look-up by no column": Mutant(
        RESOLVE, "        battle.tables.table('weight').whole('any', 'boxs')\n" + RESOLVE, "Weight, takes: found boxs", "'boxs'"
    ),
    "a word in a table of numbers": Mutant(
        RESOLVE, "        battle.tables.table('weight').whole('any', 'drink')\n" + RESOLVE,
        "tables/sheet.toml:16: scenario Duel", "'drink'",
    ),
    **{
        f"a default {what}": Mutant(
            "    def check(", f"    extra: object = fields.{field}\n\n    def check(", said, "extra: object",
        )
        for what, field, said in (
            ("that is no number", "number('n', 0, 5, default=lambda b: 'x')", "of extra: found x, allowed: a whole number"),
            ("that is no word", "choice('n', ('a', 'b'), default=lambda b: 3)", "default of extra: found 3, allowed: text"),
            ("that is no ship", "ship('n', own_ships, default=lambda b: 3)", "default of extra: found 3, allowed: text"),
            ("that is neither yes nor no", "flag('n', default=lambda b: 'x')", "of extra: found x, allowed: true or false"),
            ("beyond its bounds", "number('n', 0, 5, default=9)", "default of extra: extra: found 9, allowed: 0 to 5"),
            ("that is no candidate", "choice('n', ('a', 'b'), default='c')", "default of extra: extra: found c, allowed: a, b"),
        )
    },
    "a default of a card": Mutant("guns: int = 1", "guns: int = 'x'", "Card: default of guns: found x, allowed", "guns: int"),
    "a track that is a fact too": Mutant(
        "    ship_type, card_type", "    def tracks(self, card, tables): return {'fate': 3}\n\n    ship_type, card_type",
        "track of Arrow: found fate", "",
    ),
    "a card that a roster gets wrong": Mutant("guns = 2", "gnus = 2", "gnus", "", "skirmish/rosters/skirmish/ships.toml"),
    "a scenario that names no card": Mutant('"Sloop", name = "Bolt"', '"Slop", name = "Bolt"', "did you mean Sloop?", "",
                                            "skirmish/rosters/skirmish/duel.toml"),
}  # fmt: skip
MORE = (
    "from fleetbook.rules.kit import Sentence, Sentences, roll, set_fact, enemy_ships,",
    "import random\nfrom fleetbook.rules.kit import Firing, Flag, Part, note\n\nSEEN = [1]\n",
)
WEIGHT = """

[table.weight]
title = "Weight"
section = "R1"
rows = { by = "gun" }
columns = { by = "takes" }
head = ["boxes", "drink"]
cells = [["any", 1, "rum"]]

[figure."dry drift"]
value = 1
section = "R1"

[modifiers.aim]
title = "Aim"
section = "R1"
line = [{ id = "near", value = 1, text = "near" }]
"""
OTHER = "\n    def other(self, battle: Battle[Vessel]) -> Effects:\n        yield from ()\n"


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_what_is_wrong_is_reported_with_file_and_line(guest: Guest, mutant: Mutant) -> None:
    guest.edited(RULES, "from fleetbook.rules.kit import Sentence, Sentences, enemy_ships,", MORE[0])
    guest.edited(RULES, "\n\nclass Card(", f"\n{MORE[1]}\n\nclass Card(")
    guest.edited(RULES, "\n\nclass Rules(", f"{OTHER}\n\nclass Rules(")
    guest.edited(RULES, "    hull = Boxes()", "    smoke = Flag()\n    hull = Boxes()")
    guest.edited(SHEET, "most = 6", f"most = 6{WEIGHT}")
    guest.edited(
        "skirmish/rosters/skirmish/duel.toml", "[[side]]", "[[side]]\nspeed = 5" if "most_speed" in mutant.new else "[[side]]"
    )
    guest.edited(mutant.file, mutant.old, mutant.new)
    guest.install()
    found = check_rules("skirmish", orders=24)
    said = [flaw for flaw in found if mutant.said in flaw]
    assert said, found
    if mutant.at:
        assert guest.line(mutant.file, mutant.at).removeprefix("skirmish/" if mutant.file == SHEET else "") in said[0]


def test_a_sound_package_has_nothing_wrong(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "30"]) == 0
    assert capsys.readouterr().out.startswith("OK   skirmish: 1 scenario, 3")


def test_the_command_lists_everything_that_is_wrong(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    guest.edited(RULES, STRIKE, "Vessel.hull.strike(self.target, 1, Says.shell)")
    guest.edited(RULES, "    def check(", "    def chek(")
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "8"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith(f"BAD  {RULES}:") or line.startswith("BAD  Duel") for line in lines)


RAM = """class Ram(Fire):
    id, title, key = "ram", "Ram", "r"

    def check(self, battle: Battle[Vessel]) -> None:
        super().check(battle)
        if battle.turn < {turn}:
            raise Refused("too far away")


"""
LEAVE = """class Leave(Order[Vessel]):
    id, title, key, section = "leave", "Leave", "v", "R1"
    ship: str = fields.ship("ship", own_ships)

    def check(self, battle: Battle[Vessel]) -> None:
        require_afloat(battle.ship(self.ship))

    def resolve(self, battle: Battle[Vessel]) -> Effects:
        yield from Vessel.fate.gone(battle.ship(self.ship), "left")


"""


def install_with(guest: Guest, orders: str, names: str) -> None:
    """The package with other orders beside that to fire."""
    guest.edited(RULES, RULESET, f"{orders}{RULESET}")
    guest.edited(RULES, "(Fire,)", f"(Fire, {names})")
    guest.edited(RULES, "\n\nclass Card(", "\nfrom fleetbook.rules.kit import Refused\n\n\nclass Card(")
    guest.install()


def test_orders_and_parts_that_no_battle_came_to_are_listed(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    install_with(guest, RAM.format(turn=99), "Ram")
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "12"]) == 0
    assert (
        "orders never given in these battles, so not checked in play: ram (more --orders may reach them)"
        in capsys.readouterr().err
    )


def test_a_modifier_whose_name_is_made_by_small_letters_counts_as_named(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.edited(SHEET, "most = 6", f"most = 6{WEIGHT}")
    guest.edited(
        RULES, RESOLVE, "        battle.modifiers('aim', ['Near'.lower()] if self.target == 'nobody' else [])\n" + RESOLVE
    )
    guest.install()
    main(["check-rules", "skirmish"])
    assert "near of aim" not in capsys.readouterr().out


@pytest.mark.campaign
def test_few_orders_at_random_come_to_what_two_orders_together_lead_to() -> None:
    check = Conformance(ruleset("coastal"), 100)
    assert list(check.flaws()) == []
    assert check.never_run() == {}


def test_ships_that_may_leave_at_any_time_keep_no_order_from_being_looked_at(
    guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    install_with(guest, LEAVE + RAM.format(turn=4), "Leave, Ram")
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "400"]) == 0
    assert "never given" not in capsys.readouterr().err


def test_an_order_whose_check_fails_is_reported_by_the_status(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.edited(RULES, "        require_afloat(", "        print(1 / 0)\n        require_afloat(")
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    capsys.readouterr()
    assert main(["status", "d.battle"]) == 0
    reported = " ".join(capsys.readouterr().out.split())
    place = guest.line(RULES, "1 / 0")
    assert f"fire cannot be given: a fault in the rules skirmish, {place}: ZeroDivisionError: division by zero" in reported


def test_rules_whose_cards_name_rows_of_no_table_are_not_loaded(guest: Guest) -> None:
    guest.edited(
        RULES, "    guns: int", "    rig: Annotated[str, msgspec.Meta(extra={'rows_of': 'wait'})] = 'any'\n    guns: int"
    )
    guest.edited(RULES, "import msgspec", "from typing import Annotated\n\nimport msgspec")
    guest.edited(SHEET, "most = 6", f"most = 6{WEIGHT}")
    guest.install()
    reported = f"{guest.line(RULES, 'class Card(')}: rows_of of rig: found wait, allowed: weight; did you mean weight?"
    with pytest.raises(InvalidInput, match=f"cannot be used: {re.escape(reported)}$"):
        check_rules("skirmish")


def test_a_status_of_a_battle_that_can_only_be_read_names_no_orders(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    guest.edited(SHEET, "value = 4", "value = 5")
    forget(guest.module)
    capsys.readouterr()
    assert main(["status", "d.battle"]) == 0
    assert "orders now: none, because this battle can only be read" in capsys.readouterr().out


def test_dice_that_rules_throw_otherwise_are_reported_in_words_and_a_briefing_has_no_empty_row(
    guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    guest.install()
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    assert "conditions" not in shown_briefing(Path("d.battle"))
    assert main(["order", "d.battle", "fire", "--dice", "1,2"]) == 0
    guest.edited(RULES, "range(battle.ship(self.firer).card.guns)", "range(1)")
    forget(guest.module)
    capsys.readouterr()
    main(["verify", "d.battle"])
    assert "dice differ: recorded D6 1*, D6 2*, derived D6 1*" in " ".join(capsys.readouterr().out.split())


def shown_briefing(path: Path) -> str:
    with refereeing(path) as at:
        at.press("f3")
        return at.text


def test_a_fault_of_a_roster_is_reported_once_with_its_line_however_many_scenarios_use_it(guest: Guest) -> None:
    ships, duel = "skirmish/rosters/skirmish/ships.toml", guest.folder / "skirmish/rosters/skirmish/duel.toml"
    duel.with_name("again.toml").write_text(duel.read_text(encoding="utf-8"), encoding="utf-8")
    guest.edited(ships, "guns = 2", "gnus = 2")
    guest.install()
    key = "ship Sloop: key: found gnus, allowed: name, hull, guns; did you mean guns?"
    assert check_rules("skirmish") == [f"{guest.folder}/{guest.line(ships, 'gnus')}: {key}"]


def test_rules_without_a_scenario_are_reported_where_to_put_one(guest: Guest) -> None:
    guest.install()
    (guest.folder / "skirmish/rosters/skirmish/duel.toml").unlink()
    reported = "there is no scenario for these rules: put one into rosters/skirmish/"
    assert check_rules("skirmish") == [f"{guest.line(RULES, 'class Rules(')}: {reported}"]


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_source_of_our_own_rules_has_nothing_wrong(name: str) -> None:
    assert list(flaws_in_source(ruleset(name))) == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["coastal", "aanda", "fgdn", "gwas", "gwas-variant"])
def test_our_own_rules_have_nothing_wrong_however_long_they_are_played(name: str) -> None:
    assert check_rules(name, orders=100) == []
