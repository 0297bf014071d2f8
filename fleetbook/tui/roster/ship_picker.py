"""A page on which the user picks ships from all rosters, with a number for each card. Typing filters the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fleetbook.core.errors import FleetbookError
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted, has_word
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.paths import ROSTER, entries
from fleetbook.store.library.roster import Roster, read_roster
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.filter import NOTHING_FITS, FilterPage
from fleetbook.tui.kit.frame import Frame
from fleetbook.tui.kit.keys import TURNS
from fleetbook.tui.kit.line import ink
from fleetbook.tui.kit.list_form import Row, Section
from fleetbook.tui.kit.style import BOLD
from fleetbook.tui.roster.sample_card import about_sample

MOST = 99
NO_SHIPS = "no ships for these rules yet: make a roster on the home page"


@dataclass(frozen=True)
class Pick:
    """Ships picked by the user: a card, its roster, and the number of ships."""

    roster: str
    card: str
    count: int


def installed_rosters(rules: Ruleset[Any]) -> dict[str, Roster]:
    """The rosters with cards that these rules can read, by full name. Rosters that cannot be read are left out."""
    found = {}
    for entry in entries(ROSTER):
        try:
            if entry.ruleset == rules.id or ruleset(entry.ruleset).card_type is rules.card_type:
                found[entry.full_name] = read_roster(entry.path)
        except (FleetbookError, OSError):
            continue
    return found


def _no_card(page: ShipPicker) -> str:
    return "" if page.form.rows else "nothing fits the words typed"


class ShipPicker(FilterPage):
    """The page for picking ships. → adds one of the cursor's card, and Enter takes all that were added."""

    name = "picking ships"
    leaving = "Take back the words typed, or leave without ships", "back"

    def __init__(self, heading: str, rules: Ruleset[Any], then: Callable[[list[Pick]], None]) -> None:
        self._heading, self._rules, self._then = heading, rules, then
        self._rosters = installed_rosters(rules)
        self._cards = {(name, card): found for name, roster in self._rosters.items() for card, found in roster.cards.items()}
        self.counts: dict[tuple[str, str], int] = {}
        super().__init__()

    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The cards that contain the words typed, by roster."""
        for name, roster in self._rosters.items():
            fitting = (card for card in roster.cards if all(has_word(f"{card} {name} {roster.title}", word) for word in words))
            rows = tuple(self._row(name, card) for card in fitting)
            if rows:
                yield Section(roster.title, rows, name)

    def _row(self, roster: str, card: str) -> Row:
        count = self.counts.get((roster, card), 0)
        return Row((roster, card), label=f"{count} ×" if count else " ", value=card)

    def take(self, key: str, character: str | None) -> bool:
        if key in TURNS and not self.typed.text[self.typed.caret :]:
            return False
        return super().take(key, character)

    @command("enter")
    def take_ships(self) -> None:
        """Take the ships counted, or the one with the cursor."""
        picks = self.picks
        if not picks:
            self.say(NOTHING_FITS if self._cards else NO_SHIPS, warning=True)
            return
        self.pages.leave()
        self._then(picks)

    @command("right", "", "", _no_card)
    def more(self) -> None:
        """One more of the card with the cursor."""
        self._count(1)

    @command("left", "", "", _no_card)
    def less(self) -> None:
        """One fewer of the card with the cursor."""
        self._count(-1)

    def _count(self, steps: int) -> None:
        at = self._at
        if at is not None:
            self.counts[at] = min(max(self.counts.get(at, 0) + steps, 0), MOST)
            self.draw_rows()

    @property
    def _at(self) -> tuple[str, str] | None:
        row = self.form.row
        return (str(row.place[0]), str(row.place[1])) if row else None

    @property
    def picks(self) -> list[Pick]:
        """The ships picked. If none were counted, one ship of the card with the cursor."""
        picked = [Pick(roster, card, count) for (roster, card), count in self.counts.items() if count]
        return picked or ([Pick(*self._at, 1)] if self._at else [])

    def frame(self, size: tuple[int, int]) -> Frame:
        total = sum(self.counts.values())
        at = self._at
        picked = f"{', '.join(f'{p.count} {p.card}' for p in self.picks)}"
        return Frame(
            title=self._heading,
            right=f"{counted(total, 'ship')} picked" if total else "none picked yet",
            about=(at[1] if at else "", lambda width: about_sample(self._rules, self._cards[at], width, size) if at else []),
            above=self.filter_line(f"type to filter {len(self._cards)} cards; → counts one more"),
            standing=(ink(f" {picked}", BOLD),) if total else self.standing if self._cards else (ink(f" {NO_SHIPS}"),),
        )

    def row_keys(self) -> Sequence[tuple[str, str]]:
        """The effect of Enter and the arrow keys, for the key bar."""
        return [("Enter", f"take {'them' if sum(self.counts.values()) > 1 else 'it'}"), ("→←", "one more, one less")]
