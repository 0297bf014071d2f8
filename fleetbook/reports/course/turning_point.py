"""The turning point of a battle: the step that decided it, and the losses in it that decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from fleetbook.core.battle.verdict import Verdict, objectives
from fleetbook.core.orders.standard_orders import SetByHand
from fleetbook.core.parsing import capital, counted, listed, measured
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.decision import Decision, decision
from fleetbook.reports.damage.marks import FateView, MarkView
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.damage.turns import TurnEnd, When, beginning, stage_ends, when_of
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.status import cards

LEAST_BOXES = 2  # a smaller loss turns no battle that boxes alone decide
LEAST_SHARE = 0.5  # of the first ship's gain: the second is named, too
MOST_BLOWS = 2
MOST_OF = 0.5  # of what she lost: a single hit that took as much is named
FEW = 2  # firers that are all named
TIMES = {1: "once", 2: "twice"}


class Blow(msgspec.Struct, frozen=True):
    """The losses of one ship in the step that decided the battle.

    shots   all shots at her in the step
    cost    the boxes of her first row that each firer struck off
    most    the most boxes that one hit struck off, and its firer
    other   the boxes of this row that she lost to other causes, such as a fire, by their names
    after   the hits of earlier turns that led to these losses, in words
    label   the name of that row
    full    the length of that row
    left    the boxes of that row before and after the step
    fate    her fate, if she was lost or left in the step; otherwise None
    doer    the ships that caused this fate, in words, with their hits of earlier turns
    sealed  the state in which she was from this step until she was lost, in words; empty if there was none
    line    the first line about these losses; None if there is none
    """

    ship: str
    side: str
    shots: tuple[Shot, ...]
    cost: dict[str, int]
    most: tuple[int, str]
    other: dict[str, int]
    after: tuple[str, ...]
    label: str
    full: int
    left: tuple[int, int]
    fate: FateView | None
    doer: str
    sealed: str
    line: int | None

    @property
    def boxes(self) -> int:
        """All boxes that she lost in the step."""
        return sum(self.cost.values()) + sum(self.other.values())

    @property
    def hits(self) -> int:
        """The hits that were scored on her."""
        return sum(shot.hits for shot in self.shots)

    @property
    def firers(self) -> tuple[str, ...]:
        """The ships that hit her, first the one that cost her most."""
        counts = Counter[str]()
        for shot in self.shots:
            counts[shot.firer] += shot.hits
        return tuple(sorted(+counts, key=lambda name: (-self.cost.get(name, 0), -counts[name])))


class TurningPoint(msgspec.Struct, frozen=True):
    """The step that decided the battle, or that was worst for the loser.

    when      the turn or stage
    before    the end of the step before it, or the start
    decision  why this step decided the battle, such as by a change of the score
    blows     the losses of the ships that changed the score or count most, the greatest first
    ruling    the line in which the referee counted the deciding objective, with his reason; None if he counted nothing
    """

    when: When
    before: TurnEnd
    decision: Decision
    blows: tuple[Blow, ...]
    ruling: tuple[int, str] | None = None

    @property
    def line(self) -> int | None:
        """The line of the first loss, or else of the referee's ruling. None if there is neither."""
        return self.blows[0].line if self.blows else self.ruling[0] if self.ruling else None


def turning_point(
    journal: Journal[Any], result: Verdict, fired: Sequence[Shot], struck: Sequence[MarkView], fates: Sequence[FateView]
) -> TurningPoint | None:
    """The step that decided the battle, with its greatest losses. None if no step did, or if no ship lost anything in
    it.
    """
    ends = (beginning(journal), *stage_ends(journal, [when_of(journal, fate.turn, fate.line) for fate in fates]))
    found = decision(journal, result, ends)
    if found is None:
        return None
    before, end = ends[found.at - 1], ends[found.at]
    happened = _Step(journal, before, end, fired, struck, fates)
    gains = sorted(((gain, ship) for ship, gain in found.gains.items() if gain > 0), key=lambda one: -one[0])
    named = [ship for gain, ship in gains[:MOST_BLOWS] if gain >= LEAST_SHARE * gains[0][0]]
    blows = tuple(happened.blow(ship) for ship in named)
    if not found.said and sum(blow.boxes for blow in blows) < LEAST_BOXES and not any(blow.fate for blow in blows):
        return None
    return TurningPoint(end.when, before, found, blows, None if blows else happened.ruling())


class _Step(msgspec.Struct, frozen=True):
    """A step of a battle, from the end ``before`` to ``end``. ``fired``, ``struck`` and ``fates`` belong to the whole battle."""

    journal: Journal[Any]
    before: TurnEnd
    end: TurnEnd
    fired: Sequence[Shot]
    struck: Sequence[MarkView]
    fates: Sequence[FateView]

    def holds(self, turn: int | None, line: int | None) -> bool:
        """Whether an event with this turn and line belongs to the step."""
        place = (turn or 0, line or 0)
        return (self.before.turn, self.before.line) < place <= (self.end.turn, self.end.line)

    def ruling(self) -> tuple[int, str] | None:
        """The last line in which the referee counted an objective, with his reason."""
        names = {count.name for count in objectives(self.journal.start)}
        counted_here = (
            (record.number, str(record.inputs.get("reason", "")))
            for record in reversed(records_in_force(self.journal))
            if record.procedure == SetByHand.id
            and record.inputs.get("condition") in names
            and self.holds(record.turn, record.number)
        )
        return next(counted_here, None)

    def blow(self, ship: str) -> Blow:
        """The losses of a ship in the step."""
        was, card = (
            next(card for card in cards(self.journal, end.battle) if card.name == ship) for end in (self.before, self.end)
        )
        first = card.first
        row = first.id if first else ""
        hers = (mark for mark in self.struck if (mark.ship, mark.track) == (ship, row) and mark.boxes > 0)
        lost = [mark for mark in hers if self.holds(mark.turn, mark.line)]
        upon = [shot for shot in self.fired if shot.target == ship and self.holds(shot.turn, shot.line)]
        hitters = {shot.firer for shot in upon if shot.hits}
        cost, other, most = Counter[str](), Counter[str](), (0, "")
        after = dict[str, None]()
        for mark in lost:
            if mark.by in hitters and not mark.follows:
                cost[mark.by] += mark.boxes
                most = max(most, (mark.boxes, mark.by), key=lambda one: one[0])
            else:
                other[mark.how or mark.by] += mark.boxes
                hit = hit_before(self.fired, mark.by, ship, mark.line) if mark.follows else None
                if hit and hit.turn < mark.turn:
                    after[_hit_words([hit], mark.turn)] = None
        fate = next((fate for fate in self.fates if fate.ship == ship and fate.fate and self.holds(fate.turn, fate.line)), None)
        ended = next((fate for fate in self.fates if fate.ship == ship and fate.lost), None)
        begun = card.standing if card.standing != was.standing else ""
        lines: list[int | None] = [shot.line for shot in upon if shot.hits and (shot.firer in cost or not cost)]
        lines += [*(mark.line for mark in lost), fate.line if fate else None]
        label, full = (first.label, first.full) if first else ("", 0)
        left = was.first.left if was.first else 0, first.left if first else 0
        return Blow(
            ship=ship, side=card.side, shots=tuple(upon), cost=dict(cost), most=most, other=dict(other), after=tuple(after),
            label=label, full=full, left=left, fate=fate, doer=doer_words(fate, self.fired) if fate else "", line=lines[0],
            sealed=f"was {begun} until she was {ended.kind}" if begun and ended else "",
        )  # fmt: skip


def hit_before(fired: Iterable[Shot], by: str, ship: str, line: int) -> Shot | None:
    """The hit on ``ship`` by ``by`` that probably caused something in a later ``line``: the costliest hit of the last turn in
    which the firer hit her.
    """
    hits = [shot for shot in fired if (shot.firer, shot.target) == (by, ship) and shot.hits and shot.line < line]
    return max(hits, key=lambda shot: (shot.turn, shot.damage or 0), default=None)


def _hit_words(hits: Iterable[Shot], turn: int) -> str:
    """Hits in words, in order. The turn of an earlier hit is named: ``Fuji's 12 in hit of turn 3``.

    Hits of one turn by the same kind of weapon are joined.
    """
    alike: dict[tuple[int, str], dict[str, None]] = {}
    for hit in sorted(hits, key=lambda hit: hit.line):
        alike.setdefault((hit.turn, hit.weapon), {})[hit.firer] = None
    said = []
    for (when, weapon), firers in alike.items():
        then = f" of turn {when}" if when < turn else ""
        several = f"{weapon} hits of {listed(firers)} in turn {when}"
        said.append(f"{listed(firers)}'s {weapon} hit{then}" if len(firers) == 1 else several)
    return listed(said)


def earlier_hits(fired: Sequence[Shot], by: Iterable[str], mark: MarkView) -> str:
    """The hits by which ships caused a loss of boxes, in words: ``Arethusa's torpedo hit of turn 7``."""
    hits = {name: hit_before(fired, name, mark.ship, mark.line) for name in by}
    known = [hit for hit in hits.values() if hit]
    return _hit_words(known, mark.turn) if len(known) == len(hits) else f"hits by {listed(hits)}"


def doer_words(fate: FateView, fired: Iterable[Shot]) -> str:
    """The ships that caused the loss of another, in words: ``by Fuji``, or ``from Fuji's 12 in hit of turn 3``.

    Empty if nobody caused it.
    """
    shots, doers = list(fired), fate.doers or ((fate.by,) if fate.by else ())
    found = [hit_before(shots, doer, fate.ship, (fate.line or 0) + 1) for doer in doers]
    hits = [hit for hit in found if hit and fate.turn and hit.turn < fate.turn]
    if hits and len(hits) == len(doers) <= FEW:
        return f"from {_hit_words(hits, fate.turn or 0)}"
    if hits and len(hits) == len(doers):
        turns = sorted({hit.turn for hit in hits})
        return f"from hits of {listed(doers)} in turn{'s' * (len(turns) > 1)} {listed(map(str, turns))}"
    return f"by {listed(doers)}" if doers else ""


def most_words(fate: FateView) -> str:
    """The ship that struck most boxes off a lost ship, if another ended her. Otherwise empty. For example: ``Dingyuan did most of
    the damage to Matsushima: 9 of 16``.
    """
    most = fate.struck_by[0] if fate.lost and fate.struck_by else None
    if most is None or most.ship == fate.by or not fate.by:
        return ""
    own = sum(share.boxes for share in fate.struck_by if share.ship == fate.by)
    struck = sum(share.boxes for share in fate.struck_by)
    after = f", {most.followed} of them by {listed(most.causes)}" if most.followed else ""
    return f"{most.ship} did most of the damage to {fate.ship}: {most.boxes} of {struck}{after}" if most.boxes > own else ""


def end_words(fate: FateView, when: str, fired: Iterable[Shot]) -> str:
    """The end of a ship, when it came, and its cause: ``blew up in turn 4, from Fuji's 12 in hit of turn 3``, or
    ``sunk by Fuji in turn 3``.
    """
    doers, how = doer_words(fate, fired), fate.verb or fate.bare
    return ", ".join(filter(None, (f"{how} in {when}", doers))) if how else f"{fate.kind} {doers} in {when}"


def fell(blow: Blow) -> bool:
    """Whether a ship was lost in the step without a hit in it, so that an earlier hit must be named."""
    return not blow.hits and blow.fate is not None and bool(blow.fate.lost)


def blow_words(blow: Blow, journal: Journal[Any], ship: str = "") -> str:
    """The losses of a ship in a sentence: ``Navarin and Nakhimov hit Asama with 2 of 9 shots at 35 cm; she lost 14 of 25 hull
    boxes``.

    ``ship`` replaces the ship's name.
    """
    name, lost, fate = ship or blow.ship, _lost(blow), blow.fate
    if blow.hits:
        whole = fate is not None and fate.lost and blow.boxes in (0, blow.full)
        rest = f"she was {fate.kind}" if fate and whole else f"she lost {lost}" if lost else ""
        rest = " and ".join(filter(None, (rest, blow.sealed)))
        return "; ".join(filter(None, (_hits(blow, journal, name), rest)))
    if fate and fell(blow):
        before, after = blow.left
        fallen = f"{listed(blow.other)} took {name} from {before} to {after} of {blow.full} {boxes_name(blow.label)}, then "
        why = f": {fate.bare}" if fate.bare not in ("", fate.kind) else ""
        how = ", ".join(filter(None, (fate.verb or f"was {fate.kind}{why}", blow.doer)))
        return f"{fallen if lost else ''}{'she' if lost else name} {how}"
    return f"{name} lost {lost}" if lost else f"{name} {fate.words}" if fate else f"{name} was hurt"


def _hits(blow: Blow, journal: Journal[Any], target: str) -> str:
    """Words about the hits on a ship: who hit her, with how many of all shots at her, and from what distance."""
    squadrons = {ship.name: ship.squadron for ship in journal.setup.ships}
    squadron = _one_squadron(blow.firers, squadrons)
    firers = _with_others(blow) or _named(blow.firers, squadron)
    weapons = {shot.weapon for shot in blow.shots if shot.hits}
    weapon = weapons.pop() if len(weapons) == 1 else ""
    labels = journal.ruleset.spelled_out.values()
    many = next((label for label in labels if weapon not in ("", label) and label.startswith(weapon)), "")
    shots = [shot for shot in blow.shots if not many or shot.weapon == weapon]
    own = all(shot.firer in blow.firers or squadron == squadrons.get(shot.firer) for shot in shots)
    if len(shots) > 1 and all(shot.hits <= 1 for shot in shots):
        whose = "its " if own and squadron else "" if own else "the "
        how = f"with {blow.hits} of {whose}{len(shots)} {many or 'shots'}{'' if own else ' at her'}"
    else:
        how = TIMES.get(blow.hits, f"{blow.hits} times") + (f" ({weapon})" if weapon else "")
    return f"{firers} hit {target} {how}{_at_range(shots, journal.ruleset.unit)}"


def _with_others(blow: Blow) -> str:
    """The ships that scored the hits, with the ships whose dice were thrown together with theirs. Empty if each ship threw her
    own dice.
    """
    scored = [shot for shot in blow.shots if shot.hits]
    return listed(dict.fromkeys(shot.by for shot in scored)) if any(shot.with_others for shot in scored) else ""


def _lost(blow: Blow) -> str:
    """The boxes that a ship lost: ``14 of 16 hull boxes (3 by fire)``. Empty if there are none."""
    if not blow.boxes:
        return ""
    number, (most, whose) = sum(blow.other.values()), blow.most
    after = f" after {listed(blow.after)}" if blow.after else ""
    parts = [f"{number} by {listed(blow.other)}{after}"] if 0 < number < blow.boxes else []
    if blow.boxes - number > most >= max(LEAST_BOXES, MOST_OF * blow.boxes):
        parts.append(f"{most} by one hit of {whose}")
    lost = boxes_words(blow.boxes, blow.full, blow.label)
    if number == blow.boxes:
        return f"{lost} by {listed(blow.other)}{after}"
    return f"{lost} ({', '.join(parts)})" if parts else lost


def boxes_words(boxes: int, full: int, label: str) -> str:
    """Boxes lost in words: ``12 of 31 hull boxes``, or ``85 of 474 points``."""
    return f"{boxes} of {full} {boxes_name(label)}"


def boxes_name(label: str) -> str:
    """The name for boxes of a row: ``hull boxes``, or ``points`` for a row of points."""
    return label if label.endswith("s") else f"{label} boxes"


def _one_squadron(firers: Sequence[str], squadrons: Mapping[str, str]) -> str | None:
    """The squadron whose name stands for all these firers. None if they are few or of several squadrons."""
    of = {squadrons.get(firer, "") for firer in firers}
    return next(iter(of)) or None if len(firers) > FEW and len(of) == 1 else None


def _named(firers: Sequence[str], squadron: str | None) -> str:
    """Firers in words: one or two by name, more by their squadron's name."""
    if len(firers) <= FEW:
        return " and ".join(firers)
    if squadron:
        return f"the {squadron}" if squadron[0].isdigit() else squadron
    return f"{firers[0]} and {counted(len(firers) - 1, 'other ship')}"


def _at_range(shots: Iterable[Shot], unit: str) -> str:
    ranges = sorted({shot.range for shot in shots if shot.range is not None and shot.hits})
    if not ranges:
        return ""
    low, high = (f"{number:g}" if number < 1e5 else str(number) for number in (ranges[0], ranges[-1]))
    return f" at {measured(low if low == high else f'{low} to {high}', unit)}"


def turning_words(point: TurningPoint, journal: Journal[Any]) -> str:
    """The turning point in words, as a moment of the course. If a score or count shows it, the words give only this and the boxes
    lost, because the summary says who scored the hits.
    """
    if not point.decision.said:
        return ". ".join(capital(blow_words(blow, journal, f"{blow.ship} ({blow.side})")) for blow in point.blows)
    blows = [blow for blow in point.blows if blow.boxes]
    lost = "; ".join(f"{blow.ship} ({blow.side}) lost {boxes_words(blow.boxes, blow.full, blow.label)}" for blow in blows)
    doing = lost or (point.ruling[1] if point.ruling else "")
    return ". ".join(filter(None, (point.decision.said, capital(doing))))
