"""The effect of each key in the form of an order. It depends on the kind of the row with the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Entry
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.parsing import match
from fleetbook.referee.asking import NOT_THROWN
from fleetbook.tui.battle.entry.form import CHOICE, DICE, NUMBER, SHIP, TICKED, OrderForm, counting
from fleetbook.tui.kit.keys import STEPS, TURNS, letter
from fleetbook.tui.kit.text_field import TextField

WORDS = ("ship", "choice")
YES_NO = {"y": "yes", "n": "no"}
FACES = "0123456789,- "  # what is typed for dice


def press(form: OrderForm, key: str, character: str | None) -> OrderForm:
    """The form after a key. Unchanged if the key has no meaning in the row. ``character`` is what the key types, if anything.

    Raises InvalidInput for a letter, digit or sign that no row takes.
    """
    if key in STEPS:
        return form.moved(STEPS[key])
    form = _in_its_row(form, key, letter(character))
    entry = form.entry
    if key == "space" and form.typing is not None and _ends_here(form, entry):
        if entry is None or entry.field.kind != NUMBER:
            after = form.at_row(NUMBER)
            return after if after is not form or entry is None else _pick(form, entry, key, character)
        thrown = form.at_row(DICE)  # without dice the blank is kept, so that no further digit becomes part of the number
        return thrown if thrown is not form else replace(form, typing=TextField.at_end(f"{form.typing.text.rstrip()} "))
    if entry is None or entry.options is None:
        return _type(form, entry, key, character)
    if entry.field.kind in TICKED:
        return _tick(form, entry, key, character)
    return _pick(form, entry, key, character)


def _in_its_row(form: OrderForm, key: str, typed: str) -> OrderForm:
    """Move the cursor to the row for which a typed letter or digit is meant.

    A letter in a row of numbers goes to a row that asks for a ship, unless the referee has entered that ship. A digit stays in a
    row that has a choice with that number. Any other digit goes to the row of a number, such as the range, or to the dice. So
    does a digit after a ship's name, unless some name continues with this digit.
    """
    entry = form.entry
    if key == "space" or not typed.isalnum():
        return form
    if typed.isalpha() and (entry is None or entry.field.kind == "number"):
        return _in_the_ships_row(form, typed)
    if not typed.isdigit() or entry is None:
        return form
    if form.typing is not None:
        return _behind_its_name(form, form.typing.text, typed) if entry.field.kind in WORDS else form
    if entry.field.kind in WORDS:
        return form if _numbered(entry, typed) else replace(form.at_row(NUMBER), before=form)
    asks_for_words = entry.field.kind in (*TICKED, "flag")
    return form.at_row(NUMBER) if asks_for_words and not _numbered(entry, typed) else form


def _in_the_ships_row(form: OrderForm, typed: str) -> OrderForm:
    """The form with the cursor on the row that asks for a ship. The cursor stays if there is no such row.

    Raises InvalidInput if the referee has entered that ship, or if a letter typed in the row of the dice begins no ship's name.
    """
    ships = form.at_row(SHIP)
    if ships is form or (entry := ships.entry) is None:
        return form
    if entry.field.name in form.entered:
        words = f"{typed} is left out: {entry.label} {entry.value or 'is entered'} stays; the arrow keys go to its row"
        raise InvalidInput(entry.label, typed, "", words=words)
    if form.entry is None and next(_meant(ships, typed), None) is None:
        raise InvalidInput(entry.label, typed, "", words=f"{typed} is left out: it begins no {entry.label}")
    return ships


def _behind_its_name(form: OrderForm, text: str, digit: str) -> OrderForm:
    """The form with the cursor on the row of a number, for a digit typed after a ship's name. The cursor stays if a name
    continues with the digit.

    Raises InvalidInput if the form asks for no number.
    """
    before = form.before or form
    if text.endswith(" ") or _goes_on(before, text + digit) or next(_meant(before, text), None) is None:
        return form
    after = form.at_row(NUMBER)
    if after is form:
        raise InvalidInput("number", digit, "", words=f"{digit} is left out: this order asks for none")
    return after


def _goes_on(form: OrderForm, text: str) -> bool:
    """Whether a text stands for an option of some row or a refused word of the cursor's row, or begins a ship's name."""
    rows = [entry.options or () for entry in form.entries if entry.field.kind in WORDS]
    if any(match(text, words) for words in (*rows, form.entry.refused if form.entry else ())):
        return True
    names = (ship.name.casefold().replace(" ", "") for ship in form.draft.battle.ships())
    return any(name.startswith(text.casefold().replace(" ", "")) for name in names)


def _numbered(entry: Entry, typed: str) -> bool:
    """Whether an option of the row, or a refused word, begins with the typed digits. If the row asks for no ship, a later word of
    the option may begin with the digits: ``torpedo 2``.
    """
    if entry.field.kind == "modifiers":
        return False
    words = [*(entry.options or ()), *entry.refused]
    if entry.field.kind != SHIP:
        words += [part for word in words for part in word.split()]
    return any(word.startswith(typed) for word in words)


def _ends_here(form: OrderForm, entry: Entry | None) -> bool:
    """Whether the space bar ends the text. It does after a number, and after a name that no longer name continues."""
    if form.typing is None or entry is None:
        return False
    if entry.field.kind == NUMBER:
        return True
    begun = f"{form.typing.text} ".casefold()
    names = [ship.name.casefold() for ship in form.draft.battle.ships()] + [o.casefold() for o in entry.options or ()]
    return entry.field.kind in WORDS and not any(name.startswith(begun) or f" {begun}" in name for name in names)


def paste(form: OrderForm, text: str) -> OrderForm:
    """The form after a paste. Only rows without options take pasted text."""
    entry = form.entry
    if entry is not None and entry.options is not None:
        return form
    return _typed(form, entry, (form.typing or TextField()).insert(text))


def _type(form: OrderForm, entry: Entry | None, key: str, character: str | None) -> OrderForm:
    """Type into a row for a number, a text or dice. The first character replaces the old value."""
    if key in TURNS and (number := _turned_number(form, entry, TURNS[key])) is not None:
        return form.with_input(number)
    begun = form.typing or (TextField() if letter(character) else TextField.at_end(shown(form, entry)))
    if wrong := letter(character) and _why_left_out(form, entry, begun.text, letter(character)):
        raise InvalidInput(entry.label if entry else DICE, character, "", words=wrong)
    line = begun.press(key, character)
    if line is None:
        return form
    if letter(character):  # typed text counts as entered, even if it equals the value suggested
        form = form.with_input(line.text, line)
        entry, before = form.entry, form.before
        if before is None or entry is None or not entry.problem:
            return form
        numbered = any(word.startswith(line.text) for ship in form.draft.battle.ships() for word in ship.name.split())
        return _named(before, line) if numbered else form
    return _typed(form, entry, line)


def _why_left_out(form: OrderForm, entry: Entry | None, text: str, typed: str) -> str:
    """The reason why a character cannot follow the text in a row for a number or dice. Empty if it can."""
    if entry is None:
        return "" if typed in FACES else f"{typed} is no face; type faces such as 4,2, or - for a die that is rolled"
    field = entry.field
    if not isinstance(field, NumberField):
        return ""
    if text.endswith(" "):
        return f"{typed} is left out: {NOT_THROWN}" if form.trouble is None else f"{typed} is left out"
    signs = ("" if text else "-") + ("." if field.decimals and text[-1:].isdigit() else "")
    return "" if typed.isdigit() or typed in signs else f"{typed} is not part of a number"


def _turned_number(form: OrderForm, entry: Entry | None, steps: int) -> float | None:
    """The number of a row increased by ``steps``, within its bounds. None if the row holds no number."""
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
    """The value of a row as text, or the text typed there if it is no valid value."""
    if entry is None:
        return form.dice
    raw = form.draft.raw.get(entry.field.name)
    if raw is None or not entry.problem:
        return entry.field.show(entry.value)
    return raw if isinstance(raw, str) else entry.field.show(raw)


def _pick(form: OrderForm, entry: Entry, key: str, character: str | None) -> OrderForm:
    """Choose an option of a row: a key chooses the next option, typing chooses the first one that begins with the text."""
    options = entry.options or ()
    if key in TURNS or (key == "space" and form.typing is None):
        return form.with_input(_turned(options, entry.field.show(entry.value), TURNS.get(key, 1)))
    if entry.field.kind == "flag":
        if letter(character) and character not in YES_NO:
            raise InvalidInput(entry.label, character, "", words=f"{character} is neither y for yes nor n for no; ←→ changes it")
        return form.with_input(YES_NO[character]) if character in YES_NO else form
    words = [word.casefold() for word in entry.words]
    one_letter_each = all(len(word) == 1 for word in words) and letter(character).casefold() in words
    begun = TextField() if one_letter_each else form.typing or TextField()  # such a letter replaces the letter typed before
    line = begun.press(key, character) if form.typing or letter(character) else None
    if line is None:
        return form.with_input(None) if key in ("backspace", "delete") else form
    return _named(form.before if form.before and form.typing else form, line)


def _named(before: OrderForm, line: TextField) -> OrderForm:
    """The form with a typed name entered, in the row with the cursor or in another row that asks for a ship.

    A name that is refused or unknown is entered too, and shown as wrong.
    """
    found = next(_meant(before, line.text), None)
    form, word = found or (before, line.text or None)
    return replace(form.with_input(word, line), before=before)


def _meant(form: OrderForm, text: str) -> Iterator[tuple[OrderForm, str]]:
    """The entries that a typed text may mean, likeliest first. Each is a form with the cursor on its row, and the full word.

    Words of the row with the cursor come first, then names in other rows: they must begin with the text, and the referee must not
    have entered those rows. Refused words that do not begin with the text come later.
    """
    own = form.entry
    if own is not None and text.casefold().startswith(named := f"{own.label} ".casefold()):
        text = text[len(named) :]  # to Sound, in the row "to"
    if own is not None and (word := match(text, own.options or ()) or match(text, own.refused, anywhere=False)):
        yield form, word
    free = (row for row, entry in enumerate(form.entries) if entry is not own and entry.field.name not in form.entered)
    rows = [row for row in free if form.names_ships(form.entries[row])]
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
    """Options for the cursor's row that exist only if another row changes from a ship to another subject, such as the battle."""
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
    """Handle a key in a row of words to tick. Arrow keys or first letters move the cursor. The space bar ticks a word, unless it
    is a blank inside a typed name.
    """
    options = counting(entry)
    if not options:
        return form
    if key in TURNS:
        return replace(form, mark=(form.mark + TURNS[key]) % len(options), typing=None)
    begun = f"{form.typing.text} ".casefold() if form.typing else ""
    in_a_name = key == "space" and bool(begun) and sum(option.casefold().startswith(begun) for option in options) > 1
    if not in_a_name and (key == "space" or letter(character) in ("x", "+", "-")):
        ticked = set(entry.value or ()) ^ {options[form.mark % len(options)]}
        words = tuple(word for word in entry.options or () if word in ticked)
        return replace(form.with_input(None if words == entry.suggested else list(words)), mark=form.mark)
    if key in ("backspace", "delete"):
        return form.with_input(None)
    line = (form.typing or TextField()).press(key, character) if entry.field.kind == "several" else None
    word = match(line.text, options) if line else None
    if letter(character) and not word:
        raise InvalidInput(
            entry.label,
            character,
            "",
            words=f"{character} does nothing here: ←→ goes to another option, Space switches the option",
        )
    return replace(form, mark=options.index(word), typing=line) if word else form
