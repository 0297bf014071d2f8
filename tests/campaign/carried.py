"""A ship with one fact of a battle changed, and what a campaign makes of it: the next battle, days in dock and at sea, stores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import signature
from math import ceil
from typing import Any, NamedTuple

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Queue, Word
from fleetbook.core.battle.fact import Keyed
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.campaign.becomes import Becomes
from fleetbook.core.campaign.scars import scars
from fleetbook.core.errors import Refused
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.journal import Journal
from fleetbook.referee.offers import draft, ordered
from fleetbook.rules.campaign.card import CampaignCard, PortCard
from fleetbook.rules.campaign.counting import Count, CountBattle, in_order
from fleetbook.rules.campaign.ship import NativeBattle
from fleetbook.store.campaign.battles import hanging
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.catalogue import SEASON, ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import entries

SHE, FOE, PORT = "Ship", "Foe", "Haven"
FATE = "fate"
LONG = 100  # days that mend whatever is mended
MOST_STEPS = 2
IN_NO_SCENARIO = {"gwas-variant": {"aircraft": 2}}


class Hurt(NamedTuple):
    """A card of a ship that has a fact, the fact, what becomes of it, its stored value when she is hurt, and the steps or boxes
    between this value and that of a new ship.
    """

    card: Mapping[str, Any]
    fact: str
    other: str
    becomes: Becomes
    value: FactValue
    steps: int


def begun(rules: Ruleset[Any], card: Mapping[str, Any]) -> Journal[Any]:
    """A campaign with one ship in port, and one of the other side with the same card."""
    ships = (
        ShipEntry(name, side, msgspec.to_builtins(CampaignCard(name, rules.id, side, dict(card), port)), f"Squadron {side}")
        for name, side, port in ((SHE, "North", PORT), (FOE, "South", ""))
    )
    sides = ("North", "South")
    port = Squadron(PORT, "North", msgspec.to_builtins(PortCard()))
    squadrons = (port, *(Squadron(f"Squadron {side}", side) for side in sides))
    setup = Setup(SEASON.id, "1", "A season", sides, tuple(ships), squadrons, date="1904-02-08")
    return Journal(ruleset(SEASON.id), setup, "seed")


def give(season: Journal[Any], name: str, **inputs: Any) -> None:
    season.append(season.propose(ordered(draft(season.battle, name, inputs))))


def next_battle(season: Journal[Any]) -> Battle[Any]:
    """The next battle before its first order."""
    setup = next_setup(season.battle, (SHE, FOE), "Again")
    return ruleset(setup.ruleset).begin(setup)


def her_fact(season: Journal[Any], key: Key) -> FactValue:
    """A fact of the ship in the next battle, or in her own rules while she is too damaged to enter one."""
    she = season.battle.ship(SHE)
    if not she.unfit:
        return next_battle(season).fact(key)
    with pytest.raises(Refused, match="Ship is"):
        next_battle(season)
    return NativeBattle(she.card, season.battle).fact(key)


def count(season: Journal[Any], left: Battle[Any]) -> None:
    """Count a battle that has left its ships so."""
    new = season.start.ship(SHE).new
    began, now = (in_order(scars(battle.ship(SHE), new)) for battle in (next_battle(season), left))
    end = "sunk" if left.fact(Key(SHE, FATE)) else ""
    counts = (tuple(Count(SHE, end, bool(end), (), began, now)),)
    order = CountBattle.from_inputs({"title_of_battle": "A battle", "file": "", "identity": "1", "link": "", "ships": counts})
    season.append(season.propose(order))


def hurts(rules: Ruleset[Any]) -> Iterator[Hurt]:
    """Each stored fact of the system's ships, hurt on the first ship that has it, for each of its fates and each of its words."""
    seen = set[tuple[Any, ...]]()
    for card in _cards(rules):
        for found in _hurts(begun(rules, card).start.ship(SHE).new, card):
            word = found.value if isinstance(found.value, str) else ""
            key = (found.fact, bool(found.other), found.becomes, word)
            if key not in seen:
                seen.add(key)
                yield found


def _cards(rules: Ruleset[Any]) -> Iterator[Mapping[str, Any]]:
    """The cards of all ships of the system's scenarios, and the first one with what none of them has."""
    cards = [ship.card for entry in entries("scenario", rules.id) for ship in read_setup(entry.path).ships]
    yield from {str(sorted(card.items())): card for card in cards}.values()
    yield {**cards[0], **IN_NO_SCENARIO.get(rules.id, {})}


def _hurts(ship: Any, card: Mapping[str, Any]) -> Iterator[Hurt]:
    for declared in ship.declared.values():
        if not declared.is_stored:
            continue
        if isinstance(declared, Boxes):
            if declared.name in ship.tracks:
                yield Hurt(card, declared.name, "", declared.becomes(ship), ship.full(declared.name) - 1, 1)
            continue
        unlisted = isinstance(declared, Keyed) and not declared._keys
        facts = [declared["x"]] if unlisted else declared.of(ship) if isinstance(declared, Keyed) else [declared]
        for fact in facts:
            for value, steps in _values(fact, ship):
                said = fact.details.get("becomes")
                hurt = ship._battle.with_changes([(fact.key(ship), value)]).ship(ship.name) if callable(said) else ship
                yield Hurt(card, fact.name, fact.other, fact.becomes(hurt, fact.other), value, steps)


def _values(fact: Any, ship: Any) -> Iterator[tuple[FactValue, int]]:
    """Stored values of a fact that differ from the ship's own, each with the steps between them."""
    now: Any = fact.value(ship) if isinstance(fact, (Flag, Number, Word)) else None
    if isinstance(fact, Flag):
        yield fact.encoded(not now), 1
    elif isinstance(fact, Number):
        near = [number for number in fact.numbers(ship) if 0 < abs(number - now) <= MOST_STEPS]
        if not near and not fact.becomes(ship, fact.other).is_kept:
            near = [now + 1]
        for number in sorted(near, key=lambda number: -abs(number - now))[:1]:
            yield fact.encoded(number), abs(number - now)
    elif isinstance(fact, Word):
        yield from ((fact.encoded(word), 1) for word in fact.allowed or ("x",) if word != now)
    elif isinstance(fact, Queue):
        asked = [one for one in signature(fact._kind).parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
        yield ((1,) * len(asked),), 1
    else:
        yield 1, 1


def fate_shown(rules: Ruleset[Any], hurt: Hurt, days: float) -> str:
    """What a campaign makes of a hurt ship, in the words of ``Becomes``: found by counting, sailing, waiting, docks and stores.
    ``days`` are those that one box or step is to take.
    """
    season, key = begun(rules, hurt.card), Key(SHE, hurt.fact, hurt.other)
    new = next_battle(season)
    left = new.with_changes([(key, hurt.value)])
    if key in list(hanging(left)):
        assert key in list(hanging(away(left))) or hurt.fact == FATE, "it hangs on a ship that left the table, too"
        return "settled"
    count(season, left)
    if hurt.fact == FATE:
        give(season, "pass", days=LONG)
        return "stays" if season.battle.ship(SHE).lost == "sunk" else "gone"

    def is_new() -> bool:
        return her_fact(season, key) == new.fact(key)

    if is_new():
        return "gone"
    assert her_fact(season, key) == hurt.value, hurt
    work = max(ceil(days * hurt.steps), 1)
    if work > 1:
        give(season, "pass", days=work - 1)
        assert not is_new(), hurt
    give(season, "pass", days=1)
    if is_new():
        return "under way"
    give(season, "pass", days=LONG)
    assert not is_new(), hurt
    season.append(season.undo(1))
    if _tries(season, "refit"):
        if work > 1:
            give(season, "pass", days=work - 1)
            assert season.battle.ship(SHE).scars
        give(season, "pass", days=1)
        assert is_new(), hurt
        return "port"
    if _tries(season, "restock"):
        assert is_new(), hurt
        return "restocked"
    return "stays"


def away(battle: Battle[Any]) -> Battle[Any]:
    """The battle after the ship has left the table."""
    return battle.with_changes([(Key(SHE, FATE), ("left", 1, ""))])


def hanging_for_good(rules: Ruleset[Any]) -> set[str]:
    """The facts that hang on a ship that left the table, and that a referee cannot set by hand."""
    found = set[str]()
    for hurt in hurts(rules):
        battle = away(next_battle(begun(rules, hurt.card)).with_changes([(Key(SHE, hurt.fact, hurt.other), hurt.value)]))
        by_hand = {(one.fact, one.other) for one in rules.settable(battle, SHE).values()}
        keys = [key for key in hanging(battle) if key.subject == SHE and (key.name, key.other) not in by_hand]
        found |= {key.name for key in keys}
    return found


def _tries(season: Journal[Any], name: str) -> bool:
    """Whether the port gives the ship its docks, or its stores."""
    try:
        give(season, name, port=PORT)
    except Refused:
        return False
    return True
