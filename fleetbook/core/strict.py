"""Strict typing of parsed files: an error names the file, the place, what was found, what is allowed and the nearest name."""

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
    """Type parsed TOML or JSON strictly. Raises InvalidInput with ``where`` and the ship or side that the place belongs to."""
    try:
        return msgspec.convert(content, kind, strict=True)
    except msgspec.ValidationError as error:
        raise _explained(error, content, kind, where) from None


class Blamed(NamedTuple):
    """What content that is refused is refused for: the keys and places that lead there, whether the last is a key that nobody
    knows, and the type that is asked for.
    """

    steps: tuple[KeyPath, ...]
    unknown: bool
    info: Any


def blamed(content: Any, kind: Any) -> Blamed | None:
    """Where the first fault of content is; None where it has none, or where that cannot be told."""
    message = _error(content, kind)
    found = _AT.match(message)
    if not message or not found:
        return None
    steps = _steps(content, kind, found["path"] or "$", message)
    missing_or_unknown = _UNKNOWN.fullmatch(found["what"]) or _MISSING.fullmatch(found["what"])
    if missing_or_unknown:
        steps = [*steps, missing_or_unknown["field"]]
    return Blamed(tuple(steps), bool(_UNKNOWN.fullmatch(found["what"])), _type_at(kind, steps))


def _explained(error: msgspec.ValidationError, content: Any, kind: Any, where: str) -> InvalidInput:
    found = _AT.match(str(error))
    what, path = (found["what"], found["path"] or "$") if found else (str(error), "$")
    steps = _steps(content, kind, path, str(error))
    told, value = _walk(content, steps)
    place = f"{where}: {told}" if told else where
    unknown, missing = _UNKNOWN.fullmatch(what), _MISSING.fullmatch(what)
    if unknown:
        return InvalidInput.word(f"{place}: key", unknown["field"], _fields_at(kind, steps))
    if missing:
        return InvalidInput(f"{place}: {missing['field']}", "nothing", "a value: this key must be there")
    words = _words_at(kind, steps)
    if words and isinstance(value, str):
        return InvalidInput.word(place, value, words)
    return InvalidInput(place, value, ", ".join(words) or _expected(what) + _keys(_type_at(kind, steps), value))


def _expected(what: str) -> str:
    """What msgspec expected, in words that a file's author knows."""
    found = _EXPECTED.fullmatch(what)
    if not found:
        return what[:1].lower() + what[1:]
    return " or ".join(_WORDS.get(name, name) for name in found["types"].split(" | ")) + found["limit"]


def _keys(info: Any, found: Any) -> str:
    """The keys of a table that is asked for where something else was found; where one must be there, with what was found."""
    if not isinstance(info, msgspec.inspect.StructType) or isinstance(found, Mapping):
        return ""
    needed = [field.encode_name for field in info.fields if field.required]
    told = shown(json.dumps(found, ensure_ascii=False, default=str))
    such = f", such as {{ {needed[0]} = {told} }}" if len(needed) == 1 and not isinstance(found, list) else ""
    return f" ({', '.join(field.encode_name for field in info.fields)}){such}"


def _steps(content: Any, kind: Any, path: str, message: str) -> list[KeyPath]:
    """Msgspec's path as keys and places, with the keys of tables that it leaves out."""
    steps: list[KeyPath] = []
    for key, index in _STEP.findall(path):
        steps.append(_blamed(content, kind, steps, message) if index == "..." else key or int(index))
    return steps


def _blamed(content: Any, kind: Any, steps: list[KeyPath], message: str) -> KeyPath:
    """The first key of the table at the end of these steps with which it gives this error; it is looked for by halving."""
    keys = list(_walk(content, steps)[1])
    at = bisect_left(
        range(len(keys)), True, key=lambda last: _error(_with_only(content, steps, keys[: last + 1]), kind) == message
    )
    return keys[at] if at < len(keys) else "..."


def _with_only(content: Any, steps: list[KeyPath], keys: list[KeyPath]) -> Any:
    """The content with nothing but these keys in the table at the end of the steps."""
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
    """Follow the steps; lists of named things are told by name rather than by number."""
    told: list[str] = []
    for step in steps:
        try:
            content = content[step]
        except (KeyError, IndexError, TypeError):
            told.append(str(step))
            break
        name = content.get("name") if isinstance(content, Mapping) else None
        if isinstance(step, int) and told:
            told[-1] = f"{told[-1]} {shown(name)}" if isinstance(name, str) else f"{told[-1]} {step + 1}"
        elif isinstance(step, str):
            told.append(shown(step))
    return ", ".join(told), content


def _fields_at(kind: Any, steps: list[KeyPath]) -> list[str]:
    """The field names allowed where the steps end."""
    info = _type_at(kind, steps)
    return [f.encode_name for f in info.fields] if isinstance(info, msgspec.inspect.StructType) else []


def _words_at(kind: Any, steps: list[KeyPath]) -> list[str]:
    """The words allowed where the steps end; none where it takes other things than certain words."""
    info = _type_at(kind, steps)
    return [word for word in info.values if word and isinstance(word, str)] if _is_literal(info) else []


def _is_literal(info: Any) -> bool:
    return isinstance(info, msgspec.inspect.LiteralType)


def _type_at(kind: Any, steps: list[KeyPath]) -> Any:
    info: Any = msgspec.inspect.type_info(kind)
    for step in steps:
        info = _step_into(info, step)
    return info


def _step_into(info: Any, step: KeyPath) -> Any:
    if isinstance(info, msgspec.inspect.UnionType):
        wanted = [t for t in info.types if not isinstance(t, msgspec.inspect.NoneType)]
        info = next((t for t in wanted if hasattr(t, "fields") or hasattr(t, "item_type")), wanted[0])
    if isinstance(info, msgspec.inspect.DictType):
        return info.value_type
    if isinstance(step, int):
        return getattr(info, "item_type", info)
    return next((f.type for f in getattr(info, "fields", ()) if f.encode_name == step), info)
