"""The life of each ship of a campaign: her battles, her days in dock, and her end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.record import Record
from fleetbook.core.orders.standard_orders import StrikeByHand
from fleetbook.core.play.journal import Journal
from fleetbook.reports.campaign.captains import BattleInCampaign
from fleetbook.reports.shape import Shape
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.rules.campaign.mending import dock_stays
from fleetbook.rules.campaign.ship import CampaignBattle, CampaignFacts, CampaignShip

BATTLE, DOCK, JOINED, LOST, RULED = "battle", "dock", "joined", "lost", "ruled"


class Passage(Shape, frozen=True):
    """A battle, a stay in dock or another event of a ship's life.

    kind   battle, dock, joined, lost (other than in a battle), or ruled: boxes that the referee changed by hand
    day    the first day of the event
    until  the last day in dock; empty while she is there, and for everything else
    name   the battle or the port; empty for none
    boxes  boxes of her first row that she lost in the battle or by the ruling; a number below 0 counts boxes mended in dock
    end    how she left the battle or was lost; empty if neither happened
    line   the line of the campaign's journal that counted the battle; null for everything else
    """

    kind: str
    day: str
    until: str
    name: str
    boxes: int
    end: str
    line: int | None = None


class LifeOfShip(Shape, frozen=True):
    """A ship of a campaign with her life up to today.

    taken   boxes of her first row that she lost in battles
    mended  boxes of that row that were mended
    left    boxes of that row that she has; 0 if she is lost
    place   her port; empty at sea
    docked  how often she was docked
    fate    how she was lost; empty if she is not
    commander  her captain; the last one of a lost ship
    captain_rescued, men_rescued  by a ruling, whether the captain of a lost ship was rescued, and how many of her men
    """

    ship: str
    side: str
    squadron: str
    type: str
    commander: str
    in_service: bool
    place: str
    battles: int
    taken: int
    mended: int
    docked: int
    left: int
    full: int
    fate: str
    passages: tuple[Passage, ...]
    captain_rescued: bool
    men_rescued: int


@dataclass
class _Life:
    """The life of one ship while it is collected. ``dock`` is her present stay in dock: its first day, its port, and the boxes
    mended so far.
    """

    first: str
    passages: list[Passage] = field(default_factory=list)
    mended: int = 0
    dock: tuple[str, str, int] | None = None

    def work_in_dock(self, port: str, began: str, until: str, mended: int) -> None:
        """Note that a dock works on the ship. If ``until`` is not empty, she leaves the dock on that day."""
        first, _, sum_of = self.dock or (began, port, 0)
        self.dock = (first, port, sum_of + mended)
        if until:
            self.leave_dock(until)

    def leave_dock(self, day: str) -> None:
        """Note that she leaves the dock."""
        if self.dock:
            began, port, mended = self.dock
            self.passages.append(Passage(kind=DOCK, day=began, until=day, name=port, boxes=-mended, end=""))
            self.dock = None


class Lives:
    """The lives of all ships, collected line by line."""

    def __init__(self, journal: Journal[Any]) -> None:
        cards = {card.name: card for card in journal.start.cards()}
        self._lives = {name: _Life(card.first.id if card.first else "") for name, card in cards.items()}

    def follow(self, record: Record, before: CampaignBattle, after: CampaignBattle) -> None:
        """Read a line: ships join, go into dock or leave it, are lost or changed by hand. Battles are left to ``fight``."""
        days = CampaignFacts(after).day - CampaignFacts(before).day
        stays = dock_stays(before, days) if days else {}
        for was, now in zip(before.ships(), after.ships(), strict=True):
            life = self._lives[now.name]
            gained = _left(life, now) - _left(life, was)
            if days:
                life.mended += gained
            if stay := stays.get(now.name):
                began, left = stay
                life.work_in_dock(was.berth, _day(before, began), "" if left is None else _day(before, left), gained)
            elif now.docked and not life.dock:
                life.dock = (_day(after), now.berth, 0)
            if life.dock and not now.docked:
                life.leave_dock(_day(after))
            if now.joined and not was.joined:
                day = min(_day(after), max(now.card.entry.joins, _day(before)))
                life.passages.append(_one_day(JOINED, day, name=now.berth))
            if record.procedure != CountBattle.id and was.afloat and not now.afloat:
                life.passages.append(_one_day(LOST, _day(after), end=str(now.fate)))
            elif record.procedure == StrikeByHand.id and gained:
                life.passages.append(_one_day(RULED, _day(after), boxes=-gained))

    def fight(self, battle: BattleInCampaign) -> None:
        """Note a counted battle in the life of each of its ships."""
        for ship in battle.ships:
            note = _one_day(BATTLE, battle.day, name=battle.title, boxes=ship.taken, end=ship.end, line=battle.line)
            self._lives[ship.ship].passages.append(note)

    def of(self, ship: CampaignShip, card: CardView) -> LifeOfShip:
        """The life of a ship up to today."""
        life = self._lives[ship.name]
        there, battles = ship.joined and ship.afloat, [one for one in life.passages if one.kind == BATTLE]
        if life.dock:
            began, port, mended = life.dock
            stay = [Passage(kind=DOCK, day=began, until="", name=port, boxes=-mended, end="")]
        else:
            stay = []
        first = card.first
        return LifeOfShip(
            ship=ship.name,
            side=ship.side,
            squadron=ship.squadron,
            type=card.kind,
            commander=ship.commander,
            in_service=ship.joined,
            place=ship.berth if there else "",
            battles=len(battles),
            taken=sum(max(one.boxes, 0) for one in battles),
            mended=life.mended,
            docked=len(stay) + sum(one.kind == DOCK for one in life.passages),
            left=first.left if first and ship.afloat else 0,
            full=first.full if first else 0,
            fate="" if ship.afloat else card.lost or card.fate,
            passages=(*life.passages, *stay),
            captain_rescued=ship.captain_rescued,
            men_rescued=ship.men_rescued,
        )


def _day(battle: Any, later: int = 0) -> str:
    return (CampaignFacts(battle).date + timedelta(days=later)).isoformat()


def _left(life: _Life, ship: CampaignShip) -> int:
    return int(ship.own.left(life.first)) if life.first else 0


def _one_day(kind: str, day: str, *, name: str = "", boxes: int = 0, end: str = "", line: int | None = None) -> Passage:
    return Passage(kind=kind, day=day, until="", name=name, boxes=boxes, end=end, line=line)
