"""Changes ships in the text of a roster file. Unchanged parts stay exactly as they are, and comments are preserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import msgspec
import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Comment, InlineTable, Item, Key, Table, Trivia, Whitespace

from fleetbook.core.errors import Refused
from fleetbook.store.library.toml_file import comments
from fleetbook.store.library.toml_text import alike, in_order, order_of, toml_text

Body: TypeAlias = list[tuple[Key | None, Item]]
Wanted: TypeAlias = Sequence[tuple[int | None, Any]]
"""The entries that a list is to have. Each is its position in the old list (None for a new entry) and its content."""

BROAD = 100  # a longer list is written on several lines


def rewritten(text: str, title: str, ships: Wanted, keys: Sequence[str]) -> str:
    """The text of a roster file, with this title and these cards. New keys of a card are put in the order of ``keys``. Raises
    Refused if tomlkit cannot change the text.
    """
    windows = text.count("\r\n") == text.count("\n")
    plain = text.replace("\r\n", "\n") if windows else text
    with _understood():
        document = tomlkit.parse(plain if plain.endswith("\n") else plain + "\n")
        if document["title"] != title:
            document["title"] = value_item(title)
        found = document["ship"]
        if isinstance(found, AoT):
            _arrange(found, ships, keys, _head(document.body, found))
        else:
            _arrange_inline(found, ships)
        written = document.as_string()
    return written.replace("\n", "\r\n") if windows else written


def comments_inside(text: str, place: int) -> list[str]:
    """The comments inside a ship's lines in a roster file. Raises Refused if tomlkit cannot read the text."""
    with _understood():
        found = tomlkit.parse(text)["ship"]
    if not isinstance(found, AoT):
        return comments(found[place].as_string())
    ship = found.body[place]
    _cut(ship.value.body)
    return [*([ship.trivia.comment] if ship.trivia.comment else []), *comments(ship.as_string())]


@contextmanager
def _understood() -> Iterator[None]:
    """A ``with`` block that raises Refused for text that tomlkit cannot handle."""
    try:
        yield
    except TOMLKitError as error:
        raise Refused(f"this file cannot be changed piece by piece ({error}): change it in an editor") from None


def _arrange(tables: AoT, wanted: Wanted, keys: Sequence[str], lead: str = "") -> None:
    """Change a list of tables that have headers, such as ``[[ship]]``.

    The lines before a header belong to its table, but the parser assigns them to the table before. If a table is removed, its
    comments go to the next table. Comments inside removed values are moved before the header.
    """
    leads = [lead, *(_cut(table.value.body) for table in tables.body)]
    made, last = [], -1
    for origin, content in wanted:
        if origin is None:
            made.append(_new_table(content, keys))
            continue
        table = tables.body[origin]
        before = Counter(comments(table.as_string()))
        _update(table, content, keys)
        lost = "".join(f"{comment}\n" for comment in (before - Counter(comments(table.as_string()))).elements())
        table.trivia.indent = _with_comments(leads[last + 1 : origin]) + leads[origin] + lost + table.trivia.indent
        made.append(table)
        last = origin
    tables.body[:] = made
    behind = _with_comments(leads[last + 1 : -1]) + leads[-1]
    if made and behind:
        made[-1].value.body.append((None, Whitespace(behind)))


def _with_comments(leads: Iterable[str]) -> str:
    return "".join(lead for lead in leads if comments(lead))


def _head(body: Body, ships: AoT) -> str:
    """Remove the blank lines and comments before the first ship from the document, and return them."""
    at = next(place for place, (_, item) in enumerate(body) if item is ships)
    before, body[:at] = body[:at], []
    lead = _cut(before)
    body[:0] = before
    return lead


def _cut(body: Body) -> str:
    """Remove the blank lines and comments at the end of a table, and return them."""
    behind = ""
    while body and isinstance(body[-1][1], (Comment, Whitespace)):
        behind = body.pop()[1].as_string() + behind
    last = body[-1][1] if body else None
    if isinstance(last, AoT) and last.body:
        return _cut(last.body[-1].value.body) + behind
    return _cut(last.value.body) + behind if isinstance(last, Table) else behind


def _new_table(content: Mapping[str, Any], keys: Sequence[str]) -> Table:
    table = Table(Container(), Trivia(indent="\n"), is_aot_element=True)
    for key, value in in_order(content, keys).items():
        table.value.append(key, value_item(value))
    return table


def _update(table: Table | InlineTable, content: Mapping[str, Any], keys: Sequence[str] = ()) -> None:
    """Change the content of a table. Only keys with another value are written again."""
    old = table.unwrap()
    for key in old:
        if key not in content or not (alike(old[key], content[key]) or _change(table, key, old[key], content[key])):
            _remove(table, key)
    for key in content:
        if key not in table:
            _add(table, key, content[key], keys)


def _remove(table: Table | InlineTable, key: str) -> None:
    """Remove a key. Comments in its lines and after it stay in the same place."""
    body = table.value.body
    at, item = next((at, item) for at, (name, item) in enumerate(body) if name is not None and name.key == key)
    kept = [*comments(item.as_string()), *([item.trivia.comment] if item.trivia.comment else [])]
    table.remove(key)
    if kept and isinstance(table, Table):
        body[at] = (None, Comment(Trivia("", "", "\n".join(kept))))


def _change(table: Table | InlineTable, key: str, old: Any, value: Any) -> bool:
    """Change the value of a key without moving the key. Returns False if that is not possible."""
    item = table[key]
    if isinstance(item, (Table, InlineTable)) and isinstance(value, Mapping) and value:
        _update(item, value)
    elif isinstance(item, AoT) and isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
        _arrange(item, _aligned(old, value), ())
    elif isinstance(item, Array) and isinstance(value, (list, tuple)):
        _arrange_inline(item, _aligned(old, value))
    elif isinstance(item, (Table, AoT)):
        return False
    else:
        table[key] = value_item(value)
    return True


def _aligned(old: Sequence[Any], value: Sequence[Any]) -> Wanted:
    """The entries that a list is to have, each with the position of the old entry that it replaces. The position is None for a
    new entry.
    """
    one, other = ([msgspec.json.encode(entry, order="sorted") for entry in entries] for entries in (old, value))
    wanted: list[tuple[int | None, Any]] = []
    for _, start, end, first, last in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        for ahead, entry in enumerate(value[first:last]):
            wanted.append((start + ahead if start + ahead < end else None, entry))
    return wanted


def _arrange_inline(array: Array, wanted: Wanted) -> None:
    """Change a list that is written in brackets."""
    stays = {origin for origin, _ in wanted}
    old, noted = array.unwrap(), Counter(comments(array.as_string()))
    for gone in reversed([place for place in range(len(array)) if place not in stays]):
        del array[gone]
    for place, (origin, content) in enumerate(wanted):
        if origin is None:
            array.insert(place, line_item(content))
        elif isinstance(array[place], InlineTable) and isinstance(content, Mapping):
            _update(array[place], content)
        elif not alike(old[origin], content):
            array[place] = line_item(content)
    for lost in (noted - Counter(comments(array.as_string()))).elements():
        array.add_line(comment=lost.removeprefix("#").strip())


def _add(table: Table | InlineTable, key: str, value: Any, keys: Sequence[str]) -> None:
    """Insert a key after the keys that come before it in ``keys``. The table must not be searched afterwards."""
    if isinstance(table, InlineTable):
        table.append(key, line_item(value))
        return
    body = table.value.body
    table.append(key, value_item(value))
    at = next(at for at, (name, _) in enumerate(body) if name is not None and name.key == key)
    entry = body.pop(at)
    before = [i for i, (name, _) in enumerate(body[:at]) if name is not None and order_of(name.key, keys) <= order_of(key, keys)]
    body.insert(before[-1] + 1 if before else 0, entry)


def value_item(value: Any) -> Item:
    """A value as TOML, broken into lines where that is easier to read. A list of tables has the form that fleetbook gives it in a
    new file.
    """
    if isinstance(value, (list, tuple)) and any(isinstance(inner, Mapping) for inner in value):
        laid_out = tomlkit.parse(toml_text({"value": value}))["value"]
        if isinstance(laid_out, Array):
            return laid_out
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return tomlkit.string(value, multiline=True)
    item = line_item(value)
    if isinstance(item, Array) and len(item.as_string()) > BROAD:
        item.multiline(True)
    return item


def line_item(value: Any) -> Item:
    """A value as TOML, on one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(key, line_item(inner))
        return table
    if isinstance(value, (list, tuple)):
        array = tomlkit.array()
        for inner in value:
            array.append(line_item(inner))
        return array
    item: Item = tomlkit.item(value)
    return item


def value_text(value: Any) -> str:
    """A value as TOML text on one line, as a person would type it."""
    return line_item(value).as_string()
