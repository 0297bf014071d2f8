"""Spotting (2.2, A9): contact markers, real and dummy, and how they are revealed."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, roll_at_least, set_fact
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip, conditions_of_weather
from fleetbook.rules.aanda.squadrons import (
    activate,
    contacts,
    done,
    is_hidden,
    next_squadron,
    require_turn,
    ships_of,
    squadron,
    squadron_card,
    squadrons_of,
    waiting_now,
)

MOST_CM = 999


def reveal(battle: AandaBattle, name: str) -> Effects:
    """A contact marker is turned over: ships are deployed, a dummy goes."""
    yield from clear(name, "hidden")
    if squadron_card(squadron(battle, name)).dummy:
        yield from set_fact(name, "gone", True, text=f"contact {name} is a dummy")
        return
    ships = ships_of(battle, name)
    for ship in ships:
        yield from clear(ship, "hidden")
    yield from note(f"contact {name} is {', '.join(map(str, ships))}")


def _contacts(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    return contacts(battle, squadron(battle, given["squadron"]).side) if given.get("squadron") else []


def known_modifiers(battle: AandaBattle, given: InputsSoFar) -> Iterator[str]:
    """The spotting modifiers that the battle knows to count; whether a contact fires is for the referee to say."""
    weather = conditions_of_weather(battle)
    ships = ships_of(battle, given["contact"]) if given.get("contact") else []
    holds = {
        "clear_day": weather["calm"] and not weather["night"],
        "night": weather["night"],
        "shows": any(ship.fast or ship.has("smoke") for ship in ships),
    }
    yield from (name for name, holding in holds.items() if holding)


def spotting_reach(battle: AandaBattle) -> int:
    """How far a contact marker can be spotted, in cm (A9)."""
    weather = conditions_of_weather(battle)
    row = "night" if weather["night"] else "day" if weather["calm"] else "day, Fresh to Strong or worse"
    return battle.tables.table("spotting_reach").whole(row, "cm")


class Spot(Order[AandaShip]):
    """A squadron tries to spot a contact marker."""

    id, title, key, section = "spot", "Spot a contact", "s", "2.2"
    phases = ("spotting",)
    squadron: str = fields.choice("squadron", among=waiting_now, default=next_squadron)
    contact: str = fields.choice("contact", among=_contacts, default=lambda b, g: next(iter(_contacts(b, g)), None))
    range: int = fields.number("range", low=0, high=MOST_CM, unit="cm")
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "spotting", known=known_modifiers)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        require(not is_hidden(battle, self.squadron), f"{self.squadron} is a contact marker itself", self.section)
        require(is_hidden(battle, self.contact), f"{self.contact} is no contact marker", self.section)
        own = squadron(battle, self.contact).side == squadron(battle, self.squadron).side
        require(not own, f"{self.contact} is on {self.squadron}'s own side", self.section)
        farthest = spotting_reach(battle)
        require(self.range <= farthest, f"{self.range} cm is beyond {farthest} cm, the reach of spotting now", "A9")

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("spotting")
        chosen = battle.tables.modifier_list("spotting").chosen(self.modifiers)
        yield from activate(self.squadron)
        if self.range <= throw.whole("spotting", "automatic, cm"):
            yield from note("near enough: seen without a roll", "A9")
            yield from reveal(battle, self.contact)
        elif (
            yield from roll_at_least(
                "spotted", throw.text("spotting", "die"), throw.whole("spotting", "score"), chosen, section="A9"
            )
        ):
            yield from reveal(battle, self.contact)
        if battle.reading("one_spot_a_squadron"):
            yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.squadron} spots for contact {self.contact} at {self.range} cm"


def _own_contacts(battle: AandaBattle, given: InputsSoFar) -> list[str]:
    return [name for name in squadrons_of(battle, battle.acting) if is_hidden(battle, name)]


class Reveal(Order[AandaShip]):
    """A player turns over a contact marker of his own."""

    id, title, key, section = "reveal", "Reveal a contact", "v", "2.2"
    phases = ("movement", "spotting")
    contact: str = fields.choice("contact", among=_own_contacts)

    def check(self, battle: AandaBattle) -> None:
        require(is_hidden(battle, self.contact), f"{self.contact} is no contact marker", self.section)
        owner = squadron(battle, self.contact).side
        require(owner == battle.acting, f"{self.contact} is of {owner}; it is {battle.acting}'s turn", self.section)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from reveal(battle, self.contact)

    def headline(self, battle: AandaBattle) -> str:
        return f"contact {self.contact} is revealed"
