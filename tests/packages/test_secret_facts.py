"""A stranger's secret facts: whoever may not know of one reads the same whatever it is, byte for byte, rulings included."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.play.side_view import SideView
from fleetbook.share.page import page_for
from fleetbook.store.library.build_setup import load_setup
from tests.packages.guests import Guest
from tests.trust.pairs import Pairs
from tests.trust.twins import DOCUMENTS

RULES = "skirmish/rules.py"
LOAD = '''class Load(Order[Vessel]):
    """Load the guns, which nobody else sees."""

    id, title, key, section, unread = "load", "Load", "l", "R2", ("shot",)
    ship: str = fields.ship("ship", own_ships)
    shot: str = fields.choice("shot", ("round", "chain", "grape"))

    def resolve(self, battle):
        yield from Vessel.loaded.set(self.ship, self.shot, said=Says.loads)


class Rules('''
DECLARED = (
    "secret=True",
    "known_to=lambda battle, ship, other, side: battle.ship(ship).side == side",
)


@pytest.fixture(params=DECLARED, ids=["secret", "known to"])
def rules(guest: Guest, request: pytest.FixtureRequest) -> Any:
    """Rules of a ship that knows with what she is loaded."""
    word = f'Word(sign="{{}}", words="loaded with {{}}", allowed=("round", "chain", "grape"), by_hand=True, {request.param})'
    guest.edited(RULES, "import Battle,", "import Word, Battle,")
    guest.edited(RULES, "    hull = Boxes()", f"    loaded = {word}\n    hull = Boxes()")
    guest.edited(RULES, "    shell = ", '    loads = Sentence("{ship} loads {after}")\n    shell = ')
    guest.edited(RULES, "class Rules(", LOAD)
    guest.edited(RULES, "(Fire,)", "(Fire, Load)")
    guest.install()
    return importlib.import_module("skirmish.rules").RULESET


def loaded(rules: Any, shot: str) -> testing.Game[Any]:
    """Arrow loads, and fires at Bolt."""
    game: testing.Game[Any] = testing.Game(rules, load_setup("skirmish/duel"))
    game.give("load", ship="Arrow", shot=shot)
    game.give("fire", 4, 2, firer="Arrow", target="Bolt")
    return game


def ruled(rules: Any, shot: str) -> testing.Game[Any]:
    """The referee says with what she is loaded, takes it back, and says it again."""
    game: testing.Game[Any] = testing.Game(rules, load_setup("skirmish/duel"))
    game.give("load", ship="Arrow", shot="round")
    game.put("Arrow", "loaded", shot)
    game.journal.append(game.journal.undo(1))
    game.put("Arrow", "loaded", shot)
    return game


@pytest.mark.parametrize("play", [loaded, ruled])
def test_a_secret_fact_tells_nothing_to_the_other_side(rules: Any, play: Any) -> None:
    pairs = Pairs()
    pairs.pair("Blue", "round", "chain")(lambda secret: play(rules, secret))
    pairs.check("<lambda>", DOCUMENTS)


@pytest.mark.parametrize("play", [loaded, ruled])
def test_neither_does_the_players_window(rules: Any, play: Any) -> None:
    for reader in ("Blue", None):
        one, other = (page_for(play(rules, shot).journal, reader).fragments for shot in ("round", "chain"))
        assert one == other
    assert "loaded with chain" in str(page_for(play(rules, "chain").journal, "Red").fragments)


def test_its_own_side_reads_the_change_the_ruling_and_the_card(rules: Any) -> None:
    assert "Arrow loads chain" in str(SideView(loaded(rules, "chain").journal, "Red").records)
    ruling = ruled(rules, "chain").read_by("Red")[-1]
    assert "referee sets loaded of Arrow to chain" in ruling and "Arrow, by hand: loaded with chain." in ruling
