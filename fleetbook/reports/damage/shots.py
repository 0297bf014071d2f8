"""Every shot, volley and torpedo of a battle as a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.events import Changed, Event, Rolled, changes
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.suborders import SubOrder
from fleetbook.reports.damage.causes import Attribution, attributed
from fleetbook.reports.damage.fired import Fired
from fleetbook.reports.shape import Shape


class Shot(Shape, frozen=True):
    """A shot, a volley or a torpedo. Each die of a broadside has a row.

    line          the line of the journal
    turn          the turn
    step          the step of the turn
    side          the firer's side
    firer         the ship that fired
    mount         the mount that fired, or several
    weapon        the kind of weapon
    weapon_class  the letter or the chart of the sheet, such as G, or cannon
    target        the ship fired at
    range         as measured; empty if none was measured
    band          the band of the sheet, such as long
    modifiers     each modifier on the first die, in words
    modifier      the sum of these modifiers
    needed        the score needed, as printed; empty if the die was thrown on a table
    die           the face, or the sum of the faces, of the first throw; 0 if the referee gave the hits without a die
    total         the face or sum of the faces, with the modifiers
    result        hit, miss, "hit, evaded", or the words of the table
    hits          the number of hits scored
    location      the place of the hit, if the sheet says
    damage        the boxes that the shot struck off, even by a near miss; empty until its damage is worked out
    put_out       the weapons and systems of the target that the shot damaged; empty if a later order works out the damage
    effects       other changes of the target, such as a fire; empty if a later order works out the damage
    with_others   the ships that fired with the firer, if the rules throw their dice together
    overruled     the faces that the referee overruled, such as "6 instead of 2"; empty for none
    """

    line: int
    turn: int
    step: str
    side: str
    firer: str
    mount: str
    weapon: str
    weapon_class: str
    target: str
    range: int | float | None
    band: str
    modifiers: str
    modifier: int
    needed: str
    die: int
    total: int
    result: str
    hits: int
    location: str
    damage: int | None
    put_out: int | None
    effects: int | None
    with_others: tuple[str, ...] = ()
    overruled: str = ""

    @property
    def by(self) -> str:
        """The firer, with the ships whose dice were thrown together with hers: ``Kagul with Pamyat Merkuriya``."""
        return f"{self.firer}{f' with {listed(self.with_others)}' if self.with_others else ''}"

    @property
    def is_idle(self) -> bool:
        """Whether the shot had no effect: no box, no damaged weapon or system, no fire."""
        return self.damage == self.put_out == self.effects == 0


LOCATION = "location"


def shots(journal: Journal[Any], found: Attribution | None = None) -> tuple[Shot, ...]:
    """The shots in force, in order. A caller that has the attribution passes it as ``found`` to save time."""
    found = found or attributed(journal)
    return tuple(_shot(journal, shot, found.damage(number)) for number, shot in enumerate(found.fired))


def spent(ship: CardView, fired: Iterable[Shot], spelled_out: Mapping[str, str]) -> dict[str, int]:
    """The number of each kind of supplies that a ship has used, by its label. A torpedo that hit counts even if no order launched
    it.
    """
    used, hits = Counter[str](), Counter[str]()
    for shot in fired:
        if shot.firer == ship.name and not shot.die:
            hits[shot.weapon] += shot.hits
    for supply in ship.supplies:
        used[supply.label] += supply.full - supply.left
    return {
        label: max([count, *(hits[weapon] for weapon in hits if spelled_out.get(label, label).startswith(weapon))])
        for label, count in used.items()
    }


def _shot(journal: Journal[Any], shot: Fired, damage: int | None) -> Shot:
    events, aim, hits = shot.part.events, shot.aim, shot.hits
    throws = [event for event in events if isinstance(event, Rolled)]
    first = throws[0] if throws else None
    adjustments = first.adjustments if first else ()
    return Shot.of(
        aim,
        line=shot.record.number,
        turn=shot.record.turn,
        step=journal.ruleset.sequence.phase(shot.record.phase).title,
        side=journal.battle.ship(aim.firer).side,
        modifiers="; ".join(f"{adjustment.text} {adjustment.value:+d}" for adjustment in adjustments),
        modifier=sum(adjustment.value for adjustment in adjustments),
        needed=first.row if first and not first.table else "",
        die=sum(face.face for face in first.faces) if first else 0,
        total=first.total if first else 0,
        result=_result(hits, throws),
        hits=hits,
        location=next((throw.result for throw in throws if throw.label == LOCATION), ""),
        damage=damage,
        put_out=None if aim.later and hits else _put_out(shot.part, aim.target) if hits else 0,
        effects=None if aim.later and hits else _effects(events, aim.target) if hits else 0,
        with_others=shot.others,
        overruled=", ".join(
            f"{face.face} instead of {face.instead_of}" for throw in throws for face in throw.faces if face.instead_of
        ),
    )


def _result(hits: int, throws: Sequence[Rolled]) -> str:
    """The result in words: those of the table on which the throw was looked up, otherwise hit or miss."""
    if throws and throws[0].table:
        return "no effect" if throws[0].result == "-" else throws[0].result
    return "hit" if hits else "hit, evaded" if any(throw.label == "to hit again" for throw in throws) else "miss"


def _put_out(part: SubOrder[Any], target: str) -> int:
    if not part.battle.is_ship(target):
        return 0
    after = part.battle.with_changes(changes(part.events))
    before, now = (battle.to_come.card(target).systems for battle in (part.battle, after))
    return sum(system not in before and system.state != "sound" for system in now)


def _effects(events: Sequence[Event], target: str) -> int:
    return sum(isinstance(event, Changed) and event.subject == target and bool(event.text) for event in events)
