"""The lines of a squadron on the board. There is a line above its ships, or one line for all ships, or one line for its sound
ships.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.style import Style

from fleetbook.core.battle.card_view import CardView, Condition
from fleetbook.referee.damage_words import damage_words, is_hurt
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.cards.ship_row import BAR_BEFORE, Columns, slowest, speed_now
from fleetbook.tui.kit.line import Line, cells, cut, ink, joined
from fleetbook.tui.kit.style import BOLD, GRAVE, PLAIN, QUIET


@dataclass(frozen=True, eq=False)
class Squadron:
    """Ships of a squadron that follow each other on the board, or ships without a squadron.

    acts   whether something is left for one of them to do in this step
    whole  all ships of the squadron that are not lost, even those that the board leaves out
    sums   the boxes of the whole squadron, left and in all
    """

    name: str
    cards: tuple[CardView, ...]
    acts: bool
    whole: tuple[CardView, ...]

    @cached_property
    def there(self) -> tuple[CardView, ...]:
        return tuple(card for card in self.cards if not card.fate)

    @cached_property
    def hurt(self) -> tuple[CardView, ...]:
        return tuple(card for card in self.there if is_hurt(card))

    @cached_property
    def sums(self) -> tuple[int, int]:
        firsts = [card.first for card in self.whole if card.first]
        return sum(track.left for track in firsts), sum(track.full for track in firsts)


@dataclass(frozen=True)
class SquadronRows:
    """Draws squadrons of a side in ``columns`` and ``width`` cells. ``conditions`` has the conditions of each squadron as a
    whole.
    """

    columns: Columns
    width: int
    style: Style
    conditions: Mapping[str, Sequence[Condition]]

    def above(self, squadron: Squadron, hidden: int = 0) -> Line:
        """The line above a squadron's ships. It has the squadron's name and boxes, the number of sound ships that are hidden, and
        conditions and speed as far as there is room.
        """
        name: Line = (ink(f" {clean(squadron.name)}", self.style + BOLD if squadron.acts else self.style),)
        line = self._with_sums(name, squadron)
        pace, words = slowest(squadron.whole), self._words(squadron)
        grave = sum(word[0][1] == GRAVE for word in words)
        words[grave:grave] = [(ink(f"{hidden} sound", QUIET),)] * (hidden > 0)
        pace = f"slowest {pace}" if len({speed_now(card) for card in squadron.whole}) > 1 else pace
        if self.width - self.columns.whole > BAR_BEFORE:
            words = [*[(ink(pace, QUIET),)] * bool(pace), *words] if not words or words[0][0][1] != GRAVE else words
        behind: Line = (*line, ink(" " * max(self.columns.whole - cells(line) - 1, 0)))
        return self._with_most_words((behind, line, name), words) if words else line

    def folded(self, squadron: Squadron) -> list[Line]:
        """A squadron in one line, which counts its sound ships, or lists the damage of its hurt ships as far as there is room,
        the worst first. If hurt ships leave no room for grave words about the squadron itself, these get a second line.
        """
        name: Line = (ink(f" {clean(squadron.name)}", self.style),)
        words = self._words(squadron)
        if not squadron.hurt:
            count = ink(f"{len(squadron.there)} sound", QUIET)
            left, full = squadron.sums
            counted = joined([name, (count,)], GAP)
            whole = cut(joined([counted, (ink(f"{left}/{full}", QUIET),)], GAP), self.width)
            return [self._with_most_words((whole, counted, name), words)]
        line = self._hurt(squadron, name)
        grave = [word for word in words if word[0][1] == GRAVE]
        shown, left_over = self._with_words(line, words)
        if len(words) - len(left_over) >= len(grave):
            return [shown]
        return [line, self._with_words((ink("  "),), grave, "")[0]]

    def _hurt(self, squadron: Squadron, name: Line) -> Line:
        """The name, the number of hurt ships, and as much of their damage as finds room, the worst ship first. She is always
        named: the last words of the squadron's name give way.
        """
        number = f" {len(squadron.hurt)} hurt"
        worst = sorted(squadron.hurt, key=lambda card: not any(word.grave for word in damage_words(card)))
        parts: list[Line] = [
            (ink(f"{clean(card.name)} "), ink(first.text.replace(" of ", "/"), GRAVE if first.grave else PLAIN))
            for card in worst
            if (first := next(iter(damage_words(card)), None))
        ]
        parts = parts or [(ink(clean(worst[0].name)),)]
        line = joined([(*name, ink(number, BOLD)), parts[0]], GAP)
        if cells(line) > self.width:
            number = f" {len(squadron.hurt)} hurt" if len(squadron.hurt) > 1 else ""
            words = clean(squadron.name).split(" ")
            room = self.width - cells(parts[0]) - cell_width(number) - len(GAP) - 1
            while len(words) > 1 and cell_width(" ".join(words)) > room:
                words.pop()
            line = joined([(ink(f" {' '.join(words)}", self.style), ink(number, BOLD)), parts[0]], GAP)
            return cut(line, self.width)
        for part in parts[1:]:
            longer = joined([line, part], GAP)
            line = longer if cells(longer) <= self.width else line
        return line

    def sound(self, cards: Sequence[CardView]) -> Line:
        """The number of sound ships, and as many of their names as fit into the line."""
        head = f" {len(cards)} sound: "
        for shown in range(len(cards), 0, -1):
            more = f" +{len(cards) - shown}" if shown < len(cards) else ""
            text = f"{head}{', '.join(clean(card.name) for card in cards[:shown])}{more}"
            if cell_width(text) <= self.width:
                return (ink(text, QUIET),)
        return cut((ink(f"{head}{clean(cards[0].name)}", QUIET),), self.width)

    def _words(self, squadron: Squadron) -> list[Line]:
        """The conditions of a squadron as a whole, the grave ones first."""
        worst_first = sorted(self.conditions.get(squadron.name, ()), key=lambda one: one.gravity != "grave")
        return [(ink(clean(one.short), GRAVE if one.gravity == "grave" else QUIET),) for one in worst_first]

    def _with_words(self, line: Line, words: Sequence[Line], gap: str = GAP) -> tuple[Line, Sequence[Line]]:
        """A line followed by as many whole words as fit, and the words that are left over."""
        for place, word in enumerate(words):
            longer = (*line, ink(gap), *word)
            if cells(longer) > self.width:
                return line, words[place:]
            line, gap = longer, GAP
        return line, ()

    def _with_most_words(self, lines: Sequence[Line], words: Sequence[Line]) -> Line:
        """Of these lines, the one with room for the most grave words behind it, followed by as many words as fit. If no line has
        room for a grave word, the last line is cut to make room.
        """
        grave = sum(word[0][1] == GRAVE for word in words)
        shown = [self._with_words(line, words) for line in lines]
        best, left = max(shown, key=lambda one: min(len(words) - len(one[1]), grave))
        if not grave or len(left) < len(words):
            return best
        return (*cut(lines[-1], max(self.width - len(GAP) - cells(words[0]), 0)), ink(GAP), *words[0])

    def _with_sums(self, name: Line, squadron: Squadron) -> Line:
        """A squadron's name with the number of its boxes, in the same column as the boxes of ships."""
        columns = self.columns
        left, full = squadron.sums
        number = f"{left}/{full}" if full else ""
        room = columns.before_count + columns.count + 1 - cell_width(number)
        text, style = name[-1]
        room = max(room, min(cell_width(text) + 1, self.width - cell_width(number)))  # the whole name, if need be
        short = f" {pad(text.strip(), max(room - 2, 1))}"
        return ink(short, style), ink(" " * (room - cell_width(short))), ink(number, QUIET)
