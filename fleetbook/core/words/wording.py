"""Turns the sentences of a rule system into text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from fleetbook.core.parsing import listed
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import MODIFIER, SAID, Said, Sentence, Sentences, Words, number_words, said_of
from fleetbook.core.words.typed_names import is_name_in

NO_VALUES: Mapping[str, Any] = MappingProxyType({})


class Wording:
    """Turns sentences into text, with the sentences and tables of one battle's rules. It never fails. For a sentence that the
    rules no longer have, the text is its key and its values.
    """

    def __init__(self, sentences: type[Sentences], tables: RuleTables) -> None:
        self._sentences, self._tables = sentences, tables

    def of(self, words: Words) -> str:
        """The text of a sentence or plain text that a rule wrote. Empty if the rule wrote nothing."""
        said = said_of(words)
        return self.words(said) if said else ""

    def words(self, said: Said, about: Mapping[str, Any] = NO_VALUES) -> str:
        """The text of a sentence. ``about`` are values of the event. They are used where the sentence lacks a value."""
        return self._rendered(said, about, lambda sentence, values: sentence.words(values, self.write))

    def bare(self, said: Said) -> str:
        """The shorter text of a sentence, without the names of those who caused the event. A sentence without a shorter text
        gives its usual text.
        """
        return self._rendered(said, NO_VALUES, lambda sentence, values: (sentence.bare or sentence).words(values, self.write))

    def phrase(self, said: Said, ship: str, about: Mapping[str, Any] = NO_VALUES) -> str:
        """The text of a sentence about a ship, without her name at its beginning."""
        return self._rendered(said, about, lambda sentence, values: sentence.phrase(ship, values, self.write))

    def names_in_phrase(self, said: Said, ship: str, about: Mapping[str, Any] = NO_VALUES) -> bool:
        """Whether the ship's name is still in the text that ``phrase`` gives."""
        sentence, values = self._sentences.find(said.key), {**about, **said.values}
        if said.key == Sentences.typed.key:
            return is_name_in(str(values.get("words", "")), ship)
        return sentence is not None and sentence.names_in_phrase(ship, values)

    def of_her(self, said: Said, ship: str, about: Mapping[str, Any] = NO_VALUES) -> str:
        """The text of a sentence with "she" or "her" in place of the ship's name at its beginning."""
        return self._rendered(said, about, lambda sentence, values: sentence.of_her(ship, values, self.write))

    def _rendered(self, said: Said, about: Mapping[str, Any], render: Callable[[Sentence, Mapping[str, Any]], str]) -> str:
        sentence, values = self._sentences.find(said.key), {**about, **said.values}
        if sentence is not None:
            try:
                return render(sentence, values)
            except (KeyError, TypeError, ValueError):
                pass
        return " ".join((said.key.replace("_", " "), *(str(value) for value in said.values.values())))

    def modifier(self, name: str) -> str:
        """The text of a modifier, given by its list and its id: ``shooting.fast``."""
        place, _, line = name.partition(".")
        found = self._tables.modifiers.get(place)
        modifier = found.lines.get(line) if found else None
        return modifier.text if modifier else line.replace("_", " ")

    def table(self, name: str) -> str:
        """The title of a table; its id if the rules no longer have the table."""
        found = self._tables.tables.get(name)
        return found.title if found else name

    def write(self, value: Any, spec: str) -> str:
        """A value as text in a sentence. ``spec`` is the format that the sentence gives for a number."""
        if value is None:
            return ""
        if isinstance(value, dict):
            if MODIFIER in value:
                return self.modifier(str(value[MODIFIER]))
            inner = {name: each for name, each in value.items() if name != SAID}
            return self.words(Said(str(value.get(SAID, "")), inner))
        if isinstance(value, (list, tuple)):
            return listed([self.write(one, spec) for one in value])
        return value if isinstance(value, str) else number_words(value, spec)
