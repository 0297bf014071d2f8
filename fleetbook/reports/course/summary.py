"""The summary of a battle in a few sentences: the winner, the course of the fight, and the fate of the great ships."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fleetbook.core.battle.card_view import CardView, Condition
from fleetbook.core.battle.verdict import Verdict, count_by_ship, points, verdict_words
from fleetbook.core.battle.victory import BOXES
from fleetbook.core.parsing import capital, counted, listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.decision import share_left
from fleetbook.reports.course.departures import departure_words, departures
from fleetbook.reports.course.tide import percent_left
from fleetbook.reports.course.turning_point import TurningPoint, blow_words, boxes_words, end_words, fell, most_words
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.damage.turns import beginning, turn_of, when_of
from fleetbook.reports.status import Status, boxes_label, cards
from fleetbook.store.campaign.battles import hanging_conditions

EVEN = 0.05  # the shares of boxes left differ by less in an even fight
NARROW, CLEAR = 0.8, 1 / 3  # the loser's points as a share of the winner's
MOST_NAMED = 4  # ships lost
GOES_ON = {"FIRE": "burning", "FLOOD": "flooding"}
"""What a ship does that has a condition with this sign."""
SINKING, DUE = "sinking", "due"  # as a rule system says it of a ship, and of hits that wait
FLAG = "⚑"  # of a flagship, beside her type
ALIKE = 0.2  # losses that differ by a smaller share cancel out
MOST_OF_MARGIN = 0.75  # a ship that counts as much is worth naming
BADLY = 0.6  # a ship with a smaller share of her boxes left was badly hurt


def summary(
    journal: Journal[Any],
    now: Status,
    fired: Sequence[Shot],
    struck: Sequence[MarkView],
    fates: Sequence[FateView],
    *,
    point: TurningPoint | None,
    by_one_die: Sequence[str] = (),
) -> tuple[str, ...]:
    """The summary in paragraphs: the winner with the reason, the turning point, the ships, and luck.

    Without a turning point the first three are one paragraph. ``by_one_die`` says what single dice decided.
    """
    margin = _margin(journal, now.result)
    winner = _winner(now.result), margin, _by_hits(journal, now, fired, struck), *_not_played_out(now, fired)
    course = tuple(_course(journal, now, fired, struck, point))
    ships = *_ships(journal, now, fired, fates, point), *_hanging(journal, now)
    parts = (winner, course, ships, by_one_die) if point else ((*winner, *course, *ships), by_one_die)
    paragraphs = (" ".join(f"{capital(sentence)}." for sentence in part if sentence) for part in parts)
    return tuple(filter(None, paragraphs))


def _by_hits(journal: Journal[Any], now: Status, fired: Iterable[Shot], struck: Sequence[MarkView]) -> str:
    """The figure of the shots that speaks for the winner against the other side with most hits: more hits, more hits that did
    harm, or else fewer boxes lost to hits. Empty if none does, or if something else than boxes decides.
    """
    shots, hits, harm, cost = (Counter[str]() for _ in range(4))
    for shot in fired:
        shots[shot.side] += 1
        hits[shot.side] += shot.hits
        harm[shot.side] += 0 if shot.is_idle else shot.hits
    sides = {card.name: card.side for card in now.ships}
    firsts = {(card.name, card.first.id) for card in now.ships if card.first}
    followed = dict.fromkeys(mark.how for mark in struck if mark.follows and mark.by and (mark.ship, mark.track) in firsts)
    for mark in (mark for mark in struck if (mark.ship, mark.track) in firsts):
        cost[sides[mark.ship]] += mark.boxes if mark.by else 0
    winner, result = now.result.winner, now.result
    other = max((side for side in now.sides if side != winner), key=lambda side: hits[side], default="")
    if not (result.over and winner and hits[other] and _boxes_decide(journal, result)):
        return ""
    if hits[winner] > hits[other]:
        figures = [
            f"{hits[side]} hits{f' of {shots[side]} shots' if shots[side] > hits[side] else ''}" for side in (winner, other)
        ]
        return f"{winner} scored {figures[0]} against {figures[1].replace(' hits', '', 1).replace(' shots', '')}"
    scored = f"{other} scored {hits[other]} hits to {hits[winner]}, but"
    if harm[winner] > harm[other]:
        idle, ours = hits[other] - harm[other], hits[winner] - harm[winner]
        return f"{scored} {idle} of the {hits[other]} {journal.ruleset.idle_hits}, and {ours or 'none'} of the {hits[winner]}"
    if cost[other] > cost[winner]:
        what = f"hits{f' and the {listed(followed)} that followed' if followed else ''}"
        return f"{scored} {what} cost {other} {cost[other]} {boxes_label(now.ships)}, {winner} {cost[winner]}"
    return ""


def _margin(journal: Journal[Any], result: Verdict) -> str:
    """The ship that made most of the margin, if the greatest losses of both sides cancel out. Empty otherwise.

    For example: ``Mikasa and Knyaz Suvorov cancel out, 31 to 30 points; the margin is Asama's 17``.
    """
    victory = journal.setup.victory
    if victory is None or result.kind != "score" or len(result.score) != 2 or not result.over:
        return ""
    won, given = defaultdict[str, float](float), defaultdict[str, float](float)
    for count in victory.count:
        for ship, number in count_by_ship(count, journal.battle).items():
            (won if count.side == result.winner else given)[ship] += number * count.worth
    margin = sum(won.values()) - sum(given.values())
    lost = {card.name for card in journal.battle.cards() if card.lost}
    (first, gain), (other, cost) = (max(of.items(), key=lambda one: one[1], default=("", 0)) for of in (won, given))
    if not lost >= {first, other} or abs(gain - cost) > ALIKE * gain:
        return ""
    del won[first]
    ship, rest = max(won.items(), key=lambda one: one[1], default=("", 0))
    if rest < MOST_OF_MARGIN * margin:
        return ""
    is_all = f"the margin is {ship}'s {points(rest)}"
    most = is_all if rest == margin else f"{points(rest)} of the margin of {points(margin)} are {ship}'s"
    return f"{first} and {other} cancel out, {points(gain)} to {points(cost)} points; {most}"


def _not_played_out(now: Status, fired: Iterable[Shot]) -> Iterator[str]:
    """The hits that waited for their damage when the battle ended, and the ships that were sinking. Nothing if there are none."""
    if now.ended is None:
        return
    if waiting := list(_waiting(now, fired)):
        named = [f"{shot.by}'s {shot.weapon} at {shot.target} ({shot.result})" for shot in waiting[:MOST_NAMED]]
        more = [counted(len(waiting) - MOST_NAMED, "other shot")] * (len(waiting) > MOST_NAMED)
        yield f"the battle ended before this damage was worked out: {listed([*named, *more])}"
    yield from (f"{card.name} ({card.side}) was sinking" for card in now.ships if card.standing == SINKING and not card.fate)


def _hanging(journal: Journal[Any], now: Status) -> Iterator[str]:
    """Words about the ships that still burned, flooded or had tests to take when the battle ended. Sinking ships are left out.
    For example: ``when the battle ended, Asama was still burning``.
    """
    known = {card.name: {one.text for one in card.conditions} for card in now.ships if card.standing != SINKING}
    conditions = hanging_conditions(journal.battle) if now.ended is not None else {}
    hung = {
        ship: those
        for ship, found in conditions.items()
        if (those := [one for one in found if one.gravity != DUE and one.text in known.get(ship, ())])
    }
    named = [f"{ship} was still {_still(those)}" for ship, those in list(hung.items())[:MOST_NAMED]]
    more = [f"so were {counted(len(hung) - MOST_NAMED, 'other ship')}"] * (len(hung) > MOST_NAMED)
    if hung:
        yield f"when the battle ended, {listed([*named, *more])}"


def _still(those: Sequence[Condition]) -> str:
    """Conditions that are not played out, in words that continue "was still": ``burning and flooding``. Conditions without a word
    of their own stand in brackets.
    """
    signs = [one.short.split()[0] for one in those]
    others = [one.text for one, sign in zip(those, signs, strict=True) if sign not in GOES_ON]
    doing = [*dict.fromkeys(GOES_ON[sign] for sign in signs if sign in GOES_ON), *["in danger"] * bool(others)]
    return f"{listed(doing)} ({'; '.join(others)})" if others else listed(doing)


def _waiting(now: Status, fired: Iterable[Shot]) -> Iterator[Shot]:
    """The shots whose damage is still to be worked out."""
    there = {card.name for card in now.ships if not card.fate}
    yield from (shot for shot in fired if shot.damage is None and shot.target in there)


def _winner(result: Verdict) -> str:
    """The winner, the margin, and the reason."""
    if result.kind == "none" or not result.over:
        return result.reason if result.kind == "none" else verdict_words(result)
    if not result.winner:
        return f"the battle was drawn: {result.reason}"
    victory = f"{result.degree}{'' if 'victory' in result.degree else ' victory'}"
    degree = f" {'an' if victory[0].casefold() in 'aeiou' else 'a'} {victory}" if result.degree else ""
    if result.kind != "score":
        because = " because " if result.kind == "otherwise" else ": "
        return f"{result.winner} won{degree}{because if result.reason else ''}{result.reason}"
    won, *others = sorted((side.value for side in result.score), reverse=True)
    other = others[0] if others else 0
    how = degree or (" narrowly" if other >= NARROW * won else " clearly" if other <= CLEAR * won else "")
    aims = f"; {result.aims}" if result.aims else ""
    return f"{result.winner} won{how}, {points(won)} point{'' if won == 1 else 's'} to {points(other)}{aims}"


def _course(
    journal: Journal[Any], now: Status, fired: Sequence[Shot], struck: Iterable[MarkView], point: TurningPoint | None
) -> Iterator[str]:
    """The course of the fight up to the turning point, and the turning point itself."""
    if point is None:
        if all(_left(card) == 1 for card in now.ships if not card.lost) and not any(_waiting(now, fired)):
            hit = any(shot.hits for shot in fired)
            yield "the shots hardly hurt anyone" if hit else "no shot hit" if fired else "no shot was fired"
        return
    if point.decision.leads or now.result.kind != "score":  # else the figure says who led since when
        yield from _before(journal, now, struck, point)
    happened = [point.decision.said] if point.decision.said else []
    happened += [blow_words(blow, journal) for blow in point.blows] or ([point.ruling[1]] if point.ruling else [])
    so_far = "" if now.result.over else " so far"
    what = f"the {point.decision.name}{so_far if point.decision.turned else ''}"
    when = turn_of(journal, point.when)
    if point.decision.led:
        yield point.decision.led
    yield f"{what} came in {when}{': ' if happened else ''}{''.join(happened[:1])}"
    yield from happened[1:]


def _before(journal: Journal[Any], now: Status, struck: Iterable[MarkView], point: TurningPoint) -> Iterator[str]:
    """The state of both sides before the turning point. If boxes decide the battle, their shares of boxes left are added."""
    start = beginning(journal).battle
    if point.before.battle is start:
        return
    state = cards(journal, point.before.battle)
    shares = {side: share_left(side, state) for side in now.sides}
    when = f"the {point.decision.name}" if point.when.stage.words and point.decision.turned else turn_of(journal, point.when)
    firsts = {(card.name, card.first.id) for card in state if card.first}
    lost = (mark for mark in struck if mark.boxes > 0 and mark.line <= point.before.line and (mark.ship, mark.track) in firsts)
    if next(lost, None) is None:
        yield f"no {boxes_label(state)} were lost before {when}"
        return
    if not _boxes_decide(journal, now.result):
        return
    best, worst = max(shares, key=lambda side: shares[side]), min(shares, key=lambda side: shares[side])
    left = f"{boxes_label(state)} left: {', '.join(f'{side} {percent_left(share)}' for side, share in shares.items())}"
    if shares[best] - shares[worst] < EVEN:
        yield f"the fight was even until {when}{'' if point.decision.leads else f' ({left})'}"
    else:
        yield f"before {when} {best} had the better of it ({left})"


def _boxes_decide(journal: Journal[Any], result: Verdict) -> bool:
    """Whether boxes decide the battle: the score counts them, or there is no score."""
    victory = journal.setup.victory
    if victory is None or result.kind == "referee":
        return True
    return victory.compare and result.kind == "score" and any(count.what == BOXES for count in victory.count)


def _ships(
    journal: Journal[Any], now: Status, fired: Sequence[Shot], fates: Sequence[FateView], point: TurningPoint | None
) -> Iterator[str]:
    """The lost ships, those that left, and the greatest badly damaged ship of each side. Losses in the turning point are left
    out.
    """
    lost = [fate for fate in fates if fate.lost]
    full = {card.name: card.first.full if card.first else 0 for card in now.ships}
    told = {blow.ship for blow in point.blows if fell(blow)} if point else set[str]()
    when = {fate.ship: turn_of(journal, when_of(journal, fate.turn, fate.line)) for fate in lost}
    how = {fate.ship: when[fate.ship] if fate.ship in told else end_words(fate, when[fate.ship], fired) for fate in lost}
    flagship = {fate.ship: "the flagship " for fate in lost if _leads(journal, fate)}
    for side in now.sides:
        own = sorted((fate for fate in lost if fate.side == side), key=lambda fate: -full[fate.ship])
        named = listed(f"{flagship.get(fate.ship, '')}{fate.ship} ({how[fate.ship]})" for fate in own[:MOST_NAMED])
        more = len(own) - MOST_NAMED
        others = f", and {counted(more, 'ship')} more" if more > 0 else ""
        if own:
            yield f"{side} lost {named}{others}"
            yield from (most_words(fate) for fate in own[:MOST_NAMED])
    if not lost and now.ships:
        yield "no ship was lost"
    yield from departure_words(journal, departures(journal, fates))
    for side in now.sides:
        hurt = [card for card in now.ships if card.side == side and not card.lost and _left(card) <= BADLY]
        if worst := max(hurt, key=lambda card: (full[card.name], -_left(card)), default=None):
            assert worst.first is not None
            yield f"{worst.name} ({side}) ended with {boxes_words(worst.first.left, worst.first.full, worst.first.label)}"


def _leads(journal: Journal[Any], fate: FateView) -> bool:
    """Whether a lost ship was a flagship when she was lost. If no line tells of the loss: at the start."""
    then = journal.battle_before(fate.line) if fate.line else journal.start
    return any(card.name == fate.ship and FLAG in card.kind for card in then.cards())


def _left(card: CardView) -> float:
    return card.first.left / card.first.full if card.first else 1.0
