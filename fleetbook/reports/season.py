"""A season: what many battles that have ended come to together, by player and by scenario."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.result import without_turn
from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.parsing import counted
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import fates
from fleetbook.reports.document import Block, Heading, Paragraph, grid
from fleetbook.reports.result import SideLosses, played, side_losses
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards, result


class SideOfBattle(Shape, frozen=True):
    """What a side of a battle came to: ``result`` is won, lost or drawn, empty where nobody is named; of its ``ships`` those
    lost; boxes of the first row of each card, and how many of them were struck or went down with their ships.
    """

    side: str
    players: tuple[str, ...]
    result: str
    ships: int
    lost: tuple[str, ...]
    boxes: int
    struck: int


class BattleOfSeason(Shape, frozen=True):
    """A battle that has ended. ``day`` is that of play as the referee said it, otherwise that of its last line; ``players`` as
    the referee said them, side by side or not.
    """

    file: str
    title: str
    rules: str
    day: str
    place: str
    umpire: str
    players: str
    turns: int
    winner: str
    degree: str
    reason: str
    sides: tuple[SideOfBattle, ...]


class LossOfSeason(Shape, frozen=True):
    """A ship that a side lost, how, and by which ship; empty where it was no enemy's doing."""

    ship: str
    side: str
    battle: str
    turn: int | None
    fate: str
    by: str


class PlayerOfSeason(Shape, frozen=True):
    """What a player came to: battles played, won, drawn and lost; ships of others that were lost to the player's side, and those
    that it lost; battles umpired.
    """

    name: str
    played: int
    won: int
    drawn: int
    lost: int
    ships_sunk: int
    ships_lost: int
    umpired: int


class SideOfSeason(Shape, frozen=True):
    """How often a scenario was played, and what one of its sides came to."""

    scenario: str
    side: str
    played: int
    won: int
    drawn: int
    lost: int


class Season(Shape, frozen=True):
    """Battles in the order of their days, and what comes of them together."""

    title: str
    battles: tuple[BattleOfSeason, ...]
    players: tuple[PlayerOfSeason, ...]
    scenarios: tuple[SideOfSeason, ...]
    losses: tuple[LossOfSeason, ...]


class SeasonRow(Shape, frozen=True):
    """A side of a battle.

    file          the battle's file, without its ending
    title         the battle's title
    rules         by which it was played
    day           the day of play as the referee said it, otherwise that of the last line
    place         where it was played
    umpire        who refereed it
    side          whose row it is
    players       who played that side
    result        won, lost or drawn; nothing where nobody is named
    degree        the degree of the victory
    turns         how many turns it had
    ships         the ships of that side
    ships_lost    how many of them were lost
    boxes         the boxes of the first row of each of their cards
    struck        how many of them were struck or went down with their ships
    """

    file: str
    title: str
    rules: str
    day: str
    place: str
    umpire: str
    side: str
    players: str
    result: str
    degree: str
    turns: int
    ships: int
    ships_lost: int
    boxes: int
    struck: int


WON, DRAWN, LOST = "won", "drawn", "lost"
_BETWEEN_SIDES = re.compile(r"[;\n]")
_BETWEEN_NAMES = re.compile(r",|&|\+|\band\b")


class Told(NamedTuple):
    """A battle with the ships that were lost in it."""

    battle: BattleOfSeason
    losses: tuple[LossOfSeason, ...]


def finished_battle(journal: Journal[Any], file: str, written: str) -> Told:
    """A battle that has ended; ``file`` is what it is called, ``written`` when its last line was, as year-month-day."""
    verdict, said = result(journal), played(journal)
    by_side = players_by_side(said.players, journal.setup.sides)
    losses = side_losses(cards(journal, journal.battle), journal.setup.sides)
    battle = BattleOfSeason(
        file=file,
        title=journal.setup.title,
        rules=journal.ruleset.title,
        day=said.date or written,
        place=said.place,
        umpire=said.umpire,
        players=said.players,
        turns=journal.battle.turn,
        winner=verdict.winner,
        degree=verdict.degree,
        reason=verdict.reason,
        sides=tuple(_side(side, by_side.get(side.side, ()), verdict) for side in losses),
    )
    return Told(battle, tuple(_losses(journal, battle.title)))


def _side(losses: SideLosses, players: tuple[str, ...], verdict: Verdict) -> SideOfBattle:
    decided = "" if verdict.kind == "none" else DRAWN if not verdict.winner else LOST
    return SideOfBattle(
        side=losses.side,
        players=players,
        result=WON if losses.side == verdict.winner else decided,
        ships=losses.ships,
        lost=losses.lost,
        boxes=losses.boxes,
        struck=losses.with_ships,
    )


def _losses(journal: Journal[Any], battle: str) -> Iterator[LossOfSeason]:
    for fate in fates(journal):
        if fate.lost:
            how = without_turn(fate.fate)
            yield LossOfSeason(ship=fate.ship, side=fate.side, battle=battle, turn=fate.turn, fate=how, by=fate.by)


def players_by_side(said: str, sides: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Who played which side, where that is said: sides divided by semicolons, each with a colon before its players."""
    own = {side.casefold(): side for side in sides}
    told: dict[str, tuple[str, ...]] = {}
    for part in _BETWEEN_SIDES.split(said):
        side, colon, names = part.partition(":")
        if colon and side.strip().casefold() in own:
            told[own[side.strip().casefold()]] = tuple(filter(None, map(str.strip, _BETWEEN_NAMES.split(names))))
    return told


def season(title: str, told: Iterable[Told]) -> Season:
    """Battles together, in the order of their days."""
    ordered = sorted(told, key=lambda one: one.battle.day)
    battles = tuple(one.battle for one in ordered)
    return Season(
        title=title,
        battles=battles,
        players=tuple(
            sorted(
                _players(battles),
                key=lambda one: (not one.played, -one.won, one.lost, -one.drawn, -one.played, one.name.casefold()),
            )
        ),
        scenarios=tuple(_scenarios(battles)),
        losses=tuple(loss for one in ordered for loss in one.losses),
    )


def _players(battles: Sequence[BattleOfSeason]) -> Iterator[PlayerOfSeason]:
    """Each player under the name as it was first written; great and small letters are the same."""
    names: dict[str, str] = {}
    counts: dict[str, Counter[str]] = {}

    def count(name: str, **more: int) -> None:
        key = names.setdefault(name.casefold(), name)
        counts.setdefault(key, Counter()).update(more)

    for battle in battles:
        lost = sum(len(side.lost) for side in battle.sides)
        for side in battle.sides:
            for player in side.players:
                own = len(side.lost)
                count(player, played=1, ships_sunk=lost - own, ships_lost=own, **{side.result or "open": 1})
        for umpire in filter(None, map(str.strip, _BETWEEN_NAMES.split(battle.umpire))):
            count(umpire, umpired=1)
    for name, of in counts.items():
        yield PlayerOfSeason(
            name=name,
            played=of["played"],
            won=of[WON],
            drawn=of[DRAWN],
            lost=of[LOST],
            ships_sunk=of["ships_sunk"],
            ships_lost=of["ships_lost"],
            umpired=of["umpired"],
        )


def _scenarios(battles: Sequence[BattleOfSeason]) -> Iterator[SideOfSeason]:
    """Side by side, so that a scenario that one of them always wins is seen."""
    results: dict[tuple[str, str], list[str]] = {}
    for battle in battles:
        for side in battle.sides:
            results.setdefault((battle.title, side.side), []).append(side.result)
    for (scenario, name), came in results.items():
        won, drawn, lost = (came.count(word) for word in (WON, DRAWN, LOST))
        yield SideOfSeason(scenario=scenario, side=name, played=len(came), won=won, drawn=drawn, lost=lost)


def season_rows(told: Season) -> Iterator[SeasonRow]:
    """A row for each side of each battle."""
    for battle in told.battles:
        for side in battle.sides:
            yield SeasonRow(
                file=battle.file,
                title=battle.title,
                rules=battle.rules,
                day=battle.day,
                place=battle.place,
                umpire=battle.umpire,
                side=side.side,
                players=", ".join(side.players),
                result=side.result,
                degree=battle.degree,
                turns=battle.turns,
                ships=side.ships,
                ships_lost=len(side.lost),
                boxes=side.boxes,
                struck=side.struck,
            )


def sinkers(losses: Iterable[LossOfSeason]) -> Mapping[str, tuple[LossOfSeason, ...]]:
    """By which ships others were lost, those with the most first."""
    found: dict[str, list[LossOfSeason]] = {}
    for loss in losses:
        if loss.by:
            found.setdefault(loss.by, []).append(loss)
    return {ship: tuple(lost) for ship, lost in sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))}


NO_PLAYERS = 'No battle says who played which side: its end does, by players="SIDE: NAME, NAME; SIDE: NAME".'


def season_blocks(told: Season) -> tuple[Block, ...]:
    """All of it; the same battles give the same blocks."""
    return (*_head(told), *_battles_table(told), *_players_table(told), *_scenarios_table(told), *_losses_table(told))


def _head(told: Season) -> Iterator[Block]:
    yield Heading(1, told.title)
    days = [battle.day for battle in told.battles]
    span = "" if not days else days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    yield Paragraph(" · ".join(filter(None, (counted(len(told.battles), "battle"), span, _rules(told)))), kind="subtitle")


def _rules(told: Season) -> str:
    """What all battles were played by; empty where they differ."""
    titles = {battle.rules for battle in told.battles}
    return titles.pop() if len(titles) == 1 else ""


def _battles_table(told: Season) -> Iterator[Block]:
    yield Heading(2, "Battles", "battles")
    head = ("Played", "Battle", "Winner", "Ships lost", "Players", "Umpire", "At", "Rules")
    alike = bool(_rules(told))
    yield grid(head, [(*_battle_row(battle), "" if alike else battle.rules) for battle in told.battles])


def _battle_row(battle: BattleOfSeason) -> tuple[str, ...]:
    degree = f", {battle.degree}" if battle.degree else ""
    drawn = any(side.result == "drawn" for side in battle.sides)
    result = f"{battle.winner}{degree}" if battle.winner else "drawn" if drawn else "nobody named"
    lost = ", ".join(f"{side.side} {len(side.lost)}" for side in battle.sides)
    return battle.day, battle.title, result, lost, battle.players, battle.umpire, battle.place


def _players_table(told: Season) -> Iterator[Block]:
    yield Heading(2, "Players", "players")
    if not told.players:
        yield Paragraph(NO_PLAYERS)
        return
    head = ("Player", "Played", "Won", "Drawn", "Lost", "Ships sunk", "Ships lost", "Umpired")
    rows = [
        (one.name, *map(str, (one.played, one.won, one.drawn, one.lost, one.ships_sunk, one.ships_lost, one.umpired)))
        for one in told.players
    ]
    yield grid(head, rows, range(1, 8))
    yield Paragraph("Ships sunk are those that the other side lost, whatever they were lost to.")


def _scenarios_table(told: Season) -> Iterator[Block]:
    yield Heading(2, "Scenarios", "scenarios")
    rows = [(one.scenario, one.side, *map(str, (one.played, one.won, one.drawn, one.lost))) for one in told.scenarios]
    yield grid(("Scenario", "Side", "Played", "Won", "Drawn", "Lost"), rows, range(2, 6))


def _losses_table(told: Season) -> Iterator[Block]:
    yield Heading(2, "Ships lost", "losses")
    if not told.losses:
        yield Paragraph("No ship was lost.")
        return
    rows = [
        (loss.ship, loss.side, loss.battle, "" if loss.turn is None else str(loss.turn), loss.fate, loss.by)
        for loss in told.losses
    ]
    yield grid(("Ship", "Side", "Battle", "Turn", "Fate", "By"), rows, (3,))
    by = [f"{ship} {len(lost)} ({', '.join(one.ship for one in lost)})" for ship, lost in sinkers(told.losses).items()]
    if by:
        yield Paragraph(f"{'; '.join(by)}.", "By whom:")
