"""An order in the dialogue: its questions, its odds, the dice and choices that it asks for, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from fleetbook.cli.plain.form import change, fill, fill_missing
from fleetbook.cli.plain.sitting import Sitting, whole
from fleetbook.cli.plain.speech import odds_lines
from fleetbook.cli.plain.talk import Left, Talk, inline
from fleetbook.core.battle.record import Record
from fleetbook.core.dice import thrown_as
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.odds.order_odds import outlook
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.core.play.driver import ChoiceNeeded, DieNeeded
from fleetbook.reports.views.odds import odds_told

GIVE, ODDS, CHANGE, TYPED, LEAVE = "give it", "odds first", "change an answer", "give it with dice typed in", "leave it"
ROLL, BACK = "-", "<"

Supplied: TypeAlias = tuple[int | None, ...] | str  # faces typed in answer to one question, None for one rolled, or a choice


def order(sitting: Sitting, procedure: type[Order[Any]], given: Mapping[str, Any]) -> Record:
    """Ask for an order's inputs (where some are given already, only for what is missing) and give it.

    Raises Refused, InvalidInput, Unwritable, Ended and Left; nothing has happened then.
    """
    draft = Draft(sitting.battle, procedure, given)
    if problem := draft.legality.why_not():
        raise problem
    if not procedure.declared:
        return supplied(sitting, draft.order(), (), sitting.typed_dice)
    talk = sitting.talk
    draft = fill_missing(talk, draft) if given else fill(talk, draft)
    while True:
        try:
            checked = draft.order()
        except Refused as refused:
            talk.say(f"Not allowed: {refused}.")
            draft = _otherwise(talk, draft)
            continue
        answer = _confirmed(sitting, checked)
        if answer in (GIVE, TYPED):
            return supplied(sitting, checked, draft.given, sitting.typed_dice or answer == TYPED)
        draft = change(talk, draft)


def _otherwise(talk: Talk, draft: Draft[Any]) -> Draft[Any]:
    """The draft changed after a refusal. Raises Left."""
    ways = (CHANGE, LEAVE)
    if talk.choose(f"{inline(ways)}?", ways) == LEAVE:
        raise Left
    return change(talk, draft)


def _confirmed(sitting: Sitting, checked: Order[Any]) -> str:
    """GIVE, TYPED or CHANGE, after the odds as often as they are asked for. Raises Left."""
    talk = sitting.talk
    talk.say(f"{checked.headline(sitting.battle)}.")
    ways = (GIVE, ODDS, CHANGE, LEAVE) if sitting.typed_dice else (GIVE, ODDS, CHANGE, TYPED, LEAVE)
    while (answer := talk.choose(f"{inline(ways)} [1]?", ways, GIVE)) == ODDS:
        tell_odds(sitting, checked)
    if answer == LEAVE:
        raise Left
    return answer


def tell_odds(sitting: Sitting, checked: Order[Any]) -> None:
    """Say the odds of a checked order; where they hang on a player's choice, that is asked for. A break ends the counting."""
    made: list[str] = []
    while True:
        try:
            found = outlook(sitting.battle, checked, choices=made)
        except ChoiceNeeded as wanted:
            made.append(ask_choice(sitting.talk, wanted))
            continue
        except KeyboardInterrupt:
            sitting.talk.say("", "broken off: no odds")
            return
        sitting.talk.say(*odds_lines(odds_told(sitting.battle, checked, found)))
        return


def supplied(sitting: Sitting, checked: Order[Any], given: Sequence[str], typed: bool) -> Record:
    """Give an order, asking for the dice and choices that it wants until it has them all. Raises as ``order`` does."""

    def give(faces: Sequence[int | None], choices: Sequence[str]) -> Record:
        return sitting.file.give(checked, sitting.journal.supply(faces, typed_only=typed), choices, given)

    return asked_for(sitting.talk, give)


def asked_for(talk: Talk, give: Callable[[Sequence[int | None], Sequence[str]], Record]) -> Record:
    """What a call returns once it has been given the dice and choices that it wants."""
    answers: list[Supplied] = []
    while True:
        faces = [face for answer in answers if not isinstance(answer, str) for face in answer]
        choices = [answer for answer in answers if isinstance(answer, str)]
        try:
            with whole():
                return give(faces, choices)
        except DieNeeded as wanted:
            _take(answers, ask_faces(talk, wanted))
        except ChoiceNeeded as wanted:
            _take(answers, ask_choice(talk, wanted))
        except InvalidInput as wrong:
            if not answers:
                raise
            talk.say(str(wrong))
            _take_back_dice(answers)


def _take_back_dice(answers: list[Supplied]) -> None:
    """Take the last dice out, and what was chosen after them: choices are read when they are made, so that the dice are wrong."""
    while answers and isinstance(answers.pop(), str):
        pass


def _take(answers: list[Supplied], answer: Supplied | None) -> None:
    """Take an answer in; none takes the last one out."""
    if answer is not None:
        answers.append(answer)
    elif answers:
        answers.pop()


def ask_choice(talk: Talk, wanted: ChoiceNeeded) -> str:
    """The option that a player chooses. Raises Ended, Left."""
    who = f"{wanted.side} chooses, " if wanted.side else ""
    return talk.choose(f"{who}{wanted.label}: {inline(wanted.options)}?", wanted.options)


def ask_faces(talk: Talk, wanted: DieNeeded) -> Supplied | None:
    """The face of the die that is wanted, with those of the next where more are typed; nothing typed rolls it. None where the
    answer before is to be given anew. Raises Ended, Left.
    """
    while True:
        answer = talk.ask(f"die {wanted.number}, {thrown_as(wanted.sides)} for {wanted.label}, 1 to {wanted.sides} [roll it]?")
        if answer == BACK:
            return None
        try:
            return tuple(_face(word, wanted) for word in answer.replace(",", " ").split()) or (None,)
        except InvalidInput as wrong:
            talk.say(str(wrong))


def _face(word: str, wanted: DieNeeded) -> int | None:
    if word == ROLL:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise InvalidInput(wanted.label, word, f"1 to {wanted.sides}, more faces after it, or {ROLL} for a die that is rolled")
    return int(word)
