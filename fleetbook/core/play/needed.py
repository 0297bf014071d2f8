"""What an order wants before it can go on: a die typed in, or a player's choice."""

from __future__ import annotations

from fleetbook.core.battle.events import Event
from fleetbook.core.dice import thrown_as
from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.effects import Choose


class InputNeeded(FleetbookError):
    """An order cannot go on before a die is typed in or a player has chosen; nothing has happened yet. ``events`` are those that
    it came to up to there.
    """

    events: tuple[Event, ...] = ()


class DieNeeded(InputNeeded):
    """The order needs a die that was not supplied. ``faces`` says what each would come to, ``about`` in what order or part, and
    ``place`` which of how many alike it is, and ``asks`` what faces answer that come to a bare yes and no, ``count`` how many
    dice the throw has; where all faces come to the same it does not ``matter``.
    """

    about = faces = place = asks = ""
    count = 1
    matters = True

    def __init__(self, label: str, sides: int, number: int) -> None:
        self.label, self.sides, self.number = label, sides, number
        super().__init__(f"die {number} is wanted: a {thrown_as(sides)} for {label}")

    @property
    def brings(self) -> str:
        """What the throw is about, and what each face comes to."""
        return ": ".join(filter(None, (self.about, self.answers)))

    @property
    def answers(self) -> str:
        """What each face comes to, behind the question where they answer one."""
        return f"{self.asks}? {self.faces}" if self.asks else self.faces

    @property
    def thrown(self) -> str:
        """What players throw for it, and what each face comes to; of several dice that every face is wanted, not their total."""
        several = {1: "", 2: "both faces"}.get(self.count, "all faces")
        dice = f"{self.count if several else ''}{thrown_as(self.sides)}"
        return ": ".join(filter(None, (dice, self.answers, several)))

    @property
    def die(self) -> str:
        """The die that is wanted: ``die 3, D10, shot 2 of 4: to hit``."""
        which = ", ".join(filter(None, (f"die {self.number}", thrown_as(self.sides), self.place)))
        return f"{which}: {self.label}"


class ChoiceNeeded(InputNeeded):
    """The order needs a choice that was not made."""

    def __init__(self, step: Choose) -> None:
        self.label, self.options, self.side = step.label, step.options, step.side
        who = f"{step.side} chooses " if step.side else ""
        super().__init__(f"a choice is wanted: {who}{step.label}: {', '.join(step.options)}")
