"""Reads from a battle's file the results that a campaign takes over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.battle.fact_effects import names_of
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Scar
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
from fleetbook.rules.campaign.counting import Count, CountBattle, Sight, in_order
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified
from fleetbook.store.errors import shown_path


def count_order(campaign: Battle[Any], path: Path, without: Collection[str] = ()) -> CountBattle:
    """The order that takes the results of a battle over into a campaign. Ships named in ``without`` do not belong to the campaign
    and are left out.

    Raises InvalidInput if the file is no battle or does not verify. Raises Refused if the battle has not ended or something in it
    is unsettled, such as a fire. The same holds if the campaign lacks one of the ships, or has another card for her.
    """
    with BattleFile.open(path, read_only=True) as file:
        if findings := verified(file):
            raise InvalidInput(shown_path(path), str(findings[0]), "a battle that verifies")
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
                _check_card(campaign, battle, entry.name)
        won = verdict(battle)
        simulated = any(face.origin == SIMULATED for record in file.journal.records.kept for face in record.faces)
        link, ships = file.last_link, [count for count in counts(file.journal) if count.name not in without]
        return CountBattle(
            title_of_battle=battle.setup.title,
            file=path.name,
            identity=file.identity,
            link=link,
            ships=tuple(map(tuple, ships)),
            sights=tuple(tuple(sight) for sight in sights(file.journal, ships)),
            winner=won.winner or (DRAWN if won.kind != "none" else ""),
            degree=won.degree,
            simulated=simulated,
        )


def hanging(battle: Battle[Any]) -> Iterator[Key]:
    """The facts that a battle must settle before it is counted, such as a ship's fire."""
    settled = _settled(battle)
    for key, value in battle.state.items():
        gone = battle.is_ship(key.subject) and battle.card(key.subject).fate
        if value and (key.name, bool(key.other)) in settled and not gone:
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


def _check_card(campaign: Battle[Any], battle: Battle[Any], name: str) -> None:
    """Raise Refused unless the campaign has this ship, with the same card of the same rules."""
    if not campaign.is_ship(name):
        raise Refused(f"{name} is no ship of the campaign: name her with --without to leave her out")
    ours, theirs = campaign.ship(name), battle.ship(name)
    entry = ours.card.entry
    require(ours.flag == theirs.side, f"{name} fought for {theirs.side}; in the campaign she is of {ours.flag}")
    require(entry.rules == battle.ruleset.id, f"{name} fought by other rules: {battle.ruleset.id}, not {entry.rules}")
    card = next(one.card for one in battle.setup.ships if one.name == name)
    same = {**card, "name": ""} == {**entry.card, "name": ""}
    require(same, f"{name} fought with another card than the campaign has: write its scenario with fleetbook campaign scenario")


def counts(journal: Journal[Any]) -> Iterator[Count]:
    """The state in which a battle left each ship, and the enemies that damaged her."""
    battle, new, enemies = journal.battle, _whole(journal), _enemies(journal)
    for name in battle.ship_names:
        began = in_order(scars(journal.start.ship(name), new.ship(name)))
        yield _count(battle, new, name, enemies, began)


def _whole(journal: Journal[Any]) -> Battle[Any]:
    """The battle before its first line, with all its ships undamaged."""
    whole = tuple(msgspec.structs.replace(entry, left={}) for entry in journal.setup.ships)
    return journal.ruleset.begin(msgspec.structs.replace(journal.setup, ships=whole))


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
