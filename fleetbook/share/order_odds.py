"""The odds of an order in a few lines, because a phone has little room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.odds import BudgetExceeded, Effort, order_odds
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.parsing import capital
from fleetbook.core.play.needed import InputNeeded
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.odds.weighing import odds_view
from fleetbook.reports.words import exactness, odds_words, percent

MOST_ODDS = 3  # the most lines of odds of an order, apart from the lines of a group's ships
EFFORT, OF_GROUP = Effort(budget=200_000, samples=0), Effort(budget=0, samples=1_000)
"""How much work is spent on the odds of one ship's order, and of an order for several ships: some tenths of a second."""
LEAST = 0.005  # smaller chances are left out


class PhoneOdds(NamedTuple):
    """The odds of an order, and the ships that it leaves out.

    summary   the likeliest number of the first count, and the chance of at least one; empty if there is none
    lines     the odds in a few lines
    left_out  the ships of a group's order that the rules leave out of it, each with the reason
    """

    summary: str = ""
    lines: Sequence[str] = ()
    left_out: Sequence[str] = ()


def phone_odds(draft: Draft[Any], order: Order[Any]) -> PhoneOdds:
    """The odds of the order in a draft, and the ships that it leaves out."""
    is_group = isinstance(order, SheetOrder)
    view = _view(draft.battle, order, OF_GROUP if is_group else EFFORT)
    lines = _odds(view) if view else []
    rows, left_out = _ships(draft, order) if isinstance(order, SheetOrder) else ([], [])
    return PhoneOdds(_summary(view) if view else "", [*rows, *lines], left_out)


def _ships(draft: Draft[Any], order: SheetOrder[Any]) -> tuple[list[str], list[str]]:
    """For each ship of a group's order, what she needs and throws. Then the ships that the rules leave out, with the reasons."""
    rows, left_out = list[str](), list[str]()
    given, group = draft.values[order.members_input] or (), draft.values[order.group]
    for ship in (*given, *(ship for ship in order.rows(draft.battle, group) if ship not in given)):
        made = draft.with_input(order.members_input, [ship])
        if ship in given:
            scores, dice = made.checked.in_brief(draft.battle) if isinstance(made.checked, SheetOrder) else ((), "")
            rows.append(f"{ship}: {', '.join(scores)}; dice {dice}")
        elif isinstance(made.problem, Refused):
            left_out.append(f"Without {ship}: {made.problem}")
    return rows, left_out


def _view(battle: Battle[Any], order: Order[Any], effort: Effort) -> OddsView | None:
    """The odds of an order. None if they take too long to compute, or depend on a choice."""
    try:
        return odds_view(battle, order, order_odds(battle, order, effort))
    except (BudgetExceeded, InputNeeded, FleetbookError):
        return None


def _summary(view: OddsView) -> str:
    """The first number that the rules count, in a few words: "Hits: likeliest 0; at least one 51.2 %". Empty if it is certain
    or no number.
    """
    count = next((one for one in view.counts if one.mean is not None and one.chance is None and len(one.spread) > 1), None)
    if count is None:
        return ""
    likeliest = max(count.spread, key=lambda chance: chance.probability).value
    some = sum(chance.probability for chance in count.spread if isinstance(chance.value, int) and chance.value > 0)
    return f"{capital(count.name)}: likeliest {likeliest}; at least one {percent(some)}"


def _odds(view: OddsView) -> list[str]:
    """The most important odds. If they are estimates, the last line says how exact they are. Certain results are left out if
    other results are not certain.
    """
    lines, certain = list[str](), list[str]()
    for heading, found in odds_words(view) if view.counts or view.ships else ():
        for line in found:
            likely = [(text, percent(chance)) for text, chance in line.chances if chance >= LEAST]
            is_certain = len(likely) == 1
            said = f"{likely[0][0]} for certain" if is_certain else ", ".join(map(" ".join, likely))
            (certain if is_certain else lines).append(": ".join(filter(None, (heading, line.words, said))))
    lines = lines or (certain if view.counts else [])  # a shot that cannot hit says so
    return lines[:MOST_ODDS] if view.exact or not lines else [*lines[:MOST_ODDS], exactness(view).capitalize()]
