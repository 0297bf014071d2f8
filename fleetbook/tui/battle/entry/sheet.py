"""The sheet of an order for several ships, with a row for each ship's target, range and side. It is immutable."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import NumberField, ShipField
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.parsing import match
from fleetbook.referee.offers import wrong_word
from fleetbook.referee.proposals.measured import range_between
from fleetbook.referee.proposals.ranges import FilledIn
from fleetbook.referee.session import Session
from fleetbook.tui.kit.keys import STEPS, TURNS, key_name, letter
from fleetbook.tui.kit.text_field import TextField

ENDS = {"home": 0, "end": -1}
ERASERS = ("backspace", "delete", "ctrl+u", "ctrl+w")
HOLD, AS_ABOVE, OPPOSITE, FIRE_ON = "space", "=", "*", "+"


@dataclass(frozen=True)
class Row:
    """A ship's row.

    entered  the referee's inputs
    kept     the values that the row keeps although a row above has changed; an empty text stands for the value from the rules
    holds    whether the ship does not take part
    dealt    whether her target is her opposite number, by the key that aims at a line
    """

    ship: str
    entered: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)
    holds: bool = False
    dealt: bool = False

    def with_input(self, name: str, text: str) -> Row:
        others = {key: value for key, value in self.entered.items() if key != name}
        return replace(self, entered={**others, name: text} if text else others, dealt=False)


@dataclass(frozen=True)
class Sheet:
    """The rows of several ships. A row without an entered value takes it from the nearest row above, or else from the rules. A
    change goes down to the first row in which the referee has entered something.

    at      the number of the row with the cursor
    typing  the text being typed there; None before the first character
    into    the input that receives the text
    said    the change by the last key, in words; empty if the key only moved the cursor or typed a number for all rows below
    """

    session: Session
    kind: type[SheetOrder[Any]]
    group: str
    rows: tuple[Row, ...]
    at: int = 0
    typing: TextField | None = None
    into: str = ""
    said: str = ""
    _made: dict[Any, Draft[Any]] = field(default_factory=dict, compare=False, repr=False)  # shared by the sheets of one opening

    @classmethod
    def of(cls, session: Session, kind: type[SheetOrder[Any]], group: str) -> Sheet:
        return cls(session, kind, group, tuple(Row(ship) for ship in kind.rows(session.battle, group)))

    def left_over(self, fired: Collection[str] = ()) -> Sheet | None:
        """The sheet for the ships that may still act; ships in ``fired`` do not take part. None if no ship may act."""
        entered = {row.ship: row for row in self.rows}
        now = Sheet.of(self.session, self.kind, self.group)
        here = [entered.get(row.ship, row) for row in now.rows]
        rows = tuple(replace(row, holds=row.holds or row.ship in fired) for row in here)
        stays = (place for place, row in enumerate(rows) if row.ship == self.row.ship and row.ship not in fired)
        return replace(now, rows=rows, at=next(stays, 0)) if rows else None

    @property
    def battle(self) -> Battle[Any]:
        return self.session.battle

    @property
    def row(self) -> Row:
        return self.rows[self.at]

    def _input(self, kind: type[Any]) -> str:
        """The input of this kind that belongs to a single row. If there is none, the last input of this kind."""
        declared = self.kind.declared
        return next((name for name in self.kind.own if isinstance(declared[name], kind)), self.kind.own[-1])

    @property
    def target(self) -> str:
        """The name of the input that names a row's target."""
        return self._input(ShipField)

    @property
    def number(self) -> str:
        """The name of the input that asks for a number measured on the table."""
        return self._input(NumberField)

    # ------------------------------------------------------------------ what a row comes to

    @cached_property
    def drafts(self) -> tuple[Draft[Any], ...]:
        """For each row, the draft of an order for its ship alone."""
        return tuple(self._draft(place) for place in range(len(self.rows)))

    @cached_property
    def _values(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self._values_of(place) for place in range(len(self.rows)))

    def _values_of(self, place: int) -> dict[str, Any]:
        ship, proposed = self.rows[place].ship, self.kind.proposed(self.battle, self.rows[place].ship)
        values = {name: self._entered(place, name) or proposed.get(name) for name in self.kind.own}
        number, target = self.number, str(values[self.target])
        if number not in self.rows[place].entered and (found := self._measured(ship, target)):
            values[number] = found
        return {name: value for name, value in values.items() if value not in (None, "")}

    def _entered(self, place: int, name: str) -> str:
        """The value entered or kept in this row, or else in the nearest row above that has one."""
        above = reversed(self.rows[: place + 1])
        return next((own[name] for row in above if name in (own := {**row.kept, **row.entered})), "")

    def _measured(self, ship: str, target: str) -> str:
        """The number measured between two ships in this phase. Empty if none was."""
        return range_between(self.session, ship, target)

    def _draft(self, place: int) -> Draft[Any]:
        kind, ship, values = self.kind, self.rows[place].ship, self._values[place]
        found = ship, tuple(sorted(values.items()))
        if found not in self._made:
            self._made[found] = Draft(self.battle, kind, {kind.group: self.group, kind.members_input: [ship], **values})
        return self._made[found]

    def is_old(self, place: int) -> bool:
        """Whether a row's number was filled in, but nobody measured it in this phase between the ship and her target."""
        if self.rows[place].holds or self._entered(place, self.number) or self.entry(place, self.number).value is None:
            return False
        return not self._measured(self.rows[place].ship, str(self._values[place].get(self.target, "")))

    def is_taken_over(self, place: int) -> bool:
        """Whether a row's number was entered in a row above that has another target."""
        return bool(self._entered(place, self.number)) and self.is_assumed(place, self.number)

    def is_assumed(self, place: int, name: str) -> bool:
        """Whether nobody has entered this value for the row's target. It then comes from the rules, or from a row with
        another target.
        """
        if self.rows[place].holds or name not in self._values[place]:
            return False
        if name == self.number and self._measured(self.rows[place].ship, str(self._values[place].get(self.target, ""))):
            return False
        source = next((at for at in range(place, -1, -1) if name in {**self.rows[at].kept, **self.rows[at].entered}), None)
        if source is None or name not in self.rows[source].entered:
            return True
        return self._values[source].get(self.target) != self._values[place].get(self.target)

    def copies_target(self, place: int) -> bool:
        """Whether a row takes its target from the nearest row above in which one was entered."""
        return self.target not in self.rows[place].entered and bool(self._entered(place, self.target))

    def _is_entered(self, place: int, name: str) -> bool:
        """Whether the referee typed this value, in the row itself or in a row above with the same target."""
        return bool(self._entered(place, name)) and not self.is_assumed(place, name)

    def as_above(self, place: int) -> bool:
        """Whether a row has the same values as the row above it."""
        return place > 0 and self._values[place] == self._values[place - 1]

    def entry(self, place: int, name: str) -> Entry:
        return self.drafts[place].entries[name]

    def problem(self, place: int) -> FleetbookError | None:
        """The reason why a row's order cannot be given. None if it can."""
        return self.drafts[place].problem

    def problem_words(self, place: int) -> str:
        """The reason why a row's order cannot be given, in words for the table. A name that is unknown comes first."""
        for entry in self.drafts[place].entries.values():
            if entry.given and isinstance(entry.problem, InvalidInput):
                return wrong_word(entry.problem, entry)
        return str(self.problem(place))

    def _wrong_input(self) -> str | None:
        """The input of the cursor's row whose text is not valid. None if all are."""
        wrong = (name for name in self.row.entered if isinstance(self.entry(self.at, name).problem, InvalidInput))
        return next(wrong, None)

    def fires(self, place: int) -> bool:
        return not self.rows[place].holds and isinstance(self.drafts[place].checked, Order)

    def first_lacking(self) -> int | None:
        """The first row that takes part and has a missing or wrong value. None if there is none."""
        places = (place for place, row in enumerate(self.rows) if not row.holds)
        return next((place for place in places if isinstance(self.problem(place), InvalidInput)), None)

    def orders(self, ends: bool) -> list[Draft[Any]]:
        """The orders of all rows that take part. Successive rows with equal values share one order. ``ends`` means that the
        last order also ends the actions of these ships.
        """
        places = [place for place in range(len(self.rows)) if self.fires(place)]
        alike = [[*run] for _, run in groupby(places, key=lambda place: sorted(self._values[place].items()))]
        return [self._order(run, ends and run is alike[-1]) for run in alike]

    def _order(self, places: list[int], ends: bool) -> Draft[Any]:
        kind, ships = self.kind, [self.rows[place].ship for place in places]
        values = {
            name: str(value) if any(self._is_entered(place, name) for place in places) else FilledIn(value)
            for name, value in self._values[places[0]].items()
        }
        given = {kind.group: self.group, **values, kind.ends: "yes" if ends else "no"}
        of_all = Draft(self.battle, kind, given)
        return of_all if list(of_all.values[kind.members_input] or ()) == ships else of_all.with_input(kind.members_input, ships)

    # ------------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> Sheet:
        """The sheet after a key other than Enter and Escape. Letters name the target, digits are the number."""
        return replace(self, said="")._pressed(key, character)

    def _pressed(self, key: str, character: str | None) -> Sheet:
        typed = letter(character)
        if key in STEPS:
            return replace(self, at=max(min(self.at + STEPS[key], len(self.rows) - 1), 0), typing=None)
        if key in TURNS:
            return self._turned(TURNS[key])
        if key in ENDS:
            return replace(self, at=ENDS[key] % len(self.rows), typing=None)
        if self.typing is not None and self._goes_on(key, typed):
            return self._typed(self.typing.press(key, character) or self.typing)
        if key == HOLD:
            said = f"{self.row.ship} {'fires' if self.row.holds else 'holds fire'}"
            return replace(self._with(replace(self.row, holds=not self.row.holds)), typing=None, said=said)
        if key in ERASERS:
            wrong = self._wrong_input() if key == "backspace" else None
            if wrong is None:
                return replace(self._with(Row(self.row.ship)), typing=None, said=f"{self.row.ship} as at first")
            begun = replace(self, into=wrong, typing=TextField.at_end(self.row.entered[wrong]))
            return begun.press(key, character)
        if typed == AS_ABOVE:
            return self._as_above()
        if OPPOSITE in (key, typed):
            return _opposite(self)
        if typed.isalnum():
            into = self.number if typed.isdigit() else self.target
            return replace(self, into=into, typing=TextField())._typed(TextField().insert(typed))
        wrong = f"{typed or key_name(key)} does nothing in the sheet: its keys stand below the rows"
        raise InvalidInput("key", typed or key, "", words=wrong)

    def _goes_on(self, key: str, typed: str) -> bool:
        """Whether a key continues the text being typed. If not, it begins another text or is a command."""
        assert self.typing is not None
        if key in ERASERS:
            return True
        if self.into == self.number:
            return typed.isdigit()
        begun = f"{self.typing.text}{' ' if key == HOLD else typed}".casefold()
        names = [word.casefold() for word in self.entry(self.at, self.target).words]
        continues = any(name.startswith(begun) or f" {begun}" in name for name in names)
        return bool(typed) and (continues if key == HOLD or typed.isdigit() else typed.isalpha() or typed in "-'.")

    def _typed(self, text: TextField) -> Sheet:
        entry, words = self.entry(self.at, self.into), text.text
        if self.into == self.target:
            words = match(words, entry.options or ()) or match(words, entry.refused) or words
        typed = replace(self._with(replace(self.row, holds=False).with_input(self.into, words)), typing=text)
        stops = any(row.entered for row in self.rows[self.at + 1 :])
        says = words in entry.words if self.into == self.target else stops
        return replace(typed, said=f"{entry.label} of {_followed_by(typed, self.into)}: {words}" if says else "")

    def _as_above(self) -> Sheet:
        """The sheet in which the row has the values of the nearest row above that fires."""
        place = next((at for at in range(self.at - 1, -1, -1) if not self.rows[at].holds), None)
        if place is None:
            raise InvalidInput("key", AS_ABOVE, "", words=f"no ship above {self.row.ship} fires")
        values = self._values[place]
        above = {name: str(values[name]) for name in values if name != self.number or not self.is_old(place)}
        copied = replace(self._with(Row(self.row.ship, above)), typing=None)
        return replace(copied, said=f"{_followed_by(copied, self.target)} as {self.rows[place].ship}")

    def _with(self, row: Row) -> Sheet:
        """The sheet with another row at the cursor. The next row with inputs of its own keeps all its values."""
        below = [*self.rows[self.at + 1 :]]
        place = next((place for place, other in enumerate(below) if other.entered), None)
        if place is not None:
            changed = [name for name in self.kind.own if row.entered.get(name) != self.row.entered.get(name)]
            kept = {name: self._entered(self.at + 1 + place, name) for name in changed if name not in below[place].entered}
            below[place] = replace(below[place], kept={**kept, **below[place].kept})
        return replace(self, rows=(*self.rows[: self.at], row, *below))

    def _turned(self, steps: int) -> Sheet:
        name = self.kind.own[-1]
        options = self.entry(self.at, name).words
        now = str(self._values[self.at].get(name, ""))
        place = options.index(now) + steps if now in options else 0
        if not options:
            return self
        turned, side = self._with(self.row.with_input(name, options[place % len(options)])), options[place % len(options)]
        return replace(turned, said=f"side of {_followed_by(turned, name)}: {self.entry(self.at, name).meanings.get(side, side)}")


def old_range_words(sheet: Sheet, place: int) -> str:
    """The origin of a number that was not measured in this phase: ``25 cm is from turn 3``."""
    number, session = sheet.entry(place, sheet.number), sheet.session
    pair = {sheet.rows[place].ship, str(sheet.drafts[place].values.get(sheet.target, ""))}
    for record in reversed(session.journal.records):
        given = record.procedure in (sheet.kind.id, sheet.kind.alone) and record.number in session.in_force
        if given and pair.issubset(record.named) and record.inputs.get(sheet.number) is not None:
            return f"{number.field.show(number.value)} {number.field.unit} is from turn {record.turn}"
    return f"{number.field.show(number.value)} {number.field.unit} was measured between other ships"


def contradiction(sheet: Sheet, place: int) -> str:
    """Words about a row whose number differs from the one measured in this phase between its ship and her target: ``20 cm, but 8
    measured this step``. Empty if they do not differ.
    """
    number, row = sheet.entry(place, sheet.number), sheet.rows[place]
    found = range_between(sheet.session, row.ship, str(sheet.drafts[place].values.get(sheet.target, "")))
    shown = number.field.show(number.value)
    return f"{shown} {number.field.unit}, but {found} measured this step" if found not in ("", shown) and not row.holds else ""


def _followed_by(sheet: Sheet, name: str) -> str:
    """The ship of the cursor's row, and the number of rows below that take over this value from her."""
    below = 0
    for row in sheet.rows[sheet.at + 1 :]:
        if name in row.entered or name in row.kept:
            break
        below += not row.holds
    return f"{sheet.row.ship}{f' and {below} below' if below else ''}"


def _opposite(sheet: Sheet) -> Sheet:
    """The sheet in which each ship from the cursor's row on aims at her opposite number in the enemy's line. A row below keeps
    the target that the referee has typed there.
    """
    foes = list(_opposite_line(sheet))
    if not foes:
        return sheet
    kept = [row.ship for row in sheet.rows[sheet.at + 1 :] if sheet.target in row.entered and not row.dealt]
    rows = [
        replace(row.with_input(sheet.target, foes[(place - sheet.at) % len(foes)]), dealt=True)
        if place >= sheet.at and row.ship not in kept
        else row
        for place, row in enumerate(sheet.rows)
    ]
    keeping = f"; {', '.join(kept)} as typed" if kept else ""
    said = f"from {sheet.row.ship} on at opposite numbers, {foes[0]} first{keeping}"
    return replace(sheet, rows=tuple(rows), typing=None, said=said)


def _opposite_line(sheet: Sheet) -> Iterator[str]:
    """The ships of the target's squadron at which the rows may fire, from the target on."""
    squadrons = {card.name: card.squadron for card in sheet.session.cards()}
    target = str(sheet.drafts[sheet.at].values.get(sheet.target, ""))
    fit = [word for word in squadrons if word in (sheet.entry(sheet.at, sheet.target).options or ())]
    line = [ship for ship in fit if squadrons[ship] == squadrons.get(target)]
    first = line.index(target) if target in line else 0
    yield from (*line[first:], *line[:first])
