"""The referee's commands for past orders, such as undo and redo, and for typing in dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import capital, listed
from fleetbook.core.play.going_back import called, no_dice
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.asking import Asking
from fleetbook.referee.session import Session, undo_leads_to
from fleetbook.tui.battle.view import BATTLE, Cursor, battle_command
from fleetbook.tui.kit.page import Page

MOST_TAKEN = 8  # how many lines to be taken back are listed
REASONS = ("cocked die", "misread", "the wrong die was thrown", "a modifier was forgotten")


class _OfABattle(Protocol):
    @property
    def session(self) -> Session: ...


def _barred(of: _OfABattle) -> str:
    return of.session.barred


def no_order(of: _OfABattle) -> str:
    """The reason why there is no last order to repeat or change. Empty if there is one."""
    return _barred(of) or ("" if of.session.last_but_notes else "no order was given yet")


class Rulings:
    """The commands for the referee's rulings on past orders."""

    def __init__(self, page: Page, session: Session, cursor: Cursor) -> None:
        self._page, self.session, self._cursor = page, session, cursor

    def _change(self, change: Callable[[], Record]) -> None:
        """Change the journal and move the cursor to its new line. If the change is refused, show the reason."""
        self._page.attempt(lambda: self._done(change()))

    def _done(self, record: Record) -> None:
        self._cursor.after_order(record)

    @battle_command(
        "undo",
        "undo",
        "The order stays in the journal, marked, and can be brought back.",
        BATTLE,
        refusal=lambda of: _barred(of) or ("" if of.session.journal.position else "nothing to take back"),
    )
    def undo(self) -> None:
        """Take back the last order, or all orders that the last key gave."""
        was_over = self.session.battle.ended
        self._change(lambda: self.session.undo(undo_leads_to(self.session)))
        if was_over and not self.session.battle.ended:
            self._warn_of_campaigns()

    def _warn_of_campaigns(self) -> None:
        """Say which campaigns hold the result of a battle whose end was taken back."""
        from fleetbook.store.campaign.together import counted_in  # noqa: PLC0415 (start-up counts)

        file = self.session.file
        if found := [seen.title for seen in counted_in(file.identity, file.path.resolve().parent)]:
            keeps = f"{listed(found)} {'keep' if len(found) > 1 else 'keeps'}"
            self._page.say(f"{keeps} the result that it has counted: R brings the end of the battle back", warning=True)

    @battle_command("back", "", "Type the number, or select the line in the journal. Each names the lines it takes back.", BATTLE,
                    refusal=lambda of: _barred(of) or ("" if of.session.last_order else "no order was given yet"))  # fmt: skip
    def undo_to_line(self) -> None:
        """Go back to a line."""
        ways = dict(self._ways())
        self._page.pages.pick("Back to which line?", list(ways), lambda way: self._change(lambda: self.session.undo(ways[way])))

    def _ways(self) -> Iterator[tuple[str, int]]:
        """The lines to which the referee can return, each with the lines that would be taken back. The selected line comes
        first.
        """
        journal, history = self.session.journal, self.session.journal.undo_history
        path = history.line_to(journal.position)
        notes = set(history.kept_by(0))
        numbers = [0, *(record.number for record in journal.records if record.is_order and record.number != journal.position)]
        for number in sorted(numbers, key=lambda number: (number == self._cursor.number, number), reverse=True):
            in_force = number in self.session.in_force or not number
            taken = [line for line in path if line > number] if in_force else history.taken_back_by(number)
            taken = [line for line in taken if line not in notes] or taken
            lines = ", ".join(map(str, taken[:MOST_TAKEN])) + (" …" if len(taken) > MOST_TAKEN else "")
            headline = called(journal, journal.record(number)) if number else "the start"
            yield f"{number}: {f'takes back {lines} · ' if taken else ''}{headline}", number

    @battle_command(
        "redo",
        "redo",
        "With the same dice.",
        BATTLE,
        refusal=lambda of: _barred(of) or ("" if of.session.journal.undo_history.can_redo else "nothing to bring back"),
    )
    def redo(self) -> None:
        """Bring back the order that was taken back."""
        self._change(self.session.redo)

    @battle_command(
        "die",
        "",
        "The die gets the face that you name. Other dice stay; later throws take the next ones.",
        BATTLE,
        refusal=lambda of: no_order(of) or no_dice(of.session.journal),
    )
    def overrule(self) -> None:
        """Change a die of the last order."""
        from fleetbook.referee.proposals.other_faces import describe_dice, describe_faces  # noqa: PLC0415 (start-up counts)

        last = self.session.last_but_notes
        if last is None:
            return
        dice = [f"die {n}: {words}" for n, words in enumerate(describe_dice(self.session.journal), 1)]

        def chosen(die: int) -> None:
            faces = describe_faces(self.session.journal, die)
            self._page.pages.pick(f"Die {die} becomes", faces, lambda line: reason(die, faces.index(line) + 1))

        def reason(die: int, face: int) -> None:
            self._page.pages.pick(
                "Why? Type another reason, or take one", REASONS, lambda why: self._overrule(die, face, why), free=True
            )

        self._page.pages.pick(f"Change which die? {capital(last.headline)}", dice, lambda line: chosen(dice.index(line) + 1))

    def _overrule(self, die: int, face: int, why: str) -> None:
        self._page.attempt(lambda: self._ask(Asking.begin(self.session.overruling(die, face, why))))

    def _ask(self, asking: Asking) -> None:
        """Ask the players' choices again in an order whose die was changed, until the order is complete."""
        needed = asking.needed
        if asking.record is not None:
            self._done(asking.record)
        elif isinstance(needed, ChoiceNeeded):
            title = f"{needed.side}: {needed.label}" if needed.side else needed.label
            self._page.pages.pick(title, needed.options, lambda chosen: self._ask(asking.answered(chosen)))

    @battle_command("dice", "", "For all orders from now on; a form can type in its own.", BATTLE, refusal=_barred)
    def toggle_dice(self) -> None:
        """Dice: rolled, or typed in by the players."""
        if self._page.attempt(lambda: self.session.have_dice(not self.session.typed_dice)):
            self._page.say(self.session.dice)
