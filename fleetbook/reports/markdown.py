"""The battle as a page of Markdown: forces and their fates, damage, the battle told step by step, dice, readings, provenance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fleetbook import __version__
from fleetbook.core.card import ShipCard
from fleetbook.core.journal import Journal
from fleetbook.reports.chronicle import Loss, dice_taken_back, dice_tally, house_rules, losses, readings, value_text
from fleetbook.reports.markdown_story import story
from fleetbook.reports.markdown_text import escaped, paragraphs, table
from fleetbook.reports.now import status
from fleetbook.reports.shapes import DieTally, Status

IN_ACTION = "in action"


def markdown(journal: Journal[Any], warning: str = "") -> str:
    """The report, ending with a newline; the same battle gives the same bytes. ``warning`` says what is wrong with its file."""
    now = status(journal, warning)
    blocks = [
        *_head(journal, now),
        *_forces(now),
        *_damage(journal, now),
        *story(journal),
        *_dice(journal),
        *_readings(journal),
        *_house(journal),
        *_provenance(now),
    ]
    return "\n\n".join(blocks) + "\n"


def _head(journal: Journal[Any], now: Status) -> Iterator[str]:
    yield f"# {escaped(now.title)}"
    yield escaped(" · ".join(part for part in (now.date, now.ruleset.title, " against ".join(now.sides)) if part))
    yield from paragraphs(journal.setup.text)
    if now.warning:
        yield f"**Beware:** {escaped(now.warning)}."
    yield "## Outcome"
    yield _end(now)
    outcome = journal.ruleset.outcome(journal.battle)
    if outcome:
        yield f"{escaped(outcome)}."


def _end(now: Status) -> str:
    when = f"turn {now.turn}, step {now.step.number} ({escaped(now.step.title)})"
    if now.ended is None:
        return f"The battle is still under way: {when}."
    return f"The battle ended in {when}: {escaped(now.ended)}."


def _forces(now: Status) -> Iterator[str]:
    yield "## Conditions"
    yield table(("Condition", "In force"), now.conditions.items())
    yield "## Forces and fates"
    for side in now.sides:
        yield f"### {escaped(side)}"
        yield _side_table([ship for ship in now.ships if ship.side == side])


def _side_table(ships: list[ShipCard]) -> str:
    """One row a ship. Ships of one side may have different tracks: each label has its column."""
    labels = list(dict.fromkeys(track.label for ship in ships for track in ship.tracks))
    head = ("Ship", "Type", *labels, "Systems lost or damaged", "Condition", "Fate")
    rows = [
        (ship.name, ship.kind, *_boxes(ship, labels), _systems(ship), _conditions(ship), ship.fate or IN_ACTION)
        for ship in ships
    ]  # fmt: skip
    return table(head, rows, right=range(2, 2 + len(labels)))


def _boxes(ship: ShipCard, labels: list[str]) -> list[str]:
    left = {track.label: f"{track.left}/{track.full}" for track in ship.tracks}
    return [left.get(label, "") for label in labels]


def _systems(ship: ShipCard) -> str:
    return ", ".join(f"{system.label} {system.state}" for system in ship.systems if system.state != "sound")


def _conditions(ship: ShipCard) -> str:
    if ship.fate:
        return ""
    return ", ".join(condition.text for condition in ship.conditions)


def _damage(journal: Journal[Any], now: Status) -> Iterator[str]:
    yield "## Damage"
    lost = losses(journal)
    if not lost:
        yield "No box was struck."
        return
    suffering = ((ship, [loss for loss in lost if loss.ship == ship.name]) for ship in now.ships)
    yield "\n".join(line for ship, suffered in suffering if suffered for line in _suffered(ship, suffered))


def _suffered(ship: ShipCard, suffered: list[Loss]) -> Iterator[str]:
    yield f"- **{escaped(ship.name)}**"
    labels = {track.id: track.label for track in ship.tracks}
    ordered = sorted(suffered, key=lambda loss: list(labels).index(loss.track))
    for track, alike in groupby(ordered, key=lambda loss: loss.track):
        told = "; ".join(f"{-loss.boxes:+d} {escaped(loss.why)}" for loss in alike)
        yield f"  - {escaped(labels[track])}: {told}"


def _dice(journal: Journal[Any]) -> Iterator[str]:
    yield "## Dice"
    tallies = dice_tally(journal)
    if tallies:
        yield from _thrown(tallies)
    else:
        yield "No die counts in the battle as it stands."
    seen = dice_taken_back(journal)
    if seen:
        yield f"Not counted: dice that had been seen in orders that were taken back ({seen})."


def _thrown(tallies: tuple[DieTally, ...]) -> Iterator[str]:
    head = ("Die", "Dice", "Typed in", "Overruled", "Mean", "Expected", "Faces")
    yield table(head, [_die_row(tally) for tally in tallies], right=range(1, 6))
    if any(tally.typed or tally.overruled for tally in tallies):
        yield "In the battle above, \\* marks a face that was typed in, (was …) one that the referee overruled."


def _die_row(tally: DieTally) -> tuple[str, ...]:
    faces = ", ".join(f"{count} × {face}" for face, count in tally.faces.items())
    counts = (str(tally.dice), str(tally.typed), str(tally.overruled))
    return f"D{tally.sides}", *counts, f"{tally.mean:.2f}", f"{tally.expected:.2f}", faces


def _readings(journal: Journal[Any]) -> Iterator[str]:
    gone_by = readings(journal)
    if gone_by:
        yield "## Readings"
        yield "Where the sheet is silent, the battle went by these:"
        yield "\n".join(
            f"- {escaped(reading.section)}: {escaped(f'{reading.text} [{value_text(reading.value)}]')}"
            + (f" **changed by a house rule:** {escaped(reading.changed)}" if reading.changed else "")
            for reading in gone_by
        )


def _house(journal: Journal[Any]) -> Iterator[str]:
    for house in house_rules(journal):
        yield f"## House rules: {escaped(house.title)}"
        yield "\n".join(f"- {escaped(change)}" for change in house.changes)


def _provenance(now: Status) -> Iterator[str]:
    yield "## Provenance"
    seed = now.dice.seed
    rows = [
        ("fleetbook", __version__),
        ("rules", f"{now.ruleset.id}, version {now.ruleset.version}"),
        ("hash of the tables", now.ruleset.tables),
        ("seal of the dice (SHA-256 of the seed)", now.dice.commitment),
        ("seed of the dice", "shown when the battle has ended" if seed is None else seed),
        ("fingerprint of the battle", now.fingerprint),
    ]
    yield table(("What", "Value"), rows)
