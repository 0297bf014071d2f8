"""Words for the conditions and options of a scenario."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.rules import Rules
from fleetbook.core.battle.subject import Details


def condition_title(rules: Rules, name: str) -> str:
    """The title of a condition or option: as declared, or else its name."""
    return _details(rules, name).get("title", "{name}").format(name=name.replace("_", " "), key="")


def condition_words(rules: Rules, name: str, word: str) -> str:
    """A condition or option with its word: by its own ``words``, "attacker aware", or else by its title, "weather clear"."""
    template = condition_template(rules, name)
    return template.format(word) if template else f"{condition_title(rules, name)} {word}"


def condition_template(rules: Rules, name: str) -> str:
    """The ``words`` of a condition, with braces for its word; empty for one without them."""
    words = _details(rules, name).get("words", "")
    return words if isinstance(words, str) else ""


def conditions_in_words(battle: Battle[Any]) -> dict[str, str]:
    """Each condition and option of a battle as it now stands, by name."""
    rules = battle.ruleset
    return {name: condition_words(rules, name, word) for name, word in rules.conditions_now(battle).items() if word}


def _details(rules: Rules, name: str) -> Details:
    return next((fact.details for fact in rules.battle_facts.declared.values() if fact.name == name), Details())
