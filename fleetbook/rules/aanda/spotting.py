"""Spotting (2.2, A9): contact markers, which hide a squadron or are dummies."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.firing import Look
from fleetbook.core.battle.result import MISSED, NOTHING, SEEN, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_at_least
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip, SquadronFacts
from fleetbook.rules.aanda.squadrons import (
    MOVEMENT,
    SPOTTING,
    activate,
    done,
    is_hidden,
    require_turn,
    ships_of,
    squadron,
    squadron_card,
    squadron_names,
    squadrons_of,
)
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import does, listed, on_score, sentence

MOST_CM = 999


def reveal(battle: AandaBattle, name: str) -> Effects:
    """Turn over a contact marker. The ships behind it appear on the table. A dummy is removed."""
    yield from SquadronFacts.hidden.clear(name)
    if squadron_card(battle, name).dummy:
        yield from SquadronFacts.gone.set(name, said=Says.contact_is_dummy)
        return
    ships = ships_of(battle, name)
    for ship in ships:
        yield from AandaShip.hidden.clear(ship)
    yield from note(Says.contact_is(contact=name, ships=ships))


def revealed(happened: Happened[AandaShip], name: str, how: str, thrown: str = "") -> Result:
    """The result for a contact marker that was turned over. ``thrown`` is text about the die, put after the marker's name."""
    if SquadronFacts(happened.after, name).gone:
        return Result(kind=NOTHING, head="dummy", words=f"{how}: {name} is A DUMMY{thrown}.", means="It leaves the table.")
    ships = listed(map(str, ships_of(happened.after, name)))
    return Result(kind=SEEN, head=how.lower(), words=f"{how}: {name}{thrown}.", means=sentence(ships))


def spotting_reach(battle: AandaBattle) -> int:
    """The greatest range in cm at which a contact marker can be spotted now (A9)."""
    facts = AandaFacts(battle)
    row = facts.light if facts.night or facts.calm else "day, Fresh to Strong or worse"
    return battle.tables.table("spotting_reach").whole(row, "cm")


class Spot(Order[AandaShip]):
    """Try to spot a contact marker."""

    id, title, key, section = "spot", "Spot a contact", "s", "2.2"
    phases = (SPOTTING,)
    squadron: str = fields.choice("squadron", squadron_names)
    contact: str = fields.choice("contact", lambda b, order: squadrons_of(b, b.other_side(squadron(b, order.squadron).side)))
    range: int = fields.number("range", 0, MOST_CM, unit="cm", measured=fields.Range("squadron", "contact"))
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "spotting", known=lambda b, order: order.known(b))

    def known(self, battle: AandaBattle) -> Iterator[str]:
        """The ids of the spotting modifiers that apply. The referee himself ticks the modifier for a contact that fires."""
        facts = AandaFacts(battle)
        holds = {
            "clear_day": facts.calm and not facts.night,
            "night": facts.night,
            "shows": any(ship.fast or ship.smoke for ship in ships_of(battle, self.contact)),
        }
        yield from (name for name, holding in holds.items() if holding)

    def check(self, battle: AandaBattle) -> None:
        require(not is_hidden(battle, self.squadron), f"{self.squadron} is a contact marker itself")
        require_turn(battle, self.squadron)
        own = squadron(battle, self.contact).side == squadron(battle, self.squadron).side
        require(not own, f"{self.contact} is on {self.squadron}'s own side")
        require(is_hidden(battle, self.contact), f"{self.contact} is no contact marker")
        farthest = spotting_reach(battle)
        require(self.range <= farthest, f"{self.range} cm is beyond {farthest} cm, the reach of spotting now", "A9")

    def resolve(self, battle: AandaBattle) -> Effects:
        chosen = battle.modifiers("spotting", self.modifiers)
        die, needed = battle.printed("spotting, die"), battle.figure("spotting, score")
        yield from activate(battle, self.squadron)
        if self.range <= battle.figure("spotted without a roll"):
            yield from note(Says.near_enough, "A9")
            yield from reveal(battle, self.contact)
        elif (yield from roll_at_least(Says.spotted, die, needed, chosen, section="A9", words=("not spotted", "spotted"))):
            yield from reveal(battle, self.contact)
        if battle.reading("one_spot_a_squadron"):
            yield from done(battle, self.squadron)

    def look(self, battle: AandaBattle) -> Look:
        return Look(self.squadron, self.contact, self.range)

    def headline(self, battle: AandaBattle) -> str:
        return f"{does(self.squadron, 'spots', 'spot')} for {self.contact} at {self.range} cm"

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        thrown = f", {on_score(happened.rolls[0])}" if happened.rolls else ", near enough"
        if is_hidden(happened.after, self.contact):
            yield Result(kind=MISSED, head="not spotted", words=f"NOT SPOTTED: {self.contact}, {self.range} cm{thrown}.")
        else:
            yield revealed(happened, self.contact, "SPOTTED", thrown)


class Reveal(Order[AandaShip]):
    """Turn over a contact marker of the side that acts now."""

    id, title, key, section = "reveal", "Reveal a contact", "v", "2.2"
    is_aside = True
    says = "contact {contact} is revealed"
    phases = (MOVEMENT, SPOTTING)
    contact: str = fields.choice("contact", squadron_names)

    def check(self, battle: AandaBattle) -> None:
        owner = squadron(battle, self.contact).side
        require(is_hidden(battle, self.contact), f"{self.contact} is no contact marker")
        require(owner == battle.acting, f"{self.contact} belongs to {owner}; it is {battle.acting}'s turn")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from reveal(battle, self.contact)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        yield revealed(happened, self.contact, "REVEALED")
