"""What is done to the journal in the dialogue beside orders: back, forward, a die changed, dice typed in."""

from __future__ import annotations

from fleetbook.cli.plain.console import meant
from fleetbook.cli.plain.looking import line_number, number_of
from fleetbook.cli.plain.orders import ask_until_given
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.parsing import listed
from fleetbook.core.play.going_back import no_dice
from fleetbook.referee.faces import WRITTEN
from fleetbook.referee.proposals.other_faces import describe_dice, describe_faces

WAYS = ("rolled", "typed in")


def undo(sitting: PlainSession, words: str) -> None:
    """Take back the last order."""
    sitting.tell(sitting.session.undo())


def redo(sitting: PlainSession, words: str) -> None:
    """Bring back what was last taken back, with the same dice."""
    sitting.tell(sitting.session.redo())


def go_back(sitting: PlainSession, words: str) -> None:
    """Go to the battle as it stood after a line, once it was said what that takes back."""
    journal = sitting.journal
    most = len(journal.records)
    require(most, "the journal has no line yet")
    answer = words or sitting.talk.ask(f"to the battle after which line, 0 to {most}?")
    target = line_number(answer, journal.position)
    if not 0 <= target <= most:
        raise InvalidInput("line", answer, f"0 to {most}", words=f"there is no line {target}; the last is {most}")
    taken = journal.undo_history.taken_back_by(target)
    which = f"line{'s' if len(taken) > 1 else ''} {listed(map(str, taken))}" if taken else "nothing"
    if sitting.talk.choose(f"that takes back {which}: 1 go, 2 stay?", ("go", "stay")) == "go":
        sitting.tell(sitting.session.undo(target))


def change_die(sitting: PlainSession, words: str) -> None:
    """Change a die of the last order, with a reason; its other dice stay in their order."""
    last, talk = sitting.session.last_but_notes, sitting.talk
    if last is None:
        raise Refused("there is no order whose die could be changed")
    against = no_dice(sitting.journal)
    require(not against, against)
    dice = enumerate(describe_dice(sitting.journal), 1)
    talk.say(f"{last.headline}.", *(f"  {number}: {words.replace(' · ', ', ')}" for number, words in dice))
    die = number_of("die", talk.ask("which die?"))
    if 1 <= die <= len(last.faces):
        talk.say(*(f"  {line}" for face in describe_faces(sitting.journal, die) for line in face.splitlines()))
    face = number_of("face", talk.ask("which face?"))
    sitting.tell(ask_until_given(talk, sitting.session.overruling(die, face, talk.ask("why?"))))


def set_dice(sitting: PlainSession, words: str) -> None:
    """Have dice rolled, or typed in by the players, from now on."""
    answer = meant(words, WAYS) if words else sitting.talk.choose("dice: 1 rolled, 2 typed in?", WAYS)
    typed = answer == WAYS[1]
    sitting.talk.say(f"Dice are {answer} from now on.", *[WRITTEN] * typed)
    sitting.session.have_dice(typed)
