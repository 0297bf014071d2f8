"""What the battle screen shows beside the battle itself: cursor, selected line, message, and the order being filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from fleetbook.reports.views.shapes import OddsTold
from fleetbook.tui.battle.asking import AnswerField
from fleetbook.tui.battle.form import OrderForm


@dataclass(frozen=True)
class Message:
    """A line above the keys: what just happened, or why something cannot be done."""

    text: str = ""
    warning: bool = False


@dataclass(frozen=True)
class View:
    """Immutable; a key makes another.

    ship     name of the ship with the cursor
    journal  whether the journal has the cursor, rather than the fleets
    line     number of the selected line; None for the newest
    form     the order being filled in
    asking   what the order given still asks for
    odds     of the form's order; None while unknown, with ``odds_note`` saying why
    """

    ship: str = ""
    journal: bool = False
    line: int | None = None
    message: Message = field(default_factory=Message)
    form: OrderForm | None = None
    asking: AnswerField | None = None
    odds: OddsTold | None = None
    odds_note: str = ""
