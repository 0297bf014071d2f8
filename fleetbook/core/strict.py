"""Converts parsed TOML or JSON to typed objects, strictly. An error names the place, the found value, the allowed values and the
nearest name.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from fleetbook.core.errors import InvalidInput, shown

T = TypeVar("T")
KeyPath: TypeAlias = str | int
_AT = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
REQUIRED = "a value: this key must be there"
"""The allowed values in the error for a missing key."""
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
    """Convert parsed TOML or JSON to a type, strictly. Raises InvalidInput, which names ``where`` and the place inside the
    content, such as a ship.
    """
    try:
        return msgspec.convert(content, kind, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
    found = _AT.match(message)
    what, path = (found["what"], found["path"] or "$") if found else (message, "$")
    steps = _steps(content, kind, path, message)
    described, value = _walk(content, steps)
    place = f"{where}: {described}" if described else where
    info = _type_at(kind, steps)
    if isinstance(info, msgspec.inspect.UnionType) and isinstance(value, Mapping):
        info = next((one for one in info.types if isinstance(one, msgspec.inspect.StructType)), info)
    if unknown := _UNKNOWN.fullmatch(what):
        fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
        raise InvalidInput.word(f"{place}: key", unknown["field"], [field.encode_name for field in fields])
    if missing := _MISSING.fullmatch(what):
        raise InvalidInput(f"{place}: {missing['field']}", "nothing", REQUIRED, words="this key is missing")
    values = info.values if isinstance(info, msgspec.inspect.LiteralType) else ()
    words = [word for word in values if word and isinstance(word, str)]
    if words and isinstance(value, str):
        raise InvalidInput.word(place, value, words)
    expected = what[:1].lower() + what[1:]
    if typed := _EXPECTED.fullmatch(what):
        expected = " or ".join(_WORDS.get(name, name) for name in typed["types"].split(" | ")) + typed["limit"]
    raise InvalidInput(place, value, ", ".join(words) or expected + _keys(info, value))


class Fault(NamedTuple):
    """The first place where content does not fit its type. ``steps`` are the keys and list positions that lead to the place.
    ``unknown`` says whether the type does not have the key there. ``info`` describes the required type.
    """

    steps: tuple[KeyPath, ...]
    unknown: bool
    info: Any


def first_fault(content: Any, kind: Any) -> Fault | None:
    """The first place where content does not fit a type. None if all fits, or if the place cannot be found."""
    message = _error(content, kind)
    found = _AT.match(message)
    if not message or not found:
        return None
    steps = _steps(content, kind, found["path"] or "$", message)
    missing_or_unknown = _UNKNOWN.fullmatch(found["what"]) or _MISSING.fullmatch(found["what"])
    if missing_or_unknown:
        steps = [*steps, missing_or_unknown["field"]]
    return Fault(tuple(steps), bool(_UNKNOWN.fullmatch(found["what"])), _type_at(kind, steps))


def _keys(info: Any, found: Any) -> str:
    """For an error about a missing table: the keys that the table may have, in brackets. If it has one or two required keys, an
    example follows. Empty if a table was found.
    """
    if not isinstance(info, msgspec.inspect.StructType) or isinstance(found, Mapping):
        return ""
    needed = [field.encode_name for field in info.fields if field.required]
    values = [shown(json.dumps(found, ensure_ascii=False, default=str)), '"…"']
    example = ", ".join(f"{key} = {value}" for key, value in zip(needed, values, strict=False))
    such = f", such as {{ {example} }}" if 1 <= len(needed) <= 2 and not isinstance(found, list) else ""
    return f" ({', '.join(field.encode_name for field in info.fields)}){such}"


def _steps(content: Any, kind: Any, path: str, message: str) -> list[KeyPath]:
    """The path in Msgspec's message as a list of keys and list positions. Msgspec writes ``...`` for the key of a mapping. A
    binary search finds the first key that causes this message.
    """
    steps: list[KeyPath] = []
    for key, index in _STEP.findall(path):
        if index != "...":
            steps.append(key or int(index))
            continue
        keys: list[KeyPath] = list(_walk(content, steps)[1])

        def fails(last: int, keys: list[KeyPath] = keys) -> bool:
            """Whether the mapping still causes the same error if it has only the keys up to this position."""
            return _error(_with_only(content, steps, keys[: last + 1]), kind) == message

        at = bisect_left(range(len(keys)), True, key=fails)
        steps.append(keys[at] if at < len(keys) else "...")
    return steps


def _with_only(content: Any, steps: list[KeyPath], keys: list[KeyPath]) -> Any:
    """A copy of the content in which the table at the end of ``steps`` has only these keys."""
    if not steps:
        return {key: content[key] for key in keys}
    copied: Any = dict(content) if isinstance(content, Mapping) else list(content)
    copied[steps[0]] = _with_only(content[steps[0]], steps[1:], keys)
    return copied


def _error(content: Any, kind: Any) -> str:
    try:
        msgspec.convert(content, kind, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _walk(content: Any, steps: list[KeyPath]) -> tuple[str, Any]:
    """Follow keys and list positions into content. Returns the place in words, and the value there. An item of a list is
    described by its name if it has one, otherwise by its number.
    """
    described: list[str] = []
    for step in steps:
        try:
            content = content[step]
        except (KeyError, IndexError, TypeError):
            described.append(str(step))
            break
        name = content.get("name") if isinstance(content, Mapping) else None
        if isinstance(step, int) and described:
            described[-1] += f" {shown(name)}" if isinstance(name, str) else f" {step + 1}"
        elif isinstance(step, str):
            described.append(shown(step))
    return ", ".join(described), content


def _type_at(kind: Any, steps: list[KeyPath]) -> Any:
    """The type that is required at the end of these keys and list positions."""
    info: Any = msgspec.inspect.type_info(kind)
    for step in steps:
        info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
        if isinstance(info, msgspec.inspect.UnionType):
            wanted = [t for t in info.types if not isinstance(t, msgspec.inspect.NoneType)]
            info = next((t for t in wanted if hasattr(t, "fields") or hasattr(t, "item_type")), wanted[0])
        if isinstance(info, msgspec.inspect.DictType):
            info = info.value_type
        elif isinstance(step, int):
            info = getattr(info, "item_type", info)
        else:
            info = next((field.type for field in getattr(info, "fields", ()) if field.encode_name == step), info)
    return info.type if isinstance(info, msgspec.inspect.Metadata) else info
