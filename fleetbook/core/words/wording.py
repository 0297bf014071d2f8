"""What a rule system says, put into words: each sentence with its values, for whoever reads it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fleetbook.core.parsing import listed
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import MODIFIER, SAID, Said, Sentences, Words, number_words, said_of

NO_VALUES: Mapping[str, Any] = MappingProxyType({})


class Wording:
    """The words of a battle: the sentences of its rules, and the tables that it is played by. It never fails: a sentence that the
    rules no longer have is told by its key.
    """

    def __init__(self, sentences: type[Sentences], tables: RuleTables) -> None:
        self._sentences, self._tables = sentences, tables

    def of(self, words: Words) -> str:
        """What a rule says, in words."""
        said = said_of(words)
        return self.words(said) if said else ""

    def words(self, said: Said, about: Mapping[str, Any] = NO_VALUES) -> str:
        """A sentence in words; ``about`` are values of what happened, for those that it does not bring itself."""
        return self._told(said, about, lambda sentence, values: sentence.words(values, self.write))

    def phrase(self, said: Said, ship: str, about: Mapping[str, Any] = NO_VALUES) -> str:
        """What a sentence says of a ship, without her name."""
        return self._told(said, about, lambda sentence, values: sentence.phrase(ship, values, self.write))

    def of_her(self, said: Said, ship: str, about: Mapping[str, Any] = NO_VALUES) -> str:
        """A sentence in words, with "she" or "her" for the name of a ship that it begins with."""
        return self._told(said, about, lambda sentence, values: sentence.of_her(ship, values, self.write))

    def _told(self, said: Said, about: Mapping[str, Any], tell: Any) -> str:
        sentence, values = self._sentences.find(said.key), {**about, **said.values}
        if sentence is not None:
            try:
                words: str = tell(sentence, values)
            except (KeyError, TypeError, ValueError):
                pass
            else:
                return words
        return " ".join((said.key.replace("_", " "), *(str(value) for value in said.values.values())))

    def modifier(self, name: str) -> str:
        """The words of a modifier of a list: ``shooting.fast``."""
        place, _, line = name.partition(".")
        found = self._tables.modifiers.get(place)
        modifier = found.lines.get(line) if found else None
        return modifier.text if modifier else line.replace("_", " ")

    def table(self, name: str) -> str:
        """The title of a table."""
        found = self._tables.tables.get(name)
        return found.title if found else name

    def write(self, value: Any, spec: str) -> str:
        """A value as it stands in a sentence; ``spec`` is how the sentence says that a number is written."""
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
