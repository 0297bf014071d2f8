"""Rulings about people: the captain of a ship, the rescue of a lost ship's crew, and the grade of a squadron's crews."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import DONE, GOOD, Result, sentence
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import listed
from fleetbook.rules.campaign.ship import NOBODY, SEASON, CampaignBattle, CampaignFacts, CampaignShip, crew_grades, crew_of
from fleetbook.rules.campaign.words import Says

MOST_MEN = 9999
PEOPLE_ARE_OFF = "house rules of this campaign turn people off"


def _under(battle: CampaignBattle, captain: str, side: str) -> list[CampaignShip]:
    """The ships of a side that a captain commands, or that were lost under him."""
    return [ship for ship in battle.ships() if captain and ship.flag == side and ship.commander == captain]


def _is_lost(ship: CampaignShip) -> bool:
    """Whether she was lost, and not captured for the other side to use."""
    return bool(ship.lost) and not ship.afloat


class Captain(Order[CampaignShip]):
    """By a ruling, a ship has another captain from now on. He leaves the ship that he commanded before; if she was lost, he must
    have been rescued.
    """

    id, title, key, section, by_referee, is_rare = "captain", "Captain", "m", "Campaign", True, True
    phases = (SEASON,)
    says = "{captain} commands {ship}"
    ship: str = fields.ship("ship", lambda battle: battle.ships())
    captain: str = fields.text("captain")
    reason: str = fields.text("reason", default="referee's ruling")

    def check(self, battle: CampaignBattle) -> None:
        require(battle.reading("people"), PEOPLE_ARE_OFF)
        ship, name = battle.ship(self.ship), self.captain.strip()
        require(ship.afloat, f"{ship} is {ship.fate}")
        require(name and name != NOBODY, "name the captain")
        require(name != ship.commander, f"{name} commands {ship} already")
        his = _under(battle, name, ship.flag)
        drowned = [one for one in his if not one.afloat and not one.captain_rescued]
        words = f"{listed(map(str, drowned))} {'were' if len(drowned) > 1 else 'was'} lost under {name}"
        require(len(drowned) < len(his) or not his, f"{words}: say first that he was rescued")

    def resolve(self, battle: CampaignBattle) -> Effects:
        ship, name = battle.ship(self.ship), self.captain.strip()
        for other in _under(battle, name, ship.flag):
            if other.afloat:
                yield from CampaignShip.captain.set(other, NOBODY, Says.leaves(captain=name, ship=other.name))
        yield from CampaignShip.captain.set(ship, name, Says.commands(captain=name, ship=self.ship))

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        before, name = happened.before, self.captain.strip()
        ship = before.ship(self.ship)
        left = [one.name for one in _under(before, name, ship.flag) if one.afloat]
        means = [f"{name} leaves {listed(left)}"] * bool(left)
        means += [f"{ship.commander} has no ship"] * (_under(before, ship.commander, ship.flag) == [ship])
        words = sentence(f"{name} commands {ship} from now on")
        yield Result(kind=DONE, head="captain", words=words, means=" ".join(map(sentence, means)), subject=self.ship)


class Rescued(Order[CampaignShip]):
    """By a ruling, the captain of a lost ship was rescued, or men of her crew. A number given again replaces the old one."""

    id, title, key, section, by_referee, is_rare = "rescued", "Rescued", "l", "Campaign", True, True
    phases = (SEASON,)
    says = "the crew of {ship}"
    ship: str = fields.ship("lost ship", lambda battle: battle.ships())
    captain: bool = fields.flag("her captain")
    men: int = fields.number("men of her crew", 0, MOST_MEN, default=0)

    def check(self, battle: CampaignBattle) -> None:
        require(battle.reading("people"), PEOPLE_ARE_OFF)
        ship = battle.ship(self.ship)
        require(_is_lost(ship), f"{ship} is not lost")
        require(not self.captain or ship.commander, f"nobody is named as the captain of {ship}")
        known = ship.captain_rescued, ship.men_rescued
        require((self.captain, self.men) != known, f"{ship}: that is known already" if any(known) else "say who was rescued")

    def resolve(self, battle: CampaignBattle) -> Effects:
        ship = battle.ship(self.ship)
        said = Says.captain_rescued(ship=self.ship, captain=ship.commander) if self.captain else ""
        yield from CampaignShip.captain_rescued.set(ship, self.captain, said)
        yield from CampaignShip.men_rescued.set(ship, self.men, Says.men_rescued(ship=self.ship) if self.men else "")

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        who = [f"her captain {ship.commander}"] * ship.captain_rescued + [f"{ship.men_rescued} men"] * bool(ship.men_rescued)
        words = f"{listed(who) or 'nobody'} of {ship} {'were' if ship.men_rescued else 'was'} rescued"
        yield Result(kind=GOOD if who else DONE, head="rescued", words=sentence(words), subject=self.ship)


def _graded(battle: CampaignBattle) -> list[str]:
    """The squadrons whose rules have grades of crews."""
    return [one.name for one in battle.setup.squadrons if crew_grades(battle, one.name)]


class Crews(Order[CampaignShip]):
    """By a ruling, the crews of a squadron have another grade from now on. A ship whose card has a grade of its own keeps it."""

    id, title, key, section, by_referee, is_rare = "crew", "Crews", "g", "Campaign", True, True
    phases = (SEASON,)
    says = "the crews of {squadron} are {grade}"
    squadron: str = fields.choice("squadron", _graded, default=None)
    grade: str = fields.choice("grade", lambda battle, order: crew_grades(battle, order.squadron), default=None)
    reason: str = fields.text("reason", default="referee's ruling")

    def check(self, battle: CampaignBattle) -> None:
        require(self.grade != crew_of(battle, self.squadron), f"the crews of {self.squadron} are {self.grade} already")

    def resolve(self, battle: CampaignBattle) -> Effects:
        yield from CampaignFacts.crew[self.squadron].set(battle, self.grade, Says.crews(squadron=self.squadron))

    def results(self, happened: Happened[CampaignShip]) -> Iterator[Result]:
        words = sentence(f"the crews of {self.squadron} are {self.grade} from now on")
        yield Result(kind=DONE, head="crews", words=words, means=sentence(self.reason))
