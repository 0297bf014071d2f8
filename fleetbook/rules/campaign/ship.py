"""The facts of a campaign, of its ports and of its ships. A ship keeps the facts of her own rule system under their own names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Flag, Number, Queue, Value, Word
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.setup import Left
from fleetbook.core.battle.subject import BattleFacts, Subject
from fleetbook.core.campaign.becomes import STAYS
from fleetbook.core.campaign.days import day_sign
from fleetbook.core.campaign.scars import scars
from fleetbook.core.parsing import counted, listed
from fleetbook.rules.campaign.card import Hull, PortCard
from fleetbook.rules.campaign.words import Says
from fleetbook.rules.kit.warship import Fate, Warship

SEASON = "season"
"""The id of a campaign's single phase."""


CAPTURED = "captured"
NOBODY = "nobody"
"""Stored as the captain of a ship whose captain has left her for another one."""


class CampaignFacts(BattleFacts, becomes=STAYS):
    """The facts of a whole campaign.

    day      the number of the present day, from 0
    counted  the battles that are counted
    crew     the grade of a squadron's crews, if it is not that of the plan
    battles  the battles of a squadron since its crews rose
    """

    day = Number(zero_kept=True)
    counted = Flag("battle counted").each("battle")
    crew, battles = Word().each("squadron"), Number("battles since its crews rose").each("squadron")

    @property
    def date(self) -> date:
        """The date of the present day."""
        battle: Any = self._battle
        return date.fromisoformat(battle.setup.date) + timedelta(days=self.day)


class Port(Subject, becomes=STAYS):
    """A port, with the queue of ships for its docks."""

    queue, for_stores = Queue(str, "ships for the docks"), Queue(str, "ships for stores")

    @property
    def _card(self) -> PortCard:
        battle: Any = self._battle
        card: PortCard = battle.squadron_details(self.name, PortCard)
        return card

    @property
    def docks(self) -> int:
        """The number of ships that the port can mend at a time."""
        return self._card.docks

    @property
    def stores(self) -> int | None:
        """The number of ships that the port can restock in a day; None if it restocks all at once."""
        return self._card.stores

    @property
    def waiting(self) -> tuple[str, ...]:
        """The ships of the queue that are in this port, whether in its docks or waiting for them."""
        return self._here(self.queue)

    @property
    def restocking(self) -> tuple[str, ...]:
        """The ships in this port that wait for stores, in the order in which they get them."""
        return self._here(self.for_stores)

    def _here(self, names: tuple[str, ...]) -> tuple[str, ...]:
        there: Any = self._battle
        return tuple(ship.name for ship in map(there.ship, names) if ship.berth == self.name and ship.afloat)

    @property
    def docked(self) -> tuple[str, ...]:
        """The ships that are in the docks now."""
        return self.waiting[: self.docks]

    def words(self, days: Mapping[str, str]) -> str:
        """The number of ships here and of docks, with the ships in the docks and waiting for them. ``days`` has the days until
        each of them leaves her dock.
        """
        told = [f"{name} ({days[name]})" if name in days else name for name in self.waiting]
        there: Any = self._battle
        here = sum(ship.berth == self.name and ship.joined and ship.afloat for ship in there.ships())
        docks, behind = told[: self.docks], told[self.docks :]
        in_docks = f"{counted(self.docks, 'dock')}{': ' if docks else ''}{listed(docks)}"
        stores = f"stores for {listed(self.restocking)}" if self.restocking else ""
        return ", ".join([counted(here, "ship"), in_docks, *[f"then {listed(behind)}"] * bool(behind), *[stores] * bool(stores)])


class SeasonFate(Fate):
    """A ship's fate in words without a turn, because a campaign has none: ``sunk: Second Night, 3 May 1904``."""

    def decoded(self, kept: FactValue, subject: Subject) -> str:
        """The ship's fate as text, empty while she is afloat."""
        loss = self._loss(kept, subject)
        return f"{loss.kind}{': ' if loss.how else ''}{loss.how}" if loss else ""

    def same(self, one: FactValue, other: FactValue) -> bool:
        """Whether two stored values mean the same fate. Older campaigns store the battle of her loss without its day."""
        kept = [value for value in (one, other) if isinstance(value, tuple)]
        named = [how[0] for *_, how in kept if isinstance(how, tuple)]
        older = {Says.lost_in.key, Says.lost_on.key} == {*named}
        return super().same(one, other) or (older and kept[0][:2] == kept[1][:2])


class CampaignShip(Warship, becomes=STAYS):
    """A ship of a campaign."""

    card: Hull
    fate = SeasonFate(becomes=STAYS)
    captain = Word("commander")
    captain_rescued, men_rescued = Flag("captain rescued"), Number("men rescued")
    berth = Word("port")
    joined = Flag("in service")
    serves = Word()
    dock_work, sea_work = Value(float, "work in dock"), Value(float, "work under way")

    @property
    def commander(self) -> str:
        """The name of her captain, or of the last one of a lost ship. A ruling may have changed the name in the plan. Empty if
        nobody is named.
        """
        now = self.captain or ("" if self.serves else super().commander)
        return "" if now == NOBODY else now

    @property
    def flag(self) -> str:
        """The side for which she sails: her own side, or the side that captured her."""
        return self.serves or self.side

    @property
    def groups(self) -> tuple[str, ...]:
        """Her squadron, and her port."""
        return (*super().groups, self.berth)

    @property
    def lost(self) -> str:
        """How her own side lost her, such as sunk. A captured ship counts as lost, even if she now sails for the other side."""
        return super().lost or (CAPTURED if self.serves else "")

    @property
    def own(self) -> Any:
        """The ship in a battle of her own rule system, in her present state."""
        return NativeBattle(self.card, self._battle).ship(self.name)

    @property
    def new(self) -> Any:
        """The ship in a battle of her own rule system, undamaged."""
        return self.card.new.ship(self.name)

    @property
    def scars(self) -> Left:
        """Her facts that are not as new, each with its value. Empty for an undamaged ship."""
        return scars(self.own, self.new)

    @property
    def docked(self) -> bool:
        """Whether she is in a dock."""
        return bool(self.berth) and self.name in Port(self._battle, self.berth).docked

    @property
    def held(self) -> str:
        """Why she can neither sail nor fight: she is lost, not in service yet, or in a dock. Empty if she can."""
        if not self.afloat:
            return str(self.fate)
        if not self.joined:
            joins = self.card.entry.joins
            return f"not in service yet{f', but on {day_sign(joins, year=True)}' if joins else ''}"
        return f"in dock at {self.berth}" if self.docked else ""

    @property
    def unfit(self) -> str:
        """Why she cannot fight: she is held, or so damaged that her own rules put her out of the fight. Empty if she can."""
        own = self.own
        if self.held or not (own.standing or own.idle):
            return self.held
        damage = listed(condition.text for condition in own.conditions if condition.is_serious)
        return f"{own.standing or 'unable to fight'}{f' ({damage})' if damage else ''}"


CampaignBattle: TypeAlias = Battle[CampaignShip]


class NativeBattle(Battle[Any]):
    """A battle of a ship's own rule system. It reads the ship's lasting facts from the campaign; all else is as in a new
    battle.
    """

    def __init__(self, hull: Hull, campaign: CampaignBattle) -> None:
        super().__init__(hull.new.ruleset, hull.new.setup, hull.new.state, hull.new.rules)
        self._hull, self._campaign = hull, campaign

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact; None if nothing is stored."""
        if not key.subject or (key.name, bool(key.other)) not in self._hull.keeps:
            return super().fact(key)
        stored = self._campaign.fact(key)
        if key.name == CampaignShip.fate.name and isinstance(stored, tuple):
            return (*stored[:2], "")  # the reason is left out: it is a sentence of the campaign's rules
        return stored


def crew_grades(battle: CampaignBattle, squadron: str) -> tuple[str, ...]:
    """The grades that the crews of a squadron may have, the lowest first. Empty if its rules have none."""
    systems: list[Any] = [ship.card.new.ruleset for ship in battle.ships() if ship.squadron == squadron]
    return next((rules.crew_grades for rules in systems if rules.crew_grades), ())


def crew_of(battle: CampaignBattle, squadron: str) -> str:
    """The present grade of a squadron's crews. If the plan leaves it out, it is the middle grade."""
    grades = crew_grades(battle, squadron)
    stated = next((str(one.details.get("crew", "")) for one in battle.setup.squadrons if one.name == squadron), "")
    return CampaignFacts(battle).crew[squadron] or stated or (grades[len(grades) // 2] if grades else "")


def ports(battle: CampaignBattle) -> list[str]:
    """The names of all ports."""
    return [entry.name for entry in battle.setup.squadrons if "port" in entry.details]
