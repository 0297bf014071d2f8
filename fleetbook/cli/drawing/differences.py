"""Draw house rules as text: every figure that they change, beside the printed figure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from fleetbook.cli.drawing import CELLS
from fleetbook.reports.rules.differences import Difference, RulesDiff, difference_figure
from fleetbook.reports.text_layout import columns, printable, wrapped


def diff_text(diff: RulesDiff) -> Iterator[str]:
    """Draw the changes that a file of house rules makes, table by table."""
    yield printable(f"{diff.title}: house rules for {diff.rules} ({diff.ruleset})")
    if not diff.changes:
        yield "nothing is changed: every figure is as printed"
    for (kind, title, section), alike in groupby(diff.changes, key=lambda change: (change.kind, change.title, change.section)):
        yield ""
        yield from _part(kind, title, section, list(alike))
    if diff.repeated:
        yield ""
        yield "stated in the file, but as printed"
        yield from (f"  {printable(place)}" for place in diff.repeated)
    yield ""
    yield f"hash of the tables as printed: {diff.printed}"
    yield f"hash of the tables in force:   {diff.in_force}"


def _part(kind: str, title: str, section: str, changes: list[Difference]) -> Iterator[str]:
    if kind == "reading":
        for change in changes:
            yield from wrapped(printable(f"reading {change.id} ({section}): {title}"), CELLS)
            yield f"  {_change(change)}"
            yield from wrapped(printable(f"because: {change.reason}"), CELLS, "  ")
        return
    yield printable(f"{'modifiers' if kind == 'modifier' else kind} {changes[0].id}: {title} ({section})")
    yield from columns([(f"  {printable(change.row)}", printable(change.column), _change(change)) for change in changes])


def _change(change: Difference) -> str:
    return " → ".join(printable(difference_figure(change, value)) for value in (change.printed, change.in_force))
