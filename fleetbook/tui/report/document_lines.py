"""Draw the blocks of a report on the screen, with tables fitted to the width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from fleetbook.reports.document import Block, Grid, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.text_layout import broken, cell_width, clean, columns, line_width, narrowed, wrap
from fleetbook.tui.kit.line import Line, Piece, ink
from fleetbook.tui.kit.style import BOLD, CURSOR, LOST, PLAIN, QUIET, WARNING

BROAD = 110  # widest line of text that is easy to read, in cells
NARROWEST = 8  # cells to which a column may be narrowed
DEEPER = 2


def block_lines(block: Block, width: int) -> list[Line]:
    """Draw a block of the report. A chart is not drawn, because a table of the report has its numbers."""
    return [(ink(" "), *line) for line in _block(block, max(width - 2, 10))]


def _block(block: Block, width: int) -> Iterator[Line]:
    broad = min(width, BROAD)
    if isinstance(block, Heading):
        text = clean(block.text)
        if block.level == 1:
            yield from _set(text, width, BOLD)
            yield (ink("═" * min(cell_width(text), width), QUIET),)
        elif block.level == 2:
            yield ink("── ", QUIET), ink(text, BOLD), ink(f" {'─' * max(min(width, BROAD) - cell_width(text) - 4, 0)}", QUIET)
        else:
            yield from _set(text, width, BOLD)
    elif isinstance(block, Paragraph):
        style = WARNING if block.kind == "warning" else QUIET if block.kind == "subtitle" else PLAIN
        yield from _set(f"{block.label} {block.text}".strip(), broad, style)
    elif isinstance(block, Prose):
        for place, paragraph in enumerate(block.text.strip().replace("\r\n", "\n").split("\n\n")):
            yield from ((),) if place else ()
            yield from _set(" ".join(paragraph.split()), broad)
    elif isinstance(block, Grid):
        yield from _table(block, width)
    elif isinstance(block, Listing):
        for item in block.items:
            yield from _item(item, broad)


def _set(text: str, width: int, style: Style = PLAIN) -> Iterator[Line]:
    yield from ((ink(line, style),) for line in wrap(text, width))


def _table(grid: Grid, width: int) -> Iterator[Line]:
    """Draw a table. Text in the widest columns is wrapped. Columns that still do not fit are drawn below the others."""
    rows = [[clean(str(cell)) for cell in row] for row in (grid.head, *grid.rows)]
    sizes = narrowed(rows, width, NARROWEST)
    for part, places in enumerate(_parts(sizes, width)):
        yield from ((),) if part else ()
        lines = [list(broken([row[place] for place in places], [sizes[place] for place in places])) for row in rows]
        right = [at for at, place in enumerate(places) if place in grid.right]
        for number, line in enumerate(columns([line for row in lines for line in row], right)):
            yield (ink(line, QUIET if number < len(lines[0]) else PLAIN),)


def _parts(sizes: Sequence[int], width: int) -> Iterator[list[int]]:
    """Divide a table's columns into groups that fit side by side. Each group begins with the first column."""
    part: list[int] = []
    for place in range(len(sizes)):
        if len(part) > 1 and line_width([sizes[p] for p in (*part, place)]) > width:
            yield part
            part = [0]
        part = [*part, place]
    yield part


def _item(item: Item, width: int) -> Iterator[Line]:
    """Draw an item of a list. Wrapped lines are indented below the item's text."""
    indent = DEEPER * item.depth
    mark = f"{item.label:>3} " if item.label and not item.depth else f"{item.label} " if item.label else "· "
    text = f"{item.text}{f' ({item.remark})' if item.remark else ''}"
    style = LOST if item.struck else PLAIN if not item.depth else QUIET
    room = max(width - indent - cell_width(clean(mark)) - 1, NARROWEST)
    for number, line in enumerate(wrap(text, room)):
        start = mark if not number else " " * cell_width(clean(mark))
        yield ink(" " * indent), ink(start, BOLD if item.label else QUIET), ink(line, style)


def marked(line: Line, word: str) -> Line:
    """The line with every occurrence of a word highlighted."""
    if not word:
        return line
    return tuple(piece for text, style in line for piece in _marked(text, style, word.casefold()))


def _marked(text: str, style: Style, word: str) -> Iterator[Piece]:
    rest, folded = text, text.casefold()
    if len(folded) != len(text):  # a letter that folds to two letters, so that positions differ
        yield text, CURSOR if word in folded else style
        return
    while (at := folded.find(word)) >= 0:
        yield rest[:at], style
        yield rest[at : at + len(word)], CURSOR
        rest, folded = rest[at + len(word) :], folded[at + len(word) :]
    yield rest, style


def plain_text(line: Line) -> str:
    return "".join(text for text, _ in line)
