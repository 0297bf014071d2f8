"""Everything that a type does not allow in parsed content, one fault after another, and the content made good to look further."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import Blamed, KeyPath, blamed, convert

_EMPTY: Mapping[type, Any] = {
    msgspec.inspect.StrType: "x",
    msgspec.inspect.IntType: 1,
    msgspec.inspect.FloatType: 1.0,
    msgspec.inspect.BoolType: False,
    msgspec.inspect.DictType: {},
}
MOST = 20


class TypeFault(NamedTuple):
    """A fault, and the keys and places that lead to it."""

    error: InvalidInput
    steps: tuple[KeyPath, ...]


def type_faults(content: Any, kind: type[Any], where: str) -> tuple[list[TypeFault], Any]:
    """All faults of types, and the content with something allowed in their places."""
    found: list[TypeFault] = []
    good = deepcopy(content)
    while len(found) < MOST:
        try:
            convert(good, kind, where)
        except InvalidInput as error:
            fault = blamed(good, kind)
            if fault is None:
                found.append(TypeFault(error, ()))
                break
            found.append(TypeFault(error, fault.steps))
            if not _mend(good, fault, error.near) or _said_before(found):
                break
        else:
            break
    return found, good


def _said_before(found: list[TypeFault]) -> bool:
    """Whether the last fault is one that could not be mended; then it is told once."""
    again = any(str(fault.error) == str(found[-1].error) for fault in found[:-1])
    if again:
        found.pop()
    return again


def _mend(content: Any, fault: Blamed, near: str | None) -> bool:
    """Put something allowed where the steps lead; an unknown key becomes the nearest, or goes; whether that can be done."""
    inner: Any = content
    for step in fault.steps[:-1]:
        inner = inner[step]
    if not fault.steps or not isinstance(inner, (dict, list)):
        return False
    last: Any = fault.steps[-1]
    if not fault.unknown:
        inner[last] = _meant(inner.get(last) if isinstance(inner, dict) else None, fault.info, near)
    elif isinstance(inner, dict):
        value = inner.pop(last)
        if near and near not in inner:
            inner[near] = value
    return True


def _meant(value: Any, info: Any, near: str | None = None) -> Any:
    """What a value in quotes means where a number is asked for; else whatever is allowed."""
    if isinstance(info, msgspec.inspect.UnionType):
        info = next(kind for kind in info.types if not isinstance(kind, msgspec.inspect.NoneType))
    if isinstance(info, msgspec.inspect.LiteralType):
        return near if near in info.values else info.values[0]
    if isinstance(value, str) and isinstance(info, (msgspec.inspect.IntType, msgspec.inspect.FloatType)):
        number = as_number(value)
        if number is not None and not (isinstance(info, msgspec.inspect.IntType) and isinstance(number, float)):
            return number
    if isinstance(info, msgspec.inspect.StructType):
        return {field.encode_name: _meant(None, field.type) for field in info.fields if field.required}
    if isinstance(info, msgspec.inspect.TupleType):
        return [_meant(None, item) for item in info.item_types]
    return deepcopy(_EMPTY.get(type(info), []))


def as_number(text: str) -> int | float | None:
    """The number that a text in quotes is; None where it is none."""
    for kind in (int, float):
        try:
            return kind(text.strip())
        except ValueError:
            continue
    return None
