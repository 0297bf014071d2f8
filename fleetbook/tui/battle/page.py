"""The referee at the battle screen: what each key does to the view and to the battle. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.referee.asking import Asking, Giving
from fleetbook.store.errors import Unwritable
from fleetbook.tui.battle.form_keys import paste
from fleetbook.tui.battle.ordering import Ordering
from fleetbook.tui.kit.commands import meant


class Referee(Ordering):
    """Keys in, views out. Every order is durable before the view shows it."""

    def press(self, key: str, character: str | None) -> None:
        """A key, by the terminal's name and by what it types."""
        if self.view.asking is not None:
            self._press_asking(key, character)
        elif self.view.form is not None:
            self._press_form(self.view.form, key, character)
        else:
            typed = character if character is not None and character.isprintable() and character != " " else key
            self._command(typed)

    def paste(self, text: str) -> None:
        """Text pasted into a form."""
        if self.view.form is not None and self.view.asking is None:
            self._changed(paste(self.view.form, text))

    def _command(self, key: str) -> None:
        found = self.keys.get(key)
        self.say("")
        if found is None:
            if key.isprintable() and len(key) == 1:
                self.say(f"{key} does nothing here; ? lists the keys", warning=True)
            return
        self._run(meant(found, self.session))

    def undo(self) -> None:
        """Take back the last order."""
        self._try(self.session.undo)

    def redo(self) -> None:
        """Bring back what was taken back."""
        self._try(self.session.redo)

    def undo_to_line(self) -> None:
        """Go to the selected line, after saying what that takes back."""
        target = self.view.line or len(self.session.journal.records)
        taken = self.session.journal.taken_back_by(target)
        if not taken and target == self.session.journal.position:
            self.say(f"the battle stands at line {target} already; select another line in the journal (Tab, ↑)", warning=True)
            return
        lines = ", ".join(map(str, taken[:8])) + (" …" if len(taken) > 8 else "")
        go = f"go to line {target}: takes back {lines}" if taken else f"go to line {target}"
        self.pages.pick("Go back?", (go, "leave everything as it is"), lambda chosen: self._go(target, chosen == go))

    def _go(self, target: int, really: bool) -> None:
        if really:
            self._try(lambda: self.session.undo(target))

    def _try(self, move: Callable[[], Record]) -> None:
        try:
            self._given(move())
        except (Refused, InvalidInput, Unwritable) as trouble:
            self.say(str(trouble), warning=True)

    def overrule(self) -> None:
        """Change a die of the last order: which, to what, why."""
        last = self.session.last_order
        if last is None:
            return
        dice = [f"die {n}: D{face.sides} {face.face}" for n, face in enumerate(last.faces, 1)]

        def chosen(die: int) -> None:
            faces = [str(face) for face in range(1, last.faces[die - 1].sides + 1)]
            self.pages.pick(f"Die {die} becomes", faces, lambda face: reason(die, int(face)))

        def reason(die: int, face: int) -> None:
            self.pages.pick("Why?", (), lambda why: self._overruled(self.session.overruling(die, face, why)), free=True)

        self.pages.pick(f"Change which die of {last.headline}?", dice, lambda line: chosen(dice.index(line) + 1))

    def _overruled(self, give: Giving) -> None:
        """Change the die; what the order now asks a player for beyond what it did is asked for."""
        try:
            self._asked(Asking.begin(give))
        except (Refused, InvalidInput, Unwritable) as trouble:
            self.say(str(trouble), warning=True)

    def _asked(self, asking: Asking) -> None:
        needed = asking.needed
        if asking.record is not None:
            self._given(asking.record)
        elif isinstance(needed, ChoiceNeeded):
            title = f"{needed.side}: {needed.label}" if needed.side else needed.label
            self.pages.pick(title, needed.options, lambda chosen: self._asked(asking.answered(chosen)))

    def toggle_dice(self) -> None:
        """Dice rolled, or typed in, from now on."""
        self.session.typed_dice = not self.session.typed_dice
        self.say(self.session.dice)
