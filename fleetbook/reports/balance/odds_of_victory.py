"""The odds of victory during a battle: how often each side wins when doctrines fight on from the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fleetbook.reports.balance.shares import Share
from fleetbook.reports.course.moments import Moment
from fleetbook.reports.document import Block, Figure, Heading, Paragraph, Tide, grid
from fleetbook.reports.shape import Shape

MOST_SAID = 3  # moments of the turn that turned the battle
SECTION = "odds-of-victory"


class OddsOfVictory(Shape, frozen=True):
    """How often each side wins when the battle is fought on from the end of a turn; turn 0 is the start.

    line     the number of the last line of the turn
    battles  how many battles were fought on from there
    moment   where the models stood
    """

    turn: int
    line: int
    battles: int
    sides: tuple[Share, ...]
    nobody: int
    moment: str


def odds_of_victory_section(found: Sequence[OddsOfVictory], moments: Sequence[Moment]) -> Iterator[Block]:
    """The section with the chart, the turn in which the odds changed most, and a row for each turn."""
    if not found:
        return
    sides = tuple(share.side for share in found[0].sides)
    yield Heading(2, "Odds of victory", SECTION)
    yield Paragraph(
        f"Doctrines fought the battle on {found[0].battles} times from the end of each turn, with other doctrines and other dice "
        "each time. In brackets: the true share lies in this range in 95 of 100 cases. The last ranges measured place the models."
    )
    if len(found) > 1:
        yield from _turned(found, moments)
    shares = tuple(tuple(one.sides[at].share for one in found) for at in range(len(sides)))
    caption = "Share of battles that each side wins, fought on from the end of each turn"
    yield Figure(caption, Tide(label="battles", title="battles won", sides=sides, shares=shares))
    yield grid(
        ("After turn", *(f"{side} wins" for side in sides), "Drawn"), map(_row, found), range(2 + len(sides)), charted=True
    )


def _row(one: OddsOfVictory) -> tuple[str, ...]:
    wins = (f"{100 * share.share:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})" for share in one.sides)
    return str(one.turn), *wins, f"{100 * one.nobody / one.battles:.0f} %" if one.nobody else ""


def _turned(found: Sequence[OddsOfVictory], moments: Sequence[Moment]) -> Iterator[Block]:
    """A paragraph about the turn in which a side's odds rose most: the odds before and after it, and its moments."""
    steps = [
        (now.sides[at].share - was.sides[at].share, was, now, at) for was, now in pairwise(found) for at in range(len(now.sides))
    ]
    rise, was, now, at = max(steps, key=lambda step: (step[0], -step[2].turn))
    if rise <= 0:
        yield Paragraph("The odds never changed.")
        return
    side = now.sides[at]
    change = f"{side.side} from {100 * was.sides[at].share:.0f} % to {100 * side.share:.0f} %"
    sure = "" if side.low > was.sides[at].share else ", which may be chance"
    text = [moment.text for moment in moments if moment.turn == now.turn and moment.kind != "note"][:MOST_SAID]
    yield Paragraph(" ".join((f"{change}{sure}.", *text)), f"They changed most in turn {now.turn}:")
