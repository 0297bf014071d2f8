"""Mistakes in a stranger's doctrines: balance and check-rules name the rules, the class or doctrine, the file and the line."""

from __future__ import annotations

import pickle

import pytest

from fleetbook.__main__ import main
from fleetbook.balance.ground import ground_of
from fleetbook.balance.play import fight
from fleetbook.balance.proved import flaws_in_battles
from fleetbook.core.doctrines.finding import doctrines_of, models_of
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.store.catalogue import ruleset
from fleetbook.testing.doctrines import flaws_in_doctrines
from tests.packages.guests import Guest
from tests.packages.test_doctrines_page import follow

CODE, RULES, PLANE = "skirmish/doctrines/__init__.py", "skirmish/rules.py", "skirmish/doctrines/plane.toml"
STEP, SPEED = "    def step(", "    def speed(self, battle: Battle[Vessel], ship: Vessel) -> float:\n        return 5\n"
SECOND = 'class Again(Together):\n    """The same."""\n\n    title = "again"\n\n\nMODELS'
RANGE = 'measured=fields.Range("firer", "target")'


@pytest.fixture
def skirmish(guest: Guest) -> Guest:
    """The package with the page's doctrine."""
    follow(guest)
    return guest


DECLARED = {
    "an instance": (CODE, "MODELS = SkirmishModels", "MODELS = SkirmishModels()",
                    "MODELS: found an instance of SkirmishModels, allowed: a class derived from Models", "MODELS ="),
    "no tuple": (CODE, "(Together,)", "Together", "DOCTRINES: found the class Together, allowed: a tuple", "DOCTRINES ="),
    "no speed": (CODE, SPEED, "", "SkirmishModels has no speed: models need this method", "class SkirmishModels"),
    "an old signature": (CODE, "self, battle: Battle[Vessel], ship: Vessel", "self, ship: Vessel",
                         "SkirmishModels.speed: found (self, ship), allowed: (self, battle, ship)", "def speed"),
    "no id": (CODE, 'id, title = "together", "all at one"', 'title = "all at one"', "Together has no id", "class Together"),
    "no step": (CODE, STEP, "    def steps(", "Together has no step", "class Together"),
    "one id twice": (CODE, "(Together,)", "(Together, Again)", "Again has the id together of Together", "class Again"),
    "the drawn one": (CODE, '"together"', '"surprise"', "surprise is reserved for a doctrine chosen by lot", "class Together"),
    "not loaded": (CODE, "MODELS = SkirmishModels", "MODELS = SkirmishModel", "name 'SkirmishModel' is not defined", "MODELS ="),
    "no Python": (CODE, "MODELS = SkirmishModels", "MODELS = (", "cannot be loaded: SyntaxError", "MODELS ="),
}  # fmt: skip


@pytest.mark.parametrize("name", DECLARED)
def test_a_wrong_declaration_is_named(skirmish: Guest, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file, old, new, said, at = DECLARED[name]
    skirmish.edited(CODE, "MODELS", SECOND)
    skirmish.edited(file, old, new)
    skirmish.install()
    with pytest.raises(RulesFault) as raised:
        [models_of(ruleset("skirmish")), doctrines_of(ruleset("skirmish"))]
    assert str(raised.value).startswith(f"a fault in the rules skirmish, {skirmish.line(CODE, at)}: ")
    assert said in str(raised.value)
    assert raised.value.what in list(flaws_in_doctrines(ruleset("skirmish")))
    capsys.readouterr()
    assert main(["balance", "skirmish/duel", "--battles", "1", "--jobs", "1"]) == 2
    assert said in capsys.readouterr().err


MEASURED = {
    "attacks nothing": (CODE, "frozenset({Fire.id})", "frozenset()", "attacks names no order"),
    "attacks by another order": (CODE, "{Fire.id}", '{"fires"}', "attacks: found fires"),
    "a range to no input": (RULES, RANGE, 'measured=fields.Range("firer", "tagret")', "found tagret, allowed: firer, target"),
    "an arc for a number": (RULES, RANGE, 'measured=fields.Arc("firer", "target")', "Arc measures a choice: found number"),
    "an arc without a sector": (
        RULES, '    range: int',
        '    face: str = fields.choice("face", ("port", "bow"), measured=fields.Arc("firer", "target"))\n    range: int',
        "Fire.face: [arc] of plane.toml: found no sector for bow, allowed: port, starboard",
    ),
    "no length": (PLANE, "[figure.length]", "[figure.lenght]", "plane.toml of skirmish.doctrines: figure: found no length"),
    "no TOML": (PLANE, "[figure.length]", "[figure.length", "plane.toml of skirmish.doctrines: found"),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_what_models_and_measures_lack_is_named(skirmish: Guest, name: str) -> None:
    file, old, new, said = MEASURED[name]
    skirmish.edited(file, old, new)
    skirmish.install()
    assert any(said in flaw for flaw in flaws_in_doctrines(ruleset("skirmish"))), list(flaws_in_doctrines(ruleset("skirmish")))


FOUGHT = {
    "may with an unknown input": ("ship.name, target=", "ship.name, tagret=", "input of fire: found tagret", "tagret="),
    "a proposal with an unknown input": ('"target": foe.name', '"tagret": foe.name', "found tagret", "class Together"),
    "no Proposed": ("yield Proposed(Fire, inputs, Helm(ABEAM, foe.name, 15), (ship.name,))", "yield Fire", "step yields <class",
                    "class Together"),
    "no iterator": ("yield Proposed(", "return Proposed(", "is `yield` missing?", "class Together"),
    "code that fails": ("foe = min(", "1 / 0; foe = min(", "doctrine together: ZeroDivisionError: division by zero", "1 / 0"),
    "a helm to nobody": ("Helm(ABEAM, foe.name, 15)", 'Helm(ABEAM, "Bolte", 15)', "helm: by: found Bolte, allowed: Arrow, Bolt",
                         "class Together"),
    "an unknown course": ("Helm(ABEAM, foe.name, 15)", 'Helm("abaem of", foe.name)', "helm: course: found abaem of",
                          "class Together"),
    "a speed in words": ("return 5", "return None", "TypeError", "class SkirmishModels"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUGHT)
def test_a_short_battle_shows_what_fails(skirmish: Guest, name: str) -> None:
    old, new, said, at = FOUGHT[name]
    skirmish.edited(CODE, old, new)
    skirmish.install()
    assert list(flaws_in_doctrines(ruleset("skirmish"))) == []
    (flaw,) = flaws_in_battles(ruleset("skirmish"))
    assert flaw.startswith(f"{skirmish.line(CODE, at)}: ")
    assert said in flaw
    assert "together" in flaw


def test_the_doctrines_of_the_page_have_no_mistake_with_a_table_and_without_one(skirmish: Guest) -> None:
    skirmish.install()
    assert [*flaws_in_doctrines(ruleset("skirmish")), *flaws_in_battles(ruleset("skirmish"))] == []
    duel = skirmish.folder / "skirmish/rosters/skirmish/duel.toml"
    text = duel.read_text(encoding="utf-8")
    for block in [block for block in text.split("\n\n") if block.startswith(("[table]", "[[side.place]]"))]:
        text = text.replace(block, "")
    duel.write_text(text, encoding="utf-8")
    assert list(flaws_in_battles(ruleset("skirmish"))) == []


def test_check_rules_lets_doctrines_fight(skirmish: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    skirmish.edited(CODE, "Helm(ABEAM, foe.name, 15)", 'Helm(ABEAM, "Bolte", 15)')
    skirmish.install()
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "5"]) == 2
    assert f"BAD  {skirmish.line(CODE, 'class Together')}: doctrine together: " in capsys.readouterr().out


def test_a_word_without_a_sector_is_a_fault_in_play_too(skirmish: Guest) -> None:
    words = 'fields.choice("face", lambda battle: ("port", "bow"), measured=fields.Arc("firer", "target"))'
    skirmish.edited(RULES, "    range: int", f"    face: str = {words}\n    range: int")
    skirmish.install()
    with pytest.raises(RulesFault, match="no sector for bow"):
        fight(ground_of("skirmish/duel"), "1", {"Red": "together", "Blue": "together"})


def test_the_page_of_the_balance_gives_the_reason_of_the_first_refusal(
    skirmish: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    skirmish.edited(CODE, "if foe and chair.may(Fire, firer=ship.name, target=foe.name):", "if foe:")
    skirmish.edited(CODE, '"firer": ship.name', '"firer": foe.name')
    skirmish.install()
    capsys.readouterr()
    assert main(["balance", "skirmish/duel", "--battles", "2", "--jobs", "1", "--changes", "0"]) == 0
    page = capsys.readouterr().out
    below = page[page.index("Reason of the first") :]
    assert "together" in below.splitlines()[1] or "together" in below.splitlines()[2]
    assert "Fire" in below


def test_rules_lists_the_doctrines(skirmish: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    skirmish.install()
    capsys.readouterr()
    assert main(["rules", "skirmish"]) == 0
    listed = capsys.readouterr().out
    assert "doctrines\n  together  All ships fire at the enemy with the fewest boxes left" in listed
    assert main(["rules", "skirmish", "together"]) == 0
    assert capsys.readouterr().out.startswith("doctrine together: all at one\n")


def test_check_takes_the_name_of_a_scenario(skirmish: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    skirmish.install()
    capsys.readouterr()
    assert main(["check", "skirmish/duel"]) == 0
    assert capsys.readouterr().out.startswith("OK   skirmish/duel: scenario of skirmish")


def test_a_fault_comes_back_whole_from_another_process() -> None:
    fault = pickle.loads(pickle.dumps(RulesFault("skirmish", "no speed", "rules.py:3")))
    assert (str(fault), fault.place) == ("a fault in the rules skirmish, rules.py:3: no speed", "rules.py:3")
    wrong = pickle.loads(pickle.dumps(InvalidInput("side", "Rde", "Red, Blue", "Red")))
    assert (str(wrong), wrong.near) == ("side: found Rde, allowed: Red, Blue; did you mean Red?", "Red")
