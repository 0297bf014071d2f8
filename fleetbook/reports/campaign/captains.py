"""The battles of a campaign with their ships, and the record of each captain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.reports.shape import Shape
from fleetbook.rules.campaign.ship import CampaignShip

SIZE, FOUGHT_ON = "size", "fought on"


class ShipInBattle(Shape, frozen=True):
    """A ship in a counted battle.

    taken    the boxes of her first row that she lost
    left     the boxes of that row that she had after the battle
    full     the boxes of that row when she is undamaged
    end      how she left the battle, such as sunk or fled; empty if she was there to the end
    lost     whether she is lost for good
    sunk_by  the enemies that sank her; empty if she is not lost, or if the battle's file is not beside the campaign
    hurt_by  the enemies that damaged her
    turn     the turn in which she was lost or left; null if neither happened, or if the turn is not known
    hits     the hits that she scored; null if the battle's file is not beside the campaign
    picked_up  the men whom she picked up; null likewise
    """

    ship: str
    side: str
    commander: str
    taken: int
    left: int
    full: int
    end: str
    lost: bool
    sunk_by: tuple[str, ...]
    hurt_by: tuple[str, ...]
    turn: int | None
    hits: int | None
    picked_up: int | None

    @property
    def cost(self) -> int:
        """The boxes that the battle cost her side: those that she lost, and if she is lost also the rest."""
        return max(self.taken, 0) + (self.left if self.lost else 0)


class BattleInCampaign(Shape, frozen=True):
    """A counted battle.

    number    its number in the campaign, from 1
    line      the line of the campaign's journal that counted it
    file      the name of its file
    page      the address of its report, relative to the campaign's report; empty if no report lies beside the battle's file
    is_known  whether its winner is known, from the campaign's journal or from the battle's file
    winner    a side; empty if nobody won
    reason    why that side won; empty without the battle's file
    turns     how many turns it had; null without the battle's file
    simulated  whether doctrines fought it alone
    because   the reason of the ruling that took it, if its ships did not begin as the campaign had them; otherwise empty
    without   ships of the campaign that fought in it and were not counted
    """

    number: int
    line: int
    day: str
    title: str
    file: str
    page: str
    is_known: bool
    winner: str
    degree: str
    reason: str
    turns: int | None
    ships: tuple[ShipInBattle, ...]
    simulated: bool
    because: str
    without: tuple[str, ...]

    def of_side(self, side: str) -> tuple[ShipInBattle, ...]:
        """The ships of a side in this battle."""
        return tuple(ship for ship in self.ships if ship.side == side)


class CaptainLost(Shape, frozen=True):
    """A ship that a captain lost, with the day and the battle."""

    ship: str
    day: str
    battle: str
    end: str


class Honour(Shape, frozen=True):
    """An honour that a captain earned in a battle, by a reading of the campaign.

    kind  ``size`` if his ship had a part in sinking a ship of her size, ``fought on`` if she stayed to the end with few boxes
    ship  his ship
    foe   the ship sunk; empty for the other kind
    left  the boxes of her first row that his ship had after the battle, out of ``full``
    """

    kind: str
    ship: str
    battle: str
    day: str
    foe: str
    left: int
    full: int


class Captain(Shape, frozen=True):
    """A captain and his record. Captains with the same name and the same side are one captain.

    ships    the ships that he commands or commanded
    battles  the titles of the battles in which one of them fought
    sank     enemy ships that his ships sank, alone or with others
    hurt     enemy ships that were lost in a battle in which his ships damaged them, if no file says who sank them
    lost     his ships that were lost
    taken    boxes that his ships lost in battles
    hits     hits that his ships scored in the battles whose files are beside the campaign
    honours  his honours, in the order of the battles
    commands  the ships that he commands now
    rescued   the lost ships from which he was rescued, by a ruling
    picked_up  men whom his ships picked up in the battles whose files are beside the campaign
    """

    name: str
    side: str
    ships: tuple[str, ...]
    battles: tuple[str, ...]
    sank: tuple[str, ...]
    hurt: tuple[str, ...]
    lost: tuple[CaptainLost, ...]
    taken: int
    hits: int
    honours: tuple[Honour, ...]
    commands: tuple[str, ...]
    rescued: tuple[str, ...]
    picked_up: int


def captains(
    began: Battle[CampaignShip], battles: Sequence[BattleInCampaign], campaign: Battle[CampaignShip]
) -> Iterator[Captain]:
    """The captains whom the plan or a ruling names, in the order of their first ships. None if a reading of the campaign turns
    people off. ``began`` is the campaign before its first line.
    """
    if not campaign.reading("people"):
        return
    commanded: dict[tuple[str, str], dict[str, None]] = {}
    first = ((ship.commander, ship.side, ship.name) for ship in began.ships())
    fought = ((ship.commander, ship.side, ship.ship) for battle in battles for ship in battle.ships)
    now = [ship for ship in campaign.ships() if ship.commander]
    for name, side, ship in (*first, *fought, *((one.commander, one.flag, one.name) for one in now)):
        if name:
            commanded.setdefault((name, side), {})[ship] = None
    for (name, side), ships in commanded.items():
        under = [(battle, {ship.ship: ship for ship in battle.of_side(side) if ship.commander == name}) for battle in battles]
        own = [(battle, ship) for battle, his in under for ship in his.values()]
        foes = [(foe, his) for battle, his in under for foe in battle.ships if foe.lost and foe.side != side]
        yield Captain(
            name=name,
            side=side,
            ships=tuple(ships),
            battles=tuple(battle.title for battle, his in under if his),
            sank=tuple(foe.ship for foe, his in foes if not his.keys().isdisjoint(foe.sunk_by)),
            hurt=tuple(foe.ship for foe, his in foes if not foe.sunk_by and not his.keys().isdisjoint(foe.hurt_by)),
            lost=tuple(
                CaptainLost(ship=ship.ship, day=battle.day, battle=battle.title, end=ship.end)
                for battle, ship in own
                if ship.lost
            ),
            taken=sum(max(ship.taken, 0) for _, ship in own),
            hits=sum(ship.hits or 0 for _, ship in own),
            honours=tuple(honour for battle, ship in own for honour in _honours(battle, ship, campaign)),
            commands=tuple(ship.name for ship in now if ship.afloat and (ship.commander, ship.flag) == (name, side)),
            rescued=tuple(ship.name for ship in now if ship.captain_rescued and (ship.commander, ship.side) == (name, side)),
            picked_up=sum(ship.picked_up or 0 for _, ship in own),
        )


def _honours(battle: BattleInCampaign, ship: ShipInBattle, campaign: Battle[Any]) -> Iterator[Honour]:
    """The honours that a ship's captain earned in a battle."""
    size, share = campaign.whole_reading("honour_size"), campaign.whole_reading("honour_fought_on")
    earned = partial(Honour, ship=ship.ship, battle=battle.title, day=battle.day, left=ship.left, full=ship.full)
    for foe in battle.ships:
        if size and ship.ship in foe.sunk_by and foe.side != ship.side and 100 * foe.full >= size * ship.full:
            yield earned(kind=SIZE, foe=foe.ship)
    if not ship.end and ship.taken > 0 and 0 < 100 * ship.left < share * ship.full:
        yield earned(kind=FOUGHT_ON, foe="")
