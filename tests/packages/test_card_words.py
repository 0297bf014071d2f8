"""A word of a card that must be a row of a table: refused with the rows, beside all else that is wrong; offered in the editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.store.catalogue import ruleset
from fleetbook.tui.roster.card_rows import sections
from fleetbook.tui.roster.field_kinds import fields_of, offering
from tests.packages.guests import Guest

RULES = "skirmish/rules.py"
TABLES = """
[table.gunnery]
title = "To hit"
section = "R1"
rows = { by = "gun" }
columns = { by = "takes" }
head = ["score"]
cells = [["long", 3], ["carronade", 2]]

[table.crews]
title = "Crews"
section = "R2"
rows = { by = "crew" }
columns = { by = "is worth" }
head = ["nerve"]
cells = [["crack", 2], ["raw", 5]]
"""
FIELDS = """    gun: Annotated[str, msgspec.Meta(extra={"rows_of": "gunnery"})]
    crew: Annotated[str, msgspec.Meta(title="her crew", extra={"rows_of": "crews"})] = ""
    tender: Boat = Boat()
"""
BOAT = """class Boat(msgspec.Struct, frozen=True):
    gun: Annotated[str, msgspec.Meta(extra={"rows_of": "gunnery"})] = "long"


class Card("""


@pytest.fixture
def armed(guest: Guest) -> Guest:
    guest.edited(RULES, "import msgspec  #", "from typing import Annotated\n\nimport msgspec  #")
    guest.edited(RULES, "class Card(", BOAT)
    guest.edited(RULES, "    guns: int = 1", f"{FIELDS}    guns: int = 1")
    tables = guest.folder / "skirmish/tables/sheet.toml"
    tables.write_text(tables.read_text(encoding="utf-8") + TABLES, encoding="utf-8")
    guest.install()
    return guest


def test_everything_wrong_with_a_ship_is_reported_at_once(armed: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    ships = '[[ship]]\nname = "Gale"\nhull = 3\ngun = "lung"\ncrew = "craak"\ntender = { gun = "x" }\n'
    Path("s.toml").write_text(f'ruleset = "skirmish"\ntitle = "S"\n{ships}', encoding="utf-8")
    assert main(["check", "s.toml"]) == 2
    reported = capsys.readouterr().out
    assert 's.toml:6: ship Gale: gun: found "lung", allowed: long, carronade; did you mean long?' in reported
    assert 's.toml:7: ship Gale: crew: found "craak", allowed: crack, raw; did you mean crack?' in reported
    assert "tender: gun: found" in reported


def test_the_editor_offers_the_rows(armed: Guest) -> None:
    rules = ruleset("skirmish")
    fields = offering(fields_of(rules.card_type), rules.tables)
    card = {"name": "Gale", "hull": 3, "gun": "long", "tender": {"gun": "long"}}
    plain, tender = sections(card, fields, ())
    options = {row.label: row.options for row in (*plain.rows, *tender.rows)}
    assert options["her crew"] == ("–", "crack", "raw")  # it may be left out
    assert [row.options for row in (*plain.rows, *tender.rows) if row.label == "gun"] == [("long", "carronade")] * 2


def test_a_word_that_is_no_row_of_the_tables_in_force_is_refused(armed: Guest) -> None:
    armed.edited("skirmish/rosters/skirmish/ships.toml", "hull = 3", 'hull = 3\ngun = "mortar"')
    assert main(["new", "skirmish/duel", "-o", "d.battle"]) == 2
