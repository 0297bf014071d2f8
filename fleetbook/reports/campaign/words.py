"""Sentences of a campaign's report: the leader, the cost of each battle, the days between, and the life of each ship."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fleetbook.core.battle.verdict import outcome_words, points
from fleetbook.core.campaign.days import day_words, span_words
from fleetbook.core.parsing import capital, counted, does, listed
from fleetbook.reports.campaign.captains import SIZE, BattleInCampaign, Captain, Honour, ShipInBattle
from fleetbook.reports.campaign.chronicle import Chronicle
from fleetbook.reports.campaign.lives import BATTLE, DOCK, JOINED, LOST, RULED, LifeOfShip, Passage
from fleetbook.reports.course.section import quoted

MOST_NAMED, MOST_HURT, LEAST_HURT = 6, 3, 2  # ships of a side, hurt ships and boxes that are named of a battle
TIMES = {1: "once", 2: "twice", 3: "three times"}
CONTEST = "campaign"


def poster_words(told: Chronicle) -> str:
    """The result in a few words, for a poster."""
    result = told.result
    if result.kind == "none":
        return "Still under way" if told.ended is None else "The campaign has ended"
    if result.over:
        return outcome_words(result, CONTEST)
    return f"{does(result.winner, 'leads', 'lead')}" if result.winner else "Nobody leads"


def summary_words(told: Chronicle) -> str:
    """The campaign in a few sentences: who leads or has won and why, then the battles, the losses and the costliest battle."""
    sentences = (_standing(told), *_battles(told), *_losses(told), *_costliest(told))
    return " ".join(f"{capital(sentence)}." for sentence in sentences if sentence)


def _standing(told: Chronicle) -> str:
    result = told.result
    if result.kind == "none":
        return "" if told.ended is None else f"the campaign ended: {told.ended}"
    counts = "; ".join(f"{part.name}: {points(part.number)}" for side in result.score for part in side.parts)
    because = result.reason if result.kind not in ("score", "drawn") or not counts else ""
    why = "; ".join(filter(None, (because, counts)))
    degree = f" ({result.degree})" if result.degree else ""
    score = " to ".join(points(one) for one in sorted((side.value for side in result.score), reverse=True))
    by = f", {score} points" if result.kind == "score" else ""
    if result.over:
        return f"{outcome_words(result, CONTEST)}{degree}{by}{f': {why}' if why else ''}"
    who = f"{does(result.winner, 'leads', 'lead')}{degree}{by}" if result.winner else "neither side leads"
    return f"{who}{f' ({why})' if why else ''}"


def _battles(told: Chronicle) -> Iterator[str]:
    if not told.battles:
        yield "no battle has been fought yet"
        return
    known = [battle for battle in told.battles if battle.is_known]
    won = [f"{does(side, 'has', 'have')} won {number}" for side in told.sides if (number := _wins(known, side))]
    drawn = sum(not battle.winner for battle in known)
    parts = [*won, *([f"{drawn} {'was' if drawn == 1 else 'were'} drawn"] if drawn else [])]
    days = f"from {day_words(told.began)} to {day_words(told.today)}"
    yield f"{counted(len(told.battles), 'battle')} {days}{f': {listed(parts)}' if parts else ''}"


def _wins(battles: Iterable[BattleInCampaign], side: str) -> int:
    return sum(battle.winner == side for battle in battles)


def _losses(told: Chronicle) -> Iterator[str]:
    lost = {side: [ship.ship for ship in told.ships if ship.side == side and ship.fate] for side in told.sides}
    if not any(lost.values()):
        yield "no ship has been lost" if told.battles else ""
    for side, ships in lost.items():
        if ships:
            yield f"{side} lost {named(ships)}"


def boxes_words(told: Chronicle, number: int) -> str:
    """A number of boxes: ``14 hull boxes``."""
    return f"{number} {told.box if number == 1 else told.boxes}"


def named(ships: Sequence[str]) -> str:
    """Ships by name, or their number if they are many."""
    return listed(ships) if len(ships) <= MOST_NAMED else counted(len(ships), "ship")


def _costliest(told: Chronicle) -> Iterator[str]:
    if len(told.battles) < LEAST_HURT:
        return
    worst = max(
        told.battles, key=lambda battle: (sum(ship.lost for ship in battle.ships), sum(ship.cost for ship in battle.ships))
    )
    costs = {side: sum(ship.cost for ship in worst.of_side(side)) for side in told.sides}
    if any(costs.values()):
        each = listed(f"{side} {boxes_words(told, cost)}{_with_ships(worst, side)}" for side, cost in costs.items() if cost)
        yield f"the costliest battle was {worst.title} on {day_words(worst.day)}: it cost {each}"


def _with_ships(battle: BattleInCampaign, side: str) -> str:
    lost = [ship.ship for ship in battle.of_side(side) if ship.lost]
    return f" with {named(lost)}" if lost else ""


# ------------------------------------------------------------ battle by battle


def winner_words(battle: BattleInCampaign) -> str:
    """The winner of a battle, in a few words."""
    degree = f" ({battle.degree})" if battle.degree else ""
    return f"{battle.winner}{degree}" if battle.winner else "drawn" if battle.is_known else "not named"


def battle_words(told: Chronicle, battle: BattleInCampaign) -> str:
    """A battle in a few sentences: the winner, the forces, the losses, and the most damaged ships."""
    degree = f" ({battle.degree})" if battle.degree else ""
    reason = f": {battle.reason}" if battle.reason else ""
    unwon = f"the battle was drawn{reason}" if battle.is_known else "nobody is named as the winner"
    met = " met ".join(
        f"{named([ship.ship for ship in battle.of_side(side)])} ({side})" for side in told.sides if battle.of_side(side)
    )
    lost = [_end_words(ship) for ship in battle.ships if ship.lost]
    gone = [f"{ship.ship} {ship.end}" for ship in battle.ships if ship.end and not ship.lost]
    hurt = sorted((ship for ship in battle.ships if not ship.lost and ship.taken >= LEAST_HURT), key=lambda ship: -ship.taken)
    worst = [
        f"{ship.ship} {ship.taken} of {ship.full}" if place else f"{ship.ship} lost {ship.taken} of {ship.full} {told.boxes}"
        for place, ship in enumerate(hurt[:MOST_HURT])
    ]
    sentences = (
        f"{battle.winner} won{degree}{reason}" if battle.winner else unwon,
        met,
        f"lost: {', '.join(lost)}" if lost else "no ship was lost",
        ", ".join(worst),
        ", ".join(gone),
        "doctrines fought it alone" if battle.simulated else "",
        f"{listed(battle.without)} fought in it and {'were' if len(battle.without) > 1 else 'was'} not counted"
        if battle.without
        else "",
        f"it began outside the campaign and was taken by a ruling: {battle.because}" if battle.because else "",
    )
    return " ".join(f"{capital(sentence)}." for sentence in sentences if sentence)


def _end_words(ship: ShipInBattle) -> str:
    by = f"by {listed(ship.sunk_by)}" if ship.sunk_by else f"hit by {listed(ship.hurt_by)}" if ship.hurt_by else ""
    turn = f"turn {ship.turn}" if ship.turn else ""
    beside = ", ".join(filter(None, (ship.side, turn, by)))
    return f"{ship.ship} {ship.end} ({beside})"


def days_between(told: Chronicle, first: str, last: str) -> str:
    """The days between two battles in a few sentences: ships that joined, were docked or mended, and the notes."""
    lives = [(ship, one) for ship in told.ships for one in ship.passages if _is_between(one.day, first, last)]
    joined = [ship.ship for ship, one in lives if one.kind == JOINED]
    docked: dict[str, dict[str, list[str]]] = {}
    for ship, one in lives:
        if one.kind == DOCK:
            docked.setdefault(one.name, {}).setdefault(one.until, []).append(ship.ship)
    by_hand = [f"{ship.ship} was lost: {one.end}" for ship, one in lives if one.kind == LOST]
    by_hand += [f"{ship.ship} {ruled_words(told, one)}" for ship, one in lives if one.kind == RULED]
    sentences = [
        f"{listed(joined)} joined" if joined else "",
        *(f"in dock at {port}: {_stays(stays)}" for port, stays in docked.items()),
        *by_hand,
        *(quoted(note.text) for note in told.notes if _is_between(note.day, first, last)),
    ]
    return " ".join(f"{capital(sentence)}." for sentence in sentences if sentence)


def _stays(stays: Mapping[str, Sequence[str]]) -> str:
    """Ships in dock, grouped by the day when they left it: ``Mikasa and Asahi until 14 February, Izumo to this day``."""
    left = sorted(stays.items(), key=lambda one: (not one[0], one[0]))
    return ", ".join(f"{listed(ships)} {f'until {day_words(day)}' if day else 'to this day'}" for day, ships in left)


def _is_between(day: str, first: str, last: str) -> bool:
    return first <= day < last


def ruled_words(told: Chronicle, passage: Passage) -> str:
    """A sentence about boxes that the referee changed by hand."""
    verb = "lost" if passage.boxes > 0 else "gained"
    return f"{verb} {boxes_words(told, abs(passage.boxes))} by a ruling"


# ------------------------------------------------------------ the life of a ship, and of a captain


def times(number: int) -> str:
    """A number of times: ``twice``."""
    return TIMES.get(number, f"{number} times")


def life_words(told: Chronicle, ship: LifeOfShip) -> str:
    """A ship's life in one sentence: ``4 battles, 61 hull boxes taken, docked twice; in dock at Sasebo until 21 April``."""
    mended = {one.ship: one for one in told.repairs}
    parts = [
        counted(ship.battles, "battle") if ship.battles else "no battle",
        f"{boxes_words(told, ship.taken)} taken" if ship.taken else "",
        f"docked {times(ship.docked)}" if ship.docked else "",
        f"commanded by {ship.commander}" if ship.commander else "",
        rescued_words(ship),
    ]
    now = f"{ship.left} of {ship.full} {told.boxes} left" if ship.left < ship.full and not ship.fate else ""
    repair = mended.get(ship.ship)
    until = f"mended on {day_words(repair.until)}" if repair and repair.until else ""
    where = ship.fate or (f"{'in dock ' if repair and repair.how == 'in dock' else ''}at {ship.place or 'sea'}")
    state = ", ".join(filter(None, (where if ship.in_service else "not in service yet", now, until)))
    return f"{', '.join(filter(None, parts))}; {state}"


def rescued_words(ship: LifeOfShip) -> str:
    """Who was rescued from a lost ship: ``her captain and 320 men rescued``. Empty if nobody is known to have been."""
    who = ["her captain"] * ship.captain_rescued + [f"{ship.men_rescued} men"] * bool(ship.men_rescued)
    return f"{listed(who)} rescued" if who else ""


def passage_words(told: Chronicle, ship: LifeOfShip, passage: Passage) -> str:
    """An event of a ship's life in words, to stand after the day."""
    if passage.kind == BATTLE:
        battle = next(battle for battle in told.battles if battle.line == passage.line)
        entry = next(one for one in battle.ships if one.ship == ship.ship)
        cost = f"{boxes_words(told, passage.boxes)} taken" if passage.boxes > 0 else f"no {told.box} taken"
        end = "" if not passage.end else f"; {_end_words(entry)}" if entry.lost else f"; {passage.end}"
        sank = [foe.ship for foe in battle.ships if ship.ship in foe.sunk_by]
        return f"{passage.name}: {cost}{end}{f'; had a part in sinking {listed(sank)}' if sank else ''}"
    if passage.kind == DOCK:
        mended = f", {boxes_words(told, -passage.boxes)} mended" if passage.boxes else ""
        return f"in dock at {passage.name}{mended}"
    if passage.kind == JOINED:
        return f"joined{f' at {passage.name}' if passage.name else ''}"
    return f"lost: {passage.end}" if passage.kind == LOST else ruled_words(told, passage)


def when_words(passage: Passage) -> str:
    """The day or the days of an event of a ship's life, in words."""
    if passage.kind == DOCK:
        return span_words(passage.day, passage.until) if passage.until else f"since {day_words(passage.day)}"
    return day_words(passage.day)


def captain_words(captain: Captain) -> str:
    """The lost ships of a captain, in words, and whether he was rescued from them."""
    return ", ".join(
        f"{one.ship} ({one.end} in {one.battle}, {day_words(one.day)}{', rescued' if one.ship in captain.rescued else ''})"
        for one in captain.lost
    )


def honour_words(told: Chronicle, honour: Honour) -> str:
    """An honour in words."""
    where = f"{honour.battle}, {day_words(honour.day)}"
    if honour.kind == SIZE:
        return f"{honour.ship} had a part in sinking {honour.foe}, a ship of her own size or larger ({where})"
    return f"{honour.ship} fought on with {honour.left} of {honour.full} {told.boxes} ({where})"
