"""Reads from a battle's file the results that a campaign takes over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.conditions import Number
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Left, Scar, Setup
from fleetbook.core.battle.verdict import verdict
from fleetbook.core.battle.victory import DRAWN
from fleetbook.core.campaign.becomes import SETTLED
from fleetbook.core.campaign.scars import kept_facts, scars
from fleetbook.core.dice import SIMULATED
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import SideBattle, side_battle
from fleetbook.core.play.side_view import SideView
from fleetbook.rules.campaign.counting import Count, CountBattle, Sight, began_otherwise, in_order
from fleetbook.rules.campaign.ship import CampaignFacts, CampaignShip
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path


class BegunOutside(Refused):
    """A battle whose ships did not begin as the campaign has them. It can be counted by a ruling."""


def count_order(campaign: Battle[Any], path: Path, without: Collection[str] = (), because: str = "") -> CountBattle:
    """The order that takes the results of a battle over into a campaign. Ships named in ``without`` are left out. ``because`` is
    the reason of a ruling that takes a battle which was begun outside the campaign: each ship loses what she lost in it.

    Raises InvalidInput if the file is no battle or does not verify. Raises Refused if the battle has not ended or something in it
    is unsettled, such as a fire, and if the campaign lacks one of the ships. Raises BegunOutside if a ship began it in another
    state or with another card, unless there is a ruling.
    """
    with BattleFile.open(path, read_only=True) as file:
        battle = file.journal.battle
        _check_battle(campaign, file, without)
        won = verdict(battle)
        simulated = any(face.origin == SIMULATED for record in file.journal.records.kept for face in record.faces)
        link, ships = file.last_link, [count for count in counts(file.journal) if count.name not in without]
        seen = list(sights(file.journal, ships))
        outside = [words for count in ships if (words := _begun_outside(campaign, battle, count.name, count.began))]
        if outside and not CampaignFacts(campaign).counted[file.identity]:
            if not because:
                raise BegunOutside(outside[0])
            new = _whole(file.journal)
            seen = [_seen_by_ruling(campaign, new, sight, ships) for sight in seen]
            ships = [_by_ruling(campaign.ship(count.name), new.ship(count.name), count) for count in ships]
        return CountBattle(
            title_of_battle=battle.setup.title,
            file=path.name,
            identity=file.identity,
            link=link,
            ships=tuple(map(tuple, ships)),
            sights=tuple(map(tuple, seen)),
            winner=won.winner or (DRAWN if won.kind != "none" else ""),
            degree=won.degree,
            simulated=simulated,
            because=because if outside else "",
            without=tuple((name,) for name in battle.ship_names if name in without and campaign.is_ship(name)),
        )


def _check_battle(campaign: Battle[Any], file: BattleFile, without: Collection[str]) -> None:
    """Raise an error unless the battle verifies, has ended with nothing unsettled, and was fought by ships of the campaign."""
    if findings := verified(file):
        raise InvalidInput(shown_path(file.path), str(findings[0]), "a battle that verifies")
    battle = file.journal.battle
    require(battle.ended, f"{battle.setup.title} goes on: end it first")
    if hangs := list(hanging_words(battle)):
        ways = [f"{kind.title} ({kind.id}, key {kind.key})" for kind in _settling(file.journal)]
        back = f"take back the end of the battle, then {', '.join([*ways, 'play on (n in the app)'])} or rule by hand"
        raise Refused(f"{listed(hangs)} must be settled first: {back}")
    strangers = [ship for ship in without if not battle.is_ship(ship)]
    if strangers:
        raise InvalidInput.word("without", strangers[0], battle.ship_names)
    for entry in battle.setup.ships:
        if entry.name not in without:
            _check_ship(campaign, battle, entry.name)


def hanging(battle: Battle[Any]) -> Iterator[Key]:
    """The facts that a battle must settle before it is counted, such as a ship's fire. A ship that fled still has hers; a lost
    ship has none.
    """
    settled = _settled(battle)
    for key, value in battle.state.items():
        lost = battle.is_ship(key.subject) and battle.card(key.subject).went_down
        if value and (key.name, bool(key.other)) in settled and not lost:
            yield key


def _settled(battle: Battle[Any]) -> dict[tuple[str, bool], Any]:
    """The declared facts that the rules must settle within a battle, by pairs: the fact's name, and whether it has
    several items.
    """
    return {
        (declared.name, bool(declared.key_name)): declared
        for kind in battle.ruleset.subjects
        for declared in kind.declared.values()
        if declared.is_stored and getattr(declared.details.get("becomes"), "how", "") == SETTLED.how
    }


def hanging_words(battle: Battle[Any]) -> Iterator[str]:
    """What a battle must settle before it is counted, in words: ``S 62: sinks at the end of turn 5``."""
    for key in hanging(battle):
        condition = _condition(battle, key)
        words = condition.text if condition else _settled(battle)[key.name, bool(key.other)].details["becomes"].words or key.name
        yield f"{key.subject or battle.setup.title}: {words}"
    yield from (f"{ship}: {ship.unsettled}" for ship in battle.ships() if ship.unsettled)


def hanging_conditions(battle: Battle[Any]) -> dict[str, list[Condition]]:
    """The conditions on ships' cards that a battle must settle before it is counted, in the order of the ships."""
    found: dict[str, list[Condition]] = {name: [] for name in battle.ship_names}
    for key in hanging(battle):
        if condition := _condition(battle, key):
            found[key.subject].append(condition)
    return {ship: conditions for ship, conditions in found.items() if conditions}


def _condition(battle: Battle[Any], key: Key) -> Condition | None:
    """The condition that a fact puts on a ship's card; None if it puts none there."""
    declared = _settled(battle)[key.name, bool(key.other)]
    if not battle.is_ship(key.subject) or "sign" not in declared.details:
        return None
    ship, fact = battle.ship(key.subject), declared[key.other] if key.other else declared
    condition: Condition = fact._condition(ship, fact.value(ship), key.other)
    return condition


def _settling(journal: Journal[Any]) -> Iterator[type[Order[Any]]]:
    """The kinds of orders that settle what is unsettled in a battle, and that the rules allowed just before the battle ended."""
    ends = [n for n in journal.undo_history.line_to(journal.position) if journal.data(n).procedure == EndBattle.id]
    before = journal.battle_before(ends[-1]) if ends else journal.battle
    return (kind for kind in journal.ruleset.orders if kind.settles and Legality(before, kind).why_not() is None)


def _check_ship(campaign: Battle[Any], battle: Battle[Any], name: str) -> None:
    """Raise Refused unless the campaign has this ship, of the same side and the same rules."""
    if not campaign.is_ship(name):
        raise Refused(f"{name} is no ship of the campaign: name her with --without to leave her out")
    ours, theirs = campaign.ship(name), battle.ship(name)
    entry = ours.card.entry
    require(ours.flag == theirs.side, f"{name} fought for {theirs.side}; in the campaign she is of {ours.flag}")
    require(entry.rules == battle.ruleset.id, f"{name} fought by other rules: {battle.ruleset.id}, not {entry.rules}")


def check_agrees(campaign: Battle[Any], setup: Setup) -> None:
    """Raise Refused unless the ships of a setup can fight now, and are as they are in the campaign."""
    rules = ruleset(setup.ruleset)
    start, whole = rules.begin(setup), rules.begin(_undamaged(setup))
    for name in start.ship_names:
        _check_ship(campaign, start, name)
        ship = campaign.ship(name)
        require(not ship.held, f"{ship} is {ship.held}")
        if words := _begun_outside(campaign, start, name, in_order(scars(start.ship(name), whole.ship(name)))):
            raise BegunOutside(words)


def _begun_outside(campaign: Battle[Any], battle: Battle[Any], name: str, began: tuple[tuple[str, Scar], ...]) -> str:
    """What tells a ship as she began the battle from the campaign's, in words. Empty if nothing does."""
    ship = campaign.ship(name)
    card = next(one.card for one in battle.setup.ships if one.name == name)
    if {**card, "name": ""} != {**ship.card.entry.card, "name": ""}:
        return f"{ship} fought with another card than the campaign has"
    return began_otherwise(ship, dict(began))


def _by_ruling(ship: CampaignShip, new: Ship, count: Count) -> Count:
    """The count of a battle that was begun outside the campaign. The ship loses the boxes that she lost in the battle from those
    that she has in the campaign, and takes over what else the battle changed, so far as her card has it. ``new`` is the ship of
    the battle undamaged.
    """
    theirs, sound, most = _values(new), _values(ship.new), _most(ship.own)
    began, then, now = {**theirs, **dict(count.began)}, {**theirs, **dict(count.left)}, {**sound, **ship.scars}
    for name, value in then.items():
        if name in now and value != began[name]:
            was, before = now[name], began[name]
            amounts = name in most and isinstance(was, int) and isinstance(value, int) and isinstance(before, int)
            now[name] = min(max(was + value - before, 0), most[name]) if amounts else value  # type: ignore[operator]
    left = {name: value for name, value in now.items() if value != sound[name] and name not in count.unread}
    return count._replace(began=in_order(ship.scars), left=in_order(left))


def _seen_by_ruling(campaign: Battle[Any], new: Battle[Any], sight: Sight, ships: Sequence[Count]) -> Sight:
    """The part of a battle begun outside that one side may read."""
    began = {count.name: count.began for count in ships}
    found = (Count(*one) for one in sight.ships)
    taken = (
        _by_ruling(campaign.ship(one.name), new.ship(one.name), one._replace(began=began[one.name]))._replace(began=one.began)
        for one in found
    )
    return sight._replace(ships=tuple(map(tuple, taken)))


def _values(ship: Ship) -> Left:
    """The boxes of a ship and the facts that she takes from one battle into the next."""
    return {**{track: ship.left(track) for track in ship.tracks}, **{name: fact.value(ship) for name, fact in kept_facts(ship)}}


def _most(ship: Ship) -> dict[str, int]:
    """The most boxes of each track that a ship has, and the highest value of each of her numbers."""
    numbers = {name: fact.numbers(ship).stop - 1 for name, fact in kept_facts(ship) if isinstance(fact, Number)}
    return {**{track: ship.full(track) for track in ship.tracks}, **numbers}


def counts(journal: Journal[Any]) -> Iterator[Count]:
    """The state in which a battle left each ship, and the enemies that damaged her."""
    battle, new, enemies = journal.battle, _whole(journal), _enemies(journal)
    for name in battle.ship_names:
        began = in_order(scars(journal.start.ship(name), new.ship(name)))
        yield _count(battle, new, name, enemies, began)


def _whole(journal: Journal[Any]) -> Battle[Any]:
    """The battle before its first line, with all its ships undamaged."""
    return journal.ruleset.begin(_undamaged(journal.setup))


def _undamaged(setup: Setup) -> Setup:
    return msgspec.structs.replace(setup, ships=tuple(msgspec.structs.replace(entry, left={}) for entry in setup.ships))


def _count(
    battle: Battle[Any], new: Battle[Any], name: str, enemies: Mapping[str, tuple[str, ...]], began: tuple[tuple[str, Scar], ...]
) -> Count:
    card = battle.card(name)
    end = card.lost or (card.end.kind if card.end else card.fate)
    return Count(name, end, bool(card.lost), enemies.get(name, ()), began, in_order(scars(battle.ship(name), new.ship(name))))


def sights(journal: Journal[Any], ships: Sequence[Count]) -> Iterator[Sight]:
    """For each side, the ships as the side knew them just before the battle ended. The rules of the battle decide what a side
    knows.

    The end of the battle is undone in the journal.
    """
    whole = _whole(journal)
    ends = [n for n in journal.undo_history.line_to(journal.position) if journal.data(n).procedure == EndBattle.id]
    journal.append(journal.undo(journal.data(ends[-1]).on))
    for side in journal.setup.sides:
        known = Knowledge(journal, side)
        battle, enemies = side_battle(journal, side, known), _enemies(SideView(journal, side, known))
        seen = []
        for count in ships:
            if not battle.is_ship(count.name):
                continue
            if battle.ship(count.name).side == side:
                mine = count._replace(by=enemies.get(count.name, ()))
            else:
                mine = _count(battle, whole, count.name, enemies, ())._replace(unread=_unread(battle, whole, count.name))
                mine = mine._replace(left=tuple(one for one in mine.left if one[0] not in mine.unread))
            if mine != count._replace(began=mine.began):
                seen.append(tuple(mine))
        yield Sight(side, tuple(seen), tuple(count.name for count in ships if not battle.is_ship(count.name)))


def _unread(battle: SideBattle[Any], whole: Battle[Any], name: str) -> tuple[str, ...]:
    """The facts of a ship that a campaign keeps, but that the side may not know."""
    ship = whole.ship(name)
    keys = {**{track: Key(name, track) for track in ship.tracks}, **{fact: one.key(ship) for fact, one in kept_facts(ship)}}
    return tuple(sorted(fact for fact, key in keys.items() if battle.is_unknown(key)))


def _enemies(journal: Journal[Any]) -> dict[str, tuple[str, ...]]:
    """The enemies that damaged each ship, in the order of their first hit."""
    battle = journal.battle
    found: dict[str, dict[str, None]] = {}
    for number in journal.undo_history.line_to(journal.position):
        for event in journal.data(number).events:
            if isinstance(event, (Marked, Changed)) and event.by:
                hurt = event.ship if isinstance(event, Marked) else event.subject
                for name in names_of(event.by):
                    if battle.is_ship(name) and battle.is_ship(hurt) and battle.ship(name).side != battle.ship(hurt).side:
                        found.setdefault(hurt, {})[name] = None
    return {ship: tuple(names) for ship, names in found.items()}
