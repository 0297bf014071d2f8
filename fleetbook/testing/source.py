"""Finds mistakes in the source code of rules that a type checker does not find, such as effects without ``yield from`` and
misspelt methods.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from fleetbook.core.battle.fact import Keyed
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.faults import OURS, home_of, in_words, place_of, short_path
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Deferred, Part
from fleetbook.core.orders.ruleset import Ruleset

_YIELDING = re.compile(r"Effect|Changing|Striking|Losing")
_ASKS = {
    "figure": "figures", "printed": "figures", "table": "tables", "reading": "readings", "whole_reading": "readings",
    "modifiers": "modifiers", "modifier_list": "modifiers",
}  # fmt: skip
"""Methods whose argument is a name in the tables, each with the kind of table entry that it names."""
_TEXT_CALLS = {
    "Sentence",
    "roll",
    "roll_at_least",
    "roll_over",
    "roll_on",
    "draw",
    "choose",
    "note",
    "tally",
    "require",
    "Refused",
    "Result",
}
_TEXT_ARGUMENTS = {"label", "said", "text", "why", "words", "head", "means", "reason", "how", "help"}
"""Calls whose arguments are texts for people, and the names of arguments that are such texts in any call."""
_LOST = (ast.Expr, ast.If, ast.While, ast.Compare, ast.BinOp, ast.UnaryOp, ast.Yield)
"""Kinds of code that use an effect as if it were its answer."""


@dataclass
class Source:
    """A loaded module of the rules, with its file name for messages and its syntax tree."""

    module: ModuleType
    file: str
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """The file and line of a node."""
        return f"{self.file}:{getattr(node, 'lineno', 1)}"

    @cached_property
    def _words(self) -> tuple[set[str], set[str]]:
        """The texts in the module that may be names, and a pattern for each f-string that may make a name.

        Outside a look-up, a pattern counts only if it contains three letters in a row.
        """
        nodes, for_people, asked = list(ast.walk(self.tree)), set[ast.AST](), set[ast.AST]()
        for node in nodes:
            for_people.update(_texts_for_people(node))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _ASKS:
                asked.update(ast.walk(node))
        texts = [node for node in nodes if node not in for_people or node in asked]
        plain = {node.value for node in texts if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        made = [node for node in texts if isinstance(node, ast.JoinedStr)]
        return plain, {_pattern(node) for node in made if node in asked or re.search("[a-z]{3}", _pattern(node))}

    def names(self, word: str, *, in_any_case: bool = False) -> bool:
        """Whether a text in the module is this word, or an f-string may make it. With ``in_any_case``, the text may be in upper
        or lower case.
        """
        plain, patterns = self._words
        if in_any_case and word.casefold() in map(str.casefold, plain):
            return True
        return word in plain or any(re.fullmatch(pattern, word) for pattern in patterns)


def _texts_for_people(node: ast.AST) -> Iterator[ast.AST]:
    """The texts in a node that are meant for people: docstrings, labels, notes and reasons."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
        first = node.body[0]
        yield from ast.walk(first)
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        words = [
            *(node.args if called in _TEXT_CALLS else ()),
            *(one.value for one in node.keywords if one.arg in _TEXT_ARGUMENTS),
        ]
        yield from (text for text in words if isinstance(text, (ast.Constant, ast.JoinedStr)))


def _pattern(text: ast.JoinedStr) -> str:
    """A pattern that matches all texts that an f-string can make; empty if the f-string has no fixed words."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in text.values]
    return "".join(parts) if any(part != ".+" for part in parts) else ""


def sources(kind: type[Ruleset[Any]]) -> list[Source]:
    """The loaded modules of a rule system's package."""
    home = home_of(kind.__module__)
    beginning = kind.__module__.rpartition(".")[0] if home == OURS else home
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if (name == beginning or name.startswith(f"{beginning}.") or name == kind.__module__) and file:
            tree = ast.parse(Path(file).read_text(encoding="utf-8"))
            found.append(Source(module, short_path(file, name), tree))
    return found


def flaws_in_source(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes in the source code of a rule system, each with file and line."""
    for source in sources(type(rules)):
        yield from _never_yielded(source)
        yield from _misnamed(source, rules)
    yield from _misspelt(rules)
    yield from _unlisted(rules)


def _never_yielded(source: Source) -> Iterator[str]:
    for scope, outer, call in calls(source.tree):
        made = resolved(call.func, source.module, scope)
        is_statement = isinstance(outer, ast.Expr) and inspect.isgeneratorfunction(made)
        effects = _YIELDING.search(str(getattr(made, "__annotations__", {}).get("return", "")))
        if is_statement or (isinstance(outer, _LOST) and effects):
            yield f"{source.at(call)}: {ast.unparse(call)} does nothing: `yield from` is missing before it"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef) and node.name == "resolve":
            gives = (one for one in ast.walk(node) if isinstance(one, (ast.Yield, ast.YieldFrom, ast.Raise, ast.Return)))
            if not any(not isinstance(one, ast.Return) or one.value is not None for one in gives):
                yield f"{source.at(node)}: resolve yields nothing: is `yield from` missing?"


def calls(tree: ast.AST, scope: str = "", outer: ast.AST | None = None) -> Iterator[tuple[str, ast.AST | None, ast.Call]]:
    """Every call in a syntax tree, with the name of the class it is in and the node that contains it directly."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield scope, tree, node
        yield from calls(node, node.name if isinstance(node, ast.ClassDef) else scope, tree)


def resolved(node: ast.expr, module: ModuleType, scope: str) -> Any:
    """The object that a name or a dotted name means in a module. None if that is not known before the code runs."""
    if isinstance(node, ast.Name):
        return getattr(module, scope, None) if node.id == "self" else getattr(module, node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(resolved(node.value, module, scope), node.attr, None)
    if isinstance(node, ast.Subscript):
        keyed = resolved(node.value, module, scope)
        return keyed.one if isinstance(keyed, Keyed) else None
    return None


def _misnamed(source: Source, rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in the source code: look-ups of names that are not in the tables."""
    for scope, _, node in calls(source.tree):
        kind = _ASKS.get(node.func.attr) if isinstance(node.func, ast.Attribute) else None
        name = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        if kind is None or not isinstance(name, str) or not isinstance(node.func, ast.Attribute):
            continue
        if isinstance(resolved(node.func.value, source.module, scope), ModuleType):
            continue
        known = getattr(rules.tables, kind)
        if name not in known:
            yield f"{source.at(node)}: {InvalidInput.word(kind, name, known)}"


def _misspelt(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in the source code: methods whose name is almost that of a method which fleetbook calls. A method that the rules
    call themselves is no mistake.
    """
    trees = [source.tree for source in sources(type(rules))]
    called = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for kind in (type(rules), type(rules.sequence), *rules.orders, *rules.parts):
        bases = [base for base in kind.__mro__ if base.__module__.startswith("fleetbook.core")]
        asked = {name for base in bases for name, value in vars(base).items() if inspect.isfunction(value) and name[0] != "_"}
        own = [name for name, value in vars(kind).items() if inspect.isfunction(value) and name not in asked]
        for name in own:
            near = next((one for one in asked if _one_off(one, name)), "")
            if near and name not in called:
                yield f"{place_of(kind)}: {kind.__name__}.{name} is never called: did you mean {near}?"


def _one_off(one: str, other: str) -> bool:
    """Whether two names differ in one letter, or in two letters that are exchanged."""
    if one == other or len(one) < 5 or abs(len(one) - len(other)) > 1:
        return False
    if len(one) == len(other):
        wrong = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return len(wrong) == 1 or (len(wrong) == 2 and sorted(one) == sorted(other))
    shorter, longer = sorted((one, other), key=len)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


def _unlisted(rules: Ruleset[Any]) -> Iterator[str]:
    """Mistakes in the source code: orders and parts that are not in the rule system's lists. A class counts as listed if one of
    its subclasses is.
    """
    listed = (*rules.orders, *rules.parts)
    for source in sources(type(rules)):
        for kind in vars(source.module).values():
            own = isinstance(kind, type) and issubclass(kind, Part) and kind.__module__ == source.module.__name__
            if own and "id" in vars(kind) and not issubclass(kind, Deferred) and not any(issubclass(one, kind) for one in listed):
                yield not_listed(kind, rules)


def flaw_of_part(part: Part[Any], rules: Ruleset[Any]) -> str:
    """The mistake in a part that was run, with the file and line of its class. Empty if there is none."""
    kind = type(part)
    if kind not in (*rules.all_orders, *rules.parts):
        return not_listed(kind, rules)
    try:
        again = kind.from_inputs(msgspec.json.decode(msgspec.json.encode(part.inputs())))
    except (FleetbookError, msgspec.MsgspecError, TypeError, NameError) as error:
        why = in_words(error)
    else:
        if again == part:
            return ""
        why = f"it comes back as {again}"
    plain = "text, numbers, yes or no, a Firing, a Cause, tuples of these"
    return f"{place_of(kind)}: {kind.__name__} does not read back from its fields: {why}: fields of a part are plain ({plain})"


def not_listed(kind: type[Part[Any]], rules: Ruleset[Any]) -> str:
    """The message for an order or part that its rule system does not list."""
    where = "orders" if issubclass(kind, Order) else "parts"
    return f"{place_of(kind)}: {kind.__name__} is not in {where} of {type(rules).__name__}"
