"""The data of a campaign's report: battles, strength of the sides, losses, repairs, ports, lives of ships and captains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.battle.victory import DRAWN
from fleetbook.core.orders.standard_orders import Annotate
from fleetbook.core.play.journal import Journal
from fleetbook.reports.campaign.captains import BattleInCampaign, Captain, ShipInBattle, captains
from fleetbook.reports.campaign.counted_files import CountedFile
from fleetbook.reports.campaign.lives import LifeOfShip, Lives
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import overview
from fleetbook.rules.campaign.counting import Count, CountBattle
from fleetbook.rules.campaign.damage import stores_words
from fleetbook.rules.campaign.mending import mended_in, needs_stores
from fleetbook.rules.campaign.ship import CampaignBattle, CampaignFacts, Port, ports


class Strength(Shape, frozen=True):
    """The strength of a side at the end of a day: its ships in service that are not lost, and the boxes of their first rows."""

    side: str
    ships: int
    boxes: int


class DayOfStrength(Shape, frozen=True):
    """The strength of all sides at the end of a day. The first entry is the beginning of the campaign."""

    day: str
    sides: tuple[Strength, ...]


class ShipInRepair(Shape, frozen=True):
    """A damaged ship.

    place  her port; empty at sea
    how    in dock, waits for a dock, in port, or at sea
    hurt   how many of her weapons and systems are damaged or destroyed
    until  the day on which all her damage is mended if nothing changes; empty if she needs a dock and is not in one
    """

    ship: str
    side: str
    place: str
    how: str
    left: int
    full: int
    hurt: int
    until: str


class PortNow(Shape, frozen=True):
    """A port with its ships. ``docks`` is how many ships it works on at a time."""

    port: str
    side: str
    docks: int
    docked: tuple[str, ...]
    waiting: tuple[str, ...]
    others: tuple[str, ...]


class NoteOfCampaign(Shape, frozen=True):
    """A note of the referee, with its day."""

    day: str
    text: str


class Chronicle(Shape, frozen=True):
    """A campaign as it stands.

    began, today  the first and the present day
    ended         why the campaign has ended; null while it goes on
    box, boxes    what one box and several boxes of the ships are called, such as hull boxes
    result        who has won the campaign, or would if it ended now
    full          for each side the boxes of all its ships when undamaged, including ships that join later
    at_sea        for each side its ships at sea
    to_restock    ships that have used up stores, each with what is left of them in words
    to_join       ships that are not in service yet, each with the day on which she joins; the day is empty if only a ruling
                  brings her
    """

    title: str
    text: str
    sides: tuple[str, ...]
    began: str
    today: str
    ended: str | None
    box: str
    boxes: str
    result: Verdict
    battles: tuple[BattleInCampaign, ...]
    strength: tuple[DayOfStrength, ...]
    full: dict[str, int]
    notes: tuple[NoteOfCampaign, ...]
    ships: tuple[LifeOfShip, ...]
    captains: tuple[Captain, ...]
    repairs: tuple[ShipInRepair, ...]
    to_restock: dict[str, str]
    ports: tuple[PortNow, ...]
    at_sea: dict[str, tuple[str, ...]]
    to_join: dict[str, str]
    warning: str


def chronicle(journal: Journal[Any], files: Mapping[int, CountedFile], warning: str = "") -> Chronicle:
    """The campaign at present. ``files`` has the files of counted battles, by the line that counted the battle."""
    now, battle = overview(journal, warning), journal.battle
    lives, counted, notes = Lives(journal), list[BattleInCampaign](), list[NoteOfCampaign]()
    strength = [_strength(journal.start)]
    for record in records_in_force(journal):
        before, after = journal.battle_before(record.number), journal.battle_after(record.number)
        lives.follow(record, before, after)
        if record.procedure == CountBattle.id:
            counted.append(_counted(journal, record, len(counted) + 1, files.get(record.number)))
            lives.fight(counted[-1])
        elif record.procedure == Annotate.id:
            notes.append(NoteOfCampaign(day=_day(after), text=str(record.inputs["words"])))
        found = _strength(after)
        if len(strength) > 1 and strength[-1].day == found.day:
            strength.pop()
        strength.append(found)
    box, boxes = _called(journal)
    return Chronicle(
        title=journal.setup.title,
        text=journal.setup.text,
        sides=battle.sides,
        began=journal.setup.date,
        today=_day(battle),
        ended=now.ended,
        box=box,
        boxes=boxes,
        result=now.result,
        battles=tuple(counted),
        strength=tuple(strength),
        notes=tuple(notes),
        ships=tuple(lives.of(ship, card) for ship, card in zip(battle.ships(), now.ships, strict=True)),
        captains=tuple(captains(journal.start, counted, battle)),
        repairs=tuple(_repairs(battle)),
        to_restock={ship.name: stores_words(ship) for ship in battle.ships() if ship.afloat and needs_stores(ship)},
        ports=tuple(_ports(battle)),
        warning=warning,
        **_ashore_and_afloat(battle),
    )


def _ashore_and_afloat(battle: CampaignBattle) -> dict[str, Any]:
    """For each side: its boxes, its ships at sea, and its ships that are not in service yet."""
    ships = battle.ships()
    there = [ship for ship in ships if ship.joined and ship.afloat and not ship.berth]
    return {
        "full": {side: sum(_full(ship) for ship in ships if ship.side == side) for side in battle.sides},
        "at_sea": {side: tuple(ship.name for ship in there if ship.side == side) for side in battle.sides},
        "to_join": {ship.name: ship.card.entry.joins for ship in ships if not ship.joined},
    }


def _called(journal: Journal[Any]) -> tuple[str, str]:
    """The words for one box and for several boxes, taken from the first rows of all cards."""
    labels = {card.first.label for card in journal.start.cards() if card.first}
    label = labels.pop() if len(labels) == 1 else ""
    return (label[:-1], label) if label.endswith("s") else (f"{label} box".strip(), f"{label} boxes".strip())


def _day(battle: CampaignBattle) -> str:
    return CampaignFacts(battle).date.isoformat()


def _full(ship: Any) -> int:
    first = ship.card.new.card(ship.name).first
    return first.full if first else 0


def _left(ship: Any) -> int:
    first = ship.card.new.card(ship.name).first
    return int(ship.own.left(first.id)) if first else 0


def _strength(battle: CampaignBattle) -> DayOfStrength:
    there = [ship for ship in battle.ships() if ship.joined and ship.afloat]
    sides = (
        Strength(side=side, ships=len(own), boxes=sum(map(_left, own)))
        for side in battle.sides
        for own in [[ship for ship in there if ship.side == side]]
    )
    return DayOfStrength(day=_day(battle), sides=tuple(sides))


def _counted(journal: Journal[Any], record: Record, number: int, file: CountedFile | None) -> BattleInCampaign:
    before, after = journal.battle_before(record.number), journal.battle_after(record.number)
    order = journal.order_of(record)
    assert isinstance(order, CountBattle)
    verdict = file.verdict if file else None
    winner = verdict.winner if verdict else order.winner or ""
    return BattleInCampaign(
        number=number,
        line=record.number,
        day=_day(before),
        title=order.title_of_battle,
        file=order.file,
        page=file.page if file else "",
        is_known=bool(winner) or (verdict is not None and verdict.kind != "none"),
        winner="" if winner == DRAWN else winner,
        degree=verdict.degree if verdict else order.degree or "",
        reason=verdict.reason if verdict else "",
        turns=file.turns if file else None,
        ships=tuple(_in_battle(count, before, after, file) for count in order.counts),
        simulated=bool(order.simulated),
        because=order.because or "",
        without=tuple(name for name, *_ in order.without or ()),
    )


def _in_battle(count: Count, before: CampaignBattle, after: CampaignBattle, file: CountedFile | None) -> ShipInBattle:
    was, now = before.ship(count.name), after.ship(count.name)
    fate = file.fates.get(count.name) if file else None
    return ShipInBattle(
        ship=count.name,
        side=now.side,
        commander=was.commander,
        taken=_left(was) - _left(now),
        left=_left(now),
        full=_full(now),
        end=count.end,
        lost=count.lost,
        sunk_by=fate.doers if fate and count.lost else (),
        hurt_by=count.by,
        turn=fate.turn if fate else None,
        hits=file.hits.get(count.name, 0) if file else None,
        picked_up=file.men.get(count.name, 0) if file else None,
    )


def _repairs(battle: CampaignBattle) -> Iterator[ShipInRepair]:
    """The damaged ships. Those that will be mended soonest come first."""
    days = {} if battle.ended else mended_in(battle)
    today, order = CampaignFacts(battle).date, list(battle.ship_names)
    for name, needed in sorted(days.items(), key=lambda one: (one[1] is None, one[1] or 0, order.index(one[0]))):
        ship = battle.ship(name)
        waits = ship.berth and name in Port(battle, ship.berth).waiting
        how = "in dock" if ship.docked else "waits for a dock" if waits else "in port" if ship.berth else "at sea"
        until = "" if needed is None else (today + timedelta(days=needed)).isoformat()
        hurt = sum(system.state != "sound" for system in battle.card(name).systems)
        yield ShipInRepair(
            ship=name, side=ship.side, place=ship.berth, how=how, left=_left(ship), full=_full(ship), hurt=hurt, until=until
        )  # fmt: skip


def _ports(battle: CampaignBattle) -> Iterator[PortNow]:
    for name in ports(battle):
        port = Port(battle, name)
        there = [ship.name for ship in battle.ships() if ship.berth == name and ship.joined and ship.afloat]
        yield PortNow(
            port=name,
            side=battle.ruleset.side_of(battle, name),
            docks=port.docks,
            docked=port.docked,
            waiting=port.waiting[port.docks :],
            others=tuple(ship for ship in there if ship not in port.waiting),
        )
