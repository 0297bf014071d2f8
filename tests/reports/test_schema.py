"""The exported schemas, by an independent validator: every shipped file and every recorded battle fits, a slip does not."""

from __future__ import annotations

import json
import tomllib
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator  # type: ignore[import-untyped]

from fleetbook.core.errors import InvalidInput
from fleetbook.reports.journal.lines import line_shape
from fleetbook.reports.render.tables import table_json
from fleetbook.reports.schema import SUBJECTS, schema
from fleetbook.reports.shape import to_json
from fleetbook.reports.status import status
from fleetbook.reports.tables.kinds import TABLES
from fleetbook.store.catalogue import ruleset_ids
from fleetbook.store.library.paths import Entry, entries, library_folder
from tests.cli.shell import fleetbook
from tests.golden.playing import BATTLES, kept
from tests.reports.journals import Played

SHIPPED = [entry for entry in entries() if not entry.own and entry.kind in ("scenario", "roster")]

PLANS = sorted(library_folder().glob("*/campaigns/*.toml"))
ROSTERS = [("roster", system) for system in ruleset_ids()]


def faults(subject: str, content: Any, system: str = "") -> list[str]:
    validator = Draft202012Validator(schema(subject, system))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


def content_of(entry: Entry) -> dict[str, Any]:
    return tomllib.loads(entry.path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: entry.full_name)
def test_a_shipped_file_fits(entry: Entry) -> None:
    content = content_of(entry)
    assert faults(entry.kind, content, content["ruleset"] if entry.kind == "roster" else "") == []


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
@pytest.mark.parametrize("validator", [Draft202012Validator, Draft7Validator])
def test_a_shipped_plan_of_a_campaign_fits_and_slips_do_not(path: Path, validator: Any) -> None:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    check = validator(schema("campaign"))
    assert [error.message for error in check.iter_errors(content)] == []
    content["side"][0]["ships"][0]["speed"] = 12
    del content["side"][1]["port"][0]["name"]
    said = [error.message for error in check.iter_errors(content)]
    assert len(said) == 2
    assert "'speed' was unexpected" in said[0]
    assert "'name' is a required property" in said[1]


def test_an_editor_finds_the_schema_of_each_shipped_file_and_it_is_the_one_in_force() -> None:
    """Written by ``fleetbook schema … -o rosters/schemas/…``."""
    named = set()
    for path in (*library_folder().glob("*/*.toml"), *PLANS):
        mark, name = path.read_text(encoding="utf-8").splitlines()[0].split()
        assert mark == "#:schema", path
        named.add((path.parent / name).resolve())
    for file in named:
        subject, _, system = file.stem.partition("-")
        assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(schema(subject, system))), file
    rosters = {"roster-coastal", "roster-aanda", "roster-fgdn", "roster-gwas"}
    assert {file.stem for file in named} >= {"scenario", "house", "campaign", *rosters}


@pytest.mark.parametrize(("subject", "system"), [*((subject, "") for subject in SUBJECTS if subject != "roster"), *ROSTERS])
def test_a_description_is_the_same_text_on_every_python(subject: str, system: str) -> None:
    """From 3.13 on Python itself takes the indentation of a source away."""
    said = [entry["description"] for entry in schema(subject, system)["$defs"].values() if "description" in entry]
    assert said
    assert said == [cleandoc(text) for text in said]


@pytest.mark.parametrize("battle", BATTLES)
def test_a_recorded_battle_fits(battle: str) -> None:
    assert faults("report", json.loads(kept(battle, "log.json"))) == []


def test_status_lines_and_tables_fit() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    assert faults("status", json.loads(to_json(status(played.journal)))) == []
    for name in TABLES:
        assert faults(name, json.loads(table_json(name, played.journal))) == []


def test_a_slip_does_not_fit() -> None:
    convoy = next(entry for entry in SHIPPED if entry.name == "convoy")
    content = content_of(convoy)
    content["victory"]["count"][0]["what"] = "ships lots"
    assert faults("scenario", content)
    roster = content_of(next(entry for entry in SHIPPED if entry.name == "kriegsmarine"))
    roster["ship"][0]["tons"] = "49"
    assert faults("roster", roster, "coastal")


def test_a_weapon_that_the_sheet_does_not_know_does_not_fit() -> None:
    """As an editor says it while the card is typed."""
    roster = content_of(next(entry for entry in SHIPPED if entry.name == "kriegsmarine"))
    mount = next(system for system in roster["ship"][0]["systems"] if system["kind"] == "mount")
    mount["weapon"] = "20 mm single"
    assert any(
        "'20 mm single' is not one of ['', 'twin MG', 'single 20 mm'," in fault for fault in faults("roster", roster, "coastal")
    )


@pytest.mark.parametrize("system", [system for system in ruleset_ids() if system != "gwas-variant"])
def test_every_key_of_a_card_says_what_it_means(system: str) -> None:
    """Words that a key may have speak for themselves in a table of armour."""
    defs = schema("roster", system)["$defs"]
    silent = {
        f"{name} {key}" for name, one in defs.items() for key, said in one["properties"].items() if "description" not in said
    }
    assert silent - {f"ArmourCard {area}" for area in ("primary", "secondary", "tertiary", "hull")} == {
        f"Roster {key}" for key in ("ruleset", "title", "ship")
    }


def test_an_event_of_no_kind_or_without_its_keys_does_not_fit() -> None:
    played = Played().to("fire-1")
    line = json.loads(to_json(line_shape(played.journal, played.shot(6), True)))
    assert faults("order", line) == []
    for spoilt in {"type": "guessed"}, {"type": "marked", "ship": "A"}:
        assert faults("order", {**line, "events": [spoilt]})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_each_is_a_schema(subject: str) -> None:
    for system in ruleset_ids() if subject == "roster" else ("",):
        Draft202012Validator.check_schema(schema(subject, system))


def test_the_shell_writes_them() -> None:
    assert json.loads(fleetbook("schema", "roster", "aanda").out) == json.loads(json.dumps(schema("roster", "aanda")))
    assert json.loads(fleetbook("schema", "report").out)["title"] == "fleetbook report"
    assert fleetbook("schema", "roster").code == 2
    assert fleetbook("schema", "status", "aanda").code == 2
    with pytest.raises(InvalidInput):
        schema("roster", "chess")


def test_the_schema_of_a_table_says_of_each_column_what_it_holds() -> None:
    shot = schema("shots")["$defs"]["ShotRow"]
    assert shot["properties"]["target"]["description"] == "the ship fired at"
    assert all(said["description"] for said in shot["properties"].values())


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_schema_has_a_name_of_its_own_and_its_version(subject: str) -> None:
    system = "coastal" if subject == "roster" else ""
    found = schema(subject, system)
    version = 2 if subject in TABLES else 1
    assert (found["$id"], found["version"]) == (f"urn:fleetbook:schema:{subject}{'-coastal' * bool(system)}:{version}", version)


def test_a_document_may_have_further_keys_and_a_file_of_the_user_may_not() -> None:
    """A later version adds keys to documents. A key that a person misspells is a fault."""
    played = Played().to("fire-1")
    played.shot(6)
    for name in TABLES:
        content = json.loads(table_json(name, played.journal))
        assert (content["table"], content["version"]) == (name, 2)
        content["later"] = 1
        content["rows"] = [{**row, "later": 1} for row in content["rows"]]
        assert faults(name, content) == []
    line = json.loads(to_json(line_shape(played.journal, played.journal.records[-1], True)))
    assert faults("order", {**line, "later": 1, "events": [{**event, "later": 1} for event in line["events"]]}) == []
    convoy = content_of(next(entry for entry in SHIPPED if entry.name == "convoy"))
    assert faults("scenario", {**convoy, "later": 1})


def test_the_schema_of_a_file_names_the_key_that_is_missing() -> None:
    """Without unions an editor tells the key itself, not that a table fits none of several schemas."""
    convoy = content_of(next(entry for entry in SHIPPED if entry.name == "convoy"))
    del convoy["victory"]["count"][0]["name"]
    assert faults("scenario", convoy) == ["$.victory.count[0]: 'name' is a required property"]


@pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: entry.full_name)
def test_a_shipped_file_fits_in_an_editor_that_knows_draft_7(entry: Entry) -> None:
    """As most TOML editors do: to them, lists have no ``prefixItems``."""
    content = content_of(entry)
    found = schema(entry.kind, content["ruleset"] if entry.kind == "roster" else "")
    assert [error.message for error in Draft7Validator(found).iter_errors(content)] == []


def test_a_list_of_a_certain_length_is_checked_entry_by_entry() -> None:
    roster = content_of(next(entry for entry in SHIPPED if entry.name == "grand-fleet"))
    gun = next(ship["guns"][0] for ship in roster["ship"] if ship.get("guns"))
    gun["yards"] = [*gun["yards"][:3], "far"]
    (fault,) = faults("roster", roster, "fgdn")
    assert fault.endswith(".yards[3]: 'far' is not of type 'integer'")
    gun["yards"] = [1, 2, 3]
    (fault,) = faults("roster", roster, "fgdn")
    assert ".yards: [1, 2, 3] is too short" in fault


@pytest.mark.parametrize("spelling", ["reading", "readings"])
def test_readings_may_be_spelled_in_two_ways_in_scenarios_and_house_rules(spelling: str) -> None:
    reading = {spelling: {"repair_score": {"value": 5, "reason": "ours"}}}
    convoy = content_of(next(entry for entry in SHIPPED if entry.name == "convoy"))
    assert faults("scenario", {**convoy, **reading}) == []
    assert faults("house", {"ruleset": "coastal", "title": "ours", **reading}) == []
    assert faults("house", {"ruleset": "coastal", "title": "ours", spelling: {"repair_score": 5}})


@pytest.mark.parametrize("system", ["coastal", "aanda", "fgdn", "gwas"])
def test_each_slip_in_a_roster_is_one_fault(system: str) -> None:
    """An editor marks it in several places, perhaps, but it says nothing else."""
    content = content_of(next(entry for entry in SHIPPED if entry.kind == "roster" and entry.full_name.startswith(f"{system}/")))
    first, *others = content["ship"]

    def with_first(ship: dict[str, Any]) -> list[str]:
        return faults("roster", {**content, "ship": [ship, *others]}, system)

    assert with_first({key: value for key, value in first.items() if key != "name"}) == [
        "$.ship[0]: 'name' is a required property"
    ]
    assert with_first({**first, "name": 5}) == ["$.ship[0].name: 5 is not of type 'string'"]
    (fault,) = with_first({**first, "colour": "grey"})
    assert fault == "$.ship[0]: Additional properties are not allowed ('colour' was unexpected)"


def test_each_slip_in_a_scenario_is_one_fault() -> None:
    convoy = content_of(next(entry for entry in SHIPPED if entry.name == "convoy"))
    assert faults("scenario", {key: value for key, value in convoy.items() if key != "title"}) == [
        "$: 'title' is a required property"
    ]
    assert faults("scenario", {**convoy, "date": 5}) == ["$.date: 5 is not of type 'string'"]
    ship = convoy["side"][0]["ships"][0]
    del ship["card"]
    assert faults("scenario", convoy) == ["$.side[0].ships[0]: 'card' is a required property"]
    ship |= {"card": "Vosper 70 ft MTB", "colour": "grey"}
    assert faults("scenario", convoy) == ["$.side[0].ships[0]: Additional properties are not allowed ('colour' was unexpected)"]
