"""Strict typing of parsed files: an error names the file, the place, what was found, what is allowed and the nearest name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from fleetbook.core.errors import Unreadable, shown

T = TypeVar("T")
_AT = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<types>[^`]*)`(?P<limit>.*?)(?:, got `[^`]*`)?", re.DOTALL)
_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys",
}
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def convert(content: Any, kind: type[T], where: str) -> T:
    """Type parsed TOML or JSON strictly. Raises Unreadable with ``where`` and the ship or side that the place belongs to."""
    try:
        return msgspec.convert(content, kind, strict=True)
    except msgspec.ValidationError as error:
        raise _explained(error, content, kind, where) from None


def _explained(error: msgspec.ValidationError, content: Any, kind: Any, where: str) -> Unreadable:
    found = _AT.match(str(error))
    what, path = (found["what"], found["path"] or "$") if found else (str(error), "$")
    told, value = _walk(content, path)
    place = f"{where}: {told}" if told else where
    unknown, missing = _UNKNOWN.fullmatch(what), _MISSING.fullmatch(what)
    if unknown:
        return Unreadable.word(f"{place}: key", unknown["field"], _fields_at(kind, path))
    if missing:
        return Unreadable(f"{place}: {missing['field']}", "nothing", "a value: this key must be there")
    words = _words_at(kind, path)
    if words and isinstance(value, str):
        return Unreadable.word(place, value, words)
    return Unreadable(place, value, ", ".join(words) or _expected(what))


def _expected(what: str) -> str:
    """What msgspec expected, in words that a file's author knows."""
    found = _EXPECTED.fullmatch(what)
    if not found:
        return what[:1].lower() + what[1:]
    return " or ".join(_WORDS.get(name, name) for name in found["types"].split(" | ")) + found["limit"]


def _walk(content: Any, path: str) -> tuple[str, Any]:
    """Follow msgspec's path; lists of named things are told by name rather than by number."""
    told: list[str] = []
    for key, index in _STEP.findall(path):
        try:
            content = content[key] if key else content[int(index)]
        except (KeyError, IndexError, TypeError, ValueError):
            told.append(key or index)
            break
        name = content.get("name") if isinstance(content, Mapping) else None
        if index and told:
            told[-1] = f"{told[-1]} {shown(name)}" if isinstance(name, str) else f"{told[-1]} {int(index) + 1}"
        elif key:
            told.append(key)
    return ", ".join(told), content


def _fields_at(kind: Any, path: str) -> list[str]:
    """The field names allowed where the path ends."""
    info = _type_at(kind, path)
    return [f.encode_name for f in info.fields] if isinstance(info, msgspec.inspect.StructType) else []


def _words_at(kind: Any, path: str) -> list[str]:
    """The words allowed where the path ends; none where it takes other things than certain words."""
    info = _type_at(kind, path)
    return (
        [word for word in info.values if word and isinstance(word, str)] if isinstance(info, msgspec.inspect.LiteralType) else []
    )


def _type_at(kind: Any, path: str) -> Any:
    info: Any = msgspec.inspect.type_info(kind)
    for key, index in _STEP.findall(path):
        info = _step_into(info, key, bool(index))
    return info


def _step_into(info: Any, key: str, indexed: bool) -> Any:
    if isinstance(info, msgspec.inspect.UnionType):
        wanted = [t for t in info.types if not isinstance(t, msgspec.inspect.NoneType)]
        info = next((t for t in wanted if hasattr(t, "fields") or hasattr(t, "item_type")), wanted[0])
    if indexed:
        return getattr(info, "item_type", info)
    if isinstance(info, msgspec.inspect.DictType):
        return info.value_type
    return next((f.type for f in getattr(info, "fields", ()) if f.encode_name == key), info)
