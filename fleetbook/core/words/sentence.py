"""The sentences that rules write. Each sentence is declared once, with a key. A battle file stores only its key and its
values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fleetbook.core.parsing import counted
from fleetbook.core.tables.table import Modifier
from fleetbook.core.words.typed_names import is_name_in

SAID, MODIFIER, LIST = "said", "modifier", "list"
"""Keys that mark a value of a sentence as another sentence, as a modifier or as a list."""
_OTHERS = " and "
"""Text after the name of the first of several ships. It shows that the sentence is not about one ship alone."""
_LINKS = dict.fromkeys((": ", " is ", "'s ", " "), "")
"""Texts that may follow a ship's name at the beginning of a sentence. Each has the text that replaces it when the name is left
out.
"""
_PRONOUNS = {": ": "", ", ": "", "'s ": "her ", " ": "she "}
"""Texts that may follow a ship's name at the beginning of a sentence. Each has the text with a pronoun that replaces name and
text.
"""


class Said(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """A sentence that a rule wrote: the key of the sentence and its values.

    A value is a number, a word or a name. It may also be a list of these, or another sentence.
    """

    key: str
    values: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.key)

    def nested(self) -> dict[str, Any]:
        """The form in which this sentence can be a value of another sentence."""
        return {SAID: self.key, **self.values}

    def as_fact(self) -> tuple[Any, ...]:
        """The sentence in the form in which a fact stores it: a tuple of the key, followed by each value's name and the value
        itself.
        """
        return (self.key, *_as_facts(self.values))

    @classmethod
    def of_fact(cls, stored: tuple[Any, ...]) -> Said:
        """The sentence that a fact stores in the form of ``as_fact``."""
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
    """A piece of a template: literal text, then the name of a value and the format ``spec`` of that value. ``name`` is None if no
    value follows the text.
    """

    literal: str
    name: str | None
    spec: str


Template: TypeAlias = str | Callable[..., str]
"""A text with values in braces, or a function that makes the text from the values."""


class Sentence:
    """A sentence of the rules. A class derived from Sentences declares it as ``sinks = Sentence("{ship} sinks: {how}")``.

    The attribute's name is the sentence's key in battle files, so it must never change. A rule gives the sentence its values:
    ``note(Says.sinks(ship=ship, how=how))``.

    Braces hold the name of a value. They may also hold a format for a number, as in ``{value:+d}``, or a noun to count:
    ``{boxes:box}`` gives 1 box, 2 boxes. A list is written as ``a, b and c``. A function of the values may make the text:
    ``Sentence(lambda far, near: …)``. ``bare`` is a shorter text without the names of those who caused the event.
    """

    key = ""

    def __init__(self, template: Template, bare: str = "") -> None:
        self.bare = Sentence(bare) if bare else None
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
        """The names of the values that the sentence requires."""
        if self._function is not None:
            return tuple(name for name, one in signature(self._function).parameters.items() if one.default is one.empty)
        return tuple(dict.fromkeys(piece.name for piece in self._pieces if piece.name is not None))

    def words(self, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The text of the sentence with its values. Raises KeyError if a value is missing."""
        if self._function is not None:
            return self._function(**{name: written(values[name], write) for name in self._takes if name in values})
        return "".join(_joined(self._pieces, values, write))

    def phrase(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The text of the sentence. If it begins with the ship's name, the name is left out. A reason after a colon is put in
        brackets: ``sinks (hull gone)``.
        """
        pieces = self._without_her_name(ship, values, _LINKS)
        for place, piece in enumerate(pieces):
            before, colon, after = piece.literal.partition(": ")
            if colon:
                pieces[place] = piece._replace(literal=f"{before} ({after}")
                return f"{''.join(_joined(pieces, values, write))})"
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def names_in_phrase(self, ship: str, values: Mapping[str, Any]) -> bool:
        """Whether the ship's name is still in the text that ``phrase`` gives."""
        pieces = self._without_her_name(ship, values, _LINKS)
        names = (piece.name for piece in pieces if piece.name is not None) if pieces else self._takes
        return any(_has_name(values.get(name), ship) for name in names)

    def of_her(self, ship: str, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> str:
        """The text with "she" or "her" in place of the ship's name at its beginning: ``she loses a mast``."""
        pieces = self._without_her_name(ship, values, _PRONOUNS)
        return "".join(_joined(pieces, values, write)) if pieces else self.words(values, write)

    def _without_her_name(self, ship: str, values: Mapping[str, Any], links: Mapping[str, str]) -> list[_Piece]:
        """The pieces of the template, without the ship's name at the beginning. ``links`` says how the letters after the name are
        replaced.
        """
        pieces = list(self._pieces)
        if len(pieces) > 1 and not pieces[0].literal and pieces[0].name and values.get(pieces[0].name) == ship:
            rest = pieces[1].literal
            link = next((link for link in links if rest.startswith(link)), "")
            if link and not rest.startswith((_OTHERS, ", ") if ", " not in links else _OTHERS):
                return [pieces[1]._replace(literal=links[link] + rest[len(link) :]), *pieces[2:]]
        return pieces


class Sentences:
    """The sentences of a rule system. Rules declare their sentences in a class that they derive from this one. A translation
    derives a class from theirs.
    """

    turn = Sentence("turn {after}")
    battle_ends = Sentence("the battle ends: {after}")
    won = Sentence("the referee decides: victory for {winner}")
    won_by = Sentence("the referee decides: victory for {winner}, {degree}")
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
        """The sentence with this key; None if there is none."""
        found = getattr(cls, key, None)
        return found if isinstance(found, Sentence) else None

    @classmethod
    def all(cls) -> dict[str, Sentence]:
        """Every sentence by its key. Sentences of base classes come first."""
        found = (vars(base).items() for base in reversed(cls.__mro__))
        return {key: value for items in found for key, value in items if isinstance(value, Sentence)}


Words: TypeAlias = Said | Sentence | str
"""A text from a rule: a sentence with its values, a sentence that needs no values, or plain text. An empty text means nothing to
say.
"""


def said_of(words: Words) -> Said | None:
    """The sentence to store for the text of a rule; None for an empty text. Plain text is stored as a sentence that
    repeats it.
    """
    if isinstance(words, str):
        return Sentences.typed(words=words) if words else None
    return Said(words.key) if isinstance(words, Sentence) else words


def plain(value: Any) -> Any:
    """A value in the form that JSON returns. An object with a name, such as a ship, becomes its name."""
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
    """A value in the form in which the function of a sentence gets it. Words, names and sentences become text; a number stays a
    number, a list a list.
    """
    if isinstance(value, list):
        return [written(one, write) for one in value]
    return write(value, "") if isinstance(value, (str, dict)) else value


def _has_name(value: Any, name: str) -> bool:
    """Whether a value of a sentence is this name. A value that is a list or another sentence is searched for the name, and so is
    plain text.
    """
    if isinstance(value, dict):
        text = value.get("words") if value.get(SAID) == Sentences.typed.key else None
        return is_name_in(str(text), name) if text else any(_has_name(inner, name) for inner in value.values())
    return any(_has_name(inner, name) for inner in value) if isinstance(value, list) else bool(value == name)


def number_words(value: float | int | bool, spec: str) -> str:
    """A number as text: in a format such as ``+d``, or with a noun that it counts."""
    if spec and spec[-1].isalpha() and len(spec) > 1 and spec[0] not in "+-.0123456789":
        return counted(int(value), spec)
    return format(value, spec) if spec else f"{value:g}" if isinstance(value, float) else str(value)


def _joined(pieces: Any, values: Mapping[str, Any], write: Callable[[Any, str], str]) -> Iterator[str]:
    for piece in pieces:
        yield piece.literal
        if piece.name is not None:
            yield write(values[piece.name], piece.spec)
