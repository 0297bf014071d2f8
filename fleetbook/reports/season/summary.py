"""The summary of a season: finished battles, with results by player and by scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fleetbook.core.parsing import is_date, names_in, players_by_side
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import fates
from fleetbook.reports.luck import Fortune, SideLuck, fortune_of, luck_of_sides
from fleetbook.reports.result import played, side_losses
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards, result

WON, DRAWN, LOST, BROKEN_OFF = "won", "drawn", "lost", "broken off"


class SideOfBattle(Shape, frozen=True):
    """One side of a finished battle.

    result  won, lost, drawn or broken off; empty if the battle names no result
    ships   the number of ships that the side had
    lost    the names of the ships that the side lost
    boxes   the number of boxes in the first rows of its cards
    struck  the number of those boxes that were hit, or lost with their ships
    """

    side: str
    players: tuple[str, ...]
    result: str
    ships: int
    lost: tuple[str, ...]
    boxes: int
    struck: int


class BattleOfSeason(Shape, frozen=True):
    """A finished battle.

    day      the date of play that the referee entered, such as 2026-03-01; without one, the day of the last journal line
    players  the players as the referee entered them, with or without their sides
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
    """A ship that was lost, and her fate.

    by     the enemy ship that caused the loss; empty if none did
    doers  all enemy ships that had a part in the loss, such as by several catastrophes
    """

    ship: str
    side: str
    battle: str
    turn: int | None
    fate: str
    by: str
    doers: tuple[str, ...] = ()


class PlayerOfSeason(Shape, frozen=True):
    """The battles of one player, and the ships that the enemy and the player's side lost in them.

    played      the battles that were not broken off
    undecided   the number of ``played`` battles that name no result
    broken_off  battles that ended in their first step, before anything counted
    """

    name: str
    played: int
    won: int
    drawn: int
    lost: int
    ships_sunk: int
    ships_lost: int
    umpired: int
    undecided: int
    broken_off: int


class SideOfSeason(Shape, frozen=True):
    """The results of one side of a scenario, in all battles of the scenario. The keys are those of PlayerOfSeason."""

    scenario: str
    side: str
    played: int
    won: int
    drawn: int
    lost: int
    undecided: int
    broken_off: int


class Meeting(Shape, frozen=True):
    """The battles that a player fought against another. The keys are those of PlayerOfSeason."""

    player: str
    opponent: str
    played: int
    won: int
    drawn: int
    lost: int
    undecided: int
    broken_off: int


class Season(Shape, frozen=True):
    """The battles of a season by day, with results by player and by scenario, and all ships lost.

    meetings  each pair of opponents, seen by the player whose name comes first in the list of players
    luck      the luck of each player in the battles in which his side could have scored; its ``side`` is empty
    """

    title: str
    battles: tuple[BattleOfSeason, ...]
    players: tuple[PlayerOfSeason, ...]
    scenarios: tuple[SideOfSeason, ...]
    losses: tuple[LossOfSeason, ...]
    meetings: tuple[Meeting, ...]
    luck: tuple[Fortune, ...]


class SeasonRow(Shape, frozen=True):
    """One side of a finished battle, as a row of the season's table.

    file          the name of the battle's file, without its suffix
    title         the battle's title
    rules         the rules of the battle
    day           the day of play that the referee entered, otherwise the day of the last journal line
    place         where the battle was played
    umpire        who refereed the battle
    side          the side of this row
    players       who played that side
    result        won, lost, drawn or broken off; empty if the battle names no result
    degree        the degree of the victory; empty for none
    turns         the number of turns of the battle
    ships         the number of ships that the side had
    ships_lost    the number of its ships that were lost
    boxes         the number of boxes in the first rows of its cards
    struck        the number of those boxes that were hit, or lost with their ships
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


class Finished(NamedTuple):
    """A finished battle with the ships lost in it, and the luck of its sides."""

    battle: BattleOfSeason
    losses: tuple[LossOfSeason, ...]
    luck: Mapping[str, SideLuck]


def finished_battle(journal: Journal[Any], file: str, written: str) -> Finished:
    """The summary of a finished battle. ``written`` is the day of its last journal line, such as 2026-11-23."""
    verdict, who = result(journal), played(journal)
    by_side = players_by_side(who.players, journal.setup.sides)
    unwon = LOST if verdict.winner else DRAWN if verdict.kind != "none" else BROKEN_OFF if verdict.broken_off else ""
    sides = tuple(
        SideOfBattle.of(
            side,
            players=by_side.get(side.side, ()),
            result=WON if side.side == verdict.winner else unwon,
            struck=side.with_ships,
        )
        for side in side_losses(cards(journal, journal.battle), journal.setup.sides)
    )
    battle = BattleOfSeason(
        file=file,
        title=journal.setup.title,
        rules=journal.ruleset.title,
        day=who.date if is_date(who.date) else written,
        place=who.place,
        umpire=who.umpire,
        players=who.players,
        turns=journal.battle.turn,
        winner=verdict.winner,
        degree=verdict.degree,
        reason=verdict.reason,
        sides=sides,
    )
    lost = (fate for fate in fates(journal) if fate.lost)
    losses = tuple(LossOfSeason.of(one, battle=battle.title, fate=one.brief) for one in lost)
    return Finished(battle, losses, luck_of_sides(journal))


def season(title: str, finished: Iterable[Finished]) -> Season:
    """The summary of many finished battles."""
    ordered = sorted(finished, key=lambda one: one.battle.day)
    battles = tuple(one.battle for one in ordered)

    def rank(one: PlayerOfSeason) -> tuple[Any, ...]:
        return not one.played, -one.won, one.lost, -one.drawn, -one.played, one.name.casefold()

    players = tuple(sorted(_players(battles), key=rank))
    names = [player.name for player in players]
    return Season(
        title=title,
        battles=battles,
        players=players,
        scenarios=tuple(_scenarios(battles)),
        losses=tuple(loss for one in ordered for loss in one.losses),
        meetings=tuple(_meetings(battles, names)),
        luck=tuple(_luck(ordered, names)),
    )


def _meetings(battles: Sequence[BattleOfSeason], names: Sequence[str]) -> Iterator[Meeting]:
    """Each pair of opponents with the results of the first of them."""
    order = {name.casefold(): place for place, name in enumerate(names)}
    results: dict[tuple[int, int], list[str]] = {}
    for battle in battles:
        pairs = ((own, player, other) for own in battle.sides for player in own.players for other in battle.sides if other != own)
        for own, player, other in pairs:
            for opponent in other.players:
                pair = order[player.casefold()], order[opponent.casefold()]
                if pair[0] < pair[1]:
                    results.setdefault(pair, []).append(own.result)
    for (player_at, opponent_at), words in sorted(results.items()):
        yield Meeting(player=names[player_at], opponent=names[opponent_at], **_counts(words))


def _counts(results: Sequence[str]) -> dict[str, int]:
    """The numbers of battles played, won, drawn, lost, left undecided and broken off."""
    broken_off = results.count(BROKEN_OFF)
    named = {"won": WON, "drawn": DRAWN, "lost": LOST, "undecided": ""}
    counts = {key: results.count(word) for key, word in named.items()}
    return {"played": len(results) - broken_off, **counts, "broken_off": broken_off}


def _luck(finished: Sequence[Finished], names: Sequence[str]) -> Iterator[Fortune]:
    """The luck of each player: the hits of his sides, compared with the hits to be expected from their shots."""
    for name in names:
        of_sides = [
            one.luck[side.side]
            for one in finished
            for side in one.battle.sides
            if side.side in one.luck and name.casefold() in map(str.casefold, side.players)
        ]
        if of_sides:
            yield fortune_of(name, "", of_sides)


def _players(battles: Sequence[BattleOfSeason]) -> Iterator[PlayerOfSeason]:
    """The results of each player. Names that differ only in upper and lower case are the same player."""
    names: dict[str, str] = {}
    counts: dict[str, Counter[str]] = {}
    results: dict[str, list[str]] = {}

    def count(name: str, **more: int) -> str:
        key = names.setdefault(name.casefold(), name)
        counts.setdefault(key, Counter()).update(more)
        return key

    for battle in battles:
        lost = sum(len(side.lost) for side in battle.sides)
        for side in battle.sides:
            for player in side.players:
                own = len(side.lost)
                key = count(player, ships_sunk=lost - own, ships_lost=own)
                results.setdefault(key, []).append(side.result)
        for umpire in names_in(battle.umpire):
            count(umpire, umpired=1)
    for name, of in counts.items():
        ships = {key: of[key] for key in ("ships_sunk", "ships_lost", "umpired")}
        yield PlayerOfSeason(name=name, **_counts(results.get(name, ())), **ships)


def _scenarios(battles: Sequence[BattleOfSeason]) -> Iterator[SideOfSeason]:
    """The results of each side of each scenario. They show whether one side always wins."""
    results: dict[tuple[str, str], list[str]] = {}
    for battle in battles:
        for side in battle.sides:
            results.setdefault((battle.title, side.side), []).append(side.result)
    for (scenario, name), words in results.items():
        yield SideOfSeason(scenario=scenario, side=name, **_counts(words))


def season_rows(season: Season) -> Iterator[SeasonRow]:
    """The rows of the season's table: one for each side of each battle."""
    for battle in season.battles:
        for side in battle.sides:
            yield SeasonRow.of(
                battle,
                side=side.side,
                players=", ".join(side.players),
                result=side.result,
                ships=side.ships,
                ships_lost=len(side.lost),
                boxes=side.boxes,
                struck=side.struck,
            )
