"""Movement and spotting (2.2): squadrons and contact markers in turn, speeds, evasion, and what is revealed."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core import fields
from fleetbook.core.errors import require
from fleetbook.core.fields import Given
from fleetbook.core.procedure import Procedure
from fleetbook.core.steps import Steps, clear, note, put, score
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip, all_afloat, conditions_of_weather
from fleetbook.rules.aanda.squadrons import (
    ALTERNATING,
    activate,
    contacts,
    done,
    is_hidden,
    next_squadron,
    require_turn,
    ships_of,
    squadron,
    squadron_card,
    waiting_now,
)

FASTEST = 60


def _ships(battle: AandaBattle, given: Given) -> list[AandaShip]:
    return ships_of(battle, given["squadron"]) if given.get("squadron") else []


def _speed(battle: AandaBattle, given: Given) -> int:
    """What the squadron steamed before; at first what its slowest ship can."""
    ships = [ship for ship in _ships(battle, given) if ship.max_speed]
    return max((ship.speed for ship in ships), default=0) or min((ship.max_speed for ship in ships), default=0)


class Move(Procedure[AandaShip]):
    """A squadron or contact marker moves: speed, evasion and whether it changes its heading."""

    id, title, key, section = "move", "Move a squadron", "m", "2.2"
    phases = ("movement",)
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)
    speed: int = fields.number("speed", low=0, high=FASTEST, unit="kt", default=_speed)
    evading: bool = fields.flag("steers evasively")
    turning: bool = fields.flag("changes heading")
    smoke: bool = fields.flag("makes smoke")
    ships: tuple[str, ...] = fields.several("ships", among=_ships, default=_ships)
    last: bool = fields.flag("squadron is done", default=True)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            require(not (self.turning and ship.has("rudder")), f"{ship}'s rudder is disabled: no change of heading", "A5")
            require(not (self.evading and ship.has("rudder")), f"{ship}'s rudder is disabled: no evasion", "A5")

    def resolve(self, battle: AandaBattle) -> Steps:
        yield from activate(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            yield from put(ship, "speed", self.speed)
            yield from put(ship, "evading", self.evading or None)
            yield from put(ship, "smoke", self.smoke or None)
            if ship.max_speed < self.speed:
                yield from note(f"{ship} makes {ship.max_speed} kt")
        if self.last:
            yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        if is_hidden(battle, self.squadron):
            return f"contact {self.squadron} moves"
        parts = [f"{self.squadron} moves at {self.speed} kt" if self.speed else f"{self.squadron} lies still"]
        parts += ["evading"] * self.evading + ["turning"] * self.turning + ["making smoke"] * self.smoke
        return ", ".join(parts)


class SquadronDone(Procedure[AandaShip]):
    """The squadron has done all that it will in this phase; the other side is next."""

    id, title, key, section = "done", "Squadron done", "k", "2.2"
    phases = ALTERNATING
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)

    def resolve(self, battle: AandaBattle) -> Steps:
        yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.squadron} is done"


def reveal(battle: AandaBattle, name: str) -> Steps:
    """A contact marker is turned over: ships are deployed, a dummy goes."""
    yield from clear(name, "hidden")
    if squadron_card(squadron(battle, name)).dummy:
        yield from put(name, "gone", True, text=f"contact {name} is a dummy")
        return
    ships = ships_of(battle, name)
    for ship in ships:
        yield from clear(ship, "hidden")
    yield from note(f"contact {name} is {', '.join(map(str, ships))}")


def _contacts(battle: AandaBattle, given: Given) -> list[str]:
    return contacts(battle, battle.acting)


def known_modifiers(battle: AandaBattle, given: Given) -> Iterator[str]:
    """The spotting modifiers that the battle knows to count."""
    weather = conditions_of_weather(battle)
    shows = False
    if given.get("contact"):
        ships = ships_of(battle, given["contact"])
        shows = any(ship.fast or ship.has("smoke") or ship.this_turn("torpedoes fired") for ship in ships)
    holds = {"clear_day": weather["calm"] and not weather["night"], "night": weather["night"], "shows": shows}
    yield from (name for name, holding in holds.items() if holding)


def spotting_reach(battle: AandaBattle) -> int:
    """How far a contact marker can be spotted, in cm (A9)."""
    weather = conditions_of_weather(battle)
    worse = weather["fresh"] or weather["gale"] or weather["storm"]
    row = "night" if weather["night"] else "day, Fresh to Strong or worse" if worse else "day"
    return battle.tables.table("spotting_reach").whole(row, "cm")


class Spot(Procedure[AandaShip]):
    """A squadron tries to spot a contact marker."""

    id, title, key, section = "spot", "Spot a contact", "s", "2.2"
    phases = ("spotting",)
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)
    contact: str = fields.choice("contact", among=_contacts, default=lambda b, g: next(iter(_contacts(b, g)), None))
    range: int = fields.number("range", low=0, high=999, unit="cm")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "spotting", known=known_modifiers)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        require(is_hidden(battle, self.contact), f"{self.contact} is no contact marker", self.section)
        farthest = spotting_reach(battle)
        require(self.range <= farthest, f"{self.range} cm is beyond {farthest} cm, the reach of spotting now", "A9")

    def resolve(self, battle: AandaBattle) -> Steps:
        throw = battle.tables.table("spotting")
        chosen = battle.tables.modifier_list("spotting").chosen(self.modifiers)
        if self.range <= throw.whole("spotting", "automatic, cm"):
            yield from note("near enough: seen without a roll", "A9")
            yield from reveal(battle, self.contact)
        elif (yield from score("spotted", throw.text("spotting", "die"), throw.whole("spotting", "score"), chosen, rule="A9")):
            yield from reveal(battle, self.contact)
        yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.squadron} spots for contact {self.contact} at {self.range} cm"


class Reveal(Procedure[AandaShip]):
    """A player turns over a contact marker of his own."""

    id, title, key, section = "reveal", "Reveal a contact", "v", "2.2"
    phases = ("movement", "spotting")
    contact: str = fields.choice(
        "contact", among=lambda b, g: [s.name for s in b.setup.squadrons if s.side == b.acting and is_hidden(b, s.name)]
    )

    def resolve(self, battle: AandaBattle) -> Steps:
        yield from reveal(battle, self.contact)

    def headline(self, battle: AandaBattle) -> str:
        return f"contact {self.contact} is revealed"


class LeaveTable(Procedure[AandaShip]):
    """A ship leaves the table."""

    id, title, key, section = "leave", "Leave the table", "L", "2.2"
    phases = ("movement",)
    ship: str = fields.ship("ship", among=all_afloat)

    def check(self, battle: AandaBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.afloat, f"{ship} is gone: {ship.fate}")
        require(ship.max_speed, f"{ship} is stopped", "A6")

    def resolve(self, battle: AandaBattle) -> Steps:
        yield from put(self.ship, "fate", f"left the table T{battle.turn}", text=f"{self.ship} leaves the table")

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} leaves the table"
