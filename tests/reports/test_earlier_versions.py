"""What docs/tables.md promises to readers: within a version keys are added, and none is renamed, removed or of another type.

``earlier/`` holds the schemas as they were printed first for each version: those of version 1 before the tables had version 2,
and those of version 2 of the tables as they came. A file there is never changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from fleetbook.reports.schema import WRITTEN, schema
from fleetbook.reports.tables.kinds import TABLES
from tests.cli.battles import Table, begun
from tests.cli.shell import fleetbook
from tests.golden.playing import BATTLES, kept
from tests.reference.tables_page import TABLES_PAGE

EARLIER = Path(__file__).parent / "earlier"
VERSIONS = {
    "report": 1, "status": 1, "order": 1, "odds": 1, "refusal": 1, "season": 1, "balance": 1,
    "chronicle": 1, "campaign-new": 1, "campaign-verify": 1, "campaign-scenario": 1, "campaign-enlarge": 1,
    "shots": 2, "ships": 2, "marks": 2, "orders": 2, "dice": 2, "looks": 2, "moves": 2, "changes": 2,
}  # fmt: skip
"""The version of each document that fleetbook writes."""
RENAMED = {
    "shots": {"range": "distance"},
    "ships": {"left": "boxes_left", "by": "lost_by", "how": "weapon"},
    "marks": {"left": "boxes_left", "full": "boxes_full", "why": "reason", "by": "done_by", "how": "weapon"},
    "orders": {"order": "procedure"},
    "dice": {"order": "procedure", "table": "on_table"},
}
"""The columns of version 1 of the tables that have another name in version 2."""
QUICK = ("convoy", "goeben-variant", "yalu")
"""The recorded battles that every run reads by the first schema; all fit today's, whose keys are those of the first and more."""
Document = Callable[[], Any]


def printed(subject: str, version: int) -> dict[str, Any]:
    """The schema of a document as it was printed first for a version."""
    found: dict[str, Any] = json.loads((EARLIER / f"{subject}-{version}.json").read_text(encoding="utf-8"))
    return found


def open_to_more(found: Any) -> Any:
    """A schema that allows further keys, as a reader who ignores what he does not know."""
    if isinstance(found, dict):
        return {key: open_to_more(inner) for key, inner in found.items() if (key, inner) != ("additionalProperties", False)}
    return [open_to_more(inner) for inner in found] if isinstance(found, list) else found


def keys_of(found: dict[str, Any]) -> dict[tuple[str, str], str]:
    """Each key of each object of a schema, with the type of its value."""

    def kind(said: dict[str, Any]) -> str:
        return json.dumps({key: inner for key, inner in said.items() if key not in ("description", "default")}, sort_keys=True)

    return {(name, key): kind(said) for name, one in found["$defs"].items() for key, said in one.get("properties", {}).items()}


def test_each_document_has_the_schema_of_its_version_here() -> None:
    assert set(WRITTEN) == set(VERSIONS)
    assert {path.stem for path in EARLIER.iterdir()} == {f"{subject}-{of}" for subject, of in VERSIONS.items()} | {
        f"{subject}-1" for subject in RENAMED
    }
    assert {subject: schema(subject)["version"] for subject in WRITTEN} == VERSIONS


@pytest.mark.parametrize("subject", VERSIONS)
def test_no_key_was_renamed_removed_or_given_another_type(subject: str) -> None:
    old, new = keys_of(printed(subject, VERSIONS[subject])), keys_of(schema(subject))
    assert {place: kind for place, kind in old.items() if new.get(place) != kind} == {}


@pytest.fixture
def documents(tmp_path: Path) -> dict[str, Document]:
    """A document of each kind as it is written today, from a battle in which a shot hit."""
    table, shot = begun(tmp_path).to("3"), ("fire", "firer=D", "target=A", "range=10", "small_target=no")
    odds = table("odds", *shot, "--json").out
    fired = table.order(*shot, "--dice", "6", "--json").out

    def season() -> str:
        table.order("end", "winner=Red", "players=Red: P; Blue: Q")
        return table("season", "--format", "json").out

    def balance() -> str:
        by = ("--doctrine", "Royal Navy=close-in", "--doctrine", "Kriegsmarine=run-home")
        return fleetbook("balance", "ijmuiden", *by, "--battles", "2", "--jobs", "1", "--format", "json").out

    season_file, scenario = str(tmp_path / "season.campaign"), str(tmp_path / "next.toml")

    def campaign(*words: str) -> str:
        begun = fleetbook("campaign", "new", "port-arthur-1904", "-o", season_file, "--json").out
        return fleetbook("campaign", *words).out if words else begun

    made: dict[str, Document] = {
        "report": lambda: table("report", "--format", "json").out,
        "status": lambda: table("status", "--json").out,
        "order": lambda: fired,
        "odds": lambda: odds,
        "refusal": lambda: table("order", *shot, "--json").err,
        "season": season,
        "balance": balance,
        "chronicle": partial(campaign, "report", season_file, "--format", "json"),
        "campaign-new": campaign,
        "campaign-verify": partial(campaign, "verify", season_file, "--json"),
        "campaign-scenario": partial(campaign, "scenario", season_file, "--ships", "Asahi; Retvizan", "-o", scenario, "--json"),
        "campaign-enlarge": partial(campaign, "enlarge", season_file, "port-arthur-1904", "-o", f"{tmp_path}/more", "--json"),
    }
    return {**made, **{name: partial(written, table, name) for name in TABLES}}


def written(table: Table, name: str) -> str:
    """A table of the battle as JSON."""
    return table("report", "--table", name, "--format", "json").out


@pytest.mark.parametrize("subject", VERSIONS)
def test_a_reader_of_the_first_print_of_a_version_reads_today_s_document(subject: str, documents: dict[str, Document]) -> None:
    validator = Draft202012Validator(open_to_more(printed(subject, VERSIONS[subject])))
    content = json.loads(documents[subject]())
    assert [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)] == []


@cache
def report_reader() -> Draft202012Validator:
    return Draft202012Validator(open_to_more(printed("report", 1)))


@pytest.mark.parametrize("battle", [pytest.param(name, marks=[pytest.mark.campaign] * (name not in QUICK)) for name in BATTLES])
def test_a_reader_of_version_1_reads_the_report_of_each_recorded_battle(battle: str) -> None:
    faults = report_reader().iter_errors(json.loads(kept(battle, "log.json")))
    assert [f"{error.json_path}: {error.message}" for error in faults] == []


@pytest.mark.parametrize("subject", RENAMED)
def test_renamed_columns_brought_a_new_version_and_are_documented(subject: str) -> None:
    old, new = ({key for name, key in keys_of(printed(subject, version)) if not name.endswith("Table")} for version in (1, 2))
    assert old - new == set(RENAMED[subject])
    assert set(RENAMED[subject].values()) <= new
    page = TABLES_PAGE.read_text(encoding="utf-8").partition("<!--")[0]
    for before, after in RENAMED[subject].items():
        assert f"`{before}`" in page and f"`{after}`" in page, before


def test_a_slip_would_be_found() -> None:
    """A key that is missing, or of another type, does not fit the schema that allows further keys."""
    reader = Draft202012Validator(open_to_more(printed("shots", 2)))
    row = dict.fromkeys(schema("shots")["$defs"]["ShotRow"]["properties"], 1)
    assert list(reader.iter_errors({"table": "shots", "version": 2, "rows": [row]}))
    assert list(reader.iter_errors({"table": "shots", "version": 3, "rows": []}))
    assert not list(reader.iter_errors({"table": "shots", "version": 2, "rows": [], "more": 1}))
