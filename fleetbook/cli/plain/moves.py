"""The commands of the dialogue that change the journal or the dice."""

from __future__ import annotations

from fleetbook.cli.plain.console import inline, option_of
from fleetbook.cli.plain.looking import line_number, number_of
from fleetbook.cli.plain.orders import ask_until_given
from fleetbook.cli.plain.session import PlainSession
from fleetbook.core.errors import InvalidInput, Refused, require
from fleetbook.core.parsing import listed
from fleetbook.core.play.going_back import no_dice
from fleetbook.referee.faces import WRITTEN
from fleetbook.referee.proposals.other_faces import describe_dice, describe_faces

WAYS = ROLLED, TYPED, ON_PHONES = "rolled", "typed in", "thrown on phones"


def undo(session: PlainSession, words: str) -> None:
    """Take back the last order."""
    session.show(session.session.undo())


def redo(session: PlainSession, words: str) -> None:
    """Bring back the orders that were taken back last, with the same dice."""
    session.show(session.session.redo())


def go_back(session: PlainSession, words: str) -> None:
    """Return to the battle as it stood after a journal line. A question first names the lines that this takes back."""
    journal, console = session.journal, session.console
    most = len(journal.records)
    require(most, "the journal has no line yet")
    answer = words or console.ask(f"to the battle after which line, 0 to {most}?")
    target = line_number(answer, journal.position)
    if not 0 <= target <= most:
        raise InvalidInput("line", answer, f"0 to {most}", words=f"there is no line {target}; the last is {most}")
    taken = journal.undo_history.taken_back_by(target)
    which = f"line{'s' if len(taken) > 1 else ''} {listed(map(str, taken))}" if taken else "nothing"
    if console.choose(f"that takes back {which}: 1 go, 2 stay?", ("go", "stay")) == "go":
        session.show(session.session.undo(target))


def change_die(session: PlainSession, words: str) -> None:
    """Change a die of the last order, with a reason. The order's other dice stay."""
    last, console = session.session.last_but_notes, session.console
    if last is None:
        raise Refused("there is no order whose die could be changed")
    against = no_dice(session.journal)
    require(not against, against)
    dice = enumerate(describe_dice(session.journal), 1)
    console.say(f"{last.headline}.", *(f"  {number}: {words.replace(' · ', ', ')}" for number, words in dice))
    die = number_of("die", console.ask("which die?"))
    if 1 <= die <= len(last.faces):
        console.say(*(f"  {line}" for face in describe_faces(session.journal, die) for line in face.splitlines()))
    face = number_of("face", console.ask("which face?"))
    session.show(ask_until_given(console, session.session.overruling(die, face, console.ask("why?"))))


def set_dice(session: PlainSession, words: str) -> None:
    """Choose how dice are thrown from now on: rolled, typed in, or thrown by each side on its phone."""
    answer = option_of(words, WAYS) if words else session.console.choose(f"dice: {inline(WAYS)}?", WAYS)
    session.throws_on_phones = answer == ON_PHONES
    session.console.say(f"Dice are {answer} from now on.", *([WRITTEN] if answer == TYPED else ()))
    session.session.have_dice(answer != ROLLED)
