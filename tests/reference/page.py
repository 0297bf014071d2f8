"""The reference as a page: every public name with its signature, its docstring and its members, as the code has them."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import GenericAlias
from typing import Any, ForwardRef, Literal, get_args, get_origin

import msgspec

from fleetbook.core.battle.fact_effects import Changing
from fleetbook.core.battle.facts import Change, FactValue, Key
from fleetbook.core.battle.subject import Declared
from fleetbook.core.orders.effects import Effect, Effects
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.core.tables.bounds import Value
from fleetbook.core.words.sentence import Words
from fleetbook.store.command_keys import COMMAND_KEYS
from tests.reference.sections import SECTIONS, Section

NAMES = {name for section in SECTIONS for names in section.names.values() for name in names}
READ = {"Key", "Result", "RosterCard", "Said", "Setup", "ShipEntry", "Squadron"}
"""Structs that rules read, or make by naming the fields."""
ENGINES = {
    "advance",
    "begin",
    "from_inputs",
    "get",
    "inputs",
    "keys",
    "open",
    "orders",
    "partial",
    "require_legal",
    "tables_under",
}
"""Members of orders and rules that only fleetbook calls. No package derives them."""
ALIASES = {
    str(Effects): "The type of `resolve` and of every effect: a generator that yields effects and gets their answers.",
    str(Effect): "One effect as it is yielded; the functions below make them.",
    str(Words): "A rule's words: a sentence, a sentence with its values, or plain words.",
    str(Changing): "The type of the methods of a declared fact: `yield from` them.",
    str(FactValue): "The stored value of a fact: a number, a word, yes or no, or a tuple of these.",
    str(Value): "The value of a cell, a figure or a reading: a word or a number.",
    str(Change): "A fact with its value, for `initial`. `Vessel.afire.start(ship, True)` makes one.",
}
ITEM = re.compile(r"^\S.*? {2,}\S", re.MULTILINE)
"""A line of a list: words, two spaces, their meaning."""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules-reference.md"
HEAD = """# What rules may use

`python -m tests.reference` makes this page from the code. The tests run every example, one after another.
Begin with [the tutorial](rules-tutorial.md).

`fleetbook.rules.kit` has all these names except those for tests: `from fleetbook.rules.kit import Battle, Order, fields`.
Two names are listed twice. `Value` of the kit is the declaration of a fact, and `counted` of the kit counts words.

Only the names on this page are public. A name that is **promised** changes only with a new major version, from 1.0 on.
A name that *may change* may change earlier. The changelog then says so.
"""
TAIL = """
## Names that mean something

| name | where | means |
| --- | --- | --- |
| `name` | field of a card | the ship's name. Every card has it |
| `source`, `note` | fields of a card | where the card is from; a remark. Sheets show both |
| `estimated = true`, `checked = false` | fields of a card | a formula gave its figures; no source was compared. Sheets say so |
| `kind` | field of a card | the words beside her name |
| `hits` | a count by `tally` | the count for the luck, counted for the firer |
| `yes`, `no` | options of a scenario | whether an optional rule is in force |
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, *("\n".join(_section(section)) for section in SECTIONS), TAIL, *_reserved()]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _reserved() -> Iterator[str]:
    keys = ", ".join(f"`{key}`" for keys in COMMAND_KEYS.values() for key in keys if len(key) == 1)
    orders = ", ".join(f"`{order.id}` (`{order.key}`)" for order in COMMON)
    commands = ", ".join(f"`{name}`" for name in COMMAND_KEYS)
    yield (
        f"No order may have a key of the battle page: {keys}; nor an id of its commands: {commands}. "
        f"Every rule system has these orders, with their keys: {orders}."
    )


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.title}\n\n{section.words}\n"
    for module, names in section.names.items():
        yield f"From `{module}`:\n"
        for name in names:
            yield from _entry(name, getattr(import_module(module), name), section.settled and name not in section.unsettled)
    yield f"```python\n{section.example}```\n"


def _entry(name: str, value: Any, promised: bool) -> Iterator[str]:
    mark = "**promised**" if promised else "*may change*"
    yield f"### `{name}{_signature(value)}`\n\n{mark} · {_words(value)}\n"
    if not isinstance(value, type):
        return
    base = next((base for base in value.__mro__[1:] if base.__name__ in NAMES), None)
    inherited = set(_members(base)) if base else set()
    members = [*_fields(value), *(member for member in _members(value) if member not in inherited)]
    if base:
        yield f"It has all members of `{base.__name__}`{', and these:' if members else '.'}\n"
    if members:
        yield "\n".join(members) + "\n"


def _fields(kind: type) -> Iterator[str]:
    """The fields of a struct or named tuple whose signature does not show them."""
    if issubclass(kind, (msgspec.Struct, tuple)) and not _is_made_by_rules(kind):
        defaults = _defaults(kind)
        for name, said in kind.__annotations__.items():
            words = said.__forward_arg__ if isinstance(said, ForwardRef) else said
            yield f"- `.{name}: {words}{f' = {defaults[name]!r}' if name in defaults else ''}`"


def _defaults(kind: type) -> dict[str, Any]:
    """The values of fields that may be left out."""
    if issubclass(kind, tuple):
        return dict(getattr(kind, "_field_defaults", {}))
    fields = msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ()
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def _members(kind: type) -> Iterator[str]:
    """Public methods and properties of a class and of the bases whose names nobody imports, each with what it is for."""
    for name, value in sorted(_public(kind).items(), key=lambda pair: list(_public(kind)).index(pair[0])):
        if isinstance(value, (property, cached_property)):
            function: Any = value.fget if isinstance(value, property) else value.func
            yield f"- `.{name}`  \n  {_line(function)}"
        else:
            function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
            yield f"- `.{name}{_signature(function)}`  \n  {_line(function)}"


def _public(kind: type) -> dict[str, Any]:
    """Documented members; those of a base that has an entry of its own stand there."""
    found: dict[str, Any] = {}
    bases = [one for one in kind.__mro__ if one.__module__.startswith("fleetbook")]
    for base in reversed([one for one in bases if one is kind or one.__name__ not in NAMES]):
        for name, value in vars(base).items():
            callable_ = inspect.isfunction(value) or isinstance(value, (classmethod, staticmethod, property, cached_property))
            if callable_ and name not in ENGINES and not name.startswith("_") and _line(getattr(value, "func", value)):
                found[name] = value
    return found


def _signature(value: Any) -> str:
    if isinstance(value, type) and issubclass(value, Declared):
        return _called(value.__init__, "")
    if isinstance(value, type) and issubclass(value, Exception) and "__init__" in vars(value):
        return _called(value.__init__, "")
    if isinstance(value, type) and (issubclass(value, Part) or not (dataclasses.is_dataclass(value) or _is_made_by_rules(value))):
        return ""
    if not callable(value) or isinstance(value, GenericAlias) or get_origin(value) is Literal:
        return ""
    answer = inspect.signature(value).return_annotation
    return _called(value, f" -> {answer}" if isinstance(answer, str) and not isinstance(value, type) else "")


def _is_made_by_rules(kind: type) -> bool:
    """Whether rules make objects of a class of structs, and so want to see how it is called."""
    return issubclass(kind, msgspec.Struct) and kind.__name__ not in READ


def _called(value: Any, answer: str) -> str:
    types = value.__annotations__ if isinstance(value, type) and issubclass(value, msgspec.Struct) else {}
    taken = inspect.signature(value).parameters.items()
    shown = (one.replace(annotation=types.get(name, one.annotation)) for name, one in taken if name not in ("self", "cls"))
    return f"({', '.join(map(_parameter, shown))}){answer}"


def _parameter(one: inspect.Parameter) -> str:
    star = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    said = f": {one.annotation}" if isinstance(one.annotation, str) else ""
    default = "" if one.default is one.empty else f" = {'…' if type(one.default) is object else repr(one.default)}"
    return f"{star}{one.name}{said}{default}"


def _words(value: Any) -> str:
    """The docstring as Markdown: its paragraphs, and its lists of explained words."""
    if isinstance(value, (str, tuple, Key)):
        return f"`{value!r}`"
    if get_origin(value) is Literal:
        return f"one of {', '.join(f'`{word!r}`' for word in get_args(value))}"
    text = ALIASES.get(str(value)) or inspect.getdoc(value) or ""
    parts = ["\n".join(map(_item, _joined(part))) if ITEM.search(part) else " ".join(part.split()) for part in text.split("\n\n")]
    return "\n\n".join(parts).replace("``", "`")


def _item(line: str) -> str:
    """A line of a list, with its words before two spaces."""
    named = re.fullmatch(r"(\S.*?) {2,}(.*)", line)
    return f"- **{named[1]}**: {' '.join(named[2].split())}" if named else f"- {' '.join(line.split())}"


def _joined(part: str) -> list[str]:
    """Lines of a list in a docstring. Indented lines are joined to the line before."""
    lines: list[str] = []
    for line in part.splitlines():
        if lines and line.startswith("  "):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def _line(value: Any) -> str:
    text = inspect.getdoc(getattr(value, "fget", value)) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("``", "`")
