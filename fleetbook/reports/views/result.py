"""What came of a battle: who has won, what each side lost, and who played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.core.battle.verdict import SideScore, Verdict, needed, points, verdict, wins
from fleetbook.core.battle.victory import BOXES, BY_RULES, DRAWN, Count, Victory
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.parsing import counted
from fleetbook.core.play.driver import finished
from fleetbook.core.play.journal import Journal
from fleetbook.reports.shapes.fight import Played, SideLosses
from fleetbook.reports.views.history import records_in_force

OUT = "out of the fight"


def result(journal: Journal[Any]) -> Verdict:
    """Who has won, or would if it ended now, as far as the reader may know."""
    if journal.side and not journal.battle.ended and journal.ruleset.keeps_secrets:
        return Verdict("", "none", "not told to one side before the end")
    return verdict(finished(journal.battle))


def played(journal: Journal[Any]) -> Played:
    """Who played it, where and when, as the referee said at the end."""
    end = next((record.inputs for record in reversed(records_in_force(journal)) if record.procedure == EndBattle.id), {})
    players, umpire, place, date = (str(end.get(name) or "").strip() for name in ("players", "umpire", "place", "played"))
    return Played(players=players, umpire=umpire, place=place, date=date)


def side_losses(cards: tuple[CardView, ...], sides: tuple[str, ...]) -> tuple[SideLosses, ...]:
    """What each side lost, in playing order."""
    return tuple(_of_side(side, [card for card in cards if card.side == side]) for side in sides)


def _of_side(side: str, cards: list[CardView]) -> SideLosses:
    rows = [(card, card.first) for card in cards if card.first]
    systems = [system for card in cards for system in card.systems]
    supplies: dict[str, list[Track]] = {}
    for supply in (supply for card in cards for supply in card.supplies):
        supplies.setdefault(supply.label, []).append(supply)
    return SideLosses(
        side=side,
        ships=len(cards),
        lost=tuple(card.name for card in cards if card.lost),
        out=tuple(_out_of_fight(card) for card in cards if card.standing and not (card.fate or card.lost)),
        gone=tuple(card.name for card in cards if card.fate and not card.lost),
        boxes=sum(track.full for _, track in rows),
        struck=sum(track.full - track.left for _, track in rows),
        with_ships=sum(track.full if card.went_down else track.full - track.left for card, track in rows),
        destroyed=sum(system.state == "destroyed" for system in systems),
        damaged=sum(system.state == "damaged" for system in systems),
        spent={label: (sum(s.full - s.left for s in alike), sum(s.full for s in alike)) for label, alike in supplies.items()},
    )


def strengths(rules: Ruleset[Any], cards: Iterable[CardView], sides: tuple[str, ...]) -> Iterator[str]:
    """What each side brings, counted: ships, boxes of their first row when whole, torpedoes and the like; nothing is weighed."""
    told = list(cards)
    for side in sides:
        own = [card for card in told if card.side == side]
        full = Counter[str]()
        for row in (*(card.first for card in own if card.first), *chain.from_iterable(card.supplies for card in own)):
            full[rules.spelled_out.get(row.label, row.label)] += row.full
        figures = [f"{label} {number}" for label, number in full.items() if number]
        yield ", ".join((f"{side}: {counted(len(own), 'ship')}", *figures))


def _out_of_fight(card: CardView) -> str:
    """With what she is, where that is more than that she is out of the fight."""
    return card.name if card.standing == OUT else f"{card.name} ({card.standing})"


def score_words(told: Verdict) -> tuple[str, ...]:
    """The score, side by side: the points, and what they are made of."""
    return tuple(f"{side.side} {points(side.value)}{_parts_words(side)}" for side in told.score)


def _parts_words(score: SideScore) -> str:
    parts = "; ".join(f"{part.name} {points(part.number)}{f', {part.needed}' if part.needed else ''}" for part in score.parts)
    return f" ({parts})" if parts else ""


def decides(journal: Journal[Any]) -> Iterator[str]:
    """What decides the battle by its scenario, a phrase each: what a side needs to win, then whose it is otherwise."""
    victory = journal.setup.victory
    if victory is None:
        return
    for aim in victory.aim:
        degree = f" ({aim.degree})" if aim.degree else ""
        yield f"{wins(aim.side)}{degree}: {'; '.join(f'{need.count}, {needed(need)}' for need in aim.needs)}"
    otherwise = "otherwise " if victory.aim else ""
    if victory.compare:
        yield f"{otherwise}the higher score wins{_degrees(victory)}"
        yield from filter(None, (_points_for(side, victory) for side in journal.setup.sides))
        otherwise = "with a smaller lead " if victory.degrees else "where the score is level "
    yield f"{otherwise}{wins(victory.otherwise) if victory.otherwise not in ('', DRAWN) else 'it is drawn'}"
    if victory.turns:
        yield f"{counted(victory.turns, 'turn')} at most"


def _degrees(victory: Victory) -> str:
    """What each degree takes: ``: marginal by 10 points or more, clear by 50``; empty where any lead wins."""
    degrees = sorted(victory.degrees.items(), key=lambda degree: degree[1])
    leads = [f"{points(lead)} point{'' if lead == 1 else 's'} or more" for _, lead in degrees[:1]]
    leads += [points(lead) for _, lead in degrees[1:]]
    told = [f"{name} by {lead}" for (name, _), lead in zip(degrees, leads, strict=True)]
    return f": {', '.join(told)}" if told else ""


def _points_for(side: str, victory: Victory) -> str:
    """What a side has points for: ``points for Japan: Russian hull boxes, 1 each``; empty where nothing is."""
    told = [f"{count.name}, {_worth(count)}" for count in victory.count if count.side == side and count.worth]
    return f"points for {side}: {'; '.join(told)}" if told else ""


def _worth(count: Count) -> str:
    more = f", {points(count.worth * count.lost)} of a ship lost" if count.what == BOXES and count.lost > 1 else ""
    as_what = f", {' or '.join(count.lost_as)}" if count.lost_as else ""
    by_rules = "" if count.worth == 1 else f", times {points(count.worth)}"
    return f"as the rules count{by_rules}" if count.what == BY_RULES else f"{points(count.worth)} each{as_what}{more}"
