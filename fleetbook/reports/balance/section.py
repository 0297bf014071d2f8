"""The balance of a scenario as the blocks of a page: the span over the doctrines first, then each pair."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.parsing import counted
from fleetbook.reports.balance.summary import BETWEEN, Balance, Compared, PairOfDoctrines
from fleetbook.reports.document import Block, Heading, Paragraph, grid

MOST_COMPARED = 20  # comparisons in the table; the JSON has all


def balance_blocks(balance: Balance) -> tuple[Block, ...]:
    """The balance as blocks of a page."""
    return tuple(_blocks(balance))


def _blocks(balance: Balance) -> Iterator[Block]:
    yield Heading(1, f"Balance of {balance.title}")
    yield Paragraph(f"{counted(balance.fought, 'battle')} by doctrines, seed {balance.seed}", kind="subtitle")
    if balance.fought < balance.wanted:
        yield Paragraph(f"The work was stopped after {balance.fought} of {balance.wanted} battles.", kind="warning")
    yield from _span(balance)
    yield from _pairs(balance)
    yield from _compared(balance)
    yield from _fates(balance)
    yield Heading(2, "The doctrines", "doctrines")
    yield grid(("Doctrine", "What it does"), list(balance.doctrines.items()))
    yield from _figures(balance)


def _span(balance: Balance) -> Iterator[Block]:
    yield Heading(2, "How much the doctrines decide", "span")
    rows = [
        (span.side, _percent(span.lowest), span.with_lowest, _percent(span.highest), span.with_highest) for span in balance.span
    ]
    yield grid(("Side", "Wins at least", "With", "Wins at most", "With"), rows, (1, 3))
    yield Paragraph(
        "A single number would only say how these doctrines fight. The dice of a battle are the same for each pair; whoever "
        "commands them better than a doctrine does may fall outside the span."
    )


def _pairs(balance: Balance) -> Iterator[Block]:
    if not balance.pairs:
        return
    yield Heading(2, "Each pair of doctrines", "pairs")
    sides = list(balance.pairs[0].doctrines)
    head = ("Doctrines", "Battles", *(f"{side} wins" for side in sides), "Nobody", "Ended by", "Turns", "Ships lost", "Refused")
    rows = [_pair_row(pair) for pair in balance.pairs]
    yield grid(head, rows, (1, *range(2, 3 + len(sides)), 4 + len(sides)))
    yield Paragraph("In brackets: where the true share lies in 95 of 100 such tables.")


def _pair_row(pair: PairOfDoctrines) -> tuple[str, ...]:
    ended = ", ".join(f"{why} {_percent(number / pair.battles)}" for why, number in pair.ended.items())
    nobody = _percent(pair.nobody / pair.battles) if pair.nobody else ""
    lost = BETWEEN.join(f"{number:.1f}" for number in pair.lost.values())
    shares = (f"{_percent(one.share)} ({_percent(one.low)} to {_percent(one.high)})" for one in pair.sides)
    name, refused = BETWEEN.join(pair.doctrines.values()), str(pair.refused or "")
    return name, str(pair.battles), *shares, nobody, ended, f"{pair.turns:.0f}", lost, refused


def _compared(balance: Balance) -> Iterator[Block]:
    sure = sorted((one for one in balance.compared if one.low > 0 or one.high < 0), key=lambda one: -abs(one.more))
    if not balance.compared:
        return
    yield Heading(2, "Doctrines compared on the same dice", "compared")
    if not sure:
        yield Paragraph("No two doctrines of a side differ for certain. More battles would show smaller differences.")
        return
    rows = [_compared_row(one) for one in sure[:MOST_COMPARED]]
    yield grid(("Side", "Better", "Than", "Against", "Points", "From"), rows, (4,))
    yield Paragraph(
        "How many more battles of a hundred the side wins. Only differences that are certain in 95 of 100 such tables."
    )


def _compared_row(one: Compared) -> tuple[str, ...]:
    """The better doctrine first, so that all differences are above 0."""
    better, worse = (one.one, one.other) if one.more > 0 else (one.other, one.one)
    least, most = sorted((abs(one.low), abs(one.high)))
    return one.side, better, worse, one.against, f"{100 * abs(one.more):.0f}", f"{100 * least:.0f} to {100 * most:.0f}"


def _fates(balance: Balance) -> Iterator[Block]:
    yield Heading(2, "What became of the ships", "fates")
    rows = [
        (
            fate.ship, fate.side, _percent(fate.lost), "" if fate.turn is None else f"{fate.turn:.0f}", _percent(fate.left),
            _percent(fate.spent), _percent(fate.fights), "" if fate.boxes is None else _percent(fate.boxes),
        )
        for fate in balance.fates
    ]  # fmt: skip
    yield grid(("Ship", "Side", "Lost", "In turn", "Left", "Out of the fight", "Fights on", "Boxes left"), rows, range(2, 8))
    yield Paragraph("Over all battles. The boxes are those of her first row, when she is not lost.")


def _figures(balance: Balance) -> Iterator[Block]:
    yield Heading(2, "The plane", "plane")
    if balance.changed:
        yield Paragraph(f"{', '.join(balance.changed)}.", "Changed for these battles:", "warning")
    yield grid(("Figure", "Value"), list(balance.figures.items()))
    yield Paragraph(
        "The sheet leaves these figures open, and they help to decide. Ships do not collide, and doctrines see the models on the "
        "table as players do."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
