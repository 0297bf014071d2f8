"""Ship cards to print, with boxes to cross off, blank or as damaged in a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import CardView, Condition, Particular, System
from fleetbook.core.battle.result import sentence
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.condition_words import bare_words, condition_title
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.summary import FLAG
from fleetbook.reports.render.template import paragraphs, render
from fleetbook.reports.scenario import decides, known_events
from fleetbook.reports.set_up import set_up
from fleetbook.reports.status import Known, knowing
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import ruleset

MOST_BOXES = 120
"""The most boxes drawn in a row. In a longer row each box drawn stands for ten or a hundred."""
GROUP, SHORT = 10, 3
USUAL_TURNS, MOST_TURNS = 12, 20  # columns of a card's log
FEW, MANY = 10, 40
SPEEDS = ("speed", "knots")
NO_PARTICULARS = ("name", "source", "note", "estimated", "checked")
_COUNTED = re.compile(r"(\d{1,3})/(\d{1,3})\b *")


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of boxes in groups of ten, the free boxes first. In a long row each box drawn stands for ``worth`` boxes."""

    label: str
    left: int
    full: int
    text: str = ""

    @property
    def groups(self) -> list[list[bool]]:
        """The boxes to draw in groups of ten: True for a free box, False for one that is crossed off."""
        left, full = (ceil(number / self.worth) for number in (self.left, self.full))
        free = [place < left for place in range(full)]
        return [free[first : first + GROUP] for first in range(0, full, GROUP)]

    @property
    def worth(self) -> int:
        """The number of the ship's boxes for which one drawn box stands."""
        return next(worth for worth in (1, 10, 100, 1000, self.full) if ceil(self.full / worth) <= MOST_BOXES)


@dataclass(frozen=True, slots=True)
class Place:
    """A system on a card, such as a turret. If the card counts its boxes they are drawn; otherwise a sign shows its state."""

    label: str
    state: str
    boxes: Boxes | None
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The printed card of one ship."""

    name: str
    kind: str
    side: str
    squadron: str
    commander: str
    particulars: tuple[str, ...]
    others: tuple[str, ...]
    rows: tuple[Boxes, ...]
    places: tuple[Place, ...]
    supplies: tuple[Boxes, ...]
    ticks: tuple[Boxes, ...]
    arms: tuple[Particular, ...]
    conditions: tuple[Condition, ...]
    fate: str
    source: str
    doubts: tuple[str, ...]
    note: str

    @property
    def group(self) -> str:
        """The ship's side, squadron and commander."""
        return " · ".join(part for part in (self.side, self.squadron, self.commander) if part)

    @property
    def crowd(self) -> str:
        """The length of the longest row of boxes: ``few``, ``some`` or ``many``. Few boxes are drawn large, many small."""
        longest = max((sum(map(len, row.groups)) for row in self.rows), default=0)
        return "few" if longest <= FEW else "some" if longest <= MANY else "many"

    @property
    def heads(self) -> tuple[str, ...]:
        """The texts that the option ``--only`` searches."""
        return self.name, self.kind, self.group, *self.particulars


@dataclass(frozen=True, slots=True)
class Sheets:
    """Cards to print under a title. ``under`` is the line below the title, ``sides`` are in playing order. ``scenario`` has the
    paragraphs of the scenario's story, its set-up, its events and its victory conditions. ``turns`` is the number of columns in
    the log of a card.
    """

    title: str
    under: str
    cards: tuple[Sheet, ...]
    sides: tuple[str, ...] = ()
    scenario: tuple[str, ...] = ()
    turns: int = USUAL_TURNS

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the cards, each listed once. A card refers to its source by number, from 1."""
        return tuple(dict.fromkeys(card.source for card in self.cards if card.source))

    @property
    def who(self) -> dict[str, dict[str, list[Sheet]]]:
        """The cards of each side by squadron, for a page that lists the ships of each side. Empty for a roster, which has no
        sides.
        """
        sides: dict[str, dict[str, list[Sheet]]] = {}
        for card in self.cards:
            if card.side:
                sides.setdefault(card.side, {}).setdefault(card.squadron, []).append(card)
        return sides

    def html(self, **paper: Any) -> str:
        """The cards as HTML to print. ``paper`` may give the paper, whether there is a log, and columns or a layout of pages."""
        usual = {"paper": None, "log": True, "columns": None, "layout": None, "pages": (), "tall": (), "tallest": 0}
        head: dict[str, Any] = {
            "title": self.title,
            "under": self.under,
            "sheets": self.cards,
            "sources": self.sources,
            "who": self.who,
        }
        head |= {"sides": self.sides, "scenario": self.scenario, "turns": self.turns}
        return render("sheets.html.j2", **{**usual, **head, **paper})

    def only(self, words: str) -> Sheets:
        """The cards whose name, kind or group contains the words, in upper or lower case. The scenario is left out. Raises
        InvalidInput if no card contains them.
        """
        fitting = tuple(card for card in self.cards if any(words.casefold() in text.casefold() for text in card.heads))
        if not fitting:
            raise InvalidInput.word("only", words, [card.name for card in self.cards])
        return replace(self, cards=fitting, scenario=())


def sheets_of_battle(journal: Journal[Any], blank: bool = False) -> str:
    """The cards of a battle's ships as HTML: as damaged now, or if ``blank`` as they began."""
    return battle_sheets(journal, blank).html()


def battle_sheets(journal: Journal[Any], blank: bool = False) -> Sheets:
    """The cards of a battle's ships: as damaged now, or if ``blank`` as they began."""
    setup, rules, battle = journal.setup, journal.ruleset, journal.start if blank else journal.battle
    when = "" if blank else f"turn {battle.turn}, step {rules.sequence.now(battle).number}"
    now = rules.conditions_now(battle)
    conditions = (_condition(rules, name, now[name]) for name in rules.conditions if now[name])
    placed = set_up(journal.start, [journal.side] if journal.side else [])
    events = (f"turn {event.turn}: {event.text.strip()}" for event in known_events(battle))
    last = journal.last_turn
    ends = () if last else ("no turn is the last: the referee says when the battle is over",)
    return Sheets(
        title=setup.title,
        under=" · ".join(part for part in (setup.date, rules.title, when, *conditions) if part),
        cards=tuple(_sheets(battle, knowing(journal))),
        sides=tuple(setup.sides),
        scenario=(*paragraphs(setup.text), *map(sentence, (*placed, *events, *decides(journal), *ends))),
        turns=min(max(last, USUAL_TURNS), MOST_TURNS),
    )


def _condition(rules: Ruleset[Any], name: str, value: str) -> str:
    """A condition for the cards' first line, such as ``weather: clear``. Modifiers on the rules page use the condition's name."""
    words = bare_words(rules, name, value)
    return f"{condition_title(rules, name)}: {value}" if words == value else words


def roster_sheets(rules: Ruleset[Any], title: str, cards: Mapping[str, dict[str, Any]]) -> Sheets:
    """The blank cards of a roster."""
    ships = tuple(ShipEntry(name, title, card) for name, card in cards.items())
    sides = (title, f"not {title}")
    squadrons = tuple(Squadron("", side) for side in sides)
    battle = rules.begin(Setup(rules.id, rules.version, title, sides, ships, squadrons))
    return Sheets(title, rules.title, tuple(_sheets(battle, sided=False)))


def setup_sheets(setup: Setup, side: str = "") -> Sheets:
    """The cards of a scenario's ships at the start of the battle, as far as a side may know them. Without a side all of them."""
    journal: Journal[Any] = Journal(ruleset(setup.ruleset), setup, "")
    return battle_sheets(read_by(journal, side), blank=True)


def _sheets(battle: Battle[Any], known: Known = lambda card: card, sided: bool = True) -> Iterator[Sheet]:
    """The cards of all ships, without facts that the reader may not know. Ships that the reader does not know at all are left
    out.
    """
    entries = {entry.name: entry for entry in battle.setup.ships}
    for card in map(known, battle.cards()):
        if card.tracks or not card.unseen:
            yield _sheet(battle, card, entries[card.name], sided)


def _sheet(battle: Battle[Any], card: CardView, entry: ShipEntry, sided: bool) -> Sheet:
    raw: Mapping[str, Any] = entry.card
    ship = battle.ship(card.name)
    arms = tuple(battle.ruleset.arms(battle, ship))
    fittings = dict(_fittings(raw, [arm.label for arm in arms], {track.id: track.label for track in card.tracks}))
    labels = {system.label for system in card.systems}
    others = [f"{name}: {text}" for name, text in fittings.items() if name not in labels]
    several = len(card.supplies) > 1
    doubts = (("estimated", raw.get("estimated") is True), ("not checked against a source", raw.get("checked") is False))
    return Sheet(
        name=card.name,
        kind=card.kind,
        side=card.side if sided else "",
        squadron=card.squadron,
        commander=ship.commander,
        particulars=tuple(_particulars(raw, card, [arm.label for arm in arms])),
        others=tuple(others),
        rows=tuple(Boxes(track.label, track.left, track.full) for track in card.tracks if track.full),
        places=tuple(_place(system, fittings.get(system.label, "")) for system in card.systems),
        supplies=tuple(Boxes(one.label, one.left, one.full, one.id if several else "") for one in card.supplies),
        ticks=tuple(Boxes(one.label, one.left, one.full) for one in ship.ticked),
        arms=arms,
        conditions=card.conditions,
        fate=card.fate,
        source=card.source,
        doubts=tuple(words for words, holds in doubts if holds),
        note=str(raw.get("note", "")),
    )


def _particulars(raw: Mapping[str, Any], card: CardView, arms: Sequence[str]) -> Iterator[str]:
    """The facts in the roster about a ship that no other part of her card shows, in words."""
    if card.name != raw.get("name"):
        yield str(raw.get("name", ""))
    if card.particulars:
        yield from map(str, card.particulars)
        return
    if not any(raw.get(key) for key in SPEEDS) and card.motion:
        yield card.motion  # the roster gives no speed
    elsewhere = {*NO_PARTICULARS, *arms, *(track.id for track in card.tracks)}
    for key, value in raw.items():
        is_kind = card.kind in (value, f"{value} {FLAG}")
        if value and key not in elsewhere and not isinstance(value, (list, tuple, dict)) and not is_kind:
            yield _pair(key, value)


def _fittings(raw: Mapping[str, Any], arms: Sequence[str], rows: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The name of each fitting, such as a gun mount, with the roster's text about it.

    For the fittings named in ``arms``, lists of numbers are left out. If several ``rows`` of boxes count fittings, each text
    begins with the name of its row, except in the first row.
    """
    counted = [key for key in rows if raw.get(key) and isinstance(raw[key], (list, tuple))]
    for key, value in raw.items():
        for entry in value if isinstance(value, (list, tuple)) else ():
            if isinstance(entry, Mapping):
                name = entry.get("name") or entry.get("kind") or ""
                found = {word: inner for word, inner in entry.items() if inner and word not in ("name", "kind")}
                pairs = [_pair(word, inner) for word, inner in found.items() if name not in arms or not isinstance(inner, list)]
                if name and pairs:
                    yield str(name), ", ".join([rows[key], *pairs] if key in counted[1:] else pairs)


def _pair(key: str, value: object) -> str:
    """A value after its key, such as ``calibre 12``. A long text is shown without its key."""
    words = key.replace("_", " ")
    if isinstance(value, bool):
        return words
    if isinstance(value, (list, tuple)):
        return f"{words} {'/'.join(map(str, value))}"
    if isinstance(value, str) and len(value) > SHORT:
        return value
    return f"{words} {value:g}" if isinstance(value, float) else f"{words} {value}"


def _place(system: System, fitting: str) -> Place:
    counted = _COUNTED.match(system.detail)
    left, full = map(int, counted.groups()) if counted else (0, 0)
    detail = system.detail[counted.end() :] if counted else system.detail
    boxes = Boxes("", left, full) if 1 < full <= GROUP * 2 else None
    return Place(system.label, system.state, boxes, fitting or detail)
