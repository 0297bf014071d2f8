"""Keys in a form, by the kind of their row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.parsing import match
from fleetbook.tui.battle.entry.form import CHOICE, DICE, NUMBER, SHIP, TICKED, OrderForm
from fleetbook.tui.kit.keys import STEPS, TURNS, letter
from fleetbook.tui.kit.text_field import TextField

WORDS = ("ship", "choice")
YES_NO = {"y": "yes", "n": "no"}


def press(form: OrderForm, key: str, character: str | None) -> OrderForm:
    """The form after a key. A key without a meaning in its row changes nothing. ``character`` is its letter, if any."""
    if key in STEPS:
        return form.moved(STEPS[key])
    form = _in_its_row(form, key, letter(character))
    entry = form.entry
    if key == "space" and _ends_here(form, entry):
        return form.at_row(DICE if entry is None or entry.field.kind == "number" else NUMBER)
    if entry is None or entry.options is None:
        return _type(form, entry, key, character)
    if entry.field.kind in TICKED:
        return _tick(form, entry, key, character)
    return _pick(form, entry, key, character)


def _in_its_row(form: OrderForm, key: str, typed: str) -> OrderForm:
    """The form with the cursor in the row that a key is meant for.

    A letter belongs to a ship. A digit belongs to a choice at the cursor with that number, else to the range, or to the
    dice when no number is asked for. Inside a name, digits go on with it.
    """
    entry = form.entry
    if key == "space" or not typed.isalnum():
        return form
    if typed.isalpha() and (entry is None or entry.field.kind == "number"):
        return form.at_row(SHIP)
    if not typed.isdigit() or entry is None or form.typing is not None:
        return form
    if entry.field.kind in WORDS:
        return form if _numbered(entry, typed) else replace(form.at_row(NUMBER), before=form)
    asks_for_words = entry.field.kind in (*TICKED, "flag")
    return form.at_row(NUMBER) if asks_for_words and not _numbered(entry, typed) else form


def _numbered(entry: Entry, typed: str) -> bool:
    """Whether digits begin a candidate, or a word of one that is no ship: torpedo 2. Modifiers have other words than names."""
    if entry.field.kind == "modifiers":
        return False
    words = [*(entry.options or ()), *entry.refused]
    if entry.field.kind != SHIP:
        words += [part for word in words for part in word.split()]
    return any(word.startswith(typed) for word in words)


def _ends_here(form: OrderForm, entry: Entry | None) -> bool:
    """Whether a blank ends the text being typed: after a number, and after a name without a blank there."""
    if form.typing is None or entry is None:
        return False
    if entry.field.kind == "number":
        return True
    begun = f"{form.typing.text} ".casefold()
    names = [ship.name.casefold() for ship in form.draft.battle.ships()] + [o.casefold() for o in entry.options or ()]
    return entry.field.kind in WORDS and not any(name.startswith(begun) or f" {begun}" in name for name in names)


def paste(form: OrderForm, text: str) -> OrderForm:
    """The form after text is pasted into a row that takes any text."""
    entry = form.entry
    if entry is not None and entry.options is not None:
        return form
    return _typed(form, entry, (form.typing or TextField()).insert(text))


def _type(form: OrderForm, entry: Entry | None, key: str, character: str | None) -> OrderForm:
    """Numbers, words and faces. The first character replaces the old value."""
    if key in TURNS and (number := _turned_number(form, entry, TURNS[key])) is not None:
        return form.with_input(number)
    begun = form.typing or (TextField() if letter(character) else TextField.at_end(shown(form, entry)))
    line = begun.press(key, character)
    if line is None:
        return form
    if letter(character):  # what is typed counts as entered, also where the battle suggested the same
        form = form.with_input(line.text, line)
        entry, before = form.entry, form.before
        if before is None or entry is None or not entry.problem:
            return form
        numbered = any(word.startswith(line.text) for ship in form.draft.battle.ships() for word in ship.name.split())
        return _named(before, line) if numbered else form
    return _typed(form, entry, line)


def _turned_number(form: OrderForm, entry: Entry | None, steps: int) -> float | None:
    """A number increased by so many steps, within its bounds. None when there is no number."""
    if entry is None or not isinstance(entry.field, NumberField):
        return None
    number = entry.field.parsed(form.draft.raw.get(entry.field.name)) if entry.value is None else entry.value
    if number is None:
        return None
    low, high = entry.bounds or (number, number)
    step = entry.field.step or 1
    turned = max(low, min(number + steps * step, high))
    return int(turned) if float(turned).is_integer() else round(turned, 3)


def _typed(form: OrderForm, entry: Entry | None, line: TextField) -> OrderForm:
    if line.text == shown(form, entry):
        return replace(form, typing=line)
    return form.with_input(line.text or None, line)


def shown(form: OrderForm, entry: Entry | None) -> str:
    """A value as text, or the text typed if it cannot be read."""
    if entry is None:
        return form.dice
    raw = form.draft.raw.get(entry.field.name)
    return str(raw) if raw is not None and entry.problem else entry.field.show(entry.value)


def _pick(form: OrderForm, entry: Entry, key: str, character: str | None) -> OrderForm:
    """One of several words: the next or last of them, or the one that begins as typed."""
    options = entry.options or ()
    if key in TURNS or (key == "space" and form.typing is None):
        return form.with_input(_turned(options, entry.field.show(entry.value), TURNS.get(key, 1)))
    if entry.field.kind == "flag":
        return form.with_input(YES_NO[character]) if character in YES_NO else form
    words = [word.casefold() for word in entry.words]
    one_letter_each = all(len(word) == 1 for word in words) and letter(character).casefold() in words
    begun = TextField() if one_letter_each else form.typing or TextField()  # such a letter takes the place of the one before
    line = begun.press(key, character) if form.typing or letter(character) else None
    if line is None:
        return form.with_input(None) if key in ("backspace", "delete") else form
    return _named(form.before if form.before and form.typing else form, line)


def _named(before: OrderForm, line: TextField) -> OrderForm:
    """The form with a typed name entered in its row, or else in the row of a ship.

    A name that may not be chosen, or is no candidate, is shown as wrong.
    """
    found = next(_meant(before, line.text), None)
    form, word = found or (before, line.text or None)
    return replace(form.with_input(word, line), before=before)


def _meant(form: OrderForm, text: str) -> Iterator[tuple[OrderForm, str]]:
    """Rows and words that a text may mean, the likeliest first.

    A text that begins a word of its own row, refused or not, belongs there. In another row only a name that begins so counts.
    """
    own = form.entry
    if own is not None and (word := match(text, own.options or ()) or match(text, own.refused, anywhere=False)):
        yield form, word
    rows = [row for row, entry in enumerate(form.entries) if entry is not own and form.names_ships(entry)]
    for offered in (True, False):
        for row in rows:
            entry = form.entries[row]
            if word := match(text, entry.options or () if offered else entry.refused, anywhere=False):
                yield form.at(row), word
        if own is not None and (word := match(text, own.refused)):
            yield form, word
    ships = [ship.name for ship in form.draft.battle.ships()] if own is not None and own.field.kind == SHIP else []
    if word := match(text, ships, anywhere=False):
        yield form, word
    yield from _of_no_ship(form, text)


def _of_no_ship(form: OrderForm, text: str) -> Iterator[tuple[OrderForm, str]]:
    """Words that begin so in a row whose meaning depends on a ship named above, when none is: the weather of the battle."""
    mixed = [row for row, above in enumerate(form.entries[: form.row]) if above.field.kind == CHOICE and form.names_ships(above)]
    for row in mixed:
        for word in form.entries[row].options or ():
            if form.draft.battle.is_ship(word):
                continue
            other = form.at(row).with_input(word).at(form.row)
            if other.entry and (found := match(text, other.entry.options or (), anywhere=False)):
                yield other, found


def _turned(options: tuple[str, ...], value: str, steps: int) -> str | None:
    if not options:
        return None
    place = options.index(value) + steps if value in options else min(steps - 1, 0)
    return options[place % len(options)]


def _tick(form: OrderForm, entry: Entry, key: str, character: str | None) -> OrderForm:
    """A row of several words. The cursor moves among them, also by their first letters, and each is ticked or not."""
    options = entry.options or ()
    if not options:
        return form
    if key in TURNS:
        return replace(form, mark=(form.mark + TURNS[key]) % len(options), typing=None)
    if key == "space" or letter(character) in ("x", "+", "-"):
        ticked = set(entry.value or ()) ^ {options[form.mark % len(options)]}
        words = tuple(word for word in options if word in ticked)
        return replace(form.with_input(None if words == entry.suggested else list(words)), mark=form.mark)
    if key in ("backspace", "delete"):
        return form.with_input(None)
    line = (form.typing or TextField()).press(key, character) if entry.field.kind == "several" else None
    word = match(line.text, options) if line else None
    return replace(form, mark=options.index(word), typing=line) if word else form
