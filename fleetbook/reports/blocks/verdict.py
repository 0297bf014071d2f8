"""The result in a report: who has won and by what, what each side lost, who played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.verdict import points, verdict_words
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.blocks.document import Block, Grid, Heading, Paragraph, grid
from fleetbook.reports.shapes.battle import Status
from fleetbook.reports.shapes.fight import SideLosses
from fleetbook.reports.views.result import played, side_losses


def verdict_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Everything that somebody wants to know first."""
    yield Heading(2, "Result", "result")
    yield Paragraph(f"{verdict_words(now.result)}.", kind="lead")
    yield Paragraph(_end(now))
    if now.result.score:
        yield _score(now)
    yield _losses(now, journal.ruleset.spelled_out)
    told = played(journal)
    named = (("Players:", told.players), ("Umpire:", told.umpire), ("Played at:", told.place), ("On:", told.date))
    for label, words in named:
        if words:
            yield Paragraph(f"{words}.", label)


def _end(now: Status) -> str:
    when = f"turn {now.turn}, step {now.step.number} ({now.step.title})"
    if now.ended is None:
        return f"{'Its end is not given yet' if now.result.over else 'The battle is still under way'}: {when}."
    return f"The battle ended in {when}: {now.ended}."


def _score(now: Status) -> Grid:
    """A row for each count, the points of a side beside its first."""
    rows = []
    for side in now.result.score:
        total = points(side.value)
        for part in side.parts:
            rows.append((side.side, part.name, points(part.number), part.needed, points(part.value), total))
            total = ""
    return grid(("For", "Counted", "Number", "To win", "Points", "Score"), rows, (2, 4, 5))


def _losses(now: Status, words: Mapping[str, str]) -> Grid:
    """What each side lost, side by side."""
    told = side_losses(now.ships, now.sides)
    how = "went down with ships" if all(ship.is_sunk for ship in now.ships if ship.went_down) else "were lost with ships"
    supplies = dict.fromkeys(label for side in told for label in side.spent)
    rows = [
        ("Ships lost", *(_of(side.lost, side.ships) for side in told)),
        ("Out of the fight", *(", ".join(side.out) or "none" for side in told)),
        ("Left the table", *(", ".join(side.gone) or "none" for side in told)),
        (
            _first_row(now),
            *(_struck(side, how) for side in told),
        ),
        ("Weapons and systems", *(f"{side.destroyed} destroyed, {side.damaged} damaged" for side in told)),
        *((f"{capital(words.get(label, label))} spent", *(_spent(side, label) for side in told)) for label in supplies),
    ]
    return grid(
        ("", *now.sides), [row for row in rows if len(set(row[1:])) > 1 or row[1] not in ("none", "0 destroyed, 0 damaged")]
    )


def _first_row(now: Status) -> str:
    """What the boxes are that are counted, those of each card's first row."""
    labels = {ship.first.label for ship in now.ships if ship.first}
    return f"{capital(labels.pop())} struck" if len(labels) == 1 else "Boxes struck"


def _of(ships: tuple[str, ...], all_ships: int) -> str:
    names = f": {', '.join(ships)}" if ships else ""
    return f"{len(ships)} of {all_ships}{names}"


def _struck(side: SideLosses, how: str) -> str:
    with_ships = f"; {side.with_ships} with those that {how}" if side.with_ships != side.struck else ""
    return f"{side.struck} of {side.boxes}{with_ships}"


def _spent(side: SideLosses, label: str) -> str:
    spent, full = side.spent.get(label, (0, 0))
    return f"{spent} of {full}" if full else "none carried"
