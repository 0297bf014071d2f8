"""Who has won, as the battle stands: the score by what its scenario counts, or as the referee decided it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from fleetbook.core.battle.battle import DEGREE, ENDED, WINNER, Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.victory import (
    BOXES,
    BY_RULES,
    CRIPPLED,
    DRAWN,
    GONE,
    LOST,
    OBJECTIVE,
    TONS,
    Aim,
    Count,
    Need,
    Victory,
)
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault, rules_at_work

NO_AIM = "no aim was reached"


@dataclass(frozen=True, slots=True)
class Part:
    """A count of the score: how many there are, what they are worth, and what suffices in words (such as "2 needed")."""

    name: str
    number: float
    value: float
    needed: str


@dataclass(frozen=True, slots=True)
class SideScore:
    """What a side has, part by part."""

    side: str
    value: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won, or would if it ended now.

    winner  a side; empty where nobody has
    kind    aim, score or otherwise (by the scenario's conditions), drawn, referee, or none: the scenario has no conditions
    reason  in words
    over    whether it is final: the battle has ended, its turns are over, or an aim is reached that cannot be lost again
    """

    winner: str
    kind: str
    reason: str
    score: tuple[SideScore, ...] = ()
    degree: str = ""
    over: bool = False


def verdict(battle: Battle[Any]) -> Verdict:
    """Who has won, or would if the battle ended now."""
    victory = battle.setup.victory
    score, untold = tuple[SideScore, ...](), ""
    try:
        score = scores(battle)
    except RulesFault as fault:
        untold = f"the score cannot be told: {fault}"
    decided = battle.fact(WINNER)
    if isinstance(decided, str):
        winner, degree = "" if decided == DRAWN else decided, str(battle.fact(DEGREE) or "")
        return Verdict(winner, "referee", f"decided by the referee: {battle.fact(ENDED)}", score, degree, True)
    if victory is None or untold:
        return Verdict("", "none", untold or "the scenario does not say what decides it", over=battle.ended)
    return _by_conditions(victory, battle, score)


def outcome_words(told: Verdict) -> str:
    """Who has won in a few words, for large letters; empty where nobody is named."""
    if told.kind == "none":
        return ""
    has = "have" if told.winner.endswith("s") else "has"
    return f"{told.winner} {has} won" if told.winner else "The battle is drawn"


def wins(side: str) -> str:
    """That a side wins; of one in the plural that they win."""
    return f"{side} {'win' if side.endswith('s') else 'wins'}"


def verdict_words(told: Verdict, loud: bool = False) -> str:
    """Who has won and by what, in a sentence without its full stop; ``loud`` sets who has won in capitals."""
    if told.kind == "none":
        return f"Nobody is named as the winner: {told.reason}"
    behind = f"{f' ({told.degree})' if told.degree else ''}{f': {told.reason}' if told.reason else ''}"
    if told.over:
        outcome = outcome_words(told)
        return f"{outcome.upper() if loud else outcome}{behind}"
    return f"If it ended now, {f'{told.winner} would have won' if told.winner else 'it would be drawn'}{behind}"


def newly_decided(before: Battle[Any], after: Battle[Any]) -> str:
    """In a sentence that the battle is decided between these two moments, or that a side has come to lead by an aim that it may
    lose again; empty where neither is so.
    """
    now = verdict(after) if after.setup.victory and not after.ended else None
    if now is None or not (now.over or now.kind == "aim"):
        return ""
    was = verdict(before)
    if was.over or (not now.over and (was.kind, was.winner) == (now.kind, now.winner)):
        return ""
    start = "" if not now.over else "THAT DECIDES IT: " if now.kind == "aim" else "THE LAST TURN IS OVER: "
    return f"{start}{verdict_words(now)}."


def turns_over(battle: Battle[Any]) -> bool:
    """Whether the last of the turns that the scenario gives is over."""
    victory = battle.setup.victory
    return bool(victory and victory.turns and battle.turn > victory.turns)


def _by_conditions(victory: Victory, battle: Battle[Any], score: tuple[SideScore, ...]) -> Verdict:
    over = battle.ended or turns_over(battle)
    numbers = {part.name: part.number for side in score for part in side.parts}
    reached = [aim for aim in victory.aim if all(_is_met(need, numbers) for need in aim.needs)]
    if len({aim.side for aim in reached}) == 1:
        aim, safe = reached[0], any(_cannot_be_lost(aim) for aim in reached)
        return Verdict(aim.side, "aim", _reached(aim, numbers), score, aim.degree, over or safe)
    if victory.compare:
        return _by_score(victory, score, "both sides have reached their aims" if reached else NO_AIM if victory.aim else "", over)
    foes = [aim for aim in victory.aim if aim.side != victory.otherwise] or victory.aim
    missed = "both sides have reached their aims" if reached else "; ".join(_missed(foes, numbers))
    return _otherwise(victory, missed, score, over)


def _by_score(victory: Victory, score: tuple[SideScore, ...], aims: str, over: bool) -> Verdict:
    leader = max(score, key=lambda side: side.value)
    degree = _degree(victory, leader, score)
    if degree is None:
        lead = leader.value - max((side.value for side in score if side is not leader), default=0)
        level = f"a lead of {points(lead)} points is too small" if lead else "the score is level"
        return _otherwise(victory, "; ".join(filter(None, (level, aims))), score, over)
    words = " to ".join(points(side.value) for side in sorted(score, key=lambda side: side is not leader))
    return Verdict(leader.side, "score", "; ".join(filter(None, (f"by {words} points", aims))), score, degree, over)


def _otherwise(victory: Victory, missed: str, score: tuple[SideScore, ...], over: bool) -> Verdict:
    if victory.otherwise in ("", DRAWN):
        return Verdict("", "drawn", missed, score, over=over)
    return Verdict(victory.otherwise, "otherwise", missed, score, over=over)


def _is_met(need: Need, numbers: dict[str, float]) -> bool:
    found = numbers[need.count]
    return (need.least is None or found >= need.least) and (need.most is None or found <= need.most)


def _cannot_be_lost(aim: Aim) -> bool:
    return all(need.most is None for need in aim.needs)


def _missed(aims: Iterable[Aim], numbers: dict[str, float]) -> Iterator[str]:
    """Of what each side fell short; where aims lack more or less of the same, only of that which lacks least."""
    short: dict[tuple[str, ...], Aim] = {}
    for aim in aims:
        missed = Aim(aim.side, tuple(need for need in aim.needs if not _is_met(need, numbers)))
        alike = aim.side, *(need.count for need in missed.needs)
        short[alike] = min(short.get(alike, missed), missed, key=lambda one: _lacking(one, numbers))
    yield from (f"{aim.side} fell short, {_reached(aim, numbers)}" for aim in short.values())


def _lacking(aim: Aim, numbers: dict[str, float]) -> float:
    """How far the numbers are from needs of which none is met."""
    needs = [(need, numbers[need.count]) for need in aim.needs]
    return sum(
        abs((need.least if need.least is not None and found < need.least else need.most or 0) - found) for need, found in needs
    )


def _reached(aim: Aim, numbers: dict[str, float]) -> str:
    return ", ".join(f"{need.count} {points(numbers[need.count])} ({needed(need)})" for need in aim.needs)


def needed(need: Need) -> str:
    """What suffices, as it is said beside what was reached: ``2 needed``."""
    least = f"{points(need.least)} needed" if need.least is not None else ""
    most = f"at most {points(need.most)}" if need.most is not None else ""
    return ", ".join(filter(None, (least, most)))


def points(number: float) -> str:
    """A number without a fraction that is none."""
    return str(int(number)) if float(number).is_integer() else f"{number:.2f}"


def _degree(victory: Victory, leader: SideScore, score: tuple[SideScore, ...]) -> str | None:
    """In which degree the leader has won; None where the lead is too small."""
    lead = leader.value - max((side.value for side in score if side is not leader), default=0)
    reached = [name for name, least in sorted(victory.degrees.items(), key=lambda degree: degree[1]) if lead >= least]
    if victory.degrees:
        return reached[-1] if reached else None
    return "" if lead > 0 else None


# ------------------------------------------------------------ what is counted


def scores(battle: Battle[Any]) -> tuple[SideScore, ...]:
    """What each side has by what the scenario counts; nothing where it counts nothing. Raises RulesFault where the rules' own
    formula fails.
    """
    victory = battle.setup.victory
    return tuple(_score(victory, side, battle) for side in battle.sides) if victory else ()


def _score(victory: Victory, side: str, battle: Battle[Any]) -> SideScore:
    parts = tuple(_part(count, victory, battle) for count in victory.count if count.side == side)
    return SideScore(side, sum(part.value for part in parts), parts)


def _part(count: Count, victory: Victory, battle: Battle[Any]) -> Part:
    number = _counted(count, battle)
    needs = [(aim.side, needed(need)) for aim in victory.aim for need in aim.needs if need.count == count.name]
    words = dict.fromkeys(words if side == count.side else f"{side}: {words}" for side, words in needs)
    return Part(count.name, number, number * count.worth, "; ".join(words))


def _counted(count: Count, battle: Battle[Any]) -> float:
    if count.what == OBJECTIVE:
        found = battle.fact(objective(count.name))
        return found if isinstance(found, int) else 0
    if count.what == BY_RULES:
        return _by_rules(count.side, battle)
    cards = {card.name: card for card in battle.cards()}
    return sum(_of_ship(count, ship, cards[ship.name]) for ship in meant(count, battle.setup))


def _by_rules(side: str, battle: Battle[Any]) -> float:
    """What the rules work out for a side; 0 of one that they leave out. Raises RulesFault for what is no number."""
    rules = battle.ruleset
    with rules_at_work(rules):
        found = rules.scores(battle)
        for name in found:
            if name not in battle.sides:
                raise RulesFault.by(rules, rules.scores, InvalidInput.word("scores", str(name), battle.sides))
        number = found.get(side, 0)
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not isfinite(number):
            raise RulesFault.by(rules, rules.scores, InvalidInput(f"scores of {side}", repr(number), "a number"))
    return number


def meant(count: Count, setup: Setup) -> list[ShipEntry]:
    """The ships that a count concerns."""
    own = count.what == GONE
    if not count.of:
        return [ship for ship in setup.ships if (ship.side == count.side) is own]
    return [ship for ship in setup.ships if not {ship.name, ship.squadron, ship.side}.isdisjoint(count.of)]


def objective(name: str) -> Key:
    """Where the battle keeps how much of an objective the referee has counted."""
    return Key("", OBJECTIVE, name)


def objectives(battle: Battle[Any]) -> Iterator[Count]:
    """What the referee counts in a battle."""
    yield from (count for count in (battle.setup.victory.count if battle.setup.victory else ()) if count.what == OBJECTIVE)


def _of_ship(count: Count, ship: ShipEntry, card: CardView) -> float:
    lost = bool(card.lost) and (not count.lost_as or card.lost in count.lost_as)
    if count.what == LOST:
        return lost
    if count.what == GONE:
        return bool(card.fate) and not card.lost
    if count.what == TONS:
        return (tons(ship) or 0) if lost else 0
    track = next((track for track in card.rows if count.track in ("", track.id)), None)
    full, struck = (track.full, track.full - track.left) if track else (0, 0)
    if count.what == CRIPPLED:
        return bool(card.lost or card.standing) or 100 * struck >= count.share * full > 0
    assert count.what == BOXES
    return full * count.lost if card.lost and count.lost else struck


def tons(ship: ShipEntry) -> float | None:
    """What a ship displaces; None where her card does not say."""
    found = ship.card.get("tons")
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None
