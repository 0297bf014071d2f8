"""What a card's declaration gives a title stands on the card in the app, in the shell, in the dialogue and on the sheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.cli.plain.speech import ship_lines
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.roster import read_roster
from fleetbook.tui.roster.card_rows import sections
from fleetbook.tui.roster.field_kinds import fields_of
from fleetbook.tui.roster.sample_card import about_sample, sample_card
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"
ARMOUR = """class Armour(msgspec.Struct, frozen=True):
    belt: Annotated[float, msgspec.Meta(title="belt", extra={"unit": "in"})] = 3.5
    deck: Annotated[int, msgspec.Meta(title="deck", extra={"unit": "in"})] = 0
    maker: str = "unsaid"


class Card("""
FIELDS = """    armour: Annotated[Armour, msgspec.Meta(title="armour")] = Armour()
    crew: Annotated[int, msgspec.Meta(title="crew")] = 120
    rig: Annotated[str, msgspec.Meta(title="rig")] = ""
    guns: int = 1"""
REPORTED = ["armour belt 3.5 in, deck 1 in", "crew 120"]


@pytest.fixture
def armoured(guest: Guest) -> Guest:
    guest.edited(RULES, "import msgspec  #", "from typing import Annotated\n\nimport msgspec  #")
    guest.edited(RULES, "class Card(", ARMOUR)
    guest.edited(RULES, "    guns: int = 1", FIELDS)
    guest.edited("skirmish/rosters/skirmish/ships.toml", "hull = 3", "hull = 3\narmour = { deck = 1 }")
    guest.install()
    return guest


def test_defaults_units_and_nested_tables_are_reported_and_what_is_empty_is_not(armoured: Guest) -> None:
    card = read_roster(armoured.folder / "skirmish/rosters/skirmish/ships.toml").ship[0]
    rules = ruleset("skirmish")
    view = sample_card(rules, card)
    assert [str(one) for one in view.particulars or ()] == REPORTED
    assert [line.strip() for line in ship_lines(view)][-2:] == REPORTED
    page = ["".join(text for text, _ in line).strip() for line in about_sample(rules, card, 70, (120, 40))]
    assert "particulars  armour belt 3.5 in, deck 1 in, crew 120" in page


def test_the_shell_and_the_sheet_have_them(armoured: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 0
    assert main(["sheets", "d.battle", "-o", "s.html"]) == 0
    capsys.readouterr()
    assert main(["status", "d.battle"]) == 0
    assert all(reported in capsys.readouterr().out for reported in REPORTED[:1])
    sheet = Path("s.html").read_text(encoding="utf-8")
    assert all(reported in sheet for reported in REPORTED)
    assert "unsaid" not in sheet


def test_json_has_the_key_where_there_are_some_and_only_there(armoured: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    for scenario, expected in (("skirmish/duel", {"label": "crew", "value": "120"}), ("convoy", None)):
        assert main(["new", scenario, "-o", f"{scenario[:4]}.battle"]) == 0
        capsys.readouterr()
        assert main(["status", f"{scenario[:4]}.battle", "--json"]) == 0
        ship = json.loads(capsys.readouterr().out)["ships"][0]
        assert ship.get("particulars", [None])[-1] == expected


def test_the_ship_editor_calls_keys_by_their_titles(armoured: Guest) -> None:
    armoured.edited(RULES, 'msgspec.Meta(title="rig")', 'msgspec.Meta(title="how rigged")')
    fields = fields_of(ruleset("skirmish").card_type)
    (plain, *_) = sections({"name": "Gale", "hull": 3}, fields, ())
    assert [row.label for row in plain.rows] == ["name", "hull", "crew", "how rigged", "guns"]


def test_a_spreadsheet_fills_in_what_has_a_title_or_may_be_left_out(armoured: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    armoured.edited(
        RULES, "    guns: int = 1", '    lead: Annotated[int | None, msgspec.Meta(title="lead")] = None\n    guns: int = 1'
    )
    Path("ships.csv").write_text("name,hull,rig,crew,lead\nGale,3,lateen,80,\nSquall,4,brig,90,2\n", encoding="utf-8")
    assert main(["import", "--ruleset", "skirmish", "ships.csv", "-o", "ships.toml"]) == 0
    gale, squall = read_roster(Path("ships.toml")).ship
    assert (gale["rig"], gale["crew"], "lead" in gale) == ("lateen", 80, False)
    assert (squall["rig"], squall["crew"], squall["lead"]) == ("brig", 90, 2)
