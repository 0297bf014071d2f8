"""A season: what many battles that have ended come to together, by player and by scenario."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.result import without_turn
from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.play.journal import Journal
from fleetbook.reports.shapes.fight import SideLosses
from fleetbook.reports.shapes.season import (
    BattleOfSeason,
    LossOfSeason,
    PlayerOfSeason,
    Season,
    SeasonRow,
    SideOfBattle,
    SideOfSeason,
)
from fleetbook.reports.views.damage import fates
from fleetbook.reports.views.known import cards
from fleetbook.reports.views.result import played, result, side_losses

WON, DRAWN, LOST = "won", "drawn", "lost"
_BETWEEN_SIDES = re.compile(r"[;\n]")
_BETWEEN_NAMES = re.compile(r",|&|\+|\band\b")


class Told(NamedTuple):
    """A battle with the ships that were lost in it."""

    battle: BattleOfSeason
    losses: tuple[LossOfSeason, ...]


def told_of_season(journal: Journal[Any], file: str, written: str) -> Told:
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
