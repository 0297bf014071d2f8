"""Sentences of the rules: each declared once, and stored as its key with its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.parsing import counted
from fleetbook.core.tables.table import Modifier

SAID, MODIFIER, LIST = "said", "modifier", "list"
"""Keys that mark a value of a sentence as another sentence, a modifier or a list."""
_OTHERS = " and "
"""Follows the first of several ships: the sentence is about more than one."""
_LINKS = dict.fromkeys((": ", " is ", "'s ", " "), "")
"""Letters that may follow a ship's name at the beginning of a sentence, with their replacement if the name is left out."""
_PRONOUNS = {": ": "", ", ": "", "'s ": "her ", " ": "she "}
"""The same letters, with their replacement if a pronoun stands for the name."""


class Said(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """A sentence that a rule said: its key and its values.

    A value is a number, a word, a name, a list of those, or another sentence.
    """

    key: str
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.key)

    def nested(self) -> dict[str, Any]:
        """The sentence as a value of another."""
        return {SAID: self.key, **self.values}

    def as_fact(self) -> tuple[Any, ...]:
        """The sentence as the value of a fact: its key, then the name and the value of each."""
        return (self.key, *_as_facts(self.values))

    @classmethod
    def of_fact(cls, stored: tuple[Any, ...]) -> Said:
        """The sentence from the value of a fact."""
        return cls(str(stored[0]), _of_facts(stored[1:]))


def _as_facts(values: Mapping[str, Any]) -> Iterator[Any]:
    for name, value in values.items():
        yield name
        yield _as_fact(value)


def _as_fact(value: Any) -> Any:
    if isinstance(value, dict):
        return (SAID, *_as_facts(value))
    return (LIST, *map(_as_fact, value)) if isinstance(value, list) else value


def _of_facts(stored: tuple[Any, ...]) -> dict[str, Any]:
    return {str(name): _of_fact(value) for name, value in zip(stored[::2], stored[1::2], strict=True)}


def _of_fact(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return [_of_fact(each) for each in value[1:]] if value[0] == LIST else _of_facts(value[1:])


class _Piece(NamedTuple):
    """A piece of a template: letters, then a value and its format."""

    literal: str
    name: str | None
    spec: str


Template: TypeAlias = str | Callable[..., str]
"""Words with values in braces, or a function that takes the values by name."""


class Sentence:
    """A sentence of the rules, declared in a class of Sentences: ``sinks = Sentence("{ship} sinks: {how}")``.

    Its name there is its key in battle files, and stays for ever. A rule says it with its values: ``note(Says.sinks(ship=ship,
    how=how))``.

    Braces may format a number, ``{value:+d}``. They may count a noun: ``{boxes:box}`` is 1 box, 2 boxes. A list is written as
    ``a, b and c``. A function of the values may replace the template: ``Sentence(lambda far, near: …)``.
    """

    key = ""

    def __init__(self, template: Template) -> None:
        self._function = template if callable(template) else None
        self._takes = tuple(signature(template).parameters) if callable(template) else ()
        parsed = () if callable(template) else Formatter().parse(template)
        self._pieces = tuple(_Piece(literal, name, spec or "") for literal, name, spec, _ in parsed)

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name

    def __call__(self, **values: Any) -> Said:
        """The sentence with these values."""
        return Said(self.key, {name: plain(value) for name, value in values.items()})

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the values that it requires."""
        if self._function is not None:
            return tuple(name for name, one in signature(self._function).parameters.items() if one.default is one.empty)
        return tuple(dict.fromkeys(piece.name for piece in self._pieces if piece.name is not None))

    def words(self, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The sentence with its values. Raises KeyError for a missing value."""
        if self._function is not None:
            return self._function(**{name: written(values[name], write) for name in self._takes if name in values})
        return "".join(_joined(self._pieces, values, write))

    def phrase(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The sentence without a ship's name at its beginning. Its reason stands in brackets: ``sinks (hull gone)``."""
        pieces = self._without_her_name(ship, values, _LINKS)
        for place, piece in enumerate(pieces):
            before, colon, after = piece.literal.partition(": ")
            if colon:
                pieces[place] = piece._replace(literal=f"{before} ({after}")
                return f"{''.join(_joined(pieces, values, write))})"
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def of_her(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The sentence with "she" or "her" for a ship's name at its beginning: ``she loses a mast``."""
        pieces = self._without_her_name(ship, values, _PRONOUNS)
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def _without_her_name(self, ship: str, values: Mapping[str, Any], links: Mapping[str, str]) -> list[_Piece]:
        """Its pieces. If it begins with her name, ``links`` gives the words that replace the name and the letters behind it."""
        pieces = list(self._pieces)
        if len(pieces) > 1 and not pieces[0].literal and pieces[0].name and values.get(pieces[0].name) == ship:
            rest = pieces[1].literal
            link = next((link for link in links if rest.startswith(link)), "")
            if link and not rest.startswith((_OTHERS, ", ") if ", " not in links else _OTHERS):
                return [pieces[1]._replace(literal=links[link] + rest[len(link) :]), *pieces[2:]]
        return pieces


class Sentences:
    """The sentences of a rule system. Rules derive a class from it and declare theirs. A translation derives a class from that
    one.
    """

    turn = Sentence("turn {after}")
    battle_ends = Sentence("the battle ends: {after}")
    won = Sentence("the referee decides: {winner} has won")
    won_by = Sentence("the referee decides: {winner} has won, {degree}")
    drawn = Sentence("the referee decides: the battle is drawn")
    drawn_by = Sentence("the referee decides: the battle is drawn, {degree}")
    set_by_hand = Sentence("{condition} {value}")
    now_so = Sentence("{ship}: {words}")
    no_longer = Sentence("no longer {words}")
    by_hand = Sentence("by hand: {reason}")
    typed = Sentence("{words}")
    gone = Sentence(lambda ship, kind, turn, how="": f"{ship} {kind} T{turn}{': ' if how else ''}{how}")
    in_force = Sentence("in force: {words}")
    boxes_left = Sentence("{ship}: {track} {after}/{full}")

    @classmethod
    def find(cls, key: str) -> Sentence | None:
        """A sentence by its key."""
        found = getattr(cls, key, None)
        return found if isinstance(found, Sentence) else None

    @classmethod
    def all(cls) -> dict[str, Sentence]:
        """Every sentence by its key, those of its bases before its own."""
        found = (vars(base).items() for base in reversed(cls.__mro__))
        return {key: value for items in found for key, value in items if isinstance(value, Sentence)}


Words: TypeAlias = Said | Sentence | str
"""Words of a rule: a sentence with its values, a sentence without any, or plain words. Empty words say nothing."""


def said_of(words: Words) -> Said | None:
    """The sentence to store for a rule's words; None for empty ones. Plain words are stored as they were typed."""
    if isinstance(words, str):
        return Sentences.typed(words=words) if words else None
    return Said(words.key) if isinstance(words, Sentence) else words


def plain(value: Any) -> Any:
    """A value as JSON gives it back. Anything with a name, such as a ship, becomes that name."""
    if isinstance(value, Said):
        return value.nested()
    if isinstance(value, Sentence):
        return {SAID: value.key}
    if value is None or isinstance(value, (str, int, float)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, dict):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, Modifier):
        return {MODIFIER: value.place}
    return str(value)


def written(value: Any, write: Callable[[Any, str], str]) -> Any:
    """A value for the function of a sentence. Numbers and lists stay as they are, everything else is words."""
    if isinstance(value, list):
        return [written(one, write) for one in value]
    return write(value, "") if isinstance(value, (str, dict)) else value


def number_words(value: float | int | bool, spec: str) -> str:
    """A number as a template writes it: by a format, or counted."""
    if spec and spec[-1].isalpha() and len(spec) > 1 and spec[0] not in "+-.0123456789":
        return counted(int(value), spec)
    return format(value, spec) if spec else f"{value:g}" if isinstance(value, float) else str(value)


def _joined(pieces: Any, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> Iterator[str]:
    for piece in pieces:
        yield piece.literal
        if piece.name is not None:
            yield write(values[piece.name], piece.spec)
