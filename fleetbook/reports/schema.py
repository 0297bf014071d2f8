"""Make JSON Schemas from data types, for documents that fleetbook writes and for files that users write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from fleetbook.core.battle.card_words import rows_of, table_names
from fleetbook.core.battle.events import Changed, Marked, Rolled
from fleetbook.core.errors import InvalidInput
from fleetbook.core.explained import docstring_lines, key_meanings
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Said
from fleetbook.reports.balance.summary import Balance
from fleetbook.reports.battle_log import FORMAT_VERSION, BattleLog
from fleetbook.reports.campaign.chronicle import Chronicle
from fleetbook.reports.campaign.files import CampaignBegun, CampaignEnlarged, CampaignVerified, ScenarioWritten
from fleetbook.reports.journal.lines import Line
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.refusal import Refusal
from fleetbook.reports.season.summary import Season
from fleetbook.reports.shape import NOT_EXPORTED
from fleetbook.reports.status import Status
from fleetbook.reports.tables.kinds import TABLES, table_document
from fleetbook.reports.tables.places import VERSION
from fleetbook.store.campaign.plan import Plan
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.scenario import Scenario

WRITTEN: Mapping[str, Any] = {
    "report": BattleLog,
    "status": Status,
    "order": Line,
    "odds": OddsView,
    "refusal": Refusal,
    "season": Season,
    "balance": Balance,
    "chronicle": Chronicle,
    "campaign-new": CampaignBegun,
    "campaign-verify": CampaignVerified,
    "campaign-scenario": ScenarioWritten,
    "campaign-enlarge": CampaignEnlarged,
    **{name: table_document(name) for name in TABLES},
}
ROSTER = "roster"
OWNED: Mapping[str, Any] = {"scenario": Scenario, "house": HouseRules, "campaign": Plan}
SUBJECTS = (*WRITTEN, *OWNED, ROSTER)
OTHER_SPELLINGS: Mapping[str, tuple[str, str]] = {"scenario": ("readings", "reading"), "house": ("reading", "readings")}
"""The key of a file that may be spelled in two ways, and its other spelling."""
VERSIONS: Mapping[str, int] = {"report": FORMAT_VERSION, **dict.fromkeys(TABLES, VERSION)}
"""The version of each document; 1 if it is not listed."""
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(subject: str, system: str = "") -> dict[str, Any]:
    """The schema of a document. For a roster, ``system`` is its rule system. Raises InvalidInput for an unknown name."""
    if subject not in SUBJECTS:
        raise InvalidInput.word("schema", subject, SUBJECTS)
    version, name = VERSIONS.get(subject, 1), "-".join(filter(None, (subject, system)))
    known = {"$id": f"urn:fleetbook:schema:{name}:{version}", "version": version}
    title = {"$schema": DRAFT, **known, "title": f"fleetbook {subject} {system}".strip()}
    if subject in WRITTEN:
        return {**title, **_open(described(WRITTEN[subject]))}
    if subject == ROSTER:
        return {**title, **_narrowed(described_roster(system))}
    owned = _narrowed(plain(OWNED[subject]))
    if subject in OTHER_SPELLINGS:
        keys, (key, other) = owned["$defs"][OWNED[subject].__name__]["properties"], OTHER_SPELLINGS[subject]
        keys[other] = keys[key]
    return {**title, **owned}


def _open(written: dict[str, Any]) -> dict[str, Any]:
    """The schema of a document that fleetbook writes. It allows further keys, since a later version may add some."""
    for entry in written["$defs"].values():
        if entry.get("additionalProperties") is False:
            del entry["additionalProperties"]
    return written


def _narrowed(written: Any) -> Any:
    """The schema of a TOML file without unions of schemas. An editor then names the key that is missing, instead of saying that a
    whole table fits none of several schemas.

    Null is left out, because TOML has none. A value of several types gets a list of types. A list of fixed length names the type
    of its entries once, because editors that only know draft 7 would otherwise refuse each entry.
    """
    if isinstance(written, list):
        return [_narrowed(each) for each in written]
    if not isinstance(written, Mapping):
        return written
    rest = {key: _narrowed(value) for key, value in written.items() if key not in ("anyOf", "prefixItems")}
    if entries := written.get("prefixItems"):
        rest["items"] = _narrowed(entries[0])
    kinds = [_narrowed(kind) for kind in written.get("anyOf", ()) if kind != {"type": "null"}]
    if not kinds:
        return rest
    if rest.get("default", 0) is None:
        del rest["default"]
    if len(kinds) == 1:
        return {**rest, **kinds[0]}
    if all(kind.keys() == {"type"} for kind in kinds):
        return {**rest, "type": [kind["type"] for kind in kinds]}
    return {**rest, "anyOf": kinds}


def plain(shape: Any) -> dict[str, Any]:
    """The schema of a data type. Its descriptions are not indented, in any version of Python."""
    written = msgspec.json.schema(shape)
    for entry in written["$defs"].values():
        entry.update({"description": cleandoc(entry["description"])} if "description" in entry else {})
    return written


def described(shape: Any) -> dict[str, Any]:
    """The schema of a data type, with a description for each key that its docstring explains."""
    written = plain(shape)
    written["$defs"].pop(Said.__name__, None)
    for kind in _structs(shape):
        if kind is Said:
            continue
        entry, meanings = written["$defs"][kind.__name__], key_meanings(kind)
        if meanings:
            entry["description"] = docstring_lines(kind).partition("\n")[0]
        for key, found in entry["properties"].items():
            found.update({"description": meanings[key]} if key in meanings else {})
        for key in NOT_EXPORTED if kind.__module__ == Rolled.__module__ else ():
            entry["properties"].pop(key, None)
        if issubclass(kind, (Marked, Changed)):
            entry["properties"]["by"] = {"type": "string", "default": ""}
    return written


def described_roster(system: str) -> dict[str, Any]:
    """The schema of a roster, with the words that the rules' tables allow. Raises InvalidInput for an unknown rule system."""
    rules = ruleset(system)
    fields = [("ruleset", Literal[rules.id]), ("title", str), ("ship", tuple[rules.card_type, ...])]  # type: ignore[name-defined]
    roster = msgspec.defstruct("Roster", fields, forbid_unknown_fields=True, frozen=True)
    written = described(roster)
    for kind in _structs(roster):
        words = dict(_words(kind, rules.tables))
        for key, found in written["$defs"][kind.__name__]["properties"].items():
            found.update({"enum": words[key]} if key in words else {})
    return written


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """All structs in a type: the type itself, if it is one, and those of its fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type)
    for inner in get_args(kind):
        yield from _structs(inner)


def _words(kind: type[msgspec.Struct], tables: RuleTables) -> Iterator[tuple[str, list[str]]]:
    """The keys of a ship's card whose value must be a row label of a table, each with the labels allowed."""
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        for meta in get_args(hints[field.name])[1:]:
            if isinstance(meta, msgspec.Meta) and (named := table_names(meta.extra or {})):
                yield field.encode_name, ["", *rows_of(named, tables)]
