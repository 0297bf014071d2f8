"""Imports a roster from a spreadsheet. Each row is a ship, and the columns are keys of her card.

A list, such as the guns, is in one cell. ``|`` separates its entries. Each has a name and its keys: ``fore 12 in: guns 2, calibre
12, arc FPS | aft 12 in: guns 2, calibre 12, arc APS``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.roster import MOST_SHIPS, check_card
from fleetbook.store.library.roster_file import RosterFile, RosterShip
from fleetbook.store.library.toml_file import GREATEST, read_text

DIVIDERS = (";", "\t", ",")
TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")


def imported(path: Path, system: str, title: str = "") -> tuple[RosterFile, list[InvalidInput]]:
    """The roster in a file of values, and the errors in its rows. Commas, semicolons or tabs separate the values.

    Raises InvalidInput if the file has unknown columns.
    """
    where, rules = shown_path(path), ruleset(system)
    head, rows = _table(read_text(path), where)
    fields = {field.encode_name: field for field in msgspec.structs.fields(rules.card_type)}
    keys = [column.casefold().replace(" ", "_") for column in head]
    for column, key in zip(head, keys, strict=True):
        if key not in fields:
            raise InvalidInput.word(f"{where}: line 1: column", column, fields)
    ships, faults, names = [], list[InvalidInput](), set[str]()
    for line, row in rows:
        try:
            card = _card(dict(zip(keys, row, strict=False)), fields, f"{where}: line {line}", path.name)
            _check(rules, card, names, f"{where}: line {line}")
            ships.append(RosterShip(card))
        except InvalidInput as error:
            faults.append(error)
    if not ships and not faults:
        raise InvalidInput(where, "no row", "a row for each ship")
    return RosterFile(rules.id, title or path.stem, tuple(ships)), faults


def _table(text: str, where: str) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The names of the columns, and the rows that are not empty, each with its line."""
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
    return table[0][1], ((line, row) for line, row in table[1:] if any(row))


def _card(row: Mapping[str, str], fields: Mapping[str, Any], where: str, source: str) -> dict[str, Any]:
    """A card made of the cells that are not empty. If a row has no source, the file's name becomes the source."""
    place = f"{where}: ship {shown(row.get('name', ''))}"
    card: dict[str, Any] = {}
    for key, cell in row.items():
        if cell:
            entry, here = _entry_type(fields[key].type), f"{place}: {key}"
            several = [_entry(part, entry, here) for part in cell.split("|")] if entry else None
            card[key] = _plain(cell, fields[key].type, here) if several is None else several
    if "source" in fields and "source" not in card:
        card["source"] = source
        if "checked" in fields:
            card.setdefault("checked", False)
    return card


def _entry_type(kind: Any) -> type[msgspec.Struct] | None:
    """The struct of the entries, if a key is a list of tables; otherwise None."""
    info = msgspec.inspect.type_info(kind)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    item = getattr(info, "item_type", None) or next(iter(getattr(info, "item_types", ())), None)
    found: type[msgspec.Struct] | None = item.cls if isinstance(item, msgspec.inspect.StructType) else None
    return found


def _entry(part: str, kind: type[msgspec.Struct], where: str) -> dict[str, Any]:
    """Parse an entry such as ``name: key value, key value``. A value may contain spaces, a key may not."""
    name, colon, rest = part.partition(":")
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    entry = {"name": name.strip()} if name.strip() else {}
    if not colon and "kind" in fields:
        entry = {"kind": name.strip()}
    for pair in filter(None, map(str.strip, rest.split(","))):
        key, _, value = pair.partition(" ")
        if key not in fields:
            raise InvalidInput.word(f"{where}, {shown(name.strip())}: key", key, fields)
        entry[key] = _plain(value.strip(), fields[key].type, f"{where}, {shown(name.strip())}: {key}")
    return entry


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
    plain: dict[Any, type] = {
        msgspec.inspect.BoolType: bool,
        msgspec.inspect.IntType: int,
        msgspec.inspect.FloatType: float,
        msgspec.inspect.StrType: str,
        msgspec.inspect.LiteralType: str,
    }
    return [plain[type(info)]] if type(info) in plain else []


def _check(rules: Ruleset[Any], card: Mapping[str, Any], names: set[str], where: str) -> None:
    check_card(rules, card, 1, where)
    name = str(card["name"]).strip()
    if name.casefold() in names:
        raise InvalidInput(f"{where}: ship {shown(name)}: name", name, "a name that no row above has")
    names.add(name.casefold())
