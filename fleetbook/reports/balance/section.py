"""The balance of a scenario as the blocks of a page: the answer in words, the differences between doctrines, then each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil

from fleetbook.core.battle.verdict import points
from fleetbook.core.parsing import counted, does
from fleetbook.reports.balance.conditions import LEAST, POINTS, SCORE, Change
from fleetbook.reports.balance.summary import BETWEEN, Balance, Compared, Decider, PairOfDoctrines, Span
from fleetbook.reports.document import Block, Figure, Heading, Paragraph, Tide, grid

EVEN = 0.04  # between the shares of the sides: that is even
MOST_COMPARED = 20  # comparisons in the table; the JSON has all
MOST_CHANGES = 8  # changes of the victory conditions in the table; the JSON has all
MOST_TURNS = 12  # rows of the table under the chart; the JSON has all
ENDS = {
    "aim": "a side reached its aim, which cannot be taken from it again",
    "a side gone": "a side had no ship left on the table that could fight on",
    "contact lost": "for some turns nobody fired or launched",
    "turn limit": "the last turn was over",
}
"""Explanations of the ways in which battles end."""
DECIDED = {"aim": "reached", "otherwise": "not reached"}
"""The words for a deciding count, by the kind of verdict, in the order of the report."""


def balance_blocks(balance: Balance) -> tuple[Block, ...]:
    """The balance as blocks of a page."""
    return tuple(_blocks(balance))


def _blocks(balance: Balance) -> Iterator[Block]:
    yield Heading(1, f"Balance of {balance.title}")
    yield Paragraph(_how_many(balance), kind="subtitle")
    if balance.fought < balance.wanted:
        yield Paragraph(f"The work was stopped after {balance.fought} of {balance.wanted} battles.", kind="warning")
    if balance.moment:
        yield Paragraph(balance.moment, "From a moment of a battle:")
    if balance.changed:
        yield Paragraph(f"{', '.join(balance.changed)}.", "Changed for these battles:", "warning")
    yield from (Paragraph(words, kind="lead" if not place else "plain") for place, words in enumerate(in_words(balance)))
    yield from _span(balance)
    yield from _pairs(balance)
    yield from _refused(balance)
    yield from _changes(balance)
    yield from _compared(balance)
    yield from _course(balance)
    yield from _fates(balance)
    yield Heading(2, "The doctrines", "doctrines")
    yield grid(("Doctrine", "What it does"), list(balance.doctrines.items()))
    yield Heading(2, "The table", "plane")
    yield grid(("Figure", "Value"), list(balance.figures.items()))
    yield Paragraph(
        "Models move on a plane in place of a real table. The sheet leaves these figures of the plane open, and they affect the "
        "results; --what changes a figure. Ships do not collide. Doctrines see the models on the table as players do."
    )


def _how_many(balance: Balance) -> str:
    pairs = len(balance.pairs)
    each = f": {pairs} pairs of doctrines, {balance.pairs[0].battles} battles each" if pairs > 1 else ""
    return f"Fought {counted(balance.fought, 'time')} by doctrines, the rules that play a side{each}. Seed {balance.seed}"


def in_words(balance: Balance) -> Iterator[str]:
    """The balance in sentences. They tell how often each side wins, what decides battles, and which change of the victory
    conditions would even the sides most.
    """
    if not balance.sides:
        return
    first = balance.sides[0]
    won = ", ".join(f"{share.side} {_percent(share.share)} ({_from(share.low, share.high)})" for share in balance.sides[1:])
    drawn = f", drawn {_percent(balance.nobody / balance.fought)}" if balance.nobody else ""
    pairs = f", over {counted(len(balance.pairs), 'pair')} of doctrines" if len(balance.pairs) > 1 else ""
    opening = f"{does(first.side, 'wins', 'win')} {_percent(first.share)} ({_from(first.low, first.high)})"
    yield f"{opening}, {won}{drawn}{pairs}."
    if len(balance.pairs) > 1:
        yield f"By doctrine: {', '.join(map(_between, balance.span))}."
    if any(_decider(one) != "nothing" for one in balance.deciders):
        yield f"Decided by: {_deciders(balance.deciders, balance.fought)}."
    yield from _most_even(balance)


def _between(span: Span) -> str:
    lowest, highest = _percent(span.lowest), _percent(span.highest)
    return f"{span.side} {lowest} by each" if lowest == highest else f"{span.side} between {lowest} and {highest}"


def _most_even(balance: Balance) -> Iterator[str]:
    best, shares = next(iter(balance.changes), None), [share.share for share in balance.sides]
    if best is None:
        return
    if max(shares) - min(shares) <= EVEN:
        yield "Over all these doctrines the sides are even without a change."
        return
    if best.evens <= 0:
        yield "No change that was tried makes the battle more even."
        return
    then = ", ".join(f"{share.side} {_percent(share.share)}" for share in best.sides)
    yield f"The change that evens the battle most: {change_words(best)}, {_signed(best.more)} points for {best.side} ({then})."


def change_words(change: Change) -> str:
    """A changed condition in words: ``Royal Navy needs merchantmen sunk 3 in place of 2``."""
    if change.bound == POINTS:
        return f"{does(change.side, 'begins', 'begin')} with {counted(round(change.now), 'point')}"
    if change.bound == LEAST:
        needs = does(change.side, "needs", "need")
        return f"{needs} “{change.count}” {points(change.now)} in place of {points(change.was)}"
    return f"{does(change.side, 'is', 'are')} allowed “{change.count}” {points(change.now)} in place of {points(change.was)}"


def _deciders(deciders: Iterable[Decider], battles: int) -> str:
    """The causes of victory with their shares: ``merchantmen sunk, reached 38 %, not reached 62 %``, or ``points 100 %``."""
    by: dict[str, Counter[str]] = {}
    for one in sorted(deciders, key=lambda one: list(DECIDED).index(one.kind) if one.kind in DECIDED else len(DECIDED)):
        by.setdefault(_decider(one), Counter())[DECIDED.get(one.kind, "")] += one.battles
    return "; ".join(
        f"{name}, {', '.join(f'{how} {_percent(number / battles)}' for how, number in hows.items())}"
        if any(hows)
        else f"{name} {_percent(hows[''] / battles)}"
        for name, hows in by.items()
    )


def _decider(one: Decider) -> str:
    """The cause of a victory in words: the names of the counts that decided, ``points``, ``the referee`` or ``nothing``."""
    return "points" if one.kind == SCORE else one.counts or ("the referee" if one.kind == "referee" else "nothing")


def _span(balance: Balance) -> Iterator[Block]:
    if len(balance.pairs) < 2:
        return
    names = BETWEEN.join(balance.pairs[0].doctrines)
    yield Heading(2, "How much the doctrines decide", "span")
    rows = [
        (span.side, _percent(span.lowest), span.with_lowest, _percent(span.highest), span.with_highest) for span in balance.span
    ]
    yield grid(("Side", "Wins least", f"With ({names})", "Wins most", f"With ({names})"), rows, (1, 3))
    yield Paragraph(
        "How often each side wins with its worst and its best doctrines, which are explained below. A wide span means that "
        "leadership decides more than the scenario. Players who lead better than any doctrine may fall outside this span."
    )


def _pairs(balance: Balance) -> Iterator[Block]:
    if not balance.pairs:
        return
    sides = list(balance.pairs[0].doctrines)
    names = BETWEEN.join(sides)
    yield Heading(2, "Each pair of doctrines", "pairs")
    several = len({_decider(one) for one in balance.deciders}) > 1
    head = (
        f"Doctrines ({names})", "Battles", *(f"{side} wins" for side in sides), "Drawn", "Ended by", "Decided by", "Last turn",
        f"Ships lost ({names})", "Orders refused",
    )  # fmt: skip
    yield grid(head, [_pair_row(pair, several) for pair in balance.pairs], (1, *range(2, 3 + len(sides)), 5 + len(sides)))
    yield Paragraph(
        "In brackets: the true share lies between these two in 95 of 100 such tables. More battles bring them closer together. "
        "Last turn and ships lost are means."
    )
    ends = dict.fromkeys(end for pair in balance.pairs for end in pair.ended)
    yield Paragraph("; ".join(f"{end} ({ENDS.get(end, end)})" for end in ends) + ".", "How a battle ends:")


def _refused(balance: Balance) -> Iterator[Block]:
    if not balance.refused:
        return
    yield Heading(2, "Orders refused", "refused")
    rows = [(one.doctrine or "the table itself", one.order, str(one.number), one.reason) for one in balance.refused]
    yield grid(("Doctrine", "Order", "Refused", "Reason of the first"), rows, (2,))


def _pair_row(pair: PairOfDoctrines, several: bool) -> tuple[str, ...]:
    """A row for a pair of doctrines. The cell for the cause of victory is empty unless ``several`` causes occur."""
    ended = ", ".join(f"{why} {_percent(number / pair.battles)}" for why, number in pair.ended.items())
    drawn = _percent(pair.nobody / pair.battles) if pair.nobody else ""
    lost = BETWEEN.join(f"{number:.1f}" for number in pair.lost.values())
    shares = (f"{_percent(share.share)} ({_from(share.low, share.high)})" for share in pair.sides)
    name, refused = BETWEEN.join(pair.doctrines.values()), str(pair.refused or "")
    decided = _deciders(pair.deciders, pair.battles) if several else ""
    return name, str(pair.battles), *shares, drawn, ended, decided, f"{pair.turns:.0f}", lost, refused


def _changes(balance: Balance) -> Iterator[Block]:
    if not balance.changes:
        return
    sides = [share.side for share in balance.sides]
    yield Heading(2, "What one change would do", "changes")
    head = ("If", "Battles", *(f"{side} wins" for side in sides), "Drawn", "Points", "From")
    rows = [_change_row(change) for change in balance.changes[:MOST_CHANGES]]
    yield grid(head, rows, (1, *range(2, 4 + len(sides))))
    yield Paragraph(
        "The same battles on the same dice, with one condition of victory changed. The most even result comes first. "
        "Points: how many more battles of a hundred the named side wins with it. In brackets: its range in 95 of 100 cases."
    )


def _change_row(change: Change) -> tuple[str, ...]:
    drawn = _percent(change.nobody / change.battles) if change.nobody else ""
    wins = (_percent(share.share) for share in change.sides)
    interval = f"{_signed(change.low)} to {_signed(change.high)}"
    return change_words(change), str(change.battles), *wins, drawn, _signed(change.more), interval


def _compared(balance: Balance) -> Iterator[Block]:
    sure = sorted((one for one in balance.compared if one.low > 0 or one.high < 0), key=lambda one: -abs(one.more))
    if not balance.compared:
        return
    yield Heading(2, "Which doctrine is better", "compared")
    if not sure:
        yield Paragraph("After so few battles no doctrine of a side is better than another for certain.")
        return
    rows = [_compared_row(one) for one in sure[:MOST_COMPARED]]
    yield grid(("Side", "Does better by", "Than by", "When the enemy fights by", "Points", "From"), rows, (4,))
    yield Paragraph(
        "Points: how many more battles of a hundred the side wins on the same dice. In brackets: its range in 95 of 100 cases. "
        "Differences that may be chance are left out."
    )


def _compared_row(one: Compared) -> tuple[str, ...]:
    """A row for two doctrines, the better one first, so that no difference is negative."""
    better, worse = (one.one, one.other) if one.more > 0 else (one.other, one.one)
    least, most = sorted((abs(one.low), abs(one.high)))
    return one.side, better, worse, one.against, f"{100 * abs(one.more):.0f}", f"{100 * least:.0f} to {100 * most:.0f}"


def _course(balance: Balance) -> Iterator[Block]:
    if not balance.course or len(balance.course[0].left) < 2:
        return
    sides = tuple(side.side for side in balance.course)
    turns = len(balance.course[0].left)
    yield Heading(2, "Boxes left, turn by turn", "course")
    caption = "Boxes left of each side, the mean of all battles; a battle that is over stays as it ended"
    yield Figure(caption, Tide(label="boxes", sides=sides, shares=tuple(side.left for side in balance.course)))
    step = ceil(turns / MOST_TURNS)
    shown = (*range(0, turns - 1, step), turns - 1)
    rows = [(str(turn), *(_percent(side.left[turn]) for side in balance.course)) for turn in shown]
    yield grid(("After turn", *sides), rows, range(1 + len(sides)), charted=True)


def _fates(balance: Balance) -> Iterator[Block]:
    yield Heading(2, "What became of the ships", "fates")
    rows = [
        (
            fate.ship, fate.side, _percent(fate.lost), "" if fate.turn is None else f"{fate.turn:.0f}", _percent(fate.left),
            _percent(fate.spent), _percent(fate.fights), "" if fate.boxes is None else _percent(fate.boxes),
        )
        for fate in balance.fates
    ]  # fmt: skip
    head = ("Ship", "Side", "Lost", "In turn", "Left the table", "Out of the fight", "Fights on", "Boxes left")
    yield grid(head, rows, range(2, 8))
    yield Paragraph(
        "Shares of all battles. In turn: the mean turn of her loss. Boxes left: the mean share of her first row of boxes, in the "
        "battles that she came through."
    )


def _from(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f}"


def _signed(share: float) -> str:
    number = round(100 * share)
    return f"{'+' if number > 0 else '−' if number else ''}{abs(number)}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
