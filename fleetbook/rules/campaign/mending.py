"""Days pass in a campaign. Crews mend under way what they can, and docks mend the rest, one ship after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fleetbook.core.battle.conditions import Boxes, Number
from fleetbook.core.battle.fact import Fact
from fleetbook.core.battle.facts import Key
from fleetbook.core.campaign.becomes import Becomes
from fleetbook.core.campaign.scars import kept_facts
from fleetbook.core.orders.effects import Effects, restore_boxes, set_fact
from fleetbook.rules.campaign.ship import CampaignBattle, CampaignFacts, CampaignShip, Port
from fleetbook.rules.campaign.words import Says

WAYS = ("port", "under way")
FORESEEN = 730  # days for which the work is foreseen


@dataclass
class Wound:
    """Damage of a ship that can be mended: boxes of a track, or the steps by which a fact differs from a new ship's.

    fact   the fact; None for boxes of the track ``name``
    left   the number of boxes or steps that still need mending
    done   the number of boxes or steps mended so far
    """

    name: str
    fact: Fact[Any] | None
    becomes: Becomes
    days: float
    left: int
    done: int = 0

    def mend(self) -> None:
        """Mend one box, or one step."""
        self.left, self.done = self.left - 1, self.done + 1


@dataclass
class Damage:
    """All damage of one ship, with the days of work already spent on the next box or step."""

    ship: CampaignShip
    wounds: list[Wound]
    work: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, ship: CampaignShip, battle: CampaignBattle) -> Damage:
        """The damage of a ship as she is now."""
        work = {"port": ship.dock_work or 0.0, "under way": ship.sea_work or 0.0}
        return cls(ship, list(_wounds(ship, battle)), work)

    def in_need_of(self, how: str) -> bool:
        """Whether any damage is left that is mended in this way: under way, or in port."""
        return any(wound.left and wound.becomes.how == how for wound in self.wounds)

    def work_a_day(self, how: str, days: float) -> None:
        """Spend days of work on one box or step after another."""
        spent = self.work[how] + days
        for wound in self.wounds:
            while wound.becomes.how == how and wound.left and spent >= wound.days:
                spent -= wound.days
                wound.mend()
                self._mend_box_of(wound)
            if wound.becomes.how == how and wound.left:
                break
        self.work[how] = spent if self.in_need_of(how) else 0.0

    def _mend_box_of(self, mended: Wound) -> None:
        """If a light hit is mended, mend the box that it cost as well."""
        item = mended.fact.other if mended.fact and mended.becomes.box else ""
        for wound in self.wounds:
            if item and wound.name == item and wound.fact is None and wound.left:
                wound.mend()

    def effects(self) -> Effects:
        """The changes to the ship's facts for all that was mended."""
        own = self.ship.own
        for wound in self.wounds:
            if wound.done and wound.fact is None:
                yield from restore_boxes(self.ship.name, wound.name, wound.done)
            elif wound.done and wound.fact is not None:
                fact, key = wound.fact, wound.fact.key(self.ship)
                value = fact.value(self.ship.new)
                if isinstance(fact, Number) and wound.left:
                    value = fact.value(own) - wound.done if fact.value(own) > value else fact.value(own) + wound.done
                said = Says.mended(ship=self.ship.name, fact=fact.name, item=fact.other)
                yield from set_fact(key.subject, key.name, fact.encoded(value), key.other, said=said)
        yield from CampaignShip.dock_work.set(self.ship, self.work["port"] or None)
        yield from CampaignShip.sea_work.set(self.ship, self.work["under way"] or None)


def _wounds(ship: CampaignShip, battle: CampaignBattle) -> Any:
    """The mendable damage of a ship: boxes first, then facts, in the order of her own rules."""
    own, new = ship.own, ship.new
    for declared in own.declared.values():
        if isinstance(declared, Boxes) and declared.name in own.tracks:
            becomes, left = declared.becomes(own), new.left(declared.name) - own.left(declared.name)
            if left > 0 and becomes.days:
                yield Wound(declared.name, None, becomes, days_of(ship, becomes, battle), left)
    for name, fact in kept_facts(own):
        value, sound, becomes = fact.value(own), fact.value(new), fact.becomes(own, fact.other)
        if value != sound and becomes.days:
            steps = abs(value - sound) if isinstance(fact, Number) else 1
            yield Wound(name, fact, becomes, days_of(ship, becomes, battle), steps)


def days_of(ship: CampaignShip, becomes: Becomes, battle: CampaignBattle) -> float:
    """The days of work that repair one box of a track or one step of a fact. A reading of the ship's own rule system gives
    them.
    """
    name = f"{ship.card.entry.rules} {becomes.days}"
    known = battle.tables.readings
    return float(battle.reading(name) if name in known else ship.card.new.reading(becomes.days))


@dataclass
class Works:
    """The mending of all ships of a campaign: the damage of each, and the ships in each port's docks and waiting for them."""

    damaged: dict[str, Damage]
    queues: dict[str, list[str]]
    docks: dict[str, int]
    shift: float

    @classmethod
    def of(cls, battle: CampaignBattle) -> Works:
        """The damage, queues and docks of a campaign as they are now."""
        damaged = {ship.name: Damage.of(ship, battle) for ship in battle.ships() if ship.joined and ship.afloat}
        ports = [Port(battle, entry.name) for entry in battle.setup.squadrons if "port" in entry.details]
        queues = {port.name: list(port.waiting) for port in ports}
        return cls(damaged, queues, {port.name: port.docks for port in ports}, float(battle.reading("dock_days")))

    def pass_day(self) -> None:
        """Let a day pass, with a day's work by docks and crews."""
        for port, queue in self.queues.items():
            for name in queue[: self.docks[port]]:
                self.damaged[name].work_a_day("port", self.shift)
        for damage in self.damaged.values():
            damage.work_a_day("under way", 1.0)
        self.queues = {
            port: [name for name in queue if self.damaged[name].in_need_of("port")] for port, queue in self.queues.items()
        }


def mended_in(battle: CampaignBattle) -> dict[str, int | None]:
    """For each damaged ship, the days until she is mended, if nothing changes meanwhile. None if that cannot be foreseen."""
    works = Works.of(battle)
    open_ones = {name for name, damage in works.damaged.items() if any(damage.in_need_of(how) for how in WAYS)}
    found: dict[str, int | None] = dict.fromkeys(open_ones)
    for day in range(1, FORESEEN + 1):
        if not open_ones:
            break
        works.pass_day()
        for name in [name for name in open_ones if not any(works.damaged[name].in_need_of(how) for how in WAYS)]:
            found[name] = day
            open_ones.remove(name)
    return found


def dock_stays(battle: CampaignBattle, days: int) -> dict[str, tuple[int, int | None]]:
    """For each ship that a dock will mend in the next days: the day on which she goes in, and the day on which she comes out.

    The second day is None if she is not mended by then.
    """
    works, found = Works.of(battle), dict[str, tuple[int, int | None]]()
    for day in range(days):
        if not any(works.queues.values()):
            break
        docked = {name for port, queue in works.queues.items() for name in queue[: works.docks[port]]}
        found.update((name, (day, None)) for name in docked if name not in found)
        works.pass_day()
        still = {name for queue in works.queues.values() for name in queue}
        found.update((name, (found[name][0], day + 1)) for name in docked - still)
    return found


def pass_days(battle: CampaignBattle, days: int) -> Effects:
    """Let days pass. Docks and crews mend ships each day, and ships whose day has come join."""
    works = Works.of(battle)
    for _ in range(days):
        works.pass_day()
    for damage in works.damaged.values():
        yield from damage.effects()
    for port, queue in works.queues.items():
        yield from Port.queue.set(port, tuple(queue))
        yield from _get_stores(battle, Port(battle, port), days)
    yield from CampaignFacts.day.add(battle, days, Says.day)
    today = CampaignFacts(battle).date.isoformat()
    for ship in battle.ships():
        if not ship.joined and ship.card.entry.joins and ship.card.entry.joins <= today:
            yield from CampaignShip.joined.set(ship, said=Says.joins(ship=ship.name))


def _get_stores(battle: CampaignBattle, port: Port, days: int) -> Effects:
    """The ships that a port restocks in these days, one after another."""
    ready = days * (port.stores or 0)
    for name in port.restocking[:ready]:
        yield from restock(battle.ship(name))
    if port.for_stores:
        yield from Port.for_stores.set(port.name, port.restocking[ready:])


def restock(ship: CampaignShip) -> Effects:
    """Fill up the stores of a ship: the facts that a port restocks become those of a new ship."""
    own, new = ship.own, ship.new
    for declared in own.declared.values():
        if isinstance(declared, Boxes) and declared.name in own.tracks and declared.becomes(own).how == "restocked":
            lost = new.left(declared.name) - own.left(declared.name)
            if lost > 0:
                yield from restore_boxes(ship.name, declared.name, lost)
    for _, fact in kept_facts(own):
        if fact.becomes(own, fact.other).how == "restocked" and fact.value(own) != fact.value(new):
            key: Key = fact.key(ship)
            said = Says.left_of_her(ship=ship.name, fact=fact.name, item=fact.other, value=fact.value(new))
            yield from set_fact(key.subject, key.name, fact.encoded(fact.value(new)), key.other, said=said)


def needs_stores(ship: CampaignShip) -> bool:
    """Whether a ship lacks anything that a port restocks."""
    return any(True for _ in restock(ship))
