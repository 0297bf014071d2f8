"""The answer being typed or picked for what an order asks for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fleetbook.core.parsing import match
from fleetbook.core.play.driver import ChoiceNeeded
from fleetbook.referee.asking import Asking
from fleetbook.tui.kit.text_field import LineEdit

STEPS = {"up": -1, "left": -1, "shift+tab": -1, "down": 1, "right": 1, "tab": 1}


@dataclass(frozen=True)
class AnswerField:
    """What is asked for, the text typed for it, and of a choice the option with the cursor."""

    asking: Asking
    typing: LineEdit = field(default_factory=LineEdit)
    picked: int = 0

    @property
    def text(self) -> str:
        """The answer as it stands."""
        needed = self.asking.needed
        return needed.options[self.picked] if isinstance(needed, ChoiceNeeded) else self.typing.text

    def press(self, key: str, character: str | None) -> AnswerField:
        """After a key other than Enter and Escape."""
        needed = self.asking.needed
        if key in STEPS and isinstance(needed, ChoiceNeeded):
            return replace(self, picked=(self.picked + STEPS[key]) % len(needed.options), typing=LineEdit())
        typable = character is not None and character.isprintable()
        line = self.typing.insert(character or "") if typable else self.typing.press(key)
        return self._typed(line) if line else self

    def _typed(self, line: LineEdit) -> AnswerField:
        needed = self.asking.needed
        if not isinstance(needed, ChoiceNeeded):
            return replace(self, typing=line)
        found = match(line.text, needed.options)
        return replace(self, typing=line, picked=needed.options.index(found) if found else self.picked)
