"""Checks what rules declare for doctrines: models, ids, attacks, and how the inputs of orders are measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from fleetbook.core.doctrines.declared import faults_in_doctrines, faults_in_models
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.models import AIM_ERROR, Models, PlaneFigures, unknown_arc
from fleetbook.core.doctrines.tape import Arc, Aspect, Measure, Met, Range, Turns
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault, place_of
from fleetbook.core.orders.field_kinds import Field, FlagField, ListedField, ModifierField, NumberField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.packages.places import place_of_field

ANSWERS: dict[type, tuple[type[Field], str]] = {
    Range: (NumberField, "a number"), Arc: (ListedField, "a choice"), Met: (ListedField, "a ship"), Turns: (FlagField, "a flag"),
}  # fmt: skip
"""The kind of input that each measure answers. All others answer yes or no, for modifiers and flags."""


def flaws_in_doctrines(rules: Ruleset[Any]) -> Iterator[str]:
    """The mistakes in a rule system's declarations for doctrines. None for a system without doctrines."""
    if not rules.doctrines:
        return
    try:
        wrong = [fault.what for fault in (*faults_in_models(rules), *faults_in_doctrines(rules))]
        yield from wrong
        if not wrong:
            models = models_of(rules)
            figures = models.figures()
            yield from _in_attacks(rules, models)
            if type(models).torpedoes is not Models.torpedoes and AIM_ERROR not in figures.figure:
                yield f"{place_of(type(models))}: torpedoes: plane.toml has no figure {AIM_ERROR}, which torpedoes need"
            for order in rules.orders:
                yield from _in_measures(order, figures)
    except RulesFault as fault:
        yield fault.what
    except InvalidInput as error:
        yield f"{place_of(type(rules))}: doctrines: {error}"


def _in_attacks(rules: Ruleset[Any], models: Models[Any]) -> Iterator[str]:
    attacks, place, known = models.attacks(), place_of(type(models)), [order.id for order in rules.orders]
    if not attacks:
        yield f"{place}: attacks names no order: without one each battle ends as contact lost"
    for unknown in sorted(set(attacks) - set(known)):
        yield f"{place}: {InvalidInput.word('attacks', unknown, known)}"


def _in_measures(order: type[Order[Any]], figures: PlaneFigures) -> Iterator[str]:
    """Mistakes in how an order declares that its inputs are measured.

    A measure may only refer to inputs declared before the one that it measures. It must suit the type of that input. Each word
    for an arc that it can give needs a sector of the plane.
    """
    before: list[str] = []
    for name, field in order.declared.items():
        place, where = place_of_field(order, name), f"{order.__name__}.{name}"
        of_modifiers = field.measures.values() if isinstance(field, ModifierField) else ()
        for measure in [*([field.measured] if field.measured else ()), *of_modifiers]:
            for unknown in (one for one in _inputs_of(measure) if one not in before):
                yield f"{place}: {InvalidInput.word(f'{where}: measured, an input before it', unknown, before)}"
            for word in _words_of(measure, field):
                if word not in figures.arc:
                    yield f"{place}: {where}: {unknown_arc(word, figures)}"
        kind, what = ANSWERS.get(type(field.measured), (Field, ""))
        if not isinstance(field, kind):
            yield f"{place}: {where}: {type(field.measured).__name__} measures {what}: found {field.kind}"
        before.append(name)


def _inputs_of(measure: Any) -> list[str]:
    """The names of the inputs to which a measure refers."""
    return [value for one in fields(measure) if isinstance(value := getattr(measure, one.name), str)]


def _words_of(measure: Measure, field: Field) -> tuple[str, ...]:
    """The words for arcs that a measure may give as its answer. Words that only the battle decides are left out."""
    if isinstance(measure, Aspect):
        return tuple(dict.fromkeys((*measure.among, *measure.arcs)))
    among = getattr(field, "among", ()) if isinstance(measure, Arc) else ()
    return () if callable(among) else tuple(among)
