"""Finds all values of a wrong type in parsed content. In a copy of the content each such value is replaced by an allowed one, so
that the next error can be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import Fault, KeyPath, convert, first_fault

_EMPTY: Mapping[type, Any] = {
    msgspec.inspect.StrType: "x",
    msgspec.inspect.IntType: 1,
    msgspec.inspect.FloatType: 1.0,
    msgspec.inspect.BoolType: False,
    msgspec.inspect.DictType: {},
}
MOST = 20


class TypeFault(NamedTuple):
    """An error about a wrong type, with the keys and list positions that lead to it."""

    error: InvalidInput
    steps: tuple[KeyPath, ...]


def type_faults(content: Any, kind: type[Any], where: str) -> tuple[list[TypeFault], Any]:
    """All type errors of some content, and a copy of the content in which allowed values replace the wrong ones. The search ends
    after 20 errors, or at an error whose value cannot be replaced.
    """
    found: list[TypeFault] = []
    good = deepcopy(content)
    while len(found) < MOST:
        try:
            convert(good, kind, where)
        except InvalidInput as error:
            fault = first_fault(good, kind)
            if fault is None:
                found.append(TypeFault(error, ()))
                break
            mended = _mend(good, fault, error.near)
            if str(error) in (str(known.error) for known in found):  # mending it before did not help
                break
            found.append(TypeFault(error, fault.steps))
            if not mended:
                break
        else:
            break
    return found, good


def _mend(content: Any, fault: Fault, near: str | None) -> bool:
    """Replace the wrong value by an allowed value. An unknown key is renamed to the nearest key, or removed. Returns False if
    nothing could be replaced.
    """
    inner: Any = content
    for step in fault.steps[:-1]:
        inner = inner[step]
    if not fault.steps or not isinstance(inner, (dict, list)):
        return False
    last: Any = fault.steps[-1]
    if not fault.unknown:
        inner[last] = _allowed(inner.get(last) if isinstance(inner, dict) else None, fault.info, near)
    elif isinstance(inner, dict):
        value = inner.pop(last)
        if near and near not in inner:
            inner[near] = value
    return True


def _allowed(value: Any, info: Any, near: str | None = None) -> Any:
    """An allowed value of a type, to replace a wrong value. If a number is required, a number in quotes becomes that number."""
    if isinstance(info, msgspec.inspect.UnionType):
        info = next(kind for kind in info.types if not isinstance(kind, msgspec.inspect.NoneType))
    if isinstance(info, msgspec.inspect.LiteralType):
        return near if near in info.values else info.values[0]
    if isinstance(value, str) and isinstance(info, (msgspec.inspect.IntType, msgspec.inspect.FloatType)):
        number = as_number(value)
        if number is not None and not (isinstance(info, msgspec.inspect.IntType) and isinstance(number, float)):
            return number
    if isinstance(info, msgspec.inspect.StructType):
        return {field.encode_name: _allowed(None, field.type) for field in info.fields if field.required}
    if isinstance(info, msgspec.inspect.TupleType):
        return [_allowed(None, item) for item in info.item_types]
    return deepcopy(_EMPTY.get(type(info), []))


def as_number(text: str) -> int | float | None:
    """The number that a text contains; None if the text is not a number."""
    for kind in (int, float):
        try:
            return kind(text.strip())
        except ValueError:
            continue
    return None
