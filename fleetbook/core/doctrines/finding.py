"""Finds the doctrines of a rule system, and its models on a plane."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from fleetbook.core.doctrines.declared import DOCTRINES, MODELS, faults_in_doctrines, faults_in_models, package_of
from fleetbook.core.doctrines.doctrine import Doctrine
from fleetbook.core.doctrines.filled_chairs import SURPRISE
from fleetbook.core.doctrines.models import Models
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.ruleset import Ruleset


def models_of(rules: Ruleset[Any]) -> Models[Any]:
    """The models of a rule system on a plane. Raises InvalidInput if the system has none, and RulesFault if their declaration is
    wrong.
    """
    for fault in faults_in_models(rules):
        raise fault
    found: type[Models[Any]] = getattr(package_of(rules), MODELS)
    return found()


def doctrines_of(rules: Ruleset[Any]) -> dict[str, type[Doctrine[Any]]]:
    """The doctrines of a rule system by their ids. Raises InvalidInput if the system has none, and RulesFault if a declaration is
    wrong.
    """
    for fault in faults_in_doctrines(rules):
        raise fault
    return {doctrine.id: doctrine for doctrine in getattr(package_of(rules), DOCTRINES)}


def doctrine_of(rules: Ruleset[Any], name: str) -> Doctrine[Any]:
    """The doctrine with this id. If there is none, raises InvalidInput with the nearest id."""
    known = doctrines_of(rules)
    if name not in known:
        raise InvalidInput.word(f"doctrine of {rules.id}", name, known)
    return known[name]()


def doctrine_in_chair(rules: Ruleset[Any], name: str, side: str, seed: str) -> Doctrine[Any]:
    """The doctrine with this id. The id ``surprise`` means a doctrine that the secret seed of the battle's dice picks.

    Raises InvalidInput if there is no such doctrine.
    """
    if name != SURPRISE:
        return doctrine_of(rules, name)
    known = sorted(doctrines_of(rules).items())
    drawn = int.from_bytes(sha256(f"{seed} chair of {side}".encode()).digest()[:8], "big") % len(known)
    return known[drawn][1]()
