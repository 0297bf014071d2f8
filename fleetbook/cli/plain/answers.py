"""Ask one question of an order and read the answer. An option can be answered by its number."""

from __future__ import annotations

import re
from typing import Any

from fleetbook.cli.plain.console import Console, no_number, numbered, place_of
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import SeveralField
from fleetbook.referee.offers import refused_candidates

HELP = "?"
NONE = "none"
KEYS = "Enter takes the value in brackets; . leaves the order; < goes back a question; > goes on to the next open question."
SEVERAL = "Answer with the numbers of all that apply. +2 adds number 2, -2 takes it away; none leaves all out."
_SIGNED = re.compile(r"[+-]\d{1,5}")
_NUMBER = re.compile(r"\d{1,5}")


def question(draft: Draft[Any], entry: Entry) -> str:
    """The question for an input, with the value that an empty answer accepts in brackets, if there is one."""
    unit = f" in {entry.field.unit}" if entry.field.unit else ""
    return f"{entry.label}{unit}{'' if entry.problem else f' [{shown(draft, entry)}]'}?"


def shown(draft: Draft[Any], entry: Entry) -> str:
    """The value of an input in words."""
    if isinstance(entry.field, SeveralField):
        return ", ".join(map(entry.worded, entry.value or ())) or NONE
    return entry.field.show(entry.value)


def explain(console: Console, draft: Draft[Any], entry: Entry) -> None:
    """Write which answers are allowed for an input, and which options are refused now."""
    field = entry.field
    section = f" (section {field.section})" if field.section else ""
    console.say(*([f"{field.help}{section}"] if field.help else []))
    if entry.options is not None:
        console.say(*numbered([entry.worded(option) for option in entry.options]) or ["  nothing is available now"])
        console.say(*(f"  not now: {text}" for text in refused_candidates(entry)))
    elif isinstance(entry.problem, InvalidInput):
        console.say(f"allowed: {entry.problem.allowed}")
    console.say(SEVERAL if isinstance(field, SeveralField) else KEYS)


def raw_answer(draft: Draft[Any], entry: Entry, answer: str) -> Any:
    """The answer with numbers replaced by the options they stand for. Raises InvalidInput for a number without an option."""
    options = entry.options
    if options is None:
        return answer
    if isinstance(entry.field, SeveralField):
        return _several(draft, entry, options, answer)
    place = place_of(answer, options)
    return answer if place is None else options[place]


def _several(draft: Draft[Any], entry: Entry, options: tuple[str, ...], answer: str) -> Any:
    words = answer.replace(",", " ").replace(";", " ").split()
    if answer.casefold() == NONE:
        return []
    if all(_SIGNED.fullmatch(word) for word in words):
        ticked = set(entry.value or ())
        for word in words:
            (ticked.add if word[0] == "+" else ticked.discard)(_at(options, word[1:]))
        return [option for option in options if option in ticked]
    if all(_NUMBER.fullmatch(word) for word in words):
        return [_at(options, word) for word in words]
    named = {entry.worded(option): option for option in options}
    return [named.get(word.strip(), word.strip()) for word in re.split(r"[;,]", answer)]


def _at(options: tuple[str, ...], number: str) -> str:
    if not 1 <= int(number) <= len(options):
        raise no_number(number, options)
    return options[int(number) - 1]
