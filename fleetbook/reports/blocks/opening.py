"""The head of a report: title, the scenario's text, outcome, conditions, forces and their state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Boxes, Cell, Grid, Heading, Paragraph, Prose, grid
from fleetbook.reports.views.shapes import Status

IN_ACTION = "in action"


def opening(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Everything that somebody wants to know first."""
    yield Heading(1, now.title)
    yield Paragraph(
        " · ".join(part for part in (now.date, now.ruleset.title, " against ".join(now.sides)) if part), kind="subtitle"
    )
    if journal.setup.text.strip():
        yield Prose(journal.setup.text)
    if now.warning:
        yield Paragraph(f"{now.warning}.", "Beware:", "warning")
    yield from _outcome(journal, now)
    yield from _conditions(journal, now)
    yield from _forces(now)


def _outcome(journal: Journal[Any], now: Status) -> Iterator[Block]:
    yield Heading(2, "Outcome", "outcome")
    yield Paragraph(_end(now), kind="lead")
    outcome = journal.ruleset.outcome(journal.battle)
    if outcome:
        yield Paragraph(f"{outcome}.", kind="lead")


def _end(now: Status) -> str:
    when = f"turn {now.turn}, step {now.step.number} ({now.step.title})"
    if now.ended is None:
        return f"The battle is still under way: {when}."
    return f"The battle ended in {when}: {now.ended}."


def _conditions(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Conditions as they are; those that changed say what they were at first. Optional rules say what is usual."""
    rules = journal.ruleset
    began = {name: journal.start.word(name) for name in now.conditions}
    changed = {name: f"{word} (at first {began[name]})" if word != began[name] else word for name, word in now.conditions.items()}
    yield Heading(2, "Conditions", "conditions")
    yield grid(("Condition", "In force"), [(_words(name), changed[name]) for name in rules.conditions])
    if rules.options:
        rows = [(_words(name), changed[name], allowed[0]) for name, allowed in rules.options.items()]
        yield grid(("Optional rule", "In force", "Usual"), rows)


def _words(name: str) -> str:
    """A key of a scenario as words."""
    return name.replace("_", " ")


def _forces(now: Status) -> Iterator[Block]:
    yield Heading(2, "Forces and fates", "forces")
    for side in now.sides:
        yield Heading(3, side)
        yield _side_table([ship for ship in now.ships if ship.side == side])


def _side_table(ships: list[CardView]) -> Grid:
    """One row a ship. Ships of one side may have different tracks: each label has its column."""
    labels = list(dict.fromkeys(track.label for ship in ships for track in ship.tracks))
    grouped = any(ship.squadron for ship in ships)
    head = ("Ship", "Type", *(["Squadron"] if grouped else []), *labels, "Systems lost or damaged", "Condition", "Fate")
    first = 3 if grouped else 2
    return grid(head, (_ship_row(ship, labels, grouped) for ship in ships), range(first, first + len(labels)))


def _ship_row(ship: CardView, labels: list[str], grouped: bool) -> tuple[Cell, ...]:
    left = {track.label: Boxes(track.left, track.full) for track in ship.tracks}
    squadron = [ship.squadron] if grouped else []
    boxes: list[Cell] = [left.get(label, "") for label in labels]
    return (
        ship.name,
        ship.kind,
        *squadron,
        *boxes,
        _systems(ship),
        _conditions_of(ship),
        ship.fate or ship.standing or IN_ACTION,
    )


def _systems(ship: CardView) -> str:
    return ", ".join(f"{system.label} {system.state}" for system in ship.systems if system.state != "sound")


def _conditions_of(ship: CardView) -> str:
    return "" if ship.fate else ", ".join(condition.text for condition in ship.conditions)
