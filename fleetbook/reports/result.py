"""What came of a battle: who has won, what each side lost, and who played it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.card_view import CardView, Track
from fleetbook.core.battle.verdict import SideScore, Verdict, points, verdict_words
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.parsing import capital
from fleetbook.core.play.journal import Journal
from fleetbook.reports.document import Block, Grid, Heading, Paragraph, grid
from fleetbook.reports.journal.lines import records_in_force
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import Status


class SideLosses(Shape, frozen=True):
    """What a side lost: of its ``ships`` those lost, those out of the fight (with what else she is) and those that left; boxes of
    the first row of each card: all, struck off, and struck off or gone with ships lost; systems; and of supplies such as
    torpedoes how many are spent, of how many.
    """

    side: str
    ships: int
    lost: tuple[str, ...]
    out: tuple[str, ...]
    gone: tuple[str, ...]
    boxes: int
    struck: int
    with_ships: int
    destroyed: int
    damaged: int
    spent: dict[str, tuple[int, int]]


class Played(Shape, frozen=True):
    """Who played, who was the umpire, where and when, as the referee said at the end; each may be empty."""

    players: str
    umpire: str
    place: str
    date: str


OUT = "out of the fight"


def played(journal: Journal[Any]) -> Played:
    """Who played it, where and when, as the referee said at the end."""
    end = next((record.inputs for record in reversed(records_in_force(journal)) if record.procedure == EndBattle.id), {})
    players, umpire, place, date = (str(end.get(name) or "").strip() for name in ("players", "umpire", "place", "played"))
    return Played(players=players, umpire=umpire, place=place, date=date)


def side_losses(cards: tuple[CardView, ...], sides: tuple[str, ...]) -> tuple[SideLosses, ...]:
    """What each side lost, in playing order."""
    return tuple(_of_side(side, [card for card in cards if card.side == side]) for side in sides)


def _of_side(side: str, cards: list[CardView]) -> SideLosses:
    rows = [(card, card.first) for card in cards if card.first]
    systems = [system for card in cards for system in card.systems]
    supplies: dict[str, list[Track]] = {}
    for supply in (supply for card in cards for supply in card.supplies):
        supplies.setdefault(supply.label, []).append(supply)
    return SideLosses(
        side=side,
        ships=len(cards),
        lost=tuple(card.name for card in cards if card.lost),
        out=tuple(_out_of_fight(card) for card in cards if card.standing and not (card.fate or card.lost)),
        gone=tuple(card.name for card in cards if card.fate and not card.lost),
        boxes=sum(track.full for _, track in rows),
        struck=sum(track.full - track.left for _, track in rows),
        with_ships=sum(track.full if card.went_down else track.full - track.left for card, track in rows),
        destroyed=sum(system.state == "destroyed" for system in systems),
        damaged=sum(system.state == "damaged" for system in systems),
        spent={label: (sum(s.full - s.left for s in alike), sum(s.full for s in alike)) for label, alike in supplies.items()},
    )


def _out_of_fight(card: CardView) -> str:
    """With what she is, where that is more than that she is out of the fight."""
    return card.name if card.standing == OUT else f"{card.name} ({card.standing})"


def score_words(told: Verdict) -> tuple[str, ...]:
    """The score, side by side: the points, and what they are made of."""
    return tuple(f"{side.side} {points(side.value)}{_parts_words(side)}" for side in told.score)


def _parts_words(score: SideScore) -> str:
    parts = "; ".join(f"{part.name} {points(part.number)}{f', {part.needed}' if part.needed else ''}" for part in score.parts)
    return f" ({parts})" if parts else ""


def verdict_section(journal: Journal[Any], now: Status) -> Iterator[Block]:
    """Everything that somebody wants to know first."""
    yield Heading(2, "Result", "result")
    yield Paragraph(f"{verdict_words(now.result)}.", kind="lead")
    yield Paragraph(_end(now))
    if now.result.score:
        yield _score(now)
    yield _losses(now, journal.ruleset.spelled_out)
    told = played(journal)
    named = (("Players:", told.players), ("Umpire:", told.umpire), ("Played at:", told.place), ("On:", told.date))
    for label, words in named:
        if words:
            yield Paragraph(f"{words}.", label)


def _end(now: Status) -> str:
    when = f"turn {now.turn}, step {now.step.number} ({now.step.title})"
    if now.ended is None:
        return f"{'Its end is not given yet' if now.result.over else 'The battle is still under way'}: {when}."
    return f"The battle ended in {when}: {now.ended}."


def _score(now: Status) -> Grid:
    """A row for each count, the points of a side beside its first."""
    rows = []
    for side in now.result.score:
        total = points(side.value)
        for part in side.parts:
            rows.append((side.side, part.name, points(part.number), part.needed, points(part.value), total))
            total = ""
    return grid(("For", "Counted", "Number", "To win", "Points", "Score"), rows, (2, 4, 5))


def _losses(now: Status, words: Mapping[str, str]) -> Grid:
    """What each side lost, side by side."""
    told = side_losses(now.ships, now.sides)
    how = "went down with ships" if all(ship.is_sunk for ship in now.ships if ship.went_down) else "were lost with ships"
    supplies = dict.fromkeys(label for side in told for label in side.spent)
    rows = [
        ("Ships lost", *(_of(side.lost, side.ships) for side in told)),
        ("Out of the fight", *(", ".join(side.out) or "none" for side in told)),
        ("Left the table", *(", ".join(side.gone) or "none" for side in told)),
        (
            _first_row(now),
            *(_struck(side, how) for side in told),
        ),
        ("Weapons and systems", *(f"{side.destroyed} destroyed, {side.damaged} damaged" for side in told)),
        *((f"{capital(words.get(label, label))} spent", *(_spent(side, label) for side in told)) for label in supplies),
    ]
    return grid(
        ("", *now.sides), [row for row in rows if len(set(row[1:])) > 1 or row[1] not in ("none", "0 destroyed, 0 damaged")]
    )


def _first_row(now: Status) -> str:
    """What the boxes are that are counted, those of each card's first row."""
    labels = {ship.first.label for ship in now.ships if ship.first}
    return f"{capital(labels.pop())} struck" if len(labels) == 1 else "Boxes struck"


def _of(ships: tuple[str, ...], all_ships: int) -> str:
    names = f": {', '.join(ships)}" if ships else ""
    return f"{len(ships)} of {all_ships}{names}"


def _struck(side: SideLosses, how: str) -> str:
    with_ships = f"; {side.with_ships} with those that {how}" if side.with_ships != side.struck else ""
    return f"{side.struck} of {side.boxes}{with_ships}"


def _spent(side: SideLosses, label: str) -> str:
    spent, full = side.spent.get(label, (0, 0))
    return f"{spent} of {full}" if full else "none carried"
