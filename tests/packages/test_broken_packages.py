"""A faulty package harms no other rules, no command and no page. Its fault has package, file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.core.errors import InvalidInput
from fleetbook.store.catalogue import UnusableRules, installed, ruleset
from fleetbook.tui.home.listing import items, rules_title
from tests.packages.guests import Guest, forget, made

OURS = ["aanda", "coastal", "fgdn", "gwas", "gwas-variant"]
RULES, SHEET = "skirmish/rules.py", "skirmish/tables/sheet.toml"


@dataclass(frozen=True)
class Broken:
    """A change in a file of the package, the message about it, and its file and line (the text there)."""

    file: str
    old: str
    new: str
    said: str
    at: str = ""


ORDER = "class Fire(Order[Vessel])"
FRAME = "class Rules(Ruleset[Vessel])"
TITLES = 'id, title, version, unit = "skirmish", "Skirmish", "1", "cm"'
BROKEN = {
    "a slip of the keyboard": Broken(RULES, "class Card(", "clas Card(", "SyntaxError", "clas Card("),
    "a module that is not there": Broken(RULES, "import msgspec", "import nowhere", "No module named 'nowhere'", "nowhere"),
    "a name that is not there": Broken(RULES, "hull = Boxes()", "hull = Boxs()", "name 'Boxs' is not defined", "Boxs()"),
    "a fault as it is imported": Broken(RULES, "RULESET = Rules()", "RULESET = 1 / 0", "ZeroDivisionError", "1 / 0"),
    "it ends the program": Broken(RULES, "RULESET = Rules()", "raise SystemExit(3)", "SystemExit: 3", "raise SystemExit"),
    "no such object": Broken(RULES, "RULESET = Rules()", "RULES = Rules()", "has no attribute 'RULESET'"),
    "no rules": Broken(RULES, "RULESET = Rules()", "RULESET = Rules", "an instance of Ruleset whose id is skirmish"),
    "another id": Broken(RULES, '"skirmish", "Skirmish"', '"skirmishes", "Skirmish"', "whose id is skirmish"),
    "no title": Broken(RULES, TITLES, 'id, version, unit = "skirmish", "1", "cm"', "title: found nothing", FRAME),
    "a unit that is a number": Broken(RULES, '"1", "cm"', '"1", 2', "unit: found 2", FRAME),
    "a card of another kind": Broken(RULES, "Vessel, Card, (Fire,)", "Vessel, dict, (Fire,)", "derived from Struct", FRAME),
    "a part among the orders": Broken(RULES, "(Fire,)", "(Fire, Card)", "classes derived from Order", FRAME),
    "no phase": Broken(RULES, 'TurnSequence((Phase("first", "1", "fires", 0), Phase("second", "2", "fires", 1)))',
                       "TurnSequence(())", "no phase", FRAME),
    "a phase twice": Broken(RULES, 'Phase("second"', 'Phase("first"', "phase first is listed twice", FRAME),
    "a phase misspelt": Broken(RULES, "    firer: str", '    phases = ("frist",)\n    firer: str', "did you mean first?", ORDER),
    "a key of a command": Broken(RULES, '"Fire", "f", "R1"', '"Fire", "u", "R1"', "a key that does not belong to undo", ORDER),
    "the key of another order": Broken(RULES, '"Fire", "f", "R1"', '"Fire", ">", "R1"', "that of next in the same step", ORDER),
    "a key of two letters": Broken(RULES, '"Fire", "f", "R1"', '"Fire", "ff", "R1"', "allowed: one character", ORDER),
    "the name of another order": Broken(RULES, '"fire", "Fire", "f"', '"strike", "Fire", "f"', "that of StrikeByHand", ORDER),
    "a headline of an input that is not there": Broken(RULES, "    firer: str", '    says = "{firr} fires"\n    firer: str',
                                                       "says of Fire: found firr, allowed: firer, target; did you mean firer?",
                                                       ORDER),
    "a doing of an input that is not there": Broken(RULES, "    firer: str", '    from fleetbook.rules.kit import Cause\n'
                                                    '    doing = Cause(by="{firr}")\n    firer: str',
                                                    "doing of Fire: found firr, allowed: firer, target; did you mean firer?",
                                                    ORDER),
    "a headline with a brace too many": Broken(RULES, "    firer: str", '    says = "{firer fires"\n    firer: str',
                                               "says of Fire: expected '}' before end of string", ORDER),
    "an order without a title": Broken(RULES, 'id, title, key, section = "fire", "Fire", "f", "R1"', 'id, key = "fire", "f"',
                                       "Fire has no title", ORDER),
    "an input that is none": Broken(RULES, 'firer: str = fields.ship("firer", own_ships)', "firer: str", "Fire.firer", ORDER),
    "a default of the wrong kind": Broken(RULES, "own_ships)", "own_ships, default=7)", "fire: default of firer", "firer: str"),
    "modifiers that are not there": Broken(RULES, "    def check", '    a: tuple[str, ...] = fields.modifiers("aim", "aim", ())\n'
                                           "    def check", "modifiers of fire: found aim", ORDER),
    "a track that no card has": Broken(RULES, "hull = Boxes()", "hull = Boxes()\n    powder = Boxes()",
                                       "track powder: found no key of the card, allowed: name, hull", "class Vessel"),
    "one fact declared twice": Broken(RULES, "hull = Boxes()", 'hull, keel = Boxes(), Boxes("hull")', "both stored as 'hull'",
                                      "class Vessel"),
    "tables that fail as they are made": Broken(RULES, TITLES, f"{TITLES}\n\n    def table_files(self):\n        return 1 / 0\n",
                                                "ZeroDivisionError: division by zero", "1 / 0"),
    "a table that is no TOML": Broken(SHEET, "value = 4", "value = ", "at line 5", ""),
    "a table's key misspelt": Broken(SHEET, "most = 6", "mots = 6", "tables/sheet.toml:8", ""),
    "a figure out of its bounds": Broken(SHEET, "value = 4", "value = 9", "tables/sheet.toml:5", ""),
    "a figure of the wrong kind": Broken(SHEET, "value = 4", "value = []", "tables/sheet.toml:5", ""),
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_fault_is_reported_with_package_and_place_and_harms_no_other(guest: Guest, broken: Broken) -> None:
    guest.edited(broken.file, broken.old, broken.new)
    guest.install()
    with pytest.raises(UnusableRules) as raised:
        ruleset("skirmish")
    said = str(raised.value)
    assert said.startswith("the rules skirmish of skirmish 1 cannot be used: ")
    assert broken.said in said
    if broken.at:
        assert guest.line(broken.file, broken.at) in said
    usable, unusable = installed()
    assert [rules.id for rules in usable] == OURS
    assert [str(problem) for problem in unusable] == [said]
    assert [item.problem for item in items() if item.ruleset == "skirmish"] == ["", ""]
    assert rules_title("skirmish") == "skirmish"


def test_every_command_goes_on_without_them(guest: Guest, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    guest.edited(RULES, "class Card(", "clas Card(")
    guest.install()
    reported = f"the rules skirmish of skirmish 1 cannot be used: {guest.line(RULES, 'clas Card(')}: SyntaxError"
    for words in (["rules"], ["keys"]):
        assert main(words) == 0
        shown = capsys.readouterr()
        assert "WWII coastal warfare" in shown.out
        assert reported in shown.err
    assert main(["new", "convoy", "-o", str(tmp_path / "c.battle")]) == 0
    capsys.readouterr()
    for words in (["rules", "skirmish"], ["new", "skirmish/duel"], ["sheets", "skirmish/ships"]):
        assert main(words) == 2
        assert reported in capsys.readouterr().err
    assert main(["check", str(guest.folder / "skirmish/rosters/skirmish/duel.toml")]) == 2
    assert reported in capsys.readouterr().out


def test_an_id_of_ours_is_refused_by_name_and_ours_stays(guest: Guest) -> None:
    guest.edited(RULES, '"skirmish", "Skirmish"', '"coastal", "Skirmish"')
    guest.install(name="coastal")
    assert ruleset("coastal").title == "WWII coastal warfare"
    (reported,) = installed()[1]
    assert str(reported).startswith(
        "the rules coastal of skirmish 1 cannot be used: the id coastal already belongs to rules of fleetbook"
    )


def test_of_two_packages_with_one_id_neither_is_used(guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guest.install()
    (tmp_path / "second").mkdir()
    second = made(tmp_path / "second", monkeypatch, "brawl")
    second.install(name="skirmish")
    with pytest.raises(UnusableRules, match=r"skirmish of brawl 1 cannot be used: skirmish 1 has the same id"):
        ruleset("skirmish")
    forget("brawl")


def test_an_entry_point_that_names_nothing(guest: Guest) -> None:
    guest.install(value="skirmish.nowhere:RULESET")
    with pytest.raises(InvalidInput, match=r"skirmish.nowhere:RULESET: ModuleNotFoundError"):
        ruleset("skirmish")


def test_a_sound_package_is_used(guest: Guest) -> None:
    guest.install()
    assert ruleset("skirmish").title == "Skirmish"
    assert installed()[1] == []
