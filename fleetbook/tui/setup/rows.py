"""The rows of the set-up page, and the changes of the draft when a row is edited, removed or moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.condition_words import condition_title
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted, folded_name
from fleetbook.store.catalogue import installed
from fleetbook.store.library.scenario import ShipLine, SideText
from fleetbook.tui.kit.list_form import Edit, Place, Row, Section
from fleetbook.tui.roster.card_rows import field_row
from fleetbook.tui.roster.field_kinds import NO, YES, CardField, fields_of, with_value
from fleetbook.tui.setup.draft import SetupDraft, change

LINE_END = "↵"  # shows a line end of the story, which is edited on one line
ROLLED, TYPED_IN = "rolled", "typed in"
ADD = "+ ships"
PLAYERS = "players"
NO_STORY = "shown before the first turn and at the head of the report"
FASTEST = 9999  # a speed above that of any ship, in any unit


def sections(draft: SetupDraft, opened: Place) -> Iterator[Section]:
    """All rows of the set-up. ``opened`` is the place of the squadron that is expanded."""
    scenario = draft.scenario
    text = scenario.text.strip()
    yield Section(
        "",
        (
            _rules(draft),
            Row(("title",), "title", scenario.title, typed=True, problem="" if scenario.title.strip() else "required"),
            Row(("date",), "date", scenario.date, typed=True, note="" if scenario.date else "of the action, in any form"),
            Row(("text",), "story", text.replace("\n", LINE_END), typed=True, note="" if text else NO_STORY),
        ),
    )
    twice = _twice(draft)
    for place, side in enumerate(draft.sides):
        yield _side(draft, place, side, opened, twice)
    rules = draft.rules
    if rules.sides_at_most is None or len(draft.sides) < rules.sides_at_most:
        yield Section("", (Row(("new side",), value="+ another side", does="one more side"),))
    for title, kind, words, chosen in (
        ("Conditions", "condition", rules.conditions, scenario.conditions),
        ("Options", "option", rules.options, scenario.options),
    ):
        if words:
            called = {name: condition_title(rules, name) for name in words}
            rows = (_word((kind, name), called[name], options, chosen.get(name)) for name, options in words.items())
            yield Section(title, tuple(rows))
    yield Section("Readings changed", tuple(_readings(draft)), counted(len(scenario.readings), "reading"))
    yield Section("At the table", tuple(_table(draft)))


def _rules(draft: SetupDraft) -> Row:
    """The row for the rule system. The rules cannot be changed once ships have been picked."""
    titles = () if any(side.ships for side in draft.sides) else tuple(rule_systems())
    note = "" if titles else "fixed by the ships: remove them to change it"
    return Row(("rules",), "rules", draft.rules.title, options=titles, chosen=draft.rules.title, note=note)


def rule_systems() -> dict[str, str]:
    """The ids of the installed rule systems by title. Systems that cannot be loaded are left out."""
    found: dict[str, str] = {}
    for rules in installed()[0]:
        found[f"{rules.title} ({rules.id})" if rules.title in found else rules.title] = rules.id
    return found


def _twice(draft: SetupDraft) -> set[str]:
    """Names that are used more than once, for sides, ships or squadrons."""
    seen: set[str] = set()
    twice: set[str] = set()
    for side in draft.sides:
        names = [side.name, *(ship_name(line) for line in side.ships), *(str(s.get("name", "")) for s in side.squadron)]
        for name in map(folded_name, names):
            (twice if name in seen else seen).add(name)
    return twice


def ship_name(line: ShipLine) -> str:
    """A ship's own name. The name of her card if she has none of her own."""
    return line.name or line.card


def _named(name: str, twice: set[str]) -> str:
    """The fault of a name. Empty if there is none."""
    if not name.strip():
        return "a name is required"
    return "this name is given twice" if folded_name(name) in twice else ""


def _side(draft: SetupDraft, place: int, side: SideText, opened: Place, twice: set[str]) -> Section:
    rows = [Row(("side", place), "side", side.name, typed=True, problem=_named(side.name, twice)), *_speed(draft, place, side)]
    if draft.rules.squadron_type is None and not side.squadron:
        rows += [_ship((place, number), line, (), twice) for number, line in enumerate(side.ships)]
        problem = "" if side.ships else "no ship yet"
        rows.append(Row(("side", place, "add", ""), value=ADD, does="pick ships from rosters", problem=problem))
    else:
        rows += _squadrons(draft, place, side, opened, twice)
    return Section(side.name.strip() or f"Side {place + 1}", tuple(rows), counted(len(side.ships), "ship"))


def _speed(draft: SetupDraft, place: int, side: SideText) -> Iterator[Row]:
    """The row for the speed of a side's ships at the start. No row if the rules do not use speed."""
    if type(draft.rules).most_speed is not Ruleset.most_speed:
        words = "" if side.speed is None else str(side.speed)
        yield Row(("side", place, "speed"), "speed", words, typed=True, note="" if words else "as the rules have it")


def _ship(at: tuple[int, int], line: ShipLine, squadrons: tuple[str, ...], twice: set[str]) -> Row:
    replaced, left = (", ".join(f"{key} {_shown(value)}" for key, value in given.items()) for given in (line.replaced, line.left))
    name, begins = ship_name(line), "" if line.speed is None else f"begins at {line.speed}"
    notes = (
        line.card if line.card != name else "", f"with {replaced}" if replaced else "", begins,
        f"left {left}" if left else "", f"under {line.commander}" if line.commander else "",
    )  # fmt: skip
    problem = _named(name, twice) or ("in no squadron" if squadrons and line.squadron.strip() not in squadrons else "")
    return Row(
        ("side", at[0], "ship", at[1]),
        value=name,
        typed=True,
        options=squadrons if len(squadrons) > 1 or problem else (),
        chosen=line.squadron,
        note=" ".join(part for part in notes if part),
        problem=problem,
        does="change her card",
        indent=1 if squadrons else 0,
    )


def _squadrons(draft: SetupDraft, place: int, side: SideText, opened: Place, twice: set[str]) -> Iterator[Row]:
    names = tuple(str(squadron.get("name", "")).strip() for squadron in side.squadron)
    for number, squadron in enumerate(side.squadron):
        at: Place = ("side", place, "squadron", number)
        name = str(squadron.get("name", ""))
        words = " · ".join(f"{key} {_shown(value)}" for key, value in squadron.items() if key != "name")
        does = "close" if opened == at else "its particulars"
        note = f"squadron{', ' + words if words else ''}"
        yield Row(at, value=name, typed=True, note=note, problem=_named(name, twice), does=does, strong=True)
        if opened == at:
            members = tuple(ship_name(line) for line in side.ships if line.squadron.strip() == name.strip())
            yield from (field_row((*at, field.name), field, squadron, 1, members) for field in squadron_fields(draft))
        for ship, line in enumerate(side.ships):
            if line.squadron.strip() == name.strip():
                yield _ship((place, ship), line, names, twice)
        yield Row(("side", place, "add", name), value=ADD, does=f"pick ships for {name}", indent=1)
    for ship, line in enumerate(side.ships):
        if line.squadron.strip() not in names:
            yield _ship((place, ship), line, (*names, ""), twice)
    problem = "" if side.squadron else "ships sail in squadrons: make one"
    yield Row(("side", place, "new squadron"), value="+ squadron", does="one more squadron", problem=problem)


def _shown(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_shown, value)) or "none"
    return {True: YES, False: NO}[value] if isinstance(value, bool) else str(value)


def squadron_fields(draft: SetupDraft) -> tuple[CardField, ...]:
    """The fields that the rules have for a squadron. Empty if the rules have no squadrons."""
    kind = draft.rules.squadron_type
    return fields_of(kind) if kind is not None else ()


def _word(place: Place, name: str, options: tuple[str, ...], value: Any) -> Row:
    word = options[0] if value is None else _shown(value)
    problem = "" if word in options else f"allowed: {', '.join(options)}"
    return Row(place, name, word, options=options, chosen=word, problem=problem)


def _readings(draft: SetupDraft) -> Iterator[Row]:
    known = draft.rules.tables.readings
    for name, changed in draft.scenario.readings.items():
        printed = known[name].value if name in known else changed.value
        value, before = _shown(changed.value), _shown(printed)
        words = known[name].allowed if name in known and not known[name].several else ()
        right = value in words if words else isinstance(printed, str) is isinstance(changed.value, str)
        allowed = ", ".join(words) or f"a value like {before}"
        yield Row(
            ("reading", name, "value"), name, value, typed=not words, options=words, chosen=value,
            note=f"instead of {before}", problem="" if right else f"allowed: {allowed}",
        )  # fmt: skip
        why = "" if changed.reason.strip() else "say why it is changed"
        yield Row(("reading", name, "reason"), "why", changed.reason, typed=True, problem=why)
    yield Row(("new reading",), value="+ another reading", does="choose one")


def _table(draft: SetupDraft) -> Iterator[Row]:
    yield from _chairs(draft)
    yield Row(
        ("house",), "house rules", draft.house, typed=True, note="" if draft.house else "none; or the path of a file",
        problem=_house_problem(draft), does="choose a file",
    )  # fmt: skip
    dice = TYPED_IN if draft.typed_dice else ROLLED
    yield Row(("dice",), "dice", dice, options=(ROLLED, TYPED_IN), chosen=dice, note=_DICE[dice])
    if not draft.typed_dice:
        words = draft.words_of_sides()
        for place, side in enumerate(draft.sides):
            yield Row(("word", place), f"word of {side.name.strip() or '?'}", words[side.name.strip()], typed=True, indent=1)
    yield Row(("begin",), value="Begin the battle", does="into the battle")


def _chairs(draft: SetupDraft) -> Iterator[Row]:
    """A row for each side, to choose whether players or a doctrine give its orders."""
    doctrines = draft.doctrines()
    for place, side in enumerate(draft.sides if doctrines else ()):
        chosen = doctrines.get(dict(draft.chairs).get(place, ""), PLAYERS)
        note = "at the table or on a phone" if chosen == PLAYERS else "a doctrine proposes, you give"
        name = f"orders of {side.name.strip() or '?'}"
        yield Row(("chair", place), name, chosen, options=(PLAYERS, *doctrines.values()), chosen=chosen, note=note)


_DICE = {ROLLED: "by the app, from a sealed seed", TYPED_IN: "by the players, face by face"}


def _house_problem(draft: SetupDraft) -> str:
    try:
        draft.house_rules()
    except (FleetbookError, OSError) as error:
        return str(error)
    return ""


def edited(draft: SetupDraft, edit: Edit) -> SetupDraft:
    """The draft after an edit of one row."""
    match edit.place:
        case ("rules",):
            return replace(draft.by_rules(rule_systems()[edit.text]), chairs=())
        case ("title" | "date" as key,):
            return draft.with_scenario(**{key: edit.text})
        case ("text",):
            return draft.with_scenario(text=edit.text.replace(LINE_END, "\n"))
        case ("condition", str(name)):
            return draft.with_scenario(conditions={**draft.scenario.conditions, name: edit.text})
        case ("option", str(name)):
            return draft.with_scenario(options={**draft.scenario.options, name: edit.text})
        case ("reading", str(name), "value"):
            return draft.with_reading(name, edit.text)
        case ("reading", str(name), "reason"):
            return draft.with_reading(name, None, edit.text)
        case ("house",):
            return replace(draft, house=edit.text)
        case ("dice",):
            return replace(draft, typed_dice=edit.text == TYPED_IN)
        case ("word", int(place)):
            return replace(draft, words=(*(one for one in draft.words if one[0] != place), (place, edit.text)))
        case ("chair", int(place)):
            name = next((name for name, title in draft.doctrines().items() if title == edit.text), "")
            return replace(draft, chairs=(*(one for one in draft.chairs if one[0] != place), *([(place, name)] if name else [])))
        case ("side", int(place), *rest):
            return draft.with_side(place, _side_edited(draft, draft.sides[place], rest, edit))
    return draft


def _side_edited(draft: SetupDraft, side: SideText, rest: list[str | int], edit: Edit) -> SideText:
    match rest:
        case []:
            return change(side, name=edit.text)
        case ["speed"] if edit.text.isdecimal() or not edit.text:
            return change(side, speed=min(int(edit.text), FASTEST) if edit.text else None)
        case ["ship", int(number)]:
            line = side.ships[number]
            line = (
                change(line, squadron=edit.text)
                if edit.turned
                else change(line, name="" if edit.text == line.card else edit.text)
            )
            return change(side, ships=(*side.ships[:number], line, *side.ships[number + 1 :]))
        case ["squadron", int(number)]:
            before = str(side.squadron[number].get("name", "")).strip()
            squadron = {**side.squadron[number], "name": edit.text}
            ships = tuple(change(line, squadron=edit.text) if line.squadron.strip() == before else line for line in side.ships)
            return change(side, ships=ships, squadron=(*side.squadron[:number], squadron, *side.squadron[number + 1 :]))
        case ["squadron", int(number), str(name)]:
            field = next(field for field in squadron_fields(draft) if field.name == name)
            squadron = with_value(side.squadron[number], field, field.parsed(edit.text))
            return change(side, squadron=(*side.squadron[:number], squadron, *side.squadron[number + 1 :]))
    return side


def removed(draft: SetupDraft, place: Place) -> SetupDraft | None:
    """The draft without the side, ship, squadron, reading or house rules of a row. None if the row cannot be removed."""
    match place:
        case ("side", int(side)) if len(draft.sides) > 2:
            left = ((place - (place > side), name) for place, name in draft.chairs if place != side)
            return replace(draft.with_side(side, None), chairs=tuple(left))
        case ("side", int(side), "ship", int(number)):
            ships = draft.sides[side].ships
            return draft.with_side(side, change(draft.sides[side], ships=(*ships[:number], *ships[number + 1 :])))
        case ("side", int(side), "squadron", int(number), *_):
            return _without_squadron(draft, side, number)
        case ("reading", str(name), *_):
            return draft.with_reading(name, None)
        case ("house",) if draft.house:
            return replace(draft, house="")
    return None


def _without_squadron(draft: SetupDraft, place: int, number: int) -> SetupDraft:
    """The draft without a squadron and without its ships."""
    side = draft.sides[place]
    name = str(side.squadron[number].get("name", "")).strip()
    ships = tuple(line for line in side.ships if line.squadron.strip() != name)
    squadrons = (*side.squadron[:number], *side.squadron[number + 1 :])
    return draft.with_side(place, change(side, ships=ships, squadron=squadrons))


def moved(draft: SetupDraft, place: Place, steps: int) -> tuple[SetupDraft, Place] | None:
    """The draft with a ship or a side moved by ``steps``, and the new place of its row. None if it cannot move."""
    match place:
        case ("side", int(side), "ship", int(number)):
            ships = list(draft.sides[side].ships)
            line = ships[number]
            peers = [at for at, other in enumerate(ships) if other.squadron.strip() == line.squadron.strip()]
            to = peers.index(number) + steps
            if not 0 <= to < len(peers):
                return None
            ships[number], ships[peers[to]] = ships[peers[to]], line
            moved_side = change(draft.sides[side], ships=tuple(ships))
            return draft.with_side(side, moved_side), ("side", side, "ship", peers[to])
        case ("side", int(side)) if 0 <= side + steps < len(draft.sides):
            sides = list(draft.sides)
            sides[side], sides[side + steps] = sides[side + steps], sides[side]
            places = {side: side + steps, side + steps: side}
            chairs = tuple((places.get(place, place), name) for place, name in draft.chairs)
            return replace(draft.with_scenario(side=tuple(sides)), chairs=chairs), ("side", side + steps)
    return None
