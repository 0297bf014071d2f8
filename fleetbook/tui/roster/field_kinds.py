"""The fields of a card or squadron. They are derived from its type, so editors work with any rule system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from fleetbook.core.battle.card_words import ONLY_FOR, rows_of, table_names
from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.table import RuleTables
from fleetbook.store.library.roster_text import value_text
from fleetbook.store.library.toml_file import parse_toml

FLAG, WORDS, NUMBER, TEXT, OTHER = "flag", "words", "number", "text", "other"
TABLE, TABLES = "table", "tables"  # one table of keys, a list of them
NONE = "–"  # the text that shows an empty word
YES, NO = "yes", "no"
REQUIRED = "needed"

_NUMBER = re.compile(r"[+-]?(\d{1,15}|\d{0,15}\.\d{1,15}|\d{1,15}\.)")


@dataclass(frozen=True)
class CardField:
    """A field of a card, which the editor shows as a row.

    name      the key in the file
    kind      how the value is entered, such as FLAG or NUMBER
    type      the declared type of the value
    words     the allowed words, if the value is one of a few words
    item      the type of the table that the field holds, or of each table of its list; None for a single value
    required  whether the key must be given
    default   the value if the key is left out
    title     the name of the field on screen; empty to show the key
    rows_of   the tables of the rules whose row labels are the allowed words
    only_for  pairs of another key and some words: the field is offered only if the value of that key is one of the words
    inner     the fields of the table that the field holds, or of each table of its list
    """

    name: str
    kind: str
    type: Any
    words: tuple[str, ...] = ()
    item: Any = None
    required: bool = False
    default: Any = None
    title: str = ""
    rows_of: tuple[str, ...] = ()
    only_for: tuple[tuple[str, tuple[str, ...]], ...] = ()
    inner: tuple[CardField, ...] = ()

    @property
    def label(self) -> str:
        """The label of the field's row: its title, or its key if it has no title."""
        return self.title or self.name

    def shown(self, value: Any) -> str:
        """The text that shows a value of this field."""
        if self.kind == FLAG and isinstance(value, bool):
            return YES if value else NO
        if self.kind == WORDS and isinstance(value, str):
            return value or NONE
        if value is None:
            return ""
        if isinstance(value, str):
            return value if self.kind != OTHER else value_text(value)
        return value_text(value)

    def parsed(self, text: str) -> Any:
        """The value that a text stands for. None for an empty text; the text itself if it is not a valid value."""
        if self.kind == FLAG:
            return {YES: True, NO: False}.get(text, text)
        if self.kind == WORDS:
            return "" if text == NONE else text
        if self.kind == TEXT:
            return text
        if not text.strip():
            return None
        return number(text) if self.kind == NUMBER else _toml(text, self.type)

    def problem(self, value: Any) -> str:
        """The fault of a value, judged by its type alone. Empty if there is none. The value None stands for a key left out."""
        if value is None:
            return REQUIRED if self.required else ""
        if self.kind == WORDS and value not in self.words:
            return f"allowed: {', '.join(word or NONE for word in self.words)}"
        try:
            convert(value, self.type, self.name)
        except InvalidInput as error:
            return f"allowed: {error.allowed}"
        return ""

    def first(self) -> Any:
        """The field's value in a new card."""
        return {FLAG: False, WORDS: self.words[0] if self.words else "", NUMBER: None, TEXT: "", TABLES: [], TABLE: {}}.get(
            self.kind
        )


def suited(fields: Sequence[CardField], table: Mapping[str, Any]) -> list[CardField]:
    """The fields to offer for a table: those that suit the words in the table, and those that the table already has."""
    held = {field.name: table.get(field.name, field.default) for field in fields}
    return [field for field in fields if field.name in table or all(held.get(key) in words for key, words in field.only_for)]


def number(text: str) -> int | float | str:
    """The number that a text stands for. The text itself if it is not a number. A comma counts as a decimal point."""
    word = text.strip().replace(",", ".")
    if not _NUMBER.fullmatch(word):
        return text
    return float(word) if "." in word else int(word)


def _toml(text: str, kind: Any) -> Any:
    """The value that a text in TOML stands for. The text itself if it is not TOML. A list may be typed without brackets."""
    wanted = [f"[{text}]", text] if get_origin(kind) in (tuple, list) and not text.lstrip().startswith("[") else [text]
    for one in wanted:
        try:
            return parse_toml(f"value = {one}", "value")["value"]
        except InvalidInput:
            continue
    return text


@lru_cache(maxsize=64)
def fields_of(struct: type[msgspec.Struct]) -> tuple[CardField, ...]:
    """The fields of a card type, or of a table type inside it, in the order of their declaration."""
    info = inspect.type_info(struct)
    types = {field.name: field.type for field in msgspec.structs.fields(struct)}
    return tuple(_field(field, types[field.name]) for field in getattr(info, "fields", ()))


def offering(fields: Iterable[CardField], tables: RuleTables) -> tuple[CardField, ...]:
    """The fields with allowed words taken from the rules' tables, where a field refers to the rows of a table."""
    return tuple(_offered(field, tables) for field in fields)


def _offered(field: CardField, tables: RuleTables) -> CardField:
    if not field.rows_of or not set(field.rows_of) <= set(tables.tables):
        return replace(field, inner=offering(field.inner, tables))
    words = rows_of(field.rows_of, tables)
    return replace(field, kind=WORDS, words=words if field.required or field.default else ("", *words))


def _field(field: inspect.Field, kind: Any) -> CardField:
    name, words, item = _kind(field.type)
    default = None if field.required else _default(field)
    words = tuple(_declared(kind)) if name == WORDS else words
    declared = (field.type.extra_json_schema or {}) if isinstance(field.type, inspect.Metadata) else {}
    extra = (field.type.extra or {}) if isinstance(field.type, inspect.Metadata) else {}
    return CardField(
        field.encode_name, name, kind, words, item, field.required, default,
        title=str(declared.get("title", "")), rows_of=table_names(extra),
        only_for=tuple(dict(extra.get(ONLY_FOR, {})).items()), inner=fields_of(item) if item else (),
    )  # fmt: skip


def _default(field: inspect.Field) -> Any:
    made = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return msgspec.to_builtins(made)


def _kind(info: inspect.Type) -> tuple[str, tuple[str, ...], Any]:
    """The kind of input for a type, such as NUMBER, an empty tuple for its allowed words, and the type of a table inside it. The
    last is None if there is no table.
    """
    if isinstance(info, inspect.UnionType):
        wanted = [inner for inner in info.types if not isinstance(inner, inspect.NoneType)]
        return _kind(wanted[0]) if len(wanted) == 1 else (_of_union(wanted), (), None)
    if isinstance(info, inspect.Metadata):
        return _kind(info.type)
    if isinstance(info, inspect.BoolType):
        return FLAG, (), None
    if isinstance(info, inspect.LiteralType) and all(isinstance(word, str) for word in info.values):
        return WORDS, (), None
    figures = isinstance(info, inspect.LiteralType) and all(isinstance(figure, int) for figure in info.values)
    if figures or isinstance(info, (inspect.IntType, inspect.FloatType)):
        return NUMBER, (), None
    if isinstance(info, inspect.StrType):
        return TEXT, (), None
    if isinstance(info, inspect.StructType):
        return TABLE, (), info.cls
    inner = getattr(info, "item_type", None)
    return (TABLES, (), inner.cls) if isinstance(inner, inspect.StructType) else (OTHER, (), None)


def _of_union(wanted: list[inspect.Type]) -> str:
    numbers = all(isinstance(inner, (inspect.IntType, inspect.FloatType)) for inner in wanted)
    return NUMBER if numbers else OTHER


def _declared(kind: Any) -> Iterator[str]:
    """The words of a Literal type in the order of its declaration. msgspec's description of a type does not keep the order."""
    if get_origin(kind) is Literal:
        yield from (word for word in get_args(kind) if isinstance(word, str))
    else:
        for inner in get_args(kind):
            yield from _declared(inner)


def with_value(table: Mapping[str, Any], field: CardField, value: Any) -> dict[str, Any]:
    """The table with a new value for a field. None, or the default value, removes the key."""
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    same = not field.required and type(value) is type(default) and value == default
    if value is None or same:
        return {key: other for key, other in table.items() if key != field.name}
    return {**table, field.name: value}
