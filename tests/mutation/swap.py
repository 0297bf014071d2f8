"""A fault put into a module that is imported already: its functions get the code that they have with the fault."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from types import CodeType, FunctionType

from tests.mutation.faults import Fault


def functions_of(folder: str) -> list[FunctionType]:
    """Every function that lives now and stands in a file below a folder."""
    return [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(folder)]


def swap(fault: Fault, living: Iterable[FunctionType]) -> bool:
    """Puts a fault into the functions of its file. False where none differs by it: the fault stands in what runs at import."""
    path = str(fault.path.resolve())
    sound = compile(fault.path.read_text(encoding="utf-8"), path, "exec", dont_inherit=True)
    others = dict(_differing(sound, compile(fault.made(), path, "exec", dont_inherit=True)))
    swapped = [one for one in living if one.__code__.co_filename == path and one.__code__ in others]
    for one in swapped:
        other = others[one.__code__]
        if other.co_freevars == one.__code__.co_freevars:
            one.__code__ = other
    return bool(swapped)


def _differing(sound: CodeType, faulty: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Code within code that a fault changes, with what it becomes."""
    for one, other in zip_longest(_inner(sound), _inner(faulty)):
        if one and other and one.co_qualname == other.co_qualname and one != other:
            yield one, other
            yield from _differing(one, other)


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]
