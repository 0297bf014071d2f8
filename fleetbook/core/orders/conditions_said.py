"""A scenario's conditions in words: what one is called, and how it is said with the word that holds."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.rules import Rules
from fleetbook.core.battle.subject import Details


def condition_title(rules: Rules, name: str) -> str:
    """What a condition or option is called: its ``title``, or else its name."""
    return _details(rules, name).get("title", "{name}").format(name=name.replace("_", " "), key="")


def condition_said(rules: Rules, name: str, word: str) -> str:
    """A condition or option with a word, as it is said: by its ``words``, such as "attacker aware", or else its title and the
    word: "weather clear".
    """
    own = own_words(rules, name)
    return own.format(word) if own else f"{condition_title(rules, name)} {word}"


def own_words(rules: Rules, name: str) -> str:
    """The words in which a condition is said, with braces where its word stands; empty where its title goes before it."""
    words = _details(rules, name).get("words", "")
    return words if isinstance(words, str) else ""


def conditions_said(battle: Battle[Any]) -> dict[str, str]:
    """Each condition and option of a battle as it now stands, in words."""
    rules = battle.ruleset
    return {name: condition_said(rules, name, word) for name, word in rules.conditions_now(battle).items() if word}


def _details(rules: Rules, name: str) -> Details:
    return next((fact.details for fact in rules.battle_facts.declared.values() if fact.name == name), Details())
