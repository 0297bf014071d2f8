"""Ship cards as plain text, with boxes to cross off by pencil."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.reports.sheets.cards import Boxes, Sheet, Sheets
from fleetbook.reports.text_layout import cell_width, printable, wrapped

CELLS = 80
FREE, STRUCK, HALF = "☐", "☒", "◪"
STATES = {"damaged": HALF, "destroyed": STRUCK}


def sheets_text(sheets: Sheets) -> str:
    """The cards as plain text, ending with a newline."""
    title = printable(sheets.title)
    blocks = [[title, "=" * min(cell_width(title), CELLS), *_text(sheets.under)]]
    blocks += [list(_card(card, sheets.sources)) for card in sheets.cards]
    if sheets.scenario:
        blocks.append(["The scenario", *_text(sheets.under), *(line for words in sheets.scenario for line in _text(words))])
    for side, squadrons in sheets.who.items():
        lines = (
            f"{name or 'on their own'}: {', '.join(f'{ship.name} ({ship.kind})' for ship in ships)}"
            for name, ships in squadrons.items()
        )
        blocks.append(
            [
                printable(f"Who is who: {side} (side {sheets.sides.index(side) + 1})"),
                *(part for line in lines for part in _text(line)),
            ]
        )
    blocks.append(["Sources", *(line for number, source in enumerate(sheets.sources, 1) for line in _text(f"{number} {source}"))])
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def _card(card: Sheet, sources: tuple[str, ...]) -> Iterator[str]:
    name = printable(card.name)
    yield from (name, "-" * min(cell_width(name), CELLS))
    for words in (
        " · ".join(part for part in (card.kind, card.group) if part),
        " · ".join(card.particulars),
        " · ".join(card.others),
    ):
        yield from _text(words)
    if card.fate:
        yield from _text(card.fate.upper())
    for row in card.rows:
        yield from _text(f"{row.label} {row.full}  {_boxes(row)}")
    for place in card.places:
        signs = _boxes(place.boxes) if place.boxes else STATES.get(place.state, FREE)
        yield from _text(f"{signs} {place.label} {place.text}")
    for row in card.supplies:
        yield from _text(f"{row.label}  {_boxes(row)} {row.text}")
    yield from _text(" · ".join(f"{row.label} {_boxes(row)}" for row in card.ticks))
    for arm in card.arms:
        yield from _text(str(arm))
    for condition in card.conditions:
        yield from _text(f"{condition.short} {condition.text}")
    yield from _text(card.note)
    yield from _text("; ".join((*card.doubts, *([f"source {sources.index(card.source) + 1}"] if card.source else []))))


def _boxes(row: Boxes) -> str:
    signs = " ".join("".join(FREE if free else STRUCK for free in group) for group in row.groups)
    return f"{signs} {row.left} of {row.full}, {row.worth} a box" if row.worth > 1 else signs


def _text(words: str) -> list[str]:
    return list(wrapped(printable(words).strip(), CELLS)) if words.strip() else []
