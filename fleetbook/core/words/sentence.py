"""A sentence of the rules, declared once, and what is kept of it when a rule says it: its key and its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.parsing import counted
from fleetbook.core.tables.table import Modifier

SAID, MODIFIER, LIST = "said", "modifier", "list"
"""Under these names a sentence, and a modifier of a list, stand among the values of another sentence."""
_OTHERS = " and "
"""What stands between the first and the next of several ships."""
_LINKS = dict.fromkeys((": ", " is ", "'s ", " "), "")
"""What may stand between the ship that a sentence begins with and what it says of her, and what stands for both."""
_PRONOUNS = {": ": "", ", ": "", "'s ": "her ", " ": "she "}
"""The same with a pronoun for her name."""


class Said(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """What a rule said: the key of a sentence, and the values in it. A value is a number, a word, a name, a list of those, or a
    sentence inside the sentence.
    """

    key: str
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.key)

    def nested(self) -> dict[str, Any]:
        """The sentence as a value of another."""
        return {SAID: self.key, **self.values}

    def as_fact(self) -> tuple[Any, ...]:
        """The sentence as a fact keeps it: its key, then the name and the value of each."""
        return (self.key, *_as_facts(self.values))

    @classmethod
    def of_fact(cls, kept: tuple[Any, ...]) -> Said:
        """The sentence that a fact keeps."""
        return cls(str(kept[0]), _of_facts(kept[1:]))


def _as_facts(values: Mapping[str, Any]) -> Iterator[Any]:
    for name, value in values.items():
        yield name
        yield _as_fact(value)


def _as_fact(value: Any) -> Any:
    if isinstance(value, dict):
        return (SAID, *_as_facts(value))
    return (LIST, *map(_as_fact, value)) if isinstance(value, list) else value


def _of_facts(kept: tuple[Any, ...]) -> dict[str, Any]:
    return {str(name): _of_fact(value) for name, value in zip(kept[::2], kept[1::2], strict=True)}


def _of_fact(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return [_of_fact(each) for each in value[1:]] if value[0] == LIST else _of_facts(value[1:])


class _Piece(NamedTuple):
    """Letters of a template, then the value behind them and how it is written."""

    literal: str
    name: str | None
    spec: str


Template: TypeAlias = str | Callable[..., str]
"""Words with values in braces, or a function of the values by name."""


class Sentence:
    """A sentence of the rules. It is declared in the body of a class of Sentences, and its name there is its key, kept for ever:
    ``sinks = Sentence("{ship} sinks: {how}")``. A rule says it with its values: ``note(Says.sinks(ship=ship, how=how))``.

    Braces may say how a number is written, ``{value:+d}``, or what is counted: ``{boxes:box}`` is 1 box, 2 boxes. A list is
    written as ``a, b and c``. Words that hang on more are a function of the values: ``Sentence(lambda far, near: …)``.
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
        """The names of the values that it cannot be said without."""
        if self._function is not None:
            return tuple(name for name, one in signature(self._function).parameters.items() if one.default is one.empty)
        return tuple(dict.fromkeys(piece.name for piece in self._pieces if piece.name is not None))

    def words(self, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The sentence with its values. Raises KeyError for a value that it lacks."""
        if self._function is not None:
            return self._function(**{name: written(values[name], write) for name in self._takes if name in values})
        return "".join(_joined(self._pieces, values, write))

    def phrase(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """What the sentence says of a ship, without her name where it begins with it, and with its reason in brackets: ``sinks
        (hull gone)``.
        """
        pieces = self._without_her_name(ship, values, _LINKS)
        for place, piece in enumerate(pieces):
            before, colon, after = piece.literal.partition(": ")
            if colon:
                pieces[place] = piece._replace(literal=f"{before} ({after}")
                return f"{''.join(_joined(pieces, values, write))})"
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def of_her(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """What the sentence says of a ship, with "she" or "her" for her name where it begins with it: ``she loses a mast``."""
        pieces = self._without_her_name(ship, values, _PRONOUNS)
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def _without_her_name(self, ship: str, values: Mapping[str, Any], links: Mapping[str, str]) -> list[_Piece]:
        """Its pieces, where it begins with her name with what stands for that and the link behind it; none of a function."""
        pieces = list(self._pieces)
        if len(pieces) > 1 and not pieces[0].literal and pieces[0].name and values.get(pieces[0].name) == ship:
            rest = pieces[1].literal
            link = next((link for link in links if rest.startswith(link)), "")
            if link and not rest.startswith((_OTHERS, ", ") if ", " not in links else _OTHERS):
                return [pieces[1]._replace(literal=links[link] + rest[len(link) :]), *pieces[2:]]
        return pieces


class Sentences:
    """The sentences of a rule system. Rules derive a class from it and declare theirs; a translation derives one from that."""

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
"""What a rule says: a sentence with its values, or by itself where it needs none of its own; empty where it says nothing."""


def said_of(words: Words) -> Said | None:
    """What is kept of what a rule says; None where it says nothing. Plain words are kept as they were typed."""
    if isinstance(words, str):
        return Sentences.typed(words=words) if words else None
    return Said(words.key) if isinstance(words, Sentence) else words


def plain(value: Any) -> Any:
    """A value as JSON gives it back; a ship, or whatever else has a name, by her name."""
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
    """A value as a function of a sentence gets it: numbers stay numbers, lists lists, all else is words."""
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
