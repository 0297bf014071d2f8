"""The winner of a battle: by the scenario's victory conditions, or as the referee decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

import msgspec

from fleetbook.core.battle.battle import DEGREE, ENDED, WINNER, Battle, ReadBattle
from fleetbook.core.battle.card_cache import Drawn
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
from fleetbook.core.parsing import does, listed, numbered

NO_AIM = "no side reached its aim"
MISSED = "did not reach its aim", "did not reach their aim"
WHOLE = (LOST, GONE, CRIPPLED, BOXES, OBJECTIVE)
"""The kinds of counts whose numbers are whole."""
OF_THE_BATTLE = (OBJECTIVE, BY_RULES)
"""The kinds of counts that do not add up ship by ship. The referee keeps their number, or the rules compute it."""
BROKEN_OFF = "the battle was broken off in its first step"


class ScorePart(msgspec.Struct, frozen=True):
    """A count in a side's score: the number reached and its points. ``needed`` says which number wins: "2 needed"."""

    name: str
    number: float
    value: float
    needed: str


class SideScore(msgspec.Struct, frozen=True):
    """A side's score: its total in points, and the counts that it is made of."""

    side: str
    value: float
    parts: tuple[ScorePart, ...]


class Verdict(msgspec.Struct, frozen=True):
    """Who has won, or who would win if the battle ended now.

    winner  a side; empty if nobody has won
    kind    ``aim``, ``score``, ``otherwise`` or ``drawn`` by the victory conditions. ``referee`` if the referee decided. ``none``
            without conditions, and for a battle that was broken off in its first step
    reason  why this side has won, in words
    score   the score of each side; empty without counts
    degree  the degree of the victory; empty if it has none
    over    whether the verdict is final, because the battle is over or a side has reached an aim that it cannot lose again
    aims    the part of the reason about aims, if the score decides
    broken_off  whether the battle ended in its first step, before any ship was hit
    """

    winner: str
    kind: str
    reason: str
    score: tuple[SideScore, ...] = ()
    degree: str = ""
    over: bool = False
    aims: str = ""
    broken_off: bool = False


def verdict(battle: Battle[Any]) -> Verdict:
    """Who has won the battle, or who would win if it ended now."""
    victory = battle.setup.victory
    score, failed = tuple[SideScore, ...](), ""
    try:
        score = scores(battle)
    except RulesFault as fault:
        failed = f"the score cannot be worked out: {fault}"
    decided = battle.fact(WINNER)
    if isinstance(decided, str):
        winner, degree = "" if decided == DRAWN else decided, str(battle.fact(DEGREE) or "")
        return Verdict(winner, "referee", f"{battle.fact(ENDED)}, as the referee ruled", score, degree, True)
    if battle.ended and _is_broken_off(battle):
        return Verdict("", "none", BROKEN_OFF, score, over=True, broken_off=True)
    if victory is None or failed:
        return Verdict("", "none", failed or "the scenario has no victory conditions", over=battle.ended)
    return _by_conditions(victory, battle, score)


def outcome_words(result: Verdict, contest: str = "battle") -> str:
    """The winner in a few words, such as "Navy has won". Empty without victory conditions. ``contest`` is "battle" or
    "campaign".
    """
    if result.kind == "none":
        return ""
    return f"{does(result.winner, 'has', 'have')} won" if result.winner else f"The {contest} is drawn"


def verdict_words(result: Verdict, loud: bool = False, contest: str = "battle") -> str:
    """The winner and the reason, as a sentence without its full stop. With ``loud`` the words for a final outcome are in
    capitals. ``contest`` is "battle" or "campaign".
    """
    if result.broken_off:
        return f"Nobody has won: {result.reason}"
    if result.kind == "none":
        return f"Nobody is named as the winner: {result.reason}"
    reason = f"{f' ({result.degree})' if result.degree else ''}{f': {result.reason}' if result.reason else ''}"
    if result.over:
        outcome = outcome_words(result, contest)
        return f"{outcome.upper() if loud else outcome}{reason}"
    return f"If it ended now, {f'{result.winner} would have won' if result.winner else 'it would be drawn'}{reason}"


def newly_decided(before: Battle[Any], after: Battle[Any]) -> str:
    """A sentence if the battle was decided between ``before`` and ``after``. There is also one if a side reached an aim that it
    may lose again. Otherwise it is empty.
    """
    if _has_equal_counts(before, after) and turns_over(before) == turns_over(after):
        return ""
    now = verdict(after) if after.setup.victory and not after.ended else None
    if now is None or not (now.over or now.kind == "aim"):
        return ""
    was = verdict(before)
    if was.over or (not now.over and (was.kind, was.winner) == (now.kind, now.winner)):
        return ""
    start = "THAT DECIDES IT: " if now.over else ""
    return f"{start}{verdict_words(now, contest=after.ruleset.contest)}."


def _has_equal_counts(one: Battle[Any], other: Battle[Any]) -> bool:
    try:
        return counted(one) == counted(other)
    except RulesFault:
        return False


def last_turn(setup: Setup) -> int:
    """The number of the scenario's last turn; 0 if it has no limit."""
    return setup.victory.turns if setup.victory else 0


def turn_words(turn: int, last: int) -> str:
    """A turn with the scenario's last turn: ``turn 3 of 12``, ``turn 12 of 12, the last``, ``turn 13, after the last``. Without a
    limit only ``turn 3``.
    """
    if turn > last:
        return f"turn {turn}{', after the last' if last else ''}"
    return f"turn {turn} of {last}{', the last' if turn == last else ''}"


def turns_over(battle: Battle[Any]) -> bool:
    """Whether the last turn of the scenario is over."""
    return 0 < last_turn(battle.setup) < battle.turn


def _by_conditions(victory: Victory, battle: Battle[Any], score: tuple[SideScore, ...]) -> Verdict:
    over = battle.ended or turns_over(battle)
    numbers = {part.name: part.number for side in score for part in side.parts}
    reached = [aim for aim in victory.aim if all(is_met(need, numbers) for need in aim.needs)]
    if len({aim.side for aim in reached}) == 1:
        aim, safe = reached[0], any(all(need.most is None for need in aim.needs) for aim in reached)
        return Verdict(aim.side, "aim", _reached(aim, numbers, battle.ship_names), score, aim.degree, over or safe)
    if victory.compare:
        sides = list(dict.fromkeys(aim.side for aim in victory.aim))
        missed = does(sides[0], *MISSED) if len(sides) == 1 else NO_AIM if sides else ""
        return _by_score(victory, score, "both sides have reached their aims" if reached else missed, over)
    foes = [aim for aim in victory.aim if aim.side != victory.otherwise] or victory.aim
    missed = "both sides have reached their aims" if reached else "; ".join(_missed(foes, numbers, battle.ship_names))
    return _otherwise(victory, missed, score, over)


def _is_broken_off(battle: Battle[Any]) -> bool:
    """Whether a battle is still in its first step, and each ship has the boxes that she had at the start."""
    if battle.turn > 1:
        return False
    start = battle.ruleset.begin(battle.setup)
    if battle.phase != start.phase:
        return False
    cards = zip(battle.cards(), start.cards(), strict=True)
    return all((now.tracks, now.fate) == (then.tracks, then.fate) for now, then in cards)


def _by_score(victory: Victory, score: tuple[SideScore, ...], aims: str, over: bool) -> Verdict:
    leader = max(score, key=lambda side: side.value)
    lead = leader.value - max((side.value for side in score if side is not leader), default=0)
    degrees = [name for name, least in sorted(victory.degrees.items(), key=lambda degree: degree[1]) if lead >= least]
    if not degrees and (victory.degrees or lead <= 0):
        level = f"a lead of {points(lead)} point{'' if lead == 1 else 's'} is too small" if lead else "the score is level"
        return _otherwise(victory, "; ".join(filter(None, (level, aims))), score, over)
    words = " to ".join(points(side.value) for side in sorted(score, key=lambda side: side is not leader))
    reason, degree = "; ".join(filter(None, (f"by {words} points", aims))), degrees[-1] if degrees else ""
    return Verdict(leader.side, "score", reason, score, degree, over, aims)


def _otherwise(victory: Victory, missed: str, score: tuple[SideScore, ...], over: bool) -> Verdict:
    if victory.otherwise in ("", DRAWN):
        return Verdict("", "drawn", missed, score, over=over)
    return Verdict(victory.otherwise, "otherwise", missed, score, over=over)


def is_met(need: Need, numbers: Mapping[str, float]) -> bool:
    """Whether a need is met. ``numbers`` has the number reached for each count, by name."""
    found = numbers[need.count]
    return (need.least is None or found >= need.least) and (need.most is None or found <= need.most)


def _missed(aims: Iterable[Aim], numbers: dict[str, float], ships: Iterable[str]) -> Iterator[str]:
    """A phrase for each missed aim: the number needed and the number reached. If several aims of a side miss the same counts,
    only the closest of them gives a phrase.
    """
    short: dict[tuple[str, ...], Aim] = {}
    for aim in aims:
        missed = Aim(aim.side, tuple(need for need in aim.needs if not is_met(need, numbers)))
        alike = aim.side, *(need.count for need in missed.needs)
        short[alike] = min(short.get(alike, missed), missed, key=lambda one: _lacking(one, numbers))
    for aim in short.values():
        yield f"{aim.side} {listed(_short_of(need, numbers[need.count], ships) for need in aim.needs)}"


def _short_of(need: Need, number: float, ships: Iterable[str]) -> str:
    """A need that is not met: ``needed 2 merchantmen sunk and had 1``, or ``needed Varyag sunk``."""
    if need.least is not None and number < need.least:
        wanted = numbered(points(need.least), need.count, ships)
        return f"needed {wanted}{'' if wanted == need.count else f' and had {points(number)}'}"
    most = f"at most {points(need.most)} {'is' if need.most == 1 else 'are'}" if need.most else "none is"
    return f"had {numbered(points(number), need.count, ships)} where {most} allowed"


def _lacking(aim: Aim, numbers: dict[str, float]) -> float:
    """The sum of the numbers by which an aim misses its needs. The aim must have only needs that are not met."""
    needs = [(need, numbers[need.count]) for need in aim.needs]
    return sum(
        abs((need.least if need.least is not None and found < need.least else need.most or 0) - found) for need, found in needs
    )


def _reached(aim: Aim, numbers: dict[str, float], ships: Iterable[str]) -> str:
    had = {need: numbered(points(numbers[need.count]), need.count, ships) for need in aim.needs}
    return ", ".join(what if what == need.count else f"{what} ({needed(need)})" for need, what in had.items())


def needed(need: Need) -> str:
    """A needed number in words that follow the number reached: ``2 needed``, ``at most 3 allowed``."""
    least = f"{points(need.least)} needed" if need.least is not None else ""
    most = f"at most {points(need.most)} allowed" if need.most is not None else ""
    return ", ".join(filter(None, (least, most)))


def points(number: float) -> str:
    """A number of points as text: without decimals if it is whole, otherwise with two."""
    return str(int(number)) if float(number).is_integer() else f"{number:.2f}"


def scores(battle: Battle[Any]) -> tuple[SideScore, ...]:
    """The score of each side; empty without victory conditions. Raises RulesFault if a formula in the rules fails."""
    victory = battle.setup.victory
    if victory is None:
        return ()
    found, numbers = [], [sum(column) for column in zip(*counted(battle), strict=True)]
    for side in battle.sides:
        sums = [(count, number) for count, number in zip(victory.count, numbers, strict=True) if count.side == side]
        parts = tuple(_score_part(count, number, victory) for count, number in sums)
        found.append(SideScore(side, sum(part.value for part in parts), parts))
    return tuple(found)


def counted(battle: Battle[Any]) -> tuple[tuple[float, ...], ...]:
    """A row for each ship, with the number that she adds to each count of the scenario. A last row has the numbers that the
    referee counts or the rules compute. The same tuple is returned as long as no fact behind the numbers changes.
    """
    victory = battle.setup.victory
    if victory is None:
        return ()
    counts, entries = victory.count, battle.rules.entries

    def row(subject: str) -> Drawn[tuple[float, ...]]:
        moment, entry = ReadBattle(battle), entries.get(subject)
        if entry is None:
            numbers = tuple(_of_battle(count, moment) for count in counts)
        else:
            of_her = (count.what not in OF_THE_BATTLE and _counts(count, entry) for count in counts)
            numbers = tuple(_of_ship(count, entry, moment) if hers else 0 for count, hers in zip(counts, of_her, strict=True))
        return moment.read.drawn(numbers, battle.state, battle.turn)

    subjects = (*entries, "")
    if type(battle) is not Battle:  # a subclass notes what is read, or its facts change
        return tuple(row(subject).value for subject in subjects)
    return battle.rules.counts.all_of(battle.state, battle.turn, subjects, row)


def _of_battle(count: Count, battle: Battle[Any]) -> float:
    """The number of a count if the referee counts it or the rules compute it; 0 for a count of ships."""
    if count.what == OBJECTIVE:
        found = battle.fact(objective(count.name))
        return found if isinstance(found, int) else 0
    return _by_rules(count.side, battle) if count.what == BY_RULES else 0


def _score_part(count: Count, number: float, victory: Victory) -> ScorePart:
    return ScorePart(count.name, number, number * count.worth, "; ".join(dict.fromkeys(_to_win(count, victory))))


def _to_win(count: Count, victory: Victory) -> Iterator[str]:
    """The numbers that a count must reach to win, or to prevent an aim of the others, as phrases: ``2 needed``."""
    needs = [(aim.side, need) for aim in victory.aim for need in aim.needs if need.count == count.name]
    waits = count.side == victory.otherwise and not victory.compare
    for side, need in needs:
        if waits and side != count.side and need.least is None and need.most is not None and count.what in WHOLE:
            yield f"{points(int(need.most) + 1)} needed"
        else:
            yield needed(need) if side == count.side else f"{side}: {needed(need)}"
    foes = dict.fromkeys(aim.side for aim in victory.aim if aim.side != count.side)
    if not needs and waits and foes:
        yield f"{listed(foes)} must fall short"


def count_by_ship(count: Count, battle: Battle[Any]) -> dict[str, float]:
    """The number that each ship adds to a count. Empty if the referee counts it or the rules compute it."""
    if count.what in OF_THE_BATTLE:
        return {}
    return {ship.name: _of_ship(count, ship, battle) for ship in ships_counted(count, battle.setup)}


def _by_rules(side: str, battle: Battle[Any]) -> float:
    """A side's score by the formula of the rules; 0 if the formula omits the side. Raises RulesFault if it gives no number."""
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


def ships_counted(count: Count, setup: Setup) -> list[ShipEntry]:
    """The ships that are included in a count of the score."""
    return [ship for ship in setup.ships if _counts(count, ship)]


def _counts(count: Count, ship: ShipEntry) -> bool:
    if not count.of:
        return (ship.side == count.side) is (count.what == GONE)
    return not {ship.name, ship.squadron, ship.side}.isdisjoint(count.of)


def objective(name: str) -> Key:
    """The key of the fact that stores the referee's count for an objective."""
    return Key("", OBJECTIVE, name)


def objectives(battle: Battle[Any]) -> Iterator[Count]:
    """The counts of the scenario that the referee keeps by hand."""
    yield from (count for count in (battle.setup.victory.count if battle.setup.victory else ()) if count.what == OBJECTIVE)


def _of_ship(count: Count, entry: ShipEntry, battle: Battle[Any]) -> float:
    lost_as, gone = end_of(entry, battle)
    lost = bool(lost_as) and (not count.lost_as or lost_as in count.lost_as)
    if count.what == LOST:
        return lost
    if count.what == GONE:
        return bool(gone) and not lost_as and (not count.gone_as or gone in count.gone_as)
    if count.what == TONS:
        return (tons(entry) or 0) if lost else 0
    card = battle.card(entry.name)
    track = next((track for track in card.rows if count.track in ("", track.id)), None)
    full, struck = (track.full, track.full - track.left) if track else (0, 0)
    if count.what == CRIPPLED:
        return bool(lost_as or card.standing) or 100 * struck >= count.share * full > 0
    assert count.what == BOXES
    return full * count.lost if lost_as and count.lost else struck


def end_of(entry: ShipEntry, battle: Battle[Any]) -> tuple[str, str]:
    """A ship's kind of loss, and her way of leaving the battle; empty if none. Her card is made only if her facts lack these."""
    ship: Any = battle.ship(entry.name)
    of = ship if hasattr(ship, "lost") and hasattr(ship, "fate") else battle.card(entry.name)
    end = of.end
    return str(of.lost), (end.kind if end else str(of.fate))


def tons(ship: ShipEntry) -> float | None:
    """A ship's displacement in tons; None if her card does not give it."""
    found = ship.card.get("tons")
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None
