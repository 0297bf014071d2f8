"""Counting a battle in a campaign: the damage of each ship, and the ships that were lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fleetbook.core.battle.fact_effects import Cause, Mark, SetFact
from fleetbook.core.battle.result import DONE, GRAVE, LOST, Result, sentence
from fleetbook.core.battle.setup import Left, Scar
from fleetbook.core.campaign.days import day_sign
from fleetbook.core.campaign.scars import kept_facts, scar_changes
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted, listed
from fleetbook.rules.campaign.damage import damage_words
from fleetbook.rules.campaign.ship import SEASON, CampaignBattle, CampaignFacts, CampaignShip, crew_grades, crew_of
from fleetbook.rules.campaign.words import Says


class Count(NamedTuple):
    """One ship of a counted battle.

    end     the kind of her end, such as sunk or fled; empty if she stayed to the end of the battle
    lost    whether she is lost for good
    by      the enemies that damaged her
    began   her facts that were not as new when the battle began, each with its value
    left    her facts that are not as new after the battle, each with its value
    unread  the facts that the reader may not know; empty for the referee
    """

    name: str
    end: str
    lost: bool
    by: tuple[str, ...]
    began: tuple[tuple[str, Scar], ...]
    left: tuple[tuple[str, Scar], ...]
    unread: tuple[str, ...] = ()


class Sight(NamedTuple):
    """The part of a counted battle that one side may read.

    ships   the ships of which the side knows less than the referee
    unseen  the ships that the side never saw
    """

    side: str
    ships: tuple[tuple[Any, ...], ...]
    unseen: tuple[str, ...]


def in_order(left: Mapping[str, Scar]) -> tuple[tuple[str, Scar], ...]:
    """The facts of a ship that are not as new, with their values, as a tuple sorted by name."""
    return tuple(sorted(left.items()))


def _is_asked(battle: CampaignBattle, order: Order[CampaignShip]) -> bool:
    """Always true. An input with this condition may be absent from a line, as it is in the lines of older campaigns."""
    return True


class CountBattle(Order[CampaignShip]):
    """Take over each ship's damage from a battle. The program reads it from the battle's file."""

    id, title, key, section, by_referee = "count", "Count", "c", "Campaign", True
    phases = (SEASON,)
    title_of_battle: str = fields.text("battle")
    file: str = fields.text("file", default="")
    identity: str = fields.text("identity of the battle")
    link: str = fields.text("last link of the battle")
    ships: tuple[Any, ...] = fields.data("what is left of each ship")
    winner: str | None = fields.text("winner, or drawn", default="", shown_if=_is_asked)
    degree: str | None = fields.text("degree of the victory", default="", shown_if=_is_asked)
    sights: tuple[Any, ...] = fields.data("what each side may read of it", default=(), shown_if=_is_asked)
    simulated: bool = fields.flag("fought by doctrines alone", default=False, shown_if=_is_asked)
    because: str | None = fields.text("why it is taken by a ruling", default="", shown_if=_is_asked)
    without: tuple[Any, ...] = fields.data("ships of the campaign that are left out", default=(), shown_if=_is_asked)

    @property
    def counts(self) -> Iterator[Count]:
        """The ships of the battle. Raises InvalidInput if the text of the input is malformed."""
        return _counts(self.ships)

    def counts_for(self, side: str) -> Iterator[Count]:
        """The ships of the battle as a side may read them. The side may not know who damaged its own ships.

        A side that did not take part reads nothing. If an older line says nothing about sides, no side reads anything.
        """
        sight = next((Sight(*one) for one in self.sights or () if one[0] == side), None)
        if sight is None:
            return
        as_seen = {count.name: count for count in _counts(sight.ships)}
        for count in self.counts:
            if count.name not in sight.unseen:
                yield as_seen.get(count.name, count)

    def check(self, battle: CampaignBattle) -> None:
        require(not CampaignFacts(battle).counted[self.identity], f"{self.title_of_battle} is counted already")
        for count in self.counts:
            _check_ship(battle, count)

    def resolve(self, battle: CampaignBattle) -> Effects:
        for count in self.counts:
            yield from _become(battle.ship(count.name), count, self.title_of_battle)
        yield from _practice(battle, {battle.ship(count.name).squadron for count in self.counts if not count.lost})
        yield from CampaignFacts.counted[self.identity].set(battle)
        yield from note(Says.counted(title=self.title_of_battle))

    def headline(self, battle: CampaignBattle) -> str:
        without = f" without {listed(name for name, *_ in self.without)}" if self.without else ""
        ruling = f", by a ruling: {self.because}" if self.because else ""
        return f"{self.title_of_battle} is counted{without}{', simulated' if self.simulated else ''}{ruling}"

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        lost = [count for count in self.counts if count.lost]
        hurt = [count for count in self.counts if not count.lost and count.left != count.began]
        gone = [f"{count.name} {count.end}" for count in lost]
        damage = [f"{count.name} ({damage_words(happened.after.ship(count.name), dict(count.left))})" for count in hurt]
        means = " ".join(f"{head}: {', '.join(names)}." for head, names in (("LOST", gone), ("Damaged", damage)) if names)
        words = sentence(f"{self.headline(happened.before)}: {counted(len(self.ships), 'ship')}")
        yield Result(kind=LOST if lost else GRAVE if hurt else DONE, head="counted", words=words, means=means)


def _practice(battle: CampaignBattle, squadrons: set[str]) -> Effects:
    """The squadrons have fought another battle. If a reading says so, their crews rise by a grade after some."""
    needed, facts = battle.whole_reading("crew_rises_after"), CampaignFacts(battle)
    for squadron in sorted(squadrons):
        grades, crew = crew_grades(battle, squadron), crew_of(battle, squadron)
        if not needed or crew not in grades[:-1]:
            continue
        fought = facts.battles[squadron] + 1
        yield from CampaignFacts.battles[squadron].set(battle, fought % needed)
        if fought >= needed:
            better = grades[grades.index(crew) + 1]
            yield from CampaignFacts.crew[squadron].set(battle, better, Says.crews(squadron=squadron))


def _counts(ships: tuple[Any, ...]) -> Iterator[Count]:
    for one in ships:
        if not isinstance(one, tuple) or len(one) not in (len(Count._fields) - 1, len(Count._fields)):
            raise InvalidInput("ships", one, "name, end, lost, by, began, left, unread")
        yield Count(*one)


def _check_ship(battle: CampaignBattle, count: Count) -> None:
    """Check a ship of the battle. Raises Refused if she cannot have fought, or began the battle in another state than the
    campaign's. Raises InvalidInput for a value that her card does not allow.
    """
    if not battle.is_ship(count.name):
        raise Refused(f"{count.name} is no ship of the campaign")
    ship = battle.ship(count.name)
    require(not ship.held, f"{ship} is {ship.held}")
    if otherwise := began_otherwise(ship, dict(count.began)):
        raise Refused(otherwise)
    for _ in scar_changes(ship.new, dict(count.left), f"{ship}: left"):
        pass


def began_otherwise(ship: CampaignShip, began: Left) -> str:
    """What tells the state in which a ship began a battle from her state in the campaign, in words. Empty if nothing does."""
    now = dict(in_order(ship.scars))
    if now == began:
        return ""
    return f"{ship} began that battle with {damage_words(ship, began)}; in the campaign she has {damage_words(ship, now)}"


def _become(ship: CampaignShip, count: Count, title: str) -> Effects:
    """The changes that give a ship the damage that she has after the battle."""
    cause = Cause(by=count.by, how=title) if count.by else Cause(how=title)
    own, left = ship.own, dict(count.left)
    for track in own.tracks:
        lost = own.left(track) - int(left.get(track, ship.new.left(track)))
        if lost:
            yield Mark(ship.name, track, lost, answered=False, cause=cause)
    for name, fact in kept_facts(own):
        value = left.get(name, fact.value(ship.new))
        if value != fact.value(own):
            key = fact.key(ship)
            said = Says.left_of_her(ship=ship.name, fact=fact.name, item=fact.other, value=value)
            yield SetFact(key.subject, key.name, fact.encoded(value), key.other, said, cause)
    if count.lost:
        day = day_sign(CampaignFacts(ship._battle).date.isoformat(), year=True)
        yield from CampaignShip.fate.gone(ship, count.end, Says.lost_on(title=title, day=day), cause=cause)
    elif count.end:
        yield from CampaignShip.berth.set(ship, "", Says.at_sea(ship=ship.name))
