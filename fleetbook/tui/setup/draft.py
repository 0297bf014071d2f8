"""An immutable draft of a battle, with a scenario, house rules and the kind of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.battle.setup import Setup
from fleetbook.core.doctrines.filled_chairs import SURPRISE
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import folded_name
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.battle.seed import DrawnSeed, draw_seed
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import build_setup
from fleetbook.store.library.house import read_house
from fleetbook.store.library.paths import find_beside, own_folder
from fleetbook.store.library.preferences import types_dice
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.scenario import ReadingText, Scenario, ShipLine, SideText, read_scenario
from fleetbook.store.library.toml_file import typed_path
from fleetbook.tui.roster.field_kinds import NO, YES, number
from fleetbook.tui.roster.ship_picker import Pick

FIRST_SIDES = ("First side", "Second side")
A_SURPRISE = "a surprise"
change = msgspec.structs.replace


@dataclass(frozen=True)
class SetupDraft:
    """A draft of a battle.

    scenario    the scenario, with each ship as an entry of its own so that she can be named
    folder      a folder whose rosters can be used besides the installed ones
    house       the path of a file of house rules; empty for none
    typed_dice  whether the players throw dice themselves and their faces are typed in
    seed        the seed of rolled dice; its seal is shown during the set-up
    words       the words that sides add to the seed, each with the number of its side
    chairs      the ids of doctrines that give the orders of sides, each with the number of its side
    """

    scenario: Scenario
    folder: Path
    house: str = ""
    typed_dice: bool = field(default_factory=lambda: bool(types_dice()))
    seed: DrawnSeed = field(default_factory=draw_seed)
    words: tuple[tuple[int, str], ...] = ()
    chairs: tuple[tuple[int, str], ...] = ()

    @classmethod
    def new(cls, name: str) -> SetupDraft:
        """A new draft: two sides without ships, and the first option of each condition. Raises InvalidInput for unknown rules."""
        rules = ruleset(name)
        words = [{key: options[0] for key, options in given.items()} for given in (rules.conditions, rules.options)]
        sides = tuple(SideText(side, ()) for side in FIRST_SIDES)
        return cls(Scenario(rules.id, "A new battle", sides, conditions=dict(words[0]), options=dict(words[1])), own_folder())

    @classmethod
    def reading(cls, path: Path) -> SetupDraft:
        """The draft of a scenario's file, with each ship as an entry of its own. Raises InvalidInput if it cannot be read."""
        scenario = read_scenario(path)
        ruleset(scenario.ruleset)
        sides = tuple(change(side, ships=tuple(one for line in side.ships for one in _each(line))) for side in scenario.side)
        return cls(change(scenario, side=sides), path.parent)

    @property
    def rules(self) -> Ruleset[Any]:
        return ruleset(self.scenario.ruleset)

    @property
    def sides(self) -> tuple[SideText, ...]:
        return self.scenario.side

    # ------------------------------------------------------------------ what it comes to

    def setup(self) -> Setup:
        """The battle's set-up. Raises InvalidInput for the first fault of the draft."""
        if not self.scenario.title.strip():
            raise InvalidInput("title", "nothing", "a title")
        for name, reading in self.scenario.readings.items():
            if not reading.reason.strip():
                raise InvalidInput(f"reading {name}: why", "nothing", "the reason why it is changed")
        return build_setup(self.scenario, "", self.folder)

    def words_of_sides(self) -> dict[str, str]:
        """The word that each side adds to the seed of the dice, by the side's name. Empty if it adds none."""
        return {side.name.strip(): dict(self.words).get(place, "") for place, side in enumerate(self.sides)}

    def doctrines(self) -> dict[str, str]:
        """The title of each doctrine that may give a side's orders, by its id. One entry stands for a doctrine that is drawn at
        random. Empty if the rules have none.
        """
        try:
            known = {name: one.title for name, one in doctrines_of(self.rules).items()}
        except InvalidInput:
            return {}
        return {**known, SURPRISE: A_SURPRISE}

    def house_rules(self) -> tuple[HouseRules, ...]:
        """The house rules that the draft names, empty if it names none. Raises InvalidInput if they cannot be used."""
        if not self.house.strip():
            return ()
        rules = read_house(typed_path(self.house))
        if rules.ruleset != self.scenario.ruleset:
            raise InvalidInput("house rules", f"rules for {rules.ruleset}", f"rules for {self.scenario.ruleset}")
        return (rules,)

    def trouble(self) -> str:
        """The first fault of the draft. Empty if the battle can begin."""
        try:
            setup = self.setup()
            self.rules.tables_under((*setup.house, *self.house_rules()))
        except InvalidInput as error:
            lacks = error.found in ("nothing", "none", "")
            return (f"{error.where}: needs {error.allowed}" if lacks else str(error)).lstrip(": ")
        except (FleetbookError, OSError) as error:
            return str(error)
        return ""

    def to_save(self) -> Scenario:
        """The scenario to write to a file. Consecutive ships that differ only in their number share one entry."""
        return change(self.scenario, side=tuple(change(side, ships=tuple(_together(side.ships))) for side in self.sides))

    # ------------------------------------------------------------------ changes

    def with_scenario(self, **changed: Any) -> SetupDraft:
        return replace(self, scenario=change(self.scenario, **changed))

    def by_rules(self, name: str) -> SetupDraft:
        """The draft under other rules. Title, date, story, events and sides are kept; ships and conditions are not."""
        fresh = SetupDraft.new(name).scenario
        before = self.scenario
        sides = tuple(SideText(side.name, ()) for side in self.sides)
        kept = {"title": before.title, "date": before.date, "text": before.text, "event": before.event}
        return replace(self, scenario=change(fresh, side=sides, **kept))

    def with_side(self, place: int, side: SideText | None) -> SetupDraft:
        """The draft with one side replaced, or removed if ``side`` is None."""
        sides = [*self.sides[:place], *([side] if side else []), *self.sides[place + 1 :]]
        return self.with_scenario(side=tuple(sides)).with_rosters_used()

    def with_new_side(self) -> SetupDraft:
        names = {folded_name(side.name) for side in self.sides}
        name = next(name for n in range(len(names) + 1, 999) if folded_name(name := f"Side {n}") not in names)
        return self.with_scenario(side=(*self.sides, SideText(name, ())))

    def with_new_squadron(self, place: int) -> SetupDraft:
        side = self.sides[place]
        taken = {folded_name(str(squadron.get("name", ""))) for side in self.sides for squadron in side.squadron}
        name = next(name for n in range(1, 999) if folded_name(name := f"Squadron {n}") not in taken)
        return self.with_side(place, change(side, squadron=(*side.squadron, {"name": name})))

    def with_ships(self, place: int, squadron: str, picks: Iterable[Pick]) -> SetupDraft:
        """The draft with more ships on a side. Each gets a name that nothing else in the draft has."""
        picks = list(picks)
        taken = set(self._names())
        lines = [ShipLine(pick.card, name, squadron) for pick in picks for name in _free_names(pick, taken)]
        lines = [change(line, name="") if line.name == line.card else line for line in lines]
        rosters = dict.fromkeys([*self.scenario.rosters, *(pick.roster for pick in picks)])
        side = self.sides[place]
        draft = self.with_scenario(rosters=tuple(rosters))
        return draft.with_side(place, change(side, ships=(*side.ships, *lines)))

    def with_card(self, place: int, number: int, card: Mapping[str, Any]) -> SetupDraft:
        """The draft with a ship's card changed. Only values that differ from the roster's card are stored."""
        side = self.sides[place]
        plain = self.card(change(side.ships[number], replaced={})) or {}
        replaced = {key: value for key, value in card.items() if plain.get(key) != value and key != "name"}
        ship = change(side.ships[number], replaced=replaced)
        return self.with_side(place, change(side, ships=(*side.ships[:number], ship, *side.ships[number + 1 :])))

    def _names(self) -> Iterator[str]:
        for side in self.sides:
            yield folded_name(side.name)
            yield from (folded_name(line.name or line.card) for line in side.ships)
            yield from (folded_name(str(squadron.get("name", ""))) for squadron in side.squadron)

    def with_rosters_used(self) -> SetupDraft:
        """The draft without rosters from which no ship comes. Rosters that cannot be read are kept."""
        cards = {line.card.strip() for side in self.sides for line in side.ships}
        used = tuple(name for name in self.scenario.rosters if self._holds(name, cards))
        return self if used == self.scenario.rosters else self.with_scenario(rosters=used)

    def _holds(self, name: str, cards: set[str]) -> bool:
        try:
            return bool(cards & set(read_roster(find_beside(self.folder, name)).cards))
        except (FleetbookError, OSError):
            return True

    def card(self, line: ShipLine) -> Mapping[str, Any] | None:
        """The card of a ship, with the draft's changes. None if no readable roster has it."""
        for name in self.scenario.rosters:
            try:
                found = read_roster(find_beside(self.folder, name)).cards.get(line.card.strip())
            except (FleetbookError, OSError):
                continue
            if found is not None:
                return {**found, **line.replaced}
        return None

    def with_reading(self, name: str, text: str | None, reason: str | None = None) -> SetupDraft:
        """The draft with a new value or reason for a reading. If both are None, the printed reading is restored."""
        printed = self.rules.tables.reading(name).value
        before = self.scenario.readings.get(name, ReadingText(printed, ""))
        readings = {
            key: value for key, value in self.scenario.readings.items() if key != name or text is not None or reason is not None
        }
        if text is not None or reason is not None:
            value = before.value if text is None else reading_value(text, printed)
            readings[name] = ReadingText(value, before.reason if reason is None else reason)
        return self.with_scenario(readings=readings)


def reading_value(text: str, printed: Any) -> Any:
    """The value of a reading that was typed as text, converted to the type of the printed value."""
    if isinstance(printed, bool):
        return {YES: True, NO: False}.get(text, text)
    return text if isinstance(printed, str) else number(text)


def _each(line: ShipLine) -> Iterator[ShipLine]:
    if line.count == 1:
        yield line
    else:
        names = (f"{(line.name or line.card).strip()} {n}" for n in range(1, line.count + 1))
        yield from (change(line, name=name, count=1) for name in names)


def _free_names(pick: Pick, taken: set[str]) -> Iterator[str]:
    """Unused names for the ships picked: the card's name for a single ship, otherwise numbered names."""
    if pick.count == 1 and folded_name(pick.card) not in taken:
        taken.add(folded_name(pick.card))
        yield pick.card
        return
    left = pick.count
    for number_ in range(1, 9999):
        name = f"{pick.card} {number_}"
        if left and folded_name(name) not in taken:
            taken.add(folded_name(name))
            left -= 1
            yield name
        if not left:
            return


def _together(lines: tuple[ShipLine, ...]) -> Iterator[ShipLine]:
    """Combine consecutive ships that are numbered from 1 and otherwise alike into one entry with a count."""
    rest = list(lines)
    while rest:
        line = rest[0]
        stem = line.name.removesuffix(" 1") if line.name.endswith(" 1") else ""
        run = 1
        while stem and run < len(rest) and rest[run] == change(line, name=f"{stem} {run + 1}"):
            run += 1
        if run > 1:
            yield change(line, name="" if stem == line.card else stem, count=run)
        else:
            yield line
        del rest[:run]
