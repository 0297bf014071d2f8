"""Ships picked from rosters: the cards at hand, how many of each, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.tui.kit.about import about_card, told
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.filter_line import draw_filter
from fleetbook.tui.kit.filter_page import NOTHING_FITS, Filtering
from fleetbook.tui.kit.frame import WIDE, Frame, draw_frame, draw_keys
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Row, Section
from fleetbook.tui.kit.page import Pages, common
from fleetbook.tui.kit.style import BOLD, WARNING
from fleetbook.tui.roster.sample_card import sample_card
from fleetbook.tui.setup.draft import Pick, cards_at_hand

MOST = 99
STEPS = {"right": 1, "left": -1}


class PickDesk(Filtering):
    """The cards of all rosters that the rules read; → one more of the one with the cursor, Enter takes them."""

    name = "picking ships"

    def __init__(self, pages: Pages, heading: str, rules: Ruleset[Any], then: Callable[[list[Pick]], None]) -> None:
        self._heading, self._rules, self._then = heading, rules, then
        self._rosters = cards_at_hand(rules)
        self._cards = {(name, card): found for name, roster in self._rosters.items() for card, found in roster.cards.items()}
        self.counts: dict[tuple[str, str], int] = {}
        super().__init__(pages)

    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The cards that fit, by roster."""
        for name, roster in self._rosters.items():
            fitting = (card for card in roster.cards if all(word in f"{card} {name} {roster.title}".casefold() for word in words))
            rows = tuple(self._row(name, card) for card in fitting)
            if rows:
                yield Section(roster.title, rows, name)

    def _row(self, roster: str, card: str) -> Row:
        count = self.counts.get((roster, card), 0)
        return Row((roster, card), label=f"{count} ×" if count else " ", value=card)

    def type(self, key: str, character: str | None) -> bool:
        """Count, move, or filter."""
        if key in STEPS and not self.typed.text[self.typed.caret :]:
            self._count(STEPS[key])
            return True
        return super().type(key, character)

    def _count(self, steps: int) -> None:
        at = self._at
        if at is not None:
            self.counts[at] = min(max(self.counts.get(at, 0) + steps, 0), MOST)
            self.draw_rows()

    @property
    def _at(self) -> tuple[str, str] | None:
        row = self.sheet.row
        return (str(row.place[0]), str(row.place[1])) if row else None

    @property
    def picks(self) -> list[Pick]:
        """What was counted, otherwise one of the card with the cursor."""
        counted = [Pick(roster, card, count) for (roster, card), count in self.counts.items() if count]
        return counted or ([Pick(*self._at, 1)] if self._at else [])

    def take(self) -> None:
        """Take what was counted."""
        picks = self.picks
        if not picks:
            self.say(NOTHING_FITS, warning=True)
            return
        self.pages.leave()
        self._then(picks)

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The filter, then the cards by roster; the card with the cursor beside them."""
        total = sum(self.counts.values())
        counted = f"{total} {'ship' if total == 1 else 'ships'} picked" if total else "none picked yet"
        at = self._at
        frame = Frame(
            title=self._heading,
            right=counted,
            sheet=self.sheet,
            about=(at[1] if at else "", lambda width: self._about(at, width, size)),
            above=draw_filter(self.typed, f"type to filter {len(self._cards)} cards; → counts one more"),
            standing=(ink(f" {', '.join(f'{p.count} {p.card}' for p in self.picks)}", BOLD),) if total else self.standing,
        )
        takes = f"take {'them' if total > 1 else 'it'}"
        keys = draw_keys(self.commands, self, size[0], [("Enter", takes), ("→←", "one more, one less")])
        lines, self._top = draw_frame(frame, self.message, keys, size, self._top)
        return lines

    def _about(self, at: tuple[str, str] | None, width: int, size: tuple[int, int]) -> list[Line]:
        if at is None:
            return []
        try:
            return about_card(sample_card(self._rules, self._cards[at]), width, size[1] if size[0] >= WIDE else 0)
        except FleetbookError as error:
            return told(str(error), width, WARNING)


def _no_card(desk: PickDesk) -> str:
    return "" if desk.sheet.rows else "nothing fits what was typed"


PickDesk.commands = (
    DeskCommand("enter", "Take the ships counted, or the one with the cursor", "", "", lambda desk: desk.take()),
    DeskCommand("right", "One more of the card with the cursor", "", "", lambda desk: None, _no_card),
    DeskCommand("left", "One less", "", "", lambda desk: None, _no_card),
    *common("Take back what was typed, or leave without ships"),
)  # fmt: skip
