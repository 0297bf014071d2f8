"""Checks the declarations in a package of doctrines. Each mistake names the rules, the class, the file and the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getsourcelines, isfunction, signature
from types import ModuleType
from typing import Any

from fleetbook.core.doctrines.doctrine import Doctrine
from fleetbook.core.doctrines.filled_chairs import SURPRISE
from fleetbook.core.doctrines.models import Models
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.faults import NoEnd, RulesFault, home_of, in_words, place_of, place_of_load, short_path
from fleetbook.core.orders.ruleset import Ruleset

MODELS, DOCTRINES = "MODELS", "DOCTRINES"
NEEDED = {"speed": "method", "moving": "method", "attacks": "method", "package": "name of the package with plane.toml"}
"""The names that each class of models must declare, and whether each is a method or a value."""


def package_of(rules: Ruleset[Any]) -> ModuleType:
    """The package with the doctrines of a rule system. Raises InvalidInput if the system has none, and RulesFault if the package
    cannot be loaded.
    """
    if not rules.doctrines:
        raise InvalidInput("rules", rules.id, "rules with doctrines")
    try:
        return import_module(rules.doctrines)
    except (Exception, SystemExit, NoEnd) as error:
        place = place_of_load(error, home_of(rules.doctrines)) or place_of(type(rules))
        what = f"the doctrines {rules.doctrines} cannot be loaded: {in_words(error)}"
        raise RulesFault(rules.id, what, place) from error


def faults_in_models(rules: Ruleset[Any]) -> Iterator[RulesFault]:
    """The mistakes in the class MODELS of a rule system's package of doctrines."""
    package = package_of(rules)
    models = getattr(package, MODELS, None)
    if not (isinstance(models, type) and issubclass(models, Models)):
        yield _wrong(rules, package, MODELS, models, "a class derived from Models")
        return
    for name, what in NEEDED.items():
        if getattr(models, name, None) is getattr(Models, name, None):
            yield RulesFault(rules.id, f"{models.__name__} has no {name}: models need this {what}", place_of(models))
    for name, own in vars(models).items():
        asked = vars(Models).get(name)
        if isfunction(own) and isfunction(asked) and len(signature(own).parameters) != len(signature(asked).parameters):
            found, allowed = (", ".join(signature(one).parameters) for one in (own, asked))
            what = f"{models.__name__}.{name}: found ({found}), allowed: ({allowed})"
            yield RulesFault(rules.id, what, f"{place_of(models).rpartition(':')[0]}:{own.__code__.co_firstlineno}")


def faults_in_doctrines(rules: Ruleset[Any]) -> Iterator[RulesFault]:
    """The mistakes in the classes DOCTRINES of a rule system's package, such as two doctrines with the same id."""
    package = package_of(rules)
    doctrines = getattr(package, DOCTRINES, None)
    if not isinstance(doctrines, (tuple, list)) or not doctrines:
        yield _wrong(rules, package, DOCTRINES, doctrines, "a tuple of classes, such as (Close,) or (Close, Hold)")
        return
    first: dict[str, type] = {}
    for doctrine in doctrines:
        if not (isinstance(doctrine, type) and issubclass(doctrine, Doctrine)):
            yield _wrong(rules, package, DOCTRINES, doctrine, "classes derived from Doctrine")
            continue
        name, place = doctrine.__name__, place_of(doctrine)
        for key in ("id", "title"):
            if not isinstance(value := getattr(doctrine, key, None), str) or not value.strip():
                yield RulesFault(rules.id, f"{name} has no {key}: each doctrine needs one", place)
        if doctrine.step is Doctrine.step:
            yield RulesFault(rules.id, f"{name} has no step: each doctrine needs this method", place)
        known = getattr(doctrine, "id", "")
        if known == SURPRISE:
            yield RulesFault(
                rules.id, f"{name}: the id {SURPRISE} is reserved for a doctrine chosen by lot: take another id", place
            )
        elif known and first.setdefault(known, doctrine) is not doctrine:
            yield RulesFault(rules.id, f"{name} has the id {known} of {first[known].__name__}: take another id", place)


def _wrong(rules: Ruleset[Any], package: ModuleType, name: str, found: object, allowed: str) -> RulesFault:
    """A RulesFault for a name of the package that has a wrong value."""
    what = f"the class {found.__name__}" if isinstance(found, type) else f"an instance of {type(found).__name__}"
    words = f"{name}: found {'nothing' if found is None else shown(what)}, allowed: {allowed}"
    return RulesFault(rules.id, words, _place(package, name))


def _place(package: ModuleType, name: str) -> str:
    """The file and line where a package sets a name; the first line if the package does not set it. Empty if the source cannot be
    read.
    """
    try:
        lines = getsourcelines(package)[0]
    except OSError:
        return ""
    line = next((number for number, text in enumerate(lines, 1) if re.match(rf"{name}\b", text)), 1)
    return f"{short_path(package.__file__ or '', package.__name__)}:{line}"
