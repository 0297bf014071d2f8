"""The text beside the set-up about the cursor's row, such as a ship's card or a sentence of help."""

from __future__ import annotations

import re

from fleetbook.core.doctrines.filled_chairs import SURPRISE
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.explained import docstring_lines
from fleetbook.store.battle.seed import seal_of
from fleetbook.tui.kit.line import Line, text_lines, unwrapped
from fleetbook.tui.kit.list_form import Place
from fleetbook.tui.kit.style import QUIET, WARNING
from fleetbook.tui.roster.sample_card import about_sample
from fleetbook.tui.setup.draft import SetupDraft
from fleetbook.tui.setup.rows import ship_name

HELP = {
    "rules": "← → choose the rules; once ships are picked, remove them first.",
    "title": "Names the battle, its file and its report.",
    "date": "When it was fought, in any form; the report shows it.",
    "side": "Sides in playing order. If the rules have a first player, it is the first side. ⇧↑ ⇧↓ move a side.",
    "condition": "A condition at the start of the battle. It can be changed by hand later.",
    "option": "An optional rule, fixed for the whole battle.",
    "house": "A file of house rules: table rows, modifiers and readings that replace printed ones. Enter lists your files.",
    "dice": "Rolled: each die follows from a seed that is sealed now and shown at the end. Typed in: the players throw.",
    "chair": "Players give a side's orders, or a doctrine proposes them and you move its models. F6 m changes it in the battle.",
    "new reading": "A reading settles what the sheet leaves open. Another value needs a reason, which the report shows.",
    "new side": "A third side, if the rules allow one.",
    "begin": "The battle is saved from its first order on; there is nothing to save by hand.",
}

_SEAL = "The dice are sealed by this SHA-256 of their seed. Read it out, or let everybody write it down."
_SAID = "Then each side may say a word. The dice depend on it: nobody could have looked for good dice before."


def row_words(place: Place) -> str:
    """A sentence of help for a row. Empty if the row needs none."""
    if place[:1] == ("side",) and place[2:3] == ("add",):
        return "Pick ships from all rosters for these rules, any number of each card; rosters may be mixed."
    if place[:1] == ("side",) and place[2:] == ("speed",):
        return "The speed of the side's ships at the start; slower ships start at their best speed. Empty: as the rules say."
    if place[:1] == ("side",) and len(place) > 2:
        return "Ships of one card are numbered; type to give a ship her own name. ⇧↑ ⇧↓ move her, ^D removes her."
    return HELP.get(str(place[0]) if place else "", "")


def about_title(draft: SetupDraft, at: Place) -> str:
    """The heading of the text about a row."""
    match at:
        case ("side", int(side), "ship", int(number)):
            return ship_name(draft.sides[side].ships[number])
        case ("reading", str(name), *_):
            return f"Reading {name}"
    return draft.rules.title


def about(draft: SetupDraft, at: Place, width: int, size: tuple[int, int]) -> list[Line]:
    """Draw the text about the row with the cursor, for a width. ``size`` is the size of the screen."""
    match at:
        case ("side", int(side), "ship", int(number)):
            return _about_ship(draft, (side, number), width, size)
        case ("reading", str(name), *_) if name in draft.rules.tables.readings:
            reading = draft.rules.tables.readings[name]
            return [*text_lines(f"{reading.section}: {reading.text}", width), *text_lines(f"Why: {reading.reason}", width, QUIET)]
        case ("word", _):
            return [
                *text_lines(_SEAL, width),
                *text_lines(" ".join(re.findall(".{16}", seal_of(draft.seed))), width),
                *text_lines(_SAID, width, QUIET),
            ]
        case ("chair", int(place)):
            doctrine = _doctrine(draft, dict(draft.chairs).get(place, ""))
            return [*text_lines(row_words(at), width), *text_lines(doctrine, width, QUIET)]
        case ("text",):
            return text_lines(unwrapped(draft.scenario.text), width)
        case ("side", _, "squadron", *_) if draft.rules.squadron_type is not None:
            return text_lines(docstring_lines(draft.rules.squadron_type), width, QUIET)
    return text_lines(row_words(at), width, QUIET)


def _doctrine(draft: SetupDraft, name: str) -> str:
    """A sentence about a doctrine. Empty if players give the orders."""
    if name in ("", SURPRISE):
        return "One of the doctrines is drawn. The report names it when the battle has ended." if name else ""
    return doctrines_of(draft.rules)[name].about()


def _about_ship(draft: SetupDraft, place: tuple[int, int], width: int, size: tuple[int, int]) -> list[Line]:
    side, number = place
    line = draft.sides[side].ships[number]
    card = draft.card(line)
    if card is None:
        return text_lines(
            f"{line.card} is in none of the rosters {', '.join(draft.scenario.rosters) or '(none yet)'}", width, WARNING
        )
    return about_sample(
        draft.rules, {**card, "name": ship_name(line)}, width, size, side=draft.sides[side].name, squadron=line.squadron
    )
