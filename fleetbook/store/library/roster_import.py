"""Imports a roster from a spreadsheet, and writes an empty one. Each row is a ship, and the columns are keys of her card.

A list, such as the guns, is in one cell. ``|`` separates its entries. Each has a name and its keys: ``fore 12 in: guns 2, calibre
12, arc FPS | aft 12 in: guns 2, calibre 12, arc APS``. Several numbers of one key are divided by ``/``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, nearest, shown
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.check_all import card_faults
from fleetbook.store.library.paths import ROSTER, entries
from fleetbook.store.library.roster import MOST_SHIPS, read_roster
from fleetbook.store.library.roster_file import RosterFile, RosterShip
from fleetbook.store.library.toml_file import GREATEST, read_text

DIVIDERS = (";", "\t", ",")
TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")


def imported(
    path: Path, system: str, title: str = "", mapped: Mapping[str, str] | None = None, ignored: Collection[str] = ()
) -> tuple[RosterFile, list[InvalidInput]]:
    """The roster in a file of values, and all errors in its columns. If there are none, the errors in its rows. Commas,
    semicolons or tabs separate the values. ``mapped`` gives the keys of columns that have other names, ``ignored`` the columns to
    leave out.
    """
    where, rules = shown_path(path), ruleset(system)
    head, rows = _table(read_text(path), where)
    fields = _fields(rules)
    columns, faults = _columns(head, fields, mapped or {}, ignored, where)
    faults += [
        InvalidInput(f"{where}: line {line}", f"{len(row)} cells", f"at most {len(head)}, one for each column")
        for line, row in rows
        if any(row[len(head) :])
    ]
    ships, names = [], set[str]()
    for line, row in [] if faults else rows:
        cells = {key: row[place] for place, key in columns if place < len(row)}
        card, wrong = _card(cells, fields, f"{where}: line {line}", path.name)
        faults += wrong or _faults(rules, card, names, f"{where}: line {line}")
        ships.append(RosterShip(card))
    if not ships and not faults:
        raise InvalidInput(where, "no row", "a row for each ship")
    return RosterFile(rules.id, title or path.stem, tuple(ships)), faults


def _fields(rules: Ruleset[Any]) -> dict[str, Any]:
    return {field.encode_name: field for field in msgspec.structs.fields(rules.card_type)}


def _columns(
    head: Sequence[str], fields: Mapping[str, Any], mapped: Mapping[str, str], ignored: Collection[str], where: str
) -> tuple[list[tuple[int, str]], list[InvalidInput]]:
    """The position and the key of each column, and the errors in the first line."""
    faults = [InvalidInput.word("column", name, filter(None, head)) for name in (*mapped, *ignored) if name not in head]
    faults += [InvalidInput.word(f"column {shown(name)}: key", key, fields) for name, key in mapped.items() if key not in fields]
    columns: list[tuple[int, str]] = []
    for place, name in enumerate(head):
        key = mapped.get(name, name.casefold().replace(" ", "_"))
        if name in ignored:
            continue
        if key in (taken for _, taken in columns):
            faults.append(InvalidInput(f"{where}: line 1: column", name, f"one column for the key {key}"))
        elif key in fields:
            columns.append((place, key))
        elif name not in mapped:
            allowed = "a key of a card, or a column that --map or --ignore names"
            faults.append(InvalidInput(f"{where}: line 1: column", name, allowed, nearest(name, fields)))
    if faults:
        faults.append(InvalidInput(where, "", "", words=f"the keys of a card are {', '.join(fields)}"))
    return columns, faults


def sheet(system: str, cards: Iterable[Mapping[str, Any]]) -> str:
    """Cards as a file of values, with a column for each key. Semicolons and a byte-order mark suit most spreadsheets."""
    keys = _fields(ruleset(system))
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(keys)
    writer.writerows([_cell(card.get(key, "")) for key in keys] for card in cards)
    return "\ufeff" + out.getvalue()


def example(system: str) -> Sequence[Mapping[str, Any]]:
    """A list with one card: the card with the most keys among all cards of this system in the library. Empty if there are no
    cards.
    """
    kind = ruleset(system).card_type
    rosters = (entry.path for entry in entries(ROSTER) if not entry.own and ruleset(entry.ruleset).card_type is kind)
    cards = [card for path in rosters for card in read_roster(path).ship]
    return [max(cards, key=len)] if cards else []


def _cell(value: Any) -> str:
    """The cell for a value of a card; the import reads it as the same value."""
    if isinstance(value, Mapping):
        return _pairs(value)
    if isinstance(value, (list, tuple)):
        return " | ".join(map(_entry_cell, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _entry_cell(entry: Mapping[str, Any]) -> str:
    named = "name" in entry or len(entry) > 1
    name = entry.get("name", "") if named else entry["kind"]
    rest = _pairs({key: value for key, value in entry.items() if key != "name"}) if named else ""
    return f"{name}: {rest}" if rest else str(name)


def _pairs(table: Mapping[str, Any]) -> str:
    def words(value: Any) -> str:
        return "/".join(map(str, value)) if isinstance(value, (list, tuple)) else _cell(value)

    return ", ".join(f"{key} {words(value)}" for key, value in table.items())


def _table(text: str, where: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The names of the columns, and the rows that are not empty, each with its line. Columns with neither name nor value are left
    out.
    """
    first = text.split("\n", 1)[0]
    divider = max(DIVIDERS, key=first.count)
    reader = csv.reader(StringIO(text.replace("\r\n", "\n")), delimiter=divider)
    try:
        table = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise InvalidInput(f"{where}: line {reader.line_num}", "a broken row", f"values divided by {divider} ({error})") from None
    if not table or not any(table[0][1]):
        raise InvalidInput(f"{where}: line 1", "nothing", "the names of the columns: the keys of a card")
    if len(table) > MOST_SHIPS + 1:
        raise InvalidInput(where, f"{len(table) - 1} rows", f"at most {MOST_SHIPS}")
    head, rows = table[0][1], [(line, row) for line, row in table[1:] if any(row)]
    used = [place for place, name in enumerate(head) if name or any("".join(row[place : place + 1]) for _, row in rows)]
    rows = [(line, [*(row[place] for place in used if place < len(row)), *row[len(head) :]]) for line, row in rows]
    return [head[place] for place in used], rows


def _card(
    row: Mapping[str, str], fields: Mapping[str, Any], where: str, source: str
) -> tuple[dict[str, Any], list[InvalidInput]]:
    """A card made of the cells that are not empty, and the errors in them. If a row has no source, the file's name becomes the
    source.
    """
    place = f"{where}: ship {shown(row.get('name') or 'without a name')}"
    card: dict[str, Any] = {}
    faults = []
    for key, cell in row.items():
        try:
            if cell:
                card[key] = _value(cell, fields[key].type, f"{place}: {key}")
        except InvalidInput as error:
            faults.append(error)
    if "source" in fields and "source" not in card:
        card["source"] = source
        if "checked" in fields:
            card.setdefault("checked", False)
    return card, faults


def _value(cell: str, kind: Any, where: str) -> Any:
    """The value of a cell: a list of entries, a table of keys or a single value."""
    table, several = _table_type(kind)
    if table is None:
        return _plain(cell, kind, where)
    return [_entry(part, table, where) for part in cell.split("|")] if several else dict(_pairs_in(cell, table, where))


def _table_type(kind: Any) -> tuple[type[msgspec.Struct] | None, bool]:
    """The struct of a key that is a table or a list of tables, and whether it is a list; None for any other key."""
    info = msgspec.inspect.type_info(kind)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    for one in info.types if isinstance(info, msgspec.inspect.UnionType) else (info,):
        item = getattr(one, "item_type", None) or next(iter(getattr(one, "item_types", ())), None)
        for struct in (one, item):
            if isinstance(struct, msgspec.inspect.StructType):
                return struct.cls, struct is item
    return None, False


def _entry(part: str, kind: type[msgspec.Struct], where: str) -> dict[str, Any]:
    """Parse an entry such as ``name: key value, key value``. A value may contain spaces, a key may not."""
    name, colon, rest = part.partition(":")
    entry = {"name": name.strip()} if name.strip() else {}
    if not colon and "kind" in (field.encode_name for field in msgspec.structs.fields(kind)):
        entry = {"kind": name.strip()}
    return {**entry, **dict(_pairs_in(rest, kind, f"{where}, {shown(name.strip())}"))}


def _pairs_in(text: str, kind: type[msgspec.Struct], where: str) -> Iterator[tuple[str, Any]]:
    """Parse ``key value, key value``. A comma before a digit belongs to a number."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for pair in filter(None, map(str.strip, re.split(r",(?!\d)", text))):
        key, _, value = pair.partition(" ")
        if key not in fields:
            raise InvalidInput.word(f"{where}: key", key, fields)
        items = getattr(msgspec.inspect.type_info(fields[key].type), "item_types", None)
        if items is None:
            yield key, _plain(value.strip(), fields[key].type, f"{where}: {key}")
        else:
            numbers = [number.strip() for number in value.split("/")]
            yield key, [_plain(number, float, f"{where}: {key}") for number in numbers]


def _plain(cell: str, kind: Any, where: str) -> Any:
    """The value of a cell, of the first type that its key allows. The order is yes or no, a number, text."""
    kinds = _scalars(msgspec.inspect.type_info(kind))
    if bool in kinds and cell.casefold() in TRUE + FALSE:
        return cell.casefold() in TRUE
    if int in kinds or float in kinds:
        try:
            number = float(cell.replace(",", "."))
            whole = number.is_integer() and abs(number) <= GREATEST
            if whole or float in kinds:
                return int(number) if whole else number
        except ValueError:
            pass
    if str in kinds:
        return cell
    raise InvalidInput(where, f'"{cell}"', "yes or no" if bool in kinds else "a number")


def _scalars(info: Any) -> Sequence[type]:
    """The types of single values that a key allows."""
    if isinstance(info, msgspec.inspect.Metadata):
        return _scalars(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return [kind for part in info.types for kind in _scalars(part)]
    if isinstance(info, msgspec.inspect.LiteralType):
        return [type(value) for value in info.values]
    plain: dict[Any, type] = {
        msgspec.inspect.BoolType: bool,
        msgspec.inspect.IntType: int,
        msgspec.inspect.FloatType: float,
        msgspec.inspect.StrType: str,
    }
    return [plain[type(info)]] if type(info) in plain else []


def _faults(rules: Ruleset[Any], card: Mapping[str, Any], names: set[str], where: str) -> list[InvalidInput]:
    """All mistakes in a card. A name that is in ``names``, the names of the cards above it, is one of them."""
    name = str(card.get("name", "")).strip()
    if not name:
        return [InvalidInput(f"{where}: name", "", "the ship's name")]
    found = list(card_faults(rules, card, 1, where))
    if name.casefold() in names:
        found.append(InvalidInput(f"{where}: ship {shown(name)}: name", name, "a name that no row above has"))
    names.add(name.casefold())
    return found
