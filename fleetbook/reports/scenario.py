"""The scenario in a report: what was played, and what decides it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.verdict import needed, points, wins
from fleetbook.core.battle.victory import BOXES, BY_RULES, DRAWN, Count, Victory
from fleetbook.core.orders.conditions_said import condition_said
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.status import Status


def decides(journal: Journal[Any]) -> Iterator[str]:
    """What decides the battle by its scenario, a phrase each: what a side needs to win, then whose it is otherwise."""
    victory = journal.setup.victory
    if victory is None:
        return
    for aim in victory.aim:
        degree = f" ({aim.degree})" if aim.degree else ""
        yield f"{wins(aim.side)}{degree}: {'; '.join(f'{need.count}, {needed(need)}' for need in aim.needs)}"
    otherwise = "otherwise " if victory.aim else ""
    if victory.compare:
        yield f"{otherwise}the higher score wins{_degrees(victory)}"
        yield from filter(None, (_points_for(side, victory) for side in journal.setup.sides))
        otherwise = "with a smaller lead " if victory.degrees else "where the score is level "
    yield f"{otherwise}{wins(victory.otherwise) if victory.otherwise not in ('', DRAWN) else 'it is drawn'}"
    if victory.turns:
        yield f"{counted(victory.turns, 'turn')} at most"


def _degrees(victory: Victory) -> str:
    """What each degree takes: ``: marginal by 10 points or more, clear by 50``; empty where any lead wins."""
    degrees = sorted(victory.degrees.items(), key=lambda degree: degree[1])
    leads = [f"{points(lead)} point{'' if lead == 1 else 's'} or more" for _, lead in degrees[:1]]
    leads += [points(lead) for _, lead in degrees[1:]]
    told = [f"{name} by {lead}" for (name, _), lead in zip(degrees, leads, strict=True)]
    return f": {', '.join(told)}" if told else ""


def _points_for(side: str, victory: Victory) -> str:
    """What a side has points for: ``points for Japan: Russian hull boxes, 1 each``; empty where nothing is."""
    told = [f"{count.name}, {_worth(count)}" for count in victory.count if count.side == side and count.worth]
    return f"points for {side}: {'; '.join(told)}" if told else ""


def _worth(count: Count) -> str:
    more = f", {points(count.worth * count.lost)} of a ship lost" if count.what == BOXES and count.lost > 1 else ""
    as_what = f", {' or '.join(count.lost_as)}" if count.lost_as else ""
    by_rules = "" if count.worth == 1 else f", times {points(count.worth)}"
    return f"as the rules count{by_rules}" if count.what == BY_RULES else f"{points(count.worth)} each{as_what}{more}"


def scenario_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """What was played: the scenario's text, its conditions, and optional rules that are not as usual."""
    yield Heading(2, "The scenario", "scenario")
    if journal.setup.text.strip():
        yield Prose(journal.setup.text)
    rules = journal.ruleset
    began = {name: journal.start.word(name) for name in now.conditions}
    first = {name: f" (at first {began[name]})" if word != began[name] else "" for name, word in now.conditions.items()}
    said = {name: f"{condition_said(rules, name, word)}{first[name]}" for name, word in now.conditions.items()}
    conditions = ", ".join(said[name] for name in rules.conditions)
    if conditions:
        yield Paragraph(f"{conditions}.", "Conditions:")
    changed = [name for name, allowed in rules.options.items() if first[name] or now.conditions[name] != allowed[0]]
    unusual = ", ".join(said[name] for name in changed)
    if rules.options:
        yield Paragraph(f"{unusual}; all others as usual." if unusual else "all as usual.", "Optional rules:")


def decided_section(journal: Journal[Any]) -> Iterator[Block]:
    """What decides the battle, where the scenario says so."""
    told = tuple(Item(text) for text in decides(journal))
    if told:
        yield Heading(2, "What decides it", "decides")
        yield Listing(told)
