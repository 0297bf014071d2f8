"""The orders of a campaign: ships sail, days pass, ports mend and restock ships, and new ships join."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.card_view import UNDER_WATER
from fleetbook.core.battle.result import DONE, Result, sentence
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, set_fact
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted, listed
from fleetbook.rules.campaign.mending import Damage, needs_stores, restock
from fleetbook.rules.campaign.ship import SEASON, CampaignBattle, CampaignShip, Port, ports
from fleetbook.rules.campaign.words import Says

AT_SEA = "at sea"
MOST_DAYS = 366


def ships_at(battle: CampaignBattle, port: str) -> list[CampaignShip]:
    """The ships in service at a port that are not lost."""
    return [ship for ship in battle.ships() if ship.berth == port and ship.joined and ship.afloat]


class Sail(Order[CampaignShip]):
    """Ships sail to a port, or put to sea."""

    id, title, key, section, by_referee = "sail", "Sail", "s", "Campaign", True
    phases = (SEASON,)
    ships: tuple[str, ...] = fields.several("ships", lambda battle: battle.ships())
    to: str = fields.choice("to", lambda battle: [AT_SEA, *ports(battle)], default=None)

    def check(self, battle: CampaignBattle) -> None:
        require(self.ships, "name the ships that sail")
        for name in self.ships:
            ship = battle.ship(name)
            require(not ship.held, f"{ship} is {ship.held}")
            if self.to != AT_SEA:
                owner = battle.ruleset.side_of(battle, self.to)
                require(owner == ship.flag, f"{self.to} is a port of {owner}")
            require((ship.berth or AT_SEA) != self.to, f"{ship} is {_at(ship.berth)} already")

    def resolve(self, battle: CampaignBattle) -> Effects:
        for name in self.ships:
            ship, left = battle.ship(name), battle.ship(name).berth
            said = Says.at_sea(ship=name) if self.to == AT_SEA else Says.sails_to(ship=name)
            yield from CampaignShip.berth.set(ship, "" if self.to == AT_SEA else self.to, said)
            queue = Port(battle, left).queue if left else ()
            if name in queue:
                yield from Port.queue.set(left, tuple(one for one in queue if one != name))
            stores = Port(battle, left).for_stores if left else ()
            if name in stores:
                yield from Port.for_stores.set(left, tuple(one for one in stores if one not in self.ships))

    def headline(self, battle: CampaignBattle) -> str:
        return f"{listed(self.ships)}: {_at('' if self.to == AT_SEA else self.to)}"

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        several = len(self.ships) > 1
        does = f"put{'s' * (not several)} to sea" if self.to == AT_SEA else f"sail{'s' * (not several)} to {self.to}"
        there = "" if self.to == AT_SEA else f"{self.to}: {Port(happened.after, self.to).words({})}"
        yield Result(kind=DONE, head="sails", words=sentence(f"{listed(self.ships)} {does}"), means=sentence(there))


def _at(port: str) -> str:
    return f"at {port}" if port else AT_SEA


class PassDays(Order[CampaignShip]):
    """Days pass: crews mend under way, docks mend ships, and ships whose day has come join."""

    id, title, key, section, by_referee = "pass", "Days pass", "p", "Campaign", True
    phases = (SEASON,)
    days: int = fields.number("days", 1, MOST_DAYS, default=1, unit="days")

    def resolve(self, battle: CampaignBattle) -> Effects:
        yield from battle.ruleset.sequence.advance_by(battle, self.days)

    def headline(self, battle: CampaignBattle) -> str:
        return f"{counted(self.days, 'day')} pass{'es' if self.days == 1 else ''}"

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        before, after = happened.before, happened.after
        joined = [ship.name for ship in after.ships() if ship.joined and not before.ship(ship.name).joined]
        mended = [ship.name for ship in after.ships() if not ship.scars and before.ship(ship.name).scars]
        means = f"{listed(mended)} mended. " * bool(mended) + f"{listed(joined)} in service." * bool(joined)
        words = sentence(f"{self.headline(after)}: {after.ruleset.sequence.called_turn(after)}")
        yield Result(kind=DONE, head="days pass", words=words, means=means.strip())


class AtPort(Order[CampaignShip]):
    """An order for ships in a port. Ships at sea cannot be named."""

    @classmethod
    def not_of(cls, ship: CampaignShip) -> str:
        return f"{ship} is {AT_SEA}" if ship.joined else f"{ship} is not in service yet"


class Refit(AtPort):
    """Set the order in which a port's docks take its damaged ships. Ships may be put first or left out."""

    id, title, key, section, by_referee = "refit", "Refit", "r", "Campaign", True
    phases = (SEASON,)
    port: str = fields.choice("port", ports)
    first: tuple[str, ...] = fields.several("ships that go first", lambda battle, order: order.damaged(battle), stands=True)
    without: tuple[str, ...] = fields.several("ships left out", lambda battle, order: order.damaged(battle), stands=True)

    def damaged(self, battle: CampaignBattle) -> list[str]:
        """The ships at the port that have damage which only a port mends."""
        return [ship.name for ship in ships_at(battle, self.port) if Damage.of(ship, battle).in_need_of("port")]

    def queue(self, battle: CampaignBattle) -> tuple[str, ...]:
        """The damaged ships in the order in which the docks take them."""
        others = [name for name in self.damaged(battle) if name not in self.first]
        return tuple(name for name in (*self.first, *others) if name not in self.without)

    def check(self, battle: CampaignBattle) -> None:
        now = Port(battle, self.port).waiting
        require(self.damaged(battle) or now, f"no ship at {self.port} has damage that a dock can mend")
        require(not set(self.first) & set(self.without), "a ship can go first or be left out, not both")
        require(self.queue(battle) != now, f"the docks of {self.port} have these ships already")

    def resolve(self, battle: CampaignBattle) -> Effects:
        queue = self.queue(battle)
        said = Says.queue(port=self.port, ships=list(queue)) if queue else Says.no_queue(port=self.port)
        yield from Port.queue.set(self.port, queue, said)

    def headline(self, battle: CampaignBattle) -> str:
        return f"the docks of {self.port} take {listed(self.queue(battle)) or 'no ship'}"

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        port = Port(happened.after, self.port)
        waiting = port.waiting[port.docks :]
        means = f"{listed(waiting)} wait{'s' * (len(waiting) == 1)}." * bool(waiting)
        words = f"in dock at {self.port}: {listed(port.docked)}" if port.docked else f"the docks of {self.port} are empty"
        yield Result(kind=DONE, head="refit", words=sentence(words), means=means)


def _is_asked(battle: CampaignBattle, order: Order[CampaignShip]) -> bool:
    """Always true. An input with this condition may be absent from a line, as it is in the lines of older campaigns."""
    return True


class Restock(AtPort):
    """Fill up the ships of a port: torpedoes, fuel and what else they have used. A port whose plan says how many ships it
    restocks in a day takes them one after another as days pass. Ships may be put first or left out. Other ports restock at once.
    """

    id, title, key, section, by_referee = "restock", "Restock", "k", "Campaign", True
    phases = (SEASON,)
    port: str = fields.choice("port", ports)
    first: tuple[str, ...] = fields.several(
        "ships that go first", lambda battle, order: order.short(battle), stands=True, shown_if=_is_asked
    )
    without: tuple[str, ...] = fields.several(
        "ships left out", lambda battle, order: order.short(battle), stands=True, shown_if=_is_asked
    )

    def check(self, battle: CampaignBattle) -> None:
        port = Port(battle, self.port)
        require(self.short(battle) or port.restocking, f"no ship at {self.port} has used any stores")
        require(not {*(self.first or ())} & {*(self.without or ())}, "a ship can go first or be left out, not both")
        require(port.stores is None or self.queue(battle) != port.restocking, f"{self.port} gives stores to these ships already")
        require(port.stores is not None or self.queue(battle), "every ship is left out")

    def short(self, battle: CampaignBattle) -> list[str]:
        """The ships at the port that need any stores."""
        return [ship.name for ship in ships_at(battle, self.port) if needs_stores(ship)]

    def queue(self, battle: CampaignBattle) -> tuple[str, ...]:
        """The ships that need stores, in the order in which they get them."""
        first = self.first or ()
        others = [name for name in self.short(battle) if name not in first]
        return tuple(name for name in (*first, *others) if name not in (self.without or ()))

    def resolve(self, battle: CampaignBattle) -> Effects:
        queue = self.queue(battle)
        if Port(battle, self.port).stores is not None:
            said = Says.for_stores(port=self.port, ships=list(queue)) if queue else Says.no_stores(port=self.port)
            yield from Port.for_stores.set(self.port, queue, said)
        else:
            for name in queue:
                yield from restock(battle.ship(name))

    def headline(self, battle: CampaignBattle) -> str:
        a_day = Port(battle, self.port).stores
        if a_day is None:
            return f"ships at {self.port} are restocked at once"
        return f"{self.port} restocks {listed(self.queue(battle)) or 'no ship'}, {counted(a_day, 'ship')} a day"

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        before = happened.before
        at_once = Port(before, self.port).stores is None
        words = f"restocked at {self.port} at once: {listed(self.queue(before))}" if at_once else self.headline(before)
        yield Result(kind=DONE, head="restocked" if at_once else "stores", words=sentence(words))


class Join(Order[CampaignShip]):
    """By a ruling, a ship comes into service before or after her planned day."""

    id, title, key, section, by_referee = "join", "Join", "j", "Campaign", True
    phases = (SEASON,)
    says = "{ship} joins"
    ship: str = fields.ship("ship", lambda battle: [ship.name for ship in battle.ships() if not ship.joined])

    def check(self, battle: CampaignBattle) -> None:
        require(not battle.ship(self.ship).joined, f"{self.ship} is in service already")

    def resolve(self, battle: CampaignBattle) -> Effects:
        yield from CampaignShip.joined.set(battle.ship(self.ship), said=Says.joins(ship=self.ship))

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        yield Result(kind=DONE, head="joins", words=sentence(f"{self.ship} is in service"), subject=self.ship)


class Prize(Order[CampaignShip]):
    """By a ruling, a captured ship serves another side from now on. Other changes, such as her crew, are set by hand."""

    id, title, key, section, by_referee, is_rare = "prize", "Prize", "z", "Campaign", True, True
    phases = (SEASON,)
    says = "{ship} serves {side}"
    ship: str = fields.ship("ship", lambda battle: battle.ships(), default=None)
    side: str = fields.choice("serves", lambda battle: battle.sides, default=None)

    def check(self, battle: CampaignBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.lost not in UNDER_WATER, f"{ship} is {ship.fate}")
        require(ship.joined, f"{ship} is not in service yet")
        require(not ship.docked, f"{ship} is in dock at {ship.berth}")
        require(self.side != ship.flag, f"{ship} serves {self.side} already")

    def resolve(self, battle: CampaignBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from set_fact(ship.name, CampaignShip.fate.name, None, said=Says.serves(ship=self.ship, side=self.side))
        yield from CampaignShip.serves.set(ship, "" if self.side == ship.side else self.side)
        yield from CampaignShip.berth.set(ship, "")

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        words = sentence(f"{self.ship} serves {self.side} from now on")
        yield Result(kind=DONE, head="prize", words=words, subject=self.ship, side=self.side)
