"""What rules say: check-rules tells plain words and sentences that cannot be said; plain words are played all the same."""

from __future__ import annotations

import pytest

from fleetbook.__main__ import main
from fleetbook.store.catalogue import ruleset
from fleetbook.testing import Game, check_rules, scenario
from tests.packages.guests import Guest
from tests.packages.test_check_rules import RESOLVE, RULES, THROW, Mutant

MUTANTS = {
    "a note in plain words": Mutant(
        RESOLVE,
        '        yield from note("fire")\n' + RESOLVE,
        "this note has plain text, 'fire': declare it as a Sentence",
        "note(",
    ),
    "a change in plain words": Mutant(
        RESOLVE,
        '        yield from Vessel.smoke.set(self.target, said=f"{self.target} smokes")\n' + RESOLVE,
        "this change has plain text",
        "said=f",
    ),
    "a throw for plain words": Mutant(THROW, THROW.replace("Says.to_hit", "'to hit'"), "this throw has plain text", "'to hit', "),
    "a fate in plain words": Mutant(
        "Says.shells_of(firer=self.firer)", "'shells' if target.afloat else Says.shell", "this fate has plain text", "'shells'"
    ),
    "a sentence in place": Mutant(
        RESOLVE, '        yield from note(Sentence("fire"))\n' + RESOLVE, "declare the Sentence in a class of Sentences", "note("
    ),
    "a sentence misspelt": Mutant("Says.to_hit", "Says.to_hti", "found to_hti, allowed: ", "to_hti"),
    "a sentence of no rules": Mutant(
        "    sentences = Says", "    # sentences = Says", "Says.to_hit is not a sentence of Rules", "Says.to_hit"
    ),
    "a sentence without its value": Mutant(
        "Says.shells_of(firer=self.firer)", "Says.shells_of(fired=self.firer)", "has no value for firer", "fired="
    ),
    "a sentence without a value that no throw gives": Mutant(
        THROW, THROW.replace("Says.to_hit", "Says.shells_of"), "Says.shells_of has no value for firer", "if (yield"
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_sentence_that_is_wrong_is_reported_with_file_and_line(mutant: Mutant, guest: Guest) -> None:
    guest.edited(RULES, "fields  # the rules kit", "fields, Flag, note")
    guest.edited(RULES, "    hull = Boxes()", '    smoke = Flag(sign="SMOKE", words="smokes")\n    hull = Boxes()')
    guest.edited(mutant.file, mutant.old, mutant.new)
    guest.install()
    said = [flaw for flaw in check_rules("skirmish", orders=8) if mutant.said in flaw]
    assert said
    assert guest.line(mutant.file, mutant.at) in said[0]


def test_a_sentence_that_no_rule_says_is_a_remark(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    guest.edited(
        RULES, '    shell = Sentence("a shell")', '    boards = Sentence("{ship} boards")\n    shell = Sentence("a shell")'
    )
    guest.install()
    capsys.readouterr()
    assert main(["check-rules", "skirmish", "--orders", "8"]) == 0
    assert "declared sentences that no rule says: boards" in capsys.readouterr().err


def test_plain_words_are_played_all_the_same(guest: Guest) -> None:
    guest.edited(RULES, "Says.shells_of(firer=self.firer)", 'f"shells of {self.firer}"')
    guest.install()
    game = Game(ruleset("skirmish"), scenario("skirmish/duel"))
    game.strike("Bolt", "hull", 2)
    game.give("fire", 6, 1, firer="Arrow", target="Bolt")
    assert game["Bolt"].fate == "sunk T1: shells of Arrow"
