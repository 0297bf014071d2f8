"""Every look-up is recorded, from the cards at the start to the parts of an order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.events import Noted, Rolled
from fleetbook.core.battle.facts import Change, Key
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.odds import order_odds
from fleetbook.core.orders import fields
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.effects import Effects, note, roll_at_least, run
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from fleetbook.core.play.working import why
from fleetbook.core.tables.look_ups import LookUp
from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.rules.readings import readings

AT_START = ("of_cards", "of_tracks", "of_start")
IN_ORDER = ("of_candidates", "of_default", "of_check", "of_effects", "of_part")
READING = '[reading.{name}]\nsection = "M1"\nvalue = 2\ntext = "The reading {name}."\nreason = "The sheet is silent."\n'
TABLES = """
sheet = "mini"
[figure."least score"]
value = 3
section = "M2"
[table.to_hit]
title = "To hit"
section = "M1"
rows = { by = "gun" }
columns = { by = "range" }
head = ["near", "far"]
cells = [["gun", 4, 6], ["mortar", 5, 5]]
[modifiers.aim]
title = "Aim"
section = "M3"
[[modifiers.aim.line]]
id = "calm"
value = 1
text = "in a calm"
[[modifiers.aim.line]]
id = "dark"
value = -2
text = "in the dark"
""" + "".join(READING.format(name=name) for name in (*AT_START, *IN_ORDER, "of_nobody"))


class Card(msgspec.Struct, frozen=True):
    """A boat."""

    name: str


class Shot(Part[Ship]):
    """A shot whose look-ups the journal lists."""

    id, title, section, silent = "shot", "Shot", "M4", True

    def resolve(self, battle: Battle[Ship]) -> Effects:
        battle.reading("of_part")
        yield from note("bang")

    def headline(self, battle: Battle[Ship]) -> str:
        return "a shot"


class Fire(Order[Ship]):
    """Fire."""

    id, title, key, section = "fire", "Fire", "f", "M1"
    firer: str = fields.ship("firer", lambda battle: battle.reading("of_candidates") and battle.ships())
    range: int = fields.number("range", 0, 9, default=lambda battle: battle.reading("of_default"))
    modifiers: tuple[str, ...] = fields.modifiers("aim", "aim", lambda battle: ("calm",))

    def check(self, battle: Battle[Ship]) -> None:
        battle.reading("of_check")

    def resolve(self, battle: Battle[Ship]) -> Effects:
        battle.reading("of_effects")
        needed = battle.tables.table("to_hit").whole("gun", "near")
        yield from roll_at_least(
            "to hit", "d6", max(needed, battle.figure("least score")), battle.modifiers("aim", self.modifiers)
        )
        yield from note("smoke", "M9")
        yield from run(Shot())


class Mini(Ruleset[Ship]):
    """Rules that look everything up, each in a place of its own."""

    id, title, version, unit = "mini", "Mini", "1", "cm"
    ship_type, card_type, orders = Ship, Card, (Fire,)
    sequence = TurnSequence([Phase("all", "1", "fires", 0)])

    def table_files(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """One file."""
        return [("mini.toml", tomllib.loads(TABLES))]

    def check_card(self, card: Card, where: str, tables: RuleTables) -> None:
        """Goes by a reading."""
        tables.reading("of_cards")

    def tracks(self, card: Card, tables: RuleTables) -> Mapping[str, int]:
        """Go by a reading."""
        return {"hull": int(tables.reading("of_tracks").value)}

    def initial(self, battle: Battle[Ship]) -> Iterable[Change]:
        """Goes by a reading."""
        return [(Key(ship.name, "speed"), battle.whole_reading("of_start")) for ship in battle.ships()]

    def card(self, ship: Ship) -> CardView:
        """Not drawn."""
        raise NotImplementedError


@pytest.fixture
def journal() -> Journal[Ship]:
    """A battle of two boats, without a line."""
    ships = tuple(ShipEntry(name, side, {"name": name}) for name, side in (("Arrow", "A"), ("Bolt", "B")))
    return Journal(Mini(), Setup("mini", "1", "Duel", ("A", "B"), ships), "a seed")


def fire(journal: Journal[Ship], **given: Any) -> Any:
    draft = Draft(journal.battle, Fire, given)
    record = journal.propose(draft.order(), journal.supply([4]), given=draft.given)
    journal.append(record)
    return record


def test_a_line_names_the_readings_of_its_defaults_its_check_and_its_parts(journal: Journal[Ship]) -> None:
    record = fire(journal)
    assert record.consulted == IN_ORDER
    assert verify_record(journal, record) == ""


def test_what_a_referee_enters_is_gone_by_no_default(journal: Journal[Ship]) -> None:
    assert fire(journal, firer="Bolt", range=1).consulted == ("of_check", "of_effects", "of_part")


def test_a_line_names_figures_cells_and_modifiers(journal: Journal[Ship]) -> None:
    assert set(fire(journal).looked_up) == {
        LookUp("cell", "to_hit", "gun", "near"),
        LookUp("figure", "least score"),
        LookUp("modifier", "aim", "calm"),
    }


def test_the_start_of_a_battle_names_what_cards_tracks_and_facts_went_by(journal: Journal[Ship]) -> None:
    assert journal.start.rules.look_ups.readings == AT_START


def test_the_report_lists_every_reading_gone_by_and_no_other(journal: Journal[Ship]) -> None:
    fire(journal)
    assert {reading.id for reading in readings(journal)} == {*AT_START, *IN_ORDER}


def test_why_tells_cells_and_figures_with_their_sections(journal: Journal[Ship]) -> None:
    record = fire(journal)
    tables = [reason.text for reason in why(record, journal.ruleset, journal.battle_before(1)) if reason.heading == "tables"]
    assert tables == ["To hit, gun, near: 4 [M1]", "least score: 3 [M2]"]


def test_a_line_of_before_look_ups_were_recorded_is_sound(journal: Journal[Ship]) -> None:
    record = fire(journal)
    old = msgspec.structs.replace(record, consulted=("of_effects", "of_part"), looked_up=())
    assert verify_record(journal, old) == ""
    for changed in ({"consulted": ()}, {"looked_up": record.looked_up[:1]}):
        assert verify_record(journal, msgspec.structs.replace(record, **changed)) != ""


def test_throws_and_notes_are_by_the_section_of_the_order_under_way_unless_they_name_one(journal: Journal[Ship]) -> None:
    events = fire(journal).events
    assert [event.rule for event in events if isinstance(event, Rolled)] == ["M1"]
    assert [(event.text, event.rule) for event in events if isinstance(event, Noted)] == [("smoke", "M9"), ("bang", "M4")]


def test_a_silent_part_begins_without_a_headline(journal: Journal[Ship]) -> None:
    assert [event.headline for event in fire(journal).events if hasattr(event, "headline")] == [""]


def test_odds_note_nothing(journal: Journal[Ship]) -> None:
    order = Draft(journal.battle, Fire, {}).order()
    before = journal.start.rules.look_ups.readings
    order_odds(journal.battle, order)
    assert journal.battle.tables.look_ups is None
    assert journal.start.rules.look_ups.readings == before
