"""The rules of a campaign. Its ships may belong to several rule systems; each system draws its own ships' cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition, Marker, Particular
from fleetbook.core.battle.conditions import Boxes
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.facts import Change
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.battle.subject import Setting
from fleetbook.core.campaign.days import day_sign
from fleetbook.core.campaign.scars import scar_changes
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.parsing import counted, listed
from fleetbook.core.strict import convert
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.campaign.card import CampaignCard, Hull
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.rules.campaign.mending import FORESEEN, Damage, dock_stays, needs_stores, pass_days
from fleetbook.rules.campaign.orders import AT_SEA, Join, PassDays, Prize, Refit, Restock, Sail, ships_at
from fleetbook.rules.campaign.people import Captain, Crews, Rescued
from fleetbook.rules.campaign.ship import SEASON, CampaignBattle, CampaignFacts, CampaignShip, Port, ports
from fleetbook.rules.campaign.words import Says

CAMPAIGN = "campaign"
IN_DOCK = Condition("DOCK", "in dock")


class SeasonSequence(TurnSequence[CampaignShip]):
    """The single phase of a campaign. A turn lasts from one passing of days to the next; leaving the step lets one day pass."""

    def advance(self, battle: CampaignBattle) -> Effects:
        yield from self.advance_by(battle, 1)

    def advance_by(self, battle: CampaignBattle, days: int) -> Effects:
        """Let days pass: ships are mended, and ships whose day has come join."""
        yield from pass_days(battle, days)
        yield from super().advance(battle)

    def title(self, phase: Phase, battle: Battle[Any]) -> str:
        return self.called_turn(battle)

    def called_turn(self, battle: Battle[Any], ahead: int = 0) -> str:
        return day_sign((CampaignFacts(battle).date + timedelta(days=ahead)).isoformat(), year=True)

    def due(self, battle: CampaignBattle) -> tuple[str, ...]:
        """Reminders for each port: damaged ships that are not in its queue for the docks, and ships that need stores."""
        found = []
        for port in ports(battle):
            there, waiting = ships_at(battle, port), Port(battle, port).waiting
            idle = [ship.name for ship in there if ship.name not in waiting and Damage.of(ship, battle).in_need_of("port")]
            if idle and Port(battle, port).docks:
                found.append(f"{{refit}} {port}: {listed(idle)} for the docks")
            coming = Port(battle, port).restocking
            if short := [ship.name for ship in there if ship.name not in coming and needs_stores(ship)]:
                found.append(f"{{restock}} {port}: {listed(short)}")
        return tuple(found)


class CampaignRules(Ruleset[CampaignShip]):
    """The rules of a campaign. ``find`` gives a rule system by its id. ``systems`` are the ids of the systems whose days of
    work the campaign's house rules may change.
    """

    id, title, version, contest, unit = CAMPAIGN, "Campaign", "1", "campaign", ""
    sentences = Says
    ship_type, card_type, battle_facts, other_subjects = CampaignShip, CampaignCard, CampaignFacts, (Port,)
    sequence = SeasonSequence((Phase(SEASON, "1", "the season"),))
    orders = (CountBattle, Sail, PassDays, Refit, Restock, Join, Crews, Prize, Captain, Rescued)
    parts = ()
    read_by_sides = False

    def __init__(self, find: Callable[[str], Ruleset[Any]], systems: Iterable[str]) -> None:
        self._find, self._systems = find, tuple(systems)
        self._hulls: dict[bytes, Hull] = {}  # a cache by entry, because every journal of a campaign reads all cards

    def table_files(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The campaign's own table, and the days of work of each system: ``aanda days_hull``."""
        yield from super().table_files()
        for system in self._systems:
            readings = self._find(system).tables.readings.values()
            days = {
                f"{system} {one.id}": {
                    "value": one.value, "text": one.text, "reason": one.reason, "section": one.section, "least": 0, "most": 365,
                }
                for one in readings
                if one.campaign
            }  # fmt: skip
            yield f"{system}.toml", {"sheet": self.title, "reading": days}

    def side_of(self, battle: Battle[Any], name: str) -> str:
        """The side for which a ship sails now, or the side of a port or squadron."""
        return str(battle.ship(name).flag) if battle.is_ship(name) else super().side_of(battle, name)

    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Hull:
        """A ship's entry, with a new battle of her own system in which she is alone. Raises InvalidInput."""
        entry = convert(dict(raw), CampaignCard, where)
        key = msgspec.msgpack.encode(entry)
        if key not in self._hulls:
            self._hulls[key] = self._hull(entry)
        return self._hulls[key]

    def _hull(self, entry: CampaignCard) -> Hull:
        rules = self._find(entry.rules)
        sides = (entry.side, f"not {entry.side}")
        ship = ShipEntry(entry.name, entry.side, entry.card)
        new = rules.begin(Setup(rules.id, rules.version, "", sides, (ship,), tuple(Squadron("", side) for side in sides)))
        return Hull(entry, new, frozenset(_keeps(new.ship(entry.name))))

    def tracks(self, card: Hull, tables: RuleTables) -> Mapping[str, int]:
        """The tracks of a ship by her own rules."""
        return card.new.tracks(card.entry.name)

    def initial(self, battle: CampaignBattle) -> Iterator[Change]:
        """The facts at the start: the day, and the values of each new ship."""
        yield CampaignFacts.day.start(battle, 0)
        for ship in battle.ships():
            entry = ship.card.entry
            yield CampaignShip.berth.start(ship, entry.port)
            yield CampaignShip.joined.start(ship, not entry.joins)
            for key, value in ship.card.new.state.items():
                if key.subject == ship.name and (key.name, bool(key.other)) in ship.card.keeps:
                    yield key, value
            yield from scar_changes(ship.new, entry.left, f"ship {ship}: left")

    def card(self, ship: CampaignShip) -> CardView:
        """The ship's card by her own rules, with her place in the campaign."""
        own = ship.own
        card: CardView = own._battle.ruleset.card(own)
        joins, place = ship.card.entry.joins, _place(ship)
        signs = [IN_DOCK] * ship.docked
        signs += [Condition("PRIZE", f"serves {ship.serves}")] * bool(ship.serves)
        if joins and not ship.joined:
            signs.append(Condition(f"JOINS {day_sign(joins)}", f"joins on {day_sign(joins, year=True)}"))
        return replace(
            card, motion="" if ship.fate else place, pace="", fate=ship.fate, end=ship.end,
            lost=ship.lost, squadron=ship.squadron, side=ship.side, conditions=(*card.conditions, *signs),
        )  # fmt: skip

    def board_heading(self, card: CardView) -> str:
        """The ship's place, so that the board shows who is where."""
        return f"{IN_DOCK.text} at {card.motion}" if IN_DOCK in card.conditions else card.motion

    def squadron_conditions(self, battle: CampaignBattle) -> Mapping[str, tuple[Condition, ...]]:
        """The places of each squadron's ships: ``at sea`` for all of them, or ``Port Arthur 6, at sea 1``."""
        found: dict[str, Counter[str]] = {}
        for ship in battle.ships():
            if ship.squadron and ship.afloat:
                found.setdefault(ship.squadron, Counter())[_place(ship)] += 1
        words = {
            name: next(iter(places)) if len(places) == 1 else ", ".join(f"{place} {n}" for place, n in places.items())
            for name, places in found.items()
        }
        return {name: (Condition(text, text),) for name, text in words.items()}

    def counters(self, battle: CampaignBattle) -> tuple[Marker, ...]:
        """The ports, each with the number of its ships and docks. Each ship in a dock, or waiting for one, has the days until she
        leaves it.
        """
        stays = dock_stays(battle, FORESEEN)
        left = {ship: counted(out, "day") for ship, (_, out) in stays.items() if out is not None}
        return tuple(
            Marker(f"{port}:", battle.ruleset.side_of(battle, port), Port(battle, port).words(left)) for port in ports(battle)
        )

    def arms(self, battle: CampaignBattle, ship: CampaignShip) -> Iterable[Particular]:
        """The ship's weapons and armour by her own rules."""
        return ship.card.new.ruleset.arms(ship.card.new, ship.new)

    def settable(self, battle: CampaignBattle, subject: str) -> Mapping[str, Setting]:
        """The facts that the referee may set by hand. For a ship: the facts of her own rules that last from one battle to the
        next.
        """
        if not subject:
            return super().settable(battle, subject)
        ship = battle.ship(subject)
        found = ship.own.settings()
        return {name: one for name, one in found.items() if (one.fact, bool(one.other)) in ship.card.keeps}


def _place(ship: CampaignShip) -> str:
    """The place of a ship: a port, at sea, or not in service. For another side's ship, the day on which the reader's side last
    saw her.
    """
    if ship.card.entry.seen and ship.flag == ship.side:
        return f"seen {day_sign(ship.card.entry.seen, year=True)}"
    return (ship.berth or AT_SEA) if ship.joined else "not in service"


def _keeps(ship: Any) -> Iterator[tuple[str, bool]]:
    """The facts of a ship that last from one battle to the next, as pairs: the fact's name, and whether it has several items."""
    yield from ((track, False) for track in ship.tracks)
    for declared in ship.declared.values():
        if isinstance(declared, Keyed):
            items = declared.of(ship)
            if items and items[0].becomes(ship, items[0].other).is_kept:
                yield declared.name, True
        elif declared.is_stored and not isinstance(declared, Boxes) and declared.becomes(ship).is_kept:
            yield declared.name, False
