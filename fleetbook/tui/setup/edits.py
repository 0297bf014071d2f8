"""Changes of the set-up by its rows: entries, removals, moves."""

from __future__ import annotations

from dataclasses import replace

from fleetbook.store.library.scenario import SideText
from fleetbook.tui.kit.list_form import Edit, Place
from fleetbook.tui.roster.field_kinds import with_value
from fleetbook.tui.setup.draft import SetupDraft, change
from fleetbook.tui.setup.rows import LINE_END, TYPED_IN, rule_systems, squadron_fields

FASTEST = 9999  # more than any ship makes, in any unit


def edited(draft: SetupDraft, edit: Edit) -> SetupDraft:
    """The draft after an entry in a row."""
    match edit.place:
        case ("rules",):
            return draft.by_rules(rule_systems()[edit.text])
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
            return replace(draft, words=(*(said for said in draft.words if said[0] != place), (place, edit.text)))
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
            return _renamed(side, number, edit.text)
        case ["squadron", int(number), str(name)]:
            field = next(field for field in squadron_fields(draft) if field.name == name)
            squadron = with_value(side.squadron[number], field, field.parsed(edit.text))
            return change(side, squadron=(*side.squadron[:number], squadron, *side.squadron[number + 1 :]))
    return side


def _renamed(side: SideText, number: int, name: str) -> SideText:
    """A squadron under another name; its ships follow."""
    before = str(side.squadron[number].get("name", "")).strip()
    squadron = {**side.squadron[number], "name": name}
    ships = tuple(change(line, squadron=name) if line.squadron.strip() == before else line for line in side.ships)
    return change(side, ships=ships, squadron=(*side.squadron[:number], squadron, *side.squadron[number + 1 :]))


def removed(draft: SetupDraft, place: Place) -> SetupDraft | None:
    """The draft without the thing in a row. None when nothing can be removed there."""
    match place:
        case ("side", int(side)) if len(draft.sides) > 2:
            return draft.with_side(side, None)
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
    """Without a squadron and its ships."""
    side = draft.sides[place]
    name = str(side.squadron[number].get("name", "")).strip()
    ships = tuple(line for line in side.ships if line.squadron.strip() != name)
    squadrons = (*side.squadron[:number], *side.squadron[number + 1 :])
    return draft.with_side(place, change(side, ships=ships, squadron=squadrons))


def moved(draft: SetupDraft, place: Place, steps: int) -> tuple[SetupDraft, Place] | None:
    """The draft with a ship or a side one place further, and its new place. None when it cannot move."""
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
            return draft.with_scenario(side=tuple(sides)), ("side", side + steps)
    return None
