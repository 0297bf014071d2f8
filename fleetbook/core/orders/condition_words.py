"""The conditions and options of a scenario in words."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.rules import Rules
from fleetbook.core.battle.subject import Details

SAYS_MORE = 3  # digits of a number that is understood without its name, such as a year


def condition_title(rules: Rules, name: str) -> str:
    """The title of a condition or option: its declared ``title``, or else its name."""
    return _details(rules, name).get("title", "{name}").format(name=name.replace("_", " "), key="")


def condition_words(rules: Rules, name: str, word: str) -> str:
    """A condition or option with its value in words. They are the words that the rules declare, such as "both sides alerted".
    Without a declaration they are the title and the value: "weather clear".
    """
    return _declared_words(rules, name, word) or f"{condition_title(rules, name)} {word}"


def bare_words(rules: Rules, name: str, word: str) -> str:
    """The value of a condition in words. They are the words that the rules declare, or else the value alone, such as ``night``. A
    short number gets the name of the condition before it.
    """
    is_number = len(word) < SAYS_MORE and word.isdigit()
    return condition_words(rules, name, word) if is_number else _declared_words(rules, name, word) or word


def _declared_words(rules: Rules, name: str, word: str) -> str:
    """The words that the rules declare for a value of a condition. Empty if they declare none."""
    details = _details(rules, name)
    words = details.get("words", "")
    return details.get("values", {}).get(word, "") or (words.format(word) if isinstance(words, str) else "")


def conditions_in_words(battle: Battle[Any]) -> dict[str, str]:
    """The present value of each condition and option of a battle, in words, by name. An empty value is left out."""
    rules = battle.ruleset
    return {name: condition_words(rules, name, word) for name, word in rules.conditions_now(battle).items() if word}


def _details(rules: Rules, name: str) -> Details:
    return next((fact.details for fact in rules.battle_facts.declared.values() if fact.name == name), Details())
