"""The report's sections on the scenario: its story and conditions, and what decides the battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.result import sentence
from fleetbook.core.battle.setup import TurnEvent
from fleetbook.core.battle.verdict import needed, points
from fleetbook.core.battle.victory import BOXES, BY_RULES, DRAWN, Count, Victory
from fleetbook.core.orders.condition_words import bare_words, condition_words
from fleetbook.core.parsing import capital, counted, does
from fleetbook.core.play.journal import Journal
from fleetbook.referee.damage_words import boxes_words, damage_words
from fleetbook.reports.document import Block, Heading, Item, Listing, Paragraph, Prose
from fleetbook.reports.set_up import set_up
from fleetbook.reports.status import Status


def scenario_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """The section with the scenario's story, its conditions and its changed optional rules."""
    yield Heading(2, "The scenario", "scenario")
    if journal.setup.text.strip():
        yield Prose(journal.setup.text)
    rules = journal.ruleset
    began = {name: journal.start.word(name) for name in now.conditions}
    changed_since = [name for name, word in now.conditions.items() if word != began[name]]
    first = {name: f" (at first {bare_words(rules, name, began[name])})" for name in changed_since}
    bare = (f"{bare_words(rules, name, now.conditions[name])}{first.get(name, '')}" for name in rules.conditions)
    if conditions := ", ".join(bare):
        yield Paragraph(f"{capital(conditions)}.", "Conditions:")
    changed = [name for name, allowed in rules.options.items() if name in first or now.conditions[name] != allowed[0]]
    unusual = ", ".join(f"{condition_words(rules, name, now.conditions[name])}{first.get(name, '')}" for name in changed)
    if rules.options:
        yield Paragraph(f"{unusual}; all others as usual." if unusual else "all as usual.", "Optional rules:")
    for event in known_events(journal.battle):
        yield Paragraph(sentence(event.text.strip()), f"Turn {event.turn}:")


def known_events(battle: Battle[Any]) -> list[TurnEvent]:
    """The scenario's events in the order of their turns. A secret event is left out until its turn or the end of the battle,
    because the briefing is read aloud to both sides.
    """
    known = (event for event in battle.setup.events if not event.secret or event.turn <= battle.turn or battle.ended)
    return sorted(known, key=lambda event: event.turn)


def briefing(journal: Journal[Any]) -> Iterator[tuple[str, str]]:
    """The paragraphs of the briefing that follow the story, from the ships to the seal of the dice. Each is a heading and a
    text.
    """
    setup, battle = journal.setup, journal.battle
    for side in setup.sides:
        names = [ship.name for ship in setup.ships if ship.side == side]
        yield side, f"{counted(len(names), 'ship')}: {', '.join(names)}"
    said = {**dict.fromkeys(setup.conditions, bare_words), **dict.fromkeys(setup.options, condition_words)}
    given = (words(journal.ruleset, name, word) for name, words in said.items() if (word := battle.word(name)))
    if conditions := ", ".join(given):
        yield "conditions", conditions
    commanders = (f"{ship.name} by {ship.commander}" for ship in setup.ships if ship.commander)
    if commanded := ", ".join(commanders):
        yield "commanded", commanded
    cards = (journal.start.card(ship.name) for ship in setup.ships if ship.left)
    begun = (f"{card.name}: {words}" for card in cards if (words := _damage(card)))
    yield from zip(chain(("damaged",), repeat("")), begun, strict=False)
    if journal.ruleset.unit:
        yield "measured in", journal.ruleset.unit
    yield from ((f"turn {event.turn}", sentence(event.text.strip())) for event in known_events(battle))
    yield from zip(chain(("victory",), repeat("")), decides(journal), strict=False)
    yield from zip(chain(("set-up",), repeat("")), told_set_up(journal), strict=False)
    yield from (("house rules", house.title) for house in setup.house)
    yield "seal", "of the dice, SHA-256 of their seed, to be read out and noted:"


def told_set_up(journal: Journal[Any]) -> Iterator[str]:
    """Where the models stand, as the journal's reader may know it. Without a side it is read aloud to all of them."""
    yield from set_up(journal.start, [journal.side] if journal.side else journal.setup.sides)


def set_up_section(journal: Journal[Any]) -> Iterator[Block]:
    """The section that says where the models stand. Empty if the scenario does not say it."""
    if items := tuple(Item(sentence(words)) for words in told_set_up(journal)):
        yield Heading(2, "Where the models stand", "set-up")
        yield Listing(items)


def _damage(card: CardView) -> str:
    """The damage with which a ship begins the battle, such as ``hull 12 of 15, torp 1 of 4, aft out``."""
    rows = (boxes_words(row) for row in (*card.rows[:1], *card.supplies) if row.left < row.full)
    return ", ".join((*rows, *(word.text for word in damage_words(card))))


def decided_section(journal: Journal[Any]) -> Iterator[Block]:
    """The section that says what decides the battle. Empty if the scenario does not say it."""
    items = tuple(map(Item, decides(journal)))
    if items:
        yield Heading(2, "What decides it", "decides")
        yield Listing(items)


def decides(journal: Journal[Any]) -> Iterator[str]:
    """Phrases that say what decides the battle, first the aims of the sides. Empty if the scenario says nothing about it."""
    victory = journal.victory
    if victory is None:
        return
    for aim in victory.aim:
        degree = f" ({aim.degree})" if aim.degree else ""
        yield f"{_wins(aim.side)}{degree}: {'; '.join(f'{need.count}, {needed(need)}' for need in aim.needs)}"
    otherwise = "otherwise " if victory.aim else ""
    if victory.compare:
        yield f"{otherwise}the higher score wins{_degrees(victory)}"
        yield from filter(None, (_points_for(side, victory) for side in journal.setup.sides))
        otherwise = "with a smaller lead " if victory.degrees else "if the score is level "
    yield f"{otherwise}{_wins(victory.otherwise) if victory.otherwise not in ('', DRAWN) else 'it is drawn'}"
    if victory.turns:
        yield f"{counted(victory.turns, 'turn')} at most"


def _wins(side: str) -> str:
    return does(side, "wins", "win")


def _degrees(victory: Victory) -> str:
    """The lead that each degree of victory needs, such as ``: marginal by 10 points or more, clear by 50``."""
    degrees = sorted(victory.degrees.items(), key=lambda degree: degree[1])
    leads = [f"{points(lead)} point{'' if lead == 1 else 's'} or more" for _, lead in degrees[:1]]
    leads += [points(lead) for _, lead in degrees[1:]]
    phrases = [f"{name} by {lead}" for (name, _), lead in zip(degrees, leads, strict=True)]
    return f": {', '.join(phrases)}" if phrases else ""


def _points_for(side: str, victory: Victory) -> str:
    """The counts that give a side points, such as ``points for Japan: Russian hull boxes, 1 each``. Empty if none does."""
    counts = [f"{count.name}, {_worth(count)}" for count in victory.count if count.side == side and count.worth]
    return f"points for {side}: {'; '.join(counts)}" if counts else ""


def _worth(count: Count) -> str:
    more = f", {points(count.worth * count.lost)} of a ship lost" if count.what == BOXES and count.lost > 1 else ""
    kinds = count.lost_as or count.gone_as
    as_what = f", {' or '.join(kinds)}" if kinds else ""
    by_rules = "" if count.worth == 1 else f", times {points(count.worth)}"
    return f"as the rules count{by_rules}" if count.what == BY_RULES else f"{points(count.worth)} each{as_what}{more}"
