"""What is done to the journal in the dialogue beside orders: back, forward, a die changed, dice typed in."""

from __future__ import annotations

from collections.abc import Sequence

from fleetbook.cli.plain.looking import line_number
from fleetbook.cli.plain.orders import asked_for
from fleetbook.cli.plain.sitting import Sitting, whole
from fleetbook.cli.plain.talk import meant
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, require

WAYS = ("rolled", "typed in")


def undo(sitting: Sitting, words: str) -> None:
    """Take back the last order."""
    with whole():
        record = sitting.file.undo()
    sitting.tell(record)


def redo(sitting: Sitting, words: str) -> None:
    """Bring back what was last taken back, with the same dice."""
    with whole():
        record = sitting.file.redo()
    sitting.tell(record)


def go_back(sitting: Sitting, words: str) -> None:
    """Go to the battle as it stood after a line, once it was said what that takes back."""
    journal = sitting.journal
    most = len(journal.records)
    require(most, "the journal has no line yet")
    answer = words or sitting.talk.ask(f"to the battle after which line, 0 to {most}?")
    target = line_number(answer, journal.position)
    if not 0 <= target <= most:
        raise InvalidInput("line", answer, f"0 to {most}")
    record = journal.record(target) if target else None
    order = 0 if record is None else record.number if record.is_order else record.to
    taken = ", ".join(str(number) for number in journal.taken_back_by(order)) or "nothing"
    if sitting.talk.choose(f"that takes back {taken}: 1 go, 2 stay?", ("go", "stay")) == "go":
        with whole():
            moved = sitting.file.undo(target)
        sitting.tell(moved)


def change_die(sitting: Sitting, words: str) -> None:
    """Change a die of the last order, with a reason; its other dice stay as they fell."""
    journal, talk = sitting.journal, sitting.talk
    require(journal.position, "there is no order whose die could be changed")
    last = journal.record(journal.position)
    require(last.faces, "the last order threw no dice")
    dice = [f"D{die.sides} that shows {die.face}" for die in last.faces]
    talk.say(f"{last.headline}.", *(f"  {number} {die}" for number, die in enumerate(dice, 1)))
    die, face = line_number(talk.ask("which die?"), 0), line_number(talk.ask("which face?"), 0)
    reason = talk.ask("why?")

    def give(faces: Sequence[int | None], choices: Sequence[str]) -> Record:
        made = (*last.choices, *choices) if choices else None
        return sitting.file.overrule(die, face, reason, made)[1]

    sitting.tell(asked_for(talk, give))


def set_dice(sitting: Sitting, words: str) -> None:
    """Have dice rolled, or typed in by the players, from now on."""
    answer = meant(words, WAYS) if words else sitting.talk.choose("dice: 1 rolled, 2 typed in?", WAYS)
    sitting.typed_dice = answer == WAYS[1]
    sitting.talk.say(f"Dice are {answer} from now on.")
