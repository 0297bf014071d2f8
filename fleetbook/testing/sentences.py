"""Finds mistakes in how the source code of rules uses sentences: plain text in place of a sentence, and missing values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import Signature, signature
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.words.sentence import Sentence, Sentences, Words
from fleetbook.testing.source import Source, calls, resolved, sources

_CHANGE = ("ship", "other", "before", "after", "by")
_BOXES = ("ship", "by", "track", "before", "after", "full")
_THROWS = ("roll", "roll_on", "roll_at_least", "roll_over", "draw")
_STRIKES = ("strike", "lose", "restore", "strike_boxes", "restore_boxes")
_CHANGES = ("set", "clear", "mark", "add", "append", "set_fact")
_KINDS = {
    "note": ("note", ()), "choose": ("choice", ()), "gone": ("fate", ()), **dict.fromkeys(_THROWS, ("throw", ())),
    **dict.fromkeys(_STRIKES, ("change of boxes", _BOXES)), **dict.fromkeys(_CHANGES, ("change", _CHANGE)),
}  # fmt: skip
"""Calls by name. Each has a word for messages, and the values that its event adds to its sentence."""
_ANY = ("effect", tuple({*_CHANGE, *_BOXES}))


def flaws_in_sentences(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes in the use of sentences, each with file and line."""
    for source in sources(type(rules)):
        yield from _plain(source)
        yield from _undeclared(source, rules)
        yield from _without_values(source)


def never_said(kinds: list[type[Ruleset[Any]]]) -> list[str]:
    """The declared sentences that are not named in the source code of these rules or of the rules on which they are built."""
    read = {source.file: source.tree for kind in kinds for source in sources(kind)}
    nodes = [node for tree in read.values() for node in ast.walk(tree)]
    named = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    named |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return [key for key in kinds[0].sentences.all() if key not in named and key not in Sentences.all()]


def _plain(source: Source) -> Iterator[str]:
    for name, words in _calls_with_words(source):
        if _is_plain(words):
            kind, _ = _KINDS.get(name, _ANY)
            yield f"{source.at(words)}: this {kind} has plain text, {ast.unparse(words)}: declare it as a Sentence"
    for scope, _, call in calls(source.tree):
        kept = resolved(ast.Name(scope), source.module, "") if scope else None
        in_place = isinstance(kept, type) and issubclass(kept, Sentences)
        if resolved(call.func, source.module, scope) is Sentence and not in_place:
            yield f"{source.at(call)}: declare the Sentence in a class of Sentences: the journal keeps its name in that class"


def _calls_with_words(source: Source) -> Iterator[tuple[str, ast.expr]]:
    """The name of every call that takes words for people as an argument, and that argument."""
    for scope, _, call in calls(source.tree):
        made = resolved(call.func, source.module, scope)
        taken = _taken(made)
        if taken is None or any(isinstance(one, ast.Starred) for one in call.args):
            continue
        try:
            given = taken.bind_partial(*call.args, **{one.arg: one.value for one in call.keywords if one.arg})
        except TypeError:
            continue
        for name, words in given.arguments.items():
            kind = taken.parameters[name].annotation
            if isinstance(words, ast.expr) and (kind == Words or "Words" in str(kind)):
                called = getattr(call.func, "attr", getattr(call.func, "id", ""))
                yield "set" if (called, name) == ("gone", "said") else called, words


def _taken(made: Any) -> Signature | None:
    try:
        return signature(made) if callable(made) and not isinstance(made, (type, Sentence)) else None
    except (TypeError, ValueError):
        return None


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression is, or may be, a plain text."""
    if isinstance(node, ast.IfExp):
        return _is_plain(node.body) or _is_plain(node.orelse)
    if isinstance(node, ast.BinOp):
        return _is_plain(node.left) or _is_plain(node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)
    )


def _undeclared(source: Source, rules: Ruleset[Any]) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Attribute):
            continue
        kind = resolved(node.value, source.module, "")
        if not (isinstance(kind, type) and issubclass(kind, Sentences)):
            continue
        found = getattr(kind, node.attr, None)
        if found is None:
            yield f"{source.at(node)}: {InvalidInput.word('sentence', node.attr, kind.all())}"
        # Rules have their own sentences; rules built on them may replace some of these.
        elif isinstance(found, Sentence) and not (issubclass(rules.sentences, kind) or rules.sentences.find(found.key) is found):
            name, says = type(rules).__name__, rules.sentences.__name__
            yield (
                f"{source.at(node)}: {kind.__name__}.{node.attr} is not a sentence of {name}, which uses those of {says}: "
                f"declare `sentences = {kind.__name__}`"
            )


def _without_values(source: Source) -> Iterator[str]:
    """Sentences with a missing value, which neither the call in the source code nor the event gives."""
    known = {id(words): _KINDS.get(name, _ANY)[1] for name, words in _calls_with_words(source)}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and _sentence(node.func, source):
            known.update((id(one.value), ()) for one in node.keywords)
    for node in ast.walk(source.tree):
        sentence = _sentence(node.func if isinstance(node, ast.Call) else node, source)
        if sentence is None or (not isinstance(node, ast.Call) and id(node) not in known):
            continue
        given = node.keywords if isinstance(node, ast.Call) else []
        if any(one.arg is None for one in given):
            continue
        brought = {*(one.arg for one in given), *known.get(id(node), _ANY[1])}
        for name in (name for name in sentence.needs if name not in brought):
            yield f"{source.at(node)}: {ast.unparse(node)} has no value for {name}"


def _sentence(node: ast.AST, source: Source) -> Sentence | None:
    """The sentence that an expression names; None if it names none."""
    if not isinstance(node, ast.Attribute):
        return None
    kind = resolved(node.value, source.module, "")
    found = getattr(kind, node.attr, None) if isinstance(kind, type) and issubclass(kind, Sentences) else None
    return found if isinstance(found, Sentence) else None
