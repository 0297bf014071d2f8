"""A page's words: who fired at whom with which dice, whose turn it is, what is hidden, each thing once."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from fleetbook.core.battle.result import GRAVE, HIT, Result
from fleetbook.core.play.journal import Journal
from fleetbook.share.page import page_for
from fleetbook.share.story import news
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.cli.battles import Table
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.reports.page import Page
from tests.rules.aanda import fleet as aanda


def text(fragment: str) -> str:
    """What is read of a fragment."""
    return " ".join(Page(f"<body>{fragment}</body>").elements[0].text.split())


@pytest.fixture(scope="module")
def tsushima(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("battle") / "b.battle"
    assert play("tsushima", path).code == 0
    return path


def test_a_result_names_firer_and_target_and_has_every_die(tsushima: Path) -> None:
    with BattleFile.open(tsushima, read_only=True) as file:
        journal = Journal(file.journal.ruleset, file.journal.setup, file.journal.stream.seed)
        for record in file.journal.records:
            journal.append(record)
            if record.headline == "2nd Detachment fires at Asama, 40 cm":
                break
        result = text(page_for(journal, "Japan").fragments["result"])
        faces = [str(face.face) for face in record.faces]
    assert result.startswith("2nd Detachment fires at Asama, 40 cm 4 HITS of 43 on Asama")
    assert "Navarin: 12 in hit 1 of 4" in result
    thrown = re.findall(r"D[0-9]+ ([0-9]+(?:, [0-9]+)*)", result.partition("The dice")[2])
    assert [face for faces_of in thrown for face in faces_of.split(", ")] == faces


def test_a_side_reads_that_it_is_its_turn_and_the_others_whose_it_is() -> None:
    journal = Journal(ruleset("coastal"), load_setup("convoy"), "1")
    pages = {side: page_for(journal, side) for side in (*journal.setup.sides, None)}
    assert [page.yours for page in pages.values()] == [True, False, False]
    assert "Your turn repairs" in text(pages["Royal Navy"].fragments["now"])
    assert "Royal Navy repairs" in text(pages["Kriegsmarine"].fragments["now"])


def test_conditions_are_said_without_their_names() -> None:
    journal = Journal(ruleset("coastal"), load_setup("convoy"), "1")
    assert "Night · clear · calm · " in text(page_for(journal, None).fragments["now"])


def test_options_of_the_rules_are_no_conditions() -> None:
    journal = Journal(ruleset("fgdn"), load_setup("dogger-bank"), "1")
    assert " · no" not in text(page_for(journal, None).fragments["now"])


def test_as_far_as_seen_is_said_only_of_a_side_of_which_something_is_hidden() -> None:
    ships = [aanda.ship("Chen Yuen")], [aanda.ship("Yoshino")]
    hidden = aanda.Game(*ships, squadrons={"red": {"contact": True}}).journal
    assert "as far as seen" in page_for(hidden, aanda.BLUE).fragments["forces"]
    assert "as far as seen" not in page_for(hidden, aanda.RED).fragments["forces"]
    assert "as far as seen" not in page_for(aanda.Game(*ships).journal, aanda.BLUE).fragments["forces"]


@pytest.fixture
def yalu(tmp_path: Path) -> Table:
    """The Yalu in the step of spotting, after Japan has won the initiative."""
    path = tmp_path / "y.battle"
    assert fleetbook("new", "yalu", "-o", str(path), "--seed", "7").code == 0
    table = Table(path)
    table.order("next")
    table.order("next", "--choose", "Japan")
    squadrons = ("Flying Squadron", "Beiyang line", "Main Squadron", "River group", "Disengaged side")
    for squadron in squadrons:
        table.order("move", f"squadron={squadron}", "speed=10")
    table.order("next")
    table.order("next")
    return table


def results(table: Table, side: str | None = None) -> str:
    """What has just happened, as a page says it."""
    with BattleFile.open(table.path, read_only=True) as file:
        return text(page_for(file.journal, side).fragments["result"])


def test_a_sighting_is_news_and_names_its_step_once_the_battle_has_gone_on(yalu: Table) -> None:
    assert "WINS THE INITIATIVE" in results(yalu)
    yalu.order("spot", "squadron=Flying Squadron", "contact=River group", "range=13")
    for side in ("Japan", None):
        assert "SPOTTED" in results(yalu, side).upper()
        assert "WINS THE INITIATIVE" not in results(yalu, side)
    seen = results(yalu)
    yalu.order("next")
    assert results(yalu) == f"T1.5 {seen}"


def test_that_orders_were_taken_back_is_told_until_the_next_order(yalu: Table) -> None:
    assert fleetbook("undo", str(yalu.path), "--to", "6").code == 0
    assert "Taken back" in results(yalu)
    yalu.order("move", "squadron=Disengaged side", "speed=12")
    assert "Taken back" not in results(yalu)


def test_the_gravest_result_of_an_order_is_told_first() -> None:
    told = Result(kind=HIT, head="hit", words="All stopped by armour."), Result(kind=GRAVE, head="fire", words="CATASTROPHE.")
    view = SimpleNamespace(results=lambda record: told)
    said = news(view, SimpleNamespace(record=None, telling=None))  # type: ignore[arg-type]
    assert (said.words, said.rows) == ("CATASTROPHE.", ("All stopped by armour.",))


def test_the_journal_says_a_move_once() -> None:
    game = aanda.Game([aanda.ship("Chen Yuen")], [aanda.ship("Yoshino")])
    game.go("movement")
    game.give("move", squadron="red", speed=9)
    journal = text(page_for(game.journal, None).fragments["journal"])
    assert journal.count("at 9 kt") == 1
